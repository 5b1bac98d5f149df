// What hexes and boxes have in common: names, middles, and finding the one that is meant.

export class Spots {
  /** `words` are the places that orders write otherwise, `march` the order that takes units somewhere. */
  constructor({ places, pitch, width, height, words = {}, march = null, stacks = false }) {
    this.places = new Map(Object.entries(places).map(([name, [x, y]]) => [name, { x, y }]));
    this.pitch = pitch;
    this.size = { width, height };
    this.words = words;
    this.marching = march;
    /** Whether units in one place march together unless some are left behind: the title says so. */
    this.stacks = stacks;
    this.size.frame = this.around([...this.places.keys()], 0.8);
    // A coarse grid, so that the place under the pointer is found without a search through the map.
    this.cells = new Map();
    for (const [name, place] of this.places) {
      const key = this.cell(place.x, place.y);
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(name);
    }
  }

  cell(x, y) {
    return `${Math.floor(x / this.pitch)},${Math.floor(y / this.pitch)}`;
  }

  has(place) {
    return this.places.has(place);
  }

  get(place) {
    return this.places.get(place);
  }

  /** A place as orders write it. */
  word(place) {
    return this.words[place] ?? place;
  }

  /** The order that takes units to a place; null if there is none. */
  march(units, place) {
    return this.marching?.replace("{units}", units.join(", ")).replace("{place}", this.word(place)) ?? null;
  }

  *near(point) {
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) yield* this.cells.get(this.cell(point.x + dx * this.pitch, point.y + dy * this.pitch)) ?? [];
    }
  }

  /** The nearest place, if the point is in it. */
  at(point) {
    let best = null;
    let least = (this.pitch * 0.62) ** 2;
    for (const name of this.near(point)) {
      const place = this.places.get(name);
      const far = (place.x - point.x) ** 2 + (place.y - point.y) ** 2;
      if (far < least) {
        least = far;
        best = name;
      }
    }
    return best;
  }

  /** The neighbour that lies nearest in a direction. */
  towards(place, dx, dy) {
    const from = this.places.get(place);
    let best = place;
    let score = 0.35;
    for (const name of this.neighbours(place)) {
      const other = this.places.get(name);
      const length = Math.hypot(other.x - from.x, other.y - from.y);
      // To the side there may be two as near: up and down in turn, so that the cursor runs level.
      const tilt = dx ? ((this.level ?? 1) * 0.01 * (other.y - from.y)) / length : 0;
      const fit = ((other.x - from.x) * dx + (other.y - from.y) * dy) / length + tilt;
      if (fit > score) {
        score = fit;
        best = name;
      }
    }
    if (dx) this.level = this.places.get(best).y > from.y ? -1 : 1;
    return best;
  }

  /** A rectangle around places, with an edge of so many of them. */
  around(names, edge) {
    const places = names.map(name => this.places.get(name)).filter(Boolean);
    if (!places.length) return null;
    const [xs, ys] = [places.map(place => place.x), places.map(place => place.y)];
    const [x, y] = [Math.min(...xs) - edge * this.pitch, Math.min(...ys) - edge * this.pitch];
    return { x, y, width: Math.max(...xs) + edge * this.pitch - x, height: Math.max(...ys) + edge * this.pitch - y };
  }
}
