// @ts-check
// What is drawn on places: offers, reach, ways, overlays, ghosts, cursor. Patterns tell what colours tell.

import { amount } from "./amounts.js";
import { s } from "./dom.js";
import { chevron, lying, pointer } from "./facing.js";
import { picture } from "./pictures.js";

/** Hatchings by tone, so that no meaning hangs on a hue. */
const patterns = () =>
  s(
    "defs",
    {},
    s(
      "pattern",
      { id: "aspect-front", width: 8, height: 8, patternUnits: "userSpaceOnUse" },
      s("rect", { class: "aspect-front-ground", width: 8, height: 8 }),
      s("path", { class: "aspect-front-line", d: "M0 6l4-4l4 4" }),
    ),
    s(
      "pattern",
      { id: "aspect-flank", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { class: "aspect-flank-ground", width: 9, height: 9 }),
      s("rect", { class: "aspect-flank-line", width: 2, height: 9 }),
    ),
    s(
      "pattern",
      { id: "aspect-rear", width: 9, height: 9, patternUnits: "userSpaceOnUse" },
      s("rect", { class: "aspect-rear-ground", width: 9, height: 9 }),
      s("circle", { class: "aspect-rear-dot", cx: 4.5, cy: 4.5, r: 1.5 }),
    ),
    s(
      "pattern",
      { id: "tone-zone", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { class: "tone-zone-ground", width: 9, height: 9 }),
      s("rect", { class: "tone-zone-line", width: 3, height: 9 }),
    ),
    s(
      "pattern",
      { id: "tone-bad", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      s("rect", { class: "tone-bad-ground", width: 9, height: 9 }),
      s("path", { class: "tone-bad-line", d: "M0 4.500h9M4.500 0v9" }),
    ),
    s(
      "pattern",
      { id: "tone-good", width: 10, height: 10, patternUnits: "userSpaceOnUse" },
      s("rect", { class: "tone-good-ground", width: 10, height: 10 }),
      s("circle", { class: "tone-good-dot", cx: 5, cy: 5, r: 1.8 }),
    ),
    s(
      "pattern",
      { id: "tone-barred", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(-45)" },
      s("rect", { class: "tone-barred-line", width: 2.6, height: 8 }),
    ),
  );

/** Inscriptions that have been drawn, by their letters. @type {Map<string, Promise<string>>} */
const inscriptions = new Map();

/**
 * The inscription of a work, as a picture that fills a square: letters on the map itself would be laid out anew in every frame of a zoom.
 * @param {string} letters
 */
function inscribed(letters) {
  const known = inscriptions.get(letters);
  if (known) return known;
  const style = { "text-anchor": "middle", "font-family": "Alegreya Sans", "font-weight": 700, "font-size": 26, fill: "#2b2620" };
  const word = s("text", { x: 20, y: 29, ...style }, letters);
  const drawn = picture(s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 40 40", width: 160, height: 160 }, word));
  inscriptions.set(letters, drawn);
  return drawn;
}

export class Marks {
  /** @param {Page.Spots} spots */
  constructor(spots) {
    this.spots = spots;
    this.standing = s("g", { class: "overlay standing-marks" });
    this.facing = s("g", { class: "aspects" });
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
    /** The place under the pointer. @type {string | null} */
    this.over = null;
  }

  /**
   * What lies before, beside and behind a piece, in words and hatchings.
   * @param {Iterable<[string, Page.Aspect]>} found
   */
  aspects(found) {
    this.facing.replaceChildren();
    const words = { front: "front", left: "flank", right: "flank", rear: "rear" };
    for (const [place, aspect] of found) {
      const centre = this.spots.get(place);
      if (!centre) continue;
      const name = words[aspect];
      this.facing.append(
        s("path", { class: `aspect aspect-${name}`, d: this.spots.outline(place, 0.9), "data-place": place, "data-aspect": aspect }),
        s("text", { class: "aspect-word", x: centre.x, y: centre.y + this.spots.pitch * 0.4 }, name),
      );
    }
  }

  /**
   * Marks by place: `{mark, kind, text, data}`; what lies on counters is drawn above them.
   * @param {Map<string, Page.Mark>} marks
   * @param {(place: string) => boolean} held
   */
  draw(marks, held) {
    this.under.replaceChildren();
    this.above.replaceChildren();
    for (const [place, { mark, kind = "", text, stops, data = {} }] of marks) {
      const centre = this.spots.get(place);
      if (!centre) continue;
      // A faint mark stays under the counters, and has nothing in its middle.
      const faint = kind.includes("faint");
      const group = held(place) && mark === "offer" && !faint ? this.above : this.under;
      group.append(
        s("path", { class: `spot ${mark} ${kind}`, d: this.spots.outline(place, 0.94), "data-place": place, "data-mark": mark, ...data }),
      );
      const pitch = this.spots.pitch;
      if (kind.includes("hostile")) {
        const [r, arm] = [pitch * 0.46, pitch * 0.13];
        group.append(
          s("path", {
            class: "aim",
            d: [
              [-1, -1],
              [1, -1],
              [1, 1],
              [-1, 1],
            ]
              .map(([a, b]) => `M${centre.x + a * r} ${centre.y + b * (r - arm)}v${b * arm}h${-a * arm}`)
              .join(""),
          }),
        );
      } else if (mark === "offer" && !held(place) && !text && !faint)
        group.append(s("circle", { class: "dot", cx: centre.x, cy: centre.y, r: pitch * 0.08 }));
      if (text) group.append(s("text", { class: "points", x: centre.x, y: centre.y + pitch * 0.09 }, text));
      // Where one has to stop, a bar stands under the figure.
      if (stops) group.append(s("path", { class: "stops", d: `M${centre.x - pitch * 0.13} ${centre.y + pitch * 0.2}h${pitch * 0.26}` }));
    }
  }

  /**
   * The way of a march, with the cost of each place at its side.
   * @param {string[] | null} path
   * @param {Wire.StepCost[]} [steps]
   * @param {Page.Ghost[]} [ghosts]
   * @param {string[]} [sweeps]  the places that a manoeuvre passes over
   */
  way(path, steps, ghosts = [], sweeps = []) {
    this.path.replaceChildren();
    this.ghosts.replaceChildren();
    for (const place of sweeps.filter(one => this.spots.has(one)))
      this.path.append(s("path", { class: "swept", d: this.spots.outline(place, 0.94), "data-place": place, "data-swept": "" }));
    const points = this.spots.among(path ?? []);
    if (points.length) {
      const d = `M${points.map(p => `${p.x} ${p.y}`).join("L")}`;
      this.path.append(s("path", { class: "way-halo", d }), s("path", { class: "way", d }));
    }
    for (const ghost of ghosts) this.ghost(ghost);
    for (const { place, cost } of steps ?? []) {
      const spot = this.spots.get(place);
      if (!spot || cost === undefined) continue;
      const [x, y] = [spot.x + this.spots.pitch * 0.28, spot.y + this.spots.pitch * 0.3];
      this.ghosts.append(
        s("circle", { class: "toll", cx: x, cy: y, r: this.spots.pitch * 0.15 }),
        s("text", { class: "toll-text", x, y: y + this.spots.pitch * 0.065 }, amount(cost)),
      );
    }
  }

  /**
   * Where a unit would stand, across all that it would cover, with a chevron where it would look.
   * @param {Page.Ghost} options
   */
  ghost({ unit, place, covers, facing }) {
    const spots = this.spots.among(covers ?? [place]);
    if (!spots.length) return;
    const { x, y, axis, length } = lying(spots);
    const high = this.spots.pitch * 0.66;
    const wide = high + (length - 1) * this.spots.pitch;
    const print = s("use", { href: `#unit-${unit}`, x: -wide / 2, y: -high / 2, width: wide, height: high });
    /** @type {SVGElement[]} */
    const parts = [print];
    if (facing) {
      const at = chevron(facing, axis, wide, high);
      const transform = `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)}) rotate(${at.turn.toFixed(0)})`;
      parts.push(s("path", { class: "chevron", transform, d: pointer(this.spots.pitch * 0.13) }));
    }
    const transform = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${axis.toFixed(1)})`;
    this.ghosts.append(s("g", { class: "ghost", transform, "data-unit": unit, "data-place": place, "data-facing": facing }, parts));
  }

  /**
   * What belongs to the map as it is now: works, broken bridges, sieges.
   * @param {Wire.Overlay[]} all
   */
  ground(all) {
    this.standing.replaceChildren();
    const { pitch } = this.spots;
    for (const { from, to, tone } of all.flatMap(one => one.lines ?? [])) {
      const [a, b] = [this.spots.get(from), this.spots.get(to)];
      if (!a || !b) continue;
      const [x, y, r] = [(a.x + b.x) / 2, (a.y + b.y) / 2, pitch * 0.12];
      const sign =
        tone === "bad"
          ? `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`
          : `M${x - r} ${y - r}h${2 * r}m0 ${2 * r}h${-2 * r}`;
      this.standing.append(
        s("circle", { class: `work tone-${tone}`, cx: x, cy: y, r: r * 1.7 }),
        s("path", { class: `work-sign tone-${tone}`, d: sign, "data-from": from, "data-to": to }),
      );
    }
    for (const { place, text, tone } of all.flatMap(one => one.places ?? [])) {
      const centre = this.spots.get(place);
      if (!centre || !text) continue;
      const [x, y, r] = [centre.x - pitch * 0.62, centre.y - pitch * 0.5, pitch * 0.2];
      const word = s("image", { class: "work-text", x: x - r, y: y - r, width: 2 * r, height: 2 * r });
      inscribed(text).then(address => word.setAttribute("href", address));
      this.standing.append(s("circle", { class: `work tone-${tone}`, cx: x, cy: y, r, "data-place": place }), word);
    }
  }

  /** @param {{ places?: (Pick<Wire.OverlayPlace, 'place' | 'tone'> & { text?: string })[], lines?: Wire.OverlayLine[] } | null} overlay */
  overlay(overlay) {
    this.below.replaceChildren();
    this.lines.replaceChildren();
    if (!overlay) return;
    for (const { place, tone, text } of overlay.places ?? []) {
      const centre = this.spots.get(place);
      if (!centre) continue;
      const { pitch, footed } = this.spots;
      this.below.append(
        s("path", {
          class: `spot tone-${tone}`,
          d: this.spots.outline(place, footed ? 1.28 : 0.97),
          "data-place": place,
          "data-mark": "overlay",
          "data-tone": tone,
        }),
      );
      // What lies on a box covers it: what there is to say stands at its foot.
      if (text && footed)
        this.lines.append(s("text", { class: `tone-text tone-foot tone-${tone}`, x: centre.x, y: centre.y + pitch * 0.72 }, text));
      else if (text) this.below.append(s("text", { class: "tone-text", x: centre.x, y: centre.y - pitch * 0.3 }, text));
    }
    for (const { from, to, tone } of overlay.lines ?? []) {
      const [a, b] = [this.spots.get(from), this.spots.get(to)];
      if (!a || !b) continue;
      const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
      this.lines.append(
        s("path", { class: "sight-halo", d }),
        s("path", { class: `sight tone-${tone}`, d, "data-from": from, "data-to": to }),
        s("circle", { class: `sight-end tone-${tone}`, cx: a.x, cy: a.y, r: 7 }),
        s("circle", { class: `sight-end tone-${tone}`, cx: b.x, cy: b.y, r: 7 }),
      );
    }
  }

  /** @param {string | null} place */
  showCursor(place) {
    this.cursor.setAttribute("visibility", place ? "visible" : "hidden");
    if (place) this.cursor.setAttribute("d", this.spots.outline(place, 0.97));
  }

  /** @param {string | null} place */
  showHover(place) {
    if (place === this.over) return;
    this.over = place;
    this.hovered.setAttribute("visibility", place ? "visible" : "hidden");
    if (place) this.hovered.setAttribute("d", this.spots.outline(place));
  }

  /**
   * The rubber band between two points.
   * @param {Page.Point | null} from
   * @param {Page.Point} [to]
   */
  showBand(from, to) {
    this.band.setAttribute("visibility", from ? "visible" : "hidden");
    if (!from || !to) return;
    const box = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
    for (const [name, value] of Object.entries(box)) this.band.setAttribute(name, value.toFixed(1));
  }

  /**
   * Where others have just gone, each way as its places.
   * @param {string[][]} ways
   */
  trail(ways) {
    this.trails.replaceChildren(...ways.flatMap(way => this.arrow(way, "trail")));
  }

  /**
   * What is advised: who, and where to; it stays until it is taken away.
   * @param {Page.Advice | null} advice
   */
  hint(advice) {
    this.advice.replaceChildren();
    if (!advice) return;
    /**
     * @param {string} place
     * @param {string} kind
     */
    const outline = (place, kind) =>
      s("path", { class: `hinted ${kind}`, d: this.spots.outline(place, 1.02), "data-place": place, "data-mark": "hint" });
    const from = [...new Set(advice.from)].filter(place => this.spots.has(place));
    const to = [...new Set(advice.places)].filter(place => this.spots.has(place) && !from.includes(place));
    const aims = to.filter(place => advice.aims.includes(place));
    this.advice.append(
      ...to.map(place => outline(place, aims.includes(place) ? "aim" : "way-through")),
      ...from.map(place => outline(place, "who")),
      ...from.flatMap(place => aims.flatMap(aim => this.arrow([place, aim], "advised"))),
    );
  }

  /**
   * An arrow along places, to the middle of the last.
   * @param {string[]} way
   * @param {string} kind
   */
  arrow(way, kind) {
    const points = this.spots.among(way);
    const [a, b] = [points.at(-2), points.at(-1)];
    if (!a || !b) return [];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (!length) return [];
    const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const head = this.spots.pitch * 0.2;
    const tip = { x: b.x - dx * head, y: b.y - dy * head };
    /**
     * @param {number} x
     * @param {number} y
     */
    const at = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const d = `M${[...points.slice(0, -1), tip].map(point => at(point.x, point.y)).join("L")}`;
    const side = { x: dy * head * 0.7, y: dx * head * 0.7 };
    const point = `M${at(b.x, b.y)}L${at(tip.x - side.x, tip.y + side.y)}L${at(tip.x + side.x, tip.y - side.y)}Z`;
    return [
      s("path", { class: "arrow-halo", d }),
      s("path", { class: `arrow ${kind}`, d }),
      s("path", { class: `arrow-head ${kind}`, d: point }),
    ];
  }

  /**
   * Lights places up for a moment.
   * @param {Iterable<string>} all
   */
  flash(all) {
    this.above.querySelectorAll(".flash").forEach(element => element.remove());
    for (const place of all) {
      if (!this.spots.has(place)) continue;
      const mark = s("path", { class: "flash", d: this.spots.outline(place, 1.02) });
      this.above.append(mark);
      setTimeout(() => mark.remove(), 2600);
    }
  }
}
