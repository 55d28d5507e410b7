/** Turns pointers on an element into touches of the daemon. */

const EVENTS = [
  "pointerdown", "pointermove", "pointerrawupdate", "pointerup", "pointercancel",
  "lostpointercapture", "contextmenu", "dragstart",
];
// Styles without which the browser would scroll, zoom or select instead.
const STYLES = { touchAction: "none", userSelect: "none", webkitUserSelect: "none" };
// The daemon refuses more contacts of a client.
const LIMIT = 10;

/** Elements whose pointers stay with the page, as a selector. */
export const CONTROLS = "a[href], button, input, select, textarea, summary, [contenteditable], "
  + "[data-snapback-ignore]";

/**
 * The pointers that touch an element: mouse, pen and fingers.
 *
 * Each pointer is a touch from its press until its release. It belongs to the element until then,
 * even beside it.
 */
export class Touches {
  #fingers = new Map();
  #free = [];
  #saved = null;

  /**
   * @param {HTMLElement} root
   * @param {(clientX: number, clientY: number) => [number, number]} toPoint
   * @param {(touch: {id: number, phase: string, x: number, y: number}) => void} send
   * @param {string} ignored a selector of elements whose pointers are left to the page
   */
  constructor(root, toPoint, send, ignored) {
    this.root = root;
    this.toPoint = toPoint;
    this.send = send;
    this.ignored = ignored;
  }

  /**
   * Starts or stops taking pointers.
   * @param {boolean} isOn whether the daemon accepts touches
   */
  enable(isOn) {
    this.forget();
    if (isOn === (this.#saved !== null)) return;
    const { style } = this.root;
    if (isOn) {
      this.#saved = Object.keys(STYLES).map((key) => style[key]);
      Object.assign(style, STYLES);
      for (const type of EVENTS) this.root.addEventListener(type, this);
    } else {
      Object.keys(STYLES).forEach((key, place) => {
        style[key] = this.#saved[place];
      });
      this.#saved = null;
      for (const type of EVENTS) this.root.removeEventListener(type, this);
    }
  }

  /** Forgets all touches, after a connection whose touches the daemon has cancelled. */
  forget() {
    this.#fingers.clear();
    this.#free = Array.from({ length: LIMIT }, (_, place) => LIMIT - place);
  }

  handleEvent(event) {
    switch (event.type) {
      case "pointerdown": this.#down(event); break;
      case "pointerup": this.#up(event, "ended"); break;
      case "pointercancel":
      case "lostpointercapture": this.#up(event, "cancelled"); break;
      case "pointermove":
      case "pointerrawupdate": this.#move(event); break;
      // A long press would open a menu, and a drag would move a picture or a link.
      default: if (this.#fingers.size > 0) event.preventDefault();
    }
  }

  #down(event) {
    if (event.button !== 0 || this.#ignores(event.target)) return;
    // The pointer is pressed again, so its release was missed.
    this.#up(event, "cancelled");
    if (this.#free.length === 0) return;
    try {
      this.root.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone in the meantime.
      return;
    }
    const id = this.#free.pop();
    const [x, y] = this.toPoint(event.clientX, event.clientY);
    this.#fingers.set(event.pointerId, { id, x, y });
    this.send({ id, phase: "began", x, y });
  }

  #ignores(target) {
    if (this.ignored === "") return false;
    const found = target.closest(this.ignored);
    return found !== null && found !== this.root && this.root.contains(found);
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) return;
    const [x, y] = this.toPoint(event.clientX, event.clientY);
    // Browsers report the same move by both events.
    if (x === finger.x && y === finger.y) return;
    finger.x = x;
    finger.y = y;
    this.send({ id: finger.id, phase: "moved", x, y });
  }

  #up(event, phase) {
    const finger = this.#fingers.get(event.pointerId);
    if (finger === undefined) return;
    this.#fingers.delete(event.pointerId);
    const [x, y] = this.toPoint(event.clientX, event.clientY);
    this.send({ id: finger.id, phase, x, y });
    this.#free.push(finger.id);
  }
}
