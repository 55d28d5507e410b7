// The current and recent positions of fingers.

// How long a trail is visible, in seconds.
export const FADE = 0.55;
// The maximum number of points of a trail.
const KEPT = 240;

/** Contacts by id, each with its recent points. Times are in seconds of any one clock. */
export class Trails {
  #down = new Map();
  #gone = [];

  /** Applies contacts: `id`, `phase`, `x`, `y`. */
  take(contacts, time) {
    for (const { id, phase, x, y } of contacts) {
      const trail = this.#down.get(id) ?? [];
      trail.push({ x, y, time });
      if (trail.length > KEPT) trail.shift();
      if (phase === "ended" || phase === "cancelled") {
        this.#down.delete(id);
        this.#gone.push(trail);
      } else {
        this.#down.set(id, trail);
      }
    }
  }

  clear() {
    this.#down.clear();
    this.#gone = [];
  }

  /** The contacts that are down. */
  touches() {
    return [...this.#down].map(([id, trail]) => ({ id, ...trail[trail.length - 1] }));
  }

  /** The trails still visible at a time; their points have a `strength` from 0 to 1. */
  at(time) {
    this.#gone = this.#gone.filter((trail) => time - trail[trail.length - 1].time < FADE);
    return [...this.#down.values(), ...this.#gone].map((trail) => faded(trail, time))
      .filter((trail) => trail.length > 1);
  }
}

/** The points of a trail that are visible at a time. */
export function faded(trail, time) {
  return trail.filter((point) => point.time <= time && time - point.time < FADE)
    .map(({ x, y, time: then }) => ({ x, y, strength: 1 - (time - then) / FADE }));
}
