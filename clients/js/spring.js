/** A spring by the parameters of several toolkits, with its properties; see docs/motion.md. */

import { spring as evaluate } from "./motion.js";

// (1 + u)·e^(−u) = 0.001, for UIKit's critical spring.
const CRITICAL_PRODUCT = 9.233413476451586;
const UIKIT_EPSILON = 0.001;
// A motion that takes longer than this, in seconds, never comes to rest.
const LONGEST = 1e12;
// The maximum number of bisections when searching for the time of rest; a double has 53 bits.
const STEP_LIMIT = 200;

function require(holds, name, value, wanted) {
  if (!holds) throw new RangeError(`${name} is ${value}; it has to be ${wanted}`);
}

/**
 * The ways to create a spring, by the names of the parameters.
 * @type {[string[], (given: any) => Spring][]}
 */
const FORMS = [
  [["beta", "omega2"], ({ beta, omega2 }) => new Spring(beta, omega2)],
  [["response", "dampingRatio"], (given) => {
    require(given.response > 0, "response", given.response, "above 0, in seconds");
    return byFrequency((2 * Math.PI) / given.response, given.dampingRatio);
  }],
  [["duration", "dampingRatio"], (given) => byUIKit(given.duration, given.dampingRatio)],
  [["duration", "bounce"], ({ duration, bounce }) => {
    require(duration > 0, "duration", duration, "above 0, in seconds");
    require(bounce > -1 && bounce <= 1, "bounce", bounce, "above -1 and at most 1");
    return byFrequency((2 * Math.PI) / duration, bounce < 0 ? 1 / (1 + bounce) : 1 - bounce);
  }],
  [["visualDuration", "bounce"], ({ visualDuration, bounce }) => {
    require(visualDuration > 0, "visualDuration", visualDuration, "above 0, in seconds");
    const ratio = Math.min(Math.max(1 - bounce, 0.05), 1);
    return byFrequency((2 * Math.PI) / (1.2 * visualDuration), ratio);
  }],
  [["stiffness", "damping"], (given) => byConstants(given)],
  [["stiffness", "dampingRatio"], ({ stiffness, dampingRatio }) => {
    require(stiffness >= 0, "stiffness", stiffness, "at least 0");
    return byFrequency(Math.sqrt(stiffness), dampingRatio);
  }],
  [["tension", "friction"], ({ tension, friction, mass }) =>
    byConstants({ stiffness: tension, damping: friction, mass })],
  [["origamiTension", "friction"], ({ origamiTension, friction }) => byConstants({
    stiffness: (origamiTension - 30) * 3.62 + 194, damping: (friction - 8) * 3 + 25,
  })],
];

function byFrequency(frequency, dampingRatio) {
  require(dampingRatio >= 0, "dampingRatio", dampingRatio, "at least 0");
  const square = frequency * frequency;
  return new Spring(
    dampingRatio * frequency, square, square * ((dampingRatio - 1) * (dampingRatio + 1)));
}

function byConstants({ stiffness, damping, mass = 1 }) {
  require(mass > 0, "mass", mass, "above 0");
  require(stiffness >= 0, "stiffness", stiffness, "at least 0");
  require(damping >= 0, "damping", damping, "at least 0");
  return new Spring(damping / (2 * mass), stiffness / mass);
}

/** UIKit's duration ends when the sine part of the motion from rest has decayed to a thousandth. */
function byUIKit(duration, dampingRatio) {
  require(duration >= 0, "duration", duration, "at least 0, in seconds");
  require(dampingRatio >= 0, "dampingRatio", dampingRatio, "at least 0");
  const ratio = Math.min(Math.max(dampingRatio, 0.01), 1);
  const sine = Math.sqrt((1 - ratio) * (1 + ratio));
  const product = ratio < 1 ? Math.log(ratio / (UIKIT_EPSILON * sine)) / ratio : CRITICAL_PRODUCT;
  return byFrequency(product / Math.min(Math.max(duration, 0.01), 10), ratio);
}

/** A damped spring on a unit mass: ẍ + 2β·ẋ + ω₀²·x = 0, with x the distance from the target. */
export class Spring {
  /**
   * @param {number} beta decay rate in 1/s, at least 0
   * @param {number} omega2 stiffness / mass in 1/s², at least 0
   */
  constructor(beta, omega2, discriminant = beta * beta - omega2) {
    require(beta >= 0, "beta", beta, "at least 0");
    require(omega2 >= 0, "omega2", omega2, "at least 0");
    require(Number.isFinite(discriminant), "beta", beta, "small enough to be squared");
    this.beta = beta;
    this.omega2 = omega2;
    /** β² − ω₀² in 1/s²: negative under-damped, 0 critical, positive over-damped. */
    this.discriminant = discriminant;
  }

  /**
   * Creates a spring from parameters: `response` and `dampingRatio`, `duration` and `dampingRatio`
   * (UIKit), `stiffness`, `damping` and optionally `mass` (the three forms of scenes), `duration`
   * and `bounce` (SwiftUI), `visualDuration` and `bounce`, `stiffness` and `dampingRatio`,
   * `tension` and `friction`, `origamiTension` and `friction`, or `beta` and `omega2`. Times are
   * seconds. The RangeError for an invalid value names the parameter.
   */
  static from(given) {
    for (const [keys, make] of FORMS) {
      if (!keys.every((key) => given[key] !== undefined)) continue;
      const text = keys.find((key) => !Number.isFinite(given[key]));
      require(text === undefined, text, given[text], "a number");
      return make(given);
    }
    const known = FORMS.map(([keys]) => keys.join(" and ")).join(", ");
    throw new RangeError(`a spring of ${Object.keys(given).join(", ")}; known are ${known}`);
  }

  /** The period without damping, in seconds. */
  get response() {
    return (2 * Math.PI) / Math.sqrt(this.omega2);
  }

  /** ζ = β/ω₀: 1 is critical. */
  get dampingRatio() {
    return this.beta / Math.sqrt(this.omega2);
  }

  /** The stiffness on a unit mass, in 1/s². */
  get stiffness() {
    return this.omega2;
  }

  /** The damping on a unit mass, in 1/s. */
  get damping() {
    return 2 * this.beta;
  }

  /**
   * Offset and velocity `seconds` after offset x and velocity v. O(1).
   * @param {import("./motion.js").Out} [out]
   */
  state(seconds, x = 1, v = 0, out = [0, 0]) {
    return evaluate(x, v, this.beta, this.omega2, seconds, out);
  }

  /** The progress of the motion from rest to the target: 0 at the start, 1 at the target. */
  step(seconds) {
    return 1 - this.state(seconds)[0];
  }

  /**
   * The distance by which the motion from rest passes the target, as a fraction of the whole
   * distance.
   */
  get overshoot() {
    const { discriminant: d, beta } = this;
    return d < 0 ? Math.exp((-Math.PI * beta) / Math.sqrt(-d)) : 0;
  }

  /**
   * The last time, in seconds, at which the motion from offset x and velocity v is farther from the
   * target than `within`. Infinity if there is no last time, 0 if it is never farther.
   */
  settleTime({ x = 1, v = 0, within = 0.001 } = {}) {
    if (!(within > 0)) return Infinity;
    if (this.beta === 0 && this.omega2 === 0 && v !== 0) return Infinity;
    const last = this.discriminant < 0
      ? this.#lastRinging(x, v, within) : this.#lastCreeping(x, v, within);
    if (last === null) return 0;
    if (last === Infinity) return Infinity;
    return this.#fallsWithin(last, x, v, within);
  }

  #offset(seconds, x, v) {
    return Math.abs(this.state(seconds, x, v)[0]);
  }

  /** The last turning point of an under-damped motion that is too far away; null for none. */
  #lastRinging(x, v, within) {
    const omega = Math.sqrt(-this.discriminant);
    const half = Math.PI / omega;
    // The velocity v·cos ωt − (βv + ω₀²x)·sin(ωt)/ω is 0; turning points are half a period apart.
    const angle = Math.atan2(v * omega, this.beta * v + this.omega2 * x);
    let first = angle / omega;
    while (first < 0) first += half;
    const size = this.#offset(first, x, v);
    if (size >= within) {
      if (this.beta === 0) return Infinity;
      // Each turning point is e^(−βπ/ω) of the one before; the extra step back allows for rounding.
      const count = Math.floor(Math.log(size / within) / (this.beta * half));
      const last = first + count * half;
      if (!(last < LONGEST)) return Infinity;
      return count > 0 && this.#offset(last, x, v) < within ? last - half : last;
    }
    return Math.abs(x) >= within ? 0 : null;
  }

  /** The turning point of any other motion, which has at most one. */
  #lastCreeping(x, v, within) {
    const root = Math.sqrt(this.discriminant);
    const rise = this.beta * v + this.omega2 * x;
    // v·C = rise·S, with S/C = tanh(gt)/g, or t as g vanishes.
    const share = v / rise;
    const turn = root > 0 ? Math.atanh(root * share) / root : share;
    if (turn > 0 && Number.isFinite(turn) && this.#offset(turn, x, v) >= within) return turn;
    return Math.abs(x) >= within ? 0 : null;
  }

  /** The time at which the approach that begins at `from` passes `within`. */
  #fallsWithin(from, x, v, within) {
    const length = this.discriminant < 0 ? Math.PI / Math.sqrt(-this.discriminant) : Infinity;
    let low = from;
    let span = Math.min(length, 1 / (this.beta + Math.sqrt(this.omega2)));
    while (this.#offset(from + span, x, v) >= within && from + span < LONGEST) {
      low = from + span;
      span = Math.min(2 * span, length);
      if (span === length && low >= from + length) break;
    }
    let high = from + span;
    if (!(high < LONGEST)) return Infinity;
    for (let step = 0; step < STEP_LIMIT && low < high; step += 1) {
      const middle = low + (high - low) / 2;
      if (middle === low || middle === high) break;
      if (this.#isOutside(middle, low, x, v, within)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Whether the motion is still outside; false after it has passed zero. */
  #isOutside(moment, from, x, v, within) {
    const before = this.state(from, x, v)[0];
    const now = this.state(moment, x, v)[0];
    return Math.abs(now) >= within && Math.sign(now) === Math.sign(before);
  }
}
