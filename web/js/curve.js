// @ts-check
// The chances of both sides from turn to turn, as a curve with its turning points.

import { around, h, s } from "./dom.js";
import { percent } from "./verdicts.js";
import { say } from "./words.js";

const WIDE = 1000;
const HIGH = 300;
/** Marks nearer to each other than this, in hundredths of the width, do not lie side by side. */
const NEAR = 2.6;

export class Curve {
  /**
   * `link` gives the address of a step, `hover` is told the number of the turning point that is pointed at, or null.
   * @param {Wire.Review} review
   * @param {import('./verdicts.js').Verdicts} verdicts
   * @param {{ link(step: number): string, pointLink(number: number): string, hover(number: number | null): void }} parts
   */
  constructor(review, verdicts, { link, pointLink, hover }) {
    this.review = review;
    this.verdicts = verdicts;
    this.link = link;
    this.pointLink = pointLink;
    this.hover = hover;
    const { curve } = review;
    this.readout = h("output", { class: "curve-said" });
    this.jump = h("a", { class: "button small", "data-review-step": "" }, say("review-show"));
    this.cursor = h("span", { class: "chance-now", "aria-hidden": "true" });
    /** @type {HTMLInputElement} */
    this.range = h("input", {
      type: "range",
      min: 0,
      max: Math.max(curve.length - 1, 0),
      value: 0,
      "aria-label": say("curve-moment"),
      "data-review-range": "",
      oninput: () => this.show(Number(this.range.value)),
    });
    this.range.addEventListener("keydown", event => {
      if (event.key === "Enter") this.jump.click();
    });
    this.room = h(
      "div",
      { class: "chance-room", onpointermove: event => this.follow(event), onpointerdown: event => this.follow(event) },
      this.drawing(),
      this.scale(),
      this.cursor,
      this.marks(),
    );
    this.element = h(
      "figure",
      { class: "chances", "aria-label": say("curve-label", { own: verdicts.own, other: verdicts.other }) },
      h(
        "figcaption",
        { class: "chance-legend" },
        h("span", { class: "legend-own" }, h("i", { "aria-hidden": "true" }), say("curve-above", { side: verdicts.own })),
        h("span", { class: "legend-other" }, h("i", { "aria-hidden": "true" }), say("curve-below", { side: verdicts.other })),
        h("span", { class: "legend-decision" }, h("i", { "aria-hidden": "true" }), say("curve-decision")),
        h("span", { class: "legend-dice" }, h("i", { "aria-hidden": "true" }), say("curve-dice")),
      ),
      this.room,
      h("div", { class: "chance-turns", "aria-hidden": "true" }, this.turns()),
      this.range,
      h("p", { class: "curve-readout" }, this.readout, this.jump),
    );
    this.show(curve.length - 1);
  }

  /** @param {number} index */
  x(index) {
    return (WIDE * index) / Math.max(this.review.curve.length - 1, 1);
  }

  /** @param {number} score */
  y(score) {
    return HIGH * (1 - Math.min(Math.max(score, 0), 1));
  }

  /**
   * Where a step lies between the moments of the curve.
   * @param {number} step
   */
  place(step) {
    const { curve } = this.review;
    const after = curve.findIndex(point => point.step >= step);
    if (after <= 0) return after < 0 ? curve.length - 1 : 0;
    const [a, b] = [curve[after - 1], curve[after]];
    return after - 1 + (step - a.step) / Math.max(b.step - a.step, 1);
  }

  /**
   * The score of the curve at a place between two moments.
   * @param {number} place
   */
  score(place) {
    const { curve } = this.review;
    const [low, high] = [curve[Math.floor(place)], curve[Math.ceil(place)]];
    return low && high ? low.score + (high.score - low.score) * (place - Math.floor(place)) : 0.5;
  }

  drawing() {
    const { curve } = this.review;
    const points = curve.map((point, index) => `${this.x(index).toFixed(1)} ${this.y(point.score).toFixed(1)}`);
    const line = `M${points.join("L")}`;
    const area = `${line}V${HIGH / 2}H0Z`;
    /**
     * @param {string} id
     * @param {number} y
     */
    const clip = (id, y) => s("clipPath", { id }, s("rect", { x: 0, y, width: WIDE, height: HIGH / 2 }));
    return s(
      "svg",
      { class: "chance-curve", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      s(
        "defs",
        {},
        clip("chance-above", 0),
        clip("chance-below", HIGH / 2),
        s(
          "pattern",
          { id: "chance-hatch", width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
          s("rect", { class: "hatch-ground", width: 10, height: 10 }),
          s("rect", { class: "hatch-line", width: 4, height: 10 }),
        ),
      ),
      this.starts().map(({ index }) => s("path", { class: "chance-turn", d: `M${this.x(index).toFixed(1)} 0V${HIGH}` })),
      s("path", { class: "area-own", d: area, "clip-path": "url(#chance-above)" }),
      s("path", { class: "area-other", d: area, "clip-path": "url(#chance-below)" }),
      s("path", { class: "chance-middle", d: `M0 ${HIGH / 2}H${WIDE}` }),
      s("path", { class: "chance-line", d: line }),
    );
  }

  /** The moments at which turns begin. */
  starts() {
    return this.review.curve
      .map((point, index) => ({ index, turn: point.turn }))
      .filter(({ turn }, index, all) => !index || all[index - 1].turn !== turn);
  }

  turns() {
    // Only as many numbers as there is room for; the first has its word before it.
    const wide = Math.min(innerWidth - 60, 1000);
    let free = 0;
    return this.starts()
      .filter(({ index }) => {
        const at = (wide * this.x(index)) / WIDE;
        if (at < free) return false;
        free = at + (index ? 26 : 58);
        return true;
      })
      .map(({ index, turn }, number) => {
        const mark = h("span", {}, number ? String(turn) : say("curve-turn", { turn }));
        mark.style.left = `${(this.x(index) / 10).toFixed(2)}%`;
        return mark;
      });
  }

  scale() {
    const { own, other } = this.verdicts;
    return h(
      "div",
      { class: "chance-scale", "aria-hidden": "true" },
      h("span", {}, `${own} 100 %`),
      h("span", {}, "50 %"),
      h("span", {}, `${other} 100 %`),
    );
  }

  /** A mark for each turning point; its shape says whether it was decided or thrown. */
  marks() {
    let last = -Infinity;
    let level = 0;
    const marks = this.review.turning_points.map((point, index) => {
      // In the middle of the turn: where the curve goes up or down.
      const place = (this.place(point.step) + this.place(point.until)) / 2;
      const left = this.x(place) / 10;
      level = left - last < NEAR ? level + 1 : 0;
      last = left;
      const top = (100 * this.y(this.score(place))) / HIGH;
      const mark = h(
        "a",
        {
          class: `moment ${point.cause}`,
          href: this.pointLink(index + 1),
          "aria-label": say("curve-mark", {
            number: index + 1,
            words: `${say("curve-turn", { turn: point.turn })}. ${this.verdicts.swing(point)}. ${say("review-show")}`,
          }),
          title: this.verdicts.swing(point),
          "data-moment": index + 1,
          onpointerenter: () => this.hover(index + 1),
          onpointerleave: () => this.hover(null),
          onfocus: () => this.hover(index + 1),
          onblur: () => this.hover(null),
        },
        h("span", {}, String(index + 1)),
      );
      mark.style.left = `${left.toFixed(2)}%`;
      mark.style.top = `calc(${top.toFixed(1)}% + ${(top > 50 ? -1 : 1) * level * 1.75}rem)`;
      return mark;
    });
    return h("nav", { class: "moments", "aria-label": say("curve-moments") }, marks);
  }

  /** @param {number | null} number */
  point(number) {
    this.element
      .querySelectorAll(".moment")
      .forEach(mark => mark.classList.toggle("pointed", Number(mark.getAttribute("data-moment")) === number));
  }

  /** @param {PointerEvent} event */
  follow(event) {
    if (around(event, "a")) return;
    const box = this.room.getBoundingClientRect();
    const last = this.review.curve.length - 1;
    this.show(Math.min(Math.max(Math.round((last * (event.clientX - box.left)) / box.width), 0), last));
  }

  /**
   * A moment, in words.
   * @param {number} index
   */
  words(index) {
    const { curve } = this.review;
    const point = curve[index];
    const when =
      index === curve.length - 1 ? say("curve-end") : say("curve-when", { turn: point.turn, side: this.verdicts.name(point.side) });
    return `${when}: ${this.verdicts.chances(point.score)}`;
  }

  /** @param {number} index */
  show(index) {
    const point = this.review.curve[index];
    if (!point) return;
    this.range.value = String(index);
    this.cursor.style.left = `${(this.x(index) / 10).toFixed(2)}%`;
    const words = this.words(index);
    this.readout.textContent = words;
    this.range.setAttribute("aria-valuetext", words);
    this.jump.href = this.link(point.step);
  }

  /** The same for those who read tables. */
  table() {
    const { curve } = this.review;
    const { own, other } = this.verdicts;
    /** @param {string} text */
    const cell = text => h("td", {}, text);
    return h(
      "details",
      { class: "chance-table" },
      h("summary", {}, say("curve-table")),
      h(
        "div",
        { class: "table-scroll", tabindex: "0", role: "group", "aria-label": say("curve-table") },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              [say("curve-head-turn"), say("curve-head-side"), own, other, say("curve-head-board")].map(name =>
                h("th", { scope: "col" }, name),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            curve.map((point, index) =>
              h(
                "tr",
                {},
                cell(index === curve.length - 1 ? say("curve-last") : String(point.turn)),
                cell(index === curve.length - 1 ? "" : this.verdicts.name(point.side)),
                cell(percent(point.score)),
                cell(percent(1 - point.score)),
                h("td", {}, h("a", { href: this.link(point.step) }, say("curve-step", { step: point.step }))),
              ),
            ),
          ),
        ),
      ),
    );
  }
}
