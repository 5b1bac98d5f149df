// @ts-check
// The words of the page: messages in files, one for each language, written for Fluent. What a language lacks is said in English.

import { FluentBundle, FluentResource } from "../vendor/fluent-bundle/index.js";
import { settings } from "./settings.js";

/** The languages there are, each by its own name. @type {[string, string][]} */
export const LANGUAGES = [
  ["en", "English"],
  ["fr", "Français"],
  ["de", "Deutsch"],
];

/** @type {FluentBundle[]} */
let bundles = [];
let chosen = "en";

/** The language of the page. */
export const language = () => chosen;

/**
 * The first wish that can be met; wishes are tags such as `fr-CH`.
 * @param {readonly string[]} wishes
 */
export function negotiated(wishes) {
  for (const wish of wishes) {
    const [tag] = wish.toLowerCase().split("-");
    if (LANGUAGES.some(([known]) => known === tag)) return tag;
  }
  return "en";
}

/**
 * Takes messages into use: of the language first, then those in which the rest is said.
 * @param {[string, string][]} files
 */
export function speakIn(files) {
  chosen = files[0][0];
  bundles = files.map(([tag, text]) => {
    // Without marks around what is put in: names of units are searched for and compared.
    const bundle = new FluentBundle(tag, { useIsolating: false });
    bundle.addResource(new FluentResource(text));
    return bundle;
  });
}

/** Reads the messages of the language that is wanted: by the setting, or by the browser. */
export async function load() {
  const wanted = settings.language === "auto" ? negotiated(navigator.languages) : negotiated([settings.language]);
  const tags = [...new Set([wanted, "en"])];
  speakIn(
    await Promise.all(tags.map(async tag => /** @type {[string, string]} */ ([tag, await (await fetch(`/messages/${tag}.ftl`)).text()]))),
  );
  document.documentElement.lang = wanted;
}

/**
 * A message in words.
 * @param {string} id
 * @param {{ [name: string]: string | number | null | undefined }} [values]
 */
export function say(id, values = {}) {
  const known = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ""]));
  for (const bundle of bundles) {
    const pattern = bundle.getMessage(id)?.value;
    if (pattern) return bundle.formatPattern(pattern, known, []);
  }
  return id;
}

/**
 * Several things in a row: "the French, the Austrians and the Russians".
 * @param {string[]} names
 */
export const listed = names => new Intl.ListFormat(chosen, { type: "conjunction" }).format(names);

/**
 * How long ago something was.
 * @param {number} amount
 * @param {Intl.RelativeTimeFormatUnit} unit
 */
export const before = (amount, unit) => new Intl.RelativeTimeFormat(chosen, { numeric: "auto" }).format(-amount, unit);
