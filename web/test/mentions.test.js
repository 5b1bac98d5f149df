// @ts-check
// Sentences in parts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parted } from "../js/mentions.js";

test("a sentence without mentions is one part, an empty one none", () => {
  assert.deepEqual(parted("They wait."), [{ text: "They wait." }]);
  assert.deepEqual(parted("", []), []);
});

test("the parts of a sentence make up the sentence", () => {
  const text = "Görschen: Ney 8-4 marches to 0304";
  const parts = parted(text, [
    { from: 0, to: 8, place: "Görschen" },
    { from: 10, to: 17, unit: "ney-1" },
    { from: 29, to: 33, place: "0304" },
  ]);
  assert.equal(parts.map(part => part.text).join(""), text);
  assert.deepEqual(
    parts.filter(part => part.unit || part.place).map(part => part.text),
    ["Görschen", "Ney 8-4", "0304"],
  );
});
