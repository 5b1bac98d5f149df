// @ts-check
// Before the die: both sides, every number with its case, and everything that can follow, exactly.

import { post } from "./api.js";
import { button, focusOn, h, replace } from "./dom.js";
import { counter } from "./field.js";

/** @param {number} number */
const trim = number => (Math.round(number * 10) / 10).toString();
/** @param {number} value */
const signed = value => (typeof value === "number" && value > 0 ? `+${value}` : String(value).replace(/^-/, "−"));

/** @type {{ [key: string]: number }} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export class Combat {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** Odds by version and order. @type {Map<string, Promise<Wire.Odds>>} */
    this.known = new Map();
    /** The version on which an order was chosen, and the order. @type {number | undefined} */
    this.version = undefined;
    /** @type {string | undefined} */
    this.chosen = undefined;
  }

  /**
   * The panel for offers after which a die falls; one of them is chosen, the others are a press away.
   * @param {Page.Offer[]} offers
   */
  draw(offers) {
    const { game, orders } = this.board;
    const { version } = game.snapshot;
    if (this.version !== version || !offers.some(offer => offer.order === this.chosen)) {
      this.version = version;
      this.chosen = (offers.find(offer => offer.best) ?? offers[offers.length - 1]).order;
    }
    const offer = offers.find(other => other.order === this.chosen) ?? offers[0];
    const body = h("div", { class: "odds", "aria-live": "polite" }, h("p", { class: "fine reckoning" }, "Calculating the odds…"));
    /** @param {Page.Offer} other */
    const choose = other => {
      this.chosen = other.order;
      this.board.prompt.draw();
      focusOn(this.board.prompt.element, "[role=radio][aria-checked=true]");
    };
    const panel = h(
      "div",
      { class: "combat", "data-order": offer.order, "data-state": "reckoning" },
      offers.length > 1
        ? h(
            "div",
            { class: "columns", role: "radiogroup", "aria-label": "Which", onkeydown: event => this.arrows(event, offers, choose) },
            offers.map(other =>
              h(
                "button",
                {
                  type: "button",
                  role: "radio",
                  class: "column",
                  "data-choose": other.order,
                  "aria-checked": String(other === offer),
                  tabindex: other === offer ? "0" : "-1",
                  onclick: () => choose(other),
                },
                game.words(other),
                other.best ? h("span", { class: "best", title: "The best of them" }, " ★") : null,
              ),
            ),
          )
        : null,
      body,
      h(
        "div",
        { class: "combat-foot" },
        button(game.words(offer), () => orders.take(offer), {
          kind: "primary wide",
          picture: "die",
          "data-offer": offer.order,
          "data-throws": "true",
        }),
      ),
    );
    this.odds(offer).then(
      odds => {
        panel.dataset.state = "ready";
        replace(body, this.table(odds));
      },
      failure => {
        panel.dataset.state = "failed";
        replace(body, h("p", { class: "fine" }, failure.message));
      },
    );
    return panel;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Page.Offer[]} offers
   * @param {(offer: Page.Offer) => void} choose
   */
  arrows(event, offers, choose) {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    choose(offers[(offers.findIndex(offer => offer.order === this.chosen) + by + offers.length) % offers.length]);
  }

  /**
   * Puts one of the offers before the player, who throws the die himself.
   * @param {string} order
   */
  propose(order) {
    const { game, prompt } = this.board;
    this.version = game.snapshot.version;
    this.chosen = order;
    prompt.draw();
    focusOn(prompt.element, ".combat [data-throws]");
  }

  /** @param {Page.Offer} offer */
  odds(offer) {
    const { game, id } = this.board;
    const key = `${game.snapshot.version} ${offer.order}`;
    const known = this.known.get(key);
    if (known) return known;
    if (this.known.size > 60) this.known.clear();
    /** @type {Promise<Wire.Odds>} */
    const asked = post(`/api/games/${id}/odds`, { seat: game.seat, order: offer.order });
    this.known.set(key, asked);
    return asked;
  }

  /** @param {Wire.Odds} odds */
  table(odds) {
    return [odds.strengths ? this.strengths(odds.strengths) : this.parties(), this.bars(odds), this.further(odds)];
  }

  /**
   * Every number that leads to the column, in the order of the book.
   * @param {Wire.Strengths} options
   */
  strengths({ attackers, defenders, attack, defence, ratio, column, modifiers }) {
    const { game, mentions, light } = {
      game: this.board.game,
      mentions: this.board.mentions /** @param {string} unit */,
      /** @param {string} unit */
      light: unit => this.board.light([], [unit]),
    };
    /**
     * @param {string} name
     * @param {Wire.Strength[]} list
     * @param {number} total
     */
    const party = (name, list, total) =>
      h(
        "div",
        { class: "party" },
        h("h2", {}, name, total === undefined ? null : h("b", {}, String(total))),
        (list ?? []).map((row, place, all) => {
          // What follows the first number of a unit, or belongs to several, is added or taken away.
          const { unit } = row;
          const first = unit && all.findIndex(other => other.unit === unit) === place;
          const why = h("small", {}, row.note ?? "", " ", row.case ? mentions.caseLink(row.case) : null);
          return h(
            "div",
            { class: "party-unit", "data-unit": row.unit },
            first
              ? h(
                  "button",
                  { type: "button", class: "box-unit", "aria-label": `Show ${game.unitName(unit)}`, onclick: () => light(unit) },
                  counter(unit, 38),
                )
              : null,
            h("span", {}, first ? game.unitName(unit) : null, why),
            h("b", {}, first ? String(row.value ?? "") : signed(row.value ?? 0)),
          );
        }),
      );
    return [
      h("div", { class: "versus" }, party("Attack", attackers, attack), party("Defence", defenders, defence)),
      ratio ? h("p", { class: "fine" }, mentions.caseLink(ratio.case), " ", ratio.text) : null,
      modifiers?.length
        ? h(
            "ul",
            { class: "modifiers" },
            modifiers.map(modifier =>
              h(
                "li",
                {},
                modifier.case ? mentions.caseLink(modifier.case) : null,
                h("span", {}, modifier.text),
                modifier.value === undefined || modifier.value === null ? null : h("b", {}, signed(modifier.value)),
              ),
            ),
          )
        : null,
      column ? h("p", { class: "column-name" }, "Column ", h("b", {}, column)) : null,
    ];
  }

  /** Who fights whom, where the title gives no strengths. */
  parties() {
    const { game, field } = this.board;
    const { units, places } = game.about();
    const own = units.filter(id => game.unit(id)?.side === game.seat);
    const enemies = places
      .flatMap(place => field.byPlace.get(place) ?? [])
      .filter(piece => piece.side && piece.side !== game.seat)
      .map(piece => piece.id);
    if (!own.length || !enemies.length) return null;
    /**
     * @param {string} name
     * @param {string[]} ids
     */
    const list = (name, ids) =>
      h(
        "div",
        { class: "party" },
        h("h2", {}, name),
        h(
          "div",
          { class: "box-units" },
          ids.map(id =>
            h(
              "button",
              {
                type: "button",
                class: "box-unit",
                title: game.unitName(id),
                "aria-label": game.unitName(id),
                onclick: () => this.board.light([], [id]),
              },
              counter(id, 44),
            ),
          ),
        ),
      );
    return h("div", { class: "versus" }, list("Attack", own), list("Defence", enemies));
  }

  /**
   * Other questions about a combat that was reckoned to its end, and by what its decisions were made.
   * @param {Wire.Odds} options
   */
  further({ tables, script }) {
    /** @param {Wire.OddsLine} line */
    const row = line => h("li", {}, h("b", { class: "percent" }, `${trim(line.percent)} %`), " ", line.labels.join(", "));
    /** @param {Wire.OddsQuestion} options */
    const table = ({ question, lines, average }) =>
      h(
        "details",
        { "data-question": question },
        h("summary", {}, question, typeof average === "number" ? `: ${trim(average)} on average` : ""),
        h("ol", { class: "bars" }, lines.map(row)),
      );
    return [(tables ?? []).map(table), script ? h("p", { class: "fine", "data-script": script.name }, script.assumes) : null];
  }

  /** @param {Wire.Odds} odds */
  bars(odds) {
    const most = Math.max(...odds.lines.map(line => line.percent), 1);
    return [
      h("h2", { class: "odds-title" }, odds.exact === false ? "Possible results (sampled)" : "Possible results (exact)"),
      h(
        "ol",
        { class: "bars" },
        odds.lines.map(line => {
          const fill = h("span", { class: "bar-fill" });
          fill.style.width = `${((100 * line.percent) / most).toFixed(1)}%`;
          const { labels } = line;
          return h(
            "li",
            { "data-odds": labels.join("; "), "data-numerator": line.numerator, "data-denominator": line.denominator },
            h(
              "div",
              { class: "bar-line" },
              h("b", { class: "percent" }, `${trim(line.percent)} %`),
              h("span", { class: "bar-room" }, fill),
              h("small", { class: "fraction" }, `${line.numerator}/${line.denominator}`),
            ),
            h("p", { class: "bar-words" }, labels.length ? this.board.mentions.rich(line.words.text, line.words.mentions) : "No effect"),
          );
        }),
      ),
    ];
  }
}
