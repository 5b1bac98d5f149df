// @ts-check
// How the battle stands, always in sight; and a banner when the turn, the night or the weather changes and when somebody arrives.

import { h, replace, speak } from "./dom.js";
import { listed, say } from "./words.js";

/** How long a banner stays, in milliseconds. */
const STAYS = 6500;

/**
 * What has changed that is worth a banner: a new time, a new sky.
 * @param {Wire.Headline[]} before
 * @param {Wire.Headline[]} now
 */
export function announced(before, now) {
  /** @param {Wire.Headline} line */
  const old = line => before.find(other => other.kind === line.kind);
  return now.filter(line => {
    const was = old(line);
    if (!was || (line.kind !== "time" && line.kind !== "sky")) return false;
    return was.value !== line.value || (line.kind === "time" && was.name !== line.name);
  });
}

/**
 * Counters that were not on the map before, by the place where they lie now.
 * @param {Page.Piece[]} before
 * @param {Page.Piece[]} now
 * @param {(piece: Page.Piece) => boolean} wanted
 * @returns {Map<string, Page.Piece[]>}
 */
export function arrived(before, now, wanted) {
  const there = new Set(before.filter(piece => piece.place).map(piece => piece.id));
  const fresh = now.filter(piece => piece.place && !piece.print && !there.has(piece.id) && wanted(piece));
  return Map.groupBy(fresh, piece => piece.place ?? "");
}

export class Headlines {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("div", { class: "headlines", role: "group", "aria-label": say("headlines-label") });
    this.banner = h("section", { class: "banner over-map", "aria-label": say("news-label"), hidden: true });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.gone = undefined;
    /** What was drawn last of the present: what is new since then is told. @type {Page.Snapshot | null} */
    this.last = null;
  }

  close() {
    clearTimeout(this.gone);
  }

  draw() {
    const { board } = this;
    const { game } = board;
    const shown = game.shown();
    if (!game.past) {
      if (this.last) this.news(this.last, shown);
      this.last = shown;
    }
    const lines = game.headlines();
    const over = game.shown().pending.kind === "over";
    const scores = lines.filter(line => line.kind === "score");
    /** @param {Wire.Headline} line */
    const chip = line =>
      h(
        "span",
        {
          class: `headline headline-${line.kind} ${line.side ? "of-side" : ""}`,
          "data-headline": line.kind,
          "data-name": line.name,
          "data-value": line.value,
          title: [line.note, line.case].filter(Boolean).join(", ") || undefined,
        },
        h("small", {}, line.name),
        h("b", {}, line.value || "\u2013"),
      );
    /** The score is one thing: who leads is seen at once. */
    const score = () =>
      h(
        "span",
        { class: "headline headline-score", "data-headline": "score", title: scores.map(line => `${line.name}: ${line.note}`).join("; ") },
        scores.map(line =>
          h(
            "span",
            { class: "score-side", "data-score": line.side ?? "", "data-value": line.value },
            h("small", {}, game.seatName(line.side)),
            h("b", {}, line.value),
          ),
        ),
      );
    const rest = lines.filter(line => line.kind === "morale" || line.kind === "points");
    replace(
      this.element,
      over ? h("span", { class: "headline" }, h("b", {}, say("over"))) : null,
      lines.filter(line => line.kind === "time" || line.kind === "sky").map(chip),
      scores.length ? score() : null,
      rest.map(chip),
    );
  }

  /**
   * Tells of a new turn, of nightfall and weather, and of those who have come.
   * @param {Page.Snapshot} before
   * @param {Page.Snapshot} now
   */
  news(before, now) {
    const { board } = this;
    const { game, field } = board;
    const lines = announced(before.headlines ?? [], now.headlines ?? []);
    if (!lines.length) return;
    const came = arrived(before.pieces, now.pieces, piece => game.isOpen || !game.hostile(piece));
    const places = [...came.keys()];
    // A note that begins with what it is a note on does not say it twice.
    /** @param {Wire.Headline} line */
    const note = line => (line.note.startsWith(`${line.value}: `) ? line.note.slice(line.value.length + 2) : line.note);
    replace(
      this.banner,
      lines.map(line =>
        h(
          "p",
          { class: `banner-${line.kind}`, "data-news": line.kind },
          h("small", {}, line.name),
          " ",
          h("b", {}, line.value),
          line.note ? h("i", {}, ` ${note(line)}`) : null,
        ),
      ),
      places.map(place =>
        h(
          "button",
          { type: "button", class: "banner-arrival", "data-arrival": place, onclick: () => board.light([place], []) },
          say("news-arrived", { place, units: listed((came.get(place) ?? []).map(piece => game.unitName(piece.id))) }),
        ),
      ),
    );
    this.banner.hidden = false;
    speak(this.banner.textContent ?? "");
    clearTimeout(this.gone);
    this.gone = setTimeout(() => {
      this.banner.hidden = true;
    }, STAYS);
    if (places.length && !board.busyHands() && field.spots.get(places[0])) field.flash(places, []);
  }
}
