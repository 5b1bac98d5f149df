// @ts-check
// Before a phase ends: duties, units that were not used, reinforcements that wait.

import { button, capital, dialog, h } from "./dom.js";
import { counter } from "./field.js";
import { say } from "./words.js";

/**
 * Asks once more if anything is open; otherwise the order goes out at once.
 * @param {Page.Board} board
 * @param {Page.Offer} offer
 */
export function checklist(board, offer) {
  const { game, orders, ahead } = board;
  const open = game.offers().flatMap(other => (other.unit ? [{ unit: other.unit, verb: other.verb }] : []));
  const duties = game.about().units;
  if (!open.length && !duties.length) return ahead.offer(offer, { place: null });
  const boxes = (game.snapshot.panels ?? []).filter(panel => panel.kind === "boxes").flatMap(panel => panel.groups);
  /** @param {string} unit */
  const show = unit => {
    box.close();
    if (game.unit(unit)?.place) board.goTo(unit);
    else board.side.tab("tracks", true);
  };
  /**
   * @param {string} sign
   * @param {string} words
   * @param {string[]} units
   */
  const list = (sign, words, units) =>
    h(
      "section",
      { class: "checklist" },
      h("h3", {}, h("span", { class: "check-sign", "aria-hidden": "true" }, sign), words),
      h(
        "div",
        { class: "unit-chips" },
        units.map(unit =>
          h(
            "button",
            { type: "button", class: "unit-chip", "data-unit": unit, onclick: () => show(unit) },
            counter(unit, 46),
            h("span", {}, game.unitName(unit), h("small", {}, game.unit(unit)?.place ?? say("off-the-map"))),
          ),
        ),
      ),
    );
  const sections = [];
  if (duties.length) sections.push(list("!", say("check-must"), duties));
  const listed = new Set(duties);
  const away = [...new Set(open.map(other => other.unit))].filter(unit => !game.unit(unit)?.place && !listed.has(unit));
  if (away.length) {
    const group = boxes.find(other => other.units.includes(away[0]));
    sections.push(list("→", `${say("check-away")}${group ? `: ${group.name}` : ""}`, away));
    away.forEach(unit => listed.add(unit));
  }
  const groups = Map.groupBy(open, other => other.verb);
  for (const [verb, offers] of groups) {
    const units = [...new Set(offers.map(other => other.unit))].filter(unit => !listed.has(unit));
    if (units.length)
      sections.push(list("○", `${say("check-able", { count: units.length })}${groups.size > 1 ? ` (${verb})` : ""}`, units));
  }
  const words = game.words(offer);
  const box = dialog(
    `${words}?`,
    [h("p", { class: "introduction" }, capital(game.ask()?.text ?? "")), sections],
    [
      close => button(say("check-not-yet"), () => close.close(), { kind: "quiet", "data-answer": "no" }),
      close =>
        button(
          words,
          () => {
            close.close();
            orders.take(offer);
          },
          { kind: "primary", autofocus: true, "data-offer": offer.order },
        ),
    ],
  );
  box.dataset.dialog = "checklist";
  return undefined;
}
