// @ts-check
// Seats that change hands: given up, asked for, handed over.

import { failed, post } from "./api.js";
import { button, dialog, h, icon, replace, speak, toast } from "./dom.js";
import { go } from "./nav.js";

/**
 * Gives up a seat, after a question.
 * @param {string} id
 * @param {Page.Game} game
 * @param {string} seat
 */
export function giveUp(id, game, seat) {
  const name = game.seatName(seat);
  const box = dialog(
    "Give up this seat?",
    h(
      "p",
      {},
      `The ${name} will wait for another player. The player who created the game gets a new link to invite one; your own link to the seat no longer works.`,
    ),
    [
      () => button("Stay", () => box.close(), {}),
      () =>
        button(
          "Give up",
          async () => {
            box.close();
            try {
              await post(`/api/games/${id}/seats/${encodeURIComponent(seat)}/give-up`);
              speak("Given up");
            } catch (thrown) {
              toast(failed(thrown).message, { kind: "refusal" });
            }
          },
          { kind: "primary", "data-give-up-now": "" },
        ),
    ],
  );
}

/**
 * Behind an invitation whose seat somebody has: it can be asked for.
 * @param {HTMLElement} page
 * @param {string} token
 * @param {Wire.Taken} taken
 */
export function askFor(page, token, taken) {
  document.title = "The seat is taken · Sabretache";
  const words = h("p", {}, "Somebody else has this seat. To take over, ask for it: its player sees your request and decides.");
  /** @type {Page.On<PointerEvent>} */
  const ask = async event => {
    event.currentTarget.disabled = true;
    try {
      /** @type {Wire.SeatAsked} */
      const { game } = await post("/api/seats/ask", { token });
      toast("Request sent. As soon as the player agrees, the seat is yours; until then you are a spectator.", {
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
      h("h1", {}, "The seat is taken"),
      words,
      button("Ask for the seat", ask, { kind: "primary", "data-ask-seat": "" }),
      h("a", { class: "button quiet", href: `/game/${taken.game}` }, "Only look on"),
    ),
  );
}

/** Those who ask for a seat, to be answered. The game stays in sight and in use. */
export class Requests {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.element = h("section", { class: "takeback", "aria-label": "Request for a seat", "aria-live": "polite", hidden: true });
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

  draw() {
    const { game } = this.board;
    const [request] = game.past ? [] : (game.snapshot.requests ?? []);
    this.element.hidden = !request;
    if (!request) {
      delete this.element.dataset.request;
      return;
    }
    const name = game.seatName(request.seat);
    this.element.dataset.request = request.yours ? "asked" : "waiting";
    replace(
      this.element,
      icon("swap"),
      h(
        "div",
        {},
        h("h2", {}, request.yours ? `Somebody asks to take over the ${name} from you` : `Somebody asks for the seat of the ${name}`),
        h(
          "p",
          { class: "takeback-words" },
          request.yours
            ? `From ${request.device}. If you agree, you lose the seat.`
            : "Its player decides. After two weeks without that player, the player who created the game may decide.",
        ),
        h(
          "div",
          { class: "answers" },
          button(request.yours ? "Hand it over" : "Agree", () => this.reply(request, true), {
            kind: request.yours ? "primary small" : "small",
            "data-answer-seat": "yes",
          }),
          button("Refuse", () => this.reply(request, false), { kind: "small", "data-answer-seat": "no" }),
        ),
      ),
    );
  }
}
