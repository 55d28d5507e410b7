/** Draws the looks of views with styles of their elements, by docs/scene-format.md#looks. */

import { lettersOf, linesOf, roomFor } from "./lines.js";
import { shadowColorOf, weightOf } from "./looks.js";

// The attribute for elements with a border, and the custom property with it.
const BORDER = "data-snapback-border";
const EDGE = "--snapback-border";
// The attribute that has the data of a view, and the event that reports it.
const DATA = "data-snapback-data";
const EVENT = "snapback-data";
// An inset shadow of `::after` is over the elements in the element, does not move them, and can
// have any width. A CSS border is behind them, moves them, and has a whole number of pixels.
const RULE = `[${BORDER}]::after {
  content: ""; position: absolute; inset: 0; z-index: 2147483647; pointer-events: none;
  border-radius: inherit; box-shadow: var(${EDGE});
}`;
// Lengths are written to 1/10 000 of a CSS pixel.
const LENGTH_STEPS = 1e4;
// The names of `font-stretch`, which canvases need, by the percentages of computed styles.
const STRETCHES = {
  "50%": "ultra-condensed", "62.5%": "extra-condensed", "75%": "condensed",
  "87.5%": "semi-condensed", "112.5%": "semi-expanded", "125%": "expanded",
  "150%": "extra-expanded", "200%": "ultra-expanded",
};
const ALIGNMENTS = { leading: "start", trailing: "end" };
// Styles of texts only.
const LETTERS = ["color", "fontWeight", "textAlign", "paddingTop", "letterSpacing"];
// Styles that elements without a look have, too.
const SHARED = ["whiteSpace", "overflow"];

/**
 * Names of images as addresses: an object, a function that returns null for unknown names, or an
 * address with "*" in place of the name.
 * @typedef {Record<string, string> | ((name: string) => string | null) | string} Images
 */

/** What the looks of all elements of a root share: a style sheet, images, and widths of texts. */
export class Wardrobe {
  #root;
  #images;
  #sheet = null;
  #context = null;
  /** How often fonts were loaded, after which the widths of texts may differ. */
  fonts = 0;

  /**
   * @param {HTMLElement} root
   * @param {Images} [images]
   */
  constructor(root, images = {}) {
    this.#root = root;
    this.#images = images;
  }

  /** Adds the rule that draws borders to the document, once. */
  wantBorders() {
    if (this.#sheet !== null) return;
    const place = this.#place();
    this.#sheet = new place.window.CSSStyleSheet();
    this.#sheet.replaceSync(RULE);
    place.scope.adoptedStyleSheets = [...place.scope.adoptedStyleSheets, this.#sheet];
  }

  #place() {
    const scope = /** @type {Document | ShadowRoot} */ (this.#root.getRootNode());
    return { scope, window: this.#root.ownerDocument.defaultView };
  }

  /** The style of an image with a name; "" if the page does not know the name. */
  image(name) {
    const address = this.#address(name);
    if (address === null || address === undefined) return "";
    return `url("${String(address).replace(/["\\\n\r\f]/g, encodeURIComponent)}")`;
  }

  #address(name) {
    const images = this.#images;
    if (typeof images === "function") return images(name);
    if (typeof images === "string") return images.replaceAll("*", () => encodeURIComponent(name));
    return Object.hasOwn(images, name) ? images[name] : null;
  }

  /**
   * A function that measures texts in the font of an element, in CSS pixels. Its `spacing` is the
   * letter spacing in pixels.
   */
  measure(element) {
    this.#context ??= this.#root.ownerDocument.createElement("canvas").getContext("2d");
    const context = this.#context;
    const style = this.#root.ownerDocument.defaultView.getComputedStyle(element);
    const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = style;
    const stretch = STRETCHES[style.fontStretch] ?? "normal";
    const font = `${fontStyle} ${fontWeight} ${stretch} ${fontSize} ${fontFamily}`;
    const spacing = Number.parseFloat(letterSpacing) || 0;
    const measure = (text) => {
      context.font = font;
      context.letterSpacing = `${spacing}px`;
      return context.measureText(text).width;
    };
    return Object.assign(measure, { spacing });
  }

  /** Removes the style sheet. */
  release() {
    if (this.#sheet === null) return;
    const { scope } = this.#place();
    scope.adoptedStyleSheets = [...scope.adoptedStyleSheets].filter((one) => one !== this.#sheet);
    this.#sheet = null;
  }
}

/**
 * The look of one element.
 *
 * `kept` has what the page styles: "text-style", "border", "shadow", "image", or "look" for all of
 * them. A style is written only when it changes.
 */
export class Dressing {
  #element;
  #wardrobe;
  #kept;
  // The written styles, and what the written lines were made from.
  #written = new Map();
  #look = null;
  #hasFill = false;
  #text = null;
  #lines = { width: NaN, height: NaN, fonts: 0, settled: "" };
  #measure = null;
  // The data that were reported, as JSON, and the view of the last picture.
  #data = null;
  #view = "";

  /**
   * @param {HTMLElement} element
   * @param {Wardrobe} wardrobe
   * @param {Set<string>} kept
   */
  constructor(element, wardrobe, kept) {
    this.#element = element;
    this.#wardrobe = wardrobe;
    this.#kept = kept;
  }

  #keeps(what) {
    return this.#kept.has(what) || this.#kept.has("look");
  }

  /**
   * Writes what changed. `text` is the text that the renderer shows in the element, or null. O(1)
   * while nothing changes.
   * @param {import("./drawing.js").Drawn} drawn
   * @param {import("./messages.js").Text | null} text
   */
  draw(drawn, text) {
    const { look } = drawn;
    const hasFill = drawn.color !== null;
    const shown = this.#keeps("text-style") ? null : text;
    if (look !== this.#look || hasFill !== this.#hasFill || shown !== this.#text) {
      this.#look = look;
      this.#hasFill = hasFill;
      this.#text = shown;
      if (!this.#keeps("shadow")) this.#write("boxShadow", hasFill ? shadowOf(look) : "");
      if (!this.#keeps("border")) this.#border(look);
      if (!this.#keeps("image")) this.#image(look);
      if (shown !== null) this.#letter(look, shown);
      else for (const key of LETTERS) this.#write(key, "");
      this.#view = drawn.id;
      this.#tell(look.data, drawn.data);
    }
    if (shown !== null) this.#break(drawn, shown);
  }

  /** Writes a style if it is another one than before. */
  #write(key, value) {
    if ((this.#written.get(key) ?? "") === value) return;
    this.#written.set(key, value);
    if (key.startsWith("--")) this.#element.style.setProperty(key, value);
    else this.#element.style[key] = value;
  }

  #border({ borderWidth, borderColor }) {
    const width = rounded(borderWidth);
    const edge = width > 0 ? `inset 0 0 0 ${width}px ${borderColor}` : "";
    const had = (this.#written.get(EDGE) ?? "") !== "";
    this.#write(EDGE, edge);
    if (had === (edge !== "")) return;
    if (had) {
      this.#element.removeAttribute(BORDER);
    } else {
      this.#wardrobe.wantBorders();
      this.#element.setAttribute(BORDER, "");
    }
  }

  #image({ image }) {
    const style = image === null ? "" : this.#wardrobe.image(image);
    this.#write("backgroundImage", style);
    this.#write("backgroundSize", style === "" ? "" : "cover");
    this.#write("backgroundPosition", style === "" ? "" : "center");
  }

  #letter(look, { style }) {
    const weight = weightOf(look, style);
    this.#write("color", look.textColor);
    if (this.#written.get("fontWeight") !== String(weight)) this.#lines.width = NaN;
    this.#write("fontWeight", String(weight));
    this.#write("textAlign", ALIGNMENTS[look.textAlignment] ?? look.textAlignment);
    const settled = `${look.truncation} ${look.verticalAlignment}`;
    if (this.#lines.settled !== settled) this.#lines.width = NaN;
    this.#lines.settled = settled;
  }

  /** Breaks the text into lines again if its room has changed. */
  #break({ frame, clips }, { string, lineHeight, lines }) {
    const old = this.#lines;
    const [width, height, fonts] = [rounded(frame[2]), rounded(frame[3]), this.#wardrobe.fonts];
    if (width === old.width && height === old.height && fonts === old.fonts) return;
    if (Number.isNaN(old.width) || fonts !== old.fonts) {
      this.#write("letterSpacing", "");
      this.#measure = this.#wardrobe.measure(this.#element);
    }
    [old.width, old.height, old.fonts] = [width, height, fonts];
    const { truncation, verticalAlignment } = this.#look;
    const isCut = truncation === "clip";
    const room = { width: isCut ? width : roomFor(width), height, lineHeight, lines, truncation };
    const drawn = linesOf(string, room, this.#measure);
    const shown = drawn.join("\n");
    if (this.#element.textContent !== shown) this.#element.textContent = shown;
    this.#write("letterSpacing", isCut ? "" : this.#spacing(drawn, width));
    this.#write("whiteSpace", "pre");
    this.#write("overflow", clips || isCut ? "clip" : "");
    const free = Math.max(0, height - drawn.length * lineHeight);
    const part = { center: 0.5, bottom: 1 }[verticalAlignment] ?? 0;
    this.#write("paddingTop", free * part > 0 ? `${rounded(free * part)}px` : "");
  }

  /** The letter spacing with which all lines fit into a width; "" if they fit without it. */
  #spacing(lines, width) {
    const excess = Math.max(...lines.map(
      (line) => (this.#measure(line) - width) / Math.max(1, lettersOf(line).length)));
    return excess > 0 ? `${rounded(this.#measure.spacing - excess)}px` : "";
  }

  /** Puts new data into the attribute and reports it. */
  #tell(json, data) {
    if (json === this.#data) return;
    this.#data = json;
    if (json === null) this.#element.removeAttribute(DATA);
    else this.#element.setAttribute(DATA, json);
    const detail = { view: this.#view, data };
    this.#element.dispatchEvent(new CustomEvent(EVENT, { bubbles: true, detail }));
  }

  /**
   * Forgets the text and the `SHARED` styles that were written, because the renderer has written
   * others. The next picture writes them again.
   */
  forget() {
    this.#look = null;
    this.#text = null;
    this.#lines.width = NaN;
    for (const key of SHARED) this.#written.delete(key);
  }

  /** Ends the look: removes all that it wrote, except the text and the styles of `forget`. */
  remove() {
    for (const key of this.#written.keys()) if (!SHARED.includes(key)) this.#write(key, "");
    this.#element.removeAttribute(BORDER);
    this.#tell(null, undefined);
  }
}

/** The shadow of a view with a fill: beside its shape only, and behind everything in it. */
function shadowOf(look) {
  const color = shadowColorOf(look);
  if (color === null) return "";
  const [x, y, radius] = [...look.shadowOffset, look.shadowRadius].map(rounded);
  return `${x}px ${y}px ${radius}px ${color}`;
}

function rounded(length) {
  return Math.round(length * LENGTH_STEPS) / LENGTH_STEPS;
}
