// @ts-check
// Where pieces look, and what lies before, beside and behind them. Geometry alone: no drawing, no game.

import { say } from "./words.js";

/** Clockwise from the top of the map, a twelfth of a circle apart: hexsides and vertices by turns. @type {Wire.Facing[]} */
export const FACINGS = ["n", "nne", "ne", "e", "se", "sse", "s", "ssw", "sw", "w", "nw", "nnw"];

const SPOKEN = {
  n: "facing-n",
  nne: "facing-nne",
  ne: "facing-ne",
  e: "facing-e",
  se: "facing-se",
  sse: "facing-sse",
  s: "facing-s",
  ssw: "facing-ssw",
  sw: "facing-sw",
  w: "facing-w",
  nw: "facing-nw",
  nnw: "facing-nnw",
};

/** @param {Wire.Facing} facing */
export const degrees = facing => FACINGS.indexOf(facing) * 30;

/** @param {Wire.Facing} facing */
export const isVertex = facing => FACINGS.indexOf(facing) % 2 === 1;

/**
 * The next hexside or vertex, clockwise or (with -1) anticlockwise.
 * @param {Wire.Facing} facing
 * @param {number} by
 */
export const turned = (facing, by) => FACINGS[(FACINGS.indexOf(facing) + 2 * by + 24) % 12];

/** @param {Wire.Facing} facing */
export const inWords = facing => say(SPOKEN[facing]);

/**
 * The places of a piece: one to three.
 * @param {Partial<Pick<Page.Piece, 'place' | 'places'>>} piece
 */
export const placesOf = piece => piece.places ?? (piece.place ? [piece.place] : []);

// By hexsides clockwise from the one that is looked at; for a vertex, from the one whose clockwise end it is.
/** @type {Page.Aspect[]} */
const ROW = ["front", "front", "right", "rear", "rear", "left"];
/** @type {Page.Aspect[]} */
const NARROW = ["front", "right", "right", "rear", "left", "left"];
/** @type {Page.Aspect[]} */
const BROAD_HEAD = ["front", "front", "rear", "rear", "rear", "front"];
/** @type {Page.Aspect[]} */
const BROAD_BODY = ["rear", "right", "rear", "rear", "rear", "left"];
/** @type {Page.Aspect[]} */
const ORDER = ["front", "left", "right", "rear"];

/**
 * What lies around a piece, by place: `front`, `left`, `right` or `rear`. `step(place, direction)` gives the neighbour in one of six
 * directions, clockwise from the top, or null.
 * @param {Partial<Pick<Page.Piece, 'place' | 'places' | 'facing' | 'front'>>} piece
 * @param {(place: string, direction: number) => string | null} step
 */
export function aspects(piece, step) {
  /** @type {Map<string, Page.Aspect>} */
  const found = new Map();
  const places = placesOf(piece);
  if (!piece.facing) return found;
  const vertex = isVertex(piece.facing);
  const ahead = Math.floor(FACINGS.indexOf(piece.facing) / 2);
  places.forEach((place, number) => {
    // In a column each hex looks toward the one before it, and only the head has a front.
    const toward = number && !vertex ? [0, 1, 2, 3, 4, 5].find(direction => step(place, direction) === places[number - 1]) : ahead;
    const table = vertex ? ROW : piece.front === "broad" ? (number ? BROAD_BODY : BROAD_HEAD) : NARROW;
    table.forEach((aspect, turn) => {
      const hex = step(place, ((toward ?? ahead) + turn) % 6);
      if (!hex || places.includes(hex)) return;
      const known = found.get(hex);
      if (!known || ORDER.indexOf(aspect) < ORDER.indexOf(known)) found.set(hex, aspect);
    });
  });
  return found;
}

/**
 * How a counter lies on its places: its middle, its axis in degrees (nothing on it stands upside down), how many it covers in a line.
 * @param {Page.Point[]} spots
 */
export function lying(spots) {
  const [first, last] = [spots[0], spots[spots.length - 1]];
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  const straight = spots.length < 3 || Math.hypot(spots[1].x - middle.x, spots[1].y - middle.y) < 2;
  if (spots.length < 2 || !straight) return { ...first, axis: 0, length: 1 };
  const angle = (Math.atan2(last.y - first.y, last.x - first.x) * 180) / Math.PI;
  // Between -90 and 90: the words stand upright, or lean.
  const axis = ((angle + 450.001) % 180) - 90;
  return { ...middle, axis, length: spots.length };
}

/**
 * The outline of a chevron that points up, around the middle of its foot.
 * @param {number} size
 */
export const pointer = size =>
  `M0 ${(-1.9 * size).toFixed(1)}L${(0.9 * size).toFixed(1)} ${(0.2 * size).toFixed(1)}L0 ${(-0.2 * size).toFixed(1)}L${(-0.9 * size).toFixed(1)} ${(0.2 * size).toFixed(1)}Z`;

/**
 * Where the chevron of a counter stands, in its own coordinates, and how it is turned.
 * @param {Wire.Facing} facing
 * @param {number} axis
 * @param {number} width
 * @param {number} height
 */
export function chevron(facing, axis, width, height) {
  const turn = degrees(facing) - axis;
  const [dx, dy] = [Math.sin((turn * Math.PI) / 180), -Math.cos((turn * Math.PI) / 180)];
  const far = Math.min(width / 2 / Math.max(Math.abs(dx), 1e-6), height / 2 / Math.max(Math.abs(dy), 1e-6));
  return { x: dx * far, y: dy * far, turn };
}
