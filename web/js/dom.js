// @ts-check
// Small helpers to make elements; text always goes in as text.

import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} E
 * @param {E} element
 * @param {Page.Attributes | undefined} attributes
 * @param {readonly Page.Child[]} children
 * @returns {E}
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {(event: Event) => void} */ (value));
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {readonly Page.Child[]} children
 */
function add(element, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (typeof child === "object" && !(child instanceof Node)) add(element, child);
    else element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Page.Attributes} [attributes]
 * @param {Page.Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Page.Attributes} [attributes]
 * @param {Page.Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

/** @param {string} name */
export const icon = name => s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `/icons.svg#${name}` }));

/**
 * @param {string} name
 * @param {string} label
 * @param {Page.On<PointerEvent>} onclick
 * @param {Page.Attributes} [more]
 */
export const iconButton = (name, label, onclick, more = {}) =>
  h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick, ...more }, icon(name));

/**
 * @param {Page.Child} label
 * @param {Page.On<PointerEvent>} onclick
 * @param {Page.ButtonAttributes} [more]
 */
export const button = (label, onclick, more = {}) => {
  const { kind, picture, ...rest } = more;
  return h("button", { type: "button", class: `button ${kind ?? ""}`, onclick, ...rest }, picture && icon(picture), label);
};

/**
 * @template {Element} E
 * @param {E} element
 * @param {Page.Child[]} children
 */
export function replace(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

let drawings = 0;

/**
 * A drawing of the server as an element, its identities made different from those of every other drawing.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function drawing(text) {
  const mark = `d${++drawings}-`;
  const own = text.replace(/\bid="a-/g, `id="${mark}`).replace(/#a-/g, `#${mark}`);
  const parsed = new DOMParser().parseFromString(own, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return s("svg", {});
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/**
 * A dialog over the page.
 * @param {string} title
 * @param {Page.Child} body
 * @param {((box: HTMLDialogElement) => Page.Child)[]} [buttons]
 * @param {{ class?: string }} [more]
 */
export function dialog(title, body, buttons = [], more = {}) {
  const box = h("dialog", { class: more.class, "aria-label": title });
  const close = iconButton("close", say("close"), () => box.close());
  add(box, [
    h("div", { class: "dialog-head" }, h("h2", {}, title), close),
    h("div", { class: "dialog-body" }, body),
    buttons.length
      ? h(
          "div",
          { class: "dialog-foot" },
          buttons.map(make => make(box)),
        )
      : null,
  ]);
  part("layer").append(box);
  box.addEventListener("click", event => {
    if (event.target === box) box.close();
  });
  box.addEventListener("close", () => box.remove());
  box.showModal();
  return box;
}

/**
 * A part of the page that is always there.
 * @param {string} id
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}.`);
  return found;
}

/**
 * Puts the focus on the first of the elements inside one; whether there was any.
 * @param {ParentNode} root
 * @param {string} selector
 * @param {FocusOptions} [options]
 */
export function focusOn(root, selector, options) {
  const found = root.querySelector(selector);
  if (!(found instanceof HTMLElement)) return false;
  found.focus(options);
  return true;
}

/**
 * The element that an event happened to, or one around it.
 * @param {Event} event
 * @param {string} selector
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let speaking;

/**
 * Says something to those who listen instead of looking.
 * @param {string} text
 */
export function speak(text) {
  const region = part("speech");
  clearTimeout(speaking);
  region.textContent = "";
  speaking = setTimeout(() => {
    region.textContent = text;
  }, 40);
}

/**
 * A notice at the foot of the page.
 * @param {Page.Child} content
 * @param {{ kind?: string, seconds?: number }} [manner]
 */
export function toast(content, { kind = "", seconds = 6 } = {}) {
  const box = h("div", { class: `toast ${kind}`, role: kind === "refusal" ? "alert" : "status" });
  const gone = () => box.remove();
  add(box, [h("div", {}, content), iconButton("close", say("dismiss"), gone)]);
  const all = part("toasts");
  while (all.children.length > 2) all.firstChild?.remove();
  all.append(box);
  let timer = setTimeout(gone, seconds * 1000);
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", () => {
    timer = setTimeout(gone, 2500);
  });
  box.addEventListener("focusin", () => clearTimeout(timer));
  return box;
}

/** @param {string} text */
export const capital = text => (text ? text[0].toUpperCase() + text.slice(1) : text);
