/** Snapback for Node 20 and newer, over a Unix socket. */

import net from "node:net";
import { performance } from "node:perf_hooks";
import process from "node:process";

import { Client } from "./client.js";
import { Clock } from "./clock.js";
import { ConnectionLost } from "./errors.js";

export * from "./snapback.js";

// CLOCK_MONOTONIC at the start of the process, from which the finer performance.now counts.
const BEGIN = Number(process.hrtime.bigint()) - performance.now() * 1e6;

/** CLOCK_MONOTONIC in nanoseconds; this is the daemon's clock if that is "monotonic". */
export function now() {
  return BEGIN + performance.now() * 1e6;
}

/**
 * The paths at which a daemon may listen, in search order.
 * @param {string} [socket]
 * @param {Record<string, string | undefined>} [environment]
 * @param {number} [user]
 * @returns {string[]}
 */
export function places(socket, environment = process.env, user = process.geteuid?.()) {
  if (socket) return [socket];
  if (environment.SNAPBACK_SOCKET) return [environment.SNAPBACK_SOCKET];
  const system = "/run/snapback/snapback.sock";
  if (!environment.XDG_RUNTIME_DIR) return [system];
  const own = `${environment.XDG_RUNTIME_DIR}/snapback/snapback.sock`;
  return user === 0 ? [system, own] : [own, system];
}

/**
 * Connects to a daemon. Without `socket`, the paths listed in docs/protocol.md are tried.
 * @param {{socket?: string} & import("./client.js").Options} [options]
 */
export function connect(options = {}) {
  const given = typeof options === "string" ? { socket: options } : options;
  return Client.connect(
    (timeout) => firstThatAnswers(places(given.socket), timeout), new Clock(now, true), given);
}

async function firstThatAnswers(candidates, timeout) {
  let first = null;
  for (const path of candidates) {
    try {
      return new SocketTransport(path, await opened(path, timeout));
    } catch (error) {
      first ??= `${path}: ${error.message}`;
    }
  }
  throw new ConnectionLost(`no daemon answers at ${first}`);
}

function opened(path, timeout) {
  return new Promise((resolve, reject) => {
    // If the daemon closes its side first, its last messages are still read before this side
    // closes.
    const socket = net.connect({ path, allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer within ${timeout} ms`));
    }, timeout);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

class SocketTransport {
  constructor(path, socket) {
    this.path = path;
    this.socket = socket;
    this.hasEnded = false;
  }

  start(data, end) {
    const over = (reason) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      end(reason);
    };
    this.socket.on("data", data);
    this.socket.on("end", () => over("the daemon closed the connection"));
    this.socket.on("close", () => over("the daemon has gone"));
    this.socket.on("error", (error) => over(`the daemon has gone: ${error.message}`));
  }

  write(bytes) {
    // After an error the socket cannot be written; `end` reports the error.
    if (this.socket.writable) this.socket.write(bytes);
  }

  pause() {
    this.socket.pause();
  }

  resume() {
    this.socket.resume();
  }

  close() {
    this.hasEnded = true;
    this.socket.destroy();
  }
}
