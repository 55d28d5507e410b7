// The kiosk of configs/scenes/kiosk-app.json5: an element for each view, and texts that can be read
// on the fill behind them. Layout, gestures, motion and themes are those of the scene.

import "/client/element.js";

const scene = document.querySelector("snapback-scene");

/** The element of a view, or null. */
const element = (view) => scene.querySelector(`[data-snapback="${view}"]`);

// Views come in their drawing order, and a view after the view that contains it. Elements that are
// in the page already stay.
scene.addEventListener("snapback-snapshot", ({ detail }) => {
  for (const { id, parent } of detail.views) {
    if (parent === null || element(id) !== null) continue;
    const added = document.createElement("div");
    added.dataset.snapback = id;
    (element(parent) ?? scene).append(added);
  }
});

/** Black or white, whichever has more contrast with a color such as "rgb(1, 2, 3)". */
function ink(color) {
  const [red, green, blue] = color.match(/\d+/g).map((level) => {
    const share = level / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "black" : "white";
}

// An element with a fill sets the color of the texts in it.
new MutationObserver((changes) => {
  for (const { style } of new Set(changes.map(({ target }) => target))) {
    if (!style.backgroundColor.startsWith("rgb(")) continue;
    const color = ink(style.backgroundColor);
    if (style.color !== color) style.color = color;
  }
}).observe(scene, { subtree: true, attributes: true, attributeFilter: ["style"] });
