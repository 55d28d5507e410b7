/** The messages of Tests/Fixtures/protocol, in both encodings, and the motions of segments.json. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { WireError } from "../errors.js";
import { parse, stringify } from "../json.js";
import { evaluate } from "../motion.js";
import { readChannel } from "../ndjson.js";
import { Decoder, encode } from "../wire.js";
import { content, text } from "./support.js";

/** The names of the vectors from these origins. */
function listing(...origins) {
  return JSON.parse(text("vectors.json")).vectors
    .filter((row) => origins.includes(row.from)).map((row) => row.name);
}

/** The views that the vectors speak of: those of the vector `snapshot`. */
function names() {
  const decoder = new Decoder("ndjson");
  decoder.feed(content("snapshot.json"));
  return decoder.next().views.map((view) => view.id);
}

function decoded(name, encoding) {
  const decoder = new Decoder(encoding, { names: names() });
  decoder.feed(content(name + (encoding === "binary" ? ".bin" : ".json")));
  const messages = [...decoder];
  assert.ok(decoder.isBetweenMessages, name);
  return messages;
}

/** A message without its encoding, which is what differs. */
function plain(message) {
  if (message.type !== "welcome") return message;
  assert.match(message.encoding, /^(binary|ndjson)$/);
  return { ...message, encoding: "" };
}

test("both encodings are equal messages", () => {
  const vectors = listing("daemon", "later daemon");
  assert.ok(vectors.length > 25);
  for (const name of vectors) {
    const binary = decoded(name, "binary");
    assert.ok(binary.length > 0, name);
    assert.deepEqual(binary.map(plain), decoded(name, "ndjson").map(plain), name);
  }
});

test("what the text says is what the message has", () => {
  // By the text itself and not by our reader: every key of a body is one of the message.
  for (const name of listing("daemon")) {
    const lines = text(`${name}.json`).trim().split("\n");
    decoded(name, "binary").forEach((message, place) => {
      const [[type, body]] = Object.entries(parse(lines[place]));
      assert.equal(message.type, type);
      for (const [key, value] of Object.entries(body)) {
        if (key === "encoding") continue;
        if (typeof value !== "object") assert.deepEqual(message[key], value, `${name}: ${key}`);
        else assert.ok(message[key] !== undefined, `${name}: ${key}`);
      }
    });
  }
});

test("every message is among them", () => {
  const types = new Set(listing("daemon").flatMap((name) => decoded(name, "binary"))
    .map((message) => message.type));
  for (const type of ["device", "done", "error", "event", "frame", "gesture", "idle", "lagged",
    "layout", "measure", "pong", "reply", "segment", "shm", "snapshot", "touch", "welcome"]) {
    assert.ok(types.has(type), type);
  }
});

test("an id that is no double keeps its digits", () => {
  for (const encoding of ["binary", "ndjson"]) {
    assert.equal(decoded("pong-wide", encoding)[0].id, 18446744073709551615n);
  }
});

test("a term of an unknown kind leaves its channel to frames", () => {
  for (const encoding of ["binary", "ndjson"]) {
    const [segment] = decoded("later-term", encoding);
    assert.deepEqual(segment.channels.map((channel) => channel.known), [false, true]);
    assert.deepEqual(segment.channels.map((channel) => channel.terms.length), [2, 1]);
  }
});

test("broken ones are refused", () => {
  const vectors = listing("broken daemon");
  assert.ok(vectors.length > 5);
  for (const name of vectors) assert.throws(() => decoded(name, "binary"), WireError, name);
});

test("what a client says is the same bytes", () => {
  for (const name of listing("client")) {
    let expected = content(`${name}.bin`);
    if (name === "client-stream") expected = expected.subarray(8);
    for (const line of text(`${name}.json`).split("\n").filter(Boolean)) {
      const [[type, body]] = Object.entries(parse(line));
      const data = encode(type, body);
      const header = new DataView(expected.buffer, expected.byteOffset);
      const [length, number] = [header.getUint32(0, true), header.getUint16(4, true)];
      const whole = expected.subarray(0, 24 + length);
      if (number === 1) {
        // Text: the same message, if not the same spelling.
        const said = (given) => parse(new TextDecoder().decode(given.subarray(24)));
        assert.deepEqual(said(data), said(whole), name);
        assert.deepEqual(data.subarray(4, 24), whole.subarray(4, 24), name);
      } else {
        assert.deepEqual(data, whole, name);
      }
      const ours = new TextDecoder().decode(encode(type, body, "ndjson"));
      assert.ok(ours.endsWith("\n"));
      assert.deepEqual(parse(ours), parse(line), name);
      expected = expected.subarray(24 + length);
    }
    assert.equal(expected.length, 0, name);
  }
});

test("motions are within a billionth", () => {
  let pairs = 0;
  for (const row of parse(text("segments.json")).cases) {
    const channel = readChannel(row.channel);
    const source = row.source ? readChannel(row.source) : null;
    for (const [time, value, velocity] of row.at) {
      const got = evaluate(channel, time, source);
      const where = `${stringify(row.channel)} at ${time}`;
      assert.ok(Math.abs(got[0] - value) <= 1e-9 * Math.max(1, Math.abs(value)), where);
      assert.ok(Math.abs(got[1] - velocity) <= 1e-9 * Math.max(1, Math.abs(velocity)), where);
      pairs += 1;
    }
  }
  assert.ok(pairs > 200);
});
