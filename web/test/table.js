// @ts-check
// A small game for tests: two sides, a few hexes, a few units.

import { Game } from "../js/game.js";
import { Hexes } from "../js/hexes.js";

// Browsers have it; the oldest Node that runs these tests has not.
Map.groupBy ??= (items, key) => {
  const groups = new Map();
  let at = 0;
  for (const item of items) {
    const name = key(item, at++);
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return groups;
};

/** @type {Wire.MapSheet} */
export const MAP = {
  width: 400,
  height: 400,
  pitch: 100,
  stacks: false,
  grounds: { "0101": "Eylau, town" },
  places: { "0101": [50, 50], "0102": [50, 150], "0103": [50, 250], "0201": [136.6, 100], "0202": [136.6, 200] },
};

/** What a title says no more of. */
const PLAIN = {
  length: 1,
  full_name: "",
  formation: [],
  commander: "",
  branch: "",
  guard: false,
  colour: "",
  ratings: [],
  strength_name: "",
};

/** @type {Wire.Unit[]} */
export const ROSTER = [
  { id: "ney-1", name: "Ney", nation: "french", side: "french", arm: "infantry", strength: "8", movement: "4", ...PLAIN },
  { id: "ney-2", name: "Ney", nation: "french", side: "french", arm: "infantry", strength: "6", movement: "4", ...PLAIN },
  { id: "kutusov", name: "Kutusov", nation: "russian", side: "allied", arm: "leader", strength: "", movement: "6", ...PLAIN },
];

/**
 * @param {string} id
 * @param {string} place
 * @param {Partial<Wire.Piece>} [more]
 * @returns {Wire.Piece}
 */
export function piece(id, place, more = {}) {
  const unit = ROSTER.find(other => other.id === id);
  if (!unit) throw new Error(`there is no ${id}`);
  const { name, nation, side, arm, strength, movement } = unit;
  return { id, place, stack: 0, name, nation, side, arm, strength, movement, marks: [], ...more };
}

/**
 * @param {number} line
 * @param {Partial<Wire.LogLine>} [more]
 * @returns {Wire.LogLine}
 */
export const logLine = (line, more = {}) => ({ line, case: null, text: `Line ${line}`, units: [], places: [], ...more });

/**
 * @param {Partial<Wire.Offer>} offer
 * @returns {Wire.Offer}
 */
export const offer = offer => ({ order: "halt", verb: "halt", label: "halt here", unit: null, place: null, ...offer });

/**
 * @param {string} seat
 * @returns {Wire.Ask}
 */
export const ask = seat => ({ seat, case: "4.1", short: "movement", heading: "movement", text: "Move.", about: { units: [], places: [] } });

/**
 * @param {Partial<Wire.Snapshot>} [more]
 * @returns {Wire.Snapshot}
 */
export const snapshot = (more = {}) => ({
  kind: "snapshot",
  version: 1,
  game: "g",
  title: "t",
  scenario: "s",
  sheets: "/api/titles/t/s",
  name: "A battle",
  unverified: false,
  notices: [],
  turn: 1,
  pieces: [piece("ney-1", "0101"), piece("kutusov", "0202")],
  panels: [],
  headlines: [],
  score: {},
  log_from: 0,
  log: [logLine(0)],
  seats: [
    { id: "french", name: "French", side: 0, mine: true, taken: true, by: "here", general: null, player: null },
    { id: "allied", name: "Allied", side: 1, mine: false, taken: true, by: "link", general: null, player: null },
  ],
  pending: { kind: "decide", asks: [ask("french")] },
  offers: {},
  interrupts: {},
  undo: {},
  undo_stops: {},
  redo: {},
  owner: true,
  dice: null,
  requests: [],
  takeback: null,
  takeback_answer: null,
  rematch: null,
  ...more,
});

/** @param {boolean} [isOpen] */
export const game = (isOpen = true) =>
  new Game("g", { spots: new Hexes(MAP), roster: new Map(ROSTER.map(unit => [unit.id, unit])), isOpen });
