// Prints the steps of gestures, and where the views are when all are at rest. Compile it with tsc
// and the package installed; SNAPBACK_SOCKET is the daemon's socket.

import { connect } from "snapback";
import type { Four } from "snapback/messages";

const client = await connect({ want: ["frames", "gestures"] });
let hasBegun = false;
for await (const message of client) {
  if (message.type === "gesture" && message.phase !== "changed") {
    hasBegun = true;
    console.log(`${message.kind} on ${message.view ?? "no view"} ${message.phase}`);
  } else if (message.type === "idle" && hasBegun) {
    for (const [name, view] of client.scene.at(message.time)) {
      const [x, y, width, height]: Four = view.box;
      const lengths = [x, y, width, height].map((length) => length.toFixed(1));
      console.log(`${name} at rest: ${lengths.join(" ")}`);
    }
    break;
  }
}
client.close();
