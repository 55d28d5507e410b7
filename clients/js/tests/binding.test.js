/** A binding through its life: frames, sizes, changes of the page, connections, its end. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { bind } from "../dom.js";
import { FakeClient, FakeWindow, rootOf, shows, socketsOf } from "./page.js";
import { channel, near, snapshot, view } from "./scenes.js";

// Milliseconds: the page's clock and the daemon's are the same here.
const START = 1000;
const END = 1400;

/** A segment by which the card moves along x from START to END, as a spring. */
function motion(parts = {}) {
  return {
    type: "segment", seq: 3, time: START * 1e6, revision: 3, ahead: false,
    channels: [channel("card", "translationX", {
      terms: [{
        kind: "spring", anchor: START * 1e6, end: END * 1e6, local: 0, rate: 1, later: false,
        x: 100, v: 0, beta: 8, omega2: 160, ...parts,
      }],
    })],
  };
}

/** The spring of `motion` by its formula, at a time in milliseconds. */
function spring(at) {
  const s = (at - START) / 1000;
  const omega = Math.sqrt(160 - 64);
  return Math.exp(-8 * s) * (100 * Math.cos(omega * s) + (8 * 100 / omega) * Math.sin(omega * s));
}

function card() {
  return { ...view("card", "screen"), frame: [10, 20, 100, 50] };
}

function started({ roles, size = {}, options = {} } = {}) {
  const window = new FakeWindow();
  const element = shows("card");
  const root = rootOf(window, size, element);
  const client = new FakeClient(roles);
  const binding = bind(root, { client, ...options });
  client.say(snapshot(view("screen", null), card()));
  const edges = { screen: [0, 0, 390, 844], card: [10, 20, 110, 70] };
  client.say({
    type: "segment", seq: 2, time: 6, revision: 2, ahead: false,
    channels: Object.entries(edges).flatMap(([name, values]) => values.map(
      (held, place) => channel(name, ["left", "top", "right", "bottom"][place], { held }))),
  });
  return { window, element, root, client, binding };
}

/** How far the card is from its place, along x. */
const way = (element) => Number(element.style.transform.slice(7, -1).split(", ")[4]) - 10;

test("an element is hidden until its first picture", () => {
  const window = new FakeWindow();
  const element = shows("card");
  const client = new FakeClient();
  bind(rootOf(window, {}, element), { client });
  assert.equal(element.style.visibility, "hidden");
  assert.equal(window.frames.size, 0);
  client.say(snapshot(view("screen", null), card()));
  assert.equal(window.frames.size, 1);
  window.frame(1);
  assert.equal(element.style.visibility, "");
});

test("while a view moves each frame asks for the next, and at rest none is asked for", () => {
  const { window, element, client } = started();
  assert.equal(window.frame(900), 1);
  assert.equal(window.frames.size, 0);
  client.say(motion());
  let frames = 0;
  for (let at = START; window.frames.size > 0; at += 1000 / 60) {
    assert.equal(window.frame(at), 1);
    near(way(element), at < END ? spring(at) : 0, 1e-3, String(at));
    frames += 1;
  }
  // The first picture is at START, and the last is the first one after END.
  assert.equal(frames, Math.ceil((END - START) / (1000 / 60)) + 1);
  const { asked } = window;
  client.say({ type: "idle", seq: 4, time: END * 1e6 });
  assert.equal(window.asked, asked);
});

test("several messages before a frame make one picture", () => {
  const { window, client } = started();
  client.say(motion());
  client.say(motion({ x: 50 }));
  client.say(motion({ x: 20 }));
  assert.equal(window.asked, 1);
  assert.equal(window.frame(START), 1);
});

test("the time of a frame can be replaced, or lead", () => {
  const moments = [];
  const injected = started({ options: { time: (at) => moments.push(at) && (START + 120) * 1e6 } });
  injected.client.say(motion());
  injected.window.frame(5);
  assert.deepEqual(moments, [5]);
  near(way(injected.element), spring(START + 120), 1e-3);
  const leading = started({ options: { lead: 16 } });
  leading.client.say(motion());
  leading.window.frame(START + 100);
  near(way(leading.element), spring(START + 116), 1e-3);
  leading.binding.draw((START + 30) * 1e6);
  near(way(leading.element), spring(START + 30), 1e-3);
});

test("an element has a layer of its own only while it moves", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const { window, element, client } = started();
    window.frame(900);
    mock.timers.tick(1000);
    assert.ok(!element.writes.includes("willChange"));
    client.say(motion());
    for (let at = START; window.frames.size > 0; at += 50) window.frame(at);
    assert.equal(element.style.willChange, "transform");
    const { asked } = window;
    mock.timers.tick(1000);
    assert.equal(element.style.willChange, "");
    assert.equal(window.asked, asked);
  } finally {
    mock.timers.reset();
  }
});

test("the screen is as large as fits, in the middle, at whole pixels of the display", () => {
  const { window, element, root, binding } = started({ size: { left: 7, top: 5 } });
  for (const [width, height, ratio] of [
    [390, 844, 1], [800, 844, 1], [391, 844, 1], [391, 844, 2], [1001, 700, 1.5], [320, 2000, 3]]) {
    window.devicePixelRatio = ratio;
    window.resize(root, width, height);
    window.frame(900);
    const scale = Math.min(width / 390, height / 844);
    const [a, b, c, d, x, y] = element.style.transform.slice(7, -1).split(", ").map(Number);
    near(a, scale, 1e-6);
    assert.deepEqual([b, c, d], [0, 0, a]);
    const left = x - 10 * scale;
    const top = y - 20 * scale;
    // Half of a pixel of the display at most beside the middle.
    near(left, (width - 390 * scale) / 2, 0.5 / ratio + 1e-4);
    near(top, (height - 844 * scale) / 2, 0.5 / ratio + 1e-4);
    near(left * ratio, Math.round(left * ratio), 1e-3);
    near(top * ratio, Math.round(top * ratio), 1e-3);
    // The point of the card's corner, at the place of the root in the window.
    const point = binding.toPoint(7 + x, 5 + y);
    near(point[0], 10, 1e-3);
    near(point[1], 20, 1e-3);
  }
});

test("what is beside the screen is cut off", () => {
  const { window, root } = started();
  assert.equal(root.style.clipPath, "");
  window.resize(root, 590, 844);
  assert.equal(root.style.clipPath, "inset(0px 100px 0px 100px)");
  window.resize(root, 390, 1044);
  assert.equal(root.style.clipPath, "inset(100px 0px 100px 0px)");
  assert.equal(root.style.overflow, "clip");
});

test("a root without a height of its own gets that of the screen", () => {
  assert.equal(started().root.style.aspectRatio, "");
  assert.equal(started({ size: { height: 0 } }).root.style.aspectRatio, "390 / 844");
});

test("with the fit none a point is a CSS pixel", () => {
  const { window, element, root } = started({ options: { fit: "none" }, size: { width: 900 } });
  window.frame(900);
  assert.equal(element.style.transform, "matrix(1, 0, 0, 1, 10, 20)");
  assert.equal(root.style.aspectRatio, "");
});

test("another resolution is noticed, again and again", () => {
  const { window, element, root } = started({ size: { width: 391 } });
  for (const ratio of [2, 3, 1]) {
    window.devicePixelRatio = ratio;
    window.queries.at(-1).dispatchEvent({ type: "change" });
    window.frame(900);
    assert.equal(window.queries.at(-1).localName, `(resolution: ${ratio}dppx)`);
    near(Number(element.style.transform.slice(7, -1).split(", ")[4]),
      10 + Math.round(0.5 * ratio) / ratio, 1e-4);
  }
  const listening = window.queries.filter((one) => one.listeners.get("change").length > 0);
  assert.equal(listening.length, 1);
  assert.equal(root.style.position, "relative");
});

test("elements that come, go or change their name are followed", () => {
  const { window, element, root } = started();
  window.frame(900);
  const [, options] = window.changes[0].watched[0];
  assert.deepEqual(options.attributeFilter, ["data-snapback"]);
  const second = shows("card");
  root.append(second);
  const tell = (...records) => window.changes[0].notice(records);
  tell({ type: "childList", addedNodes: [second], removedNodes: [] });
  assert.equal(window.frame(901), 1);
  assert.equal(second.style.transform, element.style.transform);
  // A text that was written is no element.
  tell({ type: "childList", addedNodes: [{ nodeType: 3 }], removedNodes: [] });
  assert.equal(window.frames.size, 0);
  element.remove();
  tell({ type: "childList", addedNodes: [], removedNodes: [element] });
  window.frame(902);
  assert.equal(element.getAttribute("style"), null);
  assert.equal(element.style.cssText, "");
  second.setAttribute("data-snapback", "screen");
  tell({ type: "attributes", addedNodes: [], removedNodes: [] });
  window.frame(903);
  assert.equal(second.style.width, "390px");
});

test("the end of a binding leaves the page as it was", () => {
  const window = new FakeWindow();
  const [element, label] = [shows("card"), shows("label")];
  const root = rootOf(window, {}, element, label);
  root.style.overflow = "scroll";
  element.style.cssText = "color: red; opacity: 0.5;";
  label.textContent = "before";
  const text = { string: "after", style: null, size: 20, lineHeight: 24, firstBaseline: 18,
    lastBaseline: 18, lines: 1 };
  const styles = () => [root, element, label].map((one) => one.style.cssText);
  const before = styles();
  const client = new FakeClient();
  const binding = bind(root, { client });
  client.say(snapshot(view("screen", null), card(), { ...view("label", "screen"), text }));
  client.say(motion());
  window.frame(START);
  assert.equal(label.textContent, "after");
  assert.equal(window.frames.size, 1);
  binding.unbind();
  binding.unbind();
  assert.deepEqual(styles(), before);
  assert.equal(label.textContent, "before");
  assert.deepEqual([window.frames.size, window.sizes.length, window.changes.length], [0, 0, 0]);
  assert.equal(window.queries.at(-1).listeners.get("change").length, 0);
  assert.equal([...root.listeners.values()].flat().length, 0);
  assert.equal(client.listenerCount, 0);
  const writes = element.writes.length;
  client.say(motion({ x: 50 }));
  assert.equal(window.frame(START + 10), 0);
  assert.equal(element.writes.length, writes);
});

test("the client of a page is followed to its end, and a motion continues without it", async () => {
  const states = [];
  const { window, element, client, binding } = started({
    options: { onState: (state, reason) => states.push([state, reason]) },
  });
  client.say(motion());
  window.frame(START);
  client.end(new Error("gone"));
  await client.closed;
  assert.deepEqual(states, [["open", ""], ["lost", "gone"]]);
  assert.deepEqual([binding.client, binding.state], [null, "lost"]);
  assert.equal(client.listenerCount, 0);
  window.frame(START + 100);
  near(way(element), spring(START + 100), 1e-3);
});

test("a binding connects by itself, again after a loss, and no more after its end", async () => {
  const states = [];
  const sockets = socketsOf(
    (socket) => socket.end(1013, "no daemon"), (socket) => socket.accept(),
    (socket) => socket.accept());
  const window = new FakeWindow();
  const element = shows("card");
  const messages = [];
  let changed = () => {};
  const until = (state) => new Promise((resolve) => {
    changed = () => states.at(-1)[0] === state && resolve();
    changed();
  });
  const binding = bind(rootOf(window, {}, element), {
    url: "ws://127.0.0.1:8437/ws", token: "a b", want: ["events"], WebSocket: sockets.WebSocket,
    onMessage: (message) => messages.push(message.type),
    onState: (state, reason) => {
      states.push([state, reason]);
      changed();
    },
  });
  assert.equal(sockets.made[0].url, "ws://127.0.0.1:8437/ws?token=a%20b");
  await until("lost");
  assert.match(states.at(-1)[1], /no daemon/);
  await until("open");
  const hello = JSON.parse(new TextDecoder().decode(sockets.made[1].sent[1].subarray(24)));
  assert.deepEqual(hello.hello.want, ["segments", "schedule", "events"]);
  while (binding.scene === null) await new Promise((resolve) => setTimeout(resolve, 1));
  window.frame(performance.now());
  assert.equal(element.style.width, "100px");
  sockets.made[1].end(1006, "");
  await until("lost");
  assert.equal(binding.client, null);
  // The picture stays.
  assert.equal(element.style.width, "100px");
  await until("open");
  assert.deepEqual(
    states.map(([state]) => state),
    ["connecting", "lost", "connecting", "open", "lost", "connecting", "open"]);
  assert.ok(messages.includes("snapshot"));
  binding.unbind();
  assert.equal(sockets.made[2].readyState, 3);
  await new Promise((resolve) => setTimeout(resolve, 600));
  assert.equal(sockets.made.length, 3);
});

test("a binding that ends while it waits to connect does not connect", async () => {
  const sockets = socketsOf((socket) => socket.end(1013, "no daemon"));
  let binding;
  await new Promise((resolve) => {
    binding = bind(rootOf(new FakeWindow(), {}), {
      url: "ws://127.0.0.1:8437/ws", WebSocket: sockets.WebSocket,
      onState: (state) => state === "lost" && resolve(),
    });
  });
  binding.unbind();
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(sockets.made.length, 1);
});
