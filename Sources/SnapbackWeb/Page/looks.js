// Looks of views: what is between two of them, and how their parts are drawn on a canvas
// (docs/scene-format.md#looks).

import { shadowColorOf } from "/client/looks.js";

// Points; larger than any scene that is shown.
const FAR = 1e5;
// Pixels from the canvas to a shape of which only the shadow is seen.
const AWAY = 1e4;
// The fill, the lines and the name in place of an image.
const BLANK = "rgb(128 128 128 / 30%)";
const LINES = "rgb(128 128 128 / 60%)";
const NAME = "rgb(96 96 96)";

const NUMBERS = ["fillAlpha", "borderWidth", "shadowOpacity", "shadowRadius"];
const COLORS = ["textColor", "borderColor"];

/**
 * The look between two looks of a view; `u` is 0 at the first and 1 at the second one. The first
 * one, if there is only one.
 */
export function lookBetween(from, to, u) {
  if (!from || !to || from === to) return from;
  const mix = (a, b) => a + (b - a) * u;
  const result = { ...from };
  for (const key of NUMBERS) result[key] = mix(from[key], to[key]);
  for (const key of COLORS) result[key] = mixedColor(from[key], to[key], mix);
  result.shadowOffset = from.shadowOffset.map((value, i) => mix(value, to.shadowOffset[i]));
  return result;
}

/** The color between two colors `#rrggbbaa`. */
function mixedColor(from, to, mix) {
  const part = (color, place) => Number.parseInt(color.slice(place, place + 2), 16);
  const parts = [1, 3, 5, 7].map((place) => Math.round(mix(part(from, place), part(to, place))));
  return `#${parts.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Adds the shape of a view to the path, or what is `inset` points inside its edge. */
export function trace(context, { frame: [, , width, height], cornerRadius }, inset = 0) {
  const radius = Math.max(0, Math.min(cornerRadius, width / 2, height / 2) - inset);
  const size = [Math.max(0, width - 2 * inset), Math.max(0, height - 2 * inset)];
  if (radius > 0) context.roundRect(inset, inset, ...size, radius);
  else context.rect(inset, inset, ...size);
}

/** Draws the shadow of a view with a fill, outside of its shape. */
export function drawShadow(context, view) {
  const color = shadowColorOf(view.look);
  if (color === null) return;
  const { a, b, c, d, e, f } = context.getTransform();
  const [x, y] = view.look.shadowOffset;
  context.save();
  context.beginPath();
  context.rect(-FAR, -FAR, 2 * FAR, 2 * FAR);
  trace(context, view);
  context.clip("evenodd");
  context.shadowColor = color;
  // The canvas does not transform shadows. A blur is the same in both directions.
  context.shadowBlur = view.look.shadowRadius * Math.sqrt(Math.abs(a * d - b * c));
  context.shadowOffsetX = a * x + c * y + AWAY;
  context.shadowOffsetY = b * x + d * y;
  context.setTransform(a, b, c, d, e - AWAY, f);
  context.beginPath();
  trace(context, view);
  context.fillStyle = "#000000";
  context.fill();
  context.restore();
}

/** Draws the border of a view, inside of its edge. */
export function drawBorder(context, view) {
  const { borderWidth, borderColor } = view.look;
  const [, , width, height] = view.frame;
  context.fillStyle = borderColor;
  context.beginPath();
  trace(context, view);
  if (2 * borderWidth < Math.min(width, height)) trace(context, view, borderWidth);
  context.fill("evenodd");
}

/** Draws a placeholder for an image of a view: a cross, and the name where there is room. */
export function drawBlank(context, view, font) {
  const [, , width, height] = view.frame;
  context.save();
  context.beginPath();
  trace(context, view);
  context.fillStyle = BLANK;
  context.fill();
  context.clip();
  context.beginPath();
  for (const [from, to] of [[0, height], [height, 0]]) {
    context.moveTo(0, from);
    context.lineTo(width, to);
  }
  context.lineWidth = 1;
  context.strokeStyle = LINES;
  context.stroke();
  context.font = font;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = NAME;
  context.fillText(view.look.image, width / 2, height / 2, Math.max(1, width));
  context.restore();
}
