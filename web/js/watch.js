// @ts-check
// The others' moves, one after the other, so that they can be followed: as they come, and once more on request.

import { button, capital, h, icon, iconButton, replace } from "./dom.js";
import { settings } from "./settings.js";
import { say } from "./words.js";

/** How long a line stays, by what it tells, in milliseconds at a calm pace. */
const HOLD = { dice: 2200, move: 700, told: 620, other: 160 };
/** @type {{ [pace: string]: number }} */
const PACES = { calm: 1, brisk: 0.55 };
/** So many of those who are gone are named. */
const NAMED = 3;
/** A long turn is shown faster, but never so fast that nothing is seen. */
const LONGEST = 15000;
const LEAST = 170;

const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

/** At what pace this reader wants to see the others' moves; null: all at once. */
function pace() {
  const chosen = settings.watch === "auto" ? (still?.matches ? "at-once" : "brisk") : settings.watch;
  return PACES[chosen] ?? null;
}

/**
 * Lines that tell of one march, or of one throw, belong together.
 * @param {Wire.LogLine[]} lines
 */
export function grouped(lines) {
  /** @type {Page.Group[]} */
  const groups = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const alone = Boolean(line.heading || line.dice?.length);
    /** @type {string | undefined} */
    const unit = line.units[0];
    const goes = last && !alone && !last.alone && (!unit || !last.unit || unit === last.unit);
    if (goes) {
      last.lines.push(line);
      last.unit ??= unit;
    } else groups.push({ lines: [line], unit, alone });
  }
  return groups;
}

/**
 * The places that lines lead through, one after the other.
 * @param {Wire.LogLine[]} lines
 */
const wayOf = lines => lines.flatMap(line => line.places ?? []).filter((place, index, all) => place !== all[index - 1]);

/**
 * The pictures between two snapshots. A unit goes when the last line that names it is read; what no line names goes with the
 * first. The page does not know the rules, so the last picture is always the snapshot itself.
 * @returns {Page.Picture[]}
 * @param {Page.Snapshot} before
 * @param {Page.Snapshot} after
 * @param {Wire.LogLine[]} lines
 */
export function pictures(before, after, lines) {
  const groups = grouped(lines);
  const old = new Map(before.pieces.map(piece => [piece.id, piece]));
  const now = new Map(after.pieces.map(piece => [piece.id, piece]));
  const changed = new Set([...old.keys(), ...now.keys()].filter(id => old.get(id)?.place !== now.get(id)?.place));
  const named = new Map();
  groups.forEach((group, index) => {
    for (const unit of group.lines.flatMap(line => line.units ?? [])) if (changed.has(unit)) named.set(unit, index);
  });
  const shown = new Map(old);
  /** @param {string} id */
  const put = id => {
    const piece = now.get(id);
    if (piece) shown.set(id, piece);
    else shown.delete(id);
  };
  const log = before.log.filter(line => line.line < (lines[0]?.line ?? Infinity));
  return groups.map((group, index) => {
    const going = [...changed].filter(id => (named.has(id) ? named.get(id) === index : index === 0));
    const moved = going.filter(id => old.get(id)?.place && now.get(id)?.place);
    const trails = moved.map(id =>
      id === group.unit && moved.length === 1 ? wayOf(group.lines) : [old.get(id)?.place ?? "", now.get(id)?.place ?? ""],
    );
    going.forEach(put);
    log.push(...group.lines);
    const first = group.lines[0];
    const about = group.lines.some(line => line.units?.length || line.places?.length);
    const hold = first.heading ? HOLD.other : first.dice?.length ? HOLD.dice : going.length ? HOLD.move : about ? HOLD.told : HOLD.other;
    const gone = going.filter(id => old.get(id)?.place && !now.get(id)?.place);
    return {
      lines: group.lines,
      trails,
      moved,
      gone,
      hold,
      snapshot: { ...before, pieces: index === groups.length - 1 ? after.pieces : [...shown.values()], log: [...log] },
    };
  });
}

export class Watch {
  /** @param {Page.Board} board */
  constructor(board) {
    this.board = board;
    /** What the other side did since this player last ended a phase. @type {Page.Picture[]} */
    this.kept = [];
    /** What is being shown, and how far. */
    /** @type {Page.Picture[] | null} */
    this.reel = null;
    this.at = -1;
    this.again = false;
    this.held = false;
    /** Where the player looked before. @type {{ x: number, y: number, k: number } | null} */
    this.left = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.words = h("p", { class: "watch-words" });
    this.count = h("span", { class: "watch-count" });
    this.stopButton = iconButton("pause", say("watch-pause"), () => this.hold(), { "data-watch": "hold" });
    this.element = h(
      "div",
      { class: "watch", role: "group", "aria-label": say("watch-label"), "data-watching": "" },
      this.words,
      h(
        "div",
        { class: "watch-tools" },
        iconButton("back", say("step-back"), () => this.step(-1), { "data-watch": "back" }),
        this.stopButton,
        iconButton("next", say("step-forward"), () => this.step(1), { "data-watch": "next" }),
        this.count,
        button(say("watch-skip"), () => this.end(), { kind: "small", title: "Esc", picture: "last", "data-watch": "skip" }),
      ),
    );
  }

  on() {
    return Boolean(this.reel);
  }

  close() {
    clearTimeout(this.timer);
  }

  /** This player has ended a phase: what was before is known. */
  forget() {
    this.kept = [];
  }

  /**
   * The log ends with this line: what was taken back has not happened.
   * @param {number} last
   */
  cut(last) {
    this.kept = this.kept.filter(picture => (picture.lines.at(-1)?.line ?? -1) <= last);
  }

  /**
   * Takes what others did; whether it is shown bit by bit from now on.
   * @param {Page.Snapshot} before
   * @param {Page.Snapshot} after
   * @param {Wire.LogLine[]} lines
   */
  take(before, after, lines) {
    const { board } = this;
    const { game } = board;
    const others = game.mine().length < after.seats.length;
    /** @param {Wire.LogLine[]} log */
    const last = log => log.at(-1)?.line ?? -1;
    const back = last(after.log) < last(before.log);
    if (this.reel && others && !lines.length && !back) return true;
    if (!others || !lines.length || back) {
      this.end();
      return false;
    }
    const fresh = pictures(before, after, lines);
    this.kept.push(...fresh);
    const slow = pace();
    if (this.reel && !this.again) {
      this.reel.push(...fresh);
      this.total();
      return true;
    }
    if (slow === null || document.visibilityState !== "visible" || board.replay.on) {
      this.end();
      return false;
    }
    this.run([...fresh], false);
    return true;
  }

  /**
   * Shows pictures from the first on; `again` if they have been seen.
   * @param {Page.Picture[]} reel
   * @param {boolean} again
   */
  run(reel, again) {
    clearTimeout(this.timer);
    this.left ??= this.board.camera.place();
    this.reel = reel;
    this.again = again;
    this.at = -1;
    this.held = false;
    this.button();
    this.total();
    this.next();
    this.board.prompt.draw();
  }

  /** All that was kept, once more. */
  replay() {
    if (this.kept.length) this.run([...this.kept], true);
  }

  total() {
    this.count.textContent = say("coach-count", { number: Math.max(this.at, 0) + 1, count: this.reel?.length ?? 0 });
  }

  next() {
    clearTimeout(this.timer);
    const { reel } = this;
    if (!this.board.frame.isConnected || !reel) return;
    if (this.at >= reel.length - 1) {
      this.end();
      return;
    }
    this.show(this.at + 1);
    if (!this.held) this.timer = setTimeout(() => this.next(), this.time(reel[this.at]));
  }

  /**
   * How long a picture stays.
   * @param {Page.Picture} options
   */
  time({ hold, lines }) {
    const slow = pace() ?? PACES.brisk;
    const left = (this.reel ?? []).slice(this.at).reduce((sum, one) => sum + one.hold, 0) * slow;
    const squeeze = lines[0].dice?.length ? 1 : Math.min(1, LONGEST / left);
    return Math.max(hold * slow * squeeze, Math.min(LEAST, hold));
  }

  /** @param {number} at */
  show(at) {
    const { board } = this;
    const picture = this.reel?.[at];
    if (!picture) return;
    const forward = at > this.at;
    this.at = at;
    const { lines, trails, snapshot } = picture;
    board.game.stage(snapshot);
    board.drawField();
    board.headlines.draw();
    board.side.draw();
    board.field.marks.trail(trails);
    const last = lines[lines.length - 1];
    board.light(
      trails.length ? last.places : lines.flatMap(line => line.places ?? []),
      lines.flatMap(line => line.units ?? []),
      !board.busyHands(),
    );
    if (forward) {
      board.throws.fall(lines);
      board.effects.show(lines, trails.length > 0);
    }
    // Of a march the end is told, and what happened on the way to nobody in particular.
    this.words.textContent = lines
      .filter(line => line === last || !line.units?.length)
      .map(line => capital(line.text))
      .join(". ");
    this.total();
  }

  /** @param {number} by */
  step(by) {
    this.held = true;
    this.button();
    clearTimeout(this.timer);
    const at = this.at + by;
    if (at >= (this.reel?.length ?? 0)) this.end();
    else if (at >= 0) this.show(at);
  }

  hold() {
    this.held = !this.held;
    this.button();
    if (this.held) clearTimeout(this.timer);
    else this.next();
  }

  button() {
    replace(this.stopButton, this.held ? icon("play") : icon("pause"));
    this.stopButton.setAttribute("aria-label", this.held ? say("watch-resume") : say("watch-pause"));
    this.stopButton.title = this.held ? say("watch-resume") : say("watch-pause");
  }

  /** The board as it is. */
  end() {
    clearTimeout(this.timer);
    if (!this.reel) return;
    const had = this.element.contains(document.activeElement);
    this.reel = null;
    const { board, left } = this;
    this.left = null;
    board.game.stage(null);
    board.field.marks.trail([]);
    board.draw();
    // Whoever has not moved the map himself finds it as he left it, or sees the place that is asked about.
    if (left && !board.busyHands() && !board.lookThere(false, true)) board.camera.to(left.x, left.y, left.k, true);
    board.forced.look();
    board.hand.goOn();
    if (had) board.prompt.focus();
  }

  /** In the prompt: what happened, and the way to see it again; nothing if there is nothing to see. */
  strip() {
    if (this.kept.length < 2) return null;
    return h(
      "div",
      { class: "theirs" },
      button(say("watch-again"), () => this.replay(), { kind: "small", picture: "play", "data-watch": "again" }),
      h("span", { class: "told" }, this.summary()),
    );
  }

  /** In a few words: who moved, how often dice fell, who left the map. */
  summary() {
    const { game } = this.board;
    const moved = new Set(this.kept.flatMap(picture => picture.moved)).size;
    const throws = this.kept.filter(picture => picture.lines[0].dice?.length).length;
    // Where things are hidden, a counter that is not seen any more may lie face down.
    const gone = !game.isOpen
      ? []
      : [...new Set(this.kept.flatMap(picture => picture.gone))].filter(id => !game.unit(id)?.place).map(id => game.unitName(id));
    return [
      moved ? say("watch-moved", { count: moved }) : null,
      throws ? say("watch-rolls", { count: throws }) : null,
      !gone.length
        ? null
        : gone.length > NAMED
          ? say("watch-gone-many", { count: gone.length })
          : say("watch-gone", { units: gone.join(", ") }),
    ]
      .filter(Boolean)
      .join("; ");
  }
}
