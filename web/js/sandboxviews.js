// @ts-check
// What the sandbox looks like: how the position stands, the counter in hand, the fields of the position.

import { button, capital, focusOn, h, icon, replace } from "./dom.js";
import { counter } from "./field.js";
import { shelf } from "./palette.js";

/** @typedef {import("./sandbox.js").Sandbox} Sandbox */

/** @param {Sandbox} sandbox */
export function drawState(sandbox) {
  const on = sandbox.pieces.filter(piece => sandbox.isOn(piece)).length;
  const count = on === 1 ? "One counter" : `${on || "No"} counters`;
  sandbox.state.dataset.faults = String(sandbox.faults.length);
  replace(
    sandbox.state,
    sandbox.faults.length
      ? [
          h(
            "p",
            { class: "bad" },
            icon("close"),
            h("b", {}, sandbox.faults.length === 1 ? "One error" : `${sandbox.faults.length} errors`),
          ),
          h(
            "ul",
            {},
            sandbox.faults
              .slice(0, 3)
              .map(fault =>
                h(
                  "li",
                  {},
                  h(
                    "button",
                    { type: "button", class: "mention", "data-fault": fault.line, onclick: () => sandbox.writing.toLine(fault.line) },
                    capital(fault.sentence),
                  ),
                ),
              ),
          ),
          sandbox.faults.length > 3 ? h("p", { class: "fine" }, `and ${sandbox.faults.length - 3} more, in the text`) : null,
        ]
      : h(
          "p",
          { class: "good" },
          icon("check"),
          h("span", {}, on ? `${count}; ready to play.` : "The map is empty: choose a counter, then a hex."),
        ),
  );
}

/** @param {Sandbox} sandbox */
export function drawHand(sandbox) {
  const id = sandbox.held ?? sandbox.chosen;
  sandbox.hand.hidden = !id;
  if (!id) return;
  const at = sandbox.piece(id);
  const states = sandbox.kit.states ?? [];
  const own = new Set(sandbox.facts.flags[id] ?? []);
  replace(
    sandbox.hand,
    counter(id, 60),
    h(
      "div",
      {},
      h("b", {}, sandbox.nameOf(id)),
      h("small", {}, sandbox.held ? "in hand: choose a hex" : at ? `on ${at.place}` : ""),
      states.length && !sandbox.held && at
        ? h(
            "div",
            { class: "hand-states" },
            states.map(state =>
              h(
                "label",
                {},
                h("input", {
                  type: "checkbox",
                  checked: own.has(state.id),
                  onchange: event => sandbox.edit({ flag: { unit: id, flag: state.id, on: event.target.checked } }),
                }),
                " ",
                state.name,
              ),
            ),
          )
        : null,
      h(
        "div",
        { class: "hand-buttons" },
        sandbox.held
          ? button("Put back", () => sandbox.pick(id), { kind: "small" })
          : button("Move", () => sandbox.takeUp(id), { kind: "small" }),
        at ? button("Remove", () => sandbox.takeOff(id), { kind: "small", picture: "bin", "data-take-off": "" }) : null,
      ),
    ),
  );
}

/**
 * Turn, phase, side; who waits off the map.
 * @param {Sandbox} sandbox
 */
export function positionTab(sandbox) {
  const { kit } = sandbox;
  /**
   * @param {string} name
   * @param {string | number | undefined} fallback
   */
  const chosen = (name, fallback) => sandbox.written(name) ?? fallback;
  /**
   * @param {string} label
   * @param {string} name
   * @param {[string | number, string][]} values
   * @param {string | number | undefined} value
   */
  const select = (label, name, values, value) =>
    h(
      "label",
      { class: "sandbox-field" },
      h("span", {}, label),
      h(
        "select",
        {
          "data-sandbox-field": name,
          onchange: event => sandbox.edit({ field: { name, value: name === "turn" ? Number(event.target.value) : event.target.value } }),
        },
        values.map(([id, words_]) => h("option", { value: id, selected: String(id) === String(value) }, words_)),
      ),
    );
  /** @type {[number, string][]} */
  const turns = Array.from({ length: kit.turns }, (_, index) => [index + 1, String(index + 1)]);
  const off = sandbox.pieces.filter(piece => !sandbox.isOn(piece));
  const focused = document.activeElement?.getAttribute("data-sandbox-field");
  replace(
    sandbox.body,
    h(
      "div",
      { class: "sandbox-fields" },
      select("Turn", "turn", turns, chosen("turn", sandbox.board?.turn)),
      select(
        "Phase",
        "phase",
        kit.phases.map(phase => [phase.id, phase.name]),
        chosen("phase", kit.phases[0]?.id),
      ),
      select(
        "Side to act",
        "active",
        kit.sides.map(side => [side.id, side.name]),
        chosen("active", kit.sides[0]?.id),
      ),
      kit.maps.length > 1
        ? select(
            "Map",
            "map",
            kit.maps.map(map => [map.id, map.name]),
            chosen("map", sandbox.scenario ?? undefined),
          )
        : null,
    ),
    h(
      "div",
      { class: "dialog-row" },
      button("Set up as printed", () => sandbox.printed(), { kind: "small", "data-sandbox-printed": "" }),
      button("Clear the map", () => sandbox.clear(), { kind: "small", disabled: !sandbox.pieces.length }),
    ),
    off.length
      ? [
          h("h2", { class: "sandbox-off" }, "Off the map"),
          shelf(
            off.map(piece => piece.id),
            id => sandbox.pick(id),
            id => `${sandbox.nameOf(id)}, ${off.find(piece => piece.id === id)?.place ?? "waiting"}`,
          ),
        ]
      : null,
    (sandbox.board?.pending?.asks ?? []).map(ask => h("p", { class: "sandbox-ask" }, h("b", {}, "Played on from here: "), ask.text)),
    h(
      "p",
      { class: "fine" },
      "Everything else (extra terrain, morale, which units have moved) goes into the text; ",
      h("a", { href: `/rules/${sandbox.title.id}` }, "the rules"),
      " explain it.",
    ),
  );
  if (focused) focusOn(sandbox.body, `[data-sandbox-field="${focused}"]`);
}
