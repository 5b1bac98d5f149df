// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { aspects, chevron, FACINGS, lying, turned } from "../js/facing.js";

/** An endless field of hexes by cube coordinates, directions clockwise from the top. */
const STEPS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
];
/**
 * @param {string} place
 * @param {number} direction
 */
const step = (place, direction) => {
  const [q, r] = place.split(",").map(Number);
  return `${q + STEPS[direction % 6][0]},${r + STEPS[direction % 6][1]}`;
};
/**
 * @param {string} place
 * @param {number[]} directions
 */
const go = (place, ...directions) => directions.reduce((at, direction) => step(at, ((direction % 6) + 6) % 6), place);
/**
 * @param {Map<string, Page.Aspect>} found
 * @param {Page.Aspect} name
 */
const named = (found, name) => [...found].filter(([, aspect]) => aspect === name).map(([place]) => place);

test("a turn to the right and one to the left come back", () => {
  for (const facing of FACINGS) {
    assert.equal(turned(turned(facing, 1), -1), facing);
    assert.equal(
      [1, 1, 1, 1, 1, 1].reduce(at => turned(at, 1), facing),
      facing,
    );
  }
  assert.equal(turned("nne", 1), "e");
  assert.equal(turned("n", -1), "nw");
});

test("a row of n hexes has n + 1 front hexes, as many behind, and a flank at either end", () => {
  for (let k = 0; k < 6; k += 1) {
    for (const length of [1, 2, 3]) {
      const places = Array.from({ length }, (_, n) => go("0,0", ...Array(n).fill(k + 5)));
      const found = aspects({ places, facing: FACINGS[2 * k + 1] }, step);
      const front = [...places.map(place => go(place, k + 1)), go(places[length - 1], k)];
      assert.deepEqual(new Set(named(found, "front")), new Set(front));
      assert.equal(named(found, "rear").length, length + 1);
      assert.deepEqual(named(found, "right"), [go(places[0], k + 2)]);
      assert.deepEqual(named(found, "left"), [go(places[length - 1], k + 5)]);
    }
  }
});

test("a column has its front at the head: one hex, or three if it is broad", () => {
  for (let d = 0; d < 6; d += 1) {
    const facing = FACINGS[2 * d];
    const pair = ["0,0", go("0,0", d + 3)];
    const broad = aspects({ places: pair, facing, front: "broad" }, step);
    assert.deepEqual(new Set(named(broad, "front")), new Set([go("0,0", d), go("0,0", d + 1), go("0,0", d + 5)]));
    assert.deepEqual(named(broad, "right"), [go("0,0", d + 2)]);
    assert.deepEqual(named(broad, "left"), [go("0,0", d + 4)]);
    assert.equal(named(broad, "rear").length, 3);
    const narrow = aspects({ places: pair, facing }, step);
    assert.deepEqual(named(narrow, "front"), [go("0,0", d)]);
    assert.equal(named(narrow, "left").length + named(narrow, "right").length, 6);
    const gun = aspects({ place: "0,0", facing, front: "broad" }, step);
    assert.deepEqual([named(gun, "front").length, named(gun, "rear").length], [3, 3]);
  }
});

test("a long counter lies across its hexes and is never upside down", () => {
  const level = lying([
    { x: 100, y: 0 },
    { x: 0, y: 0 },
  ]);
  assert.deepEqual([level.x, level.length, Math.round(level.axis)], [50, 2, 0]);
  for (let angle = 0; angle < 360; angle += 30) {
    const [dx, dy] = [Math.cos((angle * Math.PI) / 180) * 80, Math.sin((angle * Math.PI) / 180) * 80];
    const { axis } = lying([
      { x: 0, y: 0 },
      { x: dx, y: dy },
    ]);
    assert.ok(axis >= -90 && axis <= 90, `${angle}: ${axis}`);
  }
  const bent = lying([
    { x: 0, y: 0 },
    { x: 80, y: 0 },
    { x: 120, y: 70 },
  ]);
  assert.deepEqual([bent.x, bent.length, bent.axis], [0, 1, 0]);
});

test("the chevron stands on the rim of the counter, on the side it looks at", () => {
  const ahead = chevron("n", 0, 100, 60);
  assert.ok(Math.abs(ahead.x) < 1e-6 && Math.abs(ahead.y + 30) < 1e-6);
  const side = chevron("e", 0, 100, 60);
  assert.ok(Math.abs(side.x - 50) < 1e-6 && Math.abs(side.y) < 1e-6);
});
