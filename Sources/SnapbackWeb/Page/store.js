// The shared state of the page's parts, with notification of changes.

/**
 * Values by name, and events.
 *
 * Values: `mode` is "live" or "recording"; `selected` and `hovered` are names of views or null;
 * `tab` is the open panel; `demo` is "stopped" or "running", or null without its files; `roles`,
 * `connection`, `names`, `outlines`, `fingers`, `arrows`, `bindings`, `tool`, `document`,
 * `replayed`, `loading`, `compares`, `records` and `rate` are described in their modules;
 * `distance` is that of the ghosts on the stage, in points, or null without a comparison. Setting
 * an unchanged value does not notify.
 */
export class Store {
  #values = {
    mode: "live", selected: null, hovered: null, tab: "view", tool: "touch", roles: [],
    connection: "connecting", names: true, outlines: false, fingers: true, document: null,
    rate: 1, related: [], arrows: false, bindings: [], demo: null, replayed: null, loading: false,
    compares: false, distance: null, records: false,
  };
  #listeners = new Map();

  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    if (Object.is(this.#values[name], value)) return;
    this.#values[name] = value;
    this.emit(name, value);
  }

  /** Subscribes to values and events. Returns a function that unsubscribes. */
  on(names, callback) {
    const list = Array.isArray(names) ? names : [names];
    for (const name of list) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set());
      this.#listeners.get(name).add(callback);
    }
    return () => list.forEach((name) => this.#listeners.get(name).delete(callback));
  }

  emit(name, value) {
    for (const callback of this.#listeners.get(name) ?? []) callback(value);
  }

  may(role) {
    return this.#values.connection === "open" && this.#values.roles.includes(role);
  }

  /** The reason why a control that needs a role is disabled; null when it is enabled. */
  reason(role) {
    if (this.#values.mode !== "live") return "A recording is shown; go back to live first";
    if (this.#values.connection !== "open") return "There is no daemon";
    if (!this.#values.roles.includes(role)) {
      return `Needs the role “${role}”, which the user of snapback-web does not have`;
    }
    return null;
  }
}

/**
 * Limits a callback to one call per `milliseconds`; the last call is never dropped.
 *
 * For text that follows motion, which cannot be read at sixty updates per second.
 */
export function throttled(milliseconds, callback) {
  let last = -Infinity;
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    const wait = last + milliseconds - performance.now();
    const run = () => {
      last = performance.now();
      callback(...values);
    };
    if (wait <= 0) run();
    else timer = setTimeout(run, wait);
  };
}
