// @ts-check
// What a browser knows of the game: news on top of what was known, who decides, what is offered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { merged } from "../js/game.js";
import { ask, game, logLine, offer, piece, snapshot } from "./table.js";

test("news replace what they name, and leave the rest", () => {
  const old = snapshot({ turn: 3, score: { french: 2 } });
  const now = merged(old, { kind: "delta", version: 2, turn: 4 });
  assert.equal(now.kind, "snapshot");
  assert.deepEqual([now.version, now.turn, now.score], [2, 4, { french: 2 }]);
  assert.equal(now.pieces.length, 2);
});

test("counters come, change and go", () => {
  const now = merged(snapshot(), {
    kind: "delta",
    version: 2,
    pieces_changed: [piece("ney-1", "0102"), piece("ney-2", "0201")],
    pieces_gone: ["kutusov"],
  });
  assert.deepEqual(
    now.pieces.map(one => [one.id, one.place]),
    [
      ["ney-1", "0102"],
      ["ney-2", "0201"],
    ],
  );
  assert.ok(!("pieces_gone" in now) && !("pieces_changed" in now));
});

test("the log is cut to where the new lines begin, also if there are none", () => {
  const old = snapshot({ log: [logLine(0), logLine(1), logLine(2)] });
  const further = merged(old, { kind: "delta", version: 2, log_from: 3, log: [logLine(3)] });
  assert.deepEqual(
    further.log.map(line => line.line),
    [0, 1, 2, 3],
  );
  const back = merged(old, { kind: "delta", version: 2, log_from: 1, log: [] });
  assert.deepEqual(
    back.log.map(line => line.line),
    [0],
  );
});

test("nothing can change before there is anything", () => {
  assert.throws(() => merged(null, { kind: "delta", version: 2 }));
});

test("a game tells what is new", () => {
  const own = game();
  assert.deepEqual(own.take(snapshot()), { changed: true, news: [] });
  const told = own.take({ kind: "delta", version: 2, log_from: 1, log: [logLine(1)] });
  assert.deepEqual(
    told.news.map(line => line.line),
    [1],
  );
});

test("who is off the map has no place, and says where he is", () => {
  const own = game();
  own.take(snapshot({ pieces: [piece("ney-1", "Reinforcements")] }));
  assert.deepEqual([own.unit("ney-1")?.place, own.unit("ney-1")?.off], [null, "Reinforcements"]);
});

test("offers are those of the seat that decides, and none while others' moves are shown", () => {
  const own = game();
  const move = offer({ order: "move ney-1", unit: "ney-1", moves: true });
  own.take(snapshot({ offers: { french: [move, offer({ place: "0102" }), offer({})] } }));
  assert.equal(own.seat, "french");
  assert.deepEqual(own.ableUnits(), ["ney-1"]);
  assert.deepEqual(own.offeredPlaces(), ["0102"]);
  assert.equal(own.plainOffers().length, 1);
  assert.ok(own.moves("ney-1") && !own.moves("kutusov"));
  own.stage(own.snapshot);
  assert.deepEqual(own.offers(), []);
});

test("of two seats at one screen the player chooses which decides first", () => {
  const own = game();
  const seats = snapshot().seats.map(seat => ({ ...seat, mine: true }));
  own.take(snapshot({ seats, pending: { kind: "decide", asks: [ask("french"), ask("allied")] } }));
  assert.equal(own.seat, "french");
  own.prefer("allied");
  assert.equal(own.seat, "allied");
});

test("where things are hidden one of several at a screen looks, and another's turn asks for other eyes", () => {
  const own = game(false);
  const seats = snapshot().seats.map(seat => ({ ...seat, mine: true }));
  own.take(snapshot({ seats, pending: { kind: "decide", asks: [ask("allied")] } }));
  assert.deepEqual([own.eyes, own.seat, own.nextEyes()], ["french", null, "allied"]);
  own.lookAs("allied");
  assert.throws(() => own.snapshot);
  own.take(snapshot({ seats, pending: { kind: "decide", asks: [ask("allied")] } }));
  assert.deepEqual([own.seat, own.nextEyes()], ["allied", null]);
});

test("namesakes are told apart by their figures", () => {
  const own = game();
  own.take(snapshot());
  assert.equal(own.unitName("ney-1"), "Ney 8-4");
  assert.equal(own.unitName("kutusov"), "Kutusov");
});

test("a piece is hostile to the side that decides", () => {
  const own = game();
  own.take(snapshot());
  const [french, russian] = own.snapshot.pieces;
  assert.deepEqual([own.hostile(french), own.hostile(russian)], [false, true]);
});
