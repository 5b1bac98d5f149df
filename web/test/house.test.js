// @ts-check
// House rules of the page, looked for in its sources.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../js/", import.meta.url);
const modules = readdirSync(folder).map(name => ({ name, lines: readFileSync(new URL(name, folder), "utf8").split("\n") }));

/**
 * Every line that is as it must not be.
 * @param {(line: string, name: string) => boolean} wrong
 */
const found = wrong =>
  modules.flatMap(({ name, lines }) => lines.flatMap((line, at) => (wrong(line, name) ? [`${name}:${at + 1}: ${line.trim()}`] : [])));

test("every module is checked", () => {
  assert.deepEqual(
    modules.filter(({ lines }) => lines[0] !== "// @ts-check").map(({ name }) => name),
    [],
  );
  assert.deepEqual(
    found(line => /@ts-(?:ignore|nocheck|expect-error)|\{any\}|<any>|\bany\[\]/.test(line)),
    [],
  );
});

test("no module puts an order together or takes one apart: the server says what an order is", () => {
  const assembled =
    /\border\w*(?:\.\w+)*\.(?:split|replace|replaceAll|match|concat|slice)\(|\border\w*\b[^;]*\.join\(|order: [`"]|give\([`"]/;
  assert.deepEqual(
    found(line => assembled.test(line)),
    [],
  );
});

test("no module reads a position: the server says what is in it", () => {
  assert.deepEqual(
    found((line, name) => /\[position\]|\[\[step\]\]|rules_of\s*=/.test(line) && name !== "lobby.js"),
    [],
  );
});

test("nobody writes the fields of another part", () => {
  const parts =
    "board|game|field|spots|marks|camera|hand|reach|carry|cards|wedges|watch|orders|rewind|prompt|side|log|notes|letters|overlays|hints|replay|combat|throws|thinking|turningPoint|drawer|mentions|keys|live|palette|book|player|sandbox|writing";
  const written = new RegExp(`\\b(?:${parts})\\.(\\w+) (?:\\?\\?|\\+|-)?= (?!=)`);
  // Elements are everybody's: what is written to them is drawn, not known.
  const drawn = ["hidden", "textContent", "disabled", "value", "className", "title", "placeholder", "innerHTML"];
  assert.deepEqual(
    found((line, name) => {
      const match = written.exec(line);
      return Boolean(match && !drawn.includes(match[1]) && !(name === "field.js" && line.includes("    field.")));
    }),
    [],
  );
});
