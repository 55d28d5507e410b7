/** A client's copy of the scene, and the state of every view at any time. */

import { DEFAULTS, Drawn, Origin, VIEW_CHANNELS, draw, place } from "./drawing.js";
import { lookAt, lookValue, parsed } from "./looks.js";
import { evaluate, restsFrom } from "./motion.js";
import { CHANNELS, CHANNEL_NUMBERS } from "./values.js";

// Replaces the time for which a view was drawn if it shows the last frame.
const COPIED = -1;

/**
 * A view: the state of the last snapshot or frame under the names of docs/protocol.md, and the
 * motion of its channels.
 *
 * @typedef {import("./messages.js").SnapshotView} SnapshotView
 * @typedef {{[K in keyof SnapshotView]: K extends "parent" | "color" | "text" | "look"
 *   ? SnapshotView[K] : NonNullable<SnapshotView[K]>}} WholeView a view of a snapshot with its
 *   whole state
 */
export class View {
  /**
   * @param {WholeView} view
   * @param {View | null} above
   */
  constructor(view, above) {
    // generated: view keys
    this.id = view.id;
    this.parent = view.parent;
    this.cornerRadius = view.cornerRadius;
    this.clips = view.clips;
    this.anchor = view.anchor;
    this.frame = view.frame;
    this.translation = view.translation;
    this.rotation = view.rotation;
    this.scale = view.scale;
    this.shear = view.shear;
    this.alpha = view.alpha;
    this.color = view.color;
    this.visible = view.visible;
    this.look = view.look;
    this.toScreen = view.toScreen;
    this.box = view.box ?? [0, 0, 0, 0];
    this.velocity = view.velocity;
    this.text = view.text;
    // end of generated
    /**
     * The motions from segments, by channel name.
     * @type {Map<string, import("./messages.js").Channel>}
     */
    this.channels = new Map();
    /** The parent; null for the first view. */
    this.above = above;
    // The motions of the channels that all views have, and whether those of the look have any.
    this.motions = new Array(VIEW_CHANNELS).fill(null);
    this.movesLook = false;
    /**
     * The look in the last `looks`; null without one. `lookAt` has its values at a time.
     * @type {import("./messages.js").Look | null}
     */
    this.lastLook = null;
    /** The scene's `data` of the view; undefined without it. */
    this.data = undefined;
    // The time after which no channel changes, and whether the channels determine the whole view;
    // if not, the view is drawn from frames.
    this.restsFrom = 0;
    this.isKnown = false;
    // The result of `at`, and the time for which it was computed.
    this.drawn = new Drawn(view);
    this.origin = new Origin();
    this.drawnAt = NaN;
    this.hasChanged = true;
  }

  /** Applies the state in a frame; omitted values keep their last state. */
  apply(state) {
    // generated: state keys
    if (state.frame !== null) this.frame = state.frame;
    if (state.translation !== null) {
      this.translation = state.translation;
      this.rotation = state.rotation;
      this.scale = state.scale;
      this.shear = state.shear;
    }
    if (state.toScreen !== null) this.toScreen = state.toScreen;
    if (state.alpha !== null) {
      this.alpha = state.alpha;
      this.color = state.color;
      this.visible = state.visible;
    }
    if (state.box !== null) this.box = state.box;
    this.velocity = state.velocity;
    if (state.cornerRadius !== null) this.cornerRadius = state.cornerRadius;
    if (state.look !== null) this.look = state.look;
    // end of generated
    this.drawnAt = NaN;
  }

  /** Applies the motion of a channel from a segment. */
  move(channel) {
    this.channels.set(channel.channel, channel);
    const number = CHANNEL_NUMBERS.get(channel.channel);
    if (number < VIEW_CHANNELS) this.motions[number] = channel;
    else this.movesLook = true;
    this.restsFrom = 0;
    this.isKnown = true;
    this.drawnAt = NaN;
    for (const one of this.channels.values()) {
      this.restsFrom = Math.max(this.restsFrom, restsFrom(one));
      if (!one.known) this.isKnown = false;
    }
  }

  /**
   * The value of a channel at a time, from the received segments.
   * @param {string} channel
   * @param {number} time
   */
  value(channel, time) {
    return this.channelAt(channel, time)[0];
  }

  /**
   * The rate of change of a channel at a time, per second.
   * @param {string} channel
   * @param {number} time
   */
  rate(channel, time) {
    return this.channelAt(channel, time)[1];
  }

  /** Replaces the look by that of a `looks` message, or removes it. */
  setLook(look) {
    this.lastLook = look;
    this.look = look;
    this.data = look === null || look.data === null ? undefined : parsed(look.data);
    this.drawnAt = NaN;
  }

  /**
   * The look at a time: the values of the last `looks`, frame and segments; null without a look.
   * @param {number} time
   * @returns {import("./messages.js").Look | null}
   */
  lookAt(time) {
    return lookAt(this, time);
  }

  /** Value and rate of a channel at a time. */
  channelAt(channel, time, out = [0, 0]) {
    const found = this.channels.get(channel);
    if (found === undefined) {
      const number = CHANNEL_NUMBERS.get(channel);
      const isRadius = channel === "cornerRadius";
      out[0] = isRadius ? this.cornerRadius
        : number >= VIEW_CHANNELS ? lookValue(this.look, channel) : DEFAULTS[number] ?? 0;
      out[1] = 0;
      return out;
    }
    const source = found.map === null ? null : this.channels.get(found.map.source) ?? null;
    return evaluate(found, time, source, out);
  }
}

/** The views by name, in drawing order. */
export class Scene {
  constructor() {
    /** @type {import("./messages.js").Screen} */
    this.screen = { width: 0, height: 0, scale: 1, background: "#000000" };
    /** @type {Map<string, View>} */
    this.views = new Map();
    /**
     * The names of the views in drawing order.
     * @type {string[]}
     */
    this.order = [];
    /** The time of the last snapshot, frame or idle, in nanoseconds. */
    this.time = 0;
    /** @type {import("./messages.js").Count} */
    this.revision = 0;
    /** @type {import("./messages.js").Count} */
    this.epoch = 0;
    /** Whether nothing moves. */
    this.isIdle = false;
    /** Whether segments arrived since the snapshot, so that `at` evaluates them. */
    this.hasMotion = false;
    /**
     * The segment that was sent ahead of its time; null without one.
     * @type {import("./messages.js").Segment | null}
     */
    this.next = null;
    /** @type {View[]} */
    this.list = [];
    /** @type {Map<string, Drawn>} */
    this.picture = new Map();
  }

  /**
   * Returns the view with a name; undefined if there is none.
   * @param {string} name
   */
  view(name) {
    return this.views.get(name);
  }

  /**
   * Applies a message of the daemon; ignores messages that do not concern the scene.
   * @param {import("./messages.js").Message} message
   */
  apply(message) {
    if (message.type === "snapshot") {
      this.#replace(message);
    } else if (message.type === "frame") {
      this.time = message.time;
      this.revision = message.revision;
      this.isIdle = false;
      for (const state of message.views) this.views.get(state.id)?.apply(state);
    } else if (message.type === "looks") {
      const looks = new Map(message.views.map((look) => [look.id, look]));
      for (const view of this.list) view.setLook(looks.get(view.id) ?? null);
    } else if (message.type === "segment") {
      this.revision = message.revision;
      this.isIdle = false;
      this.next = message.ahead ? message : null;
      if (!message.ahead) this.#move(message);
    } else if (message.type === "idle") {
      this.time = message.time;
      this.isIdle = true;
    }
  }

  #move(segment) {
    this.hasMotion = true;
    for (const channel of segment.channels) this.views.get(channel.view)?.move(channel);
  }

  /** Applies the segment that was sent ahead of its time once it is due; `at` calls this. */
  advance(time) {
    if (this.next === null || this.next.time > time) return;
    const segment = this.next;
    this.next = null;
    this.#move(segment);
  }

  #replace(snapshot) {
    this.next = null;
    this.screen = snapshot.screen;
    this.time = snapshot.time;
    this.revision = snapshot.revision;
    this.epoch = snapshot.epoch;
    this.isIdle = false;
    this.hasMotion = false;
    this.views = new Map();
    for (const item of snapshot.views) {
      this.views.set(item.id, new View(item, this.views.get(item.parent) ?? null));
    }
    this.list = [...this.views.values()];
    this.order = [...this.views.keys()];
    this.picture = new Map(this.list.map((view) => [view.id, view.drawn]));
  }

  /**
   * The time after which nothing changes by the known segments, in nanoseconds; Infinity for never.
   */
  get movesUntil() {
    let latest = 0;
    for (const view of this.list) latest = Math.max(latest, view.restsFrom);
    for (const channel of this.next?.channels ?? []) latest = Math.max(latest, restsFrom(channel));
    return latest;
  }

  /**
   * Every view at a time, by name, in drawing order. O(views + terms).
   *
   * With segments, the result is exact for every time until the next segment; without them it is
   * the last frame. The map and its views belong to the scene and are valid until the next call:
   * copy them to keep them.
   * @param {number} time
   * @returns {Map<string, Drawn>}
   */
  at(time) {
    this.advance(time);
    for (let index = 0; index < this.list.length; index += 1) {
      const view = this.list[index];
      if (this.hasMotion) {
        this.#draw(view, time);
      } else if (view.drawnAt !== COPIED) {
        view.drawn.copy(view);
        if (view.lastLook !== null || view.drawn.look !== null) this.#dress(view, time);
        view.drawnAt = COPIED;
      }
    }
    return this.picture;
  }

  #dress(view, time) {
    view.drawn.look = view.lookAt(time);
    view.drawn.data = view.data;
  }

  #draw(view, time) {
    const { above, drawn } = view;
    // A resting view in a resting parent has not changed.
    const rests = view.drawnAt >= view.restsFrom && time >= view.restsFrom;
    view.hasChanged = !rests || (above !== null && above.hasChanged);
    view.drawnAt = time;
    if (!view.hasChanged) return;
    if (view.lastLook !== null || drawn.look !== null) this.#dress(view, time);
    drawn.cornerRadius = view.cornerRadius;
    if (view.isKnown) {
      const start = above === null ? null : above.origin;
      draw(
        view.motions, time, drawn, view.origin, above && above.drawn, start, view.color !== null);
    } else {
      place(view.motions, time, view.origin);
      drawn.copy(view);
    }
  }
}
