// Light and dark themes: the system's, or the one chosen with the button.

import { button } from "./dom.js";

const KEY = "snapback-theme";

/** Makes the button that changes the theme; the stage reads its colors from the theme. */
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
    // Without storage, the choice lasts until the page is closed.
  }
}
