"""The kiosk in GTK looks as the replay says: kiosk_test.py BINARIES

The unmodified example is shown on a screen of Xvfb at the moments of Tests/Renderers/kiosk.py. Each
picture has the edges and the colors of the replay. GI_TYPELIB_PATH and LD_LIBRARY_PATH have to
contain the folder of the built widget.
"""

import os
import sys
import time

import agreement
import numpy
import windows
from screen import Screen

import kiosk  # isort: skip, windows finds its folder

EXAMPLE = os.path.join(agreement.EXAMPLES, "kiosk_app.py")
# Pixels of a point.
DENSITY = 2


def still(screen, process, pixels):
    """The pixels of the window, once it has drawn and stays the same."""
    deadline, last, since = time.monotonic() + windows.PATIENCE, None, 0
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the window ended with {process.returncode}")
        picture = screen.picture(*pixels).copy()
        # Before the window has drawn, all pixels are equal.
        if last is None or not numpy.array_equal(picture, last) or picture.std() < 1:
            last, since = picture, time.monotonic()
        elif time.monotonic() - since > 2 * windows.STILL:
            return picture
        time.sleep(0.1)
    raise AssertionError("the window does not come to rest")


def main(binaries):
    tour, passed = kiosk.Tour(binaries), True
    command = [agreement.PYTHON, "-B", EXAMPLE]
    with Screen() as screen:
        for moment in kiosk.MOMENTS:
            truth = tour.truth(moment)
            pixels = tuple(round(length * DENSITY) for length in truth.size)
            with tour.stage(moment) as stage:
                environment = {
                    "SNAPBACK_SOCKET": stage.path, "GDK_SCALE": str(DENSITY),
                    "DISPLAY": screen.name}
                with windows.running(command, environment) as process:
                    picture = still(screen, process, pixels)
            kiosk.keep(picture, f"gtk {moment}")
            passed = kiosk.check("kiosk, gtk", moment, truth, picture) and passed
    print(f"kiosk, gtk: {'passed' if passed else 'FAILED'}")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
