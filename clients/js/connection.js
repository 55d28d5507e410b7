/** A connection to the daemon, from hello to its end. */

import { ConnectionLost, DaemonError, TimedOut, WireError } from "./errors.js";
import { Decoder, MAGIC, encode } from "./wire.js";

/**
 * Transports bytes; `node.js` and `browser.js` each implement it.
 *
 * @typedef {object} Transport
 * @property {string} path the path or URL at which the daemon was found
 * @property {(data: (bytes: Uint8Array | string) => void, end: (reason: string) => void) => void}
 * start begins to deliver data, a string for each complete line, and finally the reason of the end
 * @property {(bytes: Uint8Array, isLine: boolean) => void} write
 * @property {() => void} pause stops the delivery, if the transport can
 * @property {() => void} resume
 * @property {() => void} close
 */

// Parts of states, and messages, that the daemon sends only to clients that request them.
const PARTS = ["cornerRadius", "looks"];

export class Connection {
  /**
   * Connects, says hello and waits for the welcome.
   *
   * @param {(timeout: number) => Promise<Transport>} open
   * @param {object} hello the body of the message
   * @param {{encoding: string, limit: number, timeout: number, local: () => number}} options
   */
  static async open(open, hello, { encoding, limit, timeout, local }) {
    const transport = await open(timeout);
    const connection = new Connection(transport, encoding, limit);
    connection.asked = local();
    connection.greet(hello);
    return new Promise((resolve, reject) => {
      const fail = (error) => {
        clearTimeout(timer);
        connection.close();
        reject(error);
      };
      const timer = setTimeout(
        () => fail(new TimedOut(`no welcome within ${timeout} ms`)), timeout);
      connection.start((message) => {
        if (message.type !== "welcome") {
          fail(new WireError(`the first message is ${message.type}, not welcome`));
          return;
        }
        clearTimeout(timer);
        connection.came = local();
        connection.welcome = message;
        // Keep further messages until `start` sets the callbacks.
        connection.onMessage = connection.onEnd = null;
        resolve(connection);
      }, fail);
    });
  }

  constructor(transport, encoding, limit) {
    this.transport = transport;
    this.encoding = encoding;
    this.decoder = new Decoder(encoding, { limit });
    this.onMessage = null;
    this.onEnd = null;
    // The reason why the transport ended; null while it is open.
    this.reason = null;
    this.isPaused = false;
    /** @type {import("./messages.js").Welcome} */
    this.welcome = null;
    // The times of the hello and of the welcome, by the clock of this process.
    this.asked = this.came = 0;
    transport.start((data) => this.#data(data), (reason) => this.#ended(reason));
  }

  greet(hello) {
    if (this.encoding !== "ndjson") this.transport.write(MAGIC, false);
    this.send("hello", { ...hello, parts: PARTS });
  }

  /** Starts to deliver messages, and once the error with which the connection ended. */
  start(onMessage, onEnd) {
    this.onMessage = onMessage;
    this.onEnd = onEnd;
    this.#pump();
    this.#finish();
  }

  send(name, body) {
    this.transport.write(encode(name, body, this.encoding), this.encoding === "ndjson");
  }

  /** Stops delivering messages and reading, so that the daemon's limits for slow clients apply. */
  pause() {
    this.isPaused = true;
    this.transport.pause();
  }

  resume() {
    if (!this.isPaused) return;
    this.isPaused = false;
    this.#pump();
    if (!this.isPaused) this.transport.resume();
  }

  close() {
    this.onMessage = this.onEnd = null;
    this.transport.close();
  }

  #data(data) {
    if (typeof data === "string") this.decoder.feedLine(data);
    else this.decoder.feed(data);
    this.#pump();
  }

  #pump() {
    while (this.onMessage !== null && !this.isPaused) {
      let message;
      try {
        message = this.decoder.next();
      } catch (error) {
        this.#end(error);
        return;
      }
      if (message === null) return;
      if (message.type === "error") {
        this.#end(new DaemonError(message.code, message.message));
        return;
      }
      this.onMessage(message);
    }
  }

  #ended(reason) {
    this.reason = reason;
    this.isPaused = false;
    this.#pump();
    this.#finish();
  }

  /** Reports the end of the connection after all messages before it. */
  #finish() {
    if (this.reason === null || this.onEnd === null) return;
    const rest = this.decoder.isBetweenMessages ? "" : "; its last message is not whole";
    this.#end(new ConnectionLost(this.reason + rest));
  }

  #end(error) {
    const tell = this.onEnd;
    this.close();
    tell(error);
  }
}
