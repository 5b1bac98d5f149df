// @ts-check
// The others' moves as pictures, one after the other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, pictures } from "../js/watch.js";
import { game, logLine, piece, snapshot } from "./table.js";

/** @param {Partial<Wire.Snapshot>} more */
const shown = more => {
  const own = game();
  own.take(snapshot(more));
  return own.snapshot;
};

test("lines of one march belong together; a heading and a throw stand alone", () => {
  const groups = grouped([
    logLine(1, { heading: "phase" }),
    logLine(2, { units: ["ney-1"] }),
    logLine(3, { units: ["ney-1"] }),
    logLine(4, { units: ["ney-2"] }),
    logLine(5, { dice: [{ faces: 6, face: 3 }] }),
    logLine(6),
  ]);
  assert.deepEqual(
    groups.map(group => group.lines.map(line => line.line)),
    [[1], [2, 3], [4], [5], [6]],
  );
});

test("a unit goes when the last line that names it is read, along its places", () => {
  const before = shown({ pieces: [piece("ney-1", "0101"), piece("kutusov", "0202")] });
  const after = shown({ pieces: [piece("ney-1", "0103"), piece("kutusov", "0201")] });
  const reel = pictures(before, after, [
    logLine(1, { units: ["ney-1"], places: ["0101", "0102"] }),
    logLine(2, { units: ["ney-1"], places: ["0102", "0103"] }),
    logLine(3, { units: ["kutusov"], places: ["0201"] }),
  ]);
  assert.deepEqual(
    reel.map(picture => picture.moved),
    [["ney-1"], ["kutusov"]],
  );
  assert.deepEqual(reel[0].trails, [["0101", "0102", "0103"]]);
  assert.equal(reel[0].snapshot.pieces.find(one => one.id === "kutusov")?.place, "0202");
});

test("the last picture is the position itself, whatever the lines say", () => {
  const before = shown({ pieces: [piece("ney-1", "0101"), piece("kutusov", "0202")] });
  const after = shown({ pieces: [piece("ney-2", "0103")] });
  const reel = pictures(before, after, [logLine(1), logLine(2, { heading: "turn" })]);
  assert.deepEqual(reel.at(-1)?.snapshot.pieces, after.pieces);
  assert.deepEqual(new Set(reel[0].gone), new Set(["ney-1", "kutusov"]));
});
