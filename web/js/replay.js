// Looking back, step by step; branching off.

import { h, s, iconButton, button, replace, toast, speak } from "./dom.js";
import { get, post } from "./api.js";
import { go } from "./nav.js";

export class Replay {
  constructor(game) {
    this.game = game;
    this.on = false;
    this.snapshot = null;
    this.kept = new Map();
    this.range = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step", oninput: () => this.want(Number(this.range.value)) });
    this.label = h("output", {});
    this.playButton = iconButton("play", "Play", () => this.play());
    this.curve = s("svg", { class: "curve", viewBox: "0 0 400 40", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.element = h("div", { class: "replay over-map", role: "group", "aria-label": "Replay", hidden: true },
      h("div", { class: "replay-buttons" },
        iconButton("first", "To the beginning", () => this.want(0)),
        iconButton("back", "Step back", () => this.want(this.step - 1)),
        this.playButton,
        iconButton("next", "Step on", () => this.want(this.step + 1)),
        iconButton("last", "To the end", () => this.want(this.steps))),
      h("div", { class: "replay-line" }, this.curve, this.range, this.label),
      h("div", { class: "replay-buttons" },
        iconButton("link", "Copy a link to this step", () => this.share()),
        iconButton("branch", "Play on from here in a new game", () => this.branch()),
        iconButton("close", "Back to the game", () => this.leave())));
  }

  async open(at) {
    if (this.on) return;
    this.on = true;
    try {
      this.steps = this.game.snapshot.steps ?? (await this.fetch(0)).last_step ?? 0;
    } catch (failure) {
      this.on = false;
      toast(failure.message, { kind: "refusal" });
      return;
    }
    this.range.max = this.steps;
    this.element.hidden = false;
    this.snapshot = this.game.snapshot;
    this.game.clear();
    await this.want(at ?? this.steps);
    this.range.focus();
    this.scores();
  }

  fetch(step) {
    if (!this.kept.has(step)) {
      if (this.kept.size > 400) this.kept.clear();
      const answer = get(`/api/games/${this.game.id}/steps/${step}`);
      answer.catch(() => this.kept.delete(step));
      this.kept.set(step, answer);
    }
    return this.kept.get(step);
  }

  async want(step) {
    this.step = Math.min(Math.max(step, 0), this.steps);
    this.range.value = this.step;
    this.label.textContent = `${this.step} of ${this.steps}`;
    const wanted = this.step;
    try {
      const snapshot = await this.fetch(wanted);
      if (!this.on || wanted !== this.step) return;
      const before = this.snapshot?.log?.at(-1)?.line ?? -1;
      this.snapshot = { ...this.game.snapshot, ...snapshot, pieces: snapshot.pieces.map(piece => this.game.placed(piece)) };
      this.game.draw();
      const lines = snapshot.log ?? [];
      const line = lines.at(-1);
      if (line) {
        this.range.setAttribute("aria-valuetext", `Step ${wanted}: ${line.text}`);
        this.game.light(line.hexes, line.units);
        if (line.line > before) this.game.dice(lines.filter(other => other.line > before));
      }
      if (wanted < this.steps) this.fetch(wanted + 1).catch(() => {});
    } catch (failure) {
      this.pause();
      toast(failure.message, { kind: "refusal" });
    }
  }

  play() {
    if (this.timer) return this.pause();
    if (this.step >= this.steps) this.step = -1;
    const on = async () => {
      await this.want(this.step + 1);
      if (this.on && this.step < this.steps && this.timer) this.timer = setTimeout(on, 650);
      else this.pause();
    };
    this.timer = setTimeout(on, 50);
    replace(this.playButton, iconButton("pause", "", null).firstChild);
    this.playButton.setAttribute("aria-label", "Pause");
    return undefined;
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    replace(this.playButton, iconButton("play", "", null).firstChild);
    this.playButton.setAttribute("aria-label", "Play");
  }

  /** The running score, from a few dozen steps. */
  async scores() {
    const count = Math.min(40, this.steps);
    const rows = [];
    for (let index = 0; index <= count && this.on; index += 1) {
      const step = Math.round(index * this.steps / Math.max(count, 1));
      try { rows.push([step, (await this.fetch(step)).score ?? {}]); } catch { return; }
    }
    const seats = Object.keys(rows.at(-1)?.[1] ?? {});
    const most = Math.max(1, ...rows.flatMap(([, score]) => seats.map(seat => Number(score[seat]) || 0)));
    this.curve.replaceChildren(...seats.map((seat, index) => s("path", { class: `curve-${index}`, d: `M${rows.map(([step, score]) => `${(400 * step / Math.max(this.steps, 1)).toFixed(1)} ${(38 - 36 * (Number(score[seat]) || 0) / most).toFixed(1)}`).join("L")}` })));
  }

  branch() {
    const { game } = this;
    post(`/api/games/${game.id}/branch`, { step: this.step }).then(({ id }) => { toast("A new game begins here, with new dice."); go(`/games/${id}`); }, failure => toast(failure.message, { kind: "refusal" }));
  }

  async share() {
    const link = new URL(`/games/${this.game.id}#step-${this.step}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("The link to this step is copied. It opens for everybody who may see the game.");
    } catch {
      toast(["The link to this step: ", h("code", {}, link)], { seconds: 20 });
    }
  }

  leave() {
    this.pause();
    this.on = false;
    this.kept.clear();
    this.element.hidden = true;
    this.game.draw();
    speak("Back in the game");
  }

  close() { this.pause(); this.on = false; }

  key(event) {
    const deeds = { ArrowLeft: () => this.want(this.step - 1), ArrowRight: () => this.want(this.step + 1), Home: () => this.want(0), End: () => this.want(this.steps), " ": () => this.play(), Escape: () => this.leave() };
    if (!deeds[event.key]) return false;
    deeds[event.key]();
    return true;
  }
}
