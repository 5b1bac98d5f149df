// @ts-check
// Drawings as pictures with their own fonts. Text of a drawing is laid out anew whenever its scale changes; a picture is not.

import { s } from "./dom.js";

/** @type {[string, string, number, string][]} */
const FONTS = [
  ["Alegreya Sans", "normal", 700, "AlegreyaSans-700-normal"],
  ["EB Garamond", "normal", 600, "EBGaramond-600-normal"],
  ["EB Garamond", "italic", 500, "EBGaramond-500-italic"],
];

/** @param {[string, string, number, string]} options */
async function face([family, style, weight, file]) {
  const letters = await (await fetch(`/fonts/${file}.woff2`)).blob();
  const address = await new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(letters);
  });
  return `@font-face { font-family: "${family}"; font-style: ${style}; font-weight: ${weight}; src: url(${address}) format("woff2"); }`;
}

/** @type {Promise<string> | undefined} */
let faces;

/** The fonts of drawings, to be carried inside a picture. A picture without them is still a picture. */
const lettering = () =>
  (faces ??= Promise.all(FONTS.map(face)).then(
    all => all.join("\n"),
    () => "",
  ));

/**
 * An address for a drawing, ready to be shown.
 * @param {SVGSVGElement} drawing
 */
export async function picture(drawing) {
  if (drawing.querySelector("text")) drawing.prepend(s("style", {}, `text { font-variant-numeric: lining-nums; }\n${await lettering()}`));
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(drawing)], { type: "image/svg+xml" }));
  const probe = new Image();
  probe.src = address;
  // A browser that cannot say when it is ready shows it a little later.
  await probe.decode().catch(() => {});
  return address;
}

/** @param {SVGSVGElement} drawing */
const copied = drawing => /** @type {SVGSVGElement} */ (drawing.cloneNode(true));

/**
 * A drawing without some of its parts.
 * @param {SVGSVGElement} drawing
 * @param {string} selector
 */
export function without(drawing, selector) {
  const rest = copied(drawing);
  rest.querySelectorAll(selector).forEach(part => part.remove());
  return rest;
}

/**
 * Only some parts of a drawing, where they were.
 * @param {SVGSVGElement} drawing
 * @param {string} selector
 */
export function only(drawing, selector) {
  const rest = copied(drawing);
  const kept = [...rest.querySelectorAll(selector)];
  if (!kept.length) return null;
  for (const part of rest.querySelectorAll("*")) {
    if (!part.closest("defs") && !kept.some(one => one.contains(part) || part.contains(one))) part.remove();
  }
  return rest;
}
