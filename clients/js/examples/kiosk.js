// The part of the kiosk that is not motion: which dish the sheet shows. The layout, gestures and
// springs are in kiosk.json5, and the places of the elements are written by snapback-scene.

const view = (name) => document.querySelector(`[data-snapback="${name}"]`);

/** Copies the texts of a card into the sheet. */
function choose(name) {
  const card = view(name);
  if (card?.localName !== "article") return;
  for (const part of ["h2", "p", "b"]) {
    view("dish").querySelector(part).textContent = card.querySelector(part).textContent;
  }
}

document.querySelector("snapback-scene").addEventListener("snapback-event", ({ detail }) => {
  // The action of a card has its name.
  if (detail.kind === "actionBegan") choose(detail.name);
});
