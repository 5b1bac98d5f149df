// @ts-check
// Tracks, levels, boxes and facts as the title describes them; the order of battle as a tree. What is larger is in tables.js.

import { capital, h } from "./dom.js";
import { counter } from "./field.js";
import { choices, duel, hand, table } from "./tables.js";

/**
 * What a panel shows, by its kind.
 * @param {Page.Board} board
 * @param {Wire.Panel} one
 */
function inside(board, one) {
  switch (one.kind) {
    case "track":
      return track(board, one);
    case "levels":
      return levels(board, one);
    case "boxes":
      return boxes(board, one);
    case "facts":
      return facts(board, one);
    case "table":
      return table(board, one);
    case "hand":
      return hand(board, one);
    case "duel":
      return duel(board, one);
    case "choices":
      return choices(board, one);
  }
}

/**
 * @param {Page.Board} board
 * @param {Wire.Panel} one
 */
export const panel = (board, one) =>
  h("section", { class: `panel panel-${one.kind}`, "data-panel": one.title }, h("h2", {}, one.title), inside(board, one));

/**
 * @param {Page.Board} _board
 * @param {Wire.Track} given
 */
function track(_board, { cells, at }) {
  return h(
    "ol",
    { class: "track" },
    (cells ?? []).map((cell, index) =>
      h(
        "li",
        { class: index === at ? "now" : index < at ? "past" : "", "aria-current": index === at ? "step" : undefined },
        h("b", {}, cell.label),
        index === at ? h("span", { class: "unseen" }, "now") : null,
        cell.marks.map(mark => h("small", {}, mark)),
      ),
    ),
  );
}

/**
 * @param {Page.Board} _board
 * @param {Wire.Levels} given
 */
function levels(_board, { rows }) {
  return (rows ?? []).map(row => {
    const most = Math.max(row.start ?? 0, row.value, 1);
    const bar = h("span", { class: "level-fill" });
    bar.style.width = `${(100 * Math.max(row.value, 0)) / most}%`;
    return h(
      "div",
      { class: `level ${row.value <= 0 ? "spent" : ""}` },
      h("span", {}, row.name, row.note ? h("small", {}, ` ${row.note}`) : null),
      h("span", { class: "level-room" }, bar),
      h("b", {}, row.start === undefined ? row.value : `${row.value} of ${row.start}`),
    );
  });
}

/**
 * @param {Page.Board} board
 * @param {Wire.Boxes} given
 */
function boxes(board, { groups }) {
  const { game } = board;
  const all = groups ?? [];
  if (!all.length) return h("p", { class: "fine" }, "None");
  return all.map(group =>
    h(
      "div",
      { class: "box-group" },
      h("h3", {}, group.name, h("small", {}, ` ${group.units.length}`)),
      h(
        "div",
        { class: "box-units" },
        group.units.map(unit => {
          const [offer] = game.offersOf(unit);
          const words = `${game.unitName(unit)}${offer ? `: ${game.words(offer)}` : ""}`;
          return h(
            "button",
            {
              type: "button",
              class: `box-unit ${offer ? "able" : ""}`,
              title: words,
              "aria-label": words,
              "data-unit": unit,
              onclick: () => (offer ? board.hand.pick(offer) : board.tellOf(unit, group.name)),
            },
            counter(unit, 42),
          );
        }),
      ),
    ),
  );
}

/**
 * @param {Page.Board} board
 * @param {Wire.Facts} given
 */
function facts(board, { rows }) {
  return h(
    "dl",
    { class: "facts" },
    (rows ?? []).map(row => [
      h("dt", {}, row.name),
      h("dd", {}, String(row.value), " ", row.case ? board.mentions.caseLink(row.case) : null),
    ]),
  );
}

/**
 * The order of battle: nation, formation, units.
 * @param {Page.Board} board
 * @param {Page.Piece[]} pieces
 * @param {Set<string>} closed
 */
export function forces(board, pieces, closed) {
  const { game } = board;
  const able = new Set(game.ableUnits());
  // Who lies face down belongs to no formation that is known.
  pieces = pieces.filter(piece => !piece.print);
  /** @param {Page.Piece[]} units */
  const sum = units => units.reduce((total, piece) => total + (Number(piece.strength) || 0), 0);
  /** @param {Page.Piece} piece */
  const chip = piece => {
    const where = piece.place ?? "off the map";
    const words = [game.unitName(piece.id), where, ...piece.marks.map(mark => mark.note || mark.text)].join(", ");
    return h(
      "button",
      {
        type: "button",
        class: `box-unit ${able.has(piece.id) ? "able" : ""} ${piece.place ? "" : "off"}`,
        title: words,
        "aria-label": words,
        "data-unit": piece.id,
        onclick: () => (piece.place ? board.goTo(piece.id, true) : board.tellOf(piece.id, where)),
      },
      counter(piece.id, 38),
    );
  };
  return [...Map.groupBy(pieces, piece => piece.nation ?? "Units")].map(([nation, units]) =>
    h(
      "details",
      {
        class: "nation",
        open: !closed.has(nation),
        ontoggle: event => {
          if (event.target.open) closed.delete(nation);
          else closed.add(nation);
        },
      },
      h(
        "summary",
        {},
        h("h2", {}, capital(nation)),
        h(
          "span",
          {},
          `${units.filter(piece => piece.place).length} of ${units.length} units on the map, strength ${sum(units.filter(piece => piece.place))}`,
        ),
      ),
      h(
        "ul",
        { class: "corps-list" },
        [...Map.groupBy(units, piece => piece.name)].map(([name, list]) =>
          h(
            "li",
            { class: "corps" },
            h("span", { class: "corps-name" }, name, h("small", {}, ` ${sum(list)}`)),
            h("div", { class: "box-units" }, list.map(chip)),
          ),
        ),
      ),
    ),
  );
}
