"""How many pictures a second the page draws while 500 views move."""

import json
import os
import tempfile
import unittest

import browser

VIEWS = 500
COLUMNS = 20
SECONDS = 4
# The frame rate of a busy machine without a graphics card; the goal is 60.
FLOOR = 8


def scene():
    """A grid of views that all spring to the side and turn when the screen is tapped."""
    rows = VIEWS // COLUMNS
    width, height = 390 / COLUMNS, 844 / rows
    views, there = [], []
    for place in range(VIEWS):
        x, y = place % COLUMNS * width, place // COLUMNS * height
        color = f"#{40 + 10 * (place % COLUMNS):02x}{230 - 7 * (place // COLUMNS):02x}ff"
        views.append({
            "id": f"v{place}", "color": color, "cornerRadius": 4,
            "autoresizing": {
                "frame": [x + 1, y + 1, width - 2, height - 2], "parent": [390, 844]}})
        there.append({
            "view": f"v{place}", "translation": [60 - place % COLUMNS * 6, 40], "rotation": 40})
    return {
        "snapback": 1,
        "screen": {"width": 390, "height": 844, "scale": 2, "background": "#101018"},
        "views": views,
        "actions": [{
            "name": "go", "on": "appear", "changes": there,
            "animate": {"spring": {"response": 1.5, "dampingRatio": 0.05}}}],
    }


class Load(unittest.TestCase):
    def test_five_hundred_moving_views_are_drawn_fluently(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "many.json5")
            with open(file, "w", encoding="utf-8") as target:
                json.dump(scene(), target)
            server = browser.Server(file)
            self.addCleanup(server.close)
            page = browser.Page(server)
            self.addCleanup(page.close)
            self.measure(page)

    def measure(self, page):
        page.ask("snapback.live.request('run', { action: 'go' })")
        moving = "snapback.scene().views.filter((view) => view.velocity.rotation !== 0).length"
        page.wait(f"{moving} >= {VIEWS}")
        page.page.wait_for_timeout(1000 * SECONDS)
        self.assertGreaterEqual(page.ask(moving), VIEWS)
        rate, figures = page.ask("[snapback.fps(), snapback.cost()]")
        self.assertEqual(page.faults, [])
        print(
            f"\n{VIEWS} moving views: {rate:.1f} pictures a second; the page's own work is"
            f" {figures['p50']:.1f} ms for one (p50), {figures['p95']:.1f} ms (p95)")
        self.assertGreater(rate, FLOOR)


if __name__ == "__main__":
    unittest.main()
