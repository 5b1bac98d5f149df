// @ts-check
// Names and counters: who steps aside, and how far.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromAfar, larger, steppedAside } from "../js/clear.js";

const PITCH = 100;
/** @param {number} x @param {number} y @returns {Page.Rectangle} */
const counter = (x, y) => ({ x: x - 33, y: y - 33, width: 66, height: 66 });
/** @param {number} x @param {number} y @param {number} [width] @returns {Page.Rectangle} */
const name = (x, y, width = 60) => ({ x: x - width / 2, y: y - 6, width, height: 12 });
/** @param {Page.Rectangle} a @param {Page.Rectangle} b */
const apart = (a, b) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
/** @param {Page.Rectangle} frame @param {Page.Point} by */
const moved = (frame, by) => ({ ...frame, x: frame.x + by.x, y: frame.y + by.y });

test("a name that nothing covers stays", () => {
  assert.deepEqual(steppedAside([name(0, 50)], [counter(0, 0)], PITCH), [{ x: 0, y: 0, scale: 1 }]);
});

test("a covered name steps out from under, no farther than it must, and past other names", () => {
  const names = [name(0, 0), name(0, 42)];
  const counters = [counter(0, 0)];
  const ways = steppedAside(names, counters, PITCH);
  assert.deepEqual(ways[1], { x: 0, y: 0, scale: 1 });
  const frame = moved(names[0], ways[0]);
  assert.ok(apart(frame, counters[0]) && apart(frame, names[1]), JSON.stringify(ways));
  assert.ok(Math.hypot(ways[0].x, ways[0].y) < 60, JSON.stringify(ways));
});

test("a name without any room stays where it belongs", () => {
  const crowd = [-2, -1, 0, 1, 2].flatMap(x => [-2, -1, 0, 1, 2].map(y => counter(66 * x, 66 * y)));
  assert.deepEqual(steppedAside([name(0, 0)], crowd, PITCH), [{ x: 0, y: 0, scale: 1 }]);
});

test("from far away the greater names are written larger, and none lies over another", () => {
  assert.equal(larger(1), 1);
  assert.equal(larger(0.4), 1);
  assert.ok(larger(0.1) > larger(0.2) && larger(0.2) > 1);
  // A little nearer or farther nothing changes.
  assert.equal(larger(0.1), larger(0.101));
  const names = [name(0, 0), { ...name(10, 20), height: 30 }, name(900, 0)];
  const ways = fromAfar(names, 4);
  assert.deepEqual(
    ways.map(way => way.scale),
    [0, 4, 4],
  );
});
