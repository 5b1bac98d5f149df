// @ts-check
// What hexes and boxes have in common: names, middles, and finding the one that is meant.

/** Hexes and boxes tell which places lie beside a place. */
export class Spots {
  /**
   * @param {Wire.MapSheet} options
   */
  constructor({ places, grounds, pitch, width, height, stacks }) {
    /** @type {Map<string, Page.Point>} */
    this.places = new Map(Object.entries(places).map(([name, [x, y]]) => [name, { x, y }]));
    /** What is there, in a few words. @type {Map<string, string>} */
    this.grounds = new Map(Object.entries(grounds ?? {}));
    this.pitch = pitch;
    /** @type {Page.Size} */
    this.size = { width, height };
    /** Up and down by turns, so that the cursor runs level. */
    this.level = 1;
    /** Whether units in one place march together unless some are left behind: the title says so. */
    this.stacks = stacks;
    this.size.frame = this.around([...this.places.keys()], 0.8);
    // A coarse grid, so that the place under the pointer is found without a search through the map.
    /** @type {Map<string, string[]>} */
    this.cells = new Map();
    for (const [name, place] of this.places) {
      const key = this.cell(place.x, place.y);
      this.cells.set(key, [...(this.cells.get(key) ?? []), name]);
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  cell(x, y) {
    return `${Math.floor(x / this.pitch)},${Math.floor(y / this.pitch)}`;
  }

  /** @param {string} place */
  has(place) {
    return this.places.has(place);
  }

  /**
   * Names, terrain and roads of a place, in a few words.
   * @param {string} place
   */
  groundOf(place) {
    return this.grounds.get(place) ?? "";
  }

  /** @param {string} place */
  get(place) {
    return this.places.get(place);
  }

  /**
   * Where a place of this map lies.
   * @param {string} place
   */
  middle(place) {
    const spot = this.places.get(place);
    if (!spot) throw new Error(`${place} is not on this map.`);
    return spot;
  }

  /**
   * Where places lie, as far as they are on this map.
   * @param {readonly string[]} names
   */
  among(names) {
    return names.map(name => this.places.get(name)).filter(spot => spot !== undefined);
  }

  /** @param {Page.Point} point */
  *near(point) {
    // Counted in whole cells: a point on the edge of one must not fall between two.
    const [column, row] = [Math.floor(point.x / this.pitch), Math.floor(point.y / this.pitch)];
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) yield* this.cells.get(`${column + dx},${row + dy}`) ?? [];
    }
  }

  /**
   * The nearest place, if the point is in it.
   * @param {Page.Point} point
   */
  at(point) {
    let best = null;
    let least = (this.pitch * 0.62) ** 2;
    for (const name of this.near(point)) {
      const place = this.middle(name);
      const far = (place.x - point.x) ** 2 + (place.y - point.y) ** 2;
      if (far < least) {
        least = far;
        best = name;
      }
    }
    return best;
  }

  /**
   * The places beside a place.
   * @param {string} _place
   * @returns {string[]}
   */
  neighbours(_place) {
    return [];
  }

  /**
   * The neighbour that lies nearest in a direction.
   * @param {string} place
   * @param {number} dx
   * @param {number} dy
   */
  towards(place, dx, dy) {
    const from = this.middle(place);
    let best = place;
    let score = 0.35;
    for (const name of this.neighbours(place)) {
      const other = this.middle(name);
      const length = Math.hypot(other.x - from.x, other.y - from.y);
      // To the side there may be two as near: up and down in turn, so that the cursor runs level.
      const tilt = dx ? (this.level * 0.01 * (other.y - from.y)) / length : 0;
      const fit = ((other.x - from.x) * dx + (other.y - from.y) * dy) / length + tilt;
      if (fit > score) {
        score = fit;
        best = name;
      }
    }
    if (dx) this.level = this.middle(best).y > from.y ? -1 : 1;
    return best;
  }

  /**
   * A rectangle around places, with an edge of so many of them.
   * @param {string[]} names
   * @param {number} edge
   */
  around(names, edge) {
    const places = this.among(names);
    if (!places.length) return null;
    const [xs, ys] = [places.map(place => place.x), places.map(place => place.y)];
    const [x, y] = [Math.min(...xs) - edge * this.pitch, Math.min(...ys) - edge * this.pitch];
    return { x, y, width: Math.max(...xs) + edge * this.pitch - x, height: Math.max(...ys) + edge * this.pitch - y };
  }
}
