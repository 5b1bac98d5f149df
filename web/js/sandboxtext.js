// @ts-check
// The text of a position in the sandbox, and the example it may be: typed, run, saved.

import { failed, post } from "./api.js";
import { button, capital, dialog, h, icon, replace } from "./dom.js";
import { download } from "./files.js";

/** @typedef {import("./sandbox.js").Sandbox} Sandbox */

/** How long somebody may pause in typing before the text is looked at. */
const WAIT = 350;

export class Writing {
  /** @param {Sandbox} sandbox */
  constructor(sandbox) {
    this.sandbox = sandbox;
    /** Where the text stands, while it is in sight. @type {HTMLTextAreaElement | null} */
    this.area = null;
    /** @type {HTMLElement | null} */
    this.reportPlace = null;
    /** What came of the last run. @type {Wire.ExampleRun | null} */
    this.report = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  close() {
    clearTimeout(this.timer);
  }

  /** Something else is shown in its place. */
  away() {
    this.area = null;
  }

  /**
   * The text is another one; `typed` if it was changed here.
   * @param {string} text
   * @param {boolean} [typed]
   */
  changed(text, typed) {
    this.report = null;
    if (this.area && !typed) this.area.value = text;
  }

  /** Shows the text, with what is wrong in it. */
  draw() {
    this.area = h("textarea", {
      class: "sandbox-text",
      spellcheck: "false",
      "aria-label": "The text of the position",
      "data-sandbox-text": "",
      rows: 18,
      value: this.sandbox.text,
      oninput: () => this.typed(),
    });
    this.reportPlace = h("div", { class: "sandbox-report", role: "status" });
    replace(
      this.sandbox.body,
      this.area,
      h(
        "div",
        { class: "dialog-row tight" },
        button("Add a step", () => this.addStep(), { kind: "small", picture: "plus" }),
        button("Run the example", () => this.run(), { kind: "small", picture: "play", "data-sandbox-run": "" }),
      ),
      this.reportPlace,
      h(
        "p",
        { class: "fine" },
        "A step is an order that must succeed (",
        h("code", {}, "do"),
        ") or be refused (",
        h("code", {}, "try"),
        "), the dice rolled (",
        h("code", {}, "throws"),
        ") and the expected result (",
        h("code", {}, "expect"),
        ").",
      ),
    );
    this.drawReport();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sandbox.read(this.area?.value ?? "", { quiet: true }), WAIT);
  }

  async addStep() {
    const by = this.sandbox.written("active") ?? this.sandbox.kit.sides[0]?.id ?? "";
    if (!(await this.sandbox.edit({ step: { by } })) || !this.area) return;
    const at = this.sandbox.text.lastIndexOf('""') + 1;
    this.area.focus();
    this.area.setSelectionRange(at, at);
    this.area.scrollTop = this.area.scrollHeight;
  }

  drawReport() {
    if (!this.reportPlace) return;
    /** @param {Wire.Fault} fault */
    const line = fault =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "mention", onclick: () => this.toLine(fault.line) },
          fault.line ? `Line ${fault.line}: ` : "",
          capital(fault.sentence),
        ),
      );
    if (!this.report) {
      replace(this.reportPlace, this.sandbox.faults.length ? h("ul", { class: "bad" }, this.sandbox.faults.map(line)) : null);
      return;
    }
    const { passed, faults = [] } = this.report;
    const { steps } = this.sandbox.facts;
    const total = steps.length;
    const broken = faults.map(fault => steps.filter(line => line <= fault.line).length).find(Boolean);
    replace(
      this.reportPlace,
      h(
        "p",
        { class: passed ? "good" : "bad", "data-example-passed": String(Boolean(passed)) },
        icon(passed ? "check" : "close"),
        h(
          "b",
          {},
          passed
            ? `The example passes${total ? `: ${total === 1 ? "one step" : `${total} steps`}` : ""}.`
            : broken
              ? `Step ${broken} of ${total} fails.`
              : "The example fails.",
        ),
      ),
      total
        ? h(
            "ol",
            { class: "run-steps", "aria-label": "Steps" },
            Array.from({ length: total }, (_, index) => {
              const number = index + 1;
              const kind = passed || (broken && number < broken) ? "good" : number === broken ? "bad" : "";
              return h(
                "li",
                { class: kind },
                h(
                  "button",
                  {
                    type: "button",
                    onclick: () => this.toStep(number),
                    "aria-label": `Step ${number}${kind === "good" ? ", passed" : kind === "bad" ? ", failed" : ", not reached"}`,
                  },
                  kind === "good" ? icon("check") : kind === "bad" ? icon("close") : String(number),
                ),
              );
            }),
          )
        : null,
      faults.length ? h("ul", { class: "bad" }, faults.map(line)) : null,
    );
  }

  async run() {
    clearTimeout(this.timer);
    if (this.area && this.area.value !== this.sandbox.text) await this.sandbox.read(this.area.value, { quiet: true });
    try {
      this.report = await post(this.sandbox.way("example"), { text: this.sandbox.text });
      this.drawReport();
    } catch (thrown) {
      const failure = failed(thrown);
      this.sandbox.fail(failure);
    }
  }

  /** @param {number} number */
  toStep(number) {
    this.toLine(this.sandbox.facts.steps[number - 1] ?? 0);
  }

  /** @param {number} line */
  toLine(line) {
    if (this.sandbox.shownTab !== "text") this.sandbox.tab("text");
    this.sandbox.sheet(true);
    if (!this.area) return;
    this.area.focus();
    if (!line) return;
    const [from, to] = lineAt(this.sandbox.text, line);
    this.area.setSelectionRange(from, to);
    this.area.scrollTop = Math.max(0, ((line - 6) * this.area.scrollHeight) / Math.max(1, this.sandbox.text.split("\n").length));
  }

  save() {
    const title = h("input", {
      type: "text",
      value: this.sandbox.facts.title ?? "",
      placeholder: "What it shows, in one line",
      "aria-label": "Title",
      "data-save-title": "",
    });
    const name = this.sandbox.name ?? `${this.sandbox.scenario}-position`;
    /** @param {Wire.PositionEdit} edit */
    const save = async edit => {
      try {
        download(`${name}.toml`, (await this.sandbox.look({ text: this.sandbox.text, edit })).text);
      } catch (thrown) {
        this.sandbox.fail(failed(thrown));
      }
    };
    dialog(
      "Save as a file",
      [
        h(
          "p",
          {},
          "A game can start from a position. An example also has a title and steps, and the program can check it: ",
          h("code", {}, "sabretache example check FILE"),
        ),
        h("label", { class: "sandbox-field" }, h("span", {}, "Title of the example"), title),
      ],
      [
        box =>
          button(
            "Position",
            () => {
              save({ bare: {} });
              box.close();
            },
            { "data-save-position": "" },
          ),
        box =>
          button(
            "Example",
            () => {
              save({ example: { title: title.value.trim() || "From the sandbox" } });
              box.close();
            },
            { kind: "primary", "data-save-example": "" },
          ),
      ],
    );
  }
}

/**
 * Where a line of a text begins and ends.
 * @param {string} text
 * @param {number} line
 */
function lineAt(text, line) {
  const from =
    text
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length + (line > 1 ? 1 : 0);
  const end = text.indexOf("\n", from);
  return [Math.min(from, text.length), end < 0 ? text.length : end];
}
