/** Decoding: whole messages, messages in pieces, and bytes that no daemon would send. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { WireError } from "../errors.js";
import { parse, stringify } from "../json.js";
import { Decoder, encode } from "../wire.js";
import { Random, bytes, joined, packed, snapshot, state, string, welcome } from "./support.js";

const utf8 = (text) => new TextEncoder().encode(text);

function decoded(data, encoding = "binary", options = {}) {
  const decoder = new Decoder(encoding, options);
  decoder.feed(typeof data === "string" ? utf8(data) : data);
  return [...decoder];
}

const line = (name, body) => `${JSON.stringify({ [name]: body })}\n`;
const types = (messages) => messages.map((message) => message.type);

test("a snapshot and a frame of its views", () => {
  const moved = joined(
    state(1, [11, 20, 100, 50], { color: 0x00123456, mask: 0b111111 }),
    bytes("ffffffffff", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
  const frame = packed(19, joined(bytes("QQII", 2, 1500, 1, 0), moved), { seq: 2, time: 2000 });
  const [first, second] = decoded(joined(snapshot(), frame));
  assert.deepEqual(first.views.map((view) => view.id), ["screen", "card"]);
  assert.deepEqual(first.views.map((view) => view.parent), [null, "screen"]);
  assert.deepEqual(first.screen, { width: 390, height: 844, scale: 3, background: "#1c1c1e" });
  assert.deepEqual([second.seq, second.time, second.computed], [2, 2000, 1500]);
  const [view] = second.views;
  assert.deepEqual([view.id, view.frame, view.color], ["card", [11, 20, 100, 50], null]);
  assert.deepEqual(view.velocity, {
    frame: [1, 2, 3, 4], translation: [5, 6], rotation: 7, scale: [8, 9], shear: 10,
  });
});

test("bytes one by one are the same messages", () => {
  const data = joined(
    welcome(), snapshot(), packed(24, bytes(""), { seq: 2, time: 3 }), packed(77, utf8("later")),
    packed(25, bytes("Q", 9)));
  const decoder = new Decoder("binary");
  const pieces = [];
  for (let place = 0; place < data.length; place += 1) {
    decoder.feed(data.subarray(place, place + 1));
    pieces.push(...decoder);
  }
  assert.deepEqual(pieces, decoded(data));
  assert.deepEqual(types(pieces), ["welcome", "snapshot", "idle", "lagged"]);
});

test("a payload may grow at its end", () => {
  const data = packed(27, joined(bytes("Q", 7), utf8("more")), { time: 8 });
  assert.deepEqual(decoded(data), [{ type: "pong", id: 7, now: 8 }]);
});

test("an unknown bit of a state ends the reading", () => {
  const odd = state(0, [1, 2, 3, 4], { mask: 0b1011111, extra: utf8("????") });
  const payload = joined(bytes("QQII", 2, 0, 2, 0), odd, state(1, [0, 0, 0, 0]));
  const frame = decoded(joined(snapshot(), packed(19, payload, { seq: 2 })))[1];
  assert.deepEqual(frame.views.map((view) => view.id), ["screen"]);
});

test("an unknown term leaves its channel to frames", () => {
  const term = joined(bytes("BBHIQQdd", 99, 0, 0, 48, 0, 0, 0, 1), utf8("8 bytes."));
  const payload = joined(
    bytes("QII", 2, 2, 0), bytes("IHBBQdd", 1, 6, 0, 1, 3, 12.5, 0), term,
    bytes("IHBBQdd", 1, 7, 0, 0, 3, 1.5, 0));
  const segment = decoded(joined(snapshot(), packed(20, payload, { seq: 2 })))[1];
  assert.deepEqual(segment.channels.map((one) => one.known), [false, true]);
  assert.deepEqual(segment.channels.map((one) => one.held), [12.5, 1.5]);
});

test("a term that never ends, and one that ends at the last moment of all", () => {
  const term = (end) => joined(bytes("BBHIQQdd", 2, 0, 0, 64, 5, end, 0, 1), bytes("ddd", 1, 2, 3));
  const payload = joined(
    bytes("QII", 2, 1, 0), bytes("IHBBQdd", 1, 6, 0, 2, 3, 0, 0), term(2n ** 64n - 1n),
    term(2n ** 64n - 2n));
  const segment = decoded(joined(snapshot(), packed(20, payload, { seq: 2 })))[1];
  assert.deepEqual(segment.channels[0].terms.map((one) => one.end), [Infinity, 2 ** 64]);
});

test("numbers beyond 2^53 keep their digits, and smaller ones are numbers", () => {
  const dropped = (count) => decoded(packed(25, bytes("Q", count)))[0].dropped;
  for (const count of [2n ** 53n, 2n ** 53n + 1n, 2n ** 64n - 1n]) {
    assert.equal(dropped(count), count);
  }
  assert.equal(dropped(2n ** 53n - 1n), 2 ** 53 - 1);
});

test("runs may be without end, and nothing else that is no number", () => {
  const repeated = (repeat) => {
    const numbers = bytes("dddddddd", 1, 0, repeat, 0.5, 0, 0, 1, 1);
    const term = joined(bytes("BBHIQQdd", 3, 0, 0, 104, 0, 9, 0, 1), numbers);
    const payload = joined(bytes("QII", 2, 1, 0), bytes("IHBBQdd", 1, 6, 0, 1, 3, 0, 0), term);
    return decoded(joined(snapshot(), packed(20, payload, { seq: 2 })))[1].channels[0].terms[0];
  };
  assert.equal(repeated(Infinity).repeat, Infinity);
  for (const repeat of [NaN, -Infinity]) assert.throws(() => repeated(repeat), /number of runs/);
});

test("what cannot be is an error that names its place", () => {
  const one = bytes("QQII", 1, 0, 1, 0);
  const frame = (...parts) => joined(snapshot(), packed(19, joined(one, ...parts), { seq: 2 }));
  const faults = {
    "frame at byte .*handle 2": frame(state(2, [0, 0, 0, 0])),
    "more than": joined(snapshot(), packed(20, bytes("QII", 1, 0xffffffff, 0))),
    "byte 0: 8 bytes are missing at 0 of 4": packed(27, utf8("1234")),
    "version 2": packed(24, bytes(""), { version: 2 }),
    "not finite": frame(state(1, [NaN, 0, 0, 0])),
    "UTF-8": packed(26, joined(bytes("HB", 1, 0xff), string(""))),
    "the parent": packed(18, joined(
      bytes("QQfffIII", 1, 1, 1, 1, 1, 0, 1, 0), bytes("IIfff", 5, 0, 0, 0, 0),
      state(0, [0, 0, 0, 0]), string("a"))),
    "16777217 bytes": bytes("IHBBQQ", 2 ** 24 + 1, 19, 1, 0, 0, 0),
  };
  for (const [text, data] of Object.entries(faults)) {
    assert.throws(() => decoded(data), (error) => {
      assert.ok(error instanceof WireError);
      assert.match(error.message, new RegExp(text));
      assert.equal(typeof error.offset, "number");
      return true;
    }, text);
  }
});

test("after an error there is nothing more", () => {
  const decoder = new Decoder("binary");
  decoder.feed(joined(packed(24, bytes(""), { version: 2 }), packed(24)));
  assert.throws(() => decoder.next(), WireError);
  assert.throws(() => decoder.next(), WireError);
});

test("blank lines and unknown messages are skipped", () => {
  const data = `\n  \n${line("later", { a: 1 })}${line("idle", { seq: 1, time: 2, x: [] })}`;
  assert.deepEqual(decoded(data, "ndjson"), [{ type: "idle", seq: 1, time: 2 }]);
});

test("what is left out is at its default", () => {
  const view = {
    id: "card", frame: [1, 2, 3, 4], translation: [5, 6], rotation: 0, scale: [1, 1], alpha: 1,
    toScreen: [1, 0, 0, 1, 0, 0], velocity: { translation: [7, 8], rotation: 9 },
  };
  const [frame] = decoded(line("frame", { seq: 1, time: 2, revision: 3, views: [view] }), "ndjson");
  const [given] = frame.views;
  assert.deepEqual([given.shear, given.color, given.visible, given.box], [0, null, true, null]);
  assert.deepEqual(given.velocity, {
    frame: [0, 0, 0, 0], translation: [7, 8], rotation: 9, scale: [0, 0], shear: 0,
  });
  assert.deepEqual([frame.computed, frame.touches], [2, null]);
});

test("lines of replays are read too", () => {
  const frame = { seq: 1, time: 2, revision: 3, views: [], touches: [{ id: 1, x: 2, y: 3 }] };
  const decision = { time: 5, kind: "step", state: "failed", text: "why" };
  assert.deepEqual(
    decoded(line("frame", frame) + line("decision", decision) + line("summary", { frames: 1 }),
      "ndjson"),
    [
      { type: "frame", seq: 1, time: 2, revision: 3, computed: 2, views: [],
        touches: [{ id: 1, x: 2, y: 3 }] },
      { type: "decision", ...decision }, { type: "summary", frames: 1 }]);
});

test("lines that cannot be are errors", () => {
  const idle = (time) => `{"idle":{"seq":1,"time":${time}}}\n`;
  const faults = [
    "nonsense\n", "[]\n", "{}\n", '{"idle":1}\n', '{"idle":{"seq":1}}\n',
    Uint8Array.of(255, 10), '{"idle":{"seq":1,"time":2},"two":{}}\n',
    `${"[".repeat(100000)}\n`, `{"idle":${'{"a":'.repeat(100000)}12345678901234567890}}\n`,
    ...["-1", "1.5", "true", "1".repeat(100000), String(2n ** 64n), "NaN", "1e999"].map(idle),
    '{"error":{"code":"a","message":"\\ud800"}}\n',
    // What an object has of its prototype is not what the message says.
    '{"idle":{"__proto__":{"seq":1,"time":2}}}\n',
    '{"idle":{"__proto__":{"seq":1,"time":2},"a":12345678901234567890}}\n',
    line("welcome", { version: 1, encoding: "ndjson", clock: "monotonic", now: 1, session: "1",
      epoch: 1, rate: "fast" }),
  ];
  for (const data of faults) {
    assert.throws(() => decoded(data, "ndjson"), WireError, String(data).slice(0, 60));
  }
});

test("a line without end is refused at the limit", () => {
  const decoder = new Decoder("ndjson", { limit: 1000 });
  decoder.feed(utf8("{".repeat(1000)));
  assert.equal(decoder.next(), null);
  decoder.feed(utf8("{"));
  assert.throws(() => decoder.next(), /1000 bytes/);
});

test("a long line in small pieces takes no longer", () => {
  const body = utf8(line("reply", { text: "x".repeat(4 << 20) }));
  const decoder = new Decoder("ndjson");
  const begin = performance.now();
  const messages = [];
  for (let place = 0; place < body.length; place += 512) {
    decoder.feed(body.subarray(place, place + 512));
    messages.push(...decoder);
  }
  assert.equal(messages.length, 1);
  assert.ok(performance.now() - begin < 3000);
});

test("many messages at once take no longer than one by one", () => {
  const idle = packed(24, bytes(""), { seq: 2, time: 3 });
  const all = joined(...Array.from({ length: 50000 }, () => idle));
  const begin = performance.now();
  assert.equal(decoded(all).length, 50000);
  assert.ok(performance.now() - begin < 3000);
});

test("what is sent has the lengths of the specification", () => {
  for (const [name, body, length, kind] of [
    ["frame_request", { time: 5 }, 16, 2], ["ping", { id: 1 }, 8, 4], ["resync", {}, 0, 5],
    ["presented", { seq: 1, time: 2, refresh: 3, discarded: true }, 32, 3],
  ]) {
    const data = encode(name, body);
    assert.deepEqual(data.subarray(0, 8), bytes("IHBB", length, kind, 1, 0));
    assert.equal(data.length, 24 + length);
  }
  assert.throws(() => encode("ping", { id: -1 }), /id is -1, not a whole number of 64 bits/);
  assert.throws(() => encode("ping", { id: 0.5 }), RangeError);
  assert.throws(() => encode("frame_request", {}), /time is undefined/);
});

test("other messages are text", () => {
  const data = encode("run", { action: "öffnen", nothing: undefined, away: null });
  assert.deepEqual(
    parse(new TextDecoder().decode(data.subarray(24))), { run: { action: "öffnen", away: null } });
  assert.deepEqual(encode("run", { action: "a" }, "ndjson"), utf8('{"run":{"action":"a"}}\n'));
  assert.throws(() => encode("motion", { rate: NaN }), /NaN is not a finite number/);
});

test("JSON with long numbers is what JSON.parse makes of it, with their digits", () => {
  const source = new Random(9);
  const value = (depth) => source.of([
    () => source.below(1000) - 500, () => source.between(-1, 1) * 10 ** source.below(300),
    () => source.of(["", "é\n\"\\", "12345678901234567890", "[:1234567890123456789", "\u0000"]),
    () => source.of([true, false, null]), () => 2 ** 60, () => -(2 ** 70),
    () => (depth > 4 ? 0 : Array.from({ length: source.below(4) }, () => value(depth + 1))),
    () => (depth > 4 ? 0 : Object.fromEntries(Array.from(
      { length: source.below(4) }, (_, key) => [`${key}"ö`, value(depth + 1)]))),
  ])();
  const rounded = (item) => JSON.parse(
    JSON.stringify(item, (_, part) => (typeof part === "bigint" ? Number(part) : part)));
  for (let round = 0; round < 2000; round += 1) {
    const text = JSON.stringify(value(0), null, source.of([0, 2]));
    // With a number at its end that has to keep its digits.
    const whole = parse(`[${text} , 12345678901234567890]`);
    assert.equal(whole[1], 12345678901234567890n);
    assert.deepEqual(rounded(whole[0]), JSON.parse(text));
    assert.deepEqual(rounded(parse(stringify(whole))[0]), JSON.parse(text));
  }
  for (const text of ["1234567890123456789 1", "[1234567890123456789", "{1234567890123456789:1}",
    "[1234567890123456789,]", "[01234567890123456789]", '["a\n",1234567890123456789]', "",
    "[1234567890123456789 2]", '{"a" 1234567890123456789}', "-"]) {
    assert.throws(() => parse(text), WireError, text);
  }
});
