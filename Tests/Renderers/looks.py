"""A scene with looks, and how a picture of it is compared with docs/scene-format.md#looks.

The colors of points are computed from the definition: a shadow is a rectangle with round corners,
blurred by adding up a Gaussian; fills and borders are known by their distances from the outline.
Texts consist of the letter H, whose ink ends at the baseline, and are compared by their ink.
"""

import json

import numpy
import snapback
from kiosk import Picture

SIZE = (320, 480)
GROUND = "#6080a0"
# Levels of 255 by which a color may differ, and points around an edge that are left out.
LEVELS, EDGE = 4, 0.75
# Points by which the ink of a text may be off.
NEAR = 0.6
# The standard deviation of a shadow is half of its radius. Beyond this many, nothing is seen.
TAILS = 4
# Rows of four colors, of which a square view shows the middle two.
BANDS = ("#ff0000", "#00ff00", "#0000ff", "#ffffff")
LONG = "H" * 30
WORDS = "HHH HHH HHH HHH HHH"

# The frames of views on the screen: x, y, width and height.
FRAMES = {
    "plain": (16, 16, 60, 40), "frame": (100, 16, 80, 60), "cover": (100, 16, 80, 60),
    "card": (30, 110, 100, 70), "glass": (200, 110, 90, 60), "turned": (190, 220, 80, 50),
    "picture": (16, 220, 60, 60),
    "dark": (16, 300, 100, 22), "low": (16, 330, 100, 40), "middle": (16, 380, 100, 40),
    "tail": (150, 300, 101, 22), "head": (150, 324, 101, 22), "both": (150, 348, 101, 22),
    "cut": (150, 372, 101, 22), "light": (150, 400, 50, 22), "bold": (220, 400, 50, 22),
    "rows": (16, 426, 60, 46), "cutRows": (150, 426, 60, 46),
}
LOOKS = {
    "plain": {"color": "#ff000080"},
    "frame": {
        "color": "#00c000", "cornerRadius": 20, "border": {"width": 6, "color": "#0000ff80"},
        "data": {"icon": "sun", "sizes": [1, 2.5]}},
    "cover": {"color": "#ffff00"},
    # Its own clip does not cut its shadow.
    "card": {
        "color": "#ffffff", "cornerRadius": 12, "clips": True,
        "shadow": {"color": "#200040", "opacity": 0.6, "radius": 16, "offset": [10, 14]}},
    # Its shadow is not seen through it.
    "glass": {
        "color": "#ffffff80", "shadow": {"opacity": 1, "radius": 8, "offset": [0, 0]}},
    "turned": {
        "color": "#ffffff", "cornerRadius": 10, "border": {"width": 5, "color": "#ff0000"},
        "shadow": {"opacity": 0.8, "radius": 12, "offset": [12, 0]}},
    "picture": {"image": "bands", "cornerRadius": 10},
    # Black without a color.
    "dark": {"text": "HHH", "fontWeight": 400},
    "low": {
        "text": "HHH", "textColor": "#ff00ff", "textAlignment": "trailing",
        "verticalAlignment": "bottom"},
    "middle": {
        "text": "HHH", "textColor": "#ffffff80", "textAlignment": "center",
        "verticalAlignment": "center"},
    "tail": {"text": LONG, "textColor": "#ffffff"},
    "head": {"text": LONG, "textColor": "#ffffff", "truncation": "head"},
    "both": {"text": LONG, "textColor": "#ffffff", "truncation": "middle"},
    "cut": {"text": LONG, "textColor": "#ffffff", "truncation": "clip"},
    "light": {"text": "HHH", "textColor": "#ffffff", "fontWeight": 400},
    "bold": {"text": "HHH", "textColor": "#ffffff", "fontWeight": 700},
    # Two lines fit, and the second one has the rest.
    "rows": {"text": WORDS, "textColor": "#ffffff"},
    "cutRows": {"text": WORDS, "textColor": "#ffffff", "truncation": "clip"},
}
# A change of everything that can move. Rotations are in degrees.
CHANGES = [
    {"view": "frame", "border": {"width": 11, "color": "#ff00ff"}},
    {"view": "card", "shadow": {"opacity": 0.9, "radius": 24, "offset": [-6, 20]}},
    {"view": "plain", "color": "#00ff0040"},
    {"view": "dark", "textColor": "#00ffff"},
]
ROTATION = {"turned": 30}


def scene():
    """The document of the scene."""
    views, constraints = [], []
    for name, (x, y, width, height) in FRAMES.items():
        look = dict(LOOKS[name])
        if "text" in look:
            limit = 0 if look["text"] == WORDS else 1
            look["text"] = {"string": look["text"], "style": "body", "lines": limit}
        view = {"id": name, **look}
        parent = views[-1] if name == "cover" else None
        (parent.setdefault("views", []) if parent else views).append(view)
        constraints += [
            f"{name}.left = screen.left + {x}", f"{name}.top = screen.top + {y}",
            f"{name}.width = {width}", f"{name}.height = {height}"]
    turns = [{"view": name, "rotation": angle} for name, angle in ROTATION.items()]
    return json.dumps({
        "snapback": 1, "screen": {"width": SIZE[0], "height": SIZE[1], "background": GROUND},
        "views": views, "constraints": constraints,
        "actions": [{"on": "appear", "changes": turns}]})


def write_bands(path):
    """Writes the image `bands`, twice as wide as high."""
    from PIL import Image
    image = Image.new("RGB", (40, 20))
    for number, color in enumerate(BANDS):
        image.paste(color, (10 * number, 0, 10 * number + 10, 20))
    image.save(path)


def changed():
    """The looks after the changes."""
    result = {name: dict(look) for name, look in LOOKS.items()}
    for change in CHANGES:
        look = result[change["view"]]
        for key in change.keys() - {"view"}:
            old = look.get(key)
            look[key] = {**old, **change[key]} if isinstance(old, dict) else change[key]
    return result


def rgba(color):
    """The components of a color, 0…255, and its opacity."""
    parts = [int(color[place:place + 2], 16) for place in range(1, len(color), 2)]
    return numpy.array(parts[:3], float), parts[3] / 255 if len(parts) > 3 else 1


def distance(x, y, width, height, radius):
    """How far points are outside of a rectangle with round corners; negative inside."""
    across = numpy.abs(x - width / 2) - width / 2 + radius
    down = numpy.abs(y - height / 2) - height / 2 + radius
    outside = numpy.hypot(numpy.maximum(across, 0), numpy.maximum(down, 0))
    return outside + numpy.minimum(numpy.maximum(across, down), 0) - radius


class Shadow:
    """The opacity of a blurred rectangle with round corners, without that of the shadow."""

    def __init__(self, width, height, radius, deviation):
        self.step, self.margin = 0.25, TAILS * deviation + 1
        columns, rows = (
            numpy.arange(-self.margin, length + self.margin, self.step)
            for length in (width, height))
        inside = distance(columns[None, :], rows[:, None], width, height, radius)
        sharp = numpy.clip(0.5 - inside / self.step, 0, 1)
        offsets = numpy.arange(-TAILS * deviation, TAILS * deviation + self.step, self.step)
        weights = numpy.exp(-(offsets / deviation) ** 2 / 2)
        weights /= weights.sum()
        for axis in (0, 1):
            sharp = numpy.apply_along_axis(numpy.convolve, axis, sharp, weights, "same")
        self.values = sharp

    def at(self, x, y):
        column, row = (round((place + self.margin) / self.step) for place in (x, y))
        height, width = self.values.shape
        return self.values[row, column] if 0 <= row < height and 0 <= column < width else 0


class Model:
    """The colors of points by the definition."""

    def __init__(self, looks):
        self.looks = {name: look for name, look in looks.items() if "color" in look}
        self.shadows = {
            name: Shadow(
                *FRAMES[name][2:], look.get("cornerRadius", 0), look["shadow"]["radius"] / 2)
            for name, look in self.looks.items() if "shadow" in look}

    @staticmethod
    def place(name, x, y):
        """A point of the screen in the coordinates of a view."""
        left, top, width, height = FRAMES[name]
        angle = numpy.radians(ROTATION.get(name, 0))
        x, y = x - left - width / 2, y - top - height / 2
        return (x * numpy.cos(angle) + y * numpy.sin(angle) + width / 2,
                y * numpy.cos(angle) - x * numpy.sin(angle) + height / 2)

    def color(self, x, y):
        """The color at a point; None if it is near an edge."""
        color = rgba(GROUND)[0]
        # The border of the frame is in front of its child.
        steps = [(name, kind) for name in self.looks for kind in ("shadow", "fill", "border")]
        late = ("frame", "border")
        steps.remove(late)
        steps.insert(steps.index(("cover", "border")) + 1, late)
        for name, kind in steps:
            look, (width, height) = self.looks[name], FRAMES[name][2:]
            radius = look.get("cornerRadius", 0)
            u, v = self.place(name, x, y)
            away = distance(u, v, width, height, radius)
            if abs(away) < EDGE:
                return None
            fill, opacity = rgba(look["color"])
            if kind == "shadow" and "shadow" in look and away > 0:
                shadow = look["shadow"]
                tint = rgba(shadow.get("color", "#000000"))[0]
                share = self.shadows[name].at(u - shadow["offset"][0], v - shadow["offset"][1])
                color = color + (tint - color) * share * shadow["opacity"] * opacity
            elif kind == "fill" and away < 0:
                color = color + (fill - color) * opacity
            elif kind == "border" and "border" in look:
                wide = look["border"]["width"]
                inner = distance(
                    u - wide, v - wide, width - 2 * wide, height - 2 * wide,
                    max(radius - wide, 0))
                if abs(inner) < EDGE:
                    return None
                if away < 0 < inner:
                    tint, share = rgba(look["border"]["color"])
                    color = color + (tint - color) * share
        return color


def expected(looks):
    """Points of the screen as rows of x and y, and their colors."""
    model, points, colors = Model(looks), [], []
    for y in numpy.arange(2, 295, 2.1):
        for x in numpy.arange(2, SIZE[0] - 2, 2.1):
            color = model.color(x, y)
            # The image is compared by itself.
            if color is not None and distance(x - 16, y - 220, 60, 60, 0) > 2:
                points.append((x, y))
                colors.append(color)
    return numpy.array(points), numpy.array(colors)


def sampled(pixels, points):
    """The colors at points, on the lines between the middles of pixels."""
    density = pixels.shape[0] / SIZE[1]
    column, row = (points * density - 0.5).T
    left, top = numpy.floor(column).astype(int), numpy.floor(row).astype(int)
    across, down = (column - left)[:, None], (row - top)[:, None]
    upper = pixels[top, left] * (1 - across) + pixels[top, left + 1] * across
    lower = pixels[top + 1, left] * (1 - across) + pixels[top + 1, left + 1] * across
    return upper * (1 - down) + lower * down


def faults(pixels, looks, truth, line):
    """What is wrong in a picture, as lines. `truth` is from `expected`, and `line` is the height of
    a line of text."""
    points, colors = truth
    seen, found, told = sampled(pixels, points), [], set()
    off = numpy.abs(seen - colors).max(axis=1)
    for number in numpy.argsort(-off):
        near = min(FRAMES, key=lambda name: _away(name, *points[number]))
        if off[number] <= LEVELS or len(told) > 3:
            break
        if near not in told:
            told.add(near)
            found.append(
                f"at {_written(points[number])}, near {near}, the color is "
                f"{_written(seen[number])} instead of {_written(colors[number])}")
    return found + _image_faults(Picture(pixels, SIZE)) + _text_faults(pixels, looks, line)


def _away(name, x, y):
    return float(distance(*Model.place(name, x, y), *FRAMES[name][2:], 0))


def _image_faults(picture):
    """The bands are 30 points wide in the view, which shows the middle 60 of 120."""
    found = []
    left, top, width, height = FRAMES["picture"]
    wanted = [(left + 15, top + 30, BANDS[1]), (left + 45, top + 30, BANDS[2]),
              (left + 27, top + 55, BANDS[1]), (left + 33, top + 5, BANDS[2]),
              (left + 1, top + 1, GROUND), (left + width - 1, top + height - 1, GROUND),
              (left + 2, top + 30, BANDS[1]), (left + width - 2, top + 30, BANDS[2])]
    for x, y, color in wanted:
        seen = picture.at(x, y)
        if numpy.abs(seen - rgba(color)[0]).max() > 2 * LEVELS:
            found.append(f"the image is {_written(seen)} instead of {color} at ({x}, {y})")
    return found


class Ink:
    """The letters of a text: how much of the color of each pixel is that of the text."""

    def __init__(self, pixels, name, color):
        density = pixels.shape[0] / SIZE[1]
        left, top, width, height = FRAMES[name]
        # A little more than the view, so that ink beside it is seen.
        self.margin, self.density = 4, density
        part = pixels[
            round((top - 1) * density):round((top + height + 1) * density),
            round((left - 4) * density):round((left + width + 4) * density)].astype(float)
        ground = rgba(GROUND)[0]
        way = color - ground
        self.share = (part - ground) @ way / (way @ way)
        # How far the nearest pixel is from the color. Edges of letters may have other colors, for
        # the parts of the pixels of a display.
        self.off = float(numpy.abs(part - color).max(axis=2).min())
        self.rows = (self.share > 0.5).any(axis=1).nonzero()[0]

    @property
    def bottom(self):
        """The end of the ink, in points from the top of the view."""
        return (self.rows[-1] + 1) / self.density - 1

    @property
    def right(self):
        """The right end of the ink, in points from the left of the view."""
        columns = (self.share > 0.5).any(axis=0).nonzero()[0]
        return (columns[-1] + 1) / self.density - self.margin

    def ends(self):
        """The ends of the lines, in points from the top of the view."""
        last = [one for one, other in zip(self.rows, self.rows[1:]) if other > one + 1]
        return [(row + 1) / self.density - 1 for row in [*last, self.rows[-1]]]

    def stems(self):
        """The columns with ink above the dots of an ellipsis and below the bars of the letters,
        in points from the left of the view, as pairs of a beginning and an end."""
        first, last = self.rows[0], self.rows[-1]
        row = round(last - 0.3 * (last - first))
        marks = numpy.concatenate([[False], self.share[row] > 0.5, [False]])
        changes = numpy.flatnonzero(marks[1:] != marks[:-1]) / self.density - self.margin
        return changes.reshape(-1, 2)


def _text_faults(pixels, looks, line):
    found, inks = [], {}
    for name, look in looks.items():
        if "text" not in look:
            continue
        color, opacity = rgba(look.get("textColor", "#000000"))
        ground = rgba(GROUND)[0]
        seen = ground + (color - ground) * opacity
        inks[name] = ink = Ink(pixels, name, seen)
        if not len(ink.rows) or ink.share.max() > 1.05 or ink.off > LEVELS:
            found.append(f"the text {name} does not have the color {_written(seen)}")
            return found
    return found + _places(inks, line) + _cuts(inks) + _rows(inks, line) + _weights(inks)


def _places(inks, line):
    found = []
    # All have the font of `dark`, whose line is at the top.
    base = inks["dark"].bottom
    for name, share in (("low", 1), ("middle", 0.5)):
        wanted = base + share * (FRAMES[name][3] - line)
        if abs(inks[name].bottom - wanted) > NEAR:
            found.append(f"the text {name} ends at {inks[name].bottom} instead of {wanted}")
    start = inks["dark"].stems()[0][0]
    ends = {name: inks[name].stems()[[0, -1], [0, 1]] for name in ("dark", "low", "middle")}
    # The letter H is symmetric, so it has the same space at both sides.
    width = FRAMES["low"][2]
    if not 0 < start < 4:
        found.append(f"the text dark begins at {start}")
    if abs(width - ends["low"][1] - start) > NEAR:
        found.append(f"the text low ends at {ends['low'][1]} of {width}")
    if abs(sum(ends["middle"]) - width) > 2 * NEAR:
        found.append(f"the text middle is at {ends['middle']} of {width}")
    return found


def _cuts(inks):
    found, width = [], FRAMES["tail"][2]
    stems = {name: inks[name].stems() for name in ("tail", "head", "both", "cut")}
    between = {name: pairs[1:, 0] - pairs[:-1, 1] for name, pairs in stems.items()}
    usual = float(max(between["cut"]))
    # Before the first stem, after the last one, and the widest gap, where an ellipsis is expected.
    expected = {"tail": (0, 1, 0), "head": (1, 0, 0), "both": (0, 0, 1), "cut": (0, 0, 0)}
    for name, pairs in stems.items():
        gaps = (pairs[0][0], width - pairs[-1][1], float(max(between[name])))
        least = (4, 8, 1.4 * usual)
        for gap, limit, has, where in zip(
                gaps, least, expected[name], ("before", "after", "in"), strict=True):
            # What remains beside the letters may have nearly the width of one.
            most = limit if where != "after" or has else 12.5
            if (gap > most) != bool(has):
                found.append(f"the text {name} has a gap of {gap:.1f} {where} its letters")
    middle = between["both"].argmax()
    place = (stems["both"][middle][1] + stems["both"][middle + 1][0]) / 2
    if abs(place - width / 2) > 8:
        found.append(f"the gap of the text both is at {place:.1f} of {width}")
    if stems["cut"][-1][1] > width + NEAR:
        found.append("the text cut is not cut at the edge of its view")
    return found


def _rows(inks, line):
    found, wanted = [], [inks["dark"].bottom, inks["dark"].bottom + line]
    for name in ("rows", "cutRows"):
        ink, width = inks[name], FRAMES[name][2]
        ends = ink.ends()
        if len(ends) != 2 or numpy.abs(numpy.subtract(ends, wanted)).max() > NEAR:
            found.append(f"the lines of the text {name} end at {ends} instead of {wanted}")
        right = ink.right
        # Of a line that is cut, the ink ends at the edge or in a gap of a letter or of two words.
        if right > width + NEAR or right < width - 15:
            found.append(f"the ink of the text {name} ends at {right} of {width}")
    return found


def _weights(inks):
    sums = {name: float(inks[name].share.clip(0, 1).sum()) for name in ("light", "bold")}
    if sums["bold"] < 1.15 * sums["light"]:
        return [f"bold letters have {sums['bold']:.0f} of ink, regular ones {sums['light']:.0f}"]
    return []


def line_height(path):
    """The height of a line of text, which the daemon on a socket has in its snapshot."""
    with snapback.connect(path) as client:
        while not client.scene.views:
            client.receive(10)
        return client.scene["dark"].text.line_height


def check(name, pixels, looks, line):
    """Prints what is wrong in a picture; returns whether nothing is. The comparison itself fails if
    it does not notice a picture that is one point too far to the right and to the bottom."""
    pixels, truth = numpy.asarray(pixels)[:, :, :3].astype(float), expected(looks)
    found = faults(pixels, looks, truth, line)
    step = round(pixels.shape[0] / SIZE[1])
    if not faults(numpy.roll(pixels, (step, step), (0, 1)), looks, truth, line):
        found.append("a shift would not be noticed")
    for fault in found:
        print(f"  FAILED {name}: {fault}")
    print(f"{name}: {len(truth[0])} points compared", flush=True)
    return not found


def _written(numbers):
    return "(" + ", ".join(f"{number:.0f}" for number in numbers) + ")"
