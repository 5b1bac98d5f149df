// Words of the server in which units and places can be pointed at. Meaning is never taken from them.

import { h } from "./dom.js";

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Units stand in sentences with their order names in brackets; readers need the name only. Places stand by their names. */
function mention(places) {
  const names = [...places.keys()].filter(name => !/^\d{4,6}$/.test(name)).sort((a, b) => b.length - a.length);
  const named = names.length ? `|(?<!\\p{L})(${names.map(escaped).join("|")})(?!\\p{L})` : "|\\b(\\d{4,6})\\b";
  return new RegExp(` \\(([\\w.-]+)\\)${named}`, "gu");
}

export class Mentions {
  constructor(board) {
    this.board = board;
    this.pattern = mention(board.field?.spots.places ?? new Map());
  }

  /** Without the order names of counters. */
  plain(text) {
    return text.replace(/ \(([\w.-]+)\)/g, (all, id) => (this.board.game.known(id) ? "" : all));
  }

  /** Counters that stand by their order names alone get their printed ones. */
  named(text) {
    return text.replace(/[\w.-]+/g, word => (this.board.game.known(word) ? this.board.game.unitName(word) : word));
  }

  /** Without the name of whom it is said to, where that name stands above it. */
  unaddressed(text, name) {
    return text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  }

  placesIn(text) {
    return [...text.matchAll(this.pattern)].map(match => match[2]).filter(place => place && this.board.field.spots.has(place));
  }

  button(words, places, units) {
    const { board } = this;
    return h(
      "button",
      {
        type: "button",
        class: "mention",
        onclick: () => board.light(places, units),
        onpointerenter: () => board.light(places, units, false),
      },
      words,
    );
  }

  rich(text) {
    const { game, field } = this.board;
    const parts = [];
    let last = 0;
    for (const match of text.matchAll(this.pattern)) {
      const [all, id, place] = match;
      if (id) {
        if (!game.known(id)) continue;
        const name = game.unitName(id);
        const before = text.slice(last, match.index);
        const whole = before.endsWith(name);
        parts.push(whole ? before.slice(0, -name.length) : `${before} `, this.button(name, [], [id]));
      } else {
        if (!field.spots.has(place)) continue;
        parts.push(text.slice(last, match.index), this.button(place, [place], []));
      }
      last = match.index + all.length;
    }
    return [...parts, text.slice(last)];
  }

  caseLink(id) {
    return h(
      "button",
      {
        type: "button",
        class: "case",
        title: `Rule ${id}`,
        "aria-label": `Rule ${id}`,
        "data-case": id,
        onclick: event => {
          event.stopPropagation();
          this.board.drawer.show(id);
        },
      },
      id,
    );
  }
}
