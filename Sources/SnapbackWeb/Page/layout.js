// The panel "Layout": the constraints of the selected view, which can be switched off.

import { h, number, fixed, button } from "./dom.js";
import { throttled } from "./store.js";

const HORIZONTAL = new Set([
  "left", "right", "leading", "trailing", "centerX", "width", "leftMargin", "rightMargin",
  "leadingMargin", "trailingMargin", "centerXWithinMargins",
]);
const STATES = {
  holds: ["holds", "It is tight: it holds the view."],
  room: ["has room", "It is satisfied with room to spare."],
  "gives way": ["gives way", "It is not satisfied: stronger ones are."],
  inactive: ["switched off", "It has no effect."],
};
// Milliseconds between two requests to the daemon.
const PAUSE = 200;

/** Requests the layout of the selected view from the daemon, and switches constraints. */
export class LayoutPanel {
  #asked = 0;
  #out = new Set();

  constructor(box, live, store) {
    Object.assign(this, { live, store });
    this.head = h("div", { class: "panehead" });
    this.box = h("div", { class: "boxmodel", "aria-hidden": "true", hidden: true });
    this.body = h("div", { class: "rules" });
    box.append(h("div", { class: "pane grow" }, this.head, this.box, this.body));
    const ask = throttled(PAUSE, () => this.#ask());
    store.on(["selected", "tab", "layout", "done", "connection", "mode", "document"], ask);
    store.on("scene", (snapshot) => {
      if (snapshot) ask();
    });
    store.on("originalDocument", () => this.#out.clear());
    store.on("picture", throttled(50, (picture) => this.#drawBox(picture)));
  }

  async #ask() {
    if (this.store.get("tab") !== "layout") return;
    const view = this.store.get("selected");
    const ticket = this.#asked += 1;
    if (this.store.get("mode") !== "live") {
      this.#say("Constraints are available for the live scene only.");
      return;
    }
    if (this.store.get("connection") !== "open") return;
    try {
      const reply = await this.live.request("inspect", view ? { view } : {});
      if (ticket === this.#asked) this.#show(view, reply.inspect);
    } catch (error) {
      if (ticket === this.#asked) this.#say(error.message);
    }
  }

  #say(text) {
    this.head.replaceChildren(h("h2", { text: "Layout" }));
    this.body.replaceChildren(h("p", { class: "hint", text }));
  }

  #show(view, answer) {
    const { constraints, conflicts = [], ambiguities = [] } = answer;
    // Another client may have reactivated a constraint, or reloaded the scene.
    for (const { id, active } of constraints) if (active) this.#out.delete(id);
    const { picture } = this.store.get("stage");
    if (picture) this.#drawBox(picture);
    const isFocused = document.activeElement?.dataset?.constraint;
    this.head.replaceChildren(
      h("h2", { class: "grow", text: view ?? "All constraints" }),
      h("span", { class: "chip", text: `${constraints.length} constraints` }));
    if (this.#out.size > 0) {
      this.head.append(button({
        label: `Put back ${this.#out.size}`, title: "Reactivates constraints switched off here",
        class: "small", press: () => this.#putBack(),
      }));
    }
    const parts = [];
    if (!view) parts.push(h("p", { class: "hint", text: "Select a view to see what holds it." }));
    if (conflicts.length > 0) parts.push(this.#conflicts(conflicts));
    if (ambiguities.length > 0) parts.push(this.#ambiguities(ambiguities));
    const across = constraints.filter((item) => isHorizontal(item.rule, view));
    const down = constraints.filter((item) => !across.includes(item));
    for (const [title, list] of [["Horizontal", across], ["Vertical", down]]) {
      parts.push(h("h3", {}, title, h("span", { class: "count", text: String(list.length) })));
      if (list.length === 0) parts.push(h("p", { class: "hint", text: "No constraints." }));
      parts.push(...list.map((item) => this.#row(item, view)));
    }
    if (answer.truncated) {
      parts.push(h("p", { class: "hint", text: `${answer.truncated} more are not shown.` }));
    }
    this.body.replaceChildren(...parts);
    if (isFocused) this.body.querySelector(`[data-constraint="${CSS.escape(isFocused)}"]`)?.focus();
  }

  #row(item, view) {
    const [words, meaning] = STATES[item.state] ?? [item.state, ""];
    const reason = item.id ? this.store.reason("control")
      : "It follows from the view's properties; change those instead";
    const box = h("input", {
      type: "checkbox", class: "switch", disabled: Boolean(reason), "data-constraint": item.id,
      "aria-label": `${item.rule} counts`,
      title: reason ?? (item.active ? "Deactivates it" : "Reactivates it"),
      onchange: (event) => this.#switch(item, event.target.checked, event.target),
    });
    box.checked = item.active !== false;
    const tells = item.state === "gives way" && item.by !== undefined
      ? `gives way by ${number(item.by, 2)} pt`
      : item.state === "inactive" && item.active ? "not for this size" : words;
    const related = [...item.rule.matchAll(/([A-Za-z_]\w*)\./g)].map((found) => found[1]);
    return h("div", {
      class: "rule", "data-state": item.state, "data-id": item.id ?? null,
      onpointerenter: () => this.store.set("related", related.filter((name) => name !== view)),
      onpointerleave: () => this.store.set("related", []),
    },
    box,
    h("div", { class: "ruletext" },
      h("code", {}, ...colored(item.rule, view)),
      h("div", { class: "rulenote" },
        isNamed(item) ? h("span", { class: "id", text: item.id }) : null,
        h("span", { text: priority(item.priority) }),
        isGenerated(item) ? h("span", { class: "chip", text: item.source }) : null)),
    h("span", { class: "state", "data-state": item.state, title: meaning, text: tells }));
  }

  async #switch(item, active, box) {
    box.disabled = true;
    try {
      const changes = [{ constraint: item.id, active }];
      await this.live.request("change", { changes, animate: QUICK });
      if (active) this.#out.delete(item.id);
      else this.#out.add(item.id);
    } catch (error) {
      this.store.emit("message", error.message);
      if (error.code === "unknown-name") this.#out.delete(item.id);
    }
    this.#ask();
  }

  async #putBack() {
    const changes = [...this.#out].map((constraint) => ({ constraint, active: true }));
    this.#out.clear();
    try {
      await this.live.request("change", { changes, animate: QUICK });
    } catch (error) {
      this.store.emit("message", error.message);
    }
    this.#ask();
  }

  #conflicts(list) {
    return h("div", { class: "card warn" }, h("h3", { text: "Conflicts" }),
      ...list.map(({ constraint, others }) => h("p", {}, h("code", { text: constraint }),
        ...(others.length === 0
          ? [" gives way; its attributes cancel, and its numbers contradict each other"]
          : [" gives way; it cannot hold together with ",
            ...others.flatMap((other, i) => [i > 0 ? ", " : "", h("code", { text: other })])]),
        ".")));
  }

  #ambiguities(list) {
    return h("div", { class: "card note" }, h("h3", { text: "Ambiguities" }),
      ...list.map(({ view, attribute, cause }) => h(
        "p", {}, h("code", { text: `${view}.${attribute}` }),
        ` is held by nothing${cause ? `: ${cause}` : ""}.`)));
  }

  /** Draws the frame within the parent as nested boxes, with the distances to the edges. */
  #drawBox(picture) {
    if (this.store.get("tab") !== "layout") return;
    const view = picture.byName.get(this.store.get("selected"));
    const parent = view && picture.byName.get(view.parent);
    this.box.hidden = !parent;
    if (!parent) return;
    const [x, y, width, height] = view.frame;
    const values = {
      top: y, left: x, right: parent.frame[2] - x - width, bottom: parent.frame[3] - y - height,
      size: `${fixed(width)} × ${fixed(height)}`,
    };
    const key = JSON.stringify(values);
    if (key === this.drawn) return;
    this.drawn = key;
    const label = (side) => h("span", { class: `side ${side}`, text: fixed(values[side]) });
    this.box.replaceChildren(
      h("span", { class: "owner", text: parent.name }), label("top"), label("left"),
      h("span", { class: "inner" }, h("b", { text: view.name }), h("span", { text: values.size })),
      label("right"), label("bottom"));
  }
}

const isGenerated = ({ source }) => source && source !== "scene";

const QUICK = { spring: { response: 0.35, dampingRatio: 0.9 } };

/** Whether a constraint has an explicit name, not one made from its index and text. */
const isNamed = (item) => item.id && !/^constraints\[\d+\]/.test(item.id) && item.id !== item.rule;

/** Whether a rule is horizontal, by its first attribute of the view, or else by its first one. */
function isHorizontal(rule, view) {
  const terms = [...rule.matchAll(/([A-Za-z_]\w*)((?:\.\w+)*)\.(\w+)/g)];
  const own = terms.find((term) => term[1] === view) ?? terms[0];
  return own !== undefined && HORIZONTAL.has(own[3]);
}

/** Formats a rule with colors for names, attributes and numbers. */
function colored(rule, view) {
  return rule.split(/([A-Za-z_][\w.]*|\d+(?:\.\d+)?)/).map((part) => {
    if (/^\d/.test(part)) return h("span", { class: "num", text: part });
    if (!/^[A-Za-z_]/.test(part)) return part;
    const [name, ...rest] = part.split(".");
    return h("span", {}, h("span", { class: name === view ? "me" : "other", text: name }),
      rest.length > 0 ? `.${rest.join(".")}` : "");
  });
}

function priority(value) {
  const names = { 1000: "required", 750: "high", 250: "low", 50: "fitting" };
  return names[value] ?? `priority ${number(value, 1)}`;
}
