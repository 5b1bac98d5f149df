// @ts-check
// The boxes of a board.

import { Spots } from "./spots.js";

/** Half a box, in shares of the pitch. */
const RADIUS = 0.46;

export class Boxes extends Spots {
  /** @param {Wire.MapSheet} sheet */
  constructor(sheet) {
    super(sheet);
    this.noun = "box";
    this.nouns = "boxes";
    /** Stacks cover a box: what there is to say of it stands at its foot. */
    this.footed = true;
    this.ways = new Map(Object.entries(sheet.ways ?? {}));
  }

  /** @param {string} box */
  neighbours(box) {
    return this.ways.get(box) ?? [];
  }

  /**
   * A stack marches as one: everybody ends in the same box.
   * @param {string} _box
   * @param {string} _from
   * @param {string} to
   */
  shifted(_box, _from, to) {
    return to;
  }

  /** Boxes have no directions. */
  step() {
    return null;
  }

  /** @param {string} box */
  outline(box, scale = 1) {
    const place = this.places.get(box);
    if (!place) return "";
    const r = this.pitch * RADIUS * scale;
    return `M${(place.x - r).toFixed(1)} ${place.y.toFixed(1)}a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(2 * r).toFixed(1)} 0a${r.toFixed(1)} ${r.toFixed(1)} 0 1 0 ${(-2 * r).toFixed(1)} 0Z`;
  }
}
