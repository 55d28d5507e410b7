// The state that survives a reload of the page, in the fragment of its address.

const FIRST_TAB = "view";

/** The state in a fragment: `tab`, and `recording` and `scene` if a recording is shown. */
export function stateIn(fragment) {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  return {
    tab: given.get("tab") ?? FIRST_TAB, recording: given.get("recording"),
    scene: given.get("scene"),
  };
}

/** The fragment of a state; empty for that of a page that was just opened. */
export function fragmentOf({ tab, mode, replayed }) {
  const kept = new URLSearchParams();
  if (tab !== FIRST_TAB) kept.set("tab", tab);
  if (mode === "recording" && replayed) {
    kept.set("recording", replayed.recording);
    kept.set("scene", replayed.scene);
  }
  const text = kept.toString();
  return text && `#${text}`;
}

/** From now on, calls `replace` with the fragment of the store's state whenever it changes. */
export function keepState(store, replace) {
  let last = null;
  const keep = () => {
    const [tab, mode, replayed] = ["tab", "mode", "replayed"].map((name) => store.get(name));
    const fragment = fragmentOf({ tab, mode, replayed });
    if (fragment !== last) replace(fragment);
    last = fragment;
  };
  store.on(["tab", "mode", "replayed"], keep);
  keep();
}
