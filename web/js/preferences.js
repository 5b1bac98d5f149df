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
      ["auto", "Same as system"],
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
      ["period", "Period"],
      ["nato", "NATO"],
    ]),
    row("Hex numbers", "numbers", [
      [true, "Shown"],
      [false, "Hidden"],
    ]),
    row("Counters", "motion", [
      [true, "Animated"],
      [false, "Instant"],
    ]),
    row("Other side's moves", "watch", [
      ["auto", "Same as system"],
      ["calm", "Slow"],
      ["brisk", "Fast"],
      ["at-once", "Instant"],
    ]),
    row("When players share a screen", "handover", [
      ["screen", "Cover the board"],
      ["note", "Just notify me"],
    ]),
  ]);
  box.dataset.dialog = "settings";
}
