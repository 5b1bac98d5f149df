// @ts-check
// Counters dragged over the map of the sandbox, from their shelf or from where they lie.

/** @typedef {import("./sandbox.js").Sandbox} Sandbox */

/**
 * Picks up a counter that lies on the map.
 * @param {Sandbox} sandbox
 * @param {Page.Point} point
 * @returns {Page.Carry | null}
 */
export function grab(sandbox, point) {
  const place = sandbox.field.meant(point);
  const piece = place && sandbox.field.pieceAt(place, point);
  if (!piece || sandbox.held) return null;
  const element = sandbox.field.shown.get(piece.id);
  if (!element) return null;
  element.classList.add("carried");
  sandbox.field.units.append(element);
  const back = () => {
    element.classList.remove("carried");
    sandbox.field.showHover(null);
    sandbox.draw();
  };
  return {
    move: at => {
      element.style.transform = `translate(${at.x}px, ${at.y}px) scale(1.15)`;
      sandbox.field.showHover(sandbox.field.at(at));
    },
    cancel: back,
    drop: (at, event) => {
      const to = sandbox.field.at(at);
      back();
      if (!isOverMap(sandbox, event)) sandbox.takeOff(piece.id);
      else if (to && to !== place) sandbox.put(piece.id, to);
    },
  };
}

/**
 * A counter from the shelf is let go, over the map or beside it.
 * @param {Sandbox} sandbox
 * @param {string} id
 * @param {PointerEvent} event
 */
export function drop(sandbox, id, event) {
  sandbox.field.showHover(null);
  const place = isOverMap(sandbox, event) ? sandbox.field.at(sandbox.camera.point(event)) : null;
  if (place) sandbox.put(id, place);
}

/**
 * @param {Sandbox} sandbox
 * @param {{ clientX: number, clientY: number }} event
 */
function isOverMap(sandbox, event) {
  const box = sandbox.view.getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
}
