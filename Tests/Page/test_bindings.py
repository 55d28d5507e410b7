"""The arrows of bindings lead from view to view, and their labels have the values of the maps."""

import io
import re
import unittest

import browser
import snapback
from PIL import Image


def number(text):
    return float(text.replace("\u2212", "-"))


def apart(one, other):
    """Whether two rectangles [x, y, width, height] have no point in common."""
    return (one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
            or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1])


def box(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)]


class Bindings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = browser.Server(browser.scene("dimming-sheet"))
        cls.addClassCleanup(cls.server.close)
        cls.page = browser.Page(cls.server)
        cls.addClassCleanup(cls.page.close)

    def setUp(self):
        self.load("dimming-sheet")
        self.page.ask("snapback.select(null)")
        self.page.ask("document.activeElement.blur()")

    def tearDown(self):
        if self.page.ask("snapback.state('arrows')"):
            self.page.page.keyboard.press("b")
        self.assertEqual(self.page.faults, [])

    def load(self, name):
        if self.page.page.input_value("#scene") != f"{name}.json5":
            self.page.page.select_option("#scene", f"{name}.json5")
        self.page.wait(f"snapback.state('document')?.name === '{name}.json5'")

    def arrows(self, count):
        self.page.wait(f"snapback.arrows().length === {count}")
        return {arrow["name"]: arrow for arrow in self.page.ask("snapback.arrows()")}

    def told(self, view=None):
        with snapback.connect(self.server.path) as client:
            return client.inspect(view)["inspect"]["bindings"]

    def test_the_selected_view_has_the_arrows_of_its_bindings(self):
        self.arrows(0)
        for view in ("backdrop", "sheet"):
            self.page.ask("(name) => snapback.select(name)", view)
            self.assertEqual(
                set(self.arrows(len(self.told(view)))), {one["name"] for one in self.told(view)})
        self.page.ask("snapback.select(null)")
        self.arrows(0)

    def test_the_key_b_and_the_check_box_show_all(self):
        count = len(self.told())
        self.page.page.keyboard.press("b")
        self.arrows(count)
        check = self.page.page.get_by_label("Bindings")
        self.assertTrue(check.is_checked())
        check.focus()
        self.page.page.keyboard.press("Space")
        self.arrows(0)

    def test_an_arrow_leads_from_the_source_view_to_the_target_view(self):
        self.load("parallax")
        self.page.page.keyboard.press("b")
        told = {one["name"]: one for one in self.told()}
        arrows = self.arrows(len(told))
        place = self.page.ask("snapback.place()")
        canvas = self.page.ask(
            "(({ left, top }) => [left, top])("
            "document.querySelector('#stage').getBoundingClientRect())")
        views = self.page.views()
        for name, arrow in arrows.items():
            self.assertEqual(arrow["end"], arrow["head"][0])
            view = views[told[name]["to"].split(".")[0]]
            a, b, c, d, tx, ty = view["toScreen"]
            # The tip in points of the screen, and then of the view.
            x = (arrow["end"][0] + canvas[0] - place["left"]) / place["zoom"] - tx
            y = (arrow["end"][1] + canvas[1] - place["top"]) / place["zoom"] - ty
            u, v = (d * x - c * y) / (a * d - b * c), (a * y - b * x) / (a * d - b * c)
            # Arrows of the same two views are up to 22 CSS pixels apart per lane.
            room = 22 * len(told) / place["zoom"]
            self.assertTrue(-room <= u <= view["frame"][2] + room, (name, u))
            self.assertTrue(-room <= v <= view["frame"][3] + room, (name, v))

    def test_no_label_covers_a_head_or_another_label(self):
        for name in ("dimming-sheet", "collapsing-header", "card-deck", "carousel", "parallax"):
            self.load(name)
            if not self.page.ask("snapback.state('arrows')"):
                self.page.page.keyboard.press("b")
            arrows = self.arrows(min(40, len(self.told())))
            labels = [(name, one["label"]) for name, one in arrows.items() if one["label"]]
            self.assertGreater(len(labels), 0)
            for owner, label in labels:
                for other, arrow in arrows.items():
                    self.assertTrue(apart(label, box(arrow["head"])), (name, owner, other))
                    if other != owner and arrow["label"]:
                        self.assertTrue(apart(label, arrow["label"]), (name, owner, other))

    def test_labels_follow_a_finger(self):
        self.page.ask("snapback.select('backdrop')")
        self.arrows(len(self.told("backdrop")))
        before = self.label("dim")
        self.page.drag((195, 700), (195, 600), hold=True)
        browser.wait_until(lambda: self.label("dim") != before, "the label changes")
        source, target = self.label("dim")
        self.page.page.mouse.up()
        # The map of the scene: (0, 0.5), (336, 0.1), (643, 0).
        self.assertTrue(0 < source < 643, source)
        wanted = 0.5 - 0.4 * source / 336 if source < 336 else 0.1 * (643 - source) / 307
        self.assertAlmostEqual(target, wanted, delta=0.006)

    def label(self, name):
        """The source and the target in the label of an arrow."""
        arrows = self.page.ask("snapback.arrows()")
        text = next(arrow["text"] for arrow in arrows if arrow["name"] == name)
        return [number(part) for part in re.search(r"(\S+) → (\S+)$", text).groups()]

    def test_sources_are_not_limited_to_what_is_drawn_but_targets_are(self):
        server = browser.Server(browser.scene("dimming-sheet"))
        self.addCleanup(server.close)
        page = browser.Page(server)
        self.addCleanup(page.close)
        with snapback.connect(server.path) as client:
            client.patch({"bindings": [{"name": "dim", "extend": True}]})
            client.change([{"view": "sheet", "translation": [0, 950]}])
            told = {one["name"]: one for one in client.inspect()["inspect"]["bindings"]}
        # The line through (336, 0.1) and (643, 0) leads to an opacity of -0.1.
        self.assertAlmostEqual(told["shrink"]["source"], -0.1, delta=1e-9)
        self.assertEqual(told["dim"]["target"], 0)
        page.ask("snapback.select('backdrop')")
        browser.wait_until(
            lambda: {arrow["text"] for arrow in page.ask("snapback.arrows()")}
            == {"dim  950 → 0", "shrink  \u22120.1 → 1"}, "the labels have the values")
        self.assertEqual(page.faults, [])

    def test_the_list_has_live_values_and_leads_to_the_other_view_by_keyboard(self):
        self.page.ask("snapback.select('backdrop')")
        self.page.open("layout")
        self.page.wait("document.querySelectorAll('.binding').length > 0")
        row = self.page.page.locator(".binding").first
        told = self.told("backdrop")[0]
        row.focus()
        self.assertEqual(self.page.ask("snapback.state('related')").count("backdrop"), 1)
        for part in (told["name"], told["kind"], told["from"], told["to"]):
            self.assertIn(part, row.inner_text())
        self.page.page.keyboard.press("Enter")
        self.page.wait(f"snapback.selected() === '{told['sourceView']}'")

    def test_a_head_has_the_color_of_the_theme(self):
        for theme, color in (("light", (0x1A, 0x63, 0xD8)), ("dark", (0x5A, 0xA2, 0xFF))):
            page = browser.Page(self.server, theme=theme)
            self.addCleanup(page.close)
            page.ask("snapback.bare(); snapback.select('backdrop')")
            page.wait("snapback.arrows().length > 0")
            head = page.ask("snapback.arrows()[0].head")
            x, y = (sum(point[axis] for point in head) / 3 for axis in (0, 1))
            left, top = page.ask(
                "(({ left, top }) => [left, top])("
                "document.querySelector('#stage').getBoundingClientRect())")
            image = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")
            seen = image.getpixel((round(left + x), round(top + y)))
            self.assertTrue(all(abs(one - other) <= 2 for one, other in zip(seen, color)), seen)
            self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
