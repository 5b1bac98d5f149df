// @ts-check
// A finished game looked over: how the chances went, what turned them, and what would have been better.

import { failed, get, post, titles } from "./api.js";
import { Curve } from "./curve.js";
import { capital, h, icon, part, replace, speak } from "./dom.js";
import { promise } from "./hints.js";
import { betterOf, percent, Verdicts } from "./verdicts.js";

const GLANCE = 600;

/**
 * @param {HTMLElement} page
 * @param {string} id
 */
export async function review(page, id) {
  replace(page, h("p", { class: "waiting" }, "Loading the review…"));
  /** @type {Wire.Snapshot} */
  const snapshot = await get(`/api/games/${id}`);
  const all = await titles();
  const made = new ReviewPage(
    page,
    id,
    snapshot,
    all.find(title => title.id === snapshot.title),
  );
  made.open();
  return () => made.close();
}

class ReviewPage {
  /**
   * @param {HTMLElement} page
   * @param {string} id
   * @param {Wire.Snapshot} snapshot
   * @param {Wire.Title | undefined} title
   */
  constructor(page, id, snapshot, title) {
    this.id = id;
    this.snapshot = snapshot;
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.fill = h("span", { class: "think-fill" });
    this.room = h(
      "div",
      { class: "think-room", role: "progressbar", "aria-label": "The review", "aria-valuemin": 0, "aria-valuemax": 100 },
      this.fill,
    );
    this.done = h("b", {});
    this.list = h("ol", { class: "turning-points" });
    this.name = snapshot.name ?? title?.scenarios.find(one => one.id === snapshot.scenario)?.name ?? "The battle";
    document.title = `Review of ${this.name} · Sabretache`;
    const words = snapshot.pending.kind === "over" ? snapshot.pending.verdict.words : null;
    this.body = h("div", { class: "review-body" });
    this.element = h(
      "div",
      { class: "review-page", "data-review-page": "opening" },
      h(
        "header",
        { class: "page-head review-head" },
        h("a", { class: "icon-button", href: `/game/${id}`, "aria-label": "To the game", title: "To the game" }, icon("back")),
        h(
          "div",
          {},
          h("h1", {}, `Review of ${this.name}`),
          words ? h("p", { class: "motto" }, capital(words)) : null,
          h(
            "p",
            { class: "review-seats" },
            snapshot.seats.map(seat => h("span", {}, h("b", {}, seat.name), " ", seat.mine ? "you" : (seat.general ?? "another player"))),
          ),
        ),
        h("a", { class: "button quiet", href: `/game/${id}#step-0` }, icon("replay"), "Replay"),
      ),
      this.body,
    );
    replace(page, this.element);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async open() {
    try {
      /** @type {Wire.ReviewTold} */
      let told = await get(`/api/games/${this.id}/review`);
      if (told.state === "none") {
        await post(`/api/games/${this.id}/review`);
        told = { state: "working", share: 0 };
      }
      this.take(told);
    } catch (thrown) {
      const failure = failed(thrown);
      this.sorry(failure);
    }
  }

  /** @param {Wire.ReviewTold} told */
  take(told) {
    if (this.closed) return;
    if (told.state === "ready" && told.review) {
      this.show(told.review);
      return;
    }
    if (told.state === "none") {
      this.sorry(new Error(told.error ?? "The review failed."));
      return;
    }
    this.work(told.share ?? 0);
    this.timer = setTimeout(async () => {
      try {
        /** @type {Wire.ReviewTold} */
        const told = await get(`/api/games/${this.id}/review`);
        this.take(told);
      } catch (thrown) {
        const failure = failed(thrown);
        this.sorry(failure);
      }
    }, GLANCE);
  }

  /** @param {{ message: string }} failure */
  sorry(failure) {
    if (this.closed) return;
    this.element.dataset.reviewPage = "failed";
    replace(
      this.body,
      h(
        "div",
        { class: "review-wait" },
        h("p", {}, capital(failure.message)),
        h("a", { class: "button primary", href: `/game/${this.id}` }, "To the game"),
      ),
    );
  }

  /**
   * How far it has come.
   * @param {number} share
   */
  work(share) {
    if (this.element.dataset.reviewPage !== "working") {
      this.element.dataset.reviewPage = "working";
      replace(
        this.body,
        h(
          "div",
          { class: "review-wait" },
          icon("general"),
          h("h2", {}, "A general is reviewing the game"),
          h(
            "p",
            {},
            "At every turn it estimates the chances; where they changed, it looks for better orders. You can leave this page and come back.",
          ),
          this.room,
          this.done,
        ),
      );
      speak("Reviewing");
    }
    const whole = Math.round(100 * share);
    this.fill.style.width = `${whole}%`;
    this.room.setAttribute("aria-valuenow", String(whole));
    this.done.textContent = `${whole} %`;
  }

  /** @param {Wire.Review} told */
  show(told) {
    this.element.dataset.reviewPage = "ready";
    const verdicts = new Verdicts(told, this.snapshot.seats);
    /** @param {number} step */
    const link = step => `/game/${this.id}#step-${step}`;
    /** @param {number} number */
    const pointLink = number => `/game/${this.id}?point=${number}`;
    const curve = new Curve(told, verdicts, { link, pointLink /** @param {number} number */, hover: number => this.point(number) });
    this.list = h(
      "ol",
      { class: "turning-points" },
      told.turning_points.map((point, index) => this.turning(point, index + 1, verdicts, curve, pointLink)),
    );
    replace(
      this.body,
      h("section", { "aria-label": "The curve" }, curve.element, curve.table()),
      h(
        "section",
        { class: "review-sums", "aria-label": "What decided the game" },
        verdicts
          .sums()
          .map(sum =>
            h(
              "div",
              { class: `sum ${sum.kind}` },
              icon(sum.kind === "dice" ? "die" : "decision"),
              h("p", {}, h("b", {}, sum.name), " ", sum.words),
            ),
          ),
      ),
      h(
        "section",
        { class: "review-moments" },
        h("h2", {}, told.turning_points.length ? "Turning points" : "No turning points"),
        told.turning_points.length ? this.list : h("p", {}, "No single event in this game changed the chances by five points or more."),
        h(
          "p",
          { class: "fine" },
          "A point is one percent of a certain win. The chances are a computer general's estimates, and generals can be wrong.",
        ),
      ),
    );
    if (document.activeElement === document.body) part("page").focus({ preventScroll: true });
    speak("The review is ready");
  }

  /** @param {number | null} number */
  point(number) {
    this.list
      ?.querySelectorAll("[data-turning-point]")
      .forEach(item => item.classList.toggle("pointed", Number(item.getAttribute("data-turning-point")) === number));
  }

  /**
   * What was thrown for, what fell, and what came of it: as the log of that step has it.
   * @param {Wire.TurningPoint} point
   * @param {(words: string) => string} text
   */
  thrown(point, text) {
    const words = h("p", {}, capital(text(point.words)));
    /** @type {Promise<Wire.StepShown>} */
    const step = get(`/api/games/${this.id}/steps/${point.step}`);
    step.then(
      ({ log }) => {
        const at = log.findLastIndex(line => line.dice?.length);
        const lines = log.slice(Math.max(at - 1, 0)).filter((line, index) => index > 0 || !line.heading);
        if (at >= 0) replace(words, lines.map(line => capital(text(line.text))).join(". "));
      },
      () => {},
    );
    return words;
  }

  /**
   * @param {Wire.TurningPoint} point
   * @param {number} number
   * @param {import('./verdicts.js').Verdicts} verdicts
   * @param {Curve} curve
   * @param {(number: number) => string} pointLink
   */
  turning(point, number, verdicts, curve, pointLink) {
    /** @param {string} words */
    const text = words => words;
    const [best] = betterOf(point);
    return h(
      "li",
      {
        class: `turning-point ${point.cause}`,
        "data-turning-point": number,
        "data-cause": point.cause,
        onpointerenter: () => curve.point(number),
        onpointerleave: () => curve.point(null),
      },
      h("span", { class: `moment ${point.cause}`, "aria-hidden": "true" }, h("span", {}, String(number))),
      h(
        "div",
        { class: "turning-words" },
        h("h3", {}, verdicts.swing(point)),
        h(
          "p",
          { class: "turning-when" },
          `Turn ${point.turn}`,
          point.cause === "decision"
            ? ` · this turn ${verdicts.own} ${percent(point.before)} → ${percent(point.after)}, dice included`
            : "",
        ),
        point.cause === "dice" ? this.thrown(point, text) : h("p", {}, capital(text(point.words))),
        point.given?.length
          ? h("p", { class: "fine" }, "What was done: ", point.given.slice(0, 3).map(text).join("; "), point.given.length > 3 ? " …" : "")
          : null,
        best
          ? h(
              "p",
              { class: "turning-better" },
              icon("hint"),
              h("span", {}, h("b", {}, `Better: ${text(best.label ?? best.order)}`), ` (${promise(best)})`),
            )
          : point.cause === "decision"
            ? h("p", { class: "fine" }, "No single order would have been clearly better.")
            : null,
      ),
      h(
        "a",
        {
          class: "button small",
          href: pointLink(number),
          "data-show-point": number,
          "aria-label": `Show on the board: turning point ${number}`,
        },
        "Show on the board",
      ),
    );
  }
}
