// The sandbox: pieces placed freely on a map. What is made is a text, the same as in example files; every change is a change
// of that text, and the server says whether it can be a position and how it looks.

import { get, once, post, titles } from "./api.js";
import { Camera } from "./camera.js";
import { button, capital, dialog, drawing, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { example } from "./example.js";
import { counter, Field } from "./field.js";
import { choose, download, dropping } from "./files.js";
import { go } from "./nav.js";
import { newGame } from "./newgame.js";
import { Palette, shelf } from "./palette.js";
import * as words from "./positiontext.js";
import { onSettings, remember, remembered, settings } from "./settings.js";

const WAIT = 350;
let brought = null;

/** Takes a text along to the sandbox. */
export function openInSandbox(text, title) {
  brought = { text, title };
  go("/sandbox");
}

export async function sandbox(page) {
  replace(page, h("p", { class: "waiting" }, "Laying out the counters…"));
  document.title = "Sandbox · Sabretache";
  const all = (await titles()).filter(title => title.sandbox);
  const asked = new URLSearchParams(location.search);
  const begin = await beginning(asked);
  const title = all.find(other => other.id === begin.title) ?? all[0];
  const box = new Sandbox(page, all, title);
  await box.start(begin);
  return () => box.close();
}

/** What to open: a text brought along, a game's position, an example, a map, or where one was last. */
async function beginning(asked) {
  if (brought) {
    const taken = brought;
    brought = null;
    return taken;
  }
  if (asked.get("game")) {
    const game = asked.get("game");
    const step = asked.get("step");
    const [{ text }, { title, scenario, name }] = await Promise.all([
      get(`/api/games/${game}/position${step === null ? "" : `?step=${encodeURIComponent(step)}`}`),
      get(`/api/games/${game}`),
    ]);
    return { text, title, scenario, from: { name, href: `/game/${game}${step === null ? "" : `#step-${step}`}` } };
  }
  if (asked.get("example")) {
    const content = await example(asked.get("title"), asked.get("example"));
    return { text: content.text, title: asked.get("title"), name: asked.get("example") };
  }
  if (asked.get("map")) return { title: asked.get("title"), scenario: asked.get("map") };
  return remembered("sandbox", {});
}

class Sandbox {
  constructor(page, all, title) {
    Object.assign(this, {
      page,
      all,
      title,
      text: "",
      pieces: [],
      past: [],
      future: [],
      held: null,
      chosen: null,
      cursor: null,
      faults: [],
    });
    this.view = h("div", {
      class: "view",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "map",
      "aria-label":
        "Map of the sandbox. Arrow keys move a cursor over the hexes, Enter takes a counter in hand or puts it down, Delete takes it off the map.",
      "data-sandbox-map": "",
    });
    this.state = h("div", { class: "sandbox-state over-map", role: "status" });
    this.hand = h("div", { class: "sandbox-hand over-map", hidden: true });
    this.undoButton = iconButton("undo", "Undo (U)", () => this.back(), { "data-sandbox-undo": "" });
    this.redoButton = iconButton("redo", "Redo (Shift+U)", () => this.again(), { "data-sandbox-redo": "" });
    this.printedPlace = h("div", { "aria-hidden": "true" });
    this.mapPlace = h("span", { class: "sandbox-map" });
    this.origin = h("span", { class: "sandbox-origin wide-only" });
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Sandbox" });
    this.body = h("div", { class: "tab-body", role: "tabpanel", id: "sandbox-panel" });
    this.grip = h(
      "button",
      { type: "button", class: "grip", "aria-expanded": "false", "aria-label": "Counters, position and text", onclick: () => this.sheet() },
      icon("up"),
    );
    this.frame = h(
      "div",
      { class: "board sandbox", "data-sandbox": title.id },
      h(
        "header",
        { class: "bar" },
        h("a", { class: "icon-button", href: "/", "aria-label": "All games", title: "All games" }, icon("back")),
        h("div", { class: "heading" }, h("h1", {}, "Sandbox"), this.mapPlace),
        this.origin,
        h(
          "div",
          { class: "bar-tools" },
          this.undoButton,
          this.redoButton,
          iconButton("load", "Open a position or an example", () => choose(".toml,.txt", (text, name) => this.open(text, name)), {
            "data-sandbox-open": "",
          }),
          iconButton("save", "Save as a file", () => this.save(), { "data-sandbox-save": "" }),
          button(["Play on", h("span", { class: "wide-only" }, "from here")], () => this.play(), {
            kind: "primary small play-on",
            "data-sandbox-play": "",
          }),
        ),
      ),
      h(
        "div",
        { class: "table" },
        this.view,
        h("div", { class: "drop-here", "aria-hidden": "true" }, h("p", {}, icon("load"), "Drop the position here")),
      ),
      h("aside", { class: "aside", "aria-label": "Counters and position" }, this.grip, this.tabs, this.body),
    );
    this.keys = event => this.key(event);
    addEventListener("keydown", this.keys);
    this.still = dropping(this.frame, (text, name) => this.open(text, name));
    this.settled = onSettings(() => this.dress());
    this.dress();
  }

  close() {
    removeEventListener("keydown", this.keys);
    this.still();
    this.settled();
    this.camera?.close();
    clearTimeout(this.timer);
  }

  dress() {
    this.frame.classList.toggle("no-numbers", !settings.numbers);
    if (this.field?.base) this.field.dress(settings.symbols).catch(failure => this.fail(failure));
  }

  async start(begin) {
    this.name = begin.name;
    replace(this.page, this.printedPlace, this.frame);
    replace(this.origin, begin.from ? ["from ", h("a", { href: begin.from.href }, begin.from.name ?? "a game")] : null);
    if (begin.text) {
      await this.setUp(begin.scenario ?? words.field(begin.text, "rules_of") ?? this.title.scenarios[0].id);
      await this.take(begin.text, { first: true });
    } else await this.empty(this.title.scenarios.find(other => other.id === begin.scenario)?.id ?? this.title.scenarios[0].id);
  }

  /** An empty position under the rules of a scenario. */
  async empty(scenario) {
    await this.setUp(scenario);
    const { text } = await post(this.way("position"), this.structure([]));
    await this.take(text, { first: true });
  }

  way(call) {
    return `/api/titles/${this.title.id}/${call}`;
  }

  structure(units) {
    const { kit } = this;
    return { scenario: this.scenario, turn: 1, phase: kit.phases[0]?.id, active: kit.sides[0]?.id, units };
  }

  /** The kit of a scenario: its counters, sides, phases; and its map on the table. */
  async setUp(scenario) {
    const known = this.title.scenarios.some(other => other.id === scenario) ? scenario : this.title.scenarios[0].id;
    if (known === this.scenario) return;
    this.scenario = known;
    this.kit = await once(this.way(`${known}/sandbox`));
    this.counters = new Map(this.kit.counters.map(one => [one.id, one]));
    // The counters of these rules, whatever map is on the table.
    const printed = drawing(await once(this.way(`${known}/counters.svg`)));
    printed.setAttribute("class", "unseen");
    printed.setAttribute("aria-hidden", "true");
    replace(this.printedPlace, printed);
    await this.lay(known);
    this.palette = new Palette(this.kit.sides, this.kit.counters, {
      pick: id => this.pick(id),
      where: id => this.piece(id)?.place ?? null,
      held: () => this.held,
      over: event => this.field.showHover(this.field.at(this.camera.point(event))),
      drop: (id, event) => this.dropped(id, event),
    });
    replace(
      this.mapPlace,
      h(
        "select",
        { "aria-label": "Battle", "data-sandbox-scenario": "", onchange: event => this.change(event.target.value) },
        this.all.map(title =>
          h(
            "optgroup",
            { label: title.name },
            title.scenarios.map(other =>
              h("option", { value: `${title.id}/${other.id}`, selected: title === this.title && other.id === known }, other.name),
            ),
          ),
        ),
      ),
    );
    this.tab(this.shownTab ?? "counters");
  }

  /** The map that the text asks for: a scenario's, or one of its own, which then comes with the answer. */
  async mapOf({ sheets }) {
    const own = words.field(this.text, "map");
    if (sheets) {
      if (sheets.map + sheets.counters !== this.laid) await this.lay(sheets.map + sheets.counters, sheets);
    } else {
      const map = this.title.scenarios.some(other => other.id === own) ? own : this.scenario;
      if (map !== this.laid) await this.lay(map);
    }
  }

  /** Puts a map on the table. */
  async lay(map, sheets) {
    this.camera?.close();
    const seen = sheets && sheets.map === this.ground ? this.camera : null;
    this.laid = map;
    this.ground = sheets?.map;
    this.field = sheets
      ? await Field.of(sheets.places, sheets.map, sheets.counters)
      : await Field.load(this.title.id, map, settings.symbols);
    const { field } = this;
    const world = h("div", { class: "world" }, field.map, field.layer);
    world.style.width = `${field.size.width}px`;
    world.style.height = `${field.size.height}px`;
    const tools = h(
      "div",
      { class: "map-tools over-map", role: "toolbar", "aria-label": "Map" },
      iconButton("plus", "Nearer (+)", () => this.camera.zoom(1.4)),
      iconButton("minus", "Farther (−)", () => this.camera.zoom(1 / 1.4)),
      iconButton("fit", "Whole map (0)", () => this.camera.fit()),
    );
    const fresh = this.view.cloneNode(false);
    this.view.replaceWith(fresh);
    this.view = fresh;
    replace(this.view, field.sheet, world, tools, this.state, this.hand);
    this.camera = new Camera(this.view, world, field.size, {
      tap: point => this.tap(point),
      hold: point => this.fan(field.at(point)),
      grab: point => this.grab(point),
      hover: point => field.showHover(point ? field.meant(point) : null),
    });
    if (seen) this.camera.to(seen.x, seen.y, seen.k, false);
    else this.camera.fit(false);
  }

  async change(value) {
    const [title, scenario] = value.split("/");
    const go_ = async () => {
      this.title = this.all.find(other => other.id === title);
      this.scenario = null;
      this.past = [];
      this.future = [];
      this.name = undefined;
      replace(this.origin);
      await this.empty(scenario);
    };
    if (!this.pieces.length) {
      await go_();
      return;
    }
    dialog("Another battle?", h("p", {}, "The pieces on this map stay behind. Save them first if you want them again."), [
      box =>
        button(
          "Stay here",
          () => {
            box.close();
            this.mapPlace.querySelector("select").value = `${this.title.id}/${this.scenario}`;
          },
          { kind: "quiet" },
        ),
      box =>
        button(
          "Go there",
          () => {
            box.close();
            go_().catch(failure => this.fail(failure));
          },
          { kind: "primary" },
        ),
    ]);
  }

  fail(failure) {
    toast(failure.message, { kind: "refusal" });
  }

  // ---- The text, and what the server says of it ----

  /** A new text: drawn as the server sees it; the one before can be had back. */
  async take(text, { first, quiet, undoing } = {}) {
    if (text === this.text && !first) return;
    if (!first && !undoing) {
      this.past.push(this.text);
      this.future = [];
    }
    if (this.past.length > 200) this.past.shift();
    this.text = text;
    this.report = null;
    remember("sandbox", { text, title: this.title.id, scenario: this.scenario, name: this.name });
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    if (this.area && !quiet) this.area.value = text;
    const asked = (this.asked = (this.asked ?? 0) + 1);
    let answer;
    try {
      answer = await post(this.way("position"), { text });
    } catch (failure) {
      answer = failure.refusal ? { faults: [{ sentence: failure.message }] } : null;
      if (!answer) {
        this.fail(failure);
        return;
      }
    }
    if (asked !== this.asked) return;
    this.faults = answer.faults ?? [];
    if (answer.board) {
      await this.mapOf(answer);
      this.board = answer.board;
      this.pieces = answer.board.pieces ?? [];
    }
    this.draw();
  }

  back() {
    if (!this.past.length) return;
    this.future.push(this.text);
    this.take(this.past.pop(), { undoing: true });
    speak("Undone");
  }

  again() {
    if (!this.future.length) return;
    this.past.push(this.text);
    this.take(this.future.pop(), { undoing: true });
    speak("Done again");
  }

  async open(text, name) {
    this.name = name?.replace(/\.\w+$/, "");
    const rules = words.field(text, "rules_of");
    const title = this.all.find(other => other.scenarios.some(scenario => scenario.id === rules)) ?? this.title;
    if (title !== this.title) {
      this.title = title;
      this.scenario = null;
    }
    try {
      await this.setUp(rules ?? this.scenario);
      await this.take(text);
      if (!this.pieces.length && this.faults.length) this.tab("text");
      else this.look();
    } catch (failure) {
      this.fail(failure);
    }
  }

  /** The part of the map where the pieces are. */
  look() {
    const places = this.pieces.map(piece => this.field.spots.get(piece.place)).filter(Boolean);
    if (!places.length) {
      this.camera.fit();
      return;
    }
    const edge = this.field.pitch * 2;
    const [xs, ys] = [places.map(place => place.x), places.map(place => place.y)];
    const [x, y] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    this.camera.frameOn({ x, y, width: Math.max(...xs) + edge - x, height: Math.max(...ys) + edge - y }, 1.1);
  }

  // ---- Deeds ----

  piece(id) {
    return this.pieces.find(piece => piece.id === id && this.field.spots.has(piece.place)) ?? null;
  }

  nameOf(id) {
    const one = this.pieces.find(piece => piece.id === id) ?? this.counters.get(id);
    return one ? `${one.name} ${[one.strength, one.movement].filter(value => value !== undefined).join("-")}` : id;
  }

  /** Takes a counter in hand, or puts it back. */
  pick(id) {
    this.held = this.held === id ? null : id;
    this.chosen = null;
    const at = this.piece(id);
    if (this.held && at) this.camera.reveal(this.field.spots.get(at.place));
    if (this.held && matchMedia("(max-width: 760px)").matches) this.sheet(false);
    speak(this.held ? `${this.nameOf(id)} in hand: choose a hex` : "Put back");
    this.draw();
  }

  /** Puts a counter on a place, wherever it was before. */
  async put(id, place) {
    const before = this.pieces.find(piece => piece.id === id);
    // Seen at once, if it has been drawn; the server's answer decides.
    if (this.field.pictures.cells.has(id))
      this.pieces = [...this.pieces.filter(piece => piece.id !== id), { ...(before ?? this.counters.get(id)), id, place }];
    this.held = null;
    this.cursor = place;
    this.draw();
    speak(`${this.nameOf(id)} on ${place}`);
    try {
      await this.take(
        before && words.entries(this.text).some(entry => entry.name === id)
          ? words.withPlace(this.text, id, place)
          : words.withEntry(this.text, await this.entry(id, place)),
      );
    } catch (failure) {
      this.fail(failure);
    }
  }

  /** How the title writes a counter on a place. */
  async entry(id, place) {
    this.written ??= new Map();
    const key = `${this.scenario} ${id}`;
    if (!this.written.has(key)) {
      const { text } = await post(this.way("position"), this.structure([{ id, place }]));
      this.written.set(key, words.entries(text).find(entry => entry.name === id)?.words ?? words.entries(text)[0]?.words);
    }
    return words.placed(this.written.get(key), place);
  }

  async takeOff(id) {
    this.pieces = this.pieces.filter(piece => piece.id !== id);
    this.held = this.chosen = null;
    this.draw();
    speak(`${this.nameOf(id)} taken off`);
    await this.take(words.without(this.text, id));
  }

  dropped(id, event) {
    this.field.showHover(null);
    const box = this.view.getBoundingClientRect();
    const inside = event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
    const place = inside ? this.field.at(this.camera.point(event)) : null;
    if (place) this.put(id, place);
  }

  tap(point) {
    const place = this.field.meant(point);
    if (!place) return;
    const piece = this.field.pieceAt(place, point);
    this.act(place, piece);
    this.view.focus({ preventScroll: true });
  }

  act(place, piece) {
    this.cursor = place;
    if (this.held) {
      if (this.piece(this.held)?.place === place) {
        this.held = null;
        this.draw();
      } else this.put(this.held, place);
      return;
    }
    const stack = this.field.byPlace.get(place) ?? [];
    if (stack.length > 1 && this.field.fanned !== place) {
      this.fan(place);
      return;
    }
    if (!piece) {
      this.chosen = null;
      this.field.fanned = null;
      this.draw();
      return;
    }
    this.chosen = this.chosen === piece.id ? null : piece.id;
    this.draw();
  }

  fan(place) {
    this.field.fanned = place && this.field.byPlace.get(place)?.length > 1 ? place : null;
    this.draw();
  }

  grab(point) {
    const place = this.field.meant(point);
    const piece = place && this.field.pieceAt(place, point);
    if (!piece || this.held) return null;
    const element = this.field.shown.get(piece.id);
    element.classList.add("carried");
    this.field.units.append(element);
    const back = () => {
      element.classList.remove("carried");
      this.field.showHover(null);
      this.draw();
    };
    return {
      move: at => {
        element.style.transform = `translate(${at.x}px, ${at.y}px) scale(1.15)`;
        this.field.showHover(this.field.at(at));
      },
      cancel: back,
      drop: (at, event) => {
        const box = this.view.getBoundingClientRect();
        const out = event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
        const to = this.field.at(at);
        back();
        if (out) this.takeOff(piece.id);
        else if (to && to !== place) this.put(piece.id, to);
      },
    };
  }

  // ---- Drawing ----

  draw() {
    if (!this.field) return;
    this.field.show(
      this.pieces.filter(piece => this.field.spots.has(piece.place)),
      piece => [piece.id === this.held ? "in-hand" : "", piece.id === this.chosen ? "selected" : ""].filter(Boolean).join(" "),
    );
    this.field.showCursor(document.activeElement === this.view ? this.cursor : null);
    this.drawState();
    this.drawHand();
    if (this.shownTab === "counters") this.palette.draw();
    if (this.shownTab === "position") this.positionTab();
    if (this.shownTab === "text") this.drawReport();
  }

  drawState() {
    const on = this.pieces.filter(piece => this.field.spots.has(piece.place)).length;
    const count = on === 1 ? "One counter" : `${on || "No"} counters`;
    this.state.dataset.faults = this.faults.length;
    replace(
      this.state,
      this.faults.length
        ? [
            h("p", { class: "bad" }, icon("close"), h("b", {}, this.faults.length === 1 ? "One fault" : `${this.faults.length} faults`)),
            h(
              "ul",
              {},
              this.faults
                .slice(0, 3)
                .map(fault =>
                  h(
                    "li",
                    {},
                    h(
                      "button",
                      { type: "button", class: "mention", "data-fault": fault.line ?? "", onclick: () => this.toLine(fault.line) },
                      capital(fault.sentence),
                    ),
                  ),
                ),
            ),
            this.faults.length > 3 ? h("p", { class: "fine" }, `and ${this.faults.length - 3} more, in the text`) : null,
          ]
        : h(
            "p",
            { class: "good" },
            icon("check"),
            h("span", {}, on ? `${count}; this can be played.` : "An empty field: choose a counter, then a hex."),
          ),
    );
  }

  drawHand() {
    const id = this.held ?? this.chosen;
    this.hand.hidden = !id;
    if (!id) return;
    const at = this.piece(id);
    const states = this.kit.states ?? [];
    const own = new Set(words.flags(this.text, id));
    replace(
      this.hand,
      counter(id, 60),
      h(
        "div",
        {},
        h("b", {}, this.nameOf(id)),
        h("small", {}, this.held ? "in hand: choose a hex" : at ? `on ${at.place}` : ""),
        states.length && !this.held && at
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
                    onchange: event => this.take(words.withFlag(this.text, id, state.id, event.target.checked)),
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
          this.held
            ? button("Put back", () => this.pick(id), { kind: "small" })
            : button(
                "Move",
                () => {
                  this.held = id;
                  this.chosen = null;
                  this.draw();
                },
                { kind: "small" },
              ),
          at ? button("Take off", () => this.takeOff(id), { kind: "small", picture: "bin", "data-take-off": "" }) : null,
        ),
      ),
    );
  }

  sheet(open = !this.frame.querySelector(".aside").classList.contains("open")) {
    this.frame.querySelector(".aside").classList.toggle("open", open);
    this.grip.setAttribute("aria-expanded", String(open));
  }

  tab(name) {
    this.shownTab = name;
    const all = [
      ["counters", "Counters"],
      ["position", "Position"],
      ["text", "Text and steps"],
    ];
    replace(
      this.tabs,
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
              this.tab(id);
              this.sheet(true);
            },
          },
          label,
        ),
      ),
    );
    this.body.setAttribute("aria-label", all.find(([id]) => id === name)[1]);
    this.body.scrollTop = 0;
    this.area = null;
    if (name === "counters") {
      replace(this.body, this.palette.element);
      this.palette.draw();
    } else if (name === "position") this.positionTab();
    else this.textTab();
  }

  /** Turn, phase, side; who waits off the map. */
  positionTab() {
    const { kit } = this;
    const chosen = (name, fallback) => words.field(this.text, name) ?? fallback;
    const select = (label, name, values, value) =>
      h(
        "label",
        { class: "sandbox-field" },
        h("span", {}, label),
        h(
          "select",
          {
            "data-sandbox-field": name,
            onchange: event =>
              this.take(words.withField(this.text, name, name === "turn" ? Number(event.target.value) : event.target.value)),
          },
          values.map(([id, words_]) => h("option", { value: id, selected: String(id) === String(value) }, words_)),
        ),
      );
    const turns = Array.isArray(kit.turns)
      ? kit.turns.map((turn, index) => [turn.id ?? turn.number ?? index + 1, turn.name ?? turn.label ?? `${index + 1}`])
      : Array.from({ length: kit.turns ?? 1 }, (_, index) => [index + 1, String(index + 1)]);
    const off = this.pieces.filter(piece => !this.field.spots.has(piece.place));
    const focused = document.activeElement?.dataset?.sandboxField;
    replace(
      this.body,
      h(
        "div",
        { class: "sandbox-fields" },
        select("Turn", "turn", turns, chosen("turn", this.board?.turn)),
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
        kit.maps?.length > 1
          ? select(
              "Map",
              "map",
              kit.maps.map(map => [map.id, map.name]),
              chosen("map", this.scenario),
            )
          : null,
      ),
      h(
        "div",
        { class: "dialog-row" },
        button("Set up as printed", () => this.printed(), { kind: "small", "data-sandbox-printed": "" }),
        button("Clear the map", () => this.clear(), { kind: "small", disabled: !this.pieces.length }),
      ),
      off.length
        ? [
            h("h2", { class: "sandbox-off" }, "Off the map"),
            shelf(
              off.map(piece => piece.id),
              id => this.pick(id),
              id => `${this.nameOf(id)}, ${off.find(piece => piece.id === id).place ?? "waiting"}`,
            ),
          ]
        : null,
      (this.board?.pending?.asks ?? []).map(ask => h("p", { class: "sandbox-ask" }, h("b", {}, "Played on from here: "), ask.text)),
      h(
        "p",
        { class: "fine" },
        "What else a position can say (terrain painted in, morale, who has moved) is written in the text; ",
        h("a", { href: `/rules/${this.title.id}` }, "the rules"),
        " tell what it means.",
      ),
    );
    if (focused) this.body.querySelector(`[data-sandbox-field="${focused}"]`)?.focus();
  }

  /** The armies as their scenario sets them up. */
  async printed() {
    try {
      const bare = (await post(this.way("position"), this.structure([]))).text;
      const { board, faults } = await post(this.way("position"), { text: words.withField(bare, "setup", true) });
      if (!board?.pieces?.length) throw new Error(faults?.[0]?.sentence ?? "This title has no printed set-up.");
      const units = board.pieces
        .filter(piece => this.field.spots.has(piece.place) && this.counters.has(piece.id))
        .map(({ id, place }) => ({ id, place }));
      const { text } = await post(this.way("position"), this.structure(units));
      await this.take(text);
      this.look();
    } catch (failure) {
      this.fail(failure);
    }
  }

  async clear() {
    try {
      await this.take((await post(this.way("position"), this.structure([]))).text);
    } catch (failure) {
      this.fail(failure);
    }
  }

  // ---- The text, and the example it may be ----

  textTab() {
    this.area = h("textarea", {
      class: "sandbox-text",
      spellcheck: "false",
      "aria-label": "The text of the position",
      "data-sandbox-text": "",
      rows: 18,
      value: this.text,
      oninput: () => this.typed(),
    });
    this.reportPlace = h("div", { class: "sandbox-report", role: "status" });
    replace(
      this.body,
      this.area,
      h(
        "div",
        { class: "dialog-row tight" },
        button("Add a step", () => this.addStep(), { kind: "small", picture: "plus" }),
        button("Run the example", () => this.run(), { kind: "small", picture: "play", "data-sandbox-run": "" }),
      ),
      this.reportPlace,
      h(
        "p",
        { class: "fine" },
        "A step is an order that must be carried out (",
        h("code", {}, "do"),
        ") or refused (",
        h("code", {}, "try"),
        "), the dice that fall (",
        h("code", {}, "throws"),
        ") and what must come out (",
        h("code", {}, "expect"),
        ").",
      ),
    );
    this.drawReport();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.take(this.area.value, { quiet: true }), WAIT);
  }

  addStep() {
    const by = words.field(this.text, "active") ?? this.kit.sides[0]?.id ?? "";
    this.take(`${this.text.replace(/\n*$/, "\n")}\n[[step]]\nby = "${by}"\ndo = ""\n`);
    const at = this.text.lastIndexOf('""') + 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = this.area.scrollHeight;
  }

  drawReport() {
    if (!this.reportPlace) return;
    const line = fault =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "mention", onclick: () => this.toLine(fault.line) },
          fault.line ? `Line ${fault.line}: ` : "",
          capital(fault.sentence),
        ),
      );
    if (!this.report) {
      replace(this.reportPlace, this.faults.length ? h("ul", { class: "bad" }, this.faults.map(line)) : null);
      return;
    }
    const { passed, faults = [] } = this.report;
    const total = (this.text.match(/^[ \t]*\[\[step\]\]/gm) ?? []).length;
    const failed = faults.map(fault => fault.step ?? (fault.line ? words.stepOf(this.text, fault.line) : 0)).find(Boolean);
    replace(
      this.reportPlace,
      h(
        "p",
        { class: passed ? "good" : "bad", "data-example-passed": String(Boolean(passed)) },
        icon(passed ? "check" : "close"),
        h(
          "b",
          {},
          passed
            ? `The example passes${total ? `: ${total === 1 ? "one step" : `${total} steps`}` : ""}.`
            : failed
              ? `Step ${failed} of ${total} fails.`
              : "The example fails.",
        ),
      ),
      total
        ? h(
            "ol",
            { class: "run-steps", "aria-label": "Steps" },
            Array.from({ length: total }, (_, index) => {
              const number = index + 1;
              const kind = passed || (failed && number < failed) ? "good" : number === failed ? "bad" : "";
              return h(
                "li",
                { class: kind },
                h(
                  "button",
                  {
                    type: "button",
                    onclick: () => this.toStep(number),
                    "aria-label": `Step ${number}${kind === "good" ? ", passed" : kind === "bad" ? ", failed" : ", not reached"}`,
                  },
                  kind === "good" ? icon("check") : kind === "bad" ? icon("close") : String(number),
                ),
              );
            }),
          )
        : null,
      faults.length ? h("ul", { class: "bad" }, faults.map(line)) : null,
    );
  }

  async run() {
    clearTimeout(this.timer);
    if (this.area && this.area.value !== this.text) await this.take(this.area.value, { quiet: true });
    try {
      // A position without a head is an example without steps.
      const text = /^\s*title\s*=/m.test(this.text) ? this.text : null;
      const head = 'rules = []\ntitle = "From the sandbox"\n';
      const report = await post(this.way("example"), { text: text ?? head + this.text });
      this.report = text
        ? report
        : { ...report, faults: (report.faults ?? []).map(fault => ({ ...fault, line: fault.line > 2 ? fault.line - 2 : fault.line })) };
      this.drawReport();
    } catch (failure) {
      this.fail(failure);
    }
  }

  toStep(number) {
    const lines = this.text.split("\n");
    let seen = 0;
    this.toLine(lines.findIndex(line => /^[ \t]*\[\[step\]\]/.test(line) && (seen += 1) === number) + 1);
  }

  toLine(line) {
    if (this.shownTab !== "text") this.tab("text");
    this.sheet(true);
    this.area.focus();
    if (!line) return;
    const [from, to] = words.lineAt(this.text, line);
    this.area.setSelectionRange(from, to);
    this.area.scrollTop = Math.max(0, ((line - 6) * this.area.scrollHeight) / Math.max(1, this.text.split("\n").length));
  }

  // ---- Out of here ----

  save() {
    const title = h("input", {
      type: "text",
      value: /^\s*title\s*=\s*"([^"]*)"/m.exec(this.text)?.[1] ?? "",
      placeholder: "What it shows, in a line",
      "aria-label": "Title",
      "data-save-title": "",
    });
    const name = this.name ?? `${this.scenario}-position`;
    const isExample = /^\s*title\s*=/m.test(this.text);
    dialog(
      "Save as a file",
      [
        h(
          "p",
          {},
          "A position is where a game can begin. An example also has a title and steps, and the program can check it: ",
          h("code", {}, "sabretache example check FILE"),
        ),
        h("label", { class: "sandbox-field" }, h("span", {}, "Title of the example"), title),
      ],
      [
        box =>
          button(
            "Position",
            () => {
              download(
                `${name}.toml`,
                /^[\s\S]*?(?=^\s*\[position\])/m.test(this.text)
                  ? this.text.replace(/^[\s\S]*?(?=^\s*\[position\])/m, "").replace(/^\s*\[\[step\]\][\s\S]*$/m, "")
                  : this.text,
              );
              box.close();
            },
            { "data-save-position": "" },
          ),
        box =>
          button(
            "Example",
            () => {
              const written = title.value.trim().replaceAll('"', "'") || "From the sandbox";
              download(
                `${name}.toml`,
                isExample
                  ? this.text.replace(/^(\s*title\s*=\s*).*$/m, `$1"${written}"`)
                  : `rules = []\ntitle = "${written}"\n\n${this.text}`,
              );
              box.close();
            },
            { kind: "primary", "data-save-example": "" },
          ),
      ],
    );
  }

  play() {
    if (this.faults.length) {
      toast(`${capital(this.faults[0].sentence).replace(/\.$/, "")}.`, { kind: "refusal" });
      return;
    }
    const scenario = this.title.scenarios.find(other => other.id === this.scenario);
    newGame({ title: this.title, position: this.text, seats: scenario.seats, name: "Play on from here", here: true });
  }

  key(event) {
    if (document.querySelector("dialog[open]") || event.altKey) return;
    const typing = event.target.closest?.("input, textarea, select");
    const command = event.ctrlKey || event.metaKey;
    if (typing) {
      if (event.key === "Escape") this.view.focus();
      return;
    }
    if (command && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) this.again();
      else this.back();
      return;
    }
    if (command && event.key.toLowerCase() === "y") {
      event.preventDefault();
      this.again();
      return;
    }
    if (command) return;
    const onMap = event.target === document.body || this.view === event.target || event.target === document.getElementById("page");
    const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (arrows[event.key] && onMap) {
      event.preventDefault();
      const [dx, dy] = arrows[event.key];
      if (event.shiftKey) {
        this.camera.pan(-dx * 140, -dy * 140);
        return;
      }
      this.cursor = this.cursor ? this.field.towards(this.cursor, dx, dy) : (this.piece(this.chosen)?.place ?? this.middle());
      this.field.showCursor(this.cursor);
      this.camera.reveal(this.field.spots.get(this.cursor));
      const stack = this.field.byPlace.get(this.cursor) ?? [];
      speak(`${this.cursor}${stack.length ? `: ${stack.map(piece => this.nameOf(piece.id)).join(", ")}` : ", empty"}`);
      return;
    }
    const top = () => (this.field.byPlace.get(this.cursor) ?? []).at(-1);
    const deeds = {
      Enter: () => {
        if (!onMap || !this.cursor) return false;
        const piece = top();
        if (this.held) this.act(this.cursor, null);
        else if (piece) this.pick(piece.id);
        return true;
      },
      Delete: () => {
        const id = this.held ?? this.chosen ?? top()?.id;
        if (id && this.pieces.some(piece => piece.id === id)) this.takeOff(id);
        return true;
      },
      Escape: () => {
        this.held = this.chosen = null;
        this.field.fanned = null;
        this.draw();
        return true;
      },
      "+": () => this.camera.zoom(1.3),
      "=": () => this.camera.zoom(1.3),
      "-": () => this.camera.zoom(1 / 1.3),
      0: () => this.camera.fit(),
      u: () => this.back(),
      U: () => this.again(),
      "/": () => {
        this.tab("counters");
        this.palette.search.focus();
      },
    };
    deeds.Backspace = deeds.Delete;
    // Enter on a button is the button's.
    if (deeds[event.key] && deeds[event.key]() !== false) event.preventDefault();
  }

  /** The place in the middle of what is seen. */
  middle() {
    const box = this.view.getBoundingClientRect();
    return (
      this.field.at(this.camera.point({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })) ??
      this.field.spots.keys().next().value
    );
  }
}
