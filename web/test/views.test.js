// @ts-check
// What the board looks like, from what is known and what is in hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pieceClasses, placeMarks } from "../js/views.js";
import { ask, game, offer, piece, snapshot } from "./table.js";

/** @param {Partial<Wire.Snapshot>} more */
const shown = more => {
  const own = game();
  own.take(snapshot(more));
  return own;
};

test("a counter is able, chosen, in hand, or asked about", () => {
  const asked = { ...ask("french"), about: { units: ["ney-1", "kutusov"], places: [] }, unit: "ney-1" };
  const own = shown({
    pending: { kind: "decide", asks: [asked] },
    offers: { french: [offer({ unit: "ney-1" })] },
  });
  const [ney, kutusov] = own.snapshot.pieces;
  assert.equal(pieceClasses(own, [])(ney), "in-hand able");
  assert.equal(pieceClasses(own, ["kutusov"])(kutusov), "selected about");
});

test("offers lie above reach, and reach above what is asked about", () => {
  const asked = { ...ask("french"), about: { units: [], places: ["0101", "0102", "0103"] } };
  const own = shown({ pending: { kind: "decide", asks: [asked] }, offers: { french: [offer({ place: "0103" })] } });
  const reached = new Map([
    ["0102", { mark: "reach" }],
    ["0103", { mark: "reach" }],
  ]);
  const marks = placeMarks(own, [], reached, () => []);
  assert.deepEqual(
    [...marks].map(([place, { mark }]) => [place, mark]),
    [
      ["0101", "about"],
      ["0102", "reach"],
      ["0103", "offer"],
    ],
  );
});

test("with a unit chosen only its own offers are marked; an enemy there is aimed at", () => {
  const own = shown({
    pieces: [piece("ney-1", "0101"), piece("ney-2", "0102"), piece("kutusov", "0202")],
    offers: { french: [offer({ unit: "ney-1", place: "0202" }), offer({ unit: "ney-2", place: "0103" })] },
  });
  /** @param {string} place */
  const standing = place => own.snapshot.pieces.filter(one => one.place === place);
  assert.deepEqual([...placeMarks(own, ["ney-1"], new Map(), standing)], [["0202", { mark: "offer", kind: " hostile" }]]);
  assert.deepEqual(
    [...placeMarks(own, [], new Map(), standing)].map(([place, { kind }]) => [place, kind]),
    [
      ["0202", "faint hostile"],
      ["0103", "faint "],
    ],
  );
});
