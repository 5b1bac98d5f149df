// @ts-check
// Where the chosen units could go, at what cost, and why not farther; the server reckons it.

import { amount } from "./amounts.js";
import { failed, post } from "./api.js";
import { capital, h, replace, speak } from "./dom.js";
import { inWords, placesOf } from "./facing.js";
import { say } from "./words.js";

/**
 * What brings one part of a long counter to a place: a march, or a manoeuvre; of ways as cheap the one that keeps its front comes
 * first. A counter that is taken by an end is wheeled if that can bring the end there.
 * @param {Wire.Goal[]} goals
 * @param {Wire.Manoeuvre[]} manoeuvres
 * @param {Wire.Facing | undefined} now
 * @param {number} part  the number of the place that is dragged
 * @param {string} place
 * @param {boolean} byEnd
 * @returns {{ goal: Wire.Goal, manoeuvre?: Wire.Manoeuvre } | null}
 */
export function bringing(goals, manoeuvres, now, part, place, byEnd) {
  /** @type {{ goal: Wire.Goal, manoeuvre?: Wire.Manoeuvre }[]} */
  const all = [...goals.map(goal => ({ goal })), ...manoeuvres.map(manoeuvre => ({ goal: manoeuvre.goal, manoeuvre }))];
  /** @param {{ goal: Wire.Goal, manoeuvre?: Wire.Manoeuvre }} one */
  const price = ({ goal, manoeuvre }) =>
    Number(goal.cost) + (goal.facing === now ? 0 : 0.1) - (byEnd && manoeuvre && goal.facing !== now ? 1000 : 0);
  const there = all.filter(({ goal }) => (goal.covers ?? [goal.place])[part] === place);
  return there.sort((a, b) => price(a) - price(b))[0] ?? null;
}

export class Reach {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.offered = true;
    this.element = h("section", { class: "way-card", "aria-label": say("way-label"), hidden: true });
    /** Who would go, the leading one first. @type {string[]} */
    this.units = [];
    /** What the server found. @type {Wire.Reach | null} */
    this.found = null;
    /** The best goal of each place. @type {Map<string, Wire.Goal>} */
    this.byPlace = new Map();
    /** Every goal of a place: several if it matters where one looks. @type {Map<string, Wire.Goal[]>} */
    this.choices = new Map();
    /** @type {Map<string, Wire.Barred>} */
    this.barred = new Map();
    /** The place to which a way is drawn. @type {string | null} */
    this.over = null;
    /** A manoeuvre is drawn. */
    this.swept = false;
    this.asked = false;
  }

  clear() {
    this.units = [];
    this.found = null;
    this.byPlace = new Map();
    this.choices = new Map();
    this.barred = new Map();
    this.over = null;
    this.asked = false;
    this.board.field.marks.way(null);
    this.element.hidden = true;
  }

  on() {
    return Boolean(this.found);
  }

  /**
   * Whether a unit stands with the stack that is chosen, and is none of it.
   * @param {string} unit
   */
  joins(unit) {
    const { game, hand } = this.board;
    const place = game.unit(unit)?.place;
    return Boolean(this.found?.stacked && !hand.chosen.includes(unit) && place && place === game.unit(this.units[0])?.place);
  }

  /**
   * Asks for the reach of units that go together, the first leading; whether there is one.
   * @param {string[]} units
   */
  async find(units) {
    const { board } = this;
    if (!this.offered) return false;
    const { version } = board.game.snapshot;
    this.clear();
    this.units = units;
    this.asked = true;
    board.prompt.wait(true);
    try {
      /** @type {Wire.Reach} */
      const found = await post(`/api/games/${board.id}/reach`, { seat: board.game.seat, units });
      if (board.game.snapshot.version !== version || this.units !== units) return null;
      if (!found.goals.length && !found.barred.length && !found.manoeuvres?.length) {
        this.clear();
        return false;
      }
      this.found = found;
      if (found.stacked) {
        this.units = [...units.filter(unit => found.units.includes(unit)), ...found.units.filter(unit => !units.includes(unit))];
        board.hand.hold(this.units);
      }
      this.choices = Map.groupBy(found.goals, goal => goal.place);
      // Where one may look several ways, the cheapest stands for all, and the present facing comes first.
      const now = board.game.unit(units[0])?.facing;
      /** @param {Wire.Goal} goal */
      const worth = goal => 2 * goal.left + (goal.facing === now ? 1 : 0);
      this.byPlace = new Map([...this.choices].map(([place, goals]) => [place, goals.reduce((a, b) => (worth(b) > worth(a) ? b : a))]));
      this.barred = new Map(found.barred.map(goal => [goal.place, goal]));
      return true;
    } catch (thrown) {
      const failure = failed(thrown);
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

  /**
   * The marks for the map.
   * @returns {Map<string, Page.Mark>}
   */
  marks() {
    /** @type {Map<string, Page.Mark>} */
    const marks = new Map([...this.barred.keys()].map(place => [place, { mark: "barred" }]));
    for (const [place, goal] of this.byPlace) {
      marks.set(place, {
        mark: "reach",
        text: `${amount(goal.left)}${goal.caution ? "!" : ""}`,
        stops: Boolean(goal.stops),
        data: { "data-left": goal.left, "data-cost": goal.cost, "data-caution": goal.caution?.case },
      });
    }
    return marks;
  }

  /**
   * Where the others of a group would stand if the first stood in `place`.
   * @returns {Page.Ghost[]}
   * @param {string} place
   */
  ghosts(place) {
    const { game, field } = this.board;
    const lead = game.unit(this.units[0])?.place;
    // In a group each keeps its front.
    if (this.units.length === 1 || this.found?.stacked) {
      const { covers, facing } = this.byPlace.get(place) ?? {};
      return this.units.map(unit => ({ unit, place, covers, facing }));
    }
    return this.units.flatMap(unit => {
      const piece = game.unit(unit);
      /** @param {string} from */
      const shifted = from => (lead ? field.spots.shifted(from, lead, place) : null);
      const covers = piece ? placesOf(piece).map(shifted) : [];
      const whole = covers.filter(spot => spot !== null);
      const [to] = whole;
      if (!to || whole.length < covers.length) return [];
      return [{ unit, place: to, covers: whole.length > 1 ? whole : undefined, facing: piece?.facing }];
    });
  }

  /** Changes of front and formation of the unit that is chosen. */
  manoeuvres() {
    return this.found?.manoeuvres ?? [];
  }

  /**
   * Where a unit would stand after a manoeuvre, and all that it sweeps on the way.
   * @param {Wire.Goal} goal
   * @param {string[]} sweeps
   */
  sweep(goal, sweeps) {
    this.over = null;
    this.swept = true;
    const { place, covers, facing } = goal;
    this.board.field.marks.way(null, goal.steps.slice(-1), [{ unit: this.units[0], place, covers, facing }], sweeps);
    this.tell(goal);
  }

  /**
   * What brings one part of the unit that is chosen to a place.
   * @param {number} part
   * @param {string} place
   * @param {boolean} byEnd
   */
  bringing(part, place, byEnd) {
    return bringing(this.found?.goals ?? [], this.manoeuvres(), this.board.game.unit(this.units[0])?.facing, part, place, byEnd);
  }

  /**
   * Draws the way to a place, with the cost of each step, or says why there is none.
   * @param {string | null} place
   */
  show(place) {
    const { board } = this;
    // While it is being chosen where to look, the pointer does not change where to go.
    // The same holds while a march or a manoeuvre waits for its second word.
    if (this.swept && board.ahead.armed) return;
    if (
      !this.found ||
      (place === this.over && !this.swept) ||
      board.wedges.place ||
      (board.ahead.armed?.place && place !== board.ahead.armed.place)
    )
      return;
    this.over = place;
    this.swept = false;
    if (!place) {
      board.field.marks.way(null);
      return;
    }
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

  /** Those who would go, in a few words. */
  who() {
    const { game } = this.board;
    return this.units.length > 1
      ? say("reach-and-more", { unit: game.unitName(this.units[0]), count: this.units.length - 1 })
      : game.unitName(this.units[0]);
  }

  /**
   * The way to a place stays drawn, whether or not the pointer is there.
   * @param {string} place
   */
  hold(place) {
    this.over = null;
    this.show(place);
  }

  /**
   * Why a march ends in a place, as something worth knowing.
   * @param {Wire.Reason} stops
   * @returns {Wire.Term}
   */
  stopping({ case: rule, facts, mentions }) {
    // The sentence grows in front, and what it mentions moves with it.
    const words = `${say("reach-must-stop")} `;
    const moved = mentions?.map(mention => ({ ...mention, from: mention.from + words.length, to: mention.to + words.length }));
    return { case: rule, text: `${words}${facts}`, mentions: moved };
  }

  /**
   * One goal of several in a place, with the way to it.
   * @param {Wire.Goal} goal
   */
  preview(goal) {
    const lead = this.board.game.unit(this.units[0])?.place;
    const path = lead && goal.path[0] !== lead ? [lead, ...goal.path] : goal.path;
    const { place, covers, facing } = goal;
    this.board.field.marks.way(path, goal.steps, [{ unit: this.units[0], place, covers, facing }]);
    this.tell(goal);
  }

  /** @param {Wire.Goal} goal */
  tell(goal) {
    const { mentions } = this.board;
    this.element.hidden = false;
    this.element.dataset.place = goal.place;
    replace(
      this.element,
      h(
        "h2",
        {},
        goal.facing
          ? say("reach-to-facing", { units: this.who(), place: goal.place, facing: inWords(goal.facing) })
          : say("hand-march-to", { units: this.who(), place: goal.place }),
        h("b", {}, say("reach-left", { left: amount(goal.left) })),
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
            h("b", { class: "step-cost" }, amount(step.cost)),
          ),
        ),
      ),
      goal.stops
        ? h("p", { class: "fine" }, goal.stops.case ? mentions.caseLink(goal.stops.case) : null, " ", [
            `${say("reach-must-stop")} `,
            ...mentions.rich(goal.stops.facts, goal.stops.mentions),
          ])
        : null,
      goal.caution ? this.term(goal.caution) : null,
      (goal.terms ?? []).map(term => this.term(term)),
      (this.found?.terms ?? []).map(term => this.term(term)),
    );
  }

  /**
   * Something worth knowing before the order is given.
   * @param {Wire.Term} options
   */
  term({ case: rule, text, mentions: marks }) {
    const { mentions } = this.board;
    return h("p", { class: "fine way-term" }, rule ? mentions.caseLink(rule) : null, " ", mentions.rich(capital(text), marks), ".");
  }

  /** @param {Wire.Barred} barred */
  refuse(barred) {
    const { mentions } = this.board;
    this.element.hidden = false;
    this.element.dataset.place = barred.place;
    replace(
      this.element,
      h("h2", {}, say("reach-barred", { place: barred.place })),
      h(
        "p",
        { class: "barred-words" },
        barred.case ? mentions.caseLink(barred.case) : null,
        " ",
        mentions.rich(barred.facts, barred.mentions),
      ),
    );
  }

  /**
   * A place in words, for the card and for those who listen.
   * @param {string} place
   */
  words(place) {
    const goal = this.byPlace.get(place);
    if (goal)
      return `${say("hand-price", { cost: amount(goal.cost), left: amount(goal.left) })}${goal.stops ? `; ${say("reach-must-stop")} ${goal.stops.facts ?? ""}` : ""}${goal.caution ? `; ${goal.caution.text}` : ""}`;
    const barred = this.barred.get(place);
    return barred ? say("reach-refused", { case: barred.case, facts: barred.facts ?? "" }) : null;
  }

  announce() {
    const { game } = this.board;
    const names = this.units.map(unit => game.unitName(unit)).join(", ");
    speak(say("reach-spoken", { units: names, count: this.byPlace.size, barred: this.barred.size }));
  }
}
