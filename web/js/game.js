// What this browser knows of the game: the snapshot, who sits here, what is asked and offered. No drawing.

import { capital } from "./dom.js";

/** Brings a snapshot up to date. */
function merged(old, news) {
  if (news.kind !== "delta") return { ...news };
  const next = { ...old, ...news, kind: "snapshot" };
  if (news.log) {
    const from = news.log_from ?? Infinity;
    next.log = [...old.log.filter(line => line.line < from), ...news.log];
  } else next.log = old.log;
  if (news.pieces_changed || news.pieces_gone) {
    const pieces = new Map(old.pieces.map(piece => [piece.id, piece]));
    for (const gone of news.pieces_gone ?? []) pieces.delete(gone);
    for (const piece of news.pieces_changed ?? []) pieces.set(piece.id, piece);
    next.pieces = [...pieces.values()];
  }
  delete next.pieces_changed;
  delete next.pieces_gone;
  delete next.log_from;
  return next;
}

export class Game {
  /** `spots` tells which places are on the map, `roster` names units that are not on the table. */
  constructor(id, { spots, roster, isOpen }) {
    Object.assign(this, { id, spots, roster, isOpen, snapshot: null, past: null, staged: null, seat: null, chosenSeat: null, eyes: null });
    // Where no two units have the same name, it is enough.
    const units = [...roster.values()].filter(unit => unit.arm !== "marker");
    this.namedApart = new Set(units.map(unit => `${unit.nation} ${unit.name}`)).size === units.length;
    const names = Map.groupBy(units, unit => unit.name);
    this.namesakes = new Set([...names].filter(([, list]) => list.length > 1).map(([name]) => name));
  }

  /** Whether several who may not see the same sit at this screen: then it shows what one of them sees. */
  shared() {
    return !this.isOpen && this.mine().length > 1;
  }

  /** The seat at this screen that is asked while another one looks; null if there is none. */
  nextEyes() {
    if (!this.shared()) return null;
    const asked = (this.snapshot.pending?.asks ?? []).map(ask => ask.seat).filter(seat => this.mine().includes(seat));
    return asked.includes(this.eyes) ? null : (asked[0] ?? null);
  }

  /** The end of a call's address that says as whom one looks. */
  asEyes() {
    return this.eyes ? `?as=${encodeURIComponent(this.eyes)}` : "";
  }

  /** Takes a snapshot or a delta; tells what is new. */
  take(message) {
    const before = this.snapshot;
    const snapshot = merged(before, message);
    this.snapshot = { ...snapshot, pieces: snapshot.pieces.map(piece => this.placed(piece)) };
    this.pieces = null;
    const last = before?.log.at(-1)?.line ?? -1;
    const seatBefore = this.seat;
    this.chooseSeat();
    return {
      changed: !before || before.version !== snapshot.version,
      news: before ? snapshot.log.filter(line => line.line > last) : [],
      passed: Boolean(before && seatBefore && this.seat && seatBefore !== this.seat && this.mine().length > 1),
    };
  }

  /** Off the map a piece has a place of another kind. */
  placed(piece) {
    return piece.place && !this.spots.has(piece.place) ? { ...piece, place: null, off: piece.place } : piece;
  }

  /** What is on the screen: the present, a step of the past, or a picture of what the others have just done. */
  shown() {
    return this.past ?? this.staged ?? this.snapshot;
  }

  /** Looks at a step of the past, or at the present again. */
  look(past) {
    this.past = past;
    this.pieces = null;
  }

  /** The seats held by this browser. */
  mine() {
    return (this.snapshot?.seats ?? []).filter(seat => seat.mine).map(seat => seat.id);
  }

  seatOf(id) {
    return this.snapshot?.seats.find(seat => seat.id === id);
  }

  seatName(id) {
    return this.seatOf(id)?.name ?? capital(id ?? "");
  }

  chooseSeat() {
    const asked = (this.snapshot.pending?.asks ?? []).map(ask => ask.seat);
    const mine = this.mine();
    if (this.shared()) this.eyes ??= mine[0];
    const able = asked.filter(seat => mine.includes(seat) && (!this.shared() || seat === this.eyes));
    this.seat = able.includes(this.chosenSeat) ? this.chosenSeat : (able[0] ?? null);
  }

  /** Whether somebody of this browser may decide something now. */
  deciding() {
    return Boolean(this.seat && !this.past && !this.staged);
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

  offers() {
    return this.deciding() ? (this.snapshot.offers?.[this.seat] ?? []) : [];
  }

  /** Offers of a unit that lead to no place. */
  offersOf(unit) {
    return this.offers().filter(offer => offer.unit === unit && !offer.place);
  }

  /** Whether a unit could be taken up to move; then its reach can be asked for. */
  moves(unit) {
    return this.offers().some(offer => offer.unit === unit && offer.moves);
  }

  /** Offers that touch neither a unit nor a place. */
  plainOffers() {
    return this.offers().filter(offer => !offer.unit && !offer.place);
  }

  /** The units that are offered, in the order of the offers. */
  ableUnits() {
    return [
      ...new Set(
        this.offers()
          .filter(offer => offer.unit)
          .map(offer => offer.unit),
      ),
    ];
  }

  offeredPlaces() {
    return [
      ...new Set(
        this.offers()
          .filter(offer => offer.place)
          .map(offer => offer.place),
      ),
    ];
  }

  interrupts() {
    if (this.past) return [];
    return this.mine()
      .filter(seat => !this.shared() || seat === this.eyes)
      .flatMap(seat => (this.snapshot.interrupts?.[seat] ?? []).map(offer => ({ ...offer, seat })));
  }

  /** Whether a piece is of another side than a seat of this browser, or than the seat that is to decide. */
  hostile(piece) {
    const side = id => this.seatOf(id)?.side;
    const own = side(this.seat ?? this.mine()[0]);
    return Boolean(piece.side) && own !== undefined && side(piece.side) !== own;
  }

  unit(id) {
    this.pieces ??= new Map(this.shown().pieces.map(piece => [piece.id, piece]));
    return this.pieces.get(id);
  }

  /** A unit on the table, or one that has been or may come. */
  known(id) {
    return this.unit(id) ?? this.roster.get(id);
  }

  unitName(id) {
    const piece = this.known(id);
    if (!piece) return id;
    if (this.namedApart)
      return [piece.name || "A counter face down", this.namesakes.has(piece.name) ? `(${capital(piece.nation)})` : ""]
        .filter(Boolean)
        .join(" ");
    return [piece.name, [piece.strength, piece.movement].filter(value => value !== undefined && value !== "").join("-")]
      .filter(Boolean)
      .join(" ");
  }

  /** The units in a place that could be taken up to move. */
  stack(place) {
    return place ? this.ableUnits().filter(unit => this.moves(unit) && this.unit(unit)?.place === place) : [];
  }

  /** The others of a unit's formation that can act too. */
  formation(id) {
    if (this.spots.stacks) return this.stack(this.unit(id)?.place);
    const one = this.known(id);
    const name = piece => piece?.formation ?? piece?.name;
    return this.ableUnits().filter(
      other =>
        this.moves(other) && this.unit(other)?.place && name(this.known(other)) === name(one) && this.known(other)?.nation === one?.nation,
    );
  }

  /** An offer in words. */
  words(offer) {
    if (offer.label) return capital(offer.label);
    return capital(
      offer.order
        .split(" ")
        .map(word => (this.known(word) ? this.unitName(word) : word))
        .join(" "),
    );
  }

  /** The order of an offer, given to another unit or place; null if the order does not name what is to be replaced. */
  likewise(offer, { unit, place }) {
    const words = offer.order.split(" ");
    const at = words.indexOf(unit ? offer.unit : this.spots.word(offer.place ?? ""));
    if (at < 0) return null;
    words[at] = unit ?? this.spots.word(place);
    return words.join(" ");
  }

  /** Seats that are asked and played by the program. */
  thinking() {
    return (this.snapshot.pending?.asks ?? [])
      .map(ask => this.seatOf(ask.seat))
      .filter(seat => seat && !seat.mine && (seat.general || seat.by === "random"));
  }
}
