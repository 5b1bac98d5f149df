// @ts-check
// What can be laid over the map: zones, command, sight. The server says what there is and why.

import { failed, get, post } from "./api.js";
import { button, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { say } from "./words.js";

export class Overlays {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** What there is; nothing before it has been asked. @type {Wire.OverlayInfo[] | null} */
    this.all = null;
    /** @type {Page.OverlayRow | null} */
    this.chosen = null;
    /** @type {Wire.Overlay | null} */
    this.shown = null;
    /** What is shown, by place. @type {Map<string, Wire.OverlayPlace[]>} */
    this.byPlace = new Map();
    /** Those that have been pointed at. @type {string[]} */
    this.places = [];
    /** The question that is being answered. @type {object | null} */
    this.asked = null;
    /** What always belongs to the map is to be asked for again, and is being asked for. */
    this.due = false;
    this.standing = false;
    /** What belongs to the map as it is now, by place. @type {Map<string, Wire.OverlayPlace[]>} */
    this.ground = new Map();
    this.tool = iconButton("layers", say("overlays-tool"), () => this.toggle(), {
      "data-deed": "overlays",
      "aria-haspopup": "true",
      "aria-expanded": "false",
      hidden: true,
    });
    this.list = h("div", { class: "overlay-list over-map", role: "menu", "aria-label": say("overlays-title"), hidden: true });
    this.legend = h("section", { class: "legend over-map", "aria-label": say("overlays-one"), hidden: true });
  }

  /** Asks once what there is; where there is nothing, nothing is shown. */
  async load() {
    try {
      this.all = await get(`/api/games/${this.board.id}/overlays${this.board.game.asEyes()}`);
    } catch {
      this.all = [];
    }
    this.tool.hidden = !this.all?.length;
    this.stand();
  }

  /** What belongs to the map as it is now is always there. */
  async stand() {
    const { board } = this;
    const seat = board.game.seat ?? board.game.eyes ?? board.game.mine()[0];
    const always = (this.all ?? []).filter(overlay => overlay.always);
    // One question at a time: many orders may come one after the other.
    this.due = true;
    if (!always.length || this.standing) return;
    this.standing = true;
    while (this.due) {
      this.due = false;
      try {
        /** @type {Wire.Overlay[]} */
        const all = await Promise.all(always.map(overlay => post(`/api/games/${board.id}/overlay`, { id: overlay.id, seat })));
        board.field.marks.ground(all);
        this.ground = Map.groupBy(
          all.flatMap(one => one.places),
          one => one.place,
        );
      } catch {
        /* the next position brings it */
      }
    }
    this.standing = false;
  }

  /** Every overlay with what it needs filled in: one row each in the menu. */
  rows() {
    const { game, hand } = this.board;
    const sides = [...new Map(game.snapshot.seats.map(seat => [seat.side ?? seat.id, seat])).values()];
    const unit = hand.chosen[0] ?? game.inHand();
    /** @type {(overlay: Wire.OverlayInfo) => Page.OverlayRow[]} */
    const rows = overlay => {
      if (overlay.takes === "side")
        return sides.map(seat => ({ overlay, name: `${overlay.name}: ${seat.name}`, ready: { side: seat.id } }));
      if (overlay.takes === "unit")
        return [{ overlay, name: unit ? `${overlay.name}: ${game.unitName(unit)}` : overlay.name, ready: unit ? { unit } : null }];
      if (overlay.takes === "places") return [{ overlay, name: overlay.name, ready: null }];
      return [{ overlay, name: overlay.name, ready: {} }];
    };
    return (this.all ?? []).flatMap(rows);
  }

  toggle(open = this.list.hidden) {
    if (!this.all?.length) return;
    this.tool.setAttribute("aria-expanded", String(open));
    this.list.hidden = !open;
    if (!open) return;
    /**
     * @param {Page.Child} words
     * @param {() => unknown} deed
     * @param {Page.Attributes} more
     */
    const row = (words, deed, more) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          class: "menu-item",
          onclick: () => {
            this.toggle(false);
            deed();
            this.board.view.focus({ preventScroll: true });
          },
          ...more,
        },
        words,
      );
    replace(
      this.list,
      h("b", { class: "menu-head", role: "presentation" }, say("overlays-title")),
      this.rows().map(one =>
        row([h("span", {}, one.name, one.overlay.hint ? h("small", {}, one.overlay.hint) : null)], () => this.choose(one), {
          "data-overlay": one.overlay.id,
        }),
      ),
      this.chosen ? row(say("overlays-nothing"), () => this.drop(), { "data-overlay": "" }) : null,
    );
    this.list.querySelector("button")?.focus();
  }

  /** The next one that needs no pointing, then none. */
  cycle() {
    if (!this.all?.length) return speak(say("overlays-none"));
    const rows = this.rows().filter(row => row.ready);
    /** @param {Page.OverlayRow} row */
    const same = row =>
      this.chosen && row.overlay.id === this.chosen.overlay.id && JSON.stringify(row.ready) === JSON.stringify(this.chosen.ready);
    const next = rows[rows.findIndex(same) + 1];
    if (next) return this.choose(next);
    return this.drop();
  }

  aiming() {
    return Boolean(this.chosen && !this.chosen.ready);
  }

  /** @param {Page.OverlayRow} row */
  choose(row) {
    this.chosen = row;
    this.places = [];
    this.shown = null;
    this.board.field.marks.overlay(null);
    if (row.ready) return this.fetch();
    this.banner(
      row.overlay.hint ??
        (row.overlay.takes === "unit" ? say("overlays-click-unit") : say("overlays-click-places", { place: this.board.field.spots.noun })),
    );
    return speak(`${row.name}. ${row.overlay.hint ?? ""}`);
  }

  /**
   * A click while an overlay waits for a place; whether it was meant for it.
   * @param {string} place
   * @param {Page.Piece | null} piece
   */
  pointed(place, piece) {
    const { board, chosen } = this;
    if (!chosen || chosen.ready) return false;
    if (chosen.overlay.takes === "unit") {
      const unit = piece?.id ?? board.field.byPlace.get(place)?.at(-1)?.id;
      if (!unit) {
        toast(say("overlays-no-unit"), { kind: "note" });
        return true;
      }
      this.fetch({ unit });
      return true;
    }
    this.places = this.places.length === 1 ? [...this.places, place] : [place];
    if (this.places.length === 2) this.fetch({ places: this.places });
    else {
      board.field.marks.overlay({ places: [{ place, tone: "mark" }] });
      this.banner(say("overlays-second", { from: place, place: board.field.spots.noun }));
      speak(say("overlays-second", { from: place, place: board.field.spots.noun }));
    }
    return true;
  }

  async fetch(more = {}) {
    const { board } = this;
    const row = this.chosen;
    if (!row) return;
    const body = { id: row.overlay.id, seat: board.game.seat ?? board.game.eyes ?? board.game.mine()[0], ...row.ready, ...more };
    this.asked = body;
    this.banner(say("overlays-calculating"), true);
    try {
      /** @type {Wire.Overlay} */
      const shown = await post(`/api/games/${board.id}/overlay`, body);
      if (this.asked !== body) return;
      // From now on clicks mean the game again.
      this.chosen = { ...row, ready: { ...row.ready, ...more } };
      this.shown = shown;
      this.byPlace = new Map();
      for (const one of shown.places ?? []) this.byPlace.set(one.place, [...(this.byPlace.get(one.place) ?? []), one]);
      board.field.marks.overlay(shown);
      board.view.dataset.overlay = shown.id;
      this.banner();
      speak([shown.title, shown.words].filter(Boolean).join(". "));
    } catch (thrown) {
      const failure = failed(thrown);
      if (this.asked !== body) return;
      if (failure.refusal) board.orders.refused(failure.refusal);
      else toast(failure.message, { kind: "refusal" });
      this.drop();
    }
  }

  /** Somebody else looks now: nothing is left of what the other one had laid over the map. */
  forget() {
    if (this.chosen) this.drop();
    this.load();
  }

  /** A new position: what is laid over it is asked for anew. */
  refresh() {
    this.stand();
    if (this.shown) this.fetch();
  }

  drop() {
    this.chosen = this.shown = this.asked = null;
    this.places = [];
    this.board.field.marks.overlay(null);
    delete this.board.view.dataset.overlay;
    this.legend.hidden = true;
    speak(say("overlays-no"));
  }

  /**
   * What an overlay says of a place.
   * @param {string} place
   */
  at(place) {
    return this.shown ? this.byPlace.get(place) : undefined;
  }

  /**
   * Everything there is to say of a place: the overlay that is shown, and what always belongs to the map.
   * @param {string} place
   */
  allAt(place) {
    return [...(this.at(place) ?? []), ...(this.ground.get(place) ?? [])];
  }

  /**
   * @param {string | undefined} [words]
   * @param {boolean | undefined} [waiting]
   */
  banner(words, waiting) {
    const { mentions } = this.board;
    if (!this.chosen) return;
    const { overlay, name } = this.chosen;
    const shown = words === undefined ? this.shown : null;
    const tones = [...new Set((shown?.places ?? []).map(one => one.tone))];
    // Each reason once, and none that the sentence above gives.
    const reasons = new Map((shown?.lines ?? []).filter(line => line.facts && line.facts !== shown?.words).map(line => [line.facts, line]));
    this.legend.hidden = false;
    this.legend.classList.toggle("busy", Boolean(waiting));
    replace(
      this.legend,
      icon("layers"),
      h(
        "div",
        {},
        h("h2", {}, shown?.title ?? name, " ", (shown?.case ?? overlay.case) ? mentions.caseLink(shown?.case ?? overlay.case) : null),
        h(
          "p",
          { role: "status" },
          words ?? (shown?.words ? mentions.rich(shown.words, shown.mentions) : tones.length ? "" : say("overlays-empty")),
        ),
        [...reasons.values()].map(line =>
          h("p", {}, line.case ? mentions.caseLink(line.case) : null, " ", mentions.rich(line.facts, line.mentions)),
        ),
        shown && overlay.takes === "places"
          ? button(say("overlays-another"), () => this.choose({ overlay, name: overlay.name, ready: null }), { kind: "small" })
          : null,
        tones.length ? h("p", { class: "fine" }, say("overlays-point", { place: this.board.field.spots.noun })) : null,
      ),
      iconButton("close", say("overlays-no"), () => this.drop()),
    );
  }
}
