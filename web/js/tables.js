// @ts-check
// Panels with more to them: tables of units, hands of cards, a fight between two, orders given in advance.

import { h } from "./dom.js";
import { counter } from "./field.js";
import { say } from "./words.js";

/** @param {number} value */
const signed = value => (value > 0 ? `+${value}` : String(value).replace(/^-/, "−"));

/**
 * A place that can be pointed at.
 * @param {Page.Board} board
 * @param {string} place
 */
const spot = (board, place, words = place) =>
  h(
    "button",
    { type: "button", class: "mention", onclick: () => board.light([place], []), onpointerenter: () => board.light([place], [], false) },
    words,
  );

/**
 * Its sign, with what it means for those who point or listen.
 * @param {Page.Board} board
 * @param {Wire.Mark} mark
 */
const sign = (board, mark) =>
  h(
    "button",
    {
      type: "button",
      class: "table-sign",
      title: mark.note,
      "aria-label": mark.note,
      onclick: () => mark.case && board.drawer.show(mark.case),
    },
    mark.text,
  );

/**
 * Stars of rank instead of asterisks.
 * @param {string} text
 */
const cell = text =>
  /^\*+$/.test(text) ? h("span", { class: "stars", "aria-label": `rank ${text.length}` }, "★".repeat(text.length)) : text;

/** Groups that were folded stay so while the page is open. */
const folded = new Set();

/**
 * @param {Page.Board} board
 * @param {Wire.Table} given
 */
export function table(board, { title, columns, groups }) {
  const { game } = board;
  const all = groups ?? [];
  if (!all.some(group => group.rows.length)) return h("p", { class: "fine" }, say("table-nothing"));
  /** @param {Wire.Row} row */
  const show = row =>
    row.unit && game.unit(row.unit)?.place
      ? board.goTo(row.unit, true)
      : row.place
        ? board.light([row.place], row.unit ? [row.unit] : [])
        : row.unit
          ? board.tellOf(row.unit, row.cells.at(-1) ?? "")
          : undefined;
  const able = new Set(game.ableUnits());
  /** @param {Wire.Row} row */
  const head = row =>
    row.unit || row.place
      ? h(
          "button",
          { type: "button", class: "row-name", "data-unit": row.unit, "data-place": row.place, onclick: () => show(row) },
          row.unit ? counter(row.unit, 26) : null,
          h("span", {}, row.name),
        )
      : h("span", { class: "row-name" }, row.name);
  /** @param {Wire.Row} row */
  const line = row =>
    h(
      "tr",
      { class: `${row.faint ? "faint-row" : ""} ${row.unit && able.has(row.unit) ? "able-row" : ""}` },
      h(
        "th",
        { scope: "row" },
        head(row),
        row.marks?.length
          ? h(
              "span",
              { class: "table-signs" },
              row.marks.map(mark => sign(board, mark)),
            )
          : null,
      ),
      row.cells.map((text, place) =>
        h("td", { class: columns[place]?.number ? "figures" : "" }, row.place && text === row.place ? spot(board, text) : cell(text)),
      ),
    );
  /** @param {Wire.TableGroup} group */
  const body = group =>
    h(
      "table",
      { class: "rows" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, "Name")),
          columns.map(one => h("th", { scope: "col", class: one.number ? "figures" : "", title: one.note || undefined }, one.name)),
        ),
      ),
      h("tbody", {}, group.rows.map(line)),
    );
  if (all.length === 1 && !all[0].name) return body(all[0]);
  return all
    .filter(group => group.rows.length)
    .map(group => {
      const key = `${title}/${group.name}`;
      return h(
        "details",
        {
          class: "row-group",
          open: !folded.has(key),
          ontoggle: event => {
            if (event.target.open) folded.delete(key);
            else folded.add(key);
          },
        },
        h("summary", {}, h("h3", {}, group.name), h("small", {}, group.note || String(group.rows.length))),
        body(group),
      );
    });
}

/**
 * @param {Page.Board} board
 * @param {Wire.Hand} given
 */
export function hand(board, { cards, rows }) {
  const { mentions, game } = board;
  /** @param {Wire.CardPart} one */
  const part = one =>
    h(
      "div",
      { class: `card-part ${one.own ? "" : "not-own"} ${one.orders.length ? "able" : ""}` },
      h("h4", {}, one.name, " ", one.case ? mentions.caseLink(one.case) : null),
      h("p", {}, one.text),
      h("p", { class: "fine" }, one.own ? say("card-when", { when: one.when }) : say("card-not-own")),
      one.orders.length === 1
        ? h(
            "button",
            {
              type: "button",
              class: "button small primary",
              "data-offer": one.orders[0].order,
              onclick: () =>
                board.ahead.order({
                  order: one.orders[0].order,
                  seat: game.seat ?? game.eyes ?? game.mine()[0],
                  title: one.name,
                  does: one.orders[0].label,
                  place: null,
                  must: true,
                }),
            },
            say("card-play"),
          )
        : one.orders.length
          ? picker(board, one.orders)
          : null,
    );
  return [
    (cards ?? []).length
      ? h(
          "div",
          { class: "card-row" },
          cards.map(card => h("article", { class: "event-card", "aria-label": card.name }, h("h3", {}, card.name), card.parts.map(part))),
        )
      : h("p", { class: "fine" }, say("card-none")),
    h(
      "dl",
      { class: "facts" },
      (rows ?? []).map(row => [h("dt", {}, row.name), h("dd", {}, row.value, " ", row.case ? mentions.caseLink(row.case) : null)]),
    ),
  ];
}

/**
 * One of many orders: a list, and a button that gives it.
 * @param {Page.Board} board
 * @param {Wire.Ordered[]} list
 */
function picker(board, list) {
  const choice = h(
    "select",
    { "aria-label": say("card-target") },
    list.map(one => h("option", { value: one.order }, one.label)),
  );
  return h(
    "div",
    { class: "pick-order" },
    choice,
    h(
      "button",
      {
        type: "button",
        class: "button small primary",
        onclick: () =>
          board.ahead.order({
            order: choice.value,
            seat: board.game.seat ?? board.game.eyes ?? board.game.mine()[0],
            title: choice.selectedOptions[0]?.textContent ?? choice.value,
            place: null,
            must: true,
          }),
      },
      say("card-play"),
    ),
  );
}

/**
 * @param {Page.Board} board
 * @param {Wire.Duel} given
 */
export function duel(board, { place, rows, parties, matrix }) {
  const { game, mentions } = board;
  /** @param {Wire.Fact[]} list */
  const facts = list =>
    h(
      "dl",
      { class: "facts" },
      list.map(row => h("div", {}, h("dt", {}, row.name), h("dd", {}, row.value, " ", row.case ? mentions.caseLink(row.case) : null))),
    );
  /** @param {Wire.Party} one */
  const party = one =>
    h(
      "div",
      { class: "party" },
      h("h3", {}, one.name, h("small", {}, ` ${one.role}`)),
      h(
        "div",
        { class: "box-units" },
        one.units.map(unit =>
          h(
            "button",
            {
              type: "button",
              class: "box-unit",
              title: game.unitName(unit),
              "aria-label": game.unitName(unit),
              "data-unit": unit,
              onclick: () => board.goTo(unit, true),
            },
            counter(unit, 38),
          ),
        ),
        one.hidden
          ? h("span", { class: "face-down", title: say("duel-hidden", { count: one.hidden }) }, say("duel-hidden", { count: one.hidden }))
          : null,
      ),
      facts(one.rows),
      one.modifiers.length
        ? h(
            "ul",
            { class: "modifiers" },
            one.modifiers.map(modifier =>
              h(
                "li",
                {},
                modifier.case ? mentions.caseLink(modifier.case) : null,
                h("span", {}, modifier.text),
                h("b", {}, signed(modifier.value)),
              ),
            ),
          )
        : null,
    );
  /** Whether a party is no more than its units. @param {Wire.Party} one */
  const brief = one => !one.hidden && !one.modifiers.length && one.rows.length <= 1;
  return [
    place ? h("p", { class: "fine" }, say("duel-at"), " ", spot(board, place)) : null,
    facts(rows ?? []),
    h("div", { class: parties.every(brief) ? "versus brief" : "versus" }, parties.map(party)),
    matrix ? grid(board, matrix) : null,
  ];
}

/**
 * @param {Page.Board} board
 * @param {Wire.Matrix} given
 */
function grid(board, { title, case: rule, across, rows, columns, cells, chosen }) {
  const [row, column] = chosen;
  /**
   * @param {number} r
   * @param {number} c
   */
  const here = (r, c) =>
    [r === row ? "row-chosen" : "", c === column ? "column-chosen" : "", r === row && c === column ? "both-chosen" : ""].join(" ");
  return h(
    "table",
    { class: "matrix" },
    h("caption", {}, title, " ", rule ? board.mentions.caseLink(rule) : null),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, `${across[0]} ↓ ${across[1]} →`),
        columns.map((name, c) => h("th", { scope: "col", class: c === column ? "column-chosen" : "" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((name, r) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", class: r === row ? "row-chosen" : "" }, name),
          cells[r].map((text, c) => h("td", { class: here(r, c) }, text)),
        ),
      ),
    ),
  );
}

/**
 * Orders given in advance: the answer as it stands, and a press that changes it.
 * @param {Page.Board} board
 * @param {Wire.Choices} given
 */
export function choices(board, { title, note, rows }) {
  const { orders, mentions, game } = board;
  const seat = () => game.seat ?? game.eyes ?? game.mine()[0];
  const still = Boolean(game.past) || !seat();
  return [
    note ? h("p", { class: "fine" }, note) : null,
    (rows ?? []).map((row, place) =>
      h(
        "fieldset",
        { class: "standing", disabled: still },
        h("legend", {}, row.name, " ", row.case ? mentions.caseLink(row.case) : null),
        row.note ? h("p", { class: "fine" }, row.note) : null,
        h(
          "div",
          { class: "standing-options" },
          row.options.map(option =>
            h(
              "label",
              { class: option.order ? "" : "chosen" },
              h("input", {
                type: "radio",
                name: `${title}-${place}`,
                checked: option.order ? undefined : true,
                "data-offer": option.order,
                onchange: async event => {
                  if (!option.order) return;
                  // Whatever comes of it is drawn anew; a refusal puts the old answer back.
                  const done = await orders.give(option.order, seat());
                  if (!done) {
                    event.target.checked = false;
                    board.side.fill();
                  }
                },
              }),
              option.label,
            ),
          ),
        ),
      ),
    ),
  ];
}
