// Where the chosen units could go, at what cost, and why not farther; the server reckons it.

import { post } from "./api.js";
import { capital, h, replace, speak } from "./dom.js";
import { inWords } from "./facing.js";

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
    this.byPlace = new Map();
    /** Every goal of a place: several if it matters where one looks. */
    this.choices = new Map();
    this.barred = new Map();
    this.over = null;
    this.asked = false;
    this.board.field?.marks.way(null);
    if (this.element) this.element.hidden = true;
  }

  on() {
    return Boolean(this.found);
  }

  /** Whether a unit stands with the stack that is chosen, and is none of it. */
  joins(unit) {
    const { game, hand } = this.board;
    return Boolean(
      this.found?.stacked &&
        !hand.chosen.includes(unit) &&
        game.unit(unit)?.place &&
        game.unit(unit).place === game.unit(this.units[0])?.place,
    );
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
      if (!found?.goals?.length && !found?.barred?.length) {
        this.clear();
        return false;
      }
      this.found = found;
      if (found.stacked)
        this.units = board.hand.chosen = [
          ...units.filter(unit => found.units.includes(unit)),
          ...found.units.filter(unit => !units.includes(unit)),
        ];
      this.choices = Map.groupBy(found.goals, goal => goal.place);
      // Where one may look several ways, the cheapest stands for all, and the present facing comes first.
      const now = board.game.unit(units[0])?.facing;
      const worth = goal => 2 * goal.left + (goal.facing === now ? 1 : 0);
      this.byPlace = new Map([...this.choices].map(([place, goals]) => [place, goals.reduce((a, b) => (worth(b) > worth(a) ? b : a))]));
      this.barred = new Map((found.barred ?? []).map(goal => [goal.place, goal]));
      return true;
    } catch (failure) {
      if (board.game.snapshot.version !== version || this.units !== units) return null;
      this.clear();
      if (failure.status === 404 || failure.status === 405) this.offered = false;
      if (failure.refusal && (units.length > 1 || board.field.spots.stacks)) {
        board.orders.refused(failure.refusal);
        return null;
      }
      return false;
    } finally {
      if (this.units === units || !this.units.length) this.asked = false;
      if (!board.orders.busy) board.prompt.wait(false);
    }
  }

  /** The marks for the map. */
  mark(marks) {
    for (const [place] of this.barred) marks.set(place, { mark: "barred" });
    for (const [place, goal] of this.byPlace) {
      marks.set(place, {
        mark: "reach",
        text: `${goal.left ?? ""}${goal.caution ? "!" : ""}`,
        stops: Boolean(goal.stops),
        data: { "data-left": goal.left, "data-cost": goal.cost, "data-caution": goal.caution?.case },
      });
    }
  }

  /** Where the others of a group would stand if the first stood in `place`. */
  ghosts(place) {
    const { game, field } = this.board;
    const lead = game.unit(this.units[0])?.place;
    if (this.units.length === 1 || this.found?.stacked) {
      const { covers, facing } = this.byPlace.get(place) ?? {};
      return this.units.map(unit => ({ unit, place, covers, facing }));
    }
    return this.units
      .map(unit => ({
        unit,
        place: unit === this.units[0] ? place : lead ? field.spots.shifted(game.unit(unit)?.place, lead, place) : null,
      }))
      .filter(ghost => ghost.place);
  }

  /** Draws the way to a place, with the cost of each step, or says why there is none. */
  show(place) {
    const { board } = this;
    // While it is being chosen where to look, the pointer does not change where to go.
    if (!this.found || place === this.over || board.wedges.place) return;
    this.over = place;
    const goal = this.byPlace.get(place);
    const lead = board.game.unit(this.units[0])?.place;
    if (goal) {
      const path = lead && goal.path[0] !== lead ? [lead, ...goal.path] : goal.path;
      board.field.marks.way(path, goal.steps, this.ghosts(place));
      this.tell(goal);
      return;
    }
    board.field.marks.way(null);
    const barred = this.barred.get(place);
    if (barred) this.refuse(barred);
  }

  /** One goal of several in a place, with the way to it. */
  preview(goal) {
    const lead = this.board.game.unit(this.units[0])?.place;
    const path = lead && goal.path[0] !== lead ? [lead, ...goal.path] : goal.path;
    const { place, covers, facing } = goal;
    this.board.field.marks.way(path, goal.steps, [{ unit: this.units[0], place, covers, facing }]);
    this.tell(goal);
  }

  tell(goal) {
    const { mentions, game } = this.board;
    this.element.hidden = false;
    this.element.dataset.place = goal.place;
    replace(
      this.element,
      h(
        "h2",
        {},
        `${game.unitName(this.units[0])}${this.units.length > 1 ? ` and ${this.units.length - 1} more` : ""} to ${goal.place}${goal.facing ? `, looking ${inWords(goal.facing)}` : ""}`,
        h("b", {}, `${goal.left} left`),
      ),
      h(
        "ol",
        { class: "steps" },
        (goal.steps ?? []).map(step =>
          h(
            "li",
            {},
            h("b", {}, step.place),
            h("span", {}, step.note ?? ""),
            step.case ? mentions.caseLink(step.case) : h("i", {}),
            h("b", { class: "step-cost" }, String(step.cost)),
          ),
        ),
      ),
      goal.stops
        ? h(
            "p",
            { class: "fine" },
            goal.stops.case ? mentions.caseLink(goal.stops.case) : null,
            " ",
            mentions.rich(`Has to stop here: ${goal.stops.facts ?? ""}`),
          )
        : null,
      goal.caution ? this.term(goal.caution) : null,
      (this.found.terms ?? []).map(term => this.term(term)),
    );
  }

  /** Something worth knowing before the order is given. */
  term({ case: rule, text }) {
    const { mentions } = this.board;
    return h("p", { class: "fine way-term" }, rule ? mentions.caseLink(rule) : null, " ", mentions.rich(capital(text)), ".");
  }

  refuse(barred) {
    const { mentions } = this.board;
    this.element.hidden = false;
    this.element.dataset.place = barred.place;
    replace(
      this.element,
      h("h2", {}, `Not into ${barred.place}`),
      h("p", { class: "barred-words" }, barred.case ? mentions.caseLink(barred.case) : null, " ", mentions.rich(barred.facts ?? "")),
    );
  }

  /** A place in words, for the card and for those who listen. */
  words(place) {
    const goal = this.byPlace.get(place);
    if (goal)
      return `costs ${goal.cost}, ${goal.left} left${goal.stops ? `; has to stop here: ${this.board.mentions.plain(goal.stops.facts ?? "")}` : ""}${goal.caution ? `; ${this.board.mentions.plain(goal.caution.text)}` : ""}`;
    const barred = this.barred.get(place);
    return barred ? `not allowed, rule ${barred.case}: ${this.board.mentions.plain(barred.facts ?? "")}` : null;
  }

  announce() {
    const { game } = this.board;
    const names = this.units.map(unit => game.unitName(unit)).join(", ");
    speak(
      `${names} can reach ${this.byPlace.size} ${this.board.field.spots.nouns}${this.barred.size ? `, ${this.barred.size} are barred` : ""}`,
    );
  }
}
