/** A daemon that plays a recording, and what `snapback replay` says of the same recording. */

import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { pause } from "./played.js";
import { TOP } from "./support.js";

const LISTENS = 0x10000;
// Points by which a number may be off a straight line between frames; its end is farther.
const JUMP = 2e-4;

export const scenePath = (name) => path.join(TOP, "configs", "scenes", `${name}.json5`);
export const recordingPath = (name) => path.join(TOP, "recordings", `${name}.evemu`);

/** A snapbackd in a folder of its own. */
export class Daemon {
  constructor(binaries) {
    this.program = path.join(binaries, "snapbackd");
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "snapback-js-"));
    this.path = path.join(this.folder, "s");
    this.log = path.join(this.folder, "log");
    this.process = null;
  }

  async start({ scene = "card", recording = null, config = null } = {}) {
    const given = ["--scene", scenePath(scene), "--socket", this.path];
    if (recording !== null) given.push("--replay", recordingPath(recording));
    if (config !== null) {
      fs.writeFileSync(path.join(this.folder, "config.json5"), config);
      given.push("--config", path.join(this.folder, "config.json5"));
    }
    this.process = spawn(this.program, given, {
      stdio: ["ignore", "ignore", fs.openSync(this.log, "a")],
    });
    this.gone = new Promise((resolve) => {
      this.process.once("exit", resolve);
    });
    // A connection would start the recording; the kernel lists who listens.
    const deadline = performance.now() + 10000;
    while (!this.listens()) {
      if (this.process.exitCode !== null || performance.now() > deadline) {
        throw new Error(`the daemon does not listen: ${fs.readFileSync(this.log, "utf8")}`);
      }
      await pause(10);
    }
  }

  listens() {
    return fs.readFileSync("/proc/net/unix", "utf8").split("\n").some((line) => {
      const fields = line.trim().split(/\s+/);
      return fields.at(-1) === this.path && (parseInt(fields[3], 16) & LISTENS) !== 0;
    });
  }

  async stop() {
    if (this.process === null) return;
    this.process.kill("SIGTERM");
    await this.gone;
    this.process = null;
  }

  async close() {
    await this.stop();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The lines of a recording as `snapback replay` writes them, as objects with one key. */
export function replayed(binaries, scene, recording, ...options) {
  const given = ["replay", recordingPath(recording), "--scene", scenePath(scene), "--json"];
  return execFileSync(path.join(binaries, "snapback"), [...given, ...options], {
    encoding: "utf8", maxBuffer: 2 ** 28,
  });
}

/**
 * The card's way by `snapback replay` at 1000 frames a second; times from the first event.
 *
 * Between frames it is the cubic through places and velocities at both ends, which is within
 * 10⁻⁶ points of the spring.
 */
export class Reference {
  constructor(binaries) {
    this.times = [];
    this.states = [];
    for (const line of replayed(binaries, "card", "flick", "--rate", "1000").trim().split("\n")) {
      const [[kind, body]] = Object.entries(JSON.parse(line));
      if (kind === "gesture" && body.phase === "began") this.began = body.time;
      if (kind === "gesture" && body.phase === "ended") this.released = body.time;
      for (const view of kind === "frame" ? body.views : []) {
        this.times.push(body.time);
        this.states.push([
          [...view.translation, view.rotation],
          [...view.velocity.translation, view.velocity.rotation]]);
        this.home = view;
      }
    }
    // The last frame is at home, and what comes before it is not: a term ends there.
    this.ends = this.times.at(-2);
  }

  around(moment) {
    let place = this.times.findIndex((time) => time > moment);
    if (place < 1) place = this.times.length - 1;
    const span = (this.times[place] - this.times[place - 1]) / 1e9;
    const into = (moment - this.times[place - 1]) / 1e9 / span;
    return [this.states[place - 1], this.states[place], span, into];
  }

  /**
   * Whether the card springs home then, untouched, and none of its numbers comes to its end
   * between the two frames: there it is set to 0.
   */
  covers(moment) {
    if (!(this.released + 2e6 < moment && moment < this.ends)) return false;
    const [[x0, v0], [x1, v1], span] = this.around(moment);
    return x0.every((x, k) => Math.abs(x1[k] - x - (span * (v0[k] + v1[k])) / 2) < JUMP);
  }

  /** Translation along x and y, and rotation of the card at a time that is covered. */
  at(moment) {
    const [[x0, v0], [x1, v1], span, u] = this.around(moment);
    return x0.map((x, k) => x * (1 + 2 * u) * (1 - u) ** 2 + v0[k] * u * (1 - u) ** 2 * span
      + x1[k] * u * u * (3 - 2 * u) + v1[k] * u * u * (u - 1) * span);
  }
}
