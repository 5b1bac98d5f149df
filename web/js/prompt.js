// @ts-check
// What a player must decide, under which rule, and the possible answers.

import { amount } from "./amounts.js";
import { checklist } from "./checklist.js";
import { button, capital, focusOn, h, icon, replace, speak } from "./dom.js";
import { inWords } from "./facing.js";
import { counter } from "./field.js";
import { rematch } from "./share.js";
import { listed, say } from "./words.js";

/** So many choices of one kind are written out. */
const MANY = 40;
/** More answers than these stand below each other. */
const ABREAST = 3;

export class Prompt {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** The lists that were opened stay so. */
    this.listOpen = false;
    this.interruptsOpen = false;
    this.element = h("section", { class: "prompt", "aria-label": say("prompt-label"), tabindex: "-1" });
    /** Where an order waits for its second word. */
    this.room = h("div", { class: "ahead-room" });
    /** The question that was last drawn: a new one is read from its beginning. */
    this.asked = "";
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
    const { forced, orders } = this.board;
    // What is about to be given by itself needs no second word.
    if (forced.next?.order === offer.order) return orders.take(offer);
    return offer.ends ? checklist(this.board, offer) : this.board.ahead.offer(offer, { place: null });
  }

  /** The answer that ends the phase, from the keyboard; nothing else is answered by it. */
  end() {
    const offer = this.board.game.plainOffers().find(other => other.ends);
    if (offer) return this.choose(offer);
    this.shake();
    speak(say("prompt-no-end", { question: this.board.game.ask()?.text }));
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
    if (kind !== "decide" && (kind !== "wait" || game.staged)) board.combat.hide();
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
    board.stageHome();
    if (board.ahead.on()) board.ahead.put();
    const asked = `${kind} ${ask?.seat} ${ask?.case} ${ask?.short}`;
    if (asked !== this.asked) this.fromTheTop();
    this.asked = asked;
    // Whoever works with the keyboard does not lose the place.
    if (document.activeElement !== document.body) return;
    if (held !== undefined) {
      if (!focusOn(this.element, `[data-offer="${CSS.escape(held)}"]`, { preventScroll: true }))
        this.element.focus({ preventScroll: true });
    } else if (kept?.isConnected) kept.focus({ preventScroll: true });
  }

  /** A new question begins at its beginning, wherever the last one was left. */
  fromTheTop() {
    this.element.scrollTop = 0;
    if (this.board.aside) this.board.aside.scrollTop = 0;
    document.querySelectorAll(".toast.passing").forEach(old => old.remove());
  }

  /** @param {Wire.Ask} ask */
  question(ask) {
    const { board } = this;
    const { game, mentions, reach } = board;
    const asked = (game.snapshot.pending.asks ?? []).filter(other => game.mine().includes(other.seat));
    const plain = game.plainOffers();
    const throws = board.combat.reckoned(plain);
    const rest = plain.filter(offer => !throws.includes(offer));
    const open = throws.length > 0 || game.about().units.length > 0 || game.offers().some(offer => offer.unit || offer.place);
    board.throws.draw();
    return [
      asked.length > 1
        ? h(
            "div",
            { class: "seat-tabs", role: "group", "aria-label": say("prompt-deciding") },
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
      board.forced.strip(),
      throws.length ? board.combat.draw(throws) : board.combat.watch(),
      board.narrow() ? board.combat.stage : null,
      h(
        "div",
        { class: rest.length > ABREAST ? "answers listed" : "answers" },
        rest.map(offer =>
          button(game.words(offer), () => this.choose(offer), {
            // The end of a phase is proposed only when nothing else is left to do.
            kind: offer.ends && !open ? "primary" : "",
            title: offer.ends ? "E" : undefined,
            "data-offer": offer.order,
            "data-ends": offer.ends ? "true" : undefined,
          }),
        ),
        this.handTools(),
      ),
      this.manoeuvres(),
      this.riders(),
      this.room,
      board.hints.tool(),
      reach.element,
      this.interrupts(),
      board.throws.result,
      this.choices(),
    ];
  }

  /** What can be done with the units that are chosen. */
  handTools() {
    const { board } = this;
    const { hand, game, reach, rewind } = board;
    const formation = hand.chosen.length === 1 && reach.on() && !this.board.field.spots.stacks ? hand.formation() : [];
    return [
      ...hand
        .besides()
        .map(offer => button(game.words(offer), () => board.ahead.offer(offer, { place: null }), { "data-offer": offer.order })),
      formation.length > 1
        ? button(
            say("prompt-formation", { count: formation.length }),
            () => hand.choose([hand.chosen[0], ...formation.filter(unit => unit !== hand.chosen[0])]),
            { "data-deed": "formation", title: "F" },
          )
        : null,
      reach.on() && (hand.chosen.length === 1 || reach.found?.stacked)
        ? button(say("prompt-step-by-step"), () => hand.stepByStep(), { "data-deed": "step-by-step" })
        : null,
      // What is being put together, such as an attack, can be given up.
      !hand.chosen.length && !game.inHand() && rewind.unfinished()
        ? button(say("prompt-go-back"), () => rewind.giveUp(), {
            picture: "undo",
            title: say("prompt-go-back-words"),
            "data-deed": "cancel",
          })
        : null,
      hand.chosen.length || (game.inHand() && rewind.seatFor("undo"))
        ? button(say("prompt-deselect"), () => hand.putBack(), { title: "Esc", picture: "undo", "data-deed": "put-back" })
        : null,
    ];
  }

  /** What the unit in hand can do besides going on. */
  inHand() {
    const { game, ahead, hand } = this.board;
    const unit = game.inHand();
    const offers = unit && !hand.chosen.length ? game.distinct(game.offersOf(unit)) : [];
    if (!offers.length) return null;
    /** @param {Page.Offer} offer */
    const chip = offer =>
      button(game.words(offer), () => ahead.offer(offer, { place: null }), { kind: "small", "data-offer": offer.order });
    return h("div", { class: "manoeuvres", role: "group", "aria-label": say("prompt-manoeuvres") }, offers.map(chip));
  }

  /** Those on the chosen counter, to be taken up by themselves. */
  riders() {
    const { game, hand } = this.board;
    const units = hand.riders();
    /** @param {string} unit */
    const chip = unit => {
      const [offer] = game.offersOf(unit);
      return offer
        ? h(
            "button",
            { type: "button", class: "unit-chip", "data-offer": offer.order, onclick: () => hand.pick(offer) },
            counter(unit, 34),
            h("span", {}, game.unitName(unit), h("small", {}, game.unit(unit)?.place ?? "")),
          )
        : null;
    };
    if (!units.length) return null;
    return h("div", { class: "riders", role: "group", "aria-label": say("prompt-riders") }, [
      h("p", { class: "fine" }, say("prompt-riders")),
      h("div", { class: "unit-chips" }, units.map(chip)),
    ]);
  }

  /** Changes of front and formation; the larger ones are done by dragging an end. */
  manoeuvres() {
    const { hand, reach } = this.board;
    const list = reach.on() && hand.chosen.length === 1 ? reach.manoeuvres().filter(({ goal }) => goal.steps.length === 1) : [];
    if (!list.length) return this.inHand();
    /** @param {Wire.Manoeuvre} one */
    const chip = one =>
      h(
        "button",
        {
          type: "button",
          class: "button small manoeuvre",
          "data-offer": one.goal.order,
          "data-manoeuvre": one.label,
          onclick: () => hand.manoeuvre(one),
          onpointerenter: () => (this.board.ahead.armed ? undefined : reach.sweep(one.goal, one.sweeps)),
          onpointerleave: () => reach.show(null),
          onfocus: () => (this.board.ahead.armed ? undefined : reach.sweep(one.goal, one.sweeps)),
        },
        one.label,
        h("b", { class: "price" }, amount(one.goal.cost)),
      );
    return h("div", { class: "manoeuvres", role: "group", "aria-label": say("prompt-manoeuvres") }, list.map(chip));
  }

  /** One line on where to click. */
  hint() {
    const { game, hand, reach, wedges } = this.board;
    const offers = game.offers();
    const units = game.ableUnits().length;
    const onMap = game.ableUnits().some(unit => game.unit(unit)?.place);
    const places = game.offeredPlaces().length;
    /** @param {string} words */
    const keys = words => h("span", { class: "keys-only" }, words);
    const { noun, nouns, stacks } = this.board.field.spots;
    const lead = hand.chosen.length ? game.unitName(hand.chosen[0]) : "";
    let words = null;
    if (wedges.place) words = say("hint-facing", { unit: lead, place: wedges.place });
    else if (reach.on() && stacks) words = say("hint-stack", { place: noun });
    else if (reach.on() && hand.chosen.length > 1) words = say("hint-group", { count: hand.chosen.length, unit: lead });
    else if (reach.on())
      words = [
        say("hint-unit", { unit: lead, place: noun }),
        " ",
        wedges.on() ? [say("hint-wedge"), " ", keys(`${say("hint-wedge-keys")} `)] : null,
        reach.manoeuvres().some(({ sweeps }) => sweeps.length) ? `${say("hint-wheel")} ` : null,
        keys(say("hint-shift")),
      ];
    else if (reach.asked) words = say("hint-finding");
    else if (hand.chosen.length > 1) words = say("hint-not-together");
    else if (hand.chosen.length) words = say("hint-one-of", { unit: lead, places: nouns });
    else if (units && places && offers.some(offer => offer.unit && offer.place))
      words = units > 1 && onMap ? say("hint-unit-then-place", { place: noun }) : say("hint-place", { place: noun });
    else if (units && places) words = say("hint-unit-or-place", { place: noun });
    else if (wedges.on()) words = say("hint-wedge");
    // What the unit in hand can do is on the buttons.
    else if (!places && units <= 1 && game.ableUnits()[0] === game.inHand()) words = null;
    else if (units && !onMap) words = say("hint-off-map");
    else if (units) words = [say("hint-units", { count: units }), " ", keys(say("hint-next"))];
    else if (places)
      words = say(
        game.inHand() ? "hint-place-or-farther" : game.plainOffers().some(offer => !offer.ends) ? "hint-place-or-answer" : "hint-place",
        { place: noun },
      );
    const risky = reach.on() && [...reach.byPlace.values()].some(goal => goal.caution);
    return words ? h("p", { class: "hint" }, words, risky ? ` ${say("hint-caution")}` : null) : null;
  }

  /** Every choice as a list, for those who do not point. */
  choices() {
    const { board } = this;
    const { game } = board;
    const offers = game.distinct(game.allOffers().filter(offer => offer.unit || offer.place));
    if (!offers.length) return null;
    const groups = Map.groupBy(offers, offer => (offer.idle ? say("prompt-idle") : offer.verb));
    // Those who are not on the map can only be chosen here.
    const away = !offers.some(offer => (offer.unit ? game.unit(offer.unit)?.place : offer.place));
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
          onclick: () => (offer.unit && !offer.place && !offer.facing ? board.hand.pick(offer) : board.ahead.offer(offer)),
          onpointerenter: () => show(offer, false),
          onfocus: () => show(offer, true),
        },
        offer.unit ? counter(offer.unit, 34) : null,
        h(
          "span",
          {},
          game.words(offer),
          h("small", {}, offer.facing ? inWords(offer.facing) : offer.unit ? (game.unit(offer.unit)?.place ?? say("off-the-map")) : ""),
        ),
      );
    return h(
      "details",
      {
        class: "choices",
        open: this.listOpen || away,
        ontoggle: event => {
          if (!away) this.listOpen = event.target.open;
        },
      },
      h("summary", {}, say("prompt-choices", { count: offers.length })),
      [...groups].map(([verb, list]) => {
        // Of a great many only the first are written out: the others are pointed at.
        const most = list.length > 2 * MANY ? MANY : list.length;
        return h(
          "div",
          { class: "choice-group" },
          h("h2", {}, capital(verb)),
          h("div", { class: "unit-chips" }, list.slice(0, most).map(chip)),
          most < list.length ? h("p", { class: "fine" }, say("prompt-more", { count: list.length - most })) : null,
        );
      }),
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
      this.room,
      this.interrupts(),
    ];
  }

  /**
   * Seats by name, and the generals who play them.
   * @param {{ name: string, general?: string | null }[]} seats
   * @param {string | null | undefined} [short]
   */
  whose(seats, short) {
    const generals = seats.flatMap(seat => seat.general ?? []);
    return h(
      "p",
      { class: "who" },
      h(
        "span",
        { class: "seat-name" },
        listed(seats.map(seat => seat.name)) || say(this.board.game.shown().pending?.kind === "throw" ? "the-dice" : "the-others"),
      ),
      generals.length ? h("span", { class: "general-name" }, icon("general"), listed(generals)) : null,
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
    /** @param {{ name: string }[]} list */
    const named = list => ({ seats: listed(list.map(seat => seat.name)) });
    const words = owing.length
      ? empty.length
        ? say("wait-dice-empty", named(empty))
        : say("wait-dice-seats", named(owing))
      : pending?.kind === "throw"
        ? say("wait-dice")
        : machine.length
          ? say("wait-sending")
          : empty.length
            ? say("wait-empty", named(empty))
            : names.length
              ? say("wait-seats", { seats: listed(names) })
              : say("wait-others");
    board.throws.draw();
    return [
      this.whose(
        asks.map(ask => game.seatOf(ask.seat) ?? { name: ask.seat }),
        asks[0]?.short ? asks[0].heading : null,
      ),
      this.room,
      board.thinking.on()
        ? board.thinking.element
        : h("p", { class: `question waits ${machine.length ? "thinking" : ""}`, role: machine.length ? undefined : "status" }, words),
      board.combat.watch(),
      board.narrow() ? board.combat.stage : null,
      board.watch.strip(),
      empty.length && game.mine().length
        ? h(
            "div",
            { class: "answers" },
            button(say("prompt-invite"), () => board.share(), { picture: "link" }),
          )
        : null,
      game.mine().length ? null : h("p", { class: "hint" }, say("prompt-spectator")),
      this.interrupts(),
      board.throws.result,
    ];
  }

  /** What may be done at any time. */
  interrupts() {
    const { game, ahead } = this.board;
    const bySeat = Map.groupBy(game.interrupts(), offer => offer.seat);
    return [...bySeat].map(([seat, offers]) => {
      const words = game.mine().length > 1 ? say("prompt-any-time-seat", { seat: game.seatName(seat) }) : say("prompt-any-time");
      const answers = h(
        "div",
        { class: "answers" },
        game
          .distinct(offers)
          .map(offer =>
            button(game.words(offer), () => ahead.offer(offer, { place: null, must: true }), { kind: "small", "data-offer": offer.order }),
          ),
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
          h("summary", {}, say("counted", { words, count: offers.length })),
          answers,
        );
      return h("div", { class: "interrupts" }, h("p", { class: "fine" }, words), answers);
    });
  }

  replay() {
    const { turningPoint, replay } = this.board;
    const back = button(say("prompt-back"), () => replay.leave(), { kind: turningPoint.on() ? "small" : "primary" });
    if (turningPoint.on()) return [turningPoint.element, h("div", { class: "answers" }, turningPoint.way(), back)];
    return [
      h("p", { class: "who" }, h("span", { class: "seat-name" }, say("replay"))),
      h("p", { class: "question" }, say("replay-words")),
      h("div", { class: "answers" }, back),
    ];
  }

  verdict() {
    const { board } = this;
    const { snapshot } = board.game;
    const words = snapshot.pending.kind === "over" ? snapshot.pending.verdict.words : say("over");
    const score = snapshot.seats.filter(seat => snapshot.score?.[seat.id] !== undefined);
    return [
      h("p", { class: "who" }, h("span", { class: "seat-name" }, say("over"))),
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
          ? h("a", { class: "button primary", href: `/game/${board.id}/review`, "data-review": "" }, icon("review"), say("over-review"))
          : null,
        button(say("over-replay"), () => board.replay.open(0), { kind: board.hasGenerals ? "" : "primary", picture: "replay" }),
        snapshot.rematch ? button(say("over-rematch"), () => rematch(board.id), { picture: "swap", "data-rematch-wanted": "" }) : null,
        button(say("over-share"), () => board.share()),
        h("a", { class: "button", href: `/game/${board.id}/dice` }, say("check-dice")),
      ),
    ];
  }
}
