"""Runs the program of docs/tutorial-renderer.md against a live daemon for scripts/test tutorial.

usage: tutorial_test.py BINARIES

Between the two stands a relay that keeps what the daemon said. Is every picture a frame that was
sent, and is the card where `snapback replay` has it at that time?
Exit codes: 0 all is well, 1 something is not.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree as xml

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
sys.path.insert(0, os.path.join(TOP, "clients", "python", "tests"))

import rig

PAGE = os.path.join(TOP, "docs", "tutorial-renderer.md")
LINE_LIMIT = 60
# Points.
NEAR = 1e-3
# Pictures of the way home, of a strip with one each 60 ms or more.
LEAST = 5
SVG = "{http://www.w3.org/2000/svg}"


def require(holds, text):
    if not holds:
        sys.exit(f"tutorial: {text}")


class Relay:
    """A socket that hands on to the daemon's, and keeps the lines that come from there."""

    def __init__(self, folder, daemon):
        self.path = os.path.join(folder, "relay")
        self.lines = b""
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.run, args=(daemon,), daemon=True).start()

    def run(self, daemon):
        client, _ = self.listener.accept()
        server = socket.socket(socket.AF_UNIX)
        server.connect(daemon)
        threading.Thread(target=self.carry, args=(client, server), daemon=True).start()
        while data := server.recv(65536):
            self.lines += data
            try:
                client.sendall(data)
            except OSError:
                return

    @staticmethod
    def carry(source, target):
        while data := source.recv(65536):
            target.sendall(data)

    def messages(self):
        whole = self.lines[:self.lines.rfind(b"\n")]
        return [next(iter(json.loads(line).items())) for line in whole.splitlines()]


def pictures(text):
    """Of each picture its time and the card's matrix and size."""
    for picture in xml.fromstring(text).iter(SVG + "svg"):
        rectangles = list(picture.iter(SVG + "rect")) if picture.get("viewBox") else []
        if rectangles:
            screen, card = rectangles
            matrix = [float(part) for part in card.get("transform")[7:-1].split()]
            size = [float(card.get("width")), float(card.get("height"))]
            yield int(screen.get("data-time")), matrix, size


def corners(matrix, size):
    a, b, c, d, x, y = matrix
    return [
        (a * p * size[0] + c * q * size[1] + x, b * p * size[0] + d * q * size[1] + y)
        for p in (0, 1) for q in (0, 1)]


def farthest(found, expected, size):
    """By how much a coordinate of a corner is off at most, in points."""
    pairs = zip(corners(found, size), corners(expected, size))
    return max(abs(a - b) for one, other in pairs for a, b in zip(one, other))


def main():
    binaries = sys.argv[1]
    with open(PAGE, encoding="utf-8") as file:
        programs = re.findall(r"```perl\n(.*?)```", file.read(), re.S)
    require(len(programs) == 1, f"{PAGE} has {len(programs)} programs, not one")
    lines = programs[0].count("\n")
    require(lines < LINE_LIMIT, f"the program has {lines} lines")

    reference = rig.Reference(binaries)
    daemon = rig.Daemon(binaries)
    try:
        daemon.start("--replay", rig.RECORDING)
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "renderer.pl")
            with open(program, "w", encoding="utf-8") as file:
                file.write(programs[0])
            relay = Relay(folder, daemon.path)
            run = subprocess.run(["perl", program, relay.path], capture_output=True, timeout=30)
            require(run.returncode == 0 and not run.stderr, f"perl: {run.stderr.decode()}")
            messages = relay.messages()
    finally:
        daemon.close()

    [began] = [
        body["time"] for kind, body in messages
        if kind == "gesture" and body["phase"] == "began"]
    zero = began - reference.began
    times = {body["time"] for kind, body in messages if kind in ("snapshot", "frame", "idle")}
    home = reference.home["toScreen"]
    drawn = list(pictures(run.stdout))
    worst, compared = 0.0, 0
    for time, matrix, size in drawn:
        require(time in times, f"no frame is for {time}")
        if reference.covers(time - zero):
            worst = max(worst, farthest(matrix, reference.matrix(time - zero), size))
            compared += 1
    for name, (_, matrix, size) in (("first", drawn[0]), ("last", drawn[-1])):
        require(farthest(matrix, home, size) <= NEAR, f"the {name} picture is not at home")
    require(compared >= LEAST, f"only {compared} of {len(drawn)} pictures are of the way home")
    require(worst <= NEAR, f"a corner is {worst:.6f} points from where the replay has it")
    print(f"tutorial: {lines} lines, {len(drawn)} pictures, {compared} of the way home, "
          f"at most {worst:.6f} points off")


main()
