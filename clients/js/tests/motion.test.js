/** The rule of docs/segments.md against tables of 60 digits, and against itself. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bezier, decay, evaluate, evaluateTerm, pieces, position, restsFrom, spring, velocity,
} from "../motion.js";
import { Random, table } from "./support.js";

const CLOCK = { anchor: 0, end: Infinity, local: 0, rate: 1, later: false };

function near(got, expected, by, what) {
  assert.ok(Math.abs(got - expected) <= by, `${got} for ${expected}: ${JSON.stringify(what)}`);
}

function curve(parts = {}) {
  return {
    kind: "curve", ...CLOCK, x: 100, delay: 0, repeat: 1, duration: 1, autoreverses: false,
    reversed: false, points: [0, 0, 1, 1], ...parts,
  };
}

const still = (channel, parts) => (
  { view: "v", channel, generation: 1, held: 0, velocity: 0, map: null, terms: [], ...parts });

test("springs agree with the table", () => {
  const rows = table("spring_reference.csv");
  assert.ok(rows.length > 400);
  for (const row of rows) {
    const omega2 = row.stiffness / row.mass;
    const beta = row.damping / (2 * row.mass);
    const [x, v] = spring(row.x0, row.v0, beta, omega2, row.t);
    // The unit of a row: what it swings through, and how fast.
    const speed = Math.max(Math.sqrt(omega2), beta, 1);
    const size = Math.max(Math.abs(row.x0) + Math.abs(row.v0) / speed, 1);
    near(x, row.x, 1e-9 * size, row);
    near(v, row.v, 1e-9 * size * speed, row);
  }
});

test("two steps of a spring are one", () => {
  const source = new Random(7);
  for (let round = 0; round < 500; round += 1) {
    const beta = 10 ** source.between(-1, 2);
    const omega2 = beta * beta * source.of([0.1, 0.999999999, 1, 1.0000001, 40]);
    const [x, v] = [source.between(-300, 300), source.between(-5000, 5000)];
    const [first, second] = [source.between(0, 0.5), source.between(0, 0.5)];
    const middle = spring(x, v, beta, omega2, first);
    const twice = spring(middle[0], middle[1], beta, omega2, second);
    near(twice[0], spring(x, v, beta, omega2, first + second)[0], 1e-8, { beta, omega2 });
  }
});

test("springs that are caught agree with the table", () => {
  const rows = table("retarget_chain.csv");
  assert.ok(rows.length > 20);
  for (const row of rows) {
    // At each event the target is another one; offset and velocity go on.
    const events = row.events_t_target.split(";").map((text) => text.split(":").map(Number));
    let [value, speed, target, last] = [row.x0, row.v0, row.x0, 0];
    const go = (until) => {
      const state = spring(
        value - target, speed, row.damping / 2, row.stiffness, until - last);
      value = target + state[0];
      speed = state[1];
      last = until;
    };
    for (const [moment, next] of events) {
      if (moment > row.t) break;
      go(moment);
      target = next;
    }
    go(row.t);
    near(value, row.x, 1e-8, row);
    near(speed, row.v, 1e-6, row);
  }
});

test("decays agree with the table", () => {
  for (const row of table("decay.csv")) {
    const [x, v] = decay(row.x0, row.v0, -1000 * Math.log(row.rate_per_ms), row.t);
    near(x, row.x, 1e-8, row);
    near(v, row.v, 1e-7, row);
  }
});

test("timing curves agree with the table", () => {
  for (const row of table("bezier.csv")) {
    const [value] = bezier([row.x1, row.y1, row.x2, row.y2], row.x);
    // Where the curve is steep, the last bit of x itself is worth this much.
    const slope = Math.abs(row.slope) < 1e6 ? Math.abs(row.slope) : 1e6;
    near(value, row.y, 1e-9 + 1e-15 * slope, row);
  }
});

test("a run ends where it should", () => {
  assert.deepEqual(evaluateTerm(curve(), 0)[0], 100);
  near(position(curve(), 250_000_000), 75, 1e-9);
  assert.equal(position(curve(), 1_000_000_000), 0);
  assert.deepEqual(evaluateTerm(curve({ end: 400_000_000 }), 400_000_000), [0, 0]);
});

test("runs repeat and go back", () => {
  const swing = curve({ repeat: Infinity, autoreverses: true, delay: 0.5 });
  for (const [seconds, left] of [
    [0.2, 100], [0.75, 75], [1.25, 25], [1.75, 25], [2.25, 75], [2.75, 75]]) {
    near(position(swing, Math.round(seconds * 1e9)), left, 1e-7, seconds);
  }
  near(position(curve({ repeat: 2 }), 1_250_000_000), 75, 1e-7);
  near(position(curve({ repeat: 2 }), 2_000_000_000), 0, 0);
});

test("reversed and later", () => {
  near(position(curve({ reversed: true }), 250_000_000), -25, 1e-9);
  assert.equal(position(curve({ anchor: 1e9 }), 0), 100);
  assert.equal(position(curve({ anchor: 1e9, later: true }), 0), 0);
});

test("its own time runs at its rate", () => {
  const slow = curve({ rate: 0.5, local: 0.25 });
  near(position(slow, 500_000_000), 50, 1e-9);
  near(velocity(slow, 500_000_000), -50, 1e-9);
});

test("keyframes go through their keys", () => {
  const term = curve({
    kind: "keyframes", duration: 2,
    keys: [[0.25, 1.5, 0, 0, 1, 1], [0.5, -0.5, 0.25, 0.1, 0.25, 1], [1, 1, 0, 0, 1, 1]],
  });
  for (const [seconds, value] of [[0.25, 0.75], [0.5, 1.5], [1, -0.5], [1.5, 0.25], [2, 1]]) {
    near(position(term, Math.round(seconds * 1e9)), 100 * (1 - value), 1e-6, seconds);
  }
});

test("pieces agree with the table", () => {
  const knots = [];
  for (const { case: name, time, value, velocity: rate } of table("pieces_knots.csv")) {
    (knots[name] ??= []).push([time, value, rate]);
  }
  const rows = table("pieces.csv");
  assert.ok(rows.length > 200);
  for (const row of rows) {
    // At its own time, so that no rounding of a moment counts.
    const term = {
      kind: "pieces", ...CLOCK, local: row.t, x: row.x, error: 0, knots: knots[row.case],
    };
    near(position(term, 0), row.value, 1e-9 * Math.max(1, Math.abs(row.value)), row);
    near(velocity(term, 0), row.velocity, 1e-9 * Math.max(1, Math.abs(row.velocity)), row);
  }
});

test("pieces have a clock and an end", () => {
  // The polynomial t³ between -1 and 2, at half the speed.
  const term = {
    kind: "pieces", ...CLOCK, local: -0.5, rate: 0.5, end: 4e9, x: 2, error: 0,
    knots: [[-1, -1, 3], [2, 8, 12]],
  };
  assert.deepEqual(evaluateTerm(term, 0), [-0.25, 0.75]);
  assert.deepEqual(evaluateTerm(term, 3e9), [2, 3]);
  assert.deepEqual(evaluateTerm(term, 4e9), [0, 0]);
  assert.deepEqual(evaluateTerm({ ...term, later: true }, 0), [0, 0]);
  assert.deepEqual(evaluateTerm({ ...term, later: true }, 3e9), [2, 3]);
});

test("knots that are wrong do no harm", () => {
  assert.deepEqual(pieces([], 0.5), [0, 0]);
  const times = [-1e300, -1, 0, 5e-324, 0.5, 0.5, 1, 1e300];
  const source = new Random(3);
  for (let round = 0; round < 5000; round += 1) {
    const knots = Array.from({ length: 1 + source.below(5) }, () => (
      [source.of(times), source.of(times), source.of(times)]));
    const out = pieces(knots, source.of([...times, Infinity, NaN]));
    assert.equal(typeof (out[0] + out[1]), "number");
  }
});

test("rates are slopes", () => {
  const terms = [
    curve({ points: [0.25, 0.1, 0.25, 1], rate: 1.7, delay: 0.1 }),
    curve({ points: [0.42, 0, 0.58, 1], repeat: 3, autoreverses: true, reversed: true }),
    curve({ kind: "springCurve", x: 80, delay: 0.05, duration: 0.6, beta: 9, omega2: 200,
      velocity: 2 }),
    { kind: "spring", ...CLOCK, rate: 0.3, x: 10, v: 400, beta: 14, omega2: 180 },
    { kind: "decay", ...CLOCK, x: 3, v: 900, lambda: 2 },
  ];
  for (const term of terms) {
    for (let time = 123_456_789; time < 900_000_000; time += 97_000_001) {
      const slope = (position(term, time + 1000) - position(term, time - 1000)) / 2e-6;
      near(velocity(term, time), slope, 1e-3, term);
    }
  }
});

test("a tilt follows its source", () => {
  const source = still("translationX", { held: 80, velocity: 500 });
  const map = { kind: "tilt", source: "translationX", angle: 0.2, reach: 160 };
  const [value, rate] = evaluate(still("rotation", { held: 0.1, map }), 0, source);
  near(value, 0.1 + 0.2 * Math.tanh(0.5), 1e-12);
  near(rate, (0.2 / 160) * 500 * (1 - Math.tanh(0.5) ** 2), 1e-12);
});

test("a map of itself ends", () => {
  const map = { kind: "tilt", source: "rotation", angle: 0.2, reach: 1 };
  const rotation = still("rotation", { held: 0.1, map });
  near(evaluate(rotation, 0, rotation)[0], 0.1 + 0.2 * Math.tanh(0.1), 1e-12);
});

test("a channel stays as it is from the end of its last term on", () => {
  const term = (end, rate = 1) => ({ kind: "decay", ...CLOCK, end, rate, x: 1, v: 1, lambda: 1 });
  assert.equal(restsFrom(still("left", {})), 0);
  assert.equal(restsFrom(still("left", { terms: [term(7), term(9)] })), 9);
  assert.equal(restsFrom(still("left", { terms: [term(7), term(Infinity)] })), Infinity);
  // What stands still until its end is gone then, and a change.
  assert.equal(restsFrom(still("left", { terms: [term(7), term(9, 0)] })), 9);
  assert.equal(restsFrom(still("left", { terms: [term(7), term(Infinity, 0)] })), 7);
});

test("no number makes it throw or take long", () => {
  const numbers = [0, -0, 1, -1, 1e-300, 1e300, -1e300, 1.7e308, 5e-324, 0.5];
  const source = new Random(11);
  const pick = () => source.of(numbers);
  for (let round = 0; round < 20000; round += 1) {
    const term = {
      kind: source.of(["spring", "decay", "curve", "keyframes", "springCurve", "pieces"]),
      anchor: source.of([0, 1, 2 ** 63, 2 ** 64]), end: source.of([Infinity, 2 ** 64]),
      local: pick(), rate: pick(), later: source.next() < 0.5, x: pick(), v: pick(),
      beta: pick(), omega2: pick(), lambda: pick(), delay: pick(), velocity: pick(),
      repeat: source.of([...numbers, Infinity]), duration: pick(),
      autoreverses: source.next() < 0.5, reversed: source.next() < 0.5,
      points: [pick(), pick(), pick(), pick()],
      keys: [0, 1, 2].map(() => [pick(), pick(), pick(), pick(), pick(), pick()]),
      knots: [0, 1, 2].map(() => [pick(), pick(), pick()]),
    };
    const map = { kind: "tilt", source: "rotation", angle: pick(), reach: pick() };
    const channel = still("rotation", { held: pick(), map, terms: [term] });
    const out = evaluate(channel, source.of([0, 1e9, 2 ** 64]), channel);
    assert.equal(typeof out[0] + typeof out[1], "numbernumber");
  }
});
