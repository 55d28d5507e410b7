// The past and the future that the graphs show, from segments whose motion is known by formula.

import assert from "node:assert/strict";
import { test } from "node:test";

import { History } from "/page/history.js";

const SECOND = 1e9;
const NEAR = 1e-9;

const view = (id, parent, anchor = [0.5, 0.5]) => ({
  id, parent, anchor, cornerRadius: 0, clips: false, text: null, color: "#000000",
});

const held = (name, channel, value, parts = {}) => ({
  view: name, channel, generation: 1, held: value, velocity: 0, map: null, terms: [], ...parts,
});

const edges = (name, left, top, right, bottom) => [
  held(name, "left", left), held(name, "top", top), held(name, "right", right),
  held(name, "bottom", bottom),
];

/** Momentum from a time on: x·(1 − e^(−λs))/λ, which is 0 before. */
const momentum = (start, v, lambda) => ({
  kind: "decay", anchor: start, end: Infinity, local: 0, rate: 1, later: true, x: 0, v, lambda,
});

const VIEWS = [
  view("screen", null), view("list", "screen"), view("rows", "list"), view("row", "rows"),
];
// Absolute edges: the list is at (10, 20), its content at the same place, a row 88 points below.
const STILL = [
  ...edges("screen", 0, 0, 390, 844), ...edges("list", 10, 20, 380, 800),
  ...edges("rows", 10, 20, 380, 1443), ...edges("row", 10, 108, 380, 196),
];

function scene() {
  const history = new History();
  history.reset(VIEWS);
  history.take(5 * SECOND, STILL);
  return history;
}

const near = (actual, expected) => actual.forEach((value, i) => assert.ok(
  Math.abs(value - expected[i]) < NEAR, `${actual}, not ${expected}`));

test("a frame is in the parent, as in frame messages", () => {
  const history = scene();
  near(history.at("list", 6 * SECOND).frame, [10, 20, 370, 780]);
  near(history.at("rows", 6 * SECOND).frame, [0, 0, 370, 1423]);
  near(history.at("row", 6 * SECOND).frame, [0, 88, 370, 88]);
});

test("a scroll moves the frame of the content, and the place of what is in it", () => {
  const history = scene();
  const [start, v, lambda] = [6 * SECOND, 1200, 4];
  history.take(start, [held("list", "scrollY", 30, { terms: [momentum(start, v, lambda)] })]);
  for (const seconds of [0, 0.1, 0.5, 2]) {
    const time = start + seconds * SECOND;
    const offset = 30 + v * (1 - Math.exp(-lambda * seconds)) / lambda;
    const speed = v * Math.exp(-lambda * seconds);
    near(history.channel("list", "scrollY", time), [offset, speed]);
    const rows = history.at("rows", time);
    near(rows.frame, [0, -offset, 370, 1423]);
    near(rows.velocity.frame, [0, -speed, 0, 0]);
    const row = history.at("row", time);
    near(row.frame, [0, 88, 370, 88]);
    near(row.toScreen.slice(4), [10, 20 + 88 - offset]);
  }
  near(history.at("rows", start - 1).frame, [0, 0, 370, 1423]);
});

test("before the first segment nothing is known, so no line begins with a jump", () => {
  const history = new History();
  history.reset(VIEWS);
  assert.equal(history.at("list", 4 * SECOND), null);
  assert.ok(Number.isNaN(history.channel("list", "scrollY", 4 * SECOND)[0]));
  history.take(5 * SECOND, STILL);
  assert.equal(history.at("list", 5 * SECOND - 1), null);
  for (let time = 5 * SECOND; time < 6 * SECOND; time += SECOND / 60) {
    near(history.at("list", time).frame, [10, 20, 370, 780]);
  }
});

test("a second snapshot of the same views leaves no gap and no jump", () => {
  const history = scene();
  history.take(6 * SECOND, [held("list", "translationX", 40)]);
  history.reset(VIEWS);
  // Until the segment of the new snapshot, the motion before it applies.
  near(history.at("list", 7 * SECOND).translation, [40, 0]);
  near(history.at("list", 7 * SECOND).frame, [10, 20, 370, 780]);
  // A channel that this segment does not contain is at its default from then on.
  history.take(7 * SECOND, STILL);
  near(history.at("list", 7 * SECOND - 1).translation, [40, 0]);
  near(history.at("list", 7 * SECOND).translation, [0, 0]);
  near(history.at("list", 7 * SECOND).frame, [10, 20, 370, 780]);
});

test("other views begin with a history of their own", () => {
  const history = scene();
  history.reset([view("screen", null), view("list", "screen")]);
  history.take(9 * SECOND, [...edges("screen", 0, 0, 390, 844), ...edges("list", 1, 2, 3, 4)]);
  assert.equal(history.at("list", 8 * SECOND), null);
  near(history.at("list", 9 * SECOND).frame, [1, 2, 2, 2]);
  assert.equal(history.at("rows", 9 * SECOND), null);
});

test("the translation of a grabbed view includes the lever, as drawn", () => {
  const history = scene();
  const [angle, gx, gy] = [0.3, 50, -20];
  history.take(6 * SECOND, [
    held("list", "rotation", angle), held("list", "leverX", gx), held("list", "leverY", gy),
    held("list", "translationX", 7),
  ]);
  // τ = (translationX, translationY) + g − R·g
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  near(history.at("list", 6 * SECOND).translation, [
    7 + gx - (c * gx - s * gy), gy - (s * gx + c * gy)]);
});

test("segments older than the graphs are dropped, but for the one that still applies", () => {
  const history = scene();
  for (let step = 0; step < 4000; step += 1) {
    history.take((5 + step / 100) * SECOND, [held("list", "translationX", step)]);
  }
  near(history.at("list", 44.99 * SECOND).translation, [3999, 0]);
  near(history.at("list", 40 * SECOND).translation, [3500, 0]);
  near(history.at("list", 44.99 * SECOND).frame, [10, 20, 370, 780]);
  near(history.at("list", 10 * SECOND).translation, [0, 0]);
});
