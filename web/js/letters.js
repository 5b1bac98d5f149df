// @ts-check
// Letters between players of one side, where the rules let them write instead of talking.

import { failed, get, put } from "./api.js";
import { button, h, replace } from "./dom.js";
import { listed, say } from "./words.js";

export class Letters {
  /**
   * `quiet` is told whether nobody may talk at this table, and whether there is somebody to write to.
   * @param {Page.Board} board
   * @param {(still: boolean, writes: boolean) => void} quiet
   */
  constructor(board, quiet) {
    this.board = board;
    this.quiet = quiet;
    /** What has come, where letters are written at all. @type {Required<Wire.Letters> | null} */
    this.known = null;
    /** @type {string | null} */
    this.asked = null;
    /** Something is written that has not been sealed. */
    this.begun = false;
    this.paper = h("textarea", {
      rows: 5,
      maxlength: 4000,
      "aria-label": say("letters-label"),
      oninput: () => {
        this.begun = true;
        this.sign.textContent = say("letters-open");
      },
    });
    this.sign = h("span", { class: "notes-sign", role: "status" });
    this.element = h("section", { class: "notes-box letters-box", hidden: true });
    this.load();
  }

  reader() {
    return this.board.game.eyes ?? this.board.game.seat ?? "";
  }

  /** Asks again when another turn has begun, for then letters arrive; and when somebody else looks. */
  turned() {
    const turn = this.board.game.latest?.turn;
    if (this.known && (this.known.turn !== turn || this.asked !== this.reader())) this.load();
  }

  async load() {
    const reader = this.reader();
    if (this.asked !== reader) this.begun = false;
    this.asked = reader;
    try {
      /** @type {Wire.Letters} */
      const known = await get(`/api/games/${this.board.id}/letters${reader ? `?as=${encodeURIComponent(reader)}` : ""}`);
      if (this.asked !== reader || !known.case) return;
      const { case: rule, seat = null, to = [], turn = 0, open = false, text = "", letters = [] } = known;
      this.known = { case: rule, seat, to, turn, open, text, letters };
      this.quiet(open, to.length > 0);
      this.draw(this.known);
    } catch (thrown) {
      const failure = failed(thrown);
      this.element.hidden = false;
      replace(this.element, h("h2", {}, say("letters-title"), h("span", { class: "notes-sign" }, failure.message)));
    }
  }

  async seal() {
    try {
      await put(`/api/games/${this.board.id}/letters`, { seat: this.known?.seat, text: this.paper.value });
      this.begun = false;
      this.sign.textContent = this.paper.value ? say("letters-sealed") : say("letters-none");
    } catch (thrown) {
      const failure = failed(thrown);
      this.sign.textContent = failure.message;
    }
  }

  /** @param {Required<Wire.Letters>} known */
  draw({ case: rule, seat, to, open, text, letters }) {
    /** @param {string} id */
    const name = id => this.board.game.seatOf(id)?.name ?? id;
    // What somebody has begun is not lost when the turn ends over it.
    if (!this.begun) {
      this.paper.value = text;
      this.sign.textContent = text ? say("letters-sealed") : "";
    }
    this.element.hidden = !letters.length && !(open && to.length);
    this.element.dataset.letters = String(letters.length);
    replace(
      this.element,
      h("h2", {}, say("letters-title"), this.sign),
      letters.map(letter =>
        h(
          "div",
          { class: "letter", "data-letter": letter.from },
          h(
            "p",
            { class: "letter-head" },
            h("b", {}, letter.from === seat ? say("seat-yours") : name(letter.from ?? "")),
            ` ${say("letters-turn", { turn: letter.turn })}`,
          ),
          h("p", {}, letter.text),
        ),
      ),
      open && to.length
        ? [
            h(
              "p",
              { class: "fine" },
              `${say("letters-words", { seats: listed(to.map(name)) })} `,
              rule ? this.board.mentions.caseLink(rule) : null,
            ),
            this.paper,
            button(say("letters-seal"), () => this.seal(), { kind: "small", "data-seal": "" }),
          ]
        : null,
    );
  }
}
