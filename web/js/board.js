// @ts-check
// The page of one game: puts the parts together, takes what the server says, draws it.

import { Ahead } from "./ahead.js";
import { failed, get, Live, titles } from "./api.js";
import { Camera } from "./camera.js";
import { Cards } from "./cards.js";
import { Carry } from "./carry.js";
import { Coach } from "./coach.js";
import { Combat } from "./combat.js";
import { Company, welcome } from "./company.js";
import { Dice } from "./dice.js";
import { h, replace, speak, toast } from "./dom.js";
import { Effects } from "./effects.js";
import { Field } from "./field.js";
import { Forced } from "./forced.js";
import { around, closest, front, thickest } from "./front.js";
import { Game } from "./game.js";
import { Hand } from "./hand.js";
import { cover, handover, note, seeAlike } from "./handover.js";
import { Headlines } from "./headlines.js";
import { Hints } from "./hints.js";
import { Keys } from "./keys.js";
import { layout } from "./layout.js";
import { Mentions } from "./mentions.js";
import { Orders } from "./orders.js";
import { Overlays } from "./overlays.js";
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
import { drawField, drawHead } from "./views.js";
import { describe } from "./voice.js";
import { Watch } from "./watch.js";
import { Wedges } from "./wedges.js";
import { addWord } from "./word.js";
import { say } from "./words.js";

/** @type {{ [state: string]: string }} */
const CONNECTION = { opening: "connection-opening", again: "connection-again", lost: "connection-lost" };

/** So many places can be looked at together. */
const FEW = 8;

/** The width in pixels at which a counter can be read and touched. */
const READABLE = 42;

/** At a smaller scale than this the numbers of hexes are dust, and not drawn. */
const AFAR = 0.3;

/** How much smaller than that a counter may be at first, if then the enemy is in sight. */
const LEGIBLE = 0.65;

/**
 * @param {HTMLElement} page
 * @param {string} id
 */
export async function board(page, id) {
  replace(page, h("p", { class: "waiting" }, say("board-loading")));
  /** @type {Wire.Snapshot} */
  const snapshot = await get(`/api/games/${id}`);
  const [field, all] = await Promise.all([Field.load(snapshot.title, snapshot.scenario, settings.symbols, id), titles()]);
  const title = all.find(other => other.id === snapshot.title);
  const scenario = title?.scenarios.find(other => other.id === snapshot.scenario);
  const made = new Board(
    page,
    id,
    field,
    snapshot.name ?? scenario?.name ?? say("board-unnamed"),
    title?.open === true,
    (title?.generals.length ?? 0) > 0,
  );
  made.take(snapshot);
  made.begin();
  const step = location.hash.match(/^#step-(\d+)$/);
  const point = new URLSearchParams(location.search).get("point");
  if (point) requestAnimationFrame(() => made.turningPoint.open(Number(point)));
  else if (step) requestAnimationFrame(() => made.replay.open(Number(step[1])));
  return () => made.close();
}

export class Board {
  /**
   * @param {HTMLElement} page
   * @param {string} id
   * @param {import('./field.js').Field} field
   * @param {string} name
   * @param {boolean} isOpen
   * @param {boolean} hasGenerals
   */
  constructor(page, id, field, name, isOpen, hasGenerals) {
    this.id = id;
    this.field = field;
    this.name = name;
    this.hasGenerals = hasGenerals;
    /** @type {Live | null} */
    this.live = null;
    /** @type {string | null} */
    this.cursor = null;
    /** Lines that nobody has been told of yet. @type {Wire.LogLine[]} */
    this.unheard = [];
    /** Its word is on its way to the dice. */
    this.adding = false;
    /** The seat to which the screen passes. @type {string | null} */
    this.passing = null;
    /** A new part of the turn has begun since the screen last passed to somebody. */
    this.headed = true;
    /** The seat that decided here last. @type {string | null} */
    this.sitting = null;
    document.title = `${name} · Sabretache`;
    this.game = new Game(id, { spots: field.spots, roster: field.roster, isOpen });
    this.mentions = new Mentions(this);
    this.orders = new Orders(this);
    this.ahead = new Ahead(this);
    this.forced = new Forced(this);
    this.headlines = new Headlines(this);
    this.rewind = new Rewind(this);
    this.requests = new Requests(this);
    this.company = new Company(this);
    /** Who teaches, in a lesson. @type {Coach | null} */
    this.coach = null;
    this.wedges = new Wedges(this);
    field.fingers.append(this.wedges.element);
    this.effects = new Effects(this);
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
    const parts = layout(this);
    /** The map, which takes the keys. */
    this.view = parts.view;
    /** What is moved and scaled in it. */
    this.world = parts.world;
    /** The map and what lies over it. */
    this.table = parts.table;
    this.frame = parts.frame;
    this.aside = parts.aside;
    this.grip = parts.grip;
    this.status = parts.status;
    this.hideButton = parts.hideButton;
    replace(page, field.sheet, this.frame);
    /** When the player last moved the map himself. */
    this.handled = -Infinity;
    /** The question for which the map was last moved. */
    this.question = "";
    const carry = new Carry(this);
    this.camera = new Camera(this.view, this.world, field.size, {
      tap: (point, event) => this.tap(point, event),
      hold: point => this.cards.pin(field.meant(point)),
      hover: point => this.cards.hover(point),
      grab: (point, event) => carry.grab(point, event),
      moved: () => this.cards.moved(),
      sharpened: scale => {
        this.world.classList.toggle("afar", scale < AFAR);
        this.field.names?.seenAt(scale);
      },
      covered: () =>
        this.combat.stage.parentElement === this.table && !this.combat.stage.hidden ? this.combat.stage.offsetHeight + 20 : 0,
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

  begin() {
    this.listen();
    this.side.log.said(`/api/games/${this.id}/chat`);
    this.overlays.load();
    for (const sentence of this.game.snapshot.notices ?? []) toast(sentence, { kind: "note", seconds: 12 });
    const card = welcome(this);
    if (card) this.table.append(card);
    Coach.of(this).then(
      coach => {
        this.coach = coach;
        if (!coach) return;
        this.table.append(coach.element);
        coach.look();
      },
      () => {},
    );
    requestAnimationFrame(() => {
      this.open();
      this.lookThere(true);
    });
  }

  listen() {
    this.live?.close();
    this.live = new Live(this.id, {
      eyes: this.game.eyes,
      since: () => this.game.latest?.version,
      /** @param {string} state */
      state: state => this.connection(state),
      /** @param {Wire.ServerMessage} message */
      message: message => this.message(message),
    });
  }

  /**
   * The screen passes to somebody who may not see what was on it.
   * @returns {Promise<void>}
   */
  async pass() {
    const { game } = this;
    const seat = game.nextEyes();
    if (!seat || this.passing === seat) return;
    this.passing = seat;
    if (!this.headed) {
      // In the middle of a phase, a screen on which nothing is hidden from either is not covered at every shot.
      const snapshot = await this.asSeenBy(seat).catch(() => null);
      if (game.nextEyes() !== seat) {
        this.passing = null;
        return this.pass();
      }
      if (snapshot && game.said && seeAlike(game.said, snapshot)) {
        await this.lookAnew(seat, snapshot);
        return note(this);
      }
    }
    cover(this, seat, () => this.lookAnew(seat));
  }

  /**
   * @param {string | null} seat
   * @returns {Promise<Wire.Snapshot>}
   */
  asSeenBy(seat) {
    return get(`/api/games/${this.id}${seat ? `?as=${encodeURIComponent(seat)}` : ""}`);
  }

  /**
   * Other eyes look now: of another seat at this screen, or because a seat has changed hands.
   * @param {string | null} seat
   * @param {Wire.Snapshot} [told]
   */
  async lookAnew(seat, told) {
    const snapshot = told ?? (await this.asSeenBy(seat));
    this.passing = null;
    this.headed = false;
    this.game.lookAs(seat);
    this.hand.overtaken();
    this.watch.forget();
    this.overlays.forget();
    this.side.forget();
    this.take(snapshot);
    this.listen();
  }

  close() {
    for (const part of [this.keys, this.camera, this.replay, this.watch, this.cards, this.throws, this.side, this.forced, this.headlines])
      part.close();
    this.live?.close();
    this.settled();
  }

  look() {
    this.frame.classList.toggle("no-numbers", !settings.numbers);
    this.frame.classList.toggle("no-glide", !settings.motion);
    this.field.dress(settings.symbols).catch(failure => toast(failure.message, { kind: "refusal" }));
  }

  // ---- What the server says ----

  /** @param {string} state */
  connection(state) {
    this.frame.dataset.connection = state;
    // Whoever comes back is told anew who thinks.
    if (state === "lost") {
      this.thinking.take({ seat: null });
      this.company.forget();
    }
    this.status.className = `status ${state}`;
    this.status.textContent = CONNECTION[state] ? say(CONNECTION[state]) : "";
  }

  /** @param {Wire.ServerMessage} message */
  message(message) {
    if (message.kind === "snapshot" || message.kind === "delta") this.take(message);
    else if (message.kind === "refused" || message.kind === "error") this.orders.answered(message);
    else if (message.kind === "thinking") this.thinking.take(message);
    else if (message.kind === "chat") this.side.chat(message);
    else if (message.kind === "company") this.company.take(message);
    else if (message.kind === "reseated") {
      this.live?.close();
      this.lookAnew(null).then(
        () => this.side.log.said(`/api/games/${this.id}/chat`),
        thrown => toast(failed(thrown).message, { kind: "refusal" }),
      );
    }
  }

  /** @param {Wire.Snapshot | Wire.Delta} message */
  take(message) {
    const before = this.game.latest;
    const { changed, news } = this.game.take(message);
    if (news.some(line => line.heading)) this.headed = true;
    if (changed) {
      this.hand.overtaken();
      this.hints.overtaken();
    }
    if (this.game.seat) this.thinking.rest();
    this.watch.cut(this.game.snapshot.log.at(-1)?.line ?? -1);
    // What this player did is shown at once, what others do bit by bit.
    if (this.orders.busy && news.some(line => line.heading)) this.watch.forget();
    const bits = before && changed && !this.orders.busy && this.watch.take(before, this.game.snapshot, news);
    this.orders.landed?.();
    if (!bits) this.watch.end();
    if (!this.replay.on && !bits) {
      this.draw();
      this.lookThere();
    }
    if (changed) this.hand.takeAgain();
    this.forced.look();
    this.addWord();
    this.pass();
    const goes = this.passes();
    if (!before || !changed) return;
    this.overlays.refresh();
    if (!bits) {
      this.throws.fall(news);
      this.effects.show(news, Effects.marched(before.pieces, this.game.snapshot.pieces));
    }
    // A general's orders come one by one; when it is this player's turn they are told together.
    this.unheard = [...this.unheard, ...news];
    const told = this.game.seat ? this.unheard : news;
    if (this.game.seat) this.unheard = [];
    const words = [...told.map(line => line.text), this.game.snapshot.pending?.asks?.find(ask => ask.seat === this.game.seat)?.text].filter(
      Boolean,
    );
    if (words.length) speak(words.join(". "));
    if (goes) handover(this, news);
  }

  /** Whether somebody else has to come to this screen. A question that is passed over needs nobody. */
  passes() {
    const { game, sitting } = this;
    if (!game.seat || this.forced.next) return false;
    this.sitting = game.seat;
    return sitting !== null && sitting !== game.seat && game.mine().length > 1;
  }

  /** The dice wait for this browser's word: it is added without a question. Who is late is asked again with the next news. */
  async addWord() {
    if (!this.game.snapshot.dice?.asked || this.adding) return;
    this.adding = true;
    try {
      await addWord(this.game.id);
    } catch (thrown) {
      const failure = failed(thrown);
      // Another tab of this browser was faster.
      if (failure.status !== 409) toast(failure.message, { kind: "refusal" });
    }
    this.adding = false;
  }

  /**
   * A new question about a place out of sight brings it into sight; `again` if something may have come to lie over it. Whether there
   * is such a place.
   */
  lookThere(atOnce = false, again = false) {
    const { game, field } = this;
    const ask = game.deciding() ? game.ask() : null;
    const about = game.about();
    // Of a fight that is about no place, such as a retreat, those are looked for who are asked about.
    const fighters = this.combat.stage.hidden ? [] : about.units.flatMap(unit => game.unit(unit)?.place ?? []);
    const [place] = [...about.places, ...fighters];
    // When the stage of a combat opens over the map, the place has to be found anew beside it.
    const question = ask ? `${ask.case} ${ask.short} ${place ?? ""} ${this.combat.stage.hidden}` : "";
    const same = question === this.question;
    this.question = question;
    const spot = place && field.spots.get(place);
    if (!spot) return false;
    const staged = !this.combat.stage.hidden;
    const units = game.ableUnits().flatMap(unit => game.unit(unit)?.place ?? []);
    const offered = [...new Set([...game.offeredPlaces(), ...units])];
    const few = offered.length > 0 && offered.length <= FEW;
    // A small screen follows even a quick player, whose next choice would lie beside it.
    const beside = this.narrow() && few && !this.camera.pointers.size && field.spots.among(offered).some(one => !this.camera.sees(one));
    // Before the first look there is nothing to be moved.
    if (atOnce || ((again || !same) && this.camera.sharp !== undefined && (staged || beside || !this.busyHands()))) {
      if (staged) this.camera.show(this.fighting(place, offered));
      // A few places to choose from are all brought into sight.
      else if (few && this.camera.holds(field.spots.among([place, ...offered]))) this.camera.show(field.spots.among([place, ...offered]));
      else this.camera.reveal(spot);
    }
    return Boolean(ask);
  }

  /**
   * Where those stand who are asked about, the place itself, and where they may go if these are a few.
   * @param {string} place
   * @param {string[]} offered
   */
  fighting(place, offered) {
    const { game, field } = this;
    const places = game.about().units.flatMap(unit => game.unit(unit)?.place ?? []);
    const all = [place, ...places];
    const wide = field.spots.among([...all, ...offered]);
    return offered.length <= FEW && this.camera.holds(wide) ? wide : field.spots.among(all);
  }

  // ---- Drawing ----

  draw() {
    // The replay shows a step of the past; everything is drawn from it.
    this.game.look(this.replay.on ? this.replay.snapshot : null);
    drawHead(this);
    this.drawField();
    this.headlines.draw();
    this.prompt.draw();
    this.side.draw();
    this.rewind.draw();
    this.requests.draw();
    this.coach?.look();
  }

  drawField() {
    drawField(this);
    this.wedges.follow();
  }

  /** Whether the player moves the map himself just now, which then is not moved under his hands. */
  busyHands() {
    return this.camera.pointers.size > 0 || performance.now() - this.handled < 3000;
  }

  // ---- The hand on the table ----

  /**
   * @param {Page.Point} point
   * @param {PointerEvent} event
   */
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

  /** @param {string} place */
  moveCursor(place) {
    this.cursor = this.view.dataset.cursor = place;
    this.field.showCursor(place);
    this.camera.reveal(this.field.spots.middle(place));
    this.reach.show(place);
    speak(describe(this, place));
  }

  // ---- Going about ----

  /** The first look: where the armies face each other, near enough to read the counters. */
  open() {
    const { game, field, camera } = this;
    const pieces = game.shown().pieces.filter(piece => piece.place && piece.side);
    const side = game.seatOf(game.seat ?? game.mine()[0])?.side ?? game.snapshot.seats[0]?.side;
    /** @param {boolean} mine */
    const of = mine =>
      field.spots.among(pieces.filter(piece => (game.seatOf(piece.side)?.side === side) === mine).map(piece => piece.place ?? ""));
    const [own, enemies] = [of(true), of(false)];
    const nearest = READABLE / field.counter;
    const { width, height } = camera.bounds();
    const points = thickest(own, enemies, front(own, enemies, field.pitch * 6), { width: width / nearest, height: height / nearest });
    const faced = points.some(point => enemies.includes(point));
    const between = faced ? null : around(closest(own, enemies), field.pitch * 3);
    if (between && Math.min(width / between.width, height / between.height) >= nearest * LEGIBLE)
      return camera.frameOn(between, nearest, false);
    // Of a few counters alone one would see no country.
    const rectangle = around(points, field.pitch * (points.length > 2 ? 2 : 5));
    if (!rectangle) return camera.fit(false);
    return camera.frameOn(rectangle, faced ? 1.6 : nearest, false, nearest);
  }

  /**
   * @param {string} unit
   * @param {boolean} [lit]
   */
  goTo(unit, lit) {
    const place = this.game.unit(unit)?.place;
    if (!place) return;
    const spot = this.field.spots.middle(place);
    if (this.camera.k < 0.55) this.camera.frameOn({ x: spot.x - 420, y: spot.y - 420, width: 840, height: 840 }, 1);
    if (lit) this.light([], [unit], false);
    this.moveCursor(place);
  }

  /**
   * @param {string[] | undefined} [places]
   * @param {string[] | undefined} [units]
   */
  light(places, units, move = true) {
    const middle = this.field.flash(places ?? [], units ?? []);
    if (middle && move) this.camera.reveal(middle);
  }

  /**
   * A unit that is not on the map, in a few words.
   * @param {string} unit
   * @param {string} where
   */
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
    speak(say(on ? "counters-hidden" : "counters-shown"));
  }

  /** Whether the page is as narrow as a phone. */
  narrow() {
    return matchMedia("(max-width: 760px)").matches;
  }

  /** Over a wide map the combat has its stage; on a narrow page it is part of the question. */
  stageHome() {
    const { stage } = this.combat;
    if (!this.narrow() && stage.parentElement !== this.table) this.table.append(stage);
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

  /** @param {Wire.Piece} piece */
  placed(piece) {
    return this.game.placed(piece);
  }

  get isOpen() {
    return this.game.isOpen;
  }

  /** @param {string} seat */
  seatName(seat) {
    return this.game.seatName(seat);
  }

  clear() {
    return this.hand.clear();
  }

  /** @param {Wire.LogLine[]} lines */
  dice(lines) {
    this.throws.fall(lines);
  }
}
