// The page: connects its parts.

import { keepState, stateIn } from "./address.js";
import { h, button, fixed, icon, segments, setText } from "./dom.js";
import { BindingList, BindingWatch } from "./bindings.js";
import { Controls } from "./controls.js";
import { Editor } from "./editor.js";
import { GesturePanel } from "./gestures.js";
import { LatencyPanel } from "./latency.js";
import { LayoutPanel } from "./layout.js";
import { Live } from "./live.js";
import { MotionGraphs } from "./graphs.js";
import { Pointer } from "./pointer.js";
import { RecordingPanel } from "./scrubber.js";
import { Recorder } from "./recorder.js";
import { Replay, fetched } from "./replay.js";
import { More, Sheet, closing } from "./sheet.js";
import { Stage } from "./stage.js";
import { Store, throttled } from "./store.js";
import { Timeline } from "./timeline.js";
import { Tuner } from "./tuner.js";
import { ViewPanel } from "./tree.js";
import { splitter } from "./splitter.js";
import { themes } from "./theme.js";
import { publish } from "./hook.js";

const TABS = [
  ["view", "View"], ["layout", "Layout"], ["gestures", "Gestures"], ["motion", "Motion"],
  ["latency", "Latency"], ["recording", "Recording"], ["source", "Scene"],
];

const find = (name) => document.getElementById(name);
const store = new Store();
const asked = stateIn(location.hash);
const live = new Live(store);
const replay = new Replay(store);
const stage = new Stage(find("stage"), store);
const pointer = new Pointer(stage, live, store);
const recorder = new Recorder({ live, store });
store.set("stage", stage);

const panels = tabs();
new ViewPanel(panels.get("view"), store);
new LayoutPanel(panels.get("layout"), live, store);
new BindingList(panels.get("layout"), store);
new BindingWatch(live, store);
new GesturePanel(panels.get("gestures"), live, store);
const upper = h("div", { class: "pane grow scroll" });
const lower = h("div", { class: "pane tuner" });
panels.get("motion").append(upper, lower);
const graphs = new MotionGraphs(upper, live, store);
new Tuner(lower, { live, store, pointer, replay });
new LatencyPanel(panels.get("latency"), store, stage);
const recordings = new RecordingPanel(panels.get("recording"), replay, store);
const timeline = new Timeline(find("timeline"), replay, store);
const controls = new Controls(find("controls"), live, store);
const editor = new Editor(panels.get("source"), {
  live, store, replay, documents: controls.documents, storage: () => sessionStorage,
});
tools();
modes();
messages();
splitter(find("split"), find("main"));
small();
find("controls").append(themes(store, stage));
publish({ store, stage, live, replay, graphs });
stage.source = live;
live.run();
begin();

/** The tabs, and a box for each panel. */
function tabs() {
  const boxes = new Map();
  const buttons = new Map();
  const open = (key) => {
    store.set("tab", key);
    buttons.get(key).focus();
  };
  TABS.forEach(([key, label], place) => {
    const step = (by) => open(TABS[(place + by + TABS.length) % TABS.length][0]);
    buttons.set(key, h("button", {
      type: "button", role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, text: label,
      onclick: () => store.set("tab", key),
      onkeydown: (event) => {
        const acts = {
          ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => open(TABS[0][0]),
          End: () => open(TABS[TABS.length - 1][0]),
        };
        if (!acts[event.key]) return;
        event.preventDefault();
        acts[event.key]();
      },
    }));
    boxes.set(key, h("div", {
      class: "panel", role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}`,
    }));
  });
  const show = (chosen) => {
    for (const [key, element] of buttons) {
      element.setAttribute("aria-selected", String(key === chosen));
      element.tabIndex = key === chosen ? 0 : -1;
      boxes.get(key).hidden = key !== chosen;
    }
    buttons.get(chosen)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  find("tabs").append(...buttons.values());
  find("panels").append(...boxes.values());
  store.on("tab", show);
  if (boxes.has(asked.tab)) store.set("tab", asked.tab);
  show(store.get("tab"));
  return boxes;
}

/** The pointer's tool, and the overlays of the scene. */
function tools() {
  const touch = button({
    label: "Touch", title: "Drags as a finger (T); with Shift, two fingers", image: "touch",
    press: () => store.set("tool", "touch"),
  });
  const select = button({
    label: "Select", title: "Selects views (S); Alt + click does so with the other tool",
    image: "select", press: () => store.set("tool", "select"),
  });
  const check = (name, label, title) => {
    const input = h("input", { type: "checkbox", onchange: () => store.set(name, input.checked) });
    input.checked = store.get(name);
    store.on(name, (value) => {
      input.checked = value;
    });
    return h("label", { class: "check", title }, input, h("span", { text: label }));
  };
  const show = () => {
    const isTouch = store.get("tool") === "touch";
    touch.setAttribute("aria-pressed", String(isTouch));
    select.setAttribute("aria-pressed", String(!isTouch));
    const reason = store.reason("inject");
    touch.disabled = Boolean(reason);
    touch.title = reason ?? "Drags as a finger (T); with Shift, two fingers";
    find("stage").dataset.tool = isTouch && !reason ? "touch" : "select";
  };
  store.on(["tool", "roles", "connection", "mode"], show);
  show();
  find("tools").append(h("span", { class: "pair" }, touch, select), recorder.button,
    h("span", { class: "grow" }),
    h("span", { id: "overlays" }, check("names", "Names"), check("outlines", "Outlines"),
      check("fingers", "Fingers"),
      check("arrows", "Bindings", "Arrows of all bindings (B) while no view is selected")));
  addEventListener("keydown", (event) => {
    if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    if (event.key === "t") store.set("tool", "touch");
    if (event.key === "s") store.set("tool", "select");
    if (event.key === "r") recorder.toggle();
    if (event.key === "b") store.set("arrows", !store.get("arrows"));
    const isOpen = store.get("mode") === "recording" && replay.recording;
    const isOnStage = event.target === document.body || event.target === find("stage");
    if (isOpen && isOnStage) timeline.key(event);
  });
}

/** The choice between live and recording. */
function modes() {
  const row = segments(find("modes"), "What is shown", [
    ["live", "Live", "The scene of the daemon"],
      ["recording", "Recording", "A recording, to scrub"],
  ], "live", (mode) => {
    if (mode === "live" || replay.recording) store.set("mode", mode);
    else recordings.run().then(() => store.set("tab", "recording"));
  });
  store.on("mode", (mode) => {
    row.show(mode);
    stage.source = mode === "live" ? live : replay;
    document.body.dataset.mode = mode;
    store.set("hovered", null);
    store.emit("recording", mode === "recording" ? replay.recording : null);
    if (mode === "recording") store.emit("head");
  });
}

/** In a small window, the panels are a sheet, and the controls are behind a button. */
function small() {
  const sheet = new Sheet({
    box: find("right"), handle: find("handle"), body: find("sheetbody"), store,
  });
  find("morebutton").append(icon("more"));
  const more = new More({
    button: find("morebutton"), box: find("more"), guests: find("overlays"),
  });
  closing(more, sheet);
}

/** Messages: the state in the header, errors below the stage. */
function messages() {
  const dot = h("i", { class: "dot" });
  const words = h("span", { class: "mono" });
  find("status").append(dot, words);
  const lost = h("span");
  const demo = button({
    label: "Start the demo", class: "primary", press: startDemo,
    title: "Starts a daemon that plays a recording, without devices, until snapback-web ends",
  });
  const notice = find("notice");
  notice.append(h("b", { text: "No daemon answers." }), lost, demo,
    h("span", { text: "Trying again…" }));
  const show = () => {
    const connection = store.get("connection");
    dot.dataset.state = connection;
    const isRecording = store.get("mode") === "recording";
    const rate = stage.rate === null ? "at rest" : `${fixed(stage.rate, 0)} fps`;
    const source = store.get("demo") === "running" && !isRecording ? "demo, " : "";
    setText(words, connection === "open" || isRecording ? `${source}${rate}` : connection);
    find("status").title = `Roles: ${store.get("roles").join(", ") || "none"}`;
    notice.hidden = connection !== "lost" || isRecording;
    setText(lost, store.get("lost") ?? "");
    demo.hidden = store.get("demo") !== "stopped";
  };
  const soon = throttled(200, show);
  store.on("picture", () => {
    soon();
    clearTimeout(messages.rest);
    messages.rest = setTimeout(show, 400);
  });
  store.on(["connection", "lost", "mode", "roles", "demo"], show);
  show();
  const toast = h("div", { class: "toast", role: "status", hidden: true });
  document.body.append(toast);
  store.on("message", (text) => {
    setText(toast, text);
    toast.hidden = false;
    clearTimeout(messages.timer);
    messages.timer = setTimeout(() => {
      toast.hidden = true;
    }, 5000);
  });
}

/**
 * Requests the lists of scenes and recordings from the server. Then shows the recording of the
 * address, and keeps the state of the page in the address.
 */
async function begin() {
  try {
    const about = JSON.parse(await fetched("/api/about"));
    await Promise.all([
      take(about), asked.recording && recordings.choose(asked.recording, asked.scene),
    ]);
  } catch (error) {
    store.emit("message", error.message);
  }
  keepState(store, (fragment) => {
    history.replaceState(null, "", `${location.pathname}${location.search}${fragment}`);
  });
  // Another page or another daemon may have changed what the server offers.
  store.on("connection", async () => {
    try {
      await take(JSON.parse(await fetched("/api/about")));
    } catch {
      // The server has ended; the notice says so.
    }
  });
}

/** Shows what the server offers. */
async function take(about) {
  store.set("demo", about.demo ?? null);
  document.querySelector("#bar h1").title = `snapback-web ${about.version}`;
  recordings.offer(about);
  await Promise.all([controls.offer(about), editor.offer(about)]);
}

/** Starts the demo of the server, and connects to it. */
async function startDemo() {
  try {
    const about = JSON.parse(await fetched("/api/demo", { method: "POST" }));
    live.retry();
    await take(about);
  } catch (error) {
    store.emit("message", error.message);
  }
}
