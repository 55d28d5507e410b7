// The controls above the stage: the scene, text sizes, orientation, and the speed of motions.

import { Documents } from "./documents.js";
import { h, allow, button, segments } from "./dom.js";
import { parseJSON5 } from "./json5.js";
import { fetched } from "./replay.js";

const SIZES = [
  ["extraSmall", "XS"], ["small", "S"], ["medium", "M"], ["large", "L"], ["extraLarge", "XL"],
  ["extraExtraLarge", "XXL"], ["extraExtraExtraLarge", "XXXL"],
  ["accessibilityMedium", "Accessibility M"], ["accessibilityLarge", "Accessibility L"],
  ["accessibilityExtraLarge", "Accessibility XL"],
  ["accessibilityExtraExtraLarge", "Accessibility XXL"],
  ["accessibilityExtraExtraExtraLarge", "Accessibility XXXL"],
];
const RATES = [[1, "1×", "Normal speed"], [0.5, "½", "Half speed"], [0.1, "⅒", "Tenth speed"]];
const GENTLE = { spring: { response: 0.4, dampingRatio: 0.9 } };

/** The row of controls of the live scene. */
export class Controls {
  #rotation = 0;
  #isReduced = false;

  constructor(box, live, store) {
    Object.assign(this, { live, store });
    this.documents = new Documents(store, {
      running: () => {
        const { views, epoch } = live.client?.scene ?? {};
        return views?.size > 0
          ? { session: live.client.welcome.session, views, epoch: Number(epoch) } : null;
      },
      read, storage: () => sessionStorage,
      ask: async () => {
        const { document, epoch } = await live.request("document");
        return { scene: JSON.parse(document), epoch: Number(epoch) };
      },
    });
    this.scenes = h("select", {
      id: "scene", title: "Replaces the running scene",
      "aria-label": "Scene", onchange: () => this.#load(this.scenes.value),
    });
    this.sizes = h("select", {
      id: "textsize", title: "The size of text that the user prefers", "aria-label": "Text size",
      onchange: () => this.#size(),
    }, ...SIZES.map(([value, text]) => h("option", { value, text: `Text ${text}` })));
    this.sizes.value = "large";
    this.left = button({
      title: "Turns the screen to the left", image: "left", class: "flat",
        press: () => this.#turn(-90),
    });
    this.right = button({
      title: "Turns the screen to the right", image: "right", class: "flat",
        press: () => this.#turn(90),
    });
    const rates = h("div", { id: "rate" });
    this.rates = segments(rates, "Speed of motions", RATES, 1, (rate) => this.#rate(rate));
    this.reduced = button({
      label: "Reduced motion", title: "As for users who prefer less motion",
        class: "small",
      "aria-pressed": "false", press: () => this.#reduce(),
    });
    this.reset = button({
      label: "Reset", title: "Restores the scene's file, upright and at normal speed",
      class: "small", press: () => this.#reset(),
    });
    box.append(this.scenes, this.sizes, h("span", { class: "pair" }, this.left, this.right), rates,
      this.reduced, this.reset);
    store.on(["roles", "connection", "mode", "originalDocument"], () => this.#allow());
    store.on("scene", (snapshot) => {
      if (snapshot) this.documents.check();
    });
    store.on("originalDocument", () => this.#show());
    store.on("connection", (connection) => {
      if (connection === "open") this.#look();
    });
    this.#allow();
  }

  /** Requests the current speed of motions, which other clients may have changed. */
  async #look() {
    try {
      const { motion } = await this.live.request("status", {});
      this.store.set("rate", motion.rate);
      this.rates.show(motion.rate);
    } catch {
      // The connection is gone; the next connection requests it again.
    }
  }

  /** Sets the scenes that can be loaded, and the running scene if it is known. */
  async offer(about) {
    this.scenes.replaceChildren(
      h("option", { value: "", text: "The daemon's scene", disabled: true }),
      ...(about.scenes ?? []).map(
        (name) => h("option", { value: name, text: name.replace(/\.json5?$/, "") })));
    this.scenes.value = this.store.get("originalDocument")?.name ?? "";
    await this.documents.offer(about);
  }

  /** Shows the name of the running scene, if it is known, and its size of text. */
  #show() {
    const document = this.store.get("originalDocument");
    this.scenes.value = document?.name ?? "";
    if (document) this.sizes.value = document.scene.screen?.contentSize ?? "large";
  }

  #allow() {
    const reason = this.store.reason("control");
    for (const element of [this.scenes, this.sizes, this.left, this.right, this.reduced]) {
      allow(element, reason);
    }
    for (const element of this.rates.buttons.values()) allow(element, reason);
    allow(this.reset, reason ?? (this.store.get("originalDocument") ? null
      : "No scene document is known: the daemon does not send it; choose a scene"));
  }

  async #ask(name, body) {
    try {
      await this.live.request(name, body);
      return true;
    } catch (error) {
      this.store.emit("message", error.message);
      return false;
    }
  }

  async #load(name) {
    const before = this.store.get("document");
    try {
      const document = await read(name);
      this.documents.expect(document);
      if (await this.#ask("load", { scene: document.scene })) {
        const selected = this.store.get("selected");
        if (!["screen", ...viewNames(document.scene)].includes(selected)) {
          this.store.set("selected", null);
        }
        this.documents.take(document);
        this.#show();
        return;
      }
    } catch (error) {
      this.store.emit("message", error.message);
    }
    this.documents.expect(null);
    this.scenes.value = before?.name ?? "";
  }

  #size() {
    const changes = [{ screen: { contentSize: this.sizes.value } }];
    this.#ask("change", { changes, animate: GENTLE });
  }

  async #turn(by) {
    const rotation = (this.#rotation + by + 360) % 360;
    if (await this.#ask("rotate", { rotation })) this.#rotation = rotation;
  }

  async #rate(rate) {
    if (!await this.#ask("motion", { rate })) return;
    this.store.set("rate", rate);
    this.rates.show(rate);
  }

  async #reduce() {
    if (!await this.#ask("motion", { reduced: !this.#isReduced })) return;
    this.#isReduced = !this.#isReduced;
    this.reduced.setAttribute("aria-pressed", String(this.#isReduced));
  }

  async #reset() {
    if (this.#isReduced) await this.#reduce();
    await this.#rate(1);
    if (this.#rotation !== 0) await this.#turn(-this.#rotation);
    const original = this.store.get("originalDocument");
    if (original && await this.#ask("load", { scene: original.scene, animate: GENTLE })) {
      this.documents.take(original);
      this.#show();
    }
  }
}

/** Reads a document from the folder of scenes. */
async function read(name) {
  const text = await fetched(`/api/scene?name=${encodeURIComponent(name)}`);
  return { name, scene: parseJSON5(text) };
}

function viewNames({ views = [] }) {
  return views.flatMap((view) => [view.id, ...viewNames(view)]);
}
