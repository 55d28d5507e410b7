// The document of the running scene, which the tuner patches and Reset restores.

import { same } from "./difference.js";

const KEY = "snapback-document";
// Milliseconds after a snapshot before the daemon is asked for its document. A slider causes many
// snapshots in a second, and the daemon answers only some requests in a second.
const PAUSE = 400;

/** The names of a document's views and their parents, as one text. */
export function shapeOf(scene) {
  const lines = ["screen"];
  const add = (views, parent) => {
    for (const { id, views: children = [] } of views) {
      lines.push(`${id} in ${parent}`);
      add(children, id);
    }
  };
  add(scene.views ?? [], "screen");
  return lines.sort().join("\n");
}

/** The names and parents of the views of a running scene, as the same text. */
export function shapeOfViews(views) {
  return [...views.values()]
    .map(({ id, parent }) => (parent ? `${id} in ${parent}` : id)).sort().join("\n");
}

/**
 * Finds the document of the running scene. A document has a `name` and a `scene`.
 *
 * It is the document that this page has loaded or tuned, also before a reload of the page; or that
 * of the scene that the server names; or the only scene of the server with the same views; or the
 * one that the daemon sends, whose name is empty. A document whose views differ from those of the
 * running scene is dropped. After each snapshot, the daemon is asked again, because another client
 * may have patched the scene, or the daemon may have read its file again.
 *
 * The store has it as `document`, with the springs that the page has tuned, and as
 * `originalDocument`, as it was read.
 */
export class Documents {
  #names = [];
  #named = null;
  #expected = null;
  #session = null;
  // The views for which the scenes of the server were searched last.
  #sought = null;
  #isWaiting = false;

  /**
   * `running()` returns the `session` of the daemon, and the `views` and the `epoch` of its scene,
   * or null; `read(name)` promises the document of a scene of the server; `ask()` promises the
   * `scene` that the daemon runs and its `epoch`, and fails if the daemon does not send them;
   * `storage()` returns the storage that survives a reload; `later(act, wait)` calls `act` after
   * some milliseconds.
   */
  constructor(store, { running, read, ask, storage, later = setTimeout.bind(globalThis) }) {
    Object.assign(this, { store, running, read, ask, storage, later });
    store.on("document", () => this.#keep());
  }

  /** Sets the scenes of the server, and the one that runs as far as the server knows. */
  async offer({ scenes = [], scene = null }) {
    this.#names = scenes;
    this.#named = scene;
    this.#sought = null;
    if (scene && !this.store.get("document")) {
      const document = await this.read(scene);
      if (!this.store.get("document")) this.take(document);
    }
    await this.check();
  }

  /** Sets the document that will run if the daemon accepts it; null if it does not. */
  expect(document) {
    this.#expected = document;
  }

  /** Sets the document of the running scene; null if it is unknown. */
  take(document) {
    this.#expected = null;
    this.store.set("originalDocument", document);
    this.store.set("document", document);
  }

  /** Compares the document with the running scene, and looks for another one if they differ. */
  async check() {
    const running = this.running();
    if (!running) return;
    const shape = shapeOfViews(running.views);
    this.#follow(running.session, shape);
    if (this.#fits(this.store.get("document"))) {
      this.#keep();
      this.#refreshLater();
      return;
    }
    this.take(this.#fits(this.#expected) ? this.#expected : null);
    if (this.store.get("document") || shape === this.#sought) return;
    this.#sought = shape;
    const found = await this.#find(shape) ?? await this.#sent(shape);
    if (found && this.#fits(found) && !this.store.get("document")) this.take(found);
    this.#refreshLater();
  }

  #refreshLater() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.later(() => {
      this.#isWaiting = false;
      this.#refresh();
    }, PAUSE);
  }

  /** Replaces the document by the one that the daemon runs, if they differ. */
  async #refresh() {
    try {
      const { scene, epoch } = await this.ask();
      const document = this.store.get("document");
      // If the scene has changed since, its snapshot leads to another request.
      if (!document || epoch !== this.running()?.epoch || !this.#fits({ scene })) return;
      if (!same(document.scene, scene)) this.store.set("document", { ...document, scene });
    } catch {
      // Without an answer, the document stays the one that is known.
    }
  }

  /** The document that the daemon sends; null if it sends none, or once other views are sought. */
  async #sent(shape) {
    if (this.#sought !== shape) return null;
    try {
      const { scene } = await this.ask();
      return { name: "", scene };
    } catch {
      return null;
    }
  }

  /** Handles that another run of the daemon, or the first one, has answered. */
  #follow(session, shape) {
    const before = this.#session;
    this.#session = session;
    if (before === null) {
      const kept = this.#kept();
      if (kept?.session !== session || shapeOf(kept.document.scene) !== shape) return;
      this.store.set("originalDocument", kept.original);
      this.store.set("document", kept.document);
    } else if (before !== session) {
      // Another run of the daemon does not have the tuned springs. A document that was sent belongs
      // to the run that sent it.
      const original = this.store.get("originalDocument");
      if (original?.name === "") {
        this.#sought = null;
        this.take(null);
      } else {
        this.store.set("document", original);
      }
    }
  }

  #fits(document) {
    const running = this.running();
    return Boolean(running && document)
      && shapeOf(document.scene) === shapeOfViews(running.views);
  }

  /**
   * The only scene of the server with these views; of several, the one that the server names.
   * Returns null if no scene has these views, or if another search has begun.
   */
  async #find(shape) {
    const found = [];
    for (const name of this.#names) {
      if (this.#sought !== shape) return null;
      try {
        const document = await this.read(name);
        if (shapeOf(document.scene) === shape) found.push(document);
      } catch {
        // A scene that cannot be read does not run.
      }
    }
    if (found.length === 1) return found[0];
    return found.find((document) => document.name === this.#named) ?? null;
  }

  #keep() {
    const [document, original] = [this.store.get("document"), this.store.get("originalDocument")];
    if (!this.#fits(document)) return;
    const { session } = this.running();
    try {
      this.storage().setItem(KEY, JSON.stringify({ session, document, original }));
    } catch {
      // Without room, the document has to be found again after a reload.
    }
  }

  #kept() {
    try {
      return JSON.parse(this.storage().getItem(KEY));
    } catch {
      return null;
    }
  }
}
