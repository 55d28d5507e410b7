/**
 * Vectors with faults: whatever comes, a decoder ends in messages or in a WireError, and the scene
 * that they make can be asked where everything is.
 *
 * SNAPBACK_FUZZ_SECONDS (2) says how long in each encoding, SNAPBACK_FUZZ_SEED which faults.
 */

import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";

import { WireError } from "../errors.js";
import { Scene } from "../scene.js";
import { Decoder } from "../wire.js";
import { Random, VECTORS, content, joined } from "./support.js";

const SECONDS = Number(process.env.SNAPBACK_FUZZ_SECONDS ?? "2");
const SEED = Number(process.env.SNAPBACK_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 30));
const utf8 = (text) => new TextEncoder().encode(text);
// Numbers where something may overflow, in their places in bytes and in text.
const BYTES = [
  [0], [255], [127], [128], [255, 255, 255, 255], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 192, 127],
  [255, 255, 255, 127], [0, 0, 0, 1]].map((piece) => Uint8Array.from(piece));
const TEXTS = ["1e308", "-1e308", "1e999", "9".repeat(30), "-0", "null", "true", "[]", "{}", '""',
  "\\ud800", "[[[[", "NaN", "\n", "__proto__", "constructor", "12345678901234567"].map(utf8);
// Milliseconds that one input may take.
const PATIENCE = 5000;

/** Some bytes exchanged, some taken out or doubled, the end cut off. */
function mutated(data, pieces, source) {
  let result = data.slice();
  const cut = (from, to) => joined(result.subarray(0, from), result.subarray(to));
  for (let left = source.of([1, 1, 2, 4, 16]); left > 0 && result.length > 0; left -= 1) {
    const place = source.below(result.length);
    const way = source.below(5);
    if (way === 0) {
      result[place] = source.below(256);
    } else if (way === 1) {
      const piece = source.of(pieces);
      result = joined(result.subarray(0, place), piece, result.subarray(place + piece.length));
    } else if (way === 2) {
      result = cut(place, place + 1 + source.below(39));
    } else if (way === 3) {
      const double = result.subarray(place, place + 1 + source.below(199));
      result = joined(result.subarray(0, place), double, result.subarray(place));
    } else {
      result[place] ^= 1 << source.below(8);
    }
  }
  if (source.next() < 0.1) result = result.slice(0, source.below(result.length + 1));
  return result;
}

/** Decodes in pieces, carries all into a scene, and asks where everything is. */
function read(encoding, before, data, source) {
  const decoder = new Decoder(encoding);
  const scene = new Scene();
  let isRead = true;
  try {
    decoder.feed(before);
    for (const message of decoder) scene.apply(message);
    for (let place = 0; place < data.length;) {
      const step = source.of([1, 7, 100, data.length]);
      decoder.feed(data.subarray(place, place + step));
      place += step;
      for (const message of decoder) scene.apply(message);
    }
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    isRead = false;
  }
  for (const moment of [0, 4612457405444, 4612957405444, 2 ** 64]) {
    const drawn = scene.at(moment);
    assert.deepEqual([...drawn.keys()], scene.order);
    for (const view of drawn.values()) {
      assert.equal(view.box.length + view.toScreen.length, 10);
      assert.ok(view.color === null || /^#[0-9a-f]{6}$/.test(view.color));
    }
  }
  assert.ok(scene.movesUntil >= 0);
  return isRead;
}

function fuzz(encoding, ending, pieces, report) {
  const source = new Random(SEED);
  const names = fs.readdirSync(VECTORS).sort().filter((name) => name.endsWith(ending)
    && name !== "vectors.json" && name !== "segments.json");
  const data = names.map(content);
  const before = content(`snapshot${ending}`);
  const counts = { read: 0, refused: 0 };
  const deadline = performance.now() + 1000 * SECONDS;
  while (performance.now() < deadline) {
    const start = source.next() < 0.3 ? new Uint8Array() : before;
    const fault = mutated(source.of(data), pieces, source);
    const begin = performance.now();
    try {
      counts[read(encoding, start, fault, source) ? "read" : "refused"] += 1;
    } catch (error) {
      error.message += ` (${encoding}, seed ${SEED}, ${Buffer.from(fault).toString("base64")})`;
      throw error;
    }
    assert.ok(performance.now() - begin < PATIENCE, `seed ${SEED}: an input takes too long`);
  }
  report(`${encoding}: seed ${SEED}, ${counts.read} read, ${counts.refused} refused`);
  // Both happen, or it tests nothing.
  assert.ok(Math.min(counts.read, counts.refused) > 20);
}

test("faults in bytes", (context) => {
  fuzz("binary", ".bin", BYTES, (text) => context.diagnostic(text));
});

test("faults in lines", (context) => {
  fuzz("ndjson", ".json", [...BYTES, ...TEXTS], (text) => context.diagnostic(text));
});
