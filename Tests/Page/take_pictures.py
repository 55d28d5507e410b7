"""Takes the pictures of docs/web-page.md: scripts/test page BINARIES take_pictures

With SNAPBACK_PICTURES=FOLDER, it instead takes pictures for a person to look at: the first view of
the demo, the panel Scene with a fault, and two springs that are compared, in three sizes of window
and both themes.
"""

import io
import os
import shutil
import tempfile

import browser
from PIL import Image

FOLDER = os.path.join(browser.TOP, "docs", "pictures")
COLORS = 256
SIZES = {"desktop": (1280, 800), "tablet": (768, 1024), "phone": (390, 844)}
MOVES = "snapback.scene()?.views.some((view) => Math.abs(view.translation[0]) > 20)"


def take(page, name, folder=FOLDER):
    image = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")
    small = image.quantize(COLORS, kmeans=4, dither=Image.Dither.NONE)
    small.save(os.path.join(folder, name), optimize=True)


def motion():
    server = browser.Server(browser.scene("card"))
    page = browser.Page(server, theme="dark")
    page.replay("flick", "card")
    page.ask("snapback.select('card')")
    page.open("motion")
    tune(page, "0.4")
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


def tune(page, value):
    field = page.page.get_by_label("Damping ratio, exactly")
    field.fill(value)
    field.press("Enter")


def first(folder, name, options):
    server = browser.LoneServer(demo=True)
    page = browser.Page(server, **options)
    page.wait(MOVES)
    take(page, f"first-{name}.png", folder)
    page.close()
    server.close()


def fault(folder, name, options):
    with tempfile.TemporaryDirectory() as own:
        path = os.path.join(own, "card.json5")
        shutil.copy(browser.scene("card"), path)
        server = browser.Server(path, names_scene=False, web=("--edit", path))
        page = browser.Page(server, **options)
        page.open("source")
        area = page.page.locator("#source")
        browser.wait_until(area.is_editable, "the text is shown")
        area.fill(area.input_value().replace("0.8 * screen", "0.8 * scren"))
        page.page.locator("#panel-source .fault .bad").wait_for()
        take(page, f"scene-{name}.png", folder)
        page.close()
        server.close()


def comparison(folder, name, options):
    server = browser.Server(browser.scene("card"))
    page = browser.Page(server, **options)
    page.replay("flick", "card")
    page.open("motion")
    tune(page, "0.2")
    page.wait("snapback.state('replayDocument').scene.gestures[0].spring.dampingRatio === 0.2")
    page.page.get_by_role("button", name="Compare").click()
    page.ask("snapback.seek(0.5)")
    page.wait("snapback.state('distance') > 0")
    take(page, f"compare-{name}.png", folder)
    page.close()
    server.close()


def review(folder):
    os.makedirs(folder, exist_ok=True)
    for device, size in SIZES.items():
        for theme in ("light", "dark"):
            for view in (first, fault, comparison):
                options = {"size": size, "theme": theme, "touch": device != "desktop"}
                view(folder, f"{device}-{theme}", options)


if "SNAPBACK_PICTURES" in os.environ:
    review(os.environ["SNAPBACK_PICTURES"])
else:
    motion()
    layout()
    recording()
    phone()
