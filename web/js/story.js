// @ts-check
// The log as a story: a march is one line, however many steps it had.

import { capital } from "./dom.js";

/** @typedef {{ first: Wire.LogLine, lines: Wire.LogLine[], text: string, places: string[], units: string[] }} Story */

/**
 * What a line says whatever the places: of counters that lie face down nothing else is known.
 * @param {Wire.LogLine} line
 */
const elsewhere = ({ text, places }) => places.reduce((words, place) => words.replace(place, ""), text);

/**
 * A step from place to place has an arrow, as the way that follows it.
 * @param {Pick<Wire.LogLine, 'text' | 'places'>} line
 */
export const arrowed = ({ text, places: [from, to] }) => (from && to ? text.replace(`${from} - ${to}`, `${from} → ${to}`) : text);

/**
 * Whether a line goes on where a story ends: the same units, under the same case, from where it was.
 * @param {Story} story
 * @param {Wire.LogLine} line
 */
function goesOn(story, line) {
  const { first } = story;
  const [from] = line.places;
  const quiet = !line.heading && !line.dice?.length && !first.heading && !first.dice?.length;
  const same = line.units.length
    ? line.units.length === first.units.length && line.units.every(unit => first.units.includes(unit))
    : !first.units.length && line.places.length > 1 && elsewhere(line) === elsewhere(first);
  return quiet && same && line.case === first.case && from !== undefined && from === story.places.at(-1);
}

/** How many other lines may come between two steps of a march, such as who holds a town now. */
const BETWEEN = 3;

/**
 * The story that a line goes on with, if it does: not beyond a heading or a die.
 * @param {Story[]} told
 * @param {Wire.LogLine} line
 */
function lastOf(told, line) {
  for (const story of told.slice(-1 - BETWEEN).reverse()) {
    if (goesOn(story, line)) return story;
    if (story.first.heading || story.first.dice?.length) return null;
  }
  return null;
}

/**
 * Lines that tell of one march become one: its way is told from hex to hex.
 * @param {Wire.LogLine[]} lines
 * @returns {Story[]}
 */
export function stories(lines) {
  /** @type {Story[]} */
  const told = [];
  for (const line of lines) {
    const last = lastOf(told, line);
    if (last) {
      last.lines.push(line);
      for (const place of line.places.slice(1)) {
        last.places.push(place);
        last.text += ` → ${place}`;
      }
      continue;
    }
    told.push({ first: line, lines: [line], text: capital(arrowed(line)), places: [...line.places], units: [...line.units] });
  }
  // A phase in which nothing happened is not told of, once the next has begun.
  return told.filter(({ first }, at) => first.heading !== "phase" || !told[at + 1]?.first.heading);
}

/**
 * Whether a story is wanted: by the side whose units it is about, and by words such as the name of a unit or a place. Headings stay.
 * @param {Story} story
 * @param {{ side: string, words: string }} wanted
 * @param {(unit: string) => string | null | undefined} sideOf
 */
export function wantedStory(story, { side, words }, sideOf) {
  if (story.first.heading) return true;
  if (side && !story.units.some(unit => sideOf(unit) === side)) return false;
  const letters = words.trim().toLowerCase();
  return !letters || story.text.toLowerCase().includes(letters) || story.places.some(place => place.toLowerCase() === letters);
}
