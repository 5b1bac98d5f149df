// The rules at hand: chapters, search, cases, examples on the board, step by step.

import { h, icon, iconButton, button, replace, drawing, speak, capital } from "./dom.js";
import { once, titles } from "./api.js";

const STATUS = { enforced: "", optional: "Optional rule", ruling: "A reading of ours", "not modelled": "Not modelled" };

/** The book itself, wherever it is put. */
class Book {
  constructor(title, moved) {
    this.title = title;
    this.moved = moved ?? (() => {});
    this.search = h("input", { type: "search", class: "rule-search", placeholder: "Search the rules", "aria-label": "Search the rules", oninput: () => this.find() });
    this.body = h("div", { class: "rule-body" }, h("p", { class: "waiting" }, "Opening the book…"));
    this.element = h("div", { class: "book" }, this.search, this.body);
  }

  async load() {
    if (this.chapters) return;
    const { chapters, introduction } = await once(`/api/titles/${this.title}/rules`);
    this.chapters = chapters;
    this.introduction = introduction ?? [];
    this.cases = new Map(chapters.flatMap(chapter => chapter.cases.map(one => [one.id, { ...one, chapter }])));
  }

  async contents() {
    await this.load();
    this.moved(null);
    const lesson = h("div", { class: "example" });
    const first = this.introduction.length ? h("section", { class: "lessons" }, h("h2", {}, "Begin here"),
      h("ol", { class: "example-list" }, this.introduction.map(one => { const name = one.example ?? one; return h("li", {}, h("button", { type: "button", class: "button small example-name", onclick: event => this.example(name, lesson, event.currentTarget) }, icon("play"), one.title ?? nice(name))); })), lesson) : null;
    replace(this.body, first, h("ol", { class: "chapters" }, this.chapters.map(chapter => h("li", {}, h("details", {},
      h("summary", {}, h("b", { class: "number" }, chapter.id), h("span", {}, chapter.title), chapter.battle && chapter.battle !== "both" ? h("small", {}, chapter.battle) : null),
      h("ul", {}, chapter.cases.map(one => this.row(one))))))));
  }

  row(one) {
    return h("li", {}, h("button", { type: "button", class: "rule-row", onclick: () => this.show(one.id) }, h("b", { class: "number" }, one.id), h("span", {}, one.title), one.examples?.length ? h("small", {}, `${one.examples.length} ${one.examples.length === 1 ? "example" : "examples"}`) : null));
  }

  find() {
    const words = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return this.contents();
    const hits = [...this.cases.values()].map(one => {
      const title = `${one.id} ${one.title}`.toLowerCase();
      const text = `${title} ${one.summary ?? ""} ${one.ruling?.reading ?? one.ruling ?? ""}`.toLowerCase();
      if (!words.every(word => text.includes(word))) return null;
      return [words.reduce((sum, word) => sum + (one.id.toLowerCase() === word ? 9 : title.includes(word) ? 3 : 1), 0), one];
    }).filter(Boolean).sort((a, b) => b[0] - a[0]).slice(0, 60);
    replace(this.body, h("p", { class: "fine" }, `${hits.length} ${hits.length === 1 ? "case" : "cases"}`), h("ul", { class: "hits" }, hits.map(([, one]) => h("li", {}, this.row(one), h("p", { class: "hit-words" }, one.summary)))));
    return undefined;
  }

  /** A case by its number, or the nearest above it. */
  async show(id, withExample) {
    await this.load();
    let wanted = String(id);
    while (wanted && !this.cases.has(wanted)) wanted = wanted.slice(0, -1);
    const one = this.cases.get(wanted) ?? this.cases.get(`${wanted}.0`) ?? this.cases.get(`${String(id).split(".")[0]}.0`);
    if (!one) return this.contents();
    const list = [...this.cases.keys()];
    const at = list.indexOf(one.id);
    this.moved(one.id);
    const board = h("div", { class: "example" });
    const ruling = typeof one.ruling === "string" ? one.ruling : [one.ruling?.reading, one.ruling?.why ?? one.why].filter(Boolean).join(" ");
    replace(this.body,
      h("nav", { class: "rule-nav" }, button("Contents", () => { this.search.value = ""; this.contents(); }, { kind: "small quiet", picture: "back" }),
        h("span", {}, iconButton("back", "Case before", () => this.show(list[at - 1]), { disabled: at <= 0 }), iconButton("next", "Next case", () => this.show(list[at + 1]), { disabled: at >= list.length - 1 }))),
      h("article", { class: "rule" },
        h("p", { class: "rule-chapter" }, `${one.chapter.id}. ${one.chapter.title}`),
        h("h2", {}, h("span", { class: "number" }, one.id), " ", one.title),
        STATUS[one.status] ? h("p", { class: "rule-status" }, STATUS[one.status]) : null,
        String(one.summary ?? "").split(/\n\n+/).map(text => h("p", { class: "rule-words" }, text)),
        ruling ? h("aside", { class: "ruling" }, h("b", {}, "Our reading. "), ruling) : null,
        one.see?.length ? h("p", { class: "see" }, "See also ", one.see.map(other => h("button", { type: "button", class: "case", onclick: () => this.show(other) }, other))) : null,
        one.examples?.length ? [h("h3", {}, one.examples.length === 1 ? "Example" : "Examples"), h("div", { class: "example-list" }, one.examples.map(name => h("button", { type: "button", class: "button small example-name", "data-name": name, onclick: event => this.example(name, board, event.currentTarget) }, icon("play"), nice(name)))), board] : null));
    this.body.scrollTop = 0;
    if (one.examples?.length) {
      await this.example(one.examples[0], board, this.body.querySelector(".example-name"));
      if (withExample) board.scrollIntoView({ block: "nearest" });
    }
    return undefined;
  }

  async example(name, place, chosen) {
    this.body.querySelectorAll(".example-name").forEach(other => other.setAttribute("aria-pressed", String(other === chosen)));
    replace(place, h("p", { class: "fine" }, "Setting up…"));
    let example;
    try { example = await once(`/api/titles/${this.title}/examples/${encodeURIComponent(name)}`); } catch (failure) { replace(place, h("p", { class: "fine" }, failure.message)); return; }
    const frames = [{ svg: example.start, words: example.note || "The position.", first: true }, ...example.steps.map(step => ({ svg: step.svg, step }))];
    const pictures = new Map();
    const picture = h("div", { class: "example-board" });
    const words = h("div", { class: "example-words", role: "status" });
    const count = h("span", { class: "fine" });
    let at = 0;
    const show = index => {
      at = Math.min(Math.max(index, 0), frames.length - 1);
      const frame = frames[at];
      const svg = frame.svg ?? frames.slice(0, at).reverse().find(other => other.svg)?.svg ?? "";
      if (!pictures.has(at)) {
        const made = drawing(svg);
        made.removeAttribute("width");
        made.removeAttribute("height");
        pictures.set(at, made);
      }
      replace(picture, pictures.get(at));
      const { step } = frame;
      const { refused } = step ?? {};
      const cases = refused ? [refused.case, ...(refused.also ?? [])].filter(Boolean) : [];
      replace(words, step ? [
        step.order ? h("p", {}, h("b", {}, `${capital(step.by ?? "")}: `), h("code", {}, step.order), step.throws?.length ? h("span", { class: "fine" }, ` die ${step.throws.join(", ")}`) : null) : null,
        refused ? h("p", { class: "example-refused" }, "Not allowed ", cases.map(one => h("button", { type: "button", class: "case", onclick: () => this.show(one) }, one)), " ", refused.facts ? `${refused.facts}.` : "") : null,
        step.note ? h("p", {}, step.note) : null,
      ] : h("p", {}, frame.words));
      count.textContent = `${at} of ${frames.length - 1}`;
      before.disabled = at === 0;
      after.disabled = at === frames.length - 1;
    };
    const before = iconButton("back", "Step back", () => show(at - 1));
    const after = button("Next", () => show(at + 1), { kind: "small primary" });
    replace(place, h("h4", { class: "example-title" }, example.title), picture, h("div", { class: "example-steps" }, before, count, after), words);
    show(0);
  }
}

const nice = name => { const words = name.replace(/\.toml$/, "").replace(/^[\dT]+_[\da-z]+_/i, "").replaceAll("_", " "); return words[0].toUpperCase() + words.slice(1); };

/** The book beside the board. */
export class Drawer {
  constructor(game) {
    this.game = game;
    this.isOpen = false;
    this.element = h("aside", { class: "drawer", "aria-label": "Rules", hidden: true }, h("div", { class: "drawer-head" }, icon("book"), h("h2", {}, "Rules"), iconButton("close", "Close the rules", () => this.close())));
  }

  open() {
    if (!this.book) {
      this.book = new Book(this.game.snapshot.title);
      this.element.append(this.book.element);
      this.ready = this.book.contents();
    }
    this.isOpen = true;
    this.element.hidden = false;
    this.game.frame.classList.add("with-drawer");
    return this.ready;
  }

  toggle() { if (this.isOpen) this.close(); else { this.open(); this.book.search.focus(); } }

  async show(id, withExample) {
    await this.open();
    await this.book.show(id, withExample);
    speak(`Rule ${id} is open beside the board`);
  }

  close() {
    this.isOpen = false;
    this.element.hidden = true;
    this.game.frame.classList.remove("with-drawer");
    this.game.view.focus({ preventScroll: true });
  }
}

/** The book as a page of its own. */
export async function reference(page, title, id) {
  const all = await titles();
  const name = all.find(other => other.id === title)?.name ?? title;
  document.title = `Rules of ${name} · Sabretache`;
  const book = new Book(title, shown => history.replaceState(null, "", `/rules/${title}${shown ? `#${encodeURIComponent(shown)}` : ""}`));
  replace(page, h("div", { class: "reference" }, h("header", { class: "reference-head" }, h("a", { class: "icon-button", href: "/", "aria-label": "All games" }, icon("back")), h("div", {}, h("h1", {}, name), h("p", { class: "motto" }, "The rules in our own words, each with its examples"))), book.element));
  if (id) await book.show(id);
  else await book.contents();
}
