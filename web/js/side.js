// @ts-check
// Log, tracks, forces and notes beside the map.

import { h, replace } from "./dom.js";
import { Letters } from "./letters.js";
import { Log } from "./log.js";
import { Notes } from "./notes.js";
import { forces, panel } from "./panels.js";
import { say } from "./words.js";

const TABS = [
  ["log", "tab-log"],
  ["tracks", "tab-tracks"],
  ["forces", "tab-forces"],
  ["notes", "tab-notes"],
];

export class Side {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.bodies = Object.fromEntries(
      TABS.map(([id]) => [
        id,
        h("div", { class: `tab-body ${id}`, role: "tabpanel", id: `tab-${id}`, "aria-labelledby": `tabber-${id}`, tabindex: "0" }),
      ]),
    );
    this.buttons = Object.fromEntries(
      TABS.map(([id, name]) => [
        id,
        h(
          "button",
          {
            type: "button",
            role: "tab",
            id: `tabber-${id}`,
            "data-tab": id,
            "aria-controls": `tab-${id}`,
            onclick: () => this.tab(id, true),
          },
          say(name),
        ),
      ]),
    );
    this.element = h(
      "section",
      { class: "side", "aria-label": say("side-label") },
      h("div", { class: "tabs", role: "tablist", onkeydown: event => this.keys(event) }, Object.values(this.buttons)),
      Object.values(this.bodies),
    );
    this.log = new Log(board);
    this.bodies.log.append(this.log.filter, this.log.scroller, this.log.form);
    this.notes = new Notes(board);
    this.letters = new Letters(board, (still, writes) => this.log.still(still, writes && (() => this.tab("notes", true))));
    this.bodies.notes.append(this.letters.element, this.notes.element);
    /** Nations that are folded. @type {Set<string>} */
    this.closed = new Set();
    this.open = "log";
    this.tab("log");
  }

  /** Somebody else looks now. */
  forget() {
    this.log.forget();
  }

  close() {
    this.log.close();
    this.notes.close();
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const ids = TABS.map(([id]) => id);
    const at = ids.indexOf(this.open);
    const next = { ArrowRight: (at + 1) % ids.length, ArrowLeft: (at - 1 + ids.length) % ids.length, Home: 0, End: ids.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    this.tab(ids[next]);
    this.buttons[ids[next]].focus();
  }

  /**
   * @param {string} id
   * @param {boolean | undefined} [show]
   */
  tab(id, show) {
    this.open = id;
    for (const [name] of TABS) {
      this.buttons[name].setAttribute("aria-selected", String(name === id));
      this.buttons[name].tabIndex = name === id ? 0 : -1;
      this.bodies[name].hidden = name !== id;
    }
    if (show) this.board.sheet?.(true);
    if (id === "log") this.log.bottom();
    else if (this.board.game.latest) this.fill();
  }

  draw() {
    this.letters.turned();
    this.log.draw(this.board.game.shown().log ?? []);
    this.fill();
  }

  /** Only what is in sight is drawn. */
  fill() {
    const { board } = this;
    const snapshot = board.game.shown();
    if (this.open === "tracks")
      replace(
        this.bodies.tracks,
        (snapshot.panels ?? []).filter(one => one.kind !== "duel").map(one => panel(board, one)),
      );
    if (this.open === "forces") replace(this.bodies.forces, forces(board, snapshot.pieces ?? [], this.closed));
  }

  /** @param {Wire.ChatMessage} message */
  chat(message) {
    this.log.chat(message);
  }
}
