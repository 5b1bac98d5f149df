// What lies on the table: the map, the counters, and the marks between them.

import { h, s, drawing, replace } from "./dom.js";
import { once } from "./api.js";
import { placesOf } from "./places.js";
import { Marks } from "./marks.js";
import { picture, only, without } from "./pictures.js";

/** A counter is drawn a hundred wide; its shadow reaches a little farther. */
const EDGE = 8;
/** Counters in a row of a stack that is spread out. */
const FAN = 6;
const CELL = 100 + 2 * EDGE;

const sheetPath = (base, symbols) => `${base}/counters.svg${symbols === "nato" ? "?symbols=nato" : ""}`;

/** The map: its ground, the numbers of the hexes, the names of places, one picture each. */
async function mapSheets(text, { width, height }) {
  const map = drawing(text);
  const parts = [["ground", without(map, ".numbers, .names")], ["numbers", only(map, ".numbers")], ["names", only(map, ".names")]].filter(([, part]) => part);
  const sheet = async ([name, part]) => h("img", { class: name, src: await picture(part), width, height, alt: "", draggable: "false" });
  return h("div", { class: "map", "aria-hidden": "true" }, await Promise.all(parts.map(sheet)));
}

/** All counters in one picture, side by side; where each of them lies is told with it. */
async function counterSheet(text) {
  const symbols = [...drawing(text).querySelectorAll("symbol[id]")];
  const across = Math.ceil(Math.sqrt(symbols.length));
  const side = across * CELL;
  const cells = new Map();
  const sheet = s("svg", { viewBox: `0 0 ${side} ${side}`, width: side, height: side });
  symbols.forEach((symbol, index) => {
    const [x, y] = [(index % across) * CELL, Math.floor(index / across) * CELL];
    cells.set(symbol.id.slice("unit-".length), { x, y });
    sheet.append(s("svg", { x: x + EDGE, y: y + EDGE, width: 100, height: 100, viewBox: symbol.getAttribute("viewBox") ?? "0 0 100 100", overflow: "visible" }, ...symbol.cloneNode(true).childNodes));
  });
  return { address: await picture(sheet), side, cells };
}

export class Field {
  /** A game that began from a position on a map of its own has no scenario, and its own sheets. */
  static async load(title, scenario, symbols, game) {
    const base = scenario ? `/api/titles/${title}/${scenario}` : `/api/games/${game}/sheets`;
    const [places, map, counters, roster] = await Promise.all([once(`${base}/map.json`), once(`${base}/map.svg`), once(sheetPath(base, symbols)), once(`${base}/units.json`)]);
    const field = await Field.of(places, map, counters);
    Object.assign(field, { base, symbols });
    // Everybody who may come into play, also those who are not on the table now.
    field.roster = new Map(roster.units.map(unit => [unit.id, unit]));
    return field;
  }

  /** From the texts of the drawings. */
  static async of(places, map, counters) {
    const hexes = placesOf(places);
    const field = new Field(hexes, await mapSheets(map, hexes.size));
    await field.lay(counters);
    return field;
  }

  constructor(hexes, map) {
    this.hexes = hexes;
    this.map = map;
    this.size = hexes.size;
    this.pitch = hexes.pitch;
    this.counter = this.pitch * 0.66;
    this.sheet = s("svg", { class: "unseen", "aria-hidden": "true" });
    this.units = s("g", { class: "units" });
    this.marks = new Marks(hexes);
    const { width, height } = this.size;
    const { patterns, standing, below, under, hovered, path, above, lines, ghosts, cursor, band, advice, trails } = this.marks;
    const sheet = (name, ...parts) => s("svg", { class: name, viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, parts);
    // What follows the pointer has a sheet of its own, so that the counters are not drawn anew for it.
    this.layer = h("div", { class: "sheets" }, sheet("pieces", patterns, standing, below, under, this.units, above, lines), sheet("fingers", trails, path, advice, ghosts, hovered, cursor, band));
    this.shown = new Map();
    this.byHex = new Map();
    this.fanned = null;
  }

  get places() { return this.hexes.places; }

  at(point) { return this.hexes.at(point); }

  towards(hex, dx, dy) { return this.hexes.towards(hex, dx, dy); }

  showHover(hex) { this.marks.showHover(hex); }

  showCursor(hex) { this.marks.showCursor(hex); }

  /** Counters as they shall look: as symbols for lists, and as one picture for the map. */
  async lay(counters) {
    const drawn = drawing(counters);
    const pictures = await counterSheet(counters);
    replace(this.sheet, ...drawn.childNodes);
    this.pictures = pictures;
    for (const element of this.shown.values()) element.children[1].replaceWith(this.printed(element.dataset.print, this.counter));
  }

  /** Period symbols or those of NATO. */
  async dress(symbols) {
    if (symbols === this.symbols) return;
    this.symbols = symbols;
    const counters = await once(sheetPath(this.base, symbols));
    if (symbols === this.symbols) await this.lay(counters);
  }

  /** Puts the counters where they are; those that moved glide. `state` gives the classes of a piece. */
  show(pieces, state) {
    this.byHex.clear();
    for (const piece of pieces) {
      if (!piece.hex || !this.places.has(piece.hex)) continue;
      if (!this.byHex.has(piece.hex)) this.byHex.set(piece.hex, []);
      this.byHex.get(piece.hex).push(piece);
    }
    const seen = new Set();
    for (const [hex, stack] of this.byHex) {
      const states = new Map(stack.map(piece => [piece.id, state(piece).split(" ").filter(Boolean)]));
      const rank = piece => (states.get(piece.id).some(word => word === "in-hand" || word === "selected") ? 1000 : 0) + (piece.stack ?? 0);
      const sides = [...new Set(stack.map(piece => piece.side))].sort();
      stack.sort((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side) || rank(a) - rank(b));
      const heaps = sides.map(side => stack.filter(piece => piece.side === side));
      stack.forEach((piece, index) => {
        const heap = sides.indexOf(piece.side);
        const height = heaps[heap].indexOf(piece);
        const top = height === heaps[heap].length - 1;
        seen.add(piece.id);
        const element = this.shown.get(piece.id) ?? this.make(piece);
        this.place(element, hex, this.fanned === hex && stack.length > 1 ? this.fan(index, stack.length) : this.heaped(height, heaps[heap].length, heap, heaps.length));
        const words = states.get(piece.id);
        const kind = ["unit", ...words].join(" ");
        if (element.getAttribute("class") !== kind) element.setAttribute("class", kind);
        if (element.dataset.hex !== hex) element.dataset.hex = hex;
        if (words.includes("able")) element.dataset.able = "true";
        else delete element.dataset.able;
        this.pips(element, piece, top && this.fanned !== hex ? heaps[heap].length : 0);
      });
      if (stack.length > 1 || this.fanned === hex) this.raise(stack);
    }
    if (this.fanned && this.byHex.has(this.fanned)) this.raise(this.byHex.get(this.fanned));
    for (const [id, element] of this.shown) {
      if (seen.has(id)) continue;
      element.classList.add("leaving");
      this.shown.delete(id);
      setTimeout(() => element.remove(), 500);
    }
  }

  /** A stack in its order, above its neighbours; nothing is touched if it lies so already. */
  raise(stack) {
    const elements = stack.map(piece => this.shown.get(piece.id));
    const inOrder = elements.every((element, index) => !index || elements[index - 1].compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (!inOrder || this.fanned === stack[0]?.hex) elements.forEach(element => this.units.append(element));
  }

  make(piece) {
    const size = this.counter;
    const print = piece.print ?? piece.id;
    const element = s("g", { class: "unit", "data-unit": piece.id, "data-print": print },
      s("rect", { class: "ring", x: -size / 2 - 4, y: -size / 2 - 4, width: size + 8, height: size + 8, rx: 9 }),
      this.printed(print, size),
      s("g", { class: "pips" }));
    this.shown.set(piece.id, element);
    this.units.append(element);
    return element;
  }

  /** What is printed on a counter: a window upon the picture of all of them. */
  printed(id, size) {
    const { address, side, cells } = this.pictures;
    const cell = cells.get(id) ?? { x: 0, y: 0 };
    const edge = size * CELL / 100;
    return s("svg", { x: -edge / 2, y: -edge / 2, width: edge, height: edge, viewBox: `${cell.x} ${cell.y} ${CELL} ${CELL}` }, s("image", { href: address, width: side, height: side }));
  }

  /** Where a counter of a stack lies that is spread out, from the middle of its place. */
  fan(index, count) {
    const across = Math.min(count, FAN);
    const rows = Math.ceil(count / across);
    const [column, row] = [index % across, Math.floor(index / across)];
    const inRow = row === rows - 1 ? count - row * across : across;
    const step = this.counter * 1.75;
    return { dx: (column - (inRow - 1) / 2) * step, dy: (row - (rows - 1) / 2) * step - this.counter * 0.2, scale: 1.5 };
  }

  /** Where a counter of a stack lies; those of two sides that fight over a place lie beside each other. */
  heaped(height, count, heap, heaps) {
    const step = Math.min(this.pitch * 0.09, this.pitch * 0.3 / Math.max(1, count - 1));
    const tilt = (height - (count - 1) / 2) * step;
    const apart = (heap - (heaps - 1) / 2) * this.pitch * 0.78;
    return { dx: tilt + apart, dy: -tilt, scale: 1 };
  }

  place(element, hex, { dx, dy, scale }) {
    const centre = this.hexes.get(hex);
    const [x, y] = [centre.x + dx, centre.y + dy];
    const transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})`;
    if (element.placed === transform && element.style.transform === element.written) return;
    element.placed = transform;
    element.style.transform = transform;
    // As the browser writes it: a hand may have carried it away since.
    element.written = element.style.transform;
  }

  pips(element, piece, count) {
    const marks = (piece.marks ?? []).map(mark => mark.text ?? mark);
    // A strength that changes is not printed on the counter; it stands on its foot.
    const strength = this.roster?.get(piece.id)?.strength === "" ? piece.strength ?? "" : "";
    const key = `${marks.join("|")}#${count}#${strength}`;
    const group = element.lastChild;
    if (group.dataset.key === key) return;
    group.dataset.key = key;
    group.replaceChildren();
    const half = this.counter / 2;
    marks.slice(0, 3).forEach((mark, index) => {
      const text = mark.length > 2 ? mark.slice(0, 1).toUpperCase() : mark;
      group.append(s("circle", { class: "pip", cx: half - 2, cy: -half + 2 + index * 13, r: 7 }),
        label("pip-text", half - 2, -half + 2 + index * 13, text));
    });
    if (strength) group.append(s("rect", { class: "strength", x: -half - 3, y: half - 12, width: 22, height: 15, rx: 4 }), label("strength-text", -half + 8, half - 4.5, strength));
    if (count > 1) group.append(s("circle", { class: "count", cx: -half + 1, cy: -half + 1, r: 8.5 }), label("count-text", -half + 1, -half + 1, String(count)));
  }

  /** Which counter of a hex lies under a point, top first. */
  pieceAt(hex, point) {
    const stack = this.byHex.get(hex) ?? [];
    if (this.fanned === hex && stack.length > 1) {
      const centre = this.hexes.get(hex);
      const half = this.counter * 0.8;
      for (const [index, piece] of stack.entries()) {
        const { dx, dy } = this.fan(index, stack.length);
        if (Math.abs(point.x - centre.x - dx) < half && Math.abs(point.y - centre.y - dy) < half) return piece;
      }
      return null;
    }
    return stack.at(-1) ?? null;
  }

  /** Whether a point lies on the counters of a hex, not beside them. */
  onCounter(hex, point) {
    if (this.fanned === hex) return Boolean(this.pieceAt(hex, point));
    const place = this.hexes.get(hex);
    return Math.max(Math.abs(point.x - place.x), Math.abs(point.y - place.y)) <= this.counter * 0.62;
  }

  /** The hex meant by a point: a fanned stack reaches beyond its own. */
  meant(point) {
    if (this.fanned && this.pieceAt(this.fanned, point)) return this.fanned;
    return this.hexes.at(point);
  }

  /** The counters that lie in a rectangle of the map. */
  within(a, b) {
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    return [...this.byHex].filter(([hex]) => { const { x, y } = this.hexes.get(hex); return x >= left && x <= right && y >= top && y <= bottom; }).flatMap(([, stack]) => stack);
  }

  /** Lights hexes and the places of units up for a moment; gives their middle. */
  flash(hexes, units) {
    const all = new Set(hexes);
    for (const unit of units) {
      const hex = this.shown.get(unit)?.dataset.hex;
      if (hex) all.add(hex);
    }
    this.marks.flash(all);
    const places = [...all].map(hex => this.hexes.get(hex)).filter(Boolean);
    if (!places.length) return null;
    return { x: places.reduce((sum, p) => sum + p.x, 0) / places.length, y: places.reduce((sum, p) => sum + p.y, 0) / places.length };
  }
}

/** A short word about a point, which keeps its layout when the map is scaled. */
const label = (name, x, y, text) => s("foreignObject", { x: x - 10, y: y - 10, width: 20, height: 20 }, h("div", { class: name }, text));

/** A counter by itself, for cards and lists. */
export const counter = (id, size = 44) =>
  s("svg", { class: "counter", viewBox: "0 0 104 104", width: size, height: size, "aria-hidden": "true" }, s("use", { href: `#unit-${id}`, width: 100, height: 100 }));
