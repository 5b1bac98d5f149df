// A finished game looked over: how the chances went, what turned them, and what would have been better.

import { get, once, post, titles } from "./api.js";
import { Curve } from "./curve.js";
import { capital, h, icon, replace, speak } from "./dom.js";
import { promise } from "./hints.js";
import { Mentions } from "./mentions.js";
import { betterOf, percent, Verdicts } from "./verdicts.js";

const GLANCE = 600;

export async function review(page, id) {
  replace(page, h("p", { class: "waiting" }, "Opening the book of the battle…"));
  const snapshot = await get(`/api/games/${id}`);
  const [roster, all] = await Promise.all([once(`${snapshot.sheets}/units.json`), titles()]);
  const made = new ReviewPage(
    page,
    id,
    snapshot,
    roster,
    all.find(title => title.id === snapshot.title),
  );
  made.open();
  return () => made.close();
}

class ReviewPage {
  constructor(page, id, snapshot, roster, title) {
    Object.assign(this, { id, snapshot, closed: false });
    const units = new Map(roster.units.map(unit => [unit.id, unit]));
    this.mentions = new Mentions({ game: { known: unit => units.get(unit) } });
    this.name = snapshot.name ?? title?.scenarios.find(one => one.id === snapshot.scenario)?.name ?? "The battle";
    document.title = `Review of ${this.name} · Sabretache`;
    const words = snapshot.pending?.verdict?.words;
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
      let told = await get(`/api/games/${this.id}/review`);
      if (told.state === "none") {
        await post(`/api/games/${this.id}/review`);
        told = { state: "working", share: 0 };
      }
      this.take(told);
    } catch (failure) {
      this.sorry(failure);
    }
  }

  take(told) {
    if (this.closed) return;
    if (told.state === "ready") {
      this.show(told.review);
      return;
    }
    if (told.state === "none") {
      this.sorry(new Error(told.error ?? "The review was not made."));
      return;
    }
    this.work(told.share ?? 0);
    this.timer = setTimeout(async () => {
      try {
        this.take(await get(`/api/games/${this.id}/review`));
      } catch (failure) {
        this.sorry(failure);
      }
    }, GLANCE);
  }

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

  /** How far it has come. */
  work(share) {
    if (this.element.dataset.reviewPage !== "working") {
      this.element.dataset.reviewPage = "working";
      this.fill = h("span", { class: "think-fill" });
      this.room = h(
        "div",
        { class: "think-room", role: "progressbar", "aria-label": "The review", "aria-valuemin": 0, "aria-valuemax": 100 },
        this.fill,
      );
      this.done = h("b", {});
      replace(
        this.body,
        h(
          "div",
          { class: "review-wait" },
          icon("general"),
          h("h2", {}, "A general goes through the battle"),
          h(
            "p",
            {},
            "At every turn it weighs the chances; where they turned, it looks for something better. You may leave this page and come back.",
          ),
          this.room,
          this.done,
        ),
      );
      speak("The review is being made");
    }
    const whole = Math.round(100 * share);
    this.fill.style.width = `${whole}%`;
    this.room.setAttribute("aria-valuenow", whole);
    this.done.textContent = `${whole} %`;
  }

  show(told) {
    this.element.dataset.reviewPage = "ready";
    const verdicts = new Verdicts(told, this.snapshot.seats);
    const link = step => `/game/${this.id}#step-${step}`;
    const pointLink = number => `/game/${this.id}?point=${number}`;
    const curve = new Curve(told, verdicts, { link, pointLink, hover: number => this.point(number) });
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
        told.turning_points.length ? this.list : h("p", {}, "Nothing in this game moved the chances by five points or more at once."),
        h(
          "p",
          { class: "fine" },
          "A point is one part in a hundred of a sure win. The chances are what a general of the program expects; it errs, like all generals.",
        ),
      ),
    );
    if (document.activeElement === document.body) document.getElementById("page").focus({ preventScroll: true });
    speak("The review is ready");
  }

  point(number) {
    this.list
      ?.querySelectorAll("[data-turning-point]")
      .forEach(item => item.classList.toggle("pointed", Number(item.dataset.turningPoint) === number));
  }

  /** What was thrown for, what fell, and what came of it: as the log of that step has it. */
  thrown(point, text) {
    const words = h("p", {}, capital(text(point.words)));
    get(`/api/games/${this.id}/steps/${point.step}`).then(
      ({ log }) => {
        const at = log.findLastIndex(line => line.dice?.length);
        const lines = log.slice(Math.max(at - 1, 0)).filter((line, index) => index > 0 || !line.heading);
        if (at >= 0) replace(words, lines.map(line => capital(text(line.text))).join(". "));
      },
      () => {},
    );
    return words;
  }

  turning(point, number, verdicts, curve, pointLink) {
    const text = words => this.mentions.plain(words);
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
            ? ` · over this turn ${verdicts.own} ${percent(point.before)} → ${percent(point.after)}, dice included`
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
