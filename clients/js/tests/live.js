/**
 * The client and a live daemon: `live BINARIES` calls it.
 *
 * The card is flicked by a recording. While it springs home, frames and evaluated segments have to
 * be within 10⁻³ points of what `snapback replay` says of the same recording.
 */

import assert from "node:assert/strict";
import process from "node:process";
import { after, afterEach, beforeEach, test } from "node:test";

import { CommandError, Scene, connect, now, readLine } from "../node.js";
import { pause } from "./played.js";
import { Daemon, Reference, replayed } from "./rig.js";

const BINARIES = process.env.SNAPBACK_BINARIES;
const NEAR = 1e-3;
const PATIENCE = 10000;
const reference = new Reference(BINARIES);

let daemon;
const clients = [];

beforeEach(() => {
  daemon = new Daemon(BINARIES);
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await daemon.close();
});

after(() => daemon.close());

async function connected(options = {}) {
  const client = await connect({ socket: daemon.path, name: "live", ...options });
  clients.push(client);
  return client;
}

/** A client of a daemon that plays the flick. */
async function played(options) {
  await daemon.start({ recording: "flick" });
  return connected(options);
}

function near(got, expected, by, what) {
  assert.ok(Math.abs(got - expected) <= by, `${got} for ${expected}: ${what}`);
}

/** Holds a view at a moment of the recording against the replay. */
function isNear(drawn, moment, what) {
  const [dx, dy, turn] = reference.at(moment);
  const where = `${what}, ${((moment - reference.released) / 1e6).toFixed(3)} ms after the release`;
  near(drawn.translation[0], dx, NEAR, where);
  near(drawn.translation[1], dy, NEAR, where);
  near(drawn.rotation, turn, NEAR / 200, where);
}

function isAtHome(drawn) {
  drawn.frame.forEach((value, k) => near(value, reference.home.frame[k], NEAR, "at home"));
  assert.deepEqual(
    [drawn.translation, drawn.rotation, drawn.scale, drawn.shear], [[0, 0], 0, [1, 1], 0]);
}

/** A frame is of the way home, and computed when the release was known. */
function isComparable(frame, zero) {
  return zero !== null && reference.covers(frame.time - zero)
    && reference.covers(frame.computed - zero);
}

/** Gives each message with the zero of the recording's clock, until the card is home. */
function follow(client, seen) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the card does not come home")), PATIENCE);
    let zero = null;
    let hasEnded = false;
    client.on("*", (message) => {
      if (message.type === "gesture") {
        if (message.phase === "began") zero = message.time - reference.began;
        hasEnded ||= message.phase === "ended";
      }
      try {
        seen(message, zero);
      } catch (error) {
        reject(error);
      }
      if (!(hasEnded && client.scene.isIdle)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

for (const encoding of ["binary", "ndjson"]) {
  test(`frames are the replay's: ${encoding}`, async () => {
    const client = await played({ encoding });
    let compared = 0;
    await follow(client, (message, zero) => {
      if (message.type !== "frame" || !isComparable(message, zero)) return;
      isNear(client.scene.view("card"), message.time - zero, encoding);
      compared += 1;
    });
    assert.ok(compared > 15, String(compared));
    isAtHome(client.scene.view("card"));
  });

  test(`segments are the replay's, at any rate: ${encoding}`, async () => {
    const client = await played({ encoding, want: ["segments", "gestures"] });
    let compared = 0;
    await follow(client, (message, zero) => {
      if (message.type !== "segment" || zero === null) return;
      if (message.time - zero < reference.released) return;
      // From the release on everything is known: all of the way home.
      for (let at = reference.released; at < reference.ends; at += 7_919_000) {
        if (!reference.covers(at) || zero + at < message.time) continue;
        isNear(client.scene.at(zero + at).get("card"), at, encoding);
        compared += 1;
      }
    });
    assert.ok(compared > 50, String(compared));
    isAtHome(client.scene.at(client.now()).get("card"));
    assert.ok(client.scene.movesUntil <= client.now());
  });
}

test("frames on request are for the time that was asked for", async () => {
  const client = await played({ pacing: "pull" });
  let zero = null;
  let hasEnded = false;
  let compared = 0;
  client.on("gesture", (message) => {
    if (message.phase === "began") zero = message.time - reference.began;
    hasEnded ||= message.phase === "ended";
  });
  const deadline = performance.now() + PATIENCE;
  while (!(hasEnded && client.scene.isIdle)) {
    assert.ok(performance.now() < deadline);
    const target = Math.round(now()) + 8_000_000;
    const answer = await client.frameAt(target, 16_666_667);
    if (answer.type === "frame") {
      assert.equal(answer.time, target);
      if (isComparable(answer, zero)) {
        isNear(client.scene.view("card"), target - zero, "pull");
        compared += 1;
      }
    }
    await pause(12);
  }
  assert.ok(compared > 15, String(compared));
  isAtHome(client.scene.view("card"));
});

/** Waits until something holds of a client. */
async function until(client, holds) {
  const deadline = performance.now() + 5000;
  while (!holds()) {
    assert.ok(performance.now() < deadline, "it does not come to hold");
    await pause(5);
  }
}

test("commands", async () => {
  await daemon.start();
  const client = await connected();
  client.on("*", () => {});
  assert.ok(client.welcome.roles.includes("control"));
  assert.equal((await client.status()).ok, true);
  assert.ok((await client.ping()).now > 0);
  await client.change([{ view: "card", alpha: 0.5 }]);
  await until(client, () => client.scene.view("card").alpha === 0.5);
  await client.change([{ view: "card", cornerRadius: 12.5 }]);
  await until(client, () => client.scene.view("card").cornerRadius === 12.5);
  await assert.rejects(client.change([{ view: "crad", alpha: 1 }]), (error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.said, /did you mean "card"/);
    return error.code === "unknown-name";
  });
  const animate = { duration: 0.1, curve: "linear" };
  const reply = await client.change([{ view: "card", translation: [30, 0] }], { animate });
  assert.ok(reply.transaction > 0);
  await until(client, () => client.scene.view("card").translation[0] === 30);
  await client.patch({ views: [{ id: "card", color: "#ff3b30" }] });
  await until(client, () => client.scene.view("card").color === "#ff3b30");
  await assert.rejects(client.request("laterCommand", {}), { command: "laterCommand" });
});

test("injected touches drive a pan", async () => {
  await daemon.start();
  const client = await connected({ want: ["frames", "gestures"] });
  const phases = [];
  let farthest = 0;
  client.on("gesture", (message) => {
    assert.ok(message.injected);
    phases.push(message.phase);
  });
  client.on("frame", () => {
    farthest = Math.max(farthest, client.scene.view("card").translation[0]);
  });
  await client.inject([{ id: 1, phase: "began", x: 195, y: 420 }]);
  for (let step = 1; step <= 10; step += 1) {
    await pause(10);
    await client.inject([{ id: 1, phase: "moved", x: 195 + 8 * step, y: 420 }]);
  }
  await client.inject([{ id: 1, phase: "ended", x: 275, y: 420 }]);
  await until(client, () => phases.includes("ended") && client.scene.isIdle);
  assert.equal(phases[0], "began");
  assert.ok(farthest > 40, String(farthest));
  isAtHome(client.scene.view("card"));
});

test("a client survives a restart", async () => {
  await daemon.start();
  const client = await connected({ reconnect: true });
  assert.equal((await client.receive()).type, "snapshot");
  const { session } = client.welcome;
  await daemon.stop();
  await daemon.start();
  let message = await client.receive();
  while (message.type !== "reconnected") message = await client.receive();
  assert.equal(message.continued, false);
  assert.notEqual(message.welcome.session, session);
  assert.equal((await client.receive()).type, "snapshot");
});

test("the lines of a replay are a scene, too", () => {
  const scene = new Scene();
  let frames = 0;
  let summary;
  for (const line of replayed(BINARIES, "card", "flick").trim().split("\n")) {
    const message = readLine(line);
    scene.apply(message);
    if (message.type === "frame") frames += 1;
    if (message.type === "summary") summary = message;
  }
  assert.equal(frames, summary.frames);
  assert.ok(summary.atRest);
  isAtHome(scene.at(scene.time).get("card"));
});
