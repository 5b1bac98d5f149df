// @ts-check
// The first page: the games in hand, the battlefields, where to begin.

import { failed, get, once, pageOf, post, remove, titles } from "./api.js";
import { brokenOff } from "./brokenoff.js";
import { devices, reachable } from "./devices.js";
import { button, capital, dialog, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { choose, download, dropping } from "./files.js";
import { isGeneral, quickTable, spoken } from "./generals.js";
import { progress } from "./learn.js";
import { go } from "./nav.js";
import { begin, newGame, usualOptions } from "./newgame.js";
import { preferences } from "./preferences.js";
import { remembered } from "./settings.js";
import { addWord } from "./word.js";

/**
 * @param {string} title
 * @param {string} scenario
 */
const picture = (title, scenario) => `/api/titles/${title}/${scenario}/map.svg?numbers=0&frame=0`;

/** @param {HTMLElement} page */
export async function lobby(page) {
  document.title = "Sabretache";
  const shelves = h("div", { class: "shelves" }, h("p", { class: "waiting" }, "Unrolling the maps…"));
  const games = h("section", { class: "my-games", "aria-label": "Your games", hidden: true, "data-games": "" });
  const learning = h("section", { class: "learning", "aria-label": "New players", hidden: true });
  const ended = h("div");
  const tools = h("nav", { class: "lobby-tools", "aria-label": "Sandbox and files" });
  const frame = h(
    "div",
    { class: "lobby" },
    h(
      "header",
      { class: "lobby-head" },
      h("img", { src: "/favicon.svg", alt: "", width: 56, height: 56 }),
      h(
        "div",
        {},
        h("h1", {}, "Sabretache"),
        h("p", { class: "motto" }, "Battles of the age of horse and musket, with every rule enforced and explained"),
      ),
      tools,
      iconButton("gear", "Appearance", () => preferences()),
    ),
    games,
    learning,
    shelves,
    ended,
    h("div", { class: "drop-here", "aria-hidden": "true" }, h("p", {}, icon("load"), "Drop the game here")),
    h(
      "footer",
      { class: "lobby-foot" },
      "Place names: GeoNames (CC BY 4.0). Lettering: EB Garamond and Alegreya Sans (OFL). No account needed; nothing leaves this machine unless you invite somebody.",
    ),
  );
  replace(page, frame);
  const all = await titles();
  const lessons = await Promise.all(all.map(title => introduction(title)));
  const show = async () =>
    newcomers(
      learning,
      lessons.filter(one => one !== null),
      await list(games, all),
    );
  const [hasOthers] = await Promise.all([reachable(), show()]);
  replace(
    tools,
    hasOthers ? button("Devices", () => devices(), { kind: "quiet", picture: "link", "data-devices": "" }) : null,
    all.some(title => title.sandbox)
      ? h("a", { class: "button quiet", href: "/sandbox", "data-sandbox-link": "" }, icon("unit"), "Sandbox")
      : null,
    button("Import a game", () => choose(".journal,.record,.json,.ndjson,.txt", importGame), {
      kind: "quiet",
      picture: "load",
      title: "Or drop the file anywhere on this page",
      "data-import": "",
    }),
  );
  replace(
    shelves,
    all.map((title, index) => shelf(title, lessons[index]?.[1])),
  );
  replace(ended, await brokenOff());
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") show().catch(() => {});
  }, 15000);
  const still = dropping(frame, importGame);
  return () => {
    clearInterval(timer);
    still();
  };
}

/**
 * A title with its lessons, if it has any.
 * @returns {Promise<[Wire.Title, Wire.Introduction] | null>}
 * @param {Wire.Title} title
 */
async function introduction(title) {
  try {
    /** @type {Wire.Introduction} */
    const content = await once(`/api/titles/${title.id}/introduction`);
    return content.lessons?.length ? [title, content] : null;
  } catch {
    return null;
  }
}

/**
 * @param {Wire.Title} title
 * @param {Wire.Introduction} introduction
 */
const done = (title, introduction) => progress(title.id).filter(number => number < introduction.lessons.length).length;

/**
 * Where somebody begins who has never played anything here: by the lessons of the first title.
 * @param {HTMLElement} place
 * @param {[Wire.Title, Wire.Introduction][]} offers
 * @param {number} games
 */
function newcomers(place, offers, games) {
  const [first] = offers;
  place.hidden = !first || games > 0 || offers.some(([title, introduction]) => done(title, introduction));
  if (place.hidden) return;
  const [title, introduction] = first;
  replace(
    place,
    h(
      "div",
      { class: "lesson-offer" },
      h(
        "div",
        {},
        h("h2", {}, introduction.title ?? "New to this?"),
        h(
          "p",
          {},
          introduction.words ?? `${introduction.lessons.length} short lessons on the board teach ${title.name}. No reading required.`,
        ),
      ),
      h("a", { class: "button primary", href: `/learn/${title.id}`, "data-learn": title.id }, "Start the lessons"),
    ),
  );
}

/**
 * A title: its rules, its lessons, its battlefields.
 * @param {Wire.Title} title
 * @param {Wire.Introduction | undefined} [introduction]
 */
function shelf(title, introduction) {
  const count = introduction?.lessons.length;
  const ready = introduction ? done(title, introduction) : 0;
  return h(
    "section",
    { class: "shelf", "aria-label": title.name, "data-title": title.id },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, title.name),
      h(
        "nav",
        { class: "shelf-tools", "aria-label": `Rules and lessons of ${title.name}` },
        h("a", { class: "button small quiet", href: `/rules/${title.id}`, "data-rules": title.id }, icon("book"), "Rules"),
        introduction
          ? h(
              "a",
              { class: "button small quiet", href: `/learn/${title.id}`, "data-learn": title.id },
              ready ? `Lessons, ${ready} of ${count}` : `${capital(spell(introduction.lessons.length))} lessons`,
              h(
                "span",
                { class: "lesson-beads", "aria-hidden": "true" },
                introduction.lessons.map((lesson, index) => h("i", { class: index < ready ? "done" : "", title: lesson.title })),
              ),
            )
          : null,
      ),
    ),
    h(
      "div",
      { class: "fields" },
      title.scenarios.map(scenario => field(title, scenario)),
    ),
  );
}

/** @param {number} number */
const spell = number => ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][number] ?? String(number);

/**
 * @param {Wire.Title} title
 * @param {Wire.Scenario} scenario
 */
function field(title, scenario) {
  const start = () =>
    newGame({ title, scenario, seats: scenario.seats, name: `${scenario.name}, ${scenario.date}`, introduction: scenario.introduction });
  return h(
    "article",
    { class: "field", "data-field": `${title.id}/${scenario.id}` },
    h(
      "button",
      { type: "button", class: "picture", onclick: start, "aria-label": `Play ${scenario.name}` },
      h("img", { src: picture(title.id, scenario.id), alt: "", loading: "lazy", decoding: "async" }),
    ),
    h(
      "div",
      { class: "field-words" },
      h("h3", {}, scenario.name),
      h("p", { class: "date" }, scenario.date),
      h("p", { class: "introduction" }, scenario.introduction),
      h(
        "div",
        { class: "field-buttons" },
        button("Play", start, { kind: "primary", "data-play": scenario.id, "aria-label": `Play ${scenario.name}` }),
        title.generals?.length ? quick(title, scenario) : null,
        title.sandbox
          ? h(
              "a",
              {
                class: "button quiet",
                href: `/sandbox?title=${title.id}&map=${scenario.id}`,
                "aria-label": `${scenario.name} in the sandbox`,
              },
              icon("unit"),
              "Sandbox",
            )
          : null,
      ),
    ),
  );
}

/**
 * Straight into a game against a general: as it was chosen last.
 * @param {Wire.Title} title
 * @param {Wire.Scenario} scenario
 */
function quick(title, scenario) {
  const seats = quickTable(title, scenario.seats);
  const own = scenario.seats.find(seat => seats[seat.id] === "here");
  const general = spoken(
    Object.values(seats).find(by => isGeneral(by)),
    title,
  );
  const words = `Against the ${general}`;
  /** @type {Page.On<PointerEvent>} */
  const start = async event => {
    const { currentTarget: pressed } = event;
    pressed.disabled = true;
    replace(pressed, icon("general"), "Deploying…");
    try {
      await begin({ title: title.id, scenario: scenario.id, options: usualOptions(scenario), seats });
    } catch (thrown) {
      const failure = failed(thrown);
      pressed.replaceWith(quick(title, scenario));
      toast(failure.message, { kind: "refusal" });
    }
  };
  return button(words, start, {
    picture: "general",
    "data-quick": scenario.id,
    title: `Quick start: you play the ${own?.name}`,
    "aria-label": `${scenario.name}, quick start: you play the ${own?.name} against the ${general}`,
  });
}

/** @type {{ [state: string]: number }} */
const ORDER = { yours: 0, theirs: 1, over: 2 };

/**
 * @param {HTMLElement} place
 * @param {Wire.Title[]} all
 */
async function list(place, all) {
  // A game that began in a lesson is found there.
  const [listed, more] = await pages(Number(place.dataset.pages ?? 1));
  const games = listed.filter(game => !remembered(`lesson-of:${game.id}`, null));
  place.hidden = !games.length;
  if (!games.length) return 0;
  games.sort(
    (a, b) =>
      ORDER[state(a, all)[0]] - ORDER[state(b, all)[0]] || String(b.changed).localeCompare(String(a.changed), "en", { numeric: true }),
  );
  const again = () => list(place, all).catch(() => {});
  const open = games.filter(game => !game.over);
  const over = games.filter(game => game.over);
  const yours = games.filter(game => state(game, all)[0] === "yours").length;
  const shown = place.querySelector("details")?.open;
  replace(
    place,
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, "Your games"),
      yours ? h("span", { class: "yours-count" }, yours === 1 ? "One is waiting for you" : `${yours} are waiting for you`) : null,
    ),
    open.length
      ? h(
          "ul",
          { class: "game-list" },
          open.map(game => row(game, all, again)),
        )
      : null,
    over.length
      ? h(
          "details",
          { class: "past-games", open: shown || !open.length },
          h("summary", {}, over.length === 1 ? "One finished game" : `${over.length} finished games`),
          h(
            "ul",
            { class: "game-list" },
            over.map(game => row(game, all, again)),
          ),
        )
      : null,
    more
      ? button(
          "Show older games",
          () => {
            place.dataset.pages = String(Number(place.dataset.pages ?? 1) + 1);
            again();
          },
          { kind: "quiet", "data-more-games": "" },
        )
      : null,
  );
  return games.length;
}

/**
 * So many pages of the list, the latest first, and whether there are more.
 * @returns {Promise<[Wire.GameListed[], boolean]>}
 * @param {number} wanted
 */
async function pages(wanted) {
  /** @type {Wire.GameListed[]} */
  const all = [];
  /** @type {string | null} */
  let next = "/api/games";
  for (let page = 0; page < wanted && next; page += 1) {
    /** @type {[Wire.GameListed[], string | null]} */
    const [games, after] = await pageOf(next);
    all.push(...games);
    next = after;
  }
  return [all, Boolean(next)];
}

/**
 * @param {Wire.GameListed} game
 * @param {Wire.Title[]} all
 * @param {string} id
 */
function seatName(game, all, id) {
  const scenario = all.find(title => title.id === game.title)?.scenarios.find(other => other.id === game.scenario);
  return scenario?.seats.find(seat => seat.id === id)?.name ?? id[0].toUpperCase() + id.slice(1);
}

/**
 * @param {Wire.GameListed} game
 * @param {Wire.Title[]} all
 */
function state(game, all) {
  if (game.over) return ["over", "Over"];
  const own = (game.waiting_for ?? []).some(seat => (game.mine ?? []).includes(seat));
  if (own) return ["yours", "Your turn"];
  return [
    "theirs",
    game.waiting_for?.length
      ? `Waiting for the ${game.waiting_for.map(seat => seatName(game, all, seat)).join(" and the ")}`
      : "In progress",
  ];
}

/** @param {number} when */
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

/**
 * @param {Wire.GameListed} game
 * @param {Wire.Title[]} all
 * @param {() => void} again
 */
function row(game, all, again) {
  const [kind, words] = state(game, all);
  const name = game.name ?? game.scenario;
  /**
   * @param {() => Promise<unknown>} work
   * @param {(() => void) | undefined} [done]
   */
  const act = async (work, done) => {
    try {
      await work();
      done?.();
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
    }
  };
  const rematch = async () => {
    /** @type {Wire.Made} */
    const { id } = await post(`/api/games/${game.id}/rematch`);
    await addWord(id);
    go(`/game/${id}`);
  };
  const opposite = Object.entries(game.generals ?? {}).map(([seat, general]) => `${seatName(game, all, seat)}: ${general}`);
  const sitting = [
    game.mine?.length ? `you: ${game.mine.map(seat => seatName(game, all, seat)).join(" and ")}` : "spectator",
    ...opposite,
  ].join(" · ");
  return h(
    "li",
    { class: "game", "data-game": game.id, "data-state": kind },
    h(
      "a",
      { class: "game-link", href: `/game/${game.id}` },
      h(
        "span",
        { class: "thumb" },
        h("img", {
          src: game.scenario ? picture(game.title, game.scenario) : `/api/games/${game.id}/sheets/map.svg?numbers=0&frame=0`,
          alt: "",
          loading: "lazy",
        }),
      ),
      h(
        "span",
        { class: "game-name" },
        h("b", {}, name),
        h(
          "small",
          {},
          [`Turn ${game.turn}`, sitting, ago(game.changed), game.unverified ? "dice not verified" : ""].filter(Boolean).join(" · "),
        ),
      ),
      h("span", { class: `state ${kind}` }, words),
    ),
    h(
      "span",
      { class: "game-buttons" },
      game.over && all.find(title => title.id === game.title)?.generals?.length
        ? h(
            "a",
            {
              class: "icon-button",
              href: `/game/${game.id}/review`,
              title: "Review",
              "aria-label": `Review of ${name}`,
              "data-review": "",
            },
            icon("review"),
          )
        : null,
      iconButton("swap", `Rematch of ${name} with sides swapped`, () => act(rematch), { "data-rematch": "" }),
      iconButton("save", `Export ${name}`, () => exportGame(game.id), { "data-export": "" }),
      game.owner === false
        ? null
        : iconButton(
            "bin",
            `Delete ${name}`,
            () => {
              dialog(
                "Delete this game?",
                h(
                  "p",
                  {},
                  `${name}, turn ${game.turn}, will be deleted for all its players. You can export it first and import it again later.`,
                ),
                [
                  () => button("Export first", () => exportGame(game.id), { kind: "quiet" }),
                  box => button("Keep it", () => box.close(), { kind: "" }),
                  box =>
                    button(
                      "Delete",
                      () =>
                        act(
                          () => remove(`/api/games/${game.id}`),
                          () => {
                            box.close();
                            speak("Deleted");
                            again();
                          },
                        ),
                      { kind: "primary", "data-delete-now": "" },
                    ),
                ],
              );
            },
            { "data-delete": "" },
          ),
    ),
  );
}

/** @param {string} id */
export async function exportGame(id) {
  try {
    /** @type {string} */
    const journal = await get(`/api/games/${id}/journal`);
    download(`sabretache-${id.slice(0, 8)}.journal`, journal);
  } catch (thrown) {
    const failure = failed(thrown);
    toast(failure.message, { kind: "refusal" });
  }
}

/** @param {string} text */
async function importGame(text) {
  // A position or an example is another kind of file: it opens where it can be looked at.
  if (/^\s*\[position\]/m.test(text)) {
    const { openInSandbox } = await import("./sandbox.js");
    openInSandbox(text);
    return;
  }
  try {
    /** @type {Wire.Imported} */
    const { id, notices } = await post("/api/import", text);
    await addWord(id);
    toast(["Imported. Its dice are marked as not verified.", ...notices.map(words => ` ${capital(words).replace(/\.$/, "")}.`)]);
    go(`/game/${id}`);
  } catch (thrown) {
    const failure = failed(thrown);
    toast(failure.message, { kind: "refusal" });
  }
}
