"""The Qt client: its pictures show views where an independent replay puts them.

A daemon plays a recording to a client of segments, whose conversation is kept. The window of the
Qt client gets the conversation up to each of four moments after the last release, and draws the
moment. The edges and the centroid of each color of the picture are within half a point of those by
the matrices that `snapback replay` writes for the moment. Other tests use a daemon directly.
"""

import os
import subprocess
import tempfile
import time
import unittest

import driving
import numpy
import regions
import relay
import snapback
import staging
from daemons import Daemon, program
from driving import LOST, OPEN, TOP, Window
from palette import recolored
from PIL import Image
from waiting import wait_until

HERE = os.path.dirname(os.path.abspath(__file__))
CARD = os.path.join(TOP, "clients", "qt", "examples", "card.qml")
# Points by which a picture may differ from the replay.
ALLOWED = 0.5
# Seconds after the last release.
MOMENTS = (0.02, 0.07, 0.13, 0.2)


def scene(name):
    return os.path.join(TOP, "configs", "scenes", f"{name}.json5")


def recording(name):
    return os.path.join(TOP, "recordings", f"{name}.evemu")


def synthetic(script, folder):
    path = os.path.join(folder, "played.evemu")
    subprocess.run(
        [program("snapback"), "synth", "script", script, "--output", path], check=True,
        capture_output=True, timeout=60)
    return path


def cropped(path, screen):
    """The part of a picture that shows the screen, at the largest size that fits."""
    with Image.open(path) as image:
        scale = min(image.width / screen["width"], image.height / screen["height"])
        width, height = round(scale * screen["width"]), round(scale * screen["height"])
        left, top = (image.width - width) // 2, (image.height - height) // 2
        return numpy.array(
            image.convert("RGB").crop((left, top, left + width, top + height)))


def left_of_card(window):
    """The left edge of the card in a window of the screen's size, in points."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "now.png")
        if not window.ask("draw", "now", path):
            raise AssertionError("the picture cannot be written")
        with Image.open(path) as image:
            picture = numpy.array(image.convert("RGB"))
    return regions.of_picture(picture, (390, 844), ["#0a84ff"])["#0a84ff"]["left"]


class Drawn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def hold(self, file, played, recorded, size, ratio=1, ignored=()):
        """Compares the pictures of four moments with the replay; returns the regions."""
        lines = driving.replayed(played, recorded)
        conversation, steps = driving.played(played, recorded)
        expected = [body["time"] for kind, body in lines if kind == "gesture"]
        # The daemon's clock and that of the replay begin at different times.
        offset = steps[0] - expected[0]
        self.assertEqual([step - offset for step in steps], expected)
        released = max(
            body["time"] for kind, body in lines
            if kind == "gesture" and body["phase"] in ("ended", "cancelled"))
        staging.date_back(conversation, released + offset)
        replay = staging.Conversation("ndjson", "frames", [
            staging.Message(kind, body["time"], b"", body)
            for kind, body in lines if kind in ("snapshot", "frame")])
        times = replay.times("frame")
        window = None
        truths = []
        for moment in MOMENTS:
            moment = min(times, key=lambda time: abs(time - released - 1e9 * moment))
            screen, views = staging.state_at(replay, moment)
            truth = regions.of_truth(screen, views)
            # Views leave only parts of the background over.
            del truth[screen["background"]]
            truths.append(truth)
            with driving.Stage(conversation, moment + offset) as stage:
                if window is None:
                    window = Window(file, stage.path, size, ratio)
                    self.addCleanup(window.close)
                else:
                    window.ask("set", "socket", f'"{stage.path}"')
                picture = self.picture(window, stage, screen)
            self.compare(truths[-1], regions.of_picture(
                picture, (screen["width"], screen["height"]), truths[-1]), ignored, moment)
        self.assertEqual(window.said, [])
        # The moments are four different pictures.
        for place, one in enumerate(truths):
            for other in truths[place + 1:]:
                self.assertGreater(
                    max(regions.difference(one[color], other[color])[0] for color in one), 1)

    def picture(self, window, stage, screen):
        self.assertTrue(stage.has_spoken.wait(10))
        wait_until(lambda: window.status() == OPEN, "the window is connected")
        # The event loop reads the socket between two commands.
        window.ask("pictures")
        self.assertEqual(stage.told, [("binary", "segments")])
        path = os.path.join(self.folder, "picture.png")
        self.assertTrue(window.ask("draw", stage.moment, path))
        return cropped(path, screen)

    def compare(self, truth, seen, ignored, moment):
        self.assertTrue(any(truth[color] for color in truth if color not in ignored))
        for color, region in truth.items():
            if color in ignored:
                continue
            points, key = regions.difference(region, seen[color])
            self.assertLessEqual(points, ALLOWED, (
                key, color, moment, regions.described(region), regions.described(seen[color])))

    def test_the_card_of_the_example_flies_home(self):
        self.hold(CARD, scene("card"), recording("flick"), (390, 844), ratio=4)

    def test_a_photo_that_the_delegate_draws_springs_back(self):
        photo = recolored(scene("photo"), self.folder)
        # Qt clips to rectangles, so the ground is also seen in the photo's round corners.
        self.hold(
            os.path.join(HERE, "all.qml"), photo, recording("photo-fingers"), (1170, 2532), ratio=2,
            ignored=("#0000ff",))

    def test_a_sheet_that_the_layout_moves_is_centered_in_a_wider_window(self):
        sheet = recolored(scene("sheet"), self.folder)
        self.hold(
            os.path.join(HERE, "all.qml"), sheet, recording("sheet-drags"), (600, 844), ratio=4)

    def test_items_side_by_side_turn_and_are_clipped_like_nested_ones(self):
        renderers = os.path.join(TOP, "Tests", "Renderers")
        fingers = synthetic(os.path.join(renderers, "fingers.json5"), self.folder)
        # Qt clips to rectangles, so the ball is also seen outside of the tray's round corner.
        self.hold(
            os.path.join(HERE, "beside.qml"), os.path.join(renderers, "scene.json5"), fingers,
            (640, 960), ratio=2, ignored=("#00ffff",))


class Properties(unittest.TestCase):
    def test_items_have_the_properties_of_their_views(self):
        """Those of another client's snapshot of a scene at rest."""
        for name, texts in (("carousel", 0), ("lock-slider", 1), ("login", 1)):
            daemon = Daemon(scene(name))
            self.addCleanup(daemon.close)
            with snapback.connect(daemon.path) as client:
                while not client.scene.views:
                    client.receive(10)
                views = [view for view in client.scene if view.parent is not None]
            # Innermost first, so that items and views have opposite orders.
            items = "".join(
                f'SnapbackView {{ objectName: "{view.name}"; view: "{view.name}" }}\n'
                for view in reversed(views))
            with tempfile.NamedTemporaryFile("w", suffix=".qml") as file:
                file.write(
                    "import QtQuick\nimport Snapback\nWindow {\nwidth: 390\nheight: 844\n"
                    "visible: true\nSnapbackScene {\nanchors.fill: parent\n" + items + "}\n}\n")
                file.flush()
                window = Window(file.name, daemon.path)
                self.addCleanup(window.close)
                wait_until(lambda: window.ask("item", views[0].name, "shown"), "the view is shown")
            for view in views:
                self.compare(window, name, view.drawn, view.text)
            self.assertGreaterEqual(sum(view.text is not None for view in views), texts)
            self.assertEqual(window.said, [])

    def compare(self, window, name, view, text):
        def of(key):
            return window.ask("item", view.view, key)
        where = (name, view.view)
        self.assertEqual(of("shown"), view.visible and view.alpha > 0, where)
        self.assertEqual(of("text"), text.string if text else "", where)
        if text:
            self.assertAlmostEqual(of("textSize"), text.size, delta=1e-3, msg=where)
            self.assertAlmostEqual(of("lineHeight"), text.line_height, delta=1e-3, msg=where)
            self.assertEqual(of("lineLimit"), text.lines, where)
        if not of("shown"):
            return
        _, _, width, height = view.frame
        self.assertAlmostEqual(of("width"), width, delta=1e-3, msg=where)
        self.assertAlmostEqual(of("height"), height, delta=1e-3, msg=where)
        self.assertAlmostEqual(of("opacity"), view.alpha, delta=1e-6, msg=where)
        radius = min(view.corner_radius, width / 2, height / 2)
        self.assertAlmostEqual(of("cornerRadius"), radius, delta=1e-3, msg=where)
        color = "#{:02x}{:02x}{:02x}".format(*view.color) if view.color else "#00000000"
        self.assertEqual(of("fill"), color, where)


class Used(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(scene("card"))
        self.addCleanup(self.daemon.close)
        self.window = Window(os.path.join(HERE, "live.qml"), self.daemon.path)
        self.addCleanup(self.window.close)
        wait_until(lambda: self.window.ask("item", "card", "shown"), "the card is shown")
        self.watcher = snapback.connect(self.daemon.path, want=["gestures", "touches", "segments"])
        self.addCleanup(self.watcher.close)

    def touches(self, count):
        """The first contacts that the daemon reports, as tuples of phase and whole points."""
        result = []
        deadline = time.monotonic() + 10
        while len(result) < count and time.monotonic() < deadline:
            message = self.watcher.receive(10)
            if isinstance(message, snapback.Touch):
                result += [
                    (contact.phase, round(contact.x), round(contact.y))
                    for contact in message.contacts]
        return result

    def test_the_window_is_drawn_by_the_renderer_that_is_to_be_tested(self):
        self.window.at_rest()
        self.assertEqual(self.window.ask("api"), driving.API)

    def test_the_mouse_drags_the_card_which_springs_back_and_rests(self):
        self.window.at_rest()
        self.assertFalse(self.window.ask("scene", "moving"))
        home = left_of_card(self.window)
        self.assertAlmostEqual(home, 39, delta=0.5)
        self.window.ask("mouse", "press", 195, 500)
        for step in range(1, 11):
            self.window.ask("mouse", "move", 195 + 12 * step, 500)
            time.sleep(0.016)
        while True:
            message = self.watcher.receive(10)
            if isinstance(message, snapback.Gesture) and abs(message.location[0] - 315) < 1:
                break
        self.assertEqual((message.view, message.injected), ("card", True))
        self.assertAlmostEqual(message.location[1], 500, delta=1)
        # The finger has moved the card by 120 points, less the slop and what the tilt takes.
        wait_until(lambda: left_of_card(self.window) - home > 60, "the card follows")
        self.window.ask("mouse", "release", 315, 500)
        wait_until(lambda: self.window.ask("scene", "moving"), "the card moves by itself")
        self.window.at_rest()
        self.assertFalse(self.window.ask("scene", "moving"))
        self.assertAlmostEqual(left_of_card(self.window), home, delta=0.5)

    def test_fingers_are_contacts_at_points_of_the_screen(self):
        # Twice the size of the screen, and 100 more at the left and the right.
        self.window.ask("resize", 980, 1688)
        self.window.at_rest()
        self.window.ask("finger", "press", 1, 300, 800)
        self.window.ask("finger", "press", 2, 500, 1000)
        self.window.ask("finger", "move", 2, 520, 1000)
        self.window.ask("finger", "release", 1, 300, 800)
        self.window.ask("finger", "release", 2, 520, 1000)
        self.assertEqual(self.touches(5), [
            ("began", 100, 400), ("began", 200, 500), ("moved", 210, 500), ("ended", 100, 400),
            ("ended", 210, 500)])

    def test_a_button_in_a_view_keeps_its_clicks(self):
        self.window.ask("mouse", "press", 60, 240)
        self.window.ask("mouse", "release", 60, 240)
        self.assertEqual(self.window.ask("item", "button", "clicks"), 1)
        # The first contacts that the daemon sees are those beside the button.
        self.window.ask("mouse", "press", 195, 500)
        self.window.ask("mouse", "release", 195, 500)
        self.assertEqual(self.touches(2), [("began", 195, 500), ("ended", 195, 500)])
        wait_until(
            lambda: self.window.ask("scene", "heard") == "tapped card", "the event of the tap")

    def test_a_double_click_is_two_touches(self):
        self.window.ask("mouse", "double", 195, 500)
        self.assertEqual(self.touches(4), 2 * [("began", 195, 500), ("ended", 195, 500)])

    def test_without_touches_nothing_is_injected(self):
        self.window.ask("set", "touches", "false")
        self.window.ask("mouse", "press", 195, 500)
        self.window.ask("set", "touches", "true")
        self.window.ask("mouse", "release", 195, 500)
        self.window.ask("mouse", "press", 200, 510)
        # An item that no longer takes touches cancels those under way.
        self.window.ask("set", "touches", "false")
        self.assertEqual(self.touches(2), [("began", 200, 510), ("cancelled", 200, 510)])

    def test_a_user_without_the_role_injects_nothing(self):
        path = self.daemon.path + "-relay"
        restricted = relay.Relay(path, self.daemon.path, ["view", "view-touches"])
        self.addCleanup(restricted.close)
        window = Window(os.path.join(HERE, "live.qml"), path)
        self.addCleanup(window.close)
        wait_until(lambda: window.ask("item", "card", "shown"), "the card is shown")
        window.ask("mouse", "press", 195, 500)
        window.ask("mouse", "release", 195, 500)
        self.window.ask("mouse", "press", 200, 510)
        self.window.ask("mouse", "release", 200, 510)
        self.assertEqual(self.touches(2), [("began", 200, 510), ("ended", 200, 510)])

    def test_a_view_that_the_scene_lacks_is_a_fault(self):
        self.assertEqual(
            self.window.ask("item", "typo", "fault"), 'the scene has no view "crad"')
        self.assertFalse(self.window.ask("item", "typo", "visible"))
        self.assertTrue(any('no view "crad"' in line for line in self.window.said))

    def test_a_command_changes_the_scene_and_a_restart_brings_it_back(self):
        self.assertEqual(self.window.ask("item", "card", "fill"), "#0a84ff")
        self.window.ask("call", "paint", "#ff3b30")
        wait_until(
            lambda: self.window.ask("item", "card", "fill") == "#ff3b30", "the patch is drawn")
        wait_until(lambda: self.window.ask("scene", "answered") == 7, "the reply")
        self.daemon.stop()
        wait_until(lambda: self.window.status() == LOST, "the loss is noticed")
        # The connection was closed, or the first attempt to connect again has failed.
        self.assertRegex(self.window.ask("scene", "errorString"), "closed|No such file")
        # The last picture stays.
        self.assertTrue(self.window.ask("item", "card", "shown"))
        self.daemon.start()
        wait_until(lambda: self.window.status() == OPEN, "the window is connected again")
        self.assertEqual(self.window.ask("scene", "errorString"), "")
        wait_until(
            lambda: self.window.ask("item", "card", "fill") == "#0a84ff", "the scene is drawn")

    def test_the_readme_has_the_example(self):
        with open(CARD, encoding="utf-8") as file:
            example = file.read()
        self.assertLessEqual(sum(bool(line.strip()) for line in example.splitlines()), 20)
        readme = os.path.join(TOP, "clients", "qt", "README.md")
        with open(readme, encoding="utf-8") as file:
            self.assertIn(f"```qml\n{example}```\n", file.read())

    def test_a_window_without_a_daemon_waits_for_it(self):
        self.daemon.stop()
        window = Window(os.path.join(HERE, "live.qml"), self.daemon.path)
        self.addCleanup(window.close)
        wait_until(lambda: window.status() == LOST, "there is no daemon")
        self.assertIn(self.daemon.path, window.ask("scene", "errorString"))
        self.assertFalse(window.ask("item", "card", "visible"))
        self.daemon.start()
        wait_until(lambda: window.ask("item", "card", "shown"), "the card is shown")

    def test_a_recording_at_another_speed_is_drawn_from_frames(self):
        # The times of its motion are not those of this machine's clock.
        daemon = Daemon(scene("card"), "--replay", recording("flick"), "--speed", "0.5")
        self.addCleanup(daemon.close)
        window = Window(os.path.join(HERE, "live.qml"), daemon.path)
        self.addCleanup(window.close)
        wait_until(lambda: window.ask("item", "card", "shown"), "the card is shown")
        wait_until(lambda: left_of_card(window) > 39 + 60, "the card flies")
        wait_until(lambda: abs(left_of_card(window) - 39) < 0.5, "the card is back")
        self.assertFalse(window.ask("scene", "moving"))

    def test_an_item_stays_when_the_item_that_contains_it_is_deleted(self):
        renderers = os.path.join(TOP, "Tests", "Renderers")
        daemon = Daemon(os.path.join(renderers, "scene.json5"))
        self.addCleanup(daemon.close)
        window = Window(os.path.join(HERE, "dynamic.qml"), daemon.path, (160, 240))
        self.addCleanup(window.close)
        for _ in range(2):
            wait_until(lambda: window.ask("item", "card", "visible"), "the card is there")
            wait_until(lambda: window.ask("item", "badge", "visible"), "the badge is there")
            window.ask("set", "hasCard", "false")
            wait_until(lambda: window.ask("item", "card", "visible") is None, "the card is gone")
            wait_until(lambda: window.ask("item", "badge", "visible"), "the badge is still there")
            window.ask("set", "hasCard", "true")
        self.assertEqual(window.said, [])


if __name__ == "__main__":
    unittest.main()
