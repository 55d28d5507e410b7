/** Pointers on a page become touches of the daemon. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bind } from "../dom.js";
import { FakeClient, FakeElement, FakeWindow, rootOf, shows } from "./page.js";
import { snapshot, view } from "./scenes.js";

/** A page of 780 by 1688 CSS pixels at (100, 50): a point is two of them. */
function page({ roles, options = {} } = {}) {
  const window = new FakeWindow();
  const card = shows("card");
  const root = rootOf(window, { left: 100, top: 50, width: 780, height: 1688 }, card);
  const client = new FakeClient(roles);
  const binding = bind(root, { client, ...options });
  client.say(snapshot(view("screen", null), view("card", "screen")));
  window.frame(7);
  return { window, root, card, client, binding };
}

function pointer(root, type, x, y, { id = 1, button = 0, target = root } = {}) {
  const event = {
    type, clientX: x, clientY: y, pointerId: id, button, target, isPrevented: false,
    preventDefault() {
      this.isPrevented = true;
    },
  };
  root.dispatchEvent(event);
  return event;
}

const touches = (client) => client.sent.map(({ inject }) => {
  assert.equal(inject.touches.length, 1);
  const { id, phase, x, y } = inject.touches[0];
  return [id, phase, x, y];
});

test("a press, its moves and its release are a touch in points of the screen", () => {
  const { root, client } = page();
  pointer(root, "pointermove", 110, 60);
  pointer(root, "pointerdown", 200, 250);
  pointer(root, "pointerrawupdate", 220, 250);
  // The same move, once more with the frame.
  pointer(root, "pointermove", 220, 250);
  pointer(root, "pointermove", 221, 253);
  pointer(root, "pointerup", 222, 254);
  pointer(root, "lostpointercapture", 222, 254);
  pointer(root, "pointermove", 230, 260);
  assert.deepEqual(touches(client), [
    [1, "began", 50, 100], [1, "moved", 60, 100], [1, "moved", 60.5, 101.5],
    [1, "ended", 61, 102]]);
  assert.deepEqual(root.captured, [1]);
});

test("a touch that the browser takes away is cancelled", () => {
  for (const type of ["pointercancel", "lostpointercapture"]) {
    const { root, client } = page();
    pointer(root, "pointerdown", 200, 250);
    pointer(root, type, 202, 252);
    assert.deepEqual(touches(client).at(-1), [1, "cancelled", 51, 101]);
  }
});

test("fingers have ids of their own, which are used again, and at most ten", () => {
  const { root, client } = page();
  const expected = [];
  for (let id = 40; id < 52; id += 1) pointer(root, "pointerdown", 200, 250, { id });
  for (let id = 1; id <= 10; id += 1) expected.push([id, "began", 50, 100]);
  assert.deepEqual(touches(client), expected);
  client.sent.length = 0;
  pointer(root, "pointerup", 200, 250, { id: 43 });
  pointer(root, "pointerup", 200, 250, { id: 51 });
  pointer(root, "pointerdown", 200, 250, { id: 60 });
  assert.deepEqual(touches(client), [[4, "ended", 50, 100], [4, "began", 50, 100]]);
});

test("a pointer whose release was missed ends before its next press", () => {
  const { root, client } = page();
  pointer(root, "pointerdown", 200, 250);
  pointer(root, "pointerdown", 300, 250);
  assert.deepEqual(touches(client).map(([id, phase]) => [id, phase]), [
    [1, "began"], [1, "cancelled"], [1, "began"]]);
});

test("other buttons, and controls of the page, are left to the page", () => {
  const { root, card, client } = page();
  const [button, icon, field, own] = [
    new FakeElement("button"), new FakeElement("i"), new FakeElement("input"),
    new FakeElement("div", { "data-snapback-ignore": "" })];
  button.append(icon);
  card.append(button, field, own);
  for (const target of [button, icon, field, own]) {
    pointer(root, "pointerdown", 200, 250, { target });
  }
  pointer(root, "pointerdown", 200, 250, { button: 2 });
  assert.deepEqual(client.sent, []);
  pointer(root, "pointerdown", 200, 250, { target: card });
  assert.equal(client.sent.length, 1);
});

test("the page says which elements are controls", () => {
  const { root, card, client } = page({ options: { ignore: "" } });
  const button = new FakeElement("button");
  card.append(button);
  pointer(root, "pointerdown", 200, 250, { target: button });
  assert.equal(client.sent.length, 1);
});

test("only a client that may inject takes pointers and keeps the browser from scrolling", () => {
  for (const [given, isOn] of [
    [{ roles: ["view", "inject"] }, true], [{ roles: ["view", "control"] }, false],
    [{ roles: ["view", "inject"], options: { touches: false } }, false]]) {
    const { root, client } = page(given);
    assert.equal(root.style.touchAction, isOn ? "none" : "");
    pointer(root, "pointerdown", 200, 250);
    assert.equal(client.sent.length, isOn ? 1 : 0);
  }
});

test("a long press opens no menu, and nothing is dragged, while there is a touch", () => {
  const { root } = page();
  for (const type of ["contextmenu", "dragstart"]) {
    assert.ok(!pointer(root, type, 200, 250).isPrevented);
    pointer(root, "pointerdown", 200, 250);
    assert.ok(pointer(root, type, 200, 250).isPrevented);
    pointer(root, "pointerup", 200, 250);
  }
});

test("after another connection the fingers of the first are over, and its roles count", () => {
  const { root, client } = page();
  pointer(root, "pointerdown", 200, 250);
  client.sent.length = 0;
  client.say({ type: "reconnected", welcome: client.welcome, continued: true, reason: "" });
  pointer(root, "pointermove", 220, 250);
  pointer(root, "pointerup", 220, 250);
  assert.deepEqual(client.sent, []);
  pointer(root, "pointerdown", 200, 250);
  assert.deepEqual(touches(client), [[1, "began", 50, 100]]);
  client.welcome = { roles: ["view"] };
  client.say({ type: "reconnected", welcome: client.welcome, continued: true, reason: "" });
  pointer(root, "pointerdown", 200, 250);
  assert.equal(client.sent.length, 1);
  assert.equal(root.style.touchAction, "");
});

test("a touch that cannot be sent is forgotten", () => {
  const { root, client } = page();
  const send = client.send.bind(client);
  client.send = () => {
    throw new Error("there is no connection");
  };
  pointer(root, "pointerdown", 200, 250);
  client.send = send;
  pointer(root, "pointermove", 220, 250);
  assert.deepEqual(client.sent, []);
  pointer(root, "pointerdown", 200, 250);
  assert.deepEqual(touches(client), [[1, "began", 50, 100]]);
});
