/** What the package is made of, and how it is found by its name. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { HERE, TOP } from "./support.js";

const FOLDER = path.join(HERE, "..");
const modules = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".js"));
const source = (name) => fs.readFileSync(path.join(FOLDER, name), "utf8");

test("it is found by its name", async () => {
  const [node, core, browser, motion] = await Promise.all([
    import("snapback"), import("snapback/core"), import("snapback/browser"),
    import("snapback/motion")]);
  assert.equal(node.connect, (await import("../node.js")).connect);
  assert.equal(typeof browser.connect, "function");
  assert.equal(core.connect, undefined);
  assert.equal(core.motion.spring, motion.spring);
  for (const [name, value] of Object.entries(core)) {
    assert.equal(node[name], value, name);
    assert.equal(browser[name], value, name);
  }
});

test("what draws with elements is found by its name, and loads where there are none", async () => {
  const [dom, element] = await Promise.all([import("snapback/dom"), import("snapback/element")]);
  assert.equal(dom.bind, (await import("../dom.js")).bind);
  assert.equal(dom.connect, (await import("../browser.js")).connect);
  assert.equal(typeof element.SnapbackScene, "function");
  // A bundler may drop a module that is imported for its effect unless it is listed.
  const { sideEffects } = JSON.parse(fs.readFileSync(path.join(FOLDER, "package.json"), "utf8"));
  assert.deepEqual(sideEffects, ["./element.js"]);
});

test("only one module is for Node", () => {
  assert.ok(modules.length > 10);
  for (const name of modules) {
    const imports = [...source(name).matchAll(/from "([^"]+)"/g)].map((found) => found[1]);
    for (const given of imports) {
      // What a page loads is beside what loads it.
      if (name === "node.js" && given.startsWith("node:")) continue;
      assert.ok(given.startsWith("./"), `${name} imports ${given}`);
      assert.ok(modules.includes(given.slice(2)), `${name} imports ${given}`);
    }
  }
});

test("files are short and lines are narrow", () => {
  const folders = [FOLDER, HERE, path.join(FOLDER, "examples")];
  for (const folder of folders) {
    for (const name of fs.readdirSync(folder).filter((file) => /\.m?js$/.test(file))) {
      const lines = fs.readFileSync(path.join(folder, name), "utf8").split("\n");
      assert.ok(lines.length <= 401, `${name} has ${lines.length} lines`);
      lines.forEach((line, place) => {
        assert.ok([...line].length <= 100, `${name}:${place + 1} has ${[...line].length} columns`);
        assert.ok(!/\s$/.test(line), `${name}:${place + 1} ends in a space`);
      });
    }
  }
});

test("the names of messages are those of the protocol", () => {
  // The vectors name every message; a type for each is in messages.js.
  const typed = source("messages.js").replace(/@property {("\w+")} type$/gm, "type: $1");
  for (const row of JSON.parse(
    fs.readFileSync(path.join(TOP, "Tests/Fixtures/protocol/vectors.json"), "utf8")).vectors) {
    if (row.from !== "daemon") continue;
    const text = fs.readFileSync(
      path.join(TOP, "Tests/Fixtures/protocol", `${row.name}.json`), "utf8");
    for (const line of text.trim().split("\n")) {
      const [name] = Object.keys(JSON.parse(line));
      assert.ok(typed.includes(`type: "${name}"`), name);
    }
  }
});
