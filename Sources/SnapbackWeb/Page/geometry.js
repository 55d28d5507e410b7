// Points, matrices and view positions. Matrices are [a, b, c, d, tx, ty], as in the protocol.

/** Maps a point by a matrix. */
export function apply(m, x, y) {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** Maps a point by the inverse of a matrix; null if the matrix is singular. */
export function unapply(m, x, y) {
  const determinant = m[0] * m[3] - m[1] * m[2];
  if (!(Math.abs(determinant) > 1e-12)) return null;
  const [dx, dy] = [x - m[4], y - m[5]];
  return [(m[3] * dx - m[2] * dy) / determinant, (m[0] * dy - m[1] * dx) / determinant];
}

/** The four corners of a rectangle, mapped to the screen by a matrix. */
export function corners(m, x, y, width, height) {
  return [
    apply(m, x, y), apply(m, x + width, y), apply(m, x + width, y + height),
      apply(m, x, y + height),
  ];
}

/** Whether a view contains a point of the screen; ancestors are ignored. */
export function contains(view, x, y) {
  const point = unapply(view.toScreen, x, y);
  return point !== null && point[0] >= 0 && point[1] >= 0
    && point[0] <= view.frame[2] && point[1] <= view.frame[3];
}

/**
 * The visible views at a point of the screen, the foremost first, `screen` last.
 *
 * Parts that a clipping view cuts off are not visible. O(views × depth).
 */
export function viewsAt(picture, x, y) {
  const found = [];
  for (const view of picture.views) {
    if (view.visible === false || !contains(view, x, y)) continue;
    let above = picture.byName.get(view.parent);
    while (above && (!above.clips || contains(above, x, y))) {
      above = picture.byName.get(above.parent);
    }
    if (!above) found.unshift(view);
  }
  return found;
}

/** Interpolates between two times by a cubic through positions and velocities. */
export function hermite(a, va, b, vb, span, u) {
  const [u2, u3] = [u * u, u * u * u];
  return (2 * u3 - 3 * u2 + 1) * a + (u3 - 2 * u2 + u) * span * va
    + (3 * u2 - 2 * u3) * b + (u3 - u2) * span * vb;
}
