// @ts-check
// The messages of the page: each that is used is there, and other languages say the same things about the same values.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { negotiated, say, speakIn } from "../js/words.js";

/** @param {string} path */
const read = path => readFileSync(new URL(path, import.meta.url), "utf8");
const english = read("../messages/en.ftl");

/**
 * The messages of a file and the values that each speaks of.
 * @param {string} text
 */
const messages = text =>
  new Map(
    text
      .split(/\n(?=[a-z])/)
      .filter(part => /^[a-z][\w-]* =/.test(part))
      .map(part => {
        const [id] = part.split(" ");
        return [id, new Set([...part.matchAll(/\$([a-z]+)/g)].map(match => match[1]))];
      }),
  );

const known = messages(`\n${english}`);

test("every message that is said is written, and the other way round", () => {
  const sources = readdirSync(new URL("../js/", import.meta.url)).map(name => read(`../js/${name}`));
  const said = new Set(sources.flatMap(source => [...source.matchAll(/"([a-z]+(?:-[a-z]+)*)"/g)].map(match => match[1])));
  const called = new Set(sources.flatMap(source => [...source.matchAll(/say\("([a-z-]+)"/g)].map(match => match[1])));
  assert.deepEqual(
    [...called].filter(id => !known.has(id)),
    [],
  );
  assert.deepEqual(
    [...known.keys()].filter(id => !said.has(id)),
    [],
  );
});

test("other languages speak of the same values", () => {
  for (const tag of ["fr", "de"])
    for (const [id, values] of messages(`\n${read(`../messages/${tag}.ftl`)}`)) {
      assert.ok(known.has(id), `${tag}: ${id} is not in English`);
      assert.deepEqual(
        [...values].filter(value => !known.get(id)?.has(value)),
        [],
        `${tag}: ${id}`,
      );
    }
});

test("French and German lack nothing that English says", () => {
  for (const tag of ["fr", "de"]) {
    // A message that Fluent cannot read is missing too.
    speakIn([[tag, read(`../messages/${tag}.ftl`)]]);
    assert.deepEqual(
      [...known.keys()].filter(id => say(id) === id),
      [],
      tag,
    );
  }
});

test("plural forms follow the language, and what a language lacks is said in English", () => {
  speakIn([["en", english]]);
  assert.equal(say("lobby-yours", { count: 1 }), "One is waiting for you");
  assert.equal(say("lobby-yours", { count: 3 }), "3 are waiting for you");
  speakIn([
    ["fr", "lobby-yours = { $count ->\n    [one] Une partie\n   *[other] { $count } parties\n    }"],
    ["en", english],
  ]);
  assert.equal(say("lobby-yours", { count: 0 }), "Une partie");
  assert.equal(say("copy"), "Copy");
  assert.equal(say("no-such-message"), "no-such-message");
});

test("the first language that can be spoken", () => {
  assert.equal(negotiated(["pl", "de-CH", "fr"]), "de");
  assert.equal(negotiated(["pl"]), "en");
});
