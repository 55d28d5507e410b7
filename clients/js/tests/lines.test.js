/** Lines are those of a search through all ways to break and to shorten a text. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../lines.js";
import { Random } from "./support.js";

// Letters with widths of their own; a text is as wide as all of them.
const WIDTHS = { a: 5, b: 8, i: 2, " ": 3, "…": 6 };
const measure = (text) => [...text].reduce((sum, letter) => sum + WIDTHS[letter], 0);
const room = (width, parts = {}) => (
  { width, height: 1000, lineHeight: 10, lines: 0, truncation: "tail", ...parts });

/** A text of words with one space between them, and sometimes a line break. */
function written(source) {
  const words = Array.from({ length: 1 + source.below(7) }, () => Array.from(
    { length: 1 + source.below(6) }, () => source.of(["a", "b", "i"])).join(""));
  return words.reduce((text, word) => text + (source.next() < 0.1 ? "\n" : " ") + word);
}

/**
 * The lines of the paragraphs: of all ways to break one in which every line fits or has one word,
 * the one whose first line is longest, then the second, and so on.
 */
function searched(text, width) {
  return text.split("\n").flatMap((paragraph) => {
    const words = paragraph.split(" ");
    let best = null;
    for (let breaks = 0; breaks < 2 ** (words.length - 1); breaks += 1) {
      const lines = [words[0]];
      words.slice(1).forEach((word, place) => {
        if (breaks >> place & 1) lines.push(word);
        else lines[lines.length - 1] += ` ${word}`;
      });
      if (lines.some((line) => measure(line) > width && line.includes(" "))) continue;
      const isLonger = best === null || lines.map((line) => line.length)
        .find((length, place) => length !== best[place]?.length)
        > best[lines.findIndex((line, place) => line.length !== best[place]?.length)]?.length;
      if (isLonger) best = lines;
    }
    return best;
  });
}

test("a text with room is broken where the longest lines fit", () => {
  const source = new Random(61);
  let broken = 0;
  for (let round = 0; round < 800; round += 1) {
    const [text, width] = [written(source), source.between(20, 90)];
    const expected = searched(text, width);
    // A word that alone is too wide is shortened if it is in the last line; that is another test.
    if (measure(expected.at(-1)) > width) continue;
    assert.deepEqual(linesOf(text, room(width), measure), expected, `${round}: "${text}" ${width}`);
    if (expected.length > 1) broken += 1;
  }
  assert.ok(broken > 300, String(broken));
});

/** The shortened forms of a line in the order in which they are preferred. */
function forms(line, truncation) {
  const words = line.split(" ");
  const counts = (length) => Array.from({ length }, (_, place) => length - 1 - place);
  if (truncation === "middle") {
    return counts(line.length).map((count) => (
      line.slice(0, Math.ceil(count / 2)) + "…" + line.slice(line.length - Math.floor(count / 2))));
  }
  if (truncation === "head") {
    return [
      ...counts(words.length).slice(0, -1).map(
        (count) => `…${words.slice(words.length - count).join(" ")}`),
      ...counts(words.at(-1).length).map((count) => `…${words.at(-1).slice(
        words.at(-1).length - count)}`)];
  }
  return [
    ...counts(words.length).slice(0, -1).map((count) => `${words.slice(0, count).join(" ")}…`),
    ...counts(words[0].length).map((count) => `${words[0].slice(0, count)}…`)];
}

test("a line without room is the first shortened form that fits", () => {
  const source = new Random(62);
  const seen = { tail: 0, head: 0, middle: 0 };
  for (let round = 0; round < 1200; round += 1) {
    const text = written(source).replaceAll("\n", " ");
    const [width, truncation] = [source.between(8, 90), source.of(Object.keys(seen))];
    if (measure(text) <= width) continue;
    const expected = forms(text, truncation).find((form) => measure(form) <= width) ?? "…";
    assert.deepEqual(
      linesOf(text, room(width, { lines: 1, truncation }), measure), [expected],
      `${round}: "${text}" ${width} ${truncation}`);
    seen[truncation] += 1;
  }
  assert.ok(Object.values(seen).every((count) => count > 150), JSON.stringify(seen));
});

test("the last line has the rest of a text that has no room", () => {
  // By hand: each "aa" is 10 wide, two with a space are 23, three are 36.
  const text = "aa aa aa aa\naa";
  assert.deepEqual(linesOf(text, room(23), measure), ["aa aa", "aa aa", "aa"]);
  assert.deepEqual(linesOf(text, room(23, { lines: 2 }), measure), ["aa aa", "aa…"]);
  assert.deepEqual(
    linesOf(text, room(23, { lines: 2, truncation: "head" }), measure), ["aa aa", "…aa"]);
  assert.deepEqual(
    linesOf(text, room(23, { lines: 2, truncation: "clip" }), measure), ["aa aa", "aa aa aa"]);
  // The height has room for one line, or for none; one is drawn.
  assert.deepEqual(linesOf(text, room(29, { height: 19.9 }), measure), ["aa aa…"]);
  assert.deepEqual(linesOf(text, room(29, { height: 3 }), measure), ["aa aa…"]);
  assert.deepEqual(linesOf(text, room(23, { height: 20 }), measure), ["aa aa", "aa…"]);
  // One line is not wrapped, and the next paragraph is the rest of it.
  assert.deepEqual(linesOf("aa aa", room(90, { lines: 1 }), measure), ["aa aa"]);
  assert.deepEqual(linesOf("aa\naa", room(22, { lines: 1 }), measure), ["aa…"]);
});

test("letters of several characters are removed as a whole", () => {
  const family = "👩‍👩‍👧";
  const wide = (text) => (text.includes("…") ? 1 : 0) + 10 * text.split(family).length - 10;
  assert.deepEqual(
    linesOf(family.repeat(3), room(21, { lines: 1 }), wide), [`${family}${family}…`]);
});
