// What the others did since this player last gave an order, shown on the map line by line.

import { h, button } from "./dom.js";

const PACE = 1300;

export class News {
  constructor(board) {
    this.board = board;
    this.lines = [];
    this.at = -1;
    this.told = h("span", { class: "told", role: "status" });
  }

  close() { clearTimeout(this.timer); }

  /** The others' lines: those that concern a unit which is not of this browser. */
  gather() {
    const { game, orders } = this.board;
    const mine = game.mine();
    const since = game.snapshot.log.filter(line => line.line > (orders.orderedAt ?? Infinity));
    const foreign = line => { const side = game.known(line.units?.[0])?.side; return side && !mine.includes(side); };
    const lines = mine.length && mine.length < game.snapshot.seats.length && game.seat && since.filter(foreign).length > 1 ? since.filter(line => line.units?.length || line.hexes?.length) : [];
    if (lines.at(-1)?.line !== this.lines.at(-1)?.line) this.stop();
    this.lines = lines;
  }

  stop() { clearTimeout(this.timer); this.timer = null; this.at = -1; }

  /** The strip in the prompt; nothing if there is nothing to tell. */
  strip() {
    if (!this.lines.length) return null;
    const running = Boolean(this.timer);
    const begun = this.at >= 0;
    this.told.textContent = begun ? this.board.mentions.plain(this.lines[this.at].text) : "";
    return h("div", { class: "theirs" },
      button(running ? "Stop" : begun && this.at < this.lines.length - 1 ? "Go on" : `What they did (${this.lines.length})`, () => this.play(), { kind: "small", picture: running ? "pause" : "play" }),
      begun && !running ? button("Next", () => this.step(), { kind: "small", disabled: this.at >= this.lines.length - 1 }) : null,
      this.told);
  }

  play() {
    if (this.timer) { clearTimeout(this.timer); this.timer = null; return this.board.prompt.draw(); }
    if (this.at >= this.lines.length - 1) this.at = -1;
    return this.run();
  }

  run() {
    this.step();
    this.timer = this.at < this.lines.length - 1 ? setTimeout(() => { if (this.board.frame.isConnected) this.run(); }, PACE) : null;
    this.board.prompt.draw();
  }

  step() {
    this.at = Math.min(this.at + 1, this.lines.length - 1);
    const line = this.lines[this.at];
    this.board.light(line.hexes, line.units);
    if (!this.timer) this.board.prompt.draw();
  }
}
