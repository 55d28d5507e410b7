"""A designer's way through the page, with a mouse and keys, and on a phone with fingers alone:
edit a constraint, see it move, undo, save, reload; a fault; two springs; a recording of touches.
"""

import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

import browser
import snapback

with open(browser.scene("card"), encoding="utf-8") as scene_file:
    CARD = scene_file.read()
WIDTH = "card.width = 0.8 * screen.width"
NARROW = CARD.replace(WIDTH, "card.width = 0.6 * screen.width")
# What the page gets from its user, to hold that a phone gets nothing but fingers and texts.
LISTEN = """() => {
  window.used = { pointers: [], keys: 0 };
  addEventListener('pointerdown', ({ pointerType }) => used.pointers.push(pointerType), true);
  addEventListener('keydown', () => { used.keys += 1; }, true);
}"""
IN_WINDOW = """(one) => {
  const { top, bottom, left, right } = one.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
}"""
# Whether a line of a text field is in the part that it shows.
SHOWS_LINE = """(area, line) => {
  const style = getComputedStyle(area);
  const [height, before] = [parseFloat(style.lineHeight), parseFloat(style.paddingTop)];
  const top = before + (line - 1) * height - area.scrollTop;
  return top >= 0 && top + height <= area.clientHeight;
}"""
# Points; the numbers of messages and the axes of recordings are finer.
NEAR = 1e-3


class Design:
    """The steps; a class below says with what and how large a window."""

    size, touch = None, None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "mine.json5"
        self.path.write_text(CARD, encoding="utf-8")
        device = os.path.join(self.folder, "no-device")
        self.server = browser.Server(
            str(self.path), names_scene=False, daemon=("--device", device),
            web=("--edit", str(self.path)))
        self.addCleanup(self.server.close)
        self.page = browser.Page(self.server, self.size, touch=self.touch)
        self.addCleanup(self.page.close)
        self.page.ask(LISTEN)

    def tearDown(self):
        self.assertEqual(self.page.faults, [])
        self.assert_hands()

    def assert_hands(self):
        """What was used on the page until now."""
        used = self.page.ask("used")
        self.assertGreater(len(used["pointers"]), 0)
        self.assertEqual(set(used["pointers"]), {"touch" if self.touch else "mouse"})
        if self.touch:
            self.assertEqual(used["keys"], 0)

    def press(self, place):
        if isinstance(place, str):
            place = self.page.page.locator(place)
        place.tap() if self.touch else place.click()

    def press_button(self, name, inside="body"):
        button = self.page.page.locator(inside).get_by_role("button", name=name, exact=True)
        browser.wait_until(button.is_enabled, f"{name} is enabled")
        self.press(button)

    def open(self, tab):
        if self.page.ask("document.querySelector('#handle').ariaExpanded === 'false'") \
                and self.page.page.locator("#handle").is_visible():
            self.press("#handle")
        self.press(f"#tab-{tab}")

    def edited(self):
        """The text, which is there."""
        area = self.page.page.locator("#source")
        browser.wait_until(area.is_editable, "the text is shown")
        return area

    def width(self, of):
        """Waits until the card on the stage has a width, and rests."""
        self.page.wait(
            "Math.abs(snapback.scene().views.find(({ name }) => name === 'card').frame[2]"
            f" - {of}) < 0.01 && snapback.fps() === null")

    def tune(self, label, value):
        """A number into the tuner, from where it is applied when the field is left."""
        field = self.page.page.get_by_label(f"{label}, exactly")
        field.fill(value)
        # A press elsewhere ends the text.
        self.press("#panel-motion h2 >> nth=-1")

    def test_an_edited_constraint_moves_is_undone_is_saved_and_survives(self):
        screen = self.page.ask("snapback.scene().screen.width")
        self.open("source")
        area = self.edited()
        self.assertIn(WIDTH, CARD)
        area.fill(NARROW)
        self.press_button("Apply", "#panel-source")
        self.width(0.6 * screen)
        self.press_button("Undo", "#panel-source")
        self.assertEqual(area.input_value(), CARD)
        self.press_button("Apply", "#panel-source")
        self.width(0.8 * screen)
        self.press_button("Redo", "#panel-source")
        self.press_button("Apply", "#panel-source")
        self.width(0.6 * screen)
        self.assertEqual(self.path.read_text(encoding="utf-8"), CARD)
        self.press_button("Save", "#panel-source")
        browser.wait_until(
            lambda: self.path.read_text(encoding="utf-8") == NARROW, "the file has the text")
        self.assert_hands()
        # The page again, and then also the daemon.
        self.page.reload()
        self.page.ask(LISTEN)
        self.open("source")
        self.assertEqual(self.edited().input_value(), NARROW)
        self.width(0.6 * screen)
        self.server.restart_daemon()
        self.page.wait("document.querySelector('#notice').hidden")
        self.width(0.6 * screen)
        self.page.faults[:] = [text for text in self.page.faults if "WebSocket" not in text]

    def test_a_fault_is_shown_where_it_is(self):
        self.open("source")
        area = self.edited()
        wrong = CARD.replace(WIDTH, "card.width = 0.6 * scren.width")
        area.fill(wrong)
        line, text = next(
            (number, text) for number, text in enumerate(wrong.splitlines(), 1) if "scren" in text)
        place = f"{line}:{1 + text.index('scren')}"
        # The words and the button are beside the text, also where it has a few lines.
        button = self.page.page.locator("#panel-source").get_by_role("button", name=place)
        button.wait_for()
        self.assertTrue(button.evaluate(IN_WINDOW))
        self.press(button)
        self.assertTrue(area.evaluate(SHOWS_LINE, line))
        start = self.page.ask("document.querySelector('#source').selectionStart")
        self.assertTrue(wrong[start:].startswith("scren"), wrong[start:start + 20])
        self.assertTrue(self.page.page.locator("#panel-source .fault .bad").is_visible())
        self.assertEqual(self.page.page.locator(".gutter b").inner_text().strip(), str(line))
        for name in ("Apply", "Save"):
            self.assertTrue(self.page.page.locator("#panel-source").get_by_role(
                "button", name=name, exact=True).is_disabled())

    def test_two_springs_are_compared(self):
        self.open("recording")
        self.page.page.select_option("#recording", "flick.evemu")
        self.page.wait("snapback.mode() === 'recording' && !snapback.state('loading')")
        self.page.assert_shown("flick", "card")
        self.open("motion")
        self.tune("Damping ratio", "0.2")
        self.page.wait(
            "snapback.state('replayDocument').scene.gestures[0].spring.dampingRatio === 0.2")
        self.press_button("Compare", "#timeline")
        # Both runs are the same until the finger lifts; after that, the softer spring is elsewhere.
        lift = self.page.ask("snapback.state('recording').contacts[0].end")
        self.page.ask("(seconds) => snapback.seek(seconds)", lift / 2)
        self.page.wait("snapback.state('distance') === 0")
        self.page.ask("(seconds) => snapback.seek(seconds)", lift + 0.35)
        self.page.wait("snapback.state('distance') > 20")
        self.assertIn("Δ", self.page.page.locator("#timeline .time").inner_text())
        # The spring of the file is the one of the first run.
        self.press_button("Undo", "#panel-motion")
        self.page.wait("snapback.state('distance') === 0")

    def stroke(self, start, end):
        """A finger or the mouse from point to point of the screen."""
        if not self.touch:
            self.page.drag(start, end)
            return
        glass = self.page.context.new_cdp_session(self.page.page)
        for step in range(14):
            kind = "touchStart" if step == 0 else "touchMove" if step < 13 else "touchEnd"
            u = min(step, 12) / 12
            x, y = self.page.at(*(a + (b - a) * u for a, b in zip(start, end)))
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            self.page.page.wait_for_timeout(10)

    def test_touches_are_recorded_as_a_file_that_replays(self):
        watcher = snapback.connect(self.server.path, want=["gestures"])
        self.addCleanup(watcher.close)
        self.press_button("Record")
        self.page.wait("snapback.state('records')")
        for start, end in (((150, 400), (266, 343)), ((240, 420), (117, 452))):
            self.stroke(start, end)
        steps = []
        while sum(step.phase == "ended" for step in steps) < 2:
            message = watcher.receive(10)
            if isinstance(message, snapback.Gesture):
                steps.append(message)
        stop = self.page.page.get_by_role("button", name="Stop · 2 contacts")
        stop.wait_for()
        self.page.wait("snapback.touches() === 0")
        with self.page.page.expect_download() as saved:
            self.press(stop)
        # By its name, snapback-web finds the scene.
        self.assertRegex(saved.value.suggested_filename, r"^mine-\d{8}-\d{6}\.jsonl$")
        file = self.folder / saved.value.suggested_filename
        saved.value.save_as(file)
        checked = subprocess.run(
            [browser.program("snapback"), "check", str(file)], check=True, capture_output=True,
            text=True, timeout=60).stdout
        self.assertIn("2 contacts", checked)
        self.assertNotIn("warning", checked)
        self.hold_replay(file, steps)
        head = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
        self.assertEqual(head["recording"]["scene"], "mine.json5")
        self.assertFalse(self.page.ask("snapback.state('records')"))

    def hold_replay(self, file, steps):
        """The gestures of the replay are those that the daemon has reported."""
        played = [
            body for kind, body in browser.replayed(str(file), str(self.path)) if kind == "gesture"]

        self.assertEqual([body["phase"] for body in played], [step.phase for step in steps])
        self.assertGreater(len(steps), 6)
        for body, step in zip(played, steps, strict=True):
            self.assertEqual(body["time"] - played[0]["time"], step.time - steps[0].time)
            self.assertLess(math.dist(body["location"], step.location), NEAR)

    def test_a_recording_without_touches_is_not_saved(self):
        self.press_button("Record")
        self.press(self.page.page.get_by_role("button", name="Stop · 0 contacts"))
        self.page.page.get_by_text("No finger touched the scene").wait_for()
        self.assertFalse(self.page.ask("snapback.state('records')"))


class Desk(Design, unittest.TestCase):
    size, touch = (1280, 800), False

    def test_keys_record_a_flick(self):
        self.open("motion")
        self.page.page.focus("#stage")
        keyboard = self.page.page.keyboard
        keyboard.press("r")
        self.page.wait("snapback.state('records')")
        self.page.page.get_by_role("button", name="Flick").focus()
        keyboard.press("Enter")
        self.page.page.get_by_role("button", name="Stop · 1 contact").wait_for()
        self.page.wait("snapback.touches() === 0")
        with self.page.page.expect_download() as saved:
            keyboard.press("r")
        self.assertTrue(saved.value.suggested_filename.startswith("mine-"))
        file = self.folder / "flick.jsonl"
        saved.value.save_as(file)
        ends = [
            body["phase"] for kind, body in browser.replayed(str(file), str(self.path))
            if kind == "gesture" and body["phase"] != "changed"]
        self.assertEqual(ends, ["began", "ended"])


    def test_a_recording_ends_when_the_screen_is_turned(self):
        self.press_button("Record")
        self.page.drag((150, 400), (266, 343))
        self.page.page.get_by_role("button", name="Stop · 1 contact").wait_for()
        self.page.wait("snapback.touches() === 0")
        with self.page.page.expect_download() as saved:
            self.page.page.get_by_title("Turns the screen to the right").click()
        self.page.wait("snapback.scene().screen.width === 844")
        self.assertFalse(self.page.ask("snapback.state('records')"))
        # Its positions are on the screen as it was.
        file = self.folder / "before.jsonl"
        saved.value.save_as(file)
        began = next(
            body for kind, body in browser.replayed(str(file), str(self.path))
            if kind == "gesture")
        self.assertTrue(150 < began["location"][0] < 266, began["location"])
        self.assertTrue(343 < began["location"][1] < 400, began["location"])


class Phone(Design, unittest.TestCase):
    size, touch = (390, 844), True


if __name__ == "__main__":
    unittest.main()
