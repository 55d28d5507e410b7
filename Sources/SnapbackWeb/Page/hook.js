// `window.snapback`: the page's interface for programs, such as its tests.

import { quantile } from "./latency.js";

const NAMES = [
  "name", "parent", "frame", "translation", "rotation", "scale", "shear", "alpha", "color",
  "visible", "toScreen", "velocity", "cornerRadius", "look", "data",
];

/** Converts a picture to plain values. */
function plain(picture) {
  if (!picture) return null;
  return {
    seconds: picture.seconds, screen: picture.screen,
    views: picture.views.map((view) => structuredClone(
      Object.fromEntries(NAMES.map((name) => [name, view[name]])))),
  };
}

/** Publishes the page's parts to programs. */
export function publish({ store, stage, live, replay, graphs }) {
  window.snapback = {
    /** The drawn picture: `seconds`, `screen`, and `views` from back to front. */
    scene: () => plain(stage.picture),
    /** Pictures per second; null at rest. */
    fps: () => stage.rate,
    /** The cost of a picture in milliseconds, without the browser's own work to display it. */
    cost: () => ({ p50: quantile(stage.costs, 0.5), p95: quantile(stage.costs, 0.95) }),
    /** The number of pictures drawn. */
    pictures: () => stage.drawn,
    /** The name of the selected view. */
    selected: () => store.get("selected"),
    select: (name) => store.set("selected", name),
    /** The number of contacts that are down. */
    touches: () => stage.source.touches().length,
    /** "live" or "recording". */
    mode: () => store.get("mode"),
    state: (name) => store.get(name),
    /** The recording's frame at or before a time, in seconds from its first event. */
    frameAt: (seconds) => {
      const { recording } = replay;
      return recording ? plain(recording.pictureAt(recording.placeAt(seconds))) : null;
    },
    /** The times of the recording's frames, in seconds. */
    frameTimes: () => replay.recording?.times ?? [],
    /** Pauses the recording, and moves to a time. */
    seek: (seconds) => {
      replay.pause();
      replay.seek(seconds);
    },
    /** The screen's top left corner in the window in CSS pixels, and CSS pixels per point. */
    place: () => {
      const box = stage.canvas.getBoundingClientRect();
      const { left, top, zoom } = stage.painter.place;
      return { left: box.left + left, top: box.top + top, zoom };
    },
    /** The drawn arrows of bindings: name, text, start, end, head and label in CSS pixels. */
    arrows: () => structuredClone(stage.overlay.arrows),
    /** Hides everything except the scene. */
    bare: () => ["names", "outlines", "fingers", "arrows"].forEach((name) => store.set(name, false)),
    now: () => live.now() / 1e9,
    /**
     * The translation that was or will be drawn at a time of the daemon's clock, in nanoseconds.
     */
    translationAt: (view, time) => [...live.history.at(view, time)?.translation ?? []],
    /** The values of a graph of a live view at a time, by line; null before the scene was known. */
    graphedAt: (view, key, time) => graphs.valuesAt(view, key, time),
    /** The drawn graphs: key, title, x, y, and lines with name, points and here. */
    graphs: () => graphs.shown.map(({ key, title, x, y, lines }) => ({
      key, title, x, y, lines: lines.map(({ name, points, here }) => ({ name, points, here })),
    })),
    /** The live connection: `request(name, body)`. */
    live: { request: (name, body) => live.request(name, body) },
  };
}
