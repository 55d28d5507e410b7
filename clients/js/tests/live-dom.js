/**
 * Elements and a live daemon: `live BINARIES` calls it. While the card springs home, its styles put
 * its corners where `snapback replay` says that they are.
 */

import assert from "node:assert/strict";
import process from "node:process";
import { after, test } from "node:test";

import { bind } from "../dom.js";
import { connect } from "../node.js";
import { FakeWindow, rootOf, shows } from "./page.js";
import { Daemon, Reference } from "./rig.js";
import { move, product, turn } from "./scenes.js";

const BINARIES = process.env.SNAPBACK_BINARIES;
const PATIENCE = 10000;
// CSS pixels for a point, and how far from its place a corner may be, in CSS pixels.
const SCALE = 2;
const NEAR = 4e-3;

const daemon = new Daemon(BINARIES);
after(() => daemon.close());

/** Calls `seen` with each segment after the release, of which the whole way home is known. */
function follow(client, reference, seen) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the card does not come home")), PATIENCE);
    let [zero, hasEnded] = [null, false];
    client.on("*", (message) => {
      const { type, phase, time } = message;
      if (type === "gesture" && phase === "began") zero = time - reference.began;
      hasEnded ||= type === "gesture" && phase === "ended";
      try {
        if (type === "segment" && zero !== null && time - zero >= reference.released) {
          seen(time - zero, zero);
        }
      } catch (error) {
        reject(error);
      }
      if (!hasEnded || type !== "idle") return;
      clearTimeout(timer);
      resolve();
    });
  });
}

test("corners of the card are the replay's while it springs home", async () => {
  const reference = new Reference(BINARIES);
  const [x, y, width, height] = reference.home.frame;
  await daemon.start({ recording: "flick" });
  const client = await connect({ socket: daemon.path, want: ["segments", "schedule", "gestures"] });
  const window = new FakeWindow();
  const card = shows("card");
  const root = rootOf(window, { width: 390 * SCALE, height: 844 * SCALE }, card);
  let moment = 0;
  const binding = bind(root, { client, time: () => moment });

  /** Holds the corners as styled against those by the replay. */
  function compare(at) {
    const [a, b, c, d, tx, ty] = card.style.transform.slice(7, -1).split(", ").map(Number);
    const [dx, dy, angle] = reference.at(at);
    const expected = product(
      move(x + dx + width / 2, y + dy + height / 2), turn(angle), move(-width / 2, -height / 2));
    for (const [u, v] of [[0, 0], [width, 0], [0, height], [width, height]]) {
      [a * u + c * v + tx, b * u + d * v + ty].forEach((got, row) => {
        const wanted = SCALE * (expected[row][0] * u + expected[row][1] * v + expected[row][2]);
        assert.ok(Math.abs(got - wanted) <= NEAR, `${got} for ${wanted}, ${at / 1e6} ms`);
      });
    }
  }

  let compared = 0;
  await follow(client, reference, (begin, zero) => {
    for (let at = reference.released; at < reference.ends; at += 7_919_000) {
      if (at < begin || !reference.covers(at)) continue;
      moment = zero + at;
      binding.wake();
      window.frame(0);
      compare(at);
      compared += 1;
    }
  });
  assert.ok(compared > 50, String(compared));
  binding.unbind();
  client.close();
});
