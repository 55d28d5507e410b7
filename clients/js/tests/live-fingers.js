/** Segments and frames of one connection say the same while fingers move what they hold. */

import assert from "node:assert/strict";
import process from "node:process";
import { describe, test } from "node:test";

import { connect } from "../node.js";
import { pause } from "./played.js";
import { Daemon } from "./rig.js";

// Points; what frames say in lines is rounded to three decimals.
const NEAR = 1e-3;

/** Holds evaluated views against those of a frame; gives how many. */
function alike(scene, frame) {
  const views = scene.at(frame.time);
  for (const state of frame.views) {
    const drawn = views.get(state.id);
    const found = scene.view(state.id);
    const near = (got, expected, what) => assert.ok(
      Math.abs(got - expected) <= NEAR, `${state.id}.${what}: ${got} for ${expected}`);
    for (const key of ["toScreen", "frame", "translation", "box"]) {
      drawn[key].forEach((value, k) => near(value, found[key][k], key));
    }
    near(drawn.alpha, found.alpha, "alpha");
    assert.equal(drawn.color, found.color);
  }
  return frame.views.length;
}

async function compare(client) {
  let compared = 0;
  let heard = performance.now();
  let fault = null;
  client.on("*", (message) => {
    heard = performance.now();
    try {
      if (message.type === "frame") compared += alike(client.scene, message);
    } catch (error) {
      fault ??= error;
    }
  });
  // Until the scene rests for a second.
  while (performance.now() - heard < 1000) await pause(50);
  if (fault !== null) throw fault;
  assert.ok(compared > 50, String(compared));
}

describe("while fingers move", { concurrency: true }, () => {
  for (const [scene, recording] of [
    ["photo", "photo-fingers"], ["list", "list-fingers"], ["sheet", "sheet-drags"]]) {
    test(scene, async () => {
      const daemon = new Daemon(process.env.SNAPBACK_BINARIES);
      try {
        // Frames as the last event left them: resampled ones are between two events.
        await daemon.start({ scene, recording, config: '{ resampling: "none" }' });
        const client = await connect({ socket: daemon.path, want: ["segments", "frames"] });
        await compare(client);
        client.close();
      } finally {
        await daemon.close();
      }
    });
  }
});
