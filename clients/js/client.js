/** A client of the daemon; `connect` in `node.js` and `browser.js` creates one. */

import { Clock } from "./clock.js";
import { Commands } from "./commands.js";
import { Connection } from "./connection.js";
import { CommandError, ConnectionLost, DaemonError, TimedOut, WireError } from "./errors.js";
import { Inbox } from "./inbox.js";
import { Scene } from "./scene.js";
import { MESSAGE_LIMIT } from "./wire.js";

const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;
// Error codes for which another attempt to connect may succeed.
const PASSING = ["too-many-clients", "stalled"];
// The delays of the pings after the welcome, in milliseconds.
const PINGS = [0, 50, 300, 1000];
// The age in nanoseconds after which the next message of the daemon causes another ping.
const CLOCK_AGE = 1e10;
const HELLO = ["want", "views", "rate", "pacing", "ack", "name"];

/**
 * The options of `connect`, apart from the address of the daemon.
 *
 * `want`, `views`, `rate`, `pacing`, `ack` and `name` are the keys of `hello` in docs/protocol.md;
 * omitted ones have the daemon's defaults.
 *
 * @typedef {object} Options
 * @property {string[]} [want]
 * @property {string[]} [views]
 * @property {number} [rate] frames per second
 * @property {"timer" | "pull" | "push"} [pacing]
 * @property {boolean} [ack]
 * @property {string} [name]
 * @property {"binary" | "ndjson"} [encoding] defaults to "binary"; both give the same messages
 * @property {boolean} [reconnect] whether the client keeps trying to reconnect after a loss
 * @property {number} [timeout] milliseconds, for the welcome and every reply; defaults to 10 000
 * @property {number} [limit] the maximum size of a message in bytes; defaults to 2²⁴
 *
 * @typedef {import("./messages.js").Message} Message
 */

/**
 * A connection: messages, and a mirror of the scene.
 *
 * The client is an async iterator of messages, or passes them to the listeners of `on`. `scene`
 * holds the last state that the daemon sent, even if the iteration lags behind it.
 */
export class Client extends Commands {
  #open;
  #reconnects;
  #timeout;
  #connection = null;
  #nextId = 1;
  // The pending requests: { wanted, resolve, reject, name, id }.
  #waiting = new Set();
  #inbox;
  #clock;
  #clockAsked = 0;
  #timers = new Set();
  #end;
  #hasEnded = false;

  /**
   * Connects, says hello and waits for the welcome.
   *
   * Rejects with ConnectionLost if no daemon answers, and with DaemonError if the daemon refuses
   * the client.
   * @param {(timeout: number) => Promise<import("./connection.js").Transport>} transport
   * @param {Clock} clock
   * @param {Options} options
   */
  static async connect(transport, clock, options = {}) {
    const { encoding = "binary", timeout = 10000, limit = MESSAGE_LIMIT } = options;
    const hello = { versions: [1] };
    for (const key of HELLO) hello[key] = options[key] ?? undefined;
    const open = () => Connection.open(
      transport, hello, { encoding, limit, timeout, local: clock.local });
    const client = new Client(open, clock, Boolean(options.reconnect), timeout);
    client.#attach(await open());
    return client;
  }

  constructor(open, clock, reconnects, timeout) {
    super();
    this.#open = open;
    this.#clock = clock;
    this.#reconnects = reconnects;
    this.#timeout = timeout;
    this.#inbox = new Inbox({
      pause: () => this.#waiting.size === 0 && this.#connection?.pause(),
      resume: () => this.#connection?.resume(),
      overflow: (count) => this.#finish(new WireError(`${count} messages were not taken`)),
    });
    this.scene = new Scene();
    /**
     * The daemon's answer to the last hello.
     * @type {import("./messages.js").Welcome}
     */
    this.welcome = null;
    /** The path or URL at which the daemon was found. */
    this.path = "";
    /**
     * Resolves when the client has ended: to null after `close`, otherwise to the error. Never
     * rejects.
     * @type {Promise<Error | null>}
     */
    this.closed = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  // The connection

  #attach(connection) {
    this.#connection = connection;
    this.welcome = connection.welcome;
    this.path = connection.transport.path;
    this.#clock.clear(this.welcome.clock);
    this.#clock.learn(connection.asked, connection.came, this.welcome.now);
    this.#clockAsked = connection.came;
    // Start with a timer, so that the caller of `connect` has the client before its first message.
    this.#after(0, () => connection.start(
      (message) => this.#take(message), (error) => this.#lost(error)));
    if (!this.#clock.isExact) for (const wait of PINGS) this.#after(wait, () => this.#askTime());
  }

  #after(milliseconds, act) {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }

  #stopTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Closes the connection. Pending requests are rejected. */
  close() {
    this.#finish(null);
  }

  #finish(error) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#disconnect(error ?? new ConnectionLost("the client was closed"));
    this.#inbox.end(error instanceof ConnectionLost ? null : error);
    this.#end(error);
  }

  #disconnect(error) {
    this.#stopTimers();
    this.#connection?.close();
    this.#connection = null;
    for (const one of [...this.#waiting]) one.reject(error);
  }

  #lost(error) {
    const passes = error instanceof ConnectionLost || PASSING.includes(error.code);
    if (!this.#reconnects || !passes) {
      this.#finish(error);
      return;
    }
    this.#disconnect(error instanceof ConnectionLost ? error : new ConnectionLost(error.message));
    this.#again(error.message, FIRST_WAIT);
  }

  /** Connects again, with delays that double up to five seconds. */
  #again(reason, wait) {
    this.#after(wait, async () => {
      let connection;
      try {
        connection = await this.#open();
      } catch (error) {
        if (error instanceof DaemonError && !PASSING.includes(error.code)) this.#finish(error);
        else if (error instanceof WireError) this.#finish(error);
        else if (!this.#hasEnded) this.#again(reason, Math.min(2 * wait, LONGEST_WAIT));
        return;
      }
      if (this.#hasEnded) {
        connection.close();
        return;
      }
      const { session, epoch } = this.welcome;
      const { welcome } = connection;
      const continued = session === welcome.session
        && Math.max(Number(epoch), Number(this.scene.epoch)) === Number(welcome.epoch);
      this.#attach(connection);
      this.#inbox.put({ type: "reconnected", welcome, continued, reason });
    });
  }

  // Messages

  /** Applies a message to the mirror and passes it to the request that waits for it. */
  #take(message) {
    this.scene.apply(message);
    for (const one of this.#waiting) {
      if (one.wanted(message)) {
        one.resolve(message);
        return;
      }
    }
    if (message.type === "frame" || message.type === "segment") this.#keepTime();
    this.#inbox.put(message);
  }

  /**
   * Calls `listener` for each message of a type, or for all messages with "*". Returns a function
   * that removes the listener.
   *
   * Messages that arrive before the first listener and before the iteration are kept for them.
   * @template {Message["type"] | "*"} T
   * @param {T} type
   * @param {(message: T extends "*" ? Message : Extract<Message, { type: T }>) => void} listener
   * @returns {() => void}
   */
  on(type, listener) {
    return this.#inbox.listen(type, listener);
  }

  /**
   * Resolves to the next message. Rejects with ConnectionLost when the connection has ended.
   * @returns {Promise<Message>}
   */
  async receive() {
    const message = await this.#inbox.next();
    if (message === null) throw new ConnectionLost("the connection has ended");
    return message;
  }

  /**
   * Iterates over messages until the connection ends. Leaving the loop does not close the client.
   * @returns {AsyncIterator<Message, undefined>}
   */
  [Symbol.asyncIterator]() {
    return {
      next: async () => {
        const value = await this.#inbox.next();
        return value === null ? { done: true, value: undefined } : { done: false, value };
      },
      return: async () => ({ done: true, value: undefined }),
    };
  }

  // Time

  /**
   * The daemon's clock, in nanoseconds, now or at a time of this process's clock. If the clocks
   * differ, the daemon's is estimated with pings; `clockError` is the largest error.
   * @param {number} [local] nanoseconds
   */
  now(local = this.#clock.local()) {
    return this.#clock.at(local);
  }

  /** The largest error of `now`, in nanoseconds. */
  get clockError() {
    return this.#clock.error;
  }

  #askTime() {
    this.#clockAsked = this.#clock.local();
    this.ping().catch(() => {});
  }

  #keepTime() {
    if (this.#clock.isExact || this.#clock.local() - this.#clockAsked < CLOCK_AGE) return;
    this.#askTime();
  }

  // Asking

  /** Sends a message, an object with one key, without waiting for a reply. */
  send(message) {
    const names = Object.keys(message);
    if (names.length !== 1) {
      throw new TypeError(`a message has one key, its name; this one has ${names.length}`);
    }
    if (this.#connection === null) throw new ConnectionLost("there is no connection");
    this.#connection.send(names[0], message[names[0]]);
  }

  /** Resolves to the first wanted message, which listeners and the iteration do not get. */
  #answer(name, wanted, timeout = this.#timeout) {
    return new Promise((resolve, reject) => {
      const over = (settle) => (value) => {
        clearTimeout(timer);
        this.#waiting.delete(one);
        settle(value);
      };
      const one = { resolve: over(resolve), reject: over(reject) };
      // A refusal without an id belongs to the earliest pending frame request.
      one.wanted = (message) => {
        if (wanted(message)) return true;
        if (message.type !== "reply" || message.id !== undefined || message.ok) return false;
        return name === "frame_request";
      };
      const timer = setTimeout(
        () => one.reject(new TimedOut(`no answer to ${name} within ${timeout} ms`)), timeout);
      this.#waiting.add(one);
      this.#connection?.resume();
    });
  }

  #check(name, reply) {
    if (reply.type !== "reply" || reply.ok === true) return reply;
    throw new CommandError(name, String(reply.code ?? ""), String(reply.message ?? ""), reply);
  }

  /**
   * Sends a command and resolves to the body of its reply. Undefined values are omitted.
   *
   * Rejects with CommandError if the command is refused, with TimedOut if no reply arrives, and
   * with ConnectionLost if the connection ends.
   * @param {string} name
   * @param {object} [body]
   * @param {{timeout?: number}} options milliseconds
   * @returns {Promise<any>}
   */
  async request(name, body = {}, { timeout } = {}) {
    const id = this.#nextId;
    this.#nextId += 1;
    this.send({ [name]: { id, ...body } });
    const wanted = (message) => message.type === "reply" && message.id === id;
    const { type, ...reply } = await this.#answer(name, wanted, timeout);
    this.#check(name, { type, ...reply });
    return reply;
  }

  /**
   * Resolves to the daemon's answer: `id`, and the daemon's time `now`.
   * @returns {Promise<import("./messages.js").Pong>}
   */
  async ping() {
    const id = this.#nextId;
    this.#nextId += 1;
    const asked = this.#clock.local();
    this.send({ ping: { id } });
    const pong = await this.#answer("ping", (message) => {
      if (message.type !== "pong" || message.id !== id) return false;
      this.#clock.learn(asked, this.#clock.local(), message.now);
      return true;
    });
    return pong;
  }

  /** Requests a snapshot, which arrives as a message. */
  resync() {
    this.send({ resync: {} });
  }

  /** Limits the number of frames per second. */
  setRate(rate) {
    this.send({ rate: { rate } });
  }

  /**
   * With pacing "pull": requests the frame for a time, which arrives as a message.
   *
   * `refresh` is the display's refresh interval in nanoseconds, 0 if unknown.
   * @param {number} time nanoseconds
   */
  requestFrame(time, refresh = 0) {
    this.send({ frame_request: { time: Math.round(time), refresh: Math.round(refresh) } });
  }

  /**
   * With pacing "pull": requests the frame for a time, in nanoseconds, and resolves to it.
   *
   * Resolves to an idle if nothing moves, and to a snapshot if one arrives first, which makes the
   * frame obsolete.
   * @param {number} time
   * @returns {Promise<Extract<Message, { type: "frame" | "idle" | "snapshot" }>>}
   */
  async frameAt(time, refresh = 0) {
    const target = Math.round(time);
    const asked = Math.min(this.welcome.clock === "monotonic" ? this.now() : 0, target);
    this.requestFrame(target, refresh);
    const answer = await this.#answer("frame_request", (message) => {
      // Skip other frames, and idle messages from before the request.
      if (message.type === "frame") return message.time === target;
      return message.type === "snapshot" || (message.type === "idle" && message.time >= asked);
    });
    return this.#check("frame_request", answer);
  }

  /**
   * Reports when a frame was shown; with `ack`, the daemon waits for this before further frames.
   * @param {import("./messages.js").Count} seq
   * @param {number} time nanoseconds
   */
  presented(seq, time, { refresh = 0, discarded = false } = {}) {
    this.send({
      presented: { seq, time: Math.round(time), refresh: Math.round(refresh), discarded },
    });
  }
}
