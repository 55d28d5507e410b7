// The graphs of the panel "Motion": past and future values of the selected view.

import { h, degrees, number, setText } from "./dom.js";
import { Plot, rangeOf } from "./plot.js";

// Live, the seconds shown before and after the current time.
const BEFORE = 3.2;
const AFTER = 0.8;
// Pixels per sample.
const FINE = 1.5;
const RED = "--line-1";
const GREEN = "--line-2";
const BLUE = "--line-3";
const AMBER = "--line-4";

const edge = (at, first, second) => {
  const [a, b] = [at(first), at(second)];
  return { value: b.value - a.value, velocity: b.velocity - a.velocity };
};
const turned = ({ value, velocity }) => ({ value: degrees(value), velocity: degrees(velocity) });

/** The graphs: each line with the functions that read it from segments and from a frame's state. */
const GROUPS = [
  {
    key: "translation", title: "Translation", unit: " pt", least: 20,
    lines: [
      ["x", RED, (at) => at.drawn(0), (v) => [v.translation[0], v.velocity.translation[0]]],
      ["y", GREEN, (at) => at.drawn(1), (v) => [v.translation[1], v.velocity.translation[1]]],
    ],
  },
  {
    key: "frame", title: "Frame", unit: " pt", least: 20,
    lines: [
      ["x", RED, (at) => at("left"), (v) => [v.frame[0], v.velocity.frame?.[0] ?? 0]],
      ["y", GREEN, (at) => at("top"), (v) => [v.frame[1], v.velocity.frame?.[1] ?? 0]],
      ["width", BLUE, (at) => edge(at, "left", "right"),
        (v) => [v.frame[2], v.velocity.frame?.[2] ?? 0]],
      ["height", AMBER, (at) => edge(at, "top", "bottom"),
        (v) => [v.frame[3], v.velocity.frame?.[3] ?? 0]],
    ],
  },
  {
    key: "rotation", title: "Rotation", unit: "°", least: 4,
    lines: [["angle", AMBER, (at) => turned(at("rotation")),
      (v) => [degrees(v.rotation), degrees(v.velocity.rotation)]]],
  },
  {
    key: "scale", title: "Scale", unit: "", least: 0.2,
    lines: [
      ["x", RED, (at) => at("scaleX"), (v) => [v.scale[0], v.velocity.scale?.[0] ?? 0]],
      ["y", GREEN, (at) => at("scaleY"), (v) => [v.scale[1], v.velocity.scale?.[1] ?? 0]],
    ],
  },
  {
    key: "scroll", title: "Scroll offset", unit: " pt", least: 20,
    lines: [
      ["x", RED, (at) => at("scrollX"), null],
      ["y", GREEN, (at) => at("scrollY"), null],
    ],
  },
  {
    key: "alpha", title: "Opacity", unit: "", least: 0.2,
    lines: [["alpha", BLUE, (at) => at("alpha"), (v) => [v.alpha, 0]]],
  },
  {
    key: "cornerRadius", title: "Corner radius", unit: " pt", least: 20,
    lines: [["radius", GREEN, (at) => at("cornerRadius"), (v) => [v.cornerRadius, 0]]],
  },
];

/** The graphs of one view, redrawn with each picture. */
export class MotionGraphs {
  #plots = new Map();
  #view = null;

  constructor(box, live, store) {
    Object.assign(this, { live, store });
    this.title = h("h2", { class: "grow" });
    this.speeds = h("input", { type: "checkbox", onchange: () => this.#again() });
    box.append(h("div", { class: "panehead" }, this.title,
      h("label", { class: "check" }, this.speeds, h("span", { text: "Velocities" }))));
    this.hint = h("p", { class: "hint", text: "Nothing has moved yet." });
    this.box = h("div", { class: "graphs" });
    box.append(this.hint, this.box);
    store.on("picture", (picture) => {
      if (store.get("tab") === "motion") this.#draw(picture);
    });
    store.on(["selected", "mode", "recording"], () => {
      this.#view = null;
    });
    new ResizeObserver(() => this.#again()).observe(this.box);
  }

  #again() {
    if (this.last && this.store.get("tab") === "motion") this.#draw(this.last);
  }

  #draw(picture) {
    this.last = picture;
    const view = this.#subject(picture);
    setText(this.title, view ? view.name : "Motion");
    this.hint.hidden = Boolean(view);
    if (!view) return;
    const isLive = this.store.get("mode") === "live";
    const graphs = isLive ? this.#live(view.name) : this.#recorded(view.name);
    const shown = graphs.filter((graph) => graph.varies);
    if (shown.length === 0) shown.push(graphs.find((graph) => graph.key === "translation"));
    for (const [key, plot] of this.#plots) {
      if (!shown.some((graph) => graph.key === key)) {
        plot.figure.remove();
        this.#plots.delete(key);
      }
    }
    for (const graph of shown) this.#plot(graph).draw(graph);
  }

  /** The selected view, or the view that moved last. */
  #subject(picture) {
    const selected = picture.byName.get(this.store.get("selected"));
    if (selected) return selected;
    const moving = picture.views.find(({ velocity: { translation, rotation, frame } }) => (
      [...translation, rotation, ...(frame ?? [])].some((value) => value !== 0)));
    const first = this.store.get("recording")?.gestures[0]?.view;
    this.#view = moving?.name ?? this.#view ?? first ?? null;
    return picture.byName.get(this.#view);
  }

  #plot(graph) {
    let plot = this.#plots.get(graph.key);
    if (!plot) {
      const canvas = h("canvas", { class: "plot", "aria-label": graph.title, role: "img" });
      plot = new Plot(canvas);
      plot.legend = h("div", { class: "legend" });
      plot.figure = h("figure", { class: "graph", "data-graph": graph.key },
        h("figcaption", {}, h("b", { text: graph.title }), plot.legend), canvas);
      canvas.addEventListener("pointerdown", (event) => {
        if (this.store.get("mode") !== "recording") return;
        this.store.emit("seek", plot.timeAt(event.offsetX));
      });
      this.#plots.set(graph.key, plot);
      const order = GROUPS.flatMap(({ key }) => [key, `${key} velocity`]);
      const next = [...this.box.children].find(
        (child) => order.indexOf(child.dataset.graph) > order.indexOf(graph.key));
      this.box.insertBefore(plot.figure, next ?? null);
    }
    const words = graph.lines.map((line) => line.name).join(" ");
    if (plot.words !== words) {
      plot.words = words;
      plot.values = graph.lines.map((line) => {
        const value = h("output", { class: "mono" });
        const dot = h("i", {});
        dot.style.backgroundColor = line.color;
        plot.legend.append(h("span", {}, dot, `${line.name} `, value));
        return value;
      });
      plot.legend.replaceChildren(...[...plot.legend.children].slice(-graph.lines.length));
    }
    graph.lines.forEach((line, place) => {
      setText(plot.values[place], `${number(line.here, graph.digits)}${graph.unit}`);
    });
    return plot;
  }

  #color(name) {
    return getComputedStyle(this.box).getPropertyValue(name).trim();
  }

  #live(view) {
    const now = this.live.now();
    const { history } = this.live;
    const count = Math.max(60, Math.round(this.box.clientWidth / FINE));
    const times = Array.from(
      { length: count + 1 }, (_, i) => -BEFORE + (BEFORE + AFTER) * i / count);
    const bands = history.touches.map(({ from, to }) => ({
      from: (from - now) / 1e9, to: to === null ? 0 : (to - now) / 1e9,
        color: this.#color("--band"),
    }));
    return this.#graphs((line) => {
      const read = (seconds) => {
        const time = now + seconds * 1e9;
        const at = (name) => history.at(view, name, time);
        at.drawn = (axis) => history.drawn(view, axis, time);
        return line[2](at);
      };
      return { samples: times.map((seconds) => [seconds, read(seconds)]), here: read(0) };
    }, { x: [-BEFORE, AFTER], now: 0, origin: 0, bands });
  }

  #recorded(view) {
    const recording = this.store.get("recording");
    const series = recording.series(view);
    const moment = this.store.get("moment") ?? 0;
    const state = recording.pictureBetween(moment).byName.get(view);
    const as = ([value, velocity]) => ({ value, velocity });
    const bands = recording.contacts.map(({ start, end }) => ({
      from: start, to: end, color: this.#color("--band"),
    }));
    return this.#graphs((line) => {
      if (!line[3]) return { samples: [], here: { value: 0, velocity: 0 } };
      const samples = [];
      for (const { seconds, view: values } of series) {
        // A rest between frames is a horizontal line, not a slope to the next value.
        const before = samples[samples.length - 1];
        if (before && seconds - before[0] > 2 * recording.frameSpan) {
          samples.push([seconds - recording.frameSpan, { ...before[1], velocity: 0 }]);
        }
        samples.push([seconds, as(line[3](values))]);
      }
      const last = samples[samples.length - 1];
      if (last) samples.push([recording.duration, last[1]]);
      return { samples, here: as(line[3](state)) };
    }, { x: [0, Math.max(recording.duration, 0.1)], now: moment, origin: 0, bands });
  }

  /** The graphs of all groups, and of their velocities if requested. */
  #graphs(sample, shared) {
    const graphs = [];
    for (const group of GROUPS) {
      const sampled = group.lines.map((line) => ({ line, ...sample(line) }));
      const make = (key, title, pick, unit, least) => {
        const lines = sampled.map(({ line, samples, here }) => ({
          name: line[0], color: this.#color(line[1]), future: shared.now,
          points: samples.map(([seconds, value]) => [seconds, pick(value)]), here: pick(here),
        }));
        const varies = lines.some(({ points, here: value }) => points.some(
          ([, other]) => Math.abs(other - value) > 1e-6));
        const digits = least < 1 ? 3 : 1;
        const y = rangeOf(lines, least);
        graphs.push({ key, title, unit, lines, varies, digits, ...shared, y });
        return varies;
      };
      const varies = make(group.key, group.title, (value) => value.value, group.unit, group.least);
      if (varies && this.speeds.checked && group.key !== "alpha"
        && group.key !== "cornerRadius") {
        make(`${group.key} velocity`, `${group.title}, velocity`, (value) => value.velocity,
          `${group.unit}/s`, group.least * 5);
      }
    }
    return graphs;
  }
}
