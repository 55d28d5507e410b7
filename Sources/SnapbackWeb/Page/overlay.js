// The overlay of the scene: the selected view with its frame, names, touches and their trails.

import { center } from "./arrows.js";
import { drawBindings } from "./bindings.js";
import { quietInkOn } from "./contrast.js";
import { apply, corners, viewsAt } from "./geometry.js";
import { number } from "./dom.js";

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

// With more views than this, names are not drawn: they would clutter the scene, and placing each
// one checks all views.
const NAMED = 80;

/** Draws in CSS pixels above the painter's picture. */
export class Overlay {
  /** The drawn arrows of bindings. */
  arrows = [];

  constructor(painter) {
    this.painter = painter;
  }

  draw(picture, look, state) {
    const context = this.painter.context;
    const { ratio } = this.painter.place;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.globalAlpha = 1;
    if (state.outlines) {
      for (const view of picture.views.slice(1)) {
        if (view.visible !== false) this.#outline(view, look.outline, 1);
      }
    }
    for (const view of state.ghosts) this.#ghost(view, look);
    if (state.names) this.#names(picture, state);
    for (const name of state.related) {
      const view = picture.byName.get(name);
      if (view) this.#outline(view, look.related, 2);
    }
    const hovered = picture.byName.get(state.hovered);
    if (hovered && state.hovered !== state.selected) {
      this.#fill(hovered, look.hover);
      this.#outline(hovered, look.accent, 1);
    }
    const selected = picture.byName.get(state.selected);
    if (selected) this.#selection(picture, selected, look);
    const isBound = selected !== undefined || state.arrows;
    this.arrows = isBound ? this.#bindings(picture, state.bindings, look) : [];
    if (state.fingers) this.#touches(state.touches, state.trails, look);
  }

  /** Converts a point of the screen to CSS pixels of the canvas. */
  #at([x, y]) {
    const { left, top, zoom } = this.painter.place;
    return [left + x * zoom, top + y * zoom];
  }

  #path(points) {
    const context = this.painter.context;
    context.beginPath();
    points.forEach((point, place) => {
      const [x, y] = this.#at(point);
      if (place === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.closePath();
  }

  /** The shape of a view in CSS pixels, so that strokes have the same width everywhere. */
  #shape(view) {
    const { left, top, zoom } = this.painter.place;
    const [, , width, height] = view.frame;
    const shape = new Path2D();
    shape.roundRect(0, 0, width, height, Math.min(view.cornerRadius, width / 2, height / 2));
    const path = new Path2D();
    path.addPath(shape, new DOMMatrix([zoom, 0, 0, zoom, left, top]).multiply(
      new DOMMatrix(view.toScreen)));
    return path;
  }

  #outline(view, color, width) {
    const context = this.painter.context;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke(this.#shape(view));
  }

  /** Draws a view of the run that is compared, dashed on any color. */
  #ghost(view, look) {
    const context = this.painter.context;
    const shape = this.#shape(view);
    context.lineWidth = 2;
    context.setLineDash([6, 6]);
    for (const [color, offset] of [[look.halo, 0], [look.related, 6]]) {
      context.lineDashOffset = offset;
      context.strokeStyle = color;
      context.stroke(shape);
    }
    context.setLineDash([]);
  }

  #fill(view, color) {
    this.painter.context.fillStyle = color;
    this.painter.context.fill(this.#shape(view));
  }

  /** Draws the names of views where there is room and no view covers them. */
  #names(picture, state) {
    const context = this.painter.context;
    const { zoom, left, top, ratio } = this.painter.place;
    if (picture.views.length > NAMED) return;
    context.save();
    context.beginPath();
    context.rect(left, top, picture.screen.width * zoom, picture.screen.height * zoom);
    context.clip();
    context.font = `500 10.5px ${FONT}`;
    context.textBaseline = "alphabetic";
    for (const view of picture.views.slice(1)) {
      const isBare = view.visible !== false && view.color && !view.text
        && !view.look?.image;
      if (!isBare || view.name === state.selected) continue;
      const [, , width, height] = view.frame;
      const inset = Math.max(6, Math.min(view.cornerRadius * zoom * 0.4, 14));
      const length = context.measureText(view.name).width;
      if (height * zoom < 16 || length > width * zoom - 2 * inset) continue;
      const low = Math.min(inset + 9, height * zoom / 2 + 4);
      const m = view.toScreen;
      const middle = apply(m, (inset + length / 2) / zoom, (low - 4) / zoom);
      if (viewsAt(picture, ...middle).find((found) => found.color) !== view) continue;
      const [x, y] = this.#at(apply(m, 0, 0));
      const size = Math.hypot(m[0], m[1]) || 1;
      const [c, s] = [ratio * m[0] / size, ratio * m[1] / size];
      context.setTransform(c, s, -s, c, ratio * x, ratio * y);
      context.globalAlpha = view.alpha;
      context.fillStyle = quietInkOn(view.color);
      context.fillText(view.name, inset, low);
    }
    context.restore();
  }

  /** Draws the view's layout frame (dashed), its drawn shape (solid), its anchor and its size. */
  #selection(picture, view, look) {
    const context = this.painter.context;
    const parent = picture.byName.get(view.parent);
    const frame = corners(parent ? parent.toScreen : [1, 0, 0, 1, 0, 0], ...view.frame);
    const seen = corners(view.toScreen, 0, 0, view.frame[2], view.frame[3]);
    const isAway = seen.some(([x, y], i) => Math.hypot(x - frame[i][0], y - frame[i][1]) > 0.5);
    this.#outline(view, look.halo, 4);
    this.#outline(view, look.accent, 2);
    if (isAway) {
      for (const [color, offset] of [[look.halo, 0], [look.accent, 5]]) {
        this.#path(frame);
        context.setLineDash([5, 5]);
        context.lineDashOffset = offset;
        context.strokeStyle = color;
        context.lineWidth = 1.5;
        context.stroke();
      }
      context.setLineDash([]);
      this.#way(center(frame), center(seen), look);
    }
    const [ax, ay] = this.#at(apply(
      view.toScreen, view.anchor[0] * view.frame[2], view.anchor[1] * view.frame[3]));
    context.beginPath();
    context.arc(ax, ay, 3.5, 0, 2 * Math.PI);
    context.fillStyle = look.accent;
    context.fill();
    context.strokeStyle = look.halo;
    context.lineWidth = 1.5;
    context.stroke();
    this.#tag(view, isAway ? [...seen, ...frame] : seen, look);
  }

  #way(from, to, look) {
    const context = this.painter.context;
    const [x0, y0] = this.#at(from);
    const [x1, y1] = this.#at(to);
    if (Math.hypot(x1 - x0, y1 - y0) < 8) return;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.strokeStyle = look.accent;
    context.lineWidth = 1.5;
    context.stroke();
    context.beginPath();
    context.arc(x0, y0, 2.5, 0, 2 * Math.PI);
    context.fillStyle = look.accent;
    context.fill();
  }

  #tag(view, around, look) {
    const context = this.painter.context;
    const places = around.map((point) => this.#at(point));
    const size = `${number(view.frame[2], 1)} × ${number(view.frame[3], 1)}`;
    context.font = `600 11px ${FONT}`;
    const name = context.measureText(view.name).width;
    context.font = `11px ${FONT}`;
    const width = name + context.measureText(size).width + 24;
    const { width: room, height } = this.painter.place;
    const middle = places.reduce((sum, [x]) => sum + x, 0) / places.length;
    const low = Math.max(...places.map(([, y]) => y));
    const high = Math.min(...places.map(([, y]) => y));
    const x = Math.min(Math.max(4, middle - width / 2), room - width - 4);
    const y = low + 30 < height ? low + 8 : Math.max(4, high - 30);
    context.beginPath();
    context.roundRect(x, y, width, 22, 6);
    context.fillStyle = look.accent;
    context.fill();
    context.textBaseline = "middle";
    context.fillStyle = look.onAccent;
    context.font = `600 11px ${FONT}`;
    context.fillText(view.name, x + 8, y + 11.5);
    context.font = `11px ${FONT}`;
    context.fillText(size, x + 16 + name, y + 11.5);
  }

  #bindings(picture, bindings, look) {
    const { canvas, context, place } = this.painter;
    const size = [canvas.width / place.ratio, canvas.height / place.ratio];
    return drawBindings(context, picture, bindings, look, (point) => this.#at(point), size);
  }

  #touches(touches, trails, look) {
    const context = this.painter.context;
    for (const trail of trails) {
      for (let place = 1; place < trail.length; place += 1) {
        const [from, to] = [trail[place - 1], trail[place]];
        const [x0, y0] = this.#at([from.x, from.y]);
        const [x1, y1] = this.#at([to.x, to.y]);
        context.beginPath();
        context.moveTo(x0, y0);
        context.lineTo(x1, y1);
        context.strokeStyle = look.finger;
        context.globalAlpha = 0.55 * to.strength;
        context.lineWidth = 2 + 8 * to.strength;
        context.stroke();
      }
    }
    context.globalAlpha = 1;
    for (const touch of touches) {
      const [x, y] = this.#at([touch.x, touch.y]);
      context.beginPath();
      context.arc(x, y, 15, 0, 2 * Math.PI);
      context.fillStyle = look.fingerFill;
      context.fill();
      context.strokeStyle = look.finger;
      context.lineWidth = 2;
      context.stroke();
    }
  }
}
