// @ts-check
// The hand on the table: what is chosen, and what a click, a tap or Enter means.

import { amount } from "./amounts.js";
import { failed, post } from "./api.js";
import { button, capital, h, speak, toast } from "./dom.js";
import { counter } from "./field.js";
import { say } from "./words.js";

/**
 * What an order costs of the movement, and what it leaves.
 * @param {Wire.Goal} goal
 */
const price = ({ cost, left }) => say("hand-price", { cost: amount(cost), left: amount(left) });

/** So far from the edge a unit is shown around which wedges stand. */
const WEDGES = 130;

export class Hand {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** The units that are chosen, the leading one first. @type {string[]} */
    this.chosen = [];
    /** The unit that stays in hand after its order. @type {string | null} */
    this.again = null;
    /** The unit or place to which `next` went last. @type {string | undefined} */
    this.at = undefined;
    /** Where a march was ordered that somebody's question has held up. @type {{ units: string[], place: string } | null} */
    this.route = null;
  }

  get game() {
    return this.board.game;
  }

  get reach() {
    return this.board.reach;
  }

  /**
   * Takes units in hand, and asks nothing.
   * @param {string[]} units
   */
  hold(units) {
    this.chosen = units;
  }

  /**
   * The unit that stays in hand after the order that is given now.
   * @param {string | null} unit
   */
  keep(unit) {
    this.again = unit;
  }

  /** Forgets choices that a new position has overtaken. */
  overtaken() {
    this.board.ahead.drop();
    this.chosen = [];
    this.reach.clear();
    this.board.wedges.clear();
    this.board.cards.overtaken();
    this.board.field.fan(null);
  }

  /** A unit that has just turned or marched stays in hand while it can go on. */
  takeAgain() {
    const unit = this.again;
    this.again = null;
    if (unit && this.game.deciding() && this.game.moves(unit)) this.choose([unit]);
    // The order that led here has still to be heard of.
    if (this.route) setTimeout(() => this.goOn(), 30);
  }

  /** A march that was held up by a question to somebody else goes on by itself. */
  goOn() {
    const { board, game, route } = this;
    const unit = game.inHand();
    if (!route || !game.deciding() || board.orders.busy || !unit) return;
    const place = game.unit(unit)?.place;
    const offered = game.offeredPlaces().length > 0;
    this.route = null;
    if (!route.units.includes(unit) || !place) return;
    // It was meant to end here, and nothing else can be done.
    const [only, ...others] = game.distinct(game.offers());
    if (place === route.place && only && !others.length && !only.ends) board.orders.give(only.order);
    if (place === route.place || !offered) return;
    this.ask({ units: [unit], place: route.place }, undefined, true);
    // Only the whole of it was looked at before.
    this.route = route;
  }

  /** Puts everything down; whether there was anything. */
  clear() {
    const { board } = this;
    const had = board.ahead.drop() || this.chosen.length || board.field.fanned || board.cards.any();
    this.chosen = [];
    this.reach.clear();
    board.wedges.clear();
    board.field.fan(null);
    board.cards.hide();
    board.drawField();
    board.prompt.draw();
    return Boolean(had);
  }

  /** Takes the unit in hand back to where it stood. */
  putBack() {
    if (this.clear()) return;
    if (this.game.inHand() && this.board.rewind.seatFor("undo")) this.board.rewind.undo();
  }

  /**
   * What a click, a tap or Enter means here. `piece` is given if one counter of a stack was meant.
   * @param {string} place
   * @param {Page.Piece | null} piece
   * @param {Page.Press | undefined} [event]
   */
  act(place, piece, event) {
    const { board, game } = this;
    if (board.overlays.pointed(place, piece)) return undefined;
    if (!game.deciding()) return board.cards.pin(place);
    // A second press in the same place is the second word.
    if (board.ahead.armed?.place === place && !piece) return board.ahead.confirm();
    board.ahead.drop();
    const how = { must: event?.pointerType === "touch", sure: Boolean(event?.ctrlKey || event?.metaKey) };
    const standing = (board.field.byPlace.get(place) ?? []).map(other => other.id);
    const riders = game.riders(place).map(other => other.id);
    const here = [...standing, ...riders];
    /** @param {string[]} units */
    const anyAble = units => game.offers().some(offer => offer.unit && units.includes(offer.unit));
    // Those on a counter are meant where the counter itself has nothing to do; else they are listed beside what it can do.
    const on = piece ? riders.filter(unit => piece.bears?.some(one => one.unit === unit)) : riders;
    const first = piece ? [piece.id] : standing;
    const wanted = on.length && !anyAble(first) ? [...first, ...on] : first;
    if (event?.shiftKey) return this.join(place, wanted);
    const offers = game.offers();
    if (this.chosen.length) {
      const done = this.actWithChosen(place, piece, here, how);
      if (done) return undefined;
    }
    const stack = board.field.spots.stacks ? game.stack(place) : [];
    if (stack.length && !piece && !offers.some(offer => offer.place === place)) return this.choose(stack);
    // A unit that may turn is taken in hand first; wedges are then held out.
    const byUnit = offers.filter(offer => offer.unit && !offer.place && !offer.facing && wanted.includes(offer.unit));
    const byPlace = offers.filter(offer => offer.place === place && !offer.unit);
    const goers = [
      ...new Set(offers.flatMap(offer => (offer.unit && (offer.place || offer.facing) && wanted.includes(offer.unit) ? [offer.unit] : []))),
    ];
    const into = game.distinct(offers.filter(offer => offer.unit && offer.place === place));
    const units = new Set([...byUnit.map(offer => offer.unit), ...goers]);
    // Taking a unit up to march comes first; what else it may do is offered beside its reach.
    const movers = byUnit.filter(offer => offer.moves);
    if (movers.length === 1 && units.size === 1 && !byPlace.length && !into.length) return this.pick(movers[0]);
    if (!piece && wanted.length === standing.length && here.length > 1 && units.size > 1 && !byPlace.length && board.field.fanned !== place)
      return this.fan(place);
    if (byPlace.length === 1 && !byUnit.length) return board.ahead.offer(byPlace[0]);
    if (byUnit.length === 1 && !byPlace.length && !goers.length) return this.pick(byUnit[0]);
    if (!byUnit.length && !byPlace.length && goers.length === 1 && !into.length) return this.choose([goers[0]]);
    if (!byUnit.length && !byPlace.length && !goers.length && into.length === 1) return board.ahead.offer(into[0]);
    const choices = game.distinct([...byPlace, ...byUnit, ...into]);
    if (choices.length) return board.cards.menu(place, choices, goers);
    const hand = game.inHand();
    if (hand && game.unit(hand)?.place !== place) return this.march(hand, place);
    if (here.length > 1 && !piece && board.field.fanned !== place) return this.fan(place);
    return this.why(place, wanted);
  }

  /**
   * With units selected, a place is where they go; whether that was meant.
   * @param {string} place
   * @param {Page.Piece | null} piece
   * @param {string[]} here
   * @param {{ must: boolean, sure: boolean }} how
   */
  actWithChosen(place, piece, here, how) {
    const { board, game, reach } = this;
    const [lead] = this.chosen;
    const friends = this.friendsIn(place);
    const able = friends.filter(id => game.offers().some(offer => offer.unit === id));
    // A click on another friend means him. Where stacks are the rule, the march is shown first, and he is a press away.
    if (able.length && !how.sure && !board.field.spots.stacks) return false;
    const direct = this.chosen.length === 1 && game.offers().find(offer => offer.unit === lead && offer.place === place);
    if (direct) {
      board.ahead.offer(direct, { must: how.must });
      return true;
    }
    if (reach.byPlace.has(place)) {
      this.go(place, how);
      return true;
    }
    const barred = reach.barred.get(place);
    if (barred) {
      board.orders.refused(barred);
      return true;
    }
    if (game.unit(lead)?.place === place && (!piece || piece.id === lead) && here.length <= 1) {
      this.clear();
      return true;
    }
    const others = (piece ? [piece.id] : here).some(id => game.offers().some(offer => offer.unit === id));
    if (reach.on() && !others) {
      this.march(lead, place);
      return true;
    }
    return false;
  }

  /**
   * One's own in a place who are not chosen.
   * @param {string} place
   */
  friendsIn(place) {
    const { board, game } = this;
    const stack = board.field.byPlace.get(place) ?? [];
    return stack.filter(piece => piece.side && !game.hostile(piece) && !this.chosen.includes(piece.id)).map(piece => piece.id);
  }

  /**
   * To a place within reach; where one may look several ways there, wedges ask which.
   * @param {string} place
   * @param {{ must?: boolean, sure?: boolean }} [how]
   */
  go(place, how) {
    const { board, reach } = this;
    const goals = reach.choices.get(place) ?? [];
    const goal = reach.byPlace.get(place);
    // What was shown while the pointer was there is proposed.
    if (goals.length > 1) return board.wedges.choose(reach.units[0], place, goals, goal?.facing);
    return goal ? this.leave(goal, how) : undefined;
  }

  /**
   * Sets out for a goal: what it costs, who is there already and what it may meet is shown first if it matters.
   * @param {Wire.Goal} goal
   * @param {{ must?: boolean, sure?: boolean }} [how]
   */
  leave(goal, how = {}) {
    const { board, game, reach } = this;
    const { place } = goal;
    const units = [...reach.units];
    const friends = this.friendsIn(place);
    const able = friends.filter(id => game.moves(id));
    reach.hold(place);
    return board.ahead.order({
      order: goal.order,
      place,
      title: say("hand-march-to", { units: reach.who(), place }),
      does: say("hand-march"),
      group: units.length > 1 || friends.length > 0,
      // What it brings with it is read before it is meant.
      must: Boolean(how.must || goal.caution || (friends.length && !how.sure)),
      friends: friends.map(id => game.unitName(id)),
      cost: price(goal),
      terms: [
        ...(reach.found?.terms ?? []),
        ...(goal.caution ? [goal.caution] : []),
        ...(goal.terms ?? []),
        ...(goal.stops ? [reach.stopping(goal.stops)] : []),
      ],
      before: () => {
        this.again = goal.facing ? units[0] : null;
        this.route = { units, place };
      },
      other: able.length ? { words: say("hand-select-those", { place }), deed: () => this.choose(able) } : undefined,
    });
  }

  /**
   * A unit that is offered is chosen: with its reach if there is one, otherwise the offer is taken.
   * @param {Page.Offer} offer
   */
  async pick(offer) {
    const { board } = this;
    const { unit } = offer;
    if (!unit || !offer.moves || !this.reach.offered) return this.takeAlong(offer);
    // Whoever stands with a stack joins it, or leaves it again.
    if (this.reach.joins(unit)) {
      const before = this.chosen;
      await this.choose([...before, unit], unit);
      return this.reach.on() || this.chosen.length <= before.length ? undefined : this.choose(before);
    }
    if (this.reach.found?.stacked && this.chosen.includes(unit)) return this.choose(this.chosen.filter(other => other !== unit));
    this.chosen = [unit];
    board.drawField();
    const found = await this.reach.find(this.chosen);
    if (found === null) return undefined;
    if (found) return this.found();
    this.chosen = [];
    return board.ahead.offer(offer);
  }

  /**
   * Takes an offer of a unit; whoever is best taken along goes with it, and can be left behind again.
   * @param {Page.Offer} offer
   */
  async takeAlong(offer) {
    const { board, game } = this;
    const place = game.unit(offer.unit)?.place;
    const along = game
      .offers()
      .find(
        other =>
          other.best && !other.throws && other.verb === offer.verb && other.unit !== offer.unit && game.unit(other.unit)?.place === place,
      );
    if (!along?.unit) return board.ahead.offer(offer, { place: place ?? null });
    const name = game.unitName(along.unit);
    const { order, unit } = offer;
    const done = await this.ask({ units: [along.unit, unit ?? ""] });
    if (done)
      toast(
        [
          h("p", {}, say("hand-goes-along", { unit: name })),
          h(
            "div",
            { class: "toast-buttons" },
            button(
              say("hand-without", { unit: name }),
              async event => {
                event.target.closest(".toast")?.remove();
                if (await board.orders.back("undo", game.seat)) board.orders.give(order);
              },
              { kind: "small", "data-alone": along.unit },
            ),
          ),
        ],
        { kind: "note", seconds: 10 },
      );
    return done;
  }

  /**
   * Why a unit cannot go along with the stack that is chosen.
   * @param {string | undefined} unit
   */
  leftBehind(unit) {
    return this.reach.found?.left_behind?.find(one => one.unit === unit);
  }

  /**
   * Chooses units that go together, the first leading; `added` is the one that was just asked for.
   * @param {string[]} units
   * @param {string | undefined} [added]
   */
  async choose(units, added) {
    const { board } = this;
    this.chosen = units;
    // Why something else was refused is of no interest any more.
    document.querySelectorAll(".toast.refusal").forEach(old => old.remove());
    board.field.fan(null);
    board.drawField();
    board.prompt.draw();
    if (!units.length) return this.reach.clear();
    if (units.length === 1 && !this.game.moves(units[0]) && this.game.offers().some(offer => offer.unit === units[0] && offer.place)) {
      this.reach.clear();
      const places = this.game
        .offers()
        .filter(offer => offer.unit === units[0] && offer.place)
        .map(offer => offer.place);
      speak(say("hand-march-to", { units: this.game.unitName(units[0]), place: places.join(", ") }));
      return board.drawField();
    }
    if (!units.every(unit => this.game.moves(unit))) return this.reach.clear();
    const found = await this.reach.find(this.chosen);
    if (found === null) return undefined;
    if (!found && units.length > 1) speak(say("hint-not-together"));
    const refused = this.leftBehind(added);
    if (refused) board.orders.refused(refused);
    return this.found();
  }

  found() {
    this.board.field.fan(null);
    this.board.drawField();
    this.board.prompt.draw();
    if (this.reach.on()) this.reach.announce();
    // On a narrow page the answers take some of the map away.
    const place = this.game.unit(this.chosen[0])?.place;
    const room = this.board.wedges.on() ? WEDGES : 60;
    if (place)
      requestAnimationFrame(() => requestAnimationFrame(() => this.board.camera.reveal(this.board.field.spots.middle(place), room)));
  }

  /**
   * Shift: one more, or one less, in the group.
   * @param {string} place
   * @param {string[]} units
   */
  join(place, units) {
    const { board, game } = this;
    const able = units.filter(unit => game.moves(unit));
    if (!able.length) return this.why(place, units);
    const missing = able.filter(unit => !this.chosen.includes(unit));
    const next = missing.length ? [...this.chosen, ...missing] : this.chosen.filter(unit => !able.includes(unit));
    if (!next.length) {
      this.clear();
      return undefined;
    }
    speak(say("hand-selected", { count: next.length }));
    board.cards.hide();
    return this.choose(next, missing.length === 1 ? missing[0] : undefined);
  }

  /** Those who could go along with the chosen ones, each to be left behind or taken along. */
  tray() {
    const { board, game } = this;
    const [lead] = this.chosen;
    const stack = lead && board.field.spots.stacks ? game.stack(game.unit(lead)?.place) : [];
    if (stack.length < 2) return null;
    /** @param {string} unit */
    const chip = unit =>
      h(
        "button",
        {
          type: "button",
          class: "unit-chip",
          "aria-pressed": String(this.chosen.includes(unit)),
          "data-tray": unit,
          title: this.leftBehind(unit)?.facts,
          onclick: () => this.join(game.unit(unit)?.place ?? "", [unit]),
        },
        counter(unit, 34),
        h("span", {}, game.unitName(unit), h("small", {}, say(this.chosen.includes(unit) ? "tray-marches" : "tray-stays"))),
      );
    return h("div", { class: "tray", role: "group", "aria-label": say("tray-label") }, h("div", { class: "unit-chips" }, stack.map(chip)));
  }

  /** Those on the chosen counter who can act by themselves. */
  riders() {
    const [unit, ...others] = this.chosen;
    const bears = others.length ? [] : (this.game.unit(unit)?.bears ?? []);
    const able = new Set(this.game.ableUnits());
    return bears.map(one => one.unit).filter(one => able.has(one));
  }

  /** What the chosen unit may do besides marching. */
  besides() {
    const [unit, ...others] = this.chosen;
    return unit && !others.length ? this.game.distinct(this.game.offersOf(unit)).filter(offer => !offer.moves && !offer.facing) : [];
  }

  /**
   * A change of front or formation: where it leads, what it sweeps and what it costs is shown before it is done.
   * @param {Wire.Manoeuvre} one
   * @param {string | null} [place]  where on the map it was pointed at
   */
  manoeuvre({ label, sweeps, goal }, place = null) {
    const { board, game, reach } = this;
    const [unit] = reach.units;
    reach.sweep(goal, sweeps);
    return board.ahead.order({
      order: goal.order,
      place,
      title: `${game.unitName(unit)}: ${label}`,
      does: label,
      must: true,
      cost: price(goal),
      terms: [...(goal.caution ? [goal.caution] : []), ...(goal.terms ?? [])],
      before: () => {
        this.again = unit;
      },
    });
  }

  /** Everybody of the chosen unit's formation who can act. */
  formation() {
    return this.chosen.length ? this.game.formation(this.chosen[0]) : [];
  }

  /** Takes up what is chosen, and no more: the rest is ordered one by one. */
  stepByStep() {
    return this.ask({ units: this.chosen });
  }

  /**
   * A whole march in one order: the rules find the way, or say why there is none.
   * @param {string} unit
   * @param {string} place
   */
  march(unit, place) {
    return this.ask({ units: [unit], place }, place);
  }

  /**
   * Gives the order that is meant by pointing at units and places, or tells why the rules forbid it; who stands in `place` if nothing
   * could be meant.
   * @param {{ units?: string[], place?: string, facing?: Wire.Facing }} meant
   * @param {string} [place]
   * @param {boolean} [sure]  it has been looked at already
   */
  async ask(meant, place, sure = false) {
    const { board, game } = this;
    const { seat, snapshot } = game;
    if (!seat || board.orders.busy) return undefined;
    try {
      /** @type {Wire.Why} */
      const answer = await post(`/api/games/${board.id}/why`, { seat, ...meant });
      if (game.snapshot.version !== snapshot.version) return undefined;
      if (answer.order && sure) return board.orders.give(answer.order);
      if (answer.order) {
        const idle = game.allOffers().some(offer => offer.idle && offer.order === answer.order);
        return board.ahead.order({
          order: answer.order,
          place: meant.place ?? null,
          title: this.called(meant),
          does: say("ahead-do"),
          must: idle,
          cost: idle ? say("ahead-idle") : undefined,
        });
      }
      if (answer.refusal) return board.orders.refused(answer.refusal);
    } catch (thrown) {
      toast(capital(failed(thrown).message), { kind: "refusal" });
      return undefined;
    }
    return place ? board.cards.pin(place) : undefined;
  }

  /**
   * Who goes where, in words.
   * @param {{ units?: string[], place?: string }} meant
   */
  called({ units = [], place }) {
    const names = units.map(unit => this.game.unitName(unit)).join(", ");
    return place && names ? say("hand-march-to", { units: names, place }) : names || (place ?? "");
  }

  /** @param {string} place */
  fan(place) {
    const { board, game } = this;
    board.field.fan(place);
    board.drawField();
    speak(say("hand-fan", { units: (board.field.byPlace.get(place) ?? []).map(piece => game.unitName(piece.id)).join(", ") }));
  }

  /**
   * Nothing is offered here: the rules answer the order that would have been meant.
   * @param {string} place
   * @param {string[]} units
   */
  why(place, units) {
    this.clear();
    if (!units.length) return this.board.cards.pin(place);
    return this.ask({ units, place }, place);
  }

  /**
   * The next unit, or place, that can act.
   * @param {number} step
   */
  next(step) {
    const { board, game } = this;
    const units = game.ableUnits().filter(unit => game.unit(unit)?.place);
    const list = units.length ? units : game.offeredPlaces();
    if (!list.length) {
      speak(say("hand-nothing"));
      board.prompt.shake();
      return;
    }
    const at = list.findIndex(one => one === this.at);
    const next = at < 0 && step < 0 ? list[list.length - 1] : list[(at + step + list.length) % list.length];
    this.at = next;
    if (units.length) board.goTo(next);
    else board.moveCursor(next);
    // Enter and arrows now mean the map, wherever the key was pressed.
    board.view.focus({ preventScroll: true });
  }
}
