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
import { addWordSoon } from "./word.js";
import { before, listed, say } from "./words.js";

/**
 * @param {string} title
 * @param {string} scenario
 */
const picture = (title, scenario) => `/api/titles/${title}/${scenario}/picture.jpg`;

/** The pictures that are being asked for, the last of them. */
let asked = Promise.resolve();

/**
 * A picture that is asked for when it comes near, and when the one before it has come: drawing a map is work for the server, and
 * browsers that load lazily still ask for everything on the page at once.
 * @param {HTMLImageElement} image
 * @param {string} address
 */
function whenSeen(image, address) {
  /** @returns {Promise<void>} */
  const arrives = () =>
    new Promise(done => {
      image.onload = image.onerror = () => done();
      image.src = address;
    });
  const seen = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return;
      seen.disconnect();
      asked = asked.then(() => (image.isConnected ? arrives() : undefined));
    },
    { rootMargin: "200px" },
  );
  seen.observe(image);
  return image;
}

/** @param {HTMLElement} page */
export async function lobby(page) {
  document.title = "Sabretache";
  const shelves = h("div", { class: "shelves" }, h("p", { class: "waiting" }, say("lobby-loading")));
  const games = h("section", { class: "my-games", "aria-label": say("lobby-games"), hidden: true, "data-games": "" });
  const learning = h("section", { class: "learning", "aria-label": say("lobby-new-players"), hidden: true });
  const ended = h("div");
  const tools = h("nav", { class: "lobby-tools", "aria-label": say("lobby-tools") });
  const frame = h(
    "div",
    { class: "lobby" },
    h(
      "header",
      { class: "lobby-head" },
      h("img", { src: "/favicon.svg", alt: "", width: 56, height: 56 }),
      h("div", {}, h("h1", {}, "Sabretache"), h("p", { class: "motto" }, say("lobby-motto"))),
      tools,
      iconButton("gear", say("settings-title"), () => preferences()),
    ),
    games,
    learning,
    shelves,
    ended,
    h("div", { class: "drop-here", "aria-hidden": "true" }, h("p", {}, icon("load"), say("lobby-drop"))),
    h("footer", { class: "lobby-foot" }, say("lobby-foot")),
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
    hasOthers ? button(say("devices-title"), () => devices(), { kind: "quiet", picture: "link", "data-devices": "" }) : null,
    button(say("code-button"), () => askForCode(), { kind: "quiet", picture: "link", "data-code-button": "" }),
    all.some(title => title.sandbox)
      ? h("a", { class: "button quiet", href: "/sandbox", "data-sandbox-link": "" }, icon("unit"), say("lobby-sandbox"))
      : null,
    button(say("lobby-import"), () => choose(".journal,.record,.json,.ndjson,.txt", importGame), {
      kind: "quiet",
      picture: "load",
      title: say("lobby-import-hint"),
      "data-import": "",
    }),
  );
  replace(
    shelves,
    index(all),
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
 * The titles by name, each a way to its shelf: five of them are longer than a screen.
 * @param {Wire.Title[]} all
 */
function index(all) {
  /** @param {string} id */
  const look = id => {
    const place = document.getElementById(`shelf-${id}`);
    place?.scrollIntoView();
    place?.focus({ preventScroll: true });
  };
  if (all.length < 3) return null;
  return h(
    "nav",
    { class: "shelf-index", "aria-label": say("lobby-index") },
    all.map(title => button(title.name, () => look(title.id), { kind: "small quiet", "data-to-shelf": title.id })),
  );
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
        h("h2", {}, introduction.title ?? say("lobby-newcomer")),
        h("p", {}, introduction.words ?? say("lobby-newcomer-words", { count: introduction.lessons.length, title: title.name })),
      ),
      h("a", { class: "button primary", href: `/learn/${title.id}`, "data-learn": title.id }, say("lobby-start-lessons")),
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
    { class: "shelf", id: `shelf-${title.id}`, tabindex: -1, "aria-label": title.name, "data-title": title.id },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, title.name),
      h(
        "nav",
        { class: "shelf-tools", "aria-label": say("lobby-shelf-tools", { title: title.name }) },
        h("a", { class: "button small quiet", href: `/rules/${title.id}`, "data-rules": title.id }, icon("book"), say("lobby-rules")),
        introduction
          ? h(
              "a",
              { class: "button small quiet", href: `/learn/${title.id}`, "data-learn": title.id },
              say("lobby-lessons", { ready, count: count ?? 0 }),
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
      { type: "button", class: "picture", onclick: start, "aria-label": say("lobby-play-named", { scenario: scenario.name }) },
      whenSeen(h("img", { alt: "", decoding: "async" }), picture(title.id, scenario.id)),
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
        button(say("lobby-play"), start, {
          kind: "primary",
          "data-play": scenario.id,
          "aria-label": say("lobby-play-named", { scenario: scenario.name }),
        }),
        title.generals?.length ? quick(title, scenario) : null,
        title.sandbox
          ? h(
              "a",
              {
                class: "button quiet",
                href: `/sandbox?title=${title.id}&map=${scenario.id}`,
                title: say("lobby-sandbox-named", { scenario: scenario.name }),
                "aria-label": say("lobby-sandbox-named", { scenario: scenario.name }),
              },
              icon("unit"),
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
  const words = say("lobby-against", { general });
  /** @type {Page.On<PointerEvent>} */
  const start = async event => {
    const { currentTarget: pressed } = event;
    pressed.disabled = true;
    replace(pressed, icon("general"), say("deploying"));
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
    title: say("lobby-quick", { seat: own?.name }),
    "aria-label": say("lobby-quick-named", { scenario: scenario.name, seat: own?.name, general }),
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
      h("h2", {}, say("lobby-games")),
      yours ? h("span", { class: "yours-count" }, say("lobby-yours", { count: yours })) : null,
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
          h("summary", {}, say("lobby-finished", { count: over.length })),
          h(
            "ul",
            { class: "game-list" },
            over.map(game => row(game, all, again)),
          ),
        )
      : null,
    more
      ? button(
          say("lobby-older"),
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
  if (game.over) return ["over", say("state-over")];
  const own = (game.waiting_for ?? []).some(seat => (game.mine ?? []).includes(seat));
  if (own) return ["yours", say("state-yours")];
  return [
    "theirs",
    game.waiting_for?.length
      ? say("state-waiting", { seats: listed(game.waiting_for.map(seat => seatName(game, all, seat))) })
      : say("state-running"),
  ];
}

/** @param {number} when */
function ago(when) {
  const then = typeof when === "number" ? when * (when < 1e12 ? 1000 : 1) : Date.parse(when);
  if (!then) return "";
  const minutes = Math.round((Date.now() - then) / 60000);
  if (minutes < 1) return say("just-now");
  if (minutes < 60) return before(minutes, "minute");
  if (minutes < 60 * 36) return before(Math.round(minutes / 60), "hour");
  return before(Math.round(minutes / 1440), "day");
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
    await addWordSoon(id);
    go(`/game/${id}`);
  };
  const opposite = Object.entries({ ...game.generals, ...game.players }).map(
    ([seat, general]) => `${seatName(game, all, seat)}: ${general}`,
  );
  const sitting = [
    game.mine?.length ? say("row-you", { seats: listed(game.mine.map(seat => seatName(game, all, seat))) }) : say("row-spectator"),
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
          src: game.scenario ? picture(game.title, game.scenario) : `/api/games/${game.id}/sheets/picture.jpg`,
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
          [say("row-turn", { turn: game.turn }), sitting, ago(game.changed), game.unverified ? say("row-unverified") : ""]
            .filter(Boolean)
            .join(" · "),
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
              title: say("row-review"),
              "aria-label": say("review-title", { game: name }),
              "data-review": "",
            },
            icon("review"),
          )
        : null,
      iconButton("swap", say("row-rematch", { game: name }), () => act(rematch), { "data-rematch": "" }),
      iconButton("save", say("row-export", { game: name }), () => exportGame(game.id), { "data-export": "" }),
      game.owner === false
        ? null
        : iconButton(
            "bin",
            say("row-delete", { game: name }),
            () => {
              dialog(say("delete-title"), h("p", {}, say("delete-words", { game: name, turn: game.turn })), [
                () => button(say("delete-export"), () => exportGame(game.id), { kind: "quiet" }),
                box => button(say("delete-keep"), () => box.close(), { kind: "" }),
                box =>
                  button(
                    say("delete-now"),
                    () =>
                      act(
                        () => remove(`/api/games/${game.id}`),
                        () => {
                          box.close();
                          speak(say("deleted"));
                          again();
                        },
                      ),
                    { kind: "primary", "data-delete-now": "" },
                  ),
              ]);
            },
            { "data-delete": "" },
          ),
    ),
  );
}

/** A code that one was told: an invitation, or one's own games on another device. */
function askForCode() {
  const input = h("input", {
    name: "code",
    required: true,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    placeholder: "AAAA-0000",
    "aria-label": say("code-label"),
    "data-code-typed": "",
  });
  const box = dialog(say("code-title"), [
    h("p", {}, say("code-words")),
    h(
      "form",
      {
        class: "code-row",
        onsubmit: async event => {
          event.preventDefault();
          const code = input.value.trim();
          try {
            /** @type {Wire.CodeTold} */
            const { leads } = await post("/api/codes", { code });
            if (!leads) {
              toast(say("code-unknown"), { kind: "refusal" });
              return;
            }
            box.close();
            go(leads === "invitation" ? `/join/${encodeURIComponent(code)}` : `/open#${encodeURIComponent(code)}`);
          } catch (thrown) {
            toast(failed(thrown).message, { kind: "refusal" });
          }
        },
      },
      input,
      h("button", { type: "submit", class: "button primary", "data-use-code": "" }, say("code-open")),
    ),
  ]);
  box.dataset.dialog = "code";
  input.focus();
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
    await addWordSoon(id);
    toast([say("imported"), ...notices.map(words => ` ${capital(words).replace(/\.$/, "")}.`)]);
    go(`/game/${id}`);
  } catch (thrown) {
    const failure = failed(thrown);
    toast(failure.message, { kind: "refusal" });
  }
}
