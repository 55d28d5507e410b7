/** The daemon's clock, by a clock of this process. */

// Samples that are kept; the one with the shortest way counts.
const SAMPLE_LIMIT = 8;
// The least nanoseconds between two samples that say how fast a clock runs.
const RATE_SPAN = 2e8;
// By how much the way of a sample seems longer for each nanosecond of its age: what two clocks
// may drift apart.
const DRIFT = 1e-4;

/**
 * Both clocks are in nanoseconds, and numbers.
 *
 * `local` reads that of this process. Where it `isSame`, nothing has to be asked. Otherwise each
 * answer of the daemon says how late it was then, to half the time that the answer took. A clock
 * that is "replay" runs at a rate of its own, and two answers say at which.
 */
export class Clock {
  constructor(local, isSame = false) {
    this.local = local;
    this.isSame = isSame;
    this.clear();
  }

  /** Forgets what another daemon said. `kind` is "monotonic" or "replay". */
  clear(kind = "monotonic") {
    this.kind = kind;
    this.samples = [];
    this.first = null;
    // The sample that says most.
    this.best = null;
    this.rate = 1;
  }

  /** Whether the daemon's clock is the one of this process, so that nothing has to be asked. */
  get isExact() {
    return this.isSame && this.kind === "monotonic";
  }

  /** Takes an answer: when it was asked for and came, by `local`, and what it said. */
  learn(asked, came, said) {
    const sample = { at: (asked + came) / 2, way: Math.max(0, came - asked), said };
    this.first ??= sample;
    this.samples.push(sample);
    if (this.samples.length > SAMPLE_LIMIT) this.samples.shift();
    // They age alike, so the best one stays the best until the next answer.
    const doubt = (one) => one.way - DRIFT * one.at;
    this.best = this.samples.reduce((best, one) => (doubt(one) <= doubt(best) ? one : best));
    const span = sample.at - this.first.at;
    if (this.kind === "replay" && span >= RATE_SPAN) {
      this.rate = Math.max(0, (said - this.first.said) / span);
    }
  }

  /** By how many nanoseconds `now` may be off, but for drift. */
  get error() {
    if (this.isExact) return 0;
    return this.best === null ? Infinity : this.best.way / 2;
  }

  /** The daemon's time now; 0 as long as it has said nothing. */
  now() {
    const local = this.local();
    if (this.isExact) return local;
    return this.best === null ? 0 : this.best.said + this.rate * (local - this.best.at);
  }
}
