/** The client over a WebSocket that the test plays, and a clock that is not the daemon's. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ConnectionLost, TimedOut, absolute, connect } from "../browser.js";
import { Clock } from "../clock.js";
import { pause } from "./played.js";
import { bytes, joined, packed, snapshot, welcome } from "./support.js";

const line = (name, body) => JSON.stringify({ [name]: body });

/** What browsers have, as far as the client uses it; `script` gets it when it is open. */
function socketOf(script) {
  return class FakeSocket {
    OPEN = 1;

    constructor(url) {
      this.url = url;
      this.readyState = 0;
      this.sent = [];
      setTimeout(() => script(this), 1);
    }

    open() {
      this.readyState = 1;
      this.onopen?.({});
    }

    send(data) {
      this.sent.push(data);
      this.heard?.(data);
    }

    say(data) {
      const whole = typeof data === "string" ? data : data.slice().buffer;
      this.onmessage?.({ data: whole });
    }

    end(code, reason = "") {
      this.readyState = 3;
      this.onclose?.({ code, reason });
    }

    close() {
      this.readyState = 3;
    }
  };
}

test("binary messages go both ways as they are", async () => {
  let socket;
  const WebSocket = socketOf((given) => {
    socket = given;
    given.open();
    given.heard = () => {
      if (given.sent.length !== 2) return;
      // In pieces, as a server may cut them.
      const data = joined(welcome(), snapshot());
      given.say(data.subarray(0, 30));
      given.say(data.subarray(30));
    };
  });
  const client = await connect({ url: "ws://page/ws", WebSocket, want: ["segments"] });
  assert.equal(socket.url, "ws://page/ws");
  assert.equal(socket.binaryType, "arraybuffer");
  assert.equal(new TextDecoder().decode(socket.sent[0]), "SNAPBK1\n");
  const text = new TextDecoder().decode(socket.sent[1].subarray(24));
  assert.deepEqual(JSON.parse(text), {
    hello: { versions: [1], want: ["segments"], parts: ["cornerRadius", "looks"] },
  });
  assert.equal((await client.receive()).type, "snapshot");
  client.close();
  assert.equal(socket.readyState, 3);
});

test("lines are texts without their newline", async () => {
  let socket;
  const WebSocket = socketOf((given) => {
    socket = given;
    given.open();
    given.heard = () => given.say(line("welcome", {
      version: 1, encoding: "ndjson", clock: "monotonic", now: 7, session: "1", epoch: 1,
      rate: 60, roles: [], features: [],
    }));
  });
  const client = await connect({ url: "ws://page/ws", WebSocket, encoding: "ndjson" });
  socket.heard = null;
  assert.deepEqual(socket.sent, [
    '{"hello":{"versions":[1],"parts":["cornerRadius","looks"]}}',
  ]);
  socket.say(line("idle", { seq: 1, time: 9 }));
  assert.deepEqual(await client.receive(), { type: "idle", seq: 1, time: 9 });
  socket.end(1013, "no daemon at /run/s");
  assert.match((await client.closed).message, /no daemon at \/run\/s \(1013\)/);
});

test("what is wrong at the start is said", async () => {
  const never = socketOf(() => {});
  await assert.rejects(
    connect({ url: "ws://page/ws", WebSocket: never, timeout: 20 }),
    { name: "ConnectionLost", message: /ws:\/\/page\/ws: no answer within 20 ms/ });
  const silent = socketOf((socket) => socket.open());
  await assert.rejects(
    connect({ url: "ws://page/ws", WebSocket: silent, timeout: 20 }), TimedOut);
  const refused = socketOf((socket) => socket.end(1006));
  await assert.rejects(connect({ url: "ws://page/ws", WebSocket: refused }), (error) => {
    assert.ok(error instanceof ConnectionLost);
    assert.match(error.message, /the connection broke \(1006\)/);
    return true;
  });
});

test("the daemon's clock is asked for, and found to half a way", async () => {
  const ahead = 5e12;
  const daemon = () => performance.now() * 1e6 + ahead;
  const WebSocket = socketOf((socket) => {
    socket.open();
    socket.heard = (data) => {
      const kind = new DataView(data.buffer, data.byteOffset).getUint16(4, true);
      if (socket.sent.length === 2) {
        setTimeout(() => {
          const message = welcome();
          new DataView(message.buffer).setBigUint64(16, BigInt(Math.round(daemon())), true);
          socket.say(message);
        }, 60);
      } else if (kind === 4) {
        const time = Math.round(daemon());
        setTimeout(() => socket.say(packed(27, data.subarray(24), { time })), 1);
      }
    };
  });
  const client = await connect({ url: "ws://page/ws", WebSocket });
  const first = client.clockError;
  assert.ok(first >= 25e6, String(first));
  assert.ok(Math.abs(client.now() - daemon()) <= first + 1e6);
  // The pings after the welcome have a shorter way.
  await pause(400);
  assert.ok(client.clockError < first);
  assert.ok(Math.abs(client.now() - daemon()) <= client.clockError + 1e6);
  const later = performance.now() * 1e6 + 20e6;
  assert.ok(Math.abs(client.now(later) - (later + ahead)) <= client.clockError);
  client.close();
});

test("a URL is taken from the page's", () => {
  assert.equal(absolute("/ws", "http://127.0.0.1:80/page/"), "ws://127.0.0.1/ws");
  assert.equal(absolute("/ws", "https://a.example/"), "wss://a.example/ws");
  assert.equal(absolute("ws://b/ws", undefined), "ws://b/ws");
});

test("a clock takes the answer with the shortest way", () => {
  let local = 0;
  const clock = new Clock(() => local);
  assert.deepEqual([clock.now(), clock.error], [0, Infinity]);
  clock.learn(0, 10e6, 100e6);
  local = 10e6;
  assert.deepEqual([clock.now(), clock.error], [105e6, 5e6]);
  clock.learn(20e6, 22e6, 131e6);
  local = 30e6;
  assert.deepEqual([clock.now(), clock.error], [140e6, 1e6]);
  // A long way says less, as long as it is not much later.
  clock.learn(40e6, 60e6, 999e6);
  local = 70e6;
  assert.equal(clock.now(), 180e6);
  clock.learn(400e9, 400e9 + 20e6, 500e9);
  local = 400e9 + 20e6;
  assert.equal(clock.now(), 500e9 + 10e6);
});

test("a clock of a replay runs at its own rate", () => {
  let local = 0;
  const clock = new Clock(() => local, true);
  assert.ok(clock.isExact);
  clock.clear("replay");
  assert.ok(!clock.isExact);
  clock.learn(0, 0, 50e6);
  clock.learn(1e9, 1e9, 50e6 + 0.25e9);
  local = 2e9;
  assert.equal(clock.now(), 50e6 + 0.5e9);
  // So does the moment of a picture that is shown later.
  assert.equal(clock.at(3e9), 50e6 + 0.75e9);
});
