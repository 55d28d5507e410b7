/** Messages between the connection and who takes them. */

// From so many on nothing more is read, and from half as many on it is again.
const PAUSE_LIMIT = 1024;
// The most that are kept where reading cannot be paused, or an answer is waited for.
const LIMIT = 65536;

/**
 * Messages go to listeners as they come, and to the iteration in their order.
 *
 * Before there is either, they are kept. With listeners and no iteration they are not.
 */
export class Inbox {
  /** @param {{pause: () => void, resume: () => void, overflow: (count: number) => void}} flow */
  constructor(flow) {
    this.flow = flow;
    this.kept = [];
    // How many of them have been taken.
    this.taken = 0;
    this.listeners = new Map();
    // Those who wait for the next message.
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

  /** The first that is kept; O(1) over many, which Array's shift is not. */
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
          // It is nobody's but the listener's; reading goes on.
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
    // What was kept goes to all listeners that are added at once.
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

  /** The next message; null when there will be none. */
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

  /** No message comes any more. An error is what the iteration ends with, once. */
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
