// Two runs of a recording at the same moment: where the views of the other run are.

import { corners } from "./geometry.js";

// Points. Views that are closer to each other have no ghost.
const NEAR = 0.5;

/**
 * The visible views of another picture that are elsewhere in this one, from back to front, and the
 * greatest distance between corners of views of the same name, in points. A view that only moves
 * along with its parent is not listed.
 */
export function ghostsOf(picture, other) {
  const found = new Map();
  let distance = 0;
  for (const view of other.views.slice(1)) {
    const twin = picture.byName.get(view.name);
    if (!twin || view.visible === false || twin.visible === false) continue;
    const gap = gapBetween(view, twin);
    distance = Math.max(distance, gap);
    if (gap <= NEAR || found.has(view.parent) && isPlacedAs(view, twin)) continue;
    found.set(view.name, view);
  }
  return { views: [...found.values()], distance };
}

function gapBetween(view, twin) {
  const [one, two] = [view, twin].map(
    ({ toScreen, frame }) => corners(toScreen, 0, 0, frame[2], frame[3]));
  return Math.max(...one.map(([x, y], place) => Math.hypot(x - two[place][0], y - two[place][1])));
}

/** Whether two views have the same place in their parents. */
function isPlacedAs(view, twin) {
  const place = ({ frame, translation, rotation, scale, shear }) => [
    ...frame, ...translation, rotation, ...scale, shear ?? 0];
  const theirs = place(twin);
  return place(view).every((value, index) => Math.abs(value - theirs[index]) < 1e-6);
}
