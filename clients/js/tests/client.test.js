/** The client against a daemon that is played by the test. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { CommandError, ConnectionLost, DaemonError, TimedOut, WireError, connect, now, places }
  from "../node.js";
import { pause, serve } from "./played.js";
import { bytes, joined, packed, snapshot, string, welcome } from "./support.js";

const idle = (seq, time) => packed(24, bytes(""), { seq, time });
const frame = (seq, time) => packed(19, bytes("QQII", 1, 1, 0, 0), { seq, time });

/** All messages until the connection ends. */
async function all(client) {
  const messages = [];
  for await (const message of client) messages.push(message);
  return messages;
}

const types = (messages) => messages.map((message) => message.type);

test("hello says what was asked for", async () => {
  const hellos = [];
  const { socket, done } = await serve((peer) => {
    hellos.push([peer.magic, peer.hello]);
    peer.send(welcome(), snapshot());
  });
  const client = await connect({
    socket, want: ["segments"], views: ["card*"], pacing: "pull", rate: 30, ack: true,
    name: "test", timeout: 5000,
  });
  assert.deepEqual(types(await all(client)), ["snapshot"]);
  assert.deepEqual(hellos, [["SNAPBK1\n", {
    versions: [1], want: ["segments"], views: ["card*"], pacing: "pull", rate: 30, ack: true,
    name: "test", parts: ["cornerRadius", "looks"],
  }]]);
  assert.equal(client.welcome.session, "0000000000001234");
  assert.deepEqual(client.scene.order, ["screen", "card"]);
  assert.equal(client.path, socket);
  assert.ok(await client.closed instanceof ConnectionLost);
  await done();
});

test("a reply is found among other messages", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    const { id, action } = (await peer.text()).run;
    assert.equal(action, "open");
    peer.send(idle(2, 9));
    peer.reply({ id: id + 100, ok: true });
    peer.reply({ id, ok: true, transaction: 4 });
    const second = (await peer.text()).run.id;
    peer.reply({ id: second, ok: false, code: "unknown-name", message: 'no action "opne"' });
  });
  const client = await connect({ socket });
  assert.deepEqual(await client.run("open"), { id: 1, ok: true, transaction: 4 });
  await assert.rejects(client.request("run", { action: "opne" }), (error) => {
    assert.ok(error instanceof CommandError);
    assert.deepEqual([error.command, error.code], ["run", "unknown-name"]);
    assert.match(error.message, /run: no action "opne" \(unknown-name\)/);
    return true;
  });
  assert.deepEqual(types(await all(client)), ["snapshot", "idle", "reply"]);
  await done();
});

test("several answers may be waited for, in any order", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    const ids = [];
    while (ids.length < 3) ids.push((await peer.text()).status.id);
    for (const id of ids.reverse()) peer.reply({ id, ok: true, mine: id });
  });
  const client = await connect({ socket });
  const replies = await Promise.all([client.status(), client.status(), client.status()]);
  assert.deepEqual(replies.map((reply) => reply.mine), [1, 2, 3]);
  client.close();
  await done();
});

test("pull and ping and presented", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    const [kind, payload] = await peer.message();
    assert.deepEqual([kind, new Uint8Array(payload)], [4, bytes("Q", 1)]);
    peer.send(packed(27, payload, { time: 77 }));
    const asked = await peer.message();
    assert.deepEqual([asked[0], new Uint8Array(asked[1])], [2, bytes("QQ", 500, 16)]);
    // What was on its way already is not the answer.
    peer.send(idle(2, 499), frame(3, 480), frame(4, 500));
    const seen = await peer.message();
    assert.deepEqual([seen[0], new Uint8Array(seen[1])], [3, bytes("QQQII", 2, 510, 0, 1, 0)]);
  });
  const client = await connect({ socket, pacing: "pull" });
  assert.equal((await client.ping()).now, 77);
  assert.equal((await client.frameAt(500.2, 16)).time, 500);
  client.presented(2, 510, { discarded: true });
  assert.deepEqual(types(await all(client)), ["snapshot", "idle", "frame"]);
  await done();
});

test("a refusal of a frame without an id is one too", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    await peer.message();
    peer.reply({ ok: false, code: "conflict", message: "not with this pacing" });
  });
  const client = await connect({ socket });
  await client.receive();
  await assert.rejects(client.frameAt(500), { name: "CommandError", code: "conflict" });
  client.close();
  await done();
});

test("an error of the daemon is thrown", async () => {
  const { socket, done } = await serve(
    (peer) => peer.send(packed(26, joined(string("version"), string("not today")))));
  await assert.rejects(connect({ socket }), (error) => {
    assert.ok(error instanceof DaemonError);
    assert.deepEqual([error.code, error.said], ["version", "not today"]);
    return true;
  });
  await done();
});

test("an error after the welcome ends the iteration, and what waits", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    await peer.text();
    peer.send(packed(26, joined(string("stalled"), string("too slow"))));
  });
  const client = await connect({ socket });
  await assert.rejects(client.status(), { name: "DaemonError", code: "stalled" });
  assert.equal((await client.receive()).type, "snapshot");
  await assert.rejects(client.receive(), { name: "DaemonError", code: "stalled" });
  await assert.rejects(client.receive(), ConnectionLost);
  await assert.rejects(client.status(), ConnectionLost);
  assert.equal((await client.closed).code, "stalled");
  await done();
});

test("bytes that are no message end the connection with their place", async () => {
  const { socket, done } = await serve((peer) => peer.send(
    welcome(), snapshot(), packed(24, bytes(""), { version: 9 })));
  const client = await connect({ socket });
  const error = await client.closed;
  assert.ok(error instanceof WireError);
  assert.equal(error.offset, welcome().length + snapshot().length);
  await done();
});

test("a message that is cut off is said", async () => {
  const { socket, done } = await serve((peer) => peer.send(welcome(), snapshot().subarray(0, 50)));
  const client = await connect({ socket });
  assert.match((await client.closed).message, /its last message is not whole/);
  await done();
});

test("no daemon is said with its place", async () => {
  await assert.rejects(
    connect({ socket: "/nowhere/s" }), { name: "ConnectionLost", message: /\/nowhere\/s/ });
});

test("a daemon that is silent is given up", async () => {
  const { socket, done } = await serve(async (peer) => pause(200));
  await assert.rejects(connect({ socket, timeout: 50 }), TimedOut);
  await done();
});

test("an answer that does not come is given up", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    await peer.text();
    const late = (await peer.text()).status.id;
    peer.reply({ id: late, ok: true });
  });
  const client = await connect({ socket });
  await assert.rejects(client.request("status", {}, { timeout: 30 }), TimedOut);
  assert.equal((await client.status()).ok, true);
  client.close();
  await done();
});

test("listeners are told of what came before them, and with the scene of that moment", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot(["screen", "card"], { epoch: 1 }));
    peer.send(snapshot(["screen"], { seq: 2, epoch: 2 }), idle(3, 9));
    await peer.text();
  });
  const client = await connect({ socket });
  const seen = [];
  client.on("snapshot", (message) => seen.push([message.epoch, client.scene.epoch]));
  const whole = [];
  const off = client.on("*", (message) => whole.push(message.type));
  await new Promise((resolve) => {
    client.on("idle", resolve);
  });
  off();
  client.send({ bye: {} });
  await client.closed;
  assert.deepEqual(seen, [[1, 1], [2, 2]]);
  assert.deepEqual(whole, ["snapshot", "snapshot", "idle"]);
  await done();
});

test("messages that come while nobody asks are kept for who asks later", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot(), idle(2, 9));
    await peer.text();
  });
  const client = await connect({ socket });
  await pause(30);
  const whole = [];
  client.on("*", (message) => whole.push(message.type));
  await pause(5);
  assert.deepEqual(whole, ["snapshot", "idle"]);
  client.send({ bye: {} });
  await client.closed;
  await done();
});

test("leaving a loop leaves the client as it is", async () => {
  const { socket, done } = await serve((peer) => peer.send(
    welcome(), snapshot(), idle(2, 9), frame(3, 10), idle(4, 11)));
  const client = await connect({ socket });
  for await (const message of client) if (message.type === "idle") break;
  assert.deepEqual(types(await all(client)), ["frame", "idle"]);
  await done();
});

test("who does not take messages is not read for, until an answer is waited for", async () => {
  const many = joined(...Array.from({ length: 4000 }, (_, seq) => idle(seq + 2, 1000 + seq)));
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    for (let round = 0; round < 15; round += 1) peer.send(many);
    await pause(100);
    assert.ok(peer.socket.writableLength > 500_000, String(peer.socket.writableLength));
    const { id } = (await peer.text()).status;
    peer.reply({ id, ok: true });
    await peer.text();
  });
  const client = await connect({ socket });
  await pause(150);
  assert.equal((await client.status()).ok, true);
  let count = 0;
  for await (const message of client) {
    assert.equal(message.type, count === 0 ? "snapshot" : "idle");
    count += 1;
    if (count === 60001) client.send({ bye: {} });
  }
  assert.equal(count, 60001);
  await done();
});

test("messages that nobody takes are not kept for ever", async () => {
  const many = joined(...Array.from({ length: 70000 }, (_, seq) => idle(seq + 2, 1000 + seq)));
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot(), many);
    await assert.rejects(async () => {
      for (;;) await peer.text();
    });
  });
  const client = await connect({ socket });
  // While it waits for an answer it cannot read more slowly.
  await assert.rejects(client.status(), /65536 messages were not taken/);
  assert.ok(await client.closed instanceof WireError);
  await done();
});

test("close says so to who waits", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    await peer.text();
    await assert.rejects(peer.text());
  });
  const client = await connect({ socket });
  const asked = client.status();
  await client.receive();
  const next = client[Symbol.asyncIterator]().next();
  client.close();
  client.close();
  await assert.rejects(asked, /the client was closed/);
  assert.equal((await next).done, true);
  assert.equal(await client.closed, null);
  assert.throws(() => client.resync(), ConnectionLost);
  await done();
});

test("a client connects again and says what it missed", async () => {
  const whole = (session, epoch) => (peer) => peer.send(
    welcome(session, epoch), snapshot(["screen", "card"], { epoch }));
  const { socket, done } = await serve(
    whole(1, 1), whole(1, 1), whole(1, 2), () => {}, whole(2, 2));
  const client = await connect({ socket, reconnect: true, timeout: 2000 });
  const seen = [];
  const order = [];
  for await (const message of client) {
    order.push(message.type);
    if (message.type === "reconnected") {
      seen.push([Number(message.welcome.session), message.continued]);
      assert.match(message.reason, /the daemon closed the connection/);
    }
    if (seen.length === 3 && message.type === "snapshot") break;
  }
  client.close();
  assert.deepEqual(seen, [[1, true], [1, false], [2, false]]);
  assert.deepEqual(order, [
    "snapshot", "reconnected", "snapshot", "reconnected", "snapshot", "reconnected", "snapshot"]);
  await done();
});

test("it waits longer from try to try", async () => {
  const times = [];
  const silent = () => times.push(performance.now());
  const { socket, done } = await serve(
    (peer) => peer.send(welcome(), snapshot()), silent, silent, silent,
    (peer) => peer.send(welcome(), snapshot()));
  const client = await connect({ socket, reconnect: true });
  const begin = performance.now();
  await new Promise((resolve) => {
    client.on("reconnected", resolve);
  });
  client.close();
  // 0.1 s, 0.2 s, 0.4 s and 0.8 s, and what a busy machine adds.
  assert.ok(times[0] - begin >= 80, String(times[0] - begin));
  assert.ok(times[1] - times[0] >= 180);
  assert.ok(times[2] - times[1] >= 380);
  await done();
});

test("a request that waits when the daemon goes is told, and is not sent again", async () => {
  const { socket, done } = await serve(
    async (peer) => {
      peer.send(welcome(), snapshot());
      await peer.text();
    },
    async (peer) => {
      peer.send(welcome(), snapshot());
      const { id } = (await peer.text()).status;
      peer.reply({ id, ok: true });
    });
  const client = await connect({ socket, reconnect: true });
  await assert.rejects(client.run("open"), ConnectionLost);
  await assert.rejects(client.run("open"), /there is no connection/);
  await new Promise((resolve) => {
    client.on("reconnected", resolve);
  });
  assert.equal((await client.status()).ok, true);
  client.close();
  await done();
});

test("a refusal that does not pass ends a client that reconnects", async () => {
  const { socket, done } = await serve(
    (peer) => peer.send(welcome(), snapshot()),
    (peer) => peer.send(packed(26, joined(string("forbidden"), string("not you")))));
  const client = await connect({ socket, reconnect: true });
  assert.equal((await client.closed).code, "forbidden");
  await done();
});

test("its clock is that of this machine", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    await peer.text();
  });
  const client = await connect({ socket });
  const before = Number(process.hrtime.bigint());
  const between = client.now();
  assert.ok(between > before - 1e5 && between < Number(process.hrtime.bigint()) + 1e5);
  assert.equal(client.clockError, 0);
  assert.ok(Math.abs(now() - between) < 1e9);
  client.send({ bye: {} });
  await client.closed;
  await done();
});

test("a message has one key", async () => {
  const { socket, done } = await serve(async (peer) => {
    peer.send(welcome(), snapshot());
    assert.deepEqual(await peer.text(), { rate: { rate: 5 } });
  });
  const client = await connect({ socket });
  assert.throws(() => client.send({}), /one key, its name; this one has 0/);
  assert.throws(() => client.send({ a: {}, b: {} }), TypeError);
  client.setRate(5);
  await client.closed;
  await done();
});

test("a daemon is looked for where the protocol says", () => {
  const system = "/run/snapback/snapback.sock";
  assert.deepEqual(places("/a", { SNAPBACK_SOCKET: "/b" }, 1), ["/a"]);
  assert.deepEqual(places(undefined, { SNAPBACK_SOCKET: "/b" }, 1), ["/b"]);
  assert.deepEqual(places(undefined, {}, 1), [system]);
  const own = "/u/snapback/snapback.sock";
  assert.deepEqual(places(undefined, { XDG_RUNTIME_DIR: "/u" }, 1), [own, system]);
  assert.deepEqual(places(undefined, { XDG_RUNTIME_DIR: "/u" }, 0), [system, own]);
});
