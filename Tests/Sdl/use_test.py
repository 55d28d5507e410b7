"""The scene of snapback-sdl.h in use: connections, touches, sizes, scale factors, time and rest.

The window of driver.c is drawn by SDL's software renderer, without a display. SNAPBACK_BINARIES is
the folder of snapbackd, and SNAPBACK_SDL_BUILD that of the driver.
"""

import os
import tempfile
import time
import unittest

from driven import FRAMES, LOST, OPEN, TOP, Window, shown

import regions  # isort: skip, driven finds their folders
import snapback  # isort: skip
import staging  # isort: skip
from daemons import Daemon  # isort: skip
from waiting import wait_until  # isort: skip

CARD = os.path.join(TOP, "configs", "scenes", "card.json5")
FLICK = os.path.join(TOP, "recordings", "flick.evemu")
BLUE = "#0a84ff"
# The left edge, top edge, right edge and bottom edge of the card at rest, in points.
HOME = (39, 219.333, 351, 624.667)
# Pixels by which an edge may differ: SDL's software renderer rounds the corners of triangles to
# whole pixels, and the pixel at an edge counts if three quarters of it are covered.
ALLOWED = 1.5
# A refresh of the display without a display, in seconds.
REFRESH = 1 / 60


class CardWindow(Window):
    """A window that shows the card."""

    def card(self, moment=0):
        """The edges of the card in pixels: left, top, right, bottom."""
        picture = self.picture(moment)
        region = regions.of_picture(picture, picture.shape[1::-1], [BLUE])[BLUE]
        return region and tuple(region[edge] for edge in ("left", "top", "right", "bottom"))

    def moved(self):
        """How far the card is to the right of its place in a window of the screen's size, in
        points. It tilts about its middle."""
        card = self.card()
        return (card[0] + card[2] - HOME[0] - HOME[2]) / 2 if card else -1000


class Used(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(CARD)
        self.addCleanup(self.daemon.close)

    def show(self, *settings, daemon=None):
        return shown(self, daemon or self.daemon, *settings, kind=CardWindow)

    def watcher(self):
        client = snapback.connect(self.daemon.path, want=["touches", "segments"])
        self.addCleanup(client.close)
        return client

    def touches(self, client, count):
        """The first contacts that the daemon reports, as tuples of phase and whole points."""
        result = []
        deadline = time.monotonic() + 10
        while len(result) < count and time.monotonic() < deadline:
            message = client.receive(10)
            if isinstance(message, snapback.Touch):
                result += [
                    (contact.phase, round(contact.x), round(contact.y))
                    for contact in message.contacts]
        return result

    def expect_edges(self, window, zoom, left, top):
        for got, edge, offset in zip(window.card(), HOME, 2 * (left, top)):
            self.assertAlmostEqual(got, offset + zoom * edge, delta=ALLOWED)

    def test_the_scene_fits_in_windows_of_all_shapes(self):
        window = self.show()
        for size, zoom, left, top in (
                ((390, 844), 1, 0, 0), ((780, 1688), 2, 0, 0), ((1000, 844), 1, 305, 0),
                ((390, 1000), 1, 0, 78)):
            window.ask("resize", *size)
            wait_until(
                lambda size=size: window.picture().shape[1::-1] == size, "the window has the size")
            self.expect_edges(window, zoom, left, top)

    def test_a_display_with_a_scale_factor_has_more_pixels_and_the_same_touches(self):
        watcher = self.watcher()
        window = self.show((390, 844), 3)
        self.assertEqual(window.picture().shape[1::-1], (1170, 2532))
        self.expect_edges(window, 3, 0, 0)
        window.ask("mouse", "began", 195, 500)
        window.ask("mouse", "ended", 195, 500)
        window.ask("finger", "began", 1, 0.25, 0.5)
        window.ask("finger", "ended", 1, 0.25, 0.5)
        self.assertEqual(self.touches(watcher, 4), [
            ("began", 195, 500), ("ended", 195, 500), ("began", 98, 422), ("ended", 98, 422)])

    def test_the_mouse_drags_the_card_which_springs_back_and_rests(self):
        window = self.show()
        window.at_rest()
        self.assertAlmostEqual(window.moved(), 0, delta=ALLOWED)
        window.ask("mouse", "began", 195, 500)
        for step in range(1, 11):
            window.ask("mouse", "moved", 195 + 12 * step, 500)
            time.sleep(0.016)
        # The finger has moved the card by 120 points, less the slop and what the tilt takes.
        wait_until(lambda: window.moved() > 60, "the card follows")
        before = window.ask("pictures")
        window.ask("mouse", "ended", 315, 500)
        time.sleep(0.2)
        self.assertGreater(window.ask("pictures") - before, 4)
        window.at_rest()
        self.assertAlmostEqual(window.moved(), 0, delta=ALLOWED)

    def test_fingers_are_contacts_at_points_of_the_screen(self):
        watcher = self.watcher()
        # Twice the size of the screen, and 100 more at the left and the right.
        window = self.show((980, 1688))
        window.ask("finger", "began", 1, 300 / 980, 800 / 1688)
        window.ask("finger", "began", 2, 500 / 980, 1000 / 1688)
        window.ask("finger", "moved", 2, 520 / 980, 1000 / 1688)
        window.ask("finger", "ended", 1, 300 / 980, 800 / 1688)
        window.ask("mouse", "left", 0, 0)
        self.assertEqual(self.touches(watcher, 5), [
            ("began", 100, 400), ("began", 200, 500), ("moved", 210, 500), ("ended", 100, 400),
            ("cancelled", 210, 500)])

    def test_without_touches_nothing_is_injected(self):
        watcher = self.watcher()
        window = self.show()
        window.ask("touches", 0)
        window.ask("mouse", "began", 195, 500)
        window.ask("mouse", "ended", 195, 500)
        # The loop takes the pushed events before the next command.
        window.ask("state")
        window.ask("touches", 1)
        window.ask("mouse", "began", 200, 510)
        window.ask("state")
        window.ask("touches", 0)
        self.assertEqual(
            [phase for phase, _, _ in self.touches(watcher, 2)], ["began", "cancelled"])

    def test_the_window_connects_to_the_next_daemon(self):
        window = self.show()
        self.daemon.stop()
        wait_until(lambda: window.ask("state") == LOST, "the loss is noticed")
        # The last picture stays.
        self.expect_edges(window, 1, 0, 0)
        self.daemon.start()
        wait_until(lambda: window.ask("state") == OPEN, "the window is connected again")
        with snapback.connect(self.daemon.path) as client:
            client.change([{"view": "card", "translation": [30, 0]}])
        wait_until(lambda: abs(window.moved() - 30) <= ALLOWED, "the change is drawn")

    def test_a_recording_at_another_speed_is_drawn_from_frames(self):
        # The times of its motion are not those of this machine's clock.
        daemon = Daemon(CARD, "--replay", FLICK, "--speed", "0.5")
        self.addCleanup(daemon.close)
        window = CardWindow(daemon.path)
        self.addCleanup(window.close)
        wait_until(lambda: window.moved() > 60, "the card flies")
        self.assertEqual(window.ask("state"), FRAMES)
        wait_until(lambda: abs(window.moved()) <= ALLOWED, "the card is back")

    def test_terms_that_the_library_does_not_know_are_drawn_from_frames(self):
        sent = {("binary", "segments"): staging.at_rest(self.daemon.path, "binary", "segments")}
        with snapback.connect(self.daemon.path) as client:
            client.change([{"view": "card", "translation": [30, 0]}])
        sent["binary", "frames"] = staging.at_rest(self.daemon.path, "binary", "frames")
        moment = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        sent["binary", "segments"].messages.append(staging.unknown_term(moment))
        with staging.Stage(sent, moment) as stage:
            window = self.show(daemon=stage)
            wait_until(lambda: len(stage.told) > 1, "the window asks for frames")
            self.assertEqual(stage.told, [("binary", "segments"), ("binary", "frames")])
            wait_until(lambda: abs(window.moved() - 30) <= ALLOWED, "the frames are drawn")
            window.at_rest()
            self.assertEqual(len(stage.told), 2)

    def test_an_image_covers_its_views_with_its_sides_in_proportion(self):
        """The image has a red, a green and a blue square next to each other. A view that is less
        wide shows the middle of it."""
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json5")
            with open(scene, "w", encoding="utf-8") as file:
                file.write("""{ snapback: 1, screen: { width: 100, height: 100 },
                  views: [{ id: "photo", image: "stripes" }],
                  constraints: ["photo.left = 20", "photo.top = 20", "photo.width = 60",
                    "photo.height = 40"] }""")
            daemon = Daemon(scene)
            self.addCleanup(daemon.close)
            window = self.show((400, 400), daemon=daemon)
            self.assertEqual(window.ask(*"image stripes 300 100 ff0000 00ff00 0000ff".split()), 0)
            picture = window.picture()
        # The height of 40 points needs an image 120 wide: its middle half is seen, which is a
        # quarter of the red stripe, all of the green one and a quarter of the blue one.
        for x, color in ((21, (255, 0, 0)), (28, (255, 0, 0)), (32, (0, 255, 0)),
                         (68, (0, 255, 0)), (72, (0, 0, 255)), (79, (0, 0, 255))):
            for y in (22, 40, 58):
                self.assertEqual(tuple(picture[4 * y, 4 * x]), color, (x, y))
        self.assertEqual(tuple(picture[4 * 40, 4 * 18]), (0, 0, 0))

    def test_a_large_image_on_a_turned_view_is_drawn_whole(self):
        """SDL's software renderer cannot draw it with one call, see snapback_sdl__needs_tiles."""
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json5")
            with open(scene, "w", encoding="utf-8") as file:
                file.write("""{ snapback: 1, screen: { width: 300, height: 200 },
                  views: [{ id: "photo", image: "stripes", cornerRadius: 20 }],
                  constraints: ["photo.left = 0", "photo.top = 0", "photo.width = 300",
                    "photo.height = 200"],
                  actions: [{ on: "appear", changes: [{ view: "photo", rotation: 180 }] }] }""")
            daemon = Daemon(scene)
            self.addCleanup(daemon.close)
            window = self.show((1800, 1200), daemon=daemon)
            self.assertEqual(window.ask(*"image stripes 3000 2000 ff0000 00ff00 0000ff".split()), 0)
            picture = window.picture()
        # The stripes are 100 points wide, from the right to the left.
        for y in (30, 100, 170):
            for x in range(2, 300, 4):
                color = ((0, 0, 255), (0, 255, 0), (255, 0, 0))[x // 100]
                if min(x % 100, 100 - x % 100) > 1:
                    self.assertEqual(tuple(picture[6 * y, 6 * x]), color, (x, y))
        for x, y in ((1, 1), (298, 1), (1, 198), (298, 198)):
            self.assertEqual(tuple(picture[6 * y, 6 * x]), (0, 0, 0), (x, y))

    def test_the_frame_time_is_the_next_refresh(self):
        window = self.show()
        window.at_rest()
        # Longer than a second ago, the last picture says nothing about the next refresh.
        time.sleep(1)
        self.assertAlmostEqual(window.ask("lead") / 1e9, REFRESH, delta=1e-6)
        with snapback.connect(self.daemon.path) as client:
            client.change([{"view": "card", "translation": [30, 0]}])
        wait_until(lambda: abs(window.moved() - 30) <= ALLOWED, "the change is drawn")
        for _ in range(20):
            self.assertLessEqual(window.ask("lead") / 1e9, REFRESH + 1e-6)
            self.assertGreater(window.ask("lead"), -1e6)
            time.sleep(0.007)


class Written(unittest.TestCase):
    def test_the_example_has_at_most_80_lines(self):
        with open(os.path.join(TOP, "clients/c/examples/sdl/card.c"), encoding="utf-8") as file:
            example = file.read()
        self.assertLessEqual(sum(bool(line.strip()) for line in example.splitlines()), 80)


if __name__ == "__main__":
    unittest.main()
