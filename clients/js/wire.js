/**
 * Encodes messages to the daemon and decodes messages from it, in both encodings.
 *
 * Input is not trusted: it results in a message, in nothing, or in a `WireError`. A decoder buffers
 * at most one incomplete message, whose size is limited.
 */

import { READERS } from "./binary.js";
import { WireError } from "./errors.js";
import { stringify } from "./json.js";
import { readLine } from "./ndjson.js";
import { Payload, utf8 } from "./payload.js";

/** The first bytes that a client sends for the binary encoding. */
export const MAGIC = new TextEncoder().encode("SNAPBK1\n");
/** The default maximum size of a message, in bytes. */
export const MESSAGE_LIMIT = 2 ** 24;
export const ENCODINGS = ["binary", "ndjson"];
const HEADER = 24;
const VERSION = 1;
const NEWLINE = 10;
// The number of bytes already read that are kept before the buffer is compacted.
const SLACK = 1 << 16;

/**
 * Decodes messages from a stream of bytes.
 *
 * `feed` takes bytes as they arrive; `next` returns complete messages. `names` are the views of the
 * last snapshot, to which the binary encoding refers by index. After a WireError the decoder is
 * unusable.
 */
export class Decoder {
  constructor(encoding = "binary", { limit = MESSAGE_LIMIT, names = [] } = {}) {
    if (!ENCODINGS.includes(encoding)) {
      throw new TypeError(`the encoding is one of ${ENCODINGS.join(", ")}, not ${encoding}`);
    }
    this.encoding = encoding;
    this.limit = limit;
    this.names = names;
    this.bytes = new Uint8Array(4096);
    this.start = 0;
    this.end = 0;
    // The end of the bytes that were searched for a newline.
    this.searched = 0;
    // The stream offset of the first byte of the buffer.
    this.offset = 0;
    this.error = null;
  }

  /** Adds bytes. Call `next` until it returns null before you add more. */
  feed(data) {
    this.makeRoom(data.length);
    this.bytes.set(data, this.end);
    this.end += data.length;
  }

  /** Adds a line that arrived as text from a WebSocket. */
  feedLine(text) {
    this.feed(new TextEncoder().encode(`${text}\n`));
  }

  makeRoom(count) {
    if (this.start > SLACK || this.start === this.end) {
      this.bytes.copyWithin(0, this.start, this.end);
      this.offset += this.start;
      this.searched = Math.max(0, this.searched - this.start);
      this.end -= this.start;
      this.start = 0;
    }
    if (this.end + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.end + count));
    larger.set(this.bytes.subarray(0, this.end));
    this.bytes = larger;
  }

  /** Whether the stream may end here. */
  get isBetweenMessages() {
    return this.start === this.end;
  }

  /** Returns the next message; null if more bytes are needed. Skips unknown messages. */
  next() {
    if (this.error !== null) throw this.error;
    try {
      return this.encoding === "binary" ? this.nextBinary() : this.nextLine();
    } catch (error) {
      this.error = error;
      throw error;
    }
  }

  *[Symbol.iterator]() {
    for (let message = this.next(); message !== null; message = this.next()) yield message;
  }

  /** Creates an error with its position in the stream. */
  fault(text, kind) {
    return new WireError(text, this.offset + this.start, kind);
  }

  /** Returns the result of `read`; adds the position to its errors. */
  placed(kind, read) {
    let message;
    try {
      message = read();
    } catch (error) {
      throw error instanceof WireError ? this.fault(error.text, kind) : error;
    }
    if (message?.type === "snapshot") this.names = message.views.map((view) => view.id);
    return message;
  }

  nextLine() {
    for (;;) {
      const from = Math.max(this.start, this.searched);
      const found = this.bytes.subarray(from, this.end).indexOf(NEWLINE);
      const end = found < 0 ? -1 : from + found;
      if ((end < 0 ? this.end : end) - this.start > this.limit) {
        throw this.fault(`a line of more than ${this.limit} bytes`);
      }
      if (end < 0) {
        this.searched = this.end;
        return null;
      }
      const message = this.placed("the line", () => {
        const line = utf8(this.bytes, this.start, end);
        return line.trim() === "" ? null : readLine(line);
      });
      this.start = this.searched = end + 1;
      if (message !== null) return message;
    }
  }

  nextBinary() {
    for (;;) {
      if (this.end - this.start < HEADER) return null;
      const header = new Payload(this.bytes.subarray(0, this.start + HEADER), this.start, []);
      const [length, kind, version] = [header.u32(), header.u16(), header.u8()];
      if (version !== VERSION) {
        throw this.fault(`version ${version} of a message is not ${VERSION}`, String(kind));
      }
      if (length > this.limit) {
        throw this.fault(`${length} bytes are more than ${this.limit}`, String(kind));
      }
      const begin = this.start + HEADER;
      if (this.end < begin + length) return null;
      header.skip(1);
      const [seq, time] = [header.u64(), header.time()];
      const [name, read] = READERS.get(kind) ?? [];
      const message = read === undefined ? null : this.placed(name, () => {
        const bytes = this.bytes.subarray(0, begin + length);
        return read(new Payload(bytes, begin, this.names), seq, time);
      });
      this.start = begin + length;
      if (message !== null) return message;
    }
  }
}

/** Converts a 64-bit integer for the wire. */
function word(value, key, missing) {
  const given = value ?? missing;
  if (typeof given === "bigint" && given >= 0n && given < 2n ** 64n) return given;
  if (Number.isInteger(given) && given >= 0 && given < 2 ** 64) return BigInt(given);
  throw new RangeError(`${key} is ${given}, not a whole number of 64 bits`);
}

function packed(kind, payload) {
  const bytes = new Uint8Array(HEADER + payload.length);
  const header = new DataView(bytes.buffer);
  header.setUint32(0, payload.length, true);
  header.setUint16(4, kind, true);
  header.setUint8(6, VERSION);
  bytes.set(payload, HEADER);
  return bytes;
}

function words(kind, ...values) {
  const payload = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, place) => payload.setBigUint64(8 * place, value, true));
  return packed(kind, new Uint8Array(payload.buffer));
}

const WRITERS = {
  frame_request: (body) => words(2, word(body.time, "time"), word(body.refresh, "refresh", 0)),
  presented: (body) => words(
    3, word(body.seq, "seq"), word(body.time, "time"), word(body.refresh, "refresh", 0),
    body.discarded ? 1n : 0n),
  ping: (body) => words(4, word(body.id, "id")),
  resync: () => words(5),
};

/**
 * Encodes a message of a client.
 *
 * Throws RangeError for a number that is not finite, or that is not an integer where one is
 * required.
 * @param {string} name @param {object} body @param {"binary" | "ndjson"} encoding
 * @returns {Uint8Array}
 */
export function encode(name, body, encoding = "binary") {
  if (encoding === "binary" && Object.hasOwn(WRITERS, name)) return WRITERS[name](body);
  const text = `{${JSON.stringify(name)}:${stringify(body)}}`;
  const bytes = new TextEncoder().encode(encoding === "binary" ? text : `${text}\n`);
  return encoding === "binary" ? packed(1, bytes) : bytes;
}
