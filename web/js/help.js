// Keys and gestures.

import { h, dialog, button } from "./dom.js";
import { preferences } from "./preferences.js";

const KEYS = [
  ["Playing", [
    ["Click a marked unit, then a hex", "or drag the unit there; a far hex is a whole march"],
    ["N, P", "next and previous unit that can act"],
    ["Arrows", "hex cursor"], ["Enter", "act where the cursor is"], ["Space", "who stands there"],
    ["E", "end the phase, after a look at what is open"], ["U, Shift+U", "undo and redo, up to the last die"], ["Esc", "put back, close"], ["O", "to the answers"],
  ]],
  ["Looking", [
    ["Wheel, pinch, + and −", "nearer and farther"], ["Drag, Shift+arrows", "move the map"], ["0", "whole map"], ["H", "hide counters"],
    ["L", "log"], ["B", "rules"], ["R", "replay"], ["S", "speak a summary of the board"], ["?", "this page"],
  ]],
];

export function help(game) {
  dialog("How to play on this page", [
    h("p", { class: "introduction" }, "The box beside the map says what is asked, and by which rule. What you can use is marked in gold on the map. Try anything: an order the rules do not allow is refused with the rule, the reason and an example, and nothing is lost."),
    h("div", { class: "keys" }, KEYS.map(([title, rows]) => h("section", {}, h("h3", {}, title), h("dl", {}, rows.map(([keys, what]) => [h("dt", {}, keys), h("dd", {}, what)]))))),
    h("div", { class: "dialog-row" }, button("Replay", () => { document.querySelector("dialog[open]")?.close(); game.replay.open(); }, { picture: "replay" }), button("Invite and share", () => { document.querySelector("dialog[open]")?.close(); game.links(); }, { picture: "link" }), button("Appearance", () => { document.querySelector("dialog[open]")?.close(); preferences(); }, { picture: "gear" }), h("a", { class: "button", href: "/" }, "All games")),
  ]);
}
