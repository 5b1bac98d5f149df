// @ts-check
// Keys and gestures, and the tools that a narrow page has no room for.

import { button, dialog, h, speak } from "./dom.js";
import { preferences } from "./preferences.js";
import { summary } from "./voice.js";
import { say } from "./words.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [
    "Playing",
    [
      ["Click a marked unit", "shows where it can go and its remaining movement; click a place or drag the unit there"],
      ["Shift+click, Shift+drag", "several units together"],
      ["F", "the whole formation of the selected unit"],
      ["N, P", "next and previous unit that can act"],
      ["Arrows", "cursor on the map"],
      ["Enter", "act where the cursor is; with Shift, add to the group"],
      ["Space", "what is there"],
      ["E", "end the phase, after a check of what is left to do"],
      ["U, Shift+U", "undo and redo, up to the last die roll or another player's decision"],
      ["[ and ]", "turn the selected unit left or right; or click a wedge next to it"],
      ["G", "ask a general for advice"],
      ["Esc", "deselect, close; skip the other side's moves"],
      ["A", "go to the buttons"],
    ],
  ],
  [
    "Looking",
    [
      ["Wheel, pinch, + and −", "zoom in and out"],
      ["Drag, Shift+arrows", "move the map"],
      ["0", "whole map"],
      ["H", "hide counters"],
      ["O, Z", "overlays: choose one, show the next"],
      ["L", "log"],
      ["B", "rules"],
      ["R", "replay"],
      ["S", "read a summary of the board aloud"],
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
      "The panel next to the map says what to decide, and under which rule. What you can use is marked in gold on the map. Try anything: an order the rules do not allow is refused with the rule, the reason and an example, and nothing is lost.",
    ),
    h(
      "div",
      { class: "dialog-row tools-row" },
      tool("Undo the whole turn", "reset", () => board.rewind.reset()),
      tool("Request a takeback", "takeback", () => board.rewind.ask()),
      tool("Replay", "replay", () => board.replay.open()),
      tool("Invite and share", "link", () => board.share()),
      tool(say("settings-title"), "gear", () => preferences()),
      tool("Read a summary aloud", "voice", () => speak(summary(board))),
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
