/**
 * How long `scene.at` takes for views that all spring: bench [VIEWS [ROUNDS]]
 *
 * Each view (500) has five channels with a spring each. It prints the median and the 95th
 * percentile of a call in microseconds over the rounds (3000), after as many that do not count,
 * and the bytes that a call leaves to the garbage collector.
 */

import process from "node:process";

import { Scene } from "../scene.js";

const VIEWS = Number(process.argv[2] ?? 500);
const ROUNDS = Number(process.argv[3] ?? 3000);
const MOVES = ["translationX", "translationY", "rotation", "scaleX", "scaleY"];
const FRAME = 16_666_667;

function filled() {
  const scene = new Scene();
  const names = ["screen", ...Array.from({ length: VIEWS }, (_, place) => `view ${place}`)];
  const still = { frame: [0, 0, 0, 0], translation: [0, 0], rotation: 0, scale: [0, 0], shear: 0 };
  scene.apply({
    type: "snapshot", seq: 1, time: 0, revision: 1, epoch: 1,
    screen: { width: 1000, height: 1000, scale: 1, background: "#000000" },
    views: names.map((id, place) => ({
      id, parent: place === 0 ? null : "screen", cornerRadius: 8, anchor: [0.5, 0.5],
      clips: false, text: null, frame: [0, 0, 40, 40], translation: [0, 0], rotation: 0,
      scale: [1, 1], shear: 0, toScreen: [1, 0, 0, 1, 0, 0], alpha: 1, color: "#0a84ff",
      visible: true, box: null, velocity: still,
    })),
  });
  const hold = (view, channel, held, terms = []) => (
    { view, channel, generation: 1, held, velocity: 0, map: null, terms, known: true });
  const spring = (x) => ({
    kind: "spring", anchor: 0, end: 1e15, local: 0, rate: 1, later: false, x, v: 40, beta: 2,
    omega2: 190,
  });
  scene.apply({
    type: "segment", seq: 2, time: 0, revision: 1, channels: names.slice(1).flatMap((name, k) => [
      hold(name, "left", (k % 25) * 40), hold(name, "top", Math.floor(k / 25) * 40),
      hold(name, "right", (k % 25) * 40 + 36), hold(name, "bottom", Math.floor(k / 25) * 40 + 36),
      hold(name, "red", 10), hold(name, "green", 132), hold(name, "blue", 255),
      ...MOVES.map((channel) => hold(name, channel, 1, [spring(k + 1)]))]),
  });
  return scene;
}

const scene = filled();
const took = new Float64Array(ROUNDS);
let sum = 0;
let heap = 0;
for (let pass = 0; pass < 2; pass += 1) {
  globalThis.gc?.();
  heap = process.memoryUsage().heapUsed;
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    const drawn = scene.at(round * FRAME);
    took[round] = performance.now() - begin;
    sum += drawn.get("view 7").toScreen[4];
  }
  heap = process.memoryUsage().heapUsed - heap;
}
took.sort();
const at = (share) => (took[Math.floor(share * (ROUNDS - 1))] * 1000).toFixed(0);
const left = globalThis.gc ? `, ${Math.round(heap / ROUNDS)} bytes left over a call` : "";
console.log(`${VIEWS} views, ${MOVES.length} springs each: ${at(0.5)} µs a call, ${at(0.95)} µs at `
  + `the 95th percentile${left} (${process.version}, sum ${sum.toFixed(1)})`);
