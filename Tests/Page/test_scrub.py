"""The page shows a recording as `snapback replay` does, in numbers and in colors."""

import io
import math
import tempfile
import unittest

import browser
import regions
from PIL import Image

TOLERANCE = 1e-3
# Points around an edge that may be of either color.
EDGE = 3


class Scrub(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = browser.Server(browser.scene("card"))
        cls.addClassCleanup(cls.server.close)
        cls.page = browser.Page(cls.server)
        cls.addClassCleanup(cls.page.close)

    def tearDown(self):
        self.assertEqual(self.page.faults, [])

    def compare(self, recorded, played):
        """Each frame of the page beside the frame of the tool; how many were compared."""
        self.page.replay(recorded, played)
        lines = [
            (kind, body) for kind, body in browser.replayed(
                browser.recording(recorded), browser.scene(played))
            if kind in ("snapshot", "frame")]
        shown = self.page.ask(
            "(times) => times.map((time) => snapback.frameAt(time / 1e9).views)",
            [body["time"] for _, body in lines])
        states = {}
        for (_, body), views in zip(lines, shown, strict=True):
            states.update({view["id"]: view for view in body["views"]})
            self.assertEqual([view["name"] for view in views], list(states))
            for view in views:
                self.hold(view, states[view["name"]], body["time"])
        return len(lines)

    def hold(self, view, wanted, time):
        for key in ("frame", "translation", "scale", "toScreen"):
            for mine, theirs in zip(view[key], wanted[key], strict=True):
                self.assertAlmostEqual(mine, theirs, delta=TOLERANCE, msg=(time, key))
        for key in ("rotation", "alpha"):
            self.assertAlmostEqual(view[key], wanted[key], delta=TOLERANCE)
        self.assertEqual(view["color"], wanted.get("color"))

    def test_every_frame_of_the_flick_is_that_of_the_tool(self):
        self.assertGreaterEqual(self.compare("flick", "card"), 20)

    def test_every_frame_of_two_fingers_is_that_of_the_tool(self):
        self.assertGreaterEqual(self.compare("photo-fingers", "photo"), 20)

    def test_what_is_drawn_after_a_seek_is_the_frame_at_that_time(self):
        self.page.replay("flick", "card")
        times = self.page.ask("snapback.frameTimes()")
        for seconds in times[5::7]:
            self.page.ask("(t) => snapback.seek(t)", seconds)
            self.page.wait(f"Math.abs(snapback.scene().seconds - {seconds}) < 1e-9")
            self.assertEqual(
                self.page.ask("snapback.scene().views"),
                self.page.ask("(t) => snapback.frameAt(t).views", seconds))

    def test_colors_on_the_screen_are_where_the_frames_say(self):
        for recorded, played, moments in (
                ("flick", "card", (0.125, 0.25, 0.5)), ("photo-fingers", "photo", (0.5, 0.85, 1.0)),
                ("list-fingers", "list", (0.35, 1.4)), ("taps", "slider", (0.25, 1.1, 3.2))):
            self.page.replay(recorded, played)
            self.page.ask("snapback.bare()")
            lines = browser.replayed(browser.recording(recorded), browser.scene(played))
            for moment in moments:
                self.page.ask("(t) => snapback.seek(t)", moment)
                self.page.page.wait_for_timeout(120)
                picture = regions.Picture(lines, moment)
                place = self.page.ask("snapback.place()")
                image = Image.open(io.BytesIO(self.page.page.screenshot())).convert("RGB")
                count = self.look(image, place, picture, (recorded, moment))
                self.assertGreater(count, 300, (recorded, moment))

    def look(self, image, place, picture, where):
        """Holds the colors of a grid of points against the frames; how many were held."""
        count = 0
        width, height = picture.size
        for row in range(1, 40):
            for column in range(1, 20):
                x, y = width * column / 20, height * row / 40
                wanted = picture.color(x, y, EDGE / place["zoom"])
                if wanted is None:
                    continue
                pixel = image.getpixel((
                    round(place["left"] + x * place["zoom"]),
                        round(place["top"] + y * place["zoom"])))
                near = max(abs(a - b) for a, b in zip(pixel, wanted))
                self.assertLessEqual(near, 2, (*where, x, y, pixel, wanted))
                count += 1
        return count

    def test_keys_step_from_frame_to_frame_and_space_plays(self):
        self.page.replay("flick", "card")
        self.page.ask("snapback.seek(0.3)")
        times = self.page.ask("snapback.frameTimes()")
        place = max(i for i, time in enumerate(times) if time <= 0.3 + 1e-9)
        self.page.page.focus("#timeline .scrub")
        for key, offset in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1),
            ("Home", -place)):
            self.page.page.keyboard.press(key)
            self.assertAlmostEqual(self.page.ask("snapback.state('moment')"), times[place + offset])
        self.page.page.keyboard.press("Space")
        self.page.wait("snapback.state('moment') > 0.4")
        self.page.page.keyboard.press("Space")
        stopped = self.page.ask("snapback.state('moment')")
        self.assertTrue(any(abs(time - stopped) < 1e-9 for time in times))
        drawn = self.page.ask("snapback.pictures()")
        self.page.page.wait_for_timeout(300)
        self.assertLessEqual(self.page.ask("snapback.pictures()") - drawn, 1)

    def test_the_log_has_what_was_decided_and_marks_what_was_before_the_moment(self):
        self.page.replay("list-fingers", "list")
        self.page.open("gestures")
        self.page.ask("snapback.seek(0.2)")
        self.page.page.wait_for_selector(".entry.current")
        before = self.page.page.locator(".log[role=log] .entry:not(.later)").all_inner_texts()
        after = self.page.page.locator(".log[role=log] .entry.later").all_inner_texts()
        self.assertTrue(any("pan on list fails" in text for text in before), before)
        self.assertFalse(any("pan on list is recognized" in text for text in before), before)
        self.assertTrue(any("pan on list is recognized" in text for text in after), after)

    def test_a_tuned_spring_replays_as_the_tool_replays_the_edited_file(self):
        self.page.replay("flick", "card")
        self.page.open("motion")
        field = self.page.page.get_by_label("Damping ratio, exactly")
        field.fill("0.2")
        field.press("Enter")
        self.page.wait(
            "snapback.state('replayDocument').scene.gestures[0].spring.dampingRatio === 0.2")
        with open(browser.scene("card"), encoding="utf-8") as file:
            edited = file.read().replace("dampingRatio: 0.7", "dampingRatio: 0.2")
        with tempfile.NamedTemporaryFile("w", suffix=".json5") as file:
            file.write(edited)
            file.flush()
            lines = browser.replayed(browser.recording("flick"), file.name)
        least = 0
        for kind, body in lines:
            if kind == "frame":
                shown = self.page.ask("(t) => snapback.frameAt(t).views[1]", body["time"] / 1e9)
                wanted = body["views"][0]["translation"]
                self.assertAlmostEqual(shown["translation"][0], wanted[0], delta=TOLERANCE)
                least = min(least, wanted[0])
        # It was released to the right, and 0.2 passes home by far.
        self.assertLess(least, -40)

    def test_two_runs_are_compared_as_ghosts(self):
        self.page.replay("flick", "card")
        compare = self.page.page.get_by_role("button", name="Compare")
        self.assertTrue(compare.is_disabled())
        first = browser.replayed(browser.recording("flick"), browser.scene("card"))
        self.page.open("motion")
        field = self.page.page.get_by_label("Damping ratio, exactly")
        field.fill("0.3")
        field.press("Enter")
        self.page.wait("snapback.state('replays') > 1 && !snapback.state('loading')"
                       " && snapback.state('replayDocument').scene.gestures[0].spring"
                       ".dampingRatio === 0.3")
        compare.click()
        with open(browser.scene("card"), encoding="utf-8") as file:
            edited = file.read().replace("dampingRatio: 0.7", "dampingRatio: 0.3")
        with tempfile.NamedTemporaryFile("w", suffix=".json5") as file:
            file.write(edited)
            file.flush()
            second = browser.replayed(browser.recording("flick"), file.name)
        greatest = 0
        for moment in (0.15, 0.3, 0.4, 0.5, 0.7, 1.0):
            self.page.ask("(t) => snapback.seek(t)", moment)
            shown = self.page.ask("snapback.state('moment')")
            wanted = max(
                math.dist(*pair) for pair in zip(
                    corners(first, shown), corners(second, shown), strict=True))
            greatest = max(greatest, wanted)
            browser.wait_until(
                lambda: abs(self.page.ask("snapback.state('distance')") - wanted) < TOLERANCE,
                f"the ghost is {wanted} pt away at {shown} s")
        # The softer spring leaves the card far from its ghost.
        self.assertGreater(greatest, 20)
        compare.click()
        self.page.wait("snapback.state('distance') === null")


def corners(lines, seconds):
    """The corners of the card on the screen, in the last frame until a time."""
    found = None
    for kind, body in lines:
        if kind in ("snapshot", "frame") and body["time"] / 1e9 <= seconds + 1e-9:
            found = next((view for view in body["views"] if view["id"] == "card"), found)
    a, b, c, d, x, y = found["toScreen"]
    width, height = found["frame"][2:]
    return [(a * u + c * v + x, b * u + d * v + y)
            for u, v in ((0, 0), (width, 0), (width, height), (0, height))]


if __name__ == "__main__":
    unittest.main()
