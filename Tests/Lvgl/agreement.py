"""The objects of LVGL are where the replay puts their views: agreement.py BINARIES STILL

Tests/Windows/windows.py has the comparison. STILL, the program of still.c, draws the scene with the
adapter of clients/c/examples/lvgl into memory.
"""

import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Windows"))
import numpy  # noqa: E402
import windows  # noqa: E402
from palette import recolored  # noqa: E402
from PIL import Image  # noqa: E402

import regions  # isort: skip, windows finds its folder


class Still(windows.Show):
    """A scene, drawn by LVGL."""

    def __init__(self, program, *settings):
        super().__init__(*settings)
        self._program = program

    def seen(self, path, time, size, truth, screen):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "still.ppm")
            subprocess.run(
                [self._program, path, str(time), *map(str, self.pixels(size)), file], check=True,
                timeout=windows.PATIENCE)
            with Image.open(file) as image:
                return regions.of_picture(numpy.array(image.convert("RGB")), size, list(truth))


def main(binaries, program):
    with tempfile.TemporaryDirectory() as folder:
        scene, fingers = windows.PHOTO
        windows.compare("lvgl", binaries, [
            Still(program, "card", windows.CARD, 4),
            Still(program, "photo", (recolored(scene, folder), fingers), 4),
            Still(program, "two fingers", windows.FINGERS, 4),
        ], needs_screen=False)


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
