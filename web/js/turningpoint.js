// @ts-check
// A turning point of the review, shown on the board: what happened there, and what would have been better.

import { failed, get } from "./api.js";
import { capital, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { advised, promise } from "./hints.js";
import { falls } from "./review.js";
import { betterOf, Verdicts } from "./verdicts.js";
import { say } from "./words.js";

export class TurningPoint {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** @type {number | null} */
    this.number = null;
    /** @type {Wire.Review | null} */
    this.review = null;
    this.element = h("section", { class: "turning-card", "aria-label": say("review-point") });
  }

  /** Whether one is shown. */
  on() {
    return this.number !== null;
  }

  way() {
    return h("a", { class: "button small", href: `/game/${this.board.id}/review` }, icon("review"), say("review-back"));
  }

  /**
   * Opens the replay at the turning point of this number.
   * @param {number} number
   */
  async open(number) {
    const { board } = this;
    try {
      /** @type {Wire.ReviewTold} */
      const told = await get(`/api/games/${board.id}/review`);
      if (told.state !== "ready") {
        toast(say("review-not-ready"), { kind: "note" });
        return;
      }
      this.review = told.review ?? null;
      await this.show(number);
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
    }
  }

  /** @param {number} number */
  async show(number) {
    const { board } = this;
    if (!this.review) return;
    const all = this.review.turning_points;
    const point = all[number - 1];
    if (!point) return;
    const verdicts = new Verdicts(this.review, board.game.snapshot.seats);
    this.number = number;
    if (board.replay.on) await board.replay.want(point.shows);
    else await board.replay.open(point.shows);
    const better = betterOf(point);
    /** @param {string} words */
    const text = words => capital(words);
    /**
     * @param {number} by
     * @param {string} name
     * @param {string} label
     */
    const turn = (by, name, label) =>
      iconButton(name, label, () => this.show(number + by), { disabled: !all[number - 1 + by], "data-turning": by > 0 ? "next" : "back" });
    replace(
      this.element,
      h(
        "div",
        { class: "turning-head" },
        h("span", { class: `moment ${point.cause}`, "aria-hidden": "true" }, h("span", {}, String(number))),
        h("h2", {}, verdicts.swing(point)),
        turn(-1, "back", say("review-point-back")),
        turn(1, "next", say("review-point-next")),
        iconButton("close", say("review-point-close"), () => this.put()),
      ),
      h("p", {}, verdicts.reason(point), " ", h("small", {}, verdicts.shares(point))),
      falls(point, verdicts),
      better.length
        ? [
            h("h3", {}, icon("hint"), say("review-better-heading")),
            h(
              "ol",
              { class: "hint-list" },
              better.map((hint, index) => h("li", {}, this.item(hint, index, text))),
            ),
          ]
        : null,
    );
    this.element.dataset.point = String(number);
    board.prompt.draw();
    // On a narrow page the words take some of the map away first.
    requestAnimationFrame(() => requestAnimationFrame(() => this.light(better[0])));
    speak(`${verdicts.swing(point)}. ${verdicts.reason(point)}`);
  }

  /**
   * Who would have gone where.
   * @param {Wire.Better | undefined} hint
   */
  light(hint) {
    const { board } = this;
    const { from, places, aims } = advised(board, hint ?? {});
    board.field.marks.hint(hint ? { from, places, aims } : null);
    const around = board.field.spots.around([...from, ...places], 2.5);
    if (!around) return;
    // The scrubber lies over the foot of the map.
    const scale = Math.max(board.camera.k, 0.8);
    around.height += board.replay.element.offsetHeight / scale;
    board.camera.frameOn(around, scale);
  }

  /**
   * @param {Wire.Better} hint
   * @param {number} index
   * @param {(words: string) => string} text
   */
  item(hint, index, text) {
    const light = () => this.light(hint);
    return h(
      "button",
      { type: "button", class: "hint-item", "data-better": index, onclick: light, onpointerenter: light, onfocus: light },
      h("b", {}, text(hint.label ?? hint.order)),
      h("small", {}, capital(promise(hint))),
    );
  }

  put() {
    if (!this.on()) return;
    this.number = null;
    this.board.field.marks.hint(null);
    this.board.prompt.draw();
  }
}
