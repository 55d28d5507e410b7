// Looks: of a replay at any time, and as the painter draws them on a canvas.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawBorder, drawShadow, lookBetween, trace } from "/page/looks.js";
import { Painter } from "/page/paint.js";
import { Recording } from "/page/recording.js";

const MOVING = {
  textColor: "#ff000080", borderColor: "#00000000", fillAlpha: 1, borderWidth: 2,
  shadowOpacity: 0.5, shadowRadius: 8, shadowOffset: [1, 2],
};
const LOOK = {
  id: "card", ...MOVING, shadowColor: "#102030ff", fontWeight: 700, textAlignment: "center",
  verticalAlignment: "bottom", truncation: "tail",
};
const card = (parts = {}) => ({
  id: "card", parent: "screen", anchor: [0.5, 0.5], frame: [0, 0, 100, 60], translation: [0, 0],
  rotation: 0, scale: [1, 1], alpha: 1, color: "#0a84ff", toScreen: [1, 0, 0, 1, 0, 0],
  cornerRadius: 0,
  velocity: { frame: [0, 0, 0, 0], translation: [0, 0], rotation: 0, scale: [0, 0] }, ...parts,
});
const SCREEN = { width: 390, height: 844, background: "#ffffff" };

/** A recording of lines at tenths of seconds. */
const recorded = (...lines) => new Recording(lines.map(([kind, tenths, body]) => JSON.stringify(
  { [kind]: { time: tenths * 1e8, screen: SCREEN, ...body } })).join("\n"));
const seen = (recording, place) => recording.pictureAt(place).byName.get("card");

test("a look is that of the last looks, and moves with the frames", () => {
  const recording = recorded(
    ["snapshot", 0, { views: [card()] }],
    ["looks", 0, { views: [{ ...LOOK, data: '{"a":[1]}' }] }],
    ["frame", 1, { views: [card()] }],
    ["frame", 2, { views: [card({ look: MOVING })] }],
    ["frame", 3, { views: [card({ look: { ...MOVING, borderWidth: 10 } })] }],
    ["looks", 3, { views: [{ ...LOOK, fontWeight: 300, image: "sun" }] }]);
  for (const place of [0, 1]) {
    const { look, data } = seen(recording, place);
    assert.deepEqual(look, { ...LOOK, image: null, data: '{"a":[1]}' });
    assert.deepEqual(data, { a: [1] });
  }
  const last = seen(recording, 3);
  assert.deepEqual([last.look.borderWidth, last.look.fontWeight, last.look.image, last.data], [
    10, 300, "sun", undefined]);
  // Looks are no events of the log.
  assert.deepEqual(recording.events, []);
  // A quarter of the way from 2 to 10.
  const between = recording.pictureBetween(0.225).byName.get("card").look;
  assert.ok(Math.abs(between.borderWidth - 4) < 1e-9, between.borderWidth);
});

test("a scene without looks has none, also after one with looks", () => {
  const recording = recorded(
    ["snapshot", 0, { views: [card()] }], ["looks", 0, { views: [LOOK] }],
    ["snapshot", 1, { views: [card()] }]);
  assert.equal(seen(recording, 0).look.fontWeight, 700);
  assert.deepEqual([seen(recording, 1).look, seen(recording, 1).data], [null, undefined]);
});

test("between two looks, numbers and colors are between theirs", () => {
  const to = {
    ...MOVING, textColor: "#0000ff00", fillAlpha: 0.5, borderWidth: 6, shadowOpacity: 0,
    shadowRadius: 0, shadowOffset: [-3, 10],
  };
  assert.deepEqual(lookBetween(MOVING, to, 0.25), {
    ...MOVING, textColor: "#bf004060", fillAlpha: 0.875, borderWidth: 3, shadowOpacity: 0.375,
    shadowRadius: 6, shadowOffset: [0, 4],
  });
  assert.equal(lookBetween(undefined, to, 0.5), undefined);
});

/** A context that notes what is called and set; a letter is 10 wide. */
function noted() {
  const calls = [];
  const matrix = { a: 0, b: 2, c: -3, d: 0, e: 5, f: 7 };
  const context = new Proxy({}, {
    get(values, key) {
      if (key in values) return values[key];
      if (key === "getTransform") return () => matrix;
      if (key === "measureText") return (text) => ({ width: 10 * text.length });
      return (...given) => {
        calls.push([key, ...given.slice(0, 5)]);
      };
    },
    set(values, key, value) {
      values[key] = value;
      calls.push([key, value]);
      return true;
    },
  });
  return { calls, context, of: (key) => calls.filter(([name]) => name === key) };
}

test("a shape inside the edge has the radius less the inset, at least 0", () => {
  const shape = (inset, cornerRadius) => {
    const { calls, context } = noted();
    trace(context, card({ cornerRadius }), inset);
    return calls[0];
  };
  assert.deepEqual(shape(0, 12), ["roundRect", 0, 0, 100, 60, 12]);
  assert.deepEqual(shape(4, 12), ["roundRect", 4, 4, 92, 52, 8]);
  assert.deepEqual(shape(12, 12), ["rect", 12, 12, 76, 36]);
  // A radius is at most half of the shorter side.
  assert.deepEqual(shape(4, 99), ["roundRect", 4, 4, 92, 52, 26]);
});

test("a border wider than the view fills it", () => {
  for (const [borderWidth, count] of [[29, 2], [30, 1], [99, 1]]) {
    const { context, of } = noted();
    drawBorder(context, card({ look: { ...LOOK, borderWidth } }));
    assert.equal(of("rect").length, count, String(borderWidth));
    assert.deepEqual(of("fill"), [["fill", "evenodd"]]);
  }
});

test("a shadow turns and grows with its view, and has the opacity of the fill", () => {
  const { context, of } = noted();
  drawShadow(context, card({ look: { ...LOOK, fillAlpha: 0.5 } }));
  // The matrix takes (1, 2) to (-3 · 2, 2 · 1), and areas by 6; 0.5 · 0.5 of 255 is 63.75.
  const [, x] = of("shadowOffsetX")[0];
  const [, , , , away] = of("setTransform")[0].slice(1);
  assert.deepEqual([x + away - 5, of("shadowOffsetY")[0][1]], [-6, 2]);
  assert.ok(Math.abs(of("shadowBlur")[0][1] - 8 * Math.sqrt(6)) < 1e-12);
  assert.equal(of("shadowColor")[0][1], "#10203040");
  assert.deepEqual(of("clip"), [["clip", "evenodd"]]);
  const none = noted();
  drawShadow(none.context, card({ look: { ...LOOK, shadowOpacity: 0 } }));
  assert.deepEqual(none.calls, []);
});

/** What the painter calls for views above a screen. */
function painted(...views) {
  const { context, calls, of } = noted();
  const painter = new Painter({ getContext: () => context, width: 390, height: 844 });
  painter.place = { left: 0, top: 0, zoom: 1, width: 390, height: 844, ratio: 1 };
  const screen = { name: "screen", parent: null, frame: [0, 0, 390, 844], alpha: 1 };
  painter.draw({ screen: SCREEN, views: [screen, ...views] }, { shadow: "red", edge: "blue" });
  return { calls, of };
}

const named = (name, parent, parts) => ({ name, ...card({ parent, ...parts }) });
const EDGE = "#00000001";

test("a border is over the views in its view, and under those after it", () => {
  const bordered = { look: { ...LOOK, borderColor: EDGE, shadowOpacity: 0 } };
  const { of } = painted(
    named("outer", "screen", { color: "#000001", ...bordered }),
    named("inner", "outer", { color: "#000002" }), named("deep", "inner", { color: "#000003" }),
    named("after", "screen", { color: "#000004" }));
  assert.deepEqual(of("fillStyle").map(([, color]) => color).slice(1), [
    "#000001", "#000002", "#000003", EDGE, "#000004"]);
});

test("a text has the place, the weight and the color of the look", () => {
  // 10 per letter, 130.5 for a line that is condensed into 100.
  const text = {
    string: "one two three four", style: "body", size: 20, lineHeight: 25, firstBaseline: 18,
    lines: 1,
  };
  const drawn = (look, parts = {}) => {
    const { of } = painted(named("card", "screen", { look, text: { ...text, ...parts } }));
    return { texts: of("fillText"), font: of("font").at(-1), align: of("textAlign").at(-1)?.[1] };
  };
  const one = drawn({ ...LOOK, image: null });
  // 60 less 25 are free: 35 below the first baseline.
  assert.deepEqual(one.texts, [["fillText", "one two…", 50, 53, 100]]);
  assert.equal(one.align, "center");
  assert.match(one.font[1], /^700 20px /);
  const two = drawn({ ...LOOK, verticalAlignment: "center", textAlignment: "leading" }, {
    lines: 0, string: "one two three four five six",
  });
  // Two lines of 25 fit into 60; half of 10 is free.
  assert.deepEqual(two.texts, [
    ["fillText", "one two three", 0, 23, 100], ["fillText", "four five six", 0, 48, 100]]);
  const cut = drawn({ ...LOOK, verticalAlignment: "top", truncation: "clip" });
  assert.deepEqual(cut.texts, [["fillText", text.string, 0, 18]]);
});
