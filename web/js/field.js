// What lies on the table: the map, marks on hexes, counters. Where hexes are comes with the map.

import { s, drawing } from "./dom.js";
import { once } from "./api.js";

export class Field {
  static async load(title, scenario) {
    const base = `/api/titles/${title}/${scenario}`;
    const [places, map, counters, roster] = await Promise.all([once(`${base}/map.json`), once(`${base}/map.svg`), once(`${base}/counters.svg`), once(`${base}/units.json`)]);
    const field = new Field(places, map, counters);
    // Everybody who may come into play, also those who are not on the table now.
    field.roster = new Map(roster.units.map(unit => [unit.id, unit]));
    return field;
  }

  constructor(places, map, counters) {
    this.places = new Map(Object.entries(places.hexes).map(([name, [x, y]]) => [name, { x, y }]));
    this.pitch = places.pixels_per_hex;
    this.size = { width: places.width, height: places.height };
    this.counter = this.pitch * 0.66;
    // Columns that stand upright have a neighbour straight below; otherwise the hexes stand on a corner.
    const all = [...this.places.values()];
    const first = all[0];
    this.upright = all.some(other => Math.abs(other.x - first.x) < 1 && Math.abs(Math.abs(other.y - first.y) - this.pitch) < this.pitch * 0.1);
    const [xs, ys] = [all.map(p => p.x), all.map(p => p.y)];
    const edge = this.pitch * 0.8;
    this.size.frame = { x: Math.min(...xs) - edge, y: Math.min(...ys) - edge };
    this.size.frame.width = Math.max(...xs) + edge - this.size.frame.x;
    this.size.frame.height = Math.max(...ys) + edge - this.size.frame.y;
    this.map = drawing(map);
    this.map.classList.add("map");
    this.map.setAttribute("aria-hidden", "true");
    const sheet = drawing(counters);
    sheet.setAttribute("class", "unseen");
    sheet.setAttribute("aria-hidden", "true");
    this.under = s("g", { class: "under" });
    this.path = s("g", { class: "path" });
    this.units = s("g", { class: "units" });
    this.above = s("g", { class: "above" });
    this.cursorMark = s("path", { class: "cursor", visibility: "hidden" });
    this.hoverMark = s("path", { class: "hovered", visibility: "hidden" });
    const { width, height } = this.size;
    this.layer = s("svg", { class: "pieces", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      this.under, this.hoverMark, this.path, this.units, this.above, this.cursorMark);
    this.sheet = sheet;
    this.shown = new Map();
    this.pieces = [];
    this.byHex = new Map();
    this.fanned = null;
  }

  /** The nearest hex, if the point is in it. */
  at(point) {
    let best = null;
    let least = (this.pitch * 0.62) ** 2;
    for (const [name, place] of this.places) {
      const far = (place.x - point.x) ** 2 + (place.y - point.y) ** 2;
      if (far < least) { least = far; best = name; }
    }
    return best;
  }

  neighbours(hex) {
    const from = this.places.get(hex);
    const near = [];
    for (const [name, place] of this.places) {
      if (name !== hex && Math.hypot(place.x - from.x, place.y - from.y) < this.pitch * 1.1) near.push(name);
    }
    return near;
  }

  /** The neighbour that lies nearest in a direction. */
  towards(hex, dx, dy) {
    const from = this.places.get(hex);
    let best = hex;
    let score = 0.35;
    for (const name of this.neighbours(hex)) {
      const place = this.places.get(name);
      const length = Math.hypot(place.x - from.x, place.y - from.y);
      // Straight to the side there may be two as near: the upper for odd columns of the cursor's way, so that it runs level.
      const tilt = dx ? (this.level ?? 1) * 0.01 * (place.y - from.y) / length : 0;
      const fit = ((place.x - from.x) * dx + (place.y - from.y) * dy) / length + tilt;
      if (fit > score) { score = fit; best = name; }
    }
    if (dx) this.level = this.places.get(best).y > from.y ? -1 : 1;
    return best;
  }

  outline(hex, scale = 1) {
    const place = this.places.get(hex);
    if (!place) return "";
    const radius = this.pitch * 0.57735 * scale;
    const turn = this.upright ? 0 : Math.PI / 6;
    const corners = [0, 1, 2, 3, 4, 5].map(index => {
      const angle = index * Math.PI / 3 + turn;
      return `${(place.x + radius * Math.cos(angle)).toFixed(1)} ${(place.y + radius * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${corners.join("L")}Z`;
  }

  /** Puts the counters where they are; those that moved glide. */
  show(pieces, marks) {
    this.pieces = pieces;
    this.byHex.clear();
    for (const piece of pieces) {
      if (!piece.hex || !this.places.has(piece.hex)) continue;
      if (!this.byHex.has(piece.hex)) this.byHex.set(piece.hex, []);
      this.byHex.get(piece.hex).push(piece);
    }
    const seen = new Set();
    for (const [hex, stack] of this.byHex) {
      const rank = piece => (/in-hand|selected/.test(marks(piece)) ? 1000 : 0) + (piece.stack ?? 0);
      stack.sort((a, b) => rank(a) - rank(b));
      stack.forEach((piece, index) => {
        seen.add(piece.id);
        let element = this.shown.get(piece.id);
        if (!element) {
          element = this.make(piece);
          this.shown.set(piece.id, element);
          this.units.append(element);
        }
        this.place(element, hex, index, stack.length);
        const state = marks(piece);
        const kind = `unit ${state}`;
        if (element.getAttribute("class") !== kind) element.setAttribute("class", kind);
        this.pips(element, piece, stack.length > 1 && index === stack.length - 1 && this.fanned !== hex ? stack.length : 0);
      });
      if (stack.length > 1) for (const piece of stack) this.units.append(this.shown.get(piece.id));
    }
    if (this.fanned && this.byHex.has(this.fanned)) for (const piece of this.byHex.get(this.fanned)) this.units.append(this.shown.get(piece.id));
    for (const [id, element] of this.shown) {
      if (seen.has(id)) continue;
      element.classList.add("leaving");
      this.shown.delete(id);
      setTimeout(() => element.remove(), 500);
    }
  }

  make(piece) {
    const size = this.counter;
    const element = s("g", { class: "unit" },
      s("rect", { class: "ring", x: -size / 2 - 4, y: -size / 2 - 4, width: size + 8, height: size + 8, rx: 9 }),
      s("use", { href: `#unit-${piece.id}`, x: -size / 2, y: -size / 2, width: size, height: size }),
      s("g", { class: "pips" }));
    return element;
  }

  place(element, hex, index, count) {
    const centre = this.places.get(hex);
    let { x, y } = centre;
    let scale = 1;
    if (this.fanned === hex && count > 1) {
      x += (index - (count - 1) / 2) * this.counter * 1.75;
      y -= this.counter * 0.2;
      scale = 1.5;
    } else {
      x += (index - (count - 1) / 2) * this.pitch * 0.09;
      y -= (index - (count - 1) / 2) * this.pitch * 0.09;
    }
    const transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale})`;
    if (element.style.transform !== transform) element.style.transform = transform;
  }

  pips(element, piece, count) {
    const marks = (piece.marks ?? []).map(mark => typeof mark === "string" ? mark : mark.text ?? mark.name ?? "");
    const key = `${marks.join("|")}#${count}`;
    const group = element.lastChild;
    if (group.dataset.key === key) return;
    group.dataset.key = key;
    group.replaceChildren();
    const half = this.counter / 2;
    marks.slice(0, 3).forEach((mark, index) => {
      group.append(s("circle", { class: "pip", cx: half - 2, cy: -half + 2 + index * 13, r: 7 }),
        s("text", { class: "pip-text", x: half - 2, y: -half + 5.5 + index * 13 }, mark.slice(0, 1).toUpperCase()));
    });
    if (count > 1) group.append(s("circle", { class: "count", cx: -half + 1, cy: -half + 1, r: 8.5 }), s("text", { class: "count-text", x: -half + 1, y: -half + 5 }, String(count)));
  }

  /** Which counter of a hex lies under a point, top first. */
  pieceAt(hex, point) {
    const stack = this.byHex.get(hex) ?? [];
    if (this.fanned === hex && stack.length > 1) {
      const centre = this.places.get(hex);
      const half = this.counter * 0.8;
      for (const [index, piece] of stack.entries()) {
        const x = centre.x + (index - (stack.length - 1) / 2) * this.counter * 1.75;
        if (Math.abs(point.x - x) < half && Math.abs(point.y - centre.y + this.counter * 0.2) < half) return piece;
      }
      return null;
    }
    return stack.at(-1) ?? null;
  }

  /** The hex meant by a point: a fanned stack reaches beyond its own. */
  meant(point) {
    if (this.fanned && this.pieceAt(this.fanned, point)) return this.fanned;
    return this.at(point);
  }

  /** Marks on hexes: `{hex: {kind, text}}`; what lies on counters is drawn above them. */
  mark(marks) {
    this.under.replaceChildren();
    this.above.replaceChildren();
    for (const [hex, { kind, text }] of marks) {
      const centre = this.places.get(hex);
      if (!centre) continue;
      const held = this.byHex.has(hex);
      const group = held && kind.includes("offer") ? this.above : this.under;
      group.append(s("path", { class: `hex ${kind}`, d: this.outline(hex, 0.94) }));
      if (kind.includes("hostile")) {
        const r = this.pitch * 0.46;
        const arm = this.pitch * 0.13;
        group.append(s("path", { class: "aim", d: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => `M${centre.x + a * r} ${centre.y + b * (r - arm)}v${b * arm}h${-a * arm}`).join("") }));
      } else if (kind.includes("offer") && !held && !text) {
        group.append(s("circle", { class: "dot", cx: centre.x, cy: centre.y, r: this.pitch * 0.08 }));
      }
      if (text) group.append(s("text", { class: "points", x: centre.x, y: centre.y + this.pitch * 0.09 }, text));
    }
  }

  way(hexes) {
    this.path.replaceChildren();
    const points = (hexes ?? []).map(hex => this.places.get(hex)).filter(Boolean);
    if (points.length < 2) return;
    const d = `M${points.map(p => `${p.x} ${p.y}`).join("L")}`;
    this.path.append(s("path", { class: "way-halo", d }), s("path", { class: "way", d }));
    const end = points.at(-1);
    this.path.append(s("circle", { class: "way-end", cx: end.x, cy: end.y, r: this.pitch * 0.12 }));
  }

  showCursor(hex) {
    this.cursorMark.setAttribute("visibility", hex ? "visible" : "hidden");
    if (hex) this.cursorMark.setAttribute("d", this.outline(hex, 0.97));
  }

  showHover(hex) {
    this.hoverMark.setAttribute("visibility", hex ? "visible" : "hidden");
    if (hex) this.hoverMark.setAttribute("d", this.outline(hex));
  }

  /** Lights hexes and counters up for a moment. */
  flash(hexes, units) {
    this.layer.querySelectorAll(".flash").forEach(element => element.remove());
    const all = new Set(hexes);
    for (const unit of units) {
      const piece = this.pieces.find(other => other.id === unit);
      if (piece?.hex) all.add(piece.hex);
    }
    for (const hex of all) {
      if (!this.places.has(hex)) continue;
      const mark = s("path", { class: "flash", d: this.outline(hex, 1.02) });
      this.above.append(mark);
      setTimeout(() => mark.remove(), 2600);
    }
    const places = [...all].map(hex => this.places.get(hex)).filter(Boolean);
    if (!places.length) return null;
    return { x: places.reduce((sum, p) => sum + p.x, 0) / places.length, y: places.reduce((sum, p) => sum + p.y, 0) / places.length };
  }
}

/** A counter by itself, for cards and lists. */
export const counter = (id, size = 44) =>
  s("svg", { class: "counter", viewBox: "0 0 104 104", width: size, height: size, "aria-hidden": "true" }, s("use", { href: `#unit-${id}`, width: 100, height: 100 }));
