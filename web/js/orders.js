// @ts-check
// Sending one order and waiting for what comes of it; going back and forth; refusals.

import { Failure, failed, get, post } from "./api.js";
import { button, capital, h, speak, toast } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{ seat: string, after: number, order?: string }} Asked */

/**
 * What goes over the socket; the rest goes by calls.
 * @param {string} kind
 * @param {Asked} body
 * @returns {Wire.ClientMessage | null}
 */
function spoken(kind, { seat, after, order }) {
  if (kind === "order" && order !== undefined) return { order: { seat, after, order } };
  if (kind === "undo") return { undo: { seat, after } };
  if (kind === "redo") return { redo: { seat, after } };
  return null;
}

export class Orders {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.busy = false;
    /** Told of the message that answers the order under way. @type {((message: Wire.Refused | Wire.ErrorMessage) => void) | null} */
    this.waiting = null;
    /** Told whenever a snapshot has arrived. @type {(() => void) | null} */
    this.landed = null;
  }

  /**
   * One order; what comes of it arrives by the socket. `forced` if nobody chose it.
   * @param {string} order
   */
  async give(order, seat = this.board.game.seat, forced = false) {
    if (this.busy || !seat) return false;
    if (!forced) this.board.forced.decided(order);
    const { snapshot } = this.board.game;
    const done = await this.request("order", { seat, after: snapshot.version, order });
    if (done) document.querySelectorAll(".toast.refusal").forEach(old => old.remove());
    return done;
  }

  /** @param {Page.Offer} offer */
  take(offer) {
    return this.give(offer.order, offer.seat ?? this.board.game.seat);
  }

  /**
   * Undo and redo go over the socket, the rest by calls.
   * @param {string} kind
   * @param {string | null} seat
   */
  async back(kind, seat) {
    if (this.busy || !seat) return false;
    this.board.forced.hold();
    return this.request(kind, { seat, after: this.board.game.snapshot.version });
  }

  /**
   * @param {string} kind
   * @param {Asked} body
   */
  async request(kind, body) {
    const { board } = this;
    this.wait(true);
    try {
      const message = spoken(kind, body);
      if (board.live?.ready() && message) await this.bySocket(board.live, message, body.after);
      else {
        /** @type {Wire.Done} */
        const answer = await post(`/api/games/${board.id}/${kind === "order" ? "orders" : kind}`, body);
        await this.arrival(answer.version);
        if (answer.stopped) this.refused(answer.stopped);
      }
      return true;
    } catch (thrown) {
      const failure = failed(thrown);
      if (failure.refusal) this.refused(failure.refusal);
      else if (failure.version !== undefined) toast(say("order-late"));
      else toast(capital(failure.message), { kind: "refusal" });
      return false;
    } finally {
      this.wait(false);
    }
  }

  /** @param {boolean} on */
  wait(on) {
    this.busy = on;
    this.board.frame.dataset.busy = String(on);
    this.board.prompt.wait(on);
  }

  /**
   * An order over the socket is answered by a refusal or by a newer version.
   * @param {import("./api.js").Live} live
   * @param {Wire.ClientMessage} message
   * @param {number} after
   */
  bySocket(live, message, after) {
    return new Promise((done, fail) => {
      const end = () => {
        clearTimeout(slow);
        this.waiting = this.landed = null;
      };
      const newer = () => this.board.game.snapshot.version > after;
      const slow = setTimeout(async () => {
        await this.fetch();
        end();
        if (newer()) done(undefined);
        else fail(new Failure(0, { error: say("order-no-answer") }));
      }, 6000);
      this.waiting = message => {
        end();
        fail(new Failure(message.status ?? 0, message));
      };
      this.landed = () => {
        if (!newer()) return;
        end();
        done(undefined);
      };
      live.send(message);
    });
  }

  /**
   * Waits for a version to be shown; asks for it when the socket is slow.
   * @param {number} version
   */
  arrival(version) {
    if (this.board.game.snapshot.version >= version) return Promise.resolve();
    /** @type {Promise<void>} */
    const arrived = new Promise(done => {
      const finish = () => {
        clearTimeout(slow);
        this.landed = null;
        done();
      };
      const slow = setTimeout(async () => {
        await this.fetch();
        finish();
      }, 1500);
      this.landed = () => {
        if (this.board.game.snapshot.version >= version) finish();
      };
    });
    return arrived;
  }

  async fetch() {
    try {
      /** @type {Wire.Snapshot} */
      const snapshot = await get(`/api/games/${this.board.id}${this.board.game.asEyes()}`);
      this.board.message(snapshot);
    } catch {
      /* the socket will bring it */
    }
  }

  /**
   * A message of the socket that answers an order.
   * @param {Wire.Refused | Wire.ErrorMessage} message
   */
  answered(message) {
    if (message.kind === "refused" && message.stopped) this.refused(message.refusal);
    else if (this.waiting) this.waiting(message);
    else if (message.kind === "refused") this.refused(message.refusal);
    else toast(capital(message.error), { kind: "refusal" });
  }

  /**
   * Which rule forbids it, why here, and the way to its example.
   * @param {Page.Refusal} refusal
   */
  refused(refusal) {
    const { board } = this;
    const { mentions } = board;
    const cases = [...new Set([refusal.case, ...refusal.also])].filter(Boolean);
    const { facts } = refusal;
    document.querySelectorAll(".toast.refusal").forEach(old => old.remove());
    const box = toast(
      [
        h(
          "h2",
          {},
          cases.map(id => mentions.caseLink(id)),
          refusal.title ?? say("refused-title"),
        ),
        h("p", {}, mentions.rich(capital(facts), refusal.mentions), facts.endsWith(".") ? "" : "."),
        refusal.case
          ? h(
              "div",
              { class: "toast-buttons" },
              button(
                say("refused-show"),
                event => {
                  event.target.closest(".toast")?.remove();
                  board.drawer.show(refusal.case, true);
                },
                { kind: "small", picture: "book" },
              ),
            )
          : null,
      ],
      { kind: "refusal", seconds: 12 },
    );
    box.dataset.refusal = refusal.case;
    const meant = (refusal.mentions ?? []).flatMap(mention => mention.place ?? []);
    board.field.flash([...meant, ...(refusal.places ?? [])], refusal.units ?? []);
    board.prompt.shake();
    speak(say("refused-spoken", { cases: cases.join(", "), facts }));
  }
}
