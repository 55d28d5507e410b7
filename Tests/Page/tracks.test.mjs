// The tracks and ticks of the timeline, from a recording written by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Recording } from "/page/recording.js";
import { ticksOf, tracksOf } from "/page/tracks.js";

const STILL = { translation: [0, 0], rotation: 0 };
const FRAME = 0.01;

const state = (id, x, y = 0) => ({
  id, frame: [0, y, 100, 100], translation: [x, 0], rotation: 0, scale: [1, 1], alpha: 1,
  toScreen: [1, 0, 0, 1, x, y], velocity: STILL,
});

const nanoseconds = (seconds) => Math.round(seconds * 1e9);

/**
 * A replay in which a finger pulls `card` from 0.1 s to 0.3 s, which springs back until 0.6 s;
 * `shade` follows it. At 0.4 s a second finger touches the list and scrolls it from 0.5 s to 0.7 s,
 * and its content moves on until 0.9 s. A tap on `list` fails at 0.5 s.
 */
function replay() {
  const lines = [["snapshot", {
    time: 0, screen: { width: 100, height: 100 },
    views: [
      ["screen"], ["shade", "screen"], ["card", "screen"], ["list", "screen"], ["rows", "list"],
      ["row", "rows"],
    ].map(([id, parent]) => ({ ...state(id, 0), parent, anchor: [0.5, 0.5], cornerRadius: 7 })),
  }]];
  const gesture = (seconds, id, phase, body) => lines.push(["gesture", {
    time: nanoseconds(seconds), id, phase, ...body,
  }]);
  const hit = (seconds, contact) => lines.push(["decision", {
    time: nanoseconds(seconds), kind: "hit", contact, text: "touches",
  }]);
  const pan = { view: "card", kind: "pan", name: "pull" };
  const scroll = { view: "list", kind: "pan" };
  hit(0.05, 1);
  for (let step = 5; step <= 90; step += 1) {
    const time = step * FRAME;
    if (step === 10) gesture(time, 1, "began", pan);
    if (step === 30) gesture(time, 1, "ended", pan);
    if (step === 40) hit(time, 2);
    if (step === 50) {
      gesture(time, 2, "began", scroll);
      lines.push(["decision", {
        time: nanoseconds(time), kind: "step", gesture: "tap", view: "list", state: "failed",
        text: "tap on \"list\" fails: the finger moved",
      }]);
    }
    if (step === 70) gesture(time, 2, "ended", scroll);
    const views = [];
    if (step >= 10 && step <= 60) {
      const x = step <= 30 ? step : 30 - (step - 30);
      views.push(state("shade", x / 2), state("card", x));
    }
    // The row is drawn elsewhere because its parent moves, but has the frame that it had.
    if (step >= 50) views.push(state("rows", 0, 50 - step), state("row", 0));
    const touches = step <= 30 ? [1] : step >= 40 && step <= 70 ? [2] : [];
    lines.push(["frame", {
      time: nanoseconds(time), views, touches: touches.map((id) => ({ id, x: 1, y: 1 })),
    }]);
  }
  lines.push(["summary", { frames: 1 }]);
  return new Recording(lines.map(([kind, body]) => JSON.stringify({ [kind]: body })).join("\n"));
}

const rounded = (bars) => bars.map(({ sort, start, end }) => [
  sort, Number(start.toFixed(3)), Number(end.toFixed(3))]);

test("there is a track for each finger, each gesture, and the views that move together", () => {
  assert.deepEqual(tracksOf(replay()).map(({ kind, name }) => [kind, name]), [
    ["finger", "Finger 1"], ["gesture", "pull on card"], ["gesture", "pan on list"],
    ["gesture", "tap on list"], ["motion", "shade and 1 more"], ["motion", "rows"],
  ]);
});

test("bars have the times of contacts, gestures and failures", () => {
  const bars = Object.fromEntries(tracksOf(replay()).map(({ name, bars: all }) => [
    name, rounded(all)]));
  assert.deepEqual(bars["Finger 1"], [["contact", 0.05, 0.3], ["contact", 0.4, 0.7]]);
  assert.deepEqual(bars["pull on card"], [["gesture", 0.1, 0.3]]);
  assert.deepEqual(bars["pan on list"], [["gesture", 0.5, 0.7]]);
  assert.deepEqual(bars["tap on list"], [["failure", 0.5, 0.5]]);
});

test("a motion is held while a gesture moves the view, and then free", () => {
  const bars = Object.fromEntries(tracksOf(replay()).map(({ name, bars: all }) => [
    name, rounded(all)]));
  // The frame before the first change is at 0.09 s. The scroll of the list, which begins while the
  // card is in flight, does not hold the card.
  assert.deepEqual(bars["shade and 1 more"], [["held", 0.09, 0.3], ["free", 0.3, 0.6]]);
  // The rows are the content of the list, whose gesture it is; at 0.5 s they have not moved.
  assert.deepEqual(bars.rows, [["held", 0.5, 0.7], ["free", 0.7, 0.9]]);
});

test("contacts at the same time have tracks of their own", () => {
  const contacts = [
    { id: 1, start: 0, end: 1 }, { id: 2, start: 0.5, end: 2 }, { id: 3, start: 1.5, end: 3 },
  ];
  const tracks = tracksOf({ contacts, gestures: [], events: [], motions: new Map() });
  assert.deepEqual(tracks.map(({ name, bars }) => [name, bars.map(({ start }) => start)]), [
    ["Finger 1", [0, 1.5]], ["Finger 2", [0.5]],
  ]);
});

test("a scene with many moving views has a limited number of tracks", () => {
  const motions = new Map(Array.from({ length: 500 }, (_, i) => [`v${i}`, [[i, i + 0.5]]]));
  const tracks = tracksOf({
    contacts: [], gestures: [], events: [], motions, frameSpan: FRAME, lineOf: (name) => [name],
  });
  assert.equal(tracks.length, 13);
  assert.equal(tracks[12].name, "488 more views move");
});

test("a recording knows what moved first, what a list contains, and every radius", () => {
  const recording = replay();
  assert.equal(recording.firstMoved, "card");
  assert.equal(recording.contentOf("list"), "rows");
  assert.equal(recording.contentOf("rows"), null);
  assert.deepEqual(recording.lineOf("row"), ["row", "rows", "list", "screen"]);
  // Frames leave out a radius that is as in the snapshot.
  assert.ok(recording.series("card").every(({ view }) => view.cornerRadius === 7));
});

test("ticks are at round times, at least 48 pixels apart, and within the duration", () => {
  for (const width of [180, 260, 640, 1600]) {
    for (const duration of [0.05, 0.3, 1.033, 3.808, 59, 3600]) {
      const { times, digits } = ticksOf(duration, width);
      assert.equal(times[0], 0);
      assert.ok(times.length >= 2 && times[times.length - 1] <= duration + 1e-9);
      const step = times[1];
      assert.ok(step * width / duration >= 48, `${width} px, ${duration} s: ${step}`);
      const [lead] = step.toExponential().split("e");
      assert.ok(["1", "2", "5"].includes(String(Number(Number(lead).toFixed(6)))), `${step}`);
      // The label tells the ticks apart.
      assert.ok(Math.abs(Number(step.toFixed(digits)) - step) < 1e-9);
    }
  }
});
