"""A daemon that plays a recording, and what `snapback replay` says of the same recording."""

import bisect
import json
import math
import os
import subprocess
import tempfile
import time

import support

SCENE = os.path.join(support.TOP, "configs", "scenes", "card.json5")
RECORDING = os.path.join(support.TOP, "recordings", "flick.evemu")


class Daemon:
    """A snapbackd in a folder of its own."""

    def __init__(self, binaries):
        self.program = os.path.join(binaries, "snapbackd")
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")
        self.process = None

    def start(self, *options):
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        self.process = subprocess.Popen(
            [self.program, "--scene", SCENE, "--socket", self.path, *options], stderr=self.log)
        deadline = time.monotonic() + 10
        while not os.path.exists(self.path):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the daemon does not listen: {self.said()}")
            time.sleep(0.01)

    def said(self):
        with open(os.path.join(self.folder.name, "log"), encoding="utf-8") as file:
            return file.read()

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.log.close()
            self.process = None

    def close(self):
        self.stop()
        self.folder.cleanup()


class Reference:
    """The card's way by `snapback replay` at 1000 frames a second; times from the first event.

    Between frames it is the cubic through places and velocities at both ends, which is within
    10⁻⁶ points of the spring.
    """

    def __init__(self, binaries):
        text = subprocess.run(
            [os.path.join(binaries, "snapback"), "replay", RECORDING, "--scene", SCENE, "--json",
             "--rate", "1000"], check=True, capture_output=True).stdout
        self.times, self.states = [], []
        for line in text.splitlines():
            [(kind, body)] = json.loads(line).items()
            if kind == "gesture" and body["phase"] == "began":
                self.began = body["time"]
            if kind == "gesture" and body["phase"] == "ended":
                self.released = body["time"]
            for view in body["views"] if kind == "frame" else []:
                self.times.append(body["time"])
                velocity = view["velocity"]
                self.states.append((
                    [*view["translation"], view["rotation"]],
                    [*velocity["translation"], velocity["rotation"]]))
                self.home = view
        # The last frame is at home, and what comes before it is not: a term ends there.
        self.ends = self.times[-2]

    def covers(self, moment):
        """Whether the card springs home then, untouched."""
        return self.released + 2_000_000 < moment < self.ends

    def at(self, moment):
        """Translation and rotation of the card at a time that is covered."""
        place = bisect.bisect_right(self.times, moment)
        (x0, v0), (x1, v1) = self.states[place - 1], self.states[place]
        span = (self.times[place] - self.times[place - 1]) / 1e9
        u = (moment - self.times[place - 1]) / 1e9 / span
        return [
            a * (1 + 2 * u) * (1 - u) ** 2 + b * u * (1 - u) ** 2 * span
            + c * u * u * (3 - 2 * u) + d * u * u * (u - 1) * span
            for a, b, c, d in zip(x0, v0, x1, v1)]

    def matrix(self, moment):
        """From the card's own coordinates to the screen, by its translation and rotation."""
        x, y, width, height = self.home["frame"]
        dx, dy, turn = self.at(moment)
        c, s = math.cos(turn), math.sin(turn)
        ax, ay = width / 2, height / 2
        return [c, s, -s, c, x + dx + ax - c * ax + s * ay, y + dy + ay - s * ax - c * ay]
