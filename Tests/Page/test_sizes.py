"""Phones, tablets and desktops, light and dark: targets, the order of the parts, the keyboard."""

import unittest

import browser

PHONE, TABLET, DESKTOP = (390, 844), (768, 1024), (1280, 800)
SMALL = (PHONE, TABLET)
TABS = ("view", "layout", "gestures", "motion", "latency", "recording", "source")
# CSS pixels; the size of a target for a thumb, less the rounding of a fraction.
TARGET = 44 - 0.1

# Each control that can be seen, with the rectangle that takes presses: of a check box with a label,
# that of the label.
CONTROLS = """() => [...document.querySelectorAll(
  'button, select, input, summary, [role=tab], [role=slider], [role=treeitem], .twist, .entry')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetParent !== null
    && !one.classList.contains('none'))
  .map((one) => {
    const target = one.type === 'checkbox' ? one.closest('label') ?? one : one;
    const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
    return {
      what: one.id || one.title || one.ariaLabel || one.textContent.slice(0, 30) || one.className,
      left, right, top, bottom, width, height,
    };
  })"""

BOX = """(selector) => {
  const { left, top, right, bottom, width, height } =
    document.querySelector(selector).getBoundingClientRect();
  return { left, top, right, bottom, width, height };
}"""

# The element that has the focus, and whether its outline can be seen.
FOCUS = """() => {
  const one = document.activeElement;
  const { outlineStyle, outlineWidth, backgroundColor } = getComputedStyle(one);
  const { width, height, top, bottom } = one.getBoundingClientRect();
  return {
    id: one.id, role: one.getAttribute('role'), tag: one.tagName, text: one.textContent.trim(),
    outline: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 || one.id === 'split',
    isSeen: width > 0 && height > 0 && top < innerHeight && bottom > 0,
    part: one.closest('#bar, #tools, #stagebox, #timeline, #split, #handle, #tabs, #panels')?.id,
  };
}"""

# The colors of a text and of what is behind it, as the browser computes them.
TEXTS = """() => [...document.querySelectorAll('body *')].filter((one) =>
  one.checkVisibility({ visibilityProperty: true }) && !one.closest(':disabled')
  && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())).map((one) => {
    const backs = [];
    for (let up = one; up; up = up.parentElement) {
      const back = getComputedStyle(up).backgroundColor;
      backs.push(back);
      if (/^rgb\\(/.test(back)) break;
    }
    let opacity = 1;
    for (let up = one; up; up = up.parentElement) opacity *= getComputedStyle(up).opacity;
    return { text: one.textContent.trim().slice(0, 30), color: getComputedStyle(one).color, backs,
      opacity };
  })"""


def channels(text):
    """Red, green, blue and alpha of `rgb(…)` or `rgba(…)`."""
    numbers = [float(part) for part in text[text.index("(") + 1:-1].split(",")]
    return numbers if len(numbers) == 4 else [*numbers, 1.0]


def contrast(first, second):
    """The formula of WCAG 2."""
    def luminance(color):
        parts = [value / 255 for value in color[:3]]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def ground(backs):
    """The color of backgrounds on top of each other, the foremost first."""
    color = channels(backs[-1])[:3]
    for back in reversed(backs[:-1]):
        *front, alpha = channels(back)
        color = [a * alpha + b * (1 - alpha) for a, b in zip(front, color)]
    return color


class Sizes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = browser.Server(browser.scene("card"))
        cls.addClassCleanup(cls.server.close)

    def visit(self, size, theme="light", touch=False):
        page = browser.Page(self.server, size, theme, touch)
        self.addCleanup(page.close)
        self.addCleanup(lambda: self.assertEqual(page.faults, []))
        return page

    def box(self, page, selector):
        return page.ask(BOX, selector)

    def sheet(self, page):
        """The state of the sheet, when its height no longer changes."""
        page.wait(
            "document.querySelector('#right').getAnimations().every("
            "(one) => one.playState === 'finished')")
        return page.ask("document.querySelector('#right').dataset.sheet")

    def test_the_stage_comes_first_and_has_room(self):
        for size in (*SMALL, DESKTOP):
            page = self.visit(size)
            stage, panels = self.box(page, "#stagebox"), self.box(page, "#right")
            if size in SMALL:
                # Full width, above the closed sheet, and most of the window.
                self.assertEqual((stage["left"], stage["right"]), (0, size[0]))
                self.assertLessEqual(stage["bottom"], panels["top"])
                self.assertGreater(stage["height"], 0.75 * size[1])
                self.assertEqual(panels["bottom"], size[1])
                self.assertFalse(page.page.locator("#tabs").is_visible())
            else:
                self.assertLessEqual(stage["right"], panels["left"])
                self.assertGreater(stage["width"], 780)
                self.assertTrue(page.page.locator("#tabs").is_visible())
                self.assertFalse(page.page.locator("#handle").is_visible())
                self.assertFalse(page.page.locator("#morebutton").is_visible())
            self.assertTrue(page.ask(
                "Boolean(document.querySelector('#left').compareDocumentPosition("
                "document.querySelector('#right')) & Node.DOCUMENT_POSITION_FOLLOWING)"))
            # The screen is large enough to be touched.
            self.assertGreater(page.ask("snapback.place().zoom"), 0.6, size)

    def hold_targets(self, page, where, shown):
        controls = page.ask(CONTROLS)
        self.assertGreater(len(controls), shown, where)
        for control in controls:
            self.assertGreaterEqual(control["width"], TARGET, (where, control))
            self.assertGreaterEqual(control["height"], TARGET, (where, control))
        self.assertEqual(
            page.ask("document.documentElement.scrollWidth - innerWidth"), 0, where)
        self.assertEqual(
            page.ask("document.documentElement.scrollTop + document.body.scrollTop"), 0, where)

    def test_every_target_has_the_size_of_a_thumb_and_nothing_overflows(self):
        for size in SMALL:
            for theme in ("light", "dark"):
                page = self.visit(size, theme)
                self.hold_targets(page, (size, "closed"), 4)
                page.page.click("#morebutton")
                self.hold_targets(page, (size, "controls"), 12)
                page.page.keyboard.press("Escape")
                page.ask("snapback.select('card')")
                for tab in TABS:
                    page.open(tab)
                    self.sheet(page)
                    page.page.wait_for_timeout(250)
                    self.hold_targets(page, (size, theme, tab), 9)
                    self.hold_panel(page, size, tab)
                page.replay("list-fingers", "list")
                for tab in ("gestures", "motion", "recording"):
                    page.open(tab)
                    self.hold_targets(page, (size, theme, "recording", tab), 18)

    def hold_panel(self, page, size, tab):
        outside = page.ask(
            "(tab) => [...document.querySelectorAll(`#panel-${tab} *`)].filter((one) =>"
            " one.getBoundingClientRect().right > innerWidth + 1).length", tab)
        self.assertEqual(outside, 0, (size, tab))

    def test_texts_have_contrast_in_every_panel(self):
        for size in (PHONE, TABLET, DESKTOP):
            for theme in ("light", "dark"):
                page = self.visit(size, theme)
                page.replay("list-fingers", "list")
                page.ask("snapback.select('message')")
                page.ask("snapback.seek(1)")
                for tab in TABS:
                    page.open(tab)
                    page.page.wait_for_timeout(150)
                    texts = page.ask(TEXTS)
                    self.assertGreater(len(texts), 20)
                    for text in texts:
                        value = contrast(channels(text["color"]), ground(text["backs"]))
                        self.assertGreaterEqual(value, 4.5, (theme, tab, text))
                        self.assertEqual(text["opacity"], 1, (theme, tab, text))

    def test_the_sheet_is_opened_and_closed_by_pressing_pulling_and_keys(self):
        for size in SMALL:
            page = self.visit(size)
            handle = page.page.locator("#handle")
            self.assertEqual(handle.get_attribute("aria-expanded"), "false")
            handle.click()
            self.assertEqual(handle.get_attribute("aria-expanded"), "true")
            self.assertEqual(self.sheet(page), "half")
            self.assertTrue(page.page.locator("#panel-view").is_visible())
            # The stage is smaller, and still above the sheet.
            stage, panels = self.box(page, "#stagebox"), self.box(page, "#right")
            self.assertLessEqual(stage["bottom"], panels["top"])
            self.assertGreater(stage["height"], 0.3 * size[1])
            handle.click()
            self.assertEqual(self.sheet(page), "closed")
            self.assertEqual(handle.get_attribute("aria-expanded"), "false")
            self.assertFalse(page.page.locator("#panel-view").is_visible())
            # Pulled up slowly to nearly half and nearly all of the window, and down again.
            for share, state in ((0.42, "half"), (0.75, "tall"), (0.04, "closed")):
                self.pull(page, size[1] * (1 - share))
                self.assertEqual(self.sheet(page), state, (size, share))
            handle.focus()
            for key, state in (
                    ("ArrowUp", "half"), ("ArrowUp", "tall"), ("ArrowUp", "tall"),
                    ("ArrowDown", "half"), ("ArrowDown", "closed"), ("Enter", "half"),
                    ("Space", "closed"), ("Enter", "half"), ("Escape", "closed")):
                page.page.keyboard.press(key)
                self.assertEqual(self.sheet(page), state, (size, key))

    def pull(self, page, y):
        """A finger moves the handle slowly to a height, and rests there before it lifts."""
        box = self.box(page, "#handle")
        x, start = page.page.viewport_size["width"] / 2, box["top"] + 20
        page.page.mouse.move(x, start)
        page.page.mouse.down()
        for step in range(1, 11):
            page.page.mouse.move(x, start + (y + 20 - start) * step / 10)
            page.page.wait_for_timeout(15)
        page.page.wait_for_timeout(60)
        page.page.mouse.move(x, y + 20.5)
        page.page.mouse.up()

    def test_escape_closes_the_sheet_and_the_focus_goes_to_its_handle(self):
        page = self.visit(PHONE)
        page.open("gestures")
        page.page.focus("#tab-gestures")
        page.page.keyboard.press("Escape")
        self.assertEqual(self.sheet(page), "closed")
        self.assertEqual(page.ask("document.activeElement.id"), "handle")
        # In the tree, Escape first clears the selection.
        page.open("view")
        page.ask("snapback.select('card')")
        page.page.focus(".tree .row[aria-selected=true]")
        page.page.keyboard.press("Escape")
        self.assertIsNone(page.ask("snapback.selected()"))
        self.assertEqual(self.sheet(page), "half")
        page.page.keyboard.press("Escape")
        self.assertEqual(self.sheet(page), "closed")
        # The controls close first, and the button has the focus again.
        page.open("view")
        page.page.click("#morebutton")
        page.page.focus("#scene")
        page.page.keyboard.press("Escape")
        self.assertFalse(page.page.locator("#scene").is_visible())
        self.assertEqual(page.ask("document.activeElement.id"), "morebutton")
        self.assertEqual(self.sheet(page), "half")

    def path(self, page, limit=80):
        """The parts of the page in the order in which Tab reaches them, up to the last one."""
        # The title, which is before everything else.
        page.ask(
            "() => { const one = document.querySelector('h1'); one.tabIndex = -1; one.focus(); }")
        stops = []
        for _ in range(limit):
            page.page.keyboard.press("Tab")
            stop = page.ask(FOCUS)
            if stop["tag"] == "BODY":
                break
            stops.append(stop)
            self.assertTrue(stop["outline"], stop)
            self.assertTrue(stop["isSeen"], stop)
        parts = [stop["part"] for stop in stops]
        return [part for place, part in enumerate(parts) if place == 0 or parts[place - 1] != part]

    def test_tab_goes_from_the_header_over_the_stage_to_the_panels(self):
        for size, theme in ((PHONE, "light"), (TABLET, "dark"), (DESKTOP, "light")):
            page = self.visit(size, theme)
            small = size in SMALL
            rest = ["handle"] if small else ["split", "tabs", "panels"]
            self.assertEqual(self.path(page), ["bar", "tools", "stagebox", *rest], size)
            page.replay("flick", "card")
            tools = [] if small else ["tools"]
            rest = ["handle", "tabs", "panels"] if small else rest
            self.assertEqual(
                self.path(page), ["bar", *tools, "stagebox", "timeline", *rest], size)

    def test_arrow_keys_go_through_tabs_and_the_log(self):
        for size in (PHONE, DESKTOP):
            page = self.visit(size)
            page.replay("list-fingers", "list")
            page.open("view")
            page.page.focus("#tab-view")
            for key, tab in (
                    ("ArrowRight", "layout"), ("End", "source"), ("ArrowRight", "view"),
                    ("ArrowLeft", "source"), ("Home", "view"), ("ArrowRight", "layout"),
                    ("ArrowRight", "gestures")):
                page.page.keyboard.press(key)
                self.assertEqual(page.ask("document.activeElement.id"), f"tab-{tab}")
                self.assertTrue(page.page.locator(f"#panel-{tab}").is_visible())
            times = [
                float(text) for text in
                page.page.locator("#panel-gestures .entry time").all_inner_texts()]
            page.page.focus("#panel-gestures .log")
            page.page.keyboard.press("Home")
            for _ in range(3):
                page.page.keyboard.press("ArrowDown")
            page.page.keyboard.press("Enter")
            # The log has three decimals of the time of an event.
            exact = page.ask(
                "(text) => snapback.state('recording').events.map(({ seconds }) => seconds)"
                ".find((seconds) => Math.abs(seconds - text) < 6e-4)", times[3])
            frames = [time for time in page.ask("snapback.frameTimes()") if time <= exact]
            self.assertEqual(page.ask("snapback.state('moment')"), frames[-1], size)

    def test_a_large_window_has_what_it_had(self):
        page = self.visit(DESKTOP)
        # The controls are in the header and the overlays in the tools, without a press.
        for selector in ("#scene", "#textsize", "#rate", "#tools #overlays", "#panel-view"):
            self.assertTrue(page.page.locator(selector).is_visible(), selector)
        self.assertLess(self.box(page, "#bar")["height"], 50)
        # From large to small and back, with an open sheet in between.
        page.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.wait("document.querySelector('#more #overlays') !== null")
        page.page.click("#handle")
        self.assertEqual(self.sheet(page), "half")
        page.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        page.wait("document.querySelector('#tools #overlays') !== null")
        self.assertLessEqual(
            self.box(page, "#stagebox")["right"], self.box(page, "#right")["left"])
        self.assertGreater(self.box(page, "#stagebox")["height"], 650)

    def stroke(self, page, start, end, lift=True):
        """A finger on the glass of the device, from point to point of the window."""
        glass = page.context.new_cdp_session(page.page)

        def say(kind, *points):
            glass.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

        say("touchStart", start)
        for step in range(1, 13):
            say("touchMove", tuple(a + (b - a) * step / 12 for a, b in zip(start, end)))
            page.page.wait_for_timeout(10)
        if lift:
            say("touchEnd")
        return lambda: say("touchEnd")

    def test_fingers_touch_the_scene_the_sheet_and_the_timeline_of_a_phone(self):
        page = self.visit(PHONE, touch=True)
        # On a phone, what is too wide makes the whole page wider than the screen.
        self.assertEqual(page.ask("[innerWidth, visualViewport.scale]"), [PHONE[0], 1])
        lift = self.stroke(page, page.at(150, 400), page.at(270, 340), lift=False)
        browser.wait_until(
            lambda: page.views()["card"]["translation"][0] > 60, "the card follows the finger")
        lift()
        browser.wait_until(
            lambda: page.views()["card"]["translation"] == [0, 0], "the card springs home")
        handle = self.box(page, "#handle")
        x, y = PHONE[0] / 2, handle["top"] + 30
        page.page.touchscreen.tap(x, y)
        self.assertEqual(self.sheet(page), "half")
        y = self.box(page, "#handle")["top"] + 30
        self.stroke(page, (x, y), (x, PHONE[1] - 20))
        self.assertEqual(self.sheet(page), "closed")
        page.replay("flick", "card")
        box = self.box(page, "#timeline .scrub")
        y = box["top"] + 10
        start, end = (box["left"] + share * box["width"] for share in (0.2, 0.7))
        self.stroke(page, (start, y), (end, y))
        whole = page.ask("snapback.state('recording').duration")
        self.assertAlmostEqual(page.ask("snapback.state('moment')"), 0.7 * whole, delta=0.02)

    def test_a_phone_on_its_side_has_its_panels_beside_the_stage(self):
        page = self.visit((844, 390), touch=True)
        stage = self.box(page, "#stagebox")
        self.assertLessEqual(stage["right"], self.box(page, "#right")["left"])
        self.assertGreater(stage["height"], 0.6 * 390)
        for tab in TABS:
            page.open(tab)
            page.page.wait_for_timeout(150)
            self.hold_targets(page, tab, 8)

    def test_a_large_touchscreen_has_large_targets_and_panels_beside_the_stage(self):
        page = self.visit((1180, 820), touch=True)
        self.assertLessEqual(
            self.box(page, "#stagebox")["right"], self.box(page, "#right")["left"])
        for tab in TABS:
            page.open(tab)
            page.page.wait_for_timeout(150)
            self.hold_targets(page, tab, 15)


if __name__ == "__main__":
    unittest.main()
