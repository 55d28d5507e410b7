"""The scene of snapback-sdl.h draws texts where docs/scene-format.md#looks says, and only when they
change.

The widths and the ink of texts are those that FreeType gives for the font, by Pillow. From these,
the lines of each text and their places are computed here. A picture is turned back into the
coordinates of each view, so that texts which are turned, mirrored or scaled are compared like all
others. The environment is that of driven.py, and SNAPBACK_BINARIES is the folder of snapbackd.
"""

import json
import os
import subprocess
import tempfile
import unittest

import numpy
from driven import BOLD, BUILD, REGULAR, shown
from PIL import Image, ImageFont

import snapback  # isort: skip, driven finds their folders
from daemons import Daemon  # isort: skip
from waiting import wait_until  # isort: skip

SIZE = (320, 560)
# A pixel has ink if one of its levels is below this. At the edges of the screen, SDL draws white a
# little darker.
GROUND = 250
# Points around a view that are also searched for ink.
MARGIN = 3
# Pixels by which ink may be away from its place. Half a pixel is allowed because a text that rests
# begins at a whole pixel, and another half because a pixel counts if half of it is covered. The
# other pixel is allowed because upright letters are adapted to whole rows; of texts drawn as
# triangles, SDL's software renderer moves the corners to whole pixels.
ALLOWED = 2
# A line may be too wide by this factor before it is shortened; it is condensed then.
CONDENSED = 1.3
# The pixels of a font from which its measures are taken.
LARGE = 500

PANGRAM = "Sphinx of black quartz, judge my vow"
# Texts by the names of their views: x, y, width and height of the view, the text and its look.
TEXTS = {
    "plain": (16, 10, 90, 24, "Hamburg", {}),
    "middle": (120, 6, 90, 40, "Hamburg", {
        "textAlignment": "center", "verticalAlignment": "center"}),
    "low": (220, 6, 90, 40, "Hamburg", {
        "textAlignment": "trailing", "verticalAlignment": "bottom"}),
    "bold": (16, 40, 90, 24, "Hamburg", {"fontWeight": 700}),
    "headline": (120, 50, 90, 24, {"string": "Hamburg", "style": "headline"}, {}),
    "tall": (220, 50, 90, 44, {"string": "Hum", "pointSize": 34}, {}),
    # A little too wide: condensed, with all letters.
    "narrow": (16, 80, 60, 24, "HHHHHH", {}),
    "tail": (16, 110, 130, 24, PANGRAM, {}),
    "letters": (160, 110, 60, 24, "Zugspitzenblick", {}),
    "head": (16, 140, 130, 24, PANGRAM, {"truncation": "head"}),
    "both": (160, 140, 130, 24, PANGRAM, {"truncation": "middle"}),
    "cut": (16, 170, 120, 24, PANGRAM, {"truncation": "clip"}),
    "cutMiddle": (160, 170, 120, 24, PANGRAM, {"truncation": "clip", "textAlignment": "center"}),
    "rows": (16, 200, 100, 70, {"string": PANGRAM, "lines": 0}, {"textAlignment": "right"}),
    "two": (130, 200, 80, 70, {"string": PANGRAM, "lines": 2}, {"verticalAlignment": "center"}),
    "breaks": (230, 200, 80, 70, {"string": "Upper\n\nLower", "lines": 0}, {}),
    "turned": (40, 316, 90, 24, "Hamburg", {}),
    "tilted": (150, 316, 90, 24, "Hamburg", {}),
    "grown": (50, 390, 90, 24, "Hamburg", {}),
    "mirrored": (190, 390, 90, 24, "Hamburg", {}),
    "wide": (40, 450, 60, 24, "Hamburg", {}),
    "hebrew": (160, 450, 140, 24, "שלום", {}),
    "inner": (16, 506, 200, 30, "Hamburg Hamburg", {}),
}
# The part of the screen in which its parent leaves a view.
CLIPS = {"inner": (30, 500, 60, 18)}
ROTATIONS = {"turned": 90, "tilted": 20}
SCALES = {"grown": (2, 2), "mirrored": (-1, 1), "wide": (1.5, 1)}


def scene():
    views, constraints, changes = [], [], []
    for name, (x, y, width, height, text, look) in TEXTS.items():
        view = {"id": name, "text": text, **look}
        if name in CLIPS:
            parent = f"{name}Parent"
            constraints += placed(parent, *CLIPS[name])
            view = {"id": parent, "clips": True, "views": [view]}
        views.append(view)
        constraints += placed(name, x, y, width, height)
    changes += [{"view": name, "rotation": angle} for name, angle in ROTATIONS.items()]
    changes += [{"view": name, "scale": list(scale)} for name, scale in SCALES.items()]
    return document(views, constraints, changes)


def placed(name, x, y, width, height):
    """The constraints of a view at a place of the screen."""
    return [
        f"{name}.left = screen.left + {x}", f"{name}.top = screen.top + {y}",
        f"{name}.width = {width}", f"{name}.height = {height}"]


def document(views, constraints, changes=()):
    return json.dumps({
        "snapback": 1, "screen": {"width": SIZE[0], "height": SIZE[1], "background": "#ffffff"},
        "views": views, "constraints": constraints,
        "actions": [{"on": "appear", "changes": list(changes)}] if changes else []})


class Face:
    """The measures of a font, in points at a size."""

    def __init__(self, path, size):
        self._font = ImageFont.truetype(path, LARGE, layout_engine=ImageFont.Layout.BASIC)
        self._unit = size / LARGE

    def width(self, text):
        return self._font.getlength(text) * self._unit

    def ink(self, text, begin=-numpy.inf, end=numpy.inf):
        """The left, upper, right and lower edge of the ink between two places of a line. Places are
        from where its baseline begins."""
        mask, (x, y) = self._font.getmask2(text, anchor="ls")
        inked = numpy.array(mask).reshape(mask.size[::-1]) > 127
        places = (numpy.arange(mask.size[0]) + 0.5 + x) * self._unit
        inked &= (begin < places) & (places < end)
        rows, columns = (numpy.flatnonzero(inked.any(axis=axis)) for axis in (1, 0))
        return [edge * self._unit for edge in (
            columns[0] + x, rows[0] + y, columns[-1] + 1 + x, rows[-1] + 1 + y)]


def shortened(text, truncation, fits):
    """A line that does not fit: the first of all candidates that does, from long to short."""
    if truncation == "clip":
        return text
    words, count = text.split(" "), len(text)
    if truncation == "tail":
        candidates = [" ".join(words[:place]) + "…" for place in range(len(words) - 1, 0, -1)]
        candidates += [text[:place].rstrip() + "…" for place in range(count - 1, -1, -1)]
    elif truncation == "head":
        candidates = ["…" + " ".join(words[place:]) for place in range(1, len(words))]
        candidates += ["…" + text[place:].lstrip() for place in range(1, count + 1)]
    else:
        candidates = [
            text[:(kept + 1) // 2] + "…" + text[count - kept // 2:]
            for kept in range(count - 1, -1, -1)]
    return next(filter(fits, candidates))


def lines_of(text, rows, truncation, fits):
    """The lines of a text, with the rest in the last one."""
    result, paragraphs = [], text.split("\n")
    while paragraphs:
        words = paragraphs[0].split(" ")
        count = max(
            (place for place in range(1, len(words) + 1) if fits(" ".join(words[:place]))),
            default=1)
        rest = " ".join(words[count:])
        following = ([rest] if rest else []) + paragraphs[1:]
        if len(result) == rows - 1 and (following or not fits(paragraphs[0])):
            whole = " ".join(paragraphs)
            return [*result, whole if fits(whole) else shortened(whole, truncation, fits)]
        result.append(" ".join(words[:count]))
        paragraphs = following
    return result


class Ink:
    """The left, upper, right and lower edges of the ink of lines, in points of a view."""

    def __init__(self, name, text):
        _, _, self.width, self.height, _, look = TEXTS[name]
        weight = look.get("fontWeight", 600 if text.style == "headline" else 400)
        face = Face(BOLD if weight >= 600 else REGULAR, text.size)
        truncation = look.get("truncation", "tail")
        room = self.width * (1 if truncation == "clip" else CONDENSED)
        rows = max(1, int((self.height + 1e-3) // text.line_height))
        lines = lines_of(
            text.string, min(rows, text.lines or rows), truncation,
            lambda part: face.width(part) <= room)
        widths = [face.width(line) for line in lines]
        self.across = 1 if truncation == "clip" else min(1, self.width / max(widths))
        # Pillow draws letters from the left to the right, so Hebrew is reversed for its ink.
        is_reversed = "א" <= text.string[0] <= "ת"
        alignment = look.get("textAlignment", "trailing" if is_reversed else "leading")
        share = {"leading": 0, "center": 0.5}.get(alignment, 1)
        free = max(0, self.height - len(lines) * text.line_height)
        down = {"center": 0.5, "bottom": 1}.get(look.get("verticalAlignment"), 0)
        self.lines = []
        for number, (line, width) in enumerate(zip(lines, widths, strict=True)):
            x = share * (self.width - width * self.across)
            y = text.first_baseline + down * free + number * text.line_height
            seen_part = (-x, self.width - x) if truncation == "clip" else ()
            if line:
                left, top, right, bottom = face.ink(
                    line[::-1] if is_reversed else line, *seen_part)
                self.lines.append([
                    x + left * self.across, y + top, x + right * self.across, y + bottom])


class View:
    """Where a view is in a picture."""

    def __init__(self, name):
        self.x, self.y, self.width, self.height = TEXTS[name][:4]
        self.angle = numpy.radians(ROTATIONS.get(name, 0))
        self.scale = SCALES.get(name, (1, 1))

    def to_screen(self, x, y):
        """Points of the view on the screen. It is transformed about its middle."""
        x = (x - self.width / 2) * self.scale[0]
        y = (y - self.height / 2) * self.scale[1]
        across = x * numpy.cos(self.angle) - y * numpy.sin(self.angle)
        down = x * numpy.sin(self.angle) + y * numpy.cos(self.angle)
        return across + self.x + self.width / 2, down + self.y + self.height / 2


def seen(picture, name, density):
    """The ink in a view and around it, 0 to 1, and the samples of a point."""
    view, samples = View(name), 8
    x, y = numpy.meshgrid(
        (numpy.arange((view.width + 2 * MARGIN) * samples) + 0.5) / samples - MARGIN,
        (numpy.arange((view.height + 2 * MARGIN) * samples) + 0.5) / samples - MARGIN)
    across, down = view.to_screen(x, y)
    inside = (across >= 0) & (across < SIZE[0]) & (down >= 0) & (down < SIZE[1])
    columns = numpy.clip((across * density).astype(int), 0, picture.shape[1] - 1)
    rows = numpy.clip((down * density).astype(int), 0, picture.shape[0] - 1)
    ink = 1 - picture[rows, columns].astype(float).mean(axis=2) / 255
    return ink * inside, samples


def edges_of(ink, samples):
    """The edges of the ink in an array of samples, in points from the corner of the view."""
    rows, columns = (numpy.flatnonzero((ink > 0.5).any(axis=axis)) for axis in (1, 0))
    return [
        columns[0] / samples - MARGIN, rows[0] / samples - MARGIN,
        (columns[-1] + 1) / samples - MARGIN, (rows[-1] + 1) / samples - MARGIN]


class Scenes(unittest.TestCase):
    def start(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "scene.json5")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        daemon = Daemon(path)
        self.addCleanup(daemon.close)
        return daemon

    def show(self, daemon, size=SIZE, ratio=1):
        window = shown(self, daemon, size, ratio)
        window.add_font(REGULAR)
        window.add_font(BOLD, 600)
        window.at_rest()
        return window

    def change(self, daemon, window, *changes):
        with snapback.connect(daemon.path) as client:
            client.change(list(changes))
        window.at_rest()


class Placed(Scenes):
    """Texts are where the definition says."""

    def texts_of(self, daemon):
        with snapback.connect(daemon.path) as client:
            wait_until(lambda: client.receive(10) and client.scene.views, "a snapshot")
            return {name: client.scene[name].text for name in TEXTS}

    def test_ink_is_where_the_definition_puts_it(self):
        daemon = self.start(scene())
        texts = self.texts_of(daemon)
        # The window, the scale factor of the display, or both determine the pixels of a point.
        for density, size, ratio in ((1, 1, 1), (2, 1, 2), (4, 2, 2)):
            window = self.show(daemon, [size * length for length in SIZE], ratio)
            picture = window.picture()
            for name in TEXTS:
                with self.subTest(density=density, text=name):
                    self.assertLessEqual(off(picture, name, density, texts[name]), ALLOWED)
        # The comparison notices a picture that is a point too far to the right or to the bottom.
        for name in TEXTS:
            for axis in (0, 1):
                moved = numpy.roll(picture, density, axis)
                with self.subTest("moved", text=name, axis=axis):
                    self.assertGreater(off(moved, name, density, texts[name]), ALLOWED)

    def test_letters_are_drawn_for_the_pixels_that_show_them(self):
        """A text is as sharp as one of twice the size if its view or the display doubles it."""
        views = [{"id": name, "text": {"string": "Hamburg", "pointSize": size}} for name, size in (
            ("small", 17), ("grown", 17), ("large", 34))]
        constraints = [
            *placed("small", 16, 10, 90, 30), *placed("grown", 60, 80, 90, 30),
            *placed("large", 16, 150, 200, 60)]
        daemon = self.start(document(views, constraints, [{"view": "grown", "scale": [2, 2]}]))
        plain, dense = self.show(daemon).picture(), self.show(daemon, SIZE, 2).picture()
        large = letters(plain[150:210])
        self.assertTrue(numpy.array_equal(letters(plain[60:130]), large))
        self.assertTrue(numpy.array_equal(letters(dense[20:90]), large))

    def test_colors_and_opacities(self):
        views = [
            {"id": "dark", "text": "HHH", "textColor": "#ff0000"},
            {"id": "faint", "text": "HHH", "textColor": "#0000ff80", "alpha": 0.5},
            {"id": "plain", "text": "HHH"}]
        constraints = [
            constraint for number, view in enumerate(views)
            for constraint in placed(view["id"], 16, 10 + 40 * number, 90, 30)]
        daemon = self.start(document(views, constraints))
        # The stems of an H are wider than a pixel then.
        window = self.show(daemon, [4 * length for length in SIZE])
        self.assertEqual(
            [ink_color(window.picture(), 10 + 40 * number) for number in range(3)],
            [(255, 0, 0), (191, 191, 255), (0, 0, 0)])
        self.change(
            daemon, window, {"view": "dark", "textColor": "#00ff00", "alpha": 0.2},
            {"view": "faint", "textColor": "#000000ff"})
        self.assertEqual(
            [ink_color(window.picture(), 10 + 40 * number) for number in range(2)],
            [(204, 255, 204), (127, 127, 127)])

    def test_the_viewer_writes_the_same_picture(self):
        daemon = self.start(scene())
        window = self.show(daemon, [2 * length for length in SIZE])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "still.bmp")
            subprocess.run(
                [os.path.join(BUILD, "viewer_with_texts"), "--zoom", "2", "--font", REGULAR,
                 "--bold", BOLD, "--still", path, daemon.path], check=True, timeout=30)
            with Image.open(path) as image:
                still = numpy.array(image.convert("RGB"))
        self.assertTrue(numpy.array_equal(still, window.picture()))

    def test_without_a_font_there_are_no_texts(self):
        window = shown(self, self.start(scene()), SIZE)
        window.at_rest()
        self.assertTrue((window.picture() > GROUND).all())
        self.assertNotEqual(window.ask("font", "/nowhere.ttf", 1, 1000), 0)
        self.assertTrue((window.picture() > GROUND).all())


def off(picture, name, density, text):
    """By how many pixels the ink of a text is away from its place; infinite without ink."""
    lines, view, result = Ink(name, text).lines, View(name), 0
    ink, samples = seen(picture, name, density)
    for number, edges in enumerate(lines):
        # Between the lines above and below.
        part = ink.copy()
        if number > 0:
            part[:round(((lines[number - 1][3] + edges[1]) / 2 + MARGIN) * samples)] = 0
        if number + 1 < len(lines):
            part[round(((lines[number + 1][1] + edges[3]) / 2 + MARGIN) * samples):] = 0
        if not (part > 0.5).any():
            return numpy.inf
        if name in CLIPS:
            x, y, width, height = CLIPS[name]
            low, high = (x - view.x, y - view.y), (x + width - view.x, y + height - view.y)
            edges = [*numpy.maximum(edges[:2], low), *numpy.minimum(edges[2:], high)]
        for axis, (one, other) in enumerate(zip(edges_of(part, samples), edges, strict=True)):
            result = max(result, abs(one - other) * density * abs(view.scale[axis % 2]))
    return result


def letters(picture):
    """The smallest part of a picture that has all ink."""
    ink = picture.min(axis=2) < GROUND
    rows, columns = (numpy.flatnonzero(ink.any(axis=axis)) for axis in (1, 0))
    return picture[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]


def ink_color(picture, top):
    """The color of the stems of letters in a view of 4 pixels a point, 30 points high."""
    part = picture[4 * top:4 * (top + 30)].reshape(-1, 3)
    return tuple(int(level) for level in part[part.astype(int).sum(axis=1).argmin()])


class Kept(Scenes):
    """Texts are drawn by SDL_ttf only when they change."""

    SPRING = {"spring": {"duration": 0.5, "dampingRatio": 1}}

    def setUp(self):
        views = [
            {"id": "card", "color": "#c0c0c0", "views": [
                {"id": "title", "text": "Title", "textColor": "#000000"}]},
            {"id": "other", "text": {"string": "Two lines\nof text", "lines": 0}}]
        constraints = [
            *placed("card", 20, 20, 200, 100), *placed("title", 30, 30, 150, 30),
            *placed("other", 20, 200, 150, 60)]
        self.daemon = self.start(document(views, constraints))
        self.window = self.show(self.daemon)

    def rendered_by(self, *changes, animate=None):
        """How many lines SDL_ttf draws for changes, and how many pictures are drawn."""
        before = self.window.ask("rendered"), self.window.ask("pictures")
        with snapback.connect(self.daemon.path) as client:
            client.change(list(changes), animate=animate)
        self.window.at_rest()
        return (self.window.ask("rendered") - before[0], self.window.ask("pictures") - before[1])

    def test_a_text_is_drawn_once(self):
        self.assertEqual(self.window.ask("rendered"), 3)
        self.assertEqual(self.window.ask("textures"), 3)

    def test_motion_and_colors_draw_no_text_again(self):
        rendered, pictures = self.rendered_by(
            {"view": "card", "translation": [40, 150], "rotation": 30},
            {"view": "title", "textColor": "#ff000080", "alpha": 0.5}, animate=self.SPRING)
        self.assertEqual(rendered, 0)
        self.assertGreater(pictures, 10)

    def test_a_text_that_grows_is_drawn_again_twice(self):
        rendered, pictures = self.rendered_by(
            {"view": "title", "scale": [2, 2]}, animate=self.SPRING)
        # When it is 1.5 times as large as before, and when it rests.
        self.assertEqual(rendered, 2)
        self.assertGreater(pictures, 10)
        # It is as sharp as if it had always been so large.
        fresh = self.show(self.daemon)
        self.assertTrue(numpy.array_equal(self.window.picture(), fresh.picture()))

    def test_a_text_that_moves_rests_on_whole_pixels(self):
        self.rendered_by({"view": "title", "translation": [0.3, 0.3]}, animate=self.SPRING)
        fresh = self.show(self.daemon)
        self.assertTrue(numpy.array_equal(self.window.picture(), fresh.picture()))

    def test_only_the_text_that_changes_is_drawn_again(self):
        self.assertEqual(self.rendered_by({"view": "title", "text": "Other"})[0], 1)
        self.assertEqual(self.window.ask("textures"), 3)
        # The line that is the same remains.
        self.assertEqual(self.rendered_by({"view": "other", "text": "Two lines\nor one"})[0], 1)
        self.assertEqual(self.window.ask("textures"), 3)

    def test_textures_of_texts_that_are_gone_are_freed(self):
        self.rendered_by({"view": "other", "text": "One"})
        self.assertEqual(self.window.ask("textures"), 2)
        self.rendered_by({"view": "other", "text": ""}, {"view": "title", "text": ""})
        self.assertEqual(self.window.ask("textures"), 0)


if __name__ == "__main__":
    unittest.main()
