/** The commands of docs/control.md, by name. */

/**
 * Each resolves to the daemon's reply, and rejects with CommandError if it is refused.
 *
 * They need the role `control`, `inject` that of its name. `animate` is an animation as scenes
 * have it. What is undefined is left out.
 */
export class Commands {
  /** Sends a command and resolves to the body of its reply. */
  async request(name, body = {}) {
    throw new TypeError(`${name} of ${JSON.stringify(body)} needs a client`);
  }

  /** How the daemon does. */
  status() {
    return this.request("status");
  }

  /** Changes the running scene, all or nothing. The reply has the `transaction`. */
  change(changes, { animate, controlled } = {}) {
    return this.request("change", { changes, animate, controlled });
  }

  /** Sets off an action of the scene. */
  run(action) {
    return this.request("run", { action });
  }

  /**
   * `action` is "pause", "continue", "reverse", "scrub" (to `fraction`) or "stop" (`at` "start",
   * "end" or "current").
   */
  animation(transaction, action, { fraction, at } = {}) {
    return this.request("animation", { transaction, do: action, fraction, at });
  }

  /** Puts another scene in place of the running one; a document, not a path. */
  load(scene, { animate } = {}) {
    return this.request("load", { scene, animate });
  }

  /** Merges a part of a scene into the running one; a key that is null is taken away. */
  patch(scene, { animate } = {}) {
    return this.request("patch", { scene, animate });
  }

  /**
   * Moves the "first" or "second" side of a constraint to another view or attribute.
   *
   * `term` says which, from 0, where the second side has several. With neither view nor attribute
   * nothing changes. The reply lists what may stand there.
   */
  retarget(constraint, side, { view, attribute, term, animate } = {}) {
    return this.request("retarget", { constraint, side, view, attribute, term, animate });
  }

  /** Answers a `measure`: how large the text is, in points. */
  measured(request, { width, height, firstBaseline, lastBaseline }) {
    return this.request("measured", { request, width, height, firstBaseline, lastBaseline });
  }

  /** How all motions run: as `motion` of the daemon's configuration. */
  motion({ rate, reduced, instant } = {}) {
    return this.request("motion", { rate, reduced, instant });
  }

  /** Turns the picture on the panel: 0, 90, 180 or 270 degrees. */
  rotate(rotation) {
    return this.request("rotate", { rotation });
  }

  /**
   * Touches as if from a device: `id`, `phase` ("began", "moved", "ended", "cancelled"), `x` and
   * `y` in points of the screen.
   */
  inject(touches, { time } = {}) {
    return this.request("inject", { touches, time });
  }
}
