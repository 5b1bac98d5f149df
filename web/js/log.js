// @ts-check
// The log in words, with chat between the lines.

import { pageOf } from "./api.js";
import { button, h, replace } from "./dom.js";
import { remember, remembered } from "./settings.js";
import { stories, wantedStory } from "./story.js";
import { say } from "./words.js";

export class Log {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.list = h("ol", { class: "lines" });
    const chat = h("input", { placeholder: say("chat-placeholder"), "aria-label": say("chat-label"), maxlength: 400, autocomplete: "off" });
    this.form = h(
      "form",
      {
        class: "chat",
        onsubmit: event => {
          event.preventDefault();
          this.say(chat);
        },
      },
      chat,
      h("button", { class: "button small" }, say("chat-say")),
    );
    this.scroller = h(
      "div",
      { class: "log-scroll", role: "log", "aria-live": "off", "aria-label": say("tab-log"), tabindex: "0" },
      this.list,
    );
    /** By the number of the first line of a story. @type {Map<number, { element: HTMLElement, text: string }>} */
    this.elements = new Map();
    /** What the reader wants to see. */
    this.wanted = { side: "", words: "" };
    this.sides = h("select", {
      "aria-label": say("log-whose"),
      "data-log-side": "",
      onchange: event => this.want({ side: event.target.value }),
    });
    this.filter = h(
      "div",
      { class: "log-filter", role: "search" },
      this.sides,
      h("input", {
        type: "search",
        placeholder: say("log-words"),
        "aria-label": say("log-about"),
        "data-log-words": "",
        oninput: event => this.want({ words: event.target.value }),
      }),
    );
    /** @type {Wire.LogLine[]} */
    this.all = [];
    /** The same as stories. @type {import('./story.js').Story[]} */
    this.told = [];
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
    /** @type {ResizeObserver | null} */
    this.resized = null;
    if ("ResizeObserver" in globalThis) this.follow();
  }

  /**
   * Where players may not talk, the way to their letters takes the place of the chat.
   * @param {boolean} still
   * @param {(() => void) | false | undefined} write
   */
  still(still, write) {
    this.form.hidden = still || !this.board.game.company();
    this.silence?.remove();
    this.silence = still
      ? h(
          "p",
          { class: "chat silence", "data-silence": "" },
          h("em", {}, say("chat-letters")),
          write ? button(say("letters-title"), write, { kind: "small" }) : null,
        )
      : null;
    if (this.silence) this.form.after(this.silence);
  }

  /** The last line stays in sight when the question above takes more room, unless somebody reads farther up. */
  follow() {
    const { scroller } = this;
    let last = true;
    scroller.addEventListener(
      "scroll",
      () => {
        last = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 24;
      },
      { passive: true },
    );
    this.resized = new ResizeObserver(() => {
      if (last) scroller.scrollTop = scroller.scrollHeight;
    });
    this.resized.observe(scroller);
    this.resized.observe(this.list);
  }

  close() {
    clearTimeout(this.remembering);
    this.resized?.disconnect();
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
    const told = stories(lines);
    const wanted = new Map(told.map(story => [story.first.line, story]));
    for (const [number, shown] of this.elements) {
      if (wanted.get(number)?.text === shown.text) continue;
      shown.element.remove();
      this.elements.delete(number);
    }
    const fresh = told.filter(story => !this.elements.has(story.first.line));
    const { seen } = this;
    const unread = seen === null || this.marked ? null : told.find(story => story.first.line > seen && story.first.line > lines[0].line);
    for (const story of fresh) {
      if (story === unread) this.list.append(this.since(story.first.line, lines));
      const element = this.line(story);
      this.elements.set(story.first.line, { element, text: story.text });
      this.list.append(element);
    }
    this.told = told;
    this.choose();
    this.marked = true;
    this.all = lines;
    clearTimeout(this.remembering);
    if (!this.board.game.past)
      this.remembering = setTimeout(() => {
        if (document.visibilityState === "visible") remember(`seen:${this.board.id}`, lines.at(-1)?.line ?? -1);
      }, 2500);
    if (fresh.length) this.bottom();
  }

  /** @param {Partial<{ side: string, words: string }>} wish */
  want(wish) {
    Object.assign(this.wanted, wish);
    this.choose();
    this.bottom();
  }

  /** Shows what is wanted; the sides are those of the game. */
  choose() {
    const { game } = this.board;
    const sides = new Map(game.snapshot.seats.map(seat => [seat.side, seat]));
    if (this.sides.options.length !== sides.size + 1)
      replace(
        this.sides,
        h("option", { value: "" }, say("log-both")),
        [...sides.values()].map(seat => h("option", { value: seat.id }, seat.name)),
      );
    for (const story of this.told) {
      const shown = this.elements.get(story.first.line);
      if (shown) shown.element.hidden = !wantedStory(story, this.wanted, unit => game.known(unit)?.side);
    }
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
      say("log-step"),
      () => {
        const line = this.all.find(other => other.line >= at);
        if (!line) return;
        this.point(line.line);
        this.board.light(line.places, line.units);
        at = line.line + 1;
        const left = this.all.filter(other => other.line >= at).length;
        step.textContent = left ? say("log-next", { count: left }) : say("log-all");
        step.disabled = !left;
      },
      { kind: "small" },
    );
    return h("li", { class: "since" }, h("span", {}, say("log-since", { count })), step);
  }

  /** @param {number} number */
  point(number) {
    this.list.querySelectorAll(".current").forEach(element => element.classList.remove("current"));
    const story = this.told.find(one => one.lines.some(line => line.line === number));
    const { element } = this.elements.get(story?.first.line ?? number) ?? {};
    element?.classList.add("current");
    element?.scrollIntoView({ block: "nearest" });
  }

  /** @param {import('./story.js').Story} story */
  line({ first: line, text, places, units }) {
    const { board } = this;
    const { mentions } = board;
    const about = places.length + units.length > 0;
    /** @param {boolean} move */
    const show = move => board.light(places, units, move);
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
    const away = !game.mine().length && game.snapshot.owner === false;
    this.form.hidden = away || !game.company();
    if (away) return;
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
      button(say("chat-earlier"), () => this.said(earlier), { kind: "small quiet", "data-earlier-chat": "" }),
    );
    if (said[0]) said[0].before(this.older);
  }
}
