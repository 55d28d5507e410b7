/** The part of an element that clipping views show. */

// The largest number of corners. Each clipping view adds at most four.
const LIMIT = 64;
// Half the side of the square that nothing clips yet, in points.
const FAR = 1e6;

/** A convex polygon in the coordinates of a view, with room for a fixed number of corners. */
export class Polygon {
  constructor() {
    this.count = 0;
    this.points = new Float64Array(2 * LIMIT);
    this.other = new Float64Array(2 * LIMIT);
  }

  /** Makes it large enough to contain everything. */
  clear() {
    this.count = 4;
    const { points } = this;
    points[0] = points[1] = points[3] = points[6] = -FAR;
    points[2] = points[4] = points[5] = points[7] = FAR;
  }

  /**
   * Keeps the part that a matrix maps into the rectangle from (0, 0) to (width, height).
   * Allocates nothing. Without room for more corners, it keeps everything.
   */
  intersect(matrix, width, height) {
    if (this.count + 4 > LIMIT) return;
    this.#cut(matrix[0], matrix[2], matrix[4]);
    this.#cut(-matrix[0], -matrix[2], width - matrix[4]);
    this.#cut(matrix[1], matrix[3], matrix[5]);
    this.#cut(-matrix[1], -matrix[3], height - matrix[5]);
  }

  /** Keeps the part where a·x + b·y + c is at least 0. */
  #cut(a, b, c) {
    const { points, other, count } = this;
    let kept = 0;
    for (let place = 0; place < count; place += 1) {
      const next = place + 1 < count ? place + 1 : 0;
      const x = points[2 * place];
      const y = points[2 * place + 1];
      const u = points[2 * next];
      const v = points[2 * next + 1];
      const here = a * x + b * y + c;
      const there = a * u + b * v + c;
      if (here >= 0) {
        other[2 * kept] = x;
        other[2 * kept + 1] = y;
        kept += 1;
      }
      if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
        const share = here / (here - there);
        other[2 * kept] = x + share * (u - x);
        other[2 * kept + 1] = y + share * (v - y);
        kept += 1;
      }
    }
    this.points = other;
    this.other = points;
    this.count = kept;
  }

  /** Rounds all corners to a fraction of a point. */
  round(steps) {
    for (let place = 0; place < 2 * this.count; place += 1) {
      this.points[place] = Math.round(this.points[place] * steps) / steps;
    }
  }

  equals(other) {
    if (this.count !== other.count) return false;
    for (let place = 0; place < 2 * this.count; place += 1) {
      if (this.points[place] !== other.points[place]) return false;
    }
    return true;
  }

  copy(other) {
    this.count = other.count;
    this.points.set(other.points);
  }

  /** The polygon as a shape of CSS, with points as pixels. */
  toString() {
    const corners = [];
    for (let place = 0; place < this.count; place += 1) {
      corners.push(`${this.points[2 * place]}px ${this.points[2 * place + 1]}px`);
    }
    // Nothing is shown by a shape without an area.
    return `polygon(${corners.length > 2 ? corners.join(", ") : "0 0, 0 0, 0 0"})`;
  }
}
