// @ts-check
// One's own word for the dice: added when their commitment has been seen, and kept to be compared with what is told at the end.

import { given } from "./account.js";
import { get, post } from "./api.js";
import { drawNonce } from "./arithmetic.js";
import { remember, remembered } from "./settings.js";

/**
 * Looks at the commitment, adds a word if the dice wait for it, and keeps both with the words that were there before.
 * @param {string} game
 * @param {string} [word]
 */
export async function addWord(game, word = remembered(`word:${game}`, /** @type {string | null} */ (null)) ?? drawNonce()) {
  /** @type {Wire.DiceAnswer} */
  const account = await get(`/api/games/${game}/dice`);
  if ("deleted" in account || !account.asked) return;
  /** @type {Wire.NonceKept} */
  const { nonce } = await post(`/api/games/${game}/nonce`, { commitment: account.commitment, nonce: word });
  const before = given(account).map(({ seat, nonce: other }) => ({ seat, nonce: other }));
  // A second seat gets the same word; what was seen first counts.
  const kept = remembered(`dice:${game}`, /** @type {Page.Witness | null} */ (null));
  if (kept?.nonce !== nonce) remember(`dice:${game}`, { nonce, commitment: account.commitment, before, at: Date.now() });
}

/**
 * The same for a game that has just been made or joined: should the server be too busy to answer now, the game is there all the same, and
 * the board adds the word that was chosen.
 * @param {string} game
 * @param {string} [word]
 */
export async function addWordSoon(game, word) {
  try {
    await addWord(game, word);
  } catch {
    remember(`word:${game}`, word ?? null);
  }
}
