/** The place of a scene's screen in an element of a page. */

// Styles with which the element shows the screen and nothing beside it.
const STYLES = ["position", "overflow", "aspectRatio", "backgroundColor", "clipPath"];

/**
 * Scales the screen to the largest size that fits into an element, and centers it there.
 *
 * `scale` is in CSS pixels per point. The screen's top left corner is at `x` and `y`, in CSS pixels
 * from that of the element, at whole pixels of the display.
 */
export class Fit {
  /**
   * @param {HTMLElement} root
   * @param {Window & typeof globalThis} window
   * @param {"contain" | "none"} mode with "none" a point is a CSS pixel
   */
  constructor(root, window, mode) {
    this.root = root;
    this.window = window;
    this.mode = mode;
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    this.saved = STYLES.map((key) => root.style[key]);
    this.clip = "";
    // Elements are placed relative to the root.
    if (window.getComputedStyle(root).position === "static") root.style.position = "relative";
    root.style.overflow = "clip";
  }

  /**
   * Prepares for the screen of a snapshot; `paints` tells whether the root shows its background.
   * @param {import("./messages.js").Screen} screen
   * @param {boolean} paints
   */
  show(screen, paints) {
    const { style } = this.root;
    // Bound elements do not add to the height of the root, so one without a height of its own gets
    // the screen's. With a height of its own, the ratio would make the root too narrow.
    style.aspectRatio = this.saved[STYLES.indexOf("aspectRatio")];
    if (this.mode === "contain" && this.root.clientHeight === 0) {
      style.aspectRatio = `${screen.width} / ${screen.height}`;
    }
    if (paints) style.backgroundColor = screen.background;
    this.measure(screen);
  }

  /**
   * Measures the root. The browser may have to lay out the page.
   * @param {import("./messages.js").Screen} screen
   */
  measure(screen) {
    const { root } = this;
    const ratio = this.window.devicePixelRatio || 1;
    const [width, height] = [root.clientWidth, root.clientHeight];
    if (this.mode === "contain") {
      const scale = Math.min(width / screen.width, height / screen.height);
      this.scale = Number.isFinite(scale) && scale > 0 ? scale : 1;
      this.x = whole((width - screen.width * this.scale) / 2, ratio);
      this.y = whole((height - screen.height * this.scale) / 2, ratio);
    }
    this.#cut([
      this.y, width - this.x - screen.width * this.scale,
      height - this.y - screen.height * this.scale, this.x,
    ]);
  }

  /** Cuts off what is beside the screen: the lengths at the top, right, bottom and left. */
  #cut(lengths) {
    const { root } = this;
    const borders = [
      root.clientTop, root.offsetWidth - root.clientWidth - root.clientLeft,
      root.offsetHeight - root.clientHeight - root.clientTop, root.clientLeft];
    // A clip would also cut off borders and shadows, so there is none if the screen fills the root.
    const isFull = lengths.every((length) => length < 1);
    const cuts = lengths.map((length, side) => `${Math.max(0, length) + borders[side]}px`);
    const clip = isFull ? "" : `inset(${cuts.join(" ")})`;
    if (clip === this.clip) return;
    this.clip = clip;
    root.style.clipPath = clip;
  }

  /**
   * The point of the screen at a position in the window, which is in CSS pixels.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  toPoint(clientX, clientY) {
    const { root, scale, x, y } = this;
    const box = root.getBoundingClientRect();
    return [
      (clientX - box.left - root.clientLeft - x) / scale,
      (clientY - box.top - root.clientTop - y) / scale];
  }

  /** Restores the styles of the root. */
  release() {
    STYLES.forEach((key, place) => {
      this.root.style[key] = this.saved[place];
    });
  }
}

/** Rounds a length in CSS pixels to whole pixels of the display. */
function whole(length, ratio) {
  return Math.round(length * ratio) / ratio;
}
