// @ts-check
// Appearance: theme, text size, symbols, hex numbers, motion, pace of the others' moves, hand-over.

import { dialog, h } from "./dom.js";
import { set, settings } from "./settings.js";

/**
 * @param {string} label
 * @param {keyof typeof settings} name
 * @param {[string | number | boolean, string][]} values
 */
const row = (label, name, values) =>
  h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, label),
    h(
      "div",
      { class: "segments" },
      values.map(([value, words]) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name: `set-${name}`, checked: settings[name] === value, onchange: () => set(name, value) }),
          h("span", {}, h("b", {}, words)),
        ),
      ),
    ),
  );

export function preferences() {
  const box = dialog("Appearance", [
    row("Light", "theme", [
      ["auto", "As the system"],
      ["light", "Day"],
      ["dark", "Night"],
    ]),
    row("Text size", "text", [
      [0.9, "Small"],
      [1, "Normal"],
      [1.15, "Large"],
      [1.35, "Largest"],
    ]),
    row("Symbols on the counters", "symbols", [
      ["period", "Of the period"],
      ["nato", "NATO"],
    ]),
    row("Hex numbers", "numbers", [
      [true, "Shown"],
      [false, "Hidden"],
    ]),
    row("Counters", "motion", [
      [true, "Glide"],
      [false, "Jump"],
    ]),
    row("The others' moves", "watch", [
      ["auto", "As the system"],
      ["calm", "Calm"],
      ["brisk", "Brisk"],
      ["at-once", "At once"],
    ]),
    row("When the screen passes to the other player", "handover", [
      ["screen", "Cover the board"],
      ["note", "Only a note"],
    ]),
  ]);
  box.dataset.dialog = "settings";
}
