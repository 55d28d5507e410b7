"""A recording: the messages of a daemon that played it, and an independent replay."""

import json
import os
import subprocess
import sys
import tempfile

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [
    os.path.join(TOP, *folder) for folder in (
        ("clients", "python"), ("Tests", "Devices"), ("Tests", "Renderers"))]

import staging  # noqa: E402
from connecting import connected  # noqa: E402

# Seconds after the last release at which pictures are compared.
MOMENTS = (0.04, 0.1, 0.18, 0.3)
# The type of a gesture in a binary message.
GESTURE = "21"


class Played:
    """The messages that a client of segments received during a recording, and the lines of
    `snapback replay` for the same recording. `moments` are times of the replay in nanoseconds, and
    `zero` is the time of the daemon's clock at which the recording began."""

    def __init__(self, binaries, scene, recording):
        self._lines = _replayed(binaries, scene, recording)
        steps = [message for message in self._lines.messages if message.kind == "gesture"]
        released = max(step.time for step in steps if step.body["phase"] == "ended")
        self.conversation, first = _received(binaries, scene, recording, released - steps[0].time)
        self.zero = first - steps[0].time
        staging.date_back(self.conversation, self.zero + released)
        times = self._lines.times("frame")
        self.moments = [
            min(times, key=lambda time: abs(time - released - 1e9 * seconds))
            for seconds in MOMENTS]

    def truth(self, moment):
        """The screen and the views of the replay at a moment."""
        return staging.state_at(self._lines, moment)

    def stage(self, moment, frozen=False):
        """A socket that sends each client the messages of the daemon up to a moment. With
        `frozen`, moving views are held where they are at that moment."""
        return staging.Stage(
            {("binary", "segments"): self.conversation}, self.zero + moment, frozen)


def _replayed(binaries, scene, recording):
    output = subprocess.run(
        [os.path.join(binaries, "snapback"), "replay", recording, "--scene", scene, "--json",
         "--rate", "1000"], check=True, capture_output=True, timeout=60).stdout
    result = staging.Conversation("ndjson", "frames")
    for line in output.splitlines():
        [(kind, body)] = json.loads(line).items()
        result.messages.append(staging.Message(kind, body.get("time", 0), line, body))
    return result


def _received(binaries, scene, recording, span):
    """The messages until the motion after the last release has ended, and the time of the first
    step of a gesture. `span` is the time from that step to the last release."""
    result, first = staging.Conversation("binary", "segments"), None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        daemon = subprocess.Popen(
            [os.path.join(binaries, "snapbackd"), "--scene", scene, "--replay", recording,
             "--socket", path, "--log-level", "warning"])
        try:
            with connected(path, 10, lambda: daemon.poll() is not None) as client:
                client.settimeout(20)
                client.sendall(staging.MAGIC + staging.packed(
                    "binary", "hello", {"want": ["segments", "gestures"]}))
                file = client.makefile("rb")
                while message := staging.read_message(file, "binary"):
                    result.messages.append(message)
                    if message.kind == GESTURE and first is None:
                        first = message.time
                    if message.kind == "idle" and first is not None and message.time > first + span:
                        return result, first
        finally:
            daemon.terminate()
            daemon.wait(10)
    raise AssertionError("the daemon closed the connection before the motion ended")
