/** What the tests share: where the fixtures are, bytes made by hand, random numbers by a seed. */

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const HERE = path.dirname(fileURLToPath(import.meta.url));
export const TOP = path.resolve(HERE, "..", "..", "..");
const PHYSICS = path.join(TOP, "Tests", "Fixtures", "physics");
export const VECTORS = process.env.SNAPBACK_VECTORS
  || path.join(TOP, "Tests", "Fixtures", "protocol");

/** The rows of a table of the physics fixtures; numbers are numbers. */
export function table(name) {
  const lines = fs.readFileSync(path.join(PHYSICS, name), "utf8").trim().split(/\r?\n/);
  const keys = lines[0].split(",");
  return lines.slice(1).map((line) => Object.fromEntries(line.split(",").map((text, place) => {
    const number = Number(text);
    return [keys[place], text !== "" && !Number.isNaN(number) ? number : text];
  })));
}

/** The bytes of a file of the protocol's vectors. */
export function content(name) {
  return new Uint8Array(fs.readFileSync(path.join(VECTORS, name)));
}

/** The text of a file of the protocol's vectors. */
export function text(name) {
  return fs.readFileSync(path.join(VECTORS, name), "utf8");
}

/** A generator of random numbers by a seed: mulberry32. */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit) {
    return Math.floor(this.next() * limit);
  }

  between(low, high) {
    return low + (high - low) * this.next();
  }

  of(items) {
    return items[this.below(items.length)];
  }
}

const SIZES = { B: 1, H: 2, I: 4, Q: 8, f: 4, d: 8 };
const SETTERS = {
  B: "setUint8", H: "setUint16", I: "setUint32", Q: "setBigUint64", f: "setFloat32",
  d: "setFloat64",
};

/** Bytes by a format as Python's struct has it, little-endian: "HBQd" and so on. */
export function bytes(format, ...values) {
  const data = new DataView(
    new ArrayBuffer([...format].reduce((sum, code) => sum + SIZES[code], 0)));
  let at = 0;
  [...format].forEach((code, place) => {
    data[SETTERS[code]](at, code === "Q" ? BigInt(values[place]) : values[place], true);
    at += SIZES[code];
  });
  return new Uint8Array(data.buffer);
}

export function joined(...parts) {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** A message in the binary encoding. */
export function packed(kind, payload = new Uint8Array(), { seq = 0, time = 0, version = 1 } = {}) {
  return joined(bytes("IHBBQQ", payload.length, kind, version, 0, seq, time), payload);
}

export function string(value) {
  const data = new TextEncoder().encode(value);
  return joined(bytes("H", data.length), data);
}

/** A state with everything but velocities, upright at its place. */
export function state(handle, frame, { color = 0xff0a84ff, mask = 0b11111, extra = [] } = {}) {
  const [x, y] = frame;
  return joined(
    bytes("IHH", handle, mask, 0), bytes("ffff", ...frame), bytes("ffffff", 0, 0, 0, 1, 1, 0),
    bytes("ffffff", 1, 0, 0, 1, x, y), bytes("fII", 1, color, 1), bytes("ffff", ...frame),
    Uint8Array.from(extra));
}

// generated: numbers of a view
/** How many numbers of 32 bits precede the state of a view. */
const VIEW_NUMBERS = 3;
// end of generated

/** A snapshot whose views all have the same size; each is in the first one. */
export function snapshot(names = ["screen", "card"], { seq = 1, epoch = 1, time = 1000 } = {}) {
  const head = bytes("QQfffIII", 1, epoch, 390, 844, 3, 0xff1c1c1e, names.length, 0);
  const views = names.map((name, place) => joined(
    bytes("II", place === 0 ? 0xffffffff : 0, 0),
    bytes("f".repeat(VIEW_NUMBERS), ...Array(VIEW_NUMBERS).fill(0.5)),
    state(place, [10, 20, 100, 50]), string(name)));
  return packed(18, joined(head, ...views), { seq, time });
}

export function welcome(session = 0x1234, epoch = 1) {
  return packed(
    16, bytes("HHIQQdBBHI", 1, 0b1111, 0b111111111, session, epoch, 60, 0, 0, 0, 0), { time: 5 });
}
