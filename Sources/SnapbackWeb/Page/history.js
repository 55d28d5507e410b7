// The history of channels: every segment of the last seconds, so that graphs of the past are as
// exact as those of the future.

import { evaluate } from "/client/motion.js";

// The seconds that are kept, and the maximum number of segments per channel.
const KEPT = 12;
const LIMIT = 1500;
// Half of the interval for numeric velocities where there is no formula, in nanoseconds.
const HALF_SPAN = 2e5;
const DEFAULTS = { scaleX: 1, scaleY: 1, alpha: 1 };

/** Segments by view and channel, each with the time from which it applies. */
export class History {
  #channels = new Map();
  #out = [0, 0];
  // The corner radii of the last snapshot, by view.
  #radii = new Map();
  #names = null;
  #start = 0;
  /**
   * The intervals of contact, drawn as bands: `{ from, to }`; `to` is null during a contact.
   */
  touches = [];

  /** Stores a segment message. Times are nanoseconds of the daemon's clock. */
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

  /** Handles a snapshot: channels that it does not contain are at their defaults from now on. */
  reset(time, views) {
    const names = views.map((view) => view.id).join(" ");
    // New views have no history, and the history of removed views is not needed.
    if (names !== this.#names) {
      this.clear();
      this.#names = names;
      this.#start = time;
    }
    this.#radii = new Map(views.map((view) => [view.id, view.cornerRadius]));
    for (const [key, list] of this.#channels) {
      const [id, name] = key.split(" ");
      const still = { held: this.#default(id, name), velocity: 0, map: null, terms: [] };
      list.push({ time, channel: still });
    }
  }

  /** The value of a channel without a segment. */
  #default(view, name) {
    return (name === "cornerRadius" ? this.#radii.get(view) : DEFAULTS[name]) ?? 0;
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

  /** The value and velocity of a channel at a time; NaN before the scene was known. */
  at(view, name, time) {
    if (time < this.#start) return { value: Number.NaN, velocity: Number.NaN };
    const channel = this.#holding(view, name, time);
    if (!channel) return { value: this.#default(view, name), velocity: 0 };
    const source = channel.map ? this.#holding(view, channel.map.source, time) : null;
    const [value, velocity] = evaluate(channel, time, source, this.#out);
    return { value, velocity };
  }

  /**
   * The drawn translation along x (0) or y (1). For a grabbed view it differs from the translation
   * channel because of the lever; see docs/segments.md.
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

  /** The distance by which a rotation about the grabbed point moves the anchor: g − R·g. */
  #swing(view, axis, time) {
    const value = (name) => this.at(view, name, time).value;
    const across = value("scaleY") * value("leverY");
    const g = [value("scaleX") * value("leverX") + value("shear") * across, across];
    const [c, s] = [Math.cos(value("rotation")), Math.sin(value("rotation"))];
    return axis === 0 ? g[0] - (c * g[0] - s * g[1]) : g[1] - (s * g[0] + c * g[1]);
  }

  /** The segment that applied at a time; null before the first one. O(log segments). */
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

/** Drops segments older than the kept history, except the one that applied at its start. */
function prune(list, time) {
  let first = list.findIndex((entry) => entry.time >= time - KEPT * 1e9);
  if (first < 0) first = list.length - 1;
  list.splice(0, Math.max(Math.max(0, first - 1), list.length - LIMIT));
}
