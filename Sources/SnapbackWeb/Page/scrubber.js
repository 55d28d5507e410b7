// The panel "Recording", and the timeline under the stage.

import { h, button, fixed, icon, segments, setText } from "./dom.js";

const SPEEDS = [[1, "1×"], [0.5, "½"], [0.25, "¼"], [0.1, "⅒"]];

/** Chooses a recording and a scene, and lists the recording's contents. */
export class RecordingPanel {
  constructor(box, replay, store) {
    Object.assign(this, { replay, store });
    this.recordings = h("select", { id: "recording", onchange: () => this.#suggest() });
    this.scenes = h("select", { id: "recordingscene" });
    this.load = button({
      label: "Replay", title: "Replays the recording with the scene", class: "primary",
        press: () => this.run(),
    });
    this.list = h(
      "div", { class: "log", tabindex: "0", "aria-label": "Gestures of the recording" });
    this.hint = h("p", { class: "hint" });
    this.summary = h("div", { class: "facts" });
    box.append(
      h("div", { class: "pane" }, h("div", { class: "panehead" }, h("h2", { text: "Recording" })),
        h("div", { class: "form" },
          h("label", { for: "recording", text: "Touches of" }), this.recordings,
          h("label", { for: "recordingscene", text: "with the scene" }), this.scenes, this.load),
        this.hint, this.summary),
      h("div", { class: "pane grow" },
        h("div", { class: "panehead" }, h("h2", { text: "Gestures" })),
        this.list));
    store.on("recording", () => this.#show());
    store.on("head", () => this.#mark());
    this.#show();
  }

  /** Sets the available recordings and scenes. */
  offer({ recordings = [], scenes = [], scene }) {
    const options = (list) => list.map((name) => h("option", { value: name, text: name }));
    this.recordings.replaceChildren(...options(recordings));
    this.scenes.replaceChildren(...options(scenes));
    this.first = scene ?? scenes[0];
    const flick = recordings.find((name) => name.startsWith("flick."));
    if (flick) this.recordings.value = flick;
    this.#suggest();
    const isEmpty = recordings.length === 0 || scenes.length === 0;
    this.load.disabled = isEmpty;
    if (isEmpty) {
      setText(this.hint, "Start snapback-web with --recordings FOLDER and --scenes FOLDER"
        + " to replay one.");
    }
  }

  /** Suggests the scene whose name is part of the recording's name. */
  #suggest() {
    const names = [...this.scenes.options].map((option) => option.value);
    const stem = (name) => name.split(".")[0];
    const recorded = stem(this.recordings.value);
    const fitting = names.find((name) => recorded.split("-").includes(stem(name)));
    this.scenes.value = fitting ?? (names.includes(this.first) ? this.first : names[0]);
  }

  async run() {
    this.load.disabled = true;
    try {
      await this.replay.load(this.recordings.value, this.scenes.value);
      this.store.set("mode", "recording");
    } catch (error) {
      this.store.emit("message", error.message);
      setText(this.hint, error.message);
    }
    this.load.disabled = false;
  }

  #show() {
    const { recording } = this.replay;
    this.summary.hidden = !recording;
    if (!recording) {
      this.list.replaceChildren();
      setText(this.hint, "A recording is replayed by the same engine, frame by frame.");
      return;
    }
    const { summary } = recording;
    setText(this.hint, `${this.replay.name}, ${fixed(recording.duration, 2)} s`);
    const fact = (name, value) => h("div", { class: "fact" }, h("span", { text: name }),
      h("b", { class: "mono", text: String(value ?? "–") }));
    this.summary.replaceChildren(
      fact("Frames", recording.times.length), fact("Touch frames", summary?.touchFrames),
      fact("Contacts", summary?.contacts), fact("Layout passes", summary?.layoutPasses));
    this.rows = recording.gestures.map((gesture) => {
      const element = h("button", {
        type: "button", class: "entry", "data-tone": gesture.phase === "cancelled" ? "bad" : "good",
        onclick: () => this.store.emit("seek", gesture.start),
      }, h("time", { text: fixed(gesture.start, 3) }), h("i", { class: "tone" }),
      h("span", { class: "grow" }, `${gesture.kind} `, gesture.name ? `“${gesture.name}” ` : "",
        h("span", { class: "viewname", text: gesture.view })),
      h("span", { class: "quiet", text: gesture.end > gesture.start
        ? `${fixed(gesture.end - gesture.start, 3)} s` : gesture.phase }));
      return { element, gesture };
    });
    this.list.replaceChildren(...this.rows.map(({ element }) => element));
    if (this.rows.length === 0) {
      this.list.append(h("p", { class: "hint", text: "No gesture was recognized." }));
    }
  }

  #mark() {
    for (const { element, gesture } of this.rows ?? []) {
      const isNow = gesture.start <= this.replay.seconds && this.replay.seconds <= gesture.end;
      element.classList.toggle("current", isNow);
    }
  }
}

/** The timeline: a playhead on a bar, with touches and gestures above it. */
export class Timeline {
  constructor(box, replay, store) {
    Object.assign(this, { box, replay, store });
    this.play = button({
      title: "Play (Space)", image: "play", class: "round", press: () => this.toggle(),
    });
    const jump = (title, image, act) => button({ title, image, class: "flat", press: act });
    this.loop = button({
      title: "Loop", image: "loop", class: "flat", "aria-pressed": "false",
      press: () => {
        replay.loops = !replay.loops;
        this.loop.setAttribute("aria-pressed", String(replay.loops));
      },
    });
    this.time = h("output", { class: "mono time" });
    const speeds = h("div");
    this.speeds = segments(speeds, "Speed", SPEEDS, 1, (speed) => {
      replay.speed = speed;
      this.speeds.show(speed);
    });
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    this.head = h("div", { class: "head", "aria-hidden": "true" });
    this.bar = h("div", {
      class: "scrub", role: "slider", tabindex: "0", "aria-label": "Moment of the recording",
      "aria-valuemin": "0", onkeydown: (event) => this.key(event),
    }, this.marks, this.head);
    box.append(h("div", { class: "line" },
      jump("To the start (Home)", "start", () => replay.seek(0)),
      jump("A frame back (←)", "back", () => replay.step(-1)), this.play,
      jump("A frame forward (→)", "forward", () => replay.step(1)), this.loop, this.time,
      h("span", { class: "grow" }), speeds,
      button({
        label: "Back to live", title: "Leaves the recording", class: "small",
        press: () => store.set("mode", "live"),
      })),
    this.bar);
    this.bar.addEventListener("pointerdown", (event) => this.#grab(event));
    store.on(["head", "recording"], () => this.#show());
    store.on("recording", () => this.#draw());
    store.on("mode", (mode) => {
      box.hidden = mode !== "recording";
      if (mode !== "recording") replay.pause();
    });
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
    setText(this.time, `${fixed(seconds, 3)} / ${whole} s   frame ${frame + 1}`);
    this.bar.setAttribute("aria-valuemax", fixed(recording.duration, 3));
    this.bar.setAttribute("aria-valuenow", fixed(seconds, 3));
    this.bar.setAttribute("aria-valuetext", `${fixed(seconds, 3)} seconds`);
    if (this.wasPlaying !== playing) {
      this.wasPlaying = playing;
      this.play.replaceChildren(icon(playing ? "pause" : "play"));
      this.play.title = playing ? "Pause (Space)" : "Play (Space)";
    }
  }

  #draw() {
    const { recording } = this.replay;
    if (!recording) return;
    const span = recording.duration || 1;
    const piece = (name, start, end, title) => {
      const element = h("i", { class: name, title });
      element.style.left = `${100 * start / span}%`;
      element.style.width = `max(3px, ${100 * (end - start) / span}%)`;
      return element;
    };
    const marks = recording.contacts.map(
      ({ id, start, end }) => piece("contact", start, end, `finger ${id}`));
    for (const { kind, view, start, end } of recording.gestures) {
      marks.push(piece(`gesture kind-${kind}`, start, end, `${kind} on ${view}`));
    }
    const failures = recording.events.filter(
      ({ kind, body }) => kind === "decision" && / fails: /.test(body.text));
    for (const { seconds, body } of failures) {
      marks.push(piece("failure", seconds, seconds, body.text));
    }
    this.marks.replaceChildren(...marks);
  }
}
