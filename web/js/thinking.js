// @ts-check
// A general thinks: how long already, and for how long at most. Said once to those who listen, shown all the time.

import { h, speak } from "./dom.js";
import { say } from "./words.js";

/** @param {number} value */
const seconds = value => (value < 9.95 ? value.toFixed(1) : String(Math.round(value)));

export class Thinking {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** @type {string | null} */
    this.seat = null;
    this.said = false;
    this.fill = h("span", { class: "think-fill" });
    this.room = h(
      "div",
      { class: "think-room", role: "progressbar", "aria-label": say("think-time"), "aria-valuemin": 0, "aria-valuemax": 100 },
      this.fill,
    );
    this.time = h("span", { class: "think-time" });
    this.element = h(
      "div",
      { class: "think", "data-thinking": "" },
      h("p", { class: "think-words" }, say("think-words")),
      this.time,
      this.room,
    );
  }

  /** Whose general thinks, if one does. */
  on() {
    return this.seat !== null;
  }

  /** Somebody here is asked again: the next time it is news that a general thinks. */
  rest() {
    this.said = false;
  }

  /** @param {Omit<Wire.Thinking, 'kind'>} options */
  take({ seat, share, seconds: used, budget }) {
    const { board } = this;
    const begins = seat !== this.seat;
    this.seat = seat ?? null;
    if (seat) {
      const done = Math.min(Math.max(share ?? (budget ? (used ?? 0) / budget : 0), 0), 1);
      this.fill.style.width = `${(100 * done).toFixed(1)}%`;
      this.room.setAttribute("aria-valuenow", String(Math.round(100 * done)));
      this.time.textContent = budget ? say("think-seconds", { used: seconds(used ?? 0), budget: seconds(budget) }) : "";
    }
    if (begins && !board.replay.on) board.prompt.draw();
    if (seat && !this.said) {
      this.said = true;
      speak(say("think-spoken", { general: board.game.seatOf(seat)?.general ?? say("think-computer"), seat: board.game.seatName(seat) }));
    }
  }
}
