// @ts-check
// Settings: name, language, theme, text size, symbols, hex numbers, motion, pace of the others' moves, hand-over.

import { get } from "./api.js";
import { dialog, h } from "./dom.js";
import { callBack, nameField } from "./invite.js";
import { set, settings } from "./settings.js";
import { LANGUAGES, say } from "./words.js";

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
          h("input", {
            type: "radio",
            name: `set-${name}`,
            checked: settings[name] === value,
            onchange: () => set(name, value),
            "data-set": `${name}-${value}`,
          }),
          h("span", {}, h("b", {}, words)),
        ),
      ),
    ),
  );

/** Words are read when the page is: another language begins with a new one. */
function languages() {
  const chosen = h(
    "select",
    {
      "data-language": "",
      onchange: event => {
        set("language", event.target.value);
        location.reload();
      },
    },
    [["auto", say("language-auto")], ...LANGUAGES].map(([tag, name]) =>
      h("option", { value: tag, selected: settings.language === tag, lang: tag === "auto" ? null : tag }, name),
    ),
  );
  return h("label", { class: "name-field" }, h("b", {}, say("language-label")), chosen);
}

/** One's name, as soon as the server has said what it is. */
function ownName() {
  const place = h("div");
  get("/api/player").then(
    (/** @type {Wire.PlayerNamed} */ { name }) => place.append(nameField(name).element),
    () => {},
  );
  return place;
}

export function preferences() {
  const box = dialog(say("settings-title"), [
    h("div", { class: "invite-own" }, ownName(), languages()),
    callBack(),
    row(say("settings-light"), "theme", [
      ["auto", say("settings-as-system")],
      ["light", say("settings-day")],
      ["dark", say("settings-night")],
    ]),
    row(say("settings-text-size"), "text", [
      [0.9, say("settings-small")],
      [1, say("settings-normal")],
      [1.15, say("settings-large")],
      [1.35, say("settings-largest")],
    ]),
    row(say("settings-symbols"), "symbols", [
      ["period", say("settings-period")],
      ["nato", say("settings-nato")],
    ]),
    row(say("settings-numbers"), "numbers", [
      [true, say("settings-shown")],
      [false, say("settings-hidden")],
    ]),
    row(say("settings-motion"), "motion", [
      [true, say("settings-animated")],
      [false, say("settings-instant")],
    ]),
    row(say("settings-watch"), "watch", [
      ["auto", say("settings-as-system")],
      ["calm", say("settings-slow")],
      ["brisk", say("settings-fast")],
      ["at-once", say("settings-instant")],
    ]),
    row(say("settings-ahead"), "ahead", [
      [true, say("settings-shown-first")],
      [false, say("settings-given-at-once")],
    ]),
    row(say("settings-pass"), "pass", [
      [true, say("settings-passed-over")],
      [false, say("settings-asked")],
    ]),
    row(say("settings-handover"), "handover", [
      ["screen", say("settings-cover")],
      ["note", say("settings-notify")],
    ]),
  ]);
  box.dataset.dialog = "settings";
}
