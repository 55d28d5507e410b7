// The stage: draws the source's picture while something moves, and is idle otherwise.

import { ghostsOf } from "./ghosts.js";
import { Overlay } from "./overlay.js";
import { Painter } from "./paint.js";

// The time over which the frame rate is measured, in milliseconds.
const RATE_SPAN = 1000;
// A longer gap between two frames is a rest, not a slow frame; in milliseconds.
const REST = 250;
// The minimum number of frames for a rate.
const FEWEST = 6;
// The number of pictures whose cost is kept.
const COSTS = 240;

/** A canvas, its source, and the loop that runs while something moves. */
export class Stage {
  #pending = 0;
  #frames = [];
  #costs = [];
  #source = null;
  picture = null;
  /** The number of pictures drawn. */
  drawn = 0;

  constructor(canvas, store) {
    this.canvas = canvas;
    this.store = store;
    this.painter = new Painter(canvas);
    this.overlay = new Overlay(this.painter);
    this.readLook();
    const wake = () => this.wake();
    store.on([
      "selected", "hovered", "names", "outlines", "fingers", "related", "look", "tab", "scene",
        "moved", "bindings", "compares",
    ], wake);
    new ResizeObserver(wake).observe(canvas.parentElement);
    document.addEventListener("visibilitychange", wake);
  }

  /**
   * The source of pictures: `picture()`, `moves()`, `touches()`, `trails()` and `other(picture)`, a
   * picture to compare with, or null.
   */
  set source(source) {
    this.#source = source;
    this.wake();
  }

  get source() {
    return this.#source;
  }

  /** Draws a frame at the next refresh, and continues while the source moves. */
  wake() {
    if (this.#pending === 0) this.#pending = requestAnimationFrame((now) => this.#frame(now));
  }

  /** The page's frames per second while it draws continuously; null at rest. */
  get rate() {
    const times = this.#frames;
    if (this.#pending === 0 || times.length < FEWEST) return null;
    if (performance.now() - times[times.length - 1] > REST) return null;
    return 1000 * (times.length - 1) / (times[times.length - 1] - times[0]);
  }

  /** The costs of the last pictures including their overlays and graphs, in milliseconds. */
  get costs() {
    return this.#costs;
  }

  /** Reads the colors of the theme. */
  readLook() {
    const style = getComputedStyle(document.documentElement);
    const color = (name) => style.getPropertyValue(`--${name}`).trim();
    this.look = {
      accent: color("accent"), onAccent: color("on-accent"), halo: color("halo"),
      hover: color("hover-fill"), outline: color("outline"), related: color("related"),
      finger: color("finger"), fingerFill: color("finger-fill"), shadow: color("stage-shadow"),
      edge: color("stage-edge"), arrow: color("line-3"), paper: color("panel"), ink: color("ink"),
    };
  }

  #frame(now) {
    this.#pending = 0;
    const begin = performance.now();
    if (!this.#source || document.hidden) return;
    const picture = this.#source.picture(now);
    if (!picture) return;
    this.picture = picture;
    this.drawn += 1;
    this.#count(now);
    this.painter.fit(picture.screen);
    this.painter.draw(picture, this.look);
    const other = this.#source.other(picture);
    const ghosts = other ? ghostsOf(picture, other) : null;
    this.store.set("distance", ghosts?.distance ?? null);
    this.overlay.draw(picture, this.look, {
      selected: this.store.get("selected"), hovered: this.store.get("hovered"),
      names: this.store.get("names"), outlines: this.store.get("outlines"),
      fingers: this.store.get("fingers"), related: this.store.get("related"),
      bindings: this.store.get("bindings"), arrows: this.store.get("arrows"),
      touches: this.#source.touches(), trails: this.#source.trails(),
      ghosts: ghosts?.views ?? [],
    });
    if (this.#source.moves()) this.wake();
    this.store.emit("picture", picture);
    this.#costs.push(performance.now() - begin);
    if (this.#costs.length > COSTS) this.#costs.shift();
  }

  #count(now) {
    const times = this.#frames;
    if (times.length > 0 && now - times[times.length - 1] > REST) times.length = 0;
    times.push(now);
    while (now - times[0] > RATE_SPAN) times.shift();
  }
}
