// @ts-check
// The card of a place and the menu of what can be done there.

import { amount } from "./amounts.js";
import { capital, h, replace, speak } from "./dom.js";
import { counter } from "./field.js";
import { describe } from "./voice.js";
import { say } from "./words.js";

const PATIENCE = 380;
const PINNED = 9000;

export class Cards {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.pinned = false;
    /** The place under the pointer. @type {string | null} */
    this.over = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.showing = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.unpin = undefined;
    this.card = h("div", { class: "card over-map", hidden: true });
    this.list = h("div", { class: "menu over-map", role: "menu", "aria-label": say("menu-label"), hidden: true });
  }

  any() {
    return !this.card.hidden || !this.list.hidden;
  }

  hide() {
    clearTimeout(this.showing);
    clearTimeout(this.unpin);
    this.pinned = false;
    this.card.hidden = true;
    this.closeMenu();
  }

  /** Something else is asked: what happens to be under a pointer that rests is not what was pointed at. */
  overtaken() {
    clearTimeout(this.showing);
    if (!this.pinned) this.card.hidden = true;
    this.closeMenu();
  }

  /** The map moves under what lies beside a place. */
  moved() {
    if (!this.list.hidden) this.closeMenu();
    if (!this.card.hidden) {
      this.pinned = false;
      this.card.hidden = true;
    }
  }

  close() {
    clearTimeout(this.showing);
    clearTimeout(this.unpin);
  }

  /** @param {Page.Point | null} point */
  hover(point) {
    const { board } = this;
    const { field, game, reach } = board;
    clearTimeout(this.showing);
    if (!point) {
      field.showHover(null);
      if (!this.pinned) this.card.hidden = true;
      this.over = null;
      return;
    }
    const place = field.meant(point);
    if (place !== this.over) {
      this.over = place;
      field.showHover(place);
      reach.show(place);
      if (!this.pinned) this.card.hidden = true;
      const offered = game.offers().some(offer => offer.place === place || (offer.unit && game.unit(offer.unit)?.place === place));
      board.view.classList.toggle("pointing", offered || (place !== null && reach.byPlace.has(place)) || board.overlays.aiming());
      board.view.classList.toggle("forbidden", place !== null && reach.barred.has(place));
    }
    if (!place || !this.list.hidden) return;
    const soon = reach.barred.has(place) || board.overlays.at(place);
    if (soon || ((field.byPlace.has(place) || board.overlays.ground.has(place)) && !reach.byPlace.has(place)))
      this.showing = setTimeout(
        () => {
          this.pinned = false;
          this.show(place);
        },
        soon ? 120 : PATIENCE,
      );
  }

  /**
   * Shows who stands in a place for a while, and says it.
   * @param {string | null} place
   */
  pin(place) {
    if (!place) return;
    this.pinned = true;
    this.show(place);
    clearTimeout(this.unpin);
    this.unpin = setTimeout(() => {
      this.pinned = false;
      this.card.hidden = true;
    }, PINNED);
    speak(describe(this.board, place));
  }

  /** @param {string} place */
  show(place) {
    const { board } = this;
    const { field, reach } = board;
    const pieces = field.byPlace.get(place) ?? [];
    const goal = reach.byPlace.get(place);
    const barred = reach.barred.get(place);
    const overlay = board.overlays.allAt(place);
    this.card.classList.toggle("pinned", Boolean(this.pinned));
    replace(
      this.card,
      h(
        "div",
        { class: "card-head" },
        h("b", {}, place),
        h("span", { class: "card-ground" }, field.spots.groundOf(place) || (pieces.length ? "" : capital(say("place-empty")))),
        pieces.length > 1 ? h("span", {}, say("card-stack", { count: pieces.length, strength: this.strengthOf(pieces) })) : null,
      ),
      goal ? h("p", { class: "card-way" }, say("hand-price", { cost: amount(goal.cost), left: amount(goal.left) })) : null,
      goal?.stops ? h("p", { class: "card-note" }, this.cite(goal.stops.case), " ", goal.stops.facts ?? "") : null,
      barred ? h("p", { class: "card-note barred-words" }, this.cite(barred.case), " ", barred.facts ?? "") : null,
      overlay.map(one => h("p", { class: "card-note" }, this.cite(one.case), " ", one.facts ?? "")),
      pieces.map(piece => this.unit(piece)),
    );
    this.card.hidden = false;
    this.beside(this.card, place);
  }

  /**
   * A case as a link when the card stays, as a word when it only passes by.
   * @param {string} id
   */
  cite(id) {
    return id ? (this.pinned ? this.board.mentions.caseLink(id) : h("b", { class: "case" }, id)) : null;
  }

  /**
   * What a stack is worth; what cannot be known is said to be unknown.
   * @param {Page.Piece[]} pieces
   */
  strengthOf(pieces) {
    const known = pieces.map(piece => piece.strength).filter(strength => /^\d+$/.test(strength ?? ""));
    const hidden = pieces.some(piece => piece.print || piece.strength === "?");
    const sum = known.reduce((total, strength) => total + Number(strength), 0);
    if (hidden) return known.length ? say("strength-more", { sum }) : say("strength-unknown");
    return say("strength-sum", { sum });
  }

  /** @param {Page.Piece} piece */
  unit(piece) {
    const { game } = this.board;
    const known = game.roster.get(piece.print ? "" : piece.id);
    const formation = known?.formation ?? [];
    /** @param {string | null | undefined} value */
    const has = value => value !== undefined && value !== null && value !== "";
    // A title that names its ratings is quoted; what it does not name is not called anything.
    const rated = known?.ratings?.length || known?.strength_name;
    const ratings = rated
      ? [
          known?.strength_name && has(piece.strength)
            ? `${known.strength_name} ${piece.strength === "?" ? say("unknown") : piece.strength}`
            : "",
          ...(known?.ratings ?? []).map(rating => `${rating.name} ${rating.value}`),
        ]
      : [
          has(piece.strength) ? capital(say("strength-sum", { sum: piece.strength })) : "",
          has(piece.movement) ? say("card-moves", { points: piece.movement }) : "",
        ];
    return h(
      "div",
      { class: "card-unit" },
      counter(piece.print ?? piece.id, 64),
      h(
        "div",
        {},
        h("b", {}, piece.print ? capital(say("unknown")) : known?.full_name || piece.name || piece.id),
        h(
          "span",
          {},
          piece.print
            ? say("card-face-down", { nation: piece.nation })
            : [piece.nation, known?.branch || piece.arm].filter(Boolean).join(" "),
        ),
        formation.length ? h("span", { class: "card-formation" }, formation.join(", ")) : null,
        known?.commander ? h("span", { class: "card-commander" }, say("card-commander", { name: known.commander })) : null,
        h("span", { class: "card-ratings" }, ratings.filter(Boolean).join(", ")),
        piece.marks.map(mark => h("span", { class: "card-marks" }, mark.note || mark.text, " ", this.cite(mark.case))),
      ),
    );
  }

  /**
   * Puts a box next to a place, inside the view.
   * @param {HTMLElement} box
   * @param {string} place
   */
  beside(box, place) {
    const { field, camera } = this.board;
    const at = camera.seen(field.spots.middle(place));
    const view = camera.bounds();
    const gap = field.pitch * camera.k * 0.62;
    const { offsetWidth: width, offsetHeight: height } = box;
    let x = at.x + gap;
    if (x + width > view.width - 8) x = at.x - gap - width;
    const y = Math.min(Math.max(at.y - height / 2, 8), view.height - height - 8);
    box.style.transform = `translate(${Math.max(8, Math.min(x, view.width - width - 8)).toFixed(0)}px, ${y.toFixed(0)}px)`;
  }

  /**
   * @param {string} place
   * @param {Page.Offer[]} offers
   * @param {string[]} [goers]
   */
  menu(place, offers, goers = []) {
    const { board } = this;
    this.card.hidden = true;
    /**
     * @param {string | null} unit
     * @param {string} words
     * @param {() => unknown} deed
     */
    const item = (unit, words, deed, more = {}) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: "menu-item",
          onclick: () => {
            this.closeMenu();
            deed();
          },
          ...more,
        },
        unit ? counter(unit, 34) : null,
        words,
      );
    const labels = offers.map(offer => board.game.words(offer));
    // A commander and a brigade of the same name are told apart by what they are.
    /**
     * @param {Page.Offer} offer
     * @param {number} at
     */
    const words = (offer, at) => {
      const known = board.game.roster.get(offer.unit ?? "");
      const kind = known?.branch || known?.arm;
      return labels.indexOf(labels[at]) !== labels.lastIndexOf(labels[at]) && kind ? `${labels[at]} (${kind.toLowerCase()})` : labels[at];
    };
    replace(
      this.list,
      h("b", { class: "menu-head", role: "presentation" }, place),
      offers.map((offer, at) =>
        item(
          offer.unit,
          words(offer, at),
          () => (offer.unit && !offer.place && !offer.facing ? board.hand.pick(offer) : board.ahead.offer(offer)),
          {
            "data-offer": offer.order,
          },
        ),
      ),
      goers.map(unit => item(unit, say("menu-goes", { unit: board.game.unitName(unit) }), () => board.hand.choose([unit]))),
    );
    this.list.hidden = false;
    this.beside(this.list, place);
    this.list.querySelector("button")?.focus();
  }

  closeMenu() {
    if (this.list.hidden) return;
    const had = this.list.contains(document.activeElement);
    this.list.hidden = true;
    if (had) this.board.view.focus({ preventScroll: true });
  }

  /**
   * Arrow keys inside the menu.
   * @param {number} by
   */
  step(by) {
    const items = [...this.list.querySelectorAll("button")];
    items[(items.findIndex(item => item.matches(":focus")) + by + items.length) % items.length]?.focus();
  }
}
