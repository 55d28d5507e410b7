/** Springs by the numbers of several toolkits, and their shape, against tables of 60 digits. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Spring } from "../spring.js";
import { Random, table } from "./support.js";

function near(got, expected, share, what) {
  const by = share * Math.max(1, Math.abs(expected));
  assert.ok(Math.abs(got - expected) <= by, `${got} for ${expected}: ${JSON.stringify(what)}`);
}

test("numbers of toolkits agree with the table", () => {
  const forms = {
    swiftui_duration_bounce: (a, b) => ({ duration: a, bounce: b }),
    response_dampingFraction: (a, b) => ({ response: a, dampingRatio: b }),
    motion_visualDuration_bounce: (a, b) => ({ visualDuration: a, bounce: b }),
    stiffness_dampingRatio: (a, b) => ({ stiffness: a, dampingRatio: b }),
    origami_tension_friction: (a, b) => ({ origamiTension: a, friction: b }),
  };
  const rows = table("spring_params.csv");
  assert.deepEqual(
    [...new Set(rows.map((row) => row.model))].sort(), Object.keys(forms).sort());
  for (const row of rows) {
    const spring = Spring.from(forms[row.model](row.p1, row.p2));
    near(spring.stiffness, row.stiffness, 1e-12, row);
    near(spring.damping, row.damping, 1e-12, row);
    near(spring.dampingRatio, row.damping_ratio, 1e-9, row);
  }
});

test("UIKit's duration agrees with the table", () => {
  const rows = table("uikit_duration.csv");
  assert.ok(rows.length > 200);
  for (const row of rows) {
    const spring = Spring.from({ duration: row.duration, dampingRatio: row.damping_ratio });
    near(spring.stiffness, row.stiffness, 1e-9, row);
    near(spring.damping, row.damping, 1e-9, row);
  }
});

test("constants are the same spring by other names", () => {
  const spring = Spring.from({ mass: 2, stiffness: 500, damping: 40 });
  assert.deepEqual([spring.beta, spring.omega2], [10, 250]);
  const { response, dampingRatio } = spring;
  near(Spring.from({ response, dampingRatio }).beta, 10, 1e-12);
  near(Spring.from({ tension: 250, friction: 20 }).dampingRatio, spring.dampingRatio, 1e-12);
  near(Spring.from({ beta: 10, omega2: 250 }).response, spring.response, 1e-12);
});

test("rest comes when the table says", () => {
  const rows = table("spring_settle.csv");
  assert.ok(rows.length > 20);
  for (const row of rows) {
    const spring = Spring.from(row);
    const time = spring.settleTime({ x: row.x0, v: row.v0, within: row.eps });
    near(time, row.t_last_above_eps, 1e-9, row);
  }
});

test("before rest it is outside, and after it never again", () => {
  const source = new Random(5);
  for (let round = 0; round < 100; round += 1) {
    const dampingRatio = source.of([0.01, 0.05, 0.3, 0.8, 0.999999, 1, 1.000001, 1.5, 20]);
    const spring = Spring.from({ response: source.between(0.05, 3), dampingRatio });
    const start = { x: source.between(-300, 300), v: source.of([0, source.between(-9e3, 9e3)]) };
    const within = source.of([0.001, 0.5, 40]);
    const time = spring.settleTime({ ...start, within });
    const offset = (t) => Math.abs(spring.state(t, start.x, start.v)[0]);
    const what = { dampingRatio, response: spring.response, ...start, within, time };
    assert.ok(Number.isFinite(time), JSON.stringify(what));
    if (time > 0) near(offset(time), within, 1e-6, what);
    const end = time + 4 * spring.response * Math.max(1, spring.dampingRatio);
    for (let t = time + 1e-7; t < end; t += spring.response / 41) {
      assert.ok(offset(t) <= within * (1 + 1e-6), JSON.stringify({ ...what, t, at: offset(t) }));
    }
  }
});

test("some springs never rest", () => {
  assert.equal(new Spring(0, 100).settleTime(), Infinity);
  assert.equal(new Spring(0, 0).settleTime({ v: 1 }), Infinity);
  assert.equal(new Spring(5, 100).settleTime({ within: 0 }), Infinity);
  assert.equal(new Spring(5, 100).settleTime({ x: 0.0001 }), 0);
});

test("no number makes the search for rest throw or hang", () => {
  const numbers = [0, 1e-300, 5e-324, 1e-9, 0.5, 1, 3, 1e6, 1e100, 1e150];
  const source = new Random(13);
  const signed = () => source.of([1, -1]) * source.of([...numbers, 1e300, Infinity, NaN]);
  let found = 0;
  for (let round = 0; round < 5000; round += 1) {
    const spring = new Spring(source.of(numbers), source.of(numbers));
    const given = { x: signed(), v: signed(), within: source.of(numbers) };
    const time = spring.settleTime(given);
    assert.ok(time >= 0, JSON.stringify([spring, given, time]));
    if (time > 0 && time < Infinity) found += 1;
  }
  assert.ok(found > 100, String(found));
});

test("the first turn from rest is the overshoot", () => {
  const rows = table("first_extremum.csv")
    .filter((row) => row.v0 === 0 && row.t_first_extremum > 1e-9);
  assert.ok(rows.length > 1);
  for (const row of rows) {
    const spring = Spring.from(row);
    near(spring.overshoot, -row.x_at / row.x0, 1e-9, row);
    near(spring.step(row.t_first_extremum), 1 + spring.overshoot, 1e-9, row);
  }
  assert.equal(Spring.from({ response: 1, dampingRatio: 1 }).overshoot, 0);
  assert.equal(Spring.from({ response: 1, dampingRatio: 0 }).overshoot, 1);
});

test("what is no spring is said", () => {
  for (const [given, text] of [
    [{ response: 0, dampingRatio: 1 }, /response is 0; it has to be above 0/],
    [{ response: 1, dampingRatio: -1 }, /dampingRatio is -1/],
    [{ response: NaN, dampingRatio: 1 }, /response is NaN; it has to be a number/],
    [{ duration: 1, bounce: -1 }, /bounce is -1/],
    [{ mass: 0, stiffness: 1, damping: 1 }, /mass is 0/],
    [{ beta: 1e200, omega2: 1 }, /beta is 1e\+200/],
    [{ stiffnes: 1 }, /a spring of stiffnes; known are .*response and dampingRatio/],
  ]) assert.throws(() => Spring.from(given), { name: "RangeError", message: text });
});
