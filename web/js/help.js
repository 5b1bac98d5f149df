// @ts-check
// Keys and gestures, and the tools that a narrow page has no room for.

import { button, dialog, h, speak } from "./dom.js";
import { preferences } from "./preferences.js";
import { summary } from "./voice.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [
    "Playing",
    [
      ["Click a marked unit", "shows where it can go and what it has left; click a place or drag the unit there"],
      ["Shift+click, Shift+drag", "several units together"],
      ["F", "the whole formation of the chosen unit"],
      ["N, P", "next and previous unit that can act"],
      ["Arrows", "cursor on the map"],
      ["Enter", "act where the cursor is; with Shift, add to the group"],
      ["Space", "who stands there"],
      ["E", "end the phase, after a look at what is open"],
      ["U, Shift+U", "undo and redo, up to the last die or question to another player"],
      ["[ and ]", "turn the chosen unit to the left, to the right; or click a wedge beside it"],
      ["G", "ask a general for advice"],
      ["Esc", "put back, close; skip the others' moves"],
      ["A", "to the answers"],
    ],
  ],
  [
    "Looking",
    [
      ["Wheel, pinch, + and −", "nearer and farther"],
      ["Drag, Shift+arrows", "move the map"],
      ["0", "whole map"],
      ["H", "hide counters"],
      ["O, Z", "overlays: choose one, show the next"],
      ["L", "log"],
      ["B", "rules"],
      ["R", "replay"],
      ["S", "speak a summary of the board"],
      ["?", "this page"],
    ],
  ],
];

/** @param {Page.Board} board */
export function help(board) {
  /**
   * @param {string} words
   * @param {string} picture
   * @param {() => unknown} deed
   * @param {Page.Attributes | undefined} [more]
   */
  const tool = (words, picture, deed, more) =>
    button(
      words,
      () => {
        box.close();
        deed();
      },
      { picture, ...more },
    );
  const box = dialog("How to play on this page", [
    h(
      "p",
      { class: "introduction" },
      "The box beside the map says what is asked, and by which rule. What you can use is marked in gold on the map. Try anything: an order the rules do not allow is refused with the rule, the reason and an example, and nothing is lost.",
    ),
    h(
      "div",
      { class: "dialog-row tools-row" },
      tool("Take the turn back", "reset", () => board.rewind.reset()),
      tool("Ask to go back", "takeback", () => board.rewind.ask()),
      tool("Replay", "replay", () => board.replay.open()),
      tool("Invite and share", "link", () => board.share()),
      tool("Appearance", "gear", () => preferences()),
      tool("Speak a summary", "voice", () => speak(summary(board))),
      h("a", { class: "button", href: "/" }, "All games"),
    ),
    h(
      "div",
      { class: "keys" },
      KEYS.map(([title, rows]) =>
        h(
          "section",
          {},
          h("h3", {}, title),
          h(
            "dl",
            {},
            rows.map(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)]),
          ),
        ),
      ),
    ),
  ]);
  box.dataset.dialog = "help";
}
