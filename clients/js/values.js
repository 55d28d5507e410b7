/** Checks untrusted values: numbers are finite, counters are integers, names are known. */

import { WireError } from "./errors.js";

// generated: names
/** The names of channels by their numbers in docs/segments.md. */
export const CHANNELS = [
  "left", "top", "right", "bottom", "scrollX", "scrollY", "translationX", "translationY",
  "rotation", "shear", "scaleX", "scaleY", "alpha", "red", "green", "blue", "leverX", "leverY",
  "cornerRadius", "textRed", "textGreen", "textBlue", "textAlpha", "fillAlpha", "borderRed",
  "borderGreen", "borderBlue", "borderAlpha", "borderWidth", "shadowX", "shadowY", "shadowOpacity",
  "shadowRadius",
];
export const ROLES = ["view", "view-touches", "control", "inject"];
export const FEATURES = [
  "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "ack",
  "decisions", "schedule", "events",
];
export const CLOCKS = ["monotonic", "replay"];
export const PACINGS = ["timer", "pull", "push"];
export const GESTURES = [
  "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover",
];
export const GESTURE_PHASES = ["recognized", "began", "changed", "ended", "cancelled"];
export const CONTACT_PHASES = ["began", "moved", "ended", "cancelled"];
export const MOMENTS = ["finished", "settled"];
export const EVENT_KINDS = [
  "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped", "focused",
  "feedback", "crossed", "stateChanged",
];
export const DEVICE_PHASES = ["removed", "added"];
export const TEXT_ALIGNMENTS = ["leading", "center", "trailing", "left", "right"];
export const VERTICAL_ALIGNMENTS = ["top", "center", "bottom"];
export const TRUNCATIONS = ["tail", "middle", "head", "clip"];
export const MAPS = ["tilt"];
// end of generated
/** The numbers of channels by name. */
export const CHANNEL_NUMBERS = new Map(CHANNELS.map((name, number) => [name, number]));

const COLOR = /^#[0-9a-fA-F]{6}$/;
const RGBA = /^#[0-9a-fA-F]{8}$/;
const HALF_A_PAIR = /\p{Surrogate}/u;
const WORD = 2n ** 64n;

/** Formats a value for an error message. */
function shown(value) {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const isMissing = (value) => value === undefined || value === null;
const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Converts a number 0xrrggbb to "#rrggbb". */
export function color(number) {
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}

/** Converts a number 0xaarrggbb to "#rrggbbaa". */
export function rgba(number) {
  return color(number) + (number >>> 24).toString(16).padStart(2, "0");
}

/** Whether the state of a view has all parts that a snapshot has to have. */
export function isWhole({ frame, translation, toScreen, alpha }) {
  return frame !== null && translation !== null && toScreen !== null && alpha !== null;
}

/** A JSON object with typed accessors. Values without a default are required. */
export class Fields {
  constructor(value, name) {
    if (!isObject(value)) throw new WireError(`${name} is not an object`);
    this.value = value;
    this.name = name;
  }

  wrong(key, wanted) {
    const value = this.get(key);
    return new WireError(
      isMissing(value)
        ? `${this.name} has no ${key}`
        : `${key} of ${this.name} is not ${wanted}: ${shown(value)}`);
  }

  get(key) {
    return Object.hasOwn(this.value, key) ? this.value[key] : undefined;
  }

  has(key) {
    return !isMissing(this.get(key));
  }

  number(key, missing = undefined) {
    const value = this.get(key);
    if (isMissing(value) && missing !== undefined) return missing;
    const number = typeof value === "bigint" ? Number(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) return number;
    throw this.wrong(key, "a number");
  }

  /** Reads a 64-bit integer: a number if that is exact, otherwise a BigInt. */
  integer(key, missing = undefined) {
    const value = this.get(key);
    if (isMissing(value) && missing !== undefined) return missing;
    if (Number.isSafeInteger(value) && value >= 0) return value + 0;
    if (typeof value === "bigint" && value >= 0n && value < WORD) return value;
    throw this.wrong(key, "a whole number of 64 bits");
  }

  /** Reads a time in nanoseconds, rounded to the nearest number. */
  time(key, missing = undefined) {
    const value = this.integer(key, missing);
    return typeof value === "bigint" ? Number(value) : value;
  }

  string(key, missing = undefined) {
    const value = this.get(key);
    if (isMissing(value) && missing !== undefined) return missing;
    if (typeof value !== "string") throw this.wrong(key, "a string");
    if (HALF_A_PAIR.test(value)) throw this.wrong(key, "text: half a surrogate pair");
    return value;
  }

  /** Also returns null for an empty string, which the binary encoding uses for null. */
  optionalString(key) {
    return this.string(key, "") || null;
  }

  flag(key, missing = false) {
    const value = this.get(key);
    if (isMissing(value)) return missing;
    if (typeof value === "boolean") return value;
    throw this.wrong(key, "true or false");
  }

  color(key, missing = undefined) {
    const value = this.get(key);
    if (isMissing(value) && missing !== undefined) return missing;
    if (typeof value === "string" && COLOR.test(value)) return value.toLowerCase();
    throw this.wrong(key, "a color");
  }

  /** Reads a color with its opacity. */
  rgba(key) {
    const value = this.get(key);
    if (typeof value === "string" && RGBA.test(value)) return value.toLowerCase();
    throw this.wrong(key, "a color with an opacity");
  }

  fields(key, missing = undefined) {
    return new Fields(this.get(key) ?? missing, `${key} of ${this.name}`);
  }

  array(key, missing = undefined) {
    const value = this.get(key);
    if (isMissing(value) && missing !== undefined) return missing;
    if (Array.isArray(value)) return value;
    throw this.wrong(key, "an array");
  }

  /** Reads an array of objects with `read`, and leaves out those for which it returns null. */
  items(key, read, missing = undefined) {
    const name = `an item of ${key} of ${this.name}`;
    const items = [];
    for (const value of this.array(key, missing)) {
      const item = read(new Fields(value, name));
      if (item !== null) items.push(item);
    }
    return items;
  }

  strings(key) {
    const values = this.array(key, []);
    if (values.every((value) => typeof value === "string")) return values;
    throw this.wrong(key, "an array of strings");
  }

  numbers(key, count, missing = undefined) {
    const value = this.get(key);
    if (isMissing(value) && missing !== undefined) return missing;
    return numbers(value, count, `${key} of ${this.name}`);
  }

  /** Reads an array of arrays of `count` numbers each. */
  rows(key, count) {
    return this.array(key).map((row) => numbers(row, count, `${key} of ${this.name}`));
  }

  /** Reads a number of runs; null stands for Infinity. */
  repeat(key, missing = undefined) {
    return this.get(key) === null ? Infinity : this.number(key, missing);
  }
}

/** Checks that a value is an array of `count` finite numbers. */
function numbers(value, count, name) {
  if (Array.isArray(value) && value.length === count) {
    const result = value.map((item) => (typeof item === "bigint" ? Number(item) : item));
    if (result.every((item) => typeof item === "number" && Number.isFinite(item))) return result;
  }
  throw new WireError(`${name} is not ${count} numbers: ${shown(value)}`);
}
