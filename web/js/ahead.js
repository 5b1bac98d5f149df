// @ts-check
// Look before you leap: what an order costs, what it may meet and whether it can be undone is said before it is given; one more
// click or Enter gives it.

import { failed, post } from "./api.js";
import { button, capital, focusOn, h, replace, speak } from "./dom.js";
import { settings } from "./settings.js";
import { listed, say } from "./words.js";

/** @type {{ [commits in Wire.Commitment]: string }} */
const COMMITS = { dice: "ahead-dice", reveals: "ahead-reveals", asks: "ahead-asks", ends: "ahead-ends" };

/** So many results of a die are told before it is thrown. */
const LIKELIEST = 4;

/**
 * Whether an order wants a second word: because of what it brings, or because it was asked for as such.
 * @param {Wire.Preview} preview
 * @param {Page.Meant} meant
 */
export function wantsASecondWord({ commits, changes, next }, meant) {
  return Boolean(meant.must || commits || changes.length || (meant.group && next));
}

/**
 * The card of which an order is a use, if it is one of a hand.
 * @param {Wire.Panel[]} panels
 * @param {string} order
 */
export function cardOf(panels, order) {
  for (const panel of panels) {
    if (panel.kind !== "hand") continue;
    for (const card of panel.cards) {
      const part = card.parts.find(one => one.orders.some(other => other.order === order));
      if (part) return { card, part };
    }
  }
  return null;
}

export class Ahead {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("section", {
      class: "ahead over-map",
      "aria-label": say("ahead-label"),
      "aria-live": "polite",
      hidden: true,
    });
    /** The order that waits for a second word. @type {(Page.Meant & { version: number }) | null} */
    this.armed = null;
    /** The order about which the server is being asked. @type {string | null} */
    this.asking = null;
    /** Buttons of the same order, for which the one in the preview stands. @type {HTMLElement[]} */
    this.twins = [];
  }

  on() {
    return this.armed !== null;
  }

  /** Forgets what was about to be ordered; whether there was anything. */
  drop() {
    const had = this.on();
    this.armed = null;
    this.asking = null;
    this.element.hidden = true;
    delete this.element.dataset.order;
    for (const twin of this.twins) twin.hidden = false;
    this.twins = [];
    return had;
  }

  /** The second word. */
  confirm() {
    const { armed, board } = this;
    if (!armed) return false;
    this.drop();
    if (armed.version !== board.game.snapshot.version) return false;
    this.send(armed);
    return true;
  }

  /** @param {Page.Meant} meant */
  send(meant) {
    meant.before?.();
    return this.board.orders.give(meant.order, meant.seat ?? this.board.game.seat);
  }

  /**
   * An offer that was pointed at or pressed.
   * @param {Page.Offer} offer
   * @param {Partial<Page.Meant>} [more]
   */
  offer(offer, more = {}) {
    const { game } = this.board;
    return this.order({
      order: offer.order,
      seat: offer.seat,
      title: game.words(offer),
      does: game.words(offer),
      place: offer.place,
      throws: offer.throws,
      ...more,
    });
  }

  /**
   * Gives an order, after a second word if it wants one.
   * @param {Page.Meant} meant
   */
  async order(meant) {
    const { board } = this;
    const { game } = board;
    if (this.armed?.order === meant.order && this.armed.version === game.snapshot.version) return this.confirm();
    // Whoever is impatient presses twice: what is being asked about is not asked about anew.
    if (this.asking === `${game.snapshot.version} ${meant.order}`) return false;
    this.drop();
    if (board.orders.busy) return false;
    // The impatient are asked only before they march onto friends.
    if (!settings.ahead && !meant.friends?.length) return this.send(meant);
    const { version } = game.snapshot;
    const asking = `${version} ${meant.order}`;
    this.asking = asking;
    board.prompt.wait(true);
    /** @type {Wire.Preview} */
    let preview = { commits: null, changes: [], next: null };
    try {
      preview = await post(`/api/games/${board.id}/preview`, { seat: meant.seat ?? game.seat, order: meant.order });
    } catch (thrown) {
      const failure = failed(thrown);
      if (game.snapshot.version !== version || this.asking !== asking) return false;
      if (failure.refusal) {
        this.asking = null;
        board.orders.refused(failure.refusal);
        return false;
      }
      // Where it cannot be told what comes of it, the rules will answer the order itself.
    } finally {
      if (!board.orders.busy) board.prompt.wait(false);
    }
    if (game.snapshot.version !== version || this.asking !== asking) return false;
    this.asking = null;
    if (!wantsASecondWord(preview, meant)) return this.send(meant);
    this.arm(meant, preview, version);
    return false;
  }

  /**
   * @param {Page.Meant} meant
   * @param {Wire.Preview} preview
   * @param {number} version
   */
  arm(meant, preview, version) {
    const { board } = this;
    const { mentions, game } = board;
    this.armed = { ...meant, version };
    const card = cardOf(game.snapshot.panels ?? [], meant.order);
    /** @param {string | null | undefined} id */
    const cite = id => (id ? [mentions.caseLink(id), " "] : null);
    const facts = [
      card
        ? h(
            "li",
            { class: "ahead-card" },
            h("b", {}, card.part.name),
            card.part.when ? h("i", {}, ` ${card.part.when}`) : null,
            h("p", {}, cite(card.part.case), card.part.text),
          )
        : null,
      meant.cost ? h("li", {}, meant.cost) : null,
      preview.changes.map(change =>
        h("li", { "data-change": change.name }, cite(change.case), `${change.name}: `, h("b", {}, `${change.before} → ${change.after}`)),
      ),
      meant.friends?.length ? h("li", { "data-joins": "" }, say("ahead-joins", { units: listed(meant.friends) })) : null,
      (meant.terms ?? []).map(term => h("li", {}, cite(term.case), mentions.rich(capital(term.text), term.mentions))),
      preview.next && (meant.group || !preview.commits)
        ? h(
            "li",
            { "data-next": "" },
            say("ahead-then"),
            " ",
            cite(preview.next.case),
            mentions.rich(preview.next.text, preview.next.mentions),
          )
        : null,
      meant.throws && preview.commits === "dice" ? this.odds(meant, version) : null,
      preview.commits ? h("li", { class: "ahead-commits", "data-commits": preview.commits }, say(COMMITS[preview.commits])) : null,
    ];
    replace(
      this.element,
      // The button says it, unless it says less.
      meant.title === meant.does ? null : h("h2", {}, meant.title),
      h("ul", {}, facts),
      h(
        "div",
        { class: "ahead-buttons" },
        button(meant.does ?? say("ahead-do"), () => this.confirm(), { kind: "primary small", title: "Enter", "data-ahead": "do" }),
        meant.other
          ? button(
              meant.other.words,
              () => {
                this.cancel();
                meant.other?.deed();
              },
              { kind: "small", "data-ahead": "other" },
            )
          : null,
        button(say("cancel"), () => this.cancel(), { kind: "small quiet", title: "Esc", "data-ahead": "no" }),
      ),
    );
    this.element.dataset.order = meant.order;
    this.element.hidden = false;
    // A note in passing does not lie over its buttons.
    document.querySelectorAll(".toast.passing").forEach(old => old.remove());
    this.put();
    speak(say("ahead-spoken", { order: meant.title, facts: this.element.querySelector("ul")?.textContent }));
  }

  /**
   * What the die that falls next can bring, once it is reckoned.
   * @param {Page.Meant} meant
   * @param {number} version
   */
  odds({ order, seat }, version) {
    const { board } = this;
    const list = h("ol", { class: "ahead-odds" });
    const line = h("li", { hidden: true, "data-ahead-odds": "" }, list);
    post(`/api/games/${board.id}/odds`, { seat: seat ?? board.game.seat, order, after: version }).then(
      (/** @type {Wire.Odds} */ odds) => {
        if (this.armed?.order !== order || board.game.snapshot.version !== version) return;
        const lines = [...odds.lines].sort((a, b) => b.percent - a.percent).slice(0, LIKELIEST);
        const rest = odds.lines.length - lines.length;
        replace(
          list,
          lines.map(one =>
            h(
              "li",
              { "data-odds": one.labels.join("; ") },
              h("b", {}, `${Math.round(one.percent)} %`),
              h("span", {}, one.words.text ? board.mentions.rich(capital(one.words.text), one.words.mentions) : say("combat-nothing")),
            ),
          ),
          rest > 0 ? h("li", { class: "fine" }, say("ahead-rarer", { count: rest })) : null,
        );
        // Dice of which nothing more is told than that they fall are no odds.
        line.hidden = !odds.lines.some(one => one.words.text);
        this.put();
      },
      // What cannot be reckoned is not missed.
      () => {},
    );
    return line;
  }

  /** Over the map if a place is meant, else where its button stood: an order has one button. */
  put() {
    const { armed, board, element } = this;
    if (!armed) return;
    for (const twin of this.twins) twin.hidden = false;
    /** @type {HTMLButtonElement[]} */
    const buttons = armed.place ? [] : [...board.prompt.element.querySelectorAll("button")];
    this.twins = buttons.filter(one => one.dataset.offer === armed.order);
    const [twin] = this.twins;
    if (twin?.checkVisibility()) twin.before(element);
    else (armed.place && board.table ? board.table : board.prompt.room).append(element);
    const held = this.twins.includes(/** @type {HTMLElement} */ (document.activeElement));
    for (const one of this.twins) one.hidden = true;
    element.classList.toggle("in-prompt", !armed.place);
    // It does not lie over the place that is meant.
    const spot = armed.place ? board.field.spots.get(armed.place) : null;
    if (spot) element.classList.toggle("at-the-top", board.camera.seen(spot).y > board.camera.bounds().height * 0.45);
    if (armed.place) return;
    element.scrollIntoView?.({ block: "nearest" });
    if (held) focusOn(element, "[data-ahead='do']", { preventScroll: true });
  }

  cancel() {
    if (!this.drop()) return;
    this.board.reach.show(null);
    this.board.drawField();
    this.board.view.focus({ preventScroll: true });
    speak(say("cancelled"));
  }
}
