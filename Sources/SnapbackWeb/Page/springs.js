// Springs as scenes write them, and where they stand in a document.

import { Spring } from "/client/spring.js";

/** What a gesture has that says nothing of its spring. */
export const DEFAULT_SPRING = { response: 0.45, dampingRatio: 0.8 };
const MOVERS = new Set(["pan", "pinch", "rotation"]);
const HOLDERS = new Set(["longPress", "edgePan"]);
const KINDS = [
  "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover",
];

/** The same spring by response and damping ratio. */
export function asResponse(spring) {
  const { response, dampingRatio } = Spring.from(spring);
  return { response, dampingRatio };
}

/** The same spring by stiffness and damping of a mass. */
export function asConstants(spring, mass = spring.mass ?? 1) {
  const { stiffness, damping } = Spring.from(spring);
  return { stiffness: mass * stiffness, damping: mass * damping, mass };
}

/**
 * The springs of a document: `label`, `view` if it is one's, `path` in the document, `spring`,
 * whether it is there or only meant, and `way`, by which a finger would try it, or null.
 */
export function springsOf(scene) {
  const found = [];
  (scene.gestures ?? []).forEach((gesture, place) => {
    const kind = KINDS.find((name) => gesture[name] !== undefined);
    const view = gesture[kind];
    const drives = gesture.drives;
    const label = `${kind} ${gesture.name ? `“${gesture.name}” ` : ""}on ${view}`;
    if (drives && typeof drives === "object") {
      if (drives.release === "spring" || drives.release === "snap" || drives.spring) {
        add(found, drives.spring, ["gestures", place, "drives", "spring"], label, view,
          way(gesture, kind));
      }
    } else if (comesHome(gesture, kind)) {
      add(found, gesture.spring, ["gestures", place, "spring"], label, view, way(gesture, kind));
    }
  });
  (scene.actions ?? []).forEach((action, place) => {
    const spring = action.animate?.spring;
    const label = `action “${action.name ?? `action${place + 1}`}”`;
    if (spring) add(found, spring, ["actions", place, "animate", "spring"], label, null, null);
  });
  return found;
}

/** Whether a spring has something to do at the end of a gesture that moves its view. */
function comesHome({ drives, release = "spring", spring }, kind) {
  const moves = MOVERS.has(kind) || HOLDERS.has(kind) && drives;
  return moves && drives !== "nothing" && (spring || !["stay", "reset"].includes(release));
}

function add(found, spring, path, label, view, flick) {
  const isThere = spring !== undefined;
  found.push({ label, view, path, spring: isThere ? spring : DEFAULT_SPRING, isThere, way: flick });
}

/** The way of a finger that flicks a view so that its pan is found, in points. */
function way({ direction = "any", axes = "both", drives, limits }, kind) {
  if (kind !== "pan") return null;
  const axis = drives?.axis ?? (direction === "any" ? axes : direction);
  if (axis === "vertical") return [0, drives?.factor > 0 ? 140 : -140];
  // To where there is room.
  const isRight = !limits?.x || limits.x[1] > -limits.x[0] || !(limits.x[0] < 0);
  return [isRight ? 140 : -140, axis === "horizontal" ? 0 : -60];
}

/** A document with another spring at a path. The one that is given stays as it is. */
export function withSpring(scene, path, spring) {
  const copy = structuredClone(scene);
  let place = copy;
  for (const key of path.slice(0, -1)) place = place[key];
  place[path[path.length - 1]] = { ...spring };
  return copy;
}

/**
 * The part of a document that a `patch` needs for another spring.
 *
 * A gesture or action with a name is found by it; the list of the others is sent as a whole. Keys
 * of another form of spring are taken away.
 */
export function patchFor(scene, path, spring) {
  const [list, place] = path;
  const whole = withSpring(scene, path, spring)[list];
  if (!whole[place].name) return { [list]: whole };
  const part = { name: whole[place].name };
  let [target, source] = [part, scene[list][place]];
  for (const key of path.slice(2, -1)) {
    target = target[key] = {};
    source = source?.[key];
  }
  const old = source?.[path[path.length - 1]] ?? {};
  const gone = Object.fromEntries(Object.keys(old).map((key) => [key, null]));
  target[path[path.length - 1]] = { ...gone, ...spring };
  return { [list]: [part] };
}

/** A spring as a scene writes it. */
export function written(spring) {
  const parts = Object.entries(spring)
    .map(([key, value]) => `${key}: ${Number(value.toPrecision(6))}`);
  return `spring: { ${parts.join(", ")} }`;
}
