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
// Smaller changes are rounding errors.
const SAME = 1e-6;

const FRAME = [
  ["x", RED, (v) => [v.frame[0], v.velocity.frame?.[0] ?? 0]],
  ["y", GREEN, (v) => [v.frame[1], v.velocity.frame?.[1] ?? 0]],
  ["width", BLUE, (v) => [v.frame[2], v.velocity.frame?.[2] ?? 0]],
  ["height", AMBER, (v) => [v.frame[3], v.velocity.frame?.[3] ?? 0]],
];

/**
 * The graphs: each line with the function that reads value and velocity from the state of a view.
 * The state of a frame message and the drawn state have the same keys; `scroll` is the offset of a
 * live view with its velocity, which frames do not have.
 */
const GROUPS = [
  {
    key: "translation", title: "Translation", unit: " pt", least: 20,
    lines: [
      ["x", RED, (v) => [v.translation[0], v.velocity.translation[0]]],
      ["y", GREEN, (v) => [v.translation[1], v.velocity.translation[1]]],
    ],
  },
  // Of a frame, only the numbers that change are drawn.
  {
    key: "frame", title: "Frame in the parent", unit: " pt", least: 20, isSparse: true,
    lines: FRAME,
  },
  {
    key: "rotation", title: "Rotation", unit: "°", least: 4,
    lines: [["angle", AMBER, (v) => [degrees(v.rotation), degrees(v.velocity.rotation)]]],
  },
  {
    key: "scale", title: "Scale", unit: "", least: 0.2,
    lines: [
      ["x", RED, (v) => [v.scale[0], v.velocity.scale?.[0] ?? 0]],
      ["y", GREEN, (v) => [v.scale[1], v.velocity.scale?.[1] ?? 0]],
    ],
  },
  {
    key: "scroll", title: "Scroll offset", unit: " pt", least: 20,
    lines: [
      ["x", RED, (v, scroll) => scroll?.[0] ?? [0, 0]],
      ["y", GREEN, (v, scroll) => scroll?.[1] ?? [0, 0]],
    ],
  },
  {
    key: "alpha", title: "Opacity", unit: "", least: 0.2, isWithoutSpeed: true,
    lines: [["alpha", BLUE, (v) => [v.alpha, 0]]],
  },
  {
    key: "cornerRadius", title: "Corner radius", unit: " pt", least: 20, isWithoutSpeed: true,
    lines: [["radius", GREEN, (v) => [v.cornerRadius, 0]]],
  },
];

/** The graph of a view that only its ancestors move. */
const PLACE = {
  key: "place", title: "Top left corner on the screen", unit: " pt", least: 20,
  isWithoutSpeed: true,
  lines: [
    ["x", RED, (v) => [v.toScreen[4], 0]],
    ["y", GREEN, (v) => [v.toScreen[5], 0]],
  ],
};

const ORDER = [...GROUPS, PLACE].flatMap(({ key }) => [key, `${key} velocity`]);

/** The graphs of one view, redrawn with each picture. */
export class MotionGraphs {
  #plots = new Map();
  #view = null;
  /** The drawn graphs, each with its lines. */
  shown = [];

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

  /** The values of a graph of a live view, by line, at a time of the daemon's clock. */
  valuesAt(view, key, time) {
    const { lines } = [...GROUPS, PLACE].find((group) => group.key === key);
    const state = this.#stateAt(view, time);
    return state && Object.fromEntries(lines.map(([name, , read]) => [name, read(...state)[0]]));
  }

  #again() {
    if (this.last && this.store.get("tab") === "motion") this.#draw(this.last);
  }

  #draw(picture) {
    this.last = picture;
    // A closed sheet shows no graphs.
    if (this.title.offsetParent === null) return;
    const view = this.#subject(picture);
    setText(this.title, view ? view.name : "Motion");
    this.hint.hidden = Boolean(view);
    this.shown = view ? this.#graphs(view.name) : [];
    for (const [key, plot] of this.#plots) {
      if (!this.shown.some((graph) => graph.key === key)) {
        plot.figure.remove();
        this.#plots.delete(key);
      }
    }
    for (const graph of this.shown) this.#plot(graph).draw(graph);
  }

  /** The selected view, or the view that moved last. */
  #subject(picture) {
    const selected = picture.byName.get(this.store.get("selected"));
    if (selected) return selected;
    const moving = picture.views.find(({ velocity: { translation, rotation, frame } }) => (
      [...translation, rotation, ...(frame ?? [])].some((value) => value !== 0)));
    this.#view = moving?.name ?? this.#view ?? this.store.get("recording")?.firstMoved ?? null;
    return picture.byName.get(this.#view);
  }

  #plot(graph) {
    let plot = this.#plots.get(graph.key);
    if (!plot) {
      const canvas = h("canvas", { class: "plot", role: "img" });
      plot = new Plot(canvas);
      plot.legend = h("div", { class: "legend" });
      plot.title = h("b", {});
      plot.figure = h("figure", { class: "graph", "data-graph": graph.key },
        h("figcaption", {}, plot.title, plot.legend), canvas);
      canvas.addEventListener("pointerdown", (event) => {
        if (this.store.get("mode") !== "recording") return;
        this.store.emit("seek", plot.timeAt(event.offsetX));
      });
      this.#plots.set(graph.key, plot);
      const next = [...this.box.children].find(
        (child) => ORDER.indexOf(child.dataset.graph) > ORDER.indexOf(graph.key));
      this.box.insertBefore(plot.figure, next ?? null);
    }
    setText(plot.title, graph.title);
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
    const texts = graph.lines.map((line) => `${number(line.here, graph.digits)}${graph.unit}`);
    texts.forEach((text, place) => setText(plot.values[place], text));
    const said = graph.lines.map((line, place) => `${line.name} ${texts[place]}`).join(", ");
    plot.canvas.setAttribute("aria-label", `${graph.title}: ${said}`);
    return plot;
  }

  #color(name) {
    return getComputedStyle(this.box).getPropertyValue(name).trim();
  }

  /** The graphs of the numbers that change; if none does, that of the translation. */
  #graphs(view) {
    const { recording, sample, shared } = this.store.get("mode") === "live"
      ? this.#live() : this.#recorded();
    const graphs = this.#groups([...GROUPS, PLACE], sample(view), shared);
    const place = graphs.pop();
    const varying = graphs.filter((graph) => graph.varies);
    if (varying.length > 0) return varying;
    if (place.varies) return [place];
    const content = recording?.contentOf(view);
    if (content) {
      const title = `Frame of the content “${content}”`;
      return this.#groups([{ ...GROUPS[1], title }], sample(content), shared);
    }
    return graphs.slice(0, 1);
  }

  /** The state of a live view and its scroll offset; null before the scene was known. */
  #stateAt(view, time) {
    const { history } = this.live;
    const state = history.at(view, time);
    if (!state) return null;
    return [state, ["scrollX", "scrollY"].map((name) => [...history.channel(view, name, time)])];
  }

  #live() {
    const now = this.live.now();
    const count = Math.max(60, Math.round(this.box.clientWidth / FINE));
    const times = Array.from(
      { length: count + 1 }, (_, i) => -BEFORE + (BEFORE + AFTER) * i / count);
    const bands = this.live.history.touches.map(({ from, to }) => ({
      from: (from - now) / 1e9, to: to === null ? 0 : (to - now) / 1e9,
      color: this.#color("--band"),
    }));
    const sample = (view) => (groups) => {
      const read = (seconds) => numbers(groups, this.#stateAt(view, now + seconds * 1e9));
      return { samples: times.map((seconds) => [seconds, read(seconds)]), here: read(0) };
    };
    return { sample, shared: { x: [-BEFORE, AFTER], now: 0, origin: 0, bands } };
  }

  #recorded() {
    const recording = this.store.get("recording");
    const moment = this.store.get("moment") ?? 0;
    const bands = recording.contacts.map(({ start, end }) => ({
      from: start, to: end, color: this.#color("--band"),
    }));
    const sample = (view) => (groups) => {
      const samples = [];
      for (const { seconds, view: state } of recording.series(view)) {
        // A rest between frames is a horizontal line, not a slope to the next value.
        const before = samples[samples.length - 1];
        if (before && seconds - before[0] > 2 * recording.frameSpan) {
          const still = before[1].map((lines) => lines.map(([value]) => [value, 0]));
          samples.push([seconds - recording.frameSpan, still]);
        }
        samples.push([seconds, numbers(groups, [state])]);
      }
      const last = samples[samples.length - 1];
      if (last) samples.push([recording.duration, last[1]]);
      const state = recording.pictureBetween(moment).byName.get(view);
      return { samples, here: numbers(groups, [state]) };
    };
    const x = [0, Math.max(recording.duration, 0.1)];
    return { recording, sample, shared: { x, now: moment, origin: 0, bands } };
  }

  /** The graphs of groups, and of their velocities if requested. */
  #groups(groups, sample, shared) {
    const { samples, here } = sample(groups);
    const graphs = [];
    groups.forEach((group, place) => {
      const { key, title, unit, least, isWithoutSpeed, isSparse } = group;
      const make = (part, of) => {
        const all = group.lines.map(([name, color], line) => ({
          name, color: this.#color(color), future: shared.now, here: here[place][line][part],
          points: samples.map(([seconds, values]) => [seconds, values[place][line][part]]),
        }));
        const moving = all.filter(({ points, here: value }) => points.some(
          ([, other]) => Math.abs(other - value) > SAME));
        const varies = moving.length > 0;
        const lines = isSparse && varies ? moving : all;
        graphs.push({ lines, varies, ...shared, ...of, y: rangeOf(lines, of.least) });
        return varies;
      };
      const varies = make(0, { key, title, unit, least, digits: least < 1 ? 3 : 1 });
      if (!varies || !this.speeds.checked || isWithoutSpeed) return;
      const speed = { title: `${title}, velocity`, unit: `${unit}/s`, least: 5 * least };
      make(1, { key: `${key} velocity`, digits: speed.least < 1 ? 3 : 1, ...speed });
    });
    return graphs;
  }
}

/** Value and velocity of each line of each group; NaN without a state. */
function numbers(groups, state) {
  return groups.map(({ lines }) => lines.map(
    ([, , read]) => (state ? read(...state) : [Number.NaN, Number.NaN])));
}
