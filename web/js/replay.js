// @ts-check
// Looking back, step by step, with the running score; branching off.

import { failed, get, post } from "./api.js";
import { around, h, icon, iconButton, part, replace, s, speak, toast } from "./dom.js";
import { exportGame } from "./lobby.js";
import { go } from "./nav.js";
import { addWord } from "./word.js";
import { say } from "./words.js";

const SPEEDS = [
  [1, 700],
  [2, 350],
  [4, 150],
];
// Enough points that the curve looks like one.
const SAMPLES = 48;

export class Replay {
  /** @param {Page.Board} game */
  constructor(game) {
    this.game = game;
    this.on = false;
    /** @type {Page.Snapshot | null} */
    this.snapshot = null;
    /** As which seat one looks, where that makes a difference. @type {string | null} */
    this.as = null;
    this.step = 0;
    this.steps = 0;
    this.speed = 0;
    /** @type {Map<number, Promise<Wire.StepShown>>} */
    this.kept = new Map();
    /** @type {Map<number, { score: { [seat: string]: number }, turn: number }>} */
    this.points = new Map();
    /** The steps at which turns begin, and which. @type {[number, number][]} */
    this.starts = [];
    /** Counts how often the curve was begun. */
    this.round = 0;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
    this.range = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": say("replay-step"),
      "data-replay-step": "",
      oninput: () => {
        this.pause();
        this.want(Number(this.range.value));
      },
    });
    this.label = h("output", { class: "replay-count" });
    this.words = h("p", { class: "replay-words", "aria-hidden": "true" });
    this.playButton = iconButton("play", say("replay-play"), () => this.play(), { "data-replay-play": "" });
    this.speedButton = h(
      "button",
      {
        type: "button",
        class: "icon-button speed",
        title: say("replay-speed"),
        "aria-label": `${say("replay-speed")} ×1`,
        onclick: () => this.faster(),
      },
      "×1",
    );
    this.curve = s("svg", { class: "curve", viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.turns = h("div", { class: "curve-turns", "aria-hidden": "true" });
    this.now = h("span", { class: "curve-now", "aria-hidden": "true" });
    this.legend = h("p", { class: "curve-legend" });
    this.graph = h(
      "div",
      {
        class: "curve-room",
        onpointerdown: event => this.point(event),
        onpointermove: event => {
          if (event.buttons & 1) this.point(event);
        },
      },
      this.turns,
      this.curve,
      this.now,
    );
    this.review = h(
      "a",
      {
        class: "icon-button",
        title: say("over-review"),
        "aria-label": say("over-review"),
        href: `/game/${game.id}/review`,
        "data-replay-review": "",
      },
      icon("review"),
    );
    this.eyes = h("span", { class: "replay-eyes" });
    this.element = h(
      "div",
      {
        class: "replay over-map",
        role: "group",
        "aria-label": say("replay"),
        hidden: true,
        "data-replay": "",
        onkeydown: event => this.keyHere(event),
      },
      h(
        "div",
        { class: "replay-top" },
        h(
          "div",
          { class: "replay-buttons" },
          iconButton("first", say("replay-turn-back"), () => this.turn(-1)),
          iconButton("back", say("replay-back"), () => this.want(this.step - 1)),
          this.playButton,
          iconButton("next", say("replay-forward"), () => this.want(this.step + 1)),
          iconButton("last", say("replay-turn-on"), () => this.turn(1)),
          this.speedButton,
        ),
        this.label,
        h(
          "div",
          { class: "replay-buttons replay-deeds" },
          this.eyes,
          this.review,
          iconButton("link", say("replay-link"), () => this.share(), { "data-replay-share": "" }),
          iconButton("save", say("replay-save"), () => exportGame(this.game.id)),
          iconButton("unit", say("replay-sandbox"), () => go(`/sandbox?game=${this.game.id}&step=${this.step}`), {
            "data-replay-sandbox": "",
          }),
          iconButton("branch", say("replay-branch"), () => this.branch(), { "data-replay-branch": "" }),
          iconButton("close", say("replay-leave"), () => this.leave(), { "data-replay-close": "" }),
        ),
      ),
      this.words,
      h("div", { class: "replay-line" }, this.graph, this.range),
      this.legend,
    );
  }

  /** @param {number | undefined} [at] */
  async open(at) {
    if (this.on) return;
    this.on = true;
    this.game.watch.end();
    try {
      this.steps = (await this.fetch(0)).last_step ?? (await this.farthest());
    } catch (thrown) {
      const failure = failed(thrown);
      this.on = false;
      toast(failure.message, { kind: "refusal" });
      return;
    }
    this.range.max = String(this.steps);
    // What was said about the game as it stands does not belong to its past.
    part("toasts").replaceChildren();
    this.element.hidden = false;
    this.snapshot = this.game.snapshot;
    this.game.clear();
    this.whose();
    this.review.hidden = !this.game.hasGenerals || this.game.snapshot.pending?.kind !== "over";
    await this.want(at ?? this.steps);
    this.range.focus({ preventScroll: true });
    this.scores();
  }

  /** Where things are hidden the record is as long as what this viewer noticed: the last step is looked for. */
  async farthest() {
    let [low, high] = [0, 1];
    /** @param {number} step */
    const is = step =>
      this.fetch(step).then(
        () => true,
        () => false,
      );
    while (await is(high)) {
      low = high;
      high *= 2;
    }
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (await is(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** As whom one looks, where that makes a difference. */
  whose() {
    const seats = this.game.snapshot.seats.filter(seat => seat.mine);
    replace(
      this.eyes,
      this.game.isOpen || seats.length < 2
        ? null
        : h(
            "select",
            { "aria-label": say("replay-as"), "data-replay-as": "", onchange: event => this.lookAs(event.target.value) },
            seats.map(seat => h("option", { value: seat.id, selected: seat.id === this.as }, seat.name)),
          ),
    );
  }

  /** @param {string} seat */
  async lookAs(seat) {
    this.as = seat;
    this.kept.clear();
    this.points.clear();
    await this.want(this.step);
    this.scores();
  }

  /** @param {number} step */
  fetch(step) {
    const kept = this.kept.get(step);
    if (kept) return kept;
    if (this.kept.size > 300) this.kept.clear();
    /** @type {Promise<Wire.StepShown>} */
    const answer = get(
      `/api/games/${this.game.id}/steps/${step}${this.as ? `?as=${encodeURIComponent(this.as)}` : this.game.game.asEyes()}`,
    );
    this.kept.set(step, answer);
    answer.then(
      snapshot => this.points.set(step, { score: snapshot.score, turn: snapshot.turn }),
      () => this.kept.delete(step),
    );
    return answer;
  }

  /** @param {number} step */
  async want(step) {
    this.step = Math.min(Math.max(step, 0), this.steps);
    this.range.value = String(this.step);
    const wanted = this.step;
    try {
      const snapshot = await this.fetch(wanted);
      if (!this.on || wanted !== this.step) return;
      const before = this.snapshot?.log?.at(-1)?.line ?? -1;
      this.snapshot = { ...this.game.snapshot, ...snapshot, pieces: snapshot.pieces.map(piece => this.game.placed(piece)) };
      history.replaceState(null, "", `${location.pathname}#step-${wanted}`);
      this.game.draw();
      const lines = snapshot.log ?? [];
      const line = lines.at(-1);
      this.label.textContent = `${say("row-turn", { turn: snapshot.turn })} · ${say("coach-count", { number: wanted, count: this.steps })}`;
      this.words.textContent = line?.text ?? "";
      this.range.setAttribute(
        "aria-valuetext",
        `${say("coach-count", { number: wanted, count: this.steps })}${line ? `: ${line.text}` : ""}`,
      );
      if (line) {
        this.game.light(line.places, line.units);
        if (line.line > before) this.game.dice(lines.filter(other => other.line > before));
      }
      this.here(snapshot);
      if (wanted < this.steps) this.fetch(wanted + 1).catch(() => {});
    } catch (thrown) {
      const failure = failed(thrown);
      this.pause();
      toast(failure.message, { kind: "refusal" });
    }
  }

  /**
   * The beginning of the next or of this turn, as far as it is known where turns begin.
   * @param {number} way
   */
  turn(way) {
    this.pause();
    const starts = [0, ...this.starts.map(([step]) => step), this.steps];
    this.want(way > 0 ? (starts.find(step => step > this.step) ?? this.steps) : (starts.findLast(step => step < this.step) ?? 0));
  }

  faster() {
    this.speed = (this.speed + 1) % SPEEDS.length;
    this.speedButton.textContent = `×${SPEEDS[this.speed][0]}`;
    this.speedButton.setAttribute("aria-label", `${say("replay-speed")} ×${SPEEDS[this.speed][0]}`);
    speak(`${say("replay-speed")} ${SPEEDS[this.speed][0]}`);
  }

  play() {
    if (this.timer) {
      this.pause();
      return;
    }
    if (this.step >= this.steps) this.step = -1;
    const on = async () => {
      await this.want(this.step + 1);
      if (this.on && this.step < this.steps && this.timer) this.timer = setTimeout(on, SPEEDS[this.speed][1]);
      else this.pause();
    };
    this.timer = setTimeout(on, 50);
    replace(this.playButton, icon("pause"));
    this.playButton.setAttribute("aria-label", say("replay-pause"));
  }

  pause() {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
    replace(this.playButton, icon("play"));
    this.playButton.setAttribute("aria-label", say("replay-play"));
  }

  // ---- The curve ----

  /** The running score from a few dozen steps, and then the steps at which turns begin, by halving. */
  async scores() {
    this.round += 1;
    const { round } = this;
    const current = () => this.on && round === this.round;
    const count = Math.min(SAMPLES, this.steps);
    // First a few from end to end, then those between, so that there is something to see early.
    const places = Array.from({ length: count + 1 }, (_, index) => index);
    const wanted = [8, 4, 2, 1]
      .flatMap(stride => places.filter(index => index % stride === 0))
      .concat(count)
      .map(index => Math.round((index * this.steps) / Math.max(count, 1)));
    const steps = [...new Set(wanted)];
    try {
      for (let index = 0; index < steps.length && current(); index += 4) {
        await Promise.all(steps.slice(index, index + 4).map(step => this.known(step)));
        if (current() && index > 4) this.trace();
      }
      for (let gap = this.gap(); gap && current(); gap = this.gap()) {
        await Promise.all(gap.map(step => this.known(step)));
        this.trace();
      }
    } catch {
      /* the connection went; the curve stays as far as it came */
    }
  }

  /** @param {number} step */
  known(step) {
    return this.points.has(step) ? null : this.fetch(step);
  }

  /** Up to four steps in the middle of stretches in which a turn begins. */
  gap() {
    const known = [...this.points.keys()].sort((a, b) => a - b);
    const middles = [];
    for (const [index, step] of known.entries()) {
      const next = known[index + 1];
      if (next > step + 1 && this.points.get(step)?.turn !== this.points.get(next)?.turn) middles.push((step + next) >> 1);
    }
    return middles.length ? middles.slice(0, 4) : null;
  }

  /**
   * The seats with a score, in the order in which they sit.
   * @param {{ [seat: string]: number }} score
   */
  scored(score) {
    return this.game.snapshot.seats.map(seat => seat.id).filter(id => id in score);
  }

  trace() {
    const rows = [...this.points].sort((a, b) => a[0] - b[0]);
    const seats = this.scored(rows.at(-1)?.[1].score ?? {});
    /**
     * @param {{ score: { [seat: string]: number } }} point
     * @param {string} seat
     */
    const value = (point, seat) => Number(point.score[seat]) || 0;
    const all = rows.flatMap(([, point]) => seats.map(seat => value(point, seat)));
    const [least, most] = [Math.min(0, ...all), Math.max(1, ...all)];
    /** @param {number} step */
    const x = step => (1000 * step) / Math.max(this.steps, 1);
    /** @param {number} score */
    const y = score => 94 - (88 * (score - least)) / (most - least);
    // A score stands until it changes.
    /** @param {string} seat */
    const line = seat =>
      rows
        .map(([step, point], index) =>
          index
            ? `H${x(step).toFixed(1)}V${y(value(point, seat)).toFixed(1)}`
            : `M${x(step).toFixed(1)} ${y(value(point, seat)).toFixed(1)}`,
        )
        .join("");
    this.starts = rows
      .filter(([, point], index) => index && point.turn !== rows[index - 1][1].turn)
      .map(([step, point]) => [step, point.turn]);
    this.curve.replaceChildren(
      ...this.starts.map(([step]) => s("path", { class: "curve-turn", d: `M${x(step).toFixed(1)} 0V100` })),
      ...seats.slice(0, 1).map(seat => s("path", { class: "curve-area", d: `${line(seat)}V${y(least).toFixed(1)}H0Z` })),
      ...seats.map((seat, index) => s("path", { class: `curve-line curve-${index}`, d: line(seat) })),
    );
    const first = rows[0]?.[1].turn;
    // Only as many numbers as there is room for; the first has its word before it.
    const wide = this.graph.clientWidth || 600;
    let free = 0;
    replace(
      this.turns,
      [[0, first], ...this.starts]
        .filter(([step]) => {
          const at = (wide * step) / Math.max(this.steps, 1);
          if (at < free || at > wide - 14) return false;
          free = at + (step ? 22 : 52);
          return true;
        })
        .map(([step, turn]) => {
          const mark = h("span", {}, String(turn));
          mark.style.left = `${(x(step) / 10).toFixed(2)}%`;
          return mark;
        }),
    );
    this.here(this.snapshot);
  }

  /**
   * Where we are on the curve, and the score there.
   * @param {{ score?: { [seat: string]: number } } | null} snapshot
   */
  here(snapshot) {
    this.now.style.left = `${((100 * this.step) / Math.max(this.steps, 1)).toFixed(2)}%`;
    const score = snapshot?.score ?? {};
    replace(
      this.legend,
      this.scored(score).map((seat, index) =>
        h(
          "span",
          { class: `legend-${index}` },
          h("i", { "aria-hidden": "true" }),
          this.game.seatName(seat),
          " ",
          h("b", {}, String(score[seat])),
        ),
      ),
    );
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.graph.getBoundingClientRect();
    this.pause();
    this.want(Math.round(this.steps * Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)));
  }

  // ---- Away from here ----

  async branch() {
    try {
      /** @type {Wire.Made} */
      const { id } = await post(`/api/games/${this.game.id}/branch`, { step: this.step });
      await addWord(id);
      toast(say("replay-branched"));
      go(`/game/${id}`);
    } catch (thrown) {
      const failure = failed(thrown);
      toast(failure.message, { kind: "refusal" });
    }
  }

  async share() {
    const link = new URL(`/game/${this.game.id}#step-${this.step}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast(say("replay-copied"));
    } catch {
      toast([`${say("replay-the-link")} `, h("code", {}, link)], { seconds: 20 });
    }
  }

  leave() {
    this.close();
    this.kept.clear();
    this.points.clear();
    this.element.hidden = true;
    this.game.turningPoint.put();
    history.replaceState(null, "", location.pathname);
    this.game.draw();
    this.game.view.focus({ preventScroll: true });
    speak(say("replay-left"));
  }

  close() {
    this.pause();
    this.on = false;
  }

  /**
   * On the scrubber the keys mean what they mean on the map; on buttons they press the button.
   * @param {KeyboardEvent} event
   */
  keyHere(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || around(event, "select") || (event.target !== this.range && event.key === " "))
      return;
    if (!this.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {{ [key: string]: () => unknown }} */
    const deeds = {
      ArrowLeft: () => this.want(this.step - 1),
      ArrowRight: () => this.want(this.step + 1),
      Home: () => this.want(0),
      End: () => this.want(this.steps),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      " ": () => this.play(),
      Escape: () => this.leave(),
    };
    if (!deeds[event.key]) return false;
    deeds[event.key]();
    return true;
  }
}
