// The button that records what fingers do on the stage, as a file.

import { button, allow, fixed, h, setText } from "./dom.js";
import { Capture } from "./capture.js";

const TITLE = "Records the touches of all fingers as a file for snapback replay (R)";

/**
 * Records the touches that the daemon reports, of the page, of devices and of other clients, and
 * gives them as a file of the browser. A recording has one screen, so it ends when the screen gets
 * another size, and when the live scene is left or lost.
 *
 * Value `records` of the store: whether it records.
 */
export class Recorder {
  #capture = null;

  /** `save` gives the user a file by name and text. */
  constructor({ live, store, save = download }) {
    Object.assign(this, { live, store, save });
    this.button = button({
      label: "Record", title: TITLE, image: "record", class: "record", "aria-pressed": "false",
      press: () => this.toggle(),
    });
    this.words = this.button.querySelector("span");
    store.on("touch", ({ time, contacts }) => {
      this.#capture?.take(time, contacts);
      this.#show();
    });
    store.on("scene", (snapshot) => {
      const { screen } = this.#capture ?? {};
      if (snapshot && screen && !hasSize(snapshot.screen, screen)) this.stop();
    });
    store.on(["mode", "connection", "roles"], () => {
      const reason = store.reason("view-touches");
      if (reason) this.stop();
      allow(this.button, reason);
    });
    allow(this.button, store.reason("view-touches"));
  }

  toggle() {
    if (this.#capture) this.stop();
    else if (!this.button.disabled) this.start();
  }

  start() {
    // There is no screen before the first snapshot of a connection.
    const { width, height } = this.live.client?.scene.screen ?? {};
    if (!(width > 0 && height > 0)) return;
    this.#capture = new Capture({ width, height }, this.store.get("document")?.name || null);
    this.store.set("records", true);
    this.#show();
  }

  /** Ends the recording, if there is one, and saves it unless it has no touch. */
  stop() {
    const capture = this.#capture;
    if (!capture) return;
    this.#capture = null;
    this.store.set("records", false);
    this.#show();
    if (capture.contacts === 0) {
      this.store.emit("message", "No finger touched the scene, so there is no recording");
      return;
    }
    const name = nameOf(capture.scene, new Date());
    this.save(name, capture.text());
    this.store.emit("message", `Saved ${name}: ${count(capture.contacts)}, `
      + `${fixed(capture.seconds, 1)} s`);
  }

  #show() {
    const capture = this.#capture;
    this.button.setAttribute("aria-pressed", String(Boolean(capture)));
    setText(this.words, capture ? `Stop · ${count(capture.contacts)}` : "Record");
  }
}

const hasSize = (one, other) => one.width === other.width && one.height === other.height;

const count = (contacts) => (contacts === 1 ? "1 contact" : `${contacts} contacts`);

/**
 * The name of a file: it begins with that of the scene, by which snapback-web finds the scene of a
 * recording.
 */
export function nameOf(scene, date) {
  const two = (number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("");
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join("");
  const stem = scene?.replace(/\..*$/, "") || "touches";
  return `${stem}-${day}-${time}.jsonl`;
}

/** Lets the browser save a text as a file. */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  h("a", { href: address, download: name }).click();
  // The browser has the address as long as it reads the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
