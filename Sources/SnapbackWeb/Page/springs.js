// Springs in the syntax of scenes, and their positions in a document.

import { Spring } from "/client/spring.js";

/** The spring of a gesture that does not specify one. */
export const DEFAULT_SPRING = { response: 0.45, dampingRatio: 0.8 };
const MOVERS = new Set(["pan", "pinch", "rotation"]);
const HOLDERS = new Set(["longPress", "edgePan"]);
const KINDS = [
  "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover",
];

/** Converts a spring to response and damping ratio. */
export function asResponse(spring) {
  const { response, dampingRatio } = Spring.from(spring);
  return { response, dampingRatio };
}

/** Converts a spring to stiffness and damping for a mass. */
export function asConstants(spring, mass = spring.mass ?? 1) {
  const { stiffness, damping } = Spring.from(spring);
  return { stiffness: mass * stiffness, damping: mass * damping, mass };
}

/**
 * The springs of a document: `label`, `view` if it has one, `path` in the document, `spring`,
 * `isThere` (whether it is explicit), and `way`, the finger path that would try it, or null.
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

/** Whether a spring acts at the end of a gesture that moves its view. */
function comesHome({ drives, release = "spring", spring }, kind) {
  const moves = MOVERS.has(kind) || HOLDERS.has(kind) && drives;
  return moves && drives !== "nothing" && (spring || !["stay", "reset"].includes(release));
}

function add(found, spring, path, label, view, flick) {
  const isThere = spring !== undefined;
  found.push({ label, view, path, spring: isThere ? spring : DEFAULT_SPRING, isThere, way: flick });
}

/** The path of a finger that flicks a view so that its pan is recognized, in points. */
function way({ direction = "any", axes = "both", drives, limits }, kind) {
  if (kind !== "pan") return null;
  const axis = drives?.axis ?? (direction === "any" ? axes : direction);
  if (axis === "vertical") return [0, drives?.factor > 0 ? 140 : -140];
  // Towards the side with more room.
  const isRight = !limits?.x || limits.x[1] > -limits.x[0] || !(limits.x[0] < 0);
  return [isRight ? 140 : -140, axis === "horizontal" ? 0 : -60];
}

/** Returns a copy of a document with another spring at a path. */
export function withSpring(scene, path, spring) {
  const copy = structuredClone(scene);
  let place = copy;
  for (const key of path.slice(0, -1)) place = place[key];
  place[path[path.length - 1]] = { ...spring };
  return copy;
}

/**
 * The part of a document that a `patch` needs to change a spring.
 *
 * A named gesture or action is found by its name; a list without names is sent as a whole. Keys of
 * the other form of spring are removed.
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

/** A spring in the syntax of scenes. */
export function written(spring) {
  const parts = Object.entries(spring)
    .map(([key, value]) => `${key}: ${Number(value.toPrecision(6))}`);
  return `spring: { ${parts.join(", ")} }`;
}
