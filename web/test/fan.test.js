import assert from "node:assert/strict";
import { test } from "node:test";

import { fromTheBottom, SPREAD_SCALE, spread } from "../js/fan.js";

const SHEET = { width: 1000, height: 800 };
const COUNTER = 40;

test("a stack that is spread out lies on the sheet, whole and apart, wherever its place is", () => {
  const half = (COUNTER * SPREAD_SCALE) / 2;
  for (const x of [0, 5, 500, 998])
    for (const y of [0, 400, 799])
      for (const count of [2, 6, 8, 13]) {
        const spots = Array.from({ length: count }, (_, index) => spread({ x, y }, SHEET, COUNTER, index, count)).map(({ dx, dy }) => [
          x + dx,
          y + dy,
        ]);
        for (const [left, top] of spots) {
          assert.ok(left - half >= -1e-9 && left + half <= SHEET.width + 1e-9, `${left} of ${count} at ${x}`);
          assert.ok(top - half >= -1e-9 && top + half <= SHEET.height + 1e-9, `${top} of ${count} at ${y}`);
        }
        const apart = spots.every(([a, b], one) =>
          spots.every(([c, d], other) => one === other || Math.max(Math.abs(a - c), Math.abs(b - d)) >= 2 * half),
        );
        assert.ok(apart, `${count} at ${x}, ${y} cover each other`);
      }
});

test("in the middle of the map it is spread out around its place", () => {
  const [first, second] = [0, 1].map(index => spread({ x: 500, y: 400 }, SHEET, COUNTER, index, 2));
  assert.equal(first.dx, -second.dx);
  assert.equal(first.dy, second.dy);
});

test("what is held lies on top of what is stronger, and the sides lie beside each other", () => {
  /**
   * @param {string} id
   * @param {string} side
   * @param {string} strength
   */
  const piece = (id, side, strength) => ({
    id,
    side,
    strength,
    place: "0101",
    arm: "infantry",
    marks: [],
    movement: "4",
    name: id,
    nation: "",
    stack: 0,
  });
  const stack = [piece("weak", "french", "2"), piece("foe", "russian", "9"), piece("strong", "french", "8")];
  /** @param {string} held */
  const ids = held =>
    fromTheBottom(/** @type {Page.Piece[]} */ (/** @type {unknown} */ ([...stack])), one => one.id === held).map(one => one.id);
  assert.deepEqual(ids(""), ["weak", "strong", "foe"]);
  assert.deepEqual(ids("weak"), ["strong", "weak", "foe"]);
});
