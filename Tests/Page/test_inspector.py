"""The inspector says what holds a view, and shows the scene without it."""

import json
import re
import subprocess
import unittest

import browser
import snapback

STATES = {"has": "room", "missed": "gives way"}
ROW = re.compile(r"^  (holds|has room|inactive|missed [\d.]+)\s+(\S.*)$")


def explained(name, view):
    """The rules that `snapback layout --explain` names, with how they fare."""
    text = subprocess.run(
        [browser.program("snapback"), "layout", browser.scene(name), "--explain", view],
        check=True, capture_output=True, text=True, timeout=60).stdout
    rows = [ROW.match(line) for line in text.splitlines()]
    # The rule is what follows the name of the constraint.
    return {
        row[2].split(": ", 1)[-1]: STATES.get(row[1].split()[0], row[1]) for row in rows if row}


class Inspector(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = browser.Server(browser.scene("card"))
        cls.addClassCleanup(cls.server.close)
        cls.page = browser.Page(cls.server)
        cls.addClassCleanup(cls.page.close)

    def inspect(self, name, view):
        if self.page.page.input_value("#scene") != f"{name}.json5":
            self.page.page.select_option("#scene", f"{name}.json5")
        self.page.wait(f"snapback.state('document')?.name === '{name}.json5'")
        self.page.wait(f"snapback.scene().views.some((one) => one.name === '{view}')")
        self.page.ask("(name) => snapback.select(name)", view)
        self.page.open("layout")
        self.page.wait(
            f"document.querySelector('#panel-layout h2')?.textContent === '{view}'"
            f" && document.querySelector('.rule code')?.textContent.includes('{view}.')")

    def tearDown(self):
        self.assertEqual(self.page.faults, [])

    def rows(self):
        return self.page.ask(
            "[...document.querySelectorAll('.rule')].map((row) => ({"
            " rule: row.querySelector('code').textContent, state: row.dataset.state,"
            " id: row.dataset.id, words: row.querySelector('.state').textContent }))")

    def rule(self, text):
        """The row of a rule. The panel has no rows while it waits for an inspection."""
        rows = (row for row in self.rows() if row["rule"] == text)
        return next(rows, {"state": "not shown"})

    def switch(self, text):
        self.page.page.locator(".rule", has=self.page.page.get_by_text(text, exact=True)).locator(
            "input").click()

    def test_it_names_the_constraints_that_the_tool_names(self):
        for name, view in (("login", "form"), ("grid-conflict", "image"), ("sheet", "sheet")):
            self.inspect(name, view)
            wanted = explained(name, view)
            shown = {row["rule"]: row["state"] for row in self.rows()}
            self.assertEqual(shown, wanted, name)

    def test_what_gives_way_has_its_price_and_its_opponents(self):
        self.inspect("grid-conflict", "image")
        by = json.loads(subprocess.run(
            [browser.program("snapback"), "layout", browser.scene("grid-conflict"), "--json"],
            check=True, capture_output=True, timeout=60).stdout)
        frame = next(view["frame"] for view in by["views"] if view["id"] == "image")
        # The rule says what the width would be.
        price = abs(frame[2] - 0.8539823008849557 * frame[3])
        row = next(row for row in self.rows() if row["id"] == "aspect")
        self.assertRegex(row["words"], rf"gives way by {price:.1f}")
        conflict = self.page.page.locator(".card.warn").inner_text()
        for name in ("aspect", "pinLeft", "pinTop", "pinRight", "pinBottom"):
            self.assertIn(name, conflict)

    def test_a_constraint_that_is_taken_out_lets_the_view_go_and_back_it_returns(self):
        self.inspect("card", "card")
        home = self.page.views()["card"]["frame"]
        self.switch("card.width = 0.8 * screen.width")
        browser.wait_until(
            lambda: self.page.views()["card"]["frame"][2] != home[2], "the card has another width")
        browser.wait_until(
            lambda: self.rule("card.width = 0.8 * screen.width")["state"] == "inactive",
            "it is shown as switched off")
        with snapback.connect(self.server.path) as client:
            while not client.scene.is_idle:
                client.receive(10)
            self.assertNotAlmostEqual(client.scene["card"].frame[2], home[2], delta=1)
        # Nothing holds the width any more.
        self.page.wait("document.querySelector('.card.note')?.textContent.includes('card.width')")
        self.page.page.get_by_role("button", name="Put back 1").click()
        browser.wait_until(
            lambda: self.page.views()["card"]["frame"] == home, "the card is as it was")
        browser.wait_until(
            lambda: self.rule("card.width = 0.8 * screen.width")["state"] == "holds", "it holds")

    def test_every_row_without_a_switch_says_why(self):
        self.inspect("login", "title")
        self.page.wait("document.querySelectorAll('.rule input:disabled').length > 0")
        for box in self.page.page.locator(".rule input:disabled").all():
            self.assertIn("the view's properties", box.get_attribute("title"))


if __name__ == "__main__":
    unittest.main()
