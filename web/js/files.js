// Files out of the page and into it.

import { h } from "./dom.js";

/** Hands a text to the reader as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}

/** Asks for a file and gives its text. */
export function choose(accept, done) {
  const input = h("input", { type: "file", accept });
  input.addEventListener("change", async () => {
    if (input.files[0]) done(await input.files[0].text(), input.files[0].name);
  });
  input.click();
}

/** Files may be dropped on an element; gives back how to stop listening. */
export function dropping(element, done) {
  let depth = 0;
  const carries = event => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const on = {
    dragenter: event => {
      if (carries(event)) {
        event.preventDefault();
        depth += 1;
        element.classList.add("dropping");
      }
    },
    dragover: event => {
      if (carries(event)) event.preventDefault();
    },
    dragleave: event => {
      if (carries(event)) {
        depth -= 1;
        if (depth <= 0) {
          depth = 0;
          element.classList.remove("dropping");
        }
      }
    },
    drop: async event => {
      if (!carries(event)) return;
      event.preventDefault();
      depth = 0;
      element.classList.remove("dropping");
      const [file] = event.dataTransfer.files;
      if (file) done(await file.text(), file.name);
    },
  };
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(on)) element.removeEventListener(name, listener);
  };
}
