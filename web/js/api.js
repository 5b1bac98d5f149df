// @ts-check
// Calls to the server. A refusal of the rules is an error with `refusal`; every other failure has a sentence.

import { language, say } from "./words.js";

export class Failure extends Error {
  /**
   * @param {number} status
   * @param {Partial<Wire.Problem> | null} body
   */
  constructor(status, body) {
    super(body?.error ?? body?.refusal?.facts ?? say("server-answered", { status: String(status) }));
    this.status = status;
    this.refusal = body?.refusal;
    this.version = body?.version;
    this.taken = body?.taken;
  }
}

/**
 * What the server answers, and its header `Link`. What it is, is for the caller to know: `docs/protocol.md` says it.
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<[T, string | null]>}
 */
async function answered(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { "accept-language": language(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: method === "GET" ? "default" : "no-store",
    });
  } catch {
    throw new Failure(0, { error: say("server-away") });
  }
  const kind = answer.headers.get("content-type") ?? "";
  const content = kind.startsWith("application/json") ? await answer.json().catch(() => null) : await answer.text();
  if (!answer.ok) throw new Failure(answer.status, typeof content === "string" ? { error: content || undefined } : content);
  return [content, answer.headers.get("link")];
}

/** A server that is too busy is asked again after so many milliseconds; asking changes nothing. */
const PAUSES = [700, 1600];

/**
 * A page of a list, and the address of the next one if there is more.
 * @template T
 * @param {string} path
 * @returns {Promise<[T[], string | null]>}
 */
export async function pageOf(path) {
  /** @type {[T[], string | null]} */
  const [lines, link] = await answered("GET", path);
  return [lines, /<([^>]*)>; rel="next"/.exec(link ?? "")?.[1] ?? null];
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function get(path) {
  for (const pause of PAUSES) {
    try {
      return /** @type {[T, unknown]} */ (await answered("GET", path))[0];
    } catch (thrown) {
      if (failed(thrown).status !== 503) throw thrown;
      await new Promise(done => setTimeout(done, pause));
    }
  }
  return /** @type {[T, unknown]} */ (await answered("GET", path))[0];
}

/**
 * @template T
 * @param {string} path
 * @param {object | string} [body]
 * @returns {Promise<T>}
 */
export const post = async (path, body = {}) => /** @type {[T, unknown]} */ (await answered("POST", path, body))[0];

/**
 * @template T
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<T>}
 */
export const put = async (path, body = {}) => /** @type {[T, unknown]} */ (await answered("PUT", path, body))[0];

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export const remove = async path => /** @type {[T, unknown]} */ (await answered("DELETE", path))[0];

/**
 * What a failed call has to say, whatever it was that failed.
 * @param {unknown} thrown
 * @returns {Failure}
 */
export const failed = thrown => (thrown instanceof Failure ? thrown : new Failure(0, { error: String(thrown) }));

// What never changes while the server runs is asked for once.
/** @type {Map<string, Promise<unknown>>} */
const kept = new Map();

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export function once(path) {
  const known = /** @type {Promise<T> | undefined} */ (kept.get(path));
  if (known) return known;
  /** @type {Promise<T>} */
  const answer = get(path);
  kept.set(path, answer);
  answer.catch(() => kept.delete(path));
  return answer;
}

/** @returns {Promise<Wire.Title[]>} */
export const titles = () => once("/api/titles");

/** The socket of a game: comes back by itself, and says how it stands. */
export class Live {
  /**
   * `eyes` is the seat as which one looks, where that makes a difference.
   * @param {string} game
   * @param {{ message(message: Wire.ServerMessage): void, state(state: string): void, since(): number | undefined, eyes: string | null }} given
   */
  constructor(game, { message, state, since, eyes }) {
    this.game = game;
    this.message = message;
    this.state = state;
    this.since = since;
    this.eyes = eyes;
    this.tries = 0;
    this.closed = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.open();
    this.beat = setInterval(() => this.send({ ping: Date.now() }), 25000);
    this.wake = () => {
      if (document.visibilityState === "visible" && (this.socket?.readyState ?? 0) > 1) this.open();
    };
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
  }

  open() {
    clearTimeout(this.timer);
    if (this.closed || (this.socket && this.socket.readyState < 2)) return;
    const version = this.since();
    const address = new URL(`/api/games/${this.game}/live`, location.href);
    if (version !== undefined) address.searchParams.set("since", String(version));
    if (this.eyes) address.searchParams.set("as", this.eyes);
    address.searchParams.set("language", language());
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.state(this.tries ? "again" : "opening");
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.state("live");
    };
    socket.onmessage = event => {
      if (typeof event.data !== "string") return;
      this.message(JSON.parse(event.data));
    };
    socket.onclose = event => {
      if (this.closed || socket !== this.socket) return;
      // Signed out from another device: what is left is what anybody may see.
      if (event.code === 1008) {
        this.message({ kind: "reseated" });
        return;
      }
      this.tries += 1;
      this.state("lost");
      this.timer = setTimeout(() => this.open(), Math.min(15000, 400 * 1.7 ** this.tries) * (0.7 + Math.random() * 0.6));
    };
  }

  ready() {
    return this.socket?.readyState === 1;
  }

  /** @param {Wire.ClientMessage} message */
  send(message) {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.socket?.close();
  }
}
