// @ts-check
// The dice of a game, checked by the reader's own browser.

import { check } from "./account.js";
import { get } from "./api.js";
import { brokenOff, endedList } from "./brokenoff.js";
import { button, capital, h, icon, replace } from "./dom.js";
import { die } from "./example.js";
import { exportGame } from "./lobby.js";
import { remembered } from "./settings.js";

/** @type {{ [kind: string]: string }} */
const SIGNS = { good: "check", bad: "close", waiting: "replay", trusted: "help" };

/**
 * @param {HTMLElement} page
 * @param {string} id
 */
export async function diceCheck(page, id) {
  replace(page, h("p", { class: "waiting" }, "Checking the dice…"));
  /** @type {Wire.DiceAnswer} */
  const account = await get(`/api/games/${id}/dice`);
  if ("deleted" in account) {
    deleted(page, account);
    return;
  }
  /** @type {[Wire.Snapshot, HTMLElement | null]} */
  const [game, others] = await Promise.all([get(`/api/games/${id}`), brokenOff()]);
  document.title = `Dice of ${game.name ?? "a game"} · Sabretache`;
  /** @param {string | null} seat */
  const seatName = seat => game.seats?.find(other => other.id === seat)?.name ?? (seat ? capital(seat) : "The table");
  const kept = remembered(`dice:${id}`, /** @type {Page.Witness | null} */ (null));
  const seats = (game.seats ?? []).map(seat => seat.id);
  const checked = await check(account, seats, kept, seatName);
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
                  "The server picked a seed and published this hash of it, before anybody had added a word. It cannot find another seed with the same hash.",
                ),
                digits(account.commitment, "commitment"),
                witnessed(kept, account),
              ]
            : h("p", {}, "There is no commitment: this game does not use seeded dice."),
        ),
        h(
          "li",
          {},
          h("h2", {}, "Mixed"),
          h(
            "p",
            {},
            account.protocol === 2
              ? "Then each seat added a word: first the player who created the game, then the others. No dice were rolled before the last word was in, and since then no word can be added or changed. All words are mixed into every die."
              : "This is an older game: words could be added at any time, and are mixed into every die from the roll named.",
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
                    h("th", { scope: "col" }, "Since roll"),
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
                        one.nonce
                          ? h("code", { class: "digits" }, one.nonce)
                          : h("span", { class: "fine" }, one.nonce === "" ? "none: a computer plays here" : "not yet"),
                        one.nonce && kept?.nonce === one.nonce ? h("span", { class: "mine" }, " your own") : null,
                      ),
                      h("td", {}, one.from_throw === null || one.from_throw === undefined ? "" : String((one.from_throw ?? 0) + 1)),
                    ),
                  ),
                ),
              )
            : h("p", { class: "fine" }, "No player added a word."),
          kept?.before
            ? h(
                "p",
                { class: "fine" },
                "When this browser added its word, ",
                kept.before.length
                  ? `these were already in: ${kept.before.map(one => seatName(one.seat)).join(", ")}.`
                  : "no other word was in.",
                " A player who adds a later word could choose it, but only by knowing the seed.",
              )
            : null,
        ),
        h(
          "li",
          {},
          h("h2", {}, "Revealed"),
          account.seed
            ? [
                h("p", {}, "The game is over and the seed has been revealed. Your browser has hashed it:"),
                digits(account.seed, "seed"),
                h(
                  "p",
                  { class: checked.committed ? "good" : "bad" },
                  icon(checked.committed ? "check" : "close"),
                  checked.committed ? "Its hash is the one that was published." : "Its hash is not the one that was published.",
                ),
              ]
            : h("p", {}, "The seed is revealed when the game is over; then this page recomputes every roll."),
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
          h(
            "li",
            {},
            "It proves that nobody chose a roll: the seed was fixed before any word was known, every word before the first roll, and the seed, the words and the number of the roll determine every die.",
          ),
          h(
            "li",
            {},
            "It cannot prove that the host did not look. The person who runs the server has the seed: once all words are in, the host could predict every roll and, if the last word comes from a friend, choose that word. If that matters to you, play on a third person's server, or add your word last.",
          ),
          h(
            "li",
            {},
            "A host who does not like the dice could delete the game and ask for another. Such games stay on record, and both players can see them.",
          ),
          h("li", {}, "A takeback never repeats an old roll: the roll count goes on. A branch has its own seed."),
          h("li", {}, "Rolls of an imported game, and dice entered by hand, cannot be verified."),
        ),
      ),
      account.earlier?.length
        ? h("section", { class: "bad" }, h("h2", {}, "This game was started before, and deleted"), endedList(account.earlier))
        : null,
      others,
      h(
        "footer",
        { class: "dice-foot" },
        button("Export the game", () => exportGame(id), { picture: "save" }),
        h("p", { class: "fine" }, "The same check in the terminal: ", h("code", {}, "sabretache replay FILE --verify-dice")),
      ),
    ),
  );
}

/**
 * A game that is no more: what was promised about its dice, and what was added.
 * @param {HTMLElement} page
 * @param {Wire.DeletedDice} account
 */
function deleted(page, account) {
  document.title = "Dice of a deleted game · Sabretache";
  replace(
    page,
    h(
      "div",
      { class: "dice-page", "data-dice-page": "", "data-verdict": "deleted" },
      h(
        "header",
        { class: "reference-head" },
        h("a", { class: "icon-button", href: "/", "aria-label": "All games" }, icon("back")),
        h("div", {}, h("h1", {}, "The dice"), h("p", { class: "motto" }, account.earlier[0].name)),
      ),
      h("p", { class: "dice-verdict trusted" }, icon("help"), h("span", {}, "This game was deleted before its end. This is on record:")),
      account.earlier.map(game => [
        endedList([game]),
        h(
          "p",
          { class: "fine" },
          "Words: ",
          (game.nonces ?? []).map(one => `${capital(one.seat ?? "the table")}: ${one.nonce || "none"}`).join("; "),
          game.seed ? ["; seed ", h("code", { class: "digits" }, game.seed)] : null,
        ),
      ]),
    ),
  );
}

/**
 * @param {Page.Checked} checked
 * @param {Wire.Dice} account
 */
function verdict(checked, account) {
  const count = account.throws?.length ?? 0;
  /** @param {number} number */
  const throwsOf = number => (number === 1 ? "one roll" : `${number} rolls`);
  const words = {
    good: checked.good
      ? `Checked: ${checked.good === 1 ? "the one roll follows" : `all ${checked.good} rolls follow`} from the seed that was committed.`
      : "The seed is the one that was committed; no dice were rolled.",
    bad: checked.faults.length
      ? `${checked.faults.join(" ")} Do not trust these dice.`
      : `${capital(throwsOf(checked.bad))} of ${count} do not follow from the seed. Do not trust these dice.`,
    waiting: account.waiting
      ? "The dice wait until every seat has added its word."
      : count
        ? `The game is in progress: ${throwsOf(count)} so far, checked when it is over.`
        : "The game is in progress; no dice have been rolled yet.",
    trusted: "These rolls cannot be verified.",
  }[checked.verdict];
  const more = checked.verdict === "good" && checked.trusted ? ` ${capital(throwsOf(checked.trusted))} not verified.` : "";
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
    ? h("p", { class: "good" }, icon("check"), `This browser was shown the same hash on ${when}, before it added its word.`)
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
    h("h2", {}, all.length === 1 ? "One roll" : `${all.length} rolls`),
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
            `How often each face came up: ${counts.map((count, index) => `${index + 1}, ${count}`).join("; ")}. Each is expected about ${(total / faces).toFixed(1)} times; with so few rolls large deviations are common.`,
          ),
        )
      : null,
    h(
      "div",
      { class: "throw-scroll", tabindex: "0", role: "region", "aria-label": "Every roll" },
      h(
        "table",
        { class: "throw-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["No.", "Dice", "Rolled for", "Check"].map(name => h("th", { scope: "col" }, name)),
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
                      { href: `/game/${id}#step-${one.step}`, "aria-label": `Roll ${one.number + 1} in the replay` },
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
