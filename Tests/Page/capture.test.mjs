// Recordings of touches, read by a model of the kernel's protocol of slots (type B).

import assert from "node:assert/strict";
import { test } from "node:test";

import { Capture } from "/page/capture.js";
import { nameOf } from "/page/recorder.js";

const SCREEN = { width: 390, height: 844 };
const [KEY, ABSOLUTE, SLOT, X, Y, TOOL, TRACKING] = [1, 3, 47, 53, 54, 55, 57];

/** The contacts of each report of a file: steps with the number of the contact and its phase. */
function read(text) {
  const [{ recording }, { device }, ...frames] = text.trimEnd().split("\n").map(JSON.parse);
  const range = new Map(device.axes.map(([code, least, greatest]) => [code, [least, greatest]]));
  const share = (code, value) => {
    const [least, greatest] = range.get(code);
    return (value - least) / (greatest - least + 1);
  };
  const slots = [];
  let current = 0;
  let touches = 0;
  const steps = frames.map(({ frame: { time, events } }) => {
    const touched = new Set();
    const phases = new Map();
    assert.deepEqual(events.at(-1), [0, 0, 0]);
    for (const [type, code, value] of events.slice(0, -1)) {
      if (type === KEY) touches = value;
      if (type !== ABSOLUTE) continue;
      if (code === SLOT) current = value;
      assert.ok(current >= range.get(SLOT)[0] && current <= range.get(SLOT)[1]);
      slots[current] ??= { tracking: -1 };
      const slot = slots[current];
      if (code === SLOT) continue;
      touched.add(current);
      if (code === TRACKING) {
        phases.set(current, value < 0 ? "ended" : "began");
        if (value >= 0) slot.tracking = value;
        slot.isDown = value >= 0;
      }
      if (code === TOOL && value === 2) slot.isPalm = true;
      if (code === TOOL && value === 0) slot.isPalm = false;
      if (code === X) slot.x = share(X, value) * SCREEN.width;
      if (code === Y) slot.y = share(Y, value) * SCREEN.height;
    }
    const isDown = slots.some((slot) => slot?.isDown);
    assert.equal(touches === 1, isDown, "BTN_TOUCH is down while a contact is");
    return [...touched].map((place) => {
      const { tracking, x, y, isPalm } = slots[place];
      return { time, contact: tracking, phase: isPalm ? "cancelled" : phases.get(place) ?? "moved",
        x, y };
    });
  });
  return { recording, device, steps };
}

function hold(step, contact, phase, x, y) {
  assert.equal(step.contact, contact);
  assert.equal(step.phase, phase);
  // Half of a value of the axis.
  assert.ok(Math.abs(step.x - x) <= SCREEN.width / 2 ** 25, `${step.x} ${x}`);
  assert.ok(Math.abs(step.y - y) <= SCREEN.height / 2 ** 25, `${step.y} ${y}`);
}

const contact = (id, phase, x, y) => ({ id, phase, x, y });

test("two fingers are two contacts, where they were and when", () => {
  const capture = new Capture(SCREEN, "card.json5");
  capture.take(4711_000_000_123, [contact(8, "began", 100.25, 200)]);
  capture.take(4711_008_000_123, [contact(8, "moved", 110, 200)]);
  capture.take(4711_016_000_123, [contact(9, "began", 300, 700), contact(8, "moved", 110, 200)]);
  capture.take(4711_024_000_123, [contact(9, "moved", 300, 650), contact(8, "ended", 111, 201)]);
  capture.take(4711_032_000_123, [contact(9, "ended", 300, 640)]);
  const { recording, device, steps } = read(capture.text());
  assert.deepEqual(recording, { version: 1, clock: "4711.000000123", scene: "card.json5" });
  assert.deepEqual([device.keys, device.properties], [[0x14a], [1]]);
  assert.deepEqual(steps.map((frame) => frame.map(({ time }) => time)),
    [[0], [8e6], [16e6], [24e6, 24e6], [32e6]]);
  hold(steps[0][0], 1, "began", 100.25, 200);
  hold(steps[1][0], 1, "moved", 110, 200);
  hold(steps[2][0], 2, "began", 300, 700);
  hold(steps[3][0], 2, "moved", 300, 650);
  hold(steps[3][1], 1, "ended", 111, 201);
  hold(steps[4][0], 2, "ended", 300, 640);
  assert.equal(capture.contacts, 2);
  assert.equal(capture.seconds, 0.032);
});

test("a contact that was down before is left out, and so is a report without a change", () => {
  const capture = new Capture(SCREEN);
  capture.take(1e9, [contact(1, "moved", 10, 10)]);
  capture.take(2e9, [contact(1, "ended", 10, 10)]);
  capture.take(3e9, [contact(2, "began", 10, 10)]);
  capture.take(4e9, [contact(2, "moved", 10, 10)]);
  capture.take(5e9, [contact(2, "ended", 10, 10)]);
  const { recording, steps } = read(capture.text());
  assert.deepEqual(recording, { version: 1, clock: "3.000000000" });
  assert.deepEqual(steps.map(([{ time, phase }]) => [time, phase]), [[0, "began"], [2e9, "ended"]]);
});

test("a cancelled contact is a palm, and the next one in its slot is a finger", () => {
  const capture = new Capture(SCREEN);
  capture.take(1e9, [contact(1, "began", 10, 10)]);
  capture.take(2e9, [contact(1, "cancelled", 12, 10)]);
  capture.take(3e9, [contact(2, "began", 12, 10)]);
  const { steps } = read(capture.text());
  assert.deepEqual(
    steps.map(([{ contact: number, phase }]) => [number, phase]),
    [[1, "began"], [1, "cancelled"], [2, "began"]]);
});

test("twelve contacts at once have twelve slots", () => {
  const capture = new Capture(SCREEN);
  for (let id = 1; id <= 12; id += 1) capture.take(id * 1e6, [contact(id, "began", id, id)]);
  const { device, steps } = read(capture.text());
  assert.deepEqual(device.axes.find(([code]) => code === SLOT).slice(1, 3), [0, 11]);
  steps.forEach(([step], place) => hold(step, place + 1, "began", place + 1, place + 1));
});

test("the name of a file begins with that of the scene", () => {
  const date = new Date(2026, 4, 3, 7, 8, 9);
  assert.equal(nameOf("card.json5", date), "card-20260503-070809.jsonl");
  assert.equal(nameOf("card-deck.scene.json", date), "card-deck-20260503-070809.jsonl");
  assert.equal(nameOf(null, date), "touches-20260503-070809.jsonl");
});
