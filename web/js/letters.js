// Letters between players of one side, where the rules let them write instead of talking.

import { h, button, replace } from "./dom.js";
import { get, put } from "./api.js";

export class Letters {
  constructor(board) {
    this.board = board;
    this.element = h("section", { class: "notes-box letters-box", hidden: true });
    this.load();
  }

  /** Asks again when another turn has begun: then letters arrive. */
  turned() {
    const { turn } = this.board.game.snapshot ?? {};
    if (this.known && this.known.turn !== turn) this.load();
  }

  async load() {
    const seat = this.board.game.seat;
    try {
      this.known = await get(`/api/games/${this.board.id}/letters${seat ? `?as=${encodeURIComponent(seat)}` : ""}`);
      if (this.known.case) this.draw();
    } catch { this.element.hidden = true; }
  }

  draw() {
    const { seat, to, open, text, letters } = this.known;
    const paper = h("textarea", { rows: 5, maxlength: 4000, "aria-label": "Letter of this turn", placeholder: "One letter a turn. The others of your side read it when the turn is over." });
    paper.value = text;
    const sign = h("span", { class: "notes-sign", role: "status" });
    const send = async () => {
      try { await put(`/api/games/${this.board.id}/letters`, { seat, text: paper.value }); sign.textContent = "Sealed; you may change it until the turn is over"; }
      catch (failure) { sign.textContent = failure.message; }
    };
    this.element.hidden = false;
    this.element.dataset.letters = String(letters.length);
    replace(this.element, h("h2", {}, "Letters", sign),
      letters.map(letter => h("p", { class: "fine", "data-letter": letter.from }, h("b", {}, `${letter.from}, turn ${letter.turn}: `), letter.text)),
      open && to.length ? [paper, button("Seal the letter", send, { kind: "small" })] : null);
  }
}
