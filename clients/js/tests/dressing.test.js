/** Looks are the styles that docs/scene-format.md describes, and are written when they change. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bind } from "../dom.js";
import { FakeClient, FakeWindow, rootOf, shows } from "./page.js";
import { channel, near, snapshot, view } from "./scenes.js";

const LOOK = {
  id: "card", textColor: "#ff000080", borderColor: "#0000ffcc", fillAlpha: 0.5, borderWidth: 2,
  shadowOpacity: 0.5, shadowRadius: 8, shadowOffset: [1, 2], shadowColor: "#102030ff",
  fontWeight: 700, textAlignment: "trailing", verticalAlignment: "top", truncation: "tail",
  image: null, data: null,
};
const PLAIN = {
  ...LOOK, fillAlpha: 1, borderWidth: 0, shadowOpacity: 0, shadowRadius: 0, shadowOffset: [0, 0],
};
const TEXT = {
  string: "one two", style: "body", size: 10, lineHeight: 12, firstBaseline: 9, lastBaseline: 9,
  lines: 1,
};
// Milliseconds.
const [START, END] = [1000, 1400];

const looks = (...views) => ({ type: "looks", time: 6, views });

function segment(values, terms = {}) {
  return {
    type: "segment", seq: 2, time: 6, revision: 2, ahead: false,
    channels: Object.entries(values).map(([name, held]) => channel(
      "card", name, { held, terms: terms[name] ?? [] })),
  };
}

/** A page with the element of a card of 100 by 60 points, drawn once. */
function drawn(look, { text = null, color = "#0a84ff", clips = false, kept, options = {} } = {}) {
  const window = new FakeWindow();
  const element = shows("card");
  if (kept !== undefined) element.setAttribute("data-snapback-keep", kept);
  element.textContent = "of the page";
  const root = rootOf(window, {}, element);
  const client = new FakeClient();
  const binding = bind(root, { client, ...options });
  const card = { ...view("card", "screen", { color }), text, clips, frame: [0, 0, 100, 60] };
  const say = (...messages) => {
    for (const message of messages) client.say(message);
    window.frame(START);
  };
  say(snapshot(view("screen", null), card), ...(look === null ? [] : [looks(look)]));
  return { window, element, root, client, binding, say, card };
}

test("fill, shadow and border have the colors, opacities and lengths of the look", () => {
  const { element, root, window, say } = drawn(LOOK);
  // 0.5 of 255 is 127.5, and halves round up; 0.5 · 0.5 of 255 is 63.75.
  assert.equal(element.style.backgroundColor, "#0a84ff80");
  assert.equal(element.style.boxShadow, "1px 2px 8px #10203040");
  assert.equal(element.style["--snapback-border"], "inset 0 0 0 2px #0000ffcc");
  assert.equal(element.getAttribute("data-snapback-border"), "");
  const [sheet] = root.ownerDocument.adoptedStyleSheets;
  assert.match(sheet.text, /\[data-snapback-border\]::after \{[^}]*var\(--snapback-border\)/);
  // A shadow belongs to a fill; a border does not.
  const bare = drawn(LOOK, { color: null }).element;
  assert.deepEqual([bare.style.boxShadow, bare.getAttribute("data-snapback-border")], ["", ""]);
  say(looks({ ...LOOK, borderWidth: 0, shadowOpacity: 0 }));
  assert.deepEqual([element.style.boxShadow, element.style["--snapback-border"]], ["", ""]);
  assert.equal(element.getAttribute("data-snapback-border"), null);
  assert.equal(window.document.adoptedStyleSheets.length, 1);
});

test("a page without looks has no style, no attribute and no sheet of looks", () => {
  const { element, window } = drawn(null, { text: TEXT });
  const known = ["boxShadow", "color", "fontWeight", "textAlign", "paddingTop", "backgroundImage"];
  assert.deepEqual(element.writes.filter((key) => known.includes(key)), []);
  assert.equal(window.document.adoptedStyleSheets.length, 0);
  assert.equal(window.document.measured, 0);
});

test("a text has the color, weight and alignment of the look", () => {
  const cases = [
    [{ fontWeight: 300, textAlignment: "leading" }, "body", ["300", "start"]],
    [{ fontWeight: 0, textAlignment: "center" }, "body", ["400", "center"]],
    [{ fontWeight: 0, textAlignment: "right" }, "headline", ["600", "right"]],
    [{ fontWeight: 900, textAlignment: "trailing" }, "headline", ["900", "end"]],
  ];
  for (const [parts, style, expected] of cases) {
    const { element } = drawn({ ...PLAIN, ...parts }, { text: { ...TEXT, style } });
    assert.equal(element.style.color, "#ff000080");
    assert.deepEqual([element.style.fontWeight, element.style.textAlign], expected);
  }
  // Without a text of the scene, that of the page has the page's styles.
  const { element } = drawn(LOOK);
  assert.deepEqual([element.textContent, element.style.color], ["of the page", ""]);
});

test("a text is broken, shortened and placed for its room", () => {
  // A letter is 10 wide, thirteen are a line of 100 points that is condensed by 30 in thirteen
  // gaps, and 60 points have five lines.
  const text = { ...TEXT, string: "one two three four", lines: 0 };
  const cases = [
    [{ verticalAlignment: "top" }, "one two three\nfour", ""],
    [{ verticalAlignment: "center" }, "one two three\nfour", "18px"],
    [{ verticalAlignment: "bottom" }, "one two three\nfour", "36px"],
  ];
  for (const [parts, shown, padding] of cases) {
    const { element } = drawn({ ...PLAIN, ...parts }, { text });
    assert.deepEqual([element.textContent, element.style.paddingTop], [shown, padding]);
    assert.deepEqual([element.style.whiteSpace, element.style.letterSpacing], ["pre", "-2.3077px"]);
  }
  const one = { ...text, lines: 1 };
  for (const [truncation, shown] of [
    ["tail", "one two…"], ["middle", "one tw…e four"], ["head", "…three four"],
  ]) {
    assert.equal(drawn({ ...PLAIN, truncation }, { text: one }).element.textContent, shown);
  }
  const { element } = drawn({ ...PLAIN, truncation: "clip" }, { text: one });
  const { overflow, letterSpacing } = element.style;
  assert.deepEqual([element.textContent, overflow, letterSpacing], [text.string, "clip", ""]);
  // A lighter font is half as wide.
  const light = drawn({ ...PLAIN, fontWeight: 400 }, { text: one }).element;
  assert.deepEqual([light.textContent, light.style.letterSpacing], [text.string, ""]);
});

test("a text is measured again if its room or the fonts change, and only then", () => {
  const { element, window, say } = drawn(PLAIN, { text: { ...TEXT, string: "one two three" } });
  assert.deepEqual(
    [element.textContent, element.style.letterSpacing], ["one two three", "-2.3077px"]);
  const { document } = window;
  const measures = (act) => {
    const before = document.measured;
    act();
    return document.measured > before;
  };
  const edges = { left: 0, top: 0, right: 100, bottom: 60 };
  say(segment(edges));
  assert.equal(measures(() => say(segment({ translationX: 5 }))), false);
  assert.equal(measures(() => say(segment({ textRed: 5, borderWidth: 3 }))), false);
  assert.equal(measures(() => say(segment({ right: 60 }))), true);
  assert.equal(element.textContent, "one…");
  assert.equal(measures(() => say(looks({ ...PLAIN, fontWeight: 400 }))), true);
  // 65 points are condensed by 5 in thirteen gaps.
  assert.deepEqual(
    [element.textContent, element.style.letterSpacing], ["one two three", "-0.3846px"]);
  assert.equal(measures(() => {
    document.fonts.dispatchEvent({ type: "loadingdone" });
    window.frame(START);
  }), true);
});

test("an image has the address of its name, and covers the element", () => {
  const image = { ...PLAIN, image: "big sun" };
  const style = (images) => drawn(image, { options: { images } }).element.style;
  const url = 'url("/images/sun.png")';
  assert.equal(style({ "big sun": "/images/sun.png" }).backgroundImage, url);
  const known = (name) => (name === "big sun" ? "/images/sun.png" : null);
  assert.equal(style(known).backgroundImage, url);
  const found = style("/images/*.png");
  assert.equal(found.backgroundImage, 'url("/images/big%20sun.png")');
  assert.deepEqual([found.backgroundSize, found.backgroundPosition], ["cover", "center"]);
  // Unknown names, also those of every object, show none.
  for (const images of [undefined, {}, () => null]) assert.equal(style(images).backgroundImage, "");
  const inherited = drawn(
    { ...image, image: "constructor" }, { options: { images: {} } }).element.style;
  assert.equal(inherited.backgroundImage, "");
  // An address cannot end the function of CSS.
  assert.equal(style({ "big sun": 'a"b\\c' }).backgroundImage, 'url("a%22b%5Cc")');
});

test("data are an attribute, and an event when they change", () => {
  const { element, root, say } = drawn(PLAIN);
  const events = [];
  root.addEventListener("snapback-data", ({ detail }) => events.push(
    [detail, element.getAttribute("data-snapback-data")]));
  const json = '{"icon":"sun"}';
  say(looks({ ...PLAIN, data: json }));
  say(looks({ ...PLAIN, data: json, borderWidth: 1 }));
  say(looks(PLAIN));
  const [some, none] = [
    [{ view: "card", data: { icon: "sun" } }, json], [{ view: "card", data: undefined }, null]];
  assert.deepEqual(events, [some, none]);
  // A look that ends takes its data along.
  say(looks({ ...PLAIN, data: json }));
  say(looks());
  assert.deepEqual(events.slice(2), [some, none]);
});

test("what data-snapback-keep names is left to the page", () => {
  const all = { ...LOOK, image: "sun" };
  const written = (kept) => {
    const { element } = drawn(all, { kept, text: TEXT, options: { images: "/*.png" } });
    const has = (key) => element.writes.includes(key);
    return {
      text: has("color") || has("fontWeight") || has("textAlign"), shadow: has("boxShadow"),
      border: has("--snapback-border"), image: has("backgroundImage"),
      fill: has("backgroundColor"), string: element.textContent,
    };
  };
  const whole = {
    text: true, shadow: true, border: true, image: true, fill: true, string: TEXT.string,
  };
  assert.deepEqual(written(""), whole);
  assert.deepEqual(written("text-style"), { ...whole, text: false });
  assert.deepEqual(written("text"), { ...whole, text: false, string: "of the page" });
  for (const part of ["shadow", "border", "image"]) {
    assert.deepEqual(written(part), { ...whole, [part]: false });
  }
  assert.deepEqual(written("color"), { ...whole, fill: false });
  assert.deepEqual(
    written("look"), { ...whole, text: false, shadow: false, border: false, image: false });
});

/** A spring of x = −8 by its formula, at a time in milliseconds: underdamped with ω² = 160 − 64. */
function spring(at) {
  const s = (at - START) / 1000;
  const omega = Math.sqrt(160 - 64);
  return Math.exp(-8 * s) * (-8 * Math.cos(omega * s) - (8 * 8 / omega) * Math.sin(omega * s));
}

test("a border and a shadow move by the formula of their segment", () => {
  const term = {
    kind: "spring", anchor: START * 1e6, end: END * 1e6, local: 0, rate: 1, later: false, x: -8,
    v: 0, beta: 8, omega2: 160,
  };
  const { element, client, window } = drawn(LOOK);
  client.say(segment(
    { borderWidth: 10, shadowRadius: 20, shadowX: 3 },
    { borderWidth: [term], shadowRadius: [term], shadowX: [term] }));
  for (const [at, moved] of [
    ...[0, 20, 90, 200, 333].map((passed) => [START + passed, spring(START + passed)]), [END, 0],
  ]) {
    window.frame(at);
    const [, width] = /^inset 0 0 0 ([\d.]+)px #0000ffcc$/.exec(
      element.style["--snapback-border"]);
    near(Number(width), 10 + moved, 1e-4);
    const [, x, radius] = /^(-?[\d.]+)px 2px ([\d.]+)px #10203040$/.exec(
      element.style.boxShadow);
    near(Number(x), 3 + moved, 1e-4);
    near(Number(radius), 20 + moved, 1e-4);
  }
  // At rest nothing is asked for.
  assert.equal(window.frames.size, 0);
});

test("a picture writes only the styles of a look that change", () => {
  const { element, say } = drawn({ ...LOOK, image: "sun" }, {
    text: TEXT, options: { images: "/*.png" },
  });
  say(segment({ left: 0, top: 0, right: 100, bottom: 60 }));
  const written = (...messages) => {
    element.writes.length = 0;
    say(...messages);
    return [...element.writes];
  };
  assert.deepEqual(written(segment({ borderWidth: 3 })), ["--snapback-border"]);
  assert.deepEqual(written(segment({ shadowY: 3 })), ["boxShadow"]);
  assert.deepEqual(written(segment({ textRed: 1 })), ["color"]);
  assert.deepEqual(written(segment({ textRed: 1.2 })), []);
  // The opacity of the shadow is a product with that of the fill.
  assert.deepEqual(written(segment({ fillAlpha: 0.2 })), ["boxShadow", "backgroundColor"]);
});

test("a look that ends leaves the element as one without a look", () => {
  const all = { ...LOOK, image: "sun", data: "1", verticalAlignment: "center", truncation: "clip" };
  const options = { images: "/*.png" };
  const without = drawn(null, { text: TEXT, options }).element;
  const { element, say, card } = drawn(all, { text: TEXT, options });
  assert.notEqual(element.style.cssText, without.style.cssText);
  const styles = (one) => one.style.cssText.split(/; ?/).sort().join("; ");
  say(looks());
  assert.equal(styles(element), styles(without));
  assert.deepEqual(
    ["data-snapback-border", "data-snapback-data"].map((name) => element.getAttribute(name)),
    [null, null]);
  assert.equal(element.textContent, TEXT.string);
  // A scene with the same look after a snapshot shows it again.
  say(snapshot(view("screen", null), card), looks(all));
  assert.equal(element.style.overflow, "clip");
  assert.equal(element.getAttribute("data-snapback-data"), "1");
});

test("a view that loses its text leaves the styles of texts to the page", () => {
  const centered = { ...PLAIN, verticalAlignment: "center" };
  const { element, say, card } = drawn(centered, { text: TEXT });
  assert.notEqual(element.style.paddingTop, "");
  say(snapshot(view("screen", null), { ...card, text: null }), looks(centered));
  const styles = ["color", "fontWeight", "textAlign", "paddingTop", "whiteSpace"];
  assert.deepEqual(styles.map((key) => element.style[key]), ["", "", "", "", ""]);
  assert.equal(element.textContent, "of the page");
});

test("unbind restores the page", () => {
  const { element, binding, window } = drawn(
    { ...LOOK, data: "1" }, { text: { ...TEXT, string: "one two three" } });
  assert.equal(window.document.adoptedStyleSheets.length, 1);
  binding.unbind();
  assert.equal(element.textContent, "of the page");
  assert.deepEqual([...element.attributes.keys()], ["data-snapback"]);
  assert.equal(window.document.adoptedStyleSheets.length, 0);
});
