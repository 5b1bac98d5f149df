// @ts-check
// The introduction to a title: a few lessons on the board, and then the battle.

import { failed, get, remove, titles } from "./api.js";
import { beginLesson, finish, progress } from "./coach.js";
import { around, button, drawing, h, icon, replace, speak, toast } from "./dom.js";
import { ExamplePlayer, example } from "./example.js";
import { go } from "./nav.js";
import { newGame, playHere } from "./newgame.js";
import { remember, remembered } from "./settings.js";
import { say } from "./words.js";

export { progress } from "./coach.js";

/**
 * @param {HTMLElement} page
 * @param {string} titleId
 */
export async function learn(page, titleId) {
  /** @type {[Wire.Title[], Wire.Introduction]} */
  const [all, introduction] = await Promise.all([titles(), get(`/api/titles/${titleId}/introduction`)]);
  const title = all.find(other => other.id === titleId);
  if (!title) throw new Error("There is no such title.");
  document.title = `${say("learn-title", { title: title.name })} · Sabretache`;
  const school = new School(title, introduction);
  replace(page, school.element);
  const wanted = Number(location.hash.match(/^#lesson-(\d+)$/)?.[1]) - 1;
  const done = progress(titleId);
  const next = introduction.lessons.findIndex((_, number) => !done.includes(number));
  await school.show(introduction.lessons[wanted] ? wanted : location.hash === "#end" ? introduction.lessons.length : Math.max(next, 0));
  return () => school.close();
}

class School {
  /**
   * @param {Wire.Title} title
   * @param {Wire.Introduction} introduction
   */
  constructor(title, introduction) {
    this.title = title;
    this.introduction = introduction;
    this.lessons = introduction.lessons;
    /** Which lesson is read. */
    this.at = 0;
    /** @type {ExamplePlayer | null} */
    this.player = null;
    /** @type {HTMLButtonElement | null} */
    this.next = null;
    this.list = h("ol", { class: "lesson-list" });
    this.body = h("article", { class: "lesson", tabindex: "-1", "data-lesson": "" });
    this.element = h(
      "div",
      { class: "school" },
      h(
        "header",
        { class: "reference-head" },
        h("a", { class: "icon-button", href: "/", "aria-label": say("all-games") }, icon("back")),
        h(
          "div",
          {},
          h("h1", {}, introduction.title ?? say("learn-heading", { title: title.name })),
          h("p", { class: "motto" }, title.name),
        ),
      ),
      h("nav", { class: "lesson-index", "aria-label": say("learn-list") }, this.list),
      this.body,
    );
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", this.keys);
  }

  close() {
    removeEventListener("keydown", this.keys);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.player || event.altKey || event.ctrlKey || event.metaKey || around(event, "input, textarea, select, dialog, .example-player"))
      return;
    this.player.key(event);
  }

  drawList() {
    const done = progress(this.title.id);
    replace(
      this.list,
      this.lessons.map((lesson, number) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "lesson-name",
              "data-lesson-name": number + 1,
              "aria-current": number === this.at ? "step" : null,
              onclick: () => this.show(number),
            },
            h(
              "span",
              { class: done.includes(number) ? "lesson-number done" : "lesson-number", "aria-hidden": "true" },
              done.includes(number) ? icon("check") : String(number + 1),
            ),
            h("span", {}, lesson.title, done.includes(number) ? h("span", { class: "unseen" }, " ", say("learn-done")) : null),
          ),
        ),
      ),
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "lesson-name",
            "aria-current": this.at === this.lessons.length ? "step" : null,
            onclick: () => this.show(this.lessons.length),
          },
          h("span", { class: "lesson-number", "aria-hidden": "true" }, icon("play")),
          h("span", {}, say("learn-battle")),
        ),
      ),
    );
  }

  /** @param {number} number */
  async show(number) {
    this.at = Math.min(Math.max(number, 0), this.lessons.length);
    this.player = null;
    this.drawList();
    const lesson = this.lessons[this.at];
    history.replaceState(null, "", `/learn/${this.title.id}#${lesson ? `lesson-${this.at + 1}` : "end"}`);
    if (!lesson) {
      this.end();
      return;
    }
    const place = h("div", { class: "lesson-board" }, h("p", { class: "fine" }, say("learn-setting-up")));
    const try_ = h("div", { class: "lesson-try", hidden: true });
    replace(
      this.body,
      h("p", { class: "lesson-count" }, say("learn-count", { number: this.at + 1, count: this.lessons.length })),
      this.at ? null : h("p", { class: "lesson-welcome" }, this.introduction.words),
      h("h2", {}, lesson.title),
      String(lesson.words ?? "")
        .split(/\n\n+/)
        .filter(Boolean)
        .map(text => h("p", { class: "rule-words" }, text)),
      lesson.practice ? this.practice(this.at) : null,
      place,
      try_,
      lesson.cases?.length
        ? h(
            "p",
            { class: "see" },
            say("learn-rules"),
            " ",
            lesson.cases.map(id =>
              h(
                "a",
                { class: "case", href: `/rules/${this.title.id}#${encodeURIComponent(id)}`, "aria-label": say("learn-rule", { case: id }) },
                id,
              ),
            ),
          )
        : null,
      h(
        "nav",
        { class: "lesson-foot", "aria-label": say("learn-foot") },
        this.at ? button(say("learn-previous"), () => this.show(this.at - 1), { kind: "quiet", picture: "back" }) : h("span", {}),
        (this.next = button(
          say(this.at + 1 < this.lessons.length ? "learn-next" : "learn-battle"),
          () => {
            // What is played is learnt on the board.
            if (!lesson.practice) finish(this.title.id, this.at);
            this.show(this.at + 1);
          },
          { kind: "", "data-next-lesson": "" },
        )),
      ),
    );
    scrollTo({ top: 0 });
    this.body.focus({ preventScroll: true });
    speak(`${say("learn-count", { number: this.at + 1, count: this.lessons.length })}: ${lesson.title}`);
    const at = this.at;
    try {
      const content = await example(this.title.id, lesson.example);
      if (at !== this.at) return;
      if (lesson.practice) {
        const board = drawing(content.start ?? "");
        board.removeAttribute("width");
        board.removeAttribute("height");
        board.setAttribute("aria-hidden", "true");
        replace(place, h("div", { class: "example-board" }, board));
        return;
      }
      this.player = new ExamplePlayer(this.title.id, lesson.example, content, {
        heading: null,
        playable: false,
        show: id => go(`/rules/${this.title.id}#${encodeURIComponent(id)}`),
        stepped: (step, last) => this.stepped(step, last, at),
      });
      replace(place, this.player.element);
      if (content.text) {
        try_.hidden = false;
        replace(
          try_,
          h("p", {}, h("b", {}, say("learn-your-turn")), " ", task(content)),
          button(say("learn-try"), () => this.practise(content, at), { picture: "play", "data-try": "" }),
        );
      }
    } catch (thrown) {
      const failure = failed(thrown);
      replace(place, h("p", { class: "fine" }, failure.message));
    }
  }

  /**
   * What leads to the board.
   * @param {number} number
   */
  practice(number) {
    /** @type {Page.On<PointerEvent>} */
    const begin = async event => {
      const { currentTarget: pressed } = event;
      pressed.disabled = true;
      try {
        await beginLesson(this.title, this.introduction, number);
      } catch (thrown) {
        pressed.disabled = false;
        toast(failed(thrown).message, { kind: "refusal" });
      }
    };
    const again = progress(this.title.id).includes(number);
    return h(
      "p",
      { class: "lesson-begin" },
      button(say(again ? "learn-begin-again" : "learn-begin"), begin, {
        kind: "primary",
        picture: "play",
        "data-begin-lesson": number + 1,
      }),
    );
  }

  /**
   * At the last step the lesson is learnt, and the way on is shown.
   * @param {number} step
   * @param {number} last
   * @param {number} lesson
   */
  stepped(step, last, lesson) {
    const over = step === last;
    this.next?.classList.toggle("primary", over);
    this.player?.after.classList.toggle("primary", !over);
    if (!over || progress(this.title.id).includes(lesson)) return;
    finish(this.title.id, lesson);
    this.drawList();
  }

  /**
   * A game from the lesson's position, with both sides in the learner's hands.
   * @param {Wire.Example} content
   * @param {number} lesson
   */
  async practise(content, lesson) {
    const key = `practice:${this.title.id}:${lesson}`;
    const old = remembered(key, null);
    if (old) remove(`/api/games/${old}`).catch(() => {});
    try {
      const id = await playHere({ title: this.title.id, position: content.text, seats: {} });
      remember(key, id);
      remember(`lesson-of:${id}`, { title: this.title.id, lesson, words: task(content) });
      go(`/game/${id}`);
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
    }
  }

  end() {
    const { scenarios } = this.title;
    const first = scenarios[0];
    /** @param {Wire.Scenario} scenario */
    const play = scenario =>
      newGame({
        title: this.title,
        scenario,
        seats: scenario.seats,
        name: `${scenario.name}, ${scenario.date}`,
        introduction: scenario.introduction,
      });
    const others = scenarios.filter(other => other !== first);
    replace(
      this.body,
      h("p", { class: "lesson-count" }, say("learn-ready")),
      h("h2", {}, say("learn-play-now", { scenario: first.name })),
      h("p", { class: "rule-words" }, say("learn-ready-words")),
      h(
        "button",
        { type: "button", class: "end-picture", onclick: () => play(first), "aria-label": say("learn-play", { scenario: first.name }) },
        h("img", { src: `/api/titles/${this.title.id}/${first.id}/picture.jpg`, alt: "" }),
      ),
      h(
        "div",
        { class: "lesson-foot" },
        h("a", { class: "button quiet", href: `/rules/${this.title.id}` }, icon("book"), say("learn-all-rules")),
        h(
          "span",
          {},
          others.map(other => button(say("learn-play", { scenario: other.name }), () => play(other), { kind: "" })),
          " ",
          button(say("learn-play", { scenario: first.name }), () => play(first), { kind: "primary", "data-play-now": first.id }),
        ),
      ),
    );
    scrollTo({ top: 0 });
    this.body.focus({ preventScroll: true });
  }
}

/**
 * What the example's first own order was, as something to try.
 * @param {Wire.Example} content
 */
function task(content) {
  const step = content.steps.find(other => other.order && !other.refused);
  return step ? say("learn-task", { order: step.spoken }) : say("learn-task-any");
}

/**
 * The way back from a game that began in a lesson.
 * @param {string} game
 */
export function lessonOf(game) {
  const lesson = remembered(`lesson-of:${game}`, /** @type {{ title: string, lesson: number, words: string } | null} */ (null));
  // Where there is a coach, he knows the way back.
  if (!lesson?.words) return null;
  return h(
    "div",
    { class: "lesson-return", "data-lesson-return": "" },
    h("p", {}, lesson.words),
    h(
      "a",
      { class: "button small primary", href: `/learn/${lesson.title}#lesson-${lesson.lesson + 1}` },
      icon("back"),
      say("learn-back", { number: lesson.lesson + 1 }),
    ),
  );
}
