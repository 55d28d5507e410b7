// What channels did and will do: every segment of the last seconds, so that graphs of the past are
// as exact as those of the future.

import { evaluate } from "/client/motion.js";

// Seconds that are kept, and segments of one channel at most.
const KEPT = 12;
const LIMIT = 1500;
// Half of the time over which a velocity is taken where no formula gives it, in nanoseconds.
const HALF_SPAN = 2e5;
const DEFAULTS = { scaleX: 1, scaleY: 1, alpha: 1 };

/** Segments by view and channel, each with the time from which on it holds. */
export class History {
  #channels = new Map();
  #out = [0, 0];
  #names = null;
  #start = 0;
  /**
   * Times of moments when contacts touched and lifted, for bands: `{ from, to }`, to may be null.
   */
  touches = [];

  /** Takes a segment message. Times are nanoseconds of the daemon's clock. */
  take(time, channels) {
    for (const channel of channels) {
      const key = `${channel.view} ${channel.channel}`;
      let list = this.#channels.get(key);
      if (!list) this.#channels.set(key, list = []);
      list.push({ time, channel });
      const isOld = list.length > 2 && list[1].time < time - KEPT * 2e9;
      if (isOld || list.length > LIMIT) prune(list, time);
    }
  }

  /** A snapshot: what it does not speak of is at its default from now on. */
  reset(time, views) {
    const names = views.map((view) => view.id).join(" ");
    // Of views that were not there nothing is known, and of those that are gone nobody asks.
    if (names !== this.#names) {
      this.clear();
      this.#names = names;
      this.#start = time;
    }
    for (const [key, list] of this.#channels) {
      const name = key.slice(key.indexOf(" ") + 1);
      const still = { held: DEFAULTS[name] ?? 0, velocity: 0, map: null, terms: [] };
      list.push({ time, channel: still });
    }
  }

  clear() {
    this.#channels.clear();
    this.#names = null;
    this.touches = [];
  }

  contact(time, isDown) {
    const last = this.touches[this.touches.length - 1];
    if (isDown && (!last || last.to !== null)) this.touches.push({ from: time, to: null });
    if (!isDown && last && last.to === null) last.to = time;
    if (this.touches.length > 100) this.touches.shift();
  }

  /** Value and velocity of a channel at a time; not numbers before the scene was known. */
  at(view, name, time) {
    if (time < this.#start) return { value: Number.NaN, velocity: Number.NaN };
    const channel = this.#holding(view, name, time);
    if (!channel) return { value: DEFAULTS[name] ?? 0, velocity: 0 };
    const source = channel.map ? this.#holding(view, channel.map.source, time) : null;
    const [value, velocity] = evaluate(channel, time, source, this.#out);
    return { value, velocity };
  }

  /**
   * The translation that is drawn, along x (0) or y (1): about a grabbed point it differs from the
   * channel of that name by the lever of docs/segments.md.
   */
  drawn(view, axis, time) {
    const name = axis === 0 ? "translationX" : "translationY";
    const plain = this.at(view, name, time);
    const levers = ["leverX", "leverY"].map((lever) => this.at(view, lever, time).value);
    if (levers[0] === 0 && levers[1] === 0) return plain;
    const way = (moment) => this.at(view, name, moment).value + this.#swing(view, axis, moment);
    const rise = way(time + HALF_SPAN) - way(time - HALF_SPAN);
    return { value: way(time), velocity: rise / (2e-9 * HALF_SPAN) };
  }

  /** What a turn about the grabbed point moves the anchor by: g − R·g. */
  #swing(view, axis, time) {
    const value = (name) => this.at(view, name, time).value;
    const across = value("scaleY") * value("leverY");
    const g = [value("scaleX") * value("leverX") + value("shear") * across, across];
    const [c, s] = [Math.cos(value("rotation")), Math.sin(value("rotation"))];
    return axis === 0 ? g[0] - (c * g[0] - s * g[1]) : g[1] - (s * g[0] + c * g[1]);
  }

  /** The segment that held at a time; null before the first one. O(log segments). */
  #holding(view, name, time) {
    const list = this.#channels.get(`${view} ${name}`);
    if (!list || time < list[0].time) return null;
    let [low, high] = [0, list.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (list[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return list[low].channel;
  }
}

/** Forgets what is older than is kept, but for the segment that held then. */
function prune(list, time) {
  let first = list.findIndex((entry) => entry.time >= time - KEPT * 1e9);
  if (first < 0) first = list.length - 1;
  list.splice(0, Math.max(Math.max(0, first - 1), list.length - LIMIT));
}
