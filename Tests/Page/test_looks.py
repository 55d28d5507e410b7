"""Looks have the styles and the pixels that docs/scene-format.md#looks defines.

A page of one's own shows a scene with looks; the styles are those that the browser computed. Then a
border and a shadow move by a spring, and their lengths are those of the spring's formula. The stage
of the page of snapback-web shows the same scene. Colors of pixels are worked out by hand.
"""

import io
import math
import os
import re
import tempfile
import unittest

import browser
from PIL import Image
from test_own_pages import Own

SCENE = """{
  snapback: 1,
  screen: { width: 390, height: 844, background: "#ffffff" },
  views: [
    {
      id: "card", color: "#0a84ff80", cornerRadius: 20,
      border: { width: 4, color: "#ff0000cc" },
      shadow: { radius: 12, offset: [3, 6], opacity: 0.5, color: "#102030" },
      data: { icon: "sun", sizes: [1, 2.5] },
      views: [
        {
          id: "title", text: "Welcome to the kiosk of the museum",
          textColor: "#ffffff80", fontWeight: 700, textAlignment: "center",
          verticalAlignment: "bottom", truncation: "middle",
        },
        { id: "photo", color: "#ffcc00", image: "sun" },
        { id: "plain", color: "#30d158", text: "plain" },
      ],
    },
  ],
  constraints: [
    "card.left = 40", "card.top = 100", "card.width = 300", "card.height = 400",
    "title.left = card.left + 20", "title.top = card.top + 20", "title.width = 120",
    "title.height = 60",
    "photo.left = card.left + 20", "photo.top = card.top + 120", "photo.width = 100",
    "photo.height = 100",
    "plain.left = card.left", "plain.top = card.top + 300", "plain.width = 200",
    "plain.height = 40",
  ],
}"""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Looks</title>
<script type="module" src="/client/element.js"></script>
<style>
  body { margin: 0; font-family: "DejaVu Sans", sans-serif; color: rgb(1, 2, 3); }
  snapback-scene { height: 100vh; }
  .own { box-shadow: rgb(4, 5, 6) 7px 8px 9px 10px; }
</style>
<snapback-scene images="/images/*.svg">
  <div data-snapback="card">
    <div data-snapback="title"></div>
    <div data-snapback="photo"></div>
    <div data-snapback="plain"></div>
  </div>
  <div data-snapback="card" data-snapback-keep="look color" class="own"></div>
</snapback-scene>
"""
SUN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">
  <rect width="1" height="1"/>
</svg>
"""

STYLES = """() => Object.fromEntries([
  ...document.querySelectorAll("[data-snapback]")].map((one) => {
  const [style, after] = [getComputedStyle(one), getComputedStyle(one, "::after")];
  const keys = ["backgroundColor", "backgroundImage", "backgroundSize", "boxShadow", "color",
    "fontWeight", "textAlign", "paddingTop", "lineHeight"];
  return [one.className || one.dataset.snapback, {
    ...Object.fromEntries(keys.map((key) => [key, style[key]])),
    edge: ["none", "normal"].includes(after.content) ? null : after.boxShadow,
    edgeRadius: after.borderTopLeftRadius,
    text: one.childElementCount > 0 ? null : one.textContent,
    isTooWide: one.scrollWidth > one.clientWidth, data: one.dataset.snapbackData ?? null,
  }];
}))"""

# The animation, and the seconds after its start.
RESPONSE, DAMPING = 1, 0.5
MOMENTS = (0, 0.05, 0.2, 0.45, 0.8)
MOVE = """({ moments, response, dampingRatio }) => new Promise((resolve, reject) => {
  const { client, binding } = document.querySelector("snapback-scene");
  const card = document.querySelector("[data-snapback=card]");
  client.on("segment", (segment) => {
    const border = segment.channels.find(
      ({ channel, terms }) => channel === "borderWidth" && terms.length > 0);
    if (border === undefined) return;
    resolve(moments.map((seconds) => {
      binding.draw(border.terms[0].anchor + 1e9 * seconds);
      return {
        shadow: getComputedStyle(card).boxShadow,
        edge: getComputedStyle(card, "::after").boxShadow,
      };
    }));
  });
  client.change(
    [{ view: "card", border: { width: 30 }, shadow: { radius: 52, offset: [43, 86] } }],
    { animate: { spring: { response, dampingRatio } } }).catch(reject);
})"""

# By hand. The fill has 128/255 of its color over white; the border has 0.8 of red over the green
# view that is in the card; the shadow has none of its color below the fill.
FILL = (132, 193, 255)
GREEN = (48, 209, 88)
RED_ON_GREEN = (214, 42, 18)


def shadow(text):
    """Red, green, blue, opacity, x, y, blur and spread of a computed shadow."""
    numbers = [float(part) for part in re.findall(r"-?[\d.]+", text)]
    color, lengths = numbers[:-4], numbers[-4:]
    return [*color[:3], color[3] if len(color) > 3 else 1, *lengths]


def sprung(start, end, seconds):
    """A spring of a response and a damping ratio below 1, from rest, by its formula."""
    omega = 2 * math.pi / RESPONSE
    damped = omega * math.sqrt(1 - DAMPING**2)
    beta = DAMPING * omega
    wave = math.cos(damped * seconds) + beta / damped * math.sin(damped * seconds)
    return end + (start - end) * math.exp(-beta * seconds) * wave


class Looks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.makedirs(os.path.join(self.folder, "site", "images"))
        files = {"looks.json5": SCENE, "site/looks.html": PAGE, "site/images/sun.svg": SUN}
        for name, text in files.items():
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)

    def serve(self, *web):
        server = browser.Server(os.path.join(self.folder, "looks.json5"), web=web)
        self.addCleanup(server.close)
        return server

    def near(self, got, wanted, delta, what):
        self.assertEqual(len(got), len(wanted), what)
        for one, other in zip(got, wanted, strict=True):
            self.assertAlmostEqual(one, other, delta=delta, msg=what)

    def own(self):
        server = self.serve("--site", os.path.join(self.folder, "site"))
        page = Own(server, "looks.html", (390, 844), want=None)
        self.addCleanup(page.close)
        browser.wait_until(
            lambda: page.ask("document.querySelector('[data-snapback-data]') !== null"),
            "the looks are drawn")
        page.at_rest()
        return page

    def test_styles_are_those_of_the_look(self):
        page = self.own()
        styles = page.ask(STYLES)
        card, title, photo, plain, own = (
            styles[name] for name in ("card", "title", "photo", "plain", "own"))
        self.near(
            [float(part) for part in re.findall(r"[\d.]+", card["backgroundColor"])],
            [10, 132, 255, 128 / 255], 0.005, "fill")
        # 0.5 of the shadow, and 128/255 of the fill; computed styles have the spread at the end.
        self.near(
            shadow(card["boxShadow"]), [16, 32, 48, 0.5 * 128 / 255, 3, 6, 12, 0], 0.005, "shadow")
        self.assertIn("inset", card["edge"])
        self.near(shadow(card["edge"]), [255, 0, 0, 0.8, 0, 0, 0, 4], 0.005, "border")
        self.assertEqual(card["edgeRadius"], "20px")
        self.assertEqual(card["data"], '{"icon":"sun","sizes":[1,2.5]}')
        self.near(
            [float(part) for part in re.findall(r"[\d.]+", title["color"])],
            [255, 255, 255, 128 / 255], 0.005, "text color")
        self.assertEqual((title["fontWeight"], title["textAlign"]), ("700", "center"))
        self.assertRegex(title["text"], "^W.*….*m$")
        self.assertFalse(title["isTooWide"])
        self.assertAlmostEqual(
            float(title["paddingTop"].removesuffix("px")),
            60 - float(title["lineHeight"].removesuffix("px")), delta=0.02)
        self.assertRegex(photo["backgroundImage"], r'^url\("http://[^"]*/images/sun\.svg"\)$')
        self.assertEqual(photo["backgroundSize"], "cover")
        # A view without a look has the styles of the page, and so has what keeps them.
        self.assertEqual(plain["color"], "rgb(1, 2, 3)")
        self.assertEqual((plain["boxShadow"], plain["edge"]), ("none", None))
        self.assertEqual(own["boxShadow"], "rgb(4, 5, 6) 7px 8px 9px 10px")
        self.assertEqual((own["backgroundColor"], own["edge"]), ("rgba(0, 0, 0, 0)", None))
        self.assertEqual(page.faults, [])

    def test_a_border_and_a_shadow_move_by_the_formula(self):
        page = self.own()
        seen = page.ask(
            MOVE, {"moments": MOMENTS, "response": RESPONSE, "dampingRatio": DAMPING})
        for seconds, styles in zip(MOMENTS, seen, strict=True):
            lengths = [sprung(*ends, seconds) for ends in ((3, 43), (6, 86), (12, 52))]
            self.near(shadow(styles["shadow"])[4:7], lengths, 0.01, seconds)
            self.near(shadow(styles["edge"])[7:], [sprung(4, 30, seconds)], 0.01, seconds)
        page.at_rest()
        card = page.ask(STYLES)["card"]
        self.near(shadow(card["boxShadow"])[4:], [43, 86, 52, 0], 0.01, "at rest")
        self.assertEqual(page.faults, [])

    def hold(self, page, place):
        """Holds pixels of a picture of the window against the colors of points of the screen."""
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        # No point is in a text; the stage centers that of the view.
        for what, point, wanted in (
            ("the border over a view in the card", (42, 436), RED_ON_GREEN),
            ("that view beside the border", (225, 432), GREEN),
            ("a translucent fill", (250, 200), FILL),
        ):
            x, y = place(*point)
            self.near(picture.getpixel((int(x), int(y))), wanted, 3, what)
        # Beside the card, the shadow is dark and fades.
        near, far = (
            sum(picture.getpixel(tuple(int(part) for part in place(*point))))
            for point in ((190, 503), (190, 530)))
        self.assertLess(near, 3 * 250)
        self.assertGreater(far, 3 * 252)

    def test_pixels_of_a_page_have_the_border_over_the_children(self):
        page = self.own()
        page.ask("document.querySelector('.own').remove()")
        page.at_rest()
        self.hold(page.page, lambda x, y: (x, y))

    def test_the_stage_draws_the_look_and_the_panel_lists_it(self):
        page = browser.Page(self.serve(), shows="Boolean(window.snapback?.scene())")
        self.addCleanup(page.close)
        page.wait("snapback.scene().views.some((view) => view.look !== null)")
        look = page.views()["card"]["look"]
        self.assertEqual((look["borderWidth"], look["shadowOffset"]), (4, [3, 6]))
        page.open("view")
        page.ask("snapback.select('card')")
        value = "document.querySelector('#panel-view [data-value={}]').textContent"
        page.wait(f"{value.format('data')} !== ''")
        shown = {name: page.ask(value.format(name)) for name in ("data", "border", "radius")}
        self.assertEqual(shown, {
            "data": '{"icon":"sun","sizes":[1,2.5]}', "border": "4 #ff0000cc", "radius": "12"})
        page.ask("snapback.select(null)")
        page.ask("snapback.bare()")
        page.page.wait_for_timeout(300)
        self.hold(page.page, page.at)
        self.assertEqual(page.faults, [])


if __name__ == "__main__":
    unittest.main()
