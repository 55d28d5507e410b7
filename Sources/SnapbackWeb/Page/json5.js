// Parses JSON5, the format of scenes, to find the springs in them. The daemon and snapback-web
// report more errors of a scene.

const ESCAPES = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", 0: "\0" };
const NAME = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$_]*/uy;
const NUMBER = /[+-]?(0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y;
const BLANK = /(?:\s|\ufeff|\/\/[^\n\r]*|\/\*[^]*?\*\/)*/uy;

/** Parses a document and returns its value. */
export function parseJSON5(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.skip();
  if (reader.place < text.length) reader.fail("the end");
  return value;
}

/** Reads values from a text, starting at `place`. */
export class Reader {
  place = 0;
  /** The key of the value that is read next, and where it begins; null in an array. */
  key = null;

  constructor(text) {
    this.text = text;
  }

  fail(expected) {
    const before = this.text.slice(0, this.place).split("\n");
    const column = before[before.length - 1].length + 1;
    throw new SyntaxError(`line ${before.length}, column ${column}: expected ${expected}`);
  }

  match(pattern) {
    pattern.lastIndex = this.place;
    const found = pattern.exec(this.text);
    if (!found) return null;
    this.place = pattern.lastIndex;
    return found;
  }

  skip() {
    this.match(BLANK);
  }

  take(character) {
    this.skip();
    if (this.text[this.place] !== character) return false;
    this.place += 1;
    return true;
  }

  value(depth) {
    if (depth > 64) this.fail("at most 64 levels");
    this.skip();
    const first = this.text[this.place];
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === '"' || first === "'") return this.string();
    const number = this.match(NUMBER);
    if (number) {
      const sign = number[0][0] === "-" ? -1 : 1;
      return sign * Number(number[1]);
    }
    const word = this.match(NAME)?.[0];
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    return this.fail("a value");
  }

  object(depth) {
    this.take("{");
    const result = {};
    while (!this.take("}")) {
      this.skip();
      const start = this.place;
      const first = this.text[start];
      const key = first === '"' || first === "'" ? this.string() : this.match(NAME)?.[0];
      if (key === undefined) this.fail("a key");
      if (!this.take(":")) this.fail('":"');
      this.key = { name: key, start };
      Object.defineProperty(result, key, {
        value: this.value(depth + 1), enumerable: true, configurable: true, writable: true,
      });
      if (!this.take(",")) {
        if (!this.take("}")) this.fail('"," or "}"');
        break;
      }
    }
    return result;
  }

  array(depth) {
    this.take("[");
    const result = [];
    while (!this.take("]")) {
      this.key = null;
      result.push(this.value(depth + 1));
      if (!this.take(",")) {
        if (!this.take("]")) this.fail('"," or "]"');
        break;
      }
    }
    return result;
  }

  string() {
    const quote = this.text[this.place];
    this.place += 1;
    let result = "";
    for (;;) {
      const character = this.text[this.place];
      if (character === undefined || character === "\n") this.fail("the end of the text");
      this.place += 1;
      if (character === quote) return result;
      result += character === "\\" ? this.escape() : character;
    }
  }

  escape() {
    const character = this.text[this.place];
    this.place += 1;
    if (character === "x" || character === "u") {
      const digits = this.text.slice(this.place, this.place + (character === "x" ? 2 : 4));
      if (!/^[0-9a-fA-F]+$/.test(digits)) this.fail("hexadecimal digits");
      this.place += digits.length;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    if (character === "\r" && this.text[this.place] === "\n") this.place += 1;
    if (character === "\n" || character === "\r") return "";
    return ESCAPES[character] ?? character ?? "";
  }
}
