// @ts-check
// No empty stops: a question with one answer is passed over, and can be gone back to.

import { button, h } from "./dom.js";
import { settings } from "./settings.js";
import { listed, say } from "./words.js";

/** How long a question that ends a phase is shown before it is passed over, in milliseconds. */
const PATIENCE = 1600;

/**
 * The answer to a question that has only one; null if there is a choice, a die to throw, or something to do out of turn.
 * @param {Pick<Page.Game, 'deciding' | 'offers' | 'distinct' | 'interrupts'>} game
 */
export function onlyAnswer(game) {
  if (!game.deciding()) return null;
  const offers = game.distinct(game.offers());
  const [only] = offers;
  return offers.length === 1 && !only.throws && !only.moves && !game.interrupts().length ? only : null;
}

export class Forced {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** The question that this seat answered last, or that was passed over. */
    this.question = "";
    /** What was passed over since this player last decided something, in words. @type {string[]} */
    this.passed = [];
    /** The last order of this player began something, such as an attack; of one before the page was opened it is supposed. */
    this.begun = true;
    /** Somebody went back on purpose: nothing is passed over until the next order. */
    this.held = false;
    /** The answer that is about to be given. @type {Page.Offer | null} */
    this.next = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  close() {
    clearTimeout(this.timer);
  }

  /** The player goes back: what was passed over is asked again. */
  hold() {
    this.held = true;
    this.stop();
  }

  /**
   * The player gives an order himself: he begins something with it, unless it ends a phase.
   * @param {string} order
   */
  decided(order) {
    this.begun = !this.board.game.offers().some(offer => offer.ends && offer.order === order);
    this.held = false;
    this.passed = [];
    this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    this.next = null;
  }

  /** Looks at the question that is asked now, once it is in sight. */
  look() {
    const { board } = this;
    const { game } = board;
    if (!game.deciding() || board.replay.on || board.watch.on()) return;
    const ask = game.ask();
    const question = `${ask?.seat} ${ask?.case} ${ask?.short} ${game.snapshot.turn}`;
    const same = question === this.question;
    this.question = question;
    // Whoever has been at work in a phase ends it himself.
    if (same || this.held || !settings.pass || this.next) return;
    const answer = onlyAnswer(game);
    if (!answer) return;
    // What the player has begun he may want to give up again: then the last word is his.
    if (this.begun && board.rewind.unfinished()) return;
    this.pass(answer);
  }

  /** @param {Page.Offer} answer */
  pass(answer) {
    const { board } = this;
    const { game } = board;
    this.next = answer;
    this.timer = setTimeout(
      () => {
        const due = this.next;
        this.next = null;
        if (!due || board.orders.busy) return;
        // What came in meanwhile may have brought another answer; where it has not, the question is as it was.
        if (onlyAnswer(game)?.order !== due.order) {
          board.prompt.draw();
          return;
        }
        board.ahead.drop();
        // The same may be asked again at once, of another unit: that is a question of its own.
        this.question = "";
        this.passed.push(game.words(due));
        board.orders.give(due.order, game.seat, true);
      },
      answer.ends || !game.isOpen ? PATIENCE : 0,
    );
    board.prompt.draw();
  }

  /** In the prompt: what is being passed over, and what has been. */
  strip() {
    if (this.next)
      return h(
        "p",
        { class: "passes", "data-passes": "" },
        say("forced-only"),
        " ",
        button(
          say("forced-stay"),
          () => {
            this.hold();
            this.board.prompt.draw();
          },
          { kind: "small", "data-stay": "" },
        ),
      );
    return this.passed.length
      ? h("p", { class: "passes fine", "data-passed": "" }, say("forced-passed", { orders: listed(this.passed) }))
      : null;
  }
}
