// @ts-check
// What is heard and seen of what happens: dice, marching, the smoke of a battery. Each can be turned off, and the system's wish for
// less motion is followed.

import { s } from "./dom.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";

const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** Whether things may move on the page. */
export const moves = () => settings.motion && !still?.matches;

/** How many puffs a battery makes. */
const PUFFS = 4;
/** How long smoke stays, in milliseconds. */
const DRIFT = 1900;

export class Effects {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.smoke = s("g", { class: "smoke" });
    board.field.fingers.append(this.smoke);
  }

  /**
   * What has just happened, as it is shown.
   * @param {Wire.LogLine[]} lines
   * @param {boolean} marched
   */
  show(lines, marched) {
    const guns = lines.flatMap(line => line.fires ?? []);
    if (guns.length) this.fire(guns);
    if (lines.some(line => line.dice?.length)) play("dice");
    else if (marched && !guns.length) play("march");
  }

  /**
   * Whether anything on the map has gone somewhere else.
   * @param {Page.Piece[]} before
   * @param {Page.Piece[]} after
   */
  static marched(before, after) {
    const places = new Map(before.map(piece => [piece.id, piece.place]));
    return after.some(piece => piece.place && places.get(piece.id) && places.get(piece.id) !== piece.place);
  }

  /**
   * Guns fire: a bang, and smoke over each battery.
   * @param {string[]} units
   */
  fire(units) {
    play("guns");
    if (!moves()) return;
    const { game, field } = this.board;
    for (const unit of new Set(units)) {
      const place = game.unit(unit)?.place;
      if (!place) continue;
      const { x, y } = field.spots.middle(place);
      const size = field.pitch;
      const puffs = Array.from({ length: PUFFS }, (_, number) => {
        const puff = s("circle", {
          cx: x + (number - PUFFS / 2) * size * 0.12,
          cy: y - size * 0.2 - (number % 2) * size * 0.1,
          r: size * (0.13 + 0.03 * (number % 3)),
        });
        puff.style.animationDelay = `${number * 90}ms`;
        return puff;
      });
      const cloud = s("g", { class: "cloud", "data-fires": unit }, puffs);
      this.smoke.append(cloud);
      setTimeout(() => cloud.remove(), DRIFT + PUFFS * 90);
    }
  }
}
