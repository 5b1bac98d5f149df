// Small helpers to make elements; text always goes in as text.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (child === undefined || child === null || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child);
  }
}

/** An HTML element. */
export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/** An SVG element. */
export const s = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export const icon = name => s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `/icons.svg#${name}` }));

export const iconButton = (name, label, onclick, more = {}) =>
  h("button", { type: "button", class: "icon-button", title: label, "aria-label": label, onclick, ...more }, icon(name));

export const button = (label, onclick, more = {}) => {
  const { kind, picture, ...rest } = more;
  return h("button", { type: "button", class: `button ${kind ?? ""}`, onclick, ...rest }, picture && icon(picture), label);
};

export function replace(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

let drawings = 0;

/** A drawing of the server as an element, its identities made different from those of every other drawing. */
export function drawing(text) {
  const mark = `d${++drawings}-`;
  const own = text.replace(/\bid="a-/g, `id="${mark}`).replace(/#a-/g, `#${mark}`);
  const parsed = new DOMParser().parseFromString(own, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return s("svg", {});
  return document.importNode(parsed, true);
}

/** A dialog over the page; the promise tells when it has gone. */
export function dialog(title, body, buttons = [], more = {}) {
  const box = h("dialog", { class: more.class, "aria-label": title });
  const close = iconButton("close", "Close", () => box.close());
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
  document.getElementById("layer").append(box);
  box.addEventListener("click", event => {
    if (event.target === box) box.close();
  });
  box.closed = new Promise(done =>
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue);
    }),
  );
  box.showModal();
  return box;
}

/** Says something to those who listen instead of looking. */
let speaking;
export function speak(text) {
  const region = document.getElementById("speech");
  clearTimeout(speaking);
  region.textContent = "";
  speaking = setTimeout(() => {
    region.textContent = text;
  }, 40);
}

/** A notice at the foot of the page. */
export function toast(content, { kind = "", seconds = 6 } = {}) {
  const box = h("div", { class: `toast ${kind}`, role: kind === "refusal" ? "alert" : "status" });
  const gone = () => box.remove();
  add(box, [h("div", {}, content), iconButton("close", "Dismiss", gone)]);
  const all = document.getElementById("toasts");
  while (all.children.length > 2) all.firstChild.remove();
  all.append(box);
  let timer = setTimeout(gone, seconds * 1000);
  box.addEventListener("pointerenter", () => clearTimeout(timer));
  box.addEventListener("pointerleave", () => {
    timer = setTimeout(gone, 2500);
  });
  box.addEventListener("focusin", () => clearTimeout(timer));
  return box;
}

export const capital = text => (text ? text[0].toUpperCase() + text.slice(1) : text);
