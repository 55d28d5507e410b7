// DOM elements, and formatting of numbers.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element with attributes and children.
 *
 * A key `on…` adds a listener, `class` sets the class, `text` the text. A value of false or null
 * leaves the attribute out. Children may be elements, texts, lists of them, or null.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "text") element.textContent = value;
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

const ICONS = {
  touch: "M6 8V3.2a1.2 1.2 0 0 1 2.4 0V7l3.6.8c.8.2 1.3.9 1.2 1.7L12.6 14H7L3.6 9.8"
    + "c-.5-.7.4-1.6 1.1-1.1z",
  select: "M3.5 2.5l9 4.2-3.9 1.3-1.5 4z",
  play: "M4.5 2.8v10.4l8.5-5.2z",
  pause: "M4.5 3h2.5v10h-2.5zM9 3h2.5v10h-2.5z",
  back: "M10.5 3.5v9l-6-4.5zM3 3.5h1.5v9h-1.5z",
  forward: "M5.5 3.5v9l6-4.5zM11.5 3.5h1.5v9h-1.5z",
  start: "M13 3.5v9l-4.8-4.5zM8.2 3.5v9l-4.8-4.5zM2 3.5h1.4v9h-1.4z",
  left: "M8 2.5a5.5 5.5 0 1 1-5.2 3.7l1.4.5a4 4 0 1 0 3.8-2.7v2.2l-3.5-2.9 3.5-2.9z",
  right: "M8 2.5a5.5 5.5 0 1 0 5.2 3.7l-1.4.5a4 4 0 1 1-3.8-2.7v2.2l3.5-2.9-3.5-2.9z",
  more: "M1.8 4.2h5.4a1.9 1.9 0 0 1 3.6 0h3.4v1.4h-3.4a1.9 1.9 0 0 1-3.6 0H1.8zM1.8 10.4h2.4"
    + "a1.9 1.9 0 0 1 3.6 0h6.4v1.4H7.8a1.9 1.9 0 0 1-3.6 0H1.8z",
  theme: "M8 1.8a6.2 6.2 0 0 0 0 12.4zM8 1.8a6.2 6.2 0 0 1 0 12.4v-1.4a4.8 4.8 0 0 0 0-9.6z",
  record: "M8 3.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 0 0 0-9.6z",
  loop: "M4 5h6.5v-2l3 2.7-3 2.7v-2h-5v2.6h-1.5zM12 11h-6.5v2l-3-2.7 3-2.7v2h5v-2.6h1.5z",
};

/** Makes an icon of 16 by 16 points in the color of the surrounding text. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Makes a button with an icon, a label, or both. */
export function button({ label, title, image, press, ...rest }) {
  return h(
    "button", {
      type: "button", title, "aria-label": label ? null : title, onclick: press, ...rest,
    }, image ? icon(image) : null, label ? h("span", { text: label }) : null);
}

/** Makes a row of buttons for one choice of several; `choices` are pairs of a value and a label. */
export function segments(box, label, choices, chosen, choose) {
  box.classList.add("segments");
  box.setAttribute("role", "radiogroup");
  box.setAttribute("aria-label", label);
  const buttons = new Map();
  for (const [value, words, title] of choices) {
    buttons.set(value, h("button", {
      type: "button", role: "radio", text: words, title, "data-value": value,
      onclick: () => choose(value),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const values = [...buttons.keys()];
        const next = values[(values.indexOf(value) + step + values.length) % values.length];
        if (buttons.get(next).disabled) return;
        choose(next);
        buttons.get(next).focus();
      },
    }));
  }
  box.replaceChildren(...buttons.values());
  const show = (current) => {
    for (const [value, element] of buttons) {
      element.setAttribute("aria-checked", String(value === current));
      element.tabIndex = value === current || !buttons.has(current) ? 0 : -1;
    }
  };
  show(chosen);
  return { show, buttons };
}

/** Sets text only if it differs, so that a selection in it is kept. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Enables a control, or disables it and shows the reason. */
export function allow(element, reason) {
  element.disabled = Boolean(reason);
  if (reason) {
    if (element.dataset.title === undefined) element.dataset.title = element.title;
    element.title = reason;
  } else if (element.dataset.title !== undefined) {
    element.title = element.dataset.title;
  }
}

/** A number with at most `digits` decimals, no trailing zeros, and a true minus sign. */
export function number(value, digits = 2) {
  if (!Number.isFinite(value)) return "–";
  const text = value.toFixed(digits);
  const short = digits > 0 ? text.replace(/\.?0+$/, "") : text;
  return (short === "-0" ? "0" : short).replace("-", "−");
}

/** A number with exactly `digits` decimals, for columns and changing values. */
export function fixed(value, digits = 1) {
  if (!Number.isFinite(value)) return "–";
  const text = value.toFixed(digits);
  return (Number(text) === 0 ? (0).toFixed(digits) : text).replace("-", "−");
}

/** Radians as degrees. */
export const degrees = (radians) => radians * 180 / Math.PI;
