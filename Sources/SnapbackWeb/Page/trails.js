// Where fingers are and were a moment ago.

// How long a trail is seen, in seconds.
export const FADE = 0.55;
// Points that one trail keeps.
const KEPT = 240;

/** Contacts by id, each with the points that it came by. Times are in seconds of any one clock. */
export class Trails {
  #down = new Map();
  #gone = [];

  /** Takes what contacts do: `id`, `phase`, `x`, `y`. */
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

  /** The trails that are still seen at a time, their points with `strength` from 0 to 1. */
  at(time) {
    this.#gone = this.#gone.filter((trail) => time - trail[trail.length - 1].time < FADE);
    return [...this.#down.values(), ...this.#gone].map((trail) => faded(trail, time))
      .filter((trail) => trail.length > 1);
  }
}

/** The points of a trail that are seen at a time. */
export function faded(trail, time) {
  return trail.filter((point) => point.time <= time && time - point.time < FADE)
    .map(({ x, y, time: then }) => ({ x, y, strength: 1 - (time - then) / FADE }));
}
