// @ts-check
// The dice's arithmetic against published vectors and against Node's own.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { bytesOf, chacha20, dice, digitsOf, plainSha256 } from "../js/arithmetic.js";

test("SHA-256 of every length around a block agrees with Node", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + length) & 255);
    assert.equal(digitsOf(plainSha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `length ${length}`);
  }
});

test("ChaCha20 gives the key stream of the zero key (RFC 8439, A.1, vectors 1 and 2)", () => {
  /** @param {number} block */
  const stream = block => digitsOf(new Uint8Array(chacha20(new Uint8Array(32), block, 0).buffer));
  assert.match(stream(0), /^76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7/);
  assert.match(stream(1), /^9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed/);
});

test("digits and bytes are each other's inverse", () => {
  assert.equal(digitsOf(bytesOf("00ff10a0")), "00ff10a0");
});

test("dice stay within their faces, all faces come, and throws do not depend on each other", () => {
  const key = bytesOf("11".repeat(32));
  const thrown = dice(key, 7, 600, 6);
  assert.deepEqual(new Set(thrown), new Set([1, 2, 3, 4, 5, 6]));
  assert.deepEqual(dice(key, 7, 3, 6), thrown.slice(0, 3));
  assert.notDeepEqual(dice(key, 8, 20, 6), thrown.slice(0, 20));
});
