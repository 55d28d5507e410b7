// Graphs on a canvas: lines over time, with a grid, a mark for the current time, and the values at
// the pointer.

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
// The opacity of the part of a line that is in the future.
const FUTURE = 0.8;
const ROOM = { left: 46, right: 12, top: 10, bottom: 20 };

/** A round step that fits about `count` times into a span. */
export function roundStep(span, count) {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((value) => value * power >= rough) ?? 10;
  return factor * power;
}

/** A canvas with axes. Values are drawn from `x` = [from, to] and `y` = [low, high]. */
export class Plot {
  #hover = null;
  #last = null;

  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    canvas.addEventListener("pointermove", (event) => {
      this.#hover = event.offsetX;
      if (this.#last) this.draw(this.#last);
    });
    canvas.addEventListener("pointerleave", () => {
      this.#hover = null;
      if (this.#last) this.draw(this.#last);
    });
  }

  /** The time at an offset on the canvas, in CSS pixels. */
  timeAt(offset) {
    const { x } = this.#last;
    const width = this.canvas.clientWidth - ROOM.left - ROOM.right;
    return x[0] + (offset - ROOM.left) / width * (x[1] - x[0]);
  }

  /**
   * Draws a graph. `x` and `y` are ranges. `lines` have `points` [x, y], `color`, and optionally
   * `future` (the x from which the line is fainter), `dash`, `width` and `name`. `now` is an x,
   * `bands` have `from`, `to` and `color`, `marks` are [x, text], and `unit` follows values.
   */
  draw(graph) {
    this.#last = graph;
    const box = this.canvas.getBoundingClientRect();
    if (box.width < 40 || box.height < 30) return;
    const ratio = window.devicePixelRatio || 1;
    const pixels = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) {
      [this.canvas.width, this.canvas.height] = pixels;
    }
    const context = this.context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, box.width, box.height);
    this.box = box;
    const style = getComputedStyle(this.canvas);
    this.ink = (name) => style.getPropertyValue(`--${name}`).trim();
    context.font = `10.5px ${FONT}`;
    this.#bands(graph);
    this.#grid(graph);
    context.save();
    context.beginPath();
    context.rect(ROOM.left, ROOM.top - 4, box.width - ROOM.left - ROOM.right,
      box.height - ROOM.top - ROOM.bottom + 8);
    context.clip();
    for (const line of graph.lines) this.#line(graph, line);
    context.restore();
    if (graph.now !== undefined) this.#now(graph);
    for (const [x, text] of graph.marks ?? []) this.#mark(graph, x, text);
    if (this.#hover !== null) this.#values(graph);
  }

  #x({ x }, value) {
    const width = this.box.width - ROOM.left - ROOM.right;
    return ROOM.left + (value - x[0]) / (x[1] - x[0]) * width;
  }

  #y({ y }, value) {
    const height = this.box.height - ROOM.top - ROOM.bottom;
    return ROOM.top + (y[1] - value) / (y[1] - y[0]) * height;
  }

  #bands(graph) {
    for (const { from, to, color } of graph.bands ?? []) {
      const left = Math.max(ROOM.left, this.#x(graph, from));
      const right = Math.min(this.box.width - ROOM.right, this.#x(graph, to));
      if (right <= left) continue;
      this.context.fillStyle = color;
      this.context.fillRect(left, ROOM.top, right - left, this.box.height - ROOM.top - ROOM.bottom);
    }
  }

  #grid(graph) {
    const context = this.context;
    const { width, height } = this.box;
    context.lineWidth = 1;
    context.textBaseline = "middle";
    context.textAlign = "right";
    const rise = roundStep(graph.y[1] - graph.y[0], (height - 30) / 26);
    const highest = graph.y[1] / rise + 1e-9;
    for (let k = Math.ceil(graph.y[0] / rise - 1e-9); k <= highest; k += 1) {
      const y = Math.round(this.#y(graph, k * rise)) + 0.5;
      context.strokeStyle = this.ink(k === 0 ? "grid-zero" : "grid");
      context.beginPath();
      context.moveTo(ROOM.left, y);
      context.lineTo(width - ROOM.right, y);
      context.stroke();
      context.fillStyle = this.ink("muted");
      context.fillText(label(k * rise, rise), ROOM.left - 6, y);
    }
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const stride = roundStep(graph.x[1] - graph.x[0], (width - 60) / 56);
    const origin = graph.origin ?? 0;
    const first = Math.ceil((graph.x[0] - origin) / stride - 1e-9);
    for (let k = first; origin + k * stride <= graph.x[1] + 1e-9; k += 1) {
      const x = this.#x(graph, origin + k * stride);
      context.fillStyle = this.ink("muted");
      const text = `${label(k * stride, stride)}${graph.across ?? " s"}`;
      if (x > ROOM.left + 8 && x < width - 16) context.fillText(text, x, height - 6);
    }
  }

  #line(graph, line) {
    const context = this.context;
    const split = line.future ?? Infinity;
    for (const isFuture of [false, true]) {
      context.beginPath();
      let isOpen = false;
      let last = null;
      for (const [x, y] of line.points) {
        if (!Number.isFinite(y)) {
          isOpen = false;
          continue;
        }
        const isHere = isFuture ? x >= split : x <= split;
        if (isHere) {
          // Connect the two parts.
          const from = !isOpen && isFuture ? last : null;
          if (from) context.moveTo(this.#x(graph, from[0]), this.#y(graph, from[1]));
          if (isOpen || from) context.lineTo(this.#x(graph, x), this.#y(graph, y));
          else context.moveTo(this.#x(graph, x), this.#y(graph, y));
          isOpen = true;
        }
        last = [x, y];
      }
      context.strokeStyle = line.color;
      context.lineWidth = line.width ?? 2;
      context.lineJoin = "round";
      context.globalAlpha = (line.alpha ?? 1) * (isFuture ? FUTURE : 1);
      context.setLineDash(line.dash ?? (isFuture ? [2, 4] : []));
      context.lineCap = isFuture ? "round" : "butt";
      context.stroke();
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  #now(graph) {
    const x = Math.round(this.#x(graph, graph.now)) + 0.5;
    this.#upright(x, this.ink("accent"), []);
    for (const line of graph.lines) {
      const value = valueAt(line.points, graph.now);
      if (value === null || line.quiet) continue;
      this.#dot(x, this.#y(graph, value), line.color);
    }
  }

  #upright(x, color, dash) {
    const context = this.context;
    if (x < ROOM.left || x > this.box.width - ROOM.right + 1) return;
    context.beginPath();
    context.moveTo(x, ROOM.top - 4);
    context.lineTo(x, this.box.height - ROOM.bottom + 2);
    context.strokeStyle = color;
    context.lineWidth = 1;
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }

  #dot(x, y, color) {
    const context = this.context;
    if (y < 2 || y > this.box.height - ROOM.bottom + 4) return;
    context.beginPath();
    context.arc(x, y, 3.5, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
    context.strokeStyle = this.ink("panel");
    context.lineWidth = 1.5;
    context.stroke();
  }

  #mark(graph, value, text) {
    const context = this.context;
    const x = Math.round(this.#x(graph, value)) + 0.5;
    this.#upright(x, this.ink("muted"), [3, 3]);
    if (!text) return;
    const isRight = x + context.measureText(text).width + 10 > this.box.width - ROOM.right;
    context.textAlign = isRight ? "right" : "left";
    context.textBaseline = "alphabetic";
    context.fillStyle = this.ink("muted");
    context.fillText(text, x + (isRight ? -5 : 5), this.box.height - ROOM.bottom - 6);
  }

  #values(graph) {
    const time = this.timeAt(this.#hover);
    if (time < graph.x[0] || time > graph.x[1]) return;
    const context = this.context;
    this.#upright(this.#hover, this.ink("muted"), [2, 3]);
    const moment = label(time - (graph.origin ?? 0), 0.001);
    const rows = [[`${moment}${graph.across ?? " s"}`, this.ink("muted")]];
    for (const line of graph.lines) {
      const value = valueAt(line.points, time);
      if (value === null || !line.name) continue;
      this.#dot(this.#hover, this.#y(graph, value), line.color);
      rows.push([`${line.name} ${label(value, 0.01)}${graph.unit ?? ""}`, line.color]);
    }
    const width = Math.max(...rows.map(([text]) => context.measureText(text).width)) + 16;
    const height = 8 + 15 * rows.length;
    const isRight = this.#hover + 12 + width > this.box.width;
    const x = isRight ? this.#hover - 12 - width : this.#hover + 12;
    context.beginPath();
    context.roundRect(x, ROOM.top, width, height, 6);
    context.fillStyle = this.ink("raised");
    context.fill();
    context.strokeStyle = this.ink("line");
    context.lineWidth = 1;
    context.stroke();
    context.textAlign = "left";
    context.textBaseline = "middle";
    rows.forEach(([text, color], place) => {
      context.fillStyle = color;
      context.fillText(text, x + 8, ROOM.top + 12 + 15 * place);
    });
  }
}

/** The value of a line at an x between its points; null outside. */
export function valueAt(points, x) {
  if (points.length === 0 || x < points[0][0] || x > points[points.length - 1][0]) return null;
  let [low, high] = [0, points.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= x) low = middle;
    else high = middle;
  }
  const [[x0, y0], [x1, y1]] = [points[low], points[high]];
  const value = x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y0;
  return Number.isFinite(value) ? value : null;
}

/** A range around all values with some margin, at least `least` wide, centered on them. */
export function rangeOf(lines, least, also = []) {
  let [low, high] = [Infinity, -Infinity];
  for (const line of lines) {
    for (const [, y] of line.points) {
      if (y < low) low = y;
      if (y > high) high = y;
    }
  }
  for (const value of also) [low, high] = [Math.min(low, value), Math.max(high, value)];
  if (!(low <= high)) [low, high] = [0, 0];
  const air = Math.max((high - low) * 0.08, (least - (high - low)) / 2, 0);
  return [low - air, high + air];
}

function label(value, step) {
  const digits = Math.max(0, Math.min(4, -Math.floor(Math.log10(step) + 1e-9)));
  const text = value.toFixed(digits);
  return (Number(text) === 0 ? (0).toFixed(digits) : text).replace("-", "−");
}
