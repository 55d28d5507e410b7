// The panel "Gestures": recognized gestures, and the reasons for decisions.

import { h, button, fixed, number, degrees, setText } from "./dom.js";
import { throttled } from "./store.js";

const LIMIT = 600;
const PHASES = {
  began: "on", changed: "on", recognized: "good", ended: "good", cancelled: "bad", failed: "bad",
  waits: "wait", possible: "idle",
};

/** The current states of gestures, and a log of steps and decisions; live, or of a recording. */
export class GesturePanel {
  #entries = [];
  #states = new Map();
  #origin = null;
  #paused = false;
  #hasDecisions = false;

  constructor(box, live, store) {
    Object.assign(this, { live, store });
    this.states = h("div", { class: "states" });
    this.log = h("div", { class: "log", role: "log", "aria-label": "Decisions", tabindex: "0" });
    this.log.addEventListener("keydown", (event) => this.#keys(event));
    this.filter = h("input", {
      type: "search", placeholder: "Filter: view, kind, reason", "aria-label": "Filter decisions",
      class: "filter", oninput: () => this.#filter(),
    });
    this.pause = button({
      label: "Pause", title: "Pauses the log", class: "small", "aria-pressed": "false",
      press: () => this.#pause(),
    });
    const clear = button({
      label: "Clear", title: "Clears the log", class: "small", press: () => this.#clear(),
    });
    this.note = h("p", { class: "hint", hidden: true });
    box.append(
      h("div", { class: "pane" }, h("div", { class: "panehead" }, h("h2", { text: "Now" })),
        this.states),
      h("div", { class: "pane grow" }, h("div", { class: "panehead" }, h("h2", { text: "Log" }),
        this.filter, this.pause, clear), this.note, this.log));
    store.on("gesture", (message) => this.#gesture(message, message.time / 1e9));
    store.on("decision", (message) => this.#decision(message, message.time / 1e9));
    store.on("mode", () => this.#clear());
    store.on("recording", (recording) => this.#load(recording));
    store.on(["moment", "tab"], () => this.#moment(store.get("moment") ?? 0));
    store.on(["roles", "connection"], () => this.#tellRoles());
    this.refresh = throttled(80, () => this.#showStates());
    this.#showStates();
  }

  #tellRoles() {
    const isKept = this.store.get("connection") === "open" && !this.store.may("view-touches");
    this.note.hidden = !isKept;
    setText(this.note, "Gestures and decisions need the role “view-touches”.");
  }

  #key(body) {
    return `${body.kind} ${body.view} ${body.name ?? ""}`;
  }

  #gesture(body, seconds, isQuiet = false) {
    const key = this.#key(body);
    const known = this.#states.get(key);
    this.#states.set(key, {
      ...body, state: body.phase, changes: body.phase === "changed" ? (known?.changes ?? 0) + 1 : 0,
    });
    // Decisions, if subscribed to, report everything except the release velocity.
    const isTold = this.#hasDecisions && body.phase !== "ended";
    if (body.phase !== "changed" && !isQuiet && !isTold) {
      this.#add({
        seconds, view: body.view, kind: body.kind, state: body.phase, sort: "gesture",
        text: sentence(body),
      });
    }
    if (!isQuiet) this.refresh();
  }

  #decision(body, seconds) {
    this.#hasDecisions = true;
    if (body.kind === "step" && body.state && body.view !== undefined) {
      const key = this.#key({ kind: body.gesture, view: body.view, name: body.name });
      const known = this.#states.get(key);
      const state = body.state === "recognized" && known?.state === "began" ? "began" : body.state;
      this.#states.set(key, {
        ...known, kind: body.gesture, view: body.view, name: body.name, state, reason: body.reason,
      });
      this.refresh();
    }
    for (const { gesture, name, view } of body.candidates ?? []) {
      this.#states.set(this.#key({ kind: gesture, view, name }), {
        kind: gesture, view, name, state: "possible",
      });
      this.refresh();
    }
    this.#add({
      seconds, view: body.view ?? "", kind: body.gesture ?? body.kind ?? "", sort: "decision",
      state: body.state ?? body.kind ?? "", text: body.text,
    });
  }

  #add(entry) {
    if (this.#paused || !entry.text) return;
    this.#origin ??= this.store.get("mode") === "live" ? entry.seconds : 0;
    const element = this.#row(entry);
    entry.element = element;
    this.#entries.push(entry);
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 40;
    this.log.append(element);
    if (this.#entries.length > LIMIT) this.#entries.shift().element.remove();
    if (isAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  #row(entry) {
    const words = entry.text.split(/("[^"]*")/).map((part) => (part.startsWith('"')
      ? h("span", { class: "viewname", text: part.slice(1, -1) }) : part));
    const element = h("div", {
      class: "entry", role: "button", tabindex: "-1", "data-sort": entry.sort,
      "data-tone": tone(entry), "data-state": entry.state,
    }, h("time", { text: fixed(entry.seconds - this.#origin, 3) }), h("i", { class: "tone" }),
    h("span", {}, ...words));
    element.hidden = !this.#passes(entry);
    element.addEventListener("click", () => {
      if (this.store.get("mode") === "recording") this.store.emit("seek", entry.seconds);
      else if (entry.view) this.store.set("selected", entry.view);
    });
    return element;
  }

  /** The arrow keys move through the lines of the log; Enter has the effect of a click. */
  #keys(event) {
    const shown = this.#entries.map(({ element }) => element).filter(({ hidden }) => !hidden);
    const focused = shown.indexOf(document.activeElement);
    const place = focused < 0 ? shown.findIndex((one) => one.matches(".current")) : focused;
    const go = (to) => shown[Math.min(Math.max(to, 0), shown.length - 1)]?.focus();
    const acts = {
      ArrowDown: () => go(place + 1), ArrowUp: () => go(place - 1), Home: () => go(0),
      End: () => go(shown.length - 1), Enter: () => shown[focused]?.click(),
      " ": () => shown[focused]?.click(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  #passes({ text, view, kind, state }) {
    const words = this.filter.value.toLowerCase().split(" ").filter(Boolean);
    const whole = `${text} ${view} ${kind} ${state}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  }

  #filter() {
    for (const entry of this.#entries) entry.element.hidden = !this.#passes(entry);
    this.log.scrollTop = this.log.scrollHeight;
  }

  #pause() {
    this.#paused = !this.#paused;
    this.pause.setAttribute("aria-pressed", String(this.#paused));
    setText(this.pause.querySelector("span"), this.#paused ? "Resume" : "Pause");
  }

  #clear() {
    this.#entries = [];
    this.#origin = null;
    this.#hasDecisions = false;
    this.#states.clear();
    this.log.replaceChildren();
    this.refresh();
  }

  /** Lists the gesture steps and decisions of a recording. */
  #load(recording) {
    this.#clear();
    if (!recording) return;
    this.recording = recording;
    for (const { kind, seconds, body } of recording.events) {
      if (kind === "gesture") this.#gesture(body, seconds);
      if (kind === "decision") this.#decision(body, seconds);
    }
    this.log.scrollTop = 0;
  }

  /** Shows the decisions and the states of gestures at a time of the recording. */
  #moment(seconds) {
    if (this.store.get("mode") !== "recording" || !this.recording) return;
    let last = null;
    for (const entry of this.#entries) {
      const isPast = entry.seconds <= seconds + 1e-6;
      entry.element.classList.toggle("later", !isPast);
      entry.element.classList.remove("current");
      if (isPast && !entry.element.hidden) last = entry;
    }
    last?.element.classList.add("current");
    if (this.store.get("tab") === "gestures") last?.element.scrollIntoView({ block: "nearest" });
    this.#states.clear();
    for (const { kind, seconds: then, body } of this.recording.events) {
      if (then > seconds + 1e-6) break;
      if (kind === "gesture") this.#gesture(body, then, true);
    }
    this.refresh();
  }

  #showStates() {
    if (this.#states.size === 0) {
      this.states.replaceChildren(h("p", {
        class: "hint", text: "No finger has touched yet. Drag a view in the stage.",
      }));
      return;
    }
    this.states.replaceChildren(...[...this.#states.values()].slice(-8).map((gesture) => h(
      "div", { class: "gesture", "data-tone": PHASES[gesture.state] ?? "idle" },
      h("b", { text: gesture.kind }), h("span", { class: "viewname", text: gesture.view }),
      h("span", { class: "quiet grow", text: gesture.name ? `“${gesture.name}”` : "" }),
      h("span", { class: "mono small", text: figures(gesture) }),
      h("span", { class: "state", text: gesture.state }))));
  }
}

function sentence({ kind, name, view, phase, location, velocity }) {
  const who = `${kind} ${name ? `"${name}" ` : ""}on "${view}"`;
  const speed = velocity ? Math.hypot(...velocity) : 0;
  if (phase === "ended") return `${who} lifts at ${fixed(speed, 0)} pt/s`;
  const place = location ? ` at (${fixed(location[0], 0)}, ${fixed(location[1], 0)})` : "";
  return `${who} ${phase}${place}`;
}

function tone({ sort, state, text }) {
  if (sort === "gesture" && state === "ended") return "idle";
  if (sort === "decision" && !PHASES[state]) {
    if (/ fails: | is cancelled/.test(text)) return "bad";
    return / is recognized| ends /.test(text) ? "good" : "idle";
  }
  return PHASES[state] ?? "idle";
}

function figures({ state, translation, velocity, scale, rotation }) {
  if (!["began", "changed", "ended"].includes(state) || !translation) return "";
  const parts = [`${fixed(translation[0], 0)}, ${fixed(translation[1], 0)} pt`];
  if (scale !== undefined && scale !== null) parts.push(`× ${number(scale, 2)}`);
  if (rotation !== undefined && rotation !== null) parts.push(`${fixed(degrees(rotation), 0)}°`);
  if (velocity) parts.push(`${fixed(Math.hypot(...velocity), 0)} pt/s`);
  return parts.join("  ");
}
