// A new game: who plays each seat, which options, one's own word for the dice. For scenarios and for positions.

import { h, button, dialog, toast, capital } from "./dom.js";
import { get, post } from "./api.js";
import { go } from "./nav.js";
import { drawNonce } from "./arithmetic.js";
import { remember } from "./settings.js";

const PLAYERS = [
  ["here", "Here", "at this screen"],
  ["link", "By link", "a friend, wherever"],
  ["random", "The program", "it plays any legal order"],
];

/** Who can sit at a table of this title: a title may name more players of the program's own. */
const players = title => [...PLAYERS.slice(0, 2), ...(title.generals?.length ? title.generals.map(one => [one.id, one.name, one.description ?? ""]) : PLAYERS.slice(2))];

export function choice(name, legend, values, chosen) {
  return h("fieldset", { class: "choice" },
    h("legend", {}, legend),
    h("div", { class: "segments" }, values.map(([value, label, hint]) =>
      h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, "data-choice": `${name}-${value}` }), h("span", {}, h("b", {}, label), hint && h("small", {}, hint))))));
}

/** The word that this browser adds to the dice, and a place to change it. */
export function nonceField() {
  const input = h("input", { type: "text", name: "nonce", maxlength: 200, value: drawNonce(), spellcheck: "false", autocomplete: "off", "aria-label": "Your word for the dice", "data-nonce": "" });
  return h("details", { class: "dice-details" },
    h("summary", {}, "Dice that can be checked"),
    h("p", { class: "fine" }, "The server fixes a secret seed now and shows its hash before the first throw. The words of the players go into every die, so nobody can choose a seed that suits him; when the game is over the seed is told and this page repeats the arithmetic. Your word, drawn by your browser just now:"),
    h("div", { class: "nonce-row" }, input, button("Draw another", () => { input.value = drawNonce(); }, { kind: "small" })));
}

/** Keeps what was promised about the dice, to be compared with what is told at the end. */
export async function witness(game, nonce) {
  try {
    const { commitment, throws } = await get(`/api/games/${game}/dice`);
    remember(`dice:${game}`, { nonce, commitment, throws: throws?.length ?? 0, at: Date.now() });
  } catch { remember(`dice:${game}`, { nonce, at: Date.now() }); }
}

/**
 * Asks who plays and begins. `what` has `title`, `seats`, `name`, and either `scenario` with its options, or `position`,
 * a text; `here` puts every seat at this screen at first.
 */
export function newGame({ title, scenario, position, seats, name, introduction, before, here }) {
  const options = position === undefined ? scenario.options : [];
  const first = index => here || !index ? "here" : title.generals?.[0]?.id ?? "random";
  const form = h("form", { class: "new-game", "data-new-game": scenario?.id ?? "position", onsubmit: event => { event.preventDefault(); begin(); } },
    introduction ? h("p", { class: "introduction" }, introduction) : null,
    seats.map((seat, index) => choice(`seat-${seat.id}`, seat.name, players(title), before?.[seat.id] ?? first(index))),
    options.map(option => choice(`option-${option.id}`, option.description, option.values.map(value => [value, capital(value)]), option.default)),
    nonceField());
  let start;
  const begin = async () => {
    if (start.disabled) return;
    const data = new FormData(form);
    const nonce = String(data.get("nonce") ?? "").trim() || drawNonce();
    const body = {
      title: title.id, nonce,
      seats: Object.fromEntries(seats.map(seat => [seat.id, data.get(`seat-${seat.id}`)])),
      ...(position === undefined ? { scenario: scenario.id, options: Object.fromEntries(options.map(option => [option.id, data.get(`option-${option.id}`)])) } : { position }),
    };
    start.disabled = true;
    start.textContent = "Deploying…";
    try {
      const { id } = await post("/api/games", body);
      await witness(id, nonce);
      go(`/game/${id}`);
    } catch (failure) {
      start.disabled = false;
      start.textContent = "Begin";
      toast(failure.message, { kind: "refusal" });
    }
  };
  const box = dialog(name, form, [
    close => button("Not now", () => close.close(), { kind: "quiet" }),
    () => (start = button("Begin", begin, { kind: "primary", "data-begin": "" })),
  ]);
  start.focus();
  return box;
}

/** Begins at once, with every seat at this screen, or those named. */
export async function playHere({ title, position, seats }) {
  const nonce = drawNonce();
  const { id } = await post("/api/games", { title, position, seats, nonce });
  await witness(id, nonce);
  return id;
}
