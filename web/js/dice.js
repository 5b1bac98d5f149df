// @ts-check
// The die is seen to fall; afterwards its result stays readable.

import { capital, h, icon, iconButton, replace } from "./dom.js";
import { say } from "./words.js";

/** Where the spots of a face are. @type {{ [face: number]: number[] }} */
const SPOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const FALLING = 3200;
/** How many lines after a throw still belong to the picture. */
const AFTERMATH = 6;

/** @param {Wire.Die} options */
const die = ({ faces, face }) =>
  h(
    "div",
    { class: "die", role: "img", "aria-label": say("die-label", { face, faces }), "data-face": face, "data-faces": faces },
    faces === 6 && SPOTS[face]
      ? [0, 1, 2, 3, 4, 5, 6, 7, 8].map(spot => h("i", { class: SPOTS[face].includes(spot) ? "on" : "" }))
      : h("b", {}, String(face)),
  );

export class Dice {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.place = h("div", { class: "die-place", "aria-hidden": "true" });
    this.result = h("section", { class: "result", "aria-label": say("roll-label"), hidden: true });
    this.dismissed = -1;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.gone = undefined;
  }

  close() {
    clearTimeout(this.gone);
  }

  /**
   * Lets the dice of new lines fall, the last of them if there were several.
   * @param {Wire.LogLine[]} lines
   */
  fall(lines) {
    const line = lines.filter(other => other.dice?.length).at(-1);
    if (!line) return;
    replace(this.place, (line.dice ?? []).map(die), h("p", {}, capital(line.text)));
    this.place.classList.remove("falling");
    void this.place.offsetWidth;
    this.place.classList.add("falling");
    clearTimeout(this.gone);
    this.gone = setTimeout(() => this.place.classList.remove("falling"), FALLING);
  }

  /** The last roll and what followed, until something else happens. */
  draw() {
    const { board } = this;
    const log = board.game.shown()?.log ?? [];
    const at = log.findLastIndex(line => line.dice?.length);
    const line = log[at];
    const after = log.slice(at + 1);
    const old = !line || after.length > AFTERMATH || line.line <= this.dismissed || after.some(other => other.heading);
    this.result.hidden = Boolean(old);
    if (old) {
      delete this.result.dataset.line;
      return;
    }
    this.result.dataset.line = String(line.line);
    const { mentions } = board;
    // The line before a throw says what was thrown for.
    const before = log[at - 1];
    const cause = before && !before.heading && !before.dice ? before : null;
    replace(
      this.result,
      h(
        "div",
        { class: "result-head" },
        h("div", { class: "result-dice" }, (line.dice ?? []).map(die)),
        h("h2", {}, capital(line.text)),
        line.case ? mentions.caseLink(line.case) : null,
        iconButton("close", say("roll-close"), () => {
          this.dismissed = line.line;
          this.draw();
        }),
      ),
      cause ? h("p", { class: "fine" }, capital(cause.text)) : null,
      after.length
        ? h(
            "ul",
            { class: "aftermath" },
            after.map(other => h("li", {}, mentions.rich(capital(other.text), other.mentions))),
          )
        : null,
      h("a", { class: "dice-link", href: `/game/${board.id}/dice` }, icon("check"), say("check-dice")),
    );
  }
}
