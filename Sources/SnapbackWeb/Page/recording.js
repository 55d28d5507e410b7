// A replayed recording: the lines of `snapback replay --json`, by time.

import { parsed } from "/client/looks.js";
import { hermite } from "./geometry.js";
import { lookBetween } from "./looks.js";
import { motionsOf } from "./motions.js";
import { FADE, faded } from "./trails.js";

const SECOND = 1e9;

/** Frames, touches, gestures and decisions of a replay. Times are seconds from its first event. */
export class Recording {
  /** The times of the frames; the first is the time of the first snapshot. */
  times = [];
  /** Gesture steps, decisions, layout passes and ends of transactions, each with `seconds`. */
  events = [];
  /** The content of the last line. */
  summary = null;
  #snapshots = [];
  #states = new Map();
  // The corner radii of the last snapshot, by view.
  #radii = new Map();
  // The looks that apply from a frame on: its place, and the looks and data by view.
  #looks = [];
  #touches = [];
  #motions = null;
  #contents = new Map();

  /** Parses the lines. Unknown lines are skipped. */
  constructor(text) {
    for (const line of text.split("\n")) {
      if (line.trim() === "") continue;
      const [[kind, body]] = Object.entries(JSON.parse(line));
      this.#take(kind, body);
    }
    if (this.times.length === 0) throw new Error("the replay has no frames");
    const last = this.times[this.times.length - 1];
    this.duration = this.events.reduce((end, event) => Math.max(end, event.seconds), last);
    this.gestures = this.#spans();
    this.contacts = this.#contactSpans();
  }

  get screen() {
    return this.#snapshots[0].screen;
  }

  #take(kind, body) {
    if (kind === "snapshot" || kind === "frame") {
      const seconds = body.time / SECOND;
      const place = this.times.length;
      this.times.push(seconds);
      const { screen, views } = body;
      if (kind === "snapshot") {
        this.#snapshots.push({ place, screen, views });
        for (const { id, cornerRadius } of views) this.#radii.set(id, cornerRadius);
        this.#dress(place, views.filter(({ look }) => look?.shadowColor).map(
          ({ id, look }) => ({ id, ...look })));
      }
      for (const view of views) {
        // A frame has no radius that is as in the snapshot.
        view.cornerRadius ??= this.#radii.get(view.id);
        if (!this.#states.has(view.id)) this.#states.set(view.id, []);
        this.#states.get(view.id).push({ place, view });
      }
      this.#touches.push(body.touches ?? []);
    } else if (kind === "looks") {
      const last = this.times.length - 1;
      // Looks of a later moment apply from the next frame on.
      const isLater = last < 0 || body.time / SECOND > this.times[last];
      this.#dress(isLater ? last + 1 : last, body.views);
    } else if (kind === "summary") {
      this.summary = body;
    } else if (body && body.time !== undefined) {
      this.events.push({ kind, seconds: body.time / SECOND, body });
    }
  }

  #dress(place, looks) {
    this.#looks.push({
      place, views: new Map(looks.map((look) => [look.id, {
        look: { image: null, data: null, ...look },
        data: look.data === undefined ? undefined : parsed(look.data),
      }])),
    });
  }

  /** The look and the data of each view in a frame, without what moves. */
  #dressed(place) {
    return this.#looks.findLast((looks) => looks.place <= place)?.views ?? new Map();
  }

  /** The index of the last frame at or before a time. */
  placeAt(seconds) {
    // Half a nanosecond: the rounding error of a time converted to seconds and printed.
    const time = seconds + 0.5e-9;
    let [low, high] = [0, this.times.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The picture of a frame. O(views). */
  pictureAt(place) {
    return this.#picture(place, this.times[place], (name) => this.#state(name, place));
  }

  /**
   * The picture at a time between frames.
   *
   * If the next frame follows immediately, moving views are interpolated by a cubic through the
   * positions and velocities of both frames; otherwise the earlier frame applies.
   */
  pictureBetween(seconds) {
    const place = this.placeAt(seconds);
    const next = place + 1;
    const span = next < this.times.length ? this.times[next] - this.times[place] : 0;
    const u = span > 0 ? (seconds - this.times[place]) / span : 0;
    if (!(u > 0) || u >= 1 || span > 3 * this.#period()) return this.pictureAt(place);
    return this.#picture(place, seconds, (name) => {
      const from = this.#state(name, place);
      const to = this.#state(name, next);
      return from === to || !from || !to ? from : between(from, to, span, u);
    });
  }

  /** The values of a view in all frames, for graphs. */
  series(name) {
    const states = this.#states.get(name) ?? [];
    return states.map(({ place, view }) => ({ seconds: this.times[place], view }));
  }

  /** The motions of each view that moves: intervals [start, end], by view from back to front. */
  get motions() {
    if (!this.#motions) {
      const names = [...new Set(this.#snapshots.flatMap(({ views }) => views.map(({ id }) => id)))];
      this.#motions = new Map(
        names.map((name) => [name, motionsOf(this.series(name), this.#period())])
          .filter(([, motions]) => motions.length > 0));
    }
    return this.#motions;
  }

  /** The view that moves first, with precedence for the view of a gesture; null without one. */
  get firstMoved() {
    const own = this.gestures.find(({ view }) => this.motions.has(view));
    if (own) return own.view;
    const first = [...this.motions].sort(([, a], [, b]) => a[0][0] - b[0][0])[0];
    return first ? first[0] : null;
  }

  /** A view and its ancestors. */
  lineOf(name) {
    const above = new Map(this.#snapshots.flatMap(
      ({ views }) => views.map(({ id, parent }) => [id, parent])));
    const line = [];
    for (let view = name; view; view = above.get(view)) line.push(view);
    return line;
  }

  /** The first view in a view whose frame moves in it; null without one. */
  contentOf(name) {
    if (!this.#contents.has(name)) {
      const { views } = this.#snapshot(0);
      const content = views.find(({ id, parent }) => parent === name && this.series(id).some(
        ({ view }, place, all) => view.frame.some((value, i) => value !== all[0].view.frame[i])));
      this.#contents.set(name, content?.id ?? null);
    }
    return this.#contents.get(name);
  }

  /** The contacts that are down in a frame. */
  touchesAt(place) {
    return this.#touches[place] ?? [];
  }

  /** The trails of fingers that are visible at a time. */
  trailsAt(seconds) {
    const trails = new Map();
    for (let place = this.placeAt(seconds); place >= 0; place -= 1) {
      if (seconds - this.times[place] >= FADE) break;
      for (const touch of this.touchesAt(place)) {
        if (!trails.has(touch.id)) trails.set(touch.id, []);
        trails.get(touch.id).unshift({ x: touch.x, y: touch.y, time: this.times[place] });
      }
    }
    return [...trails.values()].map((trail) => faded(trail, seconds))
      .filter((trail) => trail.length > 1);
  }

  /** The typical time between two frames. */
  #period() {
    if (this.period === undefined) {
      const gaps = this.times.slice(1).map((time, i) => time - this.times[i])
        .filter((gap) => gap > 0);
      this.period = gaps.length > 0 ? gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] : 0;
    }
    return this.period;
  }

  get frameSpan() {
    return this.#period();
  }

  #snapshot(place) {
    const before = this.#snapshots.filter((snapshot) => snapshot.place <= place);
    return before.pop() ?? this.#snapshots[0];
  }

  #state(name, place) {
    const states = this.#states.get(name);
    if (!states) return null;
    let [low, high] = [0, states.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (states[middle].place <= place) low = middle;
      else high = middle - 1;
    }
    return states[low].view;
  }

  #picture(place, seconds, state) {
    const snapshot = this.#snapshot(place);
    const looks = this.#dressed(place);
    const byName = new Map();
    const views = snapshot.views.map((fixed) => {
      const { id, touches, ...values } = { ...state(fixed.id) };
      const dressed = looks.get(fixed.id);
      const view = {
        shear: 0, ...values, name: fixed.id, parent: fixed.parent ?? null, anchor: fixed.anchor,
        clips: fixed.clips === true, text: fixed.text ?? null,
        cornerRadius: values.cornerRadius ?? fixed.cornerRadius,
        // A frame has only what can move, and that only once something can move it.
        look: dressed ? { ...dressed.look, ...values.look } : null, data: dressed?.data,
      };
      byName.set(view.name, view);
      return view;
    });
    return { seconds, screen: snapshot.screen, views, byName };
  }

  /** The interval of each gesture, and the time of gestures without duration. */
  #spans() {
    const spans = new Map();
    for (const { kind, seconds, body } of this.events) {
      if (kind !== "gesture") continue;
      const span = spans.get(body.id) ?? {
        start: seconds, end: seconds, kind: body.kind, view: body.view, name: body.name,
      };
      span.end = seconds;
      if (body.phase !== "changed") span.phase = body.phase;
      spans.set(body.id, span);
    }
    return [...spans.values()];
  }

  /** The interval of each contact, from its touch to its last frame. */
  #contactSpans() {
    const spans = new Map();
    // A contact without effect so far is in no frame.
    for (const { kind, seconds, body } of this.events) {
      if (kind !== "decision" || body.kind !== "hit") continue;
      spans.set(body.contact, { id: body.contact, start: seconds, end: seconds });
    }
    this.#touches.forEach((touches, place) => {
      for (const { id } of touches) {
        if (!spans.has(id)) spans.set(id, { id, start: this.times[place], end: this.times[place] });
        spans.get(id).end = this.times[place];
      }
    });
    return [...spans.values()];
  }
}

const pair = (a, va, b, vb, span, u) => a.map(
  (_, i) => hermite(a[i], va ? va[i] : 0, b[i], vb ? vb[i] : 0, span, u));

/** Interpolates a corner radius, which a frame contains only if it can move. */
const mixed = (from, to, u) => (from === undefined || to === undefined
  ? to ?? from : from + (to - from) * u);

/**
 * Interpolates a view between two frames. The matrix is interpolated linearly, which looks right
 * between two pictures.
 */
function between(from, to, span, u) {
  const [v, w] = [from.velocity, to.velocity];
  return {
    ...from,
    frame: pair(from.frame, v.frame, to.frame, w.frame, span, u),
    translation: pair(from.translation, v.translation, to.translation, w.translation, span, u),
    rotation: hermite(from.rotation, v.rotation, to.rotation, w.rotation, span, u),
    scale: pair(from.scale, v.scale, to.scale, w.scale, span, u),
    alpha: from.alpha + (to.alpha - from.alpha) * u,
    look: lookBetween(from.look, to.look, u),
    cornerRadius: mixed(from.cornerRadius, to.cornerRadius, u),
    toScreen: from.toScreen.map((value, i) => value + (to.toScreen[i] - value) * u),
  };
}
