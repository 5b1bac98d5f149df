// @ts-check
// What this browser knows of the game: the snapshot, who sits here, what is asked and offered. No drawing.

import { capital } from "./dom.js";
import { say } from "./words.js";

/**
 * Brings a snapshot up to date.
 * @param {Wire.Snapshot | null} old
 * @param {Wire.Snapshot | Wire.Delta} news
 */
export function merged(old, news) {
  if (news.kind === "snapshot") return news;
  if (!old) throw new Error("The server tells what has changed before what there is.");
  const { pieces_changed = [], pieces_gone = [], log, log_from = Infinity, kind: _, ...rest } = news;
  const pieces = new Map(old.pieces.map(piece => [piece.id, piece]));
  for (const gone of pieces_gone) pieces.delete(gone);
  for (const piece of pieces_changed) pieces.set(piece.id, piece);
  return {
    ...old,
    ...rest,
    pieces: [...pieces.values()],
    log: log ? [...old.log.filter(line => line.line < log_from), ...log] : old.log,
  };
}

export class Game {
  /**
   * `spots` tells which places are on the map, `roster` names units that are not on the table.
   * @param {string} id
   * @param {{ spots: Page.Spots, roster: Map<string, Wire.Unit>, isOpen: boolean }} given
   */
  constructor(id, { spots, roster, isOpen }) {
    this.id = id;
    this.spots = spots;
    this.roster = roster;
    this.isOpen = isOpen;
    /** What the server said last, with the pieces as it places them. @type {Wire.Snapshot | null} */
    this.said = null;
    /** The same as it is shown; nothing before the first word. @type {Page.Snapshot | null} */
    this.latest = null;
    /** @type {Page.Snapshot | null} */
    this.past = null;
    /** @type {Page.Snapshot | null} */
    this.staged = null;
    /** @type {string | null} */
    this.seat = null;
    /** @type {string | null} */
    this.chosenSeat = null;
    /** @type {string | null} */
    this.eyes = null;
    /** Those that are shown, by unit, once somebody has asked. @type {Map<string, Page.Piece> | null} */
    this.pieces = null;
    // Where no two units have the same name, it is enough.
    const units = [...roster.values()].filter(unit => unit.arm !== "marker");
    this.namedApart = new Set(units.map(unit => `${unit.nation} ${unit.name}`)).size === units.length;
    // Figures tell those apart who share a name.
    const prints = Map.groupBy(units, unit => `${unit.nation} ${unit.name}`);
    this.alike = new Set([...prints].filter(([, list]) => list.length > 1).map(([print]) => print));
    const names = Map.groupBy(units, unit => unit.name);
    this.namesakes = new Set([...names].filter(([, list]) => list.length > 1).map(([name]) => name));
  }

  get snapshot() {
    if (!this.latest) throw new Error("The game has not been shown yet.");
    return this.latest;
  }

  /** Whether several who may not see the same sit at this screen: then it shows what one of them sees. */
  shared() {
    return !this.isOpen && this.mine().length > 1;
  }

  /** The seat at this screen that is asked while another one looks; null if there is none. */
  nextEyes() {
    if (!this.shared()) return null;
    const asked = (this.snapshot.pending?.asks ?? []).map(ask => ask.seat).filter(seat => this.mine().includes(seat));
    return this.eyes && asked.includes(this.eyes) ? null : (asked[0] ?? null);
  }

  /** The end of a call's address that says as whom one looks. */
  asEyes() {
    return this.eyes ? `?as=${encodeURIComponent(this.eyes)}` : "";
  }

  /**
   * Takes a snapshot or a delta; tells what is new.
   * @param {Wire.Snapshot | Wire.Delta} message
   */
  take(message) {
    const before = this.latest;
    const snapshot = merged(this.said, message);
    this.said = snapshot;
    this.latest = { ...snapshot, pieces: snapshot.pieces.map(piece => this.placed(piece)) };
    this.pieces = null;
    const last = before?.log.at(-1)?.line ?? -1;
    this.chooseSeat();
    return {
      changed: !before || before.version !== snapshot.version,
      news: before ? snapshot.log.filter(line => line.line > last) : [],
    };
  }

  /**
   * Off the map a piece has a place of another kind.
   * @param {Wire.Piece} piece
   * @returns {Page.Piece}
   */
  placed(piece) {
    return piece.place && !this.spots.has(piece.place) ? { ...piece, place: null, off: piece.place } : piece;
  }

  /** What is on the screen: the present, a step of the past, or a picture of what the others have just done. */
  shown() {
    return this.past ?? this.staged ?? this.snapshot;
  }

  /**
   * Shows a picture of what the others have just done, or the present again.
   * @param {Page.Snapshot | null} staged
   */
  stage(staged) {
    this.staged = staged;
    this.pieces = null;
  }

  /**
   * Of several seats of this browser that are asked, the one that is to decide first.
   * @param {string} seat
   */
  prefer(seat) {
    this.chosenSeat = seat;
    this.chooseSeat();
  }

  /**
   * Somebody else looks from now on, or nobody in particular: what was known is forgotten.
   * @param {string | null} seat
   */
  lookAs(seat) {
    this.eyes = seat;
    this.said = this.latest = null;
  }

  /**
   * Looks at a step of the past, or at the present again.
   * @param {Page.Snapshot | null} past
   */
  look(past) {
    this.past = past;
    this.pieces = null;
  }

  /** The seats held by this browser. */
  mine() {
    return (this.latest?.seats ?? []).filter(seat => seat.mine).map(seat => seat.id);
  }

  /** Whether somebody else sits at the table, or may still come, who could be talked to. */
  company() {
    return (this.latest?.seats ?? []).some(seat => !seat.mine && !seat.general && seat.by !== "random");
  }

  /** @param {string | null | undefined} id */
  seatOf(id) {
    return this.latest?.seats.find(seat => seat.id === id);
  }

  /** @param {string | null | undefined} id */
  seatName(id) {
    return this.seatOf(id)?.name ?? capital(id ?? "");
  }

  chooseSeat() {
    const asked = (this.snapshot.pending?.asks ?? []).map(ask => ask.seat);
    const mine = this.mine();
    if (this.shared()) this.eyes ??= mine[0];
    const able = asked.filter(seat => mine.includes(seat) && (!this.shared() || seat === this.eyes));
    this.seat = this.chosenSeat && able.includes(this.chosenSeat) ? this.chosenSeat : (able[0] ?? null);
  }

  /** Whether somebody of this browser may decide something now. */
  deciding() {
    return Boolean(this.seat && !this.past && !this.staged);
  }

  /** How the battle stands: what the title says, or at least turn and score. @returns {Wire.Headline[]} */
  headlines() {
    const shown = this.shown();
    if (shown.headlines?.length) return shown.headlines;
    /** @param {Pick<Wire.Headline, 'kind' | 'name' | 'value'> & Partial<Wire.Headline>} line */
    const line = line => ({ note: "", side: null, case: null, ...line });
    const sides = new Map(shown.seats.map(seat => [seat.side, seat]));
    return [
      line({ kind: "time", name: say("row-turn", { turn: shown.turn }), value: this.date() ?? "" }),
      ...[...sides.values()]
        .filter(seat => shown.score?.[seat.id] !== undefined)
        .map(seat =>
          line({ kind: "score", name: say("score-of", { seat: seat.name }), value: String(shown.score[seat.id]), side: seat.id }),
        ),
    ];
  }

  /** When it is, if a calendar says so in words. */
  date() {
    const calendar = (this.shown().panels ?? []).find(panel => panel.kind === "track");
    const label = calendar?.cells?.[calendar.at]?.label;
    return label && !/^\d+$/.test(label) ? label : null;
  }

  ask() {
    return (this.shown().pending?.asks ?? []).find(ask => ask.seat === this.seat) ?? null;
  }

  about() {
    const about = this.ask()?.about;
    return { units: about?.units ?? [], places: about?.places ?? [] };
  }

  /** The unit in hand, if the question is about one. */
  inHand() {
    return this.deciding() ? (this.ask()?.unit ?? null) : null;
  }

  /** Everything that is allowed. @returns {Page.Offer[]} */
  allOffers() {
    return this.seat && this.deciding() ? (this.snapshot.offers[this.seat] ?? []) : [];
  }

  /** What is held out to the player: whatever something could come of. @returns {Page.Offer[]} */
  offers() {
    return this.allOffers().filter(offer => !offer.idle);
  }

  /**
   * Offers of a unit that lead to no place.
   * @param {string} unit
   */
  offersOf(unit) {
    return this.offers().filter(offer => offer.unit === unit && !offer.place);
  }

  /**
   * Whether a unit could be taken up to move; then its reach can be asked for.
   * @param {string} unit
   */
  moves(unit) {
    return this.offers().some(offer => offer.unit === unit && offer.moves);
  }

  /** Offers that touch neither a unit nor a place. */
  plainOffers() {
    return this.distinct(this.offers().filter(offer => !offer.unit && !offer.place));
  }

  /**
   * Identical choices are one choice: the same words about units that nothing tells apart, such as four dummies off the map.
   * @param {Page.Offer[]} offers
   */
  distinct(offers) {
    /** @param {Page.Offer} offer */
    const key = offer => {
      const piece = this.unit(offer.unit);
      const known = this.known(offer.unit);
      const state = piece ? [piece.place ?? piece.off, piece.strength, ...piece.marks.map(mark => mark.text)] : [];
      return JSON.stringify([offer.verb, offer.label, offer.place, offer.facing, known?.name, known?.strength, known?.movement, ...state]);
    };
    return [...new Map(offers.map(offer => [key(offer), offer])).values()];
  }

  /** The units that are offered, in the order of the offers. */
  ableUnits() {
    return [...new Set(this.offers().flatMap(offer => offer.unit ?? []))];
  }

  offeredPlaces() {
    return [...new Set(this.offers().flatMap(offer => offer.place ?? []))];
  }

  interrupts() {
    if (this.past) return [];
    return this.mine()
      .filter(seat => !this.shared() || seat === this.eyes)
      .flatMap(seat => (this.snapshot.interrupts?.[seat] ?? []).map(offer => ({ ...offer, seat })));
  }

  /**
   * Whether a piece is of another side than a seat of this browser, or than the seat that is to decide.
   * @param {Page.Piece} piece
   */
  hostile(piece) {
    /** @param {string | null | undefined} id */
    const side = id => this.seatOf(id)?.side;
    const own = side(this.seat ?? this.mine()[0]);
    return Boolean(piece.side) && own !== undefined && side(piece.side) !== own;
  }

  /** @param {string | null | undefined} id */
  unit(id) {
    this.pieces ??= new Map([...this.borne(), ...this.shown().pieces].map(piece => [piece.id, piece]));
    return id ? this.pieces.get(id) : undefined;
  }

  /**
   * Those that stand on a counter and are no pieces of their own, such as the battalions of a brigade.
   * @returns {Page.Piece[]}
   */
  borne() {
    return this.shown().pieces.flatMap(piece => (piece.place ? (piece.bears ?? []) : []).map(one => this.onto(piece, one)));
  }

  /**
   * @param {Page.Piece} piece
   * @param {Wire.Borne} borne
   * @returns {Page.Piece}
   */
  onto({ side, nation }, { unit, place, strength, marks }) {
    const { name = unit, arm = "infantry", movement = "" } = this.roster.get(unit) ?? {};
    return { id: unit, place, side, nation, name, arm, strength, movement, marks, stack: 0 };
  }

  /**
   * Those in a place who stand on a counter there.
   * @param {string} place
   */
  riders(place) {
    return this.borne().filter(piece => piece.place === place);
  }

  /**
   * A unit on the table, or one that has been or may come.
   * @returns {Page.Known | undefined}
   * @param {string | null | undefined} id
   */
  known(id) {
    return this.unit(id) ?? (id ? this.roster.get(id) : undefined);
  }

  /** @param {string} id */
  unitName(id) {
    const piece = this.known(id);
    if (!piece) return id;
    const full = this.roster.get(id)?.full_name || piece.name;
    if (this.namedApart || !this.alike.has(`${piece.nation} ${piece.name}`))
      return [full || say("counter-face-down"), this.namesakes.has(piece.name) ? `(${capital(piece.nation)})` : ""]
        .filter(Boolean)
        .join(" ");
    return [full, [piece.strength, piece.movement].filter(value => value !== undefined && value !== "").join("-")]
      .filter(Boolean)
      .join(" ");
  }

  /**
   * The units in a place that could be taken up to move.
   * @param {string | null | undefined} place
   */
  stack(place) {
    return place ? this.ableUnits().filter(unit => this.moves(unit) && this.unit(unit)?.place === place) : [];
  }

  /**
   * The others of a unit's formation that can act too.
   * @param {string} id
   */
  formation(id) {
    if (this.spots.stacks) return this.stack(this.unit(id)?.place);
    const one = this.known(id);
    /** @param {Page.Known | undefined} piece */
    const name = piece => piece?.name;
    return this.ableUnits().filter(
      other =>
        this.moves(other) && this.unit(other)?.place && name(this.known(other)) === name(one) && this.known(other)?.nation === one?.nation,
    );
  }

  /**
   * An offer in words.
   * @param {Page.Offer} offer
   */
  words(offer) {
    return capital(offer.label);
  }

  /** Seats that are asked and played by the program. */
  thinking() {
    return (this.snapshot.pending?.asks ?? [])
      .map(ask => this.seatOf(ask.seat))
      .filter(seat => seat && !seat.mine && (seat.general || seat.by === "random"));
  }
}
