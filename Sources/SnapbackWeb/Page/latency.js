// The panel "Latency": the age of a frame when it arrives, and when it is drawn.

import { connect } from "/client/browser.js";
import { h, fixed, setText } from "./dom.js";
import { Plot } from "./plot.js";

// The seconds that the figures and the graph cover.
const SPAN = 5;
const LIMIT = 2000;
// The number of views to subscribe to when none is selected, small enough not to affect the result.
const VIEWS = 20;

/** A separate connection that subscribes to frames, open while the panel is. */
export class LatencyPanel {
  #client = null;
  #samples = [];
  #waiting = [];
  #ticket = 0;

  constructor(box, store, stage) {
    Object.assign(this, { store, stage });
    this.facts = {};
    const cell = (key, name, title) => {
      this.facts[key] = h("b", { class: "mono", text: "–" });
      return h("div", { class: "fact", title }, h("span", { text: name }), this.facts[key]);
    };
    const canvas = h(
      "canvas", { class: "plot tall", role: "img", "aria-label": "Latency of frames" });
    this.plot = new Plot(canvas);
    const rates = h(
      "canvas", { class: "plot", role: "img", "aria-label": "Time between pictures" });
    this.rates = new Plot(rates);
    this.note = h("p", { class: "hint" });
    box.append(h("div", { class: "pane grow scroll" },
      h("div", { class: "panehead" }, h("h2", { text: "From the daemon to the page" })),
      h("div", { class: "facts" },
        cell("come50", "To here, p50", "From the daemon's computation to the page"),
        cell("come95", "To here, p95", "From the daemon's computation to the page"),
        cell("draw50", "Drawn, p50", "From arrival to drawing"),
        cell("draw95", "Drawn, p95", "From arrival to drawing")),
      h("figure", { class: "graph" }, h("figcaption", {}, h("b", { text: "Frames" }),
        h("div", { class: "legend" },
          h("span", {}, h("i", { class: "dot1" }), "computed → here"),
          h("span", {}, h("i", { class: "dot2" }), "computed → drawn"))), canvas),
      h("div", { class: "panehead" }, h("h2", { text: "The page" })),
      h("div", { class: "facts" },
        cell("rate", "Pictures / s", "While something moves"), cell("gap50", "Gap, p50"),
        cell("gap95", "Gap, p95"), cell("views", "Views")),
      h("figure", { class: "graph" },
        h("figcaption", {}, h("b", { text: "Time between pictures" })), rates),
      this.note));
    store.on(["tab", "connection", "selected", "mode"], () => this.#choose());
    store.on("scene", () => this.#choose());
    store.on("picture", (picture) => this.#drawn(picture));
    this.#choose();
  }

  #choose() {
    const isOpen = this.store.get("tab") === "latency" && this.store.get("mode") === "live"
      && this.store.get("connection") === "open";
    const names = this.#names();
    const wanted = isOpen && names ? names.join(" ") : null;
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    this.#ticket += 1;
    this.#client?.close();
    this.#client = null;
    if (wanted) this.#open(this.#ticket, names);
    const subject = names?.length === 1 ? `“${names[0]}”` : `${names?.length ?? 0} views`;
    setText(this.note, isOpen
      ? `Measured with frames of ${subject} on a separate connection; the daemon's clock is known`
        + " from pings."
      : "Measured on the live scene.");
  }

  #names() {
    const selected = this.store.get("selected");
    const { picture } = this.stage;
    if (!picture) return null;
    if (selected && picture.byName.has(selected)) return [selected];
    return picture.views.slice(0, VIEWS).map((view) => view.name);
  }

  async #open(ticket, views) {
    try {
      const client = await connect({
        url: "/ws", name: "snapback-web latency", want: ["frames"], views,
      });
      if (ticket !== this.#ticket) {
        client.close();
        return;
      }
      this.#client = client;
      client.on("frame", (message) => this.#came(client, message));
    } catch (error) {
      setText(this.note, error.message);
    }
  }

  #came(client, message) {
    const arrival = performance.now();
    const age = (client.now() - (message.computed ?? message.time)) / 1e6;
    this.#waiting.push({ arrival, age });
  }

  #drawn(picture) {
    const now = performance.now();
    for (const { arrival, age } of this.#waiting) {
      this.#samples.push({ arrival, age, draw: now - arrival });
    }
    this.#waiting = [];
    const gap = this.last === undefined ? null : now - this.last;
    this.last = now;
    if (gap !== null && gap < 250) this.#samples.push({ arrival: now, gap });
    while (this.#samples.length > LIMIT || this.#samples[0]?.arrival < now - 2000 * SPAN) {
      this.#samples.shift();
    }
    if (this.store.get("tab") === "latency") this.#show(picture, now);
  }

  #show(picture, now) {
    const recent = this.#samples.filter((sample) => sample.arrival > now - 1000 * SPAN);
    const frames = recent.filter((sample) => sample.age !== undefined);
    const gaps = recent.filter((sample) => sample.gap !== undefined);
    const milliseconds = (list, share) => `${fixed(quantile(list, share), 1)} ms`;
    const words = {
      come50: milliseconds(frames.map(({ age }) => age), 0.5),
      come95: milliseconds(frames.map(({ age }) => age), 0.95),
      draw50: milliseconds(frames.map(({ draw }) => draw), 0.5),
      draw95: milliseconds(frames.map(({ draw }) => draw), 0.95),
      rate: this.stage.rate === null ? "at rest" : fixed(this.stage.rate, 1),
      gap50: milliseconds(gaps.map(({ gap }) => gap), 0.5),
      gap95: milliseconds(gaps.map(({ gap }) => gap), 0.95),
      views: String(picture.views.length),
    };
    for (const [key, text] of Object.entries(words)) setText(this.facts[key], text);
    const style = getComputedStyle(this.note);
    const color = (name) => style.getPropertyValue(name).trim();
    const line = (list, value, name, paint) => ({
      points: list.map((sample) => [(sample.arrival - now) / 1000, value(sample)]),
      color: color(paint), width: 1.5, name, quiet: true,
    });
    const x = [-SPAN, 0];
    const lines = [
      line(frames, ({ age, draw }) => age + draw, "drawn", "--line-2"),
      line(frames, ({ age }) => age, "here", "--line-3"),
    ];
    this.plot.draw({ x, y: [0, top(lines, 10)], lines, unit: " ms" });
    const strip = [line(gaps, ({ gap }) => gap, "gap", "--line-4")];
    this.rates.draw({ x, y: [0, top(strip, 20)], lines: strip, unit: " ms" });
  }
}

function top(lines, least) {
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
  return Math.max(least, 1.15 * values.reduce((a, b) => Math.max(a, b), 0));
}

/** The value below which a share of the list lies; NaN for an empty list. */
export function quantile(list, share) {
  if (list.length === 0) return Number.NaN;
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
