// @ts-check
// A new game: who plays each seat, which options, one's own word for the dice. For scenarios and for positions.

import { failed, get, post } from "./api.js";
import { drawNonce } from "./arithmetic.js";
import { button, capital, dialog, focusOn, h, replace, speak, toast } from "./dom.js";
import { character, isGeneral, keepTable, lastTable, named } from "./generals.js";
import { go } from "./nav.js";
import { addWordSoon } from "./word.js";
import { listed, say } from "./words.js";

/** Who may have a seat; for titles without generals somebody who orders at random. @param {boolean} withGenerals */
const players = withGenerals => [
  ["here", say("by-here"), say("by-here-hint")],
  ["link", say("by-link"), say("by-link-hint")],
  withGenerals ? ["general", say("by-general"), say("by-general-hint")] : ["random", say("by-random"), say("by-random-hint")],
];

/**
 * @param {string} name
 * @param {string} legend
 * @param {(string | null)[][]} values
 * @param {string | null} chosen
 * @param {{ class?: string, onchange?(value: string): unknown, note?: Page.Child }} [more]
 */
export function choice(name, legend, values, chosen, more = {}) {
  return h(
    "fieldset",
    { class: `choice ${more.class ?? ""}` },
    h("legend", {}, legend),
    h(
      "div",
      { class: "segments" },
      values.map(([value, label, hint]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value,
            checked: value === chosen,
            "data-choice": `${name}-${value}`,
            onchange: () => more.onchange?.(value ?? ""),
          }),
          h("span", {}, h("b", {}, label), hint && h("small", {}, hint)),
        ),
      ),
    ),
    more.note,
  );
}

/** The word that this browser adds to the dice, and a place to change it. */
export function nonceField() {
  const input = h("input", {
    type: "text",
    name: "nonce",
    maxlength: 200,
    value: drawNonce(),
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": say("nonce-label"),
    "data-nonce": "",
  });
  return h(
    "details",
    { class: "dice-details" },
    h("summary", {}, say("nonce-summary")),
    h("p", { class: "fine" }, say("nonce-words")),
    h(
      "div",
      { class: "nonce-row" },
      input,
      button(
        say("nonce-another"),
        () => {
          input.value = drawNonce();
        },
        { kind: "small" },
      ),
    ),
  );
}

/** The seats of a table and who takes them: one row a seat, and a choice of level and style for every general. */
class Table {
  /**
   * @param {Wire.Title} title
   * @param {Wire.SeatListed[]} seats
   * @param {Page.Seating} taken
   * @param {boolean} withGenerals
   */
  constructor(title, seats, taken, withGenerals) {
    this.title = title;
    this.seats = seats;
    this.taken = taken;
    this.withGenerals = withGenerals;
    // Whom one would meet if one chose a general: kept while the seat is somebody else's.
    this.generals = Object.fromEntries(seats.map(seat => [seat.id, character(taken[seat.id], title)]));
    this.element = h("div", { class: "places" });
    this.draw();
  }

  /** @param {string} seat */
  kind(seat) {
    const by = this.taken[seat];
    return this.withGenerals && isGeneral(by) ? "general" : by;
  }

  draw() {
    const held = document.activeElement?.getAttribute("data-choice");
    const rows = this.seats.map(seat => [
      choice(`seat-${seat.id}`, seat.name, players(this.withGenerals), this.kind(seat.id), {
        class: "place" /** @param {string} value */,
        /** @param {string} value */
        onchange: value => this.sit(seat.id, value),
      }),
      this.kind(seat.id) === "general" ? this.general(seat) : null,
    ]);
    const swap =
      this.seats.length === 2
        ? button(say("swap-sides"), () => this.swap(), { kind: "small quiet swap", picture: "swap", "data-swap": "" })
        : null;
    replace(this.element, rows, swap);
    if (held) focusOn(this.element, `[data-choice="${CSS.escape(held)}"]`);
  }

  /**
   * Level and style of the general of a seat, each with what is to be expected of it.
   * @param {Wire.SeatListed} seat
   */
  general(seat) {
    const { title } = this;
    const chosen = this.generals[seat.id];
    const level = title.generals.find(one => one.id === chosen.level);
    const styles = title.styles ?? [];
    const style = styles.find(one => one.id === chosen.style);
    /** @param {Partial<Page.Character>} change */
    const choose = change => {
      Object.assign(chosen, change);
      this.sit(seat.id, "general");
    };
    return h(
      "div",
      { class: "general-choice", role: "group", "aria-label": say("general-of", { seat: seat.name }) },
      choice(
        `seat-${seat.id}-level`,
        say("general-level"),
        title.generals.map(one => [one.id, one.name, one.strength]),
        chosen.level,
        {
          /** @param {string} value */
          onchange: value => choose({ level: value }),
          note: h(
            "p",
            { class: "choice-words", "aria-live": "polite" },
            level?.words ?? "",
            level?.strength ? h("span", { class: "strength-words" }, ` ${capital(level.strength)}.`) : null,
          ),
        },
      ),
      styles.length > 1
        ? choice(
            `seat-${seat.id}-style`,
            say("general-style"),
            styles.map(one => [one.id, one.name]),
            chosen.style,
            {
              /** @param {string} value */
              onchange: value => choose({ style: value }),
              note: h("p", { class: "choice-words", "aria-live": "polite" }, style?.words ?? ""),
            },
          )
        : null,
    );
  }

  /**
   * @param {string} seat
   * @param {string} kind
   */
  sit(seat, kind) {
    this.taken[seat] = kind === "general" ? named(this.generals[seat], this.title) : kind;
    this.draw();
  }

  swap() {
    const [one, other] = this.seats.map(seat => seat.id);
    [this.taken[one], this.taken[other]] = [this.taken[other], this.taken[one]];
    [this.generals[one], this.generals[other]] = [this.generals[other], this.generals[one]];
    this.draw();
    focusOn(this.element, "[data-swap]");
    const here = this.seats.filter(seat => this.taken[seat.id] === "here").map(seat => seat.name);
    speak(here.length ? say("you-play", { seats: listed(here) }) : say("swapped"));
  }
}

/**
 * What the battle is about: its first lines, and the rest on request, for the choices are what the form is for.
 * @param {string} words
 */
function situation(words) {
  const text = h("p", { class: "introduction clamped" }, words);
  const more = button(
    say("read-on"),
    () => {
      text.classList.remove("clamped");
      more.remove();
    },
    { kind: "small quiet" },
  );
  return h("div", { class: "situation" }, text, more);
}

/**
 * Many options wait until somebody wants them.
 * @param {Element[]} options
 */
const folded = options =>
  options.length > 3
    ? h(
        "details",
        { class: "more-options", "data-options": "" },
        h("summary", {}, say("rules-options", { count: options.length })),
        options,
      )
    : options;

/**
 * Makes the game, adds one's own word to its dice, and goes there.
 * @param {Wire.NewGame} body
 * @param {string} [word]
 */
export async function begin(body, word) {
  /** @type {Wire.Created} */
  const { id } = await post("/api/games", body);
  await addWordSoon(id, word);
  go(Object.values(body.seats ?? {}).includes("link") ? `/game/${id}/invite` : `/game/${id}`);
}

/**
 * Options as they are when nobody touches them.
 * @param {Wire.Scenario} scenario
 */
export const usualOptions = scenario => Object.fromEntries(scenario.options.map(option => [option.id, option.default]));

/**
 * Asks who plays and begins. `what` has `title`, `seats`, `name`, and either `scenario` with its options, or `position`,
 * a text; `here` puts every seat at this screen at first.
 * @param {Page.NewGame} options
 */
export function newGame({ title, scenario, position, seats, name, introduction, here }) {
  const isScenario = position === undefined;
  const options = scenario?.options ?? [];
  const withGenerals = title.generals?.length > 0;
  const taken = here ? Object.fromEntries(seats.map(seat => [seat.id, "here"])) : lastTable(title, seats);
  let table = new Table(title, seats, taken, withGenerals);
  // Some options change who sits at the table.
  const reseat = async () => {
    const chosen = new URLSearchParams(options.map(option => [option.id, String(new FormData(form).get(`option-${option.id}`))]));
    try {
      /** @type {Wire.SeatListed[]} */
      const now = await get(`/api/titles/${title.id}/${scenario?.id}/seats?${chosen}`);
      if (now.map(seat => seat.id).join() === table.seats.map(seat => seat.id).join()) return;
      // Whoever had a side has all its seats.
      const bySide = new Map(table.seats.map(seat => [seat.side, table.taken[seat.id]]));
      const next = new Table(
        title,
        now,
        Object.fromEntries(now.map(seat => [seat.id, table.taken[seat.id] ?? bySide.get(seat.side) ?? "link"])),
        withGenerals,
      );
      table.element.replaceWith(next.element);
      table = next;
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
    }
  };
  const form = h(
    "form",
    {
      class: "new-game",
      "data-new-game": scenario?.id ?? "position",
      onsubmit: event => {
        event.preventDefault();
        start();
      },
    },
    introduction ? situation(introduction) : null,
    table.element,
    folded(
      options.map(option =>
        choice(
          `option-${option.id}`,
          option.description,
          option.values.map(value => [value, capital(value)]),
          option.default,
          { onchange: reseat },
        ),
      ),
    ),
    nonceField(),
  );
  const starter = button(say("start"), () => start(), { kind: "primary", "data-begin": "" });
  const start = async () => {
    if (starter.disabled) return;
    const data = new FormData(form);
    const word = String(data.get("nonce") ?? "").trim() || drawNonce();
    starter.disabled = true;
    starter.textContent = say("deploying");
    if (isScenario) keepTable(title, table.taken);
    try {
      await begin(
        {
          title: title.id,
          seats: table.taken,
          ...(scenario
            ? {
                scenario: scenario.id,
                options: Object.fromEntries(options.map(option => [option.id, String(data.get(`option-${option.id}`))])),
              }
            : { position }),
        },
        word,
      );
    } catch (thrown) {
      const failure = failed(thrown);
      starter.disabled = false;
      starter.textContent = say("start");
      toast(failure.message, { kind: "refusal" });
    }
  };
  const box = dialog(name, form, [close => button(say("not-now"), () => close.close(), { kind: "quiet" }), () => starter]);
  starter.focus();
  return box;
}

/**
 * Begins at once, with every seat at this screen, or those named.
 * @param {{ title: string, position: string, seats: Page.Seating }} options
 */
export async function playHere({ title, position, seats }) {
  /** @type {Wire.Created} */
  const { id } = await post("/api/games", { title, position, seats });
  await addWordSoon(id);
  return id;
}
