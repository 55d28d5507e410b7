/** Estimates the daemon's clock from a clock of this process. */

// The number of samples to keep; the one with the shortest round trip is used.
const SAMPLE_LIMIT = 8;
// The shortest interval in nanoseconds between two samples for estimating the rate of a clock.
const RATE_SPAN = 2e8;
// The penalty on a sample's round trip for each nanosecond of its age: the possible drift between
// two clocks.
const DRIFT = 1e-4;

/**
 * Estimates the daemon's clock. Times are nanoseconds, as numbers.
 *
 * `local` reads the clock of this process. If `isSame`, both clocks are the same and no pings are
 * needed. Otherwise each answer of the daemon gives the offset between the clocks, to within half
 * its round-trip time. A "replay" clock has its own rate, which is estimated from two answers.
 */
export class Clock {
  /**
   * @param {() => number} local
   * @param {boolean} [isSame]
   */
  constructor(local, isSame = false) {
    this.local = local;
    this.isSame = isSame;
    this.clear();
  }

  /**
   * Discards all samples, after a connection to another daemon. `kind` is "monotonic" or "replay".
   */
  clear(kind = "monotonic") {
    this.kind = kind;
    this.samples = [];
    this.first = null;
    // The most accurate sample.
    this.best = null;
    this.rate = 1;
  }

  /** Whether the daemon's clock is that of this process, so that no pings are needed. */
  get isExact() {
    return this.isSame && this.kind === "monotonic";
  }

  /** Adds an answer: the times of the request and the answer by `local`, and the daemon's time. */
  learn(asked, came, said) {
    const sample = { at: (asked + came) / 2, way: Math.max(0, came - asked), said };
    this.first ??= sample;
    this.samples.push(sample);
    if (this.samples.length > SAMPLE_LIMIT) this.samples.shift();
    // All samples age equally, so the best one stays the best until the next answer.
    const doubt = (one) => one.way - DRIFT * one.at;
    this.best = this.samples.reduce((best, one) => (doubt(one) <= doubt(best) ? one : best));
    const span = sample.at - this.first.at;
    if (this.kind === "replay" && span >= RATE_SPAN) {
      this.rate = Math.max(0, (said - this.first.said) / span);
    }
  }

  /** The largest error of `now` in nanoseconds, not counting drift. */
  get error() {
    if (this.isExact) return 0;
    return this.best === null ? Infinity : this.best.way / 2;
  }

  /**
   * The daemon's current time; 0 before the first answer.
   * @returns {number}
   */
  now() {
    return this.at(this.local());
  }

  /**
   * The daemon's time at a time of `local`; 0 before the first answer.
   * @param {number} local nanoseconds
   * @returns {number}
   */
  at(local) {
    if (this.isExact) return local;
    return this.best === null ? 0 : this.best.said + this.rate * (local - this.best.at);
  }
}
