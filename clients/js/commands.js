/** The commands of docs/control.md, by name. */

/**
 * Each resolves to the daemon's reply, and rejects with CommandError if it is refused.
 *
 * They need the role `control`, `inject` that of its name, if nothing else is said. `animate` is
 * an animation as scenes have it. What is undefined is left out.
 */
export class Commands {
  /**
   * Sends a command and resolves to the body of its reply.
   * @param {string} name
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async request(name, body = {}) {
    throw new TypeError(`${name} of ${JSON.stringify(body)} needs a client`);
  }

  /** How the daemon does. Needs the role `view`. */
  status() {
    return this.request("status");
  }

  /**
   * * The constraints of the running scene, or those that speak of a view, with what has become of
   * each: `inspect` of the reply. Needs the role `view`.
   * @param {string} [view]
   */
  inspect(view) {
    return this.request("inspect", { view });
  }

  /**
   * Changes the running scene, all or nothing. The reply has the `transaction`.
   * @param {object[]} changes
   * @param {{animate?: object, controlled?: boolean}} options
   */
  change(changes, { animate, controlled } = {}) {
    return this.request("change", { changes, animate, controlled });
  }

  /** Sets off an action of the scene. */
  run(action) {
    return this.request("run", { action });
  }

  /**
   * * `action` is "pause", "continue", "reverse", "scrub" (to `fraction`) or "stop" (`at` "start",
   * "end" or "current").
   * @param {number} transaction
   * @param {string} action
   * @param {{fraction?: number, at?: string}} options
   */
  animation(transaction, action, { fraction, at } = {}) {
    return this.request("animation", { transaction, do: action, fraction, at });
  }

  /**
   * Puts another scene in place of the running one; a document, not a path.
   * @param {object} scene
   * @param {{animate?: object}} options
   */
  load(scene, { animate } = {}) {
    return this.request("load", { scene, animate });
  }

  /**
   * Merges a part of a scene into the running one; a key that is null is taken away.
   * @param {object} scene
   * @param {{animate?: object}} options
   */
  patch(scene, { animate } = {}) {
    return this.request("patch", { scene, animate });
  }

  /**
   * * Moves the "first" or "second" side of a constraint to another view or attribute.
   *
   * `term` says which, from 0, where the second side has several. With neither view nor attribute
   * nothing changes. The reply lists what may stand there.
   * @param {string} constraint
   * @param {"first" | "second"} side
   * @param {{view?: string, attribute?: string, term?: number, animate?: object}} options
   */
  retarget(constraint, side, { view, attribute, term, animate } = {}) {
    return this.request("retarget", { constraint, side, view, attribute, term, animate });
  }

  /**
   * Answers a `measure`: how large the text is, in points.
   * @param {number | bigint} request
   * @param {{width: number, height: number, firstBaseline?: number, lastBaseline?: number}} size
   */
  measured(request, { width, height, firstBaseline, lastBaseline }) {
    return this.request("measured", { request, width, height, firstBaseline, lastBaseline });
  }

  /**
   * How all motions run: as `motion` of the daemon's configuration.
   * @param {{rate?: number, reduced?: boolean, instant?: boolean}} options
   */
  motion({ rate, reduced, instant } = {}) {
    return this.request("motion", { rate, reduced, instant });
  }

  /** Turns the picture on the panel: 0, 90, 180 or 270 degrees. */
  rotate(rotation) {
    return this.request("rotate", { rotation });
  }

  /**
   * * Touches as if from a device: `id`, `phase` ("began", "moved", "ended", "cancelled"), `x` and
   * `y` in points of the screen.
   * @param {{id: number, phase: string, x: number, y: number}[]} touches
   * @param {{time?: number}} options a time in nanoseconds, now if left out
   */
  inject(touches, { time } = {}) {
    return this.request("inject", { touches, time });
  }
}
