// @ts-check
// What a player must decide, under which rule, and the possible answers.

import { checklist } from "./checklist.js";
import { button, capital, focusOn, h, icon, replace, speak } from "./dom.js";
import { inWords } from "./facing.js";
import { counter } from "./field.js";
import { panel } from "./panels.js";
import { rematch } from "./share.js";

export class Prompt {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** The lists that were opened stay so. */
    this.listOpen = false;
    this.interruptsOpen = false;
    this.element = h("section", { class: "prompt", "aria-label": "Your decision", tabindex: "-1" });
  }

  /** @param {boolean} on */
  wait(on) {
    this.element.classList.toggle("busy", on);
    this.element.setAttribute("aria-busy", String(on));
  }

  shake() {
    this.element.classList.remove("shake");
    void this.element.offsetWidth;
    this.element.classList.add("shake");
  }

  focus() {
    if (!focusOn(this.element, ".answers button, .combat button")) this.element.focus();
  }

  /**
   * Phases end only after a look at what is open.
   * @param {Page.Offer} offer
   */
  choose(offer) {
    return offer.ends ? checklist(this.board, offer) : this.board.orders.take(offer);
  }

  /** The answer that ends the phase, from the keyboard. */
  end() {
    const offers = this.board.game.plainOffers();
    const offer = offers.find(other => other.ends) ?? (offers.length === 1 ? offers[0] : null);
    if (offer) return this.choose(offer);
    this.shake();
    speak(`The phase cannot be ended now. ${this.board.game.ask()?.text ?? ""}`);
    return undefined;
  }

  draw() {
    const { board } = this;
    const { game } = board;
    const { pending } = game.shown();
    const kind = game.past ? "replay" : game.staged ? "wait" : pending?.kind === "over" ? "over" : game.ask() ? "decide" : "wait";
    this.element.dataset.asks = kind;
    this.element.dataset.seat = game.seat ?? "";
    const held = document.activeElement?.closest(".prompt [data-offer]")?.getAttribute("data-offer") ?? undefined;
    const ask = game.ask();
    const drawn =
      kind === "replay"
        ? this.replay()
        : kind === "over"
          ? this.verdict()
          : kind === "decide" && ask
            ? this.question(ask)
            : game.staged
              ? this.watching(game.staged)
              : this.waiting();
    const active = document.activeElement;
    const kept = active instanceof HTMLElement && this.element.contains(active) ? active : null;
    replace(this.element, drawn);
    // Whoever works with the keyboard does not lose the place.
    if (document.activeElement !== document.body) return;
    if (held !== undefined) {
      if (!focusOn(this.element, `[data-offer="${CSS.escape(held)}"]`, { preventScroll: true }))
        this.element.focus({ preventScroll: true });
    } else if (kept?.isConnected) kept.focus({ preventScroll: true });
  }

  /** @param {Wire.Ask} ask */
  question(ask) {
    const { board } = this;
    const { game, mentions, reach } = board;
    const asked = (game.snapshot.pending.asks ?? []).filter(other => game.mine().includes(other.seat));
    const plain = game.plainOffers();
    const throws = plain.filter(offer => offer.throws && !offer.ends);
    const rest = plain.filter(offer => !throws.includes(offer));
    board.throws.draw();
    return [
      asked.length > 1
        ? h(
            "div",
            { class: "seat-tabs", role: "group", "aria-label": "Deciding" },
            asked.map(other =>
              h(
                "button",
                {
                  type: "button",
                  "aria-pressed": String(other.seat === game.seat),
                  onclick: () => {
                    game.prefer(other.seat);
                    board.draw();
                  },
                },
                game.seatName(other.seat),
              ),
            ),
          )
        : null,
      h(
        "p",
        { class: "who" },
        h("span", { class: "seat-name" }, game.seatName(ask.seat)),
        h("span", { class: "short" }, ask.heading),
        ask.case ? mentions.caseLink(ask.case) : null,
      ),
      h("p", { class: "question" }, mentions.rich(capital(ask.text), ask.mentions)),
      this.hint(),
      board.hand.tray(),
      board.watch.strip(),
      throws.length ? board.combat.draw(throws) : null,
      h(
        "div",
        { class: "answers" },
        rest.map(offer =>
          button(game.words(offer), () => this.choose(offer), {
            kind: offer.ends || rest.length === 1 ? "primary" : "",
            title: offer.ends ? "E" : undefined,
            "data-offer": offer.order,
            "data-ends": offer.ends ? "true" : undefined,
          }),
        ),
        this.handTools(),
      ),
      board.hints.tool(),
      reach.element,
      this.battle(),
      this.interrupts(),
      board.throws.result,
      this.choices(),
    ];
  }

  /** The battle that is being fought, while there is one. */
  battle() {
    const { board } = this;
    return (board.game.shown().panels ?? []).filter(one => one.kind === "duel").map(one => panel(board, one));
  }

  /** What can be done with the units that are chosen. */
  handTools() {
    const { hand, game, reach, rewind } = this.board;
    const formation = hand.chosen.length === 1 && reach.on() && !this.board.field.spots.stacks ? hand.formation() : [];
    return [
      formation.length > 1
        ? button(
            `Whole formation (${formation.length})`,
            () => hand.choose([hand.chosen[0], ...formation.filter(unit => unit !== hand.chosen[0])]),
            { "data-deed": "formation", title: "F" },
          )
        : null,
      reach.on() && (hand.chosen.length === 1 || reach.found?.stacked)
        ? button("Step by step", () => hand.stepByStep(), { "data-deed": "step-by-step" })
        : null,
      hand.chosen.length || (game.inHand() && rewind.seatFor("undo"))
        ? button("Deselect", () => hand.putBack(), { title: "Esc", picture: "undo", "data-deed": "put-back" })
        : null,
    ];
  }

  /** One line on where to click. */
  hint() {
    const { game, hand, reach, wedges } = this.board;
    const offers = game.offers();
    const units = game.ableUnits().length;
    const places = game.offeredPlaces().length;
    /** @param {string} words */
    const keys = words => h("span", { class: "keys-only" }, words);
    const { noun, nouns, stacks } = this.board.field.spots;
    const lead = hand.chosen.length ? game.unitName(hand.chosen[0]) : "";
    let words = null;
    if (reach.on() && stacks)
      words = `Click a marked ${noun} to march there, or drag the stack. The number is the movement it will have left. Deselect counters here to leave them behind.`;
    else if (reach.on() && hand.chosen.length > 1)
      words = `${hand.chosen.length} units together: click where ${lead} should go, or drag it; the others keep their positions around it.`;
    else if (reach.on())
      words = [
        `${lead}: click a ${noun} to march there, or drag it. The number is the movement it will have left. `,
        wedges.on() ? ["A wedge turns it. ", keys("So do [ and ]. ")] : null,
        keys("Shift-click adds units."),
      ];
    else if (reach.asked) words = "Finding where they can go…";
    else if (hand.chosen.length > 1) words = "These units cannot move together.";
    else if (hand.chosen.length) words = `${lead}: click one of the marked ${nouns}.`;
    else if (units && places && offers.some(offer => offer.unit && offer.place))
      words = units > 1 ? `Click a marked unit, then a ${noun}.` : `Click a marked ${noun}.`;
    else if (units && places) words = `Click a marked unit or ${noun}.`;
    else if (units) words = [`${units} ${units === 1 ? "unit is" : "units are"} marked: select one. `, keys("N goes to the next.")];
    else if (places) words = game.inHand() ? `Click a marked ${noun}, or a farther one to march there.` : `Click a marked ${noun}.`;
    return words ? h("p", { class: "hint" }, words) : null;
  }

  /** Every choice as a list, for those who do not point. */
  choices() {
    const { board } = this;
    const { game } = board;
    const offers = game.offers().filter(offer => offer.unit || offer.place);
    if (!offers.length) return null;
    const groups = Map.groupBy(offers, offer => offer.verb);
    /**
     * @param {Page.Offer} offer
     * @param {boolean} move
     */
    const show = (offer, move) => board.light(offer.place ? [offer.place] : [], offer.unit ? [offer.unit] : [], move);
    /** @param {Page.Offer} offer */
    const chip = offer =>
      h(
        "button",
        {
          type: "button",
          class: "unit-chip",
          "data-offer": offer.order,
          onclick: () => (offer.unit && !offer.place && !offer.facing ? board.hand.pick(offer) : board.orders.take(offer)),
          onpointerenter: () => show(offer, false),
          onfocus: () => show(offer, true),
        },
        offer.unit ? counter(offer.unit, 34) : null,
        h(
          "span",
          {},
          offer.unit ? game.unitName(offer.unit) : "",
          h("small", {}, offer.place ?? (offer.facing ? inWords(offer.facing) : game.unit(offer.unit)?.place) ?? "off the map"),
        ),
      );
    return h(
      "details",
      {
        class: "choices",
        open: this.listOpen,
        ontoggle: event => {
          this.listOpen = event.target.open;
        },
      },
      h("summary", {}, `All choices (${offers.length})`),
      [...groups].map(([verb, list]) =>
        h("div", { class: "choice-group" }, h("h2", {}, capital(verb)), h("div", { class: "unit-chips" }, list.map(chip))),
      ),
    );
  }

  /**
   * The others' moves are being shown.
   * @param {Page.Snapshot} staged
   */
  watching(staged) {
    const { board } = this;
    const { game, watch, thinking } = board;
    const [asked] = staged.pending.asks;
    const other = game.seatOf(asked?.seat);
    return [
      this.whose(other && !other.mine ? [other] : game.snapshot.seats.filter(seat => !seat.mine)),
      watch.element,
      thinking.on() ? thinking.element : null,
      this.interrupts(),
    ];
  }

  /**
   * Seats by name, and the generals who play them.
   * @param {{ name: string, general?: string | null }[]} seats
   * @param {string | null | undefined} [short]
   */
  whose(seats, short) {
    const generals = seats.map(seat => seat.general).filter(Boolean);
    return h(
      "p",
      { class: "who" },
      h(
        "span",
        { class: "seat-name" },
        seats.map(seat => seat.name).join(" and ") || (this.board.game.shown().pending?.kind === "throw" ? "The dice" : "The others"),
      ),
      generals.length ? h("span", { class: "general-name" }, icon("general"), generals.join(" and ")) : null,
      short ? h("span", { class: "short" }, short) : null,
    );
  }

  waiting() {
    const { board } = this;
    const { game } = board;
    const { pending } = game.snapshot;
    const asks = pending?.asks ?? [];
    const names = asks.map(ask => game.seatName(ask.seat));
    const machine = game.thinking();
    const owing = asks.length ? [] : (game.snapshot.dice?.waiting_for ?? []).flatMap(seat => game.seatOf(seat) ?? []);
    const empty = [...asks.flatMap(ask => game.seatOf(ask.seat) ?? []), ...owing].filter(seat => !seat.taken);
    const words = owing.length
      ? empty.length
        ? `The dice wait until every seat is taken: send the ${empty.map(seat => seat.name).join(" and ")} their link.`
        : `The dice wait for the ${owing.map(seat => seat.name).join(" and ")} to open the game.`
      : pending?.kind === "throw"
        ? "Rolling the dice…"
        : machine.length
          ? "Sending your order…"
          : empty.length
            ? `That seat is still empty: send the ${empty.map(seat => seat.name).join(" and ")} their link.`
            : names.length
              ? `Waiting for the ${names.join(" and ")}.`
              : "Waiting for the other side.";
    board.throws.draw();
    return [
      this.whose(
        asks.map(ask => game.seatOf(ask.seat) ?? { name: ask.seat }),
        asks[0]?.short ? asks[0].heading : null,
      ),
      board.thinking.on()
        ? board.thinking.element
        : h("p", { class: `question waits ${machine.length ? "thinking" : ""}`, role: machine.length ? undefined : "status" }, words),
      this.battle(),
      board.watch.strip(),
      empty.length && game.mine().length
        ? h(
            "div",
            { class: "answers" },
            button("Invite", () => board.share(), { picture: "link" }),
          )
        : null,
      game.mine().length ? null : h("p", { class: "hint" }, "You are a spectator."),
      this.interrupts(),
      board.throws.result,
    ];
  }

  /** What may be done at any time. */
  interrupts() {
    const { game, orders } = this.board;
    const bySeat = Map.groupBy(game.interrupts(), offer => offer.seat);
    return [...bySeat].map(([seat, offers]) => {
      const words = game.mine().length > 1 ? `${game.seatName(seat)}, at any time:` : "At any time you may:";
      const answers = h(
        "div",
        { class: "answers" },
        offers.map(offer => button(game.words(offer), () => orders.take(offer), { kind: "small", "data-offer": offer.order })),
      );
      // A long list does not push what is asked out of sight.
      if (offers.length > 3)
        return h(
          "details",
          {
            class: "interrupts",
            open: this.interruptsOpen,
            ontoggle: event => {
              this.interruptsOpen = event.target.open;
            },
          },
          h("summary", {}, `${words.replace(/:$/, "")} (${offers.length})`),
          answers,
        );
      return h("div", { class: "interrupts" }, h("p", { class: "fine" }, words), answers);
    });
  }

  replay() {
    const { turningPoint, replay } = this.board;
    const back = button("Back to the game", () => replay.leave(), { kind: turningPoint.on() ? "small" : "primary" });
    if (turningPoint.on()) return [turningPoint.element, h("div", { class: "answers" }, turningPoint.way(), back)];
    return [
      h("p", { class: "who" }, h("span", { class: "seat-name" }, "Replay")),
      h("p", { class: "question" }, "You are viewing an earlier position. The game itself is unchanged."),
      h("div", { class: "answers" }, back),
    ];
  }

  verdict() {
    const { board } = this;
    const { snapshot } = board.game;
    const words = snapshot.pending.kind === "over" ? snapshot.pending.verdict.words : "The game is over";
    const score = snapshot.seats.filter(seat => snapshot.score?.[seat.id] !== undefined);
    return [
      h("p", { class: "who" }, h("span", { class: "seat-name" }, "The game is over")),
      h("p", { class: "question" }, capital(words), words.endsWith(".") ? "" : "."),
      score.length
        ? h(
            "p",
            { class: "score" },
            score.map(seat => h("span", {}, seat.name, " ", h("b", {}, String(snapshot.score[seat.id])))),
          )
        : null,
      h(
        "div",
        { class: "answers" },
        board.hasGenerals
          ? h("a", { class: "button primary", href: `/game/${board.id}/review`, "data-review": "" }, icon("review"), "Review the game")
          : null,
        button("Replay the game", () => board.replay.open(0), { kind: board.hasGenerals ? "" : "primary", picture: "replay" }),
        snapshot.rematch
          ? button("Your opponent wants a rematch: take your seat", () => rematch(board.id), { picture: "swap", "data-rematch-wanted": "" })
          : null,
        button("Share, export, rematch", () => board.share()),
        h("a", { class: "button", href: `/game/${board.id}/dice` }, "Check the dice"),
      ),
    ];
  }
}
