// Playing a recording: at once, again and again, and one at a time.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Replay } from "/page/replay.js";
import { Store } from "/page/store.js";

/** A replay of 0.2 s in which a card moves by 10 points in each frame. */
const LINES = [0, 1, 2].map((place) => {
  const card = {
    id: "card", parent: "screen", anchor: [0.5, 0.5], frame: [0, 0, 100, 100],
    translation: [10 * place, 0], rotation: 0, scale: [1, 1], alpha: 1, color: "#0a84ff",
    visible: true, toScreen: [1, 0, 0, 1, 10 * place, 0],
    velocity: { frame: [0, 0, 0, 0], translation: [100, 0], rotation: 0, scale: [0, 0] },
  };
  const body = { time: place * 1e8, screen: { width: 390, height: 844 }, views: [card] };
  return JSON.stringify({ [place === 0 ? "snapshot" : "frame"]: body });
}).join("\n");
const STILL = LINES.split("\n")[0];

/** Answers requests when the test says so; a request that is stopped fails, as in browsers. */
class Server {
  waiting = [];

  constructor() {
    globalThis.fetch = (url, { signal }) => new Promise((resolve, reject) => {
      const answer = (text, status = 200) => resolve({
        ok: status === 200, status, statusText: "", text: async () => text,
      });
      signal.addEventListener("abort", () => reject(new Error("stopped")));
      this.waiting.push({ url, answer, signal });
    });
  }

  /** Answers the oldest requests, which have to begin with these paths. */
  answer(...answers) {
    for (const [path, text, status] of answers) {
      const request = this.waiting.shift();
      assert.ok(request.url.startsWith(path), request.url);
      request.answer(text, status);
    }
  }

  scene(text = "{ views: [{ id: 'card' }] }") {
    return ["/api/scene?name=", text];
  }
}

async function loaded(lines = LINES) {
  const server = new Server();
  const store = new Store();
  const replay = new Replay(store);
  const shown = replay.load("card.evemu", "card.json5");
  server.answer(server.scene(), ["/api/replay?recording=card.evemu&", lines]);
  assert.equal(await shown, true);
  return { server, store, replay };
}

/** The moments that pictures at these times show, in seconds. */
const moments = (replay, ...seconds) => seconds.map((time) => replay.picture(1000 * time).seconds);

const near = (got, expected) => {
  assert.equal(got.length, expected.length);
  got.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-9, `${got}`));
};

test("a recording plays as soon as it is loaded", async () => {
  const { replay, store } = await loaded();
  assert.ok(replay.playing && replay.moves());
  assert.deepEqual(store.get("replayed"), { recording: "card.evemu", scene: "card.json5" });
  assert.equal(store.get("replayDocument"), store.get("originalReplayDocument"));
  // The first picture shows the start, whenever it is drawn.
  near(moments(replay, 7, 7.05, 7.15), [0, 0.05, 0.15]);
  // Half of the way between the frames at 0.1 and 0.2 s; the velocities are those of the line.
  assert.ok(Math.abs(replay.picture(7150).byName.get("card").translation[0] - 15) < 1e-9);
});

test("it starts again after its end has been shown, until looping is switched off", async () => {
  const { replay } = await loaded();
  near(moments(replay, 0, 0.15, 0.25, 0.8, 0.9, 1), [0, 0.15, 0.2, 0.2, 0, 0.1]);
  replay.loops = false;
  near(moments(replay, 1.2, 9, 10), [0.2, 0.2, 0.2]);
  assert.ok(!replay.playing && !replay.moves());
  replay.play();
  near(moments(replay, 11, 11.1), [0, 0.1]);
});

test("looping that is switched off during the rest at the end stops there", async () => {
  const { replay } = await loaded();
  near(moments(replay, 0, 0.2, 0.3), [0, 0.2, 0.2]);
  replay.loops = false;
  near(moments(replay, 5), [0.2]);
  assert.ok(!replay.playing);
});

test("a moment that is chosen in the log or a graph stays", async () => {
  const { replay, store } = await loaded();
  near(moments(replay, 0, 0.12), [0, 0.12]);
  store.emit("seek", 0.15);
  assert.ok(!replay.playing);
  // The last frame before that moment.
  near(moments(replay, 1, 2), [0.1, 0.1]);
});

test("a recording without a duration is still", async () => {
  const { replay } = await loaded(STILL);
  assert.ok(!replay.playing && !replay.moves());
  near(moments(replay, 0, 1), [0, 0]);
});

test("of two recordings that are chosen one after the other, the second one is shown", async () => {
  const server = new Server();
  const store = new Store();
  const replay = new Replay(store);
  const first = replay.load("a.evemu", "a.json5");
  const second = replay.load("b.evemu", "b.json5");
  const { signal } = server.waiting[0];
  assert.ok(signal.aborted && !server.waiting[2].signal.aborted);
  assert.equal(store.get("loading"), true);
  server.waiting.splice(0, 2);
  server.answer(server.scene(), ["/api/replay?recording=b.evemu&", LINES]);
  assert.deepEqual(await Promise.all([first, second]), [false, true]);
  assert.deepEqual(store.get("replayed"), { recording: "b.evemu", scene: "b.json5" });
  assert.equal(store.get("loading"), false);
});

test("an error of the server is reported, and the recording before it stays", async () => {
  const { server, store, replay } = await loaded();
  const failing = replay.load("broken.evemu", "card.json5");
  server.answer(server.scene(), [
    "/api/replay?recording=broken.evemu&", '{"error":{"message":"broken.evemu:3: no"}}', 400]);
  await assert.rejects(failing, /broken\.evemu:3: no/);
  assert.equal(store.get("replayed").recording, "card.evemu");
  assert.equal(store.get("loading"), false);
  assert.ok(replay.playing);
});

test("another spring keeps the playhead, and whether the recording plays", async () => {
  for (const plays of [true, false]) {
    const { server, replay, store } = await loaded();
    near(moments(replay, 0, 0.1), [0, 0.1]);
    if (!plays) replay.pause();
    const document = { name: "card.json5", scene: { views: [{ id: "card" }] } };
    const done = replay.run(document);
    server.answer(["/api/replay?recording=card.evemu&", LINES]);
    await done;
    assert.equal(replay.playing, plays);
    assert.equal(store.get("replayDocument"), document);
    near(moments(replay, 3), [0.1]);
  }
});
