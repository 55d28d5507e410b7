"""A screen of Xvfb, whose pixels are a file. `screen.py COMMAND…` runs a command on one."""

import os
import struct
import subprocess
import sys
import tempfile

import numpy

# The numbers in the head of the file, in the format of xwd.
HEAD = struct.Struct(">25I")
# Large enough for 390 × 844 points at four pixels a point.
SIZE = (1600, 3400)


class Screen:
    """An X server without a monitor. It chooses its own number."""

    def __init__(self):
        self.size = width, height = SIZE
        self._folder = tempfile.TemporaryDirectory()
        reader, writer = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{width}x{height}x24", "-fbdir",
             self._folder.name, "-nolisten", "tcp"],
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as file:
            self.name = f":{file.readline().strip()}"
        if self.name == ":":
            raise AssertionError("Xvfb does not start")

    def picture(self, width, height):
        """The pixels of the top left corner, as an array of height × width × 3."""
        with open(os.path.join(self._folder.name, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        head = HEAD.unpack_from(data)
        size, across, down, row, colors = head[0], head[4], head[5], head[12], head[19]
        pixels = numpy.frombuffer(data, numpy.uint8, down * row, size + 12 * colors)
        # The bytes of a pixel are blue, green, red and one that is not used.
        return pixels.reshape(down, row)[:, :4 * across].reshape(down, across, 4)[
            :height, :width, 2::-1]

    def close(self):
        self._server.terminate()
        self._server.wait(10)
        self._folder.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


if __name__ == "__main__":
    with Screen() as made:
        sys.exit(subprocess.run(sys.argv[1:], env={**os.environ, "DISPLAY": made.name}).returncode)
