// @ts-check
// The dice of a game, checked by the reader's own browser.

import { get } from "./api.js";
import { commitmentOf, dice, keyOf } from "./arithmetic.js";
import { button, capital, h, icon, replace } from "./dom.js";
import { die } from "./example.js";
import { exportGame } from "./lobby.js";
import { remembered } from "./settings.js";

/** @type {{ [kind: string]: string }} */
const SIGNS = { good: "check", bad: "close", waiting: "replay", trusted: "help" };

/** @type {{ [source: string]: string }} */
const SOURCES = {
  scripted: "set by a script, not thrown",
  typed: "real dice, typed in",
  inherited: "thrown in the game from which this one branched off",
  unverified: "imported, on trust",
};

/**
 * @param {HTMLElement} page
 * @param {string} id
 */
export async function diceCheck(page, id) {
  replace(page, h("p", { class: "waiting" }, "Counting the spots…"));
  /** @type {[Wire.Dice, Wire.Snapshot]} */
  const [account, game] = await Promise.all([get(`/api/games/${id}/dice`), get(`/api/games/${id}`)]);
  document.title = `Dice of ${game.name ?? "a game"} · Sabretache`;
  /** @param {string | null} seat */
  const seatName = seat => game.seats?.find(other => other.id === seat)?.name ?? (seat ? capital(seat) : "The table");
  const kept = remembered(`dice:${id}`, /** @type {Page.Witness | null} */ (null));
  const checked = await check(account);
  replace(
    page,
    h(
      "div",
      { class: "dice-page", "data-dice-page": "", "data-verdict": checked.verdict },
      h(
        "header",
        { class: "reference-head" },
        h("a", { class: "icon-button", href: `/game/${id}`, "aria-label": "Back to the game" }, icon("back")),
        h("div", {}, h("h1", {}, "The dice"), h("p", { class: "motto" }, game.name ?? "")),
      ),
      verdict(checked, account),
      h(
        "ol",
        { class: "dice-story" },
        h(
          "li",
          {},
          h("h2", {}, "Committed"),
          account.commitment
            ? [
                h(
                  "p",
                  {},
                  "Before the first throw the server published this hash of its seed. It cannot find another seed with the same hash.",
                ),
                digits(account.commitment, "commitment"),
                witnessed(kept, account),
              ]
            : h("p", {}, "Nothing was committed: this game has no seeded dice."),
        ),
        h(
          "li",
          {},
          h("h2", {}, "Mixed"),
          h(
            "p",
            {},
            "Each player's browser drew a word. From the throw named on, every word goes into every die, so that the seed alone decides nothing.",
          ),
          account.nonces?.length
            ? h(
                "table",
                { class: "nonces" },
                h(
                  "thead",
                  {},
                  h(
                    "tr",
                    {},
                    h("th", { scope: "col" }, "From"),
                    h("th", { scope: "col" }, "Word"),
                    h("th", { scope: "col" }, "Since throw"),
                  ),
                ),
                h(
                  "tbody",
                  {},
                  account.nonces.map(one =>
                    h(
                      "tr",
                      {},
                      h("th", { scope: "row" }, seatName(one.seat)),
                      h(
                        "td",
                        {},
                        h("code", { class: "digits" }, one.nonce),
                        kept?.nonce === one.nonce ? h("span", { class: "mine" }, " your own") : null,
                      ),
                      h("td", {}, one.from_throw === null ? "" : String((one.from_throw ?? 0) + 1)),
                    ),
                  ),
                ),
              )
            : h("p", { class: "fine" }, "No player added a word."),
          kept?.nonce && account.nonces?.length && !account.nonces.some(one => one.nonce === kept.nonce)
            ? h("p", { class: "bad" }, "The word that this browser sent is not in the list. Ask the host why.")
            : null,
        ),
        h(
          "li",
          {},
          h("h2", {}, "Revealed"),
          account.seed
            ? [
                h("p", {}, "The game is over, and the seed is told. Your browser has hashed it:"),
                digits(account.seed, "seed"),
                h(
                  "p",
                  { class: checked.committed ? "good" : "bad" },
                  icon(checked.committed ? "check" : "close"),
                  checked.committed ? "Its hash is the one that was published." : "Its hash is not the one that was published.",
                ),
              ]
            : h("p", {}, "The seed is told when the game is over; then this page repeats every throw."),
        ),
      ),
      throws(account, checked, id),
      h(
        "section",
        { class: "dice-limits" },
        h("h2", {}, "What this proves, and what it cannot"),
        h(
          "ul",
          {},
          h("li", {}, "It proves that no throw was chosen after the fact: seed, words and order of the throws fix every one of them."),
          h(
            "li",
            {},
            "It cannot prove that the host did not look. Whoever runs the server holds the seed, and could foresee the throws of his own games as soon as all words are in. If that matters, play where a third person hosts.",
          ),
          h("li", {}, "A takeback never brings an old throw back: the count of throws goes on. A branch has a seed of its own."),
          h("li", {}, "Throws of an imported game, and dice that were typed in, are taken on trust."),
        ),
      ),
      h(
        "footer",
        { class: "dice-foot" },
        button("Export the game", () => exportGame(id), { picture: "save" }),
        h("p", { class: "fine" }, "The same check without a browser: ", h("code", {}, "sabretache replay FILE --verify-dice")),
      ),
    ),
  );
}

/**
 * Repeats the arithmetic; each throw gets `good`, `bad`, `trusted` or `waiting`.
 * @returns {Promise<Page.Checked>}
 * @param {Wire.Dice} account
 */
export async function check(account) {
  const all = account.throws ?? [];
  const committed = account.seed ? (await commitmentOf(account.seed)) === account.commitment : null;
  const keys = new Map();
  /** @type {Page.Checked["verdicts"]} */
  const verdicts = [];
  for (const one of all) {
    if (one.source && one.source !== "seeded") {
      verdicts.push({ kind: "trusted", words: SOURCES[one.source] ?? one.source });
      continue;
    }
    if (!account.seed) {
      verdicts.push({ kind: "waiting", words: "when the seed is told" });
      continue;
    }
    const nonces = (account.nonces ?? []).filter(nonce => (nonce.from_throw ?? 0) <= one.number).map(nonce => nonce.nonce);
    const name = JSON.stringify(nonces);
    if (!keys.has(name)) keys.set(name, await keyOf(account.seed, nonces));
    const own = dice(keys.get(name), one.number, one.dice.length, one.faces);
    const same = own.every((face, index) => face === one.dice[index]);
    verdicts.push(same ? { kind: "good", words: "follows from the seed" } : { kind: "bad", words: `should have been ${own.join(", ")}` });
  }
  /** @param {string} kind */
  const count = kind => verdicts.filter(one => one.kind === kind).length;
  /** @type {Page.Checked["verdict"]} */
  let verdict = "good";
  if (committed === false || count("bad")) verdict = "bad";
  else if (!account.seed) verdict = account.commitment ? "waiting" : "trusted";
  else if (!count("good") && all.length) verdict = "trusted";
  return { committed, verdicts, verdict, good: count("good"), bad: count("bad"), trusted: count("trusted") };
}

/**
 * @param {Page.Checked} checked
 * @param {Wire.Dice} account
 */
function verdict(checked, account) {
  const count = account.throws.length ?? 0;
  /** @param {number} number */
  const throwsOf = number => (number === 1 ? "one throw" : `${number} throws`);
  const words = {
    good: checked.good
      ? `Checked: ${checked.good === 1 ? "the one throw follows" : `all ${checked.good} throws follow`} from the seed that was committed.`
      : "The seed is the one that was committed; no die was thrown.",
    bad:
      checked.committed === false
        ? "The seed is not the one that was committed. Do not trust these dice."
        : `${capital(throwsOf(checked.bad))} of ${count} did not come from the seed. Do not trust these dice.`,
    waiting: count
      ? `The game is under way: ${throwsOf(count)} so far, to be checked when it is over.`
      : "The game is under way; no die has been thrown yet.",
    trusted: "These throws cannot be checked; they are taken on trust.",
  }[checked.verdict];
  const more = checked.verdict === "good" && checked.trusted ? ` ${capital(throwsOf(checked.trusted))} taken on trust.` : "";
  return h("p", { class: `dice-verdict ${checked.verdict}`, role: "status" }, icon(SIGNS[checked.verdict]), h("span", {}, words + more));
}

/**
 * @param {Page.Witness | null} kept
 * @param {Wire.Dice} account
 */
function witnessed(kept, account) {
  if (!kept?.commitment) return null;
  const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" }).format(kept.at);
  return kept.commitment === account.commitment
    ? h(
        "p",
        { class: "good" },
        icon("check"),
        `This browser was shown the same hash on ${when}, ${kept.throws ? `after ${kept.throws} throws` : "before any die was thrown"}.`,
      )
    : h(
        "p",
        { class: "bad" },
        icon("close"),
        `On ${when} this browser was shown another hash: ${kept.commitment}. Do not trust these dice.`,
      );
}

/**
 * @param {string} text
 * @param {string} name
 */
const digits = (text, name) =>
  h(
    "code",
    { class: "digits block", [`data-${name}`]: text },
    (text.match(/.{1,8}/g) ?? []).map(part => h("span", {}, part)),
  );

/**
 * @param {Wire.Dice} account
 * @param {Page.Checked} checked
 * @param {string} id
 */
function throws(account, checked, id) {
  const all = account.throws ?? [];
  if (!all.length) return null;
  const faces = Math.max(...all.map(one => one.faces ?? 6));
  const counts = Array.from({ length: faces }, (_, index) =>
    all.reduce((sum, one) => sum + one.dice.filter(face => face === index + 1).length, 0),
  );
  const most = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return h(
    "section",
    { class: "dice-throws" },
    h("h2", {}, all.length === 1 ? "One throw" : `${all.length} throws`),
    faces <= 20
      ? h(
          "figure",
          { class: "face-counts" },
          h(
            "div",
            { class: "face-bars", "aria-hidden": "true" },
            counts.map((count, index) => {
              const bar = h("span", { class: "face-bar" });
              bar.style.height = `${((100 * count) / most).toFixed(1)}%`;
              return h("div", {}, h("b", {}, String(count)), h("div", { class: "face-room" }, bar), die(index + 1));
            }),
          ),
          h(
            "figcaption",
            { class: "fine" },
            `How often each face fell: ${counts.map((count, index) => `${index + 1}, ${count}`).join("; ")}. Each is expected about ${(total / faces).toFixed(1)} times; with so few throws much else is common.`,
          ),
        )
      : null,
    h(
      "div",
      { class: "throw-scroll", tabindex: "0", role: "region", "aria-label": "Every throw" },
      h(
        "table",
        { class: "throw-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["No.", "Dice", "Thrown for", "Check"].map(name => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          all.map((one, index) =>
            h(
              "tr",
              { "data-throw": one.number, "data-check": checked.verdicts[index].kind },
              h(
                "td",
                {},
                one.step === undefined || one.step === null
                  ? String(one.number + 1)
                  : h(
                      "a",
                      { href: `/game/${id}#step-${one.step}`, "aria-label": `Throw ${one.number + 1} in the replay` },
                      String(one.number + 1),
                    ),
              ),
              h(
                "td",
                { class: "thrown" },
                one.dice.map(face => die(face)),
              ),
              h(
                "td",
                {},
                capital(one.purpose ?? ""),
                " ",
                one.case ? h("span", { class: "fine" }, one.case) : null,
                one.taken_back ? h("span", { class: "fine" }, " taken back") : null,
              ),
              h(
                "td",
                { class: checked.verdicts[index].kind },
                icon(SIGNS[checked.verdicts[index].kind]),
                h("span", {}, checked.verdicts[index].words),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
