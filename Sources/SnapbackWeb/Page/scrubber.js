// The panel "Recording".

import { h, button, fixed, setText } from "./dom.js";

const EMPTY = "Start snapback-web with --recordings FOLDER and --scenes FOLDER to replay one.";

/** Chooses a recording and a scene, and lists the recording's contents. */
export class RecordingPanel {
  constructor(box, replay, store) {
    Object.assign(this, { replay, store });
    this.recordings = h("select", {
      id: "recording", onchange: () => {
        this.#suggest();
        this.run();
      },
    });
    this.scenes = h("select", { id: "recordingscene", onchange: () => this.run() });
    this.load = button({
      label: "Replay", title: "Plays the recording with the scene, from the start",
        class: "primary", press: () => this.run(),
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

  /** Sets the available recordings and scenes, and the scenes of recordings as far as known. */
  offer({ recordings = [], scenes = [], pairs = [], scene }) {
    const options = (list) => list.map((name) => h("option", { value: name, text: name }));
    const chosen = [this.recordings.value, this.scenes.value];
    this.recordings.replaceChildren(...options(recordings));
    this.scenes.replaceChildren(...options(scenes));
    this.first = scene ?? scenes[0];
    this.pairs = new Map(pairs.map((pair) => [pair.recording, pair.scene]));
    if (recordings.includes(chosen[0]) && scenes.includes(chosen[1])) {
      [this.recordings.value, this.scenes.value] = chosen;
    } else {
      const flick = recordings.find((name) => name.startsWith("flick."));
      if (flick) this.recordings.value = flick;
      this.#suggest();
    }
    const isEmpty = recordings.length === 0 || scenes.length === 0;
    this.load.disabled = isEmpty;
    if (isEmpty) setText(this.hint, EMPTY);
  }

  /** Chooses the scene of the recording; if it is unknown, the running scene. */
  #suggest() {
    const names = [...this.scenes.options].map((option) => option.value);
    const running = this.store.get("document")?.name;
    this.scenes.value = this.pairs.get(this.recordings.value)
      ?? [running, this.first, names[0]].find((name) => names.includes(name)) ?? "";
  }

  /** Plays a recording by name, with a scene or, without one, with the recording's own. */
  async choose(recording, scene) {
    const has = (select, name) => [...select.options].some((option) => option.value === name);
    if (!has(this.recordings, recording)) {
      this.store.emit("message", `There is no recording “${recording}”`);
      return;
    }
    this.recordings.value = recording;
    this.#suggest();
    if (has(this.scenes, scene)) this.scenes.value = scene;
    await this.run();
  }

  /** Plays the chosen recording with the chosen scene. */
  async run() {
    if (!this.recordings.value || !this.scenes.value) {
      this.store.emit("message", EMPTY);
      return;
    }
    this.load.disabled = true;
    try {
      const isShown = await this.replay.load(this.recordings.value, this.scenes.value);
      if (isShown) this.store.set("mode", "recording");
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
