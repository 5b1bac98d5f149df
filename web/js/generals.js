// @ts-check
// Who can sit at a table: people here, friends by a link, and the generals of a title with their levels and styles.

import { remember, remembered } from "./settings.js";

/** The level that is proposed to somebody who has never chosen one. */
const FIRST_LEVEL = "captain";

/** @param {string} by */
export const isGeneral = by => by !== "here" && by !== "link" && by !== "random";

/**
 * `colonel:bold` is a level and a style; the first style needs no word.
 * @param {string | undefined} by
 * @param {Wire.Title} title
 */
export function character(by, title) {
  const [level, style] = String(by).split(":");
  const generals = title.generals ?? [];
  const known = generals.find(one => one.id === level) ?? generals.find(one => one.id === FIRST_LEVEL) ?? generals[0];
  const styles = title.styles ?? [];
  return { level: known?.id ?? null, style: (styles.find(one => one.id === style) ?? styles[0])?.id ?? null };
}

/**
 * How the server is told of it.
 * @param {Page.Character} options
 * @param {Wire.Title} title
 */
export function named({ level, style }, title) {
  return style && style !== title.styles[0]?.id ? `${level}:${style}` : (level ?? "random");
}

/**
 * In words, such as "Colonel, bold".
 * @param {string | undefined} by
 * @param {Wire.Title} title
 */
export function spoken(by, title) {
  const { level, style } = character(by, title);
  const name = (title.generals ?? []).find(one => one.id === level)?.name ?? level;
  const manner = style && style !== title.styles?.[0]?.id ? title.styles.find(one => one.id === style)?.name.toLowerCase() : null;
  return [name, manner].filter(Boolean).join(", ");
}

/**
 * Who sat where the last time, if these seats are the same; otherwise one is here and a general sits opposite.
 * @param {Wire.Title} title
 * @param {Wire.SeatListed[]} seats
 */
export function lastTable(title, seats) {
  /** @type {Page.Seating} */
  const kept = remembered(`table:${title.id}`, {});
  const has = title.generals?.length > 0;
  /** @param {string | undefined} by */
  const fits = by =>
    by === "here" ||
    by === "link" ||
    (has && by !== undefined && isGeneral(by) && title.generals.some(one => one.id === String(by).split(":")[0]));
  if (seats.every(seat => fits(kept[seat.id]))) return Object.fromEntries(seats.map(seat => [seat.id, kept[seat.id]]));
  const opposite = has ? named(character(FIRST_LEVEL, title), title) : "random";
  return Object.fromEntries(seats.map((seat, index) => [seat.id, index ? opposite : "here"]));
}

/**
 * For a game at once: the last table if a general sat at it, otherwise the usual one.
 * @param {Wire.Title} title
 * @param {Wire.SeatListed[]} seats
 */
export function quickTable(title, seats) {
  const last = lastTable(title, seats);
  const sits = Object.values(last);
  if (sits.filter(by => by === "here").length === 1 && sits.every(by => by === "here" || isGeneral(by))) return last;
  const opposite = named(character(FIRST_LEVEL, title), title);
  return Object.fromEntries(seats.map((seat, index) => [seat.id, index ? opposite : "here"]));
}

/**
 * @param {Wire.Title} title
 * @param {Page.Seating} seats
 */
export const keepTable = (title, seats) => remember(`table:${title.id}`, seats);
