/** A daemon that is played by the test, on a Unix socket; its clients speak binary. */

import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

import { packed } from "./support.js";

const HEADER = 24;

/** One connection as the daemon sees it. */
class Peer {
  constructor(socket) {
    this.socket = socket;
    this.bytes = Buffer.alloc(0);
    this.hasEnded = false;
    this.wake = () => {};
    socket.on("data", (data) => {
      this.bytes = Buffer.concat([this.bytes, data]);
      this.wake();
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.hasEnded = true;
        this.wake();
      });
    }
  }

  async take(count) {
    while (this.bytes.length < count) {
      if (this.hasEnded) throw new Error("the client has gone");
      await new Promise((resolve) => {
        this.wake = resolve;
      });
    }
    const taken = this.bytes.subarray(0, count);
    this.bytes = this.bytes.subarray(count);
    return taken;
  }

  /** Number and payload of the next message. */
  async message() {
    const header = await this.take(HEADER);
    return [header.readUInt16LE(4), await this.take(header.readUInt32LE(0))];
  }

  /** The next message, which has to be text, as an object. */
  async text() {
    const [kind, payload] = await this.message();
    if (kind !== 1) throw new Error(`message ${kind} is no text`);
    return JSON.parse(payload.toString());
  }

  async greeted() {
    this.magic = (await this.take(8)).toString();
    this.hello = (await this.text()).hello;
  }

  send(...parts) {
    for (const part of parts) this.socket.write(part);
  }

  reply(body) {
    this.send(packed(1, new TextEncoder().encode(JSON.stringify({ reply: body }))));
  }
}

/**
 * Runs a script for each connection, one after the other, and closes it when the script is over.
 * Gives the path of the socket, and what to await at the end: it tells what a script found wrong.
 */
export async function serve(...scripts) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "snapback-js-"));
  const socketPath = path.join(folder, "s");
  const left = [...scripts];
  let over;
  const ended = new Promise((resolve, reject) => {
    over = { resolve, reject };
  });
  ended.catch(() => {});
  const server = net.createServer({ allowHalfOpen: true }, async (socket) => {
    const script = left.shift();
    const peer = new Peer(socket);
    try {
      await peer.greeted();
      await script(peer);
      socket.end();
      if (left.length === 0) over.resolve();
    } catch (error) {
      socket.destroy();
      over.reject(error);
    }
  });
  await new Promise((resolve) => server.listen(socketPath, resolve));
  const done = async () => {
    try {
      await ended;
    } finally {
      server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  };
  return { socket: socketPath, done };
}

/** So many milliseconds. */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
