// The page of one game: puts the parts together, takes what the server says, draws it.

import { get, Live, titles } from "./api.js";
import { Camera } from "./camera.js";
import { Cards } from "./cards.js";
import { Carry } from "./carry.js";
import { Combat } from "./combat.js";
import { Dice } from "./dice.js";
import { h, icon, iconButton, replace, speak, toast } from "./dom.js";
import { aspects } from "./facing.js";
import { Field } from "./field.js";
import { Game } from "./game.js";
import { Hand } from "./hand.js";
import { cover, handover } from "./handover.js";
import { help } from "./help.js";
import { Hints } from "./hints.js";
import { Keys } from "./keys.js";
import { Mentions } from "./mentions.js";
import { Orders } from "./orders.js";
import { Overlays } from "./overlays.js";
import { preferences } from "./preferences.js";
import { Prompt } from "./prompt.js";
import { Reach } from "./reach.js";
import { Replay } from "./replay.js";
import { Rewind } from "./rewind.js";
import { Drawer } from "./rules.js";
import { Requests } from "./seats.js";
import { onSettings, settings } from "./settings.js";
import { share } from "./share.js";
import { Side } from "./side.js";
import { Thinking } from "./thinking.js";
import { TurningPoint } from "./turningpoint.js";
import { describe } from "./voice.js";
import { Watch } from "./watch.js";
import { Wedges } from "./wedges.js";
import { addWord } from "./word.js";

/** The scale below which counters cannot be read. */
const LEGIBLE = 0.5;

export async function board(page, id) {
  replace(page, h("p", { class: "waiting" }, "Unfolding the map…"));
  const snapshot = await get(`/api/games/${id}`);
  const [field, all] = await Promise.all([Field.load(snapshot.title, snapshot.scenario, settings.symbols, id), titles()]);
  const title = all.find(other => other.id === snapshot.title);
  const scenario = title?.scenarios.find(other => other.id === snapshot.scenario);
  const made = new Board(page, id, field, snapshot.name ?? scenario?.name ?? "The game", title?.open === true, title?.generals?.length > 0);
  made.take(snapshot);
  made.begin();
  const step = location.hash.match(/^#step-(\d+)$/);
  const point = new URLSearchParams(location.search).get("point");
  if (point) requestAnimationFrame(() => made.turningPoint.open(Number(point)));
  else if (step) requestAnimationFrame(() => made.replay.open(Number(step[1])));
  return () => made.close();
}

class Board {
  constructor(page, id, field, name, isOpen, hasGenerals) {
    Object.assign(this, { id, field, name, hasGenerals, live: null, cursor: null, unheard: [] });
    document.title = `${name} · Sabretache`;
    this.game = new Game(id, { spots: field.spots, roster: field.roster, isOpen });
    this.mentions = new Mentions(this);
    this.orders = new Orders(this);
    this.rewind = new Rewind(this);
    this.requests = new Requests(this);
    this.wedges = new Wedges(this);
    field.fingers.append(this.wedges.element);
    this.reach = new Reach(this);
    this.hand = new Hand(this);
    this.cards = new Cards(this);
    this.overlays = new Overlays(this);
    this.combat = new Combat(this);
    this.throws = new Dice(this);
    this.watch = new Watch(this);
    this.thinking = new Thinking(this);
    this.hints = new Hints(this);
    this.turningPoint = new TurningPoint(this);
    this.prompt = new Prompt(this);
    this.side = new Side(this);
    this.drawer = new Drawer(this);
    this.replay = new Replay(this);
    this.lay(page);
    const carry = new Carry(this);
    this.camera = new Camera(this.view, this.world, field.size, {
      tap: (point, event) => this.tap(point, event),
      hold: point => this.cards.pin(field.meant(point)),
      hover: point => this.cards.hover(point),
      grab: (point, event) => carry.grab(point, event),
      moved: () => this.cards.moved(),
    });
    for (const kind of ["wheel", "pointerdown"])
      this.view.addEventListener(
        kind,
        () => {
          this.handled = performance.now();
        },
        { passive: true },
      );
    this.keys = new Keys(this);
    this.settled = onSettings(() => this.look());
    this.look();
  }

  /** The page: bar, map, what is asked, log. */
  lay(page) {
    const { field } = this;
    const tool = (deed, picture, label, onclick, more = {}) => iconButton(picture, label, onclick, { "data-deed": deed, ...more });
    const wide = { class: "icon-button wide-only" };
    this.world = h("div", { class: "world" }, field.map, field.layer);
    this.world.style.width = `${field.size.width}px`;
    this.world.style.height = `${field.size.height}px`;
    this.hideButton = tool("hide-counters", "eye", "Hide counters (H)", () => this.hideCounters(), { "aria-pressed": "false" });
    const tools = h(
      "div",
      { class: "map-tools over-map", role: "toolbar", "aria-label": "Map" },
      tool("nearer", "plus", "Nearer (+)", () => this.camera.zoom(1.4)),
      tool("farther", "minus", "Farther (−)", () => this.camera.zoom(1 / 1.4)),
      tool("whole-map", "fit", "Whole map (0)", () => this.camera.fit()),
      tool("next-unit", "next-unit", "Next unit that can act (N)", () => this.hand.next(1)),
      this.hideButton,
      this.overlays.tool,
    );
    this.view = h(
      "div",
      {
        class: "view",
        tabindex: "0",
        role: "application",
        "aria-roledescription": "battlefield",
        "aria-label": `Map of ${this.name}. Arrow keys move a cursor over the ${field.spots.nouns}, Enter acts there, N goes to the next unit that can act, S speaks a summary, question mark shows all keys.`,
      },
      this.world,
    );
    const table = h(
      "div",
      { class: "table" },
      this.view,
      tools,
      this.overlays.list,
      this.overlays.legend,
      this.throws.place,
      this.cards.card,
      this.cards.list,
      this.replay.element,
    );
    this.status = h("span", { class: "status", role: "status" });
    this.turn = h("span", { class: "turn" });
    this.players = h("span", { class: "players wide-only" });
    const bar = h(
      "header",
      { class: "bar" },
      h("a", { class: "icon-button", href: "/", "aria-label": "All games", title: "All games" }, icon("back")),
      h("div", { class: "heading" }, h("h1", {}, this.name), this.turn),
      this.players,
      this.status,
      h(
        "div",
        { class: "bar-tools" },
        this.rewind.tools,
        tool("replay", "replay", "Replay (R)", () => this.replay.open(), wide),
        tool("share", "link", "Invite and share", () => this.share(), wide),
        tool("rules", "book", "Rules (B)", () => this.drawer.toggle()),
        tool("settings", "gear", "Appearance", () => preferences(), wide),
        tool("help", "help", "Help (?)", () => help(this)),
      ),
    );
    this.grip = h(
      "button",
      { type: "button", class: "grip", "aria-expanded": "false", "aria-label": "Log, forces and tracks", onclick: () => this.sheet() },
      icon("up"),
    );
    this.aside = h(
      "aside",
      { class: "aside", "aria-label": "Orders and log" },
      this.grip,
      this.rewind.element,
      this.requests.element,
      this.prompt.element,
      this.side.element,
    );
    this.frame = h("div", { class: "board", "data-game": this.id, "data-busy": "false" }, bar, table, this.aside, this.drawer.element);
    replace(page, field.sheet, this.frame);
  }

  begin() {
    this.listen();
    this.side.log.said(`/api/games/${this.id}/chat`);
    this.overlays.load();
    for (const sentence of this.game.snapshot.notices ?? []) toast(sentence, { kind: "note", seconds: 12 });
    requestAnimationFrame(() => {
      this.open();
      this.lookThere(true);
    });
  }

  listen() {
    this.live?.close();
    this.live = new Live(this.id, {
      eyes: this.game.eyes,
      since: () => this.game.snapshot?.version,
      state: state => this.connection(state),
      message: message => this.message(message),
    });
  }

  /** The screen passes to somebody who may not see what was on it. */
  pass() {
    const seat = this.game.nextEyes();
    if (!seat || this.passing === seat) return;
    this.passing = seat;
    cover(this, seat, () => this.lookAnew(seat));
  }

  /** Other eyes look now: of another seat at this screen, or because a seat has changed hands. */
  async lookAnew(seat) {
    const snapshot = await get(`/api/games/${this.id}${seat ? `?as=${encodeURIComponent(seat)}` : ""}`);
    this.passing = null;
    this.game.eyes = seat;
    this.game.snapshot = null;
    this.hand.overtaken();
    this.watch.forget();
    this.overlays.forget();
    this.side.forget();
    this.take(snapshot);
    this.listen();
  }

  close() {
    for (const part of [this.keys, this.camera, this.replay, this.watch, this.cards, this.throws, this.side]) part.close();
    this.live?.close();
    this.settled();
  }

  look() {
    this.frame.classList.toggle("no-numbers", !settings.numbers);
    this.frame.classList.toggle("no-glide", !settings.motion);
    this.field.dress(settings.symbols).catch(failure => toast(failure.message, { kind: "refusal" }));
  }

  // ---- What the server says ----

  connection(state) {
    this.frame.dataset.connection = state;
    // Whoever comes back is told anew who thinks.
    if (state === "lost") this.thinking.take({ seat: null });
    this.status.className = `status ${state}`;
    this.status.textContent = { opening: "Connecting…", again: "Reconnecting…", lost: "Connection lost, trying again…", live: "" }[state];
  }

  message(message) {
    if (message.kind === "snapshot" || message.kind === "delta") this.take(message);
    else if (message.kind === "refused" || message.kind === "error") this.orders.answered(message);
    else if (message.kind === "thinking") this.thinking.take(message);
    else if (message.kind === "chat") this.side.chat(message);
    else if (message.kind === "reseated") {
      this.live.close();
      this.lookAnew(null).then(
        () => this.side.log.said(`/api/games/${this.id}/chat`),
        failure => toast(failure.message, { kind: "refusal" }),
      );
    }
  }

  take(message) {
    const first = !this.game.snapshot;
    const before = this.game.snapshot;
    const { changed, news, passed } = this.game.take(message);
    if (changed) {
      this.hand.overtaken();
      this.hints.overtaken();
    }
    if (this.game.seat) this.thinking.rest();
    this.watch.cut(this.game.snapshot.log.at(-1)?.line ?? -1);
    // What this player did is shown at once, what others do bit by bit.
    if (this.orders.busy && news.some(line => line.heading)) this.watch.forget();
    const bits = !first && changed && !this.orders.busy && this.watch.take(before, this.game.snapshot, news);
    this.orders.landed?.();
    if (!bits) this.watch.end();
    if (!this.replay.on && !bits) {
      this.draw();
      this.lookThere();
    }
    if (changed) this.hand.takeAgain();
    this.addWord();
    this.pass();
    if (first || !changed) return;
    this.overlays.refresh();
    if (!bits) this.throws.fall(news);
    // A general's orders come one by one; when it is this player's turn they are told together.
    this.unheard = [...this.unheard, ...news];
    const told = this.game.seat ? this.unheard : news;
    if (this.game.seat) this.unheard = [];
    const words = [...told.map(line => line.text), this.game.snapshot.pending?.asks?.find(ask => ask.seat === this.game.seat)?.text]
      .filter(Boolean)
      .map(text => this.mentions.plain(text));
    if (words.length) speak(words.join(". "));
    if (passed) handover(this, news);
  }

  /** The dice wait for this browser's word: it is added without a question. Who is late is asked again with the next news. */
  async addWord() {
    if (!this.game.snapshot.dice?.asked || this.adding) return;
    this.adding = true;
    try {
      await addWord(this.game.id);
    } catch (failure) {
      // Another tab of this browser was faster.
      if (failure.status !== 409) toast(failure.message, { kind: "refusal" });
    }
    this.adding = false;
  }

  /** A new question about a place out of sight brings it into sight. */
  lookThere(atOnce = false) {
    const { game, field } = this;
    const ask = game.deciding() ? game.ask() : null;
    const [place] = game.about().places;
    const question = ask ? `${ask.case} ${ask.short} ${place ?? ""}` : "";
    const same = question === this.question;
    this.question = question;
    const spot = place && field.spots.get(place);
    // Before the first look there is nothing to be moved.
    if (spot && (atOnce || (!same && this.camera.sharp !== undefined && !this.busyHands()))) this.camera.reveal(spot);
  }

  // ---- Drawing ----

  draw() {
    const { game, frame } = this;
    // The replay shows a step of the past; everything is drawn from it.
    game.look(this.replay.on ? this.replay.snapshot : null);
    const snapshot = game.shown();
    frame.classList.toggle("replaying", this.replay.on);
    Object.assign(frame.dataset, {
      version: snapshot.version ?? "",
      seat: game.deciding() ? game.seat : "",
      pending: snapshot.pending?.kind ?? "",
      turn: snapshot.turn,
    });
    this.turn.textContent =
      snapshot.pending?.kind === "over" ? "The game is over" : [`Turn ${snapshot.turn}`, game.date()].filter(Boolean).join(", ");
    replace(this.players, this.sitting());
    this.drawField();
    this.prompt.draw();
    this.side.draw();
    this.rewind.draw();
    this.requests.draw();
  }

  drawField() {
    const { game, field, hand, reach, view } = this;
    const able = new Set(game.ableUnits());
    const about = game.about();
    const named = new Set(about.units);
    const inHand = game.inHand();
    field.show(game.shown().pieces, piece =>
      [
        piece.id === inHand ? "in-hand" : "",
        hand.chosen.includes(piece.id) ? "selected" : "",
        able.has(piece.id) ? "able" : "",
        named.has(piece.id) && piece.id !== inHand ? "about" : "",
      ].join(" "),
    );
    const marks = new Map();
    for (const place of about.places) marks.set(place, { mark: "about" });
    reach.mark(marks);
    const [lead] = hand.chosen;
    for (const offer of game.offers()) {
      if (!offer.place || (offer.unit && lead && offer.unit !== lead)) continue;
      const faint = offer.unit && !lead && able.size > 1 ? "faint" : "";
      const hostile = (field.byPlace.get(offer.place) ?? []).some(piece => game.hostile(piece)) ? "hostile" : "";
      marks.set(offer.place, { mark: "offer", kind: `${faint} ${hostile}` });
    }
    field.marks.draw(marks, place => field.byPlace.has(place));
    const chosen = hand.chosen.length === 1 ? game.unit(lead) : null;
    field.marks.aspects(chosen?.facing ? aspects(chosen, (place, direction) => field.spots.step(place, direction)) : []);
    this.wedges.follow();
    Object.assign(view.dataset, { selected: hand.chosen.join(" "), reach: reach.on() ? reach.units.join(" ") : "" });
  }

  /** Who plays which side, if somebody else than this browser does. */
  sitting() {
    const { seats } = this.game.snapshot;
    if (!seats.some(seat => seat.general)) return null;
    return seats.map(seat =>
      h(
        "span",
        { class: "player", "data-player": seat.id },
        h("b", {}, seat.name),
        " ",
        seat.mine ? "you" : (seat.general ?? (seat.taken ? "another player" : "nobody yet")),
      ),
    );
  }

  /** Whether the player moves the map himself just now, which then is not moved under his hands. */
  busyHands() {
    return this.camera.pointers.size > 0 || performance.now() - (this.handled ?? -Infinity) < 3000;
  }

  // ---- The hand on the table ----

  tap(point, event) {
    this.view.focus({ preventScroll: true });
    this.watch.end();
    if (this.wedges.tap(point)) return undefined;
    const place = this.field.meant(point);
    this.cards.hide();
    this.overlays.toggle(false);
    if (!place) return this.hand.clear();
    this.cursor = this.view.dataset.cursor = place;
    this.field.showCursor(null);
    return this.hand.act(place, this.field.fanned === place ? this.field.pieceAt(place, point) : null, event);
  }

  moveCursor(place) {
    this.cursor = this.view.dataset.cursor = place;
    this.field.showCursor(place);
    this.camera.reveal(this.field.spots.get(place));
    this.reach.show(place);
    speak(describe(this, place));
  }

  // ---- Going about ----

  /** The first look: where the armies are. */
  open() {
    const { game, field, camera } = this;
    const around = field.spots.around([...field.byPlace.keys()], 1.4);
    if (!around) return camera.fit(false);
    camera.frameOn(around, 1.3, false);
    // On a map so wide that counters would be specks, the look begins in the midst of one's own.
    if (camera.k >= LEGIBLE || !game.mine().length) return undefined;
    const own = [...field.byPlace]
      .filter(([, stack]) => stack.some(piece => !game.hostile(piece)))
      .map(([place]) => field.spots.get(place));
    const middle = axis => own.map(spot => spot[axis]).sort((a, b) => a - b)[own.length >> 1];
    if (!own.length) return undefined;
    const { width, height } = camera.bounds();
    const [across, down] = [width / LEGIBLE, height / LEGIBLE];
    return camera.frameOn({ x: middle("x") - across / 2, y: middle("y") - down / 2, width: across, height: down }, LEGIBLE, false);
  }

  goTo(unit, lit) {
    const place = this.game.unit(unit)?.place;
    if (!place) return;
    const spot = this.field.spots.get(place);
    if (this.camera.k < 0.55) this.camera.frameOn({ x: spot.x - 420, y: spot.y - 420, width: 840, height: 840 }, 1);
    if (lit) this.light([], [unit], false);
    this.moveCursor(place);
  }

  light(places, units, move = true) {
    const middle = this.field.flash(places ?? [], units ?? []);
    if (middle && move) this.camera.reveal(middle);
  }

  /** A unit that is not on the map, in a few words. */
  tellOf(unit, where) {
    const piece = this.game.known(unit);
    toast(`${this.game.unitName(unit)}${piece?.arm ? `, ${piece.nation ?? ""} ${piece.arm}` : ""}: ${where}.`, {
      kind: "note",
      seconds: 4,
    });
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

  share() {
    return share(this);
  }

  // ---- What replay and rules beside the board use ----

  get snapshot() {
    return this.game.snapshot;
  }

  placed(piece) {
    return this.game.placed(piece);
  }

  get isOpen() {
    return this.game.isOpen;
  }

  seatName(seat) {
    return this.game.seatName(seat);
  }

  plain(text) {
    return this.mentions.plain(text);
  }

  clear() {
    return this.hand.clear();
  }

  dice(lines) {
    this.throws.fall(lines);
  }
}
