"""The kiosk in Qt Quick looks as the replay says.

The example is drawn at the moments of Tests/Renderers/kiosk.py. Each picture has the edges and the
colors of the replay.
"""

import os
import sys
import tempfile

import numpy
from driving import OPEN, RENDERER, TOP, Window
from PIL import Image

import kiosk  # isort: skip, driving finds its folder
from waiting import wait_until  # isort: skip

EXAMPLE = os.path.join(TOP, "clients", "qt", "examples", "kiosk-app.qml")
# Pixels of a point.
RATIO = 2


def picture(window, stage, tour, moment, folder):
    window.ask("set", "socket", f'"{stage.path}"')
    wait_until(lambda: stage.told, "the window has asked for the scene")
    wait_until(lambda: window.status() == OPEN, "the window is connected")
    window.at_rest()
    path = os.path.join(folder, "picture.png")
    if not window.ask("draw", tour.time(moment), path):
        raise AssertionError("the picture cannot be written")
    with Image.open(path) as image:
        return numpy.array(image.convert("RGB"))


def main():
    tour, passed, window = kiosk.Tour(os.environ["SNAPBACK_BINARIES"]), True, None
    name = f"kiosk, qt {RENDERER}"
    with tempfile.TemporaryDirectory() as folder:
        try:
            for moment in kiosk.MOMENTS:
                truth = tour.truth(moment)
                with tour.stage(moment) as stage:
                    if window is None:
                        window = Window(EXAMPLE, stage.path, truth.size, RATIO)
                    pixels = picture(window, stage, tour, moment, folder)
                kiosk.keep(pixels, f"qt {RENDERER} {moment}")
                passed = kiosk.check(name, moment, truth, pixels) and passed
            if window.said:
                print(f"  FAILED {name}: {window.said}")
                passed = False
        finally:
            if window is not None:
                window.close()
    print(f"{name}: {'passed' if passed else 'FAILED'}")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
