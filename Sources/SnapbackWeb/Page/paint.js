// Draws a picture of the scene on a canvas: views with their corners, clips, opacity, texts and
// looks.

import { linesOf, roomFor, rowsIn } from "/client/lines.js";
import { weightOf } from "/client/looks.js";
import { inkOn } from "./contrast.js";
import { drawBlank, drawBorder, drawShadow, trace } from "./looks.js";

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
// The maximum number of texts in the cache of line breaks; a full cache is cleared.
const LINES_KEPT = 500;
// The corner radius of the screen, in CSS pixels.
const RADIUS = 10;
// The largest margin around the screen, in CSS pixels.
const MARGIN = 18;
// The font of the name of an image.
const NAMES = `11px ${FONT}`;
// Where the lines of a text are: the shares of the width and of the height they leave free.
const ACROSS = { center: ["center", 0.5], right: ["right", 1], trailing: ["right", 1] };
const DOWN = { center: 0.5, bottom: 1 };

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
    // The places of parents, and the views with a border whose children are being drawn.
    const parents = [];
    const bordered = [];
    const finish = (index) => {
      while (bordered.length > 0 && !isAbove(bordered.at(-1), index, parents)) {
        const place = bordered.pop();
        this.#begin(place, { views: picture.views, alphas, clips });
        drawBorder(context, picture.views[place]);
      }
    };
    picture.views.forEach((view, index) => {
      places.set(view.name, index);
      const above = view.parent ? places.get(view.parent) : undefined;
      const parent = above === undefined ? null : picture.views[above];
      parents[index] = above ?? -1;
      finish(index);
      alphas[index] = (above === undefined ? 1 : alphas[above]) * view.alpha;
      clips[index] = parent === null ? -1 : parent.clips ? above : clips[above];
      const isGround = view.color && (view.look?.fillAlpha ?? 1) >= 0.5;
      grounds[index] = isGround ? view.color
        : above === undefined ? picture.screen.background : grounds[above];
      // The first view is the background, which is already drawn.
      if (index === 0 || view.visible === false || !(alphas[index] > 0)) return;
      if (!view.color && !view.text && !view.look) return;
      this.#begin(index, { views: picture.views, alphas, clips });
      if (view.color) this.#fill(view, alphas[index]);
      if (view.look?.image) drawBlank(context, view, NAMES);
      if (view.text) this.#text(view, grounds[index]);
      if (view.look?.borderWidth > 0) bordered.push(index);
    });
    finish(-1);
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
    this.context.beginPath();
    trace(this.context, view);
  }

  /** Sets the clip, the opacity and the transform of a view. */
  #begin(index, { views, alphas, clips }) {
    this.#clipTo(clips[index], clips, views);
    this.context.globalAlpha = Math.min(1, alphas[index]);
    this.#matrix(views[index].toScreen);
  }

  /** Draws the fill of a view, and its shadow. */
  #fill(view, alpha) {
    const context = this.context;
    if (view.look) drawShadow(context, view);
    context.globalAlpha = Math.min(1, alpha) * (view.look?.fillAlpha ?? 1);
    context.fillStyle = view.color;
    this.#shape(view);
    context.fill();
    context.globalAlpha = Math.min(1, alpha);
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
    const { style, size, lineHeight, firstBaseline } = view.text;
    const { look, frame: [, , width, height] } = view;
    const context = this.context;
    context.font = `${look ? weightOf(look, style) : ""} ${size}px ${FONT}`;
    context.fillStyle = look ? look.textColor : inkOn(ground ?? "#000000");
    context.textBaseline = "alphabetic";
    const lines = this.#lined(view);
    const [align, share] = ACROSS[look?.textAlignment] ?? ["left", 0];
    const free = Math.max(0, height - lines.length * lineHeight);
    const top = firstBaseline + (look ? free * (DOWN[look.verticalAlignment] ?? 0) : 0);
    context.save();
    const cuts = look?.truncation === "clip";
    if (cuts) {
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
    }
    lines.forEach((line, place) => {
      const y = top + place * lineHeight;
      if (cuts && this.context.measureText(line).width > roomFor(width)) {
        context.textAlign = "left";
        context.fillText(line, 0, y);
      } else {
        // The layout estimates widths without fonts, so a line that is slightly too wide is
        // condensed.
        context.textAlign = align;
        context.fillText(line, share * width, y, Math.max(1, width));
      }
    });
    context.restore();
  }

  /**
   * The lines of a text in the font of the canvas. For a view without a look, the height of the
   * view does not limit their number.
   */
  #lined({ text: { string, lineHeight, lines }, frame: [, , width, height], look }) {
    const rows = look ? rowsIn(height, lineHeight) : "";
    const truncation = look?.truncation ?? "tail";
    const key = [
      this.context.font, lines, rows, truncation, Math.round(width * 2), string].join(" ");
    const known = this.#lines.get(key);
    if (known) return known;
    const result = linesOf(
      string, {
        width: roomFor(width), height: look ? height : Infinity, lineHeight, lines, truncation,
      }, (part) => this.context.measureText(part).width);
    if (this.#lines.size >= LINES_KEPT) this.#lines.clear();
    this.#lines.set(key, result);
    return result;
  }
}

/** Whether the view at a place contains another one, by the places of parents. */
function isAbove(place, index, parents) {
  let at = index;
  while (at > place) at = parents[at];
  return at === place;
}
