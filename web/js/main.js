// @ts-check
// Which page an address shows.

import { failed } from "./api.js";
import { around, h, part, replace } from "./dom.js";
import { lobby } from "./lobby.js";
import { begins, go } from "./nav.js";
import { apply } from "./settings.js";
import { load, say } from "./words.js";

const page = part("page");
let leave = () => {};
let shown = 0;

/** @param {string} token */
async function join(token) {
  try {
    return await (await import("./invite.js")).invited(page, token);
  } catch (thrown) {
    return sorry(say("invitation-unusable"), failed(thrown).message);
  }
}

/**
 * @param {string} title
 * @param {string} sentence
 */
function sorry(title, sentence) {
  document.title = `${title} · Sabretache`;
  replace(
    page,
    h(
      "div",
      { class: "sorry" },
      h("h1", {}, title),
      h("p", {}, sentence),
      h("a", { class: "button primary", href: "/" }, say("to-the-battlefields")),
    ),
  );
}

/**
 * The page of a game, and the way back if it began in a lesson.
 * @param {string} id
 */
async function game(id) {
  const [{ board }, { lessonOf }] = await Promise.all([import("./board.js"), import("./learn.js")]);
  const close = await board(page, id);
  const back = lessonOf(id);
  if (back) document.querySelector(".table")?.append(back);
  return close;
}

/** @type {{ [place: string]: (rest: string[]) => Promise<(() => void) | void> }} */
const ways = {
  game: async ([id, part]) =>
    part === "dice"
      ? (await import("./dicecheck.js")).diceCheck(page, id)
      : part === "review"
        ? (await import("./review.js")).review(page, id)
        : part === "invite"
          ? (await import("./invite.js")).invite(page, id)
          : game(id),
  join: async ([token]) => join(token),
  open: async () => (await import("./devices.js")).openHere(page),
  rules: async ([title]) => (await import("./rules.js")).reference(page, title),
  learn: async ([title]) => (await import("./learn.js")).learn(page, title),
  sandbox: async () => (await import("./sandbox.js")).sandbox(page),
};
// An older address of the same page.
ways.games = ways.game;

async function show() {
  const number = (shown += 1);
  leave();
  leave = () => {};
  part("layer").replaceChildren();
  const [place, ...rest] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const onBoard = ((place === "games" || place === "game") && rest.length === 1) || place === "sandbox";
  document.body.className = onBoard ? "on-board" : "";
  const way = place ? ways[place] : () => lobby(page);
  if (!way || (place && place !== "sandbox" && place !== "open" && !rest[0])) {
    sorry(say("no-such-page"), say("no-such-page-words"));
    return;
  }
  try {
    const top = begins();
    const close = await way(rest);
    if (top && number === shown) scrollTo(0, 0);
    // Somebody may have gone on while it was being made.
    if (number === shown) leave = close ?? leave;
    else close?.();
  } catch (thrown) {
    const failure = failed(thrown);
    if (number === shown) sorry(say("request-failed"), failure.message);
    console.warn(failure);
  }
}

addEventListener("popstate", show);
document.addEventListener("click", event => {
  const link = around(event, "a[href^='/']");
  if (
    !(link instanceof HTMLAnchorElement) ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    link.target ||
    link.hasAttribute("download")
  )
    return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});

apply();
await load();
show();
