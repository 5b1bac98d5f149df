// @ts-check
// Undo, redo, reset of the turn, and going back by consent.

import { failed, post } from "./api.js";
import { button, capital, dialog, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { listed, say } from "./words.js";

export class Rewind {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /**
     * @param {string} deed
     * @param {string} picture
     * @param {string} label
     * @param {() => unknown} onclick
     */
    const tool = (deed, picture, label, onclick, more = {}) => iconButton(picture, label, onclick, { "data-deed": deed, ...more });
    this.undoButton = tool("undo", "undo", say("undo-tool"), () => this.undo());
    this.redoButton = tool("redo", "redo", say("redo-tool"), () => this.redo());
    this.resetButton = tool("reset", "reset", say("reset-tool"), () => this.reset(), {
      class: "icon-button wide-only",
    });
    this.takebackButton = tool("takeback", "takeback", say("takeback-tool"), () => this.ask(), {
      class: "icon-button wide-only",
    });
    /** How the last request ended, as it was told. @type {string | null} */
    this.answer = null;
    this.tools = [this.undoButton, this.redoButton, this.resetButton, this.takebackButton];
    this.element = h("section", { class: "takeback", "aria-label": say("takeback-label"), "aria-live": "polite", hidden: true });
  }

  /** @param {'undo' | 'redo'} what */
  seatFor(what) {
    const { game } = this.board;
    return game.mine().find(seat => game.snapshot[what]?.[seat]) ?? null;
  }

  /** Whoever decides now, or any seat of this browser. */
  speaker() {
    const { game } = this.board;
    return game.seat ?? game.mine()[0] ?? null;
  }

  /**
   * Why a tool has nothing to do; null if it has.
   * @param {string} deed
   */
  reason(deed) {
    const { game } = this.board;
    if (game.past) return say("undo-in-the-past");
    if (!game.mine().length) return say("undo-spectator");
    if (deed === "redo") return this.seatFor("redo") ? null : say("redo-nothing");
    if (deed === "takeback")
      return game.snapshot.takeback ? say("takeback-pending") : game.snapshot.log.length ? null : say("takeback-nothing");
    if (this.seatFor("undo")) return null;
    const why = game.snapshot.undo_stops?.[this.speaker() ?? ""];
    return `${capital(why ?? say("undo-nothing"))}. ${say("undo-barrier")}`;
  }

  draw() {
    for (const element of this.tools) {
      const reason = this.reason(element.dataset.deed ?? "");
      // Not `disabled`: whoever presses it is told why.
      element.setAttribute("aria-disabled", String(Boolean(reason)));
      element.title = reason ?? element.getAttribute("aria-label") ?? "";
    }
    this.request();
    // How the last request ended, once.
    const answer = this.board.game.snapshot.takeback_answer ?? null;
    if (answer && answer !== this.answer) toast(answer, { kind: "note", seconds: 8 });
    this.answer = answer;
  }

  /**
   * Explains instead of doing nothing.
   * @param {string} deed
   */
  idle(deed) {
    const reason = this.reason(deed);
    if (!reason) return false;
    const further = deed !== "takeback" && deed !== "redo" && !this.reason("takeback");
    toast(
      [
        h("p", {}, reason),
        further
          ? h(
              "div",
              { class: "toast-buttons" },
              button(
                say("takeback-further"),
                event => {
                  event.target.closest(".toast")?.remove();
                  this.ask();
                },
                { kind: "small", picture: "takeback" },
              ),
            )
          : null,
      ],
      { kind: "note" },
    );
    speak(reason);
    return true;
  }

  /** The last order, and with it the answers that were given because there was no other. */
  async undo() {
    if (this.idle("undo")) return;
    const { orders, forced } = this.board;
    let left = 1 + forced.passed.length;
    forced.passed = [];
    while (left > 0 && this.seatFor("undo") && (await orders.back("undo", this.seatFor("undo")))) left -= 1;
    speak(say("undone"));
  }

  /** Whether something is being put together that can still be given up: a question inside of a phase, after an order of one's own. */
  unfinished() {
    const { game } = this.board;
    return game.deciding() && !game.offers().some(offer => offer.ends) && this.seatFor("undo") === game.seat;
  }

  /** Gives up what is being put together: back to where the phase could be ended. */
  async giveUp() {
    const { orders, game } = this.board;
    let back = false;
    while (this.unfinished() && (await orders.back("undo", game.seat))) back = true;
    if (back) speak(say("cancelled"));
  }

  async redo() {
    if (!this.idle("redo") && (await this.board.orders.back("redo", this.seatFor("redo")))) speak(say("redone"));
  }

  async reset() {
    if (!this.idle("reset") && (await this.board.orders.back("reset", this.seatFor("undo")))) {
      speak(say("reset-done"));
      toast(
        [
          h("p", {}, say("reset-done")),
          h(
            "div",
            { class: "toast-buttons" },
            button(
              say("redo"),
              event => {
                event.target.closest(".toast")?.remove();
                this.redo();
              },
              { kind: "small", picture: "redo" },
            ),
          ),
        ],
        { kind: "note" },
      );
    }
  }

  /** Asks first: what others did since is gone with it. */
  ask() {
    if (this.idle("takeback")) return;
    const { game } = this.board;
    const others = game.snapshot.seats.filter(seat => !seat.mine);
    const people = others.filter(seat => !seat.general && seat.by !== "random");
    const last = game.snapshot.log.findLast(line => line.heading === "turn");
    const box = dialog(
      say("takeback-title"),
      [
        h(
          "p",
          {},
          [
            last ? say("takeback-words-now", { now: last.text }) : say("takeback-words"),
            others.length ? say("takeback-words-others", { seats: listed(others.map(seat => seat.name)) }) : say("takeback-words-since"),
            say("takeback-words-dice"),
          ].join(" "),
        ),
        people.length ? h("p", {}, say("takeback-must-agree", { seats: listed(people.map(seat => seat.name)) })) : null,
      ],
      [
        close => button(say("takeback-keep"), () => close.close(), { kind: "quiet", autofocus: true, "data-answer": "no" }),
        close =>
          button(
            people.length ? say("takeback-ask") : say("takeback-do"),
            () => {
              close.close();
              this.takeBack();
            },
            { "data-answer": "yes" },
          ),
      ],
    );
    box.dataset.dialog = "takeback";
  }

  async takeBack() {
    const { board } = this;
    const alone = board.game.snapshot.seats.every(seat => seat.mine);
    if (await board.orders.back("takeback", this.speaker())) {
      if (alone || !board.game.snapshot.takeback)
        toast(say("takeback-done"), {
          kind: "note",
          seconds: 8,
        });
    }
  }

  /**
   * @param {string} seat
   * @param {boolean} agree
   */
  async reply(seat, agree) {
    replace(this.element, h("p", { class: "takeback-words" }, say("takeback-sending")));
    try {
      await post(`/api/games/${this.board.id}/takeback/answer`, { seat, agree });
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
      this.request();
    }
  }

  /** A request that is open: to be answered, or to be waited for. The game stays in sight and in use. */
  request() {
    const { game } = this.board;
    const open = game.past ? null : game.snapshot.takeback;
    this.element.hidden = !open;
    if (!open) {
      delete this.element.dataset.takeback;
      return;
    }
    const by = game.seatName(open.by);
    const mine = (open.waiting_for ?? []).find(seat => game.mine().includes(seat));
    this.element.dataset.takeback = mine ? "asked" : "waiting";
    const names = listed((open.waiting_for ?? []).map(seat => game.seatName(seat)));
    replace(
      this.element,
      icon("takeback"),
      h(
        "div",
        {},
        h("h2", {}, mine ? say("takeback-by", { seat: by }) : say("takeback-waiting", { seats: names })),
        open.words ? h("p", { class: "takeback-words" }, capital(open.words)) : null,
        mine
          ? h(
              "div",
              { class: "answers" },
              button(say("request-agree"), () => this.reply(mine, true), { kind: "primary small", "data-answer": "yes" }),
              button(say("request-refuse"), () => this.reply(mine, false), { kind: "small", "data-answer": "no" }),
            )
          : h("p", { class: "fine waits" }, say("takeback-fine")),
      ),
    );
  }
}
