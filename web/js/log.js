// @ts-check
// The log in words, with chat between the lines.

import { pageOf } from "./api.js";
import { button, h } from "./dom.js";
import { remember, remembered } from "./settings.js";

export class Log {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.list = h("ol", { class: "lines" });
    const say = h("input", { placeholder: "Write to the other players", "aria-label": "Chat", maxlength: 400, autocomplete: "off" });
    this.form = h(
      "form",
      {
        class: "chat",
        onsubmit: event => {
          event.preventDefault();
          this.say(say);
        },
      },
      say,
      h("button", { class: "button small" }, "Say"),
    );
    this.scroller = h("div", { class: "log-scroll", role: "log", "aria-live": "off", "aria-label": "Log", tabindex: "0" }, this.list);
    /** @type {Map<number, { element: HTMLElement, text: string }>} */
    this.elements = new Map();
    /** @type {Wire.LogLine[]} */
    this.all = [];
    /** The line from which on this reader has not looked has been marked. */
    this.marked = false;
    /** @type {HTMLElement | null} */
    this.silence = null;
    /** @type {HTMLElement | null} */
    this.older = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.remembering = undefined;
    /** The last line that was read. @type {number | null} */
    this.seen = remembered(`seen:${board.id}`, null);
  }

  /**
   * Where players may not talk, the way to their letters takes the place of the chat.
   * @param {boolean} still
   * @param {(() => void) | false | undefined} write
   */
  still(still, write) {
    this.form.hidden = still;
    this.silence?.remove();
    this.silence = still
      ? h(
          "p",
          { class: "chat silence", "data-silence": "" },
          h("em", {}, "There is no chat in this game; players of a side write letters."),
          write ? button("Letters", write, { kind: "small" }) : null,
        )
      : null;
    if (this.silence) this.form.after(this.silence);
  }

  close() {
    clearTimeout(this.remembering);
  }

  /** @param {HTMLInputElement} input */
  say(input) {
    const text = input.value.trim();
    if (!text) return input.focus();
    if (!this.board.live?.ready()) return this.board.connection("lost");
    this.board.live.send({ chat: text });
    input.value = "";
    return undefined;
  }

  /** Somebody else reads it now, whose lines may be others. */
  forget() {
    this.elements.clear();
    this.list.replaceChildren();
  }

  bottom() {
    requestAnimationFrame(() => {
      this.scroller.scrollTop = this.scroller.scrollHeight;
    });
  }

  /**
   * Lines are numbered: those that are gone go, new ones come, the others stay.
   * @param {Wire.LogLine[]} lines
   */
  draw(lines) {
    const wanted = new Map(lines.map(line => [line.line, line]));
    for (const [number, shown] of this.elements) {
      if (wanted.get(number)?.text === shown.text) continue;
      shown.element.remove();
      this.elements.delete(number);
    }
    const fresh = lines.filter(line => !this.elements.has(line.line));
    const { seen } = this;
    const unread = seen === null || this.marked ? null : lines.find(line => line.line > seen && line.line > lines[0].line);
    for (const line of fresh) {
      if (line === unread) this.list.append(this.since(line.line, lines));
      const element = this.line(line);
      this.elements.set(line.line, { element, text: line.text });
      this.list.append(element);
    }
    this.marked = true;
    this.all = lines;
    clearTimeout(this.remembering);
    if (!this.board.game.past)
      this.remembering = setTimeout(() => {
        if (document.visibilityState === "visible") remember(`seen:${this.board.id}`, lines.at(-1)?.line ?? -1);
      }, 2500);
    if (fresh.length) this.bottom();
  }

  /**
   * What happened since this reader last looked, step by step.
   * @param {number} from
   * @param {Wire.LogLine[]} lines
   */
  since(from, lines) {
    const count = lines.filter(line => line.line >= from).length;
    let at = from;
    const step = button(
      "Step through",
      () => {
        const line = this.all.find(other => other.line >= at);
        if (!line) return;
        this.point(line.line);
        this.board.light(line.places, line.units);
        at = line.line + 1;
        const left = this.all.filter(other => other.line >= at).length;
        step.textContent = left ? `Next (${left} more)` : "That is all";
        step.disabled = !left;
      },
      { kind: "small" },
    );
    return h("li", { class: "since" }, h("span", {}, `Since your last visit: ${count} ${count === 1 ? "line" : "lines"}`), step);
  }

  /** @param {number} number */
  point(number) {
    this.list.querySelectorAll(".current").forEach(element => element.classList.remove("current"));
    const { element } = this.elements.get(number) ?? {};
    element?.classList.add("current");
    element?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Wire.LogLine} line */
  line(line) {
    const { board } = this;
    const { mentions } = board;
    const about = (line.places?.length ?? 0) + (line.units?.length ?? 0) > 0;
    const text = line.text;
    /** @param {boolean} move */
    const show = move => board.light(line.places, line.units, move);
    const words = about
      ? h("button", { type: "button", class: "line-words", onclick: () => show(true), onpointerenter: () => show(false) }, text)
      : h("span", { class: "line-words" }, text);
    const kind = line.heading === "turn" ? "line-turn" : line.heading ? "line-phase" : line.dice?.length ? "line-dice" : "";
    return h(
      "li",
      { class: `line ${kind}`, "data-line": line.line },
      words,
      line.case && !line.heading ? mentions.caseLink(line.case) : null,
    );
  }

  /** @param {Wire.ChatMessage} message */
  spoken(message) {
    return h("li", { class: "said" }, h("b", {}, this.board.game.seatName(message.seat)), " ", message.text ?? "");
  }

  /** @param {Wire.ChatMessage} message */
  chat(message) {
    this.list.append(this.spoken(message));
    this.bottom();
  }

  /**
   * What was said before: the last page, and on demand the one before it. It is for those at the table.
   * @param {string} path
   */
  async said(path) {
    const { game } = this.board;
    this.form.hidden = !game.mine().length && game.snapshot.owner === false;
    if (this.form.hidden) return;
    /** @type {[Wire.ChatMessage[], string | null]} */
    const [lines, earlier] = await pageOf(path).catch(() => [[], null]);
    const said = lines.map(line => this.spoken(line));
    if (this.older) {
      this.older.after(...said);
      this.older.remove();
      this.older = null;
    } else {
      this.list.append(...said);
      this.bottom();
    }
    if (!earlier) return;
    this.older = h(
      "li",
      { class: "said earlier" },
      button("Earlier messages", () => this.said(earlier), { kind: "small quiet", "data-earlier-chat": "" }),
    );
    if (said[0]) said[0].before(this.older);
  }
}
