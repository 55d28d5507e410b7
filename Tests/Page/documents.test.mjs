// The document of the running scene.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Documents, shapeOf, shapeOfViews } from "/page/documents.js";
import { Store } from "/page/store.js";

const CARD = { views: [{ id: "card" }], gestures: [{ pan: "card" }] };
const LIST = { views: [{ id: "list", views: [{ id: "a" }, { id: "b" }] }, { id: "bar" }] };
const SCENES = {
  "card.json5": CARD, "list.json5": LIST, "square.json5": { views: [{ id: "square" }] },
  "square-2.json5": { views: [{ id: "square" }], gestures: [{ pan: "square" }] },
  "flat.json5": { views: ["list", "a", "b", "bar"].map((id) => ({ id })) },
};

/** Views of a running scene, each with its parent, as the client has them. */
function views(parents) {
  const all = { screen: null, ...parents };
  return new Map(Object.entries(all).map(([id, parent]) => [id, { id, parent }]));
}

const RUNNING = {
  card: views({ card: "screen" }),
  list: views({ bar: "screen", list: "screen", a: "list", b: "list" }),
  square: views({ square: "screen" }),
  other: views({ other: "screen" }),
};

/** A storage that outlives a page. */
class Storage {
  texts = new Map();
  getItem(key) {
    return this.texts.get(key) ?? null;
  }
  setItem(key, text) {
    this.texts.set(key, text);
  }
}

/** A page: a store, its documents, and the scene that runs. */
function page(storage = new Storage()) {
  const store = new Store();
  const now = {
    session: "1", views: null, epoch: 1, reads: [], sent: null, asked: 0, later: [],
  };
  const documents = new Documents(store, {
    running: () => (
      now.views ? { session: now.session, views: now.views, epoch: now.epoch } : null),
    read: async (name) => {
      now.reads.push(name);
      if (!SCENES[name]) throw new Error(`there is no scene ${name}`);
      return { name, scene: structuredClone(SCENES[name]) };
    },
    ask: async () => {
      if (!now.sent) throw new Error("unknown message");
      now.asked += 1;
      return { scene: structuredClone(now.sent), epoch: now.epoch };
    },
    storage: () => storage,
    later: (act) => now.later.push(act),
  });
  const run = (name, session = now.session) => {
    Object.assign(now, { session, views: RUNNING[name] });
    return documents.check();
  };
  return { store, documents, now, run, name: () => store.get("document")?.name ?? null };
}

const ALL = { scenes: Object.keys(SCENES), scene: null };

test("views are recognized by their names and parents, in any order", () => {
  assert.equal(shapeOf(CARD), shapeOfViews(RUNNING.card));
  assert.equal(shapeOf(LIST), shapeOfViews(RUNNING.list));
  assert.notEqual(shapeOf(SCENES["flat.json5"]), shapeOfViews(RUNNING.list));
  assert.notEqual(shapeOf(CARD), shapeOfViews(RUNNING.square));
  assert.equal(shapeOf({}), shapeOfViews(views({})));
});

test("the scene that the server names is the document, also without a daemon", async () => {
  const { documents, name, now, run } = page();
  await documents.offer({ ...ALL, scene: "square.json5" });
  assert.equal(name(), "square.json5");
  // Another scene has these views, too.
  await run("square");
  assert.equal(name(), "square.json5");
  assert.deepEqual(now.reads, ["square.json5"]);
});

test("the only scene with the views of the running scene is its document", async () => {
  for (const scene of [null, "card.json5"]) {
    const { documents, name, run } = page();
    await run("list");
    assert.equal(name(), null);
    await documents.offer({ ...ALL, scene });
    assert.equal(name(), "list.json5");
    await run("card");
    assert.equal(name(), "card.json5");
    await run("other");
    assert.equal(name(), null);
  }
});

test("of several scenes with these views none is taken, unless the server names one", async () => {
  const one = page();
  await one.documents.offer(ALL);
  await one.run("square");
  assert.equal(one.name(), null);
  await one.documents.offer({ ...ALL, scene: "square-2.json5" });
  assert.equal(one.name(), "square-2.json5");
  await one.run("card");
  await one.run("square");
  assert.equal(one.name(), "square-2.json5");
});

test("scenes that cannot be read are skipped", async () => {
  const { documents, name, run } = page();
  await run("card");
  await documents.offer({ scenes: ["gone.json5", "card.json5"] });
  assert.equal(name(), "card.json5");
});

test("unknown views are sought once", async () => {
  const { documents, now, run } = page();
  await documents.offer(ALL);
  for (let count = 0; count < 3; count += 1) await run("other");
  assert.equal(now.reads.length, Object.keys(SCENES).length);
});

test("a search ends when other views are sought", async () => {
  const { documents, name, run, now } = page();
  await documents.offer(ALL);
  await Promise.all([run("other"), run("card")]);
  assert.equal(name(), "card.json5");
  assert.ok(now.reads.length < 2 * Object.keys(SCENES).length, String(now.reads));
});

const OTHER = { views: [{ id: "other" }], gestures: [{ tap: "other" }] };

test("the daemon is asked if no scene of the server has these views", async () => {
  const { store, documents, name, run, now } = page();
  now.sent = OTHER;
  await documents.offer(ALL);
  await run("card");
  assert.equal(name(), "card.json5");
  await run("other");
  assert.deepEqual(store.get("document"), { name: "", scene: OTHER });
  assert.equal(store.get("originalDocument"), store.get("document"));
  // Of several scenes with these views, the daemon knows the one that runs.
  now.sent = SCENES["square-2.json5"];
  await run("square");
  assert.deepEqual(store.get("document"), { name: "", scene: SCENES["square-2.json5"] });
});

test("another run of the daemon is asked again", async () => {
  const { store, documents, run, now } = page();
  now.sent = OTHER;
  await documents.offer(ALL);
  await run("other");
  store.set("document", { name: "", scene: { ...OTHER, gestures: [] } });
  await run("other");
  assert.deepEqual(store.get("document").scene.gestures, []);
  now.sent = { ...OTHER, actions: [] };
  await run("other", "2");
  assert.deepEqual(store.get("document").scene, now.sent);
});

/** Lets the time pass after which the daemon is asked again. */
async function wait(now) {
  for (const act of now.later.splice(0)) act();
  await new Promise((resume) => setImmediate(resume));
}

test("the document follows the scene that runs, and the original stays", async () => {
  const { store, documents, name, run, now } = page();
  await documents.offer({ ...ALL, scene: "card.json5" });
  now.sent = CARD;
  for (let count = 0; count < 5; count += 1) await run("card");
  // Several snapshots lead to one request.
  assert.equal(now.later.length, 1);
  const before = store.get("document");
  await wait(now);
  assert.equal(now.asked, 1);
  assert.equal(store.get("document"), before);
  // Another client patches the scene.
  now.sent = TUNED;
  await run("card");
  await wait(now);
  assert.deepEqual(store.get("document").scene, TUNED);
  assert.deepEqual(store.get("originalDocument").scene, CARD);
  assert.equal(name(), "card.json5");
});

test("an answer about a scene that does not run any more is dropped", async () => {
  const { store, documents, run, now } = page();
  await documents.offer({ ...ALL, scene: "card.json5" });
  await run("card");
  now.sent = TUNED;
  for (const act of now.later.splice(0)) act();
  // The next snapshot arrives before the answer.
  now.epoch = 2;
  await new Promise((resume) => setImmediate(resume));
  assert.deepEqual(store.get("document").scene, CARD);
  // It leads to another request.
  await run("card");
  await wait(now);
  assert.deepEqual(store.get("document").scene, TUNED);
});

test("a document that the daemon sends too late is dropped", async () => {
  const { store, documents, name, run, now } = page();
  now.sent = OTHER;
  await documents.offer(ALL);
  await Promise.all([run("other"), run("card")]);
  assert.equal(name(), "card.json5");
  assert.deepEqual(store.get("document").scene, CARD);
});

test("a document that the page loads is taken without a search", async () => {
  const { store, documents, name, run, now } = page();
  await documents.offer(ALL);
  await run("card");
  const reads = now.reads.length;
  const document = { name: "square-2.json5", scene: SCENES["square-2.json5"] };
  documents.expect(document);
  await run("square");
  assert.equal(store.get("document"), document);
  assert.equal(now.reads.length, reads);
  // The daemon has refused this one, and another client loads the scene with the same views.
  documents.expect({ name: "mine", scene: LIST });
  documents.expect(null);
  await run("list");
  assert.equal(name(), "list.json5");
});

const TUNED = { views: CARD.views, gestures: [{ pan: "card", spring: { response: 1 } }] };

/** Storage of a page that has tuned the card of session 1. */
async function tuned() {
  const storage = new Storage();
  const { store, documents, run } = page(storage);
  await documents.offer({ ...ALL, scene: "card.json5" });
  await run("card");
  store.set("document", { name: "card.json5", scene: TUNED });
  return storage;
}

test("tuned springs survive a reload of the page", async () => {
  for (const offersFirst of [true, false]) {
    const { store, documents, run } = page(await tuned());
    if (offersFirst) await documents.offer({ ...ALL, scene: "card.json5" });
    await run("card");
    if (!offersFirst) await documents.offer({ ...ALL, scene: "card.json5" });
    assert.deepEqual(store.get("document").scene, TUNED);
    assert.deepEqual(store.get("originalDocument").scene, CARD);
  }
});

test("tuned springs do not survive the daemon or the scene", async () => {
  for (const [scene, session, expected] of [["card", "2", CARD], ["list", "1", LIST]]) {
    const { store, documents, run } = page(await tuned());
    await documents.offer({ ...ALL, scene: "card.json5" });
    await run(scene, session);
    assert.deepEqual(store.get("document").scene, expected);
  }
});

test("another run of the daemon has the springs of the file", async () => {
  const { store, documents, run } = page();
  await documents.offer({ ...ALL, scene: "card.json5" });
  await run("card");
  store.set("document", { name: "card.json5", scene: TUNED });
  await run("card");
  assert.deepEqual(store.get("document").scene, TUNED);
  await run("card", "2");
  assert.deepEqual(store.get("document").scene, CARD);
});

test("a page without storage, or with nonsense in it, works", async () => {
  const broken = { getItem: () => "{", setItem: () => { throw new Error("full"); } };
  const { documents, name, run } = page(broken);
  await documents.offer({ ...ALL, scene: "card.json5" });
  await run("card");
  assert.equal(name(), "card.json5");
});
