// The contrast of colors `#rrggbb`, by the formula of WCAG 2, and inks that can be read on them.

// The contrast that texts need.
const TEXT = 4.5;
// The share of the ink in a quiet ink, at least.
const QUIET = 0.55;

/** The ratio of the luminances of two colors, from 1 to 21. */
export function contrast(first, second) {
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever has more contrast with a color: always at least 4.58. */
export function inkOn(color) {
  return contrast("#000000", color) >= contrast("#ffffff", color) ? "#000000" : "#ffffff";
}

/** The ink that stands out least from a color, but can be read on it. */
export function quietInkOn(color) {
  const ink = inkOn(color);
  for (let share = QUIET; share < 1; share += 0.05) {
    const mixed = mix(color, ink, share);
    if (contrast(mixed, color) >= TEXT) return mixed;
  }
  return ink;
}

function parts(color) {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, value >> 8 & 255, value & 255];
}

function luminance(color) {
  const [red, green, blue] = parts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(from, to, share) {
  const target = parts(to);
  const mixed = parts(from).map((part, i) => Math.round(part + (target[i] - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
