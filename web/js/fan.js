// @ts-check
// Stacks: their order, and how they are spread out.

import { seniority } from "./views.js";

/** Counters in a row of a stack that is spread out. */
const ROW = 6;

/** They are drawn larger then. */
export const SPREAD_SCALE = 1.5;

/**
 * Puts a stack in its order, the lowest first: side by side, leaders over the strong over the weak, and what is held on top.
 * @param {Page.Piece[]} stack
 * @param {(piece: Page.Piece) => boolean} held
 */
export function fromTheBottom(stack, held) {
  const sides = [...new Set(stack.map(piece => piece.side))].sort();
  /** @param {Page.Piece} piece */
  const rank = piece => (held(piece) ? 1000 : 0) + seniority(piece) + (piece.stack ?? 0) / 100;
  return stack.sort((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side) || rank(a) - rank(b));
}

/**
 * Where a counter of a stack lies that is spread out, from the middle of its place. At the edge of the map all of them are moved inwards: what
 * lies beyond the sheet is neither seen nor hit.
 * @param {Page.Point} middle
 * @param {{ width: number, height: number }} sheet
 * @param {number} counter the side of a counter
 * @param {number} index
 * @param {number} count
 */
export function spread(middle, sheet, counter, index, count) {
  const across = Math.min(count, ROW);
  const rows = Math.ceil(count / across);
  const [column, row] = [index % across, Math.floor(index / across)];
  const inRow = row === rows - 1 ? count - row * across : across;
  const step = counter * 1.75;
  const lift = counter * 0.2;
  /** How far all are moved along one axis, if they reach so far to both sides of `at`.
   * @param {number} at
   * @param {number} reach
   * @param {number} end */
  const inwards = (at, reach, end) => (end < 2 * reach ? end / 2 - at : Math.max(0, reach - at) - Math.max(0, at + reach - end));
  const side = (counter * SPREAD_SCALE) / 2;
  return {
    dx: (column - (inRow - 1) / 2) * step + inwards(middle.x, ((across - 1) / 2) * step + side, sheet.width),
    dy: (row - (rows - 1) / 2) * step - lift + inwards(middle.y - lift, ((rows - 1) / 2) * step + side, sheet.height),
  };
}
