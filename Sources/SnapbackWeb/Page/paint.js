// Draws a picture of the scene on a canvas: views with their corners, clips, opacity and texts.

import { inkOn } from "./contrast.js";

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
// The maximum number of texts in the cache of line breaks; a full cache is cleared.
const LINES_KEPT = 500;
// The corner radius of the screen, in CSS pixels.
const RADIUS = 10;
// The largest margin around the screen, in CSS pixels.
const MARGIN = 18;
// A line that is too wide by up to this factor is condensed; a wider line is wrapped or cut.
const TOO_WIDE = 1.3;

/** The canvas and the position of the screen on it. */
export class Painter {
  /** The screen's top left corner and its zoom, in CSS pixels of the canvas. */
  place = { left: 0, top: 0, zoom: 1, width: 0, height: 0 };
  #lines = new Map();
  #clip = -1;
  #depth = 0;
  #edge = "";

  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
  }

  /** Fits the canvas to its box and the screen into the canvas. */
  fit(screen) {
    const box = this.canvas.parentElement.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.max(1, box.width), Math.max(1, box.height)];
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) {
      [this.canvas.width, this.canvas.height] = pixels;
    }
    const margin = Math.min(MARGIN, width / 40, height / 40);
    const zoom = Math.max(
      0.01, Math.min((width - 2 * margin) / screen.width, (height - 2 * margin) / screen.height));
    this.place = {
      zoom, width, height, ratio,
      left: Math.round((width - screen.width * zoom) / 2),
      top: Math.round((height - screen.height * zoom) / 2),
    };
  }

  /** Converts a position in the window to a point of the screen. */
  toPoint(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const { left, top, zoom } = this.place;
    return [(clientX - box.left - left) / zoom, (clientY - box.top - top) / zoom];
  }

  /** Draws all views. O(views). */
  draw(picture, look) {
    const context = this.context;
    const { left, top, zoom, ratio } = this.place;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.base = [ratio * zoom, ratio * left, ratio * top];
    this.#paper(picture.screen, look);
    this.#clip = -1;
    this.#depth = 0;
    const places = new Map();
    const alphas = [];
    const clips = [];
    const grounds = [];
    picture.views.forEach((view, index) => {
      places.set(view.name, index);
      const above = view.parent ? places.get(view.parent) : undefined;
      const parent = above === undefined ? null : picture.views[above];
      alphas[index] = (above === undefined ? 1 : alphas[above]) * view.alpha;
      clips[index] = parent === null ? -1 : parent.clips ? above : clips[above];
      grounds[index] = view.color
        ?? (above === undefined ? picture.screen.background : grounds[above]);
      // The first view is the background, which is already drawn.
      if (index === 0 || view.visible === false || !(alphas[index] > 0)) return;
      if (!view.color && !view.text) return;
      this.#clipTo(clips[index], clips, picture.views);
      context.globalAlpha = Math.min(1, alphas[index]);
      this.#matrix(view.toScreen);
      if (view.color) {
        context.fillStyle = view.color;
        this.#shape(view);
        context.fill();
      }
      if (view.text) this.#text(view, grounds[index]);
    });
    this.#clipTo(-1, clips, picture.views);
    context.globalAlpha = 1;
    this.#finish(picture.screen);
  }

  /** Sets the canvas transform for a matrix in screen coordinates. */
  #matrix(m) {
    const [scale, x, y] = this.base;
    this.context.setTransform(
      scale * m[0], scale * m[1], scale * m[2], scale * m[3], scale * m[4] + x, scale * m[5] + y);
  }

  #paper(screen, look) {
    const context = this.context;
    this.#matrix([1, 0, 0, 1, 0, 0]);
    context.save();
    context.shadowColor = look.shadow;
    context.shadowBlur = 28 * this.place.ratio;
    context.shadowOffsetY = 8 * this.place.ratio;
    context.fillStyle = screen.background;
    context.beginPath();
    context.roundRect(0, 0, screen.width, screen.height, RADIUS / this.place.zoom);
    context.fill();
    context.restore();
    // Clip to the screen.
    context.save();
    context.clip();
    this.#edge = look.edge;
  }

  /** Draws the edge of the screen over the scene. */
  #finish(screen) {
    const context = this.context;
    context.restore();
    this.#matrix([1, 0, 0, 1, 0, 0]);
    context.beginPath();
    context.roundRect(0, 0, screen.width, screen.height, RADIUS / this.place.zoom);
    context.lineWidth = 1 / this.place.zoom;
    context.strokeStyle = this.#edge;
    context.stroke();
  }

  #shape(view) {
    const [, , width, height] = view.frame;
    this.context.beginPath();
    if (view.cornerRadius > 0) {
      const radius = Math.min(view.cornerRadius, width / 2, height / 2);
      this.context.roundRect(0, 0, width, height, radius);
    } else {
      this.context.rect(0, 0, width, height);
    }
  }

  /** Clips to a view and its clipping ancestors; -1 for no clipping. */
  #clipTo(wanted, clips, views) {
    if (wanted === this.#clip) return;
    for (; this.#depth > 0; this.#depth -= 1) this.context.restore();
    this.#clip = wanted;
    const chain = [];
    for (let place = wanted; place >= 0; place = clips[place]) chain.unshift(place);
    for (const place of chain) {
      this.context.save();
      this.#depth += 1;
      this.#matrix(views[place].toScreen);
      this.#shape(views[place]);
      this.context.clip();
    }
  }

  #text(view, ground) {
    const { string, size, lineHeight, firstBaseline, lines } = view.text;
    const context = this.context;
    context.font = `${size}px ${FONT}`;
    context.fillStyle = inkOn(ground ?? "#000000");
    context.textBaseline = "alphabetic";
    const broken = this.#broken(string, view.frame[2], lines, size);
    // The layout estimates widths without fonts, so a line that is slightly too wide is condensed.
    broken.forEach((line, place) => context.fillText(
      line, 0, firstBaseline + place * lineHeight, Math.max(1, view.frame[2])));
  }

  /** Wraps text into lines of a width; the last line ends in dots if text was cut. */
  #broken(string, width, limit, size) {
    const key = `${size} ${limit} ${Math.round(width * 2)} ${string}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const wide = (text) => this.context.measureText(text).width > width * TOO_WIDE + 0.5;
    const result = [];
    for (const paragraph of string.split("\n")) {
      let line = "";
      for (const word of paragraph.split(" ")) {
        const longer = line ? `${line} ${word}` : word;
        if (line && wide(longer) && limit !== 1) {
          result.push(line);
          line = word;
        } else {
          line = longer;
        }
      }
      result.push(line);
    }
    const kept = limit > 0 ? result.slice(0, limit) : result;
    const last = kept.length - 1;
    const more = kept.length < result.length;
    if (more || wide(kept[last])) kept[last] = shortened(kept[last], more, wide);
    if (this.#lines.size >= LINES_KEPT) this.#lines.clear();
    this.#lines.set(key, kept);
    return kept;
  }
}

function shortened(line, more, wide) {
  if (!more && !wide(line)) return line;
  let text = line;
  while (text.length > 1 && wide(`${text}…`)) text = text.slice(0, -1);
  return `${text.trimEnd()}…`;
}
