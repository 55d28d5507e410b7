/** The custom element `<snapback-scene>`, which connects to a daemon and draws its scene. */

import { bind } from "./dom.js";

const ATTRIBUTES = ["src", "token", "fit", "touches", "want", "images"];
// Motion is drawn and not reported.
const SILENT = ["frame", "segment", "idle"];

// Node has no elements; there the module only has to load.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * Shows a scene with the elements in it that have `data-snapback="VIEW"`, while it is in a page.
 *
 * | Attribute | Meaning |
 * |---|---|
 * | `src` | the address of the WebSocket; "/ws" by default |
 * | `token` | the token of the server, for a page of another origin |
 * | `fit` | "contain", the default, or "none" |
 * | `touches` | "none" if pointers do not touch the scene |
 * | `want` | further features, separated by spaces: "gestures events" |
 * | `images` | the address of the images of looks, with "*" in place of the name |
 *
 * The element sets the attribute `state`: "connecting", "open" or "lost". The event
 * `snapback-state` has `state` and `reason` in its `detail`. For each message that is no motion
 * there is an event with the message in its `detail`: `snapback-snapshot`, `snapback-gesture`, ….
 */
export class SnapbackScene extends Base {
  static observedAttributes = ATTRIBUTES;
  #isPending = false;

  constructor() {
    super();
    /**
     * The binding of the elements; null while this element is not in a page.
     * @type {import("./dom.js").Binding | null}
     */
    this.binding = null;
  }

  connectedCallback() {
    this.#restart();
  }

  disconnectedCallback() {
    this.#restart();
  }

  attributeChangedCallback(_, before, after) {
    if (this.binding !== null && before !== after) this.#restart();
  }

  /** The client of the present connection, for commands; null without one. */
  get client() {
    return this.binding?.client ?? null;
  }

  /** Binds again once all changes of this turn are made. */
  #restart() {
    if (this.#isPending) return;
    this.#isPending = true;
    queueMicrotask(() => {
      this.#isPending = false;
      this.binding?.unbind();
      this.binding = null;
      if (this.isConnected) this.#bind();
    });
  }

  #bind() {
    // Elements of unknown names are inline, and inline elements have no size.
    if (getComputedStyle(this).display === "inline") this.style.display = "block";
    this.binding = bind(this, {
      url: this.getAttribute("src") ?? undefined,
      token: this.getAttribute("token") ?? undefined,
      fit: this.getAttribute("fit") === "none" ? "none" : "contain",
      touches: this.getAttribute("touches") !== "none",
      images: this.getAttribute("images") ?? undefined,
      want: (this.getAttribute("want") ?? "").split(/\s+/).filter(Boolean),
      onState: (state, reason) => {
        this.setAttribute("state", state);
        this.#tell("state", { state, reason });
      },
      onMessage: (message) => {
        if (!SILENT.includes(message.type)) this.#tell(message.type, message);
      },
    });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(`snapback-${name}`, { detail }));
  }
}

if (globalThis.customElements !== undefined && !customElements.get("snapback-scene")) {
  customElements.define("snapback-scene", SnapbackScene);
}
