"""Pages of one's own: their elements are where an independent replay puts the views.

The pages are the examples of the JavaScript client, served by --site. The daemon plays a recording
whose fingers wait until the page is there. As soon as the page knows the motion after a release,
the test gives it the times of four pictures, and reads where the browser puts the elements. Where
the views are then is what `snapback replay` writes for the same recording at the same times.
"""

import json
import os
import subprocess
import tempfile
import unittest

import browser
import regions
import snapback

EXAMPLES = os.path.join(browser.TOP, "clients", "js", "examples")
KIOSK = os.path.join(EXAMPLES, "kiosk.json5")
# CSS pixels; browsers keep sizes in 64ths of one, and lines of JSON have three decimals.
NEAR = 0.05
# Seconds from the first event of the recording until the gesture, for the page to connect.
WAIT = 6
# Seconds after the release.
MOMENTS = (0.02, 0.1, 0.25, 0.5)

DRAW = """({ began, released, moments, names }) => new Promise((resolve) => {
  const scene = document.querySelector("snapback-scene");
  const { client, binding } = scene;
  let zero = null;
  client.on("gesture", (step) => {
    if (step.kind === "pan" && step.phase === "began") zero = step.time - began;
  });
  const place = (name) => {
    const element = document.querySelector(`[data-snapback="${name}"]`);
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return {
      box: [left, top, right, bottom], opacity: Number(style.opacity), color: style.backgroundColor,
      radius: style.borderTopLeftRadius, isShown: style.visibility === "visible",
    };
  };
  // A slow daemon sends segments of the drag after the time of the release; those have no terms.
  const isFree = (segment) => segment.channels.some(({ terms }) => terms.length > 0);
  client.on("segment", (segment) => {
    if (zero === null || segment.time < zero + released || !isFree(segment)) return;
    resolve(moments.map((moment) => {
      binding.draw(zero + moment);
      return Object.fromEntries(names.map((name) => [name, place(name)]));
    }));
  });
})"""

COUNT = """() => {
  window.frames_asked = 0;
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (act) => {
    window.frames_asked += 1;
    return ask.call(window, act);
  };
}"""


class Own:
    """A page of the examples, on a screen of its own."""

    def __init__(self, server, name, size, ratio=1, want="gestures"):
        self.context = browser.Browser.get().chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=ratio)
        self.faults = []
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        # Violations of the content security policy are also errors of the console.
        self.page.on("console", self._said)
        self.page.add_init_script(f"({COUNT})()")
        base, query = server.address.split("?")
        self.page.goto(f"{base}{name}?{query}")
        self.page.wait_for_selector("snapback-scene[state=open]", state="attached")
        if want:
            self.page.evaluate(
                "(want) => document.querySelector('snapback-scene').setAttribute('want', want)",
                want)
            browser.wait_until(
                lambda: self.page.evaluate(
                    "document.querySelector('snapback-scene').client?.welcome.features"
                    ".includes('gestures') ?? false"), "the page gets gestures")

    def _said(self, message):
        # Browsers ask for an icon, which the examples have not.
        if message.type in ("error", "warning") and "favicon" not in message.location["url"]:
            self.faults.append(message.text)

    def ask(self, text, value=None):
        return self.page.evaluate(text, value)

    def at_rest(self):
        """Waits until no frame is asked for, for half a second."""
        def is_still():
            before = self.ask("frames_asked")
            self.page.wait_for_timeout(500)
            return self.ask("frames_asked") == before
        browser.wait_until(is_still, "the page rests")

    def close(self):
        self.context.close()


def fitted(size, screen, ratio):
    """The scale and the place of a screen in a window, in CSS pixels."""
    scale = min(size[0] / screen[0], size[1] / screen[1])
    left, top = (
        round((size[axis] - screen[axis] * scale) / 2 * ratio) / ratio for axis in (0, 1))
    return scale, left, top


def bounds(view, fit):
    """The box around the four corners of a view of a replay, in CSS pixels."""
    a, b, c, d, x, y = view["toScreen"]
    _, _, width, height = view["frame"]
    scale, left, top = fit
    corners = [(a * u + c * v + x, b * u + d * v + y)
               for u in (0, width) for v in (0, height)]
    xs = [left + scale * corner[0] for corner in corners]
    ys = [top + scale * corner[1] for corner in corners]
    return min(xs), min(ys), max(xs), max(ys)


def recorded(folder, size, *gestures):
    """The recording of a tap beside everything, and of gestures after a while."""
    script, path = os.path.join(folder, "script.json5"), os.path.join(folder, "played.evemu")
    first = {"tap": [2, 2], "at": 0}
    with open(script, "w", encoding="utf-8") as file:
        json.dump({"size": size, "gestures": [first, *gestures]}, file)
    subprocess.run(
        [browser.program("snapback"), "synth", "script", script, "--output", path], check=True,
        capture_output=True, timeout=60)
    return path


class Replayed(unittest.TestCase):
    def hold(self, name, scene, screen, gesture, names, size, ratio):
        """Holds the elements at four moments of a motion against the replay."""
        with tempfile.TemporaryDirectory() as folder:
            recording = recorded(folder, screen, {**gesture, "after": WAIT})
            lines = browser.replayed(recording, scene, rate=1000)
            began, released = (
                next(body["time"] for kind, body in lines
                     if kind == "gesture" and body["kind"] == "pan" and body["phase"] == phase)
                for phase in ("began", "ended"))
            times = [body["time"] for kind, body in lines if kind == "frame"]
            moments = [min(times, key=lambda time: abs(time - released - 1e9 * moment))
                       for moment in MOMENTS]
            self.assertEqual(len(set(moments)), len(MOMENTS))
            server = browser.Server(
                scene, daemon=["--replay", recording], web=["--site", EXAMPLES])
            self.addCleanup(server.close)
            page = Own(server, name, size, ratio)
            self.addCleanup(page.close)
            seen = page.ask(DRAW, {
                "began": began, "released": released, "moments": moments, "names": names})
        fit = fitted(size, screen, ratio)
        for moment, elements in zip(moments, seen, strict=True):
            picture = regions.Picture(lines, moment / 1e9)
            for view in names:
                self.check(view, elements[view], picture.named[view], fit, moment)
        page.at_rest()
        self.assertEqual(page.faults, [])
        return seen

    def check(self, name, element, view, fit, moment):
        where = (name, moment)
        self.assertTrue(element["isShown"], where)
        for got, wanted in zip(element["box"], bounds(view, fit), strict=True):
            self.assertAlmostEqual(got, wanted, delta=NEAR, msg=where)
        self.assertAlmostEqual(element["opacity"], view["alpha"], delta=1e-3, msg=where)
        radius = float(element["radius"].removesuffix("px"))
        self.assertAlmostEqual(radius, view["cornerRadius"], delta=NEAR, msg=where)
        if view.get("color"):
            value = int(view["color"][1:], 16)
            red, green, blue = value >> 16, value >> 8 & 255, value & 255
            self.assertEqual(element["color"], f"rgb({red}, {green}, {blue})", where)

    def test_the_card_flies_home_as_in_the_replay(self):
        flick = {"flick": [[150, 470], [290, 440]], "velocity": 1400}
        for size, ratio in (((390, 844), 1), ((1001, 700), 2)):
            seen = self.hold(
                "card.html", browser.scene("card"), (390, 844), flick, ["card"], size, ratio)
            # The four moments are four places.
            lefts = [elements["card"]["box"][0] for elements in seen]
            self.assertEqual(len({round(left, 1) for left in lefts}), len(MOMENTS), lefts)

    def test_the_list_of_the_kiosk_scrolls_as_in_the_replay(self):
        # Slow enough not to reach the end of the list.
        flick = {"flick": [[240, 600], [240, 450]], "velocity": 600}
        names = ["list", "cards", "soup", "pasta", "salad", "cake", "coffee", "header", "title"]
        seen = self.hold("kiosk.html", KIOSK, (480, 800), flick, names, (480, 800), 1)
        tops = [elements["soup"]["box"][1] for elements in seen]
        self.assertEqual(tops, sorted(tops, reverse=True))
        self.assertLess(tops[-1], tops[0] - 100)


class Used(unittest.TestCase):
    def test_fingers_of_the_page_move_the_card_and_it_rests_without_frames(self):
        server = browser.Server(browser.scene("card"), web=["--site", EXAMPLES])
        self.addCleanup(server.close)
        page = Own(server, "card.html", (780, 1688), want=None)
        self.addCleanup(page.close)
        watcher = snapback.connect(server.path, want=["gestures", "segments"])
        self.addCleanup(watcher.close)
        page.at_rest()
        box = "document.querySelector('[data-snapback=card]').getBoundingClientRect().left"
        home = page.ask(box)
        mouse = page.page.mouse
        mouse.move(390, 844)
        mouse.down()
        for step in range(1, 11):
            mouse.move(390 + 24 * step, 844)
            page.page.wait_for_timeout(16)
        while True:
            message = watcher.receive(10)
            if isinstance(message, snapback.Gesture) and abs(message.location[0] - 315) < 1:
                break
        self.assertEqual((message.view, message.injected), ("card", True))
        self.assertAlmostEqual(message.location[1], 422, delta=1)
        # 120 points, less the slop and what the tilt takes, are more than 120 CSS pixels here.
        browser.wait_until(lambda: page.ask(box) - home > 120, "the card follows")
        mouse.up()
        page.at_rest()
        self.assertAlmostEqual(page.ask(box), home, delta=NEAR)
        self.assertEqual(page.faults, [])

    def test_a_tap_on_a_dish_opens_the_sheet_with_its_name(self):
        server = browser.Server(KIOSK, web=["--site", EXAMPLES])
        self.addCleanup(server.close)
        page = Own(server, "kiosk.html", (480, 800), want=None)
        self.addCleanup(page.close)
        page.at_rest()
        top = "document.querySelector('[data-snapback=sheet]').getBoundingClientRect().top"
        self.assertAlmostEqual(page.ask(top), 800, delta=NEAR)
        page.page.mouse.click(240, 472)
        browser.wait_until(lambda: abs(page.ask(top) - 380) < NEAR, "the sheet is open")
        self.assertEqual(page.page.inner_text("[data-snapback=dish] h2"), "Pasta")
        self.assertFalse(page.page.is_visible("#notice"))
        page.at_rest()
        page.page.mouse.click(240, 684)
        browser.wait_until(lambda: abs(page.ask(top) - 800) < NEAR, "the sheet is closed")
        self.assertEqual(page.faults, [])

    def test_a_page_finds_the_daemon_again(self):
        server = browser.Server(browser.scene("card"), web=["--site", EXAMPLES])
        self.addCleanup(server.close)
        page = Own(server, "card.html", (390, 844), want=None)
        self.addCleanup(page.close)
        with snapback.connect(server.path) as client:
            client.patch({"views": [{"id": "card", "color": "#ff3b30"}]})
        color = "getComputedStyle(document.querySelector('[data-snapback=card]')).backgroundColor"
        browser.wait_until(lambda: page.ask(color) == "rgb(255, 59, 48)", "the patch is drawn")
        server.restart_daemon()
        browser.wait_until(lambda: page.ask(color) == "rgb(10, 132, 255)", "the new scene is drawn")

    def test_a_page_without_the_token_and_one_from_a_file_are_refused(self):
        server = browser.Server(browser.scene("card"), web=["--site", EXAMPLES])
        self.addCleanup(server.close)
        context = browser.Browser.get().chromium.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        base = server.address.split("?")[0]
        self.assertEqual(page.goto(f"{base}card.html").status, 401)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "own.html")
            with open(path, "w", encoding="utf-8") as file:
                file.write("<!doctype html>")
            page.goto(f"file://{path}")
            socket = base.replace("http", "ws") + f"ws?token={browser.TOKEN}"
            opened = page.evaluate(
                """(address) => new Promise((resolve) => {
                  const socket = new WebSocket(address);
                  socket.onopen = () => resolve(true);
                  socket.onerror = () => resolve(false);
                })""", socket)
        self.assertFalse(opened)


if __name__ == "__main__":
    unittest.main()
