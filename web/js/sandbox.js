// @ts-check
// The sandbox: pieces placed freely on a map. What is made is a text, the same as in example files; every change is a change
// of that text, and the server says whether it can be a position and how it looks.

import { failed, get, once, post, titles } from "./api.js";
import { Camera } from "./camera.js";
import { capital, drawing, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { example } from "./example.js";
import { Field } from "./field.js";
import { dropping } from "./files.js";
import { go } from "./nav.js";
import { newGame } from "./newgame.js";
import { Palette } from "./palette.js";
import { drop, grab } from "./sandboxdrag.js";
import { pressKey } from "./sandboxkeys.js";
import { Writing } from "./sandboxtext.js";
import { drawBattles, drawHand, drawState, drawTab, frame, positionTab } from "./sandboxviews.js";
import { onSettings, remember, remembered, settings } from "./settings.js";

/** @type {Page.Beginning | null} */
let brought = null;

/**
 * Takes a text along to the sandbox.
 * @param {string} text
 * @param {string} [title]
 */
export function openInSandbox(text, title) {
  brought = { text, title };
  go("/sandbox");
}

/** @param {HTMLElement} page */
export async function sandbox(page) {
  replace(page, h("p", { class: "waiting" }, "Setting up the sandbox…"));
  document.title = "Sandbox · Sabretache";
  const all = (await titles()).filter(title => title.sandbox);
  const asked = new URLSearchParams(location.search);
  const begin = await beginning(asked);
  const title = all.find(other => other.id === begin.title) ?? all[0];
  const box = new Sandbox(page, all, title);
  await box.start(begin);
  return () => box.close();
}

/**
 * What to open: a text brought along, a game's position, an example, a map, or where one was last.
 * @param {URLSearchParams} asked
 */
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
    const [title, name] = [asked.get("title") ?? "", asked.get("example") ?? ""];
    const content = await example(title, name);
    return { text: content.text, title, name };
  }
  if (asked.get("map")) return { title: asked.get("title"), scenario: asked.get("map") };
  return remembered("sandbox", /** @type {Page.Beginning} */ ({}));
}

export class Sandbox {
  /**
   * @param {HTMLElement} page
   * @param {Wire.Title[]} all
   * @param {Wire.Title} title
   */
  constructor(page, all, title) {
    this.page = page;
    this.all = all;
    this.title = title;
    this.text = "";
    /** @type {Page.Piece[]} */
    this.pieces = [];
    /** Texts before this one, and after it when some were undone. @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    /** The counter in hand. @type {string | null} */
    this.held = null;
    /** The counter that is looked at. @type {string | null} */
    this.chosen = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {Wire.Fault[]} */
    this.faults = [];
    /** @type {string | null} */
    this.scenario = null;
    /** @type {string | undefined} */
    this.name = undefined;
    /** @type {Wire.Board | null} */
    this.board = null;
    this.writing = new Writing(this);
    /** What the text says. @type {Wire.PositionFacts} */
    this.facts = { fields: {}, flags: {}, title: null, steps: [] };
    /** Counts the texts; one that comes late does not take the place of a later one. */
    this.asked = 0;
    this.reading = 0;
    /** @type {Map<string, Wire.Unit>} */
    this.counters = new Map();
    /** What this scenario has, its map and its counters; they come with the first text. @type {Wire.Sandbox | null} */
    this.ownKit = null;
    /** @type {Field | null} */
    this.ownField = null;
    /** @type {Camera | null} */
    this.ownCamera = null;
    /** @type {Palette | null} */
    this.ownPalette = null;
    /** Which map lies on the table, and its drawing if it is of no scenario. */
    this.laid = "";
    /** @type {string | undefined} */
    this.ground = undefined;
    this.shownTab = "counters";
    this.view = h("div", {
      class: "view",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "map",
      "aria-label":
        "Map of the sandbox. Arrow keys move a cursor over the hexes, Enter picks up or places a counter, Delete removes it from the map.",
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
    this.aside = h("aside", { class: "aside", "aria-label": "Counters and position" }, this.grip, this.tabs, this.body);
    this.frame = frame(this);
    this.keys = (/** @type {KeyboardEvent} */ event) => pressKey(this, event);
    addEventListener("keydown", this.keys);
    this.still = dropping(this.frame, (text, name) => this.open(text, name));
    this.settled = onSettings(() => this.dress());
    this.dress();
  }

  get kit() {
    return there(this.ownKit);
  }

  get field() {
    return there(this.ownField);
  }

  get camera() {
    return there(this.ownCamera);
  }

  get palette() {
    return there(this.ownPalette);
  }

  close() {
    removeEventListener("keydown", this.keys);
    this.still();
    this.settled();
    this.ownCamera?.close();
    this.writing.close();
  }

  dress() {
    this.frame.classList.toggle("no-numbers", !settings.numbers);
    if (this.ownField?.base) this.ownField.dress(settings.symbols).catch(failure => this.fail(failure));
  }

  /** @param {Page.Beginning} begin */
  async start(begin) {
    this.name = begin.name;
    replace(this.page, this.printedPlace, this.frame);
    replace(this.origin, begin.from ? ["from ", h("a", { href: begin.from.href }, begin.from.name ?? "a game")] : null);
    if (begin.text) {
      const answer = await this.look({ text: begin.text });
      await this.setUp(begin.scenario ?? this.fieldOf(answer, "rules_of"));
      await this.take(answer, { first: true });
    } else await this.empty(this.title.scenarios.find(other => other.id === begin.scenario)?.id ?? this.title.scenarios[0].id);
  }

  /**
   * An empty position under the rules of a scenario.
   * @param {string} scenario
   */
  async empty(scenario) {
    await this.setUp(scenario);
    await this.take(await this.look(this.structure([])), { first: true });
  }

  /** @param {string} call */
  way(call) {
    return `/api/titles/${this.title.id}/${call}`;
  }

  /** @param {Wire.WishedUnit[]} units */
  structure(units) {
    const { kit } = this;
    return { scenario: this.scenario ?? "", turn: 1, phase: kit.phases[0]?.id, active: kit.sides[0]?.id, units };
  }

  /**
   * The kit of a scenario: its counters, sides, phases; and its map on the table.
   * @param {string | null | undefined} scenario
   */
  async setUp(scenario) {
    const known = (this.title.scenarios.find(other => other.id === scenario) ?? this.title.scenarios[0]).id;
    if (known === this.scenario) return;
    this.scenario = known;
    /** @type {Wire.Sandbox} */
    const kit = await once(this.way(`${known}/sandbox`));
    this.ownKit = kit;
    this.counters = new Map(kit.counters.map(one => [one.id, one]));
    // The counters of these rules, whatever map is on the table.
    /** @type {string} */
    const counters = await once(this.way(`${known}/counters.svg`));
    const printed = drawing(counters);
    printed.setAttribute("class", "unseen");
    printed.setAttribute("aria-hidden", "true");
    replace(this.printedPlace, printed);
    await this.lay(known);
    this.ownPalette = new Palette(this.kit.sides, this.kit.counters, {
      pick: id => this.pick(id),
      where: id => this.piece(id)?.place ?? null,
      held: () => this.held,
      over: event => this.field.showHover(this.field.at(this.camera.point(event))),
      drop: (id, event) => drop(this, id, event),
    });
    drawBattles(this, known);
    drawTab(this);
  }

  /**
   * Whether a piece stands on the map.
   * @param {Page.Piece} piece
   */
  isOn(piece) {
    return piece.place !== null && this.field.spots.has(piece.place);
  }

  /**
   * The map that the text asks for: a scenario's, or one of its own, which then comes with the answer.
   * @param {{ sheets?: Wire.OwnSheets | null }} options
   */
  async mapOf({ sheets }) {
    const own = this.written("map");
    if (sheets) {
      if (sheets.map + sheets.counters !== this.laid) await this.lay(sheets.map + sheets.counters, sheets);
    } else {
      const map = this.title.scenarios.find(other => other.id === own)?.id ?? this.scenario ?? "";
      if (map !== this.laid) await this.lay(map);
    }
  }

  /**
   * Puts a map on the table.
   * @param {string} map
   * @param {Wire.OwnSheets | undefined} [sheets]
   */
  async lay(map, sheets) {
    this.ownCamera?.close();
    const seen = sheets && sheets.map === this.ground ? this.ownCamera : null;
    this.laid = map;
    this.ground = sheets?.map;
    const field = sheets
      ? await Field.of(sheets.places, sheets.map, sheets.counters)
      : await Field.load(this.title.id, map, settings.symbols, "");
    this.ownField = field;
    const world = h("div", { class: "world" }, field.map, field.layer);
    world.style.width = `${field.size.width}px`;
    world.style.height = `${field.size.height}px`;
    const tools = h(
      "div",
      { class: "map-tools over-map", role: "toolbar", "aria-label": "Map" },
      iconButton("plus", "Zoom in (+)", () => this.camera.zoom(1.4)),
      iconButton("minus", "Zoom out (−)", () => this.camera.zoom(1 / 1.4)),
      iconButton("fit", "Whole map (0)", () => this.camera.fit()),
    );
    const fresh = h("div", Object.fromEntries([...this.view.attributes].map(({ name, value }) => [name, value])));
    this.view.replaceWith(fresh);
    this.view = fresh;
    replace(this.view, field.sheet, world, tools, this.state, this.hand);
    this.ownCamera = new Camera(this.view, world, field.size, {
      tap: point => this.tap(point),
      hold: point => this.fan(field.at(point)),
      grab: point => grab(this, point),
      hover: point => field.showHover(point ? field.meant(point) : null),
    });
    if (seen) this.camera.to(seen.x, seen.y, seen.k, false);
    else this.camera.fit(false);
  }

  /**
   * Another battle, with nothing on its map.
   * @param {string} title
   * @param {string} scenario
   */
  async begin(title, scenario) {
    this.title = this.all.find(other => other.id === title) ?? this.title;
    this.scenario = null;
    this.past = [];
    this.future = [];
    this.name = undefined;
    replace(this.origin);
    await this.empty(scenario);
  }

  /** @param {{ message: string }} failure */
  fail(failure) {
    toast(failure.message, { kind: "refusal" });
  }

  // ---- The text, and what the server says of it ----

  /**
   * Asks the server what a text says, or what it is after a change, or for the text of what stands where.
   * @param {{ text: string, edit?: Wire.PositionEdit } | Wire.PositionWish} question
   * @returns {Promise<Wire.Position>}
   */
  look(question) {
    return post(this.way("position"), question);
  }

  /**
   * A field of the position that a text describes, as a word.
   * @param {Wire.Position} answer
   * @param {string} name
   */
  fieldOf(answer, name) {
    const value = answer.facts.fields[name];
    return value === undefined ? undefined : String(value);
  }

  /**
   * A field of this position.
   * @param {string} name
   */
  written(name) {
    const value = this.facts.fields[name];
    return value === undefined ? undefined : String(value);
  }

  /**
   * Changes the text; whether that could be done.
   * @param {Wire.PositionEdit} edit
   */
  async edit(edit) {
    try {
      await this.take(await this.look({ text: this.text, edit }));
      return true;
    } catch (thrown) {
      this.fail(failed(thrown));
      return false;
    }
  }

  /**
   * A new text: drawn as the server sees it; the one before can be had back.
   * @param {Wire.Position} answer
   * @param {{ first?: boolean, quiet?: boolean, undoing?: boolean }} [how]
   */
  async take(answer, { first, quiet, undoing } = {}) {
    const { text } = answer;
    if (text === this.text && !first) return;
    if (!first && !undoing) {
      this.past.push(this.text);
      this.future = [];
    }
    if (this.past.length > 200) this.past.shift();
    this.text = text;
    this.writing.changed(text, quiet);
    remember("sandbox", { text, title: this.title.id, scenario: this.scenario, name: this.name });
    this.undoButton.disabled = !this.past.length;
    this.redoButton.disabled = !this.future.length;
    this.asked += 1;
    const { asked } = this;
    this.facts = answer.facts;
    this.faults = answer.faults;
    if (answer.board) {
      await this.mapOf(answer);
      if (asked !== this.asked) return;
      this.board = answer.board;
      this.pieces = answer.board.pieces;
    }
    this.draw();
  }

  /**
   * A text that somebody has written or had before.
   * @param {string} text
   * @param {{ quiet?: boolean, undoing?: boolean }} [how]
   */
  async read(text, how) {
    this.reading += 1;
    const { reading } = this;
    try {
      const answer = await this.look({ text });
      if (reading === this.reading) await this.take(answer, how);
    } catch (thrown) {
      this.fail(failed(thrown));
    }
  }

  back() {
    if (!this.past.length) return;
    this.future.push(this.text);
    this.read(this.past.pop() ?? "", { undoing: true });
    speak("Undone");
  }

  again() {
    if (!this.future.length) return;
    this.past.push(this.text);
    this.read(this.future.pop() ?? "", { undoing: true });
    speak("Redone");
  }

  /**
   * @param {string} text
   * @param {string | undefined} [name]
   */
  async open(text, name) {
    this.name = name?.replace(/\.\w+$/, "");
    try {
      let answer = await this.look({ text });
      const rules = this.fieldOf(answer, "rules_of");
      const title = this.all.find(other => other.scenarios.some(scenario => scenario.id === rules)) ?? this.title;
      if (title !== this.title) {
        this.title = title;
        this.scenario = null;
        answer = await this.look({ text });
      }
      await this.setUp(rules ?? this.scenario);
      await this.take(answer);
      if (!this.pieces.length && this.faults.length) this.tab("text");
      else this.frameAll();
    } catch (thrown) {
      const failure = failed(thrown);
      this.fail(failure);
    }
  }

  /** Shows the part of the map where the pieces are. */
  frameAll() {
    const places = this.field.spots.among(this.pieces.flatMap(piece => piece.place ?? []));
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

  /** @param {string | null} id */
  piece(id) {
    return this.pieces.find(piece => piece.id === id && this.isOn(piece)) ?? null;
  }

  /** @param {string} id */
  nameOf(id) {
    const one = this.pieces.find(piece => piece.id === id) ?? this.counters.get(id);
    return one ? `${one.name} ${[one.strength, one.movement].filter(value => value !== undefined).join("-")}` : id;
  }

  /**
   * Takes a counter in hand, or puts it back.
   * @param {string} id
   */
  pick(id) {
    this.held = this.held === id ? null : id;
    this.chosen = null;
    const at = this.piece(id);
    if (this.held && at?.place) this.camera.reveal(this.field.spots.middle(at.place));
    if (this.held && matchMedia("(max-width: 760px)").matches) this.sheet(false);
    speak(this.held ? `${this.nameOf(id)} selected: choose a hex` : "Deselected");
    this.draw();
  }

  /**
   * Takes a counter in hand that lies on the map.
   * @param {string} id
   */
  takeUp(id) {
    this.held = id;
    this.chosen = null;
    this.draw();
  }

  /**
   * Puts a counter on a place, wherever it was before.
   * @param {string} id
   * @param {string} place
   */
  async put(id, place) {
    const before = this.pieces.find(piece => piece.id === id);
    // Seen at once, if it has been drawn; the server's answer decides.
    const known = before ?? this.counters.get(id);
    if (known && this.field.pictures?.cells.has(id))
      this.pieces = [...this.pieces.filter(piece => piece.id !== id), { stack: 0, marks: [], ...known, id, place }];
    this.held = null;
    this.cursor = place;
    this.draw();
    speak(`${this.nameOf(id)} on ${place}`);
    await this.edit({ put: { scenario: this.scenario ?? "", unit: id, place } });
  }

  /** @param {string} id */
  async takeOff(id) {
    this.pieces = this.pieces.filter(piece => piece.id !== id);
    this.held = this.chosen = null;
    this.draw();
    speak(`${this.nameOf(id)} removed`);
    await this.edit({ take_off: { unit: id } });
  }

  /** @param {Page.Point} point */
  tap(point) {
    const place = this.field.meant(point);
    if (!place) return;
    const piece = this.field.pieceAt(place, point);
    this.act(place, piece);
    this.view.focus({ preventScroll: true });
  }

  /**
   * @param {string} place
   * @param {Page.Piece | null} piece
   */
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
      this.field.fan(null);
      this.draw();
      return;
    }
    this.chosen = this.chosen === piece.id ? null : piece.id;
    this.draw();
  }

  /**
   * The keyboard points at a place.
   * @param {string} place
   */
  point(place) {
    this.cursor = place;
    this.field.showCursor(place);
  }

  letGo() {
    this.held = this.chosen = null;
    this.field.fan(null);
    this.draw();
  }

  /** @param {string | null} place */
  fan(place) {
    this.field.fan(place && (this.field.byPlace.get(place)?.length ?? 0) > 1 ? place : null);
    this.draw();
  }

  // ---- Drawing ----

  draw() {
    if (!this.ownField) return;
    this.field.show(
      this.pieces.filter(piece => this.isOn(piece)),
      piece => [piece.id === this.held ? "in-hand" : "", piece.id === this.chosen ? "selected" : ""].filter(Boolean).join(" "),
    );
    this.field.showCursor(document.activeElement === this.view ? this.cursor : null);
    drawState(this);
    drawHand(this);
    if (this.shownTab === "counters") this.palette.draw();
    if (this.shownTab === "position") positionTab(this);
    if (this.shownTab === "text") this.writing.drawReport();
  }

  /** @param {string} name */
  tab(name) {
    this.shownTab = name;
    drawTab(this);
  }

  sheet(open = !this.aside.classList.contains("open")) {
    this.aside.classList.toggle("open", open);
    this.grip.setAttribute("aria-expanded", String(open));
  }

  /** The armies as their scenario sets them up. */
  async printed() {
    try {
      const { text } = await this.look(this.structure([]));
      const { board, faults } = await this.look({ text, edit: { field: { name: "setup", value: true } } });
      if (!board?.pieces.length) throw new Error(faults[0]?.sentence ?? "This title has no printed set-up.");
      const units = board.pieces
        .filter(piece => this.field.spots.has(piece.place) && this.counters.has(piece.id))
        .map(({ id, place }) => ({ id, place }));
      await this.take(await this.look(this.structure(units)));
      this.frameAll();
    } catch (thrown) {
      const failure = failed(thrown);
      this.fail(failure);
    }
  }

  async clear() {
    try {
      await this.take(await this.look(this.structure([])));
    } catch (thrown) {
      const failure = failed(thrown);
      this.fail(failure);
    }
  }

  // ---- Out of here ----

  play() {
    if (this.faults.length) {
      toast(`${capital(this.faults[0].sentence).replace(/\.$/, "")}.`, { kind: "refusal" });
      return;
    }
    const scenario = this.title.scenarios.find(other => other.id === this.scenario);
    newGame({ title: this.title, position: this.text, seats: scenario?.seats ?? [], name: "Play on from here", here: true });
  }
}

/**
 * What comes with the first text and is there ever after.
 * @template T
 * @param {T | null} made
 * @returns {T}
 */
function there(made) {
  if (made === null) throw new Error("The table has not been laid yet.");
  return made;
}
