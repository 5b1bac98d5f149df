// @ts-check
// Other devices: a link or a code opens one's games there, or one seat; what is open where, and closing it again.

import { failed, get, post, remove } from "./api.js";
import { button, dialog, h, replace, speak, toast } from "./dom.js";
import { go } from "./nav.js";
import { before, say } from "./words.js";

/**
 * What was asked of the server fails with a sentence.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
async function tried(work) {
  try {
    return await work();
  } catch (thrown) {
    toast(failed(thrown).message, { kind: "refusal" });
    return undefined;
  }
}

/** @param {number} time */
const clock = time => new Date(time).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** @param {number} time */
function day(time) {
  if (!time) return say("some-time-ago");
  const days = Math.round((Date.now() - time) / 86_400_000);
  return before(days, "day");
}

/**
 * A line to be copied.
 * @param {string} label
 * @param {string} text
 */
export function copyRow(label, text) {
  /** @type {HTMLInputElement} */
  const field = h("input", { readonly: true, value: text, "aria-label": label, onfocus: () => field.select() });
  return h(
    "div",
    { class: "link-row" },
    h("b", {}, label),
    field,
    button(
      say("copy"),
      async event => {
        const { target } = event;
        try {
          await navigator.clipboard.writeText(text);
          target.textContent = say("copied");
        } catch {
          field.select();
          target.textContent = say("press-copy");
        }
      },
      { kind: "small" },
    ),
  );
}

/**
 * A new link, to be scanned, sent or typed.
 * @param {Wire.LinkMade} link
 */
function linkBox(link) {
  return h(
    "div",
    { class: "device-link", "data-device-link": link.id },
    h("img", {
      class: "qr",
      src: `data:image/svg+xml,${encodeURIComponent(link.qr)}`,
      alt: say("device-qr"),
      width: 200,
      height: 200,
    }),
    h(
      "div",
      { class: "device-link-words" },
      h("p", {}, say("device-scan")),
      copyRow(say("invite-link"), link.url),
      h("p", {}, say("device-type"), " ", h("b", { class: "code", "data-code": "" }, link.code)),
      h("p", { class: "fine" }, say("device-once", { time: clock(link.expires) })),
    ),
  );
}

/**
 * Asks for a link and shows it in a place; `body` names a seat, or nothing for all games.
 * @param {HTMLElement} place
 * @param {Wire.NewLink} body
 * @param {() => unknown} [after]
 */
async function offer(place, body, after) {
  /** @type {Wire.LinkMade | undefined} */
  const link = await tried(() => post("/api/devices/links", body));
  if (!link) return;
  replace(place, linkBox(link));
  speak(say("device-ready"));
  after?.();
}

/**
 * For the holder of seats: each opened on another device, or given up.
 * @param {string} id
 * @param {Page.Game} game
 * @param {(seat: string) => void} giveUp
 */
export function ownSeats(id, game, giveUp) {
  const place = h("div", { class: "device-offer", "aria-live": "polite" });
  return h(
    "section",
    { class: "own-seats", "aria-label": say("own-seats") },
    h("h3", {}, say("own-seats")),
    game.mine().map(seat =>
      h(
        "div",
        { class: "own-seat", "data-own-seat": seat },
        h("b", {}, game.seatName(seat)),
        button(say("open-elsewhere"), () => offer(place, { game: id, seat }), { kind: "small", "data-open-elsewhere": seat }),
        button(say("give-up"), () => giveUp(seat), { kind: "small quiet", "data-give-up": seat }),
      ),
    ),
    place,
  );
}

/**
 * @param {Wire.Device} device
 * @param {() => unknown} again
 */
function deviceRow(device, again) {
  return h(
    "li",
    { "data-device": device.id },
    h(
      "span",
      {},
      h("b", {}, device.device || say("a-browser")),
      h("small", {}, device.this ? say("this-device") : say("last-used", { when: day(device.seen) })),
    ),
    device.this
      ? null
      : button(
          say("sign-out"),
          async () => {
            if (await tried(() => remove(`/api/devices/${device.id}`))) again();
          },
          { kind: "small", "data-sign-out": device.id, "aria-label": say("sign-out-named", { device: device.device }) },
        ),
  );
}

/**
 * @param {Wire.SeatElsewhere} seat
 * @param {() => unknown} again
 */
function seatRow(seat, again) {
  return h(
    "li",
    { "data-seat-key": seat.id },
    h(
      "span",
      {},
      h("b", {}, `${seat.seat_name}, ${seat.name}`),
      h("small", {}, say("open-on", { device: seat.device, when: day(seat.since) })),
    ),
    button(
      say("close-there"),
      async () => {
        if (await tried(() => remove(`/api/games/${seat.game}/keys/${seat.id}`))) again();
      },
      { kind: "small", "data-close-seat": seat.id },
    ),
  );
}

/**
 * @param {Wire.LinkListed} link
 * @param {() => unknown} again
 */
function linkRow(link, again) {
  const what = link.opens ? `${link.opens.seat_name}, ${link.opens.name}` : say("all-your-games");
  return h(
    "li",
    { "data-link": link.id },
    h("span", {}, h("b", {}, what), h("small", {}, say("link-unused", { time: clock(link.expires) }))),
    button(
      say("withdraw"),
      async () => {
        if (await tried(() => remove(`/api/devices/links/${link.id}`))) again();
      },
      { kind: "small", "data-withdraw": link.id },
    ),
  );
}

/**
 * @param {string} title
 * @param {HTMLElement[]} rows
 */
const list = (title, rows) => (rows.length ? [h("h3", {}, title), h("ul", { class: "device-list" }, rows)] : null);

/** The dialog with everything that is open somewhere. */
export function devices() {
  const place = h("div", { class: "device-offer", "aria-live": "polite" });
  const known = h("div", {});
  const code = h("input", {
    name: "code",
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "AAAA-0000",
    "aria-label": say("code-from-device"),
  });
  const box = dialog(say("devices-title"), [
    known,
    h(
      "form",
      {
        class: "code-form",
        onsubmit: event => {
          event.preventDefault();
          box.close();
          go(`/open#${encodeURIComponent(code.value.trim())}`);
        },
      },
      h("h3", {}, say("code-from-device")),
      h("div", { class: "code-row" }, code, h("button", { type: "submit", class: "button small", "data-use-code": "" }, say("code-open"))),
    ),
  ]);
  box.dataset.dialog = "devices";
  const show = async () => {
    /** @type {Wire.Devices | undefined} */
    const all = await tried(() => get("/api/devices"));
    if (!all) return;
    replace(
      known,
      all.devices.length
        ? [
            h("p", {}, say("devices-words")),
            button(say("devices-open"), () => offer(place, {}, show), { kind: "primary", "data-new-link": "" }),
            place,
            list(
              say("devices-signed-in"),
              all.devices.map(device => deviceRow(device, show)),
            ),
            all.devices.length > 2
              ? button(
                  say("devices-sign-out-others"),
                  async () => {
                    if (await tried(() => remove("/api/devices"))) show();
                  },
                  { kind: "small quiet", "data-sign-out-others": "" },
                )
              : null,
            list(
              say("devices-seats"),
              all.seats.map(seat => seatRow(seat, show)),
            ),
            list(
              say("devices-links"),
              all.links.map(link => linkRow(link, show)),
            ),
          ]
        : h("p", {}, say("devices-none")),
    );
  };
  show();
}

/** Whether others than this machine can come here at all. */
export async function reachable() {
  /** @type {Pick<Wire.Devices, "local">} */
  const { local } = await get("/api/devices").catch(() => ({ local: true }));
  return !local;
}

/**
 * The page behind a link: says what it opens, and opens it when that is wanted.
 * @param {HTMLElement} page
 */
export async function openHere(page) {
  const link = decodeURIComponent(location.hash.slice(1));
  document.title = `${say("open-here-title")} · Sabretache`;
  /** @type {Wire.LinkShown} */
  const found = await post("/api/devices/look", { link });
  // What stands in the address would stay in the history.
  history.replaceState(null, "", "/open");
  const what = found.opens ? say("open-here-seat", { seat: found.opens.seat_name, game: found.opens.name }) : say("open-here-all");
  const refusal = found.own ? say("open-here-own") : !found.opens && found.has_games ? say("open-here-games") : null;
  /** @type {Page.On<PointerEvent>} */
  const open = async event => {
    event.currentTarget.disabled = true;
    /** @type {Wire.LinkOpened | undefined} */
    const opened = await tried(() => post("/api/devices/open", { link }));
    if (opened) go(opened.game ? `/game/${opened.game}` : "/");
  };
  replace(
    page,
    h(
      "div",
      { class: "sorry open-here", "data-open-here": "" },
      h("h1", {}, say("open-here-title")),
      h("p", {}, say("open-here-words", { from: found.from || say("another-device"), what, here: found.here })),
      refusal ? h("p", { class: "fine" }, refusal) : button(say("open-here"), open, { kind: "primary", "data-open-now": "" }),
      h("a", { class: "button quiet", href: "/" }, say("to-the-battlefields")),
    ),
  );
}
