"""The panel Scene: the text of a file, its faults, its way to the daemon and back into the file."""

import json
import os
import pathlib
import tempfile
import unittest

import browser
import snapback

with open(browser.scene("card"), encoding="utf-8") as scene_file:
    CARD = scene_file.read()
GREEN = CARD.replace("#0a84ff", "#30d158")


class Editing(unittest.TestCase):
    """A daemon and a page with a copy of the scene `card` to edit."""

    daemon = ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "mine.json5"
        self.path.write_text(CARD, encoding="utf-8")
        self.page = self.open()

    def open(self):
        device = os.path.join(self.path.parent, "no-device")
        self.server = browser.Server(
            str(self.path), names_scene=False, daemon=("--device", device, *self.daemon),
            web=("--edit", str(self.path)))
        self.addCleanup(self.server.close)
        page = browser.Page(self.server, fragment="#tab=source")
        self.addCleanup(page.close)
        self.area = page.page.locator("#source")
        browser.wait_until(self.area.is_enabled, "the text is shown")
        return page

    def tearDown(self):
        # Ignore the browser's own messages about requests that the server has refused.
        self.assertEqual([text for text in self.page.faults if "409" not in text], [])

    def button(self, name):
        return self.page.page.locator("#panel-source").get_by_role("button", name=name, exact=True)

    def text(self):
        return self.area.input_value()

    def in_file(self):
        return self.path.read_bytes().decode()

    def enabled(self, name):
        browser.wait_until(self.button(name).is_enabled, f"{name} is enabled")
        return self.button(name)


class Editor(Editing):
    def test_the_text_of_the_file_runs_when_it_is_applied_and_stays_when_it_is_saved(self):
        self.assertEqual(self.text(), CARD)
        self.assertTrue(self.button("Save").is_disabled())
        self.area.fill(GREEN)
        self.enabled("Apply").click()
        self.page.wait("snapback.scene().views.some((view) => view.color === '#30d158')")
        # The daemon has it, and the file does not.
        watcher = snapback.connect(self.server.path, want=["frames"])
        self.addCleanup(watcher.close)
        self.assertIn("#30d158", watcher.document()["document"])
        self.assertEqual(self.in_file(), CARD)
        self.enabled("Save").click()
        browser.wait_until(lambda: self.in_file() == GREEN, "the file has the text")
        browser.wait_until(self.button("Save").is_disabled, "the text is that of the file")
        self.assertEqual(os.listdir(self.path.parent), ["mine.json5"])

    def test_a_view_that_is_added_behind_the_others_is_loaded(self):
        text = CARD.replace(
            "views: [", 'views: [\n    { id: "back", color: "#123456" },').replace(
            "constraints: [", 'constraints: [\n    "back.width = 50", "back.height = 50",')
        self.area.fill(text)
        self.enabled("Apply").click()
        self.page.wait("snapback.scene().views[1]?.name === 'back'")
        self.assertEqual(self.page.ask("snapback.state('document').name"), "mine.json5")

    def test_a_fault_is_shown_at_its_place_and_is_neither_applied_nor_saved(self):
        line = CARD.splitlines()[6]
        self.area.fill(CARD.replace("cornerRadius", "cornerRadios"))
        place = f"7:{1 + line.index('cornerRadius')}"
        self.button(place).wait_for()
        self.assertTrue(
            self.page.page.get_by_text("did you mean \"cornerRadius\"?").first.is_visible())
        self.assertEqual(self.page.page.locator(".gutter b").inner_text().strip(), "7")
        for name in ("Apply", "Save"):
            self.assertTrue(self.button(name).is_disabled())
        self.button(place).click()
        start = self.page.ask("document.querySelector('#source').selectionStart")
        self.assertTrue(self.text()[start:].startswith("cornerRadios"))
        self.area.fill(GREEN)
        self.enabled("Apply")
        self.assertEqual(self.in_file(), CARD)

    def test_edits_are_undone_and_repeated(self):
        self.area.fill(GREEN)
        self.area.press("Control+z")
        self.assertEqual(self.text(), CARD)
        self.area.press("Control+Shift+z")
        self.assertEqual(self.text(), GREEN)
        self.button("Undo").click()
        self.assertEqual(self.text(), CARD)
        self.assertTrue(self.button("Undo").is_disabled())
        self.button("Redo").click()
        self.assertEqual(self.text(), GREEN)

    def test_a_file_that_has_changed_is_kept_until_it_is_read_again(self):
        other = CARD.replace("0.8 * screen", "0.6 * screen")
        self.path.write_text(other, encoding="utf-8")
        self.area.fill(GREEN)
        self.enabled("Save").click()
        self.page.page.get_by_text("mine.json5 has changed").wait_for()
        self.assertEqual(self.in_file(), other)
        self.button("Read again").click()
        browser.wait_until(lambda: self.text() == other, "the text is that of the file")
        self.button("Undo").click()
        self.assertEqual(self.text(), GREEN)
        self.enabled("Save").click()
        browser.wait_until(lambda: self.in_file() == GREEN, "the file has the text")

    def test_the_tuner_changes_only_the_numbers_of_its_spring(self):
        self.page.open("motion")
        for value in ("0.4", "0.55"):
            field = self.page.page.get_by_label("Damping ratio, exactly")
            field.fill(value)
            field.press("Enter")
            self.page.wait(
                "snapback.state('document').scene.gestures[0].spring.dampingRatio"
                f" === {value}")
        tuned = CARD.replace("dampingRatio: 0.7", "dampingRatio: 0.55")
        self.page.open("source")
        browser.wait_until(lambda: self.text() == tuned, "the text has the spring")
        self.enabled("Save").click()
        browser.wait_until(lambda: self.in_file() == tuned, "the file has the spring")
        # On a fast machine, both values are one edit.
        while self.button("Undo").is_enabled():
            self.button("Undo").click()
        self.assertEqual(self.text(), CARD)

    def test_line_ends_stay_as_they_are(self):
        mixed = CARD.replace("\n", "\r\n", 7)
        self.path.write_bytes(mixed.encode())
        self.button("Read again").click()
        self.area.fill(GREEN)
        self.enabled("Save").click()
        browser.wait_until(lambda: self.in_file() != mixed, "the text is saved")
        self.assertEqual(self.in_file(), mixed.replace("#0a84ff", "#30d158"))

    def test_a_text_that_was_not_saved_survives_a_reload_of_the_page(self):
        self.area.fill(GREEN)
        self.page.reload()
        browser.wait_until(lambda: self.text() == GREEN, "the text is back")
        self.path.write_text(CARD.replace("0.8", "0.7"), encoding="utf-8")
        self.page.reload()
        browser.wait_until(lambda: "0.7 * screen" in self.text(), "the file is shown")
        self.button("Undo").click()
        self.assertEqual(self.text(), GREEN)


class Watching(Editing):
    daemon = ("--watch",)

    def test_a_saved_text_runs(self):
        self.area.fill(GREEN)
        self.enabled("Save").click()
        self.page.wait("snapback.scene().views.some((view) => view.color === '#30d158')")

    def test_the_tuner_keeps_what_was_saved(self):
        self.area.fill(GREEN)
        self.enabled("Save").click()
        self.page.wait("snapback.state('document').scene.views[0].color === '#30d158'")
        self.page.open("motion")
        field = self.page.page.get_by_label("Damping ratio, exactly")
        field.fill("0.4")
        field.press("Enter")
        self.page.wait(
            "snapback.state('document').scene.gestures[0].spring.dampingRatio === 0.4")
        watcher = snapback.connect(self.server.path, want=["frames"])
        self.addCleanup(watcher.close)
        scene = json.loads(watcher.document()["document"])
        self.assertEqual(scene["views"][0]["color"], "#30d158")
        self.assertEqual(scene["gestures"][0]["spring"]["dampingRatio"], 0.4)

    def test_the_tuner_shows_a_spring_that_was_changed_in_the_file(self):
        text = CARD.replace("dampingRatio: 0.7", "dampingRatio: 0.35")
        self.path.write_text(text, encoding="utf-8")
        self.page.open("motion")
        field = self.page.page.get_by_label("Damping ratio, exactly")
        browser.wait_until(lambda: field.input_value() == "0.35", "the tuner has the spring")


class Elsewhere(unittest.TestCase):
    def test_without_a_file_the_daemons_document_is_edited(self):
        server = browser.Server(browser.scene("card"))
        self.addCleanup(server.close)
        page = browser.Page(server, fragment="#tab=source")
        self.addCleanup(page.close)
        area = page.page.locator("#source")
        browser.wait_until(area.is_enabled, "the text is shown")
        self.assertIn('"color": "#0a84ff"', area.input_value())
        save = page.page.get_by_role("button", name="Save")
        area.fill(area.input_value().replace("#0a84ff", "#30d158"))
        apply = page.page.locator("#panel-source").get_by_role("button", name="Apply")
        browser.wait_until(apply.is_enabled, "the text can be applied")
        self.assertTrue(save.is_disabled())
        self.assertIn("--edit", save.get_attribute("title"))
        apply.click()
        page.wait("snapback.scene().views.some((view) => view.color === '#30d158')")
        self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
