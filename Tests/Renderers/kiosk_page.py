"""The kiosk as a web page looks as the replay says: kiosk_page.py BINARIES

The page of clients/js/examples/kiosk-app is shown in Chromium at the moments of kiosk.py. Each
picture has the edges and the colors of the replay.
"""

import io
import os
import sys

import browser
import numpy
from PIL import Image

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [os.path.join(TOP, "clients", "python"), os.path.join(TOP, "Tests", "Devices")]

import kiosk  # noqa: E402

SITE = os.path.join(TOP, "clients", "js", "examples", "kiosk-app")
# Pixels of a point. Chromium draws boxes up to a whole pixel too large.
RATIO = 4
# Milliseconds for which a picture has to stay the same.
STILL = 300


def still(page):
    """The pixels, once they stay the same."""
    last = None
    while True:
        with Image.open(io.BytesIO(page.screenshot())) as image:
            pixels = numpy.array(image.convert("RGB"))
        if last is not None and numpy.array_equal(pixels, last):
            return pixels
        last = pixels
        page.wait_for_timeout(STILL)


def main(binaries):
    tour, passed, faults = kiosk.Tour(binaries), True, []
    chromium = browser.Browser()
    try:
        for moment in kiosk.MOMENTS:
            truth = tour.truth(moment)
            with tour.stage(moment) as stage, chromium.site(
                    os.path.join(binaries, "snapback-web"), stage.path, SITE, truth.size,
                    RATIO) as page:
                page.on("pageerror", lambda error: faults.append(str(error)))
                page.wait_for_selector("[data-snapback=page]", state="visible")
                pixels = still(page)
            kiosk.keep(pixels, f"page {moment}")
            passed = kiosk.check("kiosk, page", moment, truth, pixels) and passed
    finally:
        chromium.close()
    for fault in faults:
        print(f"  FAILED kiosk, page: {fault}")
    passed = passed and not faults
    print(f"kiosk, page: {'passed' if passed else 'FAILED'}")
    sys.exit(0 if passed else 1)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
