/** An element of a page that shows a view. */

import { multiply, toParent } from "./drawing.js";
import { Dressing } from "./dressing.js";
import { withAlpha } from "./looks.js";
import { Polygon } from "./polygon.js";

// Lengths are written to 1/10 000 of a CSS pixel, and the other numbers to a millionth.
const LENGTH_STEPS = 1e4;
const STEPS = 1e6;
// The places of numbers in `written`, after the six of the matrix.
const [WIDTH, HEIGHT, OPACITY, RADIUS, COUNT] = [6, 7, 8, 9, 10];

// Scratch storage: the numbers of the current picture, matrices, and a clip.
const next = new Float64Array(COUNT);
const step = new Float64Array(6);
const whole = new Float64Array(6);
const product = new Float64Array(6);
const clip = new Polygon();

/**
 * An element, the name of its view, and the nearest element above it that also shows a view.
 *
 * A style is written only when it changes. An element whose view is hidden or missing is hidden.
 */
export class BoundElement {
  /**
   * @param {HTMLElement} element
   * @param {string} name
   * @param {BoundElement | null} above
   * @param {Set<string>} kept the properties that the page styles: "color", "radius", "text", and
   *   those of `Dressing`
   * @param {import("./dressing.js").Wardrobe} wardrobe
   */
  constructor(element, name, above, kept, wardrobe) {
    this.element = element;
    this.wardrobe = wardrobe;
    this.name = name;
    this.above = above;
    this.kept = kept;
    /** @type {import("./scene.js").View | null} */
    this.view = null;
    /**
     * Why the element shows nothing; null if all is well.
     * @type {string | null}
     */
    this.fault = null;
    // The views from this one up to that of the element above, which is not among them, and those
    // among them that clip this one.
    this.chain = [];
    this.clippers = [];
    this.written = new Float64Array(COUNT).fill(NaN);
    this.color = null;
    this.fillAlpha = 1;
    this.fill = "";
    /**
     * The look of the view; null without one.
     * @type {Dressing | null}
     */
    this.dressing = null;
    this.clip = null;
    this.isShown = true;
    this.isPromoted = false;
    this.savedStyle = element.style.cssText;
    this.savedText = null;
    this.#prepare();
  }

  #prepare() {
    const { style } = this.element;
    style.position = "absolute";
    style.left = "0";
    style.top = "0";
    style.margin = "0";
    style.boxSizing = "border-box";
    style.transformOrigin = "0 0";
    this.#show(false);
  }

  /**
   * Finds the view in the scene of a snapshot, and applies what only snapshots change.
   * @param {import("./scene.js").Scene} scene
   */
  link(scene) {
    this.view = scene.view(this.name) ?? null;
    this.chain.length = 0;
    this.clippers.length = 0;
    this.fault = this.view === null ? `the scene has no view "${this.name}"` : this.#climb();
    if (this.fault !== null) this.view = null;
    if (this.view === null) return;
    const { style } = this.element;
    // The element of a view that is drawn later is in front.
    style.zIndex = String(scene.order.indexOf(this.name));
    style.overflow = this.view.clips ? "clip" : "";
    if (this.clippers.length === 0 && this.clip !== null) {
      this.clip = null;
      style.clipPath = "";
    }
    this.#letter();
  }

  /** Shows the text of the view, or that of the page if the view has none. */
  #letter() {
    this.dressing?.forget();
    if (this.kept.has("text")) return;
    if (this.view.text !== null) this.#write(this.view.text);
    else if (this.savedText !== null) this.#unwrite();
  }

  /** Draws the look; a look that has ended leaves what it drew to the page. */
  #dress(drawn) {
    if (drawn.look !== null) {
      this.dressing ??= new Dressing(this.element, this.wardrobe, this.kept);
      this.dressing.draw(drawn, this.savedText === null ? null : this.view.text);
    } else if (this.dressing !== null) {
      this.dressing.remove();
      this.dressing = null;
      this.element.style.overflow = drawn.clips ? "clip" : "";
      this.#letter();
    }
  }

  /** Collects the views from this one up to that of the element above; returns a fault or null. */
  #climb() {
    const end = this.above === null ? null : this.above.view;
    if (this.above !== null && end === null) {
      return `the element of "${this.above.name}" around it shows nothing`;
    }
    let at = this.view;
    while (at !== null && at !== end) {
      this.chain.push(at);
      if (at !== this.view && at.clips) this.clippers.push(at);
      at = at.above;
    }
    if (at === end) return null;
    return `its element is in that of "${this.above.name}", but the view is not in that view`;
  }

  #write({ string, size, lineHeight, lines }) {
    const { element } = this;
    // A new text would remove the elements in this one.
    if (element.childElementCount > 0) return;
    if (this.savedText === null) this.savedText = element.textContent;
    if (element.textContent !== string) element.textContent = string;
    element.style.fontSize = `${size}px`;
    element.style.lineHeight = `${lineHeight}px`;
    element.style.whiteSpace = lines === 1 ? "pre" : "pre-wrap";
  }

  /** Restores the text of the page, for a view without one. */
  #unwrite() {
    const { style } = this.element;
    this.element.textContent = this.savedText;
    this.savedText = null;
    style.fontSize = "";
    style.lineHeight = "";
    style.whiteSpace = "";
  }

  #show(isShown) {
    if (isShown === this.isShown) return;
    this.isShown = isShown;
    this.element.style.visibility = isShown ? "" : "hidden";
  }

  /**
   * Draws the view as `Scene.at` left it. O(views above it); allocates only the texts of styles
   * that change.
   * @param {import("./fit.js").Fit} fit the place of the screen
   */
  draw(fit) {
    const { view } = this;
    if (view !== null) this.#dress(view.drawn);
    this.#show(view !== null && view.drawn.visible);
    if (view === null || !this.isShown) return;
    if (this.above === null) place(view.drawn.toScreen, fit);
    else next.set(this.#reach(this.above.view));
    for (let at = 0; at < 4; at += 1) next[at] = Math.round(next[at] * STEPS) / STEPS;
    for (let at = 4; at < 6; at += 1) {
      next[at] = Math.round(next[at] * LENGTH_STEPS) / LENGTH_STEPS;
    }
    const { drawn } = view;
    next[WIDTH] = Math.round(drawn.frame[2] * LENGTH_STEPS) / LENGTH_STEPS;
    next[HEIGHT] = Math.round(drawn.frame[3] * LENGTH_STEPS) / LENGTH_STEPS;
    next[RADIUS] = Math.round(drawn.cornerRadius * LENGTH_STEPS) / LENGTH_STEPS;
    let opacity = 1;
    for (let at = 0; at < this.chain.length; at += 1) opacity *= this.chain[at].drawn.alpha;
    next[OPACITY] = Math.round(opacity * STEPS) / STEPS;
    this.#style();
    this.#fill(drawn.color, drawn.look === null ? 1 : drawn.look.fillAlpha);
    if (this.clippers.length > 0) this.#cut();
  }

  /** Writes the numbers that have changed. */
  #style() {
    const { written, element: { style } } = this;
    let hasMoved = false;
    for (let at = 0; at < 6; at += 1) if (next[at] !== written[at]) hasMoved = true;
    if (hasMoved) {
      // The first picture is no motion.
      if (!this.isPromoted && !Number.isNaN(written[0])) {
        this.isPromoted = true;
        style.willChange = "transform";
      }
      style.transform = `matrix(${next[0]}, ${next[1]}, ${next[2]}, ${next[3]}, ${next[4]}, `
        + `${next[5]})`;
    }
    if (next[WIDTH] !== written[WIDTH]) style.width = `${next[WIDTH]}px`;
    if (next[HEIGHT] !== written[HEIGHT]) style.height = `${next[HEIGHT]}px`;
    if (next[OPACITY] !== written[OPACITY]) style.opacity = String(next[OPACITY]);
    if (next[RADIUS] !== written[RADIUS] && !this.kept.has("radius")) {
      style.borderRadius = `${next[RADIUS]}px`;
    }
    written.set(next);
  }

  /** A view without a color leaves that of the element to the page. */
  #fill(color, alpha) {
    if (color === this.color && alpha === this.fillAlpha || this.kept.has("color")) return;
    this.color = color;
    this.fillAlpha = alpha;
    const fill = color === null ? "" : withAlpha(color, alpha);
    if (fill === this.fill) return;
    this.fill = fill;
    this.element.style.backgroundColor = fill;
  }

  /** The matrix from this view's coordinates to those of a view above it, until the next call. */
  #reach(end) {
    toParent(this.view.drawn, whole);
    for (let at = 1; at < this.chain.length && this.chain[at] !== end; at += 1) {
      whole.set(multiply(toParent(this.chain[at].drawn, step), whole, product));
    }
    return whole;
  }

  /** Clips the element to the views that clip this one and have no element above it. */
  #cut() {
    clip.clear();
    for (let at = 0; at < this.clippers.length; at += 1) {
      const { frame } = this.clippers[at].drawn;
      clip.intersect(this.#reach(this.clippers[at]), frame[2], frame[3]);
    }
    clip.round(LENGTH_STEPS);
    if (this.clip !== null && this.clip.equals(clip)) return;
    this.clip ??= new Polygon();
    this.clip.copy(clip);
    this.element.style.clipPath = String(clip);
  }

  /** Ends the layer that the browser keeps for an element in motion, so that it draws it sharp. */
  settle() {
    if (!this.isPromoted) return;
    this.isPromoted = false;
    this.element.style.willChange = "";
  }

  /** Restores the element's own style and text. */
  release() {
    this.dressing?.remove();
    if (this.savedText !== null) this.element.textContent = this.savedText;
    this.element.style.cssText = this.savedStyle;
    if (this.savedStyle === "") this.element.removeAttribute("style");
  }
}

/** Sets the matrix in `next` to one that begins at the screen, placed in the root by `fit`. */
function place(toScreen, fit) {
  for (let at = 0; at < 6; at += 1) next[at] = fit.scale * toScreen[at];
  next[4] += fit.x;
  next[5] += fit.y;
}
