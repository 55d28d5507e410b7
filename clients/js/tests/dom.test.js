/** Elements are where the matrices of their views put them, and written only when they change. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bind } from "../dom.js";
import { FakeClient, FakeWindow, rootOf, shows } from "./page.js";
import {
  channel, move, near, placed, product, randomValues, snapshot, stretch, view,
} from "./scenes.js";
import { Random } from "./support.js";

const EDGES = { left: 0, top: 0, right: 390, bottom: 844, scrollX: 0, scrollY: 0 };
// CSS pixels; what rounding the numbers of a matrix to 10⁻⁶ makes of a thousand points.
const NEAR = 2e-3;

/** A segment with held values by view and channel. */
function segment(values) {
  return {
    type: "segment", seq: 2, time: 6, revision: 2, ahead: false,
    channels: Object.entries(values).flatMap(([name, held]) => Object.entries(held).map(
      ([number, value]) => channel(name, number, { held: value }))),
  };
}

/** The matrix of an element to the root, as a browser composes it from the styles. */
function shown(element, root) {
  if (element === root) return product();
  const parts = /^matrix\(([^)]*)\)$/.exec(element.style.transform)[1].split(", ").map(Number);
  assert.ok(parts.length === 6 && parts.every(Number.isFinite), element.style.transform);
  const [a, b, c, d, x, y] = parts;
  return product(shown(element.parentElement, root), [[a, c, x], [b, d, y], [0, 0, 1]]);
}

const pixels = (text) => Number(/^(-?[\d.e-]+)px$/.exec(text)[1]);
const map = (m, x, y) => [0, 1].map((row) => m[row][0] * x + m[row][1] * y + m[row][2]);

/** Views in a random tree, and the elements of some of them in another one that is allowed. */
function forest(source, count) {
  const names = ["screen", ...Array.from({ length: count }, (_, place) => `v${place}`)];
  const parents = new Map(names.map(
    (name, place) => [name, place === 0 ? null : names[source.below(place)]]));
  const anchors = new Map(names.map((name) => [name, [source.next(), source.next()]]));
  const elements = new Map();
  for (const name of names) if (source.next() < 0.7) elements.set(name, shows(name));
  const tops = [];
  for (const [name, element] of elements) {
    const above = [];
    for (let at = parents.get(name); at !== null; at = parents.get(at)) {
      if (elements.has(at)) above.push(at);
    }
    const parent = source.of([null, ...above]);
    if (parent === null) tops.push(element);
    else elements.get(parent).append(element);
  }
  return { names, parents, anchors, elements, tops };
}

test("corners are where the matrices of the views put them, however elements are nested", () => {
  const source = new Random(51);
  let compared = 0;
  for (let round = 0; round < 60; round += 1) {
    const { names, parents, anchors, elements, tops } = forest(source, 7);
    const [width, height] = [source.between(200, 1900), source.between(200, 1900)].map(Math.round);
    const window = new FakeWindow();
    const root = rootOf(window, { width, height }, ...tops);
    const client = new FakeClient();
    bind(root, { client });
    client.say(snapshot(...names.map(
      (name) => view(name, parents.get(name), { anchor: anchors.get(name) }))));
    // The largest scale at which 390 by 844 points fit, in the middle.
    const scale = Math.min(width / 390, height / 844);
    const screen = product(
      move(Math.round((width - 390 * scale) / 2), Math.round((height - 844 * scale) / 2)),
      stretch(scale, scale, 0));
    const values = Object.fromEntries(names.map(
      (name, place) => [name, place === 0 ? EDGES : randomValues(source)]));
    client.say(segment(values));
    assert.equal(window.frame(7), 1);
    const matrices = new Map();
    for (const name of names) {
      const above = parents.get(name);
      matrices.set(name, above === null ? screen : product(
        matrices.get(above), placed(values[name], values[above], anchors.get(name))));
      const element = elements.get(name);
      if (element === undefined) continue;
      const size = [
        values[name].right - values[name].left, values[name].bottom - values[name].top];
      near(pixels(element.style.width), size[0], 1e-4);
      near(pixels(element.style.height), size[1], 1e-4);
      for (const [x, y] of [[0, 0], [size[0], 0], [0, size[1]], size]) {
        const expected = map(matrices.get(name), x, y);
        map(shown(element, root), x, y).forEach(
          (place, axis) => near(place, expected[axis], NEAR * Math.max(1, scale), name));
        compared += 1;
      }
    }
  }
  assert.ok(compared > 500, String(compared));
});

/** Binds elements to a scene of views, and draws its first picture. */
function drawn(views, elements, values = {}, options = {}) {
  const window = new FakeWindow();
  const root = rootOf(window, {}, ...elements);
  const client = new FakeClient();
  const binding = bind(root, { client, ...options });
  client.say(snapshot(view("screen", null), ...views));
  client.say(segment({ screen: EDGES, ...values }));
  window.frame(7);
  return { window, root, client, binding };
}

const box = (left, top, width, height) => ({
  left, top, right: left + width, bottom: top + height });

test("opacities multiply down to the element above", () => {
  const [outer, inner] = [shows("a"), shows("c")];
  outer.append(inner);
  drawn(
    [view("a", "screen"), view("b", "a"), view("c", "b")], [outer],
    { screen: { ...EDGES, alpha: 0.9 }, a: { alpha: 0.5 }, b: { alpha: 0.8 }, c: { alpha: 0.25 } });
  // By hand: 0.9 · 0.5, and 0.8 · 0.25.
  assert.deepEqual([outer.style.opacity, inner.style.opacity], ["0.45", "0.2"]);
});

test("fill, corners, order and clip are those of the view", () => {
  const [card, bare] = [shows("card"), shows("bare")];
  const { root, client, window } = drawn(
    [{ ...view("card", "screen"), clips: true }, view("bare", "screen", { color: null })],
    [bare, card],
    { card: { ...box(0, 0, 9, 9), red: 10, green: 132, blue: 255, cornerRadius: 24 } });
  assert.equal(card.style.backgroundColor, "#0a84ff");
  assert.equal(card.style.borderRadius, "24px");
  assert.deepEqual([card.style.overflow, bare.style.overflow], ["clip", ""]);
  // A view without a fill leaves it to the page.
  assert.ok(!bare.writes.includes("backgroundColor"));
  assert.ok(Number(card.style.zIndex) < Number(bare.style.zIndex));
  assert.equal(root.style.backgroundColor, "#000000");
  client.say(segment({ card: { cornerRadius: -3 } }));
  window.frame(8);
  assert.equal(card.style.borderRadius, "0px");
});

test("what data-snapback-keep names is left to the page", () => {
  const text = { string: "new", style: null, size: 20, lineHeight: 24, firstBaseline: 18,
    lastBaseline: 18, lines: 0 };
  const card = shows("card");
  card.setAttribute("data-snapback-keep", "color radius text");
  card.textContent = "old";
  drawn([{ ...view("card", "screen"), text }], [card], { card: { cornerRadius: 24 } });
  for (const key of ["backgroundColor", "borderRadius", "fontSize"]) {
    assert.ok(!card.writes.includes(key), key);
  }
  assert.equal(card.textContent, "old");
});

test("a text is that of the snapshot, in its size and lines", () => {
  const text = { string: "one\ntwo", style: "body", size: 17, lineHeight: 22, firstBaseline: 16,
    lastBaseline: 38, lines: 0 };
  const [label, holder] = [shows("label"), shows("holder")];
  label.textContent = "of the page";
  holder.append(shows("label"));
  const { client, window } = drawn(
    [{ ...view("label", "screen"), text }, { ...view("holder", "screen"), text }],
    [label, holder]);
  assert.equal(label.textContent, "one\ntwo");
  assert.deepEqual(
    [label.style.fontSize, label.style.lineHeight, label.style.whiteSpace],
    ["17px", "22px", "pre-wrap"]);
  // A text would replace the element in it.
  assert.equal(holder.childElementCount, 1);
  const writes = label.writes.length;
  client.say(snapshot(
    view("screen", null), { ...view("label", "screen"), text: { ...text, lines: 1 } }));
  window.frame(8);
  assert.equal(label.style.whiteSpace, "pre");
  assert.ok(!label.writes.slice(writes).includes("text"));
  // A view without a text shows that of the page.
  client.say(snapshot(view("screen", null), view("label", "screen")));
  assert.deepEqual([label.textContent, label.style.fontSize], ["of the page", ""]);
});

test("a hidden view hides its element, and a shown one shows it", () => {
  const card = shows("card");
  const { client, window } = drawn([view("card", "screen")], [card], { card: { alpha: 0 } });
  assert.equal(card.style.visibility, "hidden");
  client.say(segment({ card: { alpha: 1 } }));
  window.frame(8);
  assert.equal(card.style.visibility, "");
});

/** Whether a point is in a polygon of CSS: on the inner side of all its edges. */
function isInside(text, x, y) {
  const corners = /^polygon\((.*)\)$/.exec(text)[1].split(", ").map(
    (pair) => pair.split(" ").map((length) => Number(length.replace("px", ""))));
  const sides = corners.map(([ax, ay], place) => {
    const [bx, by] = corners[(place + 1) % corners.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

test("an element without the clipping views around it is clipped to what they show", () => {
  const source = new Random(52);
  const names = ["outer", "middle", "inner"];
  let [insides, outsides] = [0, 0];
  for (let round = 0; round < 40; round += 1) {
    const element = shows("inner");
    const values = Object.fromEntries(names.map((name) => [name, {
      ...randomValues(source), ...box(source.between(0, 60), source.between(0, 60), 120, 160),
    }]));
    drawn(
      names.map((name, place) => (
        { ...view(name, place === 0 ? "screen" : names[place - 1]), clips: true })),
      [element], values);
    const inMiddle = placed(values.inner, values.middle, [0.5, 0.5]);
    const inOuter = product(placed(values.middle, values.outer, [0.5, 0.5]), inMiddle);
    for (let count = 0; count < 200; count += 1) {
      const [x, y] = [source.between(-60, 180), source.between(-60, 220)];
      // How far inside of both views the point is, in points of the view; beside an edge, rounding
      // decides.
      const depths = [inMiddle, inOuter].flatMap((matrix) => {
        const [u, v] = map(matrix, x, y);
        return [u, v, 120 - u, 160 - v];
      });
      const depth = Math.min(...depths);
      if (Math.abs(depth) < 1e-2) continue;
      assert.equal(isInside(element.style.clipPath, x, y), depth > 0, `${round}: ${x}, ${y}`);
      if (depth > 0) insides += 1;
      else outsides += 1;
    }
  }
  assert.ok(insides > 300 && outsides > 300, `${insides}, ${outsides}`);
});

test("an element in that of the clipping view needs no clip of its own", () => {
  const [outer, inner] = [shows("outer"), shows("inner")];
  outer.append(inner);
  drawn([{ ...view("outer", "screen"), clips: true }, view("inner", "outer")], [outer]);
  assert.deepEqual([outer.style.overflow, inner.style.clipPath], ["clip", ""]);
});

test("a picture writes only the styles that change", () => {
  const [card, still] = [shows("card"), shows("still")];
  const { window, client, binding } = drawn(
    [view("card", "screen"), view("still", "screen")], [card, still],
    { card: box(10, 20, 100, 50), still: box(1, 2, 3, 4) });
  const written = (act) => {
    card.writes.length = still.writes.length = 0;
    act();
    return [...card.writes];
  };
  assert.deepEqual(written(() => binding.draw(8)), []);
  assert.deepEqual(written(() => {
    client.say(segment({ card: { translationX: 5 } }));
    window.frame(9);
  }), ["willChange", "transform"]);
  assert.deepEqual(written(() => {
    client.say(segment({ card: { alpha: 0.5 } }));
    window.frame(9);
  }), ["opacity"]);
  assert.deepEqual(written(() => {
    client.say(segment({ card: { right: 130 } }));
    window.frame(9);
  // The anchor is in the middle, and without a scale the transform does not depend on it.
  }), ["width"]);
  // Less than a ten-thousandth of a pixel is no change.
  assert.deepEqual(written(() => {
    client.say(segment({ card: { translationX: 5.00001 } }));
    window.frame(9);
  }), []);
  assert.deepEqual(still.writes, []);
});

test("a scene that is replaced is found by its names, and what is missing is hidden", () => {
  const [card, other] = [shows("card"), shows("other")];
  const { window, client, binding } = drawn(
    [view("card", "screen")], [card, other], { card: box(10, 20, 100, 50) });
  assert.deepEqual([card.style.visibility, other.style.visibility], ["", "hidden"]);
  assert.deepEqual(binding.faults.map(({ name, fault }) => [name, fault]), [
    ["other", 'the scene has no view "other"']]);
  client.say(snapshot(view("screen", null), view("other", "screen")));
  client.say(segment({ other: box(1, 2, 30, 40) }));
  window.frame(8);
  assert.deepEqual([card.style.visibility, other.style.visibility], ["hidden", ""]);
  assert.equal(other.style.width, "30px");
  assert.equal(window.warnings.length, 2);
  // Each is said once.
  client.say(snapshot(view("screen", null), view("other", "screen")));
  window.frame(9);
  assert.equal(window.warnings.length, 2);
});

test("an element that is nested otherwise than its view is hidden, and a warning says so", () => {
  const [card, other] = [shows("card"), shows("other")];
  card.append(other);
  const { window, binding } = drawn([view("card", "screen"), view("other", "screen")], [card]);
  assert.equal(other.style.visibility, "hidden");
  assert.match(binding.faults[0].fault, /in that of "card", but the view is not in that view/);
  assert.match(window.warnings[0], /^data-snapback="other": /);
});
