/**
 * Decodes the daemon's messages from the binary encoding; see docs/protocol-binary.md.
 *
 * @typedef {import("./messages.js").Count} Count
 * @typedef {import("./payload.js").Payload} Payload
 */

import { WireError } from "./errors.js";
import { readLine } from "./ndjson.js";
import { utf8 } from "./payload.js";
import { CHANNELS, CONTACT_PHASES, FEATURES, GESTURES, GESTURE_PHASES, ROLES, color }
  from "./values.js";

const NO_VIEW = 0xffffffff;
const CLOCKS = ["monotonic", "replay"];
const PACINGS = ["timer", "pull", "push"];
// The known bits of the mask of a state.
const KNOWN_MASK = 0b111111;

const bits = (value, names) => names.filter((_, bit) => value & (1 << bit));
/** The name for a number; an unknown number from a later version is returned as text. */
const name = (number, names) => names[number] ?? String(number);

function welcome(r, seq, time) {
  const [version, roles, features] = [r.u16(), r.u16(), r.u32()];
  const session = r.word().toString(16).padStart(16, "0");
  const [epoch, rate, clock, pacing] = [r.u64(), r.f64(), r.u8(), r.u8()];
  r.skip(2);
  return {
    type: "welcome", version, encoding: "binary", clock: name(clock, CLOCKS), now: time, session,
    epoch, rate, roles: bits(roles, ROLES), features: bits(features, FEATURES),
    pacing: name(pacing, PACINGS), unacknowledged: r.u32(),
  };
}

/** Reads the fields of a state whose bits are set; the others are null. */
function fields(r, id, mask) {
  const frame = mask & 1 ? r.floats(4) : null;
  const t = mask & 2 ? r.floats(6) : null;
  const toScreen = mask & 4 ? r.floats(6) : null;
  const alpha = mask & 8 ? r.f32() : null;
  const fill = mask & 8 ? r.u32() : 0;
  const flags = mask & 8 ? r.u32() : 0;
  const box = mask & 16 ? r.floats(4) : null;
  const v = mask & 32 ? r.floats(10) : [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  return {
    id, frame,
    translation: t && [t[0], t[1]], rotation: t && t[2], scale: t && [t[3], t[4]],
    shear: t && t[5],
    toScreen, alpha, color: fill >>> 24 ? color(fill) : null,
    visible: mask & 8 ? (flags & 1) !== 0 : null,
    box,
    velocity: {
      frame: [v[0], v[1], v[2], v[3]], translation: [v[4], v[5]], rotation: v[6],
      scale: [v[7], v[8]], shear: v[9],
    },
  };
}

function text(r) {
  const [string, style] = [r.string(), r.string()];
  const [size, lineHeight, firstBaseline, lastBaseline] = r.floats(4);
  return {
    string, style: style || null, size, lineHeight, firstBaseline, lastBaseline, lines: r.u32(),
  };
}

function snapshotView(r, place, views) {
  const [parent, flags, cornerRadius] = [r.u32(), r.u32(), r.f32()];
  const anchor = r.floats(2);
  r.skip(4);
  const mask = r.u16();
  r.skip(2);
  const state = fields(r, "", mask);
  if (mask & ~KNOWN_MASK) {
    throw new WireError(`view ${place} has fields that are not known, so its name is not found`);
  }
  state.id = r.string();
  if (parent >= place && parent !== NO_VIEW) {
    throw new WireError(`the parent of view ${place} is ${parent}, not one before it`);
  }
  if ((mask & 15) !== 15) {
    throw new WireError(`view ${place} of the snapshot has not all of its state`);
  }
  return {
    ...state, parent: parent === NO_VIEW ? null : views[parent].id, cornerRadius, anchor,
    clips: (flags & 1) !== 0, text: flags & 2 ? text(r) : null,
  };
}

function snapshot(r, seq, time) {
  const [revision, epoch, width, height, scale] = [r.u64(), r.u64(), r.f32(), r.f32(), r.f32()];
  const [background, count] = [r.u32(), r.count(22)];
  r.skip(4);
  const views = [];
  for (let place = 0; place < count; place += 1) views.push(snapshotView(r, place, views));
  const screen = { width, height, scale, background: color(background) };
  return { type: "snapshot", seq, time, revision, epoch, screen, views };
}

function frame(r, seq, time) {
  const [revision, computed, count] = [r.u64(), r.time(), r.count(8)];
  r.skip(4);
  if (count > r.names.length) {
    throw new WireError(`a frame of ${count} views; there are ${r.names.length}`);
  }
  const views = [];
  while (views.length < count) {
    const id = r.view();
    const mask = r.u16();
    r.skip(2);
    views.push(fields(r, id, mask));
    // The fields after an unknown one cannot be located.
    if (mask & ~KNOWN_MASK) break;
  }
  return { type: "frame", seq, time, revision, computed, views, touches: null };
}

const TERMS = {
  1: (r, clock) => {
    const [x, v, beta, omega2] = r.doubles(4);
    return { kind: "spring", ...clock, x, v, beta, omega2 };
  },
  2: (r, clock) => {
    const [x, v, lambda] = r.doubles(3);
    return { kind: "decay", ...clock, x, v, lambda };
  },
  3: (r, clock, flags) => {
    return { kind: "curve", ...run(r, clock, flags), points: r.doubles(4) };
  },
  4: (r, clock, flags, count) => {
    const term = { kind: "keyframes", ...run(r, clock, flags), keys: [] };
    for (let key = 0; key < count; key += 1) term.keys.push(r.doubles(6));
    return term;
  },
  5: (r, clock, flags) => {
    const term = { kind: "springCurve", ...run(r, clock, flags) };
    const [beta, omega2, velocity] = r.doubles(3);
    return { ...term, beta, omega2, velocity };
  },
};

function run(r, clock, flags) {
  const [x, delay] = r.doubles(2);
  const [repeat, duration] = [r.repeat(), r.f64()];
  return {
    ...clock, x, delay, repeat, duration, autoreverses: (flags & 4) !== 0,
    reversed: (flags & 2) !== 0,
  };
}

/** Reads a term; null if its kind is unknown. */
function term(r) {
  const start = r.at;
  const [kind, flags, keys, length] = [r.u8(), r.u8(), r.u16(), r.u32()];
  if (length < 40 || length > r.length - start) {
    throw new WireError(`a term of ${length} bytes at ${start}`);
  }
  const anchor = r.time();
  const end = r.end();
  const [local, rate] = r.doubles(2);
  const clock = { anchor, end, local, rate, later: (flags & 1) !== 0 };
  const result = TERMS[kind]?.(r, clock, flags, keys) ?? null;
  if (r.at > start + length) {
    throw new WireError(`the term at ${start} is longer than its ${length} bytes`);
  }
  r.at = start + length;
  return result;
}

/** Reads a channel; null if it is unknown. */
function channel(r) {
  const view = r.view();
  const [number, mapKind, count, generation] = [r.u16(), r.u8(), r.u8(), r.u64()];
  const [held, velocity] = r.doubles(2);
  let known = true;
  let map = null;
  if (mapKind !== 0) {
    const source = CHANNELS[r.u16()];
    r.skip(6);
    const [angle, reach] = r.doubles(2);
    known = mapKind === 1 && source !== undefined;
    if (known) map = { kind: "tilt", source, angle, reach };
  }
  const terms = [];
  for (let place = 0; place < count; place += 1) {
    const one = term(r);
    if (one === null) known = false;
    else terms.push(one);
  }
  if (number >= CHANNELS.length) return null;
  return { view, channel: CHANNELS[number], generation, held, velocity, map, terms, known };
}

function segment(r, seq, time) {
  const [revision, count, flags] = [r.u64(), r.count(32), r.u32()];
  const channels = [];
  for (let place = 0; place < count; place += 1) {
    const one = channel(r);
    if (one !== null) channels.push(one);
  }
  return { type: "segment", seq, time, revision, ahead: (flags & 1) !== 0, channels };
}

function gesture(r, seq, time) {
  const [id, view, kind, phase, flags] = [r.u64(), r.optionalView(), r.u8(), r.u8(), r.u8()];
  r.skip(1);
  const v = r.floats(10);
  const given = r.string();
  if (kind >= GESTURES.length || phase >= GESTURE_PHASES.length) return null;
  const [scaled, turned] = [(flags & 1) !== 0, (flags & 2) !== 0];
  return {
    type: "gesture", id, time, view, kind: GESTURES[kind], name: given || null,
    phase: GESTURE_PHASES[phase], location: [v[0], v[1]], translation: [v[2], v[3]],
    velocity: [v[4], v[5]], scale: scaled ? v[6] : null, scaleVelocity: scaled ? v[7] : null,
    rotation: turned ? v[8] : null, rotationVelocity: turned ? v[9] : null,
    injected: (flags & 4) !== 0,
  };
}

function layout(r, seq, time) {
  const [transaction, count] = [r.u64(), r.count(40)];
  r.skip(4);
  const views = [];
  for (let place = 0; place < count; place += 1) {
    const id = r.view();
    r.skip(4);
    views.push({ id, from: r.floats(4), to: r.floats(4) });
  }
  return { type: "layout", time, transaction: transaction || null, views };
}

function touch(r, seq, time) {
  const count = r.count(24);
  r.skip(4);
  const contacts = [];
  for (let place = 0; place < count; place += 1) {
    const [id, phase, flags] = [r.u64(), r.u8(), r.u8()];
    r.skip(2);
    const [x, y] = r.floats(2);
    r.skip(4);
    if (phase < CONTACT_PHASES.length) {
      contacts.push({ id, phase: CONTACT_PHASES[phase], x, y, injected: (flags & 1) !== 0 });
    }
  }
  return { type: "touch", time, contacts };
}

function done(r, seq, time) {
  const [id, moment, interrupted] = [r.u64(), r.u8(), r.u8()];
  r.skip(6);
  return {
    type: "done", id, time, moment: name(moment, ["finished", "settled"]),
    interrupted: interrupted !== 0,
  };
}

function device(r) {
  const [id, phase] = [r.u64(), r.u8()];
  r.skip(7);
  return {
    type: "device", id, phase: name(phase, ["removed", "added"]), name: r.string(),
    kind: r.string(),
  };
}

/**
 * The name and the reader of each message, by number.
 * @type {Map<number, [string, (r: Payload, seq: Count, time: number) => any]>}
 */
export const READERS = new Map([
  [1, ["text", (r) => readLine(utf8(r.bytes, r.start, r.start + r.length))]],
  [16, ["welcome", welcome]],
  [18, ["snapshot", snapshot]],
  [19, ["frame", frame]],
  [20, ["segment", segment]],
  [21, ["gesture", gesture]],
  [22, ["layout", layout]],
  [23, ["done", done]],
  [24, ["idle", (r, seq, time) => ({ type: "idle", seq, time })]],
  [25, ["lagged", (r) => ({ type: "lagged", dropped: r.u64() })]],
  [26, ["error", (r) => ({ type: "error", code: r.string(), message: r.string() })]],
  [27, ["pong", (r, seq, time) => ({ type: "pong", id: r.u64(), now: time })]],
  [29, ["device", device]],
  [30, ["touch", touch]],
  [32, ["shm", (r) => ({ type: "shm", size: r.u64() })]],
]);

