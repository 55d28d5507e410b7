/** The mirror of the scene, and from channels to what is drawn. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  NOTHING, STILL, channel, near, placed, product, randomValues, scene, snapshot, tell, view,
} from "./scenes.js";
import { Random } from "./support.js";

test("matrices are the product of their parts", () => {
  const source = new Random(3);
  for (let round = 0; round < 100; round += 1) {
    const names = ["screen", "a", "b", "c"];
    const anchors = names.map(() => [source.next(), source.next()]);
    const views = scene(...names.map(
      (name, place) => view(name, place ? names[place - 1] : null, { anchor: anchors[place] })));
    let expected = product();
    let above = { left: 0, top: 0, scrollX: 0, scrollY: 0 };
    names.forEach((name, place) => {
      const values = place === 0
        ? { left: 0, top: 0, right: 390, bottom: 844, scrollX: 7, scrollY: -9 }
        : randomValues(source);
      tell(views, name, values);
      if (place) {
        expected = product(expected, placed(values, above, anchors[place]));
      }
      above = values;
      const { toScreen, box, frame } = views.at(10).get(name);
      const places = [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]];
      places.forEach(([row, column], k) => near(toScreen[k], expected[row][column], 1e-8));
      // The box is around the four corners.
      const corners = [[0, 0], [frame[2], 0], [0, frame[3]], [frame[2], frame[3]]].map(
        ([x, y]) => [0, 1].map((k) => expected[k][0] * x + expected[k][1] * y + expected[k][2]));
      [0, 1].forEach((k) => {
        const sides = corners.map((corner) => corner[k]);
        near(box[k], Math.min(...sides), 1e-8);
        near(box[k] + box[k + 2], Math.max(...sides), 1e-8);
      });
    });
  }
});

test("a grabbed point moves by the translation alone", () => {
  const source = new Random(4);
  const views = scene(view("screen", null), view("card", "screen", { anchor: [0.25, 0.75] }));
  for (let round = 0; round < 100; round += 1) {
    const values = randomValues(source);
    const lever = [source.between(-80, 80), source.between(-80, 80)];
    tell(views, "card", { ...values, leverX: lever[0], leverY: lever[1] });
    const { frame, toScreen } = views.at(10).get("card");
    const [x, y] = [0.25 * frame[2] + lever[0], 0.75 * frame[3] + lever[1]];
    const now = [0, 1].map((k) => toScreen[k] * x + toScreen[k + 2] * y + toScreen[k + 4]);
    const upright = [
      frame[0] + 0.25 * frame[2] + values.scaleX * lever[0]
        + values.shear * values.scaleY * lever[1],
      frame[1] + 0.75 * frame[3] + values.scaleY * lever[1]];
    near(now[0], upright[0] + values.translationX, 1e-9);
    near(now[1], upright[1] + values.translationY, 1e-9);
  }
});

test("velocities are slopes", () => {
  const source = new Random(6);
  const decays = (held) => [{
    kind: "decay", anchor: 0, end: Infinity, local: 0, rate: 1, later: false, x: held,
    v: source.between(-3, 3), lambda: source.between(0.5, 3),
  }];
  for (let round = 0; round < 50; round += 1) {
    const views = scene(view("screen", null), view("a", "screen"), view("b", "a"));
    for (const name of ["a", "b"]) {
      const values = { ...randomValues(source), leverX: 30, leverY: -20 };
      views.apply({
        type: "segment", seq: 2, time: 6, revision: 2, channels: Object.entries(values).map(
          ([number, held]) => channel(name, number, { terms: decays(held) })),
      });
    }
    const copy = () => structuredClone(views.at(time + step).get("b"));
    const time = 200_000_000;
    let step = -1000;
    const before = copy();
    step = 1000;
    const after = copy();
    step = 0;
    const { velocity } = copy();
    const slope = (a, b) => (b - a) / 2e-6;
    for (const key of ["frame", "translation", "scale"]) {
      velocity[key].forEach((rate, k) => near(
        rate, slope(before[key][k], after[key][k]), 1e-4, key));
    }
    near(velocity.rotation, slope(before.rotation, after.rotation), 1e-4);
    near(velocity.shear, slope(before.shear, after.shear), 1e-4);
  }
});

test("looks are held to their range", () => {
  const views = scene(view("screen", null), view("bare", "screen", { color: null }));
  tell(views, "screen", { alpha: 1.25, red: -3, green: 300, blue: 127.5 });
  let drawn = views.at(10).get("screen");
  assert.deepEqual([drawn.alpha, drawn.color], [1, "#00ff80"]);
  tell(views, "screen", { alpha: -0.1, right: -5, blue: 127.4 });
  drawn = views.at(10).get("screen");
  assert.deepEqual([drawn.alpha, drawn.frame[2], drawn.color], [0, 0, "#00ff7f"]);
  tell(views, "bare", { left: 1 });
  assert.equal(views.at(10).get("bare").color, null);
});

test("a frame changes what it says and nothing else", () => {
  const views = scene(view("screen", null), view("card", "screen"));
  const velocity = { ...STILL, rotation: 3 };
  const frame = (states) => views.apply(
    { type: "frame", seq: 2, time: 9, revision: 2, computed: 9, views: states });
  frame([{ ...NOTHING, id: "card", frame: [1, 2, 3, 4], velocity }, { ...NOTHING, id: "nobody" }]);
  const card = views.view("card");
  assert.deepEqual([card.frame, card.velocity, card.color], [[1, 2, 3, 4], velocity, "#010203"]);
  assert.deepEqual(views.at(9).get("card").frame, [1, 2, 3, 4]);
  frame([{ ...NOTHING, id: "card" }]);
  assert.deepEqual([card.frame, card.velocity], [[1, 2, 3, 4], STILL]);
  frame([{ ...NOTHING, id: "card", alpha: 0.5, color: null, visible: false }]);
  assert.deepEqual([card.alpha, card.color, card.visible], [0.5, null, false]);
});

test("a snapshot forgets everything", () => {
  const views = scene(view("screen", null), view("card", "screen"));
  tell(views, "card", { left: 40 });
  assert.ok(views.hasMotion);
  views.apply({ ...snapshot(view("other", null)), epoch: 2 });
  assert.deepEqual([views.order, views.epoch, views.hasMotion], [["other"], 2, false]);
  assert.deepEqual([...views.at(9).keys()], ["other"]);
  assert.deepEqual(views.at(9).get("other").frame, [0, 0, 10, 10]);
});

test("what cannot be evaluated is drawn from frames", () => {
  const views = scene(view("screen", null), view("card", "screen"));
  tell(views, "card", { left: 40 });
  assert.equal(views.at(9).get("card").frame[0], 40);
  views.apply({
    type: "segment", seq: 3, time: 7, revision: 3,
    channels: [channel("card", "top", { held: 5, known: false })],
  });
  assert.deepEqual(views.at(9).get("card").frame, [0, 0, 10, 10]);
});

test("what rests is what it would be if it were asked for the first time", () => {
  const source = new Random(8);
  const names = ["screen", "a", "b", "c"];
  const views = names.map((name, place) => view(name, place ? names[place - 1] : null));
  const term = (end) => ({
    kind: "spring", anchor: 0, end, local: 0, rate: source.of([0, 1]), later: false, x: 40, v: 9,
    beta: 3, omega2: 90,
  });
  const told = [];
  const kept = scene(...views);
  for (let round = 0; round < 300; round += 1) {
    if (round === 0 || source.next() < 0.2) {
      const name = source.of(names.slice(1));
      const number = source.of(["left", "scrollX", "translationY", "rotation"]);
      const terms = source.next() < 0.7 ? [term(source.below(3e9))] : [];
      told.push({ type: "segment", seq: 2, time: 6, revision: 2,
        channels: [channel(name, number, { held: source.between(0, 9), terms })] });
      kept.apply(told.at(-1));
    }
    const fresh = scene(...views);
    told.forEach((message) => fresh.apply(message));
    const time = source.below(4e9);
    assert.deepEqual(kept.at(time), fresh.at(time));
  }
});

test("it says until when something moves", () => {
  const views = scene(view("screen", null));
  assert.equal(views.movesUntil, 0);
  for (const [ends, expected] of [[[7, 9], 9], [[7, Infinity], Infinity], [[3], 3]]) {
    const terms = ends.map((end) => (
      { kind: "decay", anchor: 0, end, local: 0, rate: 1, later: false, x: 1, v: 1, lambda: 1 }));
    views.apply({
      type: "segment", seq: 3, time: 7, revision: 3,
      channels: [channel("screen", "left", { terms })],
    });
    assert.equal(views.movesUntil, expected);
  }
});

test("it moves until the end of a segment ahead", () => {
  const views = scene(view("screen", null));
  const motion = { ...ahead(20, 0), channels: [channel("screen", "left", { terms: [DECAY] })] };
  views.apply(motion);
  assert.equal(views.movesUntil, 90);
  views.apply({ ...motion, ahead: false, channels: [] });
  assert.equal(views.movesUntil, 0);
});

test("a view says what its channels are", () => {
  const views = scene(view("screen", null));
  const map = { kind: "tilt", source: "translationX", angle: 0.2, reach: 160 };
  views.apply({
    type: "segment", seq: 3, time: 7, revision: 3, channels: [
      channel("screen", "rotation", { held: 0.1, map }),
      channel("screen", "translationX", { held: 160, velocity: 80 })],
  });
  const screen = views.view("screen");
  near(screen.value("rotation", 9), 0.1 + 0.2 * Math.tanh(1), 1e-12);
  near(screen.rate("rotation", 9), (0.2 / 2) * (1 - Math.tanh(1) ** 2), 1e-12);
  assert.deepEqual([screen.value("scaleX", 9), screen.rate("scaleX", 9)], [1, 0]);
  assert.deepEqual([screen.value("left", 9), screen.value("nothing", 9)], [0, 0]);
});

const DECAY = {
  kind: "decay", anchor: 20, end: 90, local: 0, rate: 1, later: false, x: 1, v: 1, lambda: 1,
};

function ahead(time, held) {
  return {
    type: "segment", seq: 3, time, revision: 3, ahead: true,
    channels: [channel("card", "left", { held })],
  };
}

test("a segment ahead of its time holds from then on", () => {
  const views = scene(view("screen", null), view("card", "screen"));
  tell(views, "card", { left: 40 });
  views.apply(ahead(20, 50));
  assert.deepEqual([9, 19, 20].map((time) => views.at(time).get("card").frame[0]), [40, 40, 50]);
});

test("each segment discards the one ahead", () => {
  const empty = { type: "segment", seq: 4, time: 9, revision: 3, ahead: false, channels: [] };
  for (const [other, expected] of [[empty, 40], [ahead(30, 60), 60]]) {
    const views = scene(view("screen", null), view("card", "screen"));
    tell(views, "card", { left: 40 });
    views.apply(ahead(20, 50));
    views.apply(other);
    assert.equal(views.at(25).get("card").frame[0], 40);
    assert.equal(views.at(35).get("card").frame[0], expected);
  }
});

test("a corner radius is that of the snapshot, a frame or a segment", () => {
  const target = scene(view("screen", null), { ...view("card", "screen"), cornerRadius: 24 });
  const radius = () => target.at(7).get("card").cornerRadius;
  const frame = (state) => target.apply({
    type: "frame", seq: 2, time: 6, revision: 2, computed: 6,
    views: [{ ...NOTHING, id: "card", ...state }],
  });
  assert.equal(radius(), 24);
  frame({ cornerRadius: 12.5 });
  assert.equal(radius(), 12.5);
  frame({ alpha: 0.5, color: null, visible: true });
  assert.equal(radius(), 12.5);
  tell(target, "card", { translationX: 1 });
  assert.equal(radius(), 12.5);
  assert.equal(target.view("card").value("cornerRadius", 7), 12.5);
  tell(target, "card", { cornerRadius: 7.25 });
  assert.equal(radius(), 7.25);
  tell(target, "card", { cornerRadius: -3 });
  assert.equal(radius(), 0);
});

test("a hidden view that is shown is drawn, and so is what is in it", () => {
  const hidden = (id, parent) => ({ ...view(id, parent), visible: false, alpha: 0 });
  const target = scene(view("screen", null), hidden("sheet", "screen"), hidden("label", "sheet"));
  const areVisible = () => ["sheet", "label"].map((name) => target.at(7).get(name).visible);
  const edges = { left: 0, top: 0, right: 10, bottom: 10 };
  tell(target, "screen", edges);
  tell(target, "label", edges);
  tell(target, "sheet", { ...edges, alpha: 0 });
  assert.deepEqual(areVisible(), [false, false]);
  tell(target, "sheet", { alpha: 1 });
  assert.deepEqual(areVisible(), [true, true]);
  tell(target, "sheet", { alpha: 0 });
  assert.deepEqual(areVisible(), [false, false]);
});

const LOOK = {
  id: "card", textColor: "#ff000080", borderColor: "#0000ffff", fillAlpha: 1, borderWidth: 2,
  shadowOpacity: 0.5, shadowRadius: 8, shadowOffset: [1, 2], shadowColor: "#000000ff",
  fontWeight: 700, textAlignment: "center", verticalAlignment: "top", truncation: "tail",
  image: null, data: '{"a":[1]}',
};

test("a look is that of the last looks, a frame or segments", () => {
  const target = scene(view("screen", null), view("card", "screen"));
  const drawn = (time = 7) => target.at(time).get("card");
  assert.equal(drawn().look, null);
  assert.equal(drawn().data, undefined);
  target.apply({ type: "looks", time: 6, views: [LOOK] });
  assert.deepEqual(drawn().look, LOOK);
  assert.deepEqual(drawn().data, { a: [1] });
  assert.equal(target.view("card").value("textAlpha", 7), 128 / 255);
  const { textColor, borderColor, fillAlpha, shadowOpacity, shadowRadius, shadowOffset } = LOOK;
  const look = {
    textColor, borderColor, fillAlpha, borderWidth: 5, shadowOpacity, shadowRadius, shadowOffset,
  };
  target.apply({
    type: "frame", seq: 2, time: 6, revision: 2, computed: 6,
    views: [{ ...NOTHING, id: "card", look }],
  });
  assert.deepEqual(drawn().look, { ...LOOK, borderWidth: 5 });
  tell(
    target, "card", { shadowRadius: 3, shadowY: -4, textRed: 16.5, textAlpha: 2, borderWidth: -1 });
  assert.deepEqual(drawn().look, {
    ...LOOK, borderWidth: 0, shadowRadius: 3, shadowOffset: [1, -4], textColor: "#110000ff",
  });
  target.apply({ type: "looks", time: 6, views: [] });
  assert.equal(drawn(8).look, null);
});
