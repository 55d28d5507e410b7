// Bindings: which of them are shown, their present values, and the list in the panel "Layout".

import { arrowBetween, headOf, lanes, placeLabels } from "./arrows.js";
import { degrees, h, number, setText } from "./dom.js";
import { corners } from "./geometry.js";
import { throttled } from "./store.js";

const FONT = "11px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
// The size of a label around its text.
const [PADDING, HEIGHT] = [6, 20];
// With more arrows, none could be told from the others, and placing their labels takes long.
const MOST = 40;
// Milliseconds between two requests to the daemon.
const PAUSE = 300;
// The numbers of a drawn view, by their names in scenes.
const NUMBERS = {
  "translation.x": (view) => view.translation[0], "translation.y": (view) => view.translation[1],
  "rotation": (view) => degrees(view.rotation), "scale": (view) => view.scale[0],
  "scale.x": (view) => view.scale[0], "scale.y": (view) => view.scale[1],
  "alpha": (view) => Math.min(Math.max(view.alpha, 0), 1), "color": (view) => view.color,
  "cornerRadius": (view) => view.cornerRadius,
  "frame.left": (view) => view.frame[0], "frame.top": (view) => view.frame[1],
  "frame.right": (view) => view.frame[0] + view.frame[2],
  "frame.bottom": (view) => view.frame[1] + view.frame[3],
  "frame.width": (view) => view.frame[2], "frame.height": (view) => view.frame[3],
};

// The sources that differ from the numbers of a drawn view: those are limited, and the translation
// includes the turn of the view about the point that fingers hold. `at` returns the value of a
// channel.
const SOURCES = {
  "translation.x": (at) => at("translationX"), "translation.y": (at) => at("translationY"),
  "alpha": (at) => at("alpha"), "cornerRadius": (at) => at("cornerRadius"),
  "frame.right": (at, view) => view.frame[0] + at("right") - at("left"),
  "frame.bottom": (at, view) => view.frame[1] + at("bottom") - at("top"),
  "frame.width": (at) => at("right") - at("left"), "frame.height": (at) => at("bottom") - at("top"),
};

/** A number of a view as drawn; undefined for a number that pictures do not contain. */
function drawn(picture, name) {
  const place = name.indexOf(".");
  const view = picture?.byName.get(name.slice(0, place));
  return view && NUMBERS[name.slice(place + 1)]?.(view);
}

/** The number that a map gets; undefined for a number that pictures do not contain. */
function sourceOf(picture, name) {
  const place = name.indexOf(".");
  const [id, number] = [name.slice(0, place), name.slice(place + 1)];
  const [source, view] = [SOURCES[number], picture?.byName.get(id)];
  if (!source || !view) return drawn(picture, name);
  // The daemon sends the opacity of a hidden view as 0.
  if (!picture.channel || number === "alpha" && view.visible === false) return undefined;
  const value = source((channel) => picture.channel(id, channel), view);
  return Number.isFinite(value) ? value : undefined;
}

const words = (value) => (typeof value === "number" ? number(value) : value ?? "–");

/**
 * The present values of a binding: those of the picture or, if it has none, of the last reply. The
 * source is not limited, the target is as drawn.
 */
export function valuesOf(binding, picture) {
  return [
    words(sourceOf(picture, binding.from) ?? binding.source),
    words(drawn(picture, binding.to) ?? binding.target),
  ];
}

/**
 * Requests the bindings of the selected view; those of the scene if none is selected, and the
 * arrows or the panel "Layout" are on. The value `bindings` of the store has them.
 */
export class BindingWatch {
  #asked = 0;

  constructor(live, store) {
    Object.assign(this, { live, store });
    const ask = throttled(PAUSE, () => this.#ask());
    store.on(
      ["selected", "arrows", "tab", "layout", "done", "connection", "mode", "document"], ask);
    store.on("scene", (snapshot) => {
      if (snapshot) ask();
    });
    // Values that pictures do not contain come from the daemon while something moves.
    store.on("moved", () => {
      if (this.#isAway()) ask();
    });
    store.on("picture", () => {
      if (this.#isAway() && live.moves()) ask();
    });
  }

  #isAway() {
    const { picture } = this.store.get("stage");
    return this.store.get("bindings").some(
      ({ from, to }) => sourceOf(picture, from) === undefined || drawn(picture, to) === undefined);
  }

  async #ask() {
    const view = this.store.get("selected");
    const ticket = this.#asked += 1;
    const isWanted = view || this.store.get("arrows") || this.store.get("tab") === "layout";
    const isLive = this.store.get("mode") === "live" && this.store.get("connection") === "open";
    let bindings = [];
    if (isWanted && isLive) {
      try {
        const { inspect } = await this.live.request("inspect", view ? { view } : {});
        bindings = inspect.bindings ?? [];
      } catch {
        // Another scene has no such view, or the connection is gone.
      }
    }
    if (ticket !== this.#asked) return;
    if (bindings.length > 0 || this.store.get("bindings").length > 0) {
      this.store.set("bindings", bindings);
    }
  }
}

/** The list of bindings, with live values. A button selects the view at the other end. */
export class BindingList {
  #rows = [];

  constructor(box, store) {
    this.store = store;
    this.count = h("span", { class: "count" });
    this.body = h("div", { class: "bindings" });
    this.pane = h("div", { class: "pane bound", hidden: true },
      h("h3", {}, "Bindings", this.count), this.body);
    box.append(this.pane);
    store.on(["bindings", "selected"], () => this.#show());
    store.on("picture", throttled(80, (picture) => this.#fill(picture)));
  }

  #show() {
    const list = this.store.get("bindings");
    const focused = document.activeElement?.dataset?.binding;
    this.pane.hidden = list.length === 0;
    setText(this.count, String(list.length));
    this.#rows = list.map((binding) => this.#row(binding));
    this.body.replaceChildren(...this.#rows.map(({ element }) => element));
    if (focused) this.body.querySelector(`[data-binding="${CSS.escape(focused)}"]`)?.focus();
    this.#fill(this.store.get("stage").picture);
  }

  #row(binding) {
    const [from, to] = [h("output", { class: "mono" }), h("output", { class: "mono" })];
    const target = targetOf(binding);
    const other = this.store.get("selected") === target ? binding.sourceView : target;
    const views = [binding.sourceView, target].filter(Boolean);
    const point = () => this.store.set("related", views);
    const leave = () => this.store.set("related", []);
    const element = h("button", {
      type: "button", class: "binding", "data-binding": binding.name, disabled: !other,
      title: other ? `Selects ${other}` : "It has no other view",
      onclick: () => this.store.set("selected", other),
      onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave,
    }, h("span", { class: "rulenote" }, h("span", { class: "id", text: binding.name }),
      h("span", { class: "chip", text: binding.kind })),
    h("span", {}, h("code", { text: binding.from }), " = ", from, " → ",
      h("code", { text: binding.to }), " = ", to));
    return { binding, element, from, to };
  }

  #fill(picture) {
    if (this.store.get("tab") !== "layout") return;
    for (const { binding, from, to } of this.#rows) {
      const [source, target] = valuesOf(binding, picture);
      setText(from, source);
      setText(to, target);
    }
  }
}

/**
 * Draws bindings as arrows from source view to target view, and returns the arrows. `at` converts
 * points of the screen to CSS pixels; `size` is that of the canvas.
 */
export function drawBindings(context, picture, bindings, look, at, size) {
  const shape = (name) => {
    const view = picture.byName.get(name);
    return view ? corners(view.toScreen, 0, 0, view.frame[2], view.frame[3]).map(at) : null;
  };
  const shown = bindings.filter((binding) => picture.byName.has(targetOf(binding))).slice(0, MOST);
  const places = lanes(shown.map(
    (binding) => [binding.sourceView ?? "", targetOf(binding)].sort().join(" ")));
  context.font = FONT;
  const arrows = shown.map((binding, index) => {
    const [source, target] = valuesOf(binding, picture);
    const text = `${binding.name}  ${source} → ${target}`;
    return {
      name: binding.name, text, width: context.measureText(text).width + 2 * PADDING,
      ...arrowBetween(shape(binding.sourceView), shape(targetOf(binding)), places[index]),
    };
  });
  const labels = placeLabels(arrows, arrows.map(({ width }) => [width, HEIGHT]), ...size);
  arrows.forEach((arrow, index) => {
    Object.assign(arrow, { head: headOf(arrow), label: labels[index] });
  });
  for (const arrow of arrows) drawArrow(context, arrow, look);
  for (const arrow of arrows) if (arrow.label) drawLabel(context, arrow, look);
  return arrows;
}

function drawArrow(context, { start, end, head }, look) {
  for (const [color, width] of [[look.halo, 5], [look.arrow, 2]]) {
    context.beginPath();
    context.moveTo(...start);
    context.lineTo(...end);
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }
  context.beginPath();
  context.arc(...start, 3.5, 0, 2 * Math.PI);
  context.moveTo(...head[0]);
  context.lineTo(...head[1]);
  context.lineTo(...head[2]);
  context.closePath();
  context.strokeStyle = look.halo;
  context.lineWidth = 3;
  context.stroke();
  context.fillStyle = look.arrow;
  context.fill();
}

function drawLabel(context, { text, label }, look) {
  const [x, y, width, height] = label;
  context.beginPath();
  context.roundRect(x, y, width, height, 5);
  context.fillStyle = look.paper;
  context.fill();
  context.strokeStyle = look.arrow;
  context.lineWidth = 1;
  context.stroke();
  context.font = FONT;
  context.textBaseline = "middle";
  context.fillStyle = look.ink;
  context.fillText(text, x + PADDING, y + height / 2 + 0.5);
}

/** The view that has the target of a binding; for a constant, the first view of its constraint. */
function targetOf({ to, targetView }) {
  return targetView ?? to.slice(0, to.indexOf("."));
}
