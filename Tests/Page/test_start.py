"""The first visit: the demo, recordings that play at once, and what a reload keeps."""

import tempfile
import unittest

import browser

NO_DAEMON = "Boolean(window.snapback) && document.querySelector('#notice').hidden === false"
MOVED = "snapback.scene()?.views.some((view) => view.name === 'card' && view.translation[0] !== 0)"


class Start(unittest.TestCase):
    def open(self, server, **options):
        self.addCleanup(server.close)
        page = browser.Page(server, **options)
        self.addCleanup(page.close)
        return page

    def assert_faultless(self, page):
        # Ignore the browser's own messages about refused connections.
        self.assertEqual([text for text in page.faults if "WebSocket" not in text], [])

    def test_without_a_daemon_a_button_starts_the_demo(self):
        page = self.open(browser.LoneServer(), shows=NO_DAEMON)
        page.page.get_by_role("button", name="Start the demo").click()
        page.wait(MOVED)
        self.assertTrue(page.page.locator("#notice").is_hidden())
        self.assertIn("demo", page.page.locator("#status").inner_text())
        page.wait("snapback.state('document')?.name === 'card.json5'")
        self.assertEqual(page.page.input_value("#scene"), "card.json5")
        page.open("motion")
        self.assertTrue(page.page.get_by_label("Damping ratio, exactly").is_visible())
        self.assert_faultless(page)

    def test_without_the_files_of_the_demo_there_is_no_button(self):
        with tempfile.TemporaryDirectory() as empty:
            page = self.open(browser.LoneServer(empty), shows=NO_DAEMON)
            page.wait("document.querySelector('#bar h1').title.includes('snapback-web')")
            self.assertTrue(page.page.get_by_text("No daemon answers.").is_visible())
            self.assertTrue(page.page.get_by_text("Start the demo").is_hidden())
            self.assert_faultless(page)

    def test_without_a_daemon_the_bundled_recordings_play(self):
        page = self.open(browser.LoneServer(), shows=NO_DAEMON)
        page.wait("document.querySelector('#bar h1').title.includes('snapback-web')")
        page.page.get_by_role("radio", name="Recording").click()
        page.wait("snapback.state('moment') > 0.3")
        page.assert_shown("flick", "card")
        self.assertTrue(page.page.locator("#notice").is_hidden())
        self.assert_faultless(page)

    def test_a_recording_that_is_chosen_plays_on_its_scene_again_and_again(self):
        page = self.open(browser.Server(browser.scene("card")))
        page.open("recording")
        page.page.select_option("#recording", "deck-drags.evemu")
        page.wait("snapback.state('moment') > 0.2")
        page.assert_shown("deck-drags", "card-deck")
        self.assertEqual(page.page.input_value("#recordingscene"), "card-deck.json5")
        # One of a drag and two of flicks.
        self.assertEqual(page.page.locator("#panel-recording .entry").count(), 3)
        end = page.ask("snapback.frameTimes().at(-1)")
        page.ask("(seconds) => snapback.seek(seconds)", end - 0.1)
        page.page.focus("#timeline .scrub")
        page.page.keyboard.press("Space")
        page.wait(f"snapback.state('moment') < {end - 0.2}")
        loop = page.page.get_by_title("Loop")
        self.assertEqual(loop.get_attribute("aria-pressed"), "true")
        loop.click()
        self.assertEqual(loop.get_attribute("aria-pressed"), "false")
        page.ask("(seconds) => snapback.seek(seconds)", end - 0.1)
        page.page.focus("#timeline .scrub")
        page.page.keyboard.press("Space")
        page.wait(f"snapback.state('moment') >= {end}")
        page.page.wait_for_timeout(1000)
        self.assertGreaterEqual(page.ask("snapback.state('moment')"), end)
        # Another scene is played at once, too.
        page.page.select_option("#recordingscene", "card.json5")
        page.wait("snapback.state('replayed').scene === 'card.json5'")
        self.assert_faultless(page)


class Reload(unittest.TestCase):
    def setUp(self):
        self.server = browser.Server(browser.scene("card"))
        self.addCleanup(self.server.close)

    def open(self, fragment=""):
        page = browser.Page(self.server, fragment=fragment)
        self.addCleanup(page.close)
        return page

    def test_tab_and_recording_survive(self):
        page = self.open()
        self.assertNotIn("#", page.page.url)
        page.replay("list-fingers", "list")
        page.open("motion")
        page.wait("location.hash === '#tab=motion&recording=list-fingers.evemu&scene=list.json5'")
        page.reload()
        page.wait("snapback.mode() === 'recording' && snapback.state('moment') > 0")
        page.assert_shown("list-fingers", "list")
        self.assertTrue(page.page.locator("#panel-motion").is_visible())
        page.page.get_by_role("button", name="Back to live").click()
        page.open("view")
        page.reload()
        self.assertEqual(page.ask("snapback.mode()"), "live")
        self.assertNotIn("#", page.page.url)
        self.assertEqual(page.faults, [])

    def test_the_scene_and_its_tuned_springs_survive(self):
        page = self.open()
        page.page.select_option("#scene", "photo.json5")
        page.wait("snapback.state('document')?.name === 'photo.json5'")
        page.open("motion")
        field = page.page.get_by_label("Damping ratio, exactly")
        field.fill("0.31")
        field.press("Enter")
        tuned = ("JSON.stringify(snapback.state('document')?.scene.gestures)"
                 ".includes('\"dampingRatio\":0.31')")
        page.wait(tuned)
        page.reload()
        page.wait(tuned)
        self.assertEqual(page.page.input_value("#scene"), "photo.json5")
        self.assertNotIn("0.31", page.ask("JSON.stringify(snapback.state('originalDocument'))"))
        # In a new tab, the scene is recognized by its views, but has the springs of its file.
        other = self.open()
        other.wait("snapback.state('document')?.name === 'photo.json5'")
        self.assertEqual(page.faults + other.faults, [])

    def test_an_address_with_unknown_names_opens_the_page(self):
        page = self.open("#tab=nonsense&recording=gone.evemu&scene=card.json5")
        page.page.get_by_text("There is no recording “gone.evemu”").wait_for()
        self.assertTrue(page.page.locator("#panel-view").is_visible())
        self.assertEqual(page.ask("snapback.mode()"), "live")

    def test_a_recording_of_the_address_finds_its_scene(self):
        page = self.open("#recording=deck-drags.evemu")
        page.wait("snapback.mode() === 'recording'")
        page.assert_shown("deck-drags", "card-deck")


class Elsewhere(unittest.TestCase):
    def test_the_tuner_works_with_a_daemon_whose_scene_is_not_named(self):
        server = browser.Server(browser.scene("card"), names_scene=False)
        self.addCleanup(server.close)
        page = browser.Page(server)
        self.addCleanup(page.close)
        self.assertEqual(page.ask("snapback.state('document').name"), "card.json5")
        page.open("motion")
        field = page.page.get_by_label("Damping ratio, exactly")
        field.fill("0.4")
        field.press("Enter")
        page.wait("snapback.state('document').scene.gestures[0].spring.dampingRatio === 0.4")
        self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
