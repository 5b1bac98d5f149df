// @ts-check
// What a review says, in a player's words: whose chances, how many points, by decision or by dice.

import { listed, say } from "./words.js";

/** @param {number} share */
const whole = share => Math.round(100 * Math.abs(share));

/** @param {number} share */
export const percent = share => `${Math.round(100 * Math.min(Math.max(share, 0), 1))} %`;

/**
 * The orders that would have been better by half a point at least.
 * @param {Wire.TurningPoint} point
 */
export const betterOf = point => (point.better ?? []).filter(hint => (hint.promise?.gains ?? 0) >= 0.005);

export class Verdicts {
  /**
   * `seats` as a snapshot has them; scores of a review are those of the first seat's side.
   * @param {Wire.Review} review
   * @param {Pick<Wire.Seat, 'name' | 'side'>[]} seats
   */
  constructor(review, seats) {
    this.review = review;
    this.sides = [...Map.groupBy(seats, seat => seat.side)].map(([side, list]) => ({
      side,
      name: listed(list.map(seat => seat.name)),
    }));
    this.first = review.first_side ?? this.sides[0]?.side;
  }

  /** @param {number | undefined} side */
  name(side) {
    return this.sides.find(one => one.side === side)?.name ?? say("nobody");
  }

  /** The one for whom a score speaks, and the other. */
  get own() {
    return this.name(this.first);
  }

  get other() {
    return this.sides.find(one => one.side !== this.first)?.name ?? say("the-others");
  }

  otherSide() {
    return this.sides.find(one => one.side !== this.first)?.side;
  }

  /**
   * Both sides' chances in words.
   * @param {number} score
   */
  chances(score) {
    return say("review-chances", { own: this.own, share: percent(score), other: this.other, rest: percent(1 - score) });
  }

  /**
   * What a turn did to the curve.
   * @param {Wire.TurningPoint} point
   */
  swing(point) {
    const gainer = this.name(point.after > point.before ? this.first : this.otherSide());
    return say("review-swing", { side: gainer, points: whole(point.after - point.before) });
  }

  /**
   * How much of it was luck and how much was ordered, as the side sees it for which the turn went well.
   * @param {Wire.TurningPoint} point
   */
  shares(point) {
    const sign = point.after > point.before ? 1 : -1;
    /** @param {number} part */
    const signed = part => `${part * sign < 0 ? "\u2212" : "+"}${whole(part)}`;
    return say("review-shares", { dice: signed(point.dice), orders: signed(point.orders) });
  }

  /**
   * What turned it: the dice, or the orders of whoever moved, which were better or worse than those of players like these.
   * @param {Wire.TurningPoint} point
   */
  reason(point) {
    if (point.cause === "dice") return say("review-by-dice", { side: this.name(point.side) });
    const good = point.orders > 0 === (point.side === this.first);
    return say(good ? "review-by-good-orders" : "review-by-bad-orders", { side: this.name(point.side) });
  }

  /**
   * What a throw was worth, and to whom.
   * @param {Wire.Fall} fall
   */
  fall({ swing }) {
    return say("review-throw", { points: whole(swing), side: this.name(swing > 0 ? this.first : this.otherSide()) });
  }

  /** From where to where the curve went. */
  whole() {
    const { curve } = this.review;
    const [begin, end] = [curve[0], curve[curve.length - 1]];
    return begin && end ? say("review-whole", { side: this.own, before: percent(begin.score), after: percent(end.score) }) : "";
  }

  /** The sums of the whole game, a sentence each: together they lead from the beginning of the curve to its end. */
  sums() {
    const { dice, decisions } = this.review;
    /** @param {number} sum */
    const gainer = sum => this.name(sum > 0 ? this.first : this.otherSide());
    /** @param {number} sum */
    const words = sum => (whole(sum) ? say("review-sum", { side: gainer(sum), points: whole(sum) }) : say("review-sum-nobody"));
    return [
      { kind: "dice", name: say("review-sum-dice"), words: words(dice) },
      ...this.sides.map(({ side, name }) => ({
        kind: "decision",
        name: say("review-sum-orders", { side: name }),
        words: words(decisions?.[side] ?? 0),
      })),
    ];
  }
}
