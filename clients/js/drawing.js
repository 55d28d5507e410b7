/** Computes what is drawn from channels, by the rules of docs/segments.md. */

import { evaluate } from "./motion.js";
import { CHANNEL_NUMBERS, CHANNELS, color } from "./values.js";

const [LEFT, TOP, RIGHT, BOTTOM, SCROLL_X, SCROLL_Y] = [0, 1, 2, 3, 4, 5];
const [MOVE_X, MOVE_Y, ROTATION, SHEAR, SCALE_X, SCALE_Y] = [6, 7, 8, 9, 10, 11];
const [ALPHA, RED, GREEN, BLUE, LEVER_X, LEVER_Y, RADIUS] = [12, 13, 14, 15, 16, 17, 18];

/** The number of channels that all views have. The channels of looks follow. */
export const VIEW_CHANNELS = RADIUS + 1;

/**
 * The values of channels without a segment, by channel number. Exception: a corner radius and the
 * values of a look are then those of the view.
 */
export const DEFAULTS = CHANNELS.map(
  (name) => (name === "scaleX" || name === "scaleY" || name === "alpha" ? 1 : 0));

// Scratch storage: the channels of the current view and their rates of change.
const values = new Float64Array(VIEW_CHANNELS);
const rates = new Float64Array(VIEW_CHANNELS);
const motion = new Float64Array(2);
const local = new Float64Array(6);

/**
 * A view at one time, with everything needed to draw it.
 *
 * `frame` is in the parent, `toScreen` is the matrix from the view's own coordinates to the screen,
 * `box` is the bounding box on the screen, `alpha` is the view's own, and `color` is null without a
 * fill. `look` is null for a view without a look, and `data` is undefined without one. The scene
 * keeps these objects and overwrites them each time.
 *
 * @typedef {import("./messages.js").SnapshotView} SnapshotView
 * @typedef {import("./messages.js").Pair} Pair
 * @typedef {import("./messages.js").Four} Four
 */
export class Drawn {
  /** @param {SnapshotView} view */
  constructor(view) {
    // generated: appearance keys
    this.id = view.id;
    this.parent = view.parent;
    this.cornerRadius = view.cornerRadius;
    this.clips = view.clips;
    this.anchor = view.anchor;
    this.text = view.text;
    // end of generated
    /** @type {Four} */
    this.frame = [0.5, 0.5, 0.5, 0.5];
    /** @type {Pair} */
    this.translation = [0.5, 0.5];
    this.rotation = 0.5;
    /** @type {Pair} */
    this.scale = [0.5, 0.5];
    this.shear = 0.5;
    /** @type {import("./messages.js").Six} */
    this.toScreen = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
    /** @type {Four} */
    this.box = [0.5, 0.5, 0.5, 0.5];
    this.alpha = 0.5;
    /** @type {string | null} */
    this.color = null;
    this.visible = true;
    /** @type {import("./messages.js").Look | null} */
    this.look = null;
    /** The scene's `data` of the view, as parsed from JSON. */
    this.data = undefined;
    /** @type {import("./messages.js").Velocity} */
    this.velocity = {
      frame: [0.5, 0.5, 0.5, 0.5], translation: [0.5, 0.5], rotation: 0.5, scale: [0.5, 0.5],
      shear: 0.5,
    };
    // The number that `color` was made from; the string is rebuilt only when it changes.
    this.fill = -1;
  }

  /** Copies the state of the last snapshot or frame. */
  copy(view) {
    set(this.frame, view.frame);
    set(this.translation, view.translation);
    set(this.scale, view.scale);
    set(this.toScreen, view.toScreen);
    set(this.velocity.frame, view.velocity.frame);
    set(this.velocity.translation, view.velocity.translation);
    set(this.velocity.scale, view.velocity.scale);
    this.rotation = view.rotation;
    this.shear = view.shear;
    this.velocity.rotation = view.velocity.rotation;
    this.velocity.shear = view.velocity.shear;
    this.alpha = view.alpha;
    this.visible = view.visible;
    this.cornerRadius = view.cornerRadius;
    this.color = view.color;
    this.fill = -1;
    bound(this);
  }
}

function set(target, source) {
  for (let place = 0; place < target.length; place += 1) target[place] = source[place];
}

/** Computes the bounding box of a view on the screen. */
function bound(drawn) {
  const { box, frame, toScreen } = drawn;
  const ax = toScreen[0] * frame[2];
  const ay = toScreen[1] * frame[2];
  const bx = toScreen[2] * frame[3];
  const by = toScreen[3] * frame[3];
  box[0] = toScreen[4] + Math.min(0, ax) + Math.min(0, bx);
  box[1] = toScreen[5] + Math.min(0, ay) + Math.min(0, by);
  box[2] = Math.abs(ax) + Math.abs(bx);
  box[3] = Math.abs(ay) + Math.abs(by);
}

/** Evaluates the channels of a view at a time, into `values` and `rates`. O(terms). */
function read(motions, time) {
  for (let number = 0; number < motions.length; number += 1) {
    const channel = motions[number];
    if (channel === null) {
      values[number] = DEFAULTS[number];
      rates[number] = 0;
      continue;
    }
    let source = null;
    if (channel.map !== null) source = motions[CHANNEL_NUMBERS.get(channel.map.source)];
    evaluate(channel, time, source, motion);
    values[number] = motion[0];
    rates[number] = motion[1];
  }
}

/** The origin of a view's content on the unscrolled screen, and its velocity. */
export class Origin {
  constructor() {
    this.x = 0.5;
    this.y = 0.5;
    this.vx = 0.5;
    this.vy = 0.5;
    this.clear();
  }

  clear() {
    this.x = this.y = this.vx = this.vy = 0;
  }

  /** Sets the origin from the channels that were read last. */
  take() {
    this.x = values[LEFT] + values[SCROLL_X];
    this.y = values[TOP] + values[SCROLL_Y];
    this.vx = rates[LEFT] + rates[SCROLL_X];
    this.vy = rates[TOP] + rates[SCROLL_Y];
  }
}

const NO_ORIGIN = new Origin();

/** Computes the origin of a view that is drawn from frames; only the origin uses its channels. */
export function place(motions, time, origin) {
  read(motions, time);
  origin.take();
}

/**
 * Evaluates a view at a time from its channels, into `drawn` and `origin`. `above` is the drawn
 * parent and `start` is the parent's origin; both are null for the first view, the screen. Without
 * a segment for the corner radius, that of `drawn` stays.
 * O(terms); allocates only when a color changes.
 */
export function draw(motions, time, drawn, origin, above, start, hasFill) {
  read(motions, time);
  origin.take();
  layOut(drawn, start ?? NO_ORIGIN);
  transform(drawn);
  if (above === null) stand(drawn.toScreen);
  else multiply(above.toScreen, toParent(drawn, local), drawn.toScreen);
  bound(drawn);
  const alpha = values[ALPHA];
  drawn.alpha = alpha > 0 ? (alpha < 1 ? alpha : 1) : 0;
  // In segments, a hidden view has an opacity of 0.
  drawn.visible = drawn.alpha > 0 && (above === null || above.visible);
  if (motions[RADIUS] !== null) drawn.cornerRadius = values[RADIUS] > 0 ? values[RADIUS] : 0;
  paint(drawn, hasFill);
}

function layOut(drawn, start) {
  const { frame, velocity } = drawn;
  const width = values[RIGHT] - values[LEFT];
  const height = values[BOTTOM] - values[TOP];
  frame[0] = values[LEFT] - start.x;
  frame[1] = values[TOP] - start.y;
  frame[2] = width > 0 ? width : 0;
  frame[3] = height > 0 ? height : 0;
  velocity.frame[0] = rates[LEFT] - start.vx;
  velocity.frame[1] = rates[TOP] - start.vy;
  velocity.frame[2] = width > 0 ? rates[RIGHT] - rates[LEFT] : 0;
  velocity.frame[3] = height > 0 ? rates[BOTTOM] - rates[TOP] : 0;
}

/** The transform as drawn: the translation alone moves the grabbed point. */
function transform(drawn) {
  const { translation, scale, velocity } = drawn;
  const sx = scale[0] = values[SCALE_X];
  const sy = scale[1] = values[SCALE_Y];
  const shear = drawn.shear = values[SHEAR];
  drawn.rotation = values[ROTATION];
  const ux = velocity.scale[0] = rates[SCALE_X];
  const uy = velocity.scale[1] = rates[SCALE_Y];
  const skew = velocity.shear = rates[SHEAR];
  const spin = velocity.rotation = rates[ROTATION];
  translation[0] = values[MOVE_X];
  translation[1] = values[MOVE_Y];
  velocity.translation[0] = rates[MOVE_X];
  velocity.translation[1] = rates[MOVE_Y];
  const lx = values[LEVER_X];
  const ly = values[LEVER_Y];
  if (lx === 0 && ly === 0) return;
  const mx = rates[LEVER_X];
  const my = rates[LEVER_Y];
  const gx = sx * lx + shear * sy * ly;
  const gy = sy * ly;
  const hx = ux * lx + sx * mx + (skew * sy + shear * uy) * ly + shear * sy * my;
  const hy = uy * ly + sy * my;
  const turns = Number.isFinite(drawn.rotation);
  const c = turns ? Math.cos(drawn.rotation) : 1;
  const s = turns ? Math.sin(drawn.rotation) : 0;
  translation[0] += gx - (c * gx - s * gy);
  translation[1] += gy - (s * gx + c * gy);
  velocity.translation[0] += hx - (c * hx - s * hy) + spin * (s * gx + c * gy);
  velocity.translation[1] += hy - (s * hx + c * hy) - spin * (c * gx - s * gy);
}

function stand(matrix) {
  matrix[0] = matrix[3] = 1;
  matrix[1] = matrix[2] = matrix[4] = matrix[5] = 0;
}

/**
 * Sets `out` to the matrix from a view's own coordinates to those of its parent:
 * p ↦ origin + τ + A + R·K·(p − A). Allocates nothing.
 */
export function toParent(drawn, out) {
  const { frame, translation, scale, shear, anchor } = drawn;
  const ax = anchor[0] * frame[2];
  const ay = anchor[1] * frame[3];
  const turns = Number.isFinite(drawn.rotation);
  const cosine = turns ? Math.cos(drawn.rotation) : 1;
  const sine = turns ? Math.sin(drawn.rotation) : 0;
  out[0] = cosine * scale[0];
  out[1] = sine * scale[0];
  out[2] = cosine * shear * scale[1] - sine * scale[1];
  out[3] = sine * shear * scale[1] + cosine * scale[1];
  out[4] = frame[0] + translation[0] + ax - (out[0] * ax + out[2] * ay);
  out[5] = frame[1] + translation[1] + ay - (out[1] * ax + out[3] * ay);
  return out;
}

/** Sets `out` to the matrix that applies `inner` and then `outer`; `out` is neither of them. */
export function multiply(outer, inner, out) {
  out[0] = outer[0] * inner[0] + outer[2] * inner[1];
  out[1] = outer[1] * inner[0] + outer[3] * inner[1];
  out[2] = outer[0] * inner[2] + outer[2] * inner[3];
  out[3] = outer[1] * inner[2] + outer[3] * inner[3];
  out[4] = outer[0] * inner[4] + outer[2] * inner[5] + outer[4];
  out[5] = outer[1] * inner[4] + outer[3] * inner[5] + outer[5];
  return out;
}

function paint(drawn, hasFill) {
  const fill = hasFill ? (byte(RED) * 256 + byte(GREEN)) * 256 + byte(BLUE) : -1;
  if (fill === drawn.fill && (fill >= 0 || drawn.color === null)) return;
  drawn.fill = fill;
  drawn.color = fill >= 0 ? color(fill) : null;
}

/** Rounds to 0…255, halves up. */
function byte(number) {
  const value = values[number];
  if (value >= 255) return 255;
  return value > 0 ? Math.floor(value + 0.5) : 0;
}
