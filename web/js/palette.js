// @ts-check
// The counters one can put on the map: by side and formation, with search.

import { button, capital, h, replace } from "./dom.js";
import { counter } from "./field.js";

const NEAR = 6;

export class Palette {
  /**
   * `hooks`: pick(id), drop(id, event), where(id) -> place or null, held() -> id or null.
   * @param {Wire.SeatListed[]} sides
   * @param {Wire.Unit[]} counters
   * @param {Page.PaletteHooks} hooks
   */
  constructor(sides, counters, hooks) {
    this.sides = sides;
    this.counters = counters;
    this.hooks = hooks;
    this.side = sides[0]?.id;
    this.dragged = false;
    /** How many counters have a name. @type {Map<string, number> | null} */
    this.shared = null;
    this.search = h("input", {
      type: "search",
      class: "rule-search",
      placeholder: "Search the counters",
      "aria-label": "Search the counters",
      "data-palette-search": "",
      oninput: () => this.draw(),
    });
    this.tabs = h("div", { class: "seat-tabs", role: "group", "aria-label": "Side" });
    this.list = h("div", { class: "palette-list" });
    this.onlyFree = h("input", { type: "checkbox", onchange: () => this.draw() });
    this.free = h("label", { class: "palette-free" }, this.onlyFree, " only those not on the map");
    this.element = h("div", { class: "palette", "data-palette": "" }, this.search, this.tabs, this.free, this.list);
    this.draw();
  }

  draw() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const free = this.onlyFree.checked;
    replace(
      this.tabs,
      this.sides.length > 1 && !words.length
        ? this.sides.map(side =>
            h(
              "button",
              {
                type: "button",
                "aria-pressed": String(side.id === this.side),
                "data-palette-side": side.id,
                onclick: () => {
                  this.side = side.id;
                  this.draw();
                },
              },
              side.name,
            ),
          )
        : null,
    );
    const shown = this.counters.filter(one => {
      if (free && this.hooks.where(one.id)) return false;
      if (!words.length) return one.side === this.side || this.sides.length < 2;
      const text = [one.id, one.name, one.nation, one.arm, `${one.strength}-${one.movement}`].join(" ").toLowerCase();
      return words.every(word => text.includes(word));
    });
    const groups = Map.groupBy(shown, one => this.formation(one));
    replace(
      this.list,
      shown.length ? null : h("p", { class: "fine" }, "No such counter."),
      [...groups].map(([name, list]) =>
        h(
          "section",
          { class: "palette-group" },
          h("h2", {}, name),
          h(
            "div",
            { class: "palette-units" },
            list.map(one => this.item(one)),
          ),
        ),
      ),
    );
  }

  /**
   * To what a counter belongs: a name that several counters share, or nation and arm.
   * @param {Wire.Unit} one
   */
  formation(one) {
    this.shared ??= this.counters.reduce((all, other) => all.set(other.name, (all.get(other.name) ?? 0) + 1), new Map());
    return this.shared.size * 2 <= this.counters.length ? one.name : `${capital(one.nation)} ${one.arm}`;
  }

  /** @param {Wire.Unit} one */
  item(one) {
    const place = this.hooks.where(one.id);
    const name = `${one.name} ${[one.strength, one.movement].filter(value => value !== undefined).join("-")}`;
    const label = `${name}, ${one.arm ?? ""}${place ? `, on ${place}` : ""}`;
    const element = h(
      "button",
      {
        type: "button",
        class: `palette-unit ${place ? "used" : ""} ${this.hooks.held() === one.id ? "held" : ""}`,
        title: label,
        "aria-label": label,
        "aria-pressed": String(this.hooks.held() === one.id),
        "data-counter": one.id,
      },
      counter(one.id, 52),
      place ? h("small", {}, place) : null,
    );
    element.addEventListener("click", () => {
      if (!this.dragged) this.hooks.pick(one.id);
    });
    element.addEventListener("pointerdown", event => this.drag(event, one.id));
    return element;
  }

  /**
   * With a mouse or a pen the counter can be dragged off the palette; a finger scrolls, and taps.
   * @param {PointerEvent} event
   * @param {string} id
   */
  drag(event, id) {
    this.dragged = false;
    if (event.pointerType === "touch" || event.button) return;
    const start = { x: event.clientX, y: event.clientY };
    /** @type {HTMLElement | null} */
    let ghost = null;
    /** @param {PointerEvent} moved */
    const move = moved => {
      if (!ghost && Math.hypot(moved.clientX - start.x, moved.clientY - start.y) < NEAR) return;
      if (!ghost) {
        ghost = h("div", { class: "palette-ghost" }, counter(id, 52));
        document.body.append(ghost);
        this.dragged = true;
      }
      ghost.style.transform = `translate(${moved.clientX - 26}px, ${moved.clientY - 26}px)`;
      this.hooks.over?.(moved);
    };
    const stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
      ghost?.remove();
      // The click that ends a drag comes first; the next one counts again, also one by key.
      setTimeout(() => {
        this.dragged = false;
      });
    };
    /** @param {PointerEvent} ended */
    const up = ended => {
      const carried = ghost;
      stop();
      if (carried) this.hooks.drop(id, ended);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", stop);
  }
}

/**
 * Counters that are not on the map, as a row.
 * @param {string[]} ids
 * @param {(id: string) => unknown} pick
 * @param {(id: string) => string} name
 */
export const shelf = (ids, pick, name) =>
  h(
    "div",
    { class: "unit-chips" },
    ids.map(id => button([counter(id, 34), name(id)], () => pick(id), { kind: "small", "data-shelf": id })),
  );
