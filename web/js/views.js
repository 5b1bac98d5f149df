// @ts-check
// What the board looks like, from what is known and what is in hand. Only looks: nothing here changes anything but elements.

import { aspects } from "./facing.js";

/**
 * The classes of a counter: in hand, chosen, able to act, asked about.
 * @param {Page.Game} game
 * @param {string[]} chosen
 * @returns {(piece: Page.Piece) => string}
 */
export function pieceClasses(game, chosen) {
  const able = new Set(game.ableUnits());
  const named = new Set(game.about().units);
  const inHand = game.inHand();
  return piece =>
    [
      piece.id === inHand ? "in-hand" : "",
      chosen.includes(piece.id) || piece.bears?.some(one => chosen.includes(one.unit)) ? "selected" : "",
      able.has(piece.id) || piece.bears?.some(one => able.has(one.unit)) ? "able" : "",
      named.has(piece.id) && piece.id !== inHand ? "about" : "",
    ]
      .filter(Boolean)
      .join(" ");
}

/** Of so many offered places each is marked faintly. */
const MANY = 120;

/**
 * What tops a stack: the senior leader, else the strongest unit; a marker lies below them all.
 * @param {Pick<Page.Piece, 'arm' | 'strength'>} piece
 */
export function seniority({ arm, strength }) {
  if (arm === "leader") return 500 + 10 * (Number(strength) || strength?.length || 0);
  return arm === "marker" ? -100 : Math.min(Number(strength) || 0, 400);
}

/**
 * The marks on places: what is asked about, what can be reached, and above both what is offered.
 * @param {Page.Game} game
 * @param {string[]} chosen
 * @param {Map<string, Page.Mark>} reached
 * @param {(place: string) => Page.Piece[]} standing
 * @returns {Map<string, Page.Mark>}
 */
export function placeMarks(game, chosen, reached, standing) {
  /** @type {Map<string, Page.Mark>} */
  const marks = new Map(game.about().places.map(place => [place, { mark: "about" }]));
  for (const [place, mark] of reached) marks.set(place, mark);
  const [lead] = chosen;
  // Those off the map need not be told apart: the place alone says what is meant.
  const several = game.ableUnits().filter(unit => game.unit(unit)?.place).length > 1;
  // Where half the map is offered, the country is to be seen through the marks.
  const many = game.offeredPlaces().length > MANY;
  for (const offer of game.offers()) {
    if (!offer.place || (offer.unit && lead && offer.unit !== lead)) continue;
    const faint = many || (offer.unit && !lead && several) ? "faint" : "";
    const hostile = standing(offer.place).some(piece => game.hostile(piece)) ? "hostile" : "";
    marks.set(offer.place, { mark: "offer", kind: `${faint} ${hostile}` });
  }
  return marks;
}

/**
 * Counters and marks.
 * @param {Page.Board} board
 */
export function drawField({ game, field, hand, reach, view }) {
  field.show(game.shown().pieces, pieceClasses(game, hand.chosen));
  const marks = placeMarks(game, hand.chosen, reach.marks(), place => field.byPlace.get(place) ?? []);
  field.marks.draw(marks, place => field.byPlace.has(place));
  const chosen = hand.chosen.length === 1 ? game.unit(hand.chosen[0]) : null;
  field.marks.aspects(chosen?.facing ? aspects(chosen, (place, direction) => field.spots.step(place, direction)) : []);
  Object.assign(view.dataset, { selected: hand.chosen.join(" "), reach: reach.on() ? reach.units.join(" ") : "" });
}

/**
 * What stands above the map, and what the frame says of the game.
 * @param {Page.Board} board
 */
export function drawHead({ game, frame, company, replay }) {
  const snapshot = game.shown();
  frame.classList.toggle("replaying", replay.on);
  Object.assign(frame.dataset, {
    version: snapshot.version,
    seat: game.deciding() ? game.seat : "",
    pending: snapshot.pending.kind,
    turn: snapshot.turn,
  });
  company.draw();
}
