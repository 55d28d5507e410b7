/** Decodes the daemon's messages from JSON: one object with one key. */

import { WireError } from "./errors.js";
import { parse } from "./json.js";
import { CHANNEL_NUMBERS, CONTACT_PHASES, Fields, GESTURES, GESTURE_PHASES } from "./values.js";
import { numbers } from "./values.js";

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

function welcome(body) {
  return {
    type: "welcome", version: body.integer("version"), encoding: body.string("encoding"),
    clock: body.string("clock"), now: body.time("now"), session: body.string("session"),
    epoch: body.integer("epoch"), rate: body.number("rate"), roles: body.strings("roles"),
    features: body.strings("features"), pacing: body.string("pacing", "timer"),
    unacknowledged: body.integer("unacknowledged", 0),
  };
}

function velocity(body) {
  const given = body.has("velocity") ? body.fields("velocity") : new Fields({}, "velocity");
  return {
    frame: given.numbers("frame", 4, [0, 0, 0, 0]),
    translation: given.numbers("translation", 2, [0, 0]), rotation: given.number("rotation", 0),
    scale: given.numbers("scale", 2, [0, 0]), shear: given.number("shear", 0),
  };
}

/** Reads the state of a view in a frame; null means unchanged. */
function state(body) {
  const moved = body.has("translation");
  const looks = body.has("alpha");
  return {
    id: body.string("id"),
    frame: body.has("frame") ? body.numbers("frame", 4) : null,
    translation: moved ? body.numbers("translation", 2) : null,
    rotation: moved ? body.number("rotation") : null,
    scale: moved ? body.numbers("scale", 2) : null,
    shear: moved ? body.number("shear", 0) : null,
    toScreen: body.has("toScreen") ? body.numbers("toScreen", 6) : null,
    alpha: looks ? body.number("alpha") : null,
    color: looks && body.has("color") ? body.color("color") : null,
    visible: looks ? body.flag("visible", true) : null,
    box: body.has("box") ? body.numbers("box", 4) : null,
    velocity: velocity(body),
  };
}

function text(body) {
  return {
    string: body.string("string"), style: body.optionalString("style"),
    size: body.number("size"), lineHeight: body.number("lineHeight"),
    firstBaseline: body.number("firstBaseline"), lastBaseline: body.number("lastBaseline"),
    lines: body.integer("lines", 0),
  };
}

function snapshotView(item) {
  const body = new Fields(item, "view");
  const given = state(body);
  if (!given.frame || !given.translation || !given.toScreen || given.alpha === null) {
    throw new WireError(`view "${given.id}" of the snapshot has not all of its state`);
  }
  return {
    ...given, parent: body.has("parent") ? body.string("parent") : null,
    cornerRadius: body.number("cornerRadius"), anchor: body.numbers("anchor", 2),
    clips: body.flag("clips"), text: body.has("text") ? text(body.fields("text")) : null,
  };
}

function snapshot(body) {
  const screen = body.fields("screen");
  return {
    type: "snapshot", seq: body.integer("seq"), time: body.time("time"),
    revision: body.integer("revision"), epoch: body.integer("epoch"),
    screen: {
      width: screen.number("width"), height: screen.number("height"),
      scale: screen.number("scale"), background: screen.color("background"),
    },
    views: body.array("views").map(snapshotView),
  };
}

function frame(body) {
  const time = body.time("time");
  return {
    type: "frame", seq: body.integer("seq"), time, revision: body.integer("revision"),
    computed: body.time("computed", time),
    views: body.array("views").map((item) => state(new Fields(item, "view"))),
    // Only in replays.
    touches: body.has("touches") ? body.array("touches").map(placed) : null,
  };
}

function placed(item) {
  const body = new Fields(item, "touch");
  return { id: body.integer("id"), x: body.number("x"), y: body.number("y") };
}

/** Reads a term; null if its kind is unknown. */
function term(body) {
  const kind = body.string("kind");
  const clock = {
    kind, anchor: body.time("anchor"), end: body.has("end") ? body.time("end") : Infinity,
    local: body.number("local", 0), rate: body.number("rate", 1), later: body.flag("later"),
    x: body.number("x", 0),
  };
  if (kind === "spring") {
    const [v, beta, omega2] = ["v", "beta", "omega2"].map((key) => body.number(key));
    return { ...clock, v, beta, omega2 };
  }
  if (kind === "decay") return { ...clock, v: body.number("v"), lambda: body.number("lambda") };
  if (kind !== "curve" && kind !== "keyframes" && kind !== "springCurve") return null;
  const run = {
    ...clock, delay: body.number("delay", 0),
    repeat: body.get("repeat") === null ? Infinity : body.number("repeat", 1),
    duration: body.number("duration"), autoreverses: body.flag("autoreverses"),
    reversed: body.flag("reversed"),
  };
  if (kind === "curve") return { ...run, points: body.numbers("points", 4) };
  if (kind === "keyframes") {
    return { ...run, keys: body.array("keys").map((key) => numbers(key, 6, "key")) };
  }
  const [beta, omega2, speed] = ["beta", "omega2", "velocity"].map((key) => body.number(key));
  return { ...run, beta, omega2, velocity: speed };
}

function channel(item) {
  const body = new Fields(item, "channel");
  let known = true;
  let map = null;
  if (body.has("map")) {
    const given = body.fields("map");
    const source = given.string("source");
    known = given.string("kind") === "tilt" && CHANNEL_NUMBERS.has(source);
    if (known) {
      map = {
        kind: "tilt", source, angle: given.number("angle"), reach: given.number("reach"),
      };
    }
  }
  const terms = body.array("terms", []).map((one) => term(new Fields(one, "term")));
  return {
    view: body.string("view"), channel: body.string("channel"),
    generation: body.integer("generation"), held: body.number("held", 0),
    velocity: body.number("velocity", 0), map, terms: terms.filter((one) => one !== null),
    known: known && !terms.includes(null),
  };
}

/** Reads a channel as in a JSON segment; for tools and tests. */
export const readChannel = channel;

function segment(body) {
  return {
    type: "segment", seq: body.integer("seq"), time: body.time("time"),
    revision: body.integer("revision"), ahead: body.flag("ahead"),
    channels: body.array("channels").map(channel)
      .filter((one) => CHANNEL_NUMBERS.has(one.channel)),
  };
}

function gesture(body) {
  const kind = body.string("kind");
  const phase = body.string("phase");
  if (!GESTURES.includes(kind) || !GESTURE_PHASES.includes(phase)) return null;
  const optional = (key) => (body.has(key) ? body.number(key) : null);
  return {
    type: "gesture", id: body.integer("id"), time: body.time("time"),
    view: body.has("view") ? body.string("view") : null, kind, name: body.optionalString("name"),
    phase, location: body.numbers("location", 2), translation: body.numbers("translation", 2),
    velocity: body.numbers("velocity", 2), scale: optional("scale"),
    scaleVelocity: optional("scaleVelocity"), rotation: optional("rotation"),
    rotationVelocity: optional("rotationVelocity"), injected: body.flag("injected"),
  };
}

function layout(body) {
  return {
    type: "layout", time: body.time("time"),
    transaction: body.has("transaction") ? body.integer("transaction") : null,
    views: body.array("views").map((item) => {
      const view = new Fields(item, "view");
      return {
        id: view.string("id"), from: view.numbers("from", 4), to: view.numbers("to", 4),
      };
    }),
  };
}

function contact(item) {
  const body = new Fields(item, "contact");
  return {
    id: body.integer("id"), phase: body.string("phase"), x: body.number("x"),
    y: body.number("y"), injected: body.flag("injected"),
  };
}

function touch(body) {
  return {
    type: "touch", time: body.time("time"),
    contacts: body.array("contacts").map(contact)
      .filter((one) => CONTACT_PHASES.includes(one.phase)),
  };
}

function done(body) {
  return {
    type: "done", id: body.integer("id"), time: body.time("time"),
    moment: body.string("moment"), interrupted: body.flag("interrupted"),
  };
}

function device(body) {
  return {
    type: "device", id: body.integer("id"), phase: body.string("phase"),
    name: body.string("name"), kind: body.string("kind"),
  };
}

function measure(body) {
  return {
    type: "measure", request: body.integer("request"), view: body.string("view"),
    text: body.string("text"), style: body.optionalString("style"), size: body.number("size"),
    lines: body.integer("lines", 0), width: body.has("width") ? body.number("width") : null,
  };
}

/** A decision about gestures, with all its keys; these three are always present. */
function decision(body) {
  return {
    ...body.value, type: "decision", time: body.time("time"), kind: body.string("kind"),
    text: body.string("text"),
  };
}

const READERS = new Map(Object.entries({
  welcome, snapshot, frame, segment, gesture, layout, touch, done, device, measure, decision,
  idle: (body) => ({ type: "idle", seq: body.integer("seq"), time: body.time("time") }),
  lagged: (body) => ({ type: "lagged", dropped: body.integer("dropped") }),
  error: (body) => (
    { type: "error", code: body.string("code"), message: body.string("message") }),
  pong: (body) => ({ type: "pong", id: body.integer("id"), now: body.time("now") }),
  reply: (body) => ({ ...body.value, type: "reply" }),
  shm: (body) => ({ type: "shm", size: body.integer("size") }),
  summary: (body) => ({ ...body.value, type: "summary" }),
}));
