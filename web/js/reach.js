// Where the chosen units could go, at what cost, and why not farther; the server reckons it.

import { h, speak, replace, capital } from "./dom.js";
import { post } from "./api.js";

export class Reach {
  constructor(board) {
    this.board = board;
    this.offered = true;
    this.clear();
    this.element = h("section", { class: "way-card", "aria-label": "The way", hidden: true });
  }

  clear() {
    this.units = [];
    this.found = null;
    this.byHex = new Map();
    this.barred = new Map();
    this.over = null;
    this.asked = false;
    this.board.field?.marks.way(null);
    if (this.element) this.element.hidden = true;
  }

  on() { return Boolean(this.found); }

  /** Whether a unit stands with the stack that is chosen, and is none of it. */
  joins(unit) {
    const { game, hand } = this.board;
    return Boolean(this.found?.stacked && !hand.chosen.includes(unit) && game.unit(unit)?.hex && game.unit(unit).hex === game.unit(this.units[0])?.hex);
  }

  /** Asks for the reach of units that go together, the first leading; whether there is one. */
  async find(units) {
    const { board } = this;
    if (!this.offered) return false;
    const { version } = board.game.snapshot;
    this.clear();
    this.units = units;
    this.asked = true;
    board.prompt.wait(true);
    try {
      const found = await post(`/api/games/${board.id}/reach`, { seat: board.game.seat, units });
      if (board.game.snapshot.version !== version || this.units !== units) return null;
      if (!found?.hexes?.length && !found?.barred?.length) { this.clear(); return false; }
      this.found = found;
      if (found.stacked) this.units = board.hand.chosen = [...units.filter(unit => found.units.includes(unit)), ...found.units.filter(unit => !units.includes(unit))];
      this.byHex = new Map(found.hexes.map(place => [place.hex, place]));
      this.barred = new Map((found.barred ?? []).map(place => [place.hex, place]));
      return true;
    } catch (failure) {
      if (board.game.snapshot.version !== version || this.units !== units) return null;
      this.clear();
      if (failure.status === 404 || failure.status === 405) this.offered = false;
      if (failure.refusal && (units.length > 1 || board.field.hexes.stacks)) { board.orders.refused(failure.refusal); return null; }
      return false;
    } finally {
      if (this.units === units || !this.units.length) this.asked = false;
      if (!board.orders.busy) board.prompt.wait(false);
    }
  }

  /** The marks for the map. */
  mark(marks) {
    for (const [hex] of this.barred) marks.set(hex, { mark: "barred" });
    for (const [hex, place] of this.byHex) {
      marks.set(hex, { mark: "reach", text: `${place.left ?? ""}${place.caution ? "!" : ""}`, stops: Boolean(place.stops), data: { "data-left": place.left, "data-cost": place.cost, "data-caution": place.caution?.case } });
    }
  }

  /** Where the others of a group would stand if the first stood in `hex`. */
  ghosts(hex) {
    const { game, field } = this.board;
    const lead = game.unit(this.units[0])?.hex;
    if (this.units.length === 1 || this.found?.stacked) return this.units.map(unit => ({ unit, hex }));
    return this.units.map(unit => ({ unit, hex: unit === this.units[0] ? hex : lead ? field.hexes.shifted(game.unit(unit)?.hex, lead, hex) : null })).filter(ghost => ghost.hex);
  }

  /** Draws the way to a hex, with the cost of each step, or says why there is none. */
  show(hex) {
    if (!this.found || hex === this.over) return;
    this.over = hex;
    const { board } = this;
    const place = this.byHex.get(hex);
    const lead = board.game.unit(this.units[0])?.hex;
    if (place) {
      const path = lead && place.path[0] !== lead ? [lead, ...place.path] : place.path;
      board.field.marks.way(path, place.steps, this.ghosts(hex));
      this.tell(place);
      return;
    }
    board.field.marks.way(null);
    const barred = this.barred.get(hex);
    if (barred) this.refuse(barred);
  }

  tell(place) {
    const { mentions, game } = this.board;
    this.element.hidden = false;
    this.element.dataset.hex = place.hex;
    replace(this.element,
      h("h2", {}, `${game.unitName(this.units[0])}${this.units.length > 1 ? ` and ${this.units.length - 1} more` : ""} to ${place.hex}`, h("b", {}, `${place.left} left`)),
      h("ol", { class: "steps" }, (place.steps ?? []).map(step => h("li", {}, h("b", {}, step.hex), h("span", {}, step.note ?? ""), step.case ? mentions.caseLink(step.case) : h("i", {}), h("b", { class: "step-cost" }, String(step.cost))))),
      place.stops ? h("p", { class: "fine" }, place.stops.case ? mentions.caseLink(place.stops.case) : null, " ", mentions.rich(`Has to stop here: ${place.stops.facts ?? ""}`)) : null,
      place.caution ? this.term(place.caution) : null,
      (this.found.terms ?? []).map(term => this.term(term)));
  }

  /** Something worth knowing before the order is given. */
  term({ case: rule, text }) {
    const { mentions } = this.board;
    return h("p", { class: "fine way-term" }, rule ? mentions.caseLink(rule) : null, " ", mentions.rich(capital(text)), ".");
  }

  refuse(barred) {
    const { mentions } = this.board;
    this.element.hidden = false;
    this.element.dataset.hex = barred.hex;
    replace(this.element, h("h2", {}, `Not into ${barred.hex}`), h("p", { class: "barred-words" }, barred.case ? mentions.caseLink(barred.case) : null, " ", mentions.rich(barred.facts ?? "")));
  }

  /** A hex in words, for the card and for those who listen. */
  words(hex) {
    const place = this.byHex.get(hex);
    if (place) return `costs ${place.cost}, ${place.left} left${place.stops ? `; has to stop here: ${this.board.mentions.plain(place.stops.facts ?? "")}` : ""}${place.caution ? `; ${this.board.mentions.plain(place.caution.text)}` : ""}`;
    const barred = this.barred.get(hex);
    return barred ? `not allowed, rule ${barred.case}: ${this.board.mentions.plain(barred.facts ?? "")}` : null;
  }

  announce() {
    const { game } = this.board;
    const names = this.units.map(unit => game.unitName(unit)).join(", ");
    speak(`${names} can reach ${this.byHex.size} ${this.board.field.hexes.nouns}${this.barred.size ? `, ${this.barred.size} are barred` : ""}`);
  }
}
