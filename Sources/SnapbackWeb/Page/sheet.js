// Small windows: the panels as a sheet at the bottom, and the controls behind a button.

import { h, setText } from "./dom.js";

// The windows that have no room for the panels beside the stage, as in narrow.css.
const NARROW = "(max-width: 860px) and (min-height: 480px)";
// The windows that have no room for the overlays above the stage.
const PHONE = "(max-width: 600px), (max-width: 860px) and (max-height: 479px)";
/** The heights of the sheet, from its closed to its tallest state, as shares of the main part. */
export const STATES = [["closed", 0], ["half", 0.46], ["tall", 0.72]];
// A pointer that has moved by less than this, in pixels, presses the handle.
const SLOP = 6;
// The time by which a sheet that is let go moves on at its speed, in milliseconds.
const THROW = 120;

/** The state in which a sheet of a height comes to rest; the speed is in pixels per millisecond. */
export function restOf(height, speed, whole) {
  const target = (height + speed * THROW) / whole;
  const distance = ([, share]) => Math.abs(share - target);
  return STATES.reduce((best, state) => (distance(state) < distance(best) ? state : best))[0];
}

/** The next state in a direction, 1 or −1; the last one stays. */
export function stepOf(state, by) {
  const place = STATES.findIndex(([name]) => name === state) + by;
  return STATES[Math.min(Math.max(place, 0), STATES.length - 1)][0];
}

/** The panels of a small window: pulled up and down by the handle. Value `sheet` of the store. */
export class Sheet {
  #drag = null;
  #wasDragged = false;

  constructor({ box, handle, body, store }) {
    Object.assign(this, { box, handle, body, store });
    this.media = matchMedia(NARROW);
    this.name = h("span");
    handle.append(h("span", { class: "grip", "aria-hidden": "true" }), this.name);
    handle.addEventListener("click", () => this.#press());
    handle.addEventListener("keydown", (event) => this.#key(event));
    handle.addEventListener("pointerdown", (event) => this.#grab(event));
    handle.addEventListener("pointermove", (event) => this.#pull(event));
    handle.addEventListener("pointerup", () => this.#drop());
    handle.addEventListener("pointercancel", () => this.#drop());
    if (!store.get("sheet")) store.set("sheet", "closed");
    store.on(["sheet", "tab"], () => this.#show());
    this.#show();
  }

  get isOpen() {
    return this.media.matches && this.store.get("sheet") !== "closed";
  }

  /** Closes the sheet; the focus does not stay in a part that cannot be seen. */
  close() {
    const isInside = this.body.contains(document.activeElement);
    this.store.set("sheet", "closed");
    if (isInside) this.handle.focus();
  }

  #show() {
    const state = this.store.get("sheet");
    this.box.dataset.sheet = state;
    this.handle.setAttribute("aria-expanded", String(state !== "closed"));
    const tab = document.getElementById(`tab-${this.store.get("tab")}`);
    setText(this.name, `Panels · ${tab?.textContent ?? ""}`);
  }

  #press() {
    // A drag ends with a click.
    if (this.#wasDragged) this.#wasDragged = false;
    else if (this.isOpen) this.close();
    else this.store.set("sheet", "half");
  }

  #key(event) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.store.set("sheet", stepOf(this.store.get("sheet"), by));
  }

  #grab(event) {
    this.#wasDragged = false;
    if (event.button !== 0) return;
    this.handle.setPointerCapture(event.pointerId);
    const start = event.clientY;
    this.#drag = {
      start, last: start, time: event.timeStamp, speed: 0, height: this.box.offsetHeight,
    };
  }

  #pull(event) {
    const drag = this.#drag;
    if (!drag) return;
    const way = drag.start - event.clientY;
    if (!this.#wasDragged && Math.abs(way) < SLOP) return;
    this.#wasDragged = true;
    const passed = event.timeStamp - drag.time;
    if (passed > 0) drag.speed = (drag.last - event.clientY) / passed;
    Object.assign(drag, { last: event.clientY, time: event.timeStamp });
    const least = this.handle.offsetHeight;
    const height = Math.min(Math.max(drag.height + way, least), 0.9 * this.#whole);
    this.box.dataset.drag = "";
    this.box.style.height = `${height}px`;
  }

  #drop() {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || !this.#wasDragged) return;
    const state = restOf(this.box.offsetHeight, drag.speed, this.#whole);
    this.box.style.height = "";
    delete this.box.dataset.drag;
    if (state === "closed") this.close();
    else this.store.set("sheet", state);
  }

  get #whole() {
    return this.box.parentElement.clientHeight;
  }
}

/**
 * The button of a small window that shows the controls of the scene and, on a phone, the `guests`,
 * which larger windows have elsewhere.
 */
export class More {
  constructor({ button, box, guests }) {
    Object.assign(this, { button, box, guests });
    this.home = guests.parentElement;
    const media = matchMedia(PHONE);
    const place = () => {
      (media.matches ? box : this.home).append(guests);
      this.#set(false);
    };
    media.addEventListener("change", place);
    place();
    button.addEventListener("click", () => this.#set(!this.isOpen));
    document.addEventListener("pointerdown", ({ target }) => {
      if (!box.contains(target) && !button.contains(target)) this.#set(false);
    });
  }

  get isOpen() {
    return this.button.getAttribute("aria-expanded") === "true";
  }

  close() {
    const isInside = this.box.contains(document.activeElement);
    this.#set(false);
    if (isInside) this.button.focus();
  }

  #set(isOpen) {
    this.button.setAttribute("aria-expanded", String(isOpen));
    this.box.classList.toggle("open", isOpen);
  }
}

/** Lets Escape close what is open, unless it has another effect where the focus is. */
export function closing(...parts) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    // In a field for searches, Escape first clears the text.
    const isTaken = event.defaultPrevented || (target.type === "search" && target.value !== "");
    if (event.key !== "Escape" || isTaken) return;
    parts.find((part) => part.isOpen)?.close();
  });
}
