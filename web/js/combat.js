// @ts-check
// Before the die: both sides, every number with its case, and everything that can follow, exactly.

import { post } from "./api.js";
import { button, capital, focusOn, h, replace } from "./dom.js";
import { counter } from "./field.js";
import { panel as drawnPanel } from "./panels.js";
import { say } from "./words.js";

/** @param {number} number */
const trim = number => (Math.round(number * 10) / 10).toString();
/** @param {number} value */
const signed = value => (typeof value === "number" && value > 0 ? `+${value}` : String(value).replace(/^-/, "−"));

/**
 * The best first, then the rest from the highest to the lowest as they were offered.
 * @param {Page.Offer[]} offers
 */
export const bestFirst = offers => [...offers.filter(offer => offer.best), ...offers.filter(offer => !offer.best).reverse()];

/** A share that is not nothing is not said to be nothing. @param {number} percent */
const share = percent => (percent > 0 && percent < 0.05 ? "< 0.1" : trim(percent));

/**
 * What is likely is read first.
 * @param {Wire.OddsLine[]} lines
 */
export const likeliestFirst = lines => [...lines].sort((a, b) => b.percent - a.percent);

/** Fractions of larger denominators, of many dice together, tell nobody anything. */
const PLAIN = 1296;

/** How many choices are buttons; more of them are a list. */
const BUTTONS = 3;

export class Combat {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** Over the map: both sides, the ground, what can follow. */
    this.stage = h("section", { class: "stage over-map", "aria-label": say("combat-label"), hidden: true });
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
    offers = bestFirst(offers);
    const { game, orders } = this.board;
    const { version } = game.snapshot;
    if (this.version !== version || !offers.some(offer => offer.order === this.chosen)) {
      this.version = version;
      this.chosen = (offers.find(offer => offer.best) ?? offers[offers.length - 1]).order;
    }
    const offer = offers.find(other => other.order === this.chosen) ?? offers[0];
    const body = h("div", { class: "odds", "aria-live": "polite" }, h("p", { class: "fine reckoning" }, say("combat-reckoning")));
    this.show(this.duel(), body);
    /** @param {Page.Offer} other */
    const choose = other => {
      this.chosen = other.order;
      this.board.prompt.draw();
      focusOn(this.board.prompt.element, ".combat [data-throws]");
    };
    /** @param {Page.Offer} other */
    const best = other => (other.best && offers.length > 1 ? h("span", { class: "best", title: say("combat-best") }, " ★") : null);
    // An answer that gives something up is not held out where others are pointed at on the map.
    const aside = game.allOffers().some(other => other.throws && !other.idle && (other.unit || other.place));
    const panel = h(
      "div",
      { class: "combat", "data-order": offer.order, "data-state": "reckoning" },
      offers.length > BUTTONS
        ? this.list(offers, offer, choose)
        : offers.length > 1
          ? h(
              "div",
              { class: "columns", role: "group", "aria-label": say("combat-choice") },
              // The one that is chosen has its button below, and no second one.
              offers
                .filter(other => other !== offer)
                .map(other =>
                  h(
                    "button",
                    { type: "button", class: "column", "data-choose": other.order, onclick: () => choose(other) },
                    game.words(other),
                    best(other),
                  ),
                ),
            )
          : null,
      h(
        "div",
        { class: "combat-foot" },
        button([game.words(offer), best(offer)], () => orders.take(offer), {
          kind: aside && !offer.best ? "wide" : "primary wide",
          picture: "die",
          "data-offer": offer.order,
          "data-throws": "true",
        }),
      ),
    );
    this.odds(offer).then(
      odds => {
        if (odds.unreckoned) {
          panel.dataset.state = "failed";
          replace(body, h("p", { class: "fine" }, capital(odds.unreckoned)));
          return;
        }
        panel.dataset.state = "ready";
        replace(body, this.table(odds));
        this.stage.classList.toggle("told", Boolean(odds.strengths));
        // The stage has grown, and the fight is not to lie under it.
        if (panel.isConnected) this.board.lookThere(false, true);
      },
      failure => {
        panel.dataset.state = "failed";
        replace(body, h("p", { class: "fine" }, failure.message));
      },
    );
    return panel;
  }

  /**
   * Many choices in little room, the best of them first.
   * @param {Page.Offer[]} offers
   * @param {Page.Offer} chosen
   * @param {(offer: Page.Offer) => void} choose
   */
  list(offers, chosen, choose) {
    const { game } = this.board;
    return h(
      "label",
      { class: "column-list" },
      h("span", {}, say("combat-choice")),
      h(
        "select",
        {
          "data-choices": "",
          onchange: event => {
            const offer = offers.find(other => other.order === event.target.value);
            if (offer) choose(offer);
          },
        },
        offers.map(offer =>
          h(
            "option",
            { value: offer.order, selected: offer === chosen, "data-choose": offer.order },
            offer.best ? say("combat-best-of", { order: game.words(offer) }) : game.words(offer),
          ),
        ),
      ),
    );
  }

  /** Whether a die that falls now belongs to a fight, which is shown on its stage; another is thrown after a look at what it brings. */
  isOne() {
    const { game } = this.board;
    const { units, places } = game.about();
    const fought = (game.shown().panels ?? []).some(one => one.kind === "duel");
    // Dice of a march, such as those for stragglers at its end, are none of a fight.
    return fought || (!game.inHand() && (units.length > 0 || places.length > 0));
  }

  /**
   * The offers whose outcome is reckoned before they are given: those after which a die falls, and the one that lets a battle begin
   * which is being put together.
   * @param {Page.Offer[]} plain
   */
  reckoned(plain) {
    if (!this.isOne()) return [];
    const answers = plain.filter(offer => !offer.ends);
    const throws = answers.filter(offer => offer.throws);
    const fought = (this.board.game.shown().panels ?? []).some(one => one.kind === "duel");
    return throws.length || !fought || answers.length > 1 || !this.board.rewind.unfinished() ? throws : answers;
  }

  /** The fight that is going on, as the title draws it. */
  duel() {
    const { board } = this;
    return (board.game.shown().panels ?? []).filter(one => one.kind === "duel").map(one => drawnPanel(board, one));
  }

  /**
   * Opens the stage; on a narrow page it is below the question instead.
   * @param {...Page.Child} parts
   */
  show(...parts) {
    const { game, field } = this.board;
    const [place] = game.about().places;
    const ground = place ? field.spots.groundOf(place) : "";
    const heading = game.ask()?.heading ?? say("combat-heading");
    replace(
      this.stage,
      h(
        "header",
        { class: "stage-head" },
        h("h2", {}, capital(heading)),
        ground
          ? h("span", { class: "stage-ground" }, h("span", { class: heading.includes(place) ? "said" : "" }, `${place}: `), ground)
          : null,
      ),
      ...parts,
    );
    this.stage.classList.remove("told");
    this.stage.hidden = false;
  }

  /** There is no combat to be seen. */
  hide() {
    this.stage.hidden = true;
  }

  /** A battle goes on without anything to throw for: it is still seen. */
  watch() {
    const duel = this.duel();
    if (duel.length) this.show(duel);
    else this.hide();
    return null;
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
    const asked = post(`/api/games/${id}/odds`, { seat: game.seat, order: offer.order, after: game.snapshot.version });
    this.known.set(key, asked);
    return asked;
  }

  /** @param {Wire.Odds} odds */
  table(odds) {
    return [
      h("div", { class: "stage-sides" }, odds.strengths ? this.strengths(odds.strengths) : this.parties()),
      h("div", { class: "stage-odds" }, this.bars(odds), this.further(odds)),
    ];
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
          // Where the strength itself stands, the number of a case beside it would be taken for another.
          const why = h("small", {}, row.note ?? "", " ", row.case && !(first && row.note) ? mentions.caseLink(row.case) : null);
          return h(
            "div",
            { class: "party-unit", "data-unit": row.unit },
            first
              ? h(
                  "button",
                  {
                    type: "button",
                    class: "box-unit",
                    "aria-label": say("show-unit", { unit: game.unitName(unit) }),
                    onclick: () => light(unit),
                  },
                  counter(unit, 38),
                )
              : null,
            h("span", {}, first ? game.unitName(unit) : null, why),
            h("b", {}, first ? String(row.value ?? "") : signed(row.value ?? 0)),
          );
        }),
      );
    return [
      h("div", { class: "versus" }, party(say("combat-attack"), attackers, attack), party(say("combat-defence"), defenders, defence)),
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
      column ? h("p", { class: "column-name" }, say("combat-column"), " ", h("b", {}, column)) : null,
    ];
  }

  /** Who fights whom, where the title gives no strengths. */
  parties() {
    const { game, field } = this.board;
    const { units, places } = game.about();
    const own = units.filter(id => {
      const piece = game.unit(id);
      return piece?.side && !game.hostile(piece);
    });
    const enemies = places
      .flatMap(place => field.byPlace.get(place) ?? [])
      .filter(piece => piece.side && game.hostile(piece))
      .map(piece => piece.id);
    if (!own.length || !enemies.length) return null;
    // Of a counter that lies face down its back is seen.
    /** @param {string} id */
    const print = id => game.unit(id)?.print ?? id;
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
              counter(print(id), 44),
            ),
          ),
        ),
      );
    return h("div", { class: "versus" }, list(say("combat-attack"), own), list(say("combat-defence"), enemies));
  }

  /**
   * Other questions about a combat that was reckoned to its end, and by what its decisions were made.
   * @param {Wire.Odds} options
   */
  further({ tables, script }) {
    /** @param {Wire.OddsLine} line */
    const row = line => h("li", {}, h("b", { class: "percent" }, `${share(line.percent)} %`), " ", line.labels.join(", "));
    /** @param {Wire.OddsQuestion} options */
    const table = ({ question, lines, average }) =>
      h(
        "details",
        { "data-question": question },
        h("summary", {}, question, typeof average === "number" ? ` ${say("combat-average", { number: trim(average) })}` : ""),
        h("ol", { class: "bars" }, lines.map(row)),
      );
    return [(tables ?? []).map(table), script ? h("p", { class: "fine", "data-script": script.name }, script.assumes) : null];
  }

  /** @param {Wire.Odds} odds */
  bars(odds) {
    return [
      h("h2", { class: "odds-title" }, say(odds.exact === false ? "combat-follows-sampled" : "combat-follows")),
      h(
        "ol",
        { class: "bars" },
        likeliestFirst(odds.lines).map(line => {
          const fill = h("span", { class: "bar-fill" });
          // All bars are to one scale: certainty fills the room.
          fill.style.width = `${line.percent.toFixed(1)}%`;
          const { labels } = line;
          return h(
            "li",
            { "data-odds": labels.join("; "), "data-numerator": line.numerator, "data-denominator": line.denominator },
            h(
              "div",
              { class: "bar-line" },
              h("b", { class: "percent" }, `${share(line.percent)} %`),
              h("span", { class: "bar-room" }, fill),
              h(
                "small",
                { class: "fraction" },
                odds.exact !== false && Number(line.denominator) <= PLAIN ? `${line.numerator}/${line.denominator}` : "",
              ),
            ),
            h(
              "p",
              { class: "bar-words" },
              line.words.text ? this.board.mentions.rich(capital(line.words.text), line.words.mentions) : say("combat-nothing"),
            ),
          );
        }),
      ),
    ];
  }
}
