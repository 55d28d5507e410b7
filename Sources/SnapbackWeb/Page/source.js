// The text of a scene: where its values are, and edits that leave everything else as it is.

import { Reader } from "./json5.js";

/**
 * A value in a text: `start` and `end`, its `value`, the `key` with its `start` if it is a member
 * of an object, and the `children` of an object or an array, in the order of the text.
 */
class PlacedReader extends Reader {
  #parents = [];
  root = null;

  value(depth) {
    const { key } = this;
    this.skip();
    const place = { key, start: this.place, children: [] };
    this.#parents.at(-1)?.children.push(place);
    this.root ??= place;
    this.#parents.push(place);
    place.value = super.value(depth);
    this.#parents.pop();
    place.end = this.place;
    return place.value;
  }
}

/** Parses a document, and returns its root with the places of all values. */
export function placesOf(text) {
  const reader = new PlacedReader(text);
  reader.value(0);
  reader.skip();
  if (reader.place < text.length) reader.fail("the end");
  return reader.root;
}

/** The value at a path of keys and indexes, with its place; null if there is none. */
export function placeAt(root, path) {
  let place = root;
  for (const step of path) {
    if (!place) return null;
    place = typeof step === "number" ? place.children[step]
      : place.children.find((child) => child.key?.name === step);
  }
  return place ?? null;
}

/** A text with edits. Each replaces what is between its `start` and `end` by its `text`. */
export function withEdits(text, edits) {
  let result = text;
  for (const { start, end, text: part } of edits.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + part + result.slice(end);
  }
  return result;
}

/**
 * The edits that put a spring at a path of a text. If the text has a spring with the same keys
 * there, only its numbers change. Returns null if the text has no object that could have a spring
 * there.
 */
export function springEdits(text, path, spring) {
  const root = placesOf(text);
  const [place, parent] = [placeAt(root, path), placeAt(root, path.slice(0, -1))];
  if (!place) {
    if (!parent || !isObject(parent.value)) return null;
    return [insertion(text, parent, path.at(-1), (quote) => inOneLine(spring, quote))];
  }
  if (!isObject(place.value)) return null;
  const keys = Object.keys(spring);
  const isSame = place.children.length === keys.length
    && place.children.every(({ key }) => keys.includes(key.name));
  if (!isSame) {
    return [{ start: place.start, end: place.end, text: inStyle(text, place, spring) }];
  }
  return place.children.filter(({ key, value }) => value !== spring[key.name])
    .map(({ key, start, end }) => ({ start, end, text: written(spring[key.name]) }));
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const written = (number) => String(Number(number.toPrecision(6)));

/** The quote with which an object writes its keys, or nothing. */
function quoteOf(text, { children }) {
  const first = children.length > 0 ? text[children[0].key.start] : "";
  return first === '"' || first === "'" ? first : "";
}

const member = (key, value, quote) => `${quote}${key}${quote}: ${value}`;

function inOneLine(spring, quote) {
  const parts = Object.entries(spring).map(([key, value]) => member(key, written(value), quote));
  return `{ ${parts.join(", ")} }`;
}

/** The white space at the start of the line of a position; null if something else is before it. */
function indentAt(text, position) {
  const before = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return /^[ \t]*$/.test(before) ? before : null;
}

/** A spring as an object in the style of the one that it replaces: its lines, quotes and commas. */
function inStyle(text, place, spring) {
  const quote = quoteOf(text, place);
  const [first, last] = [place.children[0], place.children.at(-1)];
  const indent = first && indentAt(text, first.key.start);
  if (!first || indent === null) return inOneLine(spring, quote);
  const parts = Object.entries(spring).map(([key, value]) => member(key, written(value), quote));
  const rest = text.slice(last.end, place.end);
  const comma = /^\s*,/.test(rest) ? "," : "";
  const newline = newlineOf(text);
  const end = indentAt(text, place.end - 1) ?? indent;
  return `{${newline}${indent}${parts.join(`,${newline}${indent}`)}${comma}${newline}${end}}`;
}

/** The edit that adds a member at the end of an object. `value` gets the quote of its keys. */
function insertion(text, parent, key, value) {
  const quote = quoteOf(text, parent);
  const line = member(key, value(quote), quote);
  const last = parent.children.at(-1);
  if (!last) return { start: parent.start, end: parent.end, text: `{ ${line} }` };
  const indent = indentAt(text, last.key.start);
  // If the object has several members in its last line, the new one joins them.
  const gap = indent === null ? " " : newlineOf(text) + indent;
  return { start: last.end, end: last.end, text: `,${gap}${line}` };
}

/** The first line end in a text; a line feed if it has none. */
export function newlineOf(text) {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
}

/** A text as a field shows it: each line ends with a line feed. */
export const shownText = (text) => text.replace(/\r\n?/g, "\n");

/**
 * A text after a user has changed what a field shows of it. The line ends outside of the change
 * stay as they are.
 */
export function editedText(text, shown) {
  const before = shownText(text);
  if (before === shown) return text;
  const most = Math.min(before.length, shown.length);
  let head = 0;
  while (head < most && before[head] === shown[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === shown.at(-1 - tail)) tail += 1;
  const part = shown.slice(head, shown.length - tail).replaceAll("\n", newlineOf(text));
  const [start, end] = [head, before.length - tail].map((index) => originalIndex(text, index));
  return joined(joined(text.slice(0, start), part), text.slice(end));
}

/**
 * Concatenates two texts. If the first one ends with a carriage return and the second one begins
 * with a line feed, the result has two line ends there instead of one.
 */
function joined(one, other) {
  return one.endsWith("\r") && other.startsWith("\n") ? `${one}\n${other}` : one + other;
}

/** The index in a text of an index in what a field shows of it. */
function originalIndex(text, index) {
  let [place, rest] = [0, index];
  while (rest > 0) {
    place += text.startsWith("\r\n", place) ? 2 : 1;
    rest -= 1;
  }
  return place;
}

/** The index in a shown text of a line and a column in Unicode scalars, both from 1. */
export function indexAt(shown, line, column) {
  const lines = shown.split("\n");
  const before = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const characters = [...(lines[line - 1] ?? "").replace(line === 1 ? /^\ufeff/ : /^$/, "")];
  const mark = line === 1 && shown.startsWith("\ufeff") ? 1 : 0;
  return Math.min(before + mark + characters.slice(0, column - 1).join("").length, shown.length);
}
