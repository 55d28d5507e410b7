"""A scene in a window of SDL that a test drives, drawn by SDL's software renderer.

SNAPBACK_SDL_BUILD is the folder of the driver, which driver.c describes.
"""

import os
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [
    os.path.join(TOP, *folder) for folder in (
        ("clients", "python"), ("Tests", "Devices"), ("Tests", "Renderers"),
        ("Tests", "Windows"))]
from waiting import wait_until, wait_until_still  # noqa: E402

BUILD = os.environ["SNAPBACK_SDL_BUILD"]
# Fonts of the package fonts-dejavu-core.
REGULAR, BOLD = (
    f"/usr/share/fonts/truetype/dejavu/{name}.ttf" for name in ("DejaVuSans", "DejaVuSans-Bold"))
# The answers to `state`.
LOST, OPEN, FRAMES = range(3)


class Window:
    """A scene in a window of SDL, drawn by its software renderer."""

    def __init__(self, socket, size=(390, 844), ratio=1):
        self._folder = tempfile.TemporaryDirectory()
        self._process = subprocess.Popen(
            [os.path.join(BUILD, "driver"), socket, *map(str, size), str(ratio)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_RENDER_DRIVER": "software"})

    def ask(self, *words):
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise AssertionError(f"the driver has ended: {self._process.stderr.read()}")
        if answer == "-1\n":
            raise AssertionError(f"the driver does not understand: {words}")
        return int(answer)

    def add_font(self, path, lightest=1, heaviest=1000):
        if self.ask("font", path, lightest, heaviest) != 0:
            raise AssertionError(f"the font {path} cannot be added")

    def picture(self, moment=0):
        path = os.path.join(self._folder.name, "picture.bmp")
        if self.ask("draw", moment, path) != 0:
            raise AssertionError("the picture cannot be written")
        with Image.open(path) as image:
            return numpy.array(image.convert("RGB"))

    def at_rest(self):
        """Waits until no picture is drawn for half a second."""
        wait_until_still(lambda: self.ask("pictures"), "the window rests")

    def close(self):
        self._process.stdin.close()
        code = self._process.wait(10)
        said = self._process.stderr.read()
        self._process.stdout.close()
        self._process.stderr.close()
        self._folder.cleanup()
        if code != 0:
            raise AssertionError(f"the driver ended with {code}: {said}")


def shown(test, daemon, *settings, kind=Window):
    """A window that is connected to a daemon, for the duration of a test."""
    window = kind(daemon.path, *settings)
    test.addCleanup(window.close)
    wait_until(lambda: window.ask("state") != LOST, "the window is connected")
    return window
