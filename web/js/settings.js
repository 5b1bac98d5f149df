// What the reader of the page likes; kept in this browser only.

const DEFAULTS = { theme: "auto", text: 1, numbers: true, handover: "screen", motion: true, symbols: "period", watch: "auto" };
const KEY = "sabretache";

function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = load();
const listeners = new Set();

export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* a browser that keeps nothing */
  }
  apply();
}

export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function apply() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.style.setProperty("--text", settings.text);
  for (const listener of listeners) listener(settings);
}

/** Small things to remember by game, such as the last line read. */
export function remembered(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`${KEY}:${name}`) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`${KEY}:${name}`, JSON.stringify(value));
  } catch {
    /* a browser that keeps nothing */
  }
}
