// The first page: battlefields, a new game, the games in hand.

import { h, icon, iconButton, button, replace, dialog, toast, speak } from "./dom.js";
import { get, post, remove, titles } from "./api.js";
import { go } from "./nav.js";
import { preferences } from "./preferences.js";

const PLAYERS = [
  ["here", "Here", "at this screen"],
  ["link", "By link", "a friend, wherever they are"],
  ["random", "The program", "it takes any legal order"],
];

export async function lobby(page) {
  document.title = "Sabretache";
  const fields = h("div", { class: "fields" }, h("p", { class: "waiting" }, "Unrolling the maps…"));
  const games = h("section", { class: "my-games", "aria-label": "Your games", hidden: true });
  replace(
    page,
    h("div", { class: "lobby" },
      h("header", { class: "lobby-head" },
        h("img", { src: "/favicon.svg", alt: "", width: 56, height: 56 }),
        h("div", {},
          h("h1", {}, "Sabretache"),
          h("p", { class: "motto" }, "Battles of the age of horse and musket, with every rule enforced and explained"),
        ),
        h("nav", { "aria-label": "Page" }, iconButton("gear", "Appearance", () => preferences())),
      ),
      games,
      h("section", { "aria-label": "Battlefields" },
        h("div", { class: "section-head" },
          h("h2", {}, "Battlefields"),
          button("Import a game", () => importGame(), { kind: "small quiet", picture: "load" }),
        ),
        fields,
      ),
      h("footer", { class: "lobby-foot" }, "Place names: GeoNames (CC BY 4.0). Lettering: EB Garamond and Alegreya Sans (OFL). No account, nothing leaves this machine unless you invite somebody."),
    ),
  );
  const [all] = await Promise.all([titles(), list(games)]);
  replace(fields, all.flatMap(title => title.scenarios.map(scenario => field(title, scenario))));
  const timer = setInterval(() => { if (document.visibilityState === "visible") list(games).catch(() => {}); }, 15000);
  return () => clearInterval(timer);
}

function field(title, scenario) {
  const start = () => newGame(title, scenario);
  return h("article", { class: "field" },
    h("button", { type: "button", class: "picture", onclick: start, "aria-label": `Play ${scenario.name}` },
      h("img", { src: `/api/titles/${title.id}/${scenario.id}/map.svg?numbers=0&frame=0`, alt: "", loading: "lazy", decoding: "async" })),
    h("div", { class: "field-words" },
      h("p", { class: "of" }, title.name),
      h("h3", {}, scenario.name),
      h("p", { class: "date" }, scenario.date),
      h("p", { class: "introduction" }, scenario.introduction),
      h("div", { class: "field-buttons" },
        button("Play", start, { kind: "primary" }),
        h("a", { class: "button quiet", href: `/rules/${title.id}` }, icon("book"), "Rules")),
    ));
}

function choice(name, legend, values, chosen) {
  return h("fieldset", { class: "choice" },
    h("legend", {}, legend),
    h("div", { class: "segments" }, values.map(([value, label, hint]) =>
      h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), h("span", {}, h("b", {}, label), hint && h("small", {}, hint))))));
}

function newGame(title, scenario, before) {
  const form = h("form", { class: "new-game", onsubmit: event => { event.preventDefault(); begin(); } },
    h("p", { class: "introduction" }, scenario.introduction),
    scenario.seats.map((seat, index) => choice(`seat-${seat.id}`, seat.name, PLAYERS, before?.[seat.id] ?? (index ? "random" : "here"))),
    scenario.options.map(option => choice(`option-${option.id}`, option.description, option.values.map(value => [value, value[0].toUpperCase() + value.slice(1)]), option.default)),
    h("p", { class: "fine" }, "The dice follow from a seed that is fixed, and its hash shown, before the first throw; when the game is over it can be checked."),
  );
  let start;
  const begin = async () => {
    const data = new FormData(form);
    const seats = Object.fromEntries(scenario.seats.map(seat => [seat.id, data.get(`seat-${seat.id}`)]));
    const options = Object.fromEntries(scenario.options.map(option => [option.id, data.get(`option-${option.id}`)]));
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, "0")).join("");
    start.disabled = true;
    start.textContent = "Deploying…";
    try {
      const { id } = await post("/api/games", { title: title.id, scenario: scenario.id, options, seats, nonce });
      go(`/games/${id}`);
    } catch (failure) {
      start.disabled = false;
      start.textContent = "Begin";
      toast(failure.message, { kind: "refusal" });
    }
  };
  const box = dialog(`${scenario.name}, ${scenario.date}`, form, [
    close => button("Not now", () => close.close(), { kind: "quiet" }),
    () => (start = button("Begin", begin, { kind: "primary" })),
  ]);
  start.focus();
  return box;
}

async function list(place) {
  const games = await get("/api/games");
  place.hidden = !games.length;
  if (!games.length) return;
  games.sort((a, b) => String(b.changed).localeCompare(String(a.changed)));
  replace(place, h("div", { class: "section-head" }, h("h2", {}, "Your games")),
    h("ul", { class: "game-list" }, games.map(game => row(game, place))));
}

function state(game) {
  if (game.over) return ["over", "Over"];
  const own = (game.waiting_for ?? []).some(seat => (game.mine ?? []).includes(seat));
  if (own) return ["yours", "Your move"];
  return ["theirs", game.waiting_for?.length ? `Waiting for ${game.waiting_for.join(" and ")}` : "Under way"];
}

function ago(when) {
  const then = typeof when === "number" ? when * (when < 1e12 ? 1000 : 1) : Date.parse(when);
  if (!then) return "";
  const minutes = Math.round((Date.now() - then) / 60000);
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return words.format(-minutes, "minute");
  if (minutes < 60 * 36) return words.format(-Math.round(minutes / 60), "hour");
  return words.format(-Math.round(minutes / 1440), "day");
}

function row(game, place) {
  const [kind, words] = state(game);
  const act = async (work, done) => {
    try { await work(); done?.(); } catch (failure) { toast(failure.message, { kind: "refusal" }); }
  };
  return h("li", { class: "game" },
    h("a", { class: "game-link", href: `/games/${game.id}` },
      h("span", { class: "thumb" }, h("img", { src: `/api/titles/${game.title}/${game.scenario}/map.svg?numbers=0&frame=0`, alt: "", loading: "lazy" })),
      h("span", { class: "game-name" }, h("b", {}, game.name ?? game.scenario), h("small", {}, `Turn ${game.turn}${game.mine?.length ? ` · you: ${game.mine.join(", ")}` : ""} · ${ago(game.changed)}`)),
      h("span", { class: `state ${kind}` }, words)),
    h("span", { class: "game-buttons" },
      iconButton("swap", "Rematch with sides swapped", () => act(async () => go(`/games/${(await post(`/api/games/${game.id}/rematch`)).id}`))),
      iconButton("save", "Export", () => exportGame(game.id)),
      iconButton("bin", "Delete", () => {
        dialog("Delete this game?", h("p", {}, `${game.name ?? game.scenario}, turn ${game.turn}, will be gone for everybody who plays in it.`), [
          box => button("Keep it", () => box.close(), { kind: "quiet" }),
          box => button("Delete", () => act(() => remove(`/api/games/${game.id}`), () => { box.close(); speak("Deleted"); list(place).catch(() => {}); }), { kind: "primary" }),
        ]);
      })));
}

export async function exportGame(id) {
  try {
    const journal = await get(`/api/games/${id}/journal`);
    const text = typeof journal === "string" ? journal : JSON.stringify(journal, null, 1);
    const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
    const link = h("a", { href: address, download: `sabretache-${id}.journal` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 5000);
  } catch (failure) {
    toast(failure.message, { kind: "refusal" });
  }
}

function importGame() {
  const input = h("input", { type: "file", accept: ".journal,.json,.txt" });
  input.addEventListener("change", async () => {
    if (!input.files[0]) return;
    try {
      const { id } = await post("/api/import", await input.files[0].text());
      toast("Imported. Its throws are marked as unverified.");
      go(`/games/${id}`);
    } catch (failure) {
      toast(failure.message, { kind: "refusal" });
    }
  });
  input.click();
}
