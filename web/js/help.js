// @ts-check
// Keys and gestures, and the tools that a narrow page has no room for.

import { button, dialog, h, speak } from "./dom.js";
import { preferences } from "./preferences.js";
import { summary } from "./voice.js";
import { say } from "./words.js";

/** Keys, and what they do: messages, or what is written on the keys. @type {[string, [string, string][]][]} */
const KEYS = [
  [
    "help-playing",
    [
      ["keys-click", "help-click"],
      ["keys-shift-click", "help-several"],
      ["F", "help-formation"],
      ["N, P", "help-next"],
      ["keys-arrows", "help-cursor"],
      ["keys-enter", "help-enter"],
      ["keys-space", "help-space"],
      ["E", "help-end"],
      ["keys-undo", "help-undo"],
      ["[ ]", "help-turn"],
      ["G", "help-advice"],
      ["keys-escape", "help-escape"],
      ["A", "help-buttons"],
    ],
  ],
  [
    "help-looking",
    [
      ["keys-wheel", "help-zoom"],
      ["keys-drag", "help-move"],
      ["0", "help-whole"],
      ["H", "help-hide"],
      ["O, Z", "help-overlays"],
      ["L", "help-log"],
      ["B", "help-rules"],
      ["R", "help-replay"],
      ["S", "help-aloud"],
      ["?", "help-this"],
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
  const box = dialog(say("help-title"), [
    h("p", { class: "introduction" }, say("help-words")),
    h(
      "div",
      { class: "dialog-row tools-row" },
      tool(say("help-reset"), "reset", () => board.rewind.reset()),
      tool(say("help-takeback"), "takeback", () => board.rewind.ask()),
      tool(say("replay"), "replay", () => board.replay.open()),
      tool(say("share-title"), "link", () => board.share()),
      tool(say("settings-title"), "gear", () => preferences()),
      tool(say("help-summary"), "voice", () => speak(summary(board))),
      h("a", { class: "button", href: "/" }, say("all-games")),
    ),
    h(
      "div",
      { class: "keys" },
      KEYS.map(([title, rows]) =>
        h(
          "section",
          {},
          h("h3", {}, say(title)),
          h(
            "dl",
            {},
            rows.map(([keys, what]) => [h("dt", {}, keys.startsWith("keys-") ? say(keys) : keys), h("dd", {}, say(what))]),
          ),
        ),
      ),
    ),
  ]);
  box.dataset.dialog = "help";
}
