// The springs of other toolkits, which the tuner offers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Spring } from "/client/spring.js";
import { PRESETS, TOOLKITS } from "/page/presets.js";

const TABLE = readFileSync(
  new URL("../../Sources/SnapbackMotion/Spring+Presets.swift", import.meta.url), "utf8");

test("the presets are those of snapback curve, in its order", () => {
  const names = [...TABLE.matchAll(/\("(\w+)", (\w+)\)/g)].map(([, name]) => name);
  assert.ok(names.length >= 23, String(names));
  assert.deepEqual([...PRESETS.keys()], names);
});

test("each preset has the keys of a scene's spring, and a text of its own in its toolkit", () => {
  for (const [toolkit, presets] of TOOLKITS) {
    assert.equal(new Set(presets.map(([, text]) => text)).size, presets.length, toolkit);
  }
  for (const [name, spring] of PRESETS) {
    const keys = Object.keys(spring).join();
    assert.ok(["response,dampingRatio", "stiffness,damping,mass"].includes(keys), name);
    assert.ok(Spring.from(spring).settleTime({ within: 0.001 }) < 5, name);
  }
});
