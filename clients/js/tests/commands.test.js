// Commands against Tests/Fixtures/commands, with the parameters of the protocol's description.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { Commands } from "../commands.js";

const TOP = new URL("../../../", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, TOP), "utf8"));

/** Keeps the message that a command sends. */
class Recorder extends Commands {
  async request(name, body = {}) {
    this.message = JSON.parse(JSON.stringify({ [name]: { id: 7, ...body } }));
  }
}

test("each command sends its message", async () => {
  const commands = read("Sources/Wire/protocol.json").commands;
  const vectors = read("Tests/Fixtures/commands/commands.json");
  const recorder = new Recorder();
  for (const vector of vectors) {
    const { fields } = commands.find((one) => one.name === vector.command);
    const isAlone = (field) => field.positional || !(field.optional || field.inOptions);
    const given = fields.filter(isAlone).map((field) => vector.arguments[field.name]);
    const grouped = fields.filter((field) => !isAlone(field));
    const options = grouped.map((field) => [field.name, vector.arguments[field.name]]);
    if (grouped.length > 0) given.push(Object.fromEntries(options));
    await recorder[vector.command](...given);
    assert.deepEqual(recorder.message, vector.message);
  }
  for (const { name } of commands) {
    assert.ok(vectors.some((vector) => vector.command === name), `${name} has no vector`);
  }
});
