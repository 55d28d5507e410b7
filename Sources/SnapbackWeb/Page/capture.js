// Touches as a recording in Snapback's own format; docs/recordings.md.

// Codes of Linux's input-event-codes.h.
const [KEY, ABSOLUTE] = [1, 3];
const [SLOT, X, Y, TOOL, TRACKING] = [0x2f, 0x35, 0x36, 0x37, 0x39];
const TOUCH = 0x14a;
const DIRECT = 1;
const PALM = 2;
const REPORT = [0, 0, 0];
// The number of values of a position axis: as fine as the numbers of single precision in messages.
const COUNT = 2 ** 24;
// The slots that the device has at least.
const SLOTS = 10;
const SECOND = 1e9;

/**
 * The touches on a screen, as the events of a touchscreen that covers it.
 *
 * Contacts have the positions of `touch` messages, in points of the screen. A contact that was down
 * before the first message is left out, because the position at which it began is not known. The
 * time of the first touch is zero.
 */
export class Capture {
  /** The number of contacts that began. */
  contacts = 0;
  #lines = [];
  /** By contact: its slot, and the values of its position. */
  #down = new Map();
  #used = SLOTS;
  #slot = 0;
  #first = null;
  #last = 0;

  /** `screen` has the width and the height in points; `scene` is the name of a document or null. */
  constructor(screen, scene = null) {
    Object.assign(this, { screen, scene });
  }

  /** The seconds from the first touch to the last one. */
  get seconds() {
    return this.#first === null ? 0 : (this.#last - this.#first) / SECOND;
  }

  /** Takes the contacts of a `touch` message; its time is in nanoseconds. */
  take(time, contacts) {
    const before = this.#down.size;
    const events = contacts.flatMap((contact) => this.#events(contact));
    if (events.length === 0) return;
    if ((before === 0) !== (this.#down.size === 0)) {
      events.push([KEY, TOUCH, before === 0 ? 1 : 0]);
    }
    this.#first ??= time;
    this.#last = Math.max(this.#last, time);
    this.#lines.push({
      frame: { device: 0, time: this.#last - this.#first, events: [...events, REPORT] },
    });
  }

  /** The file. */
  text() {
    const first = this.#first ?? 0;
    const fraction = String(first % SECOND).padStart(9, "0");
    const clock = `${Math.floor(first / SECOND)}.${fraction}`;
    const scene = this.scene ? { scene: this.scene } : {};
    const axis = (code, greatest) => [code, 0, greatest, 0, 0, 0];
    const device = {
      name: "Touches of a page", identity: [0x18, 0x5bac, 2, 1],
      axes: [axis(SLOT, this.#used - 1), axis(X, COUNT - 1), axis(Y, COUNT - 1), axis(TOOL, PALM),
        axis(TRACKING, 65535)],
      keys: [TOUCH], properties: [DIRECT],
    };
    const head = [{ recording: { version: 1, clock, ...scene } }, { device }];
    return [...head, ...this.#lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  #events({ id, phase, x, y }) {
    if (phase === "began") return this.#begin(id, x, y);
    const contact = this.#down.get(id);
    if (!contact) return [];
    const events = this.#move(contact, x, y);
    if (phase === "cancelled") events.push([ABSOLUTE, TOOL, PALM]);
    if (phase !== "moved") {
      this.#down.delete(id);
      events.push([ABSOLUTE, TRACKING, -1]);
    }
    return events.length === 0 ? [] : [...this.#choose(contact.slot), ...events];
  }

  #begin(id, x, y) {
    const taken = new Set([...this.#down.values()].map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot += 1;
    this.#used = Math.max(this.#used, slot + 1);
    this.contacts += 1;
    const contact = { slot, x: null, y: null };
    this.#down.set(id, contact);
    // A palm leaves its tool in the slot.
    return [
      ...this.#choose(slot), [ABSOLUTE, TRACKING, this.contacts % 65536], [ABSOLUTE, TOOL, 0],
      ...this.#move(contact, x, y),
    ];
  }

  #choose(slot) {
    if (slot === this.#slot) return [];
    this.#slot = slot;
    return [[ABSOLUTE, SLOT, slot]];
  }

  /** The events of a position: as the kernel, only what has changed. */
  #move(contact, x, y) {
    const { width, height } = this.screen;
    const values = { x: Math.round(COUNT * x / width), y: Math.round(COUNT * y / height) };
    const events = [["x", X], ["y", Y]].filter(([axis]) => contact[axis] !== values[axis])
      .map(([axis, code]) => [ABSOLUTE, code, values[axis]]);
    Object.assign(contact, values);
    return events;
  }
}
