// The page of one game: draws the snapshot, marks what is offered, sends one order back.

import { h, icon, iconButton, button, replace, dialog, toast, speak, capital } from "./dom.js";
import { get, post, titles, Live, Failure } from "./api.js";
import { go } from "./nav.js";
import { settings, onSettings, remember, remembered } from "./settings.js";
import { preferences } from "./preferences.js";
import { Camera } from "./camera.js";
import { Field, counter } from "./field.js";
import { Prompt } from "./prompt.js";
import { Side } from "./side.js";
import { Replay } from "./replay.js";
import { Drawer } from "./rules.js";
import { handover } from "./handover.js";
import { help } from "./help.js";
import { exportGame } from "./lobby.js";

export async function board(page, id) {
  replace(page, h("p", { class: "waiting" }, "Unfolding the map…"));
  const snapshot = await get(`/api/games/${id}`);
  const [field, all] = await Promise.all([Field.load(snapshot.title, snapshot.scenario), titles()]);
  const scenario = all.find(title => title.id === snapshot.title)?.scenarios.find(other => other.id === snapshot.scenario);
  const game = new Game(page, id, field, scenario);
  game.isOpen = all.find(title => title.id === snapshot.title)?.open === true;
  game.take(snapshot, true);
  const step = location.hash.match(/^#step-(\d+)$/);
  if (step) requestAnimationFrame(() => game.replay.open(Number(step[1])));
  return () => game.close();
}

/** Brings a snapshot up to date. */
function merged(old, news) {
  const next = { ...old, ...news, kind: "snapshot" };
  if (news.kind === "delta") {
    if (news.log) {
      const from = news.log_from ?? Infinity;
      next.log = [...old.log.filter(line => line.line < from), ...news.log];
    } else next.log = old.log;
    if (news.pieces_changed || news.pieces_gone) {
      const pieces = new Map(old.pieces.map(piece => [piece.id, piece]));
      for (const gone of news.pieces_gone ?? []) pieces.delete(gone);
      for (const piece of news.pieces_changed ?? []) pieces.set(piece.id, { ...pieces.get(piece.id), ...piece });
      next.pieces = [...pieces.values()];
    }
    delete next.pieces_changed;
    delete next.pieces_gone;
    delete next.log_from;
  }
  return next;
}

class Game {
  constructor(page, id, field, scenario) {
    Object.assign(this, { id, field, scenario, live: null, snapshot: null, selection: null, reach: null, cursor: null, busy: false, chosenSeat: null });
    document.title = `${scenario?.name ?? "Game"} · Sabretache`;
    this.world = h("div", { class: "world" }, field.map, field.layer);
    this.world.style.width = `${field.size.width}px`;
    this.world.style.height = `${field.size.height}px`;
    this.card = h("div", { class: "card over-map", hidden: true });
    this.menu = h("div", { class: "menu over-map", role: "menu", hidden: true });
    this.die = h("div", { class: "die-place", "aria-hidden": "true" });
    this.view = h("div", { class: "view", tabindex: "0", role: "application", "aria-roledescription": "battlefield", "aria-label": `Map of ${scenario?.name ?? "the battle"}. Arrow keys move a cursor over the hexes, Enter acts there, N goes to the next unit that can act, question mark shows all keys.` },
      this.world, this.tools(), this.die, this.card, this.menu);
    this.status = h("span", { class: "status", role: "status" });
    this.heading = h("div", { class: "heading" }, h("h1", {}, scenario?.name ?? ""), h("span", { class: "turn" }));
    this.undoButton = iconButton("undo", "Undo (U)", () => this.undo("undo"));
    this.redoButton = iconButton("redo", "Redo (Shift+U)", () => this.undo("redo"));
    this.prompt = new Prompt(this);
    this.side = new Side(this);
    this.drawer = new Drawer(this);
    this.replay = new Replay(this);
    const bar = h("header", { class: "bar" },
      h("a", { class: "icon-button", href: "/", "aria-label": "All games", title: "All games" }, icon("back")),
      this.heading, this.status,
      h("div", { class: "bar-tools" },
        this.undoButton, this.redoButton,
        iconButton("replay", "Replay", () => this.replay.open(), { class: "icon-button wide-only" }),
        iconButton("link", "Invite and share", () => this.links(), { class: "icon-button wide-only" }),
        iconButton("book", "Rules (B)", () => this.drawer.toggle()),
        iconButton("gear", "Appearance", () => preferences(), { class: "icon-button wide-only" }),
        iconButton("help", "Help (?)", () => this.help())));
    this.grip = h("button", { type: "button", class: "grip", "aria-expanded": "false", "aria-label": "Log, forces and tracks", onclick: () => this.sheet() }, icon("up"));
    this.aside = h("aside", { class: "aside", "aria-label": "Orders and log" }, this.grip, this.prompt.element, this.side.element);
    this.frame = h("div", { class: "board" }, bar, h("div", { class: "table" }, this.view, this.replay.element), this.aside, this.drawer.element);
    replace(page, field.sheet, this.frame);
    this.camera = new Camera(this.view, this.world, field.size, {
      tap: (point, event) => this.tap(point, event),
      hold: point => this.pin(field.meant(point)),
      hover: (point, event) => this.hover(point, event),
      grab: point => this.grab(point),
      moved: () => { if (!this.menu.hidden) this.closeMenu(); },
    });
    this.keys = event => this.key(event);
    addEventListener("keydown", this.keys);
    this.settled = onSettings(() => this.look());
    this.look();
  }

  close() {
    removeEventListener("keydown", this.keys);
    this.settled();
    this.live?.close();
    this.camera.close();
    this.replay.close();
    clearTimeout(this.showing);
    clearTimeout(this.telling);
  }

  look() {
    this.frame.classList.toggle("no-numbers", !settings.numbers);
    this.frame.classList.toggle("no-glide", !settings.motion);
  }

  tools() {
    this.hideButton = iconButton("eye", "Hide counters (H)", () => this.hideCounters(), { "aria-pressed": "false" });
    return h("div", { class: "map-tools over-map", role: "toolbar", "aria-label": "Map" },
      iconButton("plus", "Nearer (+)", () => this.camera.zoom(1.4)),
      iconButton("minus", "Farther (−)", () => this.camera.zoom(1 / 1.4)),
      iconButton("fit", "Whole map (0)", () => this.camera.fit()),
      this.hideButton);
  }

  // ---- What the server says ----

  connect() {
    if (this.live) return;
    this.live = new Live(this.id, {
      since: () => this.snapshot?.version,
      state: state => this.connection(state),
      message: message => this.message(message),
    });
  }

  connection(state) {
    const words = { opening: "Connecting…", again: "Reconnecting…", lost: "Connection lost, trying again…", live: "" }[state];
    this.status.className = `status ${state}`;
    this.status.textContent = words;
  }

  message(message) {
    if (message.kind === "snapshot") this.take(message);
    else if (message.kind === "delta") this.take(merged(this.snapshot, message));
    else if (message.kind === "refused" && message.stopped) this.refused(message.refusal);
    else if ((message.kind === "refused" || message.kind === "error") && this.waiting) this.waiting(message);
    else if (message.kind === "refused") this.refused(message.refusal);
    else if (message.kind === "error") toast(capital(message.error), { kind: "refusal" });
    else if (message.kind === "chat") this.side.chat(message);
  }

  take(snapshot, first) {
    const before = this.snapshot;
    // Off the map a piece has a place of another kind.
    this.snapshot = { ...snapshot, pieces: snapshot.pieces.map(piece => this.placed(piece)) };
    this.landed?.();
    const last = before?.log.at(-1)?.line ?? -1;
    const news = before ? snapshot.log.filter(line => line.line > last) : [];
    this.selection = this.selection && this.unit(this.selection)?.hex ? this.selection : null;
    if (!before || before.version !== snapshot.version) { this.reach = null; this.selection = null; this.closeMenu(); this.field.fanned = null; }
    const seatBefore = this.seat;
    this.chooseSeat();
    this.gather();
    if (!this.replay.on) this.draw();
    this.connect();
    if (first) get(`/api/games/${this.id}/chat`).then(lines => lines.forEach(line => this.side.chat(line)), () => {});
    if (first) return requestAnimationFrame(() => this.open());
    this.dice(news);
    if (news.length) speak(news.map(line => line.text).join(". "));
    const ask = this.ask();
    if (ask && (!before || before.version !== snapshot.version)) speak(`${news.map(line => line.text).join(". ")} ${ask.text}`);
    if (before && seatBefore && this.seat && seatBefore !== this.seat && this.mine().length > 1) handover(this, this.seat, news);
    this.follow?.();
  }

  /** What the others did since this player last gave an order. */
  gather() {
    const mine = this.mine();
    const side = new Map(this.snapshot.pieces.map(piece => [piece.id, piece.side]));
    const since = this.snapshot.log.filter(line => line.line > (this.orderedAt ?? Infinity));
    const theirs = since.filter(line => line.units?.length && side.get(line.units[0]) && !mine.includes(side.get(line.units[0])));
    this.theirs = mine.length === 1 && this.seat && theirs.length > 1 ? since.filter(line => line.units?.length || line.hexes?.length) : [];
  }

  /** Shows it line by line on the map. */
  showTheirs() {
    if (this.telling) { clearTimeout(this.telling); this.telling = null; this.prompt.draw(); return; }
    const lines = [...this.theirs];
    const step = () => {
      const line = lines.shift();
      if (!line || !this.frame.isConnected) { this.telling = null; this.prompt.draw(); return; }
      this.light(line.hexes, line.units);
      this.prompt.tell(this.plain(line.text));
      this.telling = setTimeout(step, 1100);
    };
    this.telling = setTimeout(step, 0);
    this.prompt.draw();
  }

  placed(piece) { return piece.hex && !this.field.places.has(piece.hex) ? { ...piece, hex: null, place: piece.hex } : piece; }

  /** The seats held by this browser. */
  mine() { return (this.snapshot?.seats ?? []).filter(seat => seat.mine).map(seat => seat.id); }

  seatName(id) { return this.snapshot?.seats.find(seat => seat.id === id)?.name ?? capital(id ?? ""); }

  chooseSeat() {
    const asked = (this.snapshot.pending?.asks ?? []).map(ask => ask.seat);
    const mine = this.mine();
    const able = asked.filter(seat => mine.includes(seat));
    this.seat = able.includes(this.chosenSeat) ? this.chosenSeat : able[0] ?? null;
  }

  ask() { return (this.shown().pending?.asks ?? []).find(ask => ask.seat === this.seat) ?? null; }

  shown() { return this.replay.on ? this.replay.snapshot ?? this.snapshot : this.snapshot; }

  offers() {
    if (this.replay.on || !this.seat) return [];
    return this.snapshot.offers?.[this.seat] ?? [];
  }

  interrupts() {
    if (this.replay.on) return [];
    return this.mine().flatMap(seat => (this.snapshot.interrupts?.[seat] ?? []).map(offer => ({ ...offer, seat })));
  }

  unit(id) { return this.shown().pieces.find(piece => piece.id === id); }

  /** A unit on the table, or one that has been or may come. */
  known(id) { return this.unit(id) ?? this.field.roster.get(id); }

  unitName(id) {
    const piece = this.known(id);
    if (!piece) return id;
    return [piece.name, [piece.strength, piece.movement].filter(value => value !== undefined && value !== "").join("-")].filter(Boolean).join(" ");
  }

  /** Words of the server without the names of counters that only orders need. */
  plain(text) { return text.replace(/ \(([\w.-]+)\)/g, (all, id) => this.known(id) ? "" : all); }

  /** Words in which counters stand by their order names. */
  named(text) { return text.replace(/[\w.-]+/g, word => this.known(word) ? this.unitName(word) : word); }

  /** Words of the server in which units and hexes can be pointed at. */
  rich(text) {
    const parts = [];
    let last = 0;
    const mention = (words, hexes, units) => h("button", { type: "button", class: "mention", onclick: () => this.light(hexes, units), onpointerenter: () => this.light(hexes, units, false) }, words);
    for (const match of text.matchAll(/ \(([\w.-]+)\)|\b(\d{4})\b/g)) {
      const [all, id, hex] = match;
      if (id) {
        if (!this.known(id)) continue;
        const name = this.unitName(id);
        const before = text.slice(last, match.index);
        const whole = before.endsWith(name);
        parts.push(whole ? before.slice(0, -name.length) : `${before} `, mention(name, [], [id]));
      } else {
        if (!this.field.places.has(hex)) continue;
        parts.push(text.slice(last, match.index), mention(hex, [hex], []));
      }
      last = match.index + all.length;
    }
    return [...parts, text.slice(last)];
  }

  /** What a question is about: said by the server, or named in its words. */
  about(ask) {
    if (!ask) return { units: [], hexes: [] };
    if (ask.about) return { units: ask.about.units ?? [], hexes: ask.about.hexes ?? [] };
    return {
      units: [...ask.text.matchAll(/\(([\w.-]+)\)/g)].map(match => match[1]).filter(id => this.unit(id)),
      hexes: (ask.text.match(/\b\d{4}\b/g) ?? []).filter(hex => this.field.places.has(hex)),
    };
  }

  /** The unit in hand, if the question is about one. */
  inHand() {
    const ask = this.ask();
    if (ask?.unit) return ask.unit;
    // A question named after a unit, and hexes for it to go to.
    if (!ask || !this.offers().some(offer => offer.hex && !offer.unit)) return null;
    return ask.short.split(/[\s,]+/).find(word => this.unit(word)) ?? null;
  }

  // ---- Drawing ----

  draw() {
    const snapshot = this.shown();
    this.frame.classList.toggle("replaying", this.replay.on);
    this.heading.querySelector(".turn").textContent = snapshot.pending?.kind === "over" ? "The battle is over" : `Turn ${snapshot.turn}`;
    this.drawField();
    this.prompt.draw();
    this.side.draw(snapshot);
    const undo = this.mine().find(seat => snapshot.undo?.[seat]);
    this.undoButton.disabled = !undo || this.replay.on;
    this.redoButton.disabled = this.replay.on || (snapshot.redo ? !this.mine().some(seat => snapshot.redo[seat]) : false);
  }

  drawField() {
    const offers = this.offers();
    const able = new Set(offers.filter(offer => offer.unit).map(offer => offer.unit));
    const about = this.about(this.ask());
    const named = new Set(about.units);
    const hand = this.inHand();
    this.field.show(this.shown().pieces, piece => {
      const state = [];
      if (piece.id === hand) state.push("in-hand");
      if (piece.id === this.selection) state.push("selected");
      if (able.has(piece.id)) state.push("able");
      if (named.has(piece.id) && piece.id !== hand) state.push("about");
      return state.join(" ");
    });
    const marks = new Map();
    for (const hex of about.hexes) marks.set(hex, { kind: "about" });
    if (this.reach) for (const place of this.reach.hexes) marks.set(place.hex, { kind: "reach", text: place.left === undefined ? "" : String(place.left) });
    for (const offer of offers) {
      if (!offer.hex) continue;
      if (offer.unit && this.selection && offer.unit !== this.selection) continue;
      const faint = offer.unit && !this.selection && able.size > 1 ? " faint" : "";
      const hostile = (this.field.byHex.get(offer.hex) ?? []).some(piece => piece.side && piece.side !== this.seat) ? " hostile" : "";
      marks.set(offer.hex, { kind: `offer${faint}${hostile}`, text: offer.left === undefined ? undefined : String(offer.left) });
    }
    this.field.mark(marks);
    if (!this.reach) this.field.way(null);
  }

  /** The first look: where the armies are. */
  open() {
    const places = [...this.field.byHex.keys()].map(hex => this.field.places.get(hex));
    if (!places.length) return this.camera.fit(false);
    const [xs, ys] = [places.map(place => place.x), places.map(place => place.y)];
    const edge = this.field.pitch * 1.4;
    const [x, y] = [Math.min(...xs) - edge, Math.min(...ys) - edge];
    this.camera.frameOn({ x, y, width: Math.max(...xs) + edge - x, height: Math.max(...ys) + edge - y }, 1.3, false);
    return undefined;
  }

  // ---- Orders ----

  /** Sends one order; what comes of it arrives by the socket. */
  async order(text, { seat = this.seat } = {}) {
    if (this.busy || !seat) return false;
    clearTimeout(this.telling);
    this.telling = null;
    this.orderedAt = this.snapshot.log.at(-1)?.line ?? -1;
    const done = await this.request("order", { seat, after: this.snapshot.version, order: text });
    if (done) document.querySelectorAll(".toast.refusal").forEach(old => old.remove());
    return done;
  }

  async request(kind, body) {
    this.busy = true;
    this.prompt.wait(true);
    try {
      if (this.live?.ready()) await this.bySocket(kind, body);
      else {
        const answer = await post(`/api/games/${this.id}/${kind === "order" ? "orders" : kind}`, body);
        await this.arrival(answer?.version ?? body.after + 1);
        if (answer?.stopped) this.refused(answer.stopped);
      }
      return true;
    } catch (failure) {
      if (failure.refusal) this.refused(failure.refusal, body.order);
      else if (failure.version !== undefined) toast("The game had moved on before your order arrived. Look again, then give it once more.");
      else toast(capital(failure.message), { kind: "refusal" });
      return false;
    } finally {
      this.busy = false;
      this.prompt.wait(false);
    }
  }

  /** An order over the socket is answered by a refusal or by a newer version. */
  bySocket(kind, body) {
    return new Promise((done, fail) => {
      const end = (settle, value) => { clearTimeout(slow); this.waiting = this.landed = null; settle(value); };
      const slow = setTimeout(async () => {
        try { this.message(await get(`/api/games/${this.id}`)); } catch { /* the socket will bring it */ }
        if (this.snapshot.version > body.after) end(done);
        else end(fail, new Failure(0, { error: "No answer from the server yet; it is being asked again." }));
      }, 6000);
      this.waiting = message => end(fail, new Failure(message.status ?? 0, message));
      this.landed = () => { if (this.snapshot.version > body.after) end(done); };
      this.live.send({ [kind]: body });
    });
  }

  /** Waits for a version to be shown; asks for it when the socket is slow. */
  arrival(version) {
    if (this.snapshot.version >= version) return Promise.resolve();
    return new Promise(done => {
      const slow = setTimeout(async () => {
        try { this.message(await get(`/api/games/${this.id}`)); } catch { /* the socket will bring it */ }
        finish();
      }, 1500);
      const finish = () => { clearTimeout(slow); this.landed = null; done(); };
      this.landed = () => { if (this.snapshot.version >= version) finish(); };
    });
  }

  async take_offer(offer) {
    return this.order(offer.order, { seat: offer.seat ?? this.seat });
  }

  /** An offer chosen by a button: phases end only after a look at what is open. */
  choose(offer) {
    if (this.ends(offer)) {
      const open = this.offers().filter(other => other.unit);
      const about = this.about(this.ask()).units;
      if (open.length || about.length) return this.checklist(offer, open, about);
    }
    return this.take_offer(offer);
  }

  ends(offer) { return offer.ends ?? /^end\b|\bdone$/.test(offer.verb ?? offer.order); }

  checklist(offer, open, about) {
    const groups = new Map();
    for (const other of open) {
      const verb = other.verb ?? other.order.split(" ")[0];
      if (!groups.has(verb)) groups.set(verb, []);
      if (!groups.get(verb).includes(other.unit)) groups.get(verb).push(other.unit);
    }
    const show = unit => { box.close(); this.goTo(unit); };
    const list = (words, units) => h("section", { class: "checklist" }, h("h3", {}, words),
      h("div", { class: "unit-chips" }, units.map(unit => h("button", { type: "button", class: "unit-chip", onclick: () => show(unit) }, counter(unit, 46), h("span", {}, this.unitName(unit), h("small", {}, this.unit(unit)?.hex ?? "off the map"))))));
    const moved = new Set(this.acted());
    const box = dialog(`${capital(offer.label ?? offer.order)}?`, [
      this.ask() && h("p", { class: "introduction" }, this.plain(this.ask().text)),
      about.length ? list("Still has to act", about) : null,
      [...groups].map(([verb, units]) => {
        const still = units.filter(unit => !moved.has(unit));
        return still.length ? list(`${still.length} ${still.length === 1 ? "unit" : "units"} could still be used (${verb})`, still) : null;
      }),
    ], [
      close => button("Not yet", () => close.close(), { kind: "quiet" }),
      close => button(capital(offer.label ?? offer.order), () => { close.close(); this.take_offer(offer); }, { kind: "primary", autofocus: true }),
    ]);
  }

  acted() { return this.shown().pieces.filter(piece => (piece.marks ?? []).some(mark => /moved|fought/.test(mark.text ?? mark))).map(piece => piece.id); }

  async undo(which) {
    const seat = which === "undo" ? this.mine().find(other => this.snapshot.undo?.[other]) : this.mine().find(other => this.snapshot.redo?.[other]) ?? this.seat ?? this.mine()[0];
    if (!seat || this.busy) return;
    if (await this.request(which, { seat, after: this.snapshot.version })) speak(which === "undo" ? "Taken back" : "Done again");
  }

  refused(refusal, order) {
    const buttons = [];
    const cases = [refusal.case, ...(refusal.also ?? [])].filter(Boolean);
    toast([
      h("h3", {}, cases.map(id => this.caseLink(id)), refusal.title ?? "The rules do not allow it"),
      h("p", {}, this.rich(capital(refusal.facts ?? "")), "."),
      h("div", { class: "toast-buttons" }, button("Show the rule and an example", event => { event.target.closest(".toast")?.remove(); this.drawer.show(refusal.case, true); }, { kind: "small", picture: "book" }), buttons),
    ], { kind: "refusal", seconds: 12 });
    const hexes = String(refusal.facts ?? "").match(/\b\d{4}\b/g) ?? [];
    this.field.flash(hexes, []);
    if (order) this.prompt.shake();
  }

  caseLink(id) {
    return h("button", { type: "button", class: "case", title: `Rule ${id}`, "aria-label": `Rule ${id}`, onclick: event => { event.stopPropagation(); this.drawer.show(id); } }, id);
  }

  // ---- The hand on the table ----

  tap(point, event) {
    this.view.focus({ preventScroll: true });
    const hex = this.field.meant(point);
    this.closeMenu();
    clearTimeout(this.showing);
    this.card.hidden = true;
    if (!hex) return this.clear();
    this.cursor = hex;
    this.field.showCursor(null);
    const piece = this.field.pieceAt(hex, point);
    this.act(hex, this.field.fanned === hex ? piece : null, event);
  }

  /** What a click, a tap or Enter means here. */
  act(hex, piece) {
    const offers = this.offers();
    const here = (this.field.byHex.get(hex) ?? []).map(other => other.id);
    const wanted = piece ? [piece.id] : here;
    if (this.replay.on || !this.seat) return this.pin(hex);
    if (this.selection) {
      const direct = offers.find(offer => offer.unit === this.selection && offer.hex === hex);
      if (direct) return this.take_offer(direct);
      const unit = this.unit(this.selection);
      if (unit?.hex === hex && (!piece || piece.id === this.selection) && here.length === 1) {
        const select = offers.find(offer => offer.unit === this.selection && !offer.hex);
        return select && this.reach ? this.take_offer(select) : this.clear();
      }
      if (this.reach && !wanted.some(id => offers.some(offer => offer.unit === id))) return this.march(this.selection, hex);
    }
    const byUnit = offers.filter(offer => offer.unit && !offer.hex && wanted.includes(offer.unit));
    const byHex = offers.filter(offer => offer.hex === hex && !offer.unit);
    const withHex = [...new Set(offers.filter(offer => offer.unit && offer.hex && wanted.includes(offer.unit)).map(offer => offer.unit))];
    const into = offers.filter(offer => offer.unit && offer.hex === hex);
    const units = new Set([...byUnit.map(offer => offer.unit), ...withHex]);
    if (!piece && here.length > 1 && units.size > 1 && !byHex.length && this.field.fanned !== hex) return this.fan(hex);
    if (byHex.length === 1 && !byUnit.length) return this.take_offer(byHex[0]);
    if (byUnit.length === 1 && !byHex.length && !withHex.length) return this.pick(byUnit[0]);
    if (!byUnit.length && !byHex.length && withHex.length === 1 && !into.length) return this.select(withHex[0]);
    if (!byUnit.length && !byHex.length && !withHex.length && into.length === 1) return this.take_offer(into[0]);
    const choices = [...byHex, ...byUnit, ...into];
    if (choices.length) return this.openMenu(hex, choices, withHex);
    const hand = this.inHand();
    if (hand && this.unit(hand)?.hex !== hex) return this.march(hand, hex);
    if (here.length > 1 && !piece && this.field.fanned !== hex) return this.fan(hex);
    return this.why(hex, wanted);
  }

  /** Nothing is offered here: the rules say why, in answer to the order that would have been meant. */
  why(hex, units) {
    const verbs = test => [...new Set(this.offers().filter(test).map(offer => offer.verb ?? offer.order.split(" ")[0]))];
    const unitVerbs = verbs(offer => offer.unit && !offer.hex);
    const hexVerbs = verbs(offer => offer.hex && !offer.unit);
    this.clear();
    if (units.length === 1 && unitVerbs.length === 1 && !hexVerbs.length) return this.order(`${unitVerbs[0]} ${units[0]}`);
    if (hexVerbs.length === 1 && units.length) return this.order(`${hexVerbs[0]} ${hex}`);
    return this.pin(hex);
  }

  /** A unit that is offered is taken in hand: with its reach if the server can tell, otherwise step by step. */
  async pick(offer) {
    if (!this.snapshot.reach || this.offers().some(other => other.hex)) return this.take_offer(offer);
    const { version } = this.snapshot;
    this.selection = offer.unit;
    this.drawField();
    try {
      const reach = await post(`/api/games/${this.id}/reach`, { seat: this.seat, unit: offer.unit });
      if (this.snapshot.version !== version || this.selection !== offer.unit) return undefined;
      if (!reach?.hexes?.length) { this.selection = null; return this.take_offer(offer); }
      this.reach = reach;
      this.drawField();
      this.prompt.draw();
      speak(`${this.unitName(offer.unit)} can reach ${reach.hexes.length} hexes`);
      return undefined;
    } catch {
      if (this.snapshot.version !== version) return undefined;
      this.selection = null;
      return this.take_offer(offer);
    }
  }

  select(unit) {
    this.selection = unit;
    this.reach = null;
    this.drawField();
    this.prompt.draw();
    const hexes = this.offers().filter(offer => offer.unit === unit && offer.hex).map(offer => offer.hex);
    speak(`${this.unitName(unit)}: ${hexes.length ? `to ${hexes.join(", ")}` : "nowhere to go"}`);
  }

  /** A whole march in one order; the rules find the way or say why there is none. */
  march(unit, hex) {
    const form = this.snapshot.march ?? "move {unit} {hex}";
    return this.order(form.replace("{unit}", unit).replace("{hex}", hex));
  }

  clear() {
    const had = this.selection || this.reach || this.field.fanned || !this.card.hidden || !this.menu.hidden;
    this.selection = null;
    this.reach = null;
    this.field.fanned = null;
    this.card.hidden = true;
    this.closeMenu();
    this.drawField();
    this.prompt.draw();
    return Boolean(had);
  }

  fan(hex) {
    this.field.fanned = hex;
    this.drawField();
    speak(`${(this.field.byHex.get(hex) ?? []).map(piece => this.unitName(piece.id)).join(", ")}. Choose one.`);
  }

  grab(point) {
    const hex = this.field.meant(point);
    if (!hex || this.replay.on || !this.seat || this.busy) return null;
    const piece = this.field.pieceAt(hex, point);
    if (!piece) return null;
    const place = this.field.places.get(hex);
    if (Math.max(Math.abs(point.x - place.x), Math.abs(point.y - place.y)) > this.field.counter * 0.62 && this.field.fanned !== hex) return null;
    const able = this.offers().some(offer => offer.unit === piece.id) || this.inHand() === piece.id || piece.side === this.seat;
    if (!able) return null;
    const element = this.field.shown.get(piece.id);
    element.classList.add("carried");
    this.field.units.append(element);
    const back = () => { element.classList.remove("carried"); this.field.showHover(null); this.drawField(); };
    return {
      move: at => {
        element.style.transform = `translate(${at.x}px, ${at.y}px) scale(1.15)`;
        const over = this.field.at(at);
        this.field.showHover(over);
        if (this.reach) this.field.way(this.reach.hexes.find(other => other.hex === over)?.path);
      },
      cancel: back,
      drop: async at => {
        const to = this.field.at(at);
        if (!to || to === hex) return back();
        const direct = this.offers().find(offer => offer.unit === piece.id && offer.hex === to);
        const aim = this.offers().find(offer => offer.hex === to && !offer.unit);
        let done;
        if (direct) done = await this.take_offer(direct);
        else if (aim && this.inHand() === piece.id) done = await this.take_offer(aim);
        else if (aim) {
          done = await this.take_offer(aim);
          const join = done && this.offers().find(offer => offer.unit === piece.id && !offer.hex);
          if (join) await this.take_offer(join);
        } else done = await this.march(piece.id, to);
        back();
        return done;
      },
    };
  }

  // ---- Cards and menus ----

  hover(point, event) {
    clearTimeout(this.showing);
    if (!point) { this.field.showHover(null); if (!this.pinned) this.card.hidden = true; this.overHex = null; return; }
    const hex = this.field.meant(point);
    if (hex !== this.overHex) {
      this.overHex = hex;
      this.field.showHover(hex);
      if (this.reach) this.field.way(this.reach.hexes.find(other => other.hex === hex)?.path);
      if (!this.pinned) this.card.hidden = true;
      const offered = this.offers().some(offer => offer.hex === hex || (offer.unit && this.unit(offer.unit)?.hex === hex));
      this.view.classList.toggle("pointing", offered || Boolean(this.reach?.hexes.some(other => other.hex === hex)));
    }
    if (hex && this.field.byHex.has(hex)) this.showing = setTimeout(() => { this.pinned = false; this.showCard(hex); }, 420);
  }

  pin(hex) {
    if (!hex) return;
    this.pinned = true;
    this.showCard(hex);
    clearTimeout(this.unpin);
    this.unpin = setTimeout(() => { this.pinned = false; this.card.hidden = true; }, 7000);
    speak(this.describe(hex));
  }

  /** Takes the unit in hand back to where it stood. */
  putBack() {
    if (this.clear()) return;
    if (this.inHand() && this.snapshot.undo?.[this.seat]) this.undo("undo");
  }

  describe(hex) {
    const pieces = this.field.byHex.get(hex) ?? [];
    const words = pieces.map(piece => [piece.nation, piece.arm, this.unitName(piece.id), ...(piece.marks ?? []).map(mark => mark.text ?? mark)].filter(Boolean).join(" "));
    const offers = this.offers().filter(offer => offer.hex === hex || pieces.some(piece => piece.id === offer.unit));
    const reach = this.reach?.hexes.find(other => other.hex === hex);
    return [hex, words.join("; ") || "empty", reach && `can be reached${reach.left === undefined ? "" : `, ${reach.left} points left`}`, offers.length && `offered: ${offers.slice(0, 4).map(offer => offer.label ?? offer.order).join(", ")}`].filter(Boolean).join(". ");
  }

  showCard(hex) {
    const pieces = this.field.byHex.get(hex) ?? [];
    const sum = pieces.reduce((total, piece) => total + (Number(piece.strength) || 0), 0);
    replace(this.card,
      h("div", { class: "card-head" }, h("b", {}, hex), pieces.length > 1 ? h("span", {}, `${pieces.length} units, strength ${sum}`) : null, pieces.length ? null : h("span", {}, "Nobody here")),
      pieces.map(piece => h("div", { class: "card-unit" }, counter(piece.id, 64),
        h("div", {}, h("b", {}, piece.name ?? piece.id), h("span", {}, [piece.nation, piece.arm].filter(Boolean).join(" ")),
          h("span", {}, [piece.strength !== undefined && piece.strength !== "" ? `Strength ${piece.strength}` : "", piece.movement !== undefined && piece.movement !== "" ? `moves ${piece.movement}` : ""].filter(Boolean).join(", ")),
          (piece.marks ?? []).length ? h("span", { class: "card-marks" }, piece.marks.map(mark => mark.note ?? mark.text ?? mark).join(", ")) : null))));
    this.card.hidden = false;
    this.beside(this.card, hex);
  }

  /** Puts a box next to a hex, inside the view. */
  beside(box, hex) {
    const place = this.field.places.get(hex);
    const at = this.camera.screen(place);
    const view = this.camera.bounds();
    const gap = this.field.pitch * this.camera.k * 0.62;
    const { offsetWidth: width, offsetHeight: height } = box;
    let x = at.x - view.left + gap;
    if (x + width > view.width - 8) x = at.x - view.left - gap - width;
    const y = Math.min(Math.max(at.y - view.top - height / 2, 8), view.height - height - 8);
    box.style.transform = `translate(${Math.max(8, Math.min(x, view.width - width - 8))}px, ${y}px)`;
  }

  openMenu(hex, offers, selectable = []) {
    this.card.hidden = true;
    replace(this.menu, h("b", { class: "menu-head" }, hex),
      offers.map(offer => h("button", { type: "button", role: "menuitem", class: "menu-item", onclick: () => { this.closeMenu(); this.take_offer(offer); } }, offer.unit ? counter(offer.unit, 34) : null, this.words(offer))),
      selectable.map(unit => h("button", { type: "button", role: "menuitem", class: "menu-item", onclick: () => { this.closeMenu(); this.select(unit); } }, counter(unit, 34), `Choose where ${this.unitName(unit)} goes`)));
    this.menu.hidden = false;
    this.beside(this.menu, hex);
    this.menu.querySelector("button")?.focus();
  }

  closeMenu() {
    if (this.menu.hidden) return;
    const had = this.menu.contains(document.activeElement);
    this.menu.hidden = true;
    if (had) this.view.focus({ preventScroll: true });
  }

  /** An offer in words. */
  words(offer) {
    if (offer.label) return offer.label;
    let text = offer.order;
    if (offer.unit) text = text.replace(offer.unit, this.unitName(offer.unit));
    return capital(text);
  }

  // ---- Going about ----

  goTo(unit) {
    const piece = this.unit(unit);
    if (!piece?.hex) return;
    this.cursor = piece.hex;
    this.field.showCursor(piece.hex);
    const place = this.field.places.get(piece.hex);
    if (this.camera.k < 0.55) this.camera.frameOn({ x: place.x - 420, y: place.y - 420, width: 840, height: 840 }, 1);
    else this.camera.reveal(place);
    speak(this.describe(piece.hex));
  }

  next(step) {
    const moved = new Set(this.acted());
    let units = [...new Set(this.offers().filter(offer => offer.unit && this.unit(offer.unit)?.hex).map(offer => offer.unit))];
    if (units.some(unit => !moved.has(unit))) units = units.filter(unit => !moved.has(unit));
    const hexes = units.length ? null : [...new Set(this.offers().filter(offer => offer.hex).map(offer => offer.hex))];
    const list = hexes ?? units;
    if (!list.length) return speak("Nothing is offered on the map");
    const at = list.indexOf(this.at);
    this.at = list[(at + step + list.length) % list.length] ?? list[0];
    if (hexes) {
      this.cursor = this.at;
      this.field.showCursor(this.at);
      this.camera.reveal(this.field.places.get(this.at));
      speak(this.describe(this.at));
    } else this.goTo(this.at);
    return undefined;
  }

  light(hexes, units, move = true) {
    const middle = this.field.flash(hexes ?? [], units ?? []);
    if (middle && move) this.camera.reveal(middle);
  }

  hideCounters(on = !this.frame.classList.contains("hide-units")) {
    this.frame.classList.toggle("hide-units", on);
    this.hideButton.setAttribute("aria-pressed", String(on));
    speak(on ? "Counters hidden" : "Counters shown");
  }

  sheet(open = !this.aside.classList.contains("open")) {
    this.aside.classList.toggle("open", open);
    this.grip.setAttribute("aria-expanded", String(open));
  }

  /** The board in a few sentences. */
  summary() {
    const pieces = this.shown().pieces.filter(piece => piece.hex);
    const nations = new Map();
    for (const piece of pieces) nations.set(piece.nation, (nations.get(piece.nation) ?? 0) + 1);
    const offers = this.offers();
    return [`Turn ${this.shown().turn}.`, [...nations].map(([nation, count]) => `${count} ${nation ?? ""} units on the map`).join(", "), this.ask()?.text ?? "Waiting.",
      `${new Set(offers.filter(offer => offer.unit).map(offer => offer.unit)).size} units and ${new Set(offers.filter(offer => offer.hex).map(offer => offer.hex)).size} hexes are offered.`].join(" ");
  }

  dice(lines) {
    for (const line of lines.slice(-3)) {
      const dice = line.dice ?? [line.text.match(/\bdie (\d)\b/i)?.[1]].filter(Boolean).map(Number);
      if (!dice.length) continue;
      replace(this.die, dice.map(value => h("div", { class: `die die-${value}` }, [0, 1, 2, 3, 4, 5, 6, 7, 8].map(spot => h("i", { class: SPOTS[value]?.includes(spot) ? "on" : "" })))),
        h("p", {}, this.plain(line.text)));
      this.die.classList.remove("falling");
      void this.die.offsetWidth;
      this.die.classList.add("falling");
      clearTimeout(this.dieGone);
      this.dieGone = setTimeout(() => this.die.classList.remove("falling"), 3200);
    }
  }

  async links() {
    let links;
    try { links = await get(`/api/games/${this.id}/links`); } catch (failure) { links = null; }
    const copy = (label, url) => h("div", { class: "link-row" }, h("b", {}, label), h("input", { readonly: true, value: url, "aria-label": label, onfocus: event => event.target.select() }),
      button("Copy", async event => { await navigator.clipboard?.writeText(url).catch(() => {}); event.target.textContent = "Copied"; }, { kind: "small" }));
    dialog("Invite and share", [
      links ? [
        Object.entries(links.seats ?? {}).map(([seat, url]) => copy(this.seatName(seat), new URL(url, location.href).href)),
        links.spectator ? copy("Spectators", new URL(links.spectator, location.href).href) : null,
        h("p", { class: "fine" }, "Whoever opens a seat's link first sits there. Spectators see what is public."),
      ] : h("p", {}, "Only whoever made the game can invite."),
      h("div", { class: "dialog-row" },
        button("Export", () => exportGame(this.id), { picture: "save" }),
        button("Rematch, sides swapped", async () => { try { go(`/games/${(await post(`/api/games/${this.id}/rematch`)).id}`); } catch (failure) { toast(failure.message, { kind: "refusal" }); } }, { picture: "swap" })),
    ]);
  }

  help() { help(this); }

  key(event) {
    if (document.querySelector("dialog[open]") || event.altKey) return;
    const typing = event.target.closest?.("input, textarea, select");
    if (typing) { if (event.key === "Escape") typing.blur(); return; }
    const command = event.ctrlKey || event.metaKey;
    if (command) {
      if (event.key.toLowerCase() === "z") { event.preventDefault(); this.undo(event.shiftKey ? "redo" : "undo"); }
      if (event.key.toLowerCase() === "y") { event.preventDefault(); this.undo("redo"); }
      return;
    }
    if (this.replay.on && this.replay.key(event)) { event.preventDefault(); return; }
    const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const onMap = event.target === document.body || this.view.contains(event.target) || event.target === document.getElementById("page");
    if (arrows[event.key] && !this.menu.hidden) {
      const items = [...this.menu.querySelectorAll("button")];
      const at = items.indexOf(document.activeElement);
      items[(at + (arrows[event.key][1] || arrows[event.key][0]) + items.length) % items.length]?.focus();
      event.preventDefault();
      return;
    }
    if (arrows[event.key] && onMap) {
      event.preventDefault();
      const [dx, dy] = arrows[event.key];
      if (event.shiftKey) return this.camera.pan(-dx * 140, -dy * 140);
      if (!this.cursor) {
        const start = this.offers().map(offer => offer.hex ?? this.unit(offer.unit)?.hex).find(Boolean) ?? this.field.places.keys().next().value;
        this.cursor = start;
      } else this.cursor = this.field.towards(this.cursor, dx, dy);
      this.field.showCursor(this.cursor);
      this.camera.reveal(this.field.places.get(this.cursor));
      if (this.reach) this.field.way(this.reach.hexes.find(other => other.hex === this.cursor)?.path);
      speak(this.describe(this.cursor));
      return;
    }
    const deeds = {
      Enter: () => onMap && this.menu.hidden && this.cursor ? (this.act(this.cursor, null), true) : false,
      " ": () => onMap && this.menu.hidden && this.cursor ? (this.pin(this.cursor), true) : false,
      Escape: () => { if (this.drawer.isOpen) return this.drawer.close(), true; this.putBack(); this.field.showCursor(null); return true; },
      "+": () => (this.camera.zoom(1.3), true), "=": () => (this.camera.zoom(1.3), true), "-": () => (this.camera.zoom(1 / 1.3), true), 0: () => (this.camera.fit(), true),
      n: () => (this.next(1), true), p: () => (this.next(-1), true), u: () => (this.undo("undo"), true), U: () => (this.undo("redo"), true),
      h: () => (this.hideCounters(), true), b: () => (this.drawer.toggle(), true), l: () => (this.side.tab("log", true), true), o: () => (this.prompt.focus(), true),
      e: () => (this.prompt.end(), true), s: () => (speak(this.summary()), true), r: () => (this.replay.open(), true), "?": () => (this.help(), true),
    };
    if (deeds[event.key]?.()) event.preventDefault();
  }
}

const SPOTS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
