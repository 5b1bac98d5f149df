// @ts-check
// Files out of the page and into it.

import { h } from "./dom.js";

/**
 * Hands a text to the reader as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}

/**
 * Asks for a file and gives its text.
 * @param {string} accept
 * @param {(text: string, name: string) => unknown} done
 */
export function choose(accept, done) {
  const input = h("input", { type: "file", accept });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (file) done(await file.text(), file.name);
  });
  input.click();
}

/**
 * Files may be dropped on an element; gives back how to stop listening.
 * @param {HTMLElement} element
 * @param {(text: string, name: string) => unknown} done
 */
export function dropping(element, done) {
  let depth = 0;
  /** @param {DragEvent} event */
  const carries = event => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const on = {
    /** @param {DragEvent} event */
    dragenter: event => {
      if (carries(event)) {
        event.preventDefault();
        depth += 1;
        element.classList.add("dropping");
      }
    },
    /** @param {DragEvent} event */
    dragover: event => {
      if (carries(event)) event.preventDefault();
    },
    /** @param {DragEvent} event */
    dragleave: event => {
      if (carries(event)) {
        depth -= 1;
        if (depth <= 0) {
          depth = 0;
          element.classList.remove("dropping");
        }
      }
    },
    /** @param {DragEvent} event */
    drop: async event => {
      if (!carries(event)) return;
      event.preventDefault();
      depth = 0;
      element.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (file) done(await file.text(), file.name);
    },
  };
  element.addEventListener("dragenter", on.dragenter);
  element.addEventListener("dragover", on.dragover);
  element.addEventListener("dragleave", on.dragleave);
  element.addEventListener("drop", on.drop);
  return () => {
    element.removeEventListener("dragenter", on.dragenter);
    element.removeEventListener("dragover", on.dragover);
    element.removeEventListener("dragleave", on.dragleave);
    element.removeEventListener("drop", on.drop);
  };
}
