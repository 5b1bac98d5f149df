// @ts-check
// The state of the battle, the front, the order of battle, the log as a story.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestFirst, likeliestFirst } from "../js/combat.js";
import { around, closest, front } from "../js/front.js";
import { seeAlike } from "../js/handover.js";
import { announced, arrived } from "../js/headlines.js";
import { everybody, treeOf } from "../js/panels.js";
import { arrowed, stories, wantedStory } from "../js/story.js";
import { seniority } from "../js/views.js";
import "./english.js";
import { game, logLine, offer, piece, snapshot } from "./table.js";

/** @param {Partial<Wire.Headline>} line @returns {Wire.Headline} */
const headline = line => ({ kind: "time", name: "Turn 1", value: "14:00", note: "", side: null, case: null, ...line });

test("a new turn and a new sky are announced, a score is not", () => {
  const before = [
    headline({}),
    headline({ kind: "sky", name: "Weather", value: "Day" }),
    headline({ kind: "score", name: "French", value: "0" }),
  ];
  const now = [
    headline({ name: "Turn 2", value: "15:15" }),
    headline({ kind: "sky", name: "Weather", value: "Night" }),
    headline({ kind: "score", name: "French", value: "5" }),
  ];
  assert.deepEqual(
    announced(before, now).map(line => line.value),
    ["15:15", "Night"],
  );
  assert.deepEqual(announced(before, before), []);
});

test("who has come lies in a place where nothing of his was before", () => {
  const came = arrived([piece("ney-1", "0101")], [piece("ney-1", "0102"), piece("ney-2", "0103")], () => true);
  assert.deepEqual([...came.keys()], ["0103"]);
  assert.equal(arrived([], [piece("kutusov", "0202")], () => false).size, 0);
});

test("a title without headlines shows at least turn and score", () => {
  const own = game();
  own.take(snapshot({ turn: 3, score: { french: 4, allied: 1 } }));
  assert.deepEqual(
    own.headlines().map(line => [line.kind, line.name, line.value]),
    [
      ["time", "Turn 3", ""],
      ["score", "French points", "4"],
      ["score", "Allied points", "1"],
    ],
  );
});

test("a shared screen is covered only where one sees what the other does not", () => {
  const [ney, kutusov] = [piece("ney-1", "0101"), piece("kutusov", "0102")];
  const log = [logLine(7), logLine(8)];
  assert.ok(seeAlike(snapshot({ pieces: [ney, kutusov], log }), snapshot({ pieces: [kutusov, ney], log: [log[1]] })));
  assert.ok(!seeAlike(snapshot({ pieces: [ney, kutusov], log }), snapshot({ pieces: [ney], log })));
  assert.ok(!seeAlike(snapshot({ pieces: [ney], log }), snapshot({ pieces: [ney], log: [] })));
});

test("the front is where both sides are nearest", () => {
  const own = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 0, y: 900 },
  ];
  const enemies = [{ x: 0, y: 200 }];
  const points = front(own, enemies, 150);
  assert.deepEqual(around(points, 10), { x: -10, y: -10, width: 120, height: 220 });
  assert.equal(front(own, [], 10).length, 3);
  assert.equal(around([], 5), null);
});

test("the order of battle is a tree of command", () => {
  const pieces = [piece("ney-1", "0101"), piece("ney-2", "0102"), piece("kutusov", "0202")];
  const tree = treeOf(pieces, one => (one.id === "kutusov" ? ["Russian army"] : ["Ney's division", "VI Corps", "Grande Armée"]));
  assert.deepEqual([...tree.below.keys()], ["Grande Armée", "Russian army"]);
  const army = tree.below.get("Grande Armée");
  assert.equal(army && everybody(army).length, 2);
  assert.deepEqual([...(army?.below.get("VI Corps")?.below.keys() ?? [])], ["Ney's division"]);
});

test("a march is one line, and what is not of it begins another", () => {
  /** @param {number} number @param {string} text @param {string[]} places @param {Partial<Wire.LogLine>} [more] */
  const step = (number, text, places, more) => logLine(number, { text, places, units: ["ney-1"], case: "4.0", ...more });
  const told = stories([
    logLine(0, { heading: "phase", text: "French Movement Phase" }),
    step(1, "Ney moves 0101 → 0102", ["0101", "0102"]),
    logLine(6, { text: "The French hold 0102", places: ["0102"] }),
    step(2, "Ney moves 0102 → 0103", ["0102", "0103"]),
    step(3, "Ney stops in 0103", ["0103"]),
    step(4, "Ney is eliminated in 0103", ["0103"], { case: "6.3g" }),
    logLine(5, { text: "Die 4", dice: [{ faces: 6, face: 4 }] }),
  ]);
  assert.deepEqual(
    told.map(story => story.text),
    ["French Movement Phase", "Ney moves 0101 → 0102 → 0103", "The French hold 0102", "Ney is eliminated in 0103", "Die 4"],
  );
  const [heading, march, , lost] = told;
  const sideOf = () => "french";
  assert.equal(wantedStory(march, { side: "allied", words: "" }, sideOf), false);
  assert.equal(wantedStory(march, { side: "french", words: "0102" }, sideOf), true);
  assert.equal(wantedStory(lost, { side: "", words: "marches" }, sideOf), false);
  assert.equal(wantedStory(heading, { side: "allied", words: "x" }, sideOf), true);
});

test("a phase in which nothing happened is not told of, but the one that goes on is, and lines begin with a capital", () => {
  const told = stories([
    logLine(0, { heading: "phase", text: "French: Bridges" }),
    logLine(1, { heading: "phase", text: "French: Battles" }),
    logLine(2, { text: "an unknown force halts at 0102", places: ["0102"] }),
    logLine(3, { heading: "phase", text: "French: Rally" }),
    logLine(4, { heading: "turn", text: "Turn 2" }),
    logLine(5, { heading: "phase", text: "Allied: Administration" }),
  ]);
  assert.deepEqual(
    told.map(story => story.text),
    ["French: Battles", "An unknown force halts at 0102", "Turn 2", "Allied: Administration"],
  );
});

test("what is likely is read first, and what is equally likely keeps its order", () => {
  /** @param {string} label @param {number} percent */
  const line = (label, percent) => ({ labels: [label], words: { text: label }, numerator: 1, denominator: 6, percent });
  assert.deepEqual(
    likeliestFirst([line("rare", 0.01), line("often", 66), line("so", 17), line("or so", 17)]).map(one => one.labels[0]),
    ["often", "so", "or so", "rare"],
  );
});

test("the nearest two of both sides are found, if there are both", () => {
  const [near, far, enemy] = [
    { x: 100, y: 0 },
    { x: 0, y: 0 },
    { x: 300, y: 0 },
  ];
  assert.deepEqual(closest([far, near], [enemy]), [near, enemy]);
  assert.deepEqual(closest([near], []), []);
});

test("the best odds come first, then the others from the highest", () => {
  const columns = ["1-2", "1-1", "2-1", "3-1"].map(order => offer({ order, best: order === "3-1" }));
  assert.deepEqual(
    bestFirst(columns).map(one => one.order),
    ["3-1", "2-1", "1-1", "1-2"],
  );
});

test("the senior leader tops a stack, then the strongest unit; a dummy is at the bottom", () => {
  const ranks = [
    { arm: "marker", strength: "" },
    { arm: "infantry", strength: "3" },
    { arm: "infantry", strength: "8" },
    { arm: "leader", strength: "**" },
    { arm: "leader", strength: "****" },
  ].map(one => seniority(/** @type {Wire.Piece} */ (one)));
  assert.deepEqual(
    ranks,
    [...ranks].sort((a, b) => a - b),
  );
});

test("a march of counters that lie face down is one line, too; others who do the same elsewhere are another", () => {
  /** @param {number} number @param {string} from @param {string} to */
  const step = (number, from, to) =>
    logLine(number, { text: `Allies: 2 counters march from ${from} to ${to}`, places: [from, to], units: [], case: "5.2a" });
  const back = logLine(4, { text: "Allies: a counter is back at Halle", places: ["Halle"], units: [], case: "7.1g" });
  const told = stories([
    step(1, "Zeitz", "Naumburg"),
    step(2, "Naumburg", "Auerstadt"),
    step(3, "Leipzig", "Halle"),
    back,
    { ...back, line: 5 },
  ]);
  assert.deepEqual(
    told.map(story => story.text),
    [
      "Allies: 2 counters march from Zeitz to Naumburg → Auerstadt",
      "Allies: 2 counters march from Leipzig to Halle",
      "Allies: a counter is back at Halle",
      "Allies: a counter is back at Halle",
    ],
  );
});

test("a step from place to place has an arrow, whatever the title writes", () => {
  assert.equal(arrowed(logLine(1, { text: "Ney moves 0101 - 0102", places: ["0101", "0102"] })), "Ney moves 0101 → 0102");
  assert.equal(arrowed(logLine(1, { text: "Ney passes: 3 - 4", places: ["0101"] })), "Ney passes: 3 - 4");
});
