// The live scene: the connection to the daemon, and the current picture.

import { connect } from "/client/browser.js";
import { History } from "./history.js";
import { Trails } from "./trails.js";

const WANTED = ["segments", "gestures", "touches", "layout", "done", "devices", "decisions"];
// The delay before reconnecting, in milliseconds.
const RETRY = 1500;
const STATE = [
  "frame", "translation", "rotation", "scale", "shear", "alpha", "color", "visible", "toScreen",
  "velocity", "cornerRadius", "look", "data",
];

/** The daemon's scene as a source for the stage. */
export class Live {
  client = null;
  history = new History();
  #trails = new Trails();
  #pictures = new Pictures();
  #resume = () => {};

  constructor(store) {
    this.store = store;
  }

  /** Connects, and reconnects whenever the connection ends. */
  async run() {
    for (;;) {
      try {
        await this.#session();
      } catch (error) {
        this.store.set("lost", words(error));
      }
      this.client = null;
      this.store.set("roles", []);
      this.store.set("connection", "lost");
      await new Promise((resume) => {
        this.#resume = resume;
        setTimeout(resume, RETRY);
      });
    }
  }

  /** While there is no connection, tries again at once. */
  retry() {
    this.#resume();
  }

  async #session() {
    const client = await connect({ url: "/ws", name: "snapback-web", want: WANTED });
    this.client = client;
    this.#trails.clear();
    this.history.clear();
    client.on("snapshot", (message) => {
      this.history.reset(message.views);
      this.#trails.clear();
      this.#pictures.forget();
      this.store.emit("scene", message);
    });
    client.on("segment", (message) => {
      this.history.take(message.time, message.channels);
      this.#wake();
    });
    client.on("frame", () => this.#wake());
    client.on("idle", () => this.#wake());
    client.on("touch", (message) => this.#touch(message));
    for (const kind of ["gesture", "decision", "layout", "done", "device"]) {
      client.on(kind, (message) => this.store.emit(kind, message));
    }
    this.store.set("roles", client.welcome.roles);
    this.store.set("lost", null);
    this.store.set("connection", "open");
    this.store.emit("scene", null);
    const reason = await client.closed;
    this.store.set("lost", words(reason));
  }

  #wake() {
    this.store.emit("moved");
  }

  #touch(message) {
    const { time, contacts } = message;
    this.store.emit("touch", message);
    this.#trails.take(contacts, time / 1e9);
    this.history.contact(time, this.#trails.touches().length > 0);
    this.#wake();
  }

  /** The daemon's current time, in nanoseconds. */
  now() {
    return this.client ? this.client.now() : 0;
  }

  /** The current picture; null before the first snapshot. */
  picture() {
    const scene = this.client?.scene;
    if (!scene || scene.views.size === 0) return null;
    const time = this.client.now();
    return this.#pictures.of(scene, time);
  }

  /** Whether the next picture will differ from the current one. */
  moves() {
    const scene = this.client?.scene;
    if (!scene) return false;
    const now = this.now();
    return now < scene.movesUntil || this.#trails.at(now / 1e9).length > 0;
  }

  /** The live scene is not compared. */
  other() {
    return null;
  }

  touches() {
    return this.#trails.touches();
  }

  trails() {
    return this.#trails.at(this.now() / 1e9);
  }

  /** Sends a command; returns the reply's body, or throws an error with `code` and `message`. */
  async request(name, body) {
    if (!this.client) throw new Error("there is no daemon");
    return this.client.request(name, body);
  }

  /** Sends a message that has no answer; without a connection it is lost. */
  send(message) {
    try {
      this.client?.send(message);
    } catch (error) {
      this.store.set("lost", words(error));
    }
  }
}

/**
 * Adds to pictures the properties that only snapshots contain, and the function `channel`, which
 * returns the value of a channel of a view. Each view has one object, which is reused for the next
 * picture.
 */
class Pictures {
  #scene = null;
  #epoch = null;
  #views = [];
  #byName = new Map();

  of(scene, time) {
    const drawn = scene.at(time);
    if (this.#scene !== scene || this.#epoch !== scene.views) this.#prepare(scene);
    for (const view of this.#views) {
      const state = drawn.get(view.name);
      for (const key of STATE) view[key] = state[key];
    }
    return {
      seconds: time / 1e9, screen: scene.screen, views: this.#views, byName: this.#byName,
      channel: (name, channel) => scene.view(name)?.value(channel, time),
    };
  }

  forget() {
    this.#scene = null;
  }

  #prepare(scene) {
    this.#scene = scene;
    this.#epoch = scene.views;
    this.#views = [...scene.views.values()].map((view) => ({
      name: view.id, parent: view.parent, anchor: view.anchor, clips: view.clips,
      text: view.text,
    }));
    this.#byName = new Map(this.#views.map((view) => [view.name, view]));
  }
}

function words(reason) {
  if (!reason) return "the connection was closed";
  return typeof reason === "string" ? reason : reason.message ?? String(reason);
}
