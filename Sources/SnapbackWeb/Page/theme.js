// Light and dark: as the system has it, or as the button says.

import { button } from "./dom.js";

const KEY = "snapback-theme";

/** The button that changes the theme; the stage takes its colours from there. */
export function themes(store, stage) {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let chosen = kept();
  const show = () => {
    root.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    stage.readLook();
    store.emit("look");
  };
  dark.addEventListener("change", show);
  show();
  return button({
    title: "Light or dark", image: "theme", class: "flat", press: () => {
      chosen = root.dataset.theme === "dark" ? "light" : "dark";
      keep(chosen);
      show();
    },
  });
}

function kept() {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === "dark" || theme === "light" ? theme : null;
  } catch {
    return null;
  }
}

function keep(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // It holds until the page is left.
  }
}
