// @ts-check
// What the board looks like, from what is known and what is in hand. Only looks: nothing here changes anything but elements.

import { h, replace } from "./dom.js";
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
      chosen.includes(piece.id) ? "selected" : "",
      able.has(piece.id) ? "able" : "",
      named.has(piece.id) && piece.id !== inHand ? "about" : "",
    ]
      .filter(Boolean)
      .join(" ");
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
  const several = game.ableUnits().length > 1;
  for (const offer of game.offers()) {
    if (!offer.place || (offer.unit && lead && offer.unit !== lead)) continue;
    const faint = offer.unit && !lead && several ? "faint" : "";
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
export function drawHead({ game, frame, turn, players, replay }) {
  const snapshot = game.shown();
  frame.classList.toggle("replaying", replay.on);
  Object.assign(frame.dataset, {
    version: snapshot.version,
    seat: game.deciding() ? game.seat : "",
    pending: snapshot.pending.kind,
    turn: snapshot.turn,
  });
  turn.textContent =
    snapshot.pending.kind === "over" ? "The game is over" : [`Turn ${snapshot.turn}`, game.date()].filter(Boolean).join(", ");
  replace(players, sitting(game.snapshot.seats));
}

/**
 * Who plays which side, if somebody else than this browser does.
 * @param {Wire.Seat[]} seats
 */
function sitting(seats) {
  if (!seats.some(seat => seat.general)) return null;
  return seats.map(seat =>
    h(
      "span",
      { class: "player", "data-player": seat.id },
      h("b", {}, seat.name),
      " ",
      seat.mine ? "you" : (seat.general ?? (seat.taken ? "another player" : "nobody yet")),
    ),
  );
}
