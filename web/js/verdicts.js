// @ts-check
// What a review says, in a player's words: whose chances, how many points, by decision or by dice.

/** @param {number} share */
const whole = share => Math.round(100 * Math.abs(share));

/** @param {number} share */
export const percent = share => `${Math.round(100 * Math.min(Math.max(share, 0), 1))} %`;

/** @param {number} share */
const points = share => `${whole(share)} ${whole(share) === 1 ? "point" : "points"}`;

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
      name: list.map(seat => seat.name).join(" and "),
    }));
    this.first = review.first_side ?? this.sides[0]?.side;
  }

  /** @param {number | undefined} side */
  name(side) {
    return this.sides.find(one => one.side === side)?.name ?? "Nobody";
  }

  /** The one for whom a score speaks, and the other. */
  get own() {
    return this.name(this.first);
  }

  get other() {
    return this.sides.find(one => one.side !== this.first)?.name ?? "The others";
  }

  otherSide() {
    return this.sides.find(one => one.side !== this.first)?.side;
  }

  /**
   * Both sides' chances in words.
   * @param {number} score
   */
  chances(score) {
    return `${this.own} ${percent(score)}, ${this.other} ${percent(1 - score)}`;
  }

  /**
   * What a moment was: whose, and what it came to.
   * @param {Wire.TurningPoint} point
   */
  swing(point) {
    const gainer = this.name(point.swing > 0 ? this.first : this.otherSide());
    if (point.cause === "dice") return `Dice: ${points(point.swing)} for the ${gainer}`;
    return `Decision: it cost the ${this.name(point.side)} ${points(point.swing)}`;
  }

  /** The sums of the whole game, a sentence each. */
  sums() {
    const { dice, decisions } = this.review;
    const luck = whole(dice) ? `gave the ${this.name(dice > 0 ? this.first : this.otherSide())} ${points(dice)}` : "favoured nobody";
    return [
      { kind: "dice", name: "The dice", words: luck },
      ...this.sides.map(({ side, name }) => {
        const own = (decisions?.[side] ?? 0) * (side === this.first ? 1 : -1);
        return {
          kind: "decision",
          name: `Orders of the ${name}`,
          words: whole(own) === 0 ? "as good as expected" : `${points(own)} ${own > 0 ? "better" : "worse"} than expected`,
        };
      }),
    ];
  }
}
