// Calls to the server. A refusal of the rules is an error with `refusal`; every other failure has a sentence.

export class Failure extends Error {
  constructor(status, body) {
    super(body?.error ?? (body?.refusal ? body.refusal.facts : `The server answered ${status}.`));
    this.status = status;
    this.refusal = body?.refusal;
    this.version = body?.version;
    this.taken = body?.taken;
  }
}

async function answered(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
      credentials: "same-origin",
      cache: method === "GET" ? "default" : "no-store",
    });
  } catch {
    throw new Failure(0, { error: "The server cannot be reached. It may have been stopped; the page tries again by itself." });
  }
  const kind = answer.headers.get("content-type") ?? "";
  const content = kind.startsWith("application/json") ? await answer.json().catch(() => null) : await answer.text();
  if (!answer.ok) throw new Failure(answer.status, typeof content === "string" ? { error: content || undefined } : content);
  return [content, answer.headers.get("link")];
}

const call = async (method, path, body) => (await answered(method, path, body))[0];

/** A page of a list, and the address of the next one if there is more. */
export async function pageOf(path) {
  const [lines, link] = await answered("GET", path);
  return [lines, /<([^>]*)>; rel="next"/.exec(link ?? "")?.[1] ?? null];
}

export const get = path => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body = {}) => call("PUT", path, body);
export const remove = path => call("DELETE", path);

/** What never changes while the server runs is asked for once. */
const kept = new Map();
export function once(path) {
  if (!kept.has(path)) {
    const answer = get(path);
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

export const titles = () => once("/api/titles");

/** The socket of a game: comes back by itself, and says how it stands. */
export class Live {
  /** `eyes` is the seat as which one looks, where that makes a difference. */
  constructor(game, { message, state, since, eyes }) {
    Object.assign(this, { game, message, state, since, eyes, tries: 0, closed: false });
    this.open();
    this.beat = setInterval(() => this.send({ ping: Date.now() }), 25000);
    this.wake = () => {
      if (document.visibilityState === "visible" && this.socket?.readyState > 1) this.open();
    };
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
  }

  open() {
    clearTimeout(this.timer);
    if (this.closed || (this.socket && this.socket.readyState < 2)) return;
    const version = this.since();
    const address = new URL(`/api/games/${this.game}/live`, location.href);
    if (version !== undefined) address.searchParams.set("since", version);
    if (this.eyes) address.searchParams.set("as", this.eyes);
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
