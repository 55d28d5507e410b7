// The timeline under the stage: its buttons, tracks with ticks, and the playhead.

import { h, allow, button, fixed, icon, segments, setText } from "./dom.js";
import { ticksOf, tracksOf } from "./tracks.js";

const SPEEDS = [[1, "1×"], [0.5, "½"], [0.25, "¼"], [0.1, "⅒"]];

/** A playhead on the tracks of a recording. */
export class Timeline {
  constructor(box, replay, store) {
    Object.assign(this, { box, replay, store });
    this.play = button({
      title: "Play (Space)", image: "play", class: "round", press: () => this.toggle(),
    });
    const jump = (title, image, act) => button({ title, image, class: "flat", press: act });
    this.loop = button({
      title: "Loop", image: "loop", class: "flat", "aria-pressed": String(replay.loops),
      press: () => {
        replay.loops = !replay.loops;
        this.loop.setAttribute("aria-pressed", String(replay.loops));
      },
    });
    this.compare = button({
      label: "Compare", class: "small", "aria-pressed": "false",
      title: "Draws the run on the scene as it was chosen as a ghost, and its greatest distance",
      press: () => store.set("compares", !store.get("compares")),
    });
    this.time = h("output", { class: "mono time" });
    const speeds = h("div");
    this.speeds = segments(speeds, "Speed", SPEEDS, 1, (speed) => {
      replay.speed = speed;
      this.speeds.show(speed);
    });
    box.append(h("div", { class: "line" },
      jump("To the start (Home)", "start", () => replay.seek(0)),
      jump("A frame back (←)", "back", () => replay.step(-1)), this.play,
      jump("A frame forward (→)", "forward", () => replay.step(1)), this.loop, this.compare,
      this.time,
      h("span", { class: "grow" }), speeds,
      button({
        label: "Back to live", title: "Leaves the recording", class: "small leave",
        press: () => store.set("mode", "live"),
      })),
    this.#tracks());
    store.on(["head", "recording"], () => this.#show());
    store.on("recording", () => this.#draw());
    store.on("distance", () => this.#show());
    store.on(["compares", "recording"], () => this.#allow());
    this.#allow();
    store.on("mode", (mode) => {
      box.hidden = mode !== "recording";
      if (mode !== "recording") replay.pause();
    });
  }

  /** The names of the tracks, and the bar with ticks, lanes and the playhead. */
  #tracks() {
    this.names = h("div", { class: "names" });
    this.ticks = h("div", { class: "ticks", "aria-hidden": "true" });
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    this.head = h("div", { class: "head", "aria-hidden": "true" });
    this.bar = h("div", {
      class: "scrub", role: "slider", tabindex: "0", "aria-label": "Moment of the recording",
      "aria-valuemin": "0", onkeydown: (event) => this.key(event),
    }, this.ticks, this.marks, this.head);
    this.bar.addEventListener("pointerdown", (event) => this.#grab(event));
    new ResizeObserver(() => this.#drawTicks()).observe(this.bar);
    return h("div", { class: "tracks" }, this.names, this.bar);
  }

  #allow() {
    this.compare.setAttribute("aria-pressed", String(this.store.get("compares")));
    allow(this.compare, this.replay.hasOther ? null
      : "There is one run; tune a spring or apply a text for another one");
  }

  toggle() {
    if (this.replay.playing) this.replay.pause();
    else this.replay.play();
  }

  /** Handles keys on the bar, and on the page while a recording is shown. */
  key(event) {
    const far = event.shiftKey ? 10 : 1;
    const acts = {
      " ": () => this.toggle(), ArrowLeft: () => this.replay.step(-far),
      ArrowRight: () => this.replay.step(far), Home: () => this.replay.seek(0),
      End: () => this.replay.seek(this.replay.recording.duration),
      PageDown: () => this.replay.step(-30), PageUp: () => this.replay.step(30),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }

  #grab(event) {
    const follow = (move) => {
      const box = this.bar.getBoundingClientRect();
      const share = (move.clientX - box.left) / box.width;
      this.replay.pause();
      this.replay.seek(share * this.replay.recording.duration);
    };
    this.bar.setPointerCapture(event.pointerId);
    follow(event);
    this.bar.onpointermove = follow;
    this.bar.onpointerup = this.bar.onpointercancel = () => {
      this.bar.onpointermove = null;
    };
  }

  #show() {
    const { recording, seconds, playing } = this.replay;
    if (!recording) return;
    const share = recording.duration > 0 ? seconds / recording.duration : 0;
    this.head.style.left = `${100 * share}%`;
    const frame = recording.placeAt(seconds);
    const whole = fixed(recording.duration, 3);
    const distance = this.store.get("distance");
    const more = distance === null ? `frame ${frame + 1}` : `Δ ${fixed(distance, 1)} pt`;
    setText(this.time, `${fixed(seconds, 3)} / ${whole} s   ${more}`);
    this.bar.setAttribute("aria-valuemax", fixed(recording.duration, 3));
    this.bar.setAttribute("aria-valuenow", fixed(seconds, 3));
    this.bar.setAttribute("aria-valuetext", `${fixed(seconds, 3)} seconds`);
    if (this.wasPlaying !== playing) {
      this.wasPlaying = playing;
      this.play.replaceChildren(icon(playing ? "pause" : "play"));
      this.play.title = playing ? "Pause (Space)" : "Play (Space)";
      this.play.setAttribute("aria-label", this.play.title);
    }
  }

  #draw() {
    const { recording } = this.replay;
    if (!recording) return;
    const whole = recording.duration || 1;
    const tracks = tracksOf(recording);
    this.names.replaceChildren(...tracks.map(({ kind, name }) => h(
      "div", { class: "trackname", "data-kind": kind, title: name, text: name })));
    this.marks.replaceChildren(...tracks.map(({ kind, name, bars }) => h(
      "div", { class: "lane", "data-kind": kind, "data-track": name },
      ...bars.map(({ start, end, sort, title }) => {
        const bar = h("i", { "data-sort": sort, title });
        bar.style.left = `${100 * start / whole}%`;
        bar.style.width = `${100 * (end - start) / whole}%`;
        return bar;
      }))));
    this.#drawTicks();
  }

  #drawTicks() {
    const { recording } = this.replay;
    const width = this.bar.clientWidth;
    if (!recording || width === 0) return;
    const whole = recording.duration || 1;
    const { times, digits } = ticksOf(whole, width);
    this.ticks.replaceChildren(...times.map((seconds) => {
      const share = seconds / whole;
      // A label at the right end is to the left of its tick.
      const side = share * width > width - 48 ? "tick left" : "tick";
      const tick = h("span", { class: side, text: `${seconds.toFixed(digits)} s` });
      tick.style.left = `${100 * share}%`;
      return tick;
    }));
  }
}
