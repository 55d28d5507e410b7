// The tree of views, and the values of the selected view.

import { weightOf, withAlpha } from "/client/looks.js";
import { h, setText, fixed, number, degrees } from "./dom.js";
import { throttled } from "./store.js";

// Milliseconds between two updates of moving values.
const LOOK = 66;

/** The panel "View". */
export class ViewPanel {
  #rows = new Map();
  #order = "";
  #closed = new Set();

  constructor(box, store) {
    this.store = store;
    this.tree = h("div", { class: "tree", role: "tree", "aria-label": "Views" });
    this.filter = h("input", {
      type: "search", placeholder: "Filter views", "aria-label": "Filter views", class: "filter",
      oninput: () => this.#filter(),
    });
    this.values = h("div", { class: "values" });
    box.append(
      h("div", { class: "pane grow" }, h("div", { class: "panehead" }, h("h2", { text: "Views" }),
        this.filter), this.tree),
      h("div", { class: "pane" }, this.values));
    this.tree.addEventListener("keydown", (event) => this.#key(event));
    this.tree.addEventListener("pointerleave", () => store.set("hovered", null));
    const look = throttled(LOOK, (picture) => this.#show(picture));
    store.on("picture", (picture) => {
      if (store.get("tab") === "view") look(picture);
    });
    store.on("selected", () => this.#select());
    this.#fields();
  }

  #show(picture) {
    const order = picture.views.map((view) => `${view.name}/${view.parent}`).join(" ");
    if (order !== this.#order) {
      this.#order = order;
      this.#build(picture);
    }
    for (const view of picture.views) {
      const row = this.#rows.get(view.name);
      row.swatch.style.backgroundColor = view.color
        ? withAlpha(view.color, view.look?.fillAlpha ?? 1) : "transparent";
      row.element.classList.toggle("unseen", view.visible === false || view.alpha === 0);
      row.element.classList.toggle("moving", isMoving(view));
    }
    this.#fill(picture.byName.get(this.store.get("selected")));
  }

  #build(picture) {
    this.#rows.clear();
    const depth = new Map();
    const children = new Map();
    for (const view of picture.views) {
      depth.set(view.name, view.parent === null ? 0 : (depth.get(view.parent) ?? 0) + 1);
      children.set(view.parent, [...(children.get(view.parent) ?? []), view]);
    }
    const sorted = [];
    const walk = (parent) => {
      for (const view of children.get(parent) ?? []) {
        sorted.push(view);
        walk(view.name);
      }
    };
    walk(null);
    this.parents = new Map(picture.views.map((view) => [view.name, view.parent]));
    this.tree.replaceChildren(...sorted.map((view) => {
      const swatch = h("i", { class: "swatch", "aria-hidden": "true" });
      const hasChildren = children.has(view.name);
      const twist = h("span", {
        class: hasChildren ? "twist" : "twist none", "aria-hidden": "true",
        onclick: (event) => {
          event.stopPropagation();
          this.#toggle(view.name);
        },
      });
      const element = h("div", {
        class: "row", role: "treeitem", tabindex: "-1", "data-view": view.name,
        "aria-level": depth.get(view.name) + 1, "aria-expanded": hasChildren ? "true" : null,
        onclick: () => this.store.set("selected", view.name),
        onpointerenter: () => this.store.set("hovered", view.name),
      }, twist, swatch, h("span", { class: "name", text: view.name }),
      view.text ? h("span", { class: "quiet", text: `“${view.text.string}”` }) : null,
      view.clips ? h("span", { class: "chip", text: "clips" }) : null,
      h("i", { class: "pulse", title: "Moving" }));
      element.style.paddingLeft = `${6 + 14 * depth.get(view.name)}px`;
      this.#rows.set(view.name, { element, swatch, hasChildren });
      return element;
    }));
    this.#select();
    this.#filter();
  }

  #select() {
    const selected = this.store.get("selected");
    let hasOne = false;
    for (const [name, { element }] of this.#rows) {
      const isIt = name === selected;
      hasOne ||= isIt;
      element.setAttribute("aria-selected", String(isIt));
      element.tabIndex = isIt ? 0 : -1;
      if (isIt) element.scrollIntoView({ block: "nearest" });
    }
    const first = this.#rows.values().next().value;
    if (!hasOne && first) first.element.tabIndex = 0;
  }

  #toggle(name) {
    if (!this.#closed.delete(name)) this.#closed.add(name);
    this.#rows.get(name).element.setAttribute("aria-expanded", String(!this.#closed.has(name)));
    this.#filter();
  }

  #filter() {
    const words = this.filter.value.toLowerCase();
    for (const [name, { element }] of this.#rows) {
      let isClosed = false;
      for (let above = this.parents.get(name); above; above = this.parents.get(above)) {
        isClosed ||= this.#closed.has(above);
      }
      element.hidden = words ? !name.toLowerCase().includes(words) : isClosed;
    }
  }

  #key(event) {
    const shown = [...this.tree.children].filter((row) => !row.hidden);
    const place = shown.indexOf(document.activeElement);
    const name = document.activeElement?.dataset?.view;
    const go = (row) => {
      if (!row) return;
      this.store.set("selected", row.dataset.view);
      row.focus();
    };
    const moves = {
      ArrowDown: () => go(shown[place + 1]), ArrowUp: () => go(shown[place - 1]),
      Home: () => go(shown[0]), End: () => go(shown[shown.length - 1]),
      Enter: () => this.store.set("selected", name),
      ArrowRight: () => (this.#closed.has(name) ? this.#toggle(name) : go(shown[place + 1])),
      ArrowLeft: () => (this.#rows.get(name)?.hasChildren && !this.#closed.has(name)
        ? this.#toggle(name) : go(this.#rows.get(this.parents.get(name))?.element)),
      Escape: () => this.store.set("selected", null),
    };
    // Escape has another effect if no view is selected.
    const isIdle = event.key === "Escape" && !this.store.get("selected");
    if (!moves[event.key] || isIdle) return;
    event.preventDefault();
    moves[event.key]();
  }

  #fields() {
    const cell = (name) => {
      const element = h("output", { class: "mono", "data-value": name });
      this.cells[name] = element;
      return element;
    };
    this.cells = {};
    const row = (label, ...names) => h("div", { class: "field" }, h("label", { text: label }),
      ...names.map(([key, sign]) =>
        h("span", { class: "cell" }, sign ? h("b", { text: sign }) : null,
        cell(key))));
    const wide = (label, key) => h("div", { class: "field wide" }, h("label", { text: label }),
      h("span", { class: "cell" }, cell(key)));
    this.heading = h("h2", { class: "grow" });
    this.chip = h("span", { class: "chip" });
    this.hint = h("p", {
      class: "hint", text: "Select a view in the tree, or in the stage with Alt + click.",
    });
    this.grid = h("div", { class: "fields" },
      row("Frame", ["x", "x"], ["y", "y"], ["width", "w"], ["height", "h"]),
      row("Translation", ["tx", "x"], ["ty", "y"], ["vx", "vx"], ["vy", "vy"]),
      row("Rotation", ["rotation"], ["vr", "per s"]),
      row("Scale", ["sx", "x"], ["sy", "y"], ["shear", "shear"]),
      row("Look", ["alpha", "alpha"], ["corner", "corner"], ["color", "fill"]),
      row("Anchor", ["ax", "x"], ["ay", "y"]));
    this.look = h("div", { class: "fields" },
      wide("Fill alpha", "fillAlpha"), wide("Text color", "textColor"), wide("Text", "letters"),
      wide("Border", "border"), wide("Shadow color", "shadowColor"),
      row("Shadow", ["opacity", "alpha"], ["radius", "r"], ["dx", "x"], ["dy", "y"]),
      wide("Image", "image"), wide("Data", "data"));
    this.matrix = h("output", { class: "matrix mono", title: "toScreen: a b c d tx ty" });
    this.values.append(h("div", { class: "panehead" }, this.heading, this.chip), this.hint,
      this.grid, this.look, this.matrix);
    this.#fill(undefined);
  }

  #fill(view) {
    this.hint.hidden = Boolean(view);
    this.grid.hidden = this.matrix.hidden = this.chip.hidden = !view;
    this.look.hidden = !view?.look;
    setText(this.heading, view ? view.name : "Nothing selected");
    if (!view) return;
    const { translation, rotation } = view.velocity;
    const words = {
      x: fixed(view.frame[0]), y: fixed(view.frame[1]), width: fixed(view.frame[2]),
      height: fixed(view.frame[3]), tx: fixed(view.translation[0]), ty: fixed(view.translation[1]),
      vx: `${fixed(translation[0], 0)}/s`, vy: `${fixed(translation[1], 0)}/s`,
      rotation: `${fixed(degrees(view.rotation), 2)}°`, vr: `${fixed(degrees(rotation), 1)}°`,
      sx: fixed(view.scale[0], 3), sy: fixed(view.scale[1], 3), shear: number(view.shear, 3),
      alpha: number(view.alpha, 3), color: view.color ?? "none",
        corner: number(view.cornerRadius, 1),
      ax: number(view.anchor[0], 2), ay: number(view.anchor[1], 2),
    };
    if (view.look) Object.assign(words, lookWords(view));
    for (const [key, text] of Object.entries(words)) setText(this.cells[key], text);
    setText(this.chip, isMoving(view) ? "moving" : isHome(view) ? "at home" : "away from home");
    this.chip.dataset.state = isMoving(view) ? "moving" : "";
    const names = ["a", "b", "c", "d", "tx", "ty"];
    const parts = view.toScreen.map((v, i) => `${names[i]} ${fixed(v, i < 4 ? 4 : 2)}`);
    setText(this.matrix, parts.join("   "));
  }
}

/** The values of a look. */
function lookWords({ look, data, text }) {
  const weight = weightOf(look, text?.style ?? null);
  return {
    fillAlpha: number(look.fillAlpha, 3), textColor: look.textColor,
    letters: `${weight}, ${look.textAlignment}, ${look.verticalAlignment}, ${look.truncation}`,
    border: look.borderWidth > 0 ? `${number(look.borderWidth, 1)} ${look.borderColor}` : "none",
    opacity: number(look.shadowOpacity, 3), radius: number(look.shadowRadius, 1),
    dx: number(look.shadowOffset[0], 1), dy: number(look.shadowOffset[1], 1),
    shadowColor: look.shadowColor, image: look.image ?? "none",
    data: data === undefined ? "none" : JSON.stringify(data),
  };
}

function isMoving(view) {
  const { translation, rotation, scale, frame } = view.velocity;
  return [...translation, rotation, ...(scale ?? []), ...(frame ?? [])]
    .some((value) => value !== 0);
}

function isHome(view) {
  return view.translation[0] === 0 && view.translation[1] === 0 && view.rotation === 0
    && view.scale[0] === 1 && view.scale[1] === 1;
}
