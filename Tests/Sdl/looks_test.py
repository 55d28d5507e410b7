"""The scene of snapback-sdl.h draws looks as docs/scene-format.md#looks defines them: looks_test.py

Tests/Renderers/looks.py has the scene, and compares the pictures: one of the scene as it is, and
one after a change of everything in looks that can move. The environment is that of driven.py, and
SNAPBACK_BINARIES is the folder of snapbackd.
"""

import os
import sys
import tempfile

from driven import BOLD, LOST, REGULAR, Window

import looks  # isort: skip, driven finds their folders
import snapback  # isort: skip
from daemons import Daemon  # isort: skip
from waiting import wait_until  # isort: skip

# Pixels of a point. SDL's software renderer rounds the corners of triangles to whole pixels. With
# four pixels of a point, the difference is less than looks.EDGE.
DENSITY = 4


def main():
    with tempfile.TemporaryDirectory() as folder:
        scene = os.path.join(folder, "looks.json5")
        with open(scene, "w", encoding="utf-8") as file:
            file.write(looks.scene())
        daemon = Daemon(scene)
        window = Window(daemon.path, [DENSITY * length for length in looks.SIZE])
        try:
            wait_until(lambda: window.ask("state") != LOST, "the window is connected")
            window.add_font(REGULAR)
            window.add_font(BOLD, 600)
            colors = [color.lstrip("#") for color in looks.BANDS]
            window.ask("image", "bands", 10 * len(colors), 5 * len(colors), *colors)
            line = looks.line_height(daemon.path)
            window.at_rest()
            passed = looks.check("looks, sdl", window.picture(), looks.LOOKS, line)
            with snapback.connect(daemon.path) as client:
                client.change(looks.CHANGES)
            window.at_rest()
            changed = looks.check("looks, sdl, changed", window.picture(), looks.changed(), line)
        finally:
            window.close()
            daemon.close()
    passed = passed and changed
    print(f"looks, sdl: {'passed' if passed else 'FAILED'}")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main()
