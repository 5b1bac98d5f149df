// @ts-check
// The rules at hand: chapters, search, cases, examples on the board, step by step.

import { failed, once, titles } from "./api.js";
import { button, capital, focusOn, h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { ExamplePlayer, example } from "./example.js";

/** @type {{ [status: string]: string }} */
const STATUS = { enforced: "", optional: "Optional rule", ruling: "Our ruling", "not modelled": "Not modelled" };

/** The book itself, wherever it is put. With room it shows contents and case side by side, otherwise one of them. */
class Book {
  /**
   * @param {string} title
   * @param {{ moved?(id: string | null, example?: string): void, wide?: boolean }} [given]
   */
  constructor(title, { moved, wide } = {}) {
    this.title = title;
    /** @type {Wire.Chapter[]} */
    this.chapters = [];
    /** @type {Map<string, Page.RuleCase>} */
    this.cases = new Map();
    /** The case that is read. @type {string | null} */
    this.current = null;
    this.board = h("div", { class: "example" });
    this.moved = moved ?? (() => {});
    this.search = h("input", {
      type: "search",
      class: "rule-search",
      placeholder: "Search: a number or words",
      "aria-label": "Search the rules",
      "data-rule-search": "",
      oninput: () => this.find(),
      onkeydown: event => this.keyInSearch(event),
    });
    this.list = h("div", { class: "rule-list" }, h("p", { class: "waiting" }, "Opening the book…"));
    this.index = h("div", { class: "rule-index" }, this.search, this.list);
    this.body = h("div", { class: "rule-body", tabindex: "-1" });
    this.element = h("div", { class: wide ? "book wide" : "book", "data-book": title }, this.index, this.body);
  }

  async load() {
    if (this.chapters.length) return;
    /** @type {Wire.RuleBook} */
    const { chapters } = await once(`/api/titles/${this.title}/rules`);
    this.chapters = chapters;
    this.cases = new Map(chapters.flatMap(chapter => chapter.cases.map(one => [one.id, { ...one, chapter }])));
  }

  async contents() {
    await this.load();
    this.current = null;
    this.search.value = "";
    this.moved(null);
    this.element.classList.remove("reading");
    this.tree();
    this.frontispiece();
  }

  /** Every chapter with its cases; the one that is read stands open. */
  tree() {
    const here = this.cases.get(this.current ?? "")?.chapter.id;
    replace(
      this.list,
      this.lessons(),
      h(
        "ol",
        { class: "chapters" },
        this.chapters.map(chapter =>
          h(
            "li",
            {},
            h(
              "details",
              { open: chapter.id === here },
              h(
                "summary",
                {},
                h("b", { class: "number" }, chapter.id),
                h("span", {}, chapter.title),
                chapter.battle && chapter.battle !== "both" ? h("small", {}, chapter.battle) : null,
              ),
              h(
                "ul",
                {},
                chapter.cases.map(one => h("li", {}, this.row(one))),
              ),
            ),
          ),
        ),
      ),
    );
  }

  lessons() {
    return h("p", { class: "begin-here" }, h("a", { href: `/learn/${this.title}` }, icon("play"), "Lessons: learn the game on the board"));
  }

  /** What stands beside the contents while no case is chosen. */
  frontispiece() {
    const all = [...this.cases.values()];
    const shown = new Set(all.flatMap(one => one.examples ?? []));
    replace(
      this.body,
      h(
        "div",
        { class: "frontispiece" },
        h(
          "p",
          { class: "rule-words" },
          `${this.chapters.length} chapters, ${all.length} cases, ${shown.size} examples. The program enforces every case as written here, and its tests play every example.`,
        ),
        h(
          "p",
          { class: "rule-words" },
          "Choose a chapter, or search by number or word. You can step through an example on its board, play on from it, or open it in the sandbox.",
        ),
      ),
    );
  }

  /** @param {Wire.RuleCase} one */
  row(one) {
    return h(
      "button",
      {
        type: "button",
        class: "rule-row",
        "data-case": one.id,
        "aria-current": one.id === this.current ? "true" : null,
        onclick: () => this.show(one.id),
      },
      h("b", { class: "number" }, one.id),
      h("span", {}, one.title),
      one.status && one.status !== "enforced" ? h("small", {}, STATUS[one.status] ?? one.status) : null,
    );
  }

  async find() {
    await this.load();
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) {
      this.element.classList.remove("reading");
      return this.tree();
    }
    this.element.classList.remove("reading");
    const hits = [...this.cases.values()]
      .flatMap(one => {
        const title = `${one.id} ${one.title}`.toLowerCase();
        const text = `${title} ${one.summary} ${one.ruling ?? ""}`.toLowerCase();
        if (!words.every(word => text.includes(word))) return [];
        const worth = words.reduce(
          (sum, word) =>
            sum + (one.id.toLowerCase() === word ? 20 : one.id.toLowerCase().startsWith(word) ? 9 : title.includes(word) ? 3 : 1),
          0,
        );
        return [{ worth, one }];
      })
      .sort((a, b) => b.worth - a.worth)
      .slice(0, 60);
    replace(
      this.list,
      h("p", { class: "fine", role: "status" }, hits.length ? `${hits.length} ${hits.length === 1 ? "case" : "cases"}` : "No case found."),
      h(
        "ul",
        { class: "hits" },
        hits.map(({ one }) => h("li", {}, this.row(one), h("p", { class: "hit-words" }, excerpt(one.summary ?? "", words)))),
      ),
    );
    return undefined;
  }

  /** @param {KeyboardEvent} event */
  keyInSearch(event) {
    if (event.key === "Enter") this.list.querySelector("button")?.click();
    if (event.key === "ArrowDown") {
      event.preventDefault();
      focusOn(this.list, ".rule-row, summary");
    }
    if (event.key === "Escape" && this.search.value) {
      event.stopPropagation();
      this.search.value = "";
      this.find();
    }
  }

  /**
   * A case by its number, or the nearest above it.
   * @param {string} id
   * @param {boolean} [withExample]
   * @param {string} [name]
   */
  async show(id, withExample, name) {
    await this.load();
    let wanted = String(id);
    while (wanted && !this.cases.has(wanted)) wanted = wanted.slice(0, -1);
    const one = this.cases.get(wanted) ?? this.cases.get(`${wanted}.0`) ?? this.cases.get(`${String(id).split(".")[0]}.0`);
    if (!one) return this.contents();
    const list = [...this.cases.keys()];
    const at = list.indexOf(one.id);
    this.current = one.id;
    this.moved(one.id, name);
    this.element.classList.add("reading");
    if (!this.search.value) this.tree();
    else
      this.list.querySelectorAll(".rule-row").forEach(row => {
        if (row.getAttribute("data-case") === one.id) row.setAttribute("aria-current", "true");
        else row.removeAttribute("aria-current");
      });
    this.board = h("div", { class: "example" });
    const ruling = one.ruling ?? one.why;
    replace(
      this.body,
      h(
        "nav",
        { class: "rule-nav", "aria-label": "Cases" },
        button(
          "Contents",
          () => {
            const searched = this.search.value;
            if (searched) this.find();
            else this.contents();
          },
          { kind: "small quiet to-contents", picture: "back" },
        ),
        h(
          "span",
          {},
          iconButton("link", "Copy a link to this case", () => this.share(one.id)),
          iconButton("back", "Previous case", () => this.show(list[at - 1]), { disabled: at <= 0 }),
          iconButton("next", "Next case", () => this.show(list[at + 1]), { disabled: at >= list.length - 1 }),
        ),
      ),
      h(
        "article",
        { class: "rule", "data-rule": one.id },
        h("p", { class: "rule-chapter" }, `${one.chapter.id}. ${one.chapter.title}`),
        h("h2", {}, h("span", { class: "number" }, one.id), " ", one.title),
        STATUS[one.status] ? h("p", { class: "rule-status" }, STATUS[one.status]) : null,
        String(one.summary ?? "")
          .split(/\n\n+/)
          .map(text => h("p", { class: "rule-words" }, text)),
        ruling ? h("aside", { class: "ruling", "aria-label": "Our ruling" }, h("b", {}, "Our ruling. "), ruling) : null,
        one.see?.length
          ? h(
              "p",
              { class: "see" },
              "See also ",
              one.see.map(other =>
                h("button", { type: "button", class: "case", "aria-label": `Rule ${other}`, onclick: () => this.show(other) }, other),
              ),
            )
          : null,
        one.examples?.length
          ? [
              h("h3", {}, one.examples.length === 1 ? "Example" : "Examples"),
              one.examples.length > 1
                ? h(
                    "div",
                    { class: "example-list" },
                    one.examples.map(other =>
                      h(
                        "button",
                        { type: "button", class: "button small example-name", "data-name": other, onclick: () => this.example(other) },
                        nice(other),
                      ),
                    ),
                  )
                : null,
              this.board,
            ]
          : null,
      ),
    );
    this.body.scrollTop = 0;
    if (this.element.classList.contains("wide")) scrollTo({ top: 0 });
    if (one.examples?.length) {
      await this.example(name && one.examples.includes(name) ? name : one.examples[0]);
      if (withExample) this.board.scrollIntoView({ block: "nearest" });
    }
    return undefined;
  }

  /** @param {string} name */
  async example(name) {
    const place = this.board;
    this.body
      .querySelectorAll(".example-name")
      .forEach(other => other.setAttribute("aria-pressed", String(other.getAttribute("data-name") === name)));
    replace(place, h("p", { class: "fine" }, "Setting up…"));
    try {
      const content = await example(this.title, name);
      replace(
        place,
        new ExamplePlayer(this.title, name, content, {
          /** @param {string} id */
          show: id => this.show(id),
        }).element,
      );
    } catch (thrown) {
      const failure = failed(thrown);
      replace(place, h("p", { class: "fine" }, failure.message));
    }
  }

  /** @param {string} id */
  async share(id) {
    const link = new URL(`/rules/${this.title}#${encodeURIComponent(id)}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("Link to this case copied.");
    } catch {
      toast(["The link to this case: ", h("code", {}, link)], { seconds: 20 });
    }
  }
}

/**
 * The part of a summary in which the words stand, with the words marked.
 * @param {string} text
 * @param {string[]} words
 */
function excerpt(text, words) {
  const low = text.toLowerCase();
  const first = Math.min(...words.map(word => low.indexOf(word)).filter(at => at >= 0), Infinity);
  const from = Number.isFinite(first) && first > 90 ? text.indexOf(" ", first - 60) + 1 : 0;
  const part = `${from ? "…" : ""}${text.slice(from, from + 220)}`;
  const pattern = new RegExp(`(${words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "gi");
  return part.split(pattern).map((piece, index) => (index % 2 ? h("mark", {}, piece) : piece));
}

/** @param {string} name */
const nice = name =>
  capital(
    name
      .replace(/\.toml$/, "")
      .replace(/^[\dT]+_[\da-z]+_/i, "")
      .replaceAll("_", " "),
  );

/** The book beside the board. */
export class Drawer {
  /** @param {Page.Board} game */
  constructor(game) {
    this.game = game;
    this.isOpen = false;
    /** @type {Book | null} */
    this.book = null;
    /** @type {Promise<void> | undefined} */
    this.ready = undefined;
    this.element = h(
      "aside",
      { class: "drawer", "aria-label": "Rules", hidden: true },
      h(
        "div",
        { class: "drawer-head" },
        icon("book"),
        h("h2", {}, "Rules"),
        iconButton("close", "Close the rules", () => this.close()),
      ),
    );
  }

  /** The book, open at its contents or where it was left. */
  async open() {
    this.isOpen = true;
    this.element.hidden = false;
    this.game.frame.classList.add("with-drawer");
    if (!this.book) {
      this.book = new Book(this.game.snapshot.title);
      this.element.append(this.book.element);
      this.ready = this.book.contents();
    }
    await this.ready;
    return this.book;
  }

  toggle() {
    if (this.isOpen) this.close();
    else {
      const opened = this.open();
      this.book?.search.focus();
      opened.catch(failure => toast(failure.message, { kind: "refusal" }));
    }
  }

  /**
   * @param {string} id
   * @param {boolean} [withExample]
   */
  async show(id, withExample) {
    const book = await this.open();
    await book.show(id, withExample);
    speak(`Rule ${id} is open next to the board`);
  }

  close() {
    this.isOpen = false;
    this.element.hidden = true;
    this.game.frame.classList.remove("with-drawer");
    this.game.view.focus({ preventScroll: true });
  }
}

/**
 * The book as a page of its own; `#5.1c` is a case, `#5.1c/NAME` one of its examples.
 * @param {HTMLElement} page
 * @param {string} title
 */
export async function reference(page, title) {
  const all = await titles();
  const name = all.find(other => other.id === title)?.name ?? title;
  document.title = `Rules of ${name} · Sabretache`;
  const book = new Book(title, {
    wide: true,
    moved: (shown, example) =>
      history.replaceState(
        null,
        "",
        `/rules/${title}${shown ? `#${encodeURIComponent(shown)}${example ? `/${encodeURIComponent(example)}` : ""}` : ""}`,
      ),
  });
  replace(
    page,
    h(
      "div",
      { class: "reference" },
      h(
        "header",
        { class: "reference-head" },
        h("a", { class: "icon-button", href: "/", "aria-label": "All games" }, icon("back")),
        h("div", {}, h("h1", {}, name), h("p", { class: "motto" }, "The rules in our own words, each with its examples")),
      ),
      book.element,
    ),
  );
  const [id, example] = location.hash.slice(1).split("/").map(decodeURIComponent);
  if (id) await book.show(id, Boolean(example), example);
  else await book.contents();
}
