// The geometry of the arrows between views, and of their labels, in CSS pixels of the canvas.

// The length of an arrow head, and half of its width.
const HEAD = 10;
const HALF = 5;
// The distance between two arrows of the same two views.
const GAP = 22;
// Between centers that are nearer than this there is no room for an arrow.
const NEAR = 40;
// The way of an arrow that has no source view, or no room between the two views.
const STUB = [48, 30];
// The free distance around a head and between labels.
const ROOM = 3;

/**
 * The arrow from a view to another one, as `{ start, end }`. The views are given by their corners;
 * `source` may be null. `lane` counts the arrows of the same two views, from 0 in the middle.
 *
 * The arrow leads from center to center and ends at the outline of the target. If the center of the
 * source is inside the target, or near its outline, the arrow ends at the target's center.
 */
export function arrowBetween(source, target, lane = 0) {
  const middle = center(target);
  let from = source ? center(source) : middle;
  if (distance(from, middle) < NEAR) from = [middle[0] - STUB[0], middle[1] - STUB[1]];
  const [x, y] = across(from, middle);
  const shift = ([px, py]) => [px + x * GAP * lane, py + y * GAP * lane];
  const [start, goal] = [shift(from), shift(middle)];
  const outline = inside(start, target) ? null : entry(start, goal, target);
  const isFar = outline !== null && distance(start, outline) >= NEAR;
  return { start, end: isFar ? outline : goal };
}

/** The lanes of arrows, of which each is given by a text that is equal for the same two views. */
export function lanes(pairs) {
  const counts = new Map();
  const places = pairs.map((pair) => {
    const place = counts.get(pair) ?? 0;
    counts.set(pair, place + 1);
    return place;
  });
  return pairs.map((pair, index) => places[index] - (counts.get(pair) - 1) / 2);
}

/** The corners of an arrow's head; the first one is the tip. */
export function headOf({ start, end }) {
  const length = distance(start, end) || 1;
  const [dx, dy] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const [bx, by] = [end[0] - dx * HEAD, end[1] - dy * HEAD];
  return [end, [bx - dy * HALF, by + dx * HALF], [bx + dy * HALF, by - dx * HALF]];
}

/**
 * Places labels of given sizes beside arrows, within a width and a height. Returns a rectangle
 * [x, y, width, height] for each arrow; null if there is no room.
 *
 * No label overlaps a head or another label. A label is placed beside its arrow, or at the first
 * free place of the canvas.
 */
export function placeLabels(arrows, sizes, width, height) {
  const taken = arrows.map((arrow) => boxOf(headOf(arrow)));
  return arrows.map((arrow, index) => {
    const [w, h] = sizes[index];
    const within = ([x, y]) => [clamped(x, width - w), clamped(y, height - h)];
    const isFree = ([x, y]) => !taken.some((other) => overlaps([x, y, w, h], other));
    const places = [...beside(arrow, w, h).map(within), ...rows(w, h, width, height)];
    const place = places.find(isFree);
    if (!place) return null;
    const rectangle = [...place, w, h];
    taken.push(rectangle);
    return rectangle;
  });
}

/** Whether two rectangles [x, y, width, height] are nearer than the free distance. */
export function overlaps([x, y, w, h], [x2, y2, w2, h2]) {
  return x < x2 + w2 + ROOM && x2 < x + w + ROOM && y < y2 + h2 + ROOM && y2 < y + h + ROOM;
}

/** The smallest rectangle around points. */
export function boxOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [x, y, Math.max(...xs) - x, Math.max(...ys) - y];
}

/** The corners of labels beside an arrow, the best one first. */
function beside({ start, end }, w, h) {
  const [x, y] = across(start, end);
  const away = Math.abs(x) * w / 2 + Math.abs(y) * h / 2 + 6;
  const places = [];
  for (const share of [0.5, 0.35, 0.65, 0.2, 0.8]) {
    const [px, py] = [0, 1].map((axis) => start[axis] + (end[axis] - start[axis]) * share);
    for (const side of [1, -1]) {
      places.push([px + side * x * away - w / 2, py + side * y * away - h / 2]);
    }
  }
  return places;
}

/** Corners of labels all over the canvas, in rows from the top. */
function rows(w, h, width, height) {
  const places = [];
  for (let y = ROOM; y + h <= height - ROOM; y += h + 2 * ROOM) {
    for (let x = ROOM; x + w <= width - ROOM; x += 24) places.push([x, y]);
  }
  return places;
}

/** The point at which a line from outside first meets a shape with four corners. */
function entry(from, to, shape) {
  let nearest = null;
  for (let corner = 0; corner < 4; corner += 1) {
    const [a, b] = [shape[corner], shape[(corner + 1) % 4]];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
    const product = dx * ey - dy * ex;
    if (Math.abs(product) < 1e-9) continue;
    const share = ((a[0] - from[0]) * ey - (a[1] - from[1]) * ex) / product;
    const along = ((a[0] - from[0]) * dy - (a[1] - from[1]) * dx) / product;
    if (share < 0 || share > 1 || along < 0 || along > 1) continue;
    if (nearest === null || share < nearest) nearest = share;
  }
  return nearest === null ? null
    : [from[0] + (to[0] - from[0]) * nearest, from[1] + (to[1] - from[1]) * nearest];
}

/** Whether a shape with four corners, in either direction, contains a point. */
function inside([x, y], shape) {
  const signs = shape.map(([ax, ay], corner) => {
    const [bx, by] = shape[(corner + 1) % 4];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return signs.every((sign) => sign >= 0) || signs.every((sign) => sign <= 0);
}

/** A coordinate within a length, without the free distance at both ends. */
function clamped(value, length) {
  return Math.max(ROOM, Math.min(value, length - ROOM));
}

/** The unit vector to the right of a line. */
function across([x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  return [(y0 - y1) / length, (x1 - x0) / length];
}

function distance([x0, y0], [x1, y1]) {
  return Math.hypot(x1 - x0, y1 - y0);
}

/** The center of points. */
export function center(points) {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
}
