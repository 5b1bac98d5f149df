// @ts-check
// The arithmetic of the dice, written a second time so that a browser can check the server: SHA-256 and ChaCha20.
// docs/dice.md says the same in words.

const encoder = new TextEncoder();

/**
 * @param {number} word
 * @param {number} by
 */
const rotateRight = (word, by) => (word >>> by) | (word << (32 - by));
/**
 * @param {number} word
 * @param {number} by
 */
const rotateLeft = (word, by) => (word << by) | (word >>> (32 - by));

/**
 * The first 32 bits behind the point of a root, as SHA-256 takes its constants from the first primes.
 * @param {number} value
 */
const fraction = value => Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;

/** @type {number[]} */
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) if (PRIMES.every(prime => number % prime)) PRIMES.push(number);
const ROUND = PRIMES.map(prime => fraction(Math.cbrt(prime)));
const BEGIN = PRIMES.slice(0, 8).map(prime => fraction(Math.sqrt(prime)));

/**
 * SHA-256 in plain script, for pages that are not a secure context.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function plainSha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length << 3) >>> 0);
  const state = [...BEGIN];
  const words = new Uint32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(block + index * 4);
    for (let index = 16; index < 64; index += 1) {
      const [early, late] = [words[index - 15], words[index - 2]];
      words[index] =
        words[index - 16] +
        words[index - 7] +
        (rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)) +
        (rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, last] = state;
    for (let index = 0; index < 64; index += 1) {
      const one =
        (last + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[index] + words[index]) | 0;
      const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((word, index) => {
      state[index] = (state[index] + word) | 0;
    });
  }
  const result = new Uint8Array(32);
  state.forEach((word, index) => new DataView(result.buffer).setUint32(index * 4, word));
  return result;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function sha256(bytes) {
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return plainSha256(bytes);
}

/**
 * The hash of several parts, each preceded by its length in eight bytes, the lowest first.
 * @param {Uint8Array[]} parts
 */
export async function hash(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 8 + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    whole.set(part, at + 8);
    at += 8 + part.length;
  }
  return sha256(whole);
}

/** @param {string} digits */
export const bytesOf = digits => new Uint8Array((digits.match(/../g) ?? []).map(pair => Number.parseInt(pair, 16)));
/** @param {Uint8Array} bytes */
export const digitsOf = bytes => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");

/**
 * What must have been published before the first throw, if this is the seed.
 * @param {string} seed
 */
export const commitmentOf = async seed => digitsOf(await hash([encoder.encode("sabretache seed"), bytesOf(seed)]));

/**
 * The key of the stream: the seed and the words of the players, in order.
 * @param {string} seed
 * @param {string[]} nonces
 */
export const keyOf = (seed, nonces) =>
  hash([encoder.encode("sabretache dice"), bytesOf(seed), ...nonces.map(nonce => encoder.encode(nonce))]);

/**
 * One block of ChaCha20 with a counter and a stream of 64 bits each: sixteen words.
 * @param {Uint8Array} key
 * @param {number} block
 * @param {number} stream
 */
export function chacha20(key, block, stream) {
  const view = new DataView(key.buffer, key.byteOffset);
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let index = 0; index < 8; index += 1) start[4 + index] = view.getUint32(index * 4, true);
  start[12] = block;
  start[14] = stream;
  start[15] = Math.floor(stream / 2 ** 32);
  const words = start.slice();
  /**
   * @param {number} a
   * @param {number} b
   * @param {number} c
   * @param {number} d
   */
  const quarter = (a, b, c, d) => {
    words[a] += words[b];
    words[d] = rotateLeft(words[d] ^ words[a], 16);
    words[c] += words[d];
    words[b] = rotateLeft(words[b] ^ words[c], 12);
    words[a] += words[b];
    words[d] = rotateLeft(words[d] ^ words[a], 8);
    words[c] += words[d];
    words[b] = rotateLeft(words[b] ^ words[c], 7);
  };
  for (let round = 0; round < 10; round += 1) {
    quarter(0, 4, 8, 12);
    quarter(1, 5, 9, 13);
    quarter(2, 6, 10, 14);
    quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15);
    quarter(1, 6, 11, 12);
    quarter(2, 7, 8, 13);
    quarter(3, 4, 9, 14);
  }
  return words.map((word, index) => word + start[index]);
}

/**
 * The dice of one throw: words of its own stream, each brought below the number of faces without favouring any.
 * @param {Uint8Array} key
 * @param {number} number
 * @param {number} count
 * @param {number} faces
 */
export function dice(key, number, count, faces) {
  const results = [];
  let block = 0;
  /** @type {number[]} */
  let words = [];
  while (results.length < count) {
    if (!words.length) {
      words = [...chacha20(key, block, number)];
      block += 1;
    }
    const product = BigInt(words.shift() ?? 0) * BigInt(faces);
    const low = Number(product & 0xffffffffn);
    if (low >= faces || low >= (2 ** 32 - faces) % faces) results.push(Number(product >> 32n) + 1);
  }
  return results;
}

/** A word of one's own for the dice. */
export const drawNonce = () => digitsOf(crypto.getRandomValues(new Uint8Array(16)));
