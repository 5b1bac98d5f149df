// @ts-check
// A lesson on the board: a friend across the table says what to do, looks on while it is done, and says so when it is.

import { failed, once, post, remove } from "./api.js";
import { button, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { go } from "./nav.js";
import { playHere } from "./newgame.js";
import { remember, remembered } from "./settings.js";
import { say } from "./words.js";

const narrow = globalThis.matchMedia?.("(max-width: 860px)");

/** @typedef {{ title: string, lesson: number, task: number, since: number }} Place */

/**
 * The numbers of the lessons that have been learnt.
 * @param {string} title
 */
export const progress = title => remembered(`lessons:${title}`, /** @type {number[]} */ ([]));

/**
 * @param {string} title
 * @param {number} number
 */
export function finish(title, number) {
  const done = new Set(progress(title));
  done.add(number);
  remember(
    `lessons:${title}`,
    [...done].sort((a, b) => a - b),
  );
}

/**
 * Begins a lesson on the board, in place of an earlier attempt at it.
 * @param {Wire.Title} title
 * @param {Wire.Introduction} introduction
 * @param {number} number
 */
export async function beginLesson(title, introduction, number) {
  const lesson = introduction.lessons[number];
  const practice = lesson?.practice;
  if (!practice) return;
  const key = `practice:${title.id}:${number}`;
  const old = remembered(key, null);
  if (old) remove(`/api/games/${old}`).catch(() => {});
  /** @type {Wire.Example} */
  const example = await once(`/api/titles/${title.id}/examples/${encodeURIComponent(lesson.example)}`);
  const others = title.scenarios[0].seats.filter(seat => seat.id !== practice.seat);
  const seats = Object.fromEntries([[practice.seat, "here"], ...others.map(seat => [seat.id, practice.against])]);
  const id = await playHere({ title: title.id, position: example.text, seats });
  remember(key, id);
  remember(`lesson-of:${id}`, { title: title.id, lesson: number, task: 0, since: 0 });
  go(`/game/${id}`);
}

export class Coach {
  /**
   * @param {Page.Board} board
   * @param {Wire.Introduction} introduction
   * @param {Wire.Practice} practice
   * @param {Place} place
   */
  constructor(board, introduction, practice, place) {
    this.board = board;
    this.introduction = introduction;
    this.lesson = introduction.lessons[place.lesson];
    this.practice = practice;
    this.place = place;
    /** What was said of the task before. @type {string | null} */
    this.praise = null;
    /** The version that was last looked at. */
    this.seen = -1;
    this.asking = false;
    this.words = h("div", { class: "coach-words", "aria-live": "polite" });
    this.beads = h("span", { class: "lesson-beads", "aria-hidden": "true" });
    this.tools = h("div", { class: "coach-tools" });
    const body = h("div", { class: "coach-body" }, this.words, this.tools);
    const fold = iconButton("up", say("coach-fold"), () => this.fold(!body.hidden), { "aria-expanded": "true" });
    /** Puts the words away, or brings them back. @type {(away: boolean) => void} */
    this.fold = away => {
      body.hidden = away;
      fold.setAttribute("aria-expanded", String(!away));
    };
    // On a small screen whoever reaches for the map has read enough.
    board.view.addEventListener("pointerdown", () => {
      if (this.task() && narrow?.matches) this.fold(true);
    });
    this.element = h(
      "section",
      { class: "coach", "aria-label": say("coach-label"), "data-coach": place.lesson + 1 },
      h(
        "div",
        { class: "coach-head" },
        h("h2", {}, this.lesson.title),
        h("span", { class: "coach-count" }, say("coach-count", { number: place.lesson + 1, count: introduction.lessons.length })),
        this.beads,
        fold,
      ),
      body,
    );
    this.draw();
  }

  /**
   * The coach of a game that is a lesson; nobody in other games.
   * @param {Page.Board} board
   */
  static async of(board) {
    const place = remembered(`lesson-of:${board.id}`, /** @type {Place | null} */ (null));
    if (!place || place.task === undefined) return null;
    /** @type {Wire.Introduction} */
    const introduction = await once(`/api/titles/${place.title}/introduction`);
    const practice = introduction.lessons[place.lesson]?.practice;
    return practice ? new Coach(board, introduction, practice, place) : null;
  }

  task() {
    return this.practice.tasks[this.place.task];
  }

  draw() {
    const { task, lesson } = this.place;
    const { tasks } = this.practice;
    const now = this.task();
    replace(
      this.beads,
      tasks.map((_, number) => h("i", { class: number < task ? "done" : number === task ? "here" : "" })),
    );
    this.element.dataset.task = now ? String(task + 1) : "done";
    replace(
      this.words,
      task === 0 ? h("p", { class: "coach-intro" }, this.lesson.words) : null,
      this.praise ? h("p", { class: "coach-praise" }, icon("check"), h("span", {}, this.praise)) : null,
      h("p", { class: "coach-task" }, now ? now.words : this.practice.praise),
    );
    const more = this.introduction.lessons.length > lesson + 1;
    replace(
      this.tools,
      now
        ? [
            now.show.length
              ? button(say("coach-show"), () => this.show(), { kind: "small", picture: "hint", "data-coach-show": "" })
              : null,
            button(say("coach-again"), () => this.again(lesson), { kind: "small quiet", picture: "reset", "data-coach-again": "" }),
          ]
        : more
          ? button(say("coach-next"), () => this.again(lesson + 1), { kind: "primary", "data-coach-next": "" })
          : h("a", { class: "button primary", href: `/learn/${this.place.title}#end`, "data-coach-next": "" }, say("coach-ready")),
      h("a", { class: "button small quiet", href: `/learn/${this.place.title}` }, say("coach-leave")),
    );
  }

  /** Points at what is meant. */
  show() {
    const { show } = this.task();
    const { board } = this;
    const places = show.filter(word => board.field.spots.has(word));
    const units = show.filter(word => !places.includes(word));
    board.light(places, units);
  }

  /** Looks whether the task is done: after everything that has happened. */
  async look() {
    const { board, place } = this;
    const { version } = board.game.snapshot;
    if (this.asking || version === this.seen || !this.task()) return;
    this.asking = true;
    this.seen = version;
    try {
      /** @type {Wire.TaskDone} */
      const { done } = await post(`/api/games/${board.id}/task`, { lesson: place.lesson, task: place.task, since: place.since });
      if (done) this.next();
    } catch {
      // It is looked at again with the next news.
    }
    this.asking = false;
    if (board.game.snapshot.version !== this.seen) this.look();
  }

  next() {
    this.praise = this.task().praise;
    const { log } = this.board.game.snapshot;
    this.place = { ...this.place, task: this.place.task + 1, since: (log.at(-1)?.line ?? -1) + 1 };
    remember(`lesson-of:${this.board.id}`, this.place);
    if (!this.task()) finish(this.place.title, this.place.lesson);
    this.draw();
    this.fold(false);
    speak([this.praise, this.task()?.words ?? this.practice.praise].join(" "));
    this.element.classList.remove("praised");
    requestAnimationFrame(() => this.element.classList.add("praised"));
    // What is asked next may be done already.
    this.seen = -1;
  }

  /**
   * The same lesson once more, or another.
   * @param {number} number
   */
  async again(number) {
    try {
      /** @type {Wire.Title[]} */
      const all = await once("/api/titles");
      const title = all.find(other => other.id === this.place.title);
      if (title) await beginLesson(title, this.introduction, number);
    } catch (thrown) {
      toast(failed(thrown).message, { kind: "refusal" });
    }
  }
}
