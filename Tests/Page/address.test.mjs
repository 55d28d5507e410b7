// The state of the page in its address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fragmentOf, keepState, stateIn } from "/page/address.js";
import { Store } from "/page/store.js";

test("a page that was just opened has no fragment", () => {
  assert.equal(fragmentOf({ tab: "view", mode: "live", replayed: null }), "");
  assert.deepEqual(stateIn(""), { tab: "view", recording: null, scene: null });
  assert.deepEqual(stateIn("#"), { tab: "view", recording: null, scene: null });
});

test("a fragment can be written by hand", () => {
  assert.deepEqual(
    stateIn("#tab=motion&recording=flick.evemu&scene=card.json5"),
    { tab: "motion", recording: "flick.evemu", scene: "card.json5" });
  assert.deepEqual(
    stateIn("#recording=flick.evemu"), { tab: "view", recording: "flick.evemu", scene: null });
  assert.deepEqual(
    stateIn("#nonsense%%%&tab"), { tab: "", recording: null, scene: null });
});

test("names of files return as they were", () => {
  for (const recording of ["a b.evemu", "a&b=c#d%41+.evemu", "日本語 “x”.jsonl", "../x", ""]) {
    const replayed = { recording, scene: `${recording}.json5` };
    const text = fragmentOf({ tab: "layout", mode: "recording", replayed });
    assert.match(text, /^#[!-~]*$/);
    assert.deepEqual(
      stateIn(text), { tab: "layout", recording, scene: `${recording}.json5` });
  }
});

test("a recording is kept while it is shown", () => {
  const store = new Store();
  const fragments = [];
  keepState(store, (fragment) => fragments.push(fragment));
  store.set("tab", "motion");
  store.set("replayed", { recording: "a.evemu", scene: "a.json5" });
  store.set("mode", "recording");
  store.set("selected", "card");
  store.set("mode", "live");
  assert.deepEqual(fragments, [
    "", "#tab=motion", "#tab=motion&recording=a.evemu&scene=a.json5", "#tab=motion",
  ]);
});
