// @ts-check
// Pan and zoom: one transform on one composited layer, never a new layout or paint while it moves.

import { around } from "./dom.js";

const NEAR = 7;
const NEAREST = 3;

/**
 * @typedef {Page.Point & { cx: number, cy: number, point: Page.Point, travelled: boolean, held?: boolean }} Press
 * @typedef {Page.Point & { distance: number, k: number, mx: number, my: number }} Pinch
 */

/**
 * Seen from so much farther away the layer is drawn anew at once: at the scale that it keeps, all that comes into sight of a large map
 * would have to be painted first.
 */
const FARTHER = 0.5;

/** How much farther away the map may go by itself, to show several places at once. */
const FARTHEST_LOOK = 0.7;

export class Camera {
  /**
   * `hooks`: tap(point, event), hold(point), hover(point, event), moved(), and grab(point, event), which gives a carry
   * (move(point), drop(point, event), cancel()) or null to move the map.
   * @param {HTMLElement} view
   * @param {HTMLElement} world
   * @param {Page.Size} size
   * @param {Page.CameraHooks} hooks
   */
  constructor(view, world, size, hooks) {
    this.view = view;
    this.world = world;
    this.size = size;
    this.hooks = hooks;
    this.x = 0;
    this.y = 0;
    /** The scale. */
    this.k = 1;
    /** @type {Map<number, Page.Point>} */
    this.pointers = new Map();
    /** Where the one pointer went down, and whether it has gone anywhere since. @type {Press | null} */
    this.start = null;
    /** @type {Pinch | null} */
    this.pinch = null;
    /** @type {Page.Carry | null} */
    this.carry = null;
    /** The mouse, while it only hovers. @type {PointerEvent | null} */
    this.pointer = null;
    this.frame = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.holding = undefined;
    this.touched = false;
    this.moving = false;
    this.glide = false;
    this.gliding = false;
    /** The scale at which the layer was last drawn sharply. @type {number | undefined} */
    this.sharp = undefined;
    /** The scale at which it was last placed. */
    this.drawn = 0;
    this.box = { left: 0, top: 0, width: 0, height: 0 };
    view.addEventListener("pointerdown", event => this.down(event));
    view.addEventListener("pointermove", event => this.move(event));
    view.addEventListener("pointerup", event => this.up(event));
    view.addEventListener("pointercancel", event => this.up(event, true));
    view.addEventListener("pointerleave", event => {
      this.pointer = null;
      if (!this.pointers.size) hooks.hover(null, event);
    });
    view.addEventListener("wheel", event => this.wheel(event), { passive: false });
    view.addEventListener("contextmenu", event => {
      if (event instanceof PointerEvent && event.pointerType === "touch") event.preventDefault();
    });
    // Measured when it changes, so that moving never asks for a layout. What is in sight stays where it is: a map that jumps
    // when the answers below it need another line cannot be clicked.
    this.watch = new ResizeObserver(() => {
      this.measure();
      if (!this.touched) this.fit(false);
      else this.draw();
    });
    this.watch.observe(view);
  }

  close() {
    this.watch.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  measure() {
    const { left, top, width, height } = this.view.getBoundingClientRect();
    this.box = { left, top, width, height };
  }

  bounds() {
    if (!this.box.width) this.measure();
    return this.box;
  }

  /** @param {{ clientX: number, clientY: number }} event */
  point(event) {
    const box = this.bounds();
    return { x: (event.clientX - box.left - this.x) / this.k, y: (event.clientY - box.top - this.y) / this.k };
  }

  /** Where the view is now, to come back to it. */
  place() {
    return { x: this.x, y: this.y, k: this.k };
  }

  /**
   * Where a point of the world is in the view.
   * @param {Page.Point} point
   */
  seen(point) {
    return { x: this.x + point.x * this.k, y: this.y + point.y * this.k };
  }

  least() {
    const box = this.bounds();
    return Math.min(box.width / this.size.width, box.height / this.size.height) * 0.9 || 0.1;
  }

  fit(animate = true) {
    const box = this.bounds();
    if (!box.width) return;
    // All of the sheet: title, key, scale and compass lie around the places.
    const around = { x: 0, y: 0, width: this.size.width, height: this.size.height };
    const k = Math.min(box.width / around.width, box.height / around.height);
    this.to((box.width - around.width * k) / 2 - around.x * k, (box.height - around.height * k) / 2 - around.y * k, k, animate);
  }

  /**
   * Shows a rectangle of the world, as near as is comfortable, and at least as near as is wanted.
   * @param {Page.Rectangle} options
   * @param {boolean} [animate]
   */
  frameOn({ x, y, width, height }, most = 1.5, animate = true, least = 0) {
    const box = this.bounds();
    if (!box.width) return;
    const k = Math.max(least, Math.min(most, box.width / width, box.height / height));
    this.to(box.width / 2 - (x + width / 2) * k, box.height / 2 - (y + height / 2) * k, k, animate);
  }

  /**
   * Brings a point into sight if it is not, without changing the scale.
   * @param {Page.Point} point
   */
  reveal(point, margin = 90) {
    const box = this.bounds();
    const { x, y } = this.seen(point);
    // What lies over the foot of the map hides what is below it.
    const height = box.height - this.covered();
    const edge = Math.min(margin, box.width / 4, height / 4);
    if (x > edge && x < box.width - edge && y > edge && y < height - edge) return;
    this.to(box.width / 2 - point.x * this.k, height / 2 - point.y * this.k, this.k, true);
  }

  /**
   * Whether a point is in the free part of the view.
   * @param {Page.Point} point
   */
  sees(point) {
    const { width, height } = this.bounds();
    const { x, y } = this.seen(point);
    return x > 0 && y > 0 && x < width && y < height - this.covered();
  }

  /**
   * Whether points fit into the view without going so far away that counters could not be read any more.
   * @param {Page.Point[]} points
   */
  holds(points, room = 55) {
    const box = this.bounds();
    const [xs, ys] = [points.map(point => point.x), points.map(point => point.y)];
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    const k = Math.min((box.width - 2 * room) / Math.max(wide, 1), (box.height - this.covered() - 2 * room) / Math.max(high, 1));
    return k >= this.k * FARTHEST_LOOK;
  }

  /**
   * Brings points into the free part of the view, all of them if they fit, without going nearer.
   * @param {Page.Point[]} points
   */
  show(points, room = 55) {
    const box = this.bounds();
    if (!points.length || !box.width) return;
    const height = box.height - this.covered();
    const [xs, ys] = [points.map(point => point.x), points.map(point => point.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const k = Math.max(
      this.least(),
      Math.min(this.k, (box.width - 2 * room) / Math.max(right - left, 1), (height - 2 * room) / Math.max(bottom - top, 1)),
    );
    const inside =
      k === this.k &&
      points.map(point => this.seen(point)).every(({ x, y }) => x > room && x < box.width - room && y > room && y < height - room);
    if (!inside) this.to(box.width / 2 - ((left + right) / 2) * k, height / 2 - ((top + bottom) / 2) * k, k, true);
  }

  /** How much of the view's foot is covered by something over the map, such as the stage of a combat. */
  covered() {
    return this.hooks.covered?.() ?? 0;
  }

  /**
   * @param {number} factor
   * @param {Page.Point | undefined} [centre]
   */
  zoom(factor, centre, animate = true) {
    const box = this.bounds();
    const at = centre ?? { x: box.width / 2, y: box.height / 2 };
    const k = Math.min(NEAREST, Math.max(this.least(), this.k * factor));
    const ratio = k / this.k;
    this.to(at.x - (at.x - this.x) * ratio, at.y - (at.y - this.y) * ratio, k, animate);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.to(this.x + dx, this.y + dy, this.k, true);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} k
   * @param {boolean} animate
   */
  to(x, y, k, animate) {
    this.touched = true;
    const box = this.bounds();
    // Some of the map always stays in sight.
    /**
     * @param {number} space
     * @param {number} length
     */
    const slack = (space, length) => (length < space ? [0, space - length] : [space * 0.55 - length, space * 0.45]);
    /**
     * @param {number} value
     * @param {number[]} given
     */
    const clamp = (value, [low, high]) => Math.min(Math.max(value, low), high);
    this.x = clamp(x, slack(box.width, this.size.width * k));
    this.y = clamp(y, slack(box.height, this.size.height * k));
    this.k = k;
    this.glide = animate;
    this.draw();
  }

  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.moving = true;
      // A map that has not stood still since it was brought nearer keeps the scale of its last drawing.
      const farther = this.k < Math.max(this.sharp ?? 0, this.drawn) * FARTHER;
      this.drawn = this.k;
      if (farther) this.glide = false;
      if (this.gliding !== this.glide) {
        this.gliding = this.glide;
        this.world.classList.toggle("gliding", Boolean(this.glide));
      }
      this.world.style.transform = `translate(${this.x.toFixed(1)}px, ${this.y.toFixed(1)}px) scale(${this.k.toFixed(4)})`;
      if (farther) this.sharpen();
      this.hooks.moved?.();
      clearTimeout(this.rest);
      this.rest = setTimeout(() => this.settle(), 340);
    });
  }

  /** A layer keeps the scale at which it was drawn; once the map stands still at another, it is drawn sharply again. */
  settle() {
    this.moving = false;
    if (this.pointer && !this.pointers.size) this.hooks.hover(this.point(this.pointer), this.pointer);
    if (this.gliding) {
      this.gliding = false;
      this.world.classList.remove("gliding");
    }
    this.sharpen();
  }

  sharpen() {
    if (this.sharp === this.k) return;
    this.sharp = this.k;
    this.hooks.sharpened?.(this.k);
    this.world.classList.add("redrawn");
    requestAnimationFrame(() => requestAnimationFrame(() => this.world.classList.remove("redrawn")));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (around(event, ".over-map")) return undefined;
    event.preventDefault();
    const box = this.bounds();
    const centre = { x: event.clientX - box.left, y: event.clientY - box.top };
    if (event.shiftKey && !event.ctrlKey) return this.to(this.x - (event.deltaY || event.deltaX), this.y, this.k, false);
    const step = event.deltaMode === 1 ? event.deltaY * 24 : event.deltaY;
    this.zoom(Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)), centre, false);
    if (!this.moving) this.hooks.hover(null, event);
    return undefined;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 1 || around(event, ".over-map")) return;
    this.view.setPointerCapture?.(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(this.holding);
    if (this.pointers.size === 1) {
      this.start = { x: event.clientX, y: event.clientY, cx: this.x, cy: this.y, point: this.point(event), travelled: false };
      this.carry = null;
      if (event.pointerType !== "mouse") {
        this.holding = setTimeout(() => {
          if (this.start && !this.start.travelled) {
            this.start.held = true;
            this.hooks.hold(this.start.point);
          }
        }, 480);
      }
    } else if (this.pointers.size === 2) {
      this.carry?.cancel?.();
      this.carry = null;
      const [a, b] = [...this.pointers.values()];
      this.pinch = {
        distance: Math.hypot(a.x - b.x, a.y - b.y),
        k: this.k,
        x: this.x,
        y: this.y,
        mx: (a.x + b.x) / 2,
        my: (a.y + b.y) / 2,
      };
      if (this.start) this.start.travelled = true;
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.pointers.has(event.pointerId)) {
      // Nothing on the map is touched while it moves: what lies under the pointer is looked up when it stands.
      this.pointer = event.pointerType === "mouse" && !around(event, ".over-map") ? event : null;
      if (event.pointerType === "mouse" && !this.moving) this.hooks.hover(this.pointer ? this.point(event) : null, event);
      return;
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pinch && this.pointers.size === 2) return this.pinched(this.pinch);
    const { start } = this;
    if (!start || start.held) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.travelled && Math.hypot(dx, dy) > NEAR) {
      start.travelled = true;
      clearTimeout(this.holding);
      this.hooks.hover(null, event);
      this.carry = this.hooks.grab(start.point, event);
      this.view.classList.toggle("carrying", Boolean(this.carry));
    }
    if (!start.travelled) return;
    if (this.carry) this.carry.move(this.point(event));
    else this.to(start.cx + dx, start.cy + dy, this.k, false);
  }

  /** @param {Pinch} pinch */
  pinched(pinch) {
    const [a, b] = [...this.pointers.values()];
    const box = this.bounds();
    const k = Math.min(NEAREST, Math.max(this.least(), (pinch.k * Math.hypot(a.x - b.x, a.y - b.y)) / Math.max(20, pinch.distance)));
    const ratio = k / pinch.k;
    const [ox, oy] = [pinch.mx - box.left, pinch.my - box.top];
    const [nx, ny] = [(a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top];
    this.to(nx - (ox - pinch.x) * ratio, ny - (oy - pinch.y) * ratio, k, false);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} [cancelled]
   */
  up(event, cancelled) {
    if (!this.pointers.delete(event.pointerId)) return undefined;
    clearTimeout(this.holding);
    if (this.pinch && this.pointers.size < 2) {
      this.pinch = null;
      const [rest] = this.pointers.values();
      if (rest && this.start) Object.assign(this.start, { x: rest.x, y: rest.y, cx: this.x, cy: this.y, travelled: true });
      return undefined;
    }
    const { start, carry } = this;
    this.start = this.carry = null;
    this.view.classList.remove("carrying");
    if (carry) return cancelled ? carry.cancel?.() : carry.drop(this.point(event), event);
    if (start && !start.travelled && !start.held && !cancelled) this.hooks.tap(this.point(event), event);
    return undefined;
  }
}
