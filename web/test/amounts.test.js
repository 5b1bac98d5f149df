// @ts-check
// Points as players write them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { amount } from "../js/amounts.js";

test("halves, thirds and quarters are fractions, and never decimals", () => {
  const said = [0, 1, 12, 0.5, 2.5, 1 / 3, 5 / 3, 0.25, 3.75, 1 / 6, 5 / 6].map(amount);
  assert.deepEqual(said, ["0", "1", "12", "½", "2½", "⅓", "1⅔", "¼", "3¾", "⅙", "⅚"]);
});

test("sums of thirds and quarters are twelfths", () => {
  assert.equal(amount(1 / 3 + 1 / 4), "7/12");
  assert.equal(amount(1 + 11 / 12), "1 11/12");
  // As it comes over the wire, with the digits that a float keeps.
  assert.equal(amount(JSON.parse("1.6666666666666667")), "1⅔");
});

test("what is no such fraction is said as it is", () => {
  assert.equal(amount(0.3), "0.3");
  assert.equal(amount(-1), "-1");
});
