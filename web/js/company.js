// @ts-check
// Who sits at the table, who is there, whose turn it is; and how one is called back when it is one's own.

import { button, h, replace, speak, toast } from "./dom.js";
import { named } from "./invite.js";
import { remember, remembered, settings } from "./settings.js";
import { play } from "./sound.js";
import { listed, say } from "./words.js";

/** How long somebody who looks on has waited when it is worth a sound that the wait is over. */
const PATIENCE = 4000;

export class Company {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("span", { class: "players", role: "group", "aria-label": say("company-label") });
    /** Who else is connected. */
    this.there = new Set();
    this.watching = 0;
    /** Whether it was this browser's turn when one last looked. */
    this.called = false;
    /** Since when one waits for the others. */
    this.waits = performance.now();
    /** The seats as they were told last. @type {Wire.Seat[]} */
    this.before = [];
  }

  /** @param {Pick<Wire.Company, 'seats' | 'watching'>} message */
  take({ seats, watching }) {
    this.there = new Set(seats);
    this.watching = watching;
    this.draw();
  }

  /** Nobody is known to be there while the connection is lost. */
  forget() {
    this.take({ seats: [], watching: 0 });
  }

  /** Whether somebody else than this browser plays. */
  hasOthers() {
    return this.board.game.snapshot.seats.some(seat => !seat.mine);
  }

  draw() {
    const { game } = this.board;
    if (!game.latest) return;
    const { seats, pending } = game.snapshot;
    const asked = new Set((pending.asks ?? []).map(ask => ask.seat));
    replace(
      this.element,
      seats.map(seat => this.player(seat, asked.has(seat.id))),
      this.watching
        ? h("span", { class: "player spectators", "data-spectators": this.watching }, say("company-watching", { count: this.watching }))
        : null,
    );
    this.tell(seats);
    this.call();
  }

  /**
   * @param {Wire.Seat} seat
   * @param {boolean} asked
   */
  player(seat, asked) {
    const program = seat.general ?? (seat.by === "random" ? say("seat-random") : null);
    const here = seat.mine || program !== null || this.there.has(seat.id);
    const who = seat.mine ? say("company-you") : (program ?? seat.player ?? say(seat.taken ? "seat-friend" : "seat-open"));
    const state = seat.mine || program ? "" : say(!seat.taken ? "presence-open" : here ? "presence-here" : "presence-away");
    return h(
      "span",
      {
        class: `player${asked ? " asked" : ""}${seat.mine ? " mine" : ""}`,
        "data-player": seat.id,
        "data-present": String(here),
        "data-asked": String(asked),
        title: [state, asked ? say("company-asked") : ""].filter(Boolean).join(", ") || null,
      },
      seat.mine || program ? null : h("i", { class: "presence", "aria-hidden": "true" }),
      h("b", {}, seat.name),
      " ",
      h("span", { class: "player-name" }, who),
      state ? h("span", { class: "unseen" }, ` (${state})`) : null,
      asked ? h("span", { class: "player-turn" }, say("company-turn")) : null,
    );
  }

  /**
   * Says who has come.
   * @param {Wire.Seat[]} seats
   */
  tell(seats) {
    const came = seats.filter(seat => seat.taken && !seat.mine && this.before.some(old => old.id === seat.id && !old.taken));
    this.before = seats;
    for (const seat of came) {
      const words = say("company-came", named(seat));
      toast(words, { kind: "note", seconds: 10 });
      speak(words);
    }
  }

  /** The title of the tab, a sound and a notice when it becomes one's turn. */
  call() {
    const { game, name } = this.board;
    const turn = Boolean(game.seat) && this.hasOthers() && game.snapshot.pending.kind === "decide";
    document.title = turn ? say("tab-your-turn", { game: name }) : `${name} · Sabretache`;
    const fresh = turn && !this.called;
    if (this.called && !turn) this.waits = performance.now();
    this.called = turn;
    const away = document.visibilityState !== "visible";
    // Who looks on and is asked again at once needs no bugle.
    if (fresh && (away || performance.now() - this.waits > PATIENCE)) play("call");
    if (!fresh || !away) return;
    const allowed = settings.notify && "Notification" in window && Notification.permission === "granted";
    if (!allowed) return;
    try {
      const notice = new Notification(say("notice-title", { game: name }), {
        body: game.ask()?.text ?? "",
        tag: game.id,
        icon: "/favicon.svg",
      });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      /* a browser that shows notices only for installed pages */
    }
  }
}

/**
 * What somebody is told who has just sat down: which side is his, and who sits opposite.
 * @param {Page.Board} board
 */
export function welcome({ game, view }) {
  const key = `welcome:${game.id}`;
  if (!remembered(key, false)) return null;
  const { seats, pending } = game.snapshot;
  const own = seats.filter(seat => seat.mine).map(seat => seat.name);
  if (!own.length) return null;
  const opposite = seats
    .filter(seat => !seat.mine)
    .map(seat => say("welcome-opposite", { player: seat.general ?? seat.player ?? say("somebody"), seat: seat.name }));
  const turn = (pending.asks ?? []).some(ask => seats.some(seat => seat.mine && seat.id === ask.seat));
  const done = () => {
    remember(key, false);
    card.remove();
    view.focus({ preventScroll: true });
  };
  const card = h(
    "section",
    { class: "welcome-card", "data-welcome": own.join(" "), "aria-label": say("welcome-label") },
    h("h2", {}, say("welcome-title", { seats: listed(own) })),
    h("p", {}, [...opposite, say(turn ? "welcome-your-turn" : "welcome-their-turn")].join(" ")),
    button(say("welcome-go"), done, { kind: "primary", "data-welcome-done": "" }),
  );
  speak(say("welcome-title", { seats: listed(own) }));
  return card;
}
