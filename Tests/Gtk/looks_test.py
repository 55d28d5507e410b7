"""The GTK widget draws looks as docs/scene-format.md#looks defines them: looks_test.py BINARIES

Tests/Renderers/looks.py has the scene, and compares the pictures: one of the scene as it is, and
one after a change of everything in looks that can move. GI_TYPELIB_PATH and LD_LIBRARY_PATH have to
contain the folder of the built widget.
"""

import os
import sys
import tempfile

import agreement
import windows
from kiosk_test import still
from screen import Screen

import daemons  # isort: skip, windows finds its folder
import kiosk  # isort: skip
import looks  # isort: skip
import snapback  # isort: skip

# Pixels of a point.
DENSITY = 2


def main(binaries):
    os.environ["SNAPBACK_BINARIES"] = binaries
    pixels = tuple(DENSITY * length for length in looks.SIZE)
    with tempfile.TemporaryDirectory() as folder, Screen() as screen:
        scene, bands = (os.path.join(folder, file) for file in ("looks.json5", "bands.png"))
        with open(scene, "w", encoding="utf-8") as file:
            file.write(looks.scene())
        looks.write_bands(bands)
        daemon = daemons.Daemon(scene)
        command = [
            agreement.PYTHON, "-B", os.path.join(agreement.HERE, "window.py"), daemon.path, "0",
            *map(str, pixels), f"@bands={bands}"]
        try:
            line = looks.line_height(daemon.path)
            with windows.running(command, {"DISPLAY": screen.name}) as window:
                before = still(screen, window, pixels)
                kiosk.keep(before, "looks gtk before")
                passed = looks.check("looks, gtk", before, looks.LOOKS, line)
                with snapback.connect(daemon.path) as client:
                    client.change(looks.CHANGES)
                after = still(screen, window, pixels)
                kiosk.keep(after, "looks gtk after")
                changed = looks.changed()
                passed = looks.check("looks, gtk, changed", after, changed, line) and passed
        finally:
            daemon.close()
    print(f"looks, gtk: {'passed' if passed else 'FAILED'}")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
