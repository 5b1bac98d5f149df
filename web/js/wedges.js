// @ts-check
// Turning: wedges around a piece, one for each way in which it may look, to be clicked, touched, or gone through with the brackets.

import { s, speak } from "./dom.js";
import { degrees, inWords, lying, placesOf, turned } from "./facing.js";
import { say } from "./words.js";

/** A wedge is as thick as a finger, however small the map is drawn. */
const FINGER = 38;
/** So much of the map around a place has to be in sight to choose among them, in pixels. */
const ROOM = 130;

/** @typedef {{ order: string, facing: Wire.Facing, offer?: Page.Offer, goal?: Wire.Goal }} Way */

export class Wedges {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.element = s("g", { class: "wedges" });
    /** What can be chosen, by facing: an offer that turns, or a goal. @type {Map<Wire.Facing, Way>} */
    this.ways = new Map();
    /** The places around which they are drawn. @type {string[] | null} */
    this.around = null;
    /** @type {string | null} */
    this.unit = null;
    /** The place to which the unit would go. @type {string | null} */
    this.place = null;
    /** Where the unit looks, or would look. @type {Wire.Facing | null} */
    this.at = null;
  }

  clear() {
    this.ways = new Map();
    this.around = null;
    this.unit = null;
    this.place = null;
    this.at = null;
    this.element.replaceChildren();
  }

  on() {
    return this.ways.size > 0;
  }

  /**
   * The offers of a unit that only turn it.
   * @param {string} unit
   */
  turns(unit) {
    const { game } = this.board;
    return game
      .offers()
      .flatMap(offer =>
        (offer.unit ?? game.inHand()) === unit && offer.facing && !offer.place ? [{ ...offer, facing: offer.facing }] : [],
      );
  }

  /** The unit of which nothing is asked but where it looks. */
  asked() {
    const { game } = this.board;
    const offers = game.offers();
    return offers.length && offers.every(offer => offer.facing && !offer.place) ? (game.inHand() ?? undefined) : undefined;
  }

  /** Wedges around the one unit that is chosen, if it may turn where it stands. */
  follow() {
    const { board } = this;
    const [unit = this.asked(), ...others] = board.hand.chosen;
    if (this.place && unit === this.unit && !others.length) return this.draw();
    this.clear();
    const turns = unit && !others.length && board.game.deciding() ? this.turns(unit) : [];
    const piece = board.game.unit(unit);
    if (!piece?.place) return undefined;
    // Where a turn is part of a march, its reach says how the unit may turn without going anywhere.
    const goals = turns.length || others.length ? [] : (board.hand.reach.choices.get(piece.place) ?? []);
    if (!turns.length && !goals.length) return undefined;
    this.unit = unit ?? null;
    this.ways = new Map(turns.map(offer => [offer.facing, { order: offer.order, facing: offer.facing, offer }]));
    for (const goal of goals) if (goal.facing) this.ways.set(goal.facing, { order: goal.order, facing: goal.facing, goal });
    this.around = placesOf(piece);
    this.at = piece.facing ?? null;
    return this.draw();
  }

  /**
   * Wedges around a place to which a unit may go with several facings.
   * @param {string} unit
   * @param {string} place
   * @param {Wire.Goal[]} goals
   * @param {Wire.Facing} [proposed]
   */
  choose(unit, place, goals, proposed) {
    this.clear();
    this.unit = unit;
    this.place = place;
    for (const goal of goals) if (goal.facing) this.ways.set(goal.facing, { order: goal.order, facing: goal.facing, goal });
    const now = proposed ?? this.board.game.unit(unit)?.facing;
    const kept = now && this.ways.has(now) ? now : this.ways.keys().next().value;
    if (!kept) return;
    this.look(kept);
    const spot = this.board.field.spots.get(place);
    if (spot) this.board.camera.reveal(spot, ROOM);
    // What is asked now is the way it looks.
    this.board.prompt.draw();
    speak(say("turn-many", { count: goals.length, facing: inWords(kept) }));
  }

  /**
   * Shows the piece as it would stand.
   * @param {Wire.Facing} facing
   */
  look(facing) {
    const way = this.ways.get(facing);
    if (!way?.goal) return;
    this.at = facing;
    this.around = way.goal.covers ?? [way.goal.place];
    this.board.reach.preview(way.goal);
    this.draw();
  }

  /**
   * How far from the middle the wedges begin and end, in the units of the map.
   * @param {Page.Point[]} spots
   */
  ring(spots) {
    const { field, camera } = this.board;
    const inner = field.pitch * (0.56 + 0.5 * (spots.length - 1));
    return { inner, outer: inner + Math.max(field.pitch * 0.36, FINGER / camera.k) };
  }

  middle() {
    const spots = this.board.field.spots.among(this.around ?? []);
    return spots.length ? { spots, ...lying(spots), ...this.ring(spots) } : null;
  }

  draw() {
    this.element.replaceChildren();
    const middle = this.middle();
    if (!middle || !this.on()) return;
    const { x, y, inner, outer } = middle;
    /**
     * @param {number} angle
     * @param {number} far
     */
    const at = (angle, far) => {
      const turn = (angle * Math.PI) / 180;
      return `${(x + far * Math.sin(turn)).toFixed(1)} ${(y - far * Math.cos(turn)).toFixed(1)}`;
    };
    for (const [facing] of this.ways) {
      const angle = degrees(facing);
      /**
       * @param {number} far
       * @param {number} sign
       */
      const rim = (far, sign) => `A${far.toFixed(1)} ${far.toFixed(1)} 0 0 ${sign} `;
      const d = `M${at(angle - 25, inner)}${rim(inner, 1)}${at(angle + 25, inner)}L${at(angle + 21, outer * 0.97)}L${at(angle, outer * 1.06)}L${at(angle - 21, outer * 0.97)}Z`;
      const thick = outer - inner;
      const wing = ((thick * 0.3) / inner) * (180 / Math.PI);
      const arrow = `M${at(angle, inner + thick * 0.94)}L${at(angle + wing, inner + thick * 0.16)}L${at(angle, inner + thick * 0.34)}L${at(angle - wing, inner + thick * 0.16)}Z`;
      this.element.append(
        s("path", { class: `wedge ${facing === this.at && this.place ? "here" : ""}`, d, "data-facing": facing }),
        s("path", { class: "wedge-arrow", d: arrow }),
      );
    }
  }

  /**
   * The facing whose wedge lies under a point.
   * @param {Page.Point} point
   */
  under(point) {
    const middle = this.on() ? this.middle() : null;
    if (!middle) return null;
    const far = Math.hypot(point.x - middle.x, point.y - middle.y);
    if (far < middle.inner * 0.98 || far > middle.outer * 1.08) return null;
    const angle = (Math.atan2(point.x - middle.x, middle.y - point.y) * 180) / Math.PI;
    /** @param {Wire.Facing} facing */
    const apart = facing => Math.abs(((angle - degrees(facing) + 540) % 360) - 180);
    const [nearest] = [...this.ways.keys()].sort((a, b) => apart(a) - apart(b));
    return apart(nearest) <= 27 ? nearest : null;
  }

  /**
   * A click or a touch; whether a wedge was meant.
   * @param {Page.Point} point
   */
  tap(point) {
    const facing = this.under(point);
    if (facing) this.take(facing);
    return Boolean(facing);
  }

  /** @param {Wire.Facing} facing */
  take(facing) {
    const way = this.ways.get(facing);
    const { ahead, hand } = this.board;
    if (!way) return undefined;
    const chosen = this.unit;
    this.clear();
    // Whoever turns a unit has it still in hand.
    this.board.hand.keep(chosen);
    if (way.offer) return ahead.offer(way.offer);
    return way.goal ? hand.leave(way.goal, { sure: true }) : undefined;
  }

  /**
   * The brackets: one hexside or vertex to the left or to the right.
   * @param {number} by
   */
  turn(by) {
    const { board } = this;
    if (!this.on() && board.hand.chosen.length === 1) this.follow();
    if (!this.on()) {
      const piece = board.game.unit(board.hand.chosen[0]);
      const to = piece?.facing ? turned(piece.facing, by) : null;
      const wheel = board.reach
        .manoeuvres()
        .filter(({ goal }) => goal.facing === to && goal.steps.length === 1)
        .sort((a, b) => Number(a.goal.cost) - Number(b.goal.cost))[0];
      if (wheel) {
        board.hand.manoeuvre(wheel);
        return;
      }
      speak(say(board.hand.chosen.length ? "turn-cannot" : "turn-whom"));
      return;
    }
    if (!this.place) {
      const facing = turned(this.at ?? "n", by);
      if (this.ways.has(facing)) this.take(facing);
      else {
        speak(say(by > 0 ? "turn-not-right" : "turn-not-left"));
        board.prompt.shake();
      }
      return;
    }
    const all = [...this.ways.keys()].sort((a, b) => degrees(a) - degrees(b));
    const next = all[(all.findIndex(facing => facing === this.at) + by + all.length) % all.length];
    this.look(next);
    speak(inWords(next));
  }

  /** Enter takes what is shown; whether there was anything. */
  enter() {
    if (!this.place || !this.at) return false;
    this.take(this.at);
    return true;
  }
}
