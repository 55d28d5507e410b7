"""Every panel with several scenes, in both themes and two sizes: no fault, nothing out of place."""

import unittest

import browser

TABS = ("view", "layout", "gestures", "motion", "latency", "recording", "source")


class Panels(unittest.TestCase):
    def visit(self, size, theme):
        server = browser.Server(browser.scene("card"))
        self.addCleanup(server.close)
        page = browser.Page(server, size, theme)
        self.addCleanup(page.close)
        self.assertEqual(page.ask("document.documentElement.dataset.theme"), theme)
        for name, view in (("list", "message"), ("sheet", "sheet"), ("login", "form")):
            page.page.select_option("#scene", f"{name}.json5")
            page.wait(f"snapback.scene().views.some((view) => view.name === '{view}')")
            page.ask("(view) => snapback.select(view)", view)
            for tab in TABS:
                page.open(tab)
                page.drag((195, 650), (195, 450), steps=4)
                panel = page.page.locator(f"#panel-{tab}")
                self.assertTrue(panel.is_visible())
                self.assertGreater(len(panel.inner_text()), 20, (name, tab))
                self.assertEqual(page.ask(
                    "document.documentElement.scrollWidth - innerWidth"), 0, (name, tab))
                wide = page.ask(
                    "(tab) => [...document.querySelectorAll(`#panel-${tab} *`)].filter((element) =>"
                    " element.getBoundingClientRect().right > innerWidth + 1).length", tab)
                self.assertEqual(wide, 0, (name, tab))
        self.assertEqual(page.faults, [])
        return page

    def test_a_large_window_in_light(self):
        page = self.visit((1280, 800), "light")
        page.page.get_by_title("Light or dark").click()
        self.assertEqual(page.ask("document.documentElement.dataset.theme"), "dark")

    def test_a_small_window_in_dark(self):
        self.visit((900, 700), "dark")

    def test_every_control_has_a_name_and_the_keyboard_reaches_the_panels(self):
        server = browser.Server(browser.scene("card"))
        self.addCleanup(server.close)
        page = browser.Page(server)
        self.addCleanup(page.close)
        nameless = page.ask(
            "[...document.querySelectorAll('button, select, input, [role=slider]')].filter((one) =>"
            " !(one.textContent.trim() || one.ariaLabel || one.title || one.labels?.length))"
            ".map((one) => one.outerHTML)")
        self.assertEqual(nameless, [])
        page.page.focus("#tab-view")
        for tab in TABS[1:]:
            page.page.keyboard.press("ArrowRight")
            self.assertEqual(page.ask("document.activeElement.id"), f"tab-{tab}")
            self.assertTrue(page.page.locator(f"#panel-{tab}").is_visible())
        page.open("view")
        page.page.focus(".tree .row")
        page.page.keyboard.press("ArrowDown")
        self.assertEqual(page.ask("snapback.selected()"), "card")


if __name__ == "__main__":
    unittest.main()
