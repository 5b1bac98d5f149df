// @ts-check
// What the server tells of the dice, checked: the arithmetic repeated, and everything looked for that a cheat would leave.

import { commitmentOf, dice, keyOf } from "./arithmetic.js";

/** @type {{ [source: string]: string }} */
const SOURCES = {
  scripted: "set by a script, not rolled",
  typed: "real dice, entered by hand",
  inherited: "rolled in the game this one branched from",
  unverified: "imported, not verified",
};

/**
 * The words that are in already.
 * @param {Pick<Wire.Dice, "nonces">} account
 */
export const given = account =>
  account.nonces.flatMap(one => (one.nonce === null ? [] : [{ seat: one.seat, nonce: one.nonce, from_throw: one.from_throw }]));

/**
 * Where every seat must add a word: whether all did, once, in time and in the order of their seats.
 * @param {Wire.Dice} account
 * @param {string[]} seats
 * @param {(seat: string | null) => string} nameOf
 */
function faultsOfWords(account, seats, nameOf) {
  const seeded = account.throws.filter(one => one.source === "seeded");
  if (account.protocol !== 2 || !seeded.length) return [];
  const words = given(account);
  /** @type {string[]} */
  const faults = [];
  for (const seat of seats) {
    const own = words.filter(one => one.seat === seat);
    if (!own.length) faults.push(`The dice were rolled before ${nameOf(seat)} had added a word.`);
    if (own.length > 1) faults.push(`${nameOf(seat)} added more than one word.`);
  }
  for (const one of words.filter(other => !other.seat || !seats.includes(other.seat)))
    faults.push(`Somebody without a seat added “${one.nonce}”.`);
  for (const one of words) {
    if ((one.from_throw ?? 0) > seeded[0].number) faults.push(`The word of ${nameOf(one.seat)} came after the first roll.`);
  }
  if (!faults.length && words.some((one, index) => one.seat !== seats[index])) faults.push("The words are not in the order of the seats.");
  return faults;
}

/**
 * Whether all is still there that this browser saw when it added its own word.
 * @param {Wire.Dice} account
 * @param {Page.Witness | null} kept
 * @param {(seat: string | null) => string} nameOf
 */
function faultsOfMemory(account, kept, nameOf) {
  const words = given(account);
  /** @type {string[]} */
  const faults = [];
  if (kept?.commitment && kept.commitment !== account.commitment) faults.push("This browser was shown a different commitment.");
  if (kept?.nonce && !words.some(one => one.nonce === kept.nonce)) faults.push("The word that this browser added is not in the list.");
  for (const old of kept?.before ?? []) {
    if (!words.some(one => one.seat === old.seat && one.nonce === old.nonce))
      faults.push(`The word of ${nameOf(old.seat)} was different when this browser added its own.`);
  }
  return faults;
}

/**
 * Repeats the arithmetic; each throw gets `good`, `bad`, `trusted` or `waiting`. `seats` are the ids of all seats in their order,
 * `kept` is what this browser remembers.
 * @param {Wire.Dice} account
 * @param {string[]} seats
 * @param {Page.Witness | null} [kept]
 * @param {(seat: string | null) => string} [nameOf]
 * @returns {Promise<Page.Checked>}
 */
export async function check(account, seats, kept = null, nameOf = seat => seat ?? "somebody") {
  const all = account.throws;
  const committed = account.seed ? (await commitmentOf(account.seed)) === account.commitment : null;
  const faults = [...faultsOfWords(account, seats, nameOf), ...faultsOfMemory(account, kept, nameOf)];
  if (committed === false) faults.unshift("The seed is not the one that was committed.");
  const keys = new Map();
  /** @type {Page.Checked["verdicts"]} */
  const verdicts = [];
  for (const one of all) {
    if (one.source && one.source !== "seeded") {
      verdicts.push({ kind: "trusted", words: SOURCES[one.source] ?? one.source });
      continue;
    }
    if (!account.seed) {
      verdicts.push({ kind: "waiting", words: "when the seed is revealed" });
      continue;
    }
    const words = given(account)
      .filter(word => (word.from_throw ?? 0) <= one.number)
      .map(word => word.nonce);
    const name = JSON.stringify(words);
    if (!keys.has(name)) keys.set(name, await keyOf(account.seed, words));
    const own = dice(keys.get(name), one.number, one.dice.length, one.faces);
    const same = own.every((face, index) => face === one.dice[index]);
    verdicts.push(same ? { kind: "good", words: "follows from the seed" } : { kind: "bad", words: `should have been ${own.join(", ")}` });
  }
  /** @param {string} kind */
  const count = kind => verdicts.filter(one => one.kind === kind).length;
  /** @type {Page.Checked["verdict"]} */
  let verdict = "good";
  if (faults.length || count("bad")) verdict = "bad";
  else if (!account.seed) verdict = account.commitment ? "waiting" : "trusted";
  else if (!count("good") && all.length) verdict = "trusted";
  return { committed, faults, verdicts, verdict, good: count("good"), bad: count("bad"), trusted: count("trusted") };
}
