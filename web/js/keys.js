// @ts-check
// The keyboard.

import { around, speak } from "./dom.js";
import { help } from "./help.js";
import { summary } from "./voice.js";

/** @type {{ [key: string]: number[] }} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Keys {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    this.listen = (/** @type {KeyboardEvent} */ event) => this.press(event);
    addEventListener("keydown", this.listen);
    /** What keys do. @type {{ [key: string]: () => unknown }} */
    this.deeds = {
      Escape: () => this.escape(),
      "+": () => board.camera.zoom(1.3),
      "=": () => board.camera.zoom(1.3),
      "-": () => board.camera.zoom(1 / 1.3),
      0: () => board.camera.fit(),
      g: () => board.hints.ask(),
      n: () => board.hand.next(1),
      p: () => board.hand.next(-1),
      f: () => this.formation(),
      "[": () => board.wedges.turn(-1),
      "]": () => board.wedges.turn(1),
      u: () => board.rewind.undo(),
      U: () => board.rewind.redo(),
      h: () => board.hideCounters(),
      o: () => board.overlays.toggle(),
      z: () => board.overlays.cycle(),
      a: () => board.prompt.focus(),
      e: () => board.prompt.end(),
      s: () => speak(summary(board)),
      l: () => board.side.tab("log", true),
      b: () => board.drawer.toggle(),
      r: () => board.replay.open(),
      "?": () => help(board),
    };
  }

  close() {
    removeEventListener("keydown", this.listen);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { board } = this;
    if (document.querySelector("dialog[open]") || event.altKey) return;
    const typing = around(event, "input:not([type=range]), textarea, select");
    if (typing) {
      if (event.key === "Escape" && typing instanceof HTMLElement) typing.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      this.command(event);
      return;
    }
    if (board.replay.on && board.replay.key(event)) {
      event.preventDefault();
      return;
    }
    const menu = [board.cards.list, board.overlays.list].find(list => !list.hidden);
    if (ARROWS[event.key] && menu?.contains(document.activeElement)) {
      event.preventDefault();
      this.inMenu(menu, ARROWS[event.key]);
      return;
    }
    const onMap = event.target === document.body || event.target === board.view || event.target === document.getElementById("page");
    if (ARROWS[event.key] && onMap) {
      event.preventDefault();
      this.arrow(ARROWS[event.key], event.shiftKey);
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && onMap) {
      event.preventDefault();
      this.here(event);
      return;
    }
    const deed = this.deeds[event.key];
    if (!deed || event.key === "Enter") return;
    event.preventDefault();
    // Whoever wants to play on has seen enough of the others.
    if ("npefag".includes(event.key)) board.watch.end();
    deed();
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.board.rewind.redo();
    else this.board.rewind.undo();
  }

  /**
   * @param {HTMLElement} menu
   * @param {number[]} given
   */
  inMenu(menu, [dx, dy]) {
    const items = [...menu.querySelectorAll("button")];
    items[(items.findIndex(item => item.matches(":focus")) + (dy || dx) + items.length) % items.length]?.focus();
  }

  /**
   * @param {number[]} options
   * @param {boolean} shifted
   */
  arrow([dx, dy], shifted) {
    const { board } = this;
    const { game, field } = board;
    if (shifted) return board.camera.pan(-dx * 140, -dy * 140);
    if (board.cursor) return board.moveCursor(field.towards(board.cursor, dx, dy));
    const start =
      game
        .offers()
        .map(offer => offer.place ?? game.unit(offer.unit)?.place)
        .find(Boolean) ??
      field.byPlace.keys().next().value ??
      field.spots.places.keys().next().value;
    return start ? board.moveCursor(start) : undefined;
  }

  /**
   * Enter acts where the cursor is, with Shift it gathers a group; the space bar tells who stands there.
   * @param {KeyboardEvent} event
   */
  here(event) {
    const { board } = this;
    if (event.key === "Enter" && board.ahead.confirm()) return;
    if (event.key === "Enter") board.watch.end();
    if (event.key === "Enter" && board.wedges.enter()) return;
    if (!board.cursor) {
      board.hand.next(1);
      return;
    }
    if (event.key === " ") {
      board.cards.pin(board.cursor);
      return;
    }
    const { fanned } = board.field;
    if (fanned && fanned === board.cursor)
      board.cards.menu(
        fanned,
        board.game.offers().filter(offer => offer.unit && !offer.place && board.game.unit(offer.unit)?.place === fanned),
      );
    else board.hand.act(board.cursor, null, event);
  }

  formation() {
    const { hand } = this.board;
    const units = hand.formation();
    if (units.length > 1) hand.choose([hand.chosen[0], ...units.filter(unit => unit !== hand.chosen[0])]);
    else speak("Select a unit first");
  }

  escape() {
    const { board } = this;
    if (board.ahead.on()) {
      board.ahead.cancel();
      return;
    }
    if (board.watch.on()) {
      board.watch.end();
      return;
    }
    if (!board.overlays.list.hidden) {
      board.overlays.toggle(false);
      board.view.focus({ preventScroll: true });
      return;
    }
    if (board.overlays.aiming()) {
      board.overlays.drop();
      return;
    }
    if (board.drawer.isOpen) {
      board.drawer.close();
      return;
    }
    const inUse = board.hand.chosen.length || board.field.fanned || board.cards.any() || board.game.inHand();
    if (board.hints.state !== "none" && !inUse) {
      board.hints.dismiss(true);
      return;
    }
    if (board.overlays.shown && !inUse) {
      board.overlays.drop();
      return;
    }
    board.hand.putBack();
    board.field.showCursor(null);
  }
}
