// The looks in the pictures of a replay, from lines written by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recording } from "/page/recording.js";

const STILL = { translation: [0, 0], rotation: 0 };
const state = (id, more = {}) => ({
  id, frame: [0, 0, 9, 9], translation: [0, 0], rotation: 0, scale: [1, 1], alpha: 1,
  toScreen: [1, 0, 0, 1, 0, 0], velocity: STILL, ...more,
});
const fixed = (id, parent) => ({ ...state(id), parent, anchor: [0.5, 0.5], cornerRadius: 0 });
const frame = (place, ...views) => ["frame", { time: place * 1e8, views }];
const looks = (place, ...views) => ["looks", { time: place * 1e8, views }];
const snapshot = ["snapshot", {
  time: 0, screen: { width: 9, height: 9 },
  views: [fixed("screen"), fixed("card", "screen"), fixed("knob", "screen")],
}];

const recorded = (...lines) => new Recording(
  lines.map(([kind, body]) => JSON.stringify({ [kind]: body })).join("\n"));

test("a picture has the last looks, and the part of the last frame that moves", () => {
  const recording = recorded(
    snapshot,
    looks(0, { id: "card", shadowRadius: 4, fontWeight: 0 }),
    looks(1, { id: "card", shadowRadius: 5, fontWeight: 700 }),
    frame(1, state("card", { look: { shadowRadius: 6 } })),
    frame(2, state("knob")),
  );
  const seen = [0, 1, 2].map((place) => recording.pictureAt(place).byName.get("card").look);
  assert.deepEqual(seen, [
    { shadowRadius: 4, fontWeight: 0 }, { shadowRadius: 6, fontWeight: 700 },
    { shadowRadius: 6, fontWeight: 700 },
  ]);
  assert.equal(recording.pictureAt(1).byName.get("knob").look, null);
  assert.deepEqual(recording.events, []);
});

test("a replay without looks has views without looks", () => {
  const recording = recorded(snapshot, frame(1, state("card")));
  assert.equal(recording.pictureAt(1).byName.get("card").look, null);
});
