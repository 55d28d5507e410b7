/**
 * Decodes the daemon's messages from JSON: one object with one key.
 *
 * The readers follow from Sources/Wire/protocol.json, except those for messages with further keys.
 */

import { WireError } from "./errors.js";
import { parse } from "./json.js";
import { Fields, isWhole } from "./values.js";
// generated: line imports
import { CHANNELS, CONTACT_PHASES, EVENT_KINDS, GESTURES, GESTURE_PHASES, MAPS } from "./values.js";
// end of generated

/**
 * Decodes a line; returns null for a message of a later version.
 *
 * `snapback replay --json` prints the same lines. Throws WireError.
 * @param {string} text a line, with or without its newline
 */
export function readLine(text) {
  const value = new Fields(parse(text), "a message").value;
  const names = Object.keys(value);
  if (names.length !== 1) throw new WireError("a message is an object with one key");
  const [name] = names;
  const read = READERS.get(name);
  return read === undefined ? null : read(new Fields(value[name], name));
}

/** Reads a channel as in a JSON segment; for tools and tests. */
export function readChannel(item) {
  return channelFrom(new Fields(item, "channel"));
}

/** Checks the state of a view in a snapshot. */
function checkWhole(state) {
  if (isWhole(state)) return;
  throw new WireError(`view "${state.id}" of the snapshot has not all of its state`);
}

/** A decision about gestures, with all its keys; these three are always present. */
function decisionFrom(body) {
  return {
    ...body.value, type: "decision", time: body.time("time"), kind: body.string("kind"),
    text: body.string("text"),
  };
}

const replyFrom = (body) => ({ ...body.value, type: "reply" });
const summaryFrom = (body) => ({ ...body.value, type: "summary" });

// generated: line readers
/** Reads `welcome`. */
function welcomeFrom(body) {
  return {
    type: "welcome", version: body.integer("version"), encoding: body.string("encoding"),
    clock: body.string("clock"), now: body.time("now"), session: body.string("session"),
    epoch: body.integer("epoch"), rate: body.number("rate"), roles: body.strings("roles"),
    features: body.strings("features"), pacing: body.string("pacing", "timer"),
    unacknowledged: body.integer("unacknowledged", 0),
  };
}

/** Reads `screen`. */
function screenFrom(body) {
  return {
    width: body.number("width"), height: body.number("height"), scale: body.number("scale"),
    background: body.color("background"),
  };
}

/** Reads `movingLook`. */
function movingLookFrom(body) {
  return {
    textColor: body.rgba("textColor"), borderColor: body.rgba("borderColor"),
    fillAlpha: body.number("fillAlpha"), borderWidth: body.number("borderWidth"),
    shadowOpacity: body.number("shadowOpacity"), shadowRadius: body.number("shadowRadius"),
    shadowOffset: body.numbers("shadowOffset", 2),
  };
}

/** Reads `velocity`. */
function velocityFrom(body) {
  return {
    frame: body.numbers("frame", 4, [0, 0, 0, 0]),
    translation: body.numbers("translation", 2, [0, 0]), rotation: body.number("rotation", 0),
    scale: body.numbers("scale", 2, [0, 0]), shear: body.number("shear", 0),
  };
}

/** Reads `state`. */
function stateFrom(body) {
  const translation = body.numbers("translation", 2, null);
  const alpha = body.number("alpha", null);
  return {
    id: body.string("id"), frame: body.numbers("frame", 4, null), translation,
    rotation: translation === null ? null : body.number("rotation"),
    scale: translation === null ? null : body.numbers("scale", 2),
    shear: translation === null ? null : body.number("shear", 0), alpha,
    color: alpha === null ? null : body.color("color", null),
    visible: alpha === null ? null : body.flag("visible", true),
    cornerRadius: body.number("cornerRadius", null),
    look: body.has("look") ? movingLookFrom(body.fields("look")) : null,
    toScreen: body.numbers("toScreen", 6, null), box: body.numbers("box", 4, null),
    velocity: velocityFrom(body.fields("velocity", {})),
  };
}

/** Reads `text`. */
function textFrom(body) {
  return {
    string: body.string("string"), style: body.optionalString("style"), size: body.number("size"),
    lineHeight: body.number("lineHeight"), firstBaseline: body.number("firstBaseline"),
    lastBaseline: body.number("lastBaseline"), lines: body.integer("lines", 0),
  };
}

/** Reads `view`. */
function viewFrom(body) {
  const state = stateFrom(body);
  checkWhole(state);
  return {
    ...state, parent: body.string("parent", null), cornerRadius: body.number("cornerRadius"),
    clips: body.flag("clips"), anchor: body.numbers("anchor", 2),
    text: body.has("text") ? textFrom(body.fields("text")) : null,
  };
}

/** Reads `snapshot`. */
function snapshotFrom(body) {
  return {
    type: "snapshot", seq: body.integer("seq"), time: body.time("time"),
    revision: body.integer("revision"), epoch: body.integer("epoch"),
    screen: screenFrom(body.fields("screen")), views: body.items("views", viewFrom),
  };
}

/** Reads `place`. */
function placeFrom(body) {
  return { id: body.integer("id"), x: body.number("x"), y: body.number("y") };
}

/** Reads `frame`. */
function frameFrom(body) {
  const time = body.time("time");
  return {
    type: "frame", seq: body.integer("seq"), time, computed: body.time("computed", time),
    revision: body.integer("revision"), views: body.items("views", stateFrom),
    touches: body.has("touches") ? body.items("touches", placeFrom) : null,
  };
}

/** Reads `map`; null if it is of an unknown kind. */
function mapFrom(body) {
  const kind = body.string("kind");
  const source = body.string("source");
  if (!MAPS.includes(kind) || !CHANNELS.includes(source)) return null;
  return { kind, source, angle: body.number("angle"), reach: body.number("reach") };
}

/** Reads `term`; null if it is of an unknown kind. */
function termFrom(body) {
  const kind = body.string("kind");
  const anchor = body.time("anchor");
  const end = body.time("end", Infinity);
  const local = body.number("local", 0);
  const rate = body.number("rate", 1);
  const later = body.flag("later");
  const reversed = body.flag("reversed");
  const autoreverses = body.flag("autoreverses");
  switch (kind) {
    case "spring":
      return {
        kind: "spring", anchor, end, local, rate, later, x: body.number("x", 0),
        v: body.number("v"), beta: body.number("beta"), omega2: body.number("omega2"),
      };
    case "decay":
      return {
        kind: "decay", anchor, end, local, rate, later, x: body.number("x", 0), v: body.number("v"),
        lambda: body.number("lambda"),
      };
    case "curve":
      return {
        kind: "curve", anchor, end, local, rate, later, reversed, autoreverses,
        x: body.number("x", 0), delay: body.number("delay", 0), repeat: body.repeat("repeat", 1),
        duration: body.number("duration"), points: body.numbers("points", 4),
      };
    case "keyframes":
      return {
        kind: "keyframes", anchor, end, local, rate, later, reversed, autoreverses,
        x: body.number("x", 0), delay: body.number("delay", 0), repeat: body.repeat("repeat", 1),
        duration: body.number("duration"), keys: body.rows("keys", 6),
      };
    case "springCurve":
      return {
        kind: "springCurve", anchor, end, local, rate, later, reversed, autoreverses,
        x: body.number("x", 0), delay: body.number("delay", 0), repeat: body.repeat("repeat", 1),
        duration: body.number("duration"), beta: body.number("beta"), omega2: body.number("omega2"),
        velocity: body.number("velocity"),
      };
    case "pieces":
      return {
        kind: "pieces", anchor, end, local, rate, later, x: body.number("x", 0),
        error: body.number("error"), knots: body.rows("knots", 3),
      };
    default:
      return null;
  }
}

/** Reads `channel`; null if it is of an unknown kind. */
function channelFrom(body) {
  const channel = body.string("channel");
  if (!CHANNELS.includes(channel)) return null;
  const map = body.has("map") ? mapFrom(body.fields("map")) : null;
  const terms = body.items("terms", termFrom, []);
  return {
    view: body.string("view"), channel, generation: body.integer("generation"),
    held: body.number("held", 0), velocity: body.number("velocity", 0), map, terms,
    known: terms.length === body.array("terms", []).length && (map !== null || !body.has("map")),
  };
}

/** Reads `segment`. */
function segmentFrom(body) {
  return {
    type: "segment", seq: body.integer("seq"), time: body.time("time"),
    revision: body.integer("revision"), ahead: body.flag("ahead"),
    channels: body.items("channels", channelFrom),
  };
}

/** Reads `gesture`; null if it is of an unknown kind. */
function gestureFrom(body) {
  const kind = body.string("kind");
  const phase = body.string("phase");
  if (!GESTURES.includes(kind) || !GESTURE_PHASES.includes(phase)) return null;
  const scale = body.number("scale", null);
  const rotation = body.number("rotation", null);
  return {
    type: "gesture", id: body.integer("id"), time: body.time("time"),
    view: body.string("view", null), kind, name: body.optionalString("name"), phase,
    location: body.numbers("location", 2), translation: body.numbers("translation", 2),
    velocity: body.numbers("velocity", 2), scale,
    scaleVelocity: scale === null ? null : body.number("scaleVelocity"), rotation,
    rotationVelocity: rotation === null ? null : body.number("rotationVelocity"),
    injected: body.flag("injected"),
  };
}

/** Reads `layoutChange`. */
function layoutChangeFrom(body) {
  return { id: body.string("id"), from: body.numbers("from", 4), to: body.numbers("to", 4) };
}

/** Reads `layout`. */
function layoutFrom(body) {
  return {
    type: "layout", time: body.time("time"), transaction: body.integer("transaction", null),
    views: body.items("views", layoutChangeFrom),
  };
}

/** Reads `done`. */
function doneFrom(body) {
  return {
    type: "done", id: body.integer("id"), time: body.time("time"), moment: body.string("moment"),
    interrupted: body.flag("interrupted"),
  };
}

/** Reads `device`. */
function deviceFrom(body) {
  return {
    type: "device", id: body.integer("id"), phase: body.string("phase"), name: body.string("name"),
    kind: body.string("kind"),
  };
}

/** Reads `contact`; null if it is of an unknown kind. */
function contactFrom(body) {
  const phase = body.string("phase");
  if (!CONTACT_PHASES.includes(phase)) return null;
  return {
    id: body.integer("id"), phase, x: body.number("x"), y: body.number("y"),
    injected: body.flag("injected"),
  };
}

/** Reads `touch`. */
function touchFrom(body) {
  return { type: "touch", time: body.time("time"), contacts: body.items("contacts", contactFrom) };
}

/** Reads `event`; null if it is of an unknown kind. */
function eventFrom(body) {
  const kind = body.string("kind");
  if (!EVENT_KINDS.includes(kind)) return null;
  return {
    type: "event", kind, time: body.time("time"), name: body.optionalString("name"),
    view: body.optionalString("view"), at: body.optionalString("at"),
    velocity: body.numbers("velocity", 2), feedback: body.optionalString("feedback"),
    noticed: body.integer("noticed", null),
  };
}

/** Reads `look`. */
function lookFrom(body) {
  return {
    id: body.string("id"), textColor: body.rgba("textColor"), borderColor: body.rgba("borderColor"),
    fillAlpha: body.number("fillAlpha"), borderWidth: body.number("borderWidth"),
    shadowOpacity: body.number("shadowOpacity"), shadowRadius: body.number("shadowRadius"),
    shadowOffset: body.numbers("shadowOffset", 2), shadowColor: body.rgba("shadowColor"),
    fontWeight: body.integer("fontWeight"), textAlignment: body.string("textAlignment"),
    verticalAlignment: body.string("verticalAlignment"), truncation: body.string("truncation"),
    image: body.optionalString("image"), data: body.optionalString("data"),
  };
}

/** Reads `looks`. */
function looksFrom(body) {
  return { type: "looks", time: body.time("time"), views: body.items("views", lookFrom) };
}

/** Reads `measure`. */
function measureFrom(body) {
  return {
    type: "measure", request: body.integer("request"), view: body.string("view"),
    text: body.string("text"), style: body.optionalString("style"), size: body.number("size"),
    lines: body.integer("lines", 0), width: body.number("width", null),
  };
}

const READERS = new Map(Object.entries({
  welcome: welcomeFrom,
  snapshot: snapshotFrom,
  frame: frameFrom,
  segment: segmentFrom,
  gesture: gestureFrom,
  layout: layoutFrom,
  done: doneFrom,
  idle: (body) => ({ type: "idle", seq: body.integer("seq"), time: body.time("time") }),
  lagged: (body) => ({ type: "lagged", dropped: body.integer("dropped") }),
  error: (body) => ({ type: "error", code: body.string("code"), message: body.string("message") }),
  pong: (body) => ({ type: "pong", id: body.integer("id"), now: body.time("now") }),
  device: deviceFrom,
  touch: touchFrom,
  shm: (body) => ({ type: "shm", size: body.integer("size") }),
  event: eventFrom,
  looks: looksFrom,
  measure: measureFrom,
  decision: decisionFrom,
  reply: replyFrom,
  summary: summaryFrom,
}));
// end of generated
