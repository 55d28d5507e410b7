/** A page as far as the renderer uses one: elements, styles, observers and frames. */

import { Scene } from "../scene.js";
import { joined, snapshot, welcome } from "./support.js";

/** The inline style of an element; counts what is written. */
function styleOf(owner) {
  const values = new Map();
  const words = (key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const whole = () => [...values].map(([key, value]) => `${words(key)}: ${value};`).join(" ");
  return new Proxy({}, {
    get(target, key) {
      if (key === "setProperty") return (name, value) => this.set(target, name, value);
      return key === "cssText" ? whole() : values.get(key) ?? "";
    },
    set(_, key, value) {
      if (typeof value !== "string") throw new TypeError(`${String(key)} is set to ${value}`);
      owner.writes.push(key);
      if (key === "cssText") {
        values.clear();
        for (const [, name, text] of value.matchAll(/([a-z-]+): ([^;]*);/g)) {
          const isCustom = name.startsWith("--");
          values.set(isCustom ? name : name.replace(/-./g, (two) => two[1].toUpperCase()), text);
        }
      } else if (value === "") {
        values.delete(key);
      } else {
        values.set(key, value);
      }
      return true;
    },
  });
}

/** An element; `closest` and `querySelectorAll` know lists of names of elements and attributes. */
export class FakeElement {
  nodeType = 1;
  parentElement = null;
  children = [];
  attributes = new Map();
  listeners = new Map();
  writes = [];
  captured = [];
  text = "";
  // The box in the window, in CSS pixels, and its borders.
  box = { left: 0, top: 0, width: 0, height: 0 };
  clientLeft = 0;
  clientTop = 0;

  constructor(name = "div", attributes = {}, ...children) {
    this.localName = name;
    this.style = styleOf(this);
    for (const [key, value] of Object.entries(attributes)) this.attributes.set(key, value);
    this.append(...children);
  }

  append(...children) {
    for (const child of children) {
      child.parentElement = this;
      this.children.push(child);
    }
  }

  remove() {
    const { children } = this.parentElement;
    children.splice(children.indexOf(this), 1);
    this.parentElement = null;
  }

  get clientWidth() {
    return Math.round(this.box.width - 2 * this.clientLeft);
  }

  get clientHeight() {
    return Math.round(this.box.height - 2 * this.clientTop);
  }

  get offsetWidth() {
    return Math.round(this.box.width);
  }

  get offsetHeight() {
    return Math.round(this.box.height);
  }

  getBoundingClientRect() {
    return this.box;
  }

  getAttribute(key) {
    return this.attributes.get(key) ?? null;
  }

  setAttribute(key, value) {
    const before = this.getAttribute(key);
    this.attributes.set(key, String(value));
    if (this.constructor.observedAttributes?.includes(key)) {
      this.attributeChangedCallback(key, before, String(value));
    }
  }

  removeAttribute(key) {
    this.attributes.delete(key);
    if (key === "style") this.style.cssText = "";
  }

  getRootNode() {
    return this.parentElement === null ? this.ownerDocument : this.parentElement.getRootNode();
  }

  get childElementCount() {
    return this.children.length;
  }

  get textContent() {
    return this.text + this.children.map((child) => child.textContent).join("");
  }

  set textContent(text) {
    this.children = [];
    this.text = text;
    this.writes.push("text");
  }

  matches(selector) {
    return selector.split(", ").some((one) => {
      const [, name, attribute] = /^([a-z-]*)(?:\[([a-z-]+)\])?$/.exec(one);
      return (name === "" || name === this.localName)
        && (attribute === undefined || this.attributes.has(attribute));
    });
  }

  closest(selector) {
    if (this.matches(selector)) return this;
    return this.parentElement?.closest(selector) ?? null;
  }

  contains(other) {
    return other === this || (other.parentElement !== null && this.contains(other.parentElement));
  }

  querySelectorAll(selector) {
    return this.children.flatMap((child) => [
      ...(child.matches(selector) ? [child] : []), ...child.querySelectorAll(selector)]);
  }

  addEventListener(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  removeEventListener(type, listener) {
    this.listeners.set(type, this.listeners.get(type).filter((one) => one !== listener));
  }

  dispatchEvent(event) {
    for (const listener of this.listeners.get(event.type) ?? []) {
      if (listener.handleEvent) listener.handleEvent(event);
      else listener(event);
    }
    if (event.bubbles) this.parentElement?.dispatchEvent(event);
  }

  setPointerCapture(pointer) {
    this.captured.push(pointer);
  }
}

/**
 * A document whose canvas measures texts: in a font of 700 or more, a letter is as wide as its
 * size, in other fonts half as wide.
 */
class FakeDocument {
  adoptedStyleSheets = [];
  fonts = new FakeElement("fonts");
  measured = 0;

  constructor(window) {
    this.defaultView = window;
  }

  createElement() {
    const page = this;
    return {
      getContext: () => ({
        measureText(text) {
          page.measured += 1;
          const [, weight, size] = /^\S+ (\d+) \S+ (\d+)px /.exec(this.font);
          return { width: [...text].length * Number(size) * (weight >= 700 ? 1 : 0.5) };
        },
      }),
    };
  }
}

/** A window whose frames the test starts. */
export class FakeWindow {
  devicePixelRatio = 1;
  frames = new Map();
  asked = 0;
  sizes = [];
  changes = [];
  queries = [];
  warnings = [];
  document = new FakeDocument(this);
  CSSStyleSheet = class {
    replaceSync(text) {
      this.text = text;
    }
  };

  constructor() {
    const page = this;
    const observer = (list) => class {
      constructor(notice) {
        this.notice = notice;
        this.watched = [];
        list.push(this);
      }

      observe(element, options) {
        this.watched.push([element, options]);
      }

      disconnect() {
        list.splice(list.indexOf(this), 1);
      }
    };
    this.ResizeObserver = observer(page.sizes);
    this.MutationObserver = observer(page.changes);
    this.console = { warn: (text) => this.warnings.push(text) };
  }

  requestAnimationFrame(act) {
    this.asked += 1;
    this.frames.set(this.asked, act);
    return this.asked;
  }

  cancelAnimationFrame(number) {
    this.frames.delete(number);
  }

  /** Runs the frames that were asked for, at a time in milliseconds; gives their number. */
  frame(timestamp) {
    const acts = [...this.frames.values()];
    this.frames.clear();
    for (const act of acts) act(timestamp);
    return acts.length;
  }

  matchMedia(text) {
    const query = new FakeElement(text);
    this.queries.push(query);
    return query;
  }

  getComputedStyle(element) {
    return {
      position: element.style.position || "static", display: element.style.display || "inline",
      fontStyle: "normal", fontWeight: element.style.fontWeight || "400", fontStretch: "100%",
      fontSize: element.style.fontSize || "16px", fontFamily: "serif", letterSpacing: "normal",
    };
  }

  resize(root, width, height) {
    root.box = { ...root.box, width, height };
    for (const one of this.sizes) one.notice();
  }
}

/** A client of a daemon that the test plays; its clock is that of the frames. */
export class FakeClient {
  scene = new Scene();
  sent = [];
  listeners = new Map();

  constructor(roles = ["view", "inject"]) {
    this.welcome = { roles };
    this.closed = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  on(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
    return () => this.listeners.set(
      type, this.listeners.get(type).filter((one) => one !== listener));
  }

  say(message) {
    this.scene.apply(message);
    for (const type of [message.type, "*"]) {
      for (const listener of this.listeners.get(type) ?? []) listener(message);
    }
  }

  now(local) {
    return local;
  }

  send(message) {
    this.sent.push(message);
  }

  get listenerCount() {
    return [...this.listeners.values()].flat().length;
  }
}

/** A root in a window, in CSS pixels. */
export function rootOf(window, { left = 0, top = 0, width = 390, height = 844 }, ...children) {
  const root = new FakeElement("main", {}, ...children);
  root.box = { left, top, width, height };
  root.ownerDocument = window.document;
  return root;
}

/** An element that shows a view. */
export function shows(name, ...children) {
  return new FakeElement("div", { "data-snapback": name }, ...children);
}

/** WebSockets that the test plays; each of `scripts` gets the next one. */
export function socketsOf(...scripts) {
  const made = [];
  return {
    made,
    WebSocket: class {
      OPEN = 1;
      readyState = 0;
      sent = [];

      constructor(url) {
        this.url = url;
        made.push(this);
        setTimeout(() => scripts.shift()?.(this), 1);
      }

      accept() {
        this.readyState = 1;
        this.onopen({});
      }

      say(data) {
        this.onmessage({ data: data.slice().buffer });
      }

      send(data) {
        this.sent.push(data);
        // The magic and the hello.
        if (this.sent.length === 2) this.say(joined(welcome(), snapshot()));
      }

      end(code, reason) {
        this.readyState = 3;
        this.onclose?.({ code, reason });
      }

      close() {
        this.readyState = 3;
      }
    },
  };
}
