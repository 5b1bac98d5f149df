// Where the hexes are; it comes with the map.

export class Hexes {
  constructor({ hexes, pixels_per_hex: pitch, width, height }) {
    this.places = new Map(Object.entries(hexes).map(([name, [x, y]]) => [name, { x, y }]));
    this.pitch = pitch;
    this.size = { width, height };
    // Columns that stand upright have a neighbour straight below; otherwise the hexes stand on a corner.
    const all = [...this.places.values()];
    const first = all[0];
    this.upright = all.some(other => Math.abs(other.x - first.x) < 1 && Math.abs(Math.abs(other.y - first.y) - pitch) < pitch * 0.1);
    this.size.frame = this.around([...this.places.keys()], 0.8);
    // A coarse grid, so that the hex under the pointer is found without a search through the map.
    this.cells = new Map();
    for (const [name, place] of this.places) {
      const key = this.cell(place.x, place.y);
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(name);
    }
    const radius = pitch * 0.57735;
    const turn = this.upright ? 0 : Math.PI / 6;
    this.corners = [0, 1, 2, 3, 4, 5].map(index => [radius * Math.cos(index * Math.PI / 3 + turn), radius * Math.sin(index * Math.PI / 3 + turn)]);
  }

  cell(x, y) { return `${Math.floor(x / this.pitch)},${Math.floor(y / this.pitch)}`; }

  has(hex) { return this.places.has(hex); }

  get(hex) { return this.places.get(hex); }

  *near(point) {
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) yield* this.cells.get(this.cell(point.x + dx * this.pitch, point.y + dy * this.pitch)) ?? [];
    }
  }

  /** The nearest hex, if the point is in it. */
  at(point) {
    let best = null;
    let least = (this.pitch * 0.62) ** 2;
    for (const name of this.near(point)) {
      const place = this.places.get(name);
      const far = (place.x - point.x) ** 2 + (place.y - point.y) ** 2;
      if (far < least) { least = far; best = name; }
    }
    return best;
  }

  neighbours(hex) {
    const from = this.places.get(hex);
    return [...this.near(from)].filter(name => {
      const place = this.places.get(name);
      return name !== hex && Math.hypot(place.x - from.x, place.y - from.y) < this.pitch * 1.1;
    });
  }

  /** The neighbour that lies nearest in a direction. */
  towards(hex, dx, dy) {
    const from = this.places.get(hex);
    let best = hex;
    let score = 0.35;
    for (const name of this.neighbours(hex)) {
      const place = this.places.get(name);
      const length = Math.hypot(place.x - from.x, place.y - from.y);
      // To the side there may be two as near: up and down in turn, so that the cursor runs level.
      const tilt = dx ? (this.level ?? 1) * 0.01 * (place.y - from.y) / length : 0;
      const fit = ((place.x - from.x) * dx + (place.y - from.y) * dy) / length + tilt;
      if (fit > score) { score = fit; best = name; }
    }
    if (dx) this.level = this.places.get(best).y > from.y ? -1 : 1;
    return best;
  }

  /** The hex that lies from a hex as `to` lies from `from`: a body of troops keeps its shape. */
  shifted(hex, from, to) {
    const [place, start, end] = [hex, from, to].map(name => this.places.get(name));
    return place && start && end ? this.at({ x: place.x + end.x - start.x, y: place.y + end.y - start.y }) : null;
  }

  outline(hex, scale = 1) {
    const place = this.places.get(hex);
    if (!place) return "";
    return `M${this.corners.map(([x, y]) => `${(place.x + x * scale).toFixed(1)} ${(place.y + y * scale).toFixed(1)}`).join("L")}Z`;
  }

  /** A rectangle around hexes, with an edge of so many hexes. */
  around(hexes, edge) {
    const places = hexes.map(hex => this.places.get(hex)).filter(Boolean);
    if (!places.length) return null;
    const [xs, ys] = [places.map(place => place.x), places.map(place => place.y)];
    const [x, y] = [Math.min(...xs) - edge * this.pitch, Math.min(...ys) - edge * this.pitch];
    return { x, y, width: Math.max(...xs) + edge * this.pitch - x, height: Math.max(...ys) + edge * this.pitch - y };
  }
}
