// Log, tracks, forces and notes beside the map.

import { h, button, replace, capital } from "./dom.js";
import { counter } from "./field.js";
import { remember, remembered } from "./settings.js";

const TABS = [["log", "Log"], ["tracks", "Tracks"], ["forces", "Forces"], ["notes", "Notes"]];

export class Side {
  constructor(game) {
    this.game = game;
    this.bodies = Object.fromEntries(TABS.map(([id]) => [id, h("div", { class: `tab-body ${id}`, role: "tabpanel", id: `tab-${id}`, "aria-labelledby": `tabber-${id}`, tabindex: "0" })]));
    this.buttons = Object.fromEntries(TABS.map(([id, name]) => [id, h("button", { type: "button", role: "tab", id: `tabber-${id}`, "aria-controls": `tab-${id}`, onclick: () => this.tab(id, true) }, name)]));
    const keys = event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.stopPropagation();
      const ids = TABS.map(([id]) => id);
      const next = ids[(ids.indexOf(this.open) + step + ids.length) % ids.length];
      this.tab(next);
      this.buttons[next].focus();
    };
    this.element = h("section", { class: "side", "aria-label": "Log and forces" }, h("div", { class: "tabs", role: "tablist", onkeydown: keys }, Object.values(this.buttons)), Object.values(this.bodies));
    this.list = h("ol", { class: "lines" });
    this.bodies.log.append(h("div", { role: "log", "aria-live": "off", "aria-label": "Log" }, this.list));
    this.lines = 0;
    this.seen = remembered(`seen:${game.id}`, null);
    this.notes();
    this.tab("log");
  }

  tab(id, show) {
    this.open = id;
    for (const [name] of TABS) {
      this.buttons[name].setAttribute("aria-selected", String(name === id));
      this.buttons[name].tabIndex = name === id ? 0 : -1;
      this.bodies[name].hidden = name !== id;
    }
    if (show) this.game.sheet?.(true);
    if (id === "log") this.bottom();
  }

  bottom() { requestAnimationFrame(() => { this.bodies.log.scrollTop = this.bodies.log.scrollHeight; }); }

  draw(snapshot) {
    this.log(snapshot.log ?? []);
    replace(this.bodies.tracks, (snapshot.panels ?? []).map(panel => this.panel(panel)));
    this.forces(snapshot.pieces ?? []);
  }

  log(lines) {
    const known = this.list.querySelectorAll("li.line").length;
    if (lines.length < known || this.first !== lines[0]?.text || (known && this.last !== lines[known - 1]?.text)) {
      this.list.replaceChildren();
      this.first = lines[0]?.text;
    }
    const have = this.list.querySelectorAll("li.line").length;
    if (have === lines.length) return;
    const unread = this.seen === null || this.marked ? -1 : lines.findIndex(line => line.line > this.seen);
    lines.slice(have).forEach((line, offset) => {
      if (have + offset === unread && unread > 0) this.list.append(this.since(unread, lines.length - unread));
      this.list.append(this.line(line));
    });
    this.marked = true;
    this.last = lines.at(-1)?.text;
    this.all = lines;
    clearTimeout(this.remembering);
    if (!this.game.replay?.on) this.remembering = setTimeout(() => { if (document.visibilityState === "visible") remember(`seen:${this.game.id}`, lines.at(-1)?.line ?? -1); }, 2500);
    this.bottom();
  }

  since(from, count) {
    let at = from;
    const step = button("Step through", () => {
      const line = this.all[at];
      if (!line) { step.textContent = "That is all"; step.disabled = true; return; }
      this.list.querySelectorAll(".current").forEach(element => element.classList.remove("current"));
      const element = this.list.querySelectorAll("li.line")[at];
      element?.classList.add("current");
      element?.scrollIntoView({ block: "nearest" });
      this.game.light(line.hexes, line.units);
      at += 1;
      step.textContent = at < this.all.length ? `Next (${this.all.length - at} more)` : "That is all";
    }, { kind: "small" });
    return h("li", { class: "since" }, h("span", {}, `Since you last looked: ${count} ${count === 1 ? "line" : "lines"}`), step);
  }

  line(line) {
    const { game } = this;
    const about = (line.hexes?.length ?? 0) + (line.units?.length ?? 0) > 0;
    const head = /^Turn \d+/.test(line.text) || line.kind === "turn";
    const phase = /Phase$/.test(line.text) || line.kind === "phase";
    const text = game.plain(line.text);
    const words = about ? h("button", { type: "button", class: "line-words", onclick: () => game.light(line.hexes, line.units), onpointerenter: () => game.light(line.hexes, line.units, false) }, text) : h("span", { class: "line-words" }, text);
    return h("li", { class: `line ${head ? "line-turn" : phase ? "line-phase" : ""}` }, words, line.case && !head && !phase ? game.caseLink(line.case) : null);
  }

  chat(message) {
    this.list.append(h("li", { class: "said" }, h("b", {}, this.game.seatName(message.seat)), " ", message.text ?? ""));
    this.bottom();
  }

  panel(panel) {
    const { game } = this;
    const head = h("h2", {}, panel.title);
    if (panel.kind === "track") {
      return h("section", { class: "panel" }, head, h("ol", { class: "track" }, (panel.cells ?? []).map((cell, index) => h("li", { class: index === panel.at ? "now" : index < panel.at ? "past" : "", "aria-current": index === panel.at ? "step" : undefined },
        h("b", {}, cell.label), (cell.marks ?? []).map(mark => h("small", {}, mark.text ?? mark))))));
    }
    if (panel.kind === "levels") {
      return h("section", { class: "panel" }, head, (panel.rows ?? []).map(row => {
        const most = Math.max(row.most ?? row.start ?? 0, row.value, 1);
        const bar = h("span", { class: "level-fill" });
        bar.style.width = `${100 * row.value / most}%`;
        return h("div", { class: "level" }, h("span", {}, row.name, row.note ? h("small", {}, ` ${row.note}`) : null), h("span", { class: "level-room" }, bar), h("b", {}, row.start !== undefined ? `${row.value} of ${row.start}` : row.value));
      }));
    }
    if (panel.kind === "boxes") {
      return h("section", { class: "panel" }, head, (panel.groups ?? []).map(group => h("div", { class: "box-group" }, h("h3", {}, group.name, h("small", {}, ` ${group.units.length}`)),
        group.units.length ? h("div", { class: "box-units" }, group.units.map(unit => {
          const offer = game.offers().find(other => other.unit === unit && !other.hex);
          return h("button", { type: "button", class: `box-unit ${offer ? "able" : ""}`, title: game.unitName(unit), "aria-label": game.unitName(unit), onclick: () => offer ? game.pick(offer) : game.light([], [unit]) }, counter(unit, 42));
        })) : h("p", { class: "fine" }, "Nobody"))));
    }
    return h("section", { class: "panel" }, head, h("dl", { class: "facts" }, (panel.rows ?? []).map(row => [h("dt", {}, row.name), h("dd", {}, String(row.value), " ", row.case ? game.caseLink(row.case) : null)])));
  }

  /** The order of battle: nation, formation, units. */
  forces(pieces) {
    const { game } = this;
    const tree = new Map();
    for (const piece of pieces) {
      const nation = piece.nation ?? "Units";
      if (!tree.has(nation)) tree.set(nation, new Map());
      const corps = piece.formation ?? piece.name ?? "";
      if (!tree.get(nation).has(corps)) tree.get(nation).set(corps, []);
      tree.get(nation).get(corps).push(piece);
    }
    const able = new Set(game.offers().map(offer => offer.unit));
    replace(this.bodies.forces, [...tree].map(([nation, corps]) => h("section", { class: "panel" }, h("h2", {}, capital(nation)), h("div", { class: "corps-list" }, [...corps].map(([name, units]) => h("div", { class: "corps" }, h("span", { class: "corps-name" }, name),
      h("div", { class: "box-units" }, units.map(piece => h("button", { type: "button", class: `box-unit ${able.has(piece.id) ? "able" : ""} ${piece.hex ? "" : "off"}`, title: `${game.unitName(piece.id)}, ${piece.hex ?? "off the map"}`, "aria-label": `${game.unitName(piece.id)}, ${piece.hex ?? "off the map"}`, onclick: () => { game.goTo(piece.id); game.light([], [piece.id], false); } }, counter(piece.id, 38))))))))));
  }

  notes() {
    const key = `notes:${this.game.id}`;
    const text = h("textarea", { rows: 10, placeholder: "Your plan, for your eyes only: it stays in this browser.", "aria-label": "Private notes", oninput: event => remember(key, event.target.value) });
    text.value = remembered(key, "");
    const say = h("input", { placeholder: "Say something to the table", "aria-label": "Chat", maxlength: 400 });
    const form = h("form", { class: "chat", onsubmit: event => { event.preventDefault(); if (say.value.trim()) this.game.live?.send({ chat: say.value.trim() }); say.value = ""; this.tab("log"); } }, say, h("button", { class: "button small" }, "Say"));
    replace(this.bodies.notes, h("h2", {}, "Private notes"), text, h("h2", {}, "Chat"), form);
  }
}
