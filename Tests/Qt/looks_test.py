"""The Qt client draws looks as docs/scene-format.md#looks defines them.

Tests/Renderers/looks.py has the scene, and compares the pictures: one of the scene as it is, and
one after a change of everything in looks that can move.
"""

import json
import os
import sys
import tempfile

import numpy
from driving import RENDERER, Daemon, Window
from PIL import Image

import kiosk  # isort: skip, driving finds its folder
import looks  # isort: skip
import snapback  # isort: skip
from waiting import wait_until  # isort: skip

HERE = os.path.dirname(os.path.abspath(__file__))
# Pixels of a point.
RATIO = 2


def picture(window, folder, name):
    window.at_rest()
    path = os.path.join(folder, f"{name}.png")
    if not window.ask("draw", "now", path):
        raise AssertionError("the picture cannot be written")
    with Image.open(path) as image:
        pixels = numpy.array(image.convert("RGB"))
    kiosk.keep(pixels, f"looks qt {RENDERER} {name}")
    return pixels


def properties(window):
    """What is wrong with the properties of an item; returns whether nothing is."""
    def of(key):
        return window.ask("item", "frame", key)
    wanted = {
        "borderWidth": 11, "borderColor": "#ff00ff", "textColor": "#000000", "fontWeight": 400,
        "viewData": looks.LOOKS["frame"]["data"]}
    seen = {key: of(key) for key in wanted}
    if seen != wanted:
        print(f"  FAILED properties: {seen} instead of {wanted}")
    return seen == wanted


def main():
    name = f"looks, qt {RENDERER}"
    with tempfile.TemporaryDirectory() as folder:
        scene, bands = (os.path.join(folder, file) for file in ("looks.json5", "bands.png"))
        with open(scene, "w", encoding="utf-8") as file:
            file.write(looks.scene())
        looks.write_bands(bands)
        daemon = Daemon(scene)
        window = None
        try:
            window = Window(os.path.join(HERE, "looks.qml"), daemon.path, looks.SIZE, RATIO)
            window.ask("set", "images", json.dumps({"bands": f"file:{bands}"}))
            wait_until(lambda: window.ask("item", "frame", "shown"), "the scene is shown")
            line = looks.line_height(daemon.path)
            passed = looks.check(name, picture(window, folder, "before"), looks.LOOKS, line)
            with snapback.connect(daemon.path) as client:
                client.change(looks.CHANGES)
            wait_until(lambda: window.ask("item", "frame", "borderWidth") == 11, "the change")
            after = picture(window, folder, "after")
            passed = looks.check(f"{name}, changed", after, looks.changed(), line) and passed
            passed = properties(window) and passed
            if window.said:
                print(f"  FAILED {name}: {window.said}")
                passed = False
        finally:
            if window is not None:
                window.close()
            daemon.close()
    print(f"{name}: {'passed' if passed else 'FAILED'}")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
