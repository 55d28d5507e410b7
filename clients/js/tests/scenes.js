/** Scenes made by hand, and matrices as the products of their parts. */

import assert from "node:assert/strict";

import { Scene } from "../scene.js";

export const STILL = {
  frame: [0, 0, 0, 0], translation: [0, 0], rotation: 0, scale: [0, 0], shear: 0,
};
export const NOTHING = {
  frame: null, translation: null, rotation: null, scale: null, shear: null, toScreen: null,
  alpha: null, color: null, visible: null, box: null, velocity: STILL, cornerRadius: null,
  look: null,
};

export function view(id, parent, { anchor = [0.5, 0.5], color = "#010203" } = {}) {
  return {
    id, parent, cornerRadius: 0, look: null, anchor, clips: false, text: null,
    frame: [0, 0, 10, 10], translation: [0, 0], rotation: 0, scale: [1, 1], shear: 0,
    toScreen: [1, 0, 0, 1, 0, 0], alpha: 1, color, visible: true, box: [0, 0, 10, 10],
    velocity: STILL,
  };
}

export function snapshot(...views) {
  const screen = { width: 390, height: 844, scale: 3, background: "#000000" };
  return { type: "snapshot", seq: 1, time: 5, revision: 1, epoch: 1, screen, views };
}

export function scene(...views) {
  const result = new Scene();
  result.apply(snapshot(...views));
  return result;
}

export function channel(name, number, parts = {}) {
  return {
    view: name, channel: number, generation: 1, held: 0, velocity: 0, map: null, terms: [],
    known: true, ...parts,
  };
}

/** A segment in which channels are held at values, and change at rates. */
export function tell(target, name, values, rates = {}) {
  target.apply({
    type: "segment", seq: 2, time: 6, revision: 2,
    channels: Object.entries(values).map(([number, held]) =>
      channel(name, number, { held, velocity: rates[number] ?? 0 })),
  });
}

/** Matrices of 3 by 3, the last one applied first. */
export function product(...matrices) {
  const one = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  return matrices.reduce((left, right) => left.map((row) => [0, 1, 2].map(
    (column) => row.reduce((sum, item, k) => sum + item * right[k][column], 0))), one);
}

export const move = (x, y) => [[1, 0, x], [0, 1, y], [0, 0, 1]];
export const turn = (angle) => [
  [Math.cos(angle), -Math.sin(angle), 0], [Math.sin(angle), Math.cos(angle), 0], [0, 0, 1]];
export const stretch = (x, y, shear) => product(
  [[1, shear, 0], [0, 1, 0], [0, 0, 1]], [[x, 0, 0], [0, y, 0], [0, 0, 1]]);

export function near(got, expected, by, what = "") {
  assert.ok(Math.abs(got - expected) <= by, `${got} for ${expected} ${what}`);
}

/** Values of the channels of a view, except levers and what does not place it. */
export function randomValues(source) {
  const [left, top] = [source.between(-50, 300), source.between(-50, 300)];
  return {
    left, top, right: left + source.between(1, 200), bottom: top + source.between(1, 200),
    scrollX: source.between(-20, 20), scrollY: source.between(-20, 20),
    translationX: source.between(-90, 90), translationY: source.between(-90, 90),
    rotation: source.between(-3, 3), shear: source.between(-0.5, 0.5),
    scaleX: source.between(0.5, 2), scaleY: source.between(0.5, 2),
  };
}

/**
 * The matrix from a view to its parent, by the values of the channels of both; levers are 0.
 */
export function placed(values, above, anchor) {
  const [ax, ay] = [
    anchor[0] * (values.right - values.left), anchor[1] * (values.bottom - values.top)];
  return product(
    move(values.left - above.left - above.scrollX, values.top - above.top - above.scrollY),
    move(values.translationX, values.translationY), move(ax, ay), turn(values.rotation),
    stretch(values.scaleX, values.scaleY, values.shear), move(-ax, -ay));
}
