// Undo and redo of the edits of a text.

// Edits of the same kind within this time of each other are undone together, in milliseconds.
const PAUSE = 1000;
// The number of steps that can be undone, and the number of characters of their texts.
const STEPS = 500;
const CHARACTERS = 2e7;

/** The states of a text; each has the `text` and the `selection` of its field. */
export class TextHistory {
  #past = [];
  #future = [];
  #kind = null;
  #last = -Infinity;

  constructor(text = "") {
    this.present = { text, selection: [0, 0] };
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Records an edit. `kind` is null for an edit that is undone alone. */
  record(text, selection, kind, now) {
    if (text === this.present.text) return;
    const joins = kind !== null && kind === this.#kind && now - this.#last < PAUSE;
    if (!joins) this.#past.push(this.present);
    this.#limit();
    this.#future = [];
    this.present = { text, selection };
    [this.#kind, this.#last] = [kind, now];
  }

  /** Forgets the oldest steps beyond the limits. */
  #limit() {
    let count = this.#past.reduce((sum, { text }) => sum + text.length, 0);
    while (this.#past.length > STEPS || this.#past.length > 1 && count > CHARACTERS) {
      count -= this.#past.shift().text.length;
    }
  }

  /** Records the selection before the next edit, which undo restores. */
  select(selection) {
    this.present = { ...this.present, selection };
  }

  /** Goes back to the state before the last edit; returns it, or null if there is none. */
  undo() {
    return this.#move(this.#past, this.#future);
  }

  /** Repeats the edit that was undone last; returns its state, or null if there is none. */
  redo() {
    return this.#move(this.#future, this.#past);
  }

  #move(from, to) {
    const state = from.pop();
    if (!state) return null;
    to.push(this.present);
    this.present = state;
    this.#kind = null;
    return state;
  }
}
