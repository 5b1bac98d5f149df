// @ts-check
// The board in words, for those who listen instead of looking.

import { say } from "./words.js";

/**
 * Who stands in a place, what is offered there, and what it would cost to go there.
 * @param {Page.Board} board
 * @param {string} place
 */
export function describe(board, place) {
  const { game, field, reach, overlays } = board;
  const pieces = field.byPlace.get(place) ?? [];
  const words = pieces.map(piece =>
    [piece.nation, piece.arm, game.unitName(piece.id), ...piece.marks.map(mark => mark.note || mark.text)].filter(Boolean).join(" "),
  );
  const offers = game.offers().filter(offer => offer.place === place || pieces.some(piece => piece.id === offer.unit));
  const way = reach.words(place);
  return [
    [place, field.spots.groundOf(place)].filter(Boolean).join(", "),
    words.join("; ") || say("place-empty"),
    way,
    ...overlays.allAt(place).map(one => `${one.text ?? ""} ${one.facts ?? ""}`.trim()),
    offers.length ? say("place-offered", { offers: [...new Set(offers.map(offer => game.words(offer)))].slice(0, 4).join(", ") }) : null,
  ]
    .filter(Boolean)
    .join(". ");
}

/**
 * The board in a few sentences.
 * @param {Page.Board} board
 */
export function summary(board) {
  const { game } = board;
  const snapshot = game.shown();
  const nations = new Map();
  for (const piece of snapshot.pieces) {
    if (!piece.place) continue;
    const row = nations.get(piece.nation) ?? { count: 0, strength: 0 };
    row.count += 1;
    row.strength += Number(piece.strength) || 0;
    nations.set(piece.nation, row);
  }
  const levels = (snapshot.panels ?? [])
    .filter(panel => panel.kind === "levels")
    .flatMap(panel =>
      panel.rows
        .filter(row => row.value !== row.start)
        .map(row => say("spoken-level", { name: `${panel.title} ${row.name}`, value: row.value, start: row.start })),
    );
  const score = snapshot.seats
    .filter(seat => snapshot.score?.[seat.id] !== undefined)
    .map(seat => `${seat.name} ${snapshot.score[seat.id]}`);
  const last = snapshot.log.at(-1);
  return [
    `${say("row-turn", { turn: snapshot.turn })}.`,
    `${[...nations].map(([nation, row]) => say("spoken-nation", { count: row.count, nation, strength: row.strength })).join("; ")}.`,
    score.length ? `${say("spoken-score", { scores: score.join(", ") })}.` : "",
    levels.length ? `${levels.join(", ")}.` : "",
    last ? `${say("spoken-last", { line: last.text })}.` : "",
    game.ask()?.text ?? say("spoken-idle"),
    game.deciding() ? say("spoken-offers", { units: game.ableUnits().length, places: game.offeredPlaces().length }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}
