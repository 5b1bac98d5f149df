// @ts-check
// Looking before leaping, passing over what has one answer, identical choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, wantsASecondWord } from "../js/ahead.js";
import { onlyAnswer } from "../js/forced.js";
import { ask, game, offer, piece, snapshot } from "./table.js";

/** @type {Wire.Preview} */
const NOTHING = { commits: null, changes: [], next: null };
const MEANT = { order: "step 0102", title: "Ney to 0102" };

test("what can be undone and costs nothing is done at once; dice, points and questions want a second word", () => {
  assert.equal(wantsASecondWord(NOTHING, MEANT), false);
  assert.equal(wantsASecondWord({ ...NOTHING, commits: "dice" }, MEANT), true);
  assert.equal(wantsASecondWord({ ...NOTHING, changes: [{ name: "Command points", before: "4", after: "3", case: null }] }, MEANT), true);
  assert.equal(wantsASecondWord(NOTHING, { ...MEANT, must: true }), true);
});

test("a formation is warned of the question that its march brings, a single unit is not", () => {
  const crowded = { ...NOTHING, next: { case: "4.4", text: "0102 holds too many units." } };
  assert.equal(wantsASecondWord(crowded, MEANT), false);
  assert.equal(wantsASecondWord(crowded, { ...MEANT, group: true }), true);
});

test("an order of a card is found with its text", () => {
  const part = { name: "Forced march", text: "A stack marches twice.", when: "in your movement", case: "A.cards.a", own: true };
  /** @type {Wire.Panel[]} */
  const panels = [
    { kind: "facts", title: "Facts", rows: [] },
    {
      kind: "hand",
      title: "Cards",
      rows: [],
      cards: [{ name: "Card 3", parts: [{ ...part, orders: [{ label: "Ney", order: "play 3 on ney" }] }] }],
    },
  ];
  assert.equal(cardOf(panels, "play 3 on ney")?.part.text, "A stack marches twice.");
  assert.equal(cardOf(panels, "halt"), null);
});

/** @param {Wire.Offer[]} offers @param {Partial<Wire.Snapshot>} [more] */
const offered = (offers, more) => {
  const own = game();
  own.take(snapshot({ offers: { french: offers }, ...more }));
  return own;
};

test("a question with one answer is passed over, unless a die falls or something may be done out of turn", () => {
  assert.equal(onlyAnswer(offered([offer({ ends: true })]))?.order, "halt");
  assert.equal(onlyAnswer(offered([offer({ throws: true })])), null);
  assert.equal(onlyAnswer(offered([offer({}), offer({ order: "go", label: "go" })])), null);
  assert.equal(onlyAnswer(offered([offer({})], { interrupts: { french: [offer({ order: "play 3" })] } })), null);
  assert.equal(onlyAnswer(offered([], { pending: { kind: "decide", asks: [ask("allied")] } })), null);
});

test("identical choices are one choice; units that differ in anything are not", () => {
  const two = [
    offer({ order: "move ney-1", label: "Move Ney", unit: "ney-1" }),
    offer({ order: "move ney-2", label: "Move Ney", unit: "ney-2" }),
  ];
  // An eight and a six.
  const own = offered(two, { pieces: [piece("ney-1", "0101"), piece("ney-2", "0101")] });
  assert.equal(own.distinct(own.offers()).length, 2);
  const dummies = [1, 2, 3].map(number =>
    offer({ order: `return dummy-${number}`, label: "Dummy to Calbe", unit: `dummy-${number}`, place: "0102" }),
  );
  assert.equal(own.distinct(dummies).length, 1);
});
