/** Draws a scene with the elements of a page: `bind`. */

import { BoundElement } from "./bound.js";
import { connect } from "./browser.js";
import { Wardrobe } from "./dressing.js";
import { Fit } from "./fit.js";
import { Sessions } from "./sessions.js";
import { CONTROLS, Touches } from "./touches.js";

export { connect } from "./browser.js";

// The attribute that names the view of an element, and the one that names what the page styles.
const NAME = "data-snapback";
const KEPT = "data-snapback-keep";
// The features that the renderer needs.
const WANTED = ["segments", "schedule"];
// The time in milliseconds after the last picture of a motion at which elements lose their layers.
const SETTLE = 300;
// Messages after which a picture may differ.
const WAKING = ["segment", "frame", "looks", "reconnected"];

/**
 * @typedef {object} Options
 * @property {import("./client.js").Client} [client] a client with `segments` or `frames` among its
 *   features; without it, `bind` connects to `url` and keeps connecting again
 * @property {string} [url] the address of a WebSocket; "/ws" by default
 * @property {string} [token] the token of the server, for a page of another origin
 * @property {string[]} [want] further features of the connection, such as "gestures" and "events"
 * @property {"contain" | "none"} [fit] "contain", the default, scales the screen to the root and
 *   centers it; with "none" a point is a CSS pixel
 * @property {boolean} [touches] whether pointers on the root touch the scene, if the roles of the
 *   client allow it; true by default
 * @property {string} [ignore] a selector of elements whose pointers are left to the page; links,
 *   buttons, form fields and `[data-snapback-ignore]` by default
 * @property {import("./dressing.js").Images} [images] the addresses of the images of looks, by
 *   name: an object, a function that returns null for unknown names, or an address with "*" in
 *   place of the name; without it, no images are drawn
 * @property {number} [lead] the time in milliseconds from the start of a frame until it is shown;
 *   0 by default
 * @property {(timestamp: number) => number} [time] replaces the clock: it gets the time of a frame
 *   in milliseconds, and returns the moment to draw, in nanoseconds of the daemon's clock
 * @property {(state: import("./sessions.js").State, reason: string) => void} [onState]
 * @property {(message: import("./messages.js").Message) => void} [onMessage] gets all messages
 * @property {typeof WebSocket} [WebSocket] for tests
 */

/**
 * Shows the views of a scene with the elements below `root` that have `data-snapback="VIEW"`.
 *
 * An element gets the transform, size, opacity, color, corner radius, clip, text and look of its
 * view. `root` becomes the screen. An element may be in that of a view above its own.
 * @param {HTMLElement} root
 * @param {Options} [options]
 * @returns {Binding}
 */
export function bind(root, options = {}) {
  return new Binding(root, options);
}

/** Elements that are bound to views, until `unbind`. */
export class Binding {
  #root;
  #window;
  #options;
  #fit;
  #wardrobe;
  #touches;
  #sessions = null;
  // The client whose clock applies to the scene.
  #clock = null;
  #elements = [];
  #asked = null;
  #timer = null;
  #needsElements = true;
  #isUnbound = false;
  // Functions that end the observation of the page, and that of the client.
  #stops = [];
  #leaves = [];
  // The warnings that were given.
  #said = new Set();

  /**
   * @param {HTMLElement} root
   * @param {Options} options
   */
  constructor(root, options) {
    this.#root = root;
    this.#window = root.ownerDocument.defaultView;
    this.#options = options;
    /**
     * The client of the present connection; null without one.
     * @type {import("./client.js").Client | null}
     */
    this.client = null;
    /**
     * The scene of the last snapshot; null before the first one. It stays while there is no
     * connection.
     * @type {import("./scene.js").Scene | null}
     */
    this.scene = null;
    /** @type {import("./sessions.js").State} */
    this.state = "connecting";
    this.#fit = new Fit(root, this.#window, options.fit ?? "contain");
    this.#wardrobe = new Wardrobe(root, options.images);
    this.#touches = new Touches(
      root, (x, y) => this.#fit.toPoint(x, y), (touch) => this.#send(touch),
      options.ignore ?? CONTROLS);
    this.#collect();
    this.#watch();
    if (options.client === undefined) this.#connect();
    else this.#follow(options.client);
  }

  // The connection

  #connect() {
    const { url = "/ws", token, want = [], WebSocket } = this.#options;
    const address = token === undefined || token === "" ? url : withToken(url, token);
    this.#sessions = new Sessions(
      () => connect({
        url: address, name: "snapback/dom", want: [...WANTED, ...want], WebSocket,
      }),
      (state, client, reason) => {
        this.#leave();
        if (client !== null) this.#attach(client);
        else this.#enter(state, reason);
      });
  }

  /** Uses a client of the page until it ends. */
  #follow(client) {
    this.#attach(client);
    client.closed.then((error) => {
      if (this.#isUnbound) return;
      this.#leave();
      this.#enter("lost", error?.message ?? "the client was closed");
    });
  }

  #attach(client) {
    this.client = client;
    this.#leaves.push(
      client.on("snapshot", () => this.#replace()),
      client.on("reconnected", () => this.#allow()),
      ...WAKING.map((type) => client.on(type, () => this.wake())));
    if (this.#options.onMessage) this.#leaves.push(client.on("*", this.#options.onMessage));
    this.#allow();
    if (client.scene.views.size > 0) this.#replace();
    this.#enter("open", "");
  }

  #leave() {
    for (const leave of this.#leaves.splice(0)) leave();
    this.client = null;
    this.#touches.enable(false);
  }

  #enter(state, reason) {
    this.state = state;
    this.#options.onState?.(state, reason);
  }

  /** Takes pointers if the daemon accepts touches. Earlier touches are over. */
  #allow() {
    const isAllowed = this.client.welcome.roles.includes("inject");
    this.#touches.enable(isAllowed && (this.#options.touches ?? true));
  }

  #send(touch) {
    try {
      this.client?.send({ inject: { touches: [touch] } });
    } catch {
      // The connection is lost, and with it the touch.
      this.#touches.forget();
    }
  }

  // The elements

  /** Binds the elements that are below the root now. */
  #collect() {
    this.#needsElements = false;
    const known = new Map(this.#elements.map((bound) => [bound.element, bound]));
    const found = new Map();
    // An element comes before those in it.
    /** @type {NodeListOf<HTMLElement>} */
    const elements = this.#root.querySelectorAll(`[${NAME}]`);
    for (const element of elements) {
      const above = found.get(element.parentElement?.closest(`[${NAME}]`)) ?? null;
      const name = element.getAttribute(NAME);
      const old = known.get(element);
      if (old !== undefined && old.name === name && old.above === above) {
        known.delete(element);
        found.set(element, old);
      } else {
        old?.release();
        known.delete(element);
        const kept = new Set((element.getAttribute(KEPT) ?? "").split(/\s+/));
        found.set(element, new BoundElement(element, name, above, kept, this.#wardrobe));
      }
    }
    for (const bound of known.values()) bound.release();
    this.#elements = [...found.values()];
    this.#link();
  }

  /** Follows changes of the page that concern the binding. */
  #watch() {
    const window = this.#window;
    const resize = () => this.#resize();
    const sizes = new window.ResizeObserver(resize);
    sizes.observe(this.#root);
    const changes = new window.MutationObserver((records) => {
      const concerns = ({ type, addedNodes, removedNodes }) => type === "attributes"
        || [...addedNodes, ...removedNodes].some((node) => node.nodeType === 1);
      if (records.some(concerns)) this.refresh();
    });
    changes.observe(
      this.#root, { childList: true, subtree: true, attributes: true, attributeFilter: [NAME] });
    const fonts = this.#root.ownerDocument.fonts;
    const letter = () => {
      this.#wardrobe.fonts += 1;
      this.wake();
    };
    fonts?.addEventListener("loadingdone", letter);
    // The resolution changes with the zoom of the page, or if the window moves to another display.
    let query = null;
    const follow = () => {
      query?.removeEventListener("change", follow);
      if (query !== null) resize();
      query = window.matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`);
      query.addEventListener("change", follow);
    };
    follow();
    this.#stops.push(
      () => sizes.disconnect(), () => changes.disconnect(),
      () => fonts?.removeEventListener("loadingdone", letter),
      () => query.removeEventListener("change", follow));
  }

  #resize() {
    if (this.scene === null) return;
    this.#fit.measure(this.scene.screen);
    this.wake();
  }

  #replace() {
    this.scene = this.client.scene;
    this.#clock = this.client;
    this.#fit.show(this.scene.screen, !this.#keeps("color"));
    this.#link();
    this.wake();
  }

  #keeps(what) {
    return (this.#root.getAttribute(KEPT) ?? "").split(/\s+/).includes(what);
  }

  #link() {
    if (this.scene === null) return;
    for (const bound of this.#elements) {
      bound.link(this.scene);
      if (bound.fault !== null) this.#warn(`${NAME}="${bound.name}": ${bound.fault}`);
    }
  }

  #warn(text) {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#window.console.warn(text);
  }

  /**
   * The elements that show nothing, with the reasons.
   * @returns {{element: HTMLElement, name: string, fault: string}[]}
   */
  get faults() {
    return this.#elements.filter((bound) => bound.fault !== null)
      .map(({ element, name, fault }) => ({ element, name, fault }));
  }

  /** Binds the elements again. Changes of the page are noticed without it. */
  refresh() {
    this.#needsElements = true;
    this.wake();
  }

  // Pictures

  /** Draws with the display's next refresh, and continues while the scene moves. */
  wake() {
    if (this.#asked !== null || this.#isUnbound) return;
    this.#asked = this.#window.requestAnimationFrame(this.#step);
  }

  #step = (timestamp) => {
    this.#asked = null;
    if (this.scene === null) return;
    const time = this.#moment(timestamp);
    this.draw(time);
    if (time < this.scene.movesUntil) {
      this.wake();
    } else {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#settle, SETTLE);
    }
  };

  #settle = () => {
    if (this.#asked !== null) return;
    for (let place = 0; place < this.#elements.length; place += 1) this.#elements[place].settle();
  };

  /** The moment of the daemon's clock for a frame of the page. */
  #moment(timestamp) {
    const { time, lead = 0 } = this.#options;
    return time === undefined ? this.#clock.now((timestamp + lead) * 1e6) : time(timestamp);
  }

  /**
   * Draws the scene at a time at once.
   * @param {number} time nanoseconds of the daemon's clock
   */
  draw(time) {
    if (this.#needsElements) this.#collect();
    if (this.scene === null) return;
    this.scene.at(time);
    for (let place = 0; place < this.#elements.length; place += 1) {
      this.#elements[place].draw(this.#fit);
    }
  }

  /**
   * The point of the screen at a position in the window, such as that of an event.
   * @param {number} clientX CSS pixels
   * @param {number} clientY CSS pixels
   */
  toPoint(clientX, clientY) {
    return this.#fit.toPoint(clientX, clientY);
  }

  /** Ends the binding: restores all elements, and closes a connection that `bind` opened. */
  unbind() {
    if (this.#isUnbound) return;
    this.#isUnbound = true;
    this.#leave();
    this.#sessions?.close();
    if (this.#asked !== null) this.#window.cancelAnimationFrame(this.#asked);
    clearTimeout(this.#timer);
    for (const stop of this.#stops) stop();
    for (const bound of this.#elements) bound.release();
    this.#elements = [];
    this.#wardrobe.release();
    this.#fit.release();
  }
}

/** The address of a WebSocket with a token in its query. */
function withToken(url, token) {
  return `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}
