// @ts-check
// What a general would do in this place: three orders with what they promise, to be looked at, given or put away.

import { failed, post } from "./api.js";
import { button, capital, focusOn, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { say } from "./words.js";

/** @param {number} share */
const percent = share => `${Math.round(100 * share)} %`;

/**
 * What an order promises, as the server tells it, in a player's words; `alone` if there is nothing to compare it with.
 * @param {Wire.Hint | Wire.Better} hint
 */
export function promise(hint, alone = false) {
  const { expects, gains } = "promise" in hint ? (hint.promise ?? { expects: null, gains: null }) : /** @type {Wire.Hint} */ (hint);
  if (expects === null) return "";
  const points = gains === null ? 0 : Math.round(100 * gains);
  const compared =
    gains === null || alone
      ? ""
      : points > 0
        ? say("hints-better", { points })
        : points < 0
          ? say("hints-worse", { points: -points })
          : say("hints-same");
  const promised = say("hints-expects", { share: percent(expects) });
  return compared ? `${promised}, ${compared}` : promised;
}

/**
 * Who is meant, which places, and which of them it comes to: those where an enemy stands, or else the last.
 * @param {Pick<Page.Board, 'game' | 'field'>} options
 * @param {{ units?: string[], places?: string[] }} hint
 */
export function advised({ game, field }, hint) {
  const from = (hint.units ?? []).flatMap(unit => game.unit(unit)?.place ?? []);
  const side = game.known(hint.units?.[0])?.side;
  const places = hint.places ?? [];
  const enemies = places.filter(place => side && (field.byPlace.get(place) ?? []).some(piece => piece.side !== side));
  return { from, places, aims: enemies.length ? enemies : places.slice(-1) };
}

export class Hints {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.state = "none";
    /** @type {Wire.Hint[]} */
    this.found = [];
    /** The question that is being answered. @type {object | null} */
    this.asked = null;
    /** A finger has only pointed. */
    this.tapped = false;
    this.element = h("section", { class: "hints", "aria-label": say("hints-label"), hidden: true, "data-hints": "none" });
  }

  /** Whether there is somebody to ask. */
  offered() {
    return this.board.hasGenerals && this.board.game.deciding();
  }

  /** The button in the prompt; while something is shown, that is in its place. */
  tool() {
    if (!this.offered()) return null;
    return [
      this.state === "none"
        ? button(say("hints-ask"), () => this.ask(), { kind: "small quiet", picture: "hint", title: "G", "data-deed": "hints" })
        : null,
      this.element,
    ];
  }

  /** The position is another one: what was advised for the last does not hold. */
  overtaken() {
    if (this.state !== "none") this.dismiss(false);
  }

  async ask() {
    const { board } = this;
    if (!this.offered()) {
      speak(say("hints-not-now"));
      return;
    }
    if (this.state !== "none") {
      this.focus();
      return;
    }
    const { seat } = board.game;
    const asked = (this.asked = { version: board.game.snapshot.version });
    this.show("asking");
    speak(say("hints-looking"));
    try {
      /** @type {Wire.Hints} */
      const { hints } = await post(`/api/games/${board.id}/hints`, { seat });
      if (this.asked !== asked) return;
      this.found = hints ?? [];
      this.show("shown");
      this.focus();
      speak(
        this.found.length
          ? `${say("hints-label")}: ${this.found.map((hint, index) => `${index + 1}. ${this.words(hint)}, ${promise(hint)}`).join(". ")}`
          : say("hints-none"),
      );
    } catch (thrown) {
      const failure = failed(thrown);
      if (this.asked !== asked) return;
      this.dismiss(false);
      toast(capital(failure.message), { kind: "refusal" });
    }
  }

  /** @param {Wire.Hint} hint */
  words(hint) {
    return capital(hint.label);
  }

  /** @param {string} state */
  show(state) {
    this.state = state;
    this.element.hidden = state === "none";
    this.element.dataset.hints = state;
    const away = iconButton("close", say("hints-close"), () => this.dismiss(true));
    if (state === "asking")
      replace(
        this.element,
        h("div", { class: "hints-head" }, icon("hint"), h("h2", { class: "reckoning" }, `${say("hints-looking")}…`), away),
      );
    if (state === "shown") {
      replace(
        this.element,
        h("div", { class: "hints-head" }, icon("hint"), h("h2", {}, this.found.length ? say("hints-would") : say("hints-none")), away),
        this.found.length
          ? h(
              "ol",
              { class: "hint-list" },
              this.found.map((hint, index) => h("li", {}, this.item(hint, index))),
            )
          : h("p", { class: "fine" }, say("hints-nothing")),
        this.found.length ? h("p", { class: "fine" }, say("hints-fine")) : null,
      );
    }
    this.board.prompt.draw();
  }

  /**
   * @param {Wire.Hint} hint
   * @param {number} index
   */
  item(hint, index) {
    const { board } = this;
    const light = () => board.field.marks.hint(advised(board, hint));
    const dark = () => {
      board.field.marks.hint(null);
      item.classList.remove("lit");
    };
    const item = h(
      "button",
      {
        type: "button",
        class: "hint-item",
        "data-hint": index,
        "data-order": hint.order,
        onpointerenter: light,
        onpointerleave: event => {
          if (event.pointerType !== "touch") dark();
        },
        onblur: dark,
        onfocus: () => {
          light();
          item.classList.add("lit");
          this.reveal(hint);
        },
        // A finger cannot point without pressing: the first tap shows, the second gives.
        onpointerdown: event => {
          this.tapped = event.pointerType === "touch" && !item.classList.contains("lit");
        },
        onclick: () => {
          if (this.tapped) {
            this.tapped = false;
            item.classList.add("tapped");
            item.focus();
            return;
          }
          dark();
          this.give(hint);
        },
      },
      h("b", {}, this.words(hint)),
      h("small", {}, capital(promise(hint, this.found.length === 1))),
    );
    return item;
  }

  /**
   * Brings who is meant and where to into sight, if they are not.
   * @param {Wire.Hint} hint
   */
  reveal(hint) {
    const { spots } = this.board.field;
    const { from, aims } = advised(this.board, hint);
    const points = spots.among([...from, ...aims]);
    requestAnimationFrame(() => requestAnimationFrame(() => points.forEach(point => this.board.camera.reveal(point, 50))));
  }

  focus() {
    focusOn(this.element, ".hint-item");
  }

  /**
   * Gives the order as a player would: the end of a phase after a look at what is open, and a throw by the panel with its odds,
   * which stays to be pressed.
   * @param {Wire.Hint} hint
   */
  async give(hint) {
    const { board } = this;
    const { game, orders } = board;
    const offers = game.offers();
    const [first] = hint.orders;
    const single = hint.orders.length === 1 ? offers.find(offer => offer.order === first) : null;
    if (single) {
      this.dismiss(false);
      return single.throws && !single.ends ? board.combat.propose(single.order) : board.prompt.choose(single);
    }
    // Several steps are one order, and taken back as one.
    if (!(await orders.give(hint.order))) return false;
    focusOn(board.prompt.element, ".combat [data-throws]");
    return true;
  }

  /** @param {boolean} toButton */
  dismiss(toButton) {
    this.asked = null;
    this.found = [];
    this.state = "none";
    this.element.hidden = true;
    this.element.dataset.hints = "none";
    this.element.replaceChildren();
    this.board.field.marks.hint(null);
    this.board.prompt.draw();
    if (toButton) focusOn(this.board.prompt.element, "[data-deed='hints']");
  }
}
