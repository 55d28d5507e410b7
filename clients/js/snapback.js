/**
 * A client of snapbackd: touch in, layout and motion out. This module is independent of the
 * platform; `node.js` and `browser.js` export all of it, and `connect`.
 */

export { Client } from "./client.js";
export { Clock } from "./clock.js";
export { Drawn } from "./drawing.js";
export {
  CommandError, ConnectionLost, DaemonError, SnapbackError, TimedOut, WireError,
} from "./errors.js";
export { parse, stringify } from "./json.js";
export { readLine } from "./ndjson.js";
export * as motion from "./motion.js";
export { Scene, View } from "./scene.js";
export { Spring } from "./spring.js";
export { CHANNELS } from "./values.js";
export { Decoder, ENCODINGS, MAGIC, MESSAGE_LIMIT, encode } from "./wire.js";
