"""Takes the pictures of docs/web-page.md: scripts/test page BINARIES take_pictures"""

import io
import os

import browser
from PIL import Image

FOLDER = os.path.join(browser.TOP, "docs", "pictures")
COLORS = 256


def take(page, name):
    image = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")
    small = image.quantize(COLORS, kmeans=4, dither=Image.Dither.NONE)
    small.save(os.path.join(FOLDER, name), optimize=True)


def motion():
    server = browser.Server(browser.scene("card"))
    page = browser.Page(server, theme="dark")
    page.replay("flick", "card")
    page.ask("snapback.select('card')")
    page.open("motion")
    field = page.page.get_by_label("Damping ratio, exactly")
    field.fill("0.4")
    field.press("Enter")
    page.wait(
        "snapback.state('replayDocument').scene.gestures[0].spring.dampingRatio === 0.4")
    page.ask("snapback.seek(0.24)")
    page.page.wait_for_timeout(500)
    take(page, "web-motion.png")
    page.close()
    server.close()


def layout():
    server = browser.Server(browser.scene("grid-conflict"))
    page = browser.Page(server)
    page.ask("snapback.select('image')")
    page.open("layout")
    page.wait("document.querySelectorAll('.rule').length > 0")
    page.page.wait_for_timeout(500)
    take(page, "web-layout.png")
    page.close()
    server.close()


def recording():
    server = browser.Server(browser.scene("photo"))
    page = browser.Page(server, theme="dark")
    page.replay("photo-fingers", "photo")
    page.ask("snapback.seek(0.7)")
    page.open("gestures")
    page.page.wait_for_timeout(500)
    take(page, "web-recording.png")
    page.close()
    server.close()


def phone():
    server = browser.Server(browser.scene("card"))
    page = browser.Page(server, (390, 844))
    page.replay("list-fingers", "list")
    page.open("motion")
    page.ask("snapback.seek(1.5)")
    page.page.wait_for_timeout(500)
    take(page, "web-phone.png")
    page.close()
    server.close()


motion()
layout()
recording()
phone()
