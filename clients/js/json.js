/**
 * JSON with exact integers.
 *
 * `JSON.parse` rounds integers beyond 2⁵³. Such integers are rare, so a text is scanned for them
 * first; only a text that contains one is parsed by the slower parser here.
 */

import { WireError } from "./errors.js";

// A token that begins with 16 digits may exceed 2⁵³, which has 16.
const LONG = /(?:^|[\[:,\s])-?\d{16}/;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
const WORD = /true|false|null/y;
const WORDS = { true: true, false: false, null: null };
// The maximum number of digits of an integer; 64 bits need 20.
const DIGIT_LIMIT = 40;
const DEPTH_LIMIT = 512;

/**
 * Parses a text. Integers beyond 2⁵³ become BigInts.
 *
 * Throws WireError if the text is invalid JSON. O(text).
 * @param {string} text
 */
export function parse(text) {
  if (LONG.test(text)) return new Reader(text).whole();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WireError(`not JSON: ${error.message}`);
  }
}

/**
 * Converts a value to JSON, with BigInts as integers. Undefined keys are omitted.
 *
 * Throws RangeError for a number that is not finite, which JSON cannot represent.
 */
export function stringify(value) {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new RangeError(`${value} is not a finite number`);
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(stringify).join(",")}]`;
  const parts = [];
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${stringify(item)}`);
  }
  return `{${parts.join(",")}}`;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  whole() {
    const value = this.value(0);
    this.take(SPACE);
    if (this.at < this.text.length) throw this.fault("something follows the value");
    return value;
  }

  fault(what) {
    return new WireError(`not JSON: ${what} at ${this.at}`);
  }

  /** Consumes a match of an expression at the current position, if there is one. */
  take(expression) {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found !== null) this.at = expression.lastIndex;
    return found;
  }

  value(depth) {
    if (depth > DEPTH_LIMIT) throw this.fault(`nested deeper than ${DEPTH_LIMIT}`);
    this.take(SPACE);
    const next = this.text[this.at];
    if (next === "{") return this.object(depth);
    if (next === "[") return this.array(depth);
    if (next === '"') return this.string();
    const word = this.take(WORD);
    return word !== null ? WORDS[word[0]] : this.number();
  }

  string() {
    const found = this.take(STRING);
    if (found === null) throw this.fault("an invalid string");
    return JSON.parse(found[0]);
  }

  number() {
    const found = this.take(NUMBER);
    if (found === null) throw this.fault("no value");
    const number = Number(found[0]);
    if (found[1] || found[2] || Number.isSafeInteger(number)) return number;
    if (found[0].length > DIGIT_LIMIT) throw this.fault(`a number of ${found[0].length} digits`);
    return BigInt(found[0]);
  }

  /** Consumes a character after spaces; returns whether it was there. */
  mark(wanted) {
    this.take(SPACE);
    if (this.text[this.at] !== wanted) return false;
    this.at += 1;
    return true;
  }

  array(depth) {
    this.at += 1;
    const items = [];
    if (this.mark("]")) return items;
    do items.push(this.value(depth + 1));
    while (this.mark(","));
    if (!this.mark("]")) throw this.fault("an array without end");
    return items;
  }

  object(depth) {
    this.at += 1;
    const items = {};
    if (this.mark("}")) return items;
    do {
      this.take(SPACE);
      const key = this.string();
      if (!this.mark(":")) throw this.fault("a key without a colon");
      const value = this.value(depth + 1);
      // Like JSON.parse, which never sets the object's prototype.
      Object.defineProperty(items, key, {
        value, enumerable: true, configurable: true, writable: true,
      });
    } while (this.mark(","));
    if (!this.mark("}")) throw this.fault("an object without end");
    return items;
  }
}
