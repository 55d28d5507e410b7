// Draws the views as seen from above, one line every 50 ms: draw.mjs [SOCKET [ENCODING]]

import process from "node:process";

import { connect } from "snapback";

const COLUMNS = 66;
const STEP = 50_000_000; // nanoseconds between lines

/** Draws each view from its left to its right edge on the screen; later views are in front. */
function drawing(scene) {
  const line = Array.from({ length: COLUMNS }, () => "·");
  for (const view of [...scene.at(scene.time).values()].slice(1)) {
    if (!view.visible || view.color === null) continue;
    const [left, , width] = view.box;
    const first = Math.round((left / scene.screen.width) * COLUMNS);
    const last = Math.round(((left + width) / scene.screen.width) * COLUMNS) - 1;
    const room = Math.max(0, last - first - 1);
    const name = view.id.slice(0, room);
    const side = Math.floor((room - name.length) / 2);
    [...`[${name.padStart(side + name.length).padEnd(room)}]`].forEach((letter, place) => {
      if (first + place >= 0 && first + place < COLUMNS) line[first + place] = letter;
    });
  }
  return line.join("").trimEnd();
}

const [socket, encoding] = process.argv.slice(2);
const client = await connect({ socket, encoding });
let begin = 0;
let shown = 0;
for await (const message of client) {
  if (message.type === "frame" && message.time >= shown + STEP) {
    begin ||= message.time;
    shown = message.time;
    const seconds = ((shown - begin) / 1e9).toFixed(2);
    console.log(`${seconds.padStart(5)} s ${drawing(client.scene)}`);
  } else if (message.type === "idle" && begin) {
    console.log(`at rest ${drawing(client.scene)}`);
    break;
  }
}
client.close();
