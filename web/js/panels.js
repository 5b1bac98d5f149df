// @ts-check
// Tracks, levels, boxes and facts as the title describes them; the order of battle as a tree. What is larger is in tables.js.

import { capital, h } from "./dom.js";
import { counter } from "./field.js";
import { choices, duel, hand, table } from "./tables.js";
import { say } from "./words.js";

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
        index === at ? h("span", { class: "unseen" }, say("track-now")) : null,
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
      h("b", {}, row.start === undefined ? row.value : say("level-of", { value: row.value, start: row.start })),
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
  if (!all.length) return h("p", { class: "fine" }, say("boxes-none"));
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
 * A formation of the order of battle: those below it, and units that belong to it directly.
 * @typedef {{ name: string, below: Map<string, Formation>, units: Page.Piece[] }} Formation
 */

/**
 * The tree of command: army, corps, division, as far as the title names them.
 * @param {Page.Piece[]} pieces
 * @param {(piece: Page.Piece) => string[]} formationOf  the smallest first
 * @returns {Formation}
 */
export function treeOf(pieces, formationOf) {
  /** @type {Formation} */
  const root = { name: "", below: new Map(), units: [] };
  for (const piece of pieces) {
    let at = root;
    for (const name of [...formationOf(piece)].reverse()) {
      const next = at.below.get(name) ?? { name, below: new Map(), units: [] };
      at.below.set(name, next);
      at = next;
    }
    at.units.push(piece);
  }
  return root;
}

/**
 * Everybody in a formation.
 * @param {Formation} formation
 * @returns {Page.Piece[]}
 */
export const everybody = formation => [...formation.units, ...[...formation.below.values()].flatMap(everybody)];

/**
 * The order of battle as a tree of command, with places and states; a click goes there.
 * @param {Page.Board} board
 * @param {Page.Piece[]} pieces
 * @param {Set<string>} closed
 */
export function forces(board, pieces, closed) {
  const { game } = board;
  const able = new Set(game.ableUnits());
  // Who lies face down belongs to no formation that is known.
  pieces = pieces.filter(piece => !piece.print && piece.arm !== "marker" && piece.arm !== "supply");
  /** @param {Page.Piece[]} units */
  const sum = units => units.reduce((total, piece) => total + (Number(piece.strength) || 0), 0);
  /** @param {Page.Piece} piece */
  const row = piece => {
    const where = piece.place ?? say("off-the-map");
    const states = piece.marks.map(mark => mark.note || mark.text);
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `force ${able.has(piece.id) ? "able" : ""} ${piece.place ? "" : "off"}`,
          "aria-label": [game.unitName(piece.id), where, ...states].join(", "),
          "data-unit": piece.id,
          onclick: () => (piece.place ? board.goTo(piece.id, true) : board.tellOf(piece.id, where)),
        },
        counter(piece.id, 34),
        h("span", { class: "force-name" }, game.unitName(piece.id), states.length ? h("small", {}, states.join(", ")) : null),
        h("span", { class: "force-place" }, where),
      ),
    );
  };
  /** @param {Page.Piece} piece */
  const commander = piece => game.roster.get(piece.id)?.commander;
  /**
   * @param {Formation} formation
   * @param {string} path
   * @returns {HTMLElement}
   */
  const branch = (formation, path) => {
    const all = everybody(formation);
    const standing = all.filter(piece => piece.place);
    const chiefs = new Set(all.map(commander));
    const [chief] = chiefs;
    return h(
      "details",
      {
        class: "formation",
        open: !closed.has(path),
        ontoggle: event => {
          if (event.target.open) closed.delete(path);
          else closed.add(path);
        },
      },
      h(
        "summary",
        {},
        h("h3", {}, formation.name),
        h(
          "small",
          {},
          [
            chiefs.size === 1 && chief ? chief : "",
            say("force-sum", { standing: standing.length, all: all.length, strength: sum(standing) }),
          ]
            .filter(Boolean)
            .join(" · "),
        ),
      ),
      [...formation.below.values()].map(below => branch(below, `${path}/${below.name}`)),
      formation.units.length ? h("ul", { class: "force-list" }, formation.units.map(row)) : null,
    );
  };
  /** @param {Page.Piece} piece */
  const formationOf = piece => {
    const known = game.roster.get(piece.id);
    const whose = piece.nation ? capital(piece.nation) : piece.side ? game.seatName(piece.side) : say("force-units");
    return [...(known?.formation?.length ? known.formation : [piece.name]), whose];
  };
  const root = treeOf(pieces, formationOf);
  return [...root.below.values()].map(nation => branch(nation, nation.name));
}
