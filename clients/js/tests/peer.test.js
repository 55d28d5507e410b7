/** Random scenes and motions: this client and the one in Python see everything at one place. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { test } from "node:test";

import { stringify } from "../json.js";
import { readLine } from "../ndjson.js";
import { Scene } from "../scene.js";
import { CHANNELS } from "../values.js";
import { HERE, Random } from "./support.js";

const NOW = 4612457405444;

function randomTerm(source) {
  const kind = source.of(
    ["spring", "spring", "decay", "curve", "keyframes", "springCurve", "pieces"]);
  const clock = {
    kind, anchor: NOW - source.below(1e9), end: source.of([null, NOW + source.below(3e9)]),
    local: source.between(-0.2, 0.2), rate: source.of([0, 0.5, 1]),
    later: source.next() < 0.2, x: source.between(-80, 80),
  };
  const beta = source.between(2, 30);
  const omega2 = beta * beta * source.of([0.3, 1, 1.0000001, 5]);
  const v = source.between(-900, 900);
  if (kind === "spring") return { ...clock, v, beta, omega2 };
  if (kind === "decay") return { ...clock, v, lambda: source.between(0.5, 4) };
  if (kind === "pieces") {
    const knots = [0, 0.1, 0.164, 0.9].map((time) => (
      [time, source.between(-1, 1), source.between(-9, 9)]));
    return { ...clock, error: source.next() / 16, knots };
  }
  const run = {
    ...clock, delay: source.of([0, 0.1]), repeat: source.of([1, 2.5, null]),
    duration: source.between(0.1, 2), autoreverses: source.next() < 0.3,
    reversed: source.next() < 0.3,
  };
  const points = () => [source.next(), source.between(-0.5, 1.5), source.next(), source.next()];
  if (kind === "curve") return { ...run, points: points() };
  if (kind === "springCurve") return { ...run, beta, omega2, velocity: source.between(-2, 2) };
  return { ...run, keys: [[0.3, source.next(), ...points()], [1, 1, ...points()]] };
}

function randomChannel(source, view, channel) {
  const scales = { scaleX: 0.01, scaleY: 0.01, alpha: 0.01, shear: 0.005, rotation: 0.02 };
  const share = scales[channel] ?? 1;
  const terms = Array.from({ length: source.below(3) }, () => randomTerm(source)).map((term) => (
    { ...term, x: term.x * share, ...(term.v === undefined ? {} : { v: term.v * share }) }));
  const held = channel.startsWith("scale") ? 1 : source.between(-100, 300) * share;
  const map = channel === "rotation" && source.next() < 0.5
    ? { kind: "tilt", source: "translationX", angle: 0.2, reach: 160 } : undefined;
  return { view, channel, generation: 1, held, velocity: 0, map, terms };
}

function randomLines(source) {
  const names = ["screen", ...Array.from({ length: 1 + source.below(6) }, (_, k) => `view ${k}`)];
  const views = names.map((id, place) => ({
    id, parent: place === 0 ? undefined : names[source.below(place)], cornerRadius: 0,
    anchor: [source.next(), source.next()], frame: [0, 0, 10, 20], translation: [3, 4],
    rotation: 0, scale: [1, 1], alpha: 1, color: source.of([undefined, "#0a84ff"]),
    toScreen: [1, 0, 0, 1, 5, 6],
  }));
  const screen = { width: 390, height: 844, scale: 3, background: "#000000" };
  const channels = names.flatMap((name) => CHANNELS
    .filter(() => source.next() < 0.6).map((channel) => randomChannel(source, name, channel)));
  return [
    { snapshot: { seq: 1, time: NOW, revision: 1, epoch: 1, screen, views } },
    { segment: { seq: 2, time: NOW, revision: 1, channels } }].map(stringify);
}

/** The numbers of a view in the order of peer.py; a color as three bytes. */
function numbers(view) {
  const bytes = view.color === null ? null
    : [1, 3, 5].map((at) => parseInt(view.color.slice(at, at + 2), 16));
  return [
    ...view.frame, ...view.translation, view.rotation, ...view.scale, view.shear,
    ...view.toScreen, ...view.box, view.alpha, bytes];
}

/** Holds a scene at a time against what the Python client says; gives how many numbers. */
function compare(drawn, expected) {
  let compared = 0;
  assert.deepEqual([...drawn.keys()], Object.keys(expected));
  for (const view of drawn.values()) {
    const theirs = expected[view.id];
    const ours = numbers(view);
    assert.deepEqual(ours.pop(), theirs.pop());
    ours.forEach((value, k) => {
      const by = 1e-9 * Math.max(1, Math.abs(theirs[k]));
      assert.ok(Math.abs(value - theirs[k]) <= by, `${view.id}, ${k}: ${value} for ${theirs[k]}`);
      compared += 1;
    });
  }
  return compared;
}

test("both clients see everything at one place", (context) => {
  const source = new Random(21);
  const rounds = Array.from({ length: 20 }, () => ({
    times: Array.from({ length: 25 }, () => NOW + source.below(4e9)), lines: randomLines(source),
  }));
  const { stdout, stderr, error, status } = spawnSync("python3", [path.join(HERE, "peer.py")], {
    input: rounds.map(({ times, lines }) => [JSON.stringify(times), ...lines].join("\n"))
      .join("\n"),
    encoding: "utf8", maxBuffer: 2 ** 28,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  if (error?.code === "ENOENT") {
    context.skip("there is no python3");
    return;
  }
  assert.equal(status, 0, stderr);
  const answers = stdout.trim().split("\n").map((line) => JSON.parse(line));
  let compared = 0;
  for (const { times, lines } of rounds) {
    const scene = new Scene();
    for (const line of lines) scene.apply(readLine(line));
    for (const time of times) compared += compare(scene.at(time), answers.shift());
  }
  assert.equal(answers.length, 0);
  assert.ok(compared > 10000, String(compared));
});
