// @ts-check
// Invitations, export, rematch.

import { failed, get, post } from "./api.js";
import { copyRow, ownSeats, reachable } from "./devices.js";
import { button, dialog, h, toast } from "./dom.js";
import { exportGame } from "./lobby.js";
import { go } from "./nav.js";
import { giveUp } from "./seats.js";
import { addWord } from "./word.js";

/**
 * Asks for a rematch with sides swapped, or takes the seat in the one that was asked for, and goes there.
 * @param {string} id
 */
export async function rematch(id) {
  try {
    /** @type {Wire.Made} */
    const { id: next } = await post(`/api/games/${id}/rematch`);
    await addWord(next);
    go(`/game/${next}`);
  } catch (thrown) {
    const failure = failed(thrown);
    toast(failure.message, { kind: "refusal" });
  }
}

/** @param {Pick<Page.Board, 'id' | 'game'>} options */
export async function share({ id, game }) {
  /** @type {Wire.Links | null} */
  let links = null;
  if (game.snapshot.owner !== false)
    try {
      links = await get(`/api/games/${id}/links`);
    } catch {
      links = null;
    }
  // On a machine of one's own there is nobody to share a seat with.
  const others = game.mine().length > 0 && (await reachable());
  const box = dialog("Invite and share", [
    links
      ? [
          Object.entries(links.seats ?? {}).map(([seat, url]) => copyRow(game.seatName(seat), new URL(url, location.href).href)),
          links.spectator ? copyRow("Spectators", new URL(links.spectator, location.href).href) : null,
          h(
            "p",
            { class: "fine" },
            "The first person to open a seat's link takes that seat. Spectators see only what is public. No dice are rolled before every seat is taken.",
          ),
        ]
      : h("p", {}, "Only the player who created the game can invite others."),
    others
      ? ownSeats(id, game, seat => {
          box.close();
          giveUp(id, game, seat);
        })
      : null,
    h(
      "div",
      { class: "dialog-row" },
      button("Export", () => exportGame(id), { picture: "save" }),
      button(game.snapshot.rematch ? "To the rematch" : "Rematch, sides swapped", () => rematch(id), { picture: "swap" }),
      h("a", { class: "button", href: `/game/${id}/dice` }, "Check the dice"),
    ),
  ]);
  box.dataset.dialog = "share";
}
