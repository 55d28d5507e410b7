/**
 * Decodes the daemon's messages from the binary encoding; see docs/protocol-binary.md.
 *
 * The readers follow from Sources/Wire/protocol.json; checks of several fields are written by hand.
 *
 * @typedef {import("./messages.js").Count} Count
 * @typedef {import("./payload.js").Payload} Payload
 */

import { readLine } from "./ndjson.js";
import { checkWhole, nameOf, namesOf, utf8 } from "./payload.js";
// generated: binary imports
import {
  CHANNELS, CLOCKS, CONTACT_PHASES, DEVICE_PHASES, EVENT_KINDS, FEATURES, GESTURES, GESTURE_PHASES,
  MAPS, MOMENTS, PACINGS, ROLES, TEXT_ALIGNMENTS, TRUNCATIONS, VERTICAL_ALIGNMENTS,
} from "./values.js";
// end of generated

function readJSON(r) {
  return readLine(utf8(r.bytes, r.start, r.start + r.length));
}

// generated: binary readers
const defaultVelocity = () => ({
  frame: [0, 0, 0, 0], translation: [0, 0], rotation: 0, scale: [0, 0], shear: 0,
});

/** Reads `welcome`. */
function readWelcome(r, seq, time) {
  const version = r.u16();
  const roles = namesOf(r.u16(), ROLES);
  const features = namesOf(r.u32(), FEATURES);
  const session = r.hexadecimal();
  const epoch = r.u64();
  const rate = r.f64();
  const clock = nameOf(r.u8(), CLOCKS);
  const pacing = nameOf(r.u8(), PACINGS);
  r.skip(2);
  return {
    type: "welcome", version, encoding: "binary", clock, now: time, session, epoch, rate, roles,
    features, pacing, unacknowledged: r.u32(),
  };
}

/** Reads `screen`. */
function readScreen(r) {
  return { width: r.f32(), height: r.f32(), scale: r.f32(), background: r.color() };
}

/** Reads `movingLook`. */
function readMovingLook(r) {
  return {
    textColor: r.rgba(), borderColor: r.rgba(), fillAlpha: r.f32(), borderWidth: r.f32(),
    shadowOpacity: r.f32(), shadowRadius: r.f32(), shadowOffset: r.floats(2),
  };
}

/** Reads `velocity`. */
function readVelocity(r) {
  return {
    frame: r.floats(4), translation: r.floats(2), rotation: r.f32(), scale: r.floats(2),
    shear: r.f32(),
  };
}

/** Reads `state`. */
function readState(r, id) {
  const mask = r.mask(447);
  r.skip(2);
  const frame = mask & 1 ? r.floats(4) : null;
  const translation = mask & 2 ? r.floats(2) : null;
  const rotation = mask & 2 ? r.f32() : null;
  const scale = mask & 2 ? r.floats(2) : null;
  const shear = mask & 2 ? r.f32() : null;
  const toScreen = mask & 4 ? r.floats(6) : null;
  const alpha = mask & 8 ? r.f32() : null;
  const color = mask & 8 ? r.optionalColor() : null;
  const flags = mask & 8 ? r.u32() : 0;
  const box = mask & 16 ? r.floats(4) : null;
  const velocity = mask & 32 ? readVelocity(r) : defaultVelocity();
  return {
    id, frame, translation, rotation, scale, shear, alpha, color,
    visible: mask & 8 ? (flags & 1) !== 0 : null,
    cornerRadius: (mask & 192) === 128 ? r.f32() : null,
    look: (mask & 320) === 256 ? readMovingLook(r) : null, toScreen, box, velocity,
  };
}

/** Reads `text`. */
function readText(r) {
  return {
    string: r.string(), style: r.string() || null, size: r.f32(), lineHeight: r.f32(),
    firstBaseline: r.f32(), lastBaseline: r.f32(), lines: r.u32(),
  };
}

/** Reads `view`. */
function readView(r, views) {
  const parent = r.earlier(views);
  const flags = r.u32();
  const cornerRadius = r.f32();
  const anchor = r.floats(2);
  r.skip(4);
  const state = readState(r, "");
  checkWhole(r, state, views.length);
  return {
    ...state, id: r.string(), parent, cornerRadius, clips: (flags & 1) !== 0, anchor,
    text: flags & 2 ? readText(r) : null,
  };
}

/** Reads `snapshot`. */
function readSnapshot(r, seq, time) {
  const revision = r.u64();
  const epoch = r.u64();
  const screen = readScreen(r);
  const count = r.count(30);
  r.skip(4);
  const views = [];
  for (let place = 0; place < count; place += 1) views.push(readView(r, views));
  return { type: "snapshot", seq, time, revision, epoch, screen, views };
}

/** Reads `frame`. */
function readFrame(r, seq, time) {
  const revision = r.u64();
  const computed = r.time();
  const count = r.count(8);
  r.checkCount(count);
  r.skip(4);
  const views = [];
  for (let place = 0; place < count && !r.isLost; place += 1) views.push(readState(r, r.view()));
  return { type: "frame", seq, time, computed, revision, views, touches: null };
}

/** Reads `map`; null if it is of an unknown kind. */
function readMap(r, kind) {
  const source = CHANNELS[r.u16()];
  r.skip(6);
  const angle = r.f64();
  const reach = r.f64();
  if (kind === undefined || source === undefined) return null;
  return { kind, source, angle, reach };
}

/** Reads `term`; null if it is of an unknown kind. */
function readTerm(r) {
  const start = r.at;
  const kind = r.u8();
  const flags = r.u8();
  const count = r.u16();
  const length = r.u32();
  r.checkLength(start, length, 40);
  const anchor = r.time();
  const end = r.end();
  const local = r.f64();
  const rate = r.f64();
  let term = null;
  switch (kind) {
    case 1:
      term = {
        kind: "spring", anchor, end, local, rate, later: (flags & 1) !== 0, x: r.f64(), v: r.f64(),
        beta: r.f64(), omega2: r.f64(),
      };
      break;
    case 2:
      term = {
        kind: "decay", anchor, end, local, rate, later: (flags & 1) !== 0, x: r.f64(), v: r.f64(),
        lambda: r.f64(),
      };
      break;
    case 3:
      term = {
        kind: "curve", anchor, end, local, rate, later: (flags & 1) !== 0,
        reversed: (flags & 2) !== 0, autoreverses: (flags & 4) !== 0, x: r.f64(), delay: r.f64(),
        repeat: r.repeat(), duration: r.f64(), points: r.doubles(4),
      };
      break;
    case 4:
      term = {
        kind: "keyframes", anchor, end, local, rate, later: (flags & 1) !== 0,
        reversed: (flags & 2) !== 0, autoreverses: (flags & 4) !== 0, x: r.f64(), delay: r.f64(),
        repeat: r.repeat(), duration: r.f64(), keys: r.rows(count, 6),
      };
      break;
    case 5:
      term = {
        kind: "springCurve", anchor, end, local, rate, later: (flags & 1) !== 0,
        reversed: (flags & 2) !== 0, autoreverses: (flags & 4) !== 0, x: r.f64(), delay: r.f64(),
        repeat: r.repeat(), duration: r.f64(), beta: r.f64(), omega2: r.f64(), velocity: r.f64(),
      };
      break;
    case 6:
      term = {
        kind: "pieces", anchor, end, local, rate, later: (flags & 1) !== 0, x: r.f64(),
        error: r.f64(), knots: r.rows(count, 3),
      };
      break;
  }
  r.leave(start, length);
  return term;
}

/** Reads `channel`; null if it is of an unknown kind. */
function readChannel(r) {
  const view = r.view();
  const channel = CHANNELS[r.u16()];
  const mapKind = r.u8();
  const count = r.u8();
  const generation = r.u64();
  const held = r.f64();
  const velocity = r.f64();
  const map = mapKind !== 0 ? readMap(r, MAPS[mapKind - 1]) : null;
  const terms = [];
  for (let place = 0; place < count; place += 1) {
    const one = readTerm(r);
    if (one !== null) terms.push(one);
  }
  if (channel === undefined) return null;
  return {
    view, channel, generation, held, velocity, map, terms,
    known: terms.length === count && (map !== null || mapKind === 0),
  };
}

/** Reads `segment`. */
function readSegment(r, seq, time) {
  const revision = r.u64();
  const count = r.count(32);
  const flags = r.u32();
  const channels = [];
  for (let place = 0; place < count; place += 1) {
    const one = readChannel(r);
    if (one !== null) channels.push(one);
  }
  return { type: "segment", seq, time, revision, ahead: (flags & 1) !== 0, channels };
}

/** Reads `gesture`; null if it is of an unknown kind. */
function readGesture(r, seq, time) {
  const id = r.u64();
  const view = r.optionalView();
  const kind = GESTURES[r.u8()];
  const phase = GESTURE_PHASES[r.u8()];
  const flags = r.u8();
  r.skip(1);
  const location = r.floats(2);
  const translation = r.floats(2);
  const velocity = r.floats(2);
  const scale = r.f32();
  const scaleVelocity = r.f32();
  const rotation = r.f32();
  const rotationVelocity = r.f32();
  const name = r.string() || null;
  if (kind === undefined || phase === undefined) return null;
  return {
    type: "gesture", id, time, view, kind, name, phase, location, translation, velocity,
    scale: flags & 1 ? scale : null, scaleVelocity: flags & 1 ? scaleVelocity : null,
    rotation: flags & 2 ? rotation : null, rotationVelocity: flags & 2 ? rotationVelocity : null,
    injected: (flags & 4) !== 0,
  };
}

/** Reads `layoutChange`. */
function readLayoutChange(r) {
  const id = r.view();
  r.skip(4);
  return { id, from: r.floats(4), to: r.floats(4) };
}

/** Reads `layout`. */
function readLayout(r, seq, time) {
  const transaction = r.u64() || null;
  const count = r.count(40);
  r.skip(4);
  const views = [];
  for (let place = 0; place < count; place += 1) views.push(readLayoutChange(r));
  return { type: "layout", time, transaction, views };
}

/** Reads `done`. */
function readDone(r, seq, time) {
  const id = r.u64();
  const moment = nameOf(r.u8(), MOMENTS);
  const interrupted = r.u8() !== 0;
  r.skip(6);
  return { type: "done", id, time, moment, interrupted };
}

/** Reads `device`. */
function readDevice(r) {
  const id = r.u64();
  const phase = nameOf(r.u8(), DEVICE_PHASES);
  r.skip(7);
  return { type: "device", id, phase, name: r.string(), kind: r.string() };
}

/** Reads `contact`; null if it is of an unknown kind. */
function readContact(r) {
  const id = r.u64();
  const phase = CONTACT_PHASES[r.u8()];
  const flags = r.u8();
  r.skip(2);
  const x = r.f32();
  const y = r.f32();
  r.skip(4);
  if (phase === undefined) return null;
  return { id, phase, x, y, injected: (flags & 1) !== 0 };
}

/** Reads `touch`. */
function readTouch(r, seq, time) {
  const count = r.count(24);
  r.skip(4);
  const contacts = [];
  for (let place = 0; place < count; place += 1) {
    const one = readContact(r);
    if (one !== null) contacts.push(one);
  }
  return { type: "touch", time, contacts };
}

/** Reads `event`; null if it is of an unknown kind. */
function readEvent(r, seq, time) {
  const kind = EVENT_KINDS[r.u8()];
  r.skip(7);
  const noticed = r.u64() || null;
  const velocity = r.floats(2);
  const name = r.string() || null;
  const view = r.string() || null;
  const at = r.string() || null;
  const feedback = r.string() || null;
  if (kind === undefined) return null;
  return { type: "event", kind, time, name, view, at, velocity, feedback, noticed };
}

/** Reads `look`. */
function readLook(r) {
  const id = r.view();
  const textColor = r.rgba();
  const borderColor = r.rgba();
  const fillAlpha = r.f32();
  const borderWidth = r.f32();
  const shadowOpacity = r.f32();
  const shadowRadius = r.f32();
  const shadowOffset = r.floats(2);
  const shadowColor = r.rgba();
  const fontWeight = r.u16();
  const textAlignment = nameOf(r.u8(), TEXT_ALIGNMENTS);
  const verticalAlignment = nameOf(r.u8(), VERTICAL_ALIGNMENTS);
  const truncation = nameOf(r.u8(), TRUNCATIONS);
  r.skip(3);
  return {
    id, textColor, borderColor, fillAlpha, borderWidth, shadowOpacity, shadowRadius, shadowOffset,
    shadowColor, fontWeight, textAlignment, verticalAlignment, truncation,
    image: r.string() || null, data: r.string() || null,
  };
}

/** Reads `looks`. */
function readLooks(r, seq, time) {
  const count = r.count(52);
  r.skip(4);
  const views = [];
  for (let place = 0; place < count; place += 1) views.push(readLook(r));
  return { type: "looks", time, views };
}

/**
 * The name and the reader of each message, by number.
 * @type {Map<number, [string, (r: Payload, seq: Count, time: number) => any]>}
 */
export const READERS = new Map([
  [1, ["text", readJSON]],
  [16, ["welcome", readWelcome]],
  [18, ["snapshot", readSnapshot]],
  [19, ["frame", readFrame]],
  [20, ["segment", readSegment]],
  [21, ["gesture", readGesture]],
  [22, ["layout", readLayout]],
  [23, ["done", readDone]],
  [24, ["idle", (r, seq, time) => ({ type: "idle", seq, time })]],
  [25, ["lagged", (r) => ({ type: "lagged", dropped: r.u64() })]],
  [26, ["error", (r) => ({ type: "error", code: r.string(), message: r.string() })]],
  [27, ["pong", (r, seq, time) => ({ type: "pong", id: r.u64(), now: time })]],
  [29, ["device", readDevice]],
  [30, ["touch", readTouch]],
  [32, ["shm", (r) => ({ type: "shm", size: r.u64() })]],
  [33, ["event", readEvent]],
  [34, ["looks", readLooks]],
]);
// end of generated
