// Ghosts: where two pictures differ.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ghostsOf } from "/page/ghosts.js";

/** A picture of views; each is a name, a parent, and what differs from a square of 100 points. */
function picture(...views) {
  const all = [["screen", null, {}], ...views].map(([name, parent, rest]) => ({
    name, parent, frame: [0, 0, 100, 100], translation: [0, 0], rotation: 0, scale: [1, 1],
    toScreen: [1, 0, 0, 1, 0, 0], ...rest,
  }));
  return { views: all, byName: new Map(all.map((view) => [view.name, view])) };
}

const moved = (x, y) => ({ translation: [x, y], toScreen: [1, 0, 0, 1, x, y] });

const names = ({ views }) => views.map(({ name }) => name);

test("views that are elsewhere have ghosts, and the greatest distance is known", () => {
  const one = picture(["a", "screen", {}], ["b", "screen", {}]);
  const other = picture(["a", "screen", moved(3, 4)], ["b", "screen", moved(0, 0.4)]);
  assert.deepEqual(names(ghostsOf(one, other)), ["a"]);
  assert.equal(ghostsOf(one, other).distance, 5);
  assert.equal(ghostsOf(one, other).views[0], other.views[1]);
  assert.deepEqual(ghostsOf(one, one), { views: [], distance: 0 });
});

test("a turn about the middle moves the corners", () => {
  const turned = { rotation: Math.PI, toScreen: [-1, 0, 0, -1, 100, 100] };
  const { distance } = ghostsOf(
    picture(["a", "screen", {}]), picture(["a", "screen", turned]));
  assert.ok(Math.abs(distance - Math.hypot(100, 100)) < 1e-9);
});

test("a view that moves along with its parent has no ghost of its own", () => {
  const one = picture(["a", "screen", {}], ["in", "a", {}], ["out", "a", {}]);
  const along = { toScreen: [1, 0, 0, 1, 9, 0] };
  const other = picture(
    ["a", "screen", moved(9, 0)], ["in", "a", along],
    ["out", "a", { translation: [20, 0], toScreen: [1, 0, 0, 1, 29, 0] }]);
  assert.deepEqual(names(ghostsOf(one, other)), ["a", "out"]);
  assert.equal(ghostsOf(one, other).distance, 29);
});

test("views that are hidden or missing in one picture have no ghost", () => {
  const one = picture(["a", "screen", { visible: false }], ["b", "screen", {}]);
  const other = picture(
    ["a", "screen", moved(9, 0)], ["b", "screen", { ...moved(9, 0), visible: false }],
    ["c", "screen", {}]);
  assert.deepEqual(ghostsOf(one, other), { views: [], distance: 0 });
});
