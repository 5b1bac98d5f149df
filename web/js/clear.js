// @ts-check
// Names on the map keep out from under the counters: a name that one would cover steps aside.

import { h } from "./dom.js";
import { picture } from "./pictures.js";

/** How far a name may step aside, and in what steps, as parts of the distance between neighbours; a wide name may go farther. */
const FARTHEST = 1.05;
const WIDE = 0.6;
const STEP = 0.075;
/** Air around a name, likewise. */
const AIR = 0.02;
/** How small a name may become that finds no room otherwise. */
const SMALL = 0.72;

/** @typedef {{ x: number, y: number, scale: number }} Way */

/**
 * @param {Page.Rectangle} a
 * @param {Page.Rectangle} b
 */
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Every way to step aside, the nearest first; up and down is nearer than to the side.
 * @param {number} farthest
 */
function aside(farthest) {
  const reach = Math.ceil(farthest / STEP);
  /** @type {Page.Point[]} */
  const found = [];
  for (let x = -reach; x <= reach; x++) for (let y = -reach; y <= reach; y++) found.push({ x: x * STEP, y: y * STEP });
  /** @param {Page.Point} point */
  const far = ({ x, y }) => Math.hypot(1.35 * x, y);
  return found.filter(point => far(point) <= farthest).sort((a, b) => far(a) - far(b));
}

/**
 * How far each name steps aside so that nothing lies over it; those that find no room become smaller, or stay.
 * @param {Page.Rectangle[]} names
 * @param {Page.Rectangle[]} counters
 * @param {number} pitch
 * @returns {Way[]}
 */
export function steppedAside(names, counters, pitch) {
  const air = AIR * pitch;
  /** @param {Page.Rectangle} name @param {Way} way */
  const moved = ({ x, y, width, height }, way) => ({
    x: x + way.x + (width * (1 - way.scale)) / 2 - air,
    y: y + way.y + (height * (1 - way.scale)) / 2 - air,
    width: width * way.scale + 2 * air,
    height: height * way.scale + 2 * air,
  });
  const home = { x: 0, y: 0, scale: 1 };
  const stays = names.map(name => !counters.some(counter => overlap(moved(name, home), counter)));
  const taken = names.filter((_, index) => stays[index]);
  return names.map((name, index) => {
    if (stays[index]) return home;
    const farthest = Math.max(FARTHEST, (WIDE * name.width) / pitch);
    const room = farthest * pitch;
    const about = { x: name.x - room, y: name.y - room, width: name.width + 2 * room, height: name.height + 2 * room };
    const near = [...counters, ...taken].filter(other => overlap(about, other));
    const ways = aside(farthest);
    for (const scale of [1, SMALL]) {
      for (const by of ways) {
        const way = { x: by.x * pitch, y: by.y * pitch, scale };
        const frame = moved(name, way);
        if (near.some(other => overlap(frame, other))) continue;
        taken.push(frame);
        return way;
      }
    }
    return home;
  });
}

/** At a smaller scale than this names cannot be read. */
const READABLE = 0.4;
/** How large names are drawn then, as if the map were seen at this scale. */
const WRITTEN = 0.62;
/** Names grow by steps: a little nearer or farther they stay as they are. */
const GROWTH = 1.3;

/**
 * How many times larger names are written on a map that is seen from far away.
 * @param {number} scale  of the map
 */
export const larger = scale => (scale >= READABLE ? 1 : GROWTH ** Math.round(Math.log(WRITTEN / scale) / Math.log(GROWTH)));

/**
 * Names so many times larger: the greater ones first, and those that would lie over them are left out.
 * @param {Page.Rectangle[]} names
 * @param {number} factor
 * @returns {Way[]}
 */
export function fromAfar(names, factor) {
  /** @param {Page.Rectangle} name */
  const grown = ({ x, y, width, height }) => ({
    x: x + (width * (1 - factor)) / 2,
    y: y + (height * (1 - factor)) / 2,
    width: width * factor,
    height: height * factor,
  });
  const greatest = names.map((name, index) => ({ name: grown(name), index })).sort((a, b) => b.name.height - a.name.height);
  /** @type {Page.Rectangle[]} */
  const taken = [];
  const ways = names.map(() => ({ x: 0, y: 0, scale: 0 }));
  for (const { name, index } of greatest) {
    if (taken.some(other => overlap(name, other))) continue;
    taken.push(name);
    ways[index].scale = factor;
  }
  return ways;
}

/** The names of a map, as a picture that is drawn anew when some of them have to step aside. */
export class Names {
  /**
   * @param {SVGSVGElement} drawing
   * @param {HTMLImageElement} image
   * @param {number} pitch
   */
  constructor(drawing, image, pitch) {
    this.drawing = drawing;
    this.image = image;
    this.pitch = pitch;
    /** Names that can step aside, with the room that each takes. @type {{ text: SVGTextElement, frame: Page.Rectangle }[] | null} */
    this.frames = null;
    /** Where counters lie. @type {Page.Rectangle[]} */
    this.counters = [];
    /** How many times larger they are written, because the map is far away. */
    this.factor = 1;
    /** How they stand now. */
    this.drawn = "";
    /** @type {Promise<void>} */
    this.work = Promise.resolve();
  }

  /** Names that run along something, such as a river, stay with it. */
  measured() {
    if (this.frames) return this.frames;
    const copy = /** @type {SVGSVGElement} */ (this.drawing.cloneNode(true));
    // The page has these fonts of its own, and allows no styles from elsewhere.
    copy.querySelectorAll("style").forEach(style => style.remove());
    // At its full size: of letters that are too small to be drawn nobody can tell how wide they are.
    const room = h("div", { class: "unseen" }, copy);
    document.body.append(room);
    const level = [...this.drawing.querySelectorAll("text")];
    const measures = [...copy.querySelectorAll("text")];
    this.frames = level.flatMap((text, index) => {
      if (text.hasAttribute("transform") || !text.hasAttribute("x")) return [];
      const { x, y, width, height } = measures[index].getBBox();
      // The letters take less than the line.
      return width ? [{ text, frame: { x, y: y + height * 0.2, width, height: height * 0.62 } }] : [];
    });
    room.remove();
    return this.frames;
  }

  /**
   * Counters lie here now.
   * @param {Page.Rectangle[]} counters
   */
  keepClear(counters) {
    this.counters = counters;
    this.write();
  }

  /**
   * The map is seen at another scale.
   * @param {number} scale
   */
  seenAt(scale) {
    const factor = larger(scale);
    if (factor === this.factor) return;
    this.factor = factor;
    this.write();
  }

  write() {
    const frames = this.measured();
    const places = frames.map(one => one.frame);
    const ways = this.factor > 1 ? fromAfar(places, this.factor) : steppedAside(places, this.counters, this.pitch);
    const key = ways.map(way => `${way.x.toFixed(0)},${way.y.toFixed(0)},${way.scale}`).join(" ");
    if (key === this.drawn) return;
    this.drawn = key;
    this.image.dataset.aside = String(ways.filter(way => way.x || way.y || way.scale !== 1).length);
    // One after the other, and only the last of several.
    this.work = this.work.then(async () => {
      if (this.drawn !== key) return;
      const drawing = /** @type {SVGSVGElement} */ (this.drawing.cloneNode(true));
      const all = [...this.drawing.querySelectorAll("text")];
      const texts = [...drawing.querySelectorAll("text")];
      frames.forEach(({ text, frame }, index) => {
        const { x, y, scale } = ways[index];
        const [middle, level] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
        const words = `translate(${(x + middle).toFixed(1)} ${(y + level).toFixed(1)}) scale(${scale}) translate(${(-middle).toFixed(1)} ${(-level).toFixed(1)})`;
        if (!scale) texts[all.indexOf(text)].remove();
        else if (x || y || scale !== 1) texts[all.indexOf(text)].setAttribute("transform", words);
      });
      drawing.querySelectorAll("style").forEach(style => style.remove());
      const before = this.image.src;
      this.image.src = await picture(drawing);
      URL.revokeObjectURL(before);
    });
  }
}
