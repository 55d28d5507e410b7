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
# Points by which a number may be off a straight line between frames; its end is farther.
JUMP = 2e-4
RECORDING = os.path.join(support.TOP, "recordings", "flick.evemu")


class Daemon:
    """A snapbackd in a folder of its own."""

    def __init__(self, binaries):
        self.program = os.path.join(binaries, "snapbackd")
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")
        self.process = None

    def start(self, *options, scene=SCENE):
        self.log = open(os.path.join(self.folder.name, "log"), "ab")
        self.process = subprocess.Popen(
            [self.program, "--scene", scene, "--socket", self.path, *options], stderr=self.log)
        deadline = time.monotonic() + 10
        # A connection would start the recording; the kernel lists who listens.
        while not self.listens():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"the daemon does not listen: {self.said()}")
            time.sleep(0.01)

    def listens(self):
        with open("/proc/net/unix", encoding="utf-8") as file:
            rows = (line.split() for line in file)
            # The flags of a socket that listens have bit 16.
            return any(
                row[-1] == self.path and int(row[3], 16) & 0x10000 for row in rows
                if len(row) == 8 and row[3] != "Flags")

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
        """Whether the card springs home then, untouched, and none of its numbers comes to its end
        between the two frames: there it is set to 0."""
        if not self.released + 2_000_000 < moment < self.ends:
            return False
        (x0, v0), (x1, v1), span, _ = self.around(moment)
        return all(
            abs(b - a - span * (c + d) / 2) < JUMP for a, b, c, d in zip(x0, x1, v0, v1))

    def around(self, moment):
        """The frames before and after a time, the seconds between them, and how far it is in."""
        place = bisect.bisect_right(self.times, moment)
        before, after = self.times[place - 1:place + 1]
        span = (after - before) / 1e9
        return (
            self.states[place - 1], self.states[place], span, (moment - before) / 1e9 / span)

    def at(self, moment):
        """Translation and rotation of the card at a time that is covered."""
        (x0, v0), (x1, v1), span, u = self.around(moment)
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
