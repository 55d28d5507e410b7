/** The bytes of one message, read from their start. */

import { WireError } from "./errors.js";

const NO_VIEW = 0xffffffff;
const HIGH = 2 ** 32;
// From this high half on a whole number is no longer exact.
const EXACT = 2 ** 21;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of some bytes; a WireError if they are not UTF-8. */
export function utf8(bytes, from, to) {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new WireError(`the text at ${from} is not UTF-8`);
  }
}

/** What is missing at the end of a payload is a WireError. */
export class Payload {
  /**
   * @param {Uint8Array} bytes whose end is that of the payload
   * @param {number} start where in them it begins
   * @param {string[]} names the views of the last snapshot
   */
  constructor(bytes, start, names) {
    this.bytes = bytes;
    this.data = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
    this.start = start;
    this.length = bytes.length - start;
    this.at = 0;
    this.names = names;
  }

  /** Goes on by so many bytes, and gives where they begin. */
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

  /** All 64 bits. */
  word() {
    return this.data.getBigUint64(this.skip(8), true);
  }

  /** A counter or an id: a number as far as it is one exactly, and then a BigInt. */
  u64() {
    const at = this.skip(8);
    const high = this.data.getUint32(at + 4, true);
    if (high >= EXACT) return this.data.getBigUint64(at, true);
    return high * HIGH + this.data.getUint32(at, true);
  }

  /** A moment in nanoseconds, as the nearest number that there is. */
  time() {
    const at = this.skip(8);
    return this.data.getUint32(at + 4, true) * HIGH + this.data.getUint32(at, true);
  }

  /** The moment when something ends; Infinity for never. */
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

  /** The one number that may be infinite. */
  repeat() {
    const at = this.skip(8);
    const value = this.data.getFloat64(at, true);
    if (value > -Infinity) return value;
    throw new WireError(`${value} at ${at} is not a number of runs`);
  }

  string() {
    const count = this.u16();
    const at = this.skip(count) + this.start;
    return utf8(this.bytes, at, at + count);
  }

  /** The name of a view. */
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

  /** A number of things, of which each has at least so many bytes. */
  count(least) {
    const number = this.u32();
    if (number * least <= this.length) return number;
    throw new WireError(`${number} things at ${this.at - 4} are more than the message has`);
  }
}
