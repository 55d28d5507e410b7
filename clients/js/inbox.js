/** The queue of messages between the connection and its consumers. */

// Reading pauses at this number of messages and resumes at half of it.
const PAUSE_LIMIT = 1024;
// The maximum number of messages that are kept when reading cannot be paused or a reply is awaited.
const LIMIT = 65536;

/**
 * Passes messages to listeners as they arrive, and to the iteration in order.
 *
 * Messages are kept until there is a listener or an iteration. With listeners and no iteration,
 * they are not kept.
 */
export class Inbox {
  /** @param {{pause: () => void, resume: () => void, overflow: (count: number) => void}} flow */
  constructor(flow) {
    this.flow = flow;
    this.kept = [];
    // The number of kept messages that were taken.
    this.taken = 0;
    this.listeners = new Map();
    // The pending calls of `next`.
    this.takers = [];
    this.isIterated = false;
    this.isListenedTo = false;
    this.isPaused = false;
    this.hasEnded = false;
    this.error = null;
  }

  put(message) {
    if (this.isListenedTo) this.#tell(message);
    if (this.takers.length > 0) {
      this.takers.shift().resolve(message);
      return;
    }
    if (this.isListenedTo && !this.isIterated) return;
    this.kept.push(message);
    if (this.#count >= LIMIT) {
      this.flow.overflow(this.#count);
    } else if (this.#count >= PAUSE_LIMIT) {
      this.isPaused = true;
      this.flow.pause();
    }
  }

  get #count() {
    return this.kept.length - this.taken;
  }

  /** Removes the first kept message in amortized O(1), unlike Array's shift. */
  #shift() {
    const message = this.kept[this.taken];
    this.kept[this.taken] = undefined;
    this.taken += 1;
    if (2 * this.taken > this.kept.length) {
      this.kept.splice(0, this.taken);
      this.taken = 0;
    }
    return message;
  }

  #tell(message) {
    for (const type of [message.type, "*"]) {
      for (const listener of this.listeners.get(type) ?? []) {
        try {
          listener(message);
        } catch (error) {
          // An error in a listener must not stop the reading.
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    }
  }

  listen(type, listener) {
    if (!this.listeners.has(type)) this.listeners.set(type, new Set());
    this.listeners.get(type).add(listener);
    // Deliver kept messages in a microtask, so that all listeners added in the same turn get them.
    if (!this.isListenedTo) queueMicrotask(() => this.#hand());
    return () => this.listeners.get(type).delete(listener);
  }

  #hand() {
    if (this.isListenedTo) return;
    this.isListenedTo = true;
    for (const message of this.kept.slice(this.taken)) this.#tell(message);
    if (!this.isIterated) this.kept.length = this.taken = 0;
    this.#flow();
  }

  /** Resolves to the next message; null after the last one. */
  next() {
    this.isIterated = true;
    if (this.#count > 0) {
      const message = this.#shift();
      this.#flow();
      return Promise.resolve(message);
    }
    if (this.hasEnded) {
      const { error } = this;
      this.error = null;
      return error === null ? Promise.resolve(null) : Promise.reject(error);
    }
    return new Promise((resolve, reject) => this.takers.push({ resolve, reject }));
  }

  #flow() {
    if (!this.isPaused || this.#count > PAUSE_LIMIT / 2) return;
    this.isPaused = false;
    this.flow.resume();
  }

  /** Marks the end of messages. With an error, the iteration rejects once. */
  end(error) {
    this.hasEnded = true;
    this.error = error;
    for (const taker of this.takers.splice(0)) {
      if (this.error === null) taker.resolve(null);
      else taker.reject(this.error);
      this.error = null;
    }
  }
}
