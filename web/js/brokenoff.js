// @ts-check
// Unfinished games that were deleted after somebody else had taken a seat. A host who creates games until the dice suit him
// leaves them here.

import { get } from "./api.js";
import { h } from "./dom.js";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });
/** @param {number} number */
const throwsOf = number => (number === 0 ? "before the first roll" : number === 1 ? "after one roll" : `after ${number} rolls`);

/**
 * One of them in words.
 * @param {Wire.EndedGame} game
 */
const line = game =>
  h(
    "li",
    { "data-ended": game.game },
    h("a", { href: `/game/${game.game}/dice` }, game.name),
    `, deleted by ${game.mine ? "you" : "its owner"} on ${day.format(game.ended)}, ${throwsOf(game.throws ?? 0)}.`,
    h("br", {}),
    h("span", { class: "fine" }, "Commitment ", h("code", { class: "digits" }, game.commitment)),
  );

/** @param {Wire.EndedGame[]} games */
export const endedList = games => h("ul", { class: "ended-games" }, games.map(line));

/** All of this browser's, folded; nothing if there are none. */
export async function brokenOff() {
  /** @type {Wire.EndedGame[]} */
  const games = await get("/api/ended").catch(() => []);
  return games.length
    ? h(
        "details",
        { class: "fine", "data-broken-off": games.length },
        h("summary", {}, `Games deleted before their end (${games.length})`),
        endedList(games),
      )
    : null;
}
