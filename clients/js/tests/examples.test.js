/** The pages of the examples: what they load is there, and their elements fit to the scenes. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { parseJSON5 } from "../../../Sources/SnapbackWeb/Page/json5.js";
import { HERE, TOP } from "./support.js";

const FOLDER = path.join(HERE, "..", "examples");
const VOID = ["meta", "link"];
const read = (...parts) => fs.readFileSync(path.join(...parts), "utf8");
const pages = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".html"));

/** The elements of a page, each with its attributes and the elements around it. */
function elements(name) {
  const open = [];
  const found = [];
  for (const [, end, tag, rest] of read(FOLDER, name).matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>/g)) {
    if (end) {
      while (open.length > 0 && open.pop().tag !== tag);
      continue;
    }
    const attributes = Object.fromEntries(
      [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key, value]) => [key, value ?? ""]));
    const element = { tag, attributes, around: [...open] };
    found.push(element);
    if (!VOID.includes(tag)) open.push(element);
  }
  return found;
}

test("the card is a whole page of fifteen lines at most, none of them blank", () => {
  const lines = read(FOLDER, "card.html").trimEnd().split("\n");
  assert.ok(lines.length <= 15, String(lines.length));
  assert.ok(lines.every((line) => line.trim() !== ""));
  for (const document of ["clients/js/README.md", "docs/own-pages.md"]) {
    assert.ok(read(TOP, document).includes(`\n${lines.join("\n")}\n`), document);
  }
});

test("a page has no scripts in it, which the server's policy would refuse", () => {
  assert.ok(pages.length >= 3);
  for (const name of pages) {
    for (const { tag, attributes } of elements(name)) {
      assert.ok(tag !== "script" || attributes.src, name);
      const handlers = Object.keys(attributes).filter((key) => key.startsWith("on"));
      assert.deepEqual(handlers, [], name);
    }
  }
});

test("what a page and its scripts load is in its folder or a module of the client", () => {
  let count = 0;
  const holds = (reference, from) => {
    const client = /^\/client\/([\w.-]+)$/.exec(reference);
    const file = client ? path.join(HERE, "..", client[1]) : path.join(FOLDER, reference);
    assert.ok(client || /^[\w.-]+$/.test(reference), `${from}: ${reference}`);
    assert.ok(fs.existsSync(file), `${from}: ${reference}`);
    count += 1;
  };
  for (const name of pages) {
    for (const { attributes: { src, href } } of elements(name)) {
      if (src ?? href) holds(src ?? href, name);
    }
  }
  for (const name of fs.readdirSync(FOLDER).filter((file) => file.endsWith(".js"))) {
    for (const [, reference] of read(FOLDER, name).matchAll(/from "([^"]+)"/g)) {
      holds(reference, name);
    }
  }
  assert.ok(count >= 6, String(count));
});

/** The names of a scene's views, each with those of the views around it. */
function views(scene) {
  const found = new Map([["screen", []]]);
  const add = (list, around) => {
    for (const view of list ?? []) {
      found.set(view.id, around);
      add(view.views, [...around, view.id]);
    }
  };
  add(scene.views, ["screen"]);
  return found;
}

test("elements name views of the scene, and are in those of views around theirs", () => {
  for (const [name, file] of [
    ["card.html", path.join(TOP, "configs/scenes/card.json5")],
    ["kiosk.html", path.join(FOLDER, "kiosk.json5")]]) {
    const scene = views(parseJSON5(read(file)));
    const bound = elements(name).filter(({ attributes }) => "data-snapback" in attributes);
    assert.ok(bound.length > 0);
    for (const { attributes, around } of bound) {
      const view = attributes["data-snapback"];
      assert.ok(scene.has(view), `${name}: ${view}`);
      const above = around.findLast(({ attributes: own }) => "data-snapback" in own);
      if (above !== undefined) {
        assert.ok(scene.get(view).includes(above.attributes["data-snapback"]), `${name}: ${view}`);
      }
    }
    // Every view with a fill is shown.
    const shown = new Set(bound.map(({ attributes }) => attributes["data-snapback"]));
    for (const view of scene.keys()) {
      if (view !== "screen") assert.ok(shown.has(view), `${name} does not show ${view}`);
    }
  }
});

test("the events that the kiosk follows are actions of its scene", () => {
  const scene = parseJSON5(read(FOLDER, "kiosk.json5"));
  const cards = elements("kiosk.html").filter(({ tag }) => tag === "article")
    .map(({ attributes }) => attributes["data-snapback"]);
  assert.equal(cards.length, 5);
  for (const card of cards) {
    const action = scene.actions.find(({ name }) => name === card);
    assert.deepEqual(action.on, { tap: card });
  }
});
