// @ts-check
// A review in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { betterOf, percent, Verdicts } from "../js/verdicts.js";
import "./english.js";
import "./table.js";

const seats = [
  { name: "French", side: 0 },
  { name: "Russians", side: 1 },
  { name: "Prussians", side: 1 },
];
/** @type {Wire.Review} */
const review = { first_seat: "french", first_side: 0, curve: [], turning_points: [], dice: -0.04, decisions: [0.1, 0.2], level: 0 };
/** @type {Wire.TurningPoint} */
const point = {
  step: 1,
  until: 9,
  shows: 5,
  turn: 1,
  cause: "dice",
  side: 0,
  before: 0.5,
  after: 0.38,
  dice: -0.15,
  orders: 0.03,
  throws: [],
  given: [],
  better: [],
};

test("chances of both sides, never beyond certainty", () => {
  const verdicts = new Verdicts(review, seats);
  assert.equal(verdicts.chances(0.62), "French 62 %, Russians and Prussians 38 %");
  assert.equal(percent(1.2), "100 %");
});

test("a swing is told for whom it was", () => {
  const verdicts = new Verdicts(review, seats);
  assert.equal(verdicts.swing(point), "12 points for the Russians and Prussians");
  assert.equal(verdicts.shares(point), "dice +15, orders \u22123");
  assert.equal(verdicts.reason(point), "The dice of this turn of the French did most of it.");
  assert.equal(verdicts.reason({ ...point, cause: "decision", orders: -0.1 }), "The French could have made more of this turn.");
  assert.equal(
    verdicts.reason({ ...point, cause: "decision", side: 1, orders: -0.1 }),
    "The Russians and Prussians played this turn better than could be expected.",
  );
});

test("sums are those of the whole game, each for whom it was", () => {
  const words = new Verdicts(review, seats).sums().map(sum => sum.words);
  assert.deepEqual(words, ["4 points for the Russians and Prussians", "10 points for the French", "20 points for the French"]);
});

test("orders that promise next to nothing are not better", () => {
  const hint = { order: "", orders: [], label: "", units: [], places: [], promise: { expects: 0.5, gains: 0.001 } };
  const better = { ...hint, promise: { expects: 0.6, gains: 0.1 } };
  assert.deepEqual(betterOf({ ...point, better: [hint, better, { ...hint, promise: null }] }), [better]);
});
