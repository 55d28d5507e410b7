/** Snapback for browsers, over the WebSocket of snapback-web. */

import { Client } from "./client.js";
import { Clock } from "./clock.js";
import { ConnectionLost } from "./errors.js";

export * from "./snapback.js";

const NORMAL = 1000;

/** The page's clock, in nanoseconds since the page was loaded. */
export function now() {
  return performance.now() * 1e6;
}

/**
 * Connects to a daemon through a server that relays a WebSocket.
 *
 * `url` defaults to "/ws", relative to the page. `WebSocket` is for tests.
 * @param {{url?: string, WebSocket?: typeof WebSocket} & import("./client.js").Options} [options]
 */
export function connect(options = {}) {
  const given = typeof options === "string" ? { url: options } : options;
  const Socket = given.WebSocket ?? globalThis.WebSocket;
  const url = absolute(given.url ?? "/ws", globalThis.location?.href);
  return Client.connect((timeout) => opened(Socket, url, timeout), new Clock(now), given);
}

/**
 * Converts a URL to the scheme of WebSockets; "/ws" on http://host/page becomes ws://host/ws.
 * @param {string} url
 * @param {string} [page]
 */
export function absolute(url, page) {
  const whole = new URL(url, page);
  if (whole.protocol === "http:") whole.protocol = "ws:";
  if (whole.protocol === "https:") whole.protocol = "wss:";
  return whole.href;
}

function reasonOf(event) {
  if (event.reason) return `${event.reason} (${event.code})`;
  if (event.code === NORMAL) return "the connection was closed";
  return `the connection broke (${event.code})`;
}

function opened(Socket, url, timeout) {
  return new Promise((resolve, reject) => {
    const socket = new Socket(url);
    socket.binaryType = "arraybuffer";
    const transport = new SocketTransport(url, socket);
    const fail = (reason) => {
      clearTimeout(timer);
      reject(new ConnectionLost(`no daemon answers at ${url}: ${reason}`));
    };
    const timer = setTimeout(() => {
      socket.close();
      fail(`no answer within ${timeout} ms`);
    }, timeout);
    socket.onopen = () => {
      clearTimeout(timer);
      resolve(transport);
    };
    socket.onclose = (event) => fail(reasonOf(event));
  });
}

class SocketTransport {
  constructor(url, socket) {
    this.path = url;
    this.socket = socket;
    this.line = new TextDecoder();
  }

  start(data, end) {
    this.socket.onmessage = ({ data: given }) => data(
      typeof given === "string" ? given : new Uint8Array(given));
    this.socket.onclose = (event) => end(reasonOf(event));
  }

  /** Sends bytes; on an NDJSON connection, sends each line as a text without its newline. */
  write(bytes, isLine) {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(isLine ? this.line.decode(bytes).trimEnd() : bytes);
  }

  // A WebSocket cannot be paused, so received messages are kept.
  pause() {}

  resume() {}

  close() {
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
  }
}
