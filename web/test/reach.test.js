// @ts-check
// Long counters that are dragged by an end, and those that stand on others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { front, thickest } from "../js/front.js";
import { bringing } from "../js/reach.js";
import { game, offer, piece, snapshot } from "./table.js";

/**
 * @param {string[]} covers
 * @param {number} cost
 * @param {Wire.Facing} facing
 * @returns {Wire.Goal}
 */
const goal = (covers, cost, facing) => ({
  place: covers[0],
  covers,
  facing,
  cost,
  left: 4 - cost,
  path: [covers[0]],
  steps: [{ place: covers[0], cost, case: "4.1", note: "" }],
  order: `move ${covers.join(" ")}`,
});

test("a line that is dragged by an end wheels if that is cheaper than marching there", () => {
  const march = goal(["0102", "0202"], 2, "n");
  const wheel = { label: "Wheel to the right", sweeps: ["0202"], goal: goal(["0101", "0202"], 1, "ne") };
  assert.equal(bringing([march], [wheel], "n", 1, "0202", false)?.manoeuvre, wheel);
  assert.equal(bringing([march], [wheel], "n", 0, "0102", false)?.goal, march);
  assert.equal(bringing([march], [wheel], "n", 1, "0103", false), null);
});

test("a line that is taken by an end wheels, where a march would bring the end there as cheaply", () => {
  const march = goal(["0102", "0202"], 1, "n");
  const wheel = { label: "Wheel to the right", sweeps: ["0202"], goal: goal(["0101", "0202"], 1, "ne") };
  const slide = { label: "Slide", sweeps: ["0202"], goal: goal(["0103", "0202"], 1, "n") };
  assert.equal(bringing([march], [slide, wheel], "n", 1, "0202", true)?.manoeuvre, wheel);
  assert.equal(bringing([march], [slide], "n", 1, "0202", true)?.goal, march);
});

test("of two ways as cheap the one that keeps the front comes first", () => {
  const [turned, straight] = [goal(["0102", "0101"], 1, "ne"), goal(["0102", "0101"], 1, "n")];
  assert.equal(bringing([turned, straight], [], "n", 0, "0102", false)?.goal, straight);
});

test("those that stand on a counter are found in its places, and make it able", () => {
  const borne = { unit: "ney-2", place: "0201", strength: "3", marks: [] };
  const own = game();
  own.take(
    snapshot({
      pieces: [piece("ney-1", "0101", { places: ["0101", "0201"], bears: [borne] })],
      offers: { french: [offer({ unit: "ney-2", moves: true })] },
    }),
  );
  assert.deepEqual(
    own.riders("0201").map(one => one.id),
    ["ney-2"],
  );
  assert.deepEqual([own.unit("ney-2")?.place, own.unit("ney-2")?.strength], ["0201", "3"]);
  assert.deepEqual(own.riders("0101"), []);
});

test("where the sides cannot be seen at once, the game opens with one's own", () => {
  const own = [{ x: 0, y: 0 }];
  const enemies = [
    { x: 5000, y: 0 },
    { x: 5100, y: 0 },
    { x: 5200, y: 0 },
  ];
  const shown = thickest(own, enemies, front(own, enemies, 600), { width: 1000, height: 800 });
  assert.deepEqual(shown, own);
});
