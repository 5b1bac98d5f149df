// @ts-check
// An example on a board, step by step; the same in the rules, in the lessons and in the sandbox.

import { failed, once, titles } from "./api.js";
import { around, button, capital, drawing, h, iconButton, replace, toast } from "./dom.js";
import { go } from "./nav.js";
import { playHere } from "./newgame.js";

/**
 * @param {string} title
 * @param {string} name
 */
/** @type {(title: string, name: string) => Promise<Wire.Example>} */
export const example = (title, name) => once(`/api/titles/${title}/examples/${encodeURIComponent(name)}`);

/** The pictures of an example, one after the other, with what was ordered and what came of it. */
export class ExamplePlayer {
  /**
   * `show(case)` opens a case; `stepped(at, last)` is told where the reader is.
   * @param {string} title
   * @param {string} name
   * @param {Wire.Example} content
   * @param {{ show?(id: string): unknown, stepped?(at: number, last: number): void, heading?: 'h3' | 'h4' | null, playable?: boolean }} [other]
   */
  constructor(title, name, content, { show, stepped, heading = "h4", playable = true } = {}) {
    this.title = title;
    this.name = name;
    this.content = content;
    this.show = show;
    this.stepped = stepped;
    this.at = 0;
    /** @type {{ svg?: string | null, words?: string, step?: Wire.ExampleStep }[]} */
    this.frames = [{ svg: content.start, words: content.note || "The position." }, ...content.steps.map(step => ({ svg: step.svg, step }))];
    /** @type {Map<number, SVGSVGElement>} */
    this.pictures = new Map();
    this.picture = h("div", { class: "example-board", "data-example-board": "" });
    this.words = h("div", { class: "example-words", role: "status" });
    this.beads = h(
      "ol",
      { class: "beads", "aria-hidden": "true" },
      this.frames.map((frame, index) => h("li", { onclick: () => this.go(index), class: frame.step?.refused ? "refused" : "" })),
    );
    this.count = h("span", { class: "unseen" });
    this.before = iconButton("back", "Step back", () => this.go(this.at - 1), { "data-step-back": "" });
    this.after = button("Next", () => this.go(this.at === this.last() ? 0 : this.at + 1), { kind: "primary", "data-step-next": "" });
    this.element = h(
      "div",
      {
        class: "example-player",
        "data-example": name,
        tabindex: "-1",
        role: "group",
        "aria-label": `Example: ${content.title}`,
        onkeydown: event => this.key(event),
      },
      heading ? h(heading, { class: "example-title" }, content.title) : null,
      this.picture,
      content.names.length && content.names.length <= 14
        ? h(
            "p",
            { class: "example-names" },
            content.names.map(({ name, counter }) => h("span", {}, h("i", {}, name), ` ${counter}`)),
          )
        : null,
      h("div", { class: "example-steps" }, this.before, this.beads, this.count, this.after),
      this.words,
      playable && content.text
        ? h(
            "div",
            { class: "example-tools" },
            button("Play this example yourself", () => this.play(), { kind: "small", picture: "play", "data-play-example": "" }),
            (this.sandbox = h(
              "a",
              { class: "button small quiet", href: `/sandbox?title=${encodeURIComponent(title)}&example=${encodeURIComponent(name)}` },
              "Open in the sandbox",
            )),
          )
        : null,
    );
    titles().then(
      all => {
        if (this.sandbox) this.sandbox.hidden = !all.find(other => other.id === title)?.sandbox;
      },
      () => {},
    );
    this.go(0);
  }

  last() {
    return this.frames.length - 1;
  }

  /** @param {number} index */
  go(index) {
    this.at = Math.min(Math.max(index, 0), this.last());
    const frame = this.frames[this.at];
    const svg =
      frame.svg ??
      this.frames
        .slice(0, this.at)
        .reverse()
        .find(other => other.svg)?.svg ??
      "";
    if (!this.pictures.has(this.at)) {
      const made = drawing(svg);
      made.removeAttribute("width");
      made.removeAttribute("height");
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", this.at ? `The board after step ${this.at}` : "The board at the start");
      this.pictures.set(this.at, made);
    }
    replace(this.picture, this.pictures.get(this.at));
    replace(this.words, frame.step ? this.told(frame.step) : h("p", {}, frame.words));
    this.count.textContent = `Step ${this.at} of ${this.last()}`;
    [...this.beads.children].forEach((bead, place) => bead.classList.toggle("here", place === this.at));
    this.before.disabled = this.at === 0;
    this.after.textContent = this.at === this.last() ? "Again" : "Next";
    this.stepped?.(this.at, this.last());
  }

  /** @param {Wire.ExampleStep} step */
  told(step) {
    const { refused } = step;
    const cases = refused ? [refused.case, ...(refused.also ?? [])].filter(Boolean) : [];
    return [
      step.order
        ? h(
            "p",
            { class: "example-order" },
            h("b", {}, capital(step.by ?? "")),
            " ",
            h("code", { title: step.order }, step.spoken),
            step.throws?.length
              ? h(
                  "span",
                  { class: "thrown" },
                  step.throws.map(face => die(face)),
                )
              : null,
          )
        : step.throws?.length
          ? h(
              "p",
              { class: "example-order" },
              "The dice ",
              h(
                "span",
                { class: "thrown" },
                step.throws.map(face => die(face)),
              ),
            )
          : null,
      refused
        ? h(
            "p",
            { class: "example-refused" },
            h("b", {}, "Not allowed "),
            cases.map(one =>
              h("button", { type: "button", class: "case", "aria-label": `Rule ${one}`, onclick: () => this.show?.(one) }, one),
            ),
            " ",
            refused.facts ? `${capital(refused.facts).replace(/\.$/, "")}.` : "",
          )
        : null,
      step.words ? h("p", {}, step.words) : null,
      step.note ? h("p", {}, step.note) : null,
      !step.order && !step.throws?.length && !step.note && !refused ? h("p", {}, "Checks the position.") : null,
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (around(event, "input, textarea, select")) return;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    this.go(this.at + by);
  }

  async play() {
    try {
      go(`/game/${await playHere({ title: this.title, position: this.content.text, seats: {} })}`);
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
    }
  }
}

/** Where the spots of a face are. @type {{ [face: number]: number[] }} */
const SPOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * A die that lies there.
 * @param {number} face
 */
export function die(face) {
  const spots = SPOTS[face];
  return h(
    "span",
    { class: "small-die", role: "img", "aria-label": `die ${face}` },
    spots ? Array.from({ length: 9 }, (_, index) => h("i", { class: spots.includes(index) ? "on" : "" })) : String(face),
  );
}
