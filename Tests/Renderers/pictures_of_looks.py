"""Every renderer draws looks by their definition: pictures_of_looks.py BINARIES SDL_VIEWER

A daemon shows looks.json5, whose looks then change. Each renderer makes a picture of it. The truth
is computed here from the definition in docs/scene-format.md#looks: masks of the shapes, and for
shadows their convolution with a Gaussian. More than a point away from all edges, each pixel has the
color of the truth.
"""

import os
import sys
import time
from types import SimpleNamespace

import numpy

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", ".."))
sys.path[:0] = [
    os.path.join(TOP, *folder) for folder in (
        ("clients", "python"), ("Tests", "Devices"), ("Tests", "Windows"))]

import agreement  # noqa: E402
import snapback  # noqa: E402

SCENE = os.path.join(HERE, "looks.json5")
SIZE = (160, 240)
BACKGROUND = (0x20, 0x40, 0xc0)
# Samples of the truth in a point, along each axis.
FINE = 4
# Levels by which a pixel may differ: SDL interpolates shadows between points, and Pillow blurs with
# boxes instead of a Gaussian. A level more is for the rounding of each layer.
ALLOWED = 9
# The changes to the scene, which put all values that can move into frames and segments.
CHANGES = [
    {"view": "framed", "border": {"width": 6}},
    {"view": "raised", "shadow": {"radius": 12, "opacity": 0.8, "offset": [-4, 8]}},
]


class Truth:
    """A picture by the definition, and where an edge is within a point."""

    def __init__(self):
        self.x, self.y = numpy.meshgrid(
            (numpy.arange(SIZE[0] * FINE) + 0.5) / FINE,
            (numpy.arange(SIZE[1] * FINE) + 0.5) / FINE)
        self.pixels = numpy.empty((*self.x.shape, 3))
        self.pixels[:] = BACKGROUND
        self.edges = numpy.full(self.x.shape, False)
        # Beyond its edges, the screen ends.
        self.everywhere = self.shape(0, 0, *SIZE)

    def shape(self, left, top, width, height, radius=0):
        """The samples in a rectangle with round corners; its edges are noted."""
        # The distance from its outline, below 0 inside.
        dx = abs(self.x - left - width / 2) - width / 2 + radius
        dy = abs(self.y - top - height / 2) - height / 2 + radius
        away = numpy.hypot(numpy.maximum(dx, 0), numpy.maximum(dy, 0))
        away += numpy.minimum(numpy.maximum(dx, dy), 0) - radius
        self.edges |= abs(away) <= 1
        return away <= 0

    def paint(self, color, opacity, mask):
        """Blends a color over what is there; opacity and mask may differ by sample."""
        share = (opacity * mask)[..., numpy.newaxis]
        self.pixels += (numpy.array(color) - self.pixels) * share

    def shadow(self, frame, offset, radius, color, opacity, clip):
        """The shape of a view, moved and blurred, outside of the view."""
        left, top, width, height, *corner = frame
        # Its edges are soft, so they are none.
        edges = self.edges.copy()
        moved = self.shape(left + offset[0], top + offset[1], width, height, *corner)
        self.edges = edges
        steps = numpy.arange(-4 * radius * FINE, 4 * radius * FINE + 1)
        kernel = numpy.exp(-0.5 * (steps / (radius / 2 * FINE)) ** 2)
        kernel /= kernel.sum()
        soft = moved.astype(float)
        for axis in (0, 1):
            soft = numpy.apply_along_axis(numpy.convolve, axis, soft, kernel, "same")
        self.paint(color, opacity * soft, ~self.shape(*frame) & clip)

    def border(self, frame, width, color, opacity):
        left, top, across, down, *corner = frame
        radius = max(0, (corner or [0])[0] - width)
        inside = self.shape(
            left + width, top + width, across - 2 * width, down - 2 * width, radius)
        self.paint(color, opacity, self.shape(*frame) & ~inside)


def truth():
    """The scene after the changes."""
    result = Truth()
    result.paint((255, 128, 0), 0x40 / 255, result.shape(10, 10, 40, 30))
    framed = (70, 10, 60, 50, 12)
    result.paint((255, 255, 255), 1, result.shape(*framed))
    result.paint((128, 0, 128), 1, result.shape(70, 30, 60, 10))
    result.border(framed, 6, (0, 255, 0), 0x80 / 255)
    raised = (30, 90, 50, 40, 10)
    result.shadow(raised, (-4, 8), 12, (0, 0, 0), 0.8, result.everywhere)
    result.paint((255, 255, 255), 1, result.shape(*raised))
    ghost, opacity = (110, 95, 30, 30), 0.75 * 0x60 / 255
    result.shadow(ghost, (4, 4), 6, (255, 0, 0), 0.9 * opacity, result.everywhere)
    result.paint((255, 255, 0), opacity, result.shape(*ghost))
    tray, chip = result.shape(20, 170, 60, 50), (50, 190, 20, 20)
    result.paint((192, 192, 192), 1, tray)
    result.shadow(chip, (0, 4), 16, (0, 0, 0), 1, tray)
    result.paint((64, 64, 64), 1, result.shape(*chip))
    return result


def compare(name, picture, wanted):
    """Prints the pixel that differs most; returns by how many levels."""
    height, width = picture.shape[:2]
    rows = ((numpy.arange(height) + 0.5) * SIZE[1] / height * FINE).astype(int)
    columns = ((numpy.arange(width) + 0.5) * SIZE[0] / width * FINE).astype(int)
    place = numpy.ix_(rows, columns)
    levels = abs(picture.astype(float) - wanted.pixels[place]).max(axis=2)
    levels[wanted.edges[place]] = 0
    row, column = numpy.unravel_index(levels.argmax(), levels.shape)
    worst = levels[row, column]
    if worst > ALLOWED:
        point = ((column + 0.5) * SIZE[0] / width, (row + 0.5) * SIZE[1] / height)
        seen = tuple(int(part) for part in picture[row, column])
        right = tuple(round(part) for part in wanted.pixels[rows[row], columns[column]])
        print(f"  FAILED {name}: {seen} instead of {right} at {point[0]:.2f}, {point[1]:.2f}")
    return worst


def main():
    binaries, viewer = sys.argv[1:3]
    os.environ["SNAPBACK_BINARIES"] = binaries
    from daemons import Daemon

    begin = time.monotonic()
    wanted = truth()
    cast = agreement.cast_of(binaries, viewer)
    daemon = Daemon(SCENE)
    apart = {}
    try:
        with snapback.connect(daemon.path) as client:
            client.change(CHANGES)
        for renderer in cast:
            picture = renderer.picture(SimpleNamespace(path=daemon.path))
            agreement.keep(picture, f"looks {renderer.name}")
            apart[renderer.name] = compare(renderer.name, picture, wanted)
    finally:
        daemon.close()
        for renderer in cast:
            if hasattr(renderer, "close"):
                renderer.close()
    failed = max(apart.values()) > ALLOWED
    each = ", ".join(f"{who} {levels:.0f}" for who, levels in apart.items())
    print(f"renderers, looks: levels from the truth: {each}")
    print(f"renderers: {'FAILED' if failed else 'passed'} in {time.monotonic() - begin:.0f} s")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
