// The panel "Scene": the text of the edited file, its faults, and its way to the daemon and back
// into the file.

import { h, allow, button, setText } from "./dom.js";
import { patchBetween, same } from "./difference.js";
import { parseJSON5 } from "./json5.js";
import { fetched } from "./replay.js";
import { editedText, indexAt, shownText, springEdits, withEdits } from "./source.js";
import { withSpring } from "./springs.js";
import { TextHistory } from "./undo.js";

const KEY = "snapback-text";
// Milliseconds after the last change before the text is checked.
const PAUSE = 250;
const NO_FILE = "Start snapback-web with --edit FILE to save the text";

/**
 * Edits the text of a scene: that of the file of `--edit` or, without it, the document that the
 * daemon runs. The daemon writes no file; `snapback-web` writes the one that it was started with.
 */
export class Editor {
  /** The name of the edited file; null without a file, undefined until the server has sent it. */
  #file = undefined;
  #name = null;
  /** The version and the text of the file, as they were read or saved last. */
  #version = null;
  #saved = "";
  #history = new TextHistory();
  #fault = null;
  #isChecked = false;
  #timer = 0;
  #checks = 0;
  #isReading = false;
  #reads = 0;

  constructor(box, { live, store, replay, documents, storage }) {
    Object.assign(this, { live, store, replay, documents, storage });
    this.title = h("h2", { text: "Scene" });
    this.state = h("span", { class: "chip" });
    this.undo = button({
      label: "Undo", title: "Undoes the last edit (Ctrl Z)", class: "small",
      press: () => this.#go(this.#history.undo()),
    });
    this.redo = button({
      label: "Redo", title: "Repeats the edit that was undone (Ctrl Shift Z)", class: "small",
      press: () => this.#go(this.#history.redo()),
    });
    this.numbers = h("pre", { class: "gutter", "aria-hidden": "true" });
    this.area = h("textarea", {
      id: "source", class: "mono", "aria-label": "Text of the scene", spellcheck: "false",
      autocapitalize: "off", autocomplete: "off", wrap: "off", disabled: true,
      onbeforeinput: (event) => this.#before(event), oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onscroll: () => {
        this.numbers.scrollTop = this.area.scrollTop;
      },
    });
    this.place = button({
      label: "1:1", title: "Goes to the fault", class: "small", press: () => this.#goToFault(),
    });
    this.words = h("span");
    this.apply = button({
      label: "Apply", class: "primary", press: () => this.#apply(),
      title: "Runs the text: patches the running scene, or loads the text (Ctrl Enter)",
    });
    this.save = button({
      label: "Save", title: "Writes the text to the file (Ctrl S)", press: () => this.#save(),
    });
    this.again = button({
      label: "Read again", title: "Replaces the text by the present one; Undo brings it back",
      press: () => this.#read(),
    });
    box.append(h("div", { class: "pane grow editor" },
      h("div", { class: "panehead" }, this.title, this.state, h("span", { class: "grow" }),
        this.undo, this.redo),
      h("div", { class: "source" }, this.numbers, this.area),
      h("div", { class: "line fault", role: "status" }, this.place, this.words),
      h("div", { class: "line" }, this.apply, this.save, this.again)));
    store.on(["mode", "roles", "connection"], () => this.#allow());
    store.on(["tab", "connection"], () => this.#begin());
    store.on("applied", ({ path, spring }) => this.#tuned(path, spring));
    this.#allow();
  }

  get #text() {
    return this.#history.present.text;
  }

  /** Sets the file that the server lets the page edit. */
  async offer({ edit = null }) {
    if (edit === this.#file) return;
    this.#file = edit;
    this.#name = null;
    this.#isReading = false;
    await this.#begin();
  }

  /** Reads the text if it is needed and was not read yet. */
  async #begin() {
    if (this.#file === undefined || this.#name !== null || this.#isReading) return;
    if (this.#file || this.store.get("tab") === "source") await this.#read();
  }

  /** Reads the text of the file, or the document of the daemon; no text is typed meanwhile. */
  async #read() {
    this.#reads += 1;
    const number = this.#reads;
    this.#isReading = true;
    this.area.readOnly = true;
    try {
      const { name, version, text } = this.#file ? JSON.parse(await fetched("/api/edit"))
        : await this.#running();
      if (number === this.#reads && text !== undefined) this.#take(name, version, text);
    } catch (error) {
      this.store.emit("message", error.message);
    } finally {
      if (number === this.#reads) this.#isReading = this.area.readOnly = false;
    }
  }

  /** The document of the daemon as a text; empty without a daemon. */
  async #running() {
    if (this.store.get("connection") !== "open") return {};
    const { document } = await this.live.request("document");
    const text = `${JSON.stringify(JSON.parse(document), null, 2)}\n`;
    return { name: this.store.get("document")?.name ?? "", version: null, text };
  }

  #take(name, version, text) {
    const isFirst = this.#name === null;
    [this.#name, this.#version, this.#saved] = [name, version, text];
    if (isFirst) {
      this.#history = new TextHistory(text);
      this.#restore();
    } else {
      this.#history.record(text, [0, 0], null, performance.now());
    }
    this.area.disabled = false;
    setText(this.title, name || "Running scene");
    this.#show();
  }

  /** Brings back a text that was not saved before a reload of the page. */
  #restore() {
    const kept = this.#kept();
    if (!kept || kept.name !== this.#name || this.#version === null) return;
    const text = this.#saved;
    this.#history.record(kept.text, [0, 0], null, performance.now());
    if (kept.version === this.#version || kept.text === text) return;
    this.#history.record(text, [0, 0], null, performance.now());
    this.store.emit("message", `${this.#name} has changed; Undo brings back your unsaved text`);
  }

  #kept() {
    try {
      return JSON.parse(this.storage().getItem(KEY));
    } catch {
      return null;
    }
  }

  #keep() {
    try {
      if (this.#version === null || this.#text === this.#saved) {
        this.storage().removeItem(KEY);
        return;
      }
      const [name, version, text] = [this.#name, this.#version, this.#text];
      this.storage().setItem(KEY, JSON.stringify({ name, version, text }));
    } catch {
      // Without room, an unsaved text does not survive a reload.
    }
  }

  #before(event) {
    if (event.inputType === "historyUndo" || event.inputType === "historyRedo") {
      event.preventDefault();
      this.#go(event.inputType === "historyUndo" ? this.#history.undo() : this.#history.redo());
      return;
    }
    this.#history.select([this.area.selectionStart, this.area.selectionEnd]);
  }

  #typed() {
    this.#record(editedText(this.#text, this.area.value), "typing");
    this.#update();
  }

  #record(text, kind) {
    const selection = [this.area.selectionStart, this.area.selectionEnd];
    this.#history.record(text, selection, kind, performance.now());
  }

  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const acts = {
      z: () => this.#go(event.shiftKey ? this.#history.redo() : this.#history.undo()),
      y: () => this.#go(this.#history.redo()), s: () => press(this.save),
      enter: () => press(this.apply),
    };
    if (!acts[key]) return;
    event.preventDefault();
    acts[key]();
  }

  /** Shows a state of the history; null for none. */
  #go(state) {
    if (!state) return;
    this.#show();
    this.area.setSelectionRange(...state.selection);
  }

  /** Puts a tuned spring into the text, if the text has the gesture or action that was tuned. */
  #tuned(path, spring) {
    if (this.#name === null) return;
    const isLive = this.store.get("mode") === "live";
    const document = this.store.get(isLive ? "document" : "replayDocument");
    let edits = null;
    try {
      const [list, place] = path;
      const tuned = withSpring(parseJSON5(this.#text), path, spring);
      if (!same(tuned[list][place], document.scene[list][place])) return;
      edits = springEdits(this.#text, path, spring);
    } catch {
      // The text has a fault, or lacks the element.
    }
    if (!edits || edits.length === 0) return;
    this.#record(withEdits(this.#text, edits), `spring ${path}`);
    this.#show();
  }

  /** Shows the present text, and keeps the place to which it is scrolled. */
  #show() {
    const { scrollTop, scrollLeft } = this.area;
    this.area.value = shownText(this.#text);
    Object.assign(this.area, { scrollTop, scrollLeft });
    this.#update();
  }

  /** Updates everything that depends on the text. */
  #update() {
    this.#keep();
    this.#isChecked = false;
    this.#number();
    this.#allow();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  #number() {
    const count = this.area.value.split("\n").length;
    const bad = this.#fault?.line ?? 0;
    const lines = (first, last) => Array.from(
      { length: Math.max(0, last - first + 1) }, (_, index) => `${first + index}\n`).join("");
    this.numbers.replaceChildren(...(bad === 0 || bad > count ? [lines(1, count)]
      : [lines(1, bad - 1), h("b", { text: `${bad}\n` }), lines(bad + 1, count)]));
    this.numbers.scrollTop = this.area.scrollTop;
  }

  async #check() {
    this.#checks += 1;
    const number = this.#checks;
    let fault = null;
    try {
      const body = this.#text;
      ({ fault } = JSON.parse(await fetched("/api/check", { method: "POST", body })));
    } catch (error) {
      fault = { line: 0, column: 0, message: error.message };
    }
    if (number !== this.#checks) return;
    this.#fault = fault;
    this.#isChecked = true;
    this.area.setAttribute("aria-invalid", String(Boolean(fault)));
    this.#number();
    this.#allow();
  }

  #goToFault() {
    if (!this.#fault?.line) return;
    const { line, column } = this.#fault;
    const index = indexAt(this.area.value, line, column);
    this.area.focus();
    this.area.setSelectionRange(index, index + 1);
    const height = Number.parseFloat(getComputedStyle(this.area).lineHeight);
    // In the middle, because the text of a phone has few lines.
    this.area.scrollTop = (line - 0.5) * height - this.area.clientHeight / 2;
  }

  #allow() {
    const isOpen = this.#name !== null;
    const [fault, isChanged] = [this.#fault, this.#text !== this.#saved];
    const isLive = this.store.get("mode") === "live";
    const why = !isOpen ? "There is no text" : fault ? "The text has a fault" : null;
    allow(this.apply, why ?? (isLive ? this.store.reason("control") : null));
    allow(this.save, why ?? (this.#version === null ? NO_FILE
      : isChanged ? null : "The text is that of the file"));
    allow(this.undo, this.#history.canUndo ? null : "There is no edit to undo");
    allow(this.redo, this.#history.canRedo ? null : "There is no edit to repeat");
    allow(this.again, isOpen ? null : "There is no text");
    setText(this.state, isChanged ? "changed" : "");
    this.state.hidden = !isChanged;
    this.place.hidden = !fault?.line;
    if (fault?.line) setText(this.place.querySelector("span"), `${fault.line}:${fault.column}`);
    const fine = this.#isChecked ? "No fault" : "Checking…";
    setText(this.words, !isOpen ? "The daemon's document is shown here." : fault?.message ?? fine);
    this.words.className = fault ? "bad" : "quiet";
  }

  /** Runs the text: in the daemon or, while a recording is shown, for its replay. */
  async #apply() {
    try {
      const document = { name: this.#name, scene: parseJSON5(this.#text) };
      if (this.store.get("mode") === "live") await this.#put(document);
      else await this.replay.run(document);
    } catch (error) {
      this.store.emit("message", error.message);
    }
  }

  /** Makes the daemon run a document. A patch keeps the changes made at run time. */
  async #put(document) {
    const part = await this.#difference(document.scene);
    if (part && Object.keys(part).length === 0) {
      this.store.emit("message", "The scene runs like this already");
      return;
    }
    const original = this.store.get("originalDocument");
    this.documents.expect(document);
    try {
      await this.live.request(part ? "patch" : "load", { scene: part ?? document.scene });
    } catch (error) {
      this.documents.expect(null);
      throw error;
    }
    this.documents.take(document);
    // The tuner compares its springs with those of the file.
    if (original?.name === document.name) this.store.set("originalDocument", original);
  }

  /** The patch from the running document to a scene; null if only a load can do it. */
  async #difference(scene) {
    try {
      const { document } = await this.live.request("document");
      return patchBetween(JSON.parse(document), scene);
    } catch {
      return null;
    }
  }

  async #save() {
    const text = this.#text;
    const address = `/api/edit?version=${encodeURIComponent(this.#version)}`;
    try {
      const { version } = JSON.parse(await fetched(address, { method: "POST", body: text }));
      [this.#version, this.#saved] = [version, text];
      this.#keep();
      this.#allow();
      if (this.store.get("originalDocument")?.name === this.#name) {
        this.store.set("originalDocument", { name: this.#name, scene: parseJSON5(text) });
      }
      this.store.emit("message", `Saved ${this.#name}`);
    } catch (error) {
      this.store.emit("message", error.message);
    }
  }
}

/** Presses a button unless it is disabled. */
function press(element) {
  if (!element.disabled) element.click();
}
