// @ts-check
// In hot-seat: the screen passes to the other player.

import { failed } from "./api.js";
import { button, capital, h, part, speak, toast } from "./dom.js";
import { set, settings } from "./settings.js";
import { say } from "./words.js";

/**
 * Whether two seats see the same: then nothing on the screen is for one of them alone.
 * @param {Wire.Snapshot} one
 * @param {Wire.Snapshot} other
 */
export function seeAlike(one, other) {
  const from = Math.max(one.log[0]?.line ?? 0, other.log[0]?.line ?? 0);
  /** @param {Wire.Snapshot} seen */
  const face = ({ turn, pieces, panels, headlines, score, log }) =>
    JSON.stringify([
      turn,
      [...pieces].sort((a, b) => (a.id < b.id ? -1 : 1)),
      panels,
      headlines,
      score,
      log.filter(({ line }) => line >= from),
    ]);
  return face(one) === face(other);
}

/**
 * A word on who decides now.
 * @param {Page.Board} board
 */
export function note({ game }) {
  document.querySelectorAll(".toast.passing").forEach(old => old.remove());
  const title = say("handover-decides", { seat: game.seatName(game.seat) });
  toast([h("h2", {}, title), h("p", {}, capital(game.ask()?.text ?? ""))], { kind: "passing", seconds: 4 });
}

/**
 * Where things are hidden, nothing is to be seen before the next player says that he is there.
 * @param {Page.Board} board
 * @param {string} seat
 * @param {() => Promise<void>} then
 */
export function cover(board, seat, then) {
  const { game } = board;
  const name = game.seatName(seat);
  const ask = (game.snapshot.pending?.asks ?? []).find(other => other.seat === seat);
  document.querySelector("dialog.handover")?.remove();
  const here = button(
    say("handover-ready"),
    async () => {
      here.disabled = true;
      try {
        await then();
        box.close();
        board.view.focus({ preventScroll: true });
      } catch (thrown) {
        const failure = failed(thrown);
        here.disabled = false;
        toast(failure.message, { kind: "refusal" });
      }
    },
    { kind: "primary", autofocus: true, "data-answer": "yes" },
  );
  const box = h(
    "dialog",
    {
      class: "handover",
      "data-dialog": "handover",
      "aria-label": say("handover-label", { seat: name }),
      oncancel: event => event.preventDefault(),
    },
    h("p", { class: "handover-small" }, say("handover-pass")),
    h("h2", {}, name),
    ask?.short ? h("p", { class: "introduction" }, capital(ask.heading), ".") : null,
    h("p", { class: "fine" }, say("handover-hidden")),
    h("div", { class: "handover-buttons" }, here),
  );
  part("layer").append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
  speak(say("handover-label", { seat: name }));
}

/**
 * @param {Page.Board} board
 * @param {Wire.LogLine[]} news
 */
export function handover(board, news) {
  const { game } = board;
  const name = game.seatName(game.seat);
  const text = capital(game.ask()?.text ?? "");
  const told = news.filter(line => !line.heading);
  document.querySelector("dialog.handover")?.remove();
  // Where nothing is hidden, a question in the middle of the other player's phase needs no more than a note.
  const interlude = game.isOpen && !news.some(line => line.heading);
  if (settings.handover === "note" || interlude) {
    note(board);
    return;
  }
  const done = () => {
    box.close();
    board.view.focus({ preventScroll: true });
  };
  const box = h(
    "dialog",
    { class: "handover", "data-dialog": "handover", "aria-label": say("handover-label", { seat: name }) },
    h("p", { class: "handover-small" }, say("handover-pass")),
    h("h2", {}, name),
    h("p", { class: "introduction" }, text),
    told.length
      ? h(
          "ul",
          { class: "handover-news" },
          told.slice(-6).map(line => h("li", {}, line.text)),
        )
      : null,
    h(
      "div",
      { class: "handover-buttons" },
      button(say("handover-ready"), done, { kind: "primary", autofocus: true, "data-answer": "yes" }),
      button(
        say("handover-note"),
        () => {
          set("handover", "note");
          done();
        },
        { kind: "quiet" },
      ),
    ),
  );
  part("layer").append(box);
  box.addEventListener("close", () => box.remove());
  box.showModal();
  speak(say("handover-label", { seat: name }));
}
