// @ts-check
// A finished game looked over: how the chances went, what turned them, and what would have been better.

import { failed, get, post, titles } from "./api.js";
import { Curve } from "./curve.js";
import { capital, h, icon, part, replace, speak } from "./dom.js";
import { promise } from "./hints.js";
import { betterOf, percent, Verdicts } from "./verdicts.js";
import { say } from "./words.js";

const GLANCE = 600;

/**
 * @param {HTMLElement} page
 * @param {string} id
 */
export async function review(page, id) {
  replace(page, h("p", { class: "waiting" }, say("review-loading")));
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
      { class: "think-room", role: "progressbar", "aria-label": say("review-progress"), "aria-valuemin": 0, "aria-valuemax": 100 },
      this.fill,
    );
    this.done = h("b", {});
    this.list = h("ol", { class: "turning-points" });
    this.name = snapshot.name ?? title?.scenarios.find(one => one.id === snapshot.scenario)?.name ?? "The battle";
    document.title = `${say("review-title", { game: this.name })} · Sabretache`;
    const words = snapshot.pending.kind === "over" ? snapshot.pending.verdict.words : null;
    this.body = h("div", { class: "review-body" });
    this.element = h(
      "div",
      { class: "review-page", "data-review-page": "opening" },
      h(
        "header",
        { class: "page-head review-head" },
        h(
          "a",
          { class: "icon-button", href: `/game/${id}`, "aria-label": say("review-to-game"), title: say("review-to-game") },
          icon("back"),
        ),
        h(
          "div",
          {},
          h("h1", {}, say("review-title", { game: this.name })),
          words ? h("p", { class: "motto" }, capital(words)) : null,
          h(
            "p",
            { class: "review-seats" },
            snapshot.seats.map(seat =>
              h(
                "span",
                {},
                h("b", {}, seat.name),
                " ",
                seat.mine ? say("review-you") : (seat.general ?? seat.player ?? say("seat-friend")),
              ),
            ),
          ),
        ),
        h("a", { class: "button quiet", href: `/game/${id}#step-0` }, icon("replay"), say("review-replay")),
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
      this.sorry(new Error(told.error ?? say("review-failed")));
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
        h("a", { class: "button primary", href: `/game/${this.id}` }, say("review-to-game")),
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
          h("h2", {}, say("review-working")),
          h("p", {}, say("review-working-words")),
          this.room,
          this.done,
        ),
      );
      speak(say("review-working"));
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
      h("section", { "aria-label": say("review-curve") }, curve.element, curve.table()),
      h(
        "section",
        { class: "review-sums", "aria-label": say("review-decided") },
        h("p", { class: "sum-whole" }, verdicts.whole()),
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
        h("h2", {}, say(told.turning_points.length ? "review-moments" : "review-no-moments")),
        told.turning_points.length ? this.list : h("p", {}, say("review-no-moments-words")),
        h("p", { class: "fine" }, say("review-fine")),
      ),
    );
    if (document.activeElement === document.body) part("page").focus({ preventScroll: true });
    speak(say("review-ready"));
  }

  /** @param {number | null} number */
  point(number) {
    this.list
      ?.querySelectorAll("[data-turning-point]")
      .forEach(item => item.classList.toggle("pointed", Number(item.getAttribute("data-turning-point")) === number));
  }

  /**
   * @param {Wire.TurningPoint} point
   * @param {number} number
   * @param {import('./verdicts.js').Verdicts} verdicts
   * @param {Curve} curve
   * @param {(number: number) => string} pointLink
   */
  turning(point, number, verdicts, curve, pointLink) {
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
          [
            say("review-turn", { turn: point.turn, side: verdicts.name(point.side) }),
            `${verdicts.own} ${say("review-range", { before: percent(point.before), after: percent(point.after) })}`,
            verdicts.shares(point),
          ].join(" · "),
        ),
        h("p", {}, verdicts.reason(point)),
        falls(point, verdicts),
        point.given.length && best
          ? h("p", { class: "fine" }, say("review-done"), " ", point.given.slice(0, 3).join("; "), point.given.length > 3 ? " …" : "")
          : null,
        best
          ? h(
              "p",
              { class: "turning-better" },
              icon("hint"),
              h("span", {}, h("b", {}, say("review-better", { order: best.label ?? best.order })), ` (${promise(best)})`),
            )
          : point.cause === "decision" && point.orders > 0 !== (point.side === verdicts.first)
            ? h("p", { class: "fine" }, say("review-no-better"))
            : null,
      ),
      h(
        "a",
        {
          class: "button small",
          href: pointLink(number),
          "data-show-point": number,
          "aria-label": say("review-show-number", { number }),
        },
        say("review-show"),
      ),
    );
  }
}

/**
 * The throws of a turn that mattered most, each with what it was worth, and to whom.
 * @param {Wire.TurningPoint} point
 * @param {import('./verdicts.js').Verdicts} verdicts
 */
export function falls(point, verdicts) {
  if (!point.throws.length) return null;
  return h(
    "ul",
    { class: "turning-throws" },
    point.throws.map(fall => h("li", {}, icon("die"), h("span", {}, capital(fall.words)), h("small", {}, verdicts.fall(fall)))),
  );
}
