// The bar between stage and panels, moved by the pointer and the arrow keys.

const LEAST = 320;
const STEP = 24;

/** Lets `bar` set the width of the panels of `main`. */
export function splitter(bar, main) {
  let width = null;
  const set = (wanted) => {
    width = Math.round(Math.min(Math.max(wanted, LEAST), Math.max(LEAST, innerWidth - 300)));
    main.style.setProperty("--right", `${width}px`);
    bar.setAttribute("aria-valuenow", String(width));
  };
  const now = () => width ?? document.getElementById("right").getBoundingClientRect().width;
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (move) => set(innerWidth - move.clientX);
    bar.onpointerup = bar.onpointercancel = () => {
      bar.onpointermove = null;
    };
  });
  bar.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (by) set(now() + by);
  });
  addEventListener("resize", () => {
    if (width !== null) set(width);
  });
}
