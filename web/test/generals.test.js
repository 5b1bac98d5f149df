// @ts-check
// Who can sit at a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { character, isGeneral, lastTable, named, quickTable, spoken } from "../js/generals.js";

/** @type {Wire.Title} */
const title = {
  id: "t",
  name: "A title",
  open: true,
  scenarios: [],
  generals: ["recruit", "captain", "colonel"].map(id => ({ id, name: id[0].toUpperCase() + id.slice(1), words: "", strength: null })),
  styles: ["balanced", "bold"].map(id => ({ id, name: id[0].toUpperCase() + id.slice(1), words: "" })),
  sandbox: false,
};
const seats = ["french", "allied"].map((id, side) => ({ id, name: id, side }));

test("a general is a level and a style; the first style needs no word", () => {
  assert.deepEqual(character("colonel:bold", title), { level: "colonel", style: "bold" });
  assert.equal(named({ level: "colonel", style: "bold" }, title), "colonel:bold");
  assert.equal(named({ level: "colonel", style: "balanced" }, title), "colonel");
  assert.equal(spoken("colonel:bold", title), "Colonel, bold");
});

test("a level that is not known becomes the usual one", () => {
  assert.equal(character("marshal", title).level, "captain");
  assert.equal(character(undefined, { ...title, generals: [], styles: [] }).level, null);
});

test("whoever comes for the first time sits opposite a general, or opposite chance", () => {
  assert.deepEqual(lastTable(title, seats), { french: "here", allied: "captain" });
  assert.deepEqual(lastTable({ ...title, generals: [] }, seats), { french: "here", allied: "random" });
  assert.deepEqual(quickTable(title, seats), { french: "here", allied: "captain" });
  assert.ok(!isGeneral("random") && isGeneral("captain:bold"));
});
