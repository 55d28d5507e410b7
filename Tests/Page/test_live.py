"""The page drives the daemon: a drag, a spring, controls; what the role forbids is disabled."""

import itertools
import json
import math
import subprocess
import unittest

import browser
import snapback
from snapback import messages

# Points; what the page and the daemon round differently.
NEAR = 0.01


class Live(unittest.TestCase):
    def setUp(self):
        self.server = browser.Server(browser.scene("card"))
        self.addCleanup(self.server.close)
        self.page = browser.Page(self.server)
        self.addCleanup(self.page.close)
        self.watcher = snapback.connect(
            self.server.path, want=["frames", "segments", "gestures", "layout", "done"])
        self.addCleanup(self.watcher.close)

    def tearDown(self):
        self.assertEqual(self.page.faults, [])

    def until(self, kind, holds=lambda message: True, seconds=10):
        """All messages up to the first of a kind for which something holds."""
        said = []
        while True:
            said.append(self.watcher.receive(seconds))
            if isinstance(said[-1], kind) and holds(said[-1]):
                return said

    def test_a_drag_in_the_page_moves_the_card_in_the_daemon_and_it_springs_back(self):
        self.page.drag((150, 400), (270, 340), hold=True)
        said = self.until(
            snapback.Gesture,
            lambda step: step.phase == "changed" and abs(step.location[0] - 270) < 1)
        step = said[-1]
        self.assertEqual((step.view, step.kind, step.injected), ("card", "pan", True))
        self.assertAlmostEqual(step.location[1], 340, delta=1)
        browser.wait_until(
            lambda: abs(self.drawn("card")["translation"][0] - step.translation[0]) < 12,
            "the page draws the card under the finger")
        self.page.page.mouse.up()
        said += self.until(snapback.Idle)
        farthest = max(
            view.transform.translation[0] for message in said
            if isinstance(message, snapback.Frame) for view in message.views)
        # All of the way but the slop of 10 points and what the tilt about the finger takes.
        self.assertGreater(farthest, 80)
        self.assertTrue(any(
            isinstance(message, snapback.Gesture) and message.phase == "ended" for message in said))
        home = self.watcher.scene["card"]
        self.assertEqual(tuple(home.transform.translation), (0, 0))
        browser.wait_until(lambda: self.page.ask("snapback.fps()") is None, "the page rests")
        drawn = self.drawn("card")
        self.assertEqual(drawn["translation"], [0, 0])
        for mine, theirs in zip(drawn["toScreen"], home.matrix, strict=True):
            self.assertAlmostEqual(mine, theirs, delta=NEAR)

    def flick(self):
        """Presses the tuner's button; returns the daemon's messages until and from the release."""
        self.page.open("motion")
        self.page.page.get_by_role("button", name="Flick").click()
        held = self.until(snapback.Gesture, lambda step: step.phase == "ended")
        return held, self.until(snapback.Idle)

    def drawn(self, view):
        return self.page.views()[view]

    def test_the_past_in_the_graphs_is_what_the_frames_said(self):
        # The page has segments of its own. Until its first segment after the release, its past is
        # what it drew, the card in the finger's hand; on a busy machine that may take a few frames.
        held, free = self.flick()
        flown = [
            message for message in free
            if isinstance(message, snapback.Frame) and message.time > held[-1].time
            and abs(message.views[0].transform.translation[0]) > 1]
        self.page.wait("snapback.fps() === null")
        shown = self.page.ask(
            "(times) => times.map((time) => snapback.translationAt('card', time))",
            [frame.time for frame in flown])
        errors = [
            math.dist(way, frame.views[0].transform.translation)
            for frame, way in zip(flown, shown, strict=True)]
        own = list(itertools.dropwhile(lambda error: error > NEAR, errors))
        self.assertGreater(len(own), 10, errors)
        self.assertLess(max(own), NEAR, errors)

    def test_two_fingers_zoom_about_the_middle_of_what_is_selected(self):
        self.page.page.select_option("#scene", "photo.json5")
        self.page.wait("snapback.scene().views.some((view) => view.name === 'photo')")
        self.page.ask("snapback.select('photo')")
        self.page.page.keyboard.down("Shift")
        self.page.drag((225, 422), (285, 422), hold=True)
        # Apart by 2 × 30 points at first, and by 2 × 90 at last, less the slop.
        browser.wait_until(lambda: self.drawn("photo")["scale"][0] > 1.8, "the photo has grown")
        self.page.page.mouse.up()
        self.page.page.keyboard.up("Shift")
        browser.wait_until(lambda: self.drawn("photo")["scale"] == [1, 1], "it springs back")

    def test_latency_is_told_in_milliseconds(self):
        self.page.open("latency")
        self.page.page.wait_for_timeout(400)
        self.page.drag((150, 400), (270, 340))
        self.page.page.wait_for_timeout(300)
        texts = self.page.page.locator("#panel-latency .fact b").all_inner_texts()[:4]
        values = [float(text.removesuffix(" ms").replace("−", "-")) for text in texts]
        # A connection of the same machine: the clock may be off by part of a way.
        self.assertTrue(all(-2 < value < 500 for value in values), values)
        self.assertGreater(values[2], 0)

    def test_nothing_is_drawn_at_rest(self):
        self.page.page.wait_for_timeout(700)
        before = self.page.ask("snapback.pictures()")
        self.page.page.wait_for_timeout(500)
        self.assertEqual(self.page.ask("snapback.pictures()"), before)

    def test_the_tuner_puts_its_spring_into_the_scene(self):
        self.page.open("motion")
        for label, value in (("Response, exactly", "0.8"), ("Damping ratio, exactly", "0.25")):
            field = self.page.page.get_by_label(label)
            field.fill(value)
            field.press("Enter")
        self.page.wait(
            "JSON.stringify(snapback.state('document').scene.gestures[0].spring)"
            """ === '{"response":0.8,"dampingRatio":0.25}'""")
        springs = [
            term for message in itertools.chain(*self.flick()) if isinstance(message, snapback.Segment)
            for channel in message.channels if channel.channel == "translationX"
            for term in channel.terms if isinstance(term, messages.Spring)]
        frequency = 2 * math.pi / 0.8
        self.assertAlmostEqual(springs[-1].beta, 0.25 * frequency, delta=1e-9)
        self.assertAlmostEqual(springs[-1].omega2, frequency ** 2, delta=1e-9)

    def test_the_presets_are_the_springs_of_the_tool(self):
        self.page.open("motion")
        presets = self.page.page.get_by_label("Preset")
        names = self.page.ask("[...document.querySelectorAll('select[aria-label=Preset] option')]"
                              ".map((one) => one.value).filter(Boolean)")
        self.assertGreaterEqual(len(names), 23)
        for name in names:
            curve = json.loads(subprocess.run(
                [browser.program("snapback"), "curve", "--preset", name, "--json", "--rate", "1"],
                check=True, capture_output=True, timeout=60).stdout)["curves"][0]["parameters"]
            presets.select_option(name)
            self.page.wait(
                f"document.querySelector('select[aria-label=Preset]').value === '{name}'")
            spring = {field["key"]: float(field["value"]) for field in self.page.ask(
                "[...document.querySelectorAll('.sliders .slider')].map((row) => ({"
                " key: row.querySelector('[type=range]').dataset.key,"
                " value: row.querySelector('[type=number]').value }))")}
            for key, value in spring.items():
                # The fields have five digits.
                self.assertAlmostEqual(value / curve[key], 1, delta=1e-4, msg=f"{name}: {key}")
        # The last one runs in the scene.
        self.page.wait(
            "Math.abs(snapback.state('document').scene.gestures[0].spring.response"
            f" / {curve['response']} - 1) < 1e-5")

    def test_slow_motion_is_as_slow_as_it_says(self):
        def flight():
            held, free = self.flick()
            return (free[-1].time - held[-1].time) / 1e9

        fast = flight()
        self.page.page.get_by_role("radio", name="½").first.click()
        self.page.wait("snapback.state('rate') === 0.5")
        self.assertAlmostEqual(flight() / fast, 2, delta=0.3)
        # A page that connects later also gets it.
        self.page.page.reload()
        self.page.wait(
            "document.querySelector('#rate [data-value=\"0.5\"]')?.ariaChecked === 'true'")

    def test_text_size_orientation_and_reset_reach_the_daemon(self):
        self.page.page.select_option("#scene", "login.json5")
        self.page.wait("snapback.scene().views.some((view) => view.name === 'title')")
        self.until(snapback.Snapshot)
        before = self.drawn("title")["frame"]
        self.page.page.select_option("#textsize", "extraExtraExtraLarge")
        browser.wait_until(
            lambda: self.drawn("title")["frame"][3] > before[3] * 1.15, "the title grows")
        self.page.page.get_by_title("Turns the screen to the right").click()
        self.page.wait("snapback.scene().screen.width === 844")
        self.page.page.get_by_role("button", name="Reset").click()
        self.page.wait("snapback.scene().screen.width === 390")
        browser.wait_until(lambda: self.drawn("title")["frame"] == before, "the title is as it was")

    def test_a_click_selects_what_is_seen_and_a_second_one_what_is_below(self):
        self.page.page.get_by_role("button", name="Select").click()
        self.page.page.mouse.click(*self.page.at(195, 420))
        self.assertEqual(self.page.ask("snapback.selected()"), "card")
        self.page.page.mouse.click(*self.page.at(195, 420))
        self.assertEqual(self.page.ask("snapback.selected()"), "screen")
        self.page.page.keyboard.press("Escape")
        self.assertIsNone(self.page.ask("snapback.selected()"))

    def test_a_document_that_is_not_what_runs_is_let_go(self):
        self.assertEqual(self.page.ask("snapback.state('document').name"), "card.json5")
        # Another client puts another scene there.
        self.watcher.command("load", scene={
            "snapback": 1, "screen": {"width": 100, "height": 100}, "views": [{"id": "other"}]})
        self.page.wait("snapback.state('document')?.scene.views[0].id === 'other'")
        self.assertEqual(self.page.page.input_value("#scene"), "")
        self.page.open("motion")
        self.assertTrue(self.page.page.get_by_text("The scene has no spring.").is_visible())

    def test_a_scene_of_another_client_is_tuned(self):
        self.watcher.command("load", scene={
            "snapback": 1, "screen": {"width": 300, "height": 400}, "views": [{"id": "mine"}],
            "constraints": ["mine.width = 100", "mine.height = 100"],
            "gestures": [{
                "pan": "mine", "name": "drag", "spring": {"response": 0.7, "dampingRatio": 1}}]})
        self.page.wait("snapback.state('document')?.scene.views[0].id === 'mine'")
        self.page.open("motion")
        field = self.page.page.get_by_label("Damping ratio, exactly")
        field.fill("0.4")
        field.press("Enter")
        self.page.wait(
            "snapback.state('document').scene.gestures[0].spring.dampingRatio === 0.4")
        scene = json.loads(self.watcher.document()["document"])
        self.assertEqual(
            scene["gestures"][0]["spring"], {"response": 0.7, "dampingRatio": 0.4})

    def test_the_page_finds_a_daemon_again(self):
        self.watcher.patch({"screen": {"background": "#123456"}})
        self.page.wait("snapback.scene().screen.background === '#123456'")
        self.server.restart_daemon()
        self.page.wait("snapback.scene().screen.background === '#1c1c1e'")
        # Ignore the browser's own messages about refused or lost connections.
        self.page.faults[:] = [text for text in self.page.faults if "WebSocket" not in text]


class Guarded(unittest.TestCase):
    def test_without_the_token_there_is_no_page(self):
        server = browser.Server(browser.scene("card"))
        self.addCleanup(server.close)
        context = browser.Browser.get().chromium.new_context()
        page = context.new_page()
        answer = page.goto(server.address.split("?")[0])
        self.assertEqual(answer.status, 401)
        self.assertIsNone(page.query_selector("#stage"))
        # With it once, the cookie is enough, and the address does not show the token.
        self.assertEqual(page.goto(server.address).status, 200)
        self.assertNotIn("token", page.url)
        self.assertEqual(page.goto(server.address.split("?")[0]).status, 200)
        context.close()

    def test_what_the_role_does_not_allow_is_disabled_and_says_why(self):
        server = browser.Server(browser.scene("card"), roles=["view"])
        self.addCleanup(server.close)
        page = browser.Page(server)
        self.addCleanup(page.close)
        self.assertEqual(page.ask("snapback.state('roles')"), ["view"])
        for selector, role in (
                ("#scene", "control"), ("#textsize", "control"),
                    ("#rate button >> nth=0", "control"),
                ("#tools button >> nth=0", "inject"), ("#tools .record", "view-touches")):
            control = page.page.locator(selector)
            self.assertTrue(control.is_disabled(), selector)
            self.assertIn(f"“{role}”", control.get_attribute("title"))
        page.drag((150, 400), (270, 340))
        page.page.wait_for_timeout(300)
        self.assertEqual(page.views()["card"]["translation"], [0, 0])
        page.open("gestures")
        self.assertTrue(page.page.get_by_text("need the role “view-touches”").is_visible())
        self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
