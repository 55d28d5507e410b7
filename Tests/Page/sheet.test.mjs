// Where a sheet comes to rest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { STATES, restOf, stepOf } from "/page/sheet.js";

const WHOLE = 800;

test("a sheet that is let go at rest takes the nearest state", () => {
  for (const [name, share] of STATES) {
    assert.equal(restOf(share * WHOLE, 0, WHOLE), name);
    assert.equal(restOf(share * WHOLE + 40, 0, WHOLE), name);
    assert.equal(restOf(share * WHOLE - 40, 0, WHOLE), name);
  }
});

test("a flick carries it to the next state, against the distance", () => {
  // Up and down at 2000 points per second, from near the other end.
  assert.equal(restOf(60, 2, WHOLE), "half");
  assert.equal(restOf(0.46 * WHOLE, 2, WHOLE), "tall");
  assert.equal(restOf(0.3 * WHOLE, -2, WHOLE), "closed");
});

test("keys go from state to state, and stop at the ends", () => {
  assert.deepEqual(["closed", "half", "tall"].map((state) => stepOf(state, 1)), [
    "half", "tall", "tall"]);
  assert.deepEqual(["closed", "half", "tall"].map((state) => stepOf(state, -1)), [
    "closed", "closed", "half"]);
});
