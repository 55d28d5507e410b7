/** Reads the bytes of one message from their start. */

import { WireError } from "./errors.js";
import { color, isWhole, rgba } from "./values.js";

const NO_VIEW = 0xffffffff;
const HIGH = 2 ** 32;
// From this value of the high 32 bits on, a number does not represent the integer exactly.
const EXACT = 2 ** 21;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; throws WireError if the bytes are invalid. */
export function utf8(bytes, from, to) {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new WireError(`the text at ${from} is not UTF-8`);
  }
}

/** The names of the set bits. */
export const namesOf = (bits, names) => names.filter((_, bit) => bits & (1 << bit));

/** The name for a number; an unknown number from a later version is returned as text. */
export const nameOf = (number, names) => names[number] ?? String(number);

/** Checks the state of a view in a snapshot. */
export function checkWhole(r, state, place) {
  if (r.isLost) {
    throw new WireError(`view ${place} has fields that are not known, so its name is not found`);
  }
  if (!isWhole(state)) {
    throw new WireError(`view ${place} of the snapshot has not all of its state`);
  }
}

/** Reads a payload; throws WireError if bytes are missing. */
export class Payload {
  /**
   * @param {Uint8Array} bytes end where the payload ends
   * @param {number} start the index of the payload's first byte
   * @param {string[]} names the views of the last snapshot
   */
  constructor(bytes, start, names) {
    this.bytes = bytes;
    this.data = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
    this.start = start;
    this.length = bytes.length - start;
    this.at = 0;
    this.names = names;
    // Whether a mask had unknown bits, so that what follows the known parts cannot be located.
    this.isLost = false;
  }

  /** Skips `count` bytes and returns the index of the first one. */
  skip(count) {
    const at = this.at;
    if (count > this.length - at) {
      throw new WireError(`${count} bytes are missing at ${at} of ${this.length}`);
    }
    this.at = at + count;
    return at;
  }

  u8() {
    return this.data.getUint8(this.skip(1));
  }

  u16() {
    return this.data.getUint16(this.skip(2), true);
  }

  u32() {
    return this.data.getUint32(this.skip(4), true);
  }

  /** Reads 64 bits as hexadecimal digits. */
  hexadecimal() {
    return this.data.getBigUint64(this.skip(8), true).toString(16).padStart(16, "0");
  }

  /** Reads a counter or an id: a number if that is exact, otherwise a BigInt. */
  u64() {
    const at = this.skip(8);
    const high = this.data.getUint32(at + 4, true);
    if (high >= EXACT) return this.data.getBigUint64(at, true);
    return high * HIGH + this.data.getUint32(at, true);
  }

  /** Reads a time in nanoseconds, rounded to the nearest number. */
  time() {
    const at = this.skip(8);
    return this.data.getUint32(at + 4, true) * HIGH + this.data.getUint32(at, true);
  }

  /** Reads the end time of a motion; Infinity for never. */
  end() {
    const at = this.at;
    const time = this.time();
    return time < HIGH * HIGH || this.data.getBigUint64(at, true) !== 2n ** 64n - 1n
      ? time : Infinity;
  }

  finite(value, at) {
    if (value - value !== 0) throw new WireError(`${value} at ${at} is not finite`);
    return value;
  }

  f32() {
    const at = this.skip(4);
    return this.finite(this.data.getFloat32(at, true), at);
  }

  f64() {
    const at = this.skip(8);
    return this.finite(this.data.getFloat64(at, true), at);
  }

  floats(count) {
    let at = this.skip(4 * count);
    const values = [];
    for (; values.length < count; at += 4) {
      values.push(this.finite(this.data.getFloat32(at, true), at));
    }
    return values;
  }

  doubles(count) {
    let at = this.skip(8 * count);
    const values = [];
    for (; values.length < count; at += 8) {
      values.push(this.finite(this.data.getFloat64(at, true), at));
    }
    return values;
  }

  /** Reads `count` arrays of `width` numbers each. */
  rows(count, width) {
    const rows = [];
    while (rows.length < count) rows.push(this.doubles(width));
    return rows;
  }

  /** Reads the one number that may be infinite. */
  repeat() {
    const at = this.skip(8);
    const value = this.data.getFloat64(at, true);
    if (value > -Infinity) return value;
    throw new WireError(`${value} at ${at} is not a number of runs`);
  }

  color() {
    return color(this.u32());
  }

  /** Reads a color; null if its alpha is 0. */
  /** Reads a color with its opacity. */
  rgba() {
    return rgba(this.u32());
  }

  optionalColor() {
    const number = this.u32();
    return number >>> 24 ? color(number) : null;
  }

  /** Reads the mask of the parts that follow, of which those in `known` can be read. */
  mask(known) {
    const mask = this.u16();
    if (mask & ~known) this.isLost = true;
    return mask;
  }

  string() {
    const count = this.u16();
    const at = this.skip(count) + this.start;
    return utf8(this.bytes, at, at + count);
  }

  /** Reads the name of a view. */
  view() {
    const name = this.optionalView();
    if (name === null) throw new WireError(`no view at ${this.at - 4}`);
    return name;
  }

  optionalView() {
    const handle = this.u32();
    if (handle === NO_VIEW) return null;
    if (handle < this.names.length) return this.names[handle];
    throw new WireError(`handle ${handle} at ${this.at - 4} of ${this.names.length} views`);
  }

  /** Reads the name of a view that comes before the next one of `views`; null for no view. */
  earlier(views) {
    const handle = this.u32();
    if (handle === NO_VIEW) return null;
    if (handle < views.length) return views[handle].id;
    throw new WireError(`the parent of view ${views.length} is ${handle}, not one before it`);
  }

  /** Reads a count of items, each of which takes at least `least` bytes. */
  count(least) {
    const number = this.u32();
    if (number * least <= this.length) return number;
    throw new WireError(`${number} things at ${this.at - 4} are more than the message has`);
  }

  /** Checks the number of views in a frame. */
  checkCount(count) {
    if (count <= this.names.length) return;
    throw new WireError(`a frame of ${count} views; there are ${this.names.length}`);
  }

  /** Checks the length of a term, of which all kinds share the first `least` bytes. */
  checkLength(start, length, least) {
    if (length >= least && length <= this.length - start) return;
    throw new WireError(`a term of ${length} bytes at ${start}`);
  }

  /** Skips the rest of a term. */
  leave(start, length) {
    if (this.at > start + length) {
      throw new WireError(`the term at ${start} is longer than its ${length} bytes`);
    }
    this.at = start + length;
  }
}
