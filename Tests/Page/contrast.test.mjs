// The contrast of the page's colors, by the formula of WCAG 2.2 (success criteria 1.4.3, 1.4.11).

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { contrast, inkOn, quietInkOn } from "/page/contrast.js";

const PAGE = new URL("../../Sources/SnapbackWeb/Page/", import.meta.url);
const TEXT = 4.5;
const MARK = 3;

// Each color of the style sheet is in one of these lists.
const SURFACES = ["ground", "panel", "raised", "sunken", "accent-soft"];
const OWN_SURFACES = { good: "good-soft", bad: "bad-soft", warn: "warn-soft" };
const TEXTS = [
  "ink", "muted", "accent", "good", "bad", "warn", "line-1", "line-2", "line-3", "line-4",
];
const MARKS = ["edge", "finger", "related"];
const DECORATION = [
  "line", "grid", "grid-zero", "band", "halo", "hover-fill", "outline", "finger-fill",
  "stage-shadow", "stage-edge", "shadow", "dots",
];

const read = (name) => readFileSync(new URL(name, PAGE), "utf8").replace(/\/\*.*?\*\//gs, "");

/** The colors of both themes, as { light, dark }; the dark one inherits from the light one. */
function themes() {
  const blocks = [...read("colors.css").matchAll(/:root(\[data-theme="dark"\])? \{([^}]*)\}/g)];
  const [light, dark] = blocks.map(([, , body]) => Object.fromEntries(
    [...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value])));
  assert.equal(blocks.length, 2);
  return { light, dark: { ...light, ...dark } };
}

/** Red, green, blue in 0…255 and alpha in 0…1 of a color of the style sheet. */
function parsed(text) {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(text);
  if (hex) return [...hex.slice(1).map((part) => Number.parseInt(part, 16)), 1];
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  assert.ok(rgb, `cannot read the color ${text}`);
  return [...rgb.slice(1, 4).map(Number), Number(rgb[4]) / 100];
}

const over = ([r, g, b, a], [r2, g2, b2]) => [
  r * a + r2 * (1 - a), g * a + g2 * (1 - a), b * a + b2 * (1 - a), 1];

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function ratio(first, second) {
  const luminance = ([r, g, b]) => {
    const part = (value) => (value / 255 <= 0.04045
      ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Asserts the contrast of two colors of a theme. */
function hold(theme, colors, front, back, least) {
  const value = ratio(parsed(colors[front]), parsed(colors[back]));
  assert.ok(value >= least, `${theme}: ${front} on ${back} has ${value.toFixed(2)}:1`);
}

test("the formula has the values that WCAG gives", () => {
  assert.equal(ratio([0, 0, 0], [255, 255, 255]), 21);
  // A well-known pair: #767676 is the lightest gray that passes on white.
  assert.ok(ratio(parsed("#767676"), parsed("#ffffff")) >= TEXT);
  assert.ok(ratio(parsed("#777777"), parsed("#ffffff")) < TEXT);
});

test("each color of the style sheet is in one list", () => {
  const known = [
    ...SURFACES, ...Object.values(OWN_SURFACES), ...TEXTS, "on-accent", ...MARKS, ...DECORATION,
  ].sort();
  for (const colors of Object.values(themes())) {
    assert.deepEqual(Object.keys(colors).sort(), known);
  }
});

for (const [theme, colors] of Object.entries(themes())) {
  test(`${theme}: every text can be read on every surface`, () => {
    for (const text of TEXTS) for (const back of SURFACES) hold(theme, colors, text, back, TEXT);
    for (const [text, back] of Object.entries(OWN_SURFACES)) {
      hold(theme, colors, text, back, TEXT);
      hold(theme, colors, "ink", back, TEXT);
    }
    hold(theme, colors, "on-accent", "accent", TEXT);
    // The message at the bottom is inverted.
    hold(theme, colors, "panel", "ink", TEXT);
  });

  test(`${theme}: every mark and every outline of a control stands out from every surface`, () => {
    for (const mark of MARKS) for (const back of SURFACES) hold(theme, colors, mark, back, MARK);
    // The knob of a switch.
    for (const back of ["edge", "accent"]) hold(theme, colors, "panel", back, MARK);
  });

  test(`${theme}: lines of graphs stand out from the bands of touches, and where they fade`, () => {
    const plot = readFileSync(new URL("plot.js", PAGE), "utf8");
    const alpha = Number(/^const FUTURE = ([\d.]+);$/m.exec(plot)[1]);
    const band = over(parsed(colors.band), parsed(colors.sunken));
    for (const line of ["line-1", "line-2", "line-3", "line-4", "accent", "muted"]) {
      for (const back of [parsed(colors.sunken), band]) {
        const faded = over([...parsed(colors[line]).slice(0, 3), alpha], back);
        for (const front of [parsed(colors[line]), faded]) {
          assert.ok(ratio(front, back) >= MARK, `${theme}: ${line} has ${ratio(front, back)}:1`);
        }
      }
    }
  });
}

test("the style sheets have no colors of their own, and draw texts in the colors for texts", () => {
  const sheets = readdirSync(PAGE).filter((name) => name.endsWith(".css"));
  assert.ok(sheets.length >= 6);
  for (const name of sheets.filter((sheet) => sheet !== "colors.css")) {
    const text = read(name);
    for (const [found] of text.matchAll(/#[0-9a-f]{3,8}\b(?=[^{}]*;)/g)) {
      assert.fail(`${name}: ${found} is not in colors.css`);
    }
    for (const [, value] of text.matchAll(/(?:^|[\s;{])color: ([^;]+);/g)) {
      const token = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
      const isText = TEXTS.includes(token) || ["on-accent", "panel"].includes(token);
      assert.ok(isText || value === "inherit", `${name}: color: ${value}`);
    }
    // Texts are not faded: opacity is for disabled controls, which need no contrast.
    for (const [rule, value] of text.matchAll(/[^{}]*\{[^{}]*?\bopacity: ([\d.]+);[^{}]*\}/g)) {
      assert.ok(value === "1" || /:disabled/.test(rule), `${name}: ${rule.trim()}`);
    }
  }
});

test("the ink on any color of a scene has the contrast of a text", () => {
  // Every combination of six levels of red, green and blue.
  const levels = ["00", "33", "66", "99", "cc", "ff"];
  const colors = levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)));
  for (const color of colors) {
    const back = parsed(color);
    const [black, white] = [ratio([0, 0, 0], back), ratio([255, 255, 255], back)];
    assert.equal(inkOn(color), black >= white ? "#000000" : "#ffffff");
    const quiet = ratio(parsed(quietInkOn(color)), back);
    assert.ok(quiet >= TEXT && quiet <= Math.max(black, white) + 1e-9, `${color}: ${quiet}`);
    assert.ok(Math.abs(contrast(color, "#808080") - ratio(back, [128, 128, 128])) < 1e-9);
  }
});
