// @ts-check
// Words of the server in which units and places can be pointed at: it says which words they are.

import { h } from "./dom.js";
import { say } from "./words.js";

/** What belongs to the word before it. */
const STOP = /^[,.;:!?)]+/;

export class Mentions {
  /** @param {Pick<Page.Board, "light" | "drawer">} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * @param {string} words
   * @param {string[]} places
   * @param {string[]} units
   */
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

  /**
   * A sentence with its units and places to be pointed at.
   * @param {string} text
   * @param {Wire.Mention[]} [mentions]
   */
  rich(text, mentions) {
    const parts = parted(text, mentions);
    /** @param {typeof parts[number] | undefined} part */
    const pointed = part => Boolean(part?.unit || part?.place);
    return parts.map((part, at) => {
      if (!pointed(part)) return pointed(parts[at - 1]) ? part.text.replace(STOP, "") : part.text;
      const button = this.button(part.text, part.place ? [part.place] : [], part.unit ? [part.unit] : []);
      // A stop does not begin a line by itself.
      const next = parts[at + 1];
      const stop = next && !pointed(next) ? STOP.exec(next.text)?.[0] : undefined;
      return stop ? h("span", { class: "held" }, button, stop) : button;
    });
  }

  /** @param {string} id */
  caseLink(id) {
    // Tables and charts have names for the program's own use only.
    const shown = /^([A-Z]\.)?\d/.test(id) ? id : say("case-chart");
    return h(
      "button",
      {
        type: "button",
        class: "case",
        title: say("learn-rule", { case: id }),
        "aria-label": shown === id ? say("learn-rule", { case: id }) : `${shown}, ${say("learn-rule", { case: id })}`,
        "data-case": id,
        onclick: event => {
          event.stopPropagation();
          this.board.drawer.show(id);
        },
      },
      shown,
    );
  }
}

/**
 * A sentence in parts, those that are mentioned and those between.
 * @param {string} text
 * @param {Wire.Mention[]} [mentions]
 * @returns {{ text: string, unit?: string | null, place?: string | null }[]}
 */
export function parted(text, mentions = []) {
  const parts = [];
  let last = 0;
  for (const { from, to, unit, place } of mentions) {
    if (from > last) parts.push({ text: text.slice(last, from) });
    parts.push({ text: text.slice(from, to), unit, place });
    last = to;
  }
  if (last < text.length) parts.push({ text: text.slice(last) });
  return parts;
}
