/** Computes the looks of views at a time, by the rules of docs/segments.md, and parts of them. */

import { WireError } from "./errors.js";

/** The keys of a look that can move, and their channels. */
const COLORS = {
  textColor: ["textRed", "textGreen", "textBlue", "textAlpha"],
  borderColor: ["borderRed", "borderGreen", "borderBlue", "borderAlpha"],
};
const OPACITIES = ["fillAlpha", "shadowOpacity"];
const LENGTHS = ["borderWidth", "shadowRadius"];
const OFFSETS = ["shadowX", "shadowY"];
// The text style whose font is not regular, and the weights.
const BOLD = "headline";
const [SEMIBOLD, REGULAR] = [600, 400];

/** The value of a channel in a look, without motion. */
export function lookValue(look, channel) {
  if (look === null) return 0;
  for (const [key, names] of Object.entries(COLORS)) {
    const place = names.indexOf(channel);
    if (place < 0) continue;
    const byte = Number.parseInt(look[key].slice(1 + 2 * place, 3 + 2 * place), 16);
    return place === 3 ? byte / 255 : byte;
  }
  const axis = OFFSETS.indexOf(channel);
  return axis < 0 ? look[channel] : look.shadowOffset[axis];
}

/**
 * The look of a view at a time: that of the last `looks` and frame, with the values of the channels
 * that have a segment. Null without a look. Allocates only for a view whose look moves.
 */
export function lookAt(view, time) {
  if (view.lastLook === null) return null;
  if (!view.movesLook) {
    return view.look === view.lastLook ? view.lastLook : { ...view.lastLook, ...view.look };
  }
  const look = { ...view.lastLook, ...view.look };
  const at = (channel) => view.value(channel, time);
  for (const [key, names] of Object.entries(COLORS)) look[key] = hexadecimal(names.map(at));
  for (const key of OPACITIES) look[key] = Math.min(Math.max(at(key), 0), 1);
  for (const key of LENGTHS) look[key] = Math.max(at(key), 0);
  look.shadowOffset = OFFSETS.map(at);
  return look;
}

/**
 * Converts components 0…255 and an opacity 0…1 to "#rrggbbaa"; halves round up.
 * @param {number[]} components
 */
function hexadecimal([red, green, blue, alpha]) {
  const bytes = [red, green, blue, alpha * 255].map((value) => {
    const byte = Math.floor(Math.min(Math.max(value, 0), 255) + 0.5);
    return byte.toString(16).padStart(2, "0");
  });
  return `#${bytes.join("")}`;
}

/** A color `#rrggbb` with an opacity. */
export function withAlpha(color, alpha) {
  return alpha < 1 ? `${color}${hexByte(alpha)}` : color;
}

/** The weight of the font of a text, whose style is null for a text of a fixed size. */
export function weightOf({ fontWeight }, style) {
  if (fontWeight > 0) return fontWeight;
  return style === BOLD ? SEMIBOLD : REGULAR;
}

/** The color of the shadow of a view with a fill, with its opacity; null for no shadow. */
export function shadowColorOf({ shadowOpacity, shadowColor, fillAlpha }) {
  const share = Number.parseInt(shadowColor.slice(7), 16) / 255;
  const opacity = hexByte(shadowOpacity * fillAlpha * share);
  return opacity === "00" ? null : `${shadowColor.slice(0, 7)}${opacity}`;
}

/** A share as two hexadecimal digits. */
function hexByte(share) {
  return Math.round(share * 255).toString(16).padStart(2, "0");
}

/** Parses the JSON of `data`. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireError("the data of a view is not JSON");
  }
}
