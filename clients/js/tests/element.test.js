/** The element snapback-scene: its attributes, its events, and its life in a page. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { FakeElement, FakeWindow, shows, socketsOf } from "./page.js";

const defined = new Map();
let window;
globalThis.HTMLElement = FakeElement;
globalThis.customElements = {
  get: (name) => defined.get(name), define: (name, type) => defined.set(name, type),
};
globalThis.getComputedStyle = (element) => window.getComputedStyle(element);
globalThis.location = { href: "http://127.0.0.1:8437/kiosk.html" };
const { SnapbackScene } = await import("../element.js");

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An element of the page, not yet in it. */
function made(attributes, ...children) {
  const element = new SnapbackScene();
  for (const [key, value] of Object.entries(attributes)) element.attributes.set(key, value);
  element.box = { left: 0, top: 0, width: 390, height: 844 };
  element.ownerDocument = window.document;
  element.append(...children);
  element.isConnected = false;
  return element;
}

function insert(element) {
  element.isConnected = true;
  element.connectedCallback();
}

function remove(element) {
  element.isConnected = false;
  element.disconnectedCallback();
}

/** Sockets that accept; the last script serves all that follow. */
function accepting() {
  const scripts = Array.from({ length: 9 }, () => (socket) => socket.accept());
  const sockets = socketsOf(...scripts);
  globalThis.WebSocket = sockets.WebSocket;
  return sockets;
}

beforeEach(() => {
  window = new FakeWindow();
});

test("it is defined under its name, once", async () => {
  assert.equal(defined.get("snapback-scene"), SnapbackScene);
  assert.equal(defined.size, 1);
});

test("it connects in a page, shows its children, and reports its state", async () => {
  const { made: sockets } = accepting();
  const card = shows("card");
  const element = made({ src: "/ws", token: "secret", want: " gestures  events" }, card);
  const states = [];
  const snapshots = [];
  element.addEventListener("snapback-state", ({ detail }) => states.push(
    [detail.state, element.getAttribute("state")]));
  element.addEventListener("snapback-snapshot", ({ detail }) => snapshots.push(detail.type));
  await turn();
  assert.equal(sockets.length, 0);
  insert(element);
  await turn();
  await turn();
  assert.equal(sockets[0].url, "ws://127.0.0.1:8437/ws?token=secret");
  const { hello } = JSON.parse(new TextDecoder().decode(sockets[0].sent[1].subarray(24)));
  assert.deepEqual(hello.want, ["segments", "schedule", "gestures", "events"]);
  assert.deepEqual(states, [["connecting", "connecting"], ["open", "open"]]);
  assert.deepEqual(snapshots, ["snapshot"]);
  window.frame(performance.now());
  assert.equal(card.style.width, "100px");
  assert.equal(element.style.display, "block");
  assert.notEqual(element.client, null);
  sockets[0].end(1006, "");
  await turn();
  assert.deepEqual(states.at(-1), ["lost", "lost"]);
  assert.equal(element.client, null);
  remove(element);
  await turn();
});

test("out of the page it closes the connection and restores its children", async () => {
  const { made: sockets } = accepting();
  const card = shows("card");
  const element = made({}, card);
  insert(element);
  await turn();
  window.frame(performance.now());
  assert.notEqual(card.style.cssText, "");
  remove(element);
  await turn();
  assert.equal(sockets[0].readyState, 3);
  assert.deepEqual([element.binding, card.style.cssText], [null, ""]);
});

test("to move it, or to change several attributes, connects once more", async () => {
  const { made: sockets } = accepting();
  const element = made({ src: "/ws" }, shows("card"));
  insert(element);
  await turn();
  remove(element);
  insert(element);
  await turn();
  assert.equal(sockets.length, 2);
  element.setAttribute("src", "ws://localhost:9000/ws");
  element.setAttribute("token", "other");
  await turn();
  assert.deepEqual(sockets.map(({ url, readyState }) => [url, readyState]), [
    ["ws://127.0.0.1:8437/ws", 3], ["ws://127.0.0.1:8437/ws", 3],
    ["ws://localhost:9000/ws?token=other", 1]]);
  // The same value is no change, and its own state is no attribute that it observes.
  element.setAttribute("token", "other");
  await turn();
  assert.equal(sockets.length, 3);
  remove(element);
  await turn();
});
