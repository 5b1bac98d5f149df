// @ts-check
// What the sandbox looks like: how the position stands, the counter in hand, the fields of the position.

import { button, capital, dialog, focusOn, h, icon, iconButton, replace } from "./dom.js";
import { counter } from "./field.js";
import { choose } from "./files.js";
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

/**
 * The battles to choose from, with the one that is on the table.
 * @param {Sandbox} sandbox
 * @param {string} known
 */
export function drawBattles(sandbox, known) {
  replace(
    sandbox.mapPlace,
    h(
      "select",
      { "aria-label": "Battle", "data-sandbox-scenario": "", onchange: event => change(sandbox, event.target.value) },
      sandbox.all.map(title =>
        h(
          "optgroup",
          { label: title.name },
          title.scenarios.map(other =>
            h("option", { value: `${title.id}/${other.id}`, selected: title === sandbox.title && other.id === known }, other.name),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {Sandbox} sandbox
 * @param {string} value
 */
async function change(sandbox, value) {
  const [title, scenario] = value.split("/");
  const go = () => sandbox.begin(title, scenario);
  if (!sandbox.pieces.length) {
    await go();
    return;
  }
  dialog("Another battle?", h("p", {}, "The counters on this map will be lost. Save the position first if you want to keep them."), [
    box =>
      button(
        "Stay here",
        () => {
          box.close();
          drawBattles(sandbox, sandbox.scenario ?? "");
        },
        { kind: "quiet" },
      ),
    box =>
      button(
        "Go there",
        () => {
          box.close();
          go().catch(failure => sandbox.fail(failure));
        },
        { kind: "primary" },
      ),
  ]);
}

/**
 * The tabs beside the map, and the one that is open.
 * @param {Sandbox} sandbox
 */
export function drawTab(sandbox) {
  const name = sandbox.shownTab;
  const all = [
    ["counters", "Counters"],
    ["position", "Position"],
    ["text", "Text and steps"],
  ];
  replace(
    sandbox.tabs,
    all.map(([id, label]) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-selected": String(id === name),
          "aria-controls": "sandbox-panel",
          "data-sandbox-tab": id,
          onclick: () => {
            sandbox.tab(id);
            sandbox.sheet(true);
          },
        },
        label,
      ),
    ),
  );
  sandbox.body.setAttribute("aria-label", all.find(([id]) => id === name)?.[1] ?? "");
  sandbox.body.scrollTop = 0;
  sandbox.writing.away();
  if (name === "counters") {
    replace(sandbox.body, sandbox.palette.element);
    sandbox.palette.draw();
  } else if (name === "position") positionTab(sandbox);
  else sandbox.writing.draw();
}

/**
 * The bar above, the table with the map, and what lies beside it.
 * @param {Sandbox} sandbox
 */
export function frame(sandbox) {
  return h(
    "div",
    { class: "board sandbox", "data-sandbox": sandbox.title.id },
    h(
      "header",
      { class: "bar" },
      h("a", { class: "icon-button", href: "/", "aria-label": "All games", title: "All games" }, icon("back")),
      h("div", { class: "heading" }, h("h1", {}, "Sandbox"), sandbox.mapPlace),
      sandbox.origin,
      h(
        "div",
        { class: "bar-tools" },
        sandbox.undoButton,
        sandbox.redoButton,
        iconButton("load", "Open a position or an example", () => choose(".toml,.txt", (text, name) => sandbox.open(text, name)), {
          "data-sandbox-open": "",
        }),
        iconButton("save", "Save as a file", () => sandbox.writing.save(), { "data-sandbox-save": "" }),
        button(["Play on", h("span", { class: "wide-only" }, "from here")], () => sandbox.play(), {
          kind: "primary small play-on",
          "data-sandbox-play": "",
        }),
      ),
    ),
    h(
      "div",
      { class: "table" },
      sandbox.view,
      h("div", { class: "drop-here", "aria-hidden": "true" }, h("p", {}, icon("load"), "Drop the position here")),
    ),
    sandbox.aside,
  );
}
