// @ts-check
// A review in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { betterOf, percent, Verdicts } from "../js/verdicts.js";
import "./table.js";

const seats = [
  { name: "French", side: 0 },
  { name: "Russians", side: 1 },
  { name: "Prussians", side: 1 },
];
/** @type {Wire.Review} */
const review = { first_seat: "french", first_side: 0, curve: [], turning_points: [], dice: -0.04, decisions: [0.1, 0.2] };
/** @type {Wire.TurningPoint} */
const point = {
  step: 1,
  until: 1,
  turn: 1,
  cause: "dice",
  side: 0,
  swing: -0.12,
  before: 0.5,
  after: 0.38,
  words: "",
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
  assert.equal(verdicts.swing(point), "Dice: 12 points for the Russians and Prussians");
  assert.equal(verdicts.swing({ ...point, cause: "decision" }), "Decision: it cost the French 12 points");
});

test("sums are those of the whole game, each by its own side", () => {
  const words = new Verdicts(review, seats).sums().map(sum => sum.words);
  assert.deepEqual(words, ["gave the Russians and Prussians 4 points", "10 points better than expected", "20 points worse than expected"]);
});

test("orders that promise next to nothing are not better", () => {
  const hint = { order: "", orders: [], label: "", units: [], places: [], promise: { expects: 0.5, gains: 0.001 } };
  const better = { ...hint, promise: { expects: 0.6, gains: 0.1 } };
  assert.deepEqual(betterOf({ ...point, better: [hint, better, { ...hint, promise: null }] }), [better]);
});
