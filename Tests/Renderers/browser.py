"""The page of snapback-web in Chromium: browser.py SNAPBACK_WEB SOCKET FILE.png

A picture of the scene that the page draws, and of nothing else. SNAPBACK_WEB_OPTIONS are given to
snapback-web, such as folders to serve the page from while it is written.
"""

import contextlib
import io
import os
import queue
import shlex
import shutil
import subprocess
import sys
import threading

from PIL import Image
from playwright.sync_api import sync_playwright

LIMIT = 30
# Large enough that a point is some pixels.
VIEWPORT = {"width": 1500, "height": 1200}


class Browser:
    """Chromium without a window. Close it."""

    def __init__(self):
        self._playwright = sync_playwright().start()
        program = shutil.which("chromium-headless-shell")
        self._chromium = self._playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox"] if os.getuid() == 0 else [])

    def close(self):
        self._chromium.close()
        self._playwright.stop()

    def picture(self, program, socket):
        """The page's picture of a socket's data, as an image."""
        server, address = _serve(program, socket)
        page = self._chromium.new_page(viewport=VIEWPORT)
        try:
            page.goto(address, timeout=1000 * LIMIT)
            page.wait_for_function(
                "() => window.snapback?.scene() != null", timeout=1000 * LIMIT)
            page.evaluate("snapback.bare()")
            # A picture that was asked for is drawn with the next refresh.
            page.evaluate("new Promise(done => setTimeout(() => requestAnimationFrame(done), 100))")
            place, screen = page.evaluate("[snapback.place(), snapback.scene().screen]")
            size = (screen["width"] * place["zoom"], screen["height"] * place["zoom"])
            data = page.screenshot(clip={
                "x": place["left"], "y": place["top"], "width": size[0], "height": size[1]})
            return Image.open(io.BytesIO(data)).convert("RGB")
        finally:
            page.close()
            server.terminate()
            server.wait(LIMIT)

    @contextlib.contextmanager
    def site(self, program, socket, folder, size, ratio):
        """The page of a folder, in a window of a size in CSS pixels with `ratio` pixels each."""
        server, address = _serve(program, socket, "--site", folder)
        context = self._chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, device_scale_factor=ratio)
        try:
            page = context.new_page()
            page.set_default_timeout(1000 * LIMIT)
            page.goto(address)
            yield page
        finally:
            context.close()
            server.terminate()
            server.wait(LIMIT)


def _serve(program, socket, *options):
    """A server, and the address that it prints."""
    options = [*options, *shlex.split(os.environ.get("SNAPBACK_WEB_OPTIONS", ""))]
    server = subprocess.Popen(
        [program, "--socket", socket, *options], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    lines = queue.Queue()
    threading.Thread(
        target=lambda: lines.put(server.stdout.readline().strip()), daemon=True).start()
    try:
        address = lines.get(timeout=LIMIT)
    except queue.Empty:
        address = ""
    if not address:
        server.kill()
        raise AssertionError(f"{program} prints no address within {LIMIT} s")
    return server, address


def main():
    program, socket, file = sys.argv[1:]
    browser = Browser()
    try:
        browser.picture(program, socket).save(file)
    finally:
        browser.close()


if __name__ == "__main__":
    main()
