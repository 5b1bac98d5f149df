// @ts-check
// Invitations, export, rematch.

import { failed, get, post } from "./api.js";
import { copyRow, ownSeats, reachable } from "./devices.js";
import { button, dialog, h, toast } from "./dom.js";
import { exportGame } from "./lobby.js";
import { go } from "./nav.js";
import { giveUp, openSeats } from "./seats.js";
import { addWord } from "./word.js";
import { listed, say } from "./words.js";

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
  const open = links ? await openSeats(id, game, () => box.close()) : null;
  const box = dialog(say("share-title"), [
    links
      ? [
          Object.keys(links.open).length
            ? h(
                "p",
                { class: "share-invite" },
                say("share-open", { seats: listed(Object.keys(links.open).map(seat => game.seatName(seat))) }),
                " ",
                h("a", { class: "button small primary", href: `/game/${id}/invite`, "data-invite-link": "" }, say("invite-title")),
              )
            : null,
          Object.entries(links.seats).map(([seat, url]) =>
            links?.open[seat]
              ? copyRow(game.seatName(seat), url)
              : h(
                  "p",
                  { class: "seat-taken", "data-taken": seat },
                  h("b", {}, game.seatName(seat)),
                  " ",
                  say("share-taken", {
                    player: game.seatOf(seat)?.mine ? say("company-you") : (game.seatOf(seat)?.player ?? say("seat-friend")),
                  }),
                ),
          ),
          copyRow(say("share-spectators"), links.spectator),
          h("p", { class: "fine" }, say("share-fine")),
        ]
      : h("p", {}, say("share-owner-only")),
    open,
    others
      ? ownSeats(id, game, seat => {
          box.close();
          giveUp(id, game, seat);
        })
      : null,
    h(
      "div",
      { class: "dialog-row" },
      button(say("export"), () => exportGame(id), { picture: "save" }),
      button(say(game.snapshot.rematch ? "rematch-go" : "rematch-ask"), () => rematch(id), { picture: "swap" }),
      h("a", { class: "button", href: `/game/${id}/dice` }, say("check-dice")),
    ),
  ]);
  box.dataset.dialog = "share";
}
