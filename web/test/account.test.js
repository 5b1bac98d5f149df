// @ts-check
// Accounts of the dice with and without cheating: what the page's check says to each.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../js/account.js";
import { commitmentOf, dice, keyOf } from "../js/arithmetic.js";

const SEATS = ["french", "allied"];
const SEED = "11".repeat(32);

/** @returns {Promise<Wire.Dice>} */
async function fair() {
  const words = ["oak", "Tuesday"];
  const key = await keyOf(SEED, words);
  return {
    protocol: 2,
    commitment: await commitmentOf(SEED),
    seed: SEED,
    nonces: SEATS.map((seat, index) => ({ seat, nonce: words[index], from_throw: 0 })),
    waiting: false,
    asked: false,
    unverified: false,
    earlier: [],
    throws: [0, 1, 2].map(number => ({
      number,
      step: number,
      purpose: null,
      case: null,
      faces: 6,
      source: "seeded",
      dice: dice(key, number, 2, 6),
      taken_back: false,
    })),
  };
}

/** @returns {Promise<Page.Witness>} */
const kept = async () => ({ at: 0, nonce: "Tuesday", commitment: await commitmentOf(SEED), before: [{ seat: "french", nonce: "oak" }] });

/**
 * @param {(account: Wire.Dice) => void} spoil
 * @param {Page.Witness | null} [memory]
 */
async function faults(spoil, memory = null) {
  const account = await fair();
  spoil(account);
  const checked = await check(account, SEATS, memory);
  assert.equal(checked.verdict, "bad");
  return checked.faults.join(" ");
}

test("a fair account is found good, with and without what the browser remembers", async () => {
  for (const memory of [null, await kept()]) {
    const checked = await check(await fair(), SEATS, memory);
    assert.deepEqual([checked.verdict, checked.good, checked.faults], ["good", 3, []]);
  }
});

test("a word of the program is empty and counts", async () => {
  const account = await fair();
  account.nonces[1].nonce = "";
  const key = await keyOf(SEED, ["oak", ""]);
  for (const one of account.throws) one.dice = dice(key, one.number, 2, 6);
  assert.equal((await check(account, SEATS)).verdict, "good");
});

test("another seed is found out", async () => {
  assert.match(
    await faults(account => {
      account.seed = "22".repeat(32);
    }),
    /not the one that was committed/,
  );
});

test("a missing word, a late one, a second one, a stranger's and another order are found out", async () => {
  /** @param {Wire.Dice} account */
  const without = account => account.nonces.pop();
  assert.match(await faults(without), /before allied had added a word/);
  /** @param {Wire.Dice} account */
  const unknown = account => Object.assign(account.nonces[1], { nonce: null, from_throw: null });
  assert.match(await faults(unknown), /before allied had added a word/);
  /** @param {Wire.Dice} account */
  const late = account => Object.assign(account.nonces[1], { from_throw: 2 });
  assert.match(await faults(late), /allied came after the first roll/);
  /** @param {Wire.Dice} account */
  const twice = account => account.nonces.push({ seat: "allied", nonce: "more", from_throw: 0 });
  assert.match(await faults(twice), /allied added more than one/);
  /** @param {Wire.Dice} account */
  const stranger = account => account.nonces.push({ seat: null, nonce: "more", from_throw: 0 });
  assert.match(await faults(stranger), /without a seat added/);
  assert.match(await faults(account => account.nonces.reverse()), /not in the order of the seats/);
});

test("a word or a commitment that was changed behind the browser's back is found out", async () => {
  const memory = await kept();
  /** @param {Wire.Dice} account */
  const replaced = async account => {
    account.nonces[1].nonce = "Sunday";
  };
  assert.match(await faults(replaced, memory), /that this browser added is not in the list/);
  /** @param {Wire.Dice} account */
  const makers = account => {
    account.nonces[0].nonce = "ground to fit";
  };
  assert.match(await faults(makers, memory), /word of french was different/);
  /** @param {Wire.Dice} account */
  const redrawn = account => {
    account.commitment = "0".repeat(64);
    account.seed = null;
  };
  assert.match(await faults(redrawn, memory), /shown a different commitment/);
});

test("a throw that was changed is found out", async () => {
  const account = await fair();
  account.throws[1].dice = account.throws[1].dice.map(face => (face % 6) + 1);
  const checked = await check(account, SEATS);
  assert.deepEqual([checked.verdict, checked.bad], ["bad", 1]);
});

test("an older game, in which words came later, is found good", async () => {
  const account = await fair();
  account.protocol = 1;
  account.nonces[1].from_throw = 1;
  const early = await keyOf(SEED, ["oak"]);
  account.throws[0].dice = dice(early, 0, 2, 6);
  assert.equal((await check(account, SEATS)).verdict, "good");
});

test("while the seed is a secret the check waits, and sees what is missing all the same", async () => {
  const account = await fair();
  account.seed = null;
  assert.equal((await check(account, SEATS)).verdict, "waiting");
  account.nonces[0].nonce = null;
  assert.equal((await check(account, SEATS)).verdict, "bad");
});
