// Sending one order and waiting for what comes of it; going back and forth; refusals.

import { Failure, get, post } from "./api.js";
import { button, capital, h, speak, toast } from "./dom.js";

export class Orders {
  constructor(board) {
    this.board = board;
    this.busy = false;
  }

  /** One order; what comes of it arrives by the socket. */
  async give(order, seat = this.board.game.seat) {
    if (this.busy || !seat) return false;
    const { snapshot } = this.board.game;
    const done = await this.request("order", { seat, after: snapshot.version, order });
    if (done) document.querySelectorAll(".toast.refusal").forEach(old => old.remove());
    return done;
  }

  take(offer) {
    return this.give(offer.order, offer.seat ?? this.board.game.seat);
  }

  /** Undo and redo go over the socket, the rest by calls. */
  async back(kind, seat, more = {}) {
    if (this.busy || !seat) return false;
    return this.request(kind, { seat, after: this.board.game.snapshot.version, ...more });
  }

  async request(kind, body) {
    const { board } = this;
    this.wait(true);
    try {
      if (board.live?.ready() && ["order", "undo", "redo"].includes(kind)) await this.bySocket(kind, body);
      else {
        const answer = await post(`/api/games/${board.id}/${kind === "order" ? "orders" : kind}`, body);
        if (answer?.version !== undefined) await this.arrival(answer.version);
        if (answer?.stopped) this.refused(answer.stopped);
      }
      return true;
    } catch (failure) {
      if (failure.refusal) this.refused(failure.refusal);
      else if (failure.version !== undefined) toast("The game had moved on before your order arrived. Look again, then give it once more.");
      else toast(capital(failure.message), { kind: "refusal" });
      return false;
    } finally {
      this.wait(false);
    }
  }

  wait(on) {
    this.busy = on;
    this.board.frame.dataset.busy = String(on);
    this.board.prompt.wait(on);
  }

  /** An order over the socket is answered by a refusal or by a newer version. */
  bySocket(kind, body) {
    return new Promise((done, fail) => {
      const end = (settle, value) => {
        clearTimeout(slow);
        this.waiting = this.landed = null;
        settle(value);
      };
      const newer = () => this.board.game.snapshot.version > body.after;
      const slow = setTimeout(async () => {
        await this.fetch();
        if (newer()) end(done);
        else end(fail, new Failure(0, { error: "No answer from the server yet; it is being asked again." }));
      }, 6000);
      this.waiting = message => end(fail, new Failure(message.status ?? 0, message));
      this.landed = () => {
        if (newer()) end(done);
      };
      this.board.live.send({ [kind]: body });
    });
  }

  /** Waits for a version to be shown; asks for it when the socket is slow. */
  arrival(version) {
    if (this.board.game.snapshot.version >= version) return Promise.resolve();
    return new Promise(done => {
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
  }

  async fetch() {
    try {
      this.board.message(await get(`/api/games/${this.board.id}${this.board.game.asEyes()}`));
    } catch {
      /* the socket will bring it */
    }
  }

  /** A message of the socket that answers an order. */
  answered(message) {
    if (message.kind === "refused" && message.stopped) this.refused(message.refusal);
    else if (this.waiting) this.waiting(message);
    else if (message.kind === "refused") this.refused(message.refusal);
    else toast(capital(message.error), { kind: "refusal" });
  }

  /** Which rule forbids it, why here, and the way to its example. */
  refused(refusal) {
    const { board } = this;
    const { mentions } = board;
    const cases = [refusal.case, ...(refusal.also ?? [])].filter(Boolean);
    const facts = refusal.facts ?? "";
    document.querySelectorAll(".toast.refusal").forEach(old => old.remove());
    const box = toast(
      [
        h(
          "h2",
          {},
          cases.map(id => mentions.caseLink(id)),
          refusal.title ?? "The rules do not allow it",
        ),
        h("p", {}, mentions.rich(capital(facts)), facts.endsWith(".") ? "" : "."),
        refusal.case
          ? h(
              "div",
              { class: "toast-buttons" },
              button(
                "Show the rule and an example",
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
    box.dataset.refusal = refusal.case ?? "";
    board.field.flash(mentions.placesIn(facts), refusal.units ?? []);
    board.prompt.shake();
    speak(`Refused. Rule ${cases.join(", ")}. ${mentions.plain(facts)}`);
  }
}
