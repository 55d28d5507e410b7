// The difference of documents. The oracle merges it by the rules of docs/control.md.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { patchBetween, same } from "/page/difference.js";
import { parseJSON5 } from "/page/json5.js";

const SCENES = new URL("../../configs/scenes/", import.meta.url);
const scenes = readdirSync(SCENES).map(
  (name) => parseJSON5(readFileSync(new URL(name, SCENES), "utf8")));

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges a patch, as docs/control.md describes it for `patch`. */
function merged(old, part) {
  if (Array.isArray(part)) {
    const names = part.map((one) => (isObject(one) ? one.id ?? one.name : undefined));
    if (part.length === 0 || names.some((name) => typeof name !== "string")) {
      return part.map((one) => merged(undefined, one));
    }
    let result = Array.isArray(old) ? [...old] : [];
    for (const { remove, ...rest } of part) {
      const name = rest.id ?? rest.name;
      const place = result.findIndex((one) => isObject(one) && (one.id ?? one.name) === name);
      if (remove) {
        assert.ok(place >= 0);
        result = result.filter((_, index) => index !== place);
      } else if (place >= 0) {
        result[place] = merged(result[place], rest);
      } else {
        result.push(merged(undefined, rest));
      }
    }
    return result;
  }
  if (!isObject(part)) return part;
  const result = isObject(old) ? { ...old } : {};
  for (const [key, value] of Object.entries(part)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

const CARD = {
  snapback: 1, views: [{ id: "a", alpha: 1 }, { id: "b", views: [{ id: "c" }] }],
  constraints: ["a.left = 1", { id: "n", rule: "a.top = 2" }],
  gestures: [{ name: "drag", pan: "a", spring: { response: 1, dampingRatio: 1 } }, { tap: "b" }],
};

test("equal documents have no difference, whatever the order of their keys", () => {
  assert.deepEqual(patchBetween({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }), {});
  assert.ok(!same([1, 2], [2, 1]) && !same({}, []) && !same(null, {}) && !same({ a: 1 }, { b: 1 }));
});

test("named elements are changed, added and removed by their names", () => {
  const next = structuredClone(CARD);
  next.views[0].alpha = 0.5;
  delete next.views[1].views;
  next.views.push({ id: "d" });
  assert.deepEqual(patchBetween(CARD, next), {
    views: [{ id: "a", alpha: 0.5 }, { id: "b", views: null }, { id: "d" }],
  });
  next.views.shift();
  assert.deepEqual(patchBetween(CARD, next).views[0], { id: "a", remove: true });
});

test("an array with an element that has no name is replaced", () => {
  const next = structuredClone(CARD);
  next.gestures[0].spring = { stiffness: 9, damping: 1 };
  assert.deepEqual(patchBetween(CARD, next), { gestures: next.gestures });
});

test("what a merge cannot do is no patch", () => {
  const cases = [
    (scene) => scene.views.reverse(),
    (scene) => scene.views.unshift({ id: "new" }),
    (scene) => { scene.views[0].text = null; },
    (scene) => { scene.gestures = [{ name: "drag", pan: "a" }]; },
    (scene) => { scene.views = [{ id: "a" }, { id: "a" }]; },
  ];
  for (const change of cases) {
    const next = structuredClone(CARD);
    change(next);
    assert.equal(patchBetween(CARD, next), null, change.toString());
  }
});

test("each patch between two scenes, and after random changes, leads to the other one", () => {
  let seed = 3;
  const roll = (count) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % count;
  };
  /** Changes, adds or removes a random part. */
  const shake = (value) => {
    if (Array.isArray(value)) {
      const place = roll(value.length + 1);
      if (roll(3) === 0) value.splice(place, 1);
      else if (roll(3) === 0) value.splice(place, 0, [{ id: `new${roll(9)}` }, "rule", 5][roll(3)]);
      else if (isObject(value[place]) || Array.isArray(value[place])) shake(value[place]);
      else if (place < value.length) value[place] = roll(100);
      return;
    }
    const keys = Object.keys(value);
    const key = keys[roll(keys.length)];
    if (key === undefined || roll(6) === 0) value[`key${roll(3)}`] = roll(2) ? roll(9) : [{}];
    else if (roll(5) === 0) delete value[key];
    else if (typeof value[key] === "object" && value[key] !== null) shake(value[key]);
    else value[key] = `v${roll(9)}`;
  };
  let [patches, loads] = [0, 0];
  for (let round = 0; round < 3000; round += 1) {
    const old = round % 4 === 0 ? CARD : scenes[roll(scenes.length)];
    const next = structuredClone(round % 10 === 1 ? scenes[roll(scenes.length)] : old);
    for (let count = roll(4); count > 0; count -= 1) shake(next);
    const part = patchBetween(old, next);
    if (part === null) {
      loads += 1;
      continue;
    }
    patches += 1;
    const result = merged(old, part);
    assert.ok(same(result, next), JSON.stringify([old, next, part]));
  }
  assert.ok(patches > 1500 && loads > 50, JSON.stringify({ patches, loads }));
});
