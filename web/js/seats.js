// @ts-check
// Seats that change hands: given up, asked for, handed over, left to a general.

import { failed, post, titles } from "./api.js";
import { button, dialog, h, icon, replace, speak, toast } from "./dom.js";
import { go } from "./nav.js";
import { say } from "./words.js";

/**
 * Gives up a seat, after a question.
 * @param {string} id
 * @param {Page.Game} game
 * @param {string} seat
 */
export function giveUp(id, game, seat) {
  const name = game.seatName(seat);
  const box = dialog(say("give-up-title"), h("p", {}, say("give-up-words", { seat: name })), [
    () => button(say("give-up-stay"), () => box.close(), {}),
    () =>
      button(
        say("give-up"),
        async () => {
          box.close();
          try {
            await post(`/api/games/${id}/seats/${encodeURIComponent(seat)}/give-up`);
            speak(say("given-up"));
          } catch (thrown) {
            toast(failed(thrown).message, { kind: "refusal" });
          }
        },
        { kind: "primary", "data-give-up-now": "" },
      ),
  ]);
}

/**
 * The seats that no player has: the player who created the game leaves them to a general, or invites a player again.
 * @param {string} id
 * @param {Page.Game} game
 * @param {() => unknown} done
 */
export async function openSeats(id, game, done) {
  const seats = game.snapshot.seats.filter(seat => !seat.taken || seat.by === "general" || seat.by === "random");
  if (!seats.length || game.snapshot.pending?.kind === "over") return null;
  const title = (await titles()).find((/** @type {Wire.Title} */ one) => one.id === game.snapshot.title);
  /** @type {{ id: string, name: string }[]} */
  const levels = title?.generals?.length ? title.generals : [{ id: "random", name: say("open-seat-random") }];
  /**
   * @param {string} seat
   * @param {string} by
   */
  const set = async (seat, by) => {
    try {
      await post(`/api/games/${id}/seats/${encodeURIComponent(seat)}/player`, { by });
      done();
    } catch (thrown) {
      toast(failed(thrown).message, { kind: "refusal" });
    }
  };
  /** @param {Wire.Seat} seat */
  const row = seat => {
    const name = game.seatName(seat.id);
    const level = h(
      "select",
      { "aria-label": say("open-seat-level", { seat: name }), "data-level": seat.id },
      levels.map(one => h("option", { value: one.id, selected: one.id === "captain" }, one.name)),
    );
    return h(
      "div",
      { class: "own-seat", "data-open-seat": seat.id },
      h("b", {}, `${name}: ${seat.taken ? (seat.general ?? say("open-seat-random")) : say("open-seat-nobody")}`),
      seat.taken
        ? button(say("open-seat-invite"), () => set(seat.id, "link"), { kind: "small", "data-invite-again": seat.id })
        : [level, button(say("open-seat-general"), () => set(seat.id, level.value), { kind: "small", "data-let-general": seat.id })],
    );
  };
  return h("section", { class: "own-seats", "aria-label": say("open-seats") }, h("h3", {}, say("open-seats")), seats.map(row));
}

/**
 * Behind an invitation whose seat somebody has: it can be asked for.
 * @param {HTMLElement} page
 * @param {string} token
 * @param {Wire.Taken} taken
 */
export function askFor(page, token, taken) {
  document.title = `${say("seat-taken")} · Sabretache`;
  const words = h("p", {}, say("seat-taken-words"));
  /** @type {Page.On<PointerEvent>} */
  const ask = async event => {
    event.currentTarget.disabled = true;
    try {
      /** @type {Wire.SeatAsked} */
      const { game } = await post("/api/seats/ask", { token });
      toast(say("seat-asked"), {
        kind: "note",
        seconds: 12,
      });
      go(`/game/${game}`);
    } catch (thrown) {
      toast(failed(thrown).message, { kind: "refusal" });
    }
  };
  replace(
    page,
    h(
      "div",
      { class: "sorry", "data-seat-taken": taken.seat },
      h("h1", {}, say("seat-taken")),
      words,
      button(say("seat-ask"), ask, { kind: "primary", "data-ask-seat": "" }),
      h("a", { class: "button quiet", href: `/game/${taken.game}` }, say("invited-look-on")),
    ),
  );
}

/** Those who ask for a seat, to be answered. The game stays in sight and in use. */
export class Requests {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("section", { class: "takeback", "aria-label": say("request-label"), "aria-live": "polite", hidden: true });
  }

  /**
   * @param {Wire.SeatRequest} request
   * @param {boolean} agree
   */
  async reply(request, agree) {
    try {
      await post(`/api/games/${this.board.id}/requests/${request.id}`, { agree });
    } catch (thrown) {
      toast(failed(thrown).message, { kind: "refusal" });
    }
  }

  /**
   * What is said about a request, and how it can be answered: the label, whether that agrees, and the kind of button.
   * @param {Wire.SeatRequest} request
   * @param {string} name
   * @returns {{ head: string, words: string, answers: [string, boolean, string][] }}
   */
  static told(request, name) {
    if (request.answer) {
      const head = say(request.answer === "refused" ? "request-refused" : "request-not-given", { seat: name });
      const words = {
        refused: "request-refused-words",
        handed_over: "request-handed-over-words",
        given_up: "request-given-up-words",
      }[request.answer];
      return { head, words: say(words), answers: [[say("request-close"), false, "small"]] };
    }
    if (request.own)
      return {
        head: say("request-own", { seat: name }),
        words: say("request-own-words"),
        answers: [[say("request-withdraw"), false, "small"]],
      };
    if (request.yours)
      return {
        head: say("request-yours", { seat: name }),
        words: say("request-yours-words", { device: request.device }),
        answers: [
          [say("request-hand-over"), true, "primary small"],
          [say("request-refuse"), false, "small"],
        ],
      };
    return {
      head: say("request-other", { seat: name }),
      words: say("request-other-words"),
      answers: [
        [say("request-agree"), true, "small"],
        [say("request-refuse"), false, "small"],
      ],
    };
  }

  draw() {
    const { game } = this.board;
    const [request] = game.past ? [] : (game.snapshot.requests ?? []);
    this.element.hidden = !request;
    if (!request) {
      delete this.element.dataset.request;
      return;
    }
    const { head, words, answers } = Requests.told(request, game.seatName(request.seat));
    this.element.dataset.request = request.answer ?? (request.own ? "own" : request.yours ? "asked" : "waiting");
    replace(
      this.element,
      icon("swap"),
      h(
        "div",
        {},
        h("h2", {}, head),
        h("p", { class: "takeback-words" }, words),
        h(
          "div",
          { class: "answers" },
          answers.map(([label, agree, kind]) =>
            button(label, () => this.reply(request, agree), { kind, "data-answer-seat": agree ? "yes" : "no" }),
          ),
        ),
      ),
    );
  }
}
