// @ts-check
// The hexes of a map.

import { Spots } from "./spots.js";

export class Hexes extends Spots {
  /** @param {Wire.MapSheet} sheet */
  constructor(sheet) {
    super(sheet);
    this.noun = "hex";
    this.nouns = "hexes";
    /** Stacks cover little of a hex. */
    this.footed = false;
    const { pitch } = this;
    // Columns that stand upright have a neighbour straight below; otherwise the hexes stand on a corner.
    const all = [...this.places.values()];
    const first = all[0];
    this.upright = all.some(other => Math.abs(other.x - first.x) < 1 && Math.abs(Math.abs(other.y - first.y) - pitch) < pitch * 0.1);
    const radius = pitch * 0.57735;
    const turn = this.upright ? 0 : Math.PI / 6;
    this.corners = [0, 1, 2, 3, 4, 5].map(index => [
      radius * Math.cos((index * Math.PI) / 3 + turn),
      radius * Math.sin((index * Math.PI) / 3 + turn),
    ]);
  }

  /** @param {string} hex */
  neighbours(hex) {
    const from = this.middle(hex);
    return [...this.near(from)].filter(name => {
      const place = this.middle(name);
      return name !== hex && Math.hypot(place.x - from.x, place.y - from.y) < this.pitch * 1.1;
    });
  }

  /**
   * The hex that lies from a hex as `to` lies from `from`: a body of troops keeps its shape.
   * @param {string} hex
   * @param {string} from
   * @param {string} to
   */
  shifted(hex, from, to) {
    const [place, start, end] = [hex, from, to].map(name => this.places.get(name));
    return place && start && end ? this.at({ x: place.x + end.x - start.x, y: place.y + end.y - start.y }) : null;
  }

  /**
   * The neighbour in one of six directions, clockwise from the top; null beyond the edge.
   * @param {string} hex
   * @param {number} direction
   */
  step(hex, direction) {
    const from = this.places.get(hex);
    if (!from) return null;
    const angle = (direction * Math.PI) / 3;
    return this.at({ x: from.x + this.pitch * Math.sin(angle), y: from.y - this.pitch * Math.cos(angle) });
  }

  /** @param {string} hex */
  outline(hex, scale = 1) {
    const place = this.places.get(hex);
    if (!place) return "";
    return `M${this.corners.map(([x, y]) => `${(place.x + x * scale).toFixed(1)} ${(place.y + y * scale).toFixed(1)}`).join("L")}Z`;
  }
}
