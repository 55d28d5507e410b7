// Undo and redo of the edits of a text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { TextHistory } from "/page/undo.js";

test("edits are undone and repeated in their order, with their selections", () => {
  const history = new TextHistory("a");
  history.record("ab", [2, 2], null, 0);
  history.record("abc", [3, 3], null, 0);
  assert.deepEqual(history.undo(), { text: "ab", selection: [2, 2] });
  assert.deepEqual(history.undo(), { text: "a", selection: [0, 0] });
  assert.equal(history.undo(), null);
  assert.ok(!history.canUndo && history.canRedo);
  assert.equal(history.redo().text, "ab");
  assert.equal(history.redo().text, "abc");
  assert.equal(history.redo(), null);
});

test("edits of the same kind within a second are undone together", () => {
  const history = new TextHistory();
  history.record("a", [1, 1], "typing", 0);
  history.record("ab", [2, 2], "typing", 900);
  history.record("abc", [3, 3], "typing", 1800);
  history.record("abcd", [4, 4], "typing", 2900);
  history.record("abcde", [5, 5], "spring", 3000);
  history.record("abcdef", [6, 6], null, 3000);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => history.undo().text), ["abcde", "abcd", "abc", ""]);
});

test("an edit after an undo is a step of its own, and ends what can be repeated", () => {
  const history = new TextHistory();
  history.record("a", [1, 1], "typing", 0);
  history.record("ab", [2, 2], "spring", 0);
  history.undo();
  history.record("ac", [2, 2], "typing", 10);
  assert.ok(!history.canRedo);
  assert.equal(history.undo().text, "a");
});

test("a text that is the same is no edit", () => {
  const history = new TextHistory("a");
  history.record("a", [1, 1], null, 0);
  assert.ok(!history.canUndo);
  history.select([1, 1]);
  history.record("b", [1, 1], null, 0);
  assert.deepEqual(history.undo(), { text: "a", selection: [1, 1] });
});

test("the size of all steps is limited", () => {
  const history = new TextHistory("");
  for (let count = 1; count <= 30; count += 1) {
    history.record(String(count).padEnd(1e6, " "), [0, 0], null, 0);
  }
  let steps = 0;
  while (history.undo()) steps += 1;
  assert.equal(steps, 20);
});

test("the number of steps is limited, and the oldest are forgotten", () => {
  const history = new TextHistory("0");
  for (let count = 1; count <= 600; count += 1) history.record(String(count), [0, 0], null, 0);
  let last = null;
  for (let state = history.undo(); state; state = history.undo()) last = state.text;
  assert.equal(last, "100");
});
