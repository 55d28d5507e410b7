"""The client and a live daemon: live BINARIES calls it.

The card is flicked by a recording. While it springs home, frames and evaluated segments have to be
within 10⁻³ points of what `snapback replay` says of the same recording.
"""

import os
import time
import unittest

import rig
import support
import snapback
from snapback import messages as m

BINARIES = os.environ["SNAPBACK_BINARIES"]
NEAR = 1e-3


class LiveTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.reference = rig.Reference(BINARIES)

    def setUp(self):
        self.daemon = rig.Daemon(BINARIES)
        self.addCleanup(self.daemon.close)

    def played(self, **options):
        """A client of a daemon that plays the flick."""
        self.daemon.start("--replay", rig.RECORDING)
        client = snapback.connect(self.daemon.path, name="live", **options)
        self.addCleanup(client.close)
        return client

    def comparable(self, frame, zero):
        """Whether a frame is of the way home, and computed when the release was known."""
        return zero is not None and self.reference.covers(frame.time - zero) \
            and self.reference.covers(frame.computed - zero)

    def near(self, drawn, moment, what):
        """Holds a view at a moment of the recording against the replay."""
        dx, dy, turn = self.reference.at(moment)
        after = (moment - self.reference.released) / 1e6
        what = f"{what}, {after:.3f} ms after the release, {drawn.transform} for {dx}, {dy}, {turn}"
        for got, expected in zip(drawn.transform.translation, (dx, dy)):
            self.assertLessEqual(abs(got - expected), NEAR, what)
        self.assertLessEqual(abs(drawn.transform.rotation - turn), NEAR / 200, what)
        matrix = self.reference.matrix(moment)
        for got, expected in zip(drawn.matrix[4:], matrix[4:]):
            self.assertLessEqual(abs(got - expected), NEAR, what)

    def at_home(self, drawn):
        for got, expected in zip(drawn.frame, self.reference.home["frame"]):
            self.assertLessEqual(abs(got - expected), NEAR)
        self.assertEqual(drawn.transform, m.Transform())

    def follow(self, client):
        """Takes messages until all is over; gives each with the zero of the recording's clock."""
        zero = None
        ended = False
        while not (ended and client.scene.is_idle):
            message = client.receive(timeout=10)
            if isinstance(message, m.Gesture):
                if message.phase == "began":
                    zero = message.time - self.reference.began
                ended = ended or message.phase == "ended"
            yield zero, message

    def test_frames_in_lines(self):
        self.frames("ndjson")

    def test_frames_in_binary(self):
        self.frames("binary")

    def frames(self, encoding):
        client = self.played(encoding=encoding)
        compared = 0
        for zero, message in self.follow(client):
            if isinstance(message, m.Frame) and self.comparable(message, zero):
                self.near(client.scene["card"].drawn, message.time - zero, encoding)
                compared += 1
        self.assertGreater(compared, 15)
        self.at_home(client.scene["card"].drawn)

    def test_frames_on_request(self):
        client = self.played(pacing="pull")
        zero, ended, compared = None, False, 0
        while not (ended and client.scene.is_idle):
            target = snapback.now() + 8_000_000
            answer = client.frame_at(target, 16_666_667)
            while client.pending():
                message = client.receive()
                if isinstance(message, m.Gesture):
                    if message.phase == "began":
                        zero = message.time - self.reference.began
                    ended = ended or message.phase == "ended"
            if isinstance(answer, m.Frame):
                self.assertEqual(answer.time, target)
                if self.comparable(answer, zero):
                    self.near(client.scene["card"].drawn, target - zero, "pull")
                    compared += 1
            time.sleep(0.012)
        self.assertGreater(compared, 15)
        self.at_home(client.scene["card"].drawn)

    def test_segments_in_lines(self):
        self.segments("ndjson")

    def test_segments_in_binary(self):
        self.segments("binary")

    def segments(self, encoding):
        client = self.played(encoding=encoding, want=["segments", "gestures"])
        compared = 0
        for zero, message in self.follow(client):
            if not isinstance(message, m.Segment) or zero is None:
                continue
            if message.time - zero < self.reference.released:
                continue
            # From the release on everything is known: all of the way home, at any rate.
            for moment in range(self.reference.released, self.reference.ends, 7_919_000):
                if self.reference.covers(moment) and zero + moment >= message.time:
                    self.near(client.scene.at(zero + moment)["card"], moment, encoding)
                    compared += 1
        self.assertGreater(compared, 50)
        self.at_home(client.scene.at(snapback.now())["card"])
        self.assertLessEqual(client.scene.moves_until, snapback.now())

    def test_segments_are_what_frames_are(self):
        client = self.played(want=["segments", "frames", "gestures"])
        compared = 0
        for zero, message in self.follow(client):
            if isinstance(message, m.Frame) and self.comparable(message, zero):
                evaluated = client.scene.at(message.time)["card"]
                self.near(evaluated, message.time - zero, "segment")
                for got, expected in zip(evaluated.matrix, client.scene["card"].matrix):
                    self.assertLessEqual(abs(got - expected), NEAR)
                compared += 1
        self.assertGreater(compared, 15)

    def test_segments_are_frames_while_fingers_move(self):
        # Frames as the last event left them: resampled ones are between two events.
        config = os.path.join(self.daemon.folder.name, "config.json5")
        with open(config, "w", encoding="utf-8") as file:
            file.write('{ resampling: "none" }')
        for scene, recording in [
                ("photo", "photo-fingers"), ("list", "list-fingers"), ("sheet", "sheet-drags")]:
            self.daemon.start(
                "--config", config, "--replay",
                os.path.join(support.TOP, "recordings", recording + ".evemu"),
                scene=os.path.join(support.TOP, "configs", "scenes", scene + ".json5"))
            with self.subTest(scene), snapback.connect(
                    self.daemon.path, want=["segments", "frames"], name="live") as client:
                self.assertGreater(self.all_alike(client), 50)
            self.daemon.stop()

    def all_alike(self, client):
        """Holds evaluated views against those of frames until the scene rests for a second."""
        compared = 0
        while True:
            try:
                message = client.receive(timeout=1)
            except snapback.TimedOut:
                return compared
            if not isinstance(message, m.Frame):
                continue
            views = client.scene.at(message.time)
            for state in message.views:
                found, drawn = client.scene[state.view].drawn, views[state.view]
                pairs = [*zip(drawn.matrix, found.matrix), *zip(drawn.frame, found.frame),
                         *zip(drawn.transform.translation, found.transform.translation),
                         *zip(drawn.box, state.box), (drawn.alpha, found.alpha),
                         (drawn.corner_radius, found.corner_radius)]
                self.assertLessEqual(max(abs(a - b) for a, b in pairs), NEAR, state)
                self.assertEqual(drawn.color, found.color)
                compared += 1

    def test_shared_memory_is_what_frames_are(self):
        client = self.played()
        memory = client.attach_memory()
        compared = 0
        for zero, message in self.follow(client):
            frame = memory.read()
            if zero and self.reference.covers(frame.time - zero):
                card = memory.view("card")
                if memory.read().time == frame.time:
                    expected = self.reference.at(frame.time - zero)
                    self.assertLessEqual(abs(card.transform.translation[0] - expected[0]), NEAR)
                    compared += 1
        self.assertGreater(compared, 10)
        deadline = time.monotonic() + 2
        while not memory.read().idle:
            self.assertLess(time.monotonic(), deadline)
            memory.wait(0.1)
        self.assertLessEqual(
            abs(memory.view("card").transform.translation[0]), 0.0)

    def test_commands(self):
        self.daemon.start()
        with snapback.connect(self.daemon.path) as client:
            self.assertIn("control", client.welcome.roles)
            self.assertTrue(client.status()["ok"])
            self.assertGreater(client.ping().now, 0)
            client.change([{"view": "card", "alpha": 0.5}])
            self.until(client, lambda: client.scene["card"].appearance.alpha == 0.5)
            client.change([{"view": "card", "cornerRadius": 12.5}])
            self.until(client, lambda: client.scene["card"].corner_radius == 12.5)
            with self.assertRaises(snapback.CommandError) as caught:
                client.change([{"view": "crad", "alpha": 1}])
            self.assertIn("card", caught.exception.message)
            client.change(
                [{"view": "card", "translation": [30, 0]}],
                animate={"duration": 0.1, "curve": "linear"})
            self.until(client, lambda: client.scene["card"].transform.translation == (30, 0))

    def until(self, client, holds):
        deadline = time.monotonic() + 5
        while not holds():
            self.assertLess(time.monotonic(), deadline)
            client.receive(timeout=5)

    def test_injected_touches_drive_a_pan(self):
        self.daemon.start()
        with snapback.connect(self.daemon.path, want=["frames", "gestures"]) as client:
            client.inject([{"id": 1, "phase": "began", "x": 195, "y": 420}])
            for step in range(1, 11):
                time.sleep(0.01)
                client.inject([{"id": 1, "phase": "moved", "x": 195 + 8 * step, "y": 420}])
            client.inject([{"id": 1, "phase": "ended", "x": 275, "y": 420}])
            phases, farthest = [], 0.0
            while "ended" not in phases or not client.scene.is_idle:
                message = client.receive(timeout=5)
                if isinstance(message, m.Gesture):
                    self.assertTrue(message.injected)
                    phases.append(message.phase)
                farthest = max(farthest, client.scene["card"].transform.translation[0])
            self.assertEqual(phases[0], "began")
            self.assertGreater(farthest, 40)
            self.at_home(client.scene["card"].drawn)

    def test_a_client_survives_a_restart(self):
        self.daemon.start()
        with snapback.connect(
                self.daemon.path, encoding=self.encoding(), reconnect=True) as client:
            self.until(client, lambda: "card" in client.scene)
            session = client.welcome.session
            self.daemon.stop()
            os.path.exists(self.daemon.path) and os.unlink(self.daemon.path)
            self.daemon.start()
            while True:
                message = client.receive(timeout=10)
                if isinstance(message, m.Reconnected):
                    break
            self.assertFalse(message.continued)
            self.assertNotEqual(message.welcome.session, session)
            self.assertIsInstance(client.receive(timeout=5), m.Snapshot)

    def encoding(self):
        return os.environ.get("SNAPBACK_ENCODING", "binary")


if __name__ == "__main__":
    unittest.main()
