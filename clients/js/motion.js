/**
 * Evaluates channels at any time, by the rules of docs/segments.md.
 *
 * All times are nanoseconds of the daemon's clock; the units of channels are in the table there. No
 * number in a message makes these functions throw. Functions with two results, a value and its rate
 * of change per second, write them to `out` and return it. If `out` is given, they allocate
 * nothing.
 *
 * @typedef {number[] | Float64Array} Out
 * @typedef {import("./messages.js").Term} Term
 * @typedef {import("./messages.js").Channel} Channel
 */

// Longer times are reduced to this, so that no phase is infinite.
const LONGEST = 1e150;
// The maximum slope that is returned for a curve; also used for a vertical tangent.
const SLOPE_LIMIT = 1e6;
// The maximum number of steps when solving for the parameter of a curve.
const STEP_LIMIT = 120;

const scratch = new Float64Array(2);
const inner = new Float64Array(2);

const quotient = (dividend, divisor) => (divisor !== 0 ? dividend / divisor : 0);

function put(out, value, rate) {
  out[0] = value;
  out[1] = rate;
  return out;
}

/**
 * A damped oscillator `seconds` after offset x and velocity v. O(1).
 *
 * One formula covers under-damped, critical and over-damped motion. Near critical damping both
 * quotients are 0/0, so their series are used.
 * @param {Out} [out]
 */
export function spring(x, v, beta, omega2, seconds, out = [0, 0]) {
  if (!(seconds > 0)) return put(out, x, v);
  const t = Math.min(seconds, LONGEST);
  const discriminant = beta * beta - omega2;
  const root = Math.sqrt(Math.abs(discriminant));
  const phase = root * t;
  let front = -beta * t;
  let c;
  let s;
  if (phase < 1e-3) {
    const square = discriminant * t * t;
    c = 1 + square * (1 / 2 + square * (1 / 24));
    s = t * (1 + square * (1 / 6 + square * (1 / 120)));
  } else if (discriminant < 0) {
    if (!Number.isFinite(phase)) return put(out, 0, 0);
    c = Math.cos(phase);
    s = Math.sin(phase) / root;
  } else {
    // Uses the two decay rates, because the hyperbolic functions would overflow.
    const less = Math.expm1(-2 * phase);
    c = 1 + less / 2;
    s = -less / (2 * root);
    front = -quotient(omega2, beta + root) * t;
  }
  const left = Math.exp(front);
  return put(
    out, left * (x * c + (v + beta * x) * s), left * (v * c - (beta * v + omega2 * x) * s));
}

/**
 * Momentum that decays at the rate lambda. O(1).
 * @param {Out} [out]
 */
export function decay(x, v, lambda, seconds, out = [0, 0]) {
  if (!(seconds > 0)) return put(out, x, v);
  if (lambda === 0) return put(out, x + v * seconds, v);
  const power = -lambda * seconds;
  // expm1 keeps the precision for short times.
  return put(out, x + (v * -Math.expm1(power)) / lambda, v * Math.exp(power));
}

/**
 * Progress and slope of a timing curve where its x is `fraction`.
 * @param {number[]} points x1, y1, x2, y2
 * @param {Out} [out]
 */
export function bezier(points, fraction, out = [0, 0]) {
  const [x1, y1, x2, y2] = points;
  return curve(x1, y1, x2, y2, fraction, out);
}

function curve(x1, y1, x2, y2, fraction, out) {
  if (!(fraction > 0)) return put(out, 0, 0);
  if (fraction >= 1) return put(out, 1, 0);
  const cx = 3 * x1;
  const cy = 3 * y1;
  const bx = 3 * (x2 - x1) - cx;
  const by = 3 * (y2 - y1) - cy;
  const ax = 1 - cx - bx;
  const ay = 1 - cy - by;
  // Uses Newton's steps while they halve the error and stay within the known bounds; otherwise
  // bisects.
  let low = 0;
  let high = 1;
  let s = fraction;
  let last = Infinity;
  for (let step = 0; step < STEP_LIMIT; step += 1) {
    const error = ((ax * s + bx) * s + cx) * s - fraction;
    if (Math.abs(error) <= 1e-16) break;
    if (error > 0) high = s;
    else low = s;
    const slope = (3 * ax * s + 2 * bx) * s + cx;
    let guess = slope > 0 ? s - error / slope : low;
    if (!(Math.abs(error) < last / 2 && low < guess && guess < high)) guess = (low + high) / 2;
    if (guess === s) break;
    s = guess;
    last = Math.abs(error);
  }
  const slope = (3 * ax * s + 2 * bx) * s + cx;
  const rise = ((3 * ay * s + 2 * by) * s + cy) / Math.max(slope, 1e-15);
  const bounded = Math.min(Math.max(rise, -SLOPE_LIMIT), SLOPE_LIMIT);
  return put(out, ((ay * s + by) * s + cy) * s, bounded);
}

/**
 * Interpolates from the key before the fraction to the first key whose time is above it. O(keys).
 */
function keyframes(keys, fraction, out) {
  if (!(fraction > 0)) return put(out, 0, 0);
  if (fraction >= 1) return put(out, 1, 0);
  let time = 0;
  let value = 0;
  for (const key of keys) {
    if (key[0] > fraction) {
      const span = key[0] - time;
      curve(key[2], key[3], key[4], key[5], quotient(fraction - time, span), out);
      const way = key[1] - value;
      return put(out, value + way * out[0], quotient(way * out[1], span));
    }
    time = key[0];
    value = key[1];
  }
  return put(out, value, 0);
}

/** The progress within one run, and its rate. */
function run(term, seconds, out) {
  if (!(seconds > 0)) return put(out, 0, 0);
  if (term.kind === "springCurve") {
    spring(-1, term.velocity, term.beta, term.omega2, seconds, out);
    return put(out, 1 + out[0], out[1]);
  }
  if (!(seconds < term.duration)) return put(out, 1, 0);
  const fraction = seconds / term.duration;
  if (term.kind === "curve") bezier(term.points, fraction, out);
  else keyframes(term.keys, fraction, out);
  return put(out, out[0], out[1] / term.duration);
}

/**
 * The progress of an animation at its own time, 0…1, including delay and runs; and its rate.
 * @param {Term} term
 * @param {Out} [out]
 */
export function progress(term, seconds, out = [0, 0]) {
  const into = Math.min(seconds, LONGEST) - term.delay;
  if (!(into > 0)) return put(out, 0, 0);
  if (term.repeat === 1 && !term.autoreverses) return run(term, into, out);
  const leg = term.duration;
  const legs = term.repeat * (term.autoreverses ? 2 : 1);
  if (!(leg > 0 && legs > 0) || seconds >= term.delay + legs * leg) return put(out, 1, 0);
  const part = into % leg;
  if (term.autoreverses && into % (2 * leg) >= leg) {
    run(term, leg - part, out);
    return put(out, out[0], -out[1]);
  }
  return run(term, part, out);
}

/**
 * The value of cubic pieces between knots, and its rate. O(log n).
 *
 * The times have to rise; otherwise, the result is some number.
 * @param {number[][]} knots time, value, velocity
 * @param {Out} [out]
 */
export function pieces(knots, seconds, out = [0, 0]) {
  if (knots.length === 0) return put(out, 0, 0);
  let high = knots.length - 1;
  if (!(seconds >= knots[0][0])) return put(out, knots[0][1], 0);
  if (!(seconds < knots[high][0])) return put(out, knots[high][1], 0);
  // The first knot whose time is above `seconds`. Whatever the times are, that of the knot before
  // it is not above.
  let low = 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (knots[middle][0] > seconds) high = middle;
    else low = middle + 1;
  }
  const first = knots[low - 1];
  const last = knots[low];
  const span = last[0] - first[0];
  const u = (seconds - first[0]) / span;
  const way = last[1] - first[1];
  const v = first[2] * span;
  const w = last[2] * span;
  const a = v + w - 2 * way;
  const b = 3 * way - 2 * v - w;
  return put(out, first[1] + u * (v + u * (b + u * a)), (v + u * (2 * b + u * 3 * a)) / span);
}

/**
 * The value of one term at a time, and its rate.
 * @param {Term} term
 * @param {Out} [out]
 */
export function evaluateTerm(term, time, out = [0, 0]) {
  if (time >= term.end) return put(out, 0, 0);
  const seconds = term.local + term.rate * ((time - term.anchor) / 1e9);
  if (seconds < 0 && term.later) return put(out, 0, 0);
  if (term.kind === "spring") {
    spring(term.x, term.v, term.beta, term.omega2, seconds, out);
  } else if (term.kind === "decay") {
    decay(term.x, term.v, term.lambda, seconds, out);
  } else if (term.kind === "pieces") {
    pieces(term.knots, seconds, out);
    return put(out, term.x * out[0], term.x * out[1] * term.rate);
  } else {
    progress(term, seconds, out);
    const left = term.reversed ? -out[0] : 1 - out[0];
    return put(out, term.x * left, -term.x * out[1] * term.rate);
  }
  // A term that has not started has no velocity.
  return put(out, out[0], seconds >= 0 ? out[1] * term.rate : 0);
}

/** The value of one term at a time, in the channel's unit. */
export function position(term, time) {
  return evaluateTerm(term, time, scratch)[0];
}

/** The rate of change of one term at a time, per second. */
export function velocity(term, time) {
  return evaluateTerm(term, time, scratch)[1];
}

/**
 * Value and velocity of a channel at a time. O(terms).
 *
 * `source` is the channel that the map names, if it is known; the map of that channel is ignored.
 * @param {Channel} channel
 * @param {number} time
 * @param {Channel | null} [source]
 * @param {Out} [out]
 */
export function evaluate(channel, time, source = null, out = [0, 0]) {
  sum(channel, time, out);
  const { map } = channel;
  if (map !== null && source !== null) {
    sum(source, time, inner);
    const share = Math.tanh(quotient(inner[0], map.reach));
    out[0] += map.angle * share;
    out[1] += quotient(map.angle, map.reach) * (1 - share * share) * inner[1];
  }
  return out;
}

/** Evaluates a channel without its map. */
function sum(channel, time, out) {
  let value = channel.held;
  let rate = channel.velocity;
  for (let place = 0; place < channel.terms.length; place += 1) {
    evaluateTerm(channel.terms[place], time, scratch);
    value += scratch[0];
    rate += scratch[1];
  }
  return put(out, value, rate);
}

/**
 * The time after which a channel no longer changes; Infinity for never.
 *
 * A term that stands still forever does not count. A term that stands still until its end does,
 * because it disappears then.
 */
export function restsFrom(channel) {
  let latest = 0;
  for (const term of channel.terms) {
    const stays = term.rate === 0 && term.end === Infinity;
    if (!stays && term.end > latest) latest = term.end;
  }
  return latest;
}
