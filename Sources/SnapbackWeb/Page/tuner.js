// The tuner of the panel "Motion": the sliders of a spring, its curve, and its trial in the scene.

import { Spring } from "/client/spring.js";
import { h, button, segments, allow, number, setText } from "./dom.js";
import { Plot } from "./plot.js";
import { PRESETS, TOOLKITS } from "./presets.js";
import { same } from "./difference.js";
import { asConstants, asResponse, patchFor, springsOf, withSpring, written } from "./springs.js";

// Sliders are logarithmic: [minimum, maximum] of the slider, [minimum, maximum] of the number.
const KEYS = {
  response: ["Response", " s", [0.05, 2], [0.01, 60],
    "The period without damping: how quick it is."],
  dampingRatio: ["Damping ratio", "", [0.05, 2], [0.05, 100], "1 returns without overshoot."],
  stiffness: ["Stiffness", "", [5, 5000], [0.001, 1e8], "How strongly it pulls."],
  damping: ["Damping", "", [0.5, 500], [0.001, 1e8], "How strongly it brakes."],
  mass: ["Mass", "", [0.1, 10], [0.001, 1e6], "How heavy it is."],
};
const FORMS = {
  response: ["response", "dampingRatio"], constants: ["stiffness", "damping", "mass"],
};
const TICKS = 1000;
// Milliseconds after the last movement of a slider before the spring is sent to the scene.
const PAUSE = 140;
// Milliseconds after the last use of the sliders before they follow a spring that was changed
// elsewhere.
const IDLE = 1500;

/** Chooses a spring of the scene, adjusts it, and sends it to the scene. */
export class Tuner {
  #springs = [];
  #chosen = null;
  #spring = null;
  #before = null;
  #form = "response";
  #timer = 0;
  #used = -Infinity;
  // The mode and the spring of the document when the springs were listed last.
  #known = { mode: null, spring: null };

  constructor(box, { live, store, pointer, replay }) {
    Object.assign(this, { live, store, pointer, replay });
    this.choice = h("select", {
      "aria-label": "Spring", class: "grow", onchange: () => this.#choose(),
    });
    this.forms = segments(h("div"), "Parameters of the spring", [
      ["response", "Response", "Response and damping ratio"],
      ["constants", "Constants", "Stiffness, damping and mass"],
    ], "response", (form) => this.#setForm(form));
    this.sliders = h("div", { class: "sliders" });
    const canvas = h("canvas", { class: "plot", role: "img", "aria-label": "Step response" });
    this.plot = new Plot(canvas);
    this.facts = h("div", { class: "facts" });
    this.code = h("code", { class: "snippet" });
    this.atOnce = h("input", { type: "checkbox", checked: true });
    this.apply = button({
      label: "Apply", title: "Applies this spring to the gesture", class: "primary",
        press: () => this.#apply(),
    });
    this.undo = button({
      label: "Undo", title: "Back to the spring of the scene's file", press: () => this.#undo(),
    });
    this.flick = button({
      label: "Flick", title: "Flicks the view, to see it fly home", press: () => this.#flick(),
    });
    this.presets = h("select", {
      "aria-label": "Preset", title: "Takes a spring of another toolkit",
      onchange: () => this.#takePreset(this.presets.value),
    }, h("option", { value: "", text: "Preset…" }), ...TOOLKITS.map(([toolkit, presets]) => h(
      "optgroup", { label: toolkit },
      ...presets.map(([name, text]) => h("option", { value: name, text })))));
    this.copy = button({
      label: "Copy", title: "Copies it as scene text", class: "small", press: () => this.#copy(),
    });
    this.hint = h("p", { class: "hint", hidden: true });
    this.body = h("div", { class: "tunerbody" }, this.sliders,
      h("figure", { class: "graph" }, canvas), this.facts,
      h("div", { class: "line" }, this.code, this.copy),
      h("div", { class: "line" }, this.apply, this.undo, this.flick, this.presets,
        h("label", { class: "check" }, this.atOnce, h("span", { text: "Apply at once" }))));
    this.formBox = this.forms.buttons.get("response").parentElement;
    box.append(h("div", { class: "panehead" }, h("h2", { text: "Spring" }), this.choice,
      this.formBox),
      this.hint, this.body);
    store.on(["document", "replayDocument", "mode", "connection"], () => this.#list());
    store.on("roles", () => this.#allow());
    store.on("selected", (view) => this.#follow(view));
    store.on(["tab", "look"], () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(canvas);
    this.#list();
  }

  get #document() {
    return this.store.get(this.store.get("mode") === "live" ? "document" : "replayDocument");
  }

  /** Lists the springs of the current scene. */
  #list() {
    const scene = this.#document?.scene;
    this.#springs = scene ? springsOf(scene) : [];
    const hasOne = this.#springs.length > 0;
    this.body.hidden = this.choice.hidden = this.formBox.hidden = !hasOne;
    this.hint.hidden = hasOne;
    setText(this.hint, scene ? "The scene has no spring." : "No scene document is known, because "
      + "the daemon does not send it: start snapback-web with --scene, or choose a scene above.");
    const old = this.choice.value;
    this.choice.replaceChildren(...this.#springs.map((item, place) => h("option", {
      value: String(place), text: item.isThere ? item.label : `${item.label} (default)`,
    })));
    if (!hasOne) return;
    const isSame = this.scene === this.#document?.name && old && Number(old) < this.#springs.length;
    if (isSame) this.choice.value = old;
    this.scene = this.#document?.name;
    if (!isSame || !this.#spring || this.#isOutdated()) this.#choose();
    else this.#chosen = this.#springs[Number(this.choice.value)];
    this.#known = { mode: this.store.get("mode"), spring: this.#chosen.spring };
    this.#allow();
  }

  /**
   * Whether the spring of the document was changed elsewhere, as in the text of the scene. A spring
   * that was tuned for a recording stays in the sliders when the live scene is shown.
   */
  #isOutdated() {
    const { spring } = this.#springs[Number(this.choice.value)];
    const isIdle = performance.now() - this.#used > IDLE;
    return isIdle && this.#known.mode === this.store.get("mode")
      && !same(spring, this.#known.spring) && !same(spring, this.#spring);
  }

  #follow(view) {
    const place = this.#springs.findIndex((item) => item.view === view);
    if (place < 0 || String(place) === this.choice.value) return;
    this.choice.value = String(place);
    this.#choose();
  }

  #choose() {
    this.#chosen = this.#springs[Number(this.choice.value) || 0];
    this.#spring = { ...this.#chosen.spring };
    this.#before = this.#original();
    this.#form = this.#spring.stiffness !== undefined ? "constants" : "response";
    if (this.#spring.duration !== undefined) this.#spring = asResponse(this.#spring);
    this.forms.show(this.#form);
    this.presets.value = "";
    this.#build();
    this.#allow();
  }

  /** Takes the spring of a preset, in the form in which its toolkit gives it. */
  #takePreset(name) {
    const spring = PRESETS.get(name);
    if (!spring) return;
    this.#form = spring.stiffness !== undefined ? "constants" : "response";
    this.#spring = Object.fromEntries(
      Object.entries(spring).map(([key, value]) => [key, Number(value.toPrecision(6))]));
    this.forms.show(this.#form);
    this.#build();
    if (this.atOnce.checked && !this.apply.disabled) this.#apply();
  }

  /** The chosen spring as in the file. */
  #original() {
    const isLive = this.store.get("mode") === "live";
    const first = this.store.get(isLive ? "originalDocument" : "originalReplayDocument");
    const path = String(this.#chosen.path);
    const found = first && springsOf(first.scene).find((item) => String(item.path) === path);
    return (found ?? this.#chosen).spring;
  }

  #setForm(form) {
    this.#form = form;
    this.forms.show(form);
    this.#spring = form === "response" ? asResponse(this.#spring) : asConstants(this.#spring);
    this.#build();
  }

  #build() {
    this.rows = FORMS[this.#form].map((key) => {
      const [name, unit, [low, high], [least, greatest], title] = KEYS[key];
      const slider = h("input", {
        type: "range", min: 0, max: TICKS, step: 1, "aria-label": name, title, "data-key": key,
        oninput: () => this.#set(key, rounded(low * (high / low) ** (slider.value / TICKS))),
      });
      const field = h("input", {
        type: "number", min: least, max: greatest, step: "any", "aria-label": `${name}, exactly`,
        onchange: () => {
          const value = Number(field.value);
          if (value >= least && value <= greatest) this.#set(key, value);
          else this.#showValues();
        },
      });
      return { key, slider, field, low, high, element: h("label", { class: "slider" },
        h("span", { text: name }), slider, field,
          h("span", { class: "unit", text: unit.trim() })) };
    });
    this.sliders.replaceChildren(...this.rows.map((row) => row.element));
    this.#showValues();
    this.#draw();
  }

  #set(key, value) {
    this.#spring = { ...this.#spring, [key]: value };
    this.#used = performance.now();
    this.presets.value = "";
    this.#showValues();
    this.#draw();
    clearTimeout(this.#timer);
    if (this.atOnce.checked && !this.apply.disabled) {
      this.#timer = setTimeout(() => this.#apply(), PAUSE);
    }
  }

  #showValues() {
    for (const { key, slider, field, low, high } of this.rows) {
      const value = this.#spring[key];
      slider.value = TICKS * Math.log(value / low) / Math.log(high / low);
      if (document.activeElement !== field || Number(field.value) !== value) {
        field.value = String(Number(value.toPrecision(5)));
      }
    }
  }

  #draw() {
    if (!this.#spring || this.store.get("tab") !== "motion") return;
    let spring;
    try {
      spring = Spring.from(this.#spring);
    } catch (error) {
      setText(this.code, error.message);
      return;
    }
    const before = Spring.from(this.#before);
    const settles = spring.settleTime({ within: 0.001 });
    const span = niceSpan(Math.max(settles, before.settleTime({ within: 0.001 })) * 1.08);
    const style = getComputedStyle(this.body);
    const color = (name) => style.getPropertyValue(name).trim();
    const times = Array.from({ length: 241 }, (_, i) => span * i / 240);
    const curve = (one) => times.map((seconds) => [seconds, one.step(seconds)]);
    const lines = [
      { points: [[0, 1], [span, 1]], color: color("--muted"), width: 1, dash: [3, 4], quiet: true },
      { points: curve(before), color: color("--muted"), width: 1.5, dash: [5, 4], name: "scene" },
      { points: curve(spring), color: color("--accent"), width: 2.5, name: "this" },
    ];
    const high = Math.max(1.2, 1.06 * (1 + spring.overshoot), 1.06 * (1 + before.overshoot));
    const marks = [[settles, `${number(settles, 2)} s`]];
    this.plot.draw({ x: [0, span], y: [0, high], lines, marks });
    this.facts.replaceChildren(
      fact("Overshoot", `${number(100 * spring.overshoot, 2)} %`),
      fact("Settles", `${number(settles, 3)} s`, "Stays within a thousandth of the distance"),
      ...this.#otherForm().map(([key, unit]) => fact(
        KEYS[key][0], `${number(spring[key], 3)}${unit}`, damped(spring))));
    setText(this.code, written(this.#spring));
  }

  /** The numbers of the spring's other form, which have no sliders, and their units. */
  #otherForm() {
    return this.#form === "response" ? [["stiffness", ""], ["damping", ""]]
      : [["response", " s"], ["dampingRatio", ""]];
  }

  #allow() {
    const isLive = this.store.get("mode") === "live";
    setText(this.apply.querySelector("span"), isLive ? "Apply" : "Replay with it");
    allow(this.apply, isLive ? this.store.reason("control") : null);
    allow(this.flick, this.store.reason("inject")
      ?? (this.#chosen?.way ? null : "Only pans can be flicked"));
    this.flick.hidden = !isLive;
  }

  async #apply() {
    clearTimeout(this.#timer);
    this.#used = performance.now();
    const { path } = this.#chosen;
    const { scene, name } = this.#document;
    try {
      if (this.store.get("mode") === "live") {
        await this.live.request("patch", { scene: patchFor(scene, path, this.#spring) });
        this.store.set("document", { name, scene: withSpring(scene, path, this.#spring) });
      } else {
        await this.replay.run({ name, scene: withSpring(scene, path, this.#spring) });
      }
      this.store.emit("applied", { path, spring: this.#spring });
    } catch (error) {
      this.store.emit("message", error.message);
    }
  }

  #undo() {
    this.#spring = { ...this.#before };
    if (this.#spring.duration !== undefined) this.#spring = asResponse(this.#spring);
    this.#form = this.#spring.stiffness !== undefined ? "constants" : "response";
    this.forms.show(this.#form);
    this.presets.value = "";
    this.#build();
    if (!this.apply.disabled) this.#apply();
  }

  #flick() {
    const picture = this.store.get("stage").picture;
    const view = picture?.byName.get(this.#chosen.view);
    if (view) this.pointer.flick(view, this.#chosen.way);
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.code.textContent);
      this.store.emit("message", "Copied");
    } catch {
      getSelection().selectAllChildren(this.code);
    }
  }
}

function fact(name, value, title) {
  return h("div", { class: "fact", title }, h("span", { text: name }),
    h("b", { class: "mono", text: value }));
}

function damped({ dampingRatio: ratio }) {
  if (ratio < 0.999) return "Under-damped: it passes its target";
  return ratio > 1.001 ? "Over-damped: it creeps" : "Critically damped";
}

const rounded = (value) => Number(value.toPrecision(3));

function niceSpan(seconds) {
  const spans = [0.3, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 40, 60];
  return spans.find((span) => span >= seconds) ?? Math.min(Math.max(seconds, 1) || 1, 1e6);
}
