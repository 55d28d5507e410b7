// The text of a scene: places of values, and edits that leave the rest as it is.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { parseJSON5 } from "/page/json5.js";
import {
  editedText, indexAt, placeAt, placesOf, shownText, springEdits, withEdits,
} from "/page/source.js";
import { springsOf, withSpring } from "/page/springs.js";

const SCENES = new URL("../../configs/scenes/", import.meta.url);
const texts = readdirSync(SCENES).map((name) => readFileSync(new URL(name, SCENES), "utf8"));

/** The text after a spring was put at a path. */
const edited = (text, path, spring) => withEdits(text, springEdits(text, path, spring));

test("each value of the bundled scenes is at its place", () => {
  let count = 0;
  const check = (text, place, value) => {
    assert.deepEqual(parseJSON5(text.slice(place.start, place.end)), value);
    count += 1;
    if (typeof value !== "object" || value === null) return;
    const keys = Object.keys(value);
    assert.equal(place.children.length, keys.length);
    keys.forEach((key, index) => {
      const child = placeAt(place, [Array.isArray(value) ? index : key]);
      if (child.key) assert.ok(text.slice(child.key.start).replace(/^["']/, "").startsWith(key));
      check(text, child, value[key]);
    });
  };
  for (const text of texts) check(text, placesOf(text), parseJSON5(text));
  assert.ok(count > 1000, String(count));
});

test("a spring with the same keys changes only its numbers", () => {
  const text = `// A comment.
{
  gestures: [ // another one
    { pan: "card", "spring": {response:.45,/* here */  'dampingRatio' : 0x1, }, },
  ],
}
`;
  assert.equal(
    edited(text, ["gestures", 0, "spring"], { dampingRatio: 0.5, response: 0.45 }),
    text.replace("0x1", "0.5"));
  assert.equal(
    edited(text, ["gestures", 0, "spring"], { response: 0.1 + 0.2, dampingRatio: 1 }),
    text.replace(".45", "0.3"));
  assert.deepEqual(
    springEdits(text, ["gestures", 0, "spring"], { response: 0.45, dampingRatio: 1 }), []);
});

test("each spring of the bundled scenes is edited in its text alone", () => {
  let count = 0;
  const forms = [
    { response: 0.37, dampingRatio: 0.61 }, { stiffness: 123.5, damping: 7, mass: 2 },
  ];
  for (const text of texts) {
    const scene = parseJSON5(text);
    for (const { path, isThere } of springsOf(scene)) {
      for (const spring of forms) {
        const edits = springEdits(text, path, spring);
        assert.deepEqual(parseJSON5(withEdits(text, edits)), withSpring(scene, path, spring));
        const place = placeAt(placesOf(text), path);
        assert.equal(Boolean(place), isThere);
        for (const { start, end } of edits) {
          // Nothing is replaced outside of the spring, and nothing at all to add one.
          assert.ok(place ? start >= place.start && end <= place.end : start === end);
        }
        count += 1;
      }
    }
  }
  assert.ok(count >= 20, String(count));
});

test("another form of a spring has the lines, quotes and commas of the old one", () => {
  const spring = { stiffness: 200, damping: 20, mass: 1 };
  const path = ["gestures", 0, "spring"];
  const cases = [
    ["{ gestures: [{ spring: { response: 1, dampingRatio: 2 } }] }",
      "{ gestures: [{ spring: { stiffness: 200, damping: 20, mass: 1 } }] }"],
    ['{ "gestures": [{ "spring": { "response": 1, "dampingRatio": 2 } }] }',
      '{ "gestures": [{ "spring": { "stiffness": 200, "damping": 20, "mass": 1 } }] }'],
    ["{ gestures: [{\n  spring: {\n    response: 1,\n    dampingRatio: 2,\n  },\n}] }",
      "{ gestures: [{\n  spring: {\n    stiffness: 200,\n    damping: 20,\n    mass: 1,\n  },\n"
        + "}] }"],
    ["{ gestures: [{\r\n\tspring: {\r\n\t\tresponse: 1,\r\n\t\tdampingRatio: 2\r\n\t}\r\n}] }",
      "{ gestures: [{\r\n\tspring: {\r\n\t\tstiffness: 200,\r\n\t\tdamping: 20,\r\n\t\tmass: 1"
        + "\r\n\t}\r\n}] }"],
  ];
  for (const [text, expected] of cases) assert.equal(edited(text, path, spring), expected);
});

test("a spring is added at the end of its object, in the style of its members", () => {
  const spring = { response: 0.5, dampingRatio: 1 };
  const path = ["gestures", 0, "spring"];
  const cases = [
    ['{ gestures: [{ pan: "a" }] }',
      '{ gestures: [{ pan: "a", spring: { response: 0.5, dampingRatio: 1 } }] }'],
    ['{ gestures: [{ "pan": "a", }] }',
      '{ gestures: [{ "pan": "a", "spring": { "response": 0.5, "dampingRatio": 1 }, }] }'],
    ['{ gestures: [\n  {\n    pan: "a", // why\n    name: "n" // because\n  },\n] }',
      '{ gestures: [\n  {\n    pan: "a", // why\n    name: "n",\n'
        + '    spring: { response: 0.5, dampingRatio: 1 } // because\n  },\n] }'],
    ["{ gestures: [{}] }",
      "{ gestures: [{ spring: { response: 0.5, dampingRatio: 1 } }] }"],
  ];
  for (const [text, expected] of cases) assert.equal(edited(text, path, spring), expected);
});

test("without an object that could have the spring, there is no edit", () => {
  const spring = { response: 1, dampingRatio: 1 };
  for (const text of ["{}", "{ gestures: [] }", '{ gestures: ["a"] }', "{ gestures: [[]] }",
    '{ gestures: [{ spring: "x" }] }']) {
    assert.equal(springEdits(text, ["gestures", 0, "spring"], spring), null);
  }
  assert.throws(() => springEdits("{ gestures: [", ["gestures", 0, "spring"], spring), SyntaxError);
});

test("a change of what a field shows keeps the other line ends", () => {
  const text = "one\r\ntwo\nthree\rfour\r\n";
  assert.equal(shownText(text), "one\ntwo\nthree\nfour\n");
  assert.equal(editedText(text, "one\ntwo\nthree\nfour\n"), text);
  assert.equal(editedText(text, "one\n2\nthree\nfour\n"), "one\r\n2\nthree\rfour\r\n");
  assert.equal(editedText(text, "one\ntwo\nnew\nthree\nfour\n"),
    "one\r\ntwo\nnew\r\nthree\rfour\r\n");
  assert.equal(editedText(text, "one\ntwothree\nfour\n"), "one\r\ntwothree\rfour\r\n");
  assert.equal(editedText(text, ""), "");
  assert.equal(editedText("", "a\nb"), "a\nb");
  // One of several equal characters is removed: any of them may be.
  assert.equal(editedText("aaa\r\n", "aa\n"), "aa\r\n");
});

test("random edits of a field are edits of the text", () => {
  let seed = 7;
  const roll = (count) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor(seed / 65536) % count;
  };
  const parts = ["a", "b", "\n", "\r\n", "\r", "é", "🂡"];
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: roll(12) }, () => parts[roll(7)]).join("");
    const shown = shownText(text);
    const [one, other] = [roll(shown.length + 1), roll(shown.length + 1)].sort((a, b) => a - b);
    const next = shown.slice(0, one) + ["", "x", "\n", "ab\n"][roll(4)] + shown.slice(other);
    assert.equal(shownText(editedText(text, next)), next, JSON.stringify([text, next]));
  }
});

test("a position is that of the server, whose columns are Unicode scalars", () => {
  const shown = "a🂡b\n\n  é🂡x";
  assert.equal(shown[indexAt(shown, 1, 1)], "a");
  assert.equal(shown[indexAt(shown, 1, 3)], "b");
  assert.equal(indexAt(shown, 2, 1), 5);
  assert.equal(shown[indexAt(shown, 3, 5)], "x");
  assert.equal(indexAt(shown, 9, 9), shown.length);
  // The byte order mark has no column.
  assert.equal("\ufeff{ a"[indexAt("\ufeff{ a", 1, 3)], "a");
});
