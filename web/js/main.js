// Which page an address shows.

import { h, replace } from "./dom.js";
import { post } from "./api.js";
import { go } from "./nav.js";
import { apply } from "./settings.js";
import { lobby } from "./lobby.js";
import { board } from "./board.js";
import { reference } from "./rules.js";

const page = document.getElementById("page");
let leave = () => {};

async function join(token) {
  replace(page, h("p", { class: "waiting" }, "Taking your seat…"));
  try {
    const { game } = await post("/api/join", { token });
    history.replaceState(null, "", `/games/${game}`);
    show();
  } catch (failure) {
    sorry("This invitation cannot be used", failure.message);
  }
}

function sorry(title, sentence) {
  document.title = `${title} · Sabretache`;
  replace(page, h("div", { class: "sorry" }, h("h1", {}, title), h("p", {}, sentence), h("a", { class: "button primary", href: "/" }, "To the battlefields")));
}

async function show() {
  leave();
  leave = () => {};
  document.getElementById("layer").replaceChildren();
  const [place, ...rest] = location.pathname.split("/").filter(Boolean);
  const onBoard = place === "games" || place === "game";
  document.body.className = onBoard ? "on-board" : "";
  try {
    if (!place) leave = (await lobby(page)) ?? leave;
    else if (onBoard && rest[0]) leave = (await board(page, rest[0])) ?? leave;
    else if (place === "join" && rest[0]) await join(rest[0]);
    else if (place === "rules" && rest[0]) leave = (await reference(page, rest[0], decodeURIComponent(location.hash.slice(1)))) ?? leave;
    else sorry("Off the map", "There is no page at this address.");
  } catch (failure) {
    sorry("The courier did not get through", failure.message);
    console.warn(failure);
  }
}

addEventListener("popstate", show);
document.addEventListener("click", event => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});

apply();
show();
