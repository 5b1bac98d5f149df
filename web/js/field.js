// @ts-check
// What lies on the table: the map, the counters, and the marks between them.

import { once } from "./api.js";
import { Names } from "./clear.js";
import { drawing, h, replace, s } from "./dom.js";
import { chevron, lying, placesOf, pointer } from "./facing.js";
import { fromTheBottom, SPREAD_SCALE, spread } from "./fan.js";
import { Marks } from "./marks.js";
import { only, picture, without } from "./pictures.js";
import { spotsOf } from "./places.js";

/** A counter is drawn a hundred wide; its shadow reaches a little farther. */
const EDGE = 8;
const CELL = 100 + 2 * EDGE;
/** How much wider a print is for each further hex. */
const FURTHER = 152;
/** The widest print, of three hexes. */
const LONGEST = 100 + 2 * FURTHER + 2 * EDGE;

/**
 * @param {string} base
 * @param {string} symbols
 */
const sheetPath = (base, symbols) => `${base}/counters.svg${symbols === "nato" ? "?symbols=nato" : ""}`;

/**
 * The map: its ground, the numbers of the hexes, the names of places, one picture each.
 * @param {string} text
 * @param {Page.Spots} spots
 */
async function mapSheets(text, { size: { width, height }, pitch }) {
  const map = drawing(text);
  const lettered = only(map, ".names");
  /** @type {[string, SVGSVGElement | null][]} */
  const parts = [
    ["ground", without(map, ".numbers, .names")],
    ["numbers", only(map, ".numbers")],
    ["names", lettered],
  ];
  /** @param {[string, SVGSVGElement | null]} options */
  const sheet = async ([name, part]) =>
    part ? h("img", { class: name, src: await picture(part), width, height, alt: "", draggable: "false" }) : null;
  const sheets = await Promise.all(parts.map(sheet));
  const [, , image] = sheets;
  return {
    map: h("div", { class: "map", "aria-hidden": "true" }, sheets),
    names: lettered && image ? new Names(lettered, image, pitch) : null,
  };
}

/**
 * All counters in one picture, side by side, long ones as wide as they are; where each of them lies is told with it.
 * @param {string} text
 */
async function counterSheet(text) {
  const symbols = [...drawing(text).querySelectorAll("symbol[id]")];
  const across = Math.max(Math.ceil(Math.sqrt(symbols.length)) * CELL, LONGEST);
  /** @type {Map<string, { x: number, y: number, width: number }>} */
  const cells = new Map();
  const prints = [];
  let [x, y] = [0, 0];
  for (const symbol of symbols) {
    const width = Number(symbol.getAttribute("viewBox")?.split(" ")[2] ?? 100);
    if (x + width + 2 * EDGE > across) [x, y] = [0, y + CELL];
    cells.set(symbol.id.slice("unit-".length), { x, y, width });
    prints.push(
      s(
        "svg",
        { x: x + EDGE, y: y + EDGE, width, height: 100, viewBox: `0 0 ${width} 100`, overflow: "visible" },
        ...symbol.cloneNode(true).childNodes,
      ),
    );
    x += width + 2 * EDGE;
  }
  const down = y + CELL;
  const sheet = s("svg", { viewBox: `0 0 ${across} ${down}`, width: across, height: down }, prints);
  return { address: await picture(sheet), across, down, cells };
}

/**
 * The strength that is written on the foot of a counter: one that is not printed, or is no longer what is printed.
 * @param {Pick<Page.Piece, 'print' | 'strength'>} piece
 * @param {Pick<Wire.Unit, 'strength'> | undefined} printed
 */
export function onTheFoot({ print, strength }, printed) {
  if (print || !printed) return "";
  return printed.strength === strength ? "" : (strength ?? "");
}

export class Field {
  /**
   * A game that began from a position on a map of its own has no scenario, and its own sheets.
   * @param {string} title
   * @param {string} scenario
   * @param {string} symbols
   * @param {string} game
   */
  static async load(title, scenario, symbols, game) {
    const base = scenario ? `/api/titles/${title}/${scenario}` : `/api/games/${game}/sheets`;
    /** @type {[Wire.MapSheet, string, string, Wire.Roster]} */
    const [sheet, map, counters, roster] = await Promise.all([
      once(`${base}/map.json`),
      once(`${base}/map.svg`),
      once(sheetPath(base, symbols)),
      once(`${base}/units.json`),
    ]);
    const field = await Field.of(sheet, map, counters);
    field.base = base;
    field.symbols = symbols;
    field.roster = new Map(roster.units.map(unit => [unit.id, unit]));
    return field;
  }

  /**
   * From the texts of the drawings.
   * @param {Wire.MapSheet} sheet
   * @param {string} map
   * @param {string} counters
   */
  static async of(sheet, map, counters) {
    const spots = spotsOf(sheet);
    const field = new Field(spots, await mapSheets(map, spots));
    await field.print(counters);
    return field;
  }

  /**
   * @param {Page.Spots} spots
   * @param {Awaited<ReturnType<typeof mapSheets>>} sheets
   */
  constructor(spots, { map, names }) {
    this.spots = spots;
    this.map = map;
    /** Those that step aside for counters. */
    this.names = names;
    this.size = spots.size;
    this.pitch = spots.pitch;
    this.counter = this.pitch * 0.66;
    this.sheet = s("svg", { class: "unseen", "aria-hidden": "true" });
    this.units = s("g", { class: "units" });
    this.marks = new Marks(spots);
    /** For what is held out to the finger: wedges. */
    this.fingers = s("g", {});
    const { width, height } = this.size;
    const { patterns, standing, below, facing, under, hovered, path, above, lines, ghosts, cursor, band, advice, trails } = this.marks;
    /**
     * @param {string} name
     * @param {...SVGElement} parts
     */
    const sheet = (name, ...parts) =>
      s("svg", { class: name, viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, parts);
    // What follows the pointer has a sheet of its own, so that the counters are not drawn anew for it.
    this.layer = h(
      "div",
      { class: "sheets" },
      sheet("pieces", patterns, standing, below, facing, under, this.units, above, lines),
      sheet("fingers", trails, path, advice, ghosts, this.fingers, hovered, cursor, band),
    );
    /** The counters that are drawn, by unit. @type {Map<string, Page.Counter>} */
    this.shown = new Map();
    /** Who stands in a place. @type {Map<string, Page.Piece[]>} */
    this.byPlace = new Map();
    /** The place whose stack is spread out. @type {string | null} */
    this.fanned = null;
    /** Where the sheets come from; nothing for those that came with a position. @type {string | null} */
    this.base = null;
    this.symbols = "period";
    /** Everybody who may come into play, also those who are not on the table now. @type {Map<string, Wire.Unit>} */
    this.roster = new Map();
    /** All counters in one picture. @type {Awaited<ReturnType<typeof counterSheet>> | null} */
    this.pictures = null;
  }

  /** @param {Page.Point} point */
  at(point) {
    return this.spots.at(point);
  }

  /**
   * @param {string} place
   * @param {number} dx
   * @param {number} dy
   */
  towards(place, dx, dy) {
    return this.spots.towards(place, dx, dy);
  }

  /** @param {string | null} place */
  showHover(place) {
    this.marks.showHover(place);
  }

  /** @param {string | null} place */
  showCursor(place) {
    this.marks.showCursor(place);
  }

  /**
   * Counters as they shall look: as symbols for lists, and as one picture for the map.
   * @param {string} counters
   */
  async print(counters) {
    const drawn = drawing(counters);
    const pictures = await counterSheet(counters);
    replace(this.sheet, ...drawn.childNodes);
    this.pictures = pictures;
    for (const element of this.shown.values())
      element.children[2].replaceWith(this.printed(element.dataset.print ?? "", element.lies?.length ?? 1));
  }

  /**
   * Period symbols or those of NATO.
   * @param {string} symbols
   */
  async dress(symbols) {
    if (symbols === this.symbols || !this.base) return;
    this.symbols = symbols;
    /** @type {string} */
    const counters = await once(sheetPath(this.base, symbols));
    if (symbols === this.symbols) await this.print(counters);
  }

  /**
   * Spreads the stack of a place out, or none.
   * @param {string | null} place
   */
  fan(place) {
    this.fanned = place;
  }

  /**
   * Puts the counters where they are; those that moved glide. `state` gives the classes of a piece.
   * @param {Page.Piece[]} pieces
   * @param {(piece: Page.Piece) => string} state
   */
  show(pieces, state) {
    this.byPlace.clear();
    /** @type {Map<string, Page.Piece[]>} */
    const stacks = new Map();
    /**
     * @param {Map<string, Page.Piece[]>} map
     * @param {string} place
     * @param {Page.Piece} piece
     */
    const put = (map, place, piece) => map.set(place, [...(map.get(place) ?? []), piece]);
    for (const piece of pieces) {
      if (!piece.place || !this.spots.has(piece.place)) continue;
      put(stacks, piece.place, piece);
      // Wherever a long counter is touched, it is meant.
      for (const place of placesOf(piece)) put(this.byPlace, place, piece);
    }
    const seen = new Set();
    const states = new Map(pieces.map(piece => [piece.id, state(piece).split(" ").filter(Boolean)]));
    /** @param {Page.Piece} piece */
    const held = piece => (states.get(piece.id) ?? []).some(word => word === "in-hand" || word === "selected");
    // Whoever points at a stack and whoever looks at it have to mean the same order.
    for (const stack of [...stacks.values(), ...this.byPlace.values()]) fromTheBottom(stack, held);
    const all = this.fanned ? (this.byPlace.get(this.fanned) ?? []) : [];
    const fan = all.length > 1 ? all : [];
    for (const [place, stack] of stacks) {
      const sides = [...new Set(stack.map(piece => piece.side))];
      const heaps = sides.map(side => stack.filter(piece => piece.side === side));
      for (const piece of stack) {
        const heap = sides.indexOf(piece.side);
        const height = heaps[heap].indexOf(piece);
        const top = height === heaps[heap].length - 1;
        seen.add(piece.id);
        const element = this.shown.get(piece.id) ?? this.make(piece);
        // A long counter is spread out with those that lie on any of its places.
        const index = fan.indexOf(piece);
        this.lay(element, piece, index >= 0);
        if (index >= 0) this.put(element, this.fanned ?? place, this.spread(this.fanned ?? place, index, fan.length));
        else this.put(element, place, this.heaped(height, heaps[heap].length, heap, heaps.length));
        const words = states.get(piece.id) ?? [];
        const kind = ["unit", ...words].join(" ");
        if (element.getAttribute("class") !== kind) element.setAttribute("class", kind);
        if (element.dataset.place !== place) element.dataset.place = place;
        if (words.includes("able")) element.dataset.able = "true";
        else delete element.dataset.able;
        this.pips(element, piece, top && index < 0 ? heaps[heap].length : 0);
      }
      if (stack.length > 1 || this.fanned === place) this.raise(stack);
    }
    if (this.fanned) this.raise(this.byPlace.get(this.fanned) ?? []);
    for (const [id, element] of this.shown) {
      if (seen.has(id)) continue;
      element.classList.add("leaving");
      this.shown.delete(id);
      setTimeout(() => element.remove(), 500);
    }
    this.names?.keepClear(this.covered(stacks));
  }

  /**
   * The room that stacks take, each with what sticks out of it.
   * @param {Map<string, Page.Piece[]>} stacks
   * @returns {Page.Rectangle[]}
   */
  covered(stacks) {
    const out = this.counter * 0.09;
    return [...stacks].flatMap(([place, stack]) => {
      const high = Math.min(stack.length - 1, 2) * this.pitch * 0.045;
      const heaps = new Set(stack.map(piece => piece.side)).size;
      const wide = (heaps - 1) * this.pitch * 0.39;
      const spots = [...new Set(stack.flatMap(placesOf))].flatMap(one => this.spots.get(one) ?? this.spots.middle(place));
      return spots.map(({ x, y }) => {
        const [across, down] = [this.counter / 2 + out + wide + high, this.counter / 2 + out + high];
        return { x: x - across, y: y - down, width: 2 * across, height: 2 * down };
      });
    });
  }

  /**
   * A stack in its order, above its neighbours; nothing is touched if it lies so already.
   * @param {Page.Piece[]} stack
   */
  raise(stack) {
    const elements = stack.flatMap(piece => this.shown.get(piece.id) ?? []);
    const inOrder = elements.every(
      (element, index) => !index || elements[index - 1].compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    if (!inOrder || this.fanned === stack[0]?.place) elements.forEach(element => this.units.append(element));
  }

  /** @param {Page.Piece} piece */
  make(piece) {
    const print = piece.print ?? piece.id;
    const element = s(
      "g",
      { class: "unit", "data-unit": piece.id, "data-print": print },
      s("g", { class: "body" }),
      s("rect", { class: "ring" }),
      this.printed(print, 1),
      s("g", { class: "look" }),
      s("g", { class: "pips" }),
    );
    this.shown.set(piece.id, element);
    this.units.append(element);
    return element;
  }

  /**
   * Half the width of a counter that covers so many places in a line.
   * @param {number} length
   */
  half(length) {
    return this.counter / 2 + ((length - 1) * this.pitch) / 2;
  }

  /**
   * A counter across its places, with a chevron where it looks; a body that bends follows its head.
   * @param {Page.Counter} element
   * @param {Page.Piece} piece
   * @param {boolean} fanned
   */
  lay(element, piece, fanned) {
    const spots = fanned ? [] : this.spots.among(placesOf(piece));
    const lies = spots.length > 1 ? lying(spots) : { axis: 0, length: 1 };
    const key = `${lies.length}|${lies.axis.toFixed(0)}|${piece.facing ?? ""}|${placesOf(piece).join()}|${fanned}`;
    if (element.lain === key) return;
    element.lain = key;
    if (lies.length !== (element.lies?.length ?? 0)) {
      const [half, high] = [this.half(lies.length), this.counter / 2];
      for (const [name, value] of Object.entries({ x: -half - 4, y: -high - 4, width: 2 * half + 8, height: 2 * high + 8, rx: 9 }))
        element.children[1].setAttribute(name, String(value));
      element.children[2].replaceWith(this.printed(element.dataset.print ?? "", lies.length));
      element.lastElementChild?.removeAttribute("data-key");
    }
    element.lies = lies;
    const [body, , , look] = element.children;
    body.replaceChildren();
    look.replaceChildren();
    if (piece.facing) element.dataset.facing = piece.facing;
    else delete element.dataset.facing;
    if (spots.length > 1 && lies.length === 1) {
      const [head] = spots;
      const d = `M${spots.map(spot => `${(spot.x - head.x).toFixed(1)} ${(spot.y - head.y).toFixed(1)}`).join("L")}`;
      body.append(s("path", { d }));
    }
    if (!piece.facing || fanned) return;
    const { x, y, turn } = chevron(piece.facing, lies.axis, 2 * this.half(lies.length), this.counter);
    look.append(
      s("path", {
        class: "chevron",
        transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})`,
        d: pointer(this.pitch * 0.13),
      }),
    );
  }

  /**
   * What is printed on a counter: a window upon the picture of all of them.
   * @param {string} id
   * @param {number} length
   */
  printed(id, length) {
    if (!this.pictures) throw new Error("The counters have not been printed yet.");
    const { address, across, down, cells } = this.pictures;
    const cell = cells.get(id) ?? { x: 0, y: 0, width: 100 };
    // A long print on fewer places shows its middle.
    const width = Math.min(cell.width, 100 + FURTHER * (length - 1));
    const left = cell.x + (cell.width - width) / 2;
    const [wide, high] = [(this.counter * (width + 2 * EDGE)) / 100, (this.counter * CELL) / 100];
    return s(
      "svg",
      { x: -wide / 2, y: -high / 2, width: wide, height: high, viewBox: `${left} ${cell.y} ${width + 2 * EDGE} ${CELL}` },
      s("image", { href: address, width: across, height: down }),
    );
  }

  /**
   * Where a counter of the stack of a place lies when it is spread out, from the middle of the place.
   * @param {string} place
   * @param {number} index
   * @param {number} count
   */
  spread(place, index, count) {
    return { ...spread(this.spots.middle(place), this.size, this.counter, index, count), scale: SPREAD_SCALE };
  }

  /**
   * Where a counter of a stack lies; those of two sides that fight over a place lie beside each other.
   * @param {number} height
   * @param {number} count
   * @param {number} heap
   * @param {number} heaps
   */
  heaped(height, count, heap, heaps) {
    const step = Math.min(this.pitch * 0.09, (this.pitch * 0.18) / Math.max(1, count - 1));
    const tilt = (height - (count - 1) / 2) * step;
    const apart = (heap - (heaps - 1) / 2) * this.pitch * 0.78;
    // The number of a hex stands above its counters: a stack grows downwards.
    const lower = Math.max(0, ((count - 1) / 2) * step - this.pitch * 0.04);
    return { dx: tilt + apart, dy: lower - tilt, scale: 1 };
  }

  /**
   * @param {Page.Counter} element
   * @param {string} place
   * @param {{ dx: number, dy: number, scale: number }} parts
   */
  put(element, place, { dx, dy, scale }) {
    const { lies } = element;
    const { x: middle, y: level } = { ...this.spots.middle(place), ...(lies && lies.length > 1 ? lies : {}) };
    const [x, y] = [middle + dx, level + dy];
    const turn = lies?.axis ? ` rotate(${lies.axis.toFixed(1)}deg)` : "";
    const transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${turn} scale(${scale})`;
    if (element.placed === transform && element.style.transform === element.written) return;
    element.placed = transform;
    element.style.transform = transform;
    // As the browser writes it: a hand may have carried it away since.
    element.written = element.style.transform;
  }

  /**
   * @param {Page.Counter} element
   * @param {Page.Piece} piece
   * @param {number} count
   */
  pips(element, piece, count) {
    const marks = piece.marks.map(mark => mark.text);
    const strength = onTheFoot(piece, this.roster.get(piece.id));
    const key = `${marks.join("|")}#${count}#${strength}`;
    const group = element.children[4];
    if (group.getAttribute("data-key") === key) return;
    group.setAttribute("data-key", key);
    group.replaceChildren();
    const half = this.counter / 2;
    const right = this.half(element.lies?.length ?? 1);
    const wide = Math.max(22, 8 + 7 * strength.length);
    marks.slice(0, 3).forEach((mark, index) => {
      const text = mark.length > 2 ? mark.slice(0, 1).toUpperCase() : mark;
      group.append(
        s("circle", { class: "pip", cx: right - 2, cy: -half + 2 + index * 13, r: 7 }),
        label("pip-text", right - 2, -half + 2 + index * 13, text),
      );
    });
    if (strength)
      group.append(
        s("rect", { class: "strength", x: -right - 3, y: half - 12, width: wide, height: 15, rx: 4 }),
        label("strength-text", -right - 3 + wide / 2, half - 4.5, strength),
      );
    if (count > 1)
      group.append(
        s("circle", { class: "count", cx: -right + 1, cy: -half + 1, r: 8.5 }),
        label("count-text", -right + 1, -half + 1, String(count)),
      );
  }

  /**
   * Which counter of a place lies under a point, top first.
   * @param {string} place
   * @param {Page.Point} point
   */
  pieceAt(place, point) {
    const stack = this.byPlace.get(place) ?? [];
    if (this.fanned === place && stack.length > 1) {
      const centre = this.spots.middle(place);
      const half = this.counter * 0.8;
      for (const [index, piece] of stack.entries()) {
        const { dx, dy } = this.spread(place, index, stack.length);
        if (Math.abs(point.x - centre.x - dx) < half && Math.abs(point.y - centre.y - dy) < half) return piece;
      }
      return null;
    }
    return stack.at(-1) ?? null;
  }

  /**
   * Whether a point lies on the counters of a place, not beside them.
   * @param {string} place
   * @param {Page.Point} point
   */
  onCounter(place, point) {
    if (this.fanned === place) return Boolean(this.pieceAt(place, point));
    const spot = this.spots.middle(place);
    return Math.max(Math.abs(point.x - spot.x), Math.abs(point.y - spot.y)) <= this.counter * 0.62;
  }

  /**
   * The place meant by a point: a fanned stack reaches beyond its own.
   * @param {Page.Point} point
   */
  meant(point) {
    if (this.fanned && this.pieceAt(this.fanned, point)) return this.fanned;
    return this.spots.at(point);
  }

  /**
   * The counters that lie in a rectangle of the map.
   * @param {Page.Point} a
   * @param {Page.Point} b
   */
  within(a, b) {
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    return [...this.byPlace]
      .filter(([place]) => {
        const { x, y } = this.spots.middle(place);
        return x >= left && x <= right && y >= top && y <= bottom;
      })
      .flatMap(([, stack]) => stack)
      .filter((piece, index, all) => all.indexOf(piece) === index);
  }

  /**
   * Lights places and the places of units up for a moment; gives their middle.
   * @param {string[]} places
   * @param {string[]} units
   */
  flash(places, units) {
    const all = new Set(places);
    for (const unit of units) {
      const element = this.shown.get(unit);
      if (element) [...this.byPlace].filter(([, stack]) => stack.some(piece => piece.id === unit)).forEach(([place]) => all.add(place));
    }
    this.marks.flash(all);
    const spots = this.spots.among([...all]);
    if (!spots.length) return null;
    return { x: spots.reduce((sum, p) => sum + p.x, 0) / spots.length, y: spots.reduce((sum, p) => sum + p.y, 0) / spots.length };
  }
}

/**
 * A short word about a point, which keeps its layout when the map is scaled.
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
const label = (name, x, y, text) => s("foreignObject", { x: x - 10, y: y - 10, width: 20, height: 20 }, h("div", { class: name }, text));

/**
 * A counter by itself, for cards and lists.
 * @param {string} id
 */
export const counter = (id, size = 44) =>
  s(
    "svg",
    { class: "counter", viewBox: "0 0 104 104", width: size, height: size, "aria-hidden": "true" },
    s("use", { href: `#unit-${id}`, width: 100, height: 100 }),
  );
