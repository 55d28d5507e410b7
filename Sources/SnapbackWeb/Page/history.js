// The history of channels: every segment of the last seconds, so that graphs of the past are as
// exact as those of the future.

import { Drawn, Origin, draw } from "/client/drawing.js";
import { evaluate } from "/client/motion.js";
import { CHANNELS, CHANNEL_NUMBERS } from "/client/values.js";

// The seconds that are kept, and the maximum number of segments per channel.
const KEPT = 12;
const LIMIT = 1500;

/** The segments of each view, each with the time from which it applies. */
export class History {
  #views = new Map();
  #names = null;
  // The time from which the motion of the scene is known.
  #start = Infinity;
  // Whether the next segment has all channels that are not at their defaults.
  #isWhole = false;
  #out = [0, 0];
  /**
   * The intervals of contact, drawn as bands: `{ from, to }`; `to` is null during a contact.
   */
  touches = [];

  /** Stores a segment message. Times are nanoseconds of the daemon's clock. */
  take(time, channels) {
    if (this.#isWhole) this.#settle(time, channels);
    for (const channel of channels) {
      const list = this.#views.get(channel.view)?.lists[CHANNEL_NUMBERS.get(channel.channel)];
      if (!list) continue;
      list.push({ time, channel });
      const isOld = list.length > 2 && list[1].time < time - KEPT * 2e9;
      if (isOld || list.length > LIMIT) prune(list, time);
    }
  }

  /**
   * Handles a snapshot: channels that are not in the segment after it are at their defaults. Until
   * that segment, the motion before the snapshot applies or, for other views, none is known.
   */
  reset(views) {
    const names = views.map((view) => view.id).join(" ");
    // New views have no history, and the history of removed views is not needed.
    if (names !== this.#names) {
      this.clear();
      this.#names = names;
    }
    const before = this.#views;
    this.#views = new Map();
    for (const view of views) {
      this.#views.set(view.id, {
        above: this.#views.get(view.parent) ?? null, hasFill: view.color !== null,
        radius: view.cornerRadius, drawn: new Drawn(view), origin: new Origin(),
        lists: before.get(view.id)?.lists ?? CHANNELS.map(() => []),
        motions: CHANNELS.map(() => null),
      });
    }
    this.#isWhole = true;
  }

  /** Handles the first segment after a snapshot. */
  #settle(time, channels) {
    this.#isWhole = false;
    if (this.#start === Infinity) this.#start = time;
    const moved = new Set(channels.map(({ view, channel }) => `${view} ${channel}`));
    for (const [name, { lists }] of this.#views) {
      lists.forEach((list, number) => {
        const isLeft = list.length > 0 && !moved.has(`${name} ${CHANNELS[number]}`);
        if (isLeft) list.push({ time, channel: null });
      });
    }
  }

  clear() {
    this.#views.clear();
    this.#names = null;
    this.#start = Infinity;
    this.touches = [];
  }

  contact(time, isDown) {
    const last = this.touches[this.touches.length - 1];
    if (isDown && (!last || last.to !== null)) this.touches.push({ from: time, to: null });
    if (!isDown && last && last.to === null) last.to = time;
    if (this.touches.length > 100) this.touches.shift();
  }

  /**
   * A view as it was or will be drawn at a time; null before the scene was known. The object is
   * valid until the next call: copy values to keep them. O(ancestors × channels × log segments).
   */
  at(name, time) {
    const view = this.#views.get(name);
    if (!view || time < this.#start) return null;
    this.#draw(view, time);
    return view.drawn;
  }

  /** Value and velocity of a channel at a time; NaN before the scene was known. */
  channel(name, channel, time) {
    const list = this.#views.get(name)?.lists[CHANNEL_NUMBERS.get(channel)];
    if (!list || time < this.#start) return [Number.NaN, Number.NaN];
    const segment = holding(list, time);
    return segment ? evaluate(segment, time, null, this.#out) : [0, 0];
  }

  #draw(view, time) {
    const { above, drawn, origin, lists, motions } = view;
    if (above) this.#draw(above, time);
    for (let number = 0; number < lists.length; number += 1) {
      motions[number] = holding(lists[number], time);
    }
    drawn.cornerRadius = view.radius;
    const [parent, start] = above ? [above.drawn, above.origin] : [null, null];
    draw(motions, time, drawn, origin, parent, start, view.hasFill);
  }
}

/** The segment that applied at a time; null without one. O(log segments). */
function holding(list, time) {
  if (list.length === 0 || time < list[0].time) return null;
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (list[middle].time <= time) low = middle;
    else high = middle - 1;
  }
  return list[low].channel;
}

/** Drops segments older than the kept history, except the one that applied at its start. */
function prune(list, time) {
  let first = list.findIndex((entry) => entry.time >= time - KEPT * 1e9);
  if (first < 0) first = list.length - 1;
  list.splice(0, Math.max(Math.max(0, first - 1), list.length - LIMIT));
}
