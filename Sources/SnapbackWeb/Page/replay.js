// Recordings: the list, the replay of one with a scene, and the time that is shown.

import { parseJSON5 } from "./json5.js";
import { Recording } from "./recording.js";

// The time for which the end is shown before the recording starts again, in seconds.
const REST = 0.6;

/**
 * A recording as a source for the stage, with a playhead that can be moved and can run.
 *
 * The store has the names of the recording and its scene as `replayed`, whether one is being loaded
 * as `loading`, and whether the shown run is compared with the first one as `compares`. The first
 * run of a recording is the one on the scene as it was chosen.
 */
export class Replay {
  recording = null;
  playing = false;
  speed = 1;
  /** Whether the recording starts again after its end. */
  loops = true;
  #seconds = 0;
  #rested = 0;
  #last = null;
  #requests = new AbortController();
  #first = null;

  constructor(store) {
    this.store = store;
    store.on("seek", (seconds) => {
      this.pause();
      this.seek(seconds);
    });
  }

  get seconds() {
    return this.#seconds;
  }

  /**
   * Replays a recording with a scene from the folder, and plays it from its start. Returns false if
   * another replay was requested meanwhile.
   */
  async load(recording, scene) {
    const texts = await this.#fetch(
      [`/api/scene?name=${encodeURIComponent(scene)}`],
      [`/api/replay?${query(recording, { scene })}`]);
    if (!texts) return false;
    const document = { name: scene, scene: parseJSON5(texts[0]) };
    this.name = recording;
    this.#first = new Recording(texts[1]);
    this.#show(this.#first, 0);
    this.store.set("originalReplayDocument", document);
    this.store.set("replayDocument", document);
    this.store.set("replayed", { recording, scene });
    this.play();
    return true;
  }

  /** Replays the current recording with another document; keeps the current time. */
  async run(document) {
    const texts = await this.#fetch([`/api/replay?${query(this.name, {})}`, {
      method: "POST", body: JSON.stringify(document.scene),
      headers: { "Content-Type": "application/json" },
    }]);
    if (!texts) return;
    const { playing } = this;
    this.#show(new Recording(texts[0]), this.#seconds);
    this.store.set("replayDocument", document);
    if (playing) this.play();
  }

  /**
   * Fetches texts, each by an address and options, and stops the previous requests. Returns null if
   * later requests have stopped these.
   */
  async #fetch(...requests) {
    this.#requests.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.#requests = controller;
    this.store.set("loading", true);
    try {
      const texts = await Promise.all(
        requests.map(([url, options]) => fetched(url, { ...options, signal })));
      return signal.aborted ? null : texts;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      if (this.#requests === controller) this.store.set("loading", false);
    }
  }

  #show(recording, seconds) {
    this.recording = recording;
    this.playing = false;
    this.#seconds = Math.min(seconds, recording.duration);
    this.store.set("recording", recording);
    this.store.set("replays", (this.store.get("replays") ?? 0) + 1);
    this.store.emit("scene", null);
    this.#tell();
  }

  /** Moves to a time; to the nearest earlier frame unless it is playing. */
  seek(seconds) {
    if (!this.recording) return;
    const inside = Math.min(Math.max(seconds, 0), this.recording.duration);
    const place = this.recording.placeAt(inside);
    this.#seconds = this.playing ? inside : Math.max(this.recording.times[place], 0);
    this.#rested = 0;
    this.#last = null;
    this.#tell();
  }

  /** Moves forward or backward by some frames. */
  step(count) {
    if (!this.recording) return;
    this.pause();
    const place = this.recording.placeAt(this.#seconds) + count;
    const { times } = this.recording;
    this.seek(times[Math.min(Math.max(place, 0), times.length - 1)]);
  }

  play() {
    if (!(this.recording?.duration > 0)) return;
    if (this.#seconds >= this.recording.duration) this.#seconds = 0;
    this.playing = true;
    this.#rested = 0;
    this.#last = null;
    this.#tell();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.seek(this.#seconds);
  }

  #tell() {
    this.store.set("moment", this.#seconds);
    this.store.emit("head");
    this.store.emit("moved");
  }

  /** The picture at the playhead. */
  picture(now) {
    if (!this.recording) return null;
    if (this.playing) this.#advance(now);
    return this.playing ? this.recording.pictureBetween(this.#seconds)
      : this.recording.pictureAt(this.recording.placeAt(this.#seconds));
  }

  #advance(now) {
    const passed = this.#last === null ? 0 : (now - this.#last) / 1000 * this.speed;
    this.#last = now;
    const { duration } = this.recording;
    if (this.#seconds >= duration) this.#rested += passed;
    this.#seconds = Math.min(this.#seconds + passed, duration);
    if (this.#seconds >= duration && !this.loops) this.playing = false;
    else if (this.#rested >= REST) [this.#seconds, this.#rested] = [0, 0];
    this.store.set("moment", this.#seconds);
    this.store.emit("head");
  }

  /** Whether there is another run to compare with. */
  get hasOther() {
    return this.recording !== this.#first;
  }

  /** The picture of the first run at the time of a picture; null if it is not compared. */
  other({ seconds }) {
    if (!this.hasOther || !this.store.get("compares")) return null;
    return this.playing ? this.#first.pictureBetween(seconds)
      : this.#first.pictureAt(this.#first.placeAt(seconds));
  }

  moves() {
    return this.playing;
  }

  touches() {
    return this.recording ? this.recording.touchesAt(this.recording.placeAt(this.#seconds)) : [];
  }

  trails() {
    return this.recording ? this.recording.trailsAt(this.#seconds) : [];
  }
}

function query(recording, more) {
  return new URLSearchParams({ recording, rate: "120", decisions: "1", ...more });
}

/** Fetches text; throws the server's error message on failure. */
export async function fetched(url, options = {}) {
  const answer = await fetch(url, options);
  const text = await answer.text();
  if (answer.ok) return text;
  let message = `${answer.status} ${answer.statusText}`;
  try {
    message = JSON.parse(text).error.message;
  } catch {
    // The body has no message, so the status is reported.
  }
  throw new Error(message);
}
