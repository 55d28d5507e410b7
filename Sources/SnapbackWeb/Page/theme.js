// Light and dark: as the system has it, or as the button says.

import { button } from "./dom.js";

/** The button that changes the theme; the stage takes its colours from there. */
export function themes(store, stage) {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const read = () => {
    stage.readLook();
    store.emit("look");
  };
  const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
  try {
    const kept = localStorage.getItem("snapback-theme");
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch {
    // Without a memory it is the system's.
  }
  dark.addEventListener("change", read);
  read();
  return button({
    title: "Light or dark", image: "theme", class: "flat", press: () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("snapback-theme", root.dataset.theme);
      } catch {
        // It holds until the page is left.
      }
      read();
    },
  });
}
