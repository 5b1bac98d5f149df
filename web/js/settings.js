// @ts-check
// What the reader of the page likes; kept in this browser only.

/** @typedef {{ theme: string, text: number, numbers: boolean, handover: string, motion: boolean, symbols: string, watch: string, ahead: boolean, pass: boolean, sound: boolean, notify: boolean, language: string }} Settings */

/** @type {Settings} */
const DEFAULTS = {
  theme: "auto",
  text: 1,
  numbers: true,
  handover: "screen",
  motion: true,
  symbols: "period",
  watch: "auto",
  ahead: true,
  pass: true,
  sound: false,
  notify: false,
  language: "auto",
};
const KEY = "sabretache";

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = load();
/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* a browser that keeps nothing */
  }
  apply();
}

/** @param {(settings: Settings) => void} listener */
export function onSettings(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function apply() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.style.setProperty("--text", String(settings.text));
  for (const listener of listeners) listener(settings);
}

/**
 * Small things to remember by game, such as the last line read.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function remembered(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(`${KEY}:${name}`) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`${KEY}:${name}`, JSON.stringify(value));
  } catch {
    /* a browser that keeps nothing */
  }
}
