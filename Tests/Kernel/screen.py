"""Compares pictures of the guest's display with a replay: screen.py BINARIES SCRATCH

While the card of the scenario `screen` moves, this program stops the machine four times with QEMU's
monitor and takes a picture of the display. The program in the guest then prints for which times it
has drawn its pictures. Each picture of the display agrees with the replay at one of these times:
bounding boxes and centroids of all colors are within half a point. SCRATCH has the monitor's
socket, the guest's output and its file system. Prints a line as scenarios do; nothing if the
scenario was not run.
"""

import json
import os
import socket
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
sys.path[:0] = [
    os.path.join(TOP, *folder) for folder in (
        ("clients", "python"), ("Tests", "Devices"), ("Tests", "Renderers"))]
import numpy  # noqa: E402
import regions  # noqa: E402
import staging  # noqa: E402
from PIL import Image  # noqa: E402

ALLOWED = 0.5
PICTURES, APART = 4, 1.5


class Monitor:
    """QEMU's monitor for people, at a socket."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(path)
        self._socket.settimeout(60)
        self._read()

    def _read(self):
        text = b""
        while not text.endswith(b"(qemu) "):
            part = self._socket.recv(4096)
            if not part:
                raise ConnectionError("the machine is off")
            text += part

    def ask(self, command):
        self._socket.sendall(command.encode() + b"\n")
        self._read()

    def picture(self, path):
        """The pixels of the display, at a moment in which the machine is stopped."""
        self.ask("stop")
        self.ask(f"screendump {path}")
        self.ask("cont")
        with Image.open(path) as image:
            return numpy.array(image.convert("RGB"))


def lines_of(path):
    """The lines about the screen that the guest has written."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return [line.strip().removeprefix("screen ") for line in file
                if line.startswith("screen ") and line.endswith("\n")]


def wait_for(line, results):
    """Waits until the guest writes a line; returns whether it does so before it is off."""
    while True:
        lines = lines_of(results)
        if line in lines:
            return True
        if "off" in lines:
            return False
        time.sleep(0.2)


def replay(binaries, recording):
    output = subprocess.run(
        [os.path.join(binaries, "snapback"), "replay", recording, "--scene",
         os.path.join(HERE, "screen.json5"), "--json", "--rate", "1000"],
        check=True, capture_output=True, timeout=60).stdout
    result = staging.Conversation("ndjson", "frames")
    for line in output.splitlines():
        [(kind, body)] = json.loads(line).items()
        result.messages.append(staging.Message(kind, body.get("time", 0), line, body))
    return result


def truths_of(flips, played, offset):
    """The size of the screen, and pairs of a time and the regions of the replay at that time."""
    times, result = numpy.array(played.times("frame")), []
    for aimed in flips:
        moment = int(times[abs(times - (aimed - offset)).argmin()])
        screen, views = staging.state_at(played, moment)
        result.append((aimed, regions.of_truth(screen, views)))
    return (screen["width"], screen["height"]), result


def candidates(picture, size, truths):
    """How far a picture is from the replay at each time: the time, the points and where."""
    seen = regions.of_picture(picture, size, list(truths[0][1]))
    return [
        (aimed, *max((*regions.difference(truth[color], seen[color]), color) for color in truth))
        for aimed, truth in truths]


def compare(pictures, lines, played):
    """The line that says what was found."""
    steps = [message for message in played.messages if message.kind == "gesture"]
    # The daemon's clock and that of the replay begin at different times.
    first = next(json.loads(line)["gesture"] for line in lines if line.startswith("{"))
    offset = first["time"] - steps[0].time
    flips = [int(line.split()[1]) for line in lines if line.startswith("flip ")]
    flips = [aimed for aimed in flips if aimed - offset > steps[-1].time]
    if not flips:
        return "FAILED  screen-pixels: the program has shown no picture after the release"
    size, truths = truths_of(flips, played, offset)
    last, found = 0, []
    for picture in pictures:
        later = [each for each in candidates(picture, size, truths) if each[0] > last]
        fitting = [each for each in later if each[1] <= ALLOWED]
        if not fitting:
            nearest = min(later, key=lambda each: each[1], default=None)
            return f"FAILED  screen-pixels: picture {len(found) + 1} is far from all: {nearest}"
        # A spring passes a place several times, so the first time may be an earlier one.
        last = fitting[0][0]
        found.append(min(each[1] for each in fitting))
    alike = any(
        numpy.array_equal(one, other) for place, one in enumerate(pictures)
        for other in pictures[place + 1:])
    if alike:
        return "FAILED  screen-pixels: some pictures are the same"
    each = ", ".join(f"{points:.2f}" for points in found)
    return f"ok      screen-pixels: {each} pt from the replay"


def main(binaries, scratch):
    results = os.path.join(scratch, "results")
    if not wait_for("moves", results):
        return
    monitor = Monitor(os.path.join(scratch, "monitor"))
    pictures = []
    for number in range(PICTURES):
        pictures.append(monitor.picture(os.path.join(scratch, f"picture{number}.ppm")))
        time.sleep(APART)
    recording = os.path.join(scratch, "guest", "test", "screen.evemu")
    played = replay(binaries, recording)
    if not wait_for("over", results):
        print("FAILED  screen-pixels: the scenario was not completed")
        return
    print(compare(pictures, lines_of(results), played))


if __name__ == "__main__":
    main(*sys.argv[1:])
