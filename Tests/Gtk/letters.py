"""The GTK widget writes texts on their baselines: letters.py BINARIES

The texts of texts.json5 consist of the letters H and ה, whose ink ends at the baseline. In the
pixels of a window, each line ends within half a point of the baseline that the daemon has computed,
and no ink is beside the frame of the view. The views `left` and `right` have a Hebrew text that is
aligned to this side, and its ink is there.
"""

import json
import os
import subprocess
import sys
import tempfile

import agreement
import windows
from screen import Screen

from connecting import connected  # isort: skip, windows finds its folder

SCENE = os.path.join(agreement.HERE, "texts.json5")
WHITE = "#ffffff"
# Pixels of a point.
DENSITY = 8
# Points that a letter may leave free at the side where it begins.
BEARING = 3


def snapshot_of(path, daemon):
    with connected(path, 10, lambda: daemon.poll() is not None) as client:
        client.settimeout(10)
        client.sendall(b'{"hello":{}}\n')
        for line in client.makefile("rb"):
            message = json.loads(line)
            if "snapshot" in message:
                return message["snapshot"]
    raise AssertionError("the daemon sends no snapshot")


def ends(marks):
    """The numbers of the pixels after the end of each row of marked pixels."""
    return [place + 1 for place, mark in enumerate(marks)
            if mark and (place + 1 == len(marks) or not marks[place + 1])]


def check(view, ink):
    """Compares the ink of a text with its view; returns what differs."""
    x, y, width, height = view["frame"]
    text = view["text"]
    # A little more than the view, so that ink beside it is seen.
    left, top = (round((place - 4) * DENSITY) for place in (x, y))
    right, bottom = (round((place + 4) * DENSITY) for place in (x + width, y + height))
    part = ink[top:bottom, left:right]
    baselines = sorted({text["firstBaseline"], text["lastBaseline"]})
    found = [end / DENSITY - 4 for end in ends(list(part.any(axis=1)))]
    columns = part.any(axis=0).nonzero()[0] / DENSITY - 4
    faults = []
    if len(found) != len(baselines) or any(
            abs(one - other) > windows.ALLOWED for one, other in zip(found, baselines)):
        faults.append(f"its lines end at {found} instead of {baselines}")
    if columns[0] < 0 or columns[-1] > width:
        faults.append(f"its ink is from {columns[0]} to {columns[-1]} of {width}")
    gaps = {"left": columns[0], "right": width - columns[-1]}
    if gaps.get(view["id"], 0) > BEARING:
        faults.append(f"its ink is {gaps[view['id']]} from its side")
    print(f"gtk, text {view['id']}: lines end at {found}, baselines are {baselines}")
    return [f"  FAILED {view['id']}: {fault}" for fault in faults]


def main(binaries):
    faults = []
    with tempfile.TemporaryDirectory() as folder, Screen() as screen:
        path = os.path.join(folder, "s")
        daemon = subprocess.Popen([
            os.path.join(binaries, "snapbackd"), "--scene", SCENE, "--socket", path, "--device",
            os.path.join(folder, "none"), "--log-level", "error"])
        try:
            scene = snapshot_of(path, daemon)
            size = (scene["screen"]["width"], scene["screen"]["height"])
            pixels = tuple(round(length * DENSITY) for length in size)
            command = [
                agreement.PYTHON, "-B", os.path.join(agreement.HERE, "window.py"), path, "0",
                *map(str, pixels)]
            with windows.running(command, {"DISPLAY": screen.name}) as window:
                picture = windows.drawn(screen, window, size, pixels, {WHITE: True})[1]
            ink = (picture > 128).all(axis=2)
            for view in scene["views"]:
                if "text" in view:
                    faults += check(view, ink)
        finally:
            daemon.terminate()
            daemon.wait(10)
    print("\n".join(faults) or "gtk, texts: passed")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
