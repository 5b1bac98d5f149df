// What is drawn on hexes: offers, reach, ways, overlays, ghosts, cursor. Patterns tell what colours tell.

import { s } from "./dom.js";

/** Hatchings by tone, so that no meaning hangs on a hue. */
const patterns = () => s("defs", {},
  s("pattern", { id: "tone-zone", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { class: "tone-zone-ground", width: 9, height: 9 }), s("rect", { class: "tone-zone-line", width: 3, height: 9 })),
  s("pattern", { id: "tone-bad", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { class: "tone-bad-ground", width: 9, height: 9 }), s("path", { class: "tone-bad-line", d: "M0 4.500h9M4.500 0v9" })),
  s("pattern", { id: "tone-good", width: 10, height: 10, patternUnits: "userSpaceOnUse" }, s("rect", { class: "tone-good-ground", width: 10, height: 10 }), s("circle", { class: "tone-good-dot", cx: 5, cy: 5, r: 1.8 })),
  s("pattern", { id: "tone-barred", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" }, s("rect", { class: "tone-barred-line", width: 2.6, height: 8 })));

export class Marks {
  constructor(hexes) {
    this.hexes = hexes;
    this.standing = s("g", { class: "overlay standing-marks" });
    this.below = s("g", { class: "overlay" });
    this.under = s("g", { class: "under" });
    this.path = s("g", { class: "path" });
    this.above = s("g", { class: "above" });
    this.lines = s("g", { class: "sights" });
    this.ghosts = s("g", { class: "ghosts" });
    this.cursor = s("path", { class: "cursor", visibility: "hidden" });
    this.hovered = s("path", { class: "hovered", visibility: "hidden" });
    this.band = s("rect", { class: "band", visibility: "hidden" });
    this.advice = s("g", { class: "advice" });
    this.trails = s("g", { class: "trails" });
    this.patterns = patterns();
  }

  /** Marks by hex: `{mark, kind, text, data}`; what lies on counters is drawn above them. */
  draw(marks, held) {
    this.under.replaceChildren();
    this.above.replaceChildren();
    for (const [hex, { mark, kind = "", text, stops, data = {} }] of marks) {
      const centre = this.hexes.get(hex);
      if (!centre) continue;
      const group = held(hex) && mark === "offer" ? this.above : this.under;
      group.append(s("path", { class: `hex ${mark} ${kind}`, d: this.hexes.outline(hex, 0.94), "data-hex": hex, "data-mark": mark, ...data }));
      const pitch = this.hexes.pitch;
      if (kind.includes("hostile")) {
        const [r, arm] = [pitch * 0.46, pitch * 0.13];
        group.append(s("path", { class: "aim", d: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => `M${centre.x + a * r} ${centre.y + b * (r - arm)}v${b * arm}h${-a * arm}`).join("") }));
      } else if (mark === "offer" && !held(hex) && !text) group.append(s("circle", { class: "dot", cx: centre.x, cy: centre.y, r: pitch * 0.08 }));
      if (text) group.append(s("text", { class: "points", x: centre.x, y: centre.y + pitch * 0.09 }, text));
      // Where one has to stop, a bar stands under the figure.
      if (stops) group.append(s("path", { class: "stops", d: `M${centre.x - pitch * 0.13} ${centre.y + pitch * 0.2}h${pitch * 0.26}` }));
    }
  }

  /** The way of a march, with the cost of each hex at its side. */
  way(path, steps, ghosts = []) {
    this.path.replaceChildren();
    this.ghosts.replaceChildren();
    const points = (path ?? []).map(hex => this.hexes.get(hex)).filter(Boolean);
    if (points.length) {
      const d = `M${points.map(p => `${p.x} ${p.y}`).join("L")}`;
      this.path.append(s("path", { class: "way-halo", d }), s("path", { class: "way", d }));
    }
    const size = this.hexes.pitch * 0.66;
    for (const { unit, hex } of ghosts) {
      const place = this.hexes.get(hex);
      if (place) this.ghosts.append(s("use", { class: "ghost", href: `#unit-${unit}`, x: place.x - size / 2, y: place.y - size / 2, width: size, height: size, "data-unit": unit, "data-hex": hex }));
    }
    for (const { hex, cost } of steps ?? []) {
      const place = this.hexes.get(hex);
      if (!place || cost === undefined) continue;
      const [x, y] = [place.x + this.hexes.pitch * 0.28, place.y + this.hexes.pitch * 0.3];
      this.ghosts.append(s("circle", { class: "toll", cx: x, cy: y, r: this.hexes.pitch * 0.15 }), s("text", { class: "toll-text", x, y: y + this.hexes.pitch * 0.065 }, String(cost)));
    }
  }

  /** What belongs to the map as it is now: works, broken bridges, sieges. */
  ground(all) {
    this.standing.replaceChildren();
    const { pitch } = this.hexes;
    for (const { from, to, tone } of all.flatMap(one => one.lines ?? [])) {
      const [a, b] = [this.hexes.get(from), this.hexes.get(to)];
      if (!a || !b) continue;
      const [x, y, r] = [(a.x + b.x) / 2, (a.y + b.y) / 2, pitch * 0.12];
      const sign = tone === "bad" ? `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` : `M${x - r} ${y - r}h${2 * r}m0 ${2 * r}h${-2 * r}`;
      this.standing.append(s("circle", { class: `work tone-${tone}`, cx: x, cy: y, r: r * 1.7 }), s("path", { class: `work-sign tone-${tone}`, d: sign, "data-from": from, "data-to": to }));
    }
    for (const { hex, text, tone } of all.flatMap(one => one.hexes ?? [])) {
      const centre = this.hexes.get(hex);
      if (!centre || !text) continue;
      const [x, y] = [centre.x - pitch * 0.62, centre.y - pitch * 0.5];
      this.standing.append(s("circle", { class: `work tone-${tone}`, cx: x, cy: y, r: pitch * 0.24, "data-hex": hex }), s("text", { class: "work-text", x, y: y + pitch * 0.09 }, text));
    }
  }

  overlay(overlay) {
    this.below.replaceChildren();
    this.lines.replaceChildren();
    if (!overlay) return;
    for (const { hex, tone, text } of overlay.hexes ?? []) {
      const centre = this.hexes.get(hex);
      if (!centre) continue;
      const { pitch, stacks } = this.hexes;
      this.below.append(s("path", { class: `hex tone-${tone}`, d: this.hexes.outline(hex, stacks ? 1.28 : 0.97), "data-hex": hex, "data-mark": "overlay", "data-tone": tone }));
      // A stack covers its box: what there is to say of it stands at its foot.
      if (text && stacks) this.lines.append(s("text", { class: `tone-text tone-foot tone-${tone}`, x: centre.x, y: centre.y + pitch * 0.72 }, text));
      else if (text) this.below.append(s("text", { class: "tone-text", x: centre.x, y: centre.y - pitch * 0.3 }, text));
    }
    for (const { from, to, tone } of overlay.lines ?? []) {
      const [a, b] = [this.hexes.get(from), this.hexes.get(to)];
      if (!a || !b) continue;
      const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
      this.lines.append(s("path", { class: "sight-halo", d }), s("path", { class: `sight tone-${tone}`, d, "data-from": from, "data-to": to }),
        s("circle", { class: `sight-end tone-${tone}`, cx: a.x, cy: a.y, r: 7 }), s("circle", { class: `sight-end tone-${tone}`, cx: b.x, cy: b.y, r: 7 }));
    }
  }

  showCursor(hex) {
    this.cursor.setAttribute("visibility", hex ? "visible" : "hidden");
    if (hex) this.cursor.setAttribute("d", this.hexes.outline(hex, 0.97));
  }

  showHover(hex) {
    if (hex === this.over) return;
    this.over = hex;
    this.hovered.setAttribute("visibility", hex ? "visible" : "hidden");
    if (hex) this.hovered.setAttribute("d", this.hexes.outline(hex));
  }

  /** The rubber band between two points. */
  showBand(from, to) {
    this.band.setAttribute("visibility", from ? "visible" : "hidden");
    if (!from) return;
    const box = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    for (const [name, value] of Object.entries(box)) this.band.setAttribute(name, value.toFixed(1));
  }

  /** Where others have just gone, each way as its hexes. */
  trail(ways) {
    this.trails.replaceChildren(...ways.flatMap(way => this.arrow(way, "trail")));
  }

  /** What is advised: who, and where to; it stays until it is taken away. */
  hint(advice) {
    this.advice.replaceChildren();
    if (!advice) return;
    const outline = (hex, kind) => s("path", { class: `hinted ${kind}`, d: this.hexes.outline(hex, 1.02), "data-hex": hex, "data-mark": "hint" });
    const from = [...new Set(advice.from)].filter(hex => this.hexes.has(hex));
    const to = [...new Set(advice.hexes)].filter(hex => this.hexes.has(hex) && !from.includes(hex));
    const aims = to.filter(hex => advice.aims.includes(hex));
    this.advice.append(...to.map(hex => outline(hex, aims.includes(hex) ? "aim" : "way-through")), ...from.map(hex => outline(hex, "who")), ...from.flatMap(hex => aims.flatMap(aim => this.arrow([hex, aim], "advised"))));
  }

  /** An arrow along hexes, to the middle of the last. */
  arrow(way, kind) {
    const points = way.map(hex => this.hexes.get(hex)).filter(Boolean);
    const [a, b] = [points.at(-2), points.at(-1)];
    const length = a && b ? Math.hypot(b.x - a.x, b.y - a.y) : 0;
    if (!length) return [];
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const head = this.hexes.pitch * 0.2;
    const tip = { x: b.x - dx * head, y: b.y - dy * head };
    const at = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const d = `M${[...points.slice(0, -1), tip].map(point => at(point.x, point.y)).join("L")}`;
    const side = { x: dy * head * 0.7, y: dx * head * 0.7 };
    const point = `M${at(b.x, b.y)}L${at(tip.x - side.x, tip.y + side.y)}L${at(tip.x + side.x, tip.y - side.y)}Z`;
    return [s("path", { class: "arrow-halo", d }), s("path", { class: `arrow ${kind}`, d }), s("path", { class: `arrow-head ${kind}`, d: point })];
  }

  /** Lights hexes up for a moment. */
  flash(all) {
    this.above.querySelectorAll(".flash").forEach(element => element.remove());
    for (const hex of all) {
      if (!this.hexes.has(hex)) continue;
      const mark = s("path", { class: "flash", d: this.hexes.outline(hex, 1.02) });
      this.above.append(mark);
      setTimeout(() => mark.remove(), 2600);
    }
  }
}
