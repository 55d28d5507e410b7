"""The renderers: each is a command that makes one picture of what a socket says."""

import os
import re
import subprocess
import sys
import tempfile

import numpy
from PIL import Image

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
ZOOM = 4
LIMIT = 60


def _run(command, **options):
    done = subprocess.run(command, capture_output=True, timeout=LIMIT, **options)
    if done.returncode != 0:
        raise AssertionError(
            f"{os.path.basename(command[0])} ended with {done.returncode}: "
            f"{done.stderr.decode(errors='replace').strip()[-500:]}")
    return done.stdout


def _opened(path):
    with Image.open(path) as image:
        return numpy.array(image.convert("RGB"))


class Sdl:
    """clients/c/examples/sdl, which speaks the binary encoding."""

    def __init__(self, program, want):
        self.name = f"SDL, {want}"
        self.told = ("binary", want)
        self._command = [program, "--zoom", str(ZOOM)]
        if want == "frames":
            self._command.append("--frames")

    def picture(self, stage):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "still.bmp")
            _run([*self._command, "--still", file, stage.path])
            return _opened(file)


class Pillow:
    """clients/python/examples/film.py."""

    def __init__(self, encoding, want):
        self.name = f"Pillow, {encoding} {want}"
        self.told = (encoding, want)

    def picture(self, stage):
        encoding, want = self.told
        film = os.path.join(TOP, "clients", "python", "examples", "film.py")
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "still.png")
            _run([sys.executable, "-B", film, "--still", file, "--zoom", str(ZOOM), "--socket",
                  stage.path, "--encoding", encoding, "--want", want])
            return _opened(file)


class Terminal:
    """`snapback watch --still`: two samples in a cell, one above the other."""

    CELL = re.compile(r"\x1b\[([0-9;]*)m|(\n)|([▀▄█ ])")

    def __init__(self, program, columns, rows):
        self.name = "terminal"
        self.told = None
        self._program, self._columns, self._rows = program, columns, rows

    def picture(self, stage):
        text = _run([
            self._program, "watch", "--still", "--size", f"{self._columns}x{self._rows}",
            "--socket", stage.path]).decode("utf-8")
        return self._read(text)

    def _read(self, text):
        image = numpy.zeros((2 * self._rows, self._columns, 3), dtype=numpy.uint8)
        colors = {38: (0, 0, 0), 48: (0, 0, 0)}
        row = column = 0
        for codes, newline, cell in self.CELL.findall(text):
            if newline:
                row, column = row + 1, 0
            elif cell and row < self._rows and column < self._columns:
                upper = colors[38] if cell in "▀█" else colors[48]
                lower = colors[38] if cell in "▄█" else colors[48]
                image[2 * row, column], image[2 * row + 1, column] = upper, lower
                column += 1
            elif not cell:
                _take_codes(codes, colors)
        return image


def _take_codes(codes, colors):
    """Colors of 24 bits, of the letter (38;2;r;g;b) and of what is behind it (48;2;r;g;b)."""
    numbers = [int(code or 0) for code in codes.split(";")]
    while numbers:
        code = numbers.pop(0)
        if code in colors and numbers[:1] == [2]:
            colors[code] = tuple(numbers[1:4])
            numbers = numbers[4:]
        elif code == 0:
            colors[38] = colors[48] = (0, 0, 0)


class Browser:
    """The page of snapback-web: what browser.py sees of it. One Chromium does for all pictures."""

    def __init__(self, program):
        import browser

        self.name = "browser"
        self.told = None
        self._program = program
        self._browser = browser.Browser()

    def picture(self, stage):
        return numpy.array(self._browser.picture(self._program, stage.path))

    def close(self):
        self._browser.close()
