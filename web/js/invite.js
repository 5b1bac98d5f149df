// @ts-check
// Inviting: the page on which a game for friends begins, the page behind an invitation, and what one is called.

import { failed, get, Live, post, put } from "./api.js";
import { copyRow } from "./devices.js";
import { button, h, icon, replace, speak, toast } from "./dom.js";
import { merged } from "./game.js";
import { go } from "./nav.js";
import { askFor } from "./seats.js";
import { remember, set, settings } from "./settings.js";
import { listed, say } from "./words.js";

/** Letters of a name, at most. */
const LONGEST_NAME = 40;

/**
 * A place for one's own name; it is kept when it is left, or when whoever waits for it asks.
 * @param {string} known
 */
export function nameField(known) {
  let kept = known;
  /** One after the other: two first requests at once would be two visitors, and the seat might go to the one who is forgotten. */
  let keeping = Promise.resolve();
  const write = async () => {
    const name = input.value.trim();
    if (name === kept) return;
    await post("/api/session");
    await put("/api/player", { name });
    kept = name;
  };
  const keep = () => {
    keeping = keeping.catch(() => {}).then(write);
    return keeping;
  };
  const input = h("input", {
    type: "text",
    name: "player",
    value: known,
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    spellcheck: "false",
    placeholder: say("name-placeholder"),
    "data-player-name": "",
    onchange: () => keep().catch(thrown => toast(failed(thrown).message, { kind: "refusal" })),
  });
  return { element: h("label", { class: "name-field" }, h("b", {}, say("name-label")), input), keep };
}

/**
 * A seat that waits for somebody: the link, the code, the picture.
 * @param {string} name
 * @param {string} url
 * @param {Wire.OpenSeat} seat
 */
function openSeat(name, url, seat) {
  const send = "share" in navigator;
  return h(
    "div",
    { class: "invitation-card" },
    h("img", {
      class: "qr",
      src: `data:image/svg+xml,${encodeURIComponent(seat.qr)}`,
      alt: say("invite-qr", { seat: name }),
      width: 176,
      height: 176,
    }),
    h(
      "div",
      { class: "invitation-words" },
      h("p", {}, say("invite-how", { seat: name })),
      copyRow(say("invite-link"), url),
      seat.code
        ? h(
            "p",
            { class: "invitation-code" },
            say("invite-code-before"),
            " ",
            h("b", { class: "code", "data-invitation-code": "" }, seat.code),
            " ",
            say("invite-code-after"),
          )
        : null,
      send
        ? button(say("invite-send"), () => navigator.share({ title: say("invite-send-title"), url }).catch(() => {}), {
            kind: "small",
            picture: "link",
          })
        : null,
    ),
  );
}

/** @typedef {"yours" | "open" | "program" | "here" | "away"} Presence */

/**
 * Whether the player of a seat has come, and is here now. A program is neither here nor away.
 * @param {Pick<Wire.Seat, 'id' | 'mine' | 'taken' | 'general' | 'by'>} seat
 * @param {string[]} there
 * @returns {Presence}
 */
export function presence(seat, there) {
  if (seat.mine) return "yours";
  if (seat.general || seat.by === "random") return "program";
  if (!seat.taken) return "open";
  return there.includes(seat.id) ? "here" : "away";
}

/**
 * For whom a game still waits, in a sentence; nobody is said to be here who is away.
 * @param {Wire.Seat[]} seats
 * @param {string[]} there
 */
export function waitingFor(seats, there) {
  /** @param {Presence} state */
  const named = state => seats.filter(seat => presence(seat, there) === state).map(seat => seat.name);
  const [open, away] = [named("open"), named("away")];
  if (open.length) return say("invite-waiting", { seats: listed(open) });
  return away.length ? say("invite-away", { seats: listed(away) }) : say("invite-complete");
}

/** The page on which a game for friends begins: whom it waits for, how they come, who is there already. */
class Waiting {
  /**
   * @param {HTMLElement} page
   * @param {string} id
   * @param {Wire.Snapshot} snapshot
   * @param {Wire.Links} links
   * @param {string} name
   */
  constructor(page, id, snapshot, links, name) {
    this.id = id;
    this.snapshot = snapshot;
    this.links = links;
    /** @type {string[]} */
    this.there = [];
    this.seats = h("ul", { class: "waiting-seats", "aria-live": "polite" });
    this.words = h("p", { class: "waiting-words", role: "status", "data-waiting": "" });
    this.begin = h("a", { class: "button primary", href: `/game/${id}`, "data-to-table": "" });
    this.own = nameField(name);
    document.title = `${say("invite-title")} · ${snapshot.name} · Sabretache`;
    replace(
      page,
      h(
        "div",
        { class: "invite", "data-invite": id },
        h(
          "header",
          { class: "reference-head" },
          h("a", { class: "icon-button", href: "/", "aria-label": say("all-games") }, icon("back")),
          h("div", {}, h("h1", {}, say("invite-title")), h("p", { class: "motto" }, snapshot.name)),
        ),
        links.local ? h("p", { class: "fine invite-local", "data-local": "" }, say("invite-local")) : null,
        this.seats,
        h("div", { class: "invite-own" }, this.own.element, callBack()),
        h(
          "details",
          { class: "invite-spectators" },
          h("summary", {}, say("invite-spectators")),
          h("p", { class: "fine" }, say("invite-spectators-words")),
          copyRow(say("invite-link"), links.spectator),
        ),
        h("div", { class: "invite-foot" }, this.words, this.begin),
      ),
    );
    this.draw();
    this.live = new Live(id, {
      eyes: null,
      since: () => this.snapshot.version,
      state: () => {},
      message: message => this.message(message),
    });
  }

  /** @param {Wire.ServerMessage} message */
  message(message) {
    if (message.kind === "company") this.there = message.seats;
    else if (message.kind === "snapshot" || message.kind === "delta") {
      const before = this.snapshot.seats;
      this.snapshot = merged(this.snapshot, message);
      for (const seat of this.snapshot.seats)
        if (seat.taken && before.some(old => old.id === seat.id && !old.taken)) speak(say("company-came", named(seat)));
    } else if (message.kind === "reseated") {
      // Somebody has left: there are new invitations.
      this.live.close();
      dispatchEvent(new PopStateEvent("popstate"));
      return;
    } else return;
    this.draw();
  }

  draw() {
    const { seats } = this.snapshot;
    const open = seats.filter(seat => !seat.taken);
    // What is being copied stays in sight: a seat is drawn anew when something is new about it.
    for (const seat of seats) {
      const state = presence(seat, this.there);
      const drawn = `${state} ${seat.player ?? ""}`;
      const old = [...this.seats.children].find(one => one instanceof HTMLElement && one.dataset.seat === seat.id);
      if (old instanceof HTMLElement && old.dataset.drawn === drawn) continue;
      const made = this.row(seat, state, drawn);
      if (old) old.replaceWith(made);
      else this.seats.append(made);
    }
    this.words.textContent = waitingFor(seats, this.there);
    this.begin.textContent = open.length ? say("invite-go-anyway") : say("invite-go");
  }

  /**
   * @param {Wire.Seat} seat
   * @param {Presence} state
   * @param {string} drawn
   */
  row(seat, state, drawn) {
    const who =
      state === "yours"
        ? say("seat-yours")
        : (seat.general ??
          seat.player ??
          (state === "open" ? say("seat-open") : seat.by === "random" ? say("seat-random") : say("seat-friend")));
    const url = this.links.seats[seat.id];
    const card = this.links.open[seat.id];
    return h(
      "li",
      { class: `waiting-seat ${state}`, "data-seat": seat.id, "data-state": state, "data-drawn": drawn },
      h(
        "div",
        { class: "waiting-seat-head" },
        h("i", { class: "presence", "aria-hidden": "true" }),
        h("h2", {}, seat.name),
        h("span", { class: "waiting-seat-who" }, who),
        state === "here" || state === "away" ? h("small", {}, say(state === "here" ? "seat-here" : "seat-away")) : null,
      ),
      state === "open" && url && card ? openSeat(seat.name, url, card) : null,
    );
  }

  close() {
    this.live.close();
    this.own.keep().catch(() => {});
  }
}

/** Whether one wants to be called back when it is one's turn. */
export function callBack() {
  /**
   * @param {string} words
   * @param {boolean} on
   * @param {(on: boolean) => unknown} change
   */
  const tick = (words, on, change, more = {}) => {
    const box = h("input", { type: "checkbox", checked: on, onchange: event => change(event.target.checked), ...more });
    return h("label", { class: "tick" }, box, h("span", {}, words));
  };
  return h(
    "fieldset",
    { class: "call-back" },
    h("legend", {}, say("call-legend")),
    tick(say("call-sound"), settings.sound, on => set("sound", on), { "data-call": "sound" }),
    "Notification" in window ? tick(say("call-notify"), settings.notify, on => allowNotices(on), { "data-call": "notify" }) : null,
  );
}

/**
 * Notifications are asked for when somebody wants them, and never before.
 * @param {boolean} on
 */
export async function allowNotices(on) {
  if (on && (await Notification.requestPermission()) !== "granted") {
    toast(say("call-denied"), { kind: "note" });
    set("notify", false);
    for (const box of document.querySelectorAll("[data-call='notify']")) if (box instanceof HTMLInputElement) box.checked = false;
    return;
  }
  set("notify", on);
}

/**
 * A seat and who has it, for a sentence.
 * @param {Wire.Seat} seat
 */
export const named = seat => ({ player: seat.player ?? say("somebody"), seat: seat.name });

/**
 * @param {HTMLElement} page
 * @param {string} id
 */
export async function invite(page, id) {
  replace(page, h("p", { class: "waiting" }, say("invite-preparing")));
  /** @type {[Wire.Snapshot, Wire.Links, Wire.PlayerNamed]} */
  const [snapshot, links, { name }] = await Promise.all([get(`/api/games/${id}`), get(`/api/games/${id}/links`), get("/api/player")]);
  const made = new Waiting(page, id, snapshot, links, name);
  return () => made.close();
}

/**
 * The page behind an invitation: who invites, to what, as whom; and the seat is taken when that is wanted.
 * @param {HTMLElement} page
 * @param {string} token
 */
export async function invited(page, token) {
  replace(page, h("p", { class: "waiting" }, say("invited-looking")));
  /** @type {Wire.Invited} */
  const to = await post("/api/join/look", { token });
  if (to.mine) {
    go(`/game/${to.game}`, true);
    return;
  }
  if (to.taken) {
    askFor(page, token, to);
    return;
  }
  document.title = `${say("invited-title", { game: to.name })} · Sabretache`;
  const own = nameField(to.you ?? "");
  /** @type {Page.On<SubmitEvent>} */
  const accept = async event => {
    event.preventDefault();
    starter.disabled = true;
    try {
      // Known first: then an answer that is lost on the way costs nothing. The name may be on its way already.
      await own.keep();
      await post("/api/session");
      /** @type {Wire.Joined} */
      const { game } = await post("/api/join", { token });
      await (await import("./word.js")).addWordSoon(game);
      remember(`welcome:${game}`, true);
      go(`/game/${game}`, true);
    } catch (thrown) {
      const failure = failed(thrown);
      if (failure.taken) askFor(page, token, to);
      else {
        starter.disabled = false;
        toast(failure.message, { kind: "refusal" });
      }
    }
  };
  const starter = h(
    "button",
    { type: "submit", class: "button primary", "data-accept": "" },
    say("invited-accept", { seat: to.seat_name }),
  );
  const others = to.sitting.map(other =>
    h("li", {}, h("b", {}, other.seat_name), " ", other.player ?? other.general ?? say(other.taken ? "seat-friend" : "seat-open")),
  );
  const picture = to.scenario ? `/api/titles/${to.title}/${to.scenario}/map.svg?numbers=0&frame=0` : null;
  replace(
    page,
    h(
      "div",
      { class: "invited", "data-invited": to.seat },
      picture ? h("img", { class: "invited-map", src: picture, alt: "" }) : null,
      h("h1", {}, say("invited-title", { game: to.name })),
      h(
        "p",
        { class: "invited-words" },
        to.by ? say("invited-by", { player: to.by, seat: to.seat_name }) : say("invited-by-somebody", { seat: to.seat_name }),
      ),
      h("ul", { class: "invited-others" }, others),
      h(
        "form",
        { class: "invited-form", onsubmit: accept },
        own.element,
        h(
          "div",
          { class: "invited-buttons" },
          starter,
          h("a", { class: "button quiet", href: `/game/${to.game}` }, say("invited-look-on")),
        ),
      ),
      h("p", { class: "fine" }, say("invited-fine")),
    ),
  );
  starter.focus();
}
