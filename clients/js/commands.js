/** The commands of docs/control.md, by name. */

/**
 * Each method resolves to the daemon's reply, and rejects with CommandError if it is refused.
 *
 * Commands need the role `control`, except `status`, `inspect` and `document`, which need `view`,
 * and `inject`, which needs `inject`. `animate` is an animation in the format of scene files.
 * Undefined values are omitted.
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

  // generated: commands
  /**
   * Returns the data that `snapback status` prints: views, motion, layout, clients, devices.
   */
  status() {
    return this.request("status");
  }

  /**
   * Returns the constraints and bindings of the running scene, or those of one view, each with its
   * state.
   * @param {string} [view] the name of the view; without it, all constraints and bindings
   */
  inspect(view) {
    return this.request("inspect", { view });
  }

  /**
   * Returns the document of the running scene as a text in JSON, and the scene's epoch.
   */
  document() {
    return this.request("document");
  }

  /**
   * Changes the running scene in one transaction, or refuses all changes. The reply has the
   * `transaction`.
   * @param {object[]} changes the changes to make, as one transaction
   * @param {{animate?: object, controlled?: boolean}} options `animate`: the animation of the
   *   changes; without it, they take effect at once; `controlled`: whether the transaction can be
   *   paused, scrubbed and reversed; needs `animate`
   */
  change(changes, { animate, controlled } = {}) {
    return this.request("change", { changes, animate, controlled });
  }

  /**
   * Runs the next step of an action of the scene. The reply has its `transaction`.
   * @param {string} action the name of an action that the scene declares
   */
  run(action) {
    return this.request("run", { action });
  }

  /**
   * Pauses, continues, reverses, scrubs or stops a controlled transaction.
   * @param {number | bigint} transaction a controlled transaction that is running
   * @param {string} action the operation: `"pause"`, `"continue"`, `"reverse"`, `"scrub"` or
   *   `"stop"`
   * @param {{fraction?: number, at?: string, linearly?: boolean, animate?: object}} options
   *   `fraction`: with `scrub`: the fraction to show; the transaction is then paused; `at`: with
   *   `stop`: the state to stop in; `current` by default: `"current"`, `"start"` or `"end"`;
   *   `linearly`: with `scrub`: whether the fraction is a fraction of each value's distance instead
   *   of the duration; true by default; `animate`: with `continue`: the animation of the remaining
   *   distance; without it, the transaction keeps its own
   */
  animation(transaction, action, { fraction, at, linearly, animate } = {}) {
    return this.request("animation", { transaction, do: action, fraction, at, linearly, animate });
  }

  /**
   * Replaces the running scene. The value is a document, not a path.
   * @param {object} scene the document
   * @param {{animate?: object}} options `animate`: the animation of views that both scenes have
   */
  load(scene, { animate } = {}) {
    return this.request("load", { scene, animate });
  }

  /**
   * Merges a part of a scene into the running scene. A key whose value is null is removed.
   * @param {object} scene the part to merge
   * @param {{animate?: object}} options `animate`: the animation
   */
  patch(scene, { animate } = {}) {
    return this.request("patch", { scene, animate });
  }

  /**
   * Moves one side of a constraint to another view or attribute. Without `view` and `attribute`,
   * nothing changes; the reply lists the alternatives.
   * @param {string} constraint the constraint
   * @param {string} side the left or the right side of the rule: `"first"` or `"second"`
   * @param {{view?: string, attribute?: string, term?: number | bigint, animate?: object}} options
   *   `view`: the new item: a view, a guide, or `card.margins` and the like; `attribute`: the new
   *   attribute; `term`: the index of the item on the right side, if there are several; `animate`:
   *   the animation
   */
  retarget(constraint, side, { view, attribute, term, animate } = {}) {
    return this.request("retarget", { constraint, side, view, attribute, term, animate });
  }

  /**
   * Answers a `measure` message with the size of the text, in points.
   * @param {number | bigint} request the number of the `measure`
   * @param {{width: number, height: number, firstBaseline?: number, lastBaseline?: number}} options
   *   `width`: the width of the widest line; `height`: the height of all lines; `firstBaseline`:
   *   the distance from the top to the first baseline; `lastBaseline`: the distance from the last
   *   baseline to the bottom
   */
  measured(request, { width, height, firstBaseline, lastBaseline }) {
    return this.request("measured", { request, width, height, firstBaseline, lastBaseline });
  }

  /**
   * Sets the speed and the reduction of all motions, like `motion` in the daemon's configuration.
   * @param {{rate?: number, reduced?: boolean, instant?: boolean}} options `rate`: the speed of all
   *   motions; 1 is normal; `reduced`: whether motion is reduced; `instant`: whether motions end at
   *   once
   */
  motion({ rate, reduced, instant } = {}) {
    return this.request("motion", { rate, reduced, instant });
  }

  /**
   * Sets the rotation of the picture on its panel: 0, 90, 180 or 270 degrees clockwise.
   * @param {number | bigint} rotation degrees clockwise
   */
  rotate(rotation) {
    return this.request("rotate", { rotation });
  }

  /**
   * Injects touches: objects with `id`, `phase` ("began", "moved", "ended" or "cancelled"), and `x`
   * and `y` in points of the screen.
   * @param {object[]} touches the touches of one moment
   * @param {{time?: number | bigint}} options `time`: nanoseconds of the daemon's clock; now by
   *   default
   */
  inject(touches, { time } = {}) {
    return this.request("inject", { touches, time });
  }
  // end of generated
}
