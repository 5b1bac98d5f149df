// @ts-check
// Private notes, kept by the server for this reader alone.

import { failed, get, put } from "./api.js";
import { h } from "./dom.js";
import { say } from "./words.js";

const PAUSE = 700;
const WORDS = { saved: "notes-saved", saving: "notes-saving", failed: "notes-failed", loading: "notes-loading" };

export class Notes {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.text = h("textarea", {
      rows: 12,
      placeholder: say("notes-placeholder"),
      "aria-label": say("notes-title"),
      disabled: true,
      oninput: () => this.typed(),
      onblur: () => {
        if (this.timer) this.save();
      },
    });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.sign = h("span", { class: "notes-sign", role: "status" });
    this.element = h("section", { class: "notes-box", "data-notes": "loading" }, h("h2", {}, say("notes-title"), this.sign), this.text);
    this.state("loading");
    this.load();
  }

  /** @param {keyof typeof WORDS} word */
  state(word) {
    this.element.dataset.notes = word;
    this.sign.textContent = say(WORDS[word]);
  }

  async load() {
    try {
      /** @type {Wire.TextKept} */
      const { text } = await get(`/api/games/${this.board.id}/notes`);
      this.text.value = text ?? "";
      this.state("saved");
      // At one screen everybody reads what is on it.
      if (this.board.game.shared()) this.text.placeholder = say("notes-shared");
      this.text.disabled = !this.board.game.mine().length;
      if (this.text.disabled) {
        this.text.placeholder = say("notes-players");
        this.sign.textContent = "";
      }
    } catch (thrown) {
      const failure = failed(thrown);
      this.state("failed");
      this.text.placeholder = failure.message;
      this.sign.textContent = "";
    }
  }

  typed() {
    this.state("saving");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), PAUSE);
  }

  async save() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = this.text.value;
    try {
      await put(`/api/games/${this.board.id}/notes`, { text });
      if (text === this.text.value) this.state("saved");
    } catch {
      this.state("failed");
    }
  }

  close() {
    if (this.timer) this.save();
  }
}
