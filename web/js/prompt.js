// What is asked, by which rule, and what can be answered; before a throw, what may come of it.

import { h, button, replace, capital } from "./dom.js";
import { post } from "./api.js";
import { counter } from "./field.js";

export class Prompt {
  constructor(game) {
    this.game = game;
    this.element = h("section", { class: "prompt", "aria-label": "What is asked", tabindex: "-1" });
    this.known = new Map();
  }

  wait(on) { this.element.classList.toggle("busy", on); this.element.setAttribute("aria-busy", String(on)); }

  shake() {
    this.element.classList.remove("shake");
    void this.element.offsetWidth;
    this.element.classList.add("shake");
  }

  focus() { (this.element.querySelector(".answers button") ?? this.element).focus(); }

  plain() { return this.game.offers().filter(offer => !offer.unit && !offer.hex); }

  /** The button that ends the phase, from the keyboard. */
  end() {
    const offers = this.plain();
    const offer = offers.find(other => this.game.ends(other)) ?? (offers.length === 1 ? offers[0] : null);
    if (offer) this.game.choose(offer);
  }

  draw() {
    const { game } = this;
    const snapshot = game.shown();
    const kind = snapshot.pending?.kind;
    this.element.classList.toggle("over", kind === "over");
    if (game.replay.on) return replace(this.element, h("p", { class: "who" }, "Replay"), h("p", { class: "question" }, "You are looking back. The game itself stands where you left it."), h("div", { class: "answers" }, button("Back to the game", () => game.replay.leave(), { kind: "primary" })));
    if (kind === "over") return this.verdict(snapshot);
    const ask = game.ask();
    if (!ask) return this.waiting(snapshot);
    const asked = (snapshot.pending.asks ?? []).filter(other => game.mine().includes(other.seat));
    const throws = this.plain().filter(offer => offer.throws ?? offer.verb === "announce");
    const rest = this.plain().filter(offer => !throws.includes(offer));
    return replace(this.element,
      asked.length > 1 ? h("div", { class: "seat-tabs", role: "tablist" }, asked.map(other => h("button", { type: "button", role: "tab", "aria-selected": String(other.seat === game.seat), onclick: () => { game.chosenSeat = other.seat; game.chooseSeat(); game.draw(); } }, game.seatName(other.seat)))) : null,
      h("p", { class: "who" }, h("span", { class: "seat-name" }, game.seatName(ask.seat)), h("span", { class: "short" }, game.named(ask.short)), ask.case ? game.caseLink(ask.case) : null),
      h("p", { class: "question" }, game.rich(capital(ask.text.replace(new RegExp(`^${game.seatName(ask.seat).slice(0, 4)}\\w*: `), "")))),
      this.hint(),
      game.theirs?.length ? h("div", { class: "theirs" }, button(game.telling ? "Stop" : `What they did (${game.theirs.length})`, () => game.showTheirs(), { kind: "small", picture: game.telling ? "pause" : "play" }), h("span", { class: "told", role: "status" })) : null,
      throws.length ? this.combat(throws) : null,
      h("div", { class: "answers" },
        rest.map(offer => button(game.words(offer), () => game.choose(offer), { kind: game.ends(offer) || rest.length === 1 ? "primary" : "", title: game.ends(offer) ? "E" : undefined })),
        game.reach ? button("Step by step", () => { const select = game.offers().find(offer => offer.unit === game.selection && !offer.hex); if (select) game.take_offer(select); }, { kind: "" }) : null,
        game.selection || (game.inHand() && game.snapshot.undo?.[game.seat]) ? button("Put back", () => game.putBack(), { kind: "", title: "Esc", picture: "undo" }) : null),
      this.interrupts(),
      this.choices());
  }

  tell(words) {
    const place = this.element.querySelector(".told");
    if (place) place.textContent = words;
  }

  /** One line on where to click. */
  hint() {
    const { game } = this;
    const offers = game.offers();
    const units = new Set(offers.filter(offer => offer.unit).map(offer => offer.unit)).size;
    const hexes = new Set(offers.filter(offer => offer.hex).map(offer => offer.hex)).size;
    let words = null;
    if (game.reach) words = `${game.unitName(game.selection)}: click a hex to march there, or drag it. The figure is what it has left.`;
    else if (game.selection) words = `${game.unitName(game.selection)}: click one of the marked hexes.`;
    else if (units && hexes && offers.some(offer => offer.unit && offer.hex)) words = units > 1 ? "Click a marked unit, then a hex." : "Click a marked hex.";
    else if (units && hexes) words = "Marked units and hexes can be clicked.";
    else if (units) words = [`${units} ${units === 1 ? "unit is" : "units are"} marked on the map: choose one. `, h("span", { class: "keys-only" }, "N goes to the next.")];
    else if (hexes) words = game.inHand() ? "Click a marked hex, or a farther one to march there." : "Click a marked hex.";
    return words ? h("p", { class: "hint" }, words) : null;
  }

  /** Every choice as a list, for those who do not point. */
  choices() {
    const { game } = this;
    const offers = game.offers().filter(offer => offer.unit || offer.hex);
    if (!offers.length) return null;
    const groups = new Map();
    for (const offer of offers) {
      const verb = offer.verb ?? offer.order.split(" ")[0];
      if (!groups.has(verb)) groups.set(verb, []);
      groups.get(verb).push(offer);
    }
    const open = this.listOpen;
    return h("details", { class: "choices", open, ontoggle: event => { this.listOpen = event.target.open; } },
      h("summary", {}, `All choices (${offers.length})`),
      [...groups].map(([verb, list]) => h("div", { class: "choice-group" }, h("h2", {}, capital(verb)),
        h("div", { class: "unit-chips" }, list.map(offer => h("button", { type: "button", class: "unit-chip", onclick: () => game.take_offer(offer),
          onpointerenter: () => game.light(offer.hex ? [offer.hex] : [], offer.unit ? [offer.unit] : [], false), onfocus: () => game.light(offer.hex ? [offer.hex] : [], offer.unit ? [offer.unit] : []) },
          offer.unit ? counter(offer.unit, 34) : null, h("span", {}, offer.unit ? game.unitName(offer.unit) : "", h("small", {}, offer.hex ?? game.unit(offer.unit)?.hex ?? "off the map"))))))));
  }

  /** Before the die: both sides, and everything that can follow, exactly. */
  combat(offers) {
    const { game } = this;
    const { version } = game.snapshot;
    if (this.combatVersion !== version || !offers.some(offer => offer.order === this.chosen)) {
      this.combatVersion = version;
      this.chosen = (offers.find(offer => offer.best) ?? offers.at(-1)).order;
    }
    const panel = h("div", { class: "combat" });
    const offer = offers.find(other => other.order === this.chosen);
    const bars = h("div", { class: "odds", "aria-live": "polite" }, h("p", { class: "fine" }, "Reckoning the odds…"));
    replace(panel,
      this.parties(),
      offers.length > 1 ? h("div", { class: "columns", role: "radiogroup", "aria-label": "Column" }, offers.map(other => h("button", { type: "button", role: "radio", class: "column", "aria-checked": String(other === offer), onclick: () => { this.chosen = other.order; this.draw(); } }, other.order.slice((other.verb ?? "").length).trim() || game.words(other)))) : null,
      bars,
      button(game.words(offer), () => game.take_offer(offer), { kind: "primary wide", picture: "check" }));
    this.odds(offer).then(odds => { if (bars.isConnected || panel.parentNode) replace(bars, this.table(odds)); }, failure => replace(bars, h("p", { class: "fine" }, failure.message)));
    return panel;
  }

  /** Who fights whom, as far as the question names them. */
  parties() {
    const { game } = this;
    const { units, hexes } = game.about(game.ask());
    const own = units.filter(id => game.unit(id)?.side === game.seat);
    const enemies = hexes.flatMap(hex => game.field.byHex.get(hex) ?? []).filter(piece => piece.side && piece.side !== game.seat).map(piece => piece.id);
    if (!own.length || !enemies.length) return null;
    const list = (name, ids) => h("div", { class: "party" }, h("h2", {}, name), h("div", { class: "box-units" }, ids.map(id => h("button", { type: "button", class: "box-unit", title: game.unitName(id), "aria-label": game.unitName(id), onclick: () => game.light([], [id]) }, counter(id, 44)))));
    return h("div", { class: "versus" }, list("Attack", own), list("Defence", enemies));
  }

  odds(offer) {
    const key = `${this.game.snapshot.version} ${offer.order}`;
    if (!this.known.has(key)) {
      if (this.known.size > 60) this.known.clear();
      this.known.set(key, post(`/api/games/${this.game.id}/odds`, { seat: this.game.seat, order: offer.order }));
    }
    return this.known.get(key);
  }

  table(odds) {
    const { game } = this;
    const strengths = odds.strengths;
    const most = Math.max(...odds.lines.map(line => line.percent), 1);
    const party = (name, list, total) => h("div", { class: "party" }, h("h2", {}, name, h("b", {}, total ?? "")),
      (list ?? []).map(unit => h("div", { class: "party-unit" }, counter(unit.unit, 34), h("span", {}, game.unitName(unit.unit), unit.note ? h("small", {}, unit.note, " ", unit.case ? game.caseLink(unit.case) : null) : null), h("b", {}, unit.value ?? ""))));
    return [
      strengths ? h("div", { class: "versus" }, party("Attack", strengths.attackers, strengths.attack), party("Defence", strengths.defenders, strengths.defence)) : null,
      strengths?.column ? h("p", { class: "column-name" }, "Column ", h("b", {}, strengths.column)) : null,
      strengths?.modifiers?.length ? h("ul", { class: "modifiers" }, strengths.modifiers.map(modifier => h("li", {}, modifier.case ? game.caseLink(modifier.case) : null, " ", modifier.text, modifier.value !== undefined ? h("b", {}, ` ${modifier.value}`) : null))) : null,
      h("h2", { class: "odds-title" }, odds.exact === false ? "What can follow (sampled)" : "What can follow (exact)"),
      h("ol", { class: "bars" }, odds.lines.map(line => {
        const fill = h("span", { class: "bar-fill" });
        fill.style.width = `${(100 * line.percent / most).toFixed(1)}%`;
        return h("li", {}, h("div", { class: "bar-line" }, h("b", { class: "percent" }, `${trim(line.percent)} %`), h("span", { class: "bar-room" }, fill), h("small", { class: "fraction" }, `${line.numerator}/${line.denominator}`)),
          h("p", { class: "bar-words" }, game.rich([].concat(line.labels).join(", ") || "Nothing changes")));
      })),
    ];
  }

  waiting(snapshot) {
    const { game } = this;
    const asks = snapshot.pending?.asks ?? [];
    const names = asks.map(ask => game.seatName(ask.seat));
    const spectator = !game.mine().length;
    return replace(this.element,
      h("p", { class: "who" }, h("span", { class: "seat-name" }, names.join(" and ") || "The dice"), asks[0]?.short ? h("span", { class: "short" }, game.named(asks[0].short)) : null),
      h("p", { class: "question waits" }, snapshot.pending?.kind === "throw" ? "A die is falling…" : names.length ? `Waiting for the ${names.join(" and ")}.` : "Waiting…"),
      spectator ? h("p", { class: "hint" }, "You are looking on.") : null,
      this.interrupts());
  }

  /** What may be done at any time. */
  interrupts() {
    const offers = this.game.interrupts();
    if (!offers.length) return null;
    const seats = [...new Set(offers.map(offer => offer.seat))];
    return seats.map(seat => h("div", { class: "interrupts" },
      h("p", { class: "fine" }, this.game.mine().length > 1 ? `${this.game.seatName(seat)}, at any time:` : "At any time you may:"),
      h("div", { class: "answers" }, offers.filter(offer => offer.seat === seat).map(offer => button(this.game.words(offer), () => this.game.take_offer(offer), { kind: "small" })))));
  }

  verdict(snapshot) {
    const { game } = this;
    const verdict = snapshot.pending.verdict;
    const words = typeof verdict === "string" ? verdict : verdict?.words ?? "The battle is over.";
    const score = snapshot.seats.filter(seat => snapshot.score?.[seat.id] !== undefined).map(seat => [seat.id, snapshot.score[seat.id]]);
    return replace(this.element,
      h("p", { class: "who" }, h("span", { class: "seat-name" }, "The battle is over")),
      h("p", { class: "question" }, `${capital(words).replace(/\.$/, "")}.`),
      score.length ? h("p", { class: "score" }, score.map(([seat, value]) => h("span", {}, game.seatName(seat), " ", h("b", {}, String(value))))) : null,
      h("div", { class: "answers" }, button("Look back", () => game.replay.open(0), { kind: "primary", picture: "replay" }), button("Share, export, rematch", () => game.links())));
  }
}

const trim = number => (Math.round(number * 10) / 10).toString();
