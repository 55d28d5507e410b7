/** Keeps a page connected: one client after the other. */

// The delays before further attempts, in milliseconds; the delay doubles with each attempt.
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

/**
 * Connects again whenever there is no connection, also before the first one, until `close`.
 *
 * Connecting → open → lost; connecting → lost; lost → connecting, after a delay.
 *
 * @typedef {"connecting" | "open" | "lost"} State
 */
export class Sessions {
  #timer = null;
  #isClosed = false;

  /**
   * @param {() => Promise<import("./client.js").Client>} connect
   * @param {(state: State, client: import("./client.js").Client | null, reason: string) => void}
   *   tell receives each new state; of "open" with the client, of "lost" with the reason
   */
  constructor(connect, tell) {
    this.connect = connect;
    this.tell = tell;
    /** @type {import("./client.js").Client | null} */
    this.client = null;
    this.#attempt(FIRST_WAIT);
  }

  async #attempt(wait) {
    let [pause, reason] = [wait, ""];
    this.tell("connecting", null, "");
    try {
      const client = await this.connect();
      if (this.#isClosed) {
        client.close();
        return;
      }
      this.client = client;
      pause = FIRST_WAIT;
      this.tell("open", client, "");
      reason = (await client.closed)?.message ?? "the client was closed";
    } catch (error) {
      reason = error.message;
    }
    this.client = null;
    if (this.#isClosed) return;
    this.tell("lost", null, reason);
    this.#timer = setTimeout(() => this.#attempt(Math.min(2 * pause, LONGEST_WAIT)), pause);
  }

  /** Closes the connection, and does not connect again. */
  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.client?.close();
    this.client = null;
  }
}
