// The pointer on the stage: it touches, or it selects.

import { viewsAt } from "./geometry.js";

// The maximum distance between two clicks that select the next view below, in CSS pixels.
const SAME = 4;

/**
 * Sends mouse, pen and touch input to the daemon as touches.
 *
 * The tool "touch" drags, with Shift by two fingers about the center of the selected view. The tool
 * "select" selects, as does Alt with the tool "touch".
 */
export class Pointer {
  #fingers = new Map();
  #free = [];
  #next = 1;
  #last = null;

  constructor(stage, live, store) {
    Object.assign(this, { stage, live, store });
    const canvas = stage.canvas;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    // Arrives immediately instead of at the next refresh, so the daemon sees the finger's velocity.
    canvas.addEventListener("pointerrawupdate", (event) => this.#drag(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event, "ended"));
    canvas.addEventListener("pointercancel", (event) => this.#up(event, "cancelled"));
    canvas.addEventListener("lostpointercapture", (event) => this.#up(event, "ended"));
    // Without this, Chromium takes a flick for a fling, although the stage does not scroll, and
    // ignores the next tap, because a tap ends a fling.
    canvas.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
    canvas.addEventListener("pointerleave", () => store.set("hovered", null));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !store.get("selected")) return;
      event.preventDefault();
      store.set("selected", null);
    });
    store.on("connection", () => this.#fingers.clear());
  }

  #selects(event) {
    return this.store.get("tool") === "select" || event.altKey || !this.store.may("inject")
      || this.store.get("mode") !== "live";
  }

  #point(event) {
    return this.stage.painter.toPoint(event.clientX, event.clientY);
  }

  #down(event) {
    if (event.button !== 0 || !this.stage.picture) return;
    if (this.#selects(event)) {
      this.#select(event);
      return;
    }
    // The button is pressed again, so its release was missed.
    this.#up(event, "cancelled");
    this.stage.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.#point(event);
    const finger = { id: this.#take(), x, y, second: null };
    if (event.shiftKey) {
      const middle = this.#middle();
      finger.second = { id: this.#take(), middle };
    }
    this.#fingers.set(event.pointerId, finger);
    this.#send(finger, "began", x, y);
  }

  #move(event) {
    this.#drag(event);
    if (this.#fingers.size > 0 || event.buttons !== 0 || !this.stage.picture) return;
    this.store.set("hovered", this.#selects(event) ? this.#under(event)[0]?.name ?? null : null);
  }

  #drag(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    const [x, y] = this.#point(event);
    if (x !== finger.x || y !== finger.y) this.#send(finger, "moved", x, y);
  }

  #up(event, phase) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    this.#fingers.delete(event.pointerId);
    const [x, y] = this.#point(event);
    this.#send(finger, phase, x, y);
    this.#free.push(finger.id);
    if (finger.second) this.#free.push(finger.second.id);
  }

  #take() {
    return this.#free.pop() ?? this.#next++;
  }

  #send(finger, phase, x, y) {
    [finger.x, finger.y] = [x, y];
    const touches = [{ id: finger.id, phase, x, y }];
    if (finger.second) {
      const [mx, my] = finger.second.middle;
      touches.push({ id: finger.second.id, phase, x: 2 * mx - x, y: 2 * my - y });
    }
    this.live.send({ inject: { touches } });
  }

  /** The center of two fingers: the center of the selected view, or of the screen. */
  #middle() {
    const { picture } = this.stage;
    const view = picture.byName.get(this.store.get("selected")) ?? picture.views[0];
    const [a, b, c, d, tx, ty] = view.toScreen;
    const [w, h] = [view.frame[2] / 2, view.frame[3] / 2];
    return [a * w + c * h + tx, b * w + d * h + ty];
  }

  #under(event) {
    return viewsAt(this.stage.picture, ...this.#point(event));
  }

  /** Selects the foremost view; a second click at the same position selects the view below it. */
  #select(event) {
    const views = this.#under(event);
    const names = views.map((view) => view.name);
    const last = this.#last;
    const isSame = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < SAME;
    const place = isSame ? names.indexOf(this.store.get("selected")) + 1 : 0;
    this.#last = { x: event.clientX, y: event.clientY };
    this.store.set("selected", names[place % Math.max(1, names.length)] ?? null);
    this.store.set("hovered", null);
  }

  /** Flicks a view: a finger that moves a short distance quickly and lifts. */
  async flick(view, way, milliseconds = 140) {
    const [a, b, c, d, tx, ty] = view.toScreen;
    const [w, h] = [view.frame[2] / 2, view.frame[3] / 2];
    const [x, y] = [a * w + c * h + tx, b * w + d * h + ty];
    const steps = 14;
    const start = this.live.now() + 30e6;
    const id = this.#take();
    for (let step = 0; step <= steps; step += 1) {
      const u = step / steps;
      const phase = step === 0 ? "began" : step === steps ? "ended" : "moved";
      const touch = { id, phase, x: x + way[0] * u, y: y + way[1] * u };
      this.live.send({
        inject: { touches: [touch], time: Math.round(start + u * milliseconds * 1e6) },
      });
    }
    await new Promise((resume) => setTimeout(resume, milliseconds + 60));
    this.#free.push(id);
  }
}
