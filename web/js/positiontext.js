// The text of a position or an example, edited in place: what the writer put there besides stays as it was.
// The notation is that of the examples: `units = ["SIDE NAME: COUNTER @ PLACE FLAGS", …]` in a table `[position]`.

/** Where the table `[position]` stands: from the line after its head to the next table. */
function section(text) {
  const head = /^[ \t]*\[position\][^\n]*\n?/m.exec(text);
  if (!head) return null;
  const from = head.index + head[0].length;
  const next = /^[ \t]*\[/m.exec(text.slice(from));
  return { from, to: next ? from + next.index : text.length };
}

/** The value of a field as it is written, with its place; `null` if the position does not have it. */
function fieldAt(text, name) {
  const part = section(text);
  if (!part) return null;
  const line = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*`, "m").exec(text.slice(part.from, part.to));
  if (!line) return null;
  const from = part.from + line.index + line[0].length;
  return { line: part.from + line.index, from, to: text[from] === "[" ? listEnd(text, from) : lineEnd(text, from) };
}

const lineEnd = (text, from) => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

/** Walks over a list, past texts and comments; tells each text to `meet`. */
function listEnd(text, from, meet = () => {}) {
  let at = from + 1;
  while (at < text.length && text[at] !== "]") {
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const start = at;
      at += 1;
      while (at < text.length && text[at] !== quote) at += quote === '"' && text[at] === "\\" ? 2 : 1;
      meet(start, at + 1);
    } else if (quote === "#") at = lineEnd(text, at);
    at += 1;
  }
  return Math.min(at + 1, text.length);
}

/** A field without quotes, or `undefined`. */
export function field(text, name) {
  const place = fieldAt(text, name);
  return place
    ? text
        .slice(place.from, place.to)
        .replace(/\s+#.*$/, "")
        .trim()
        .replace(/^["']|["']$/g, "")
    : undefined;
}

/** Sets a field; a number stays a number, true stays true. */
export function withField(text, name, value) {
  const written = typeof value === "string" ? `"${value}"` : String(value);
  const place = fieldAt(text, name);
  if (place) return text.slice(0, place.from) + written + text.slice(place.to);
  const part = section(text);
  if (!part) return `${text}${text && !text.endsWith("\n") ? "\n" : ""}[position]\n${name} = ${written}\n`;
  return `${text.slice(0, part.from)}${name} = ${written}\n${text.slice(part.from)}`;
}

/** Every entry of `units`, with its place in the text. */
export function entries(text) {
  const place = fieldAt(text, "units");
  const found = [];
  if (!place) return found;
  listEnd(text, place.from, (from, to) => {
    const words = text.slice(from + 1, to - 1);
    const match = /^\s*\S+\s+([^\s:]+)\s*:/.exec(words);
    if (match) found.push({ name: match[1], words, from, to });
  });
  return found;
}

const find = (text, name) => entries(text).find(entry => entry.name === name);

/** The words of an entry with another place; what follows the place is kept. */
export function placed(words, hex) {
  return /@/.test(words) ? words.replace(/@\s*\S+/, `@ ${hex}`) : `${words.trimEnd()} @ ${hex}`;
}

export function withPlace(text, name, hex) {
  const entry = find(text, name);
  return entry ? `${text.slice(0, entry.from + 1)}${placed(entry.words, hex)}${text.slice(entry.to - 1)}` : text;
}

/** Turns a flag behind the place on or off. */
export function withFlag(text, name, flag, on) {
  const entry = find(text, name);
  if (!entry) return text;
  const words = entry.words
    .split(/\s+/)
    .filter(word => word !== flag)
    .concat(on ? [flag] : [])
    .join(" ");
  return `${text.slice(0, entry.from + 1)}${words}${text.slice(entry.to - 1)}`;
}

export function flags(text, name) {
  const match = /@\s*\S+(.*)$/.exec(find(text, name)?.words ?? "");
  return match ? match[1].trim().split(/\s+/).filter(Boolean) : [];
}

/** Without a unit, and without the comma and the line that were its own. */
export function without(text, name) {
  const entry = find(text, name);
  if (!entry) return text;
  let { from, to } = entry;
  const after = /^\s*,/.exec(text.slice(to));
  if (after) to += after[0].length;
  else {
    const before = /,\s*$/.exec(text.slice(0, from));
    if (before) from -= before[0].length;
  }
  const space = /^[ \t]*(?=\n)/.exec(text.slice(to));
  const indent = /\n[ \t]*$/.exec(text.slice(0, from));
  if (space && indent) {
    from -= indent[0].length;
    to += space[0].length;
  } else if (after) to += /^[ \t]*/.exec(text.slice(to))[0].length;
  return text.slice(0, from) + text.slice(to);
}

export function withEntry(text, words) {
  const place = fieldAt(text, "units");
  if (!place) {
    const part = section(text);
    if (!part) return `${text}[position]\nunits = [\n    "${words}",\n]\n`;
    return `${text.slice(0, part.to).replace(/\n*$/, "\n")}units = [\n    "${words}",\n]\n${part.to < text.length ? "\n" : ""}${text.slice(part.to)}`;
  }
  const all = entries(text);
  if (!all.length) return `${text.slice(0, place.from)}[\n    "${words}",\n]${text.slice(place.to)}`;
  const last = all.at(-1);
  const lines = /\n([ \t]*)$/.exec(text.slice(0, last.from));
  return `${text.slice(0, last.to)},${lines ? `\n${lines[1]}` : " "}"${words}"${text.slice(last.to)}`;
}

/** In which step a line stands, counted from 1; 0 is before the first. */
export function stepOf(text, line) {
  return (
    text
      .split("\n")
      .slice(0, line)
      .join("\n")
      .match(/^[ \t]*\[\[step\]\]/gm) ?? []
  ).length;
}

/** Where a line begins and ends. */
export function lineAt(text, line) {
  let from = 0;
  for (let number = 1; number < line; number += 1) from = lineEnd(text, from) + 1;
  return [Math.min(from, text.length), lineEnd(text, from)];
}
