// @ts-check
// Dragging: a counter or a group to where it shall go, or a band around those that are meant.

import { lying, placesOf } from "./facing.js";

/** A counter of two hexes has its middle so far around its centre, in distances of two hexes. */
const MIDDLE = 0.3;

export class Carry {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
  }

  /**
   * What a drag that begins here carries; null moves the map.
   * @param {Page.Point} point
   * @param {PointerEvent} event
   * @returns {Page.Carry | null}
   */
  grab(point, event) {
    const { board } = this;
    const { game, field, hand } = board;
    if (!game.deciding() || board.orders.busy) return null;
    const place = field.meant(point);
    const piece = place && field.onCounter(place, point) ? field.pieceAt(place, point) : null;
    if (!place) return event.shiftKey ? this.band(point) : null;
    const able =
      piece && (game.offers().some(offer => offer.unit === piece.id) || game.inHand() === piece.id || hand.chosen.includes(piece.id));
    if (event.shiftKey && !able) return this.band(point);
    if (!piece || (!able && game.hostile(piece))) return null;
    return this.unit(piece, place, this.atAnEnd(piece, point));
  }

  /**
   * Whether a long counter is taken by one of its ends, and not by its middle.
   * @param {Page.Piece} piece
   * @param {Page.Point} point
   */
  atAnEnd(piece, point) {
    const { field } = this.board;
    const spots = field.spots.among(placesOf(piece));
    if (spots.length < 2) return false;
    const { x, y } = lying(spots);
    return Math.hypot(point.x - x, point.y - y) > field.pitch * (MIDDLE + (spots.length - 2) / 2);
  }

  /**
   * @param {Page.Piece} piece
   * @param {string} from
   * @param {boolean} [byEnd]
   * @returns {Page.Carry | null}
   */
  unit(piece, from, byEnd = false) {
    const { board } = this;
    const { game, field, hand, reach } = board;
    const group = hand.chosen.includes(piece.id)
      ? [piece.id, ...hand.chosen.filter(unit => unit !== piece.id)]
      : field.spots.stacks && field.fanned !== from && game.moves(piece.id)
        ? [piece.id, ...game.stack(from).filter(unit => unit !== piece.id)]
        : [piece.id];
    // The reach is asked for while the hand is on its way.
    const asked =
      reach.on() && reach.units[0] === piece.id && reach.units.length === group.length
        ? Promise.resolve(true)
        : group.every(unit => game.moves(unit))
          ? this.ask(group)
          : Promise.resolve(false);
    const element = field.shown.get(piece.id);
    if (!element) return null;
    // A long counter is not carried away: it is shown as it would lie with this end where the pointer is.
    const part = placesOf(piece).indexOf(from);
    const long = placesOf(piece).length > 1 && group.length === 1;
    element.classList.add("carried");
    field.units.append(element);
    /** @type {string | null} */
    let last = null;
    const back = () => {
      element.classList.remove("carried");
      field.showHover(null);
      board.drawField();
    };
    return {
      move: at => {
        if (!long) element.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) scale(1.15)`;
        const over = field.at(at);
        if (over === last) return;
        last = over;
        field.showHover(over);
        const brings = long && over ? reach.bringing(part, over, byEnd) : null;
        if (brings?.manoeuvre) reach.sweep(brings.goal, brings.manoeuvre.sweeps);
        else if (brings) reach.preview(brings.goal);
        else reach.show(long ? null : over);
      },
      cancel: back,
      drop: async at => {
        const to = field.at(at);
        if (to && to !== from) {
          await asked;
          const brings = long ? reach.bringing(part, to, byEnd) : null;
          if (brings?.manoeuvre) await hand.manoeuvre(brings.manoeuvre, to);
          else if (brings && part > 0) await hand.leave(brings.goal, { sure: true });
          else await this.drop(piece, group, to);
        }
        back();
      },
    };
  }

  /** @param {string[]} group */
  async ask(group) {
    const { board } = this;
    board.hand.hold(group);
    const found = await board.reach.find(group);
    if (found) board.hand.found();
    return found;
  }

  /**
   * An offer, a reach, or a question to the rules, in this order.
   * @param {Page.Piece} piece
   * @param {string[]} group
   * @param {string} to
   */
  async drop(piece, group, to) {
    const { game, orders, reach, hand, ahead } = this.board;
    const offers = game.offers();
    const direct = offers.find(offer => offer.unit === piece.id && offer.place === to);
    if (direct) return ahead.offer(direct);
    const aim = offers.find(offer => offer.place === to && !offer.unit);
    if (aim && game.inHand() === piece.id) return ahead.offer(aim);
    if (reach.units[0] === piece.id && reach.byPlace.has(to)) return hand.go(to, { sure: true });
    const barred = reach.units[0] === piece.id ? reach.barred.get(to) : undefined;
    if (barred) return orders.refused(barred);
    if (aim) {
      // An attacker dragged upon its target: the target first, then whoever was dragged.
      if (!(await orders.take(aim))) return false;
      const [join] = game.offersOf(piece.id);
      return join ? orders.take(join) : true;
    }
    if (group.length > 1) return hand.choose(group);
    return hand.march(piece.id, to);
  }

  /**
   * @param {Page.Point} from
   * @returns {Page.Carry}
   */
  band(from) {
    const { board } = this;
    const { field, game, hand } = board;
    return {
      move: at => field.marks.showBand(from, at),
      cancel: () => field.marks.showBand(null),
      drop: at => {
        field.marks.showBand(null);
        const units = field
          .within(from, at)
          .map(piece => piece.id)
          .filter(id => game.moves(id));
        if (units.length) hand.choose([...new Set([...hand.chosen, ...units])]);
      },
    };
  }
}
