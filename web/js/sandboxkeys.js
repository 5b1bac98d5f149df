// @ts-check
// The keys of the sandbox.

import { around, part, speak } from "./dom.js";

/** @typedef {import("./sandbox.js").Sandbox} Sandbox */

/**
 * @param {Sandbox} sandbox
 * @param {KeyboardEvent} event
 */
export function pressKey(sandbox, event) {
  if (document.querySelector("dialog[open]") || event.altKey) return;
  const typing = around(event, "input, textarea, select");
  const command = event.ctrlKey || event.metaKey;
  if (typing) {
    if (event.key === "Escape") sandbox.view.focus();
    return;
  }
  if (command && event.key.toLowerCase() === "z") {
    event.preventDefault();
    if (event.shiftKey) sandbox.again();
    else sandbox.back();
    return;
  }
  if (command && event.key.toLowerCase() === "y") {
    event.preventDefault();
    sandbox.again();
    return;
  }
  if (command) return;
  const onMap = event.target === document.body || sandbox.view === event.target || event.target === part("page");
  /** @type {{ [key: string]: number[] }} */
  const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  if (arrows[event.key] && onMap) {
    event.preventDefault();
    const [dx, dy] = arrows[event.key];
    if (event.shiftKey) {
      sandbox.camera.pan(-dx * 140, -dy * 140);
      return;
    }
    const next = sandbox.cursor ? sandbox.field.towards(sandbox.cursor, dx, dy) : (sandbox.piece(sandbox.chosen)?.place ?? middle(sandbox));
    if (!next) return;
    sandbox.point(next);
    sandbox.camera.reveal(sandbox.field.spots.middle(next));
    const stack = sandbox.field.byPlace.get(next) ?? [];
    speak(`${next}${stack.length ? `: ${stack.map(piece => sandbox.nameOf(piece.id)).join(", ")}` : ", empty"}`);
    return;
  }
  const top = () => (sandbox.field.byPlace.get(sandbox.cursor ?? "") ?? []).at(-1);
  /** @type {{ [key: string]: () => unknown }} */
  const deeds = {
    Enter: () => {
      if (!onMap || !sandbox.cursor) return false;
      const piece = top();
      if (sandbox.held) sandbox.act(sandbox.cursor, null);
      else if (piece) sandbox.pick(piece.id);
      return true;
    },
    Delete: () => {
      const id = sandbox.held ?? sandbox.chosen ?? top()?.id;
      if (id && sandbox.pieces.some(piece => piece.id === id)) sandbox.takeOff(id);
      return true;
    },
    Escape: () => {
      sandbox.letGo();
      return true;
    },
    "+": () => sandbox.camera.zoom(1.3),
    "=": () => sandbox.camera.zoom(1.3),
    "-": () => sandbox.camera.zoom(1 / 1.3),
    0: () => sandbox.camera.fit(),
    u: () => sandbox.back(),
    U: () => sandbox.again(),
    "/": () => {
      sandbox.tab("counters");
      sandbox.palette.search.focus();
    },
  };
  deeds.Backspace = deeds.Delete;
  // Enter on a button is the button's.
  if (deeds[event.key] && deeds[event.key]() !== false) event.preventDefault();
}

/**
 * The place in the middle of what is seen.
 * @param {Sandbox} sandbox
 */
function middle(sandbox) {
  const box = sandbox.view.getBoundingClientRect();
  return (
    sandbox.field.at(sandbox.camera.point({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 })) ??
    sandbox.field.spots.places.keys().next().value
  );
}
