// @ts-check
// Where places are, hexes and boxes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { spotsOf } from "../js/places.js";
import { MAP } from "./table.js";

test("the place under a point, and none between", () => {
  const spots = spotsOf(MAP);
  assert.equal(spots.at({ x: 60, y: 160 }), "0102");
  assert.equal(spots.at({ x: 390, y: 390 }), null);
});

test("neighbours, steps by direction, and a body of troops that keeps its shape", () => {
  const spots = spotsOf(MAP);
  assert.deepEqual(new Set(spots.neighbours("0102")), new Set(["0101", "0103", "0201", "0202"]));
  assert.equal(spots.step("0102", 0), "0101");
  assert.equal(spots.step("0102", 2), "0202");
  assert.equal(spots.step("0101", 0), null);
  assert.equal(spots.shifted("0201", "0101", "0102"), "0202");
});

test("the cursor runs to the neighbour in a direction, and stays at the edge", () => {
  const spots = spotsOf(MAP);
  assert.equal(spots.towards("0102", 0, 1), "0103");
  assert.equal(spots.towards("0103", 0, 1), "0103");
});

test("boxes have the neighbours that are told, and their stacks march as one", () => {
  const spots = spotsOf({
    ...MAP,
    stacks: true,
    places: { Erfurt: [0, 0], Weimar: [200, 0] },
    ways: { Erfurt: ["Weimar"], Weimar: ["Erfurt"] },
  });
  assert.deepEqual(spots.neighbours("Erfurt"), ["Weimar"]);
  assert.equal(spots.shifted("Erfurt", "Erfurt", "Weimar"), "Weimar");
  assert.equal(spots.step("Erfurt", 1), null);
});

test("a place that is not on the map is a fault, or left out of a list", () => {
  const spots = spotsOf(MAP);
  assert.throws(() => spots.middle("9999"));
  assert.equal(spots.among(["0101", "9999"]).length, 1);
});
