// @ts-check
// Who has come to the table, and who is there now.

import assert from "node:assert/strict";
import { test } from "node:test";
import { presence, waitingFor } from "../js/invite.js";
import "./english.js";

/** @param {Partial<Wire.Seat>} seat @returns {Wire.Seat} */
const seat = seat => ({
  id: "allied",
  name: "Allied",
  mine: false,
  taken: true,
  by: "link",
  general: null,
  player: null,
  side: 1,
  ...seat,
});
const own = seat({ id: "french", name: "French", mine: true });

test("nobody is said to be here who is away", () => {
  assert.match(waitingFor([own, seat({ taken: false })], []), /^Waiting for the Allied/);
  assert.equal(waitingFor([own, seat({})], []), "Every seat is taken. Away at the moment: Allied.");
  assert.equal(waitingFor([own, seat({})], ["allied"]), "Everybody is here.");
});

test("a program is neither here nor away", () => {
  assert.equal(presence(seat({ general: "Captain" }), []), "program");
  assert.equal(presence(seat({ by: "random" }), []), "program");
  assert.equal(waitingFor([own, seat({ general: "Captain" })], []), "Everybody is here.");
});
