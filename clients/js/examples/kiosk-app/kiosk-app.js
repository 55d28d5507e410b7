// The kiosk of configs/scenes/kiosk-app.json5: an element for each view. Layout, gestures, motion,
// looks and themes are those of the scene.

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
