"""The numbers that kiosk-app.case expects, computed from formulas: kiosk_app.py [--print]

The program reads the fingers from the recording, and knows the lengths of the scene and the
formulas of docs/gestures.md, docs/motion.md and docs/bindings.md. It does not run Snapback. Without
options, it compares its numbers with those of the case. With --print, it prints them as lines of
the case.

Exit codes: 0 the numbers agree, 1 they do not.
"""

import bisect
import math
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDING = os.path.join(HERE, "..", "..", "recordings", "kiosk-tour.evemu")
CASE = os.path.join(HERE, "kiosk-app.case")
EVENT = re.compile(r"E: (\S+) (\S+) (\S+) (\S+)")
# Points of the screen, and units of the panel: a position is (value - minimum) / (maximum -
# minimum + 1) of the screen.
SCREEN, PANEL = (390, 844), (1080, 2340)
SLOP = 10
# The release velocities of fingers that lift in motion are those of the drawn paths; the estimate
# from scans may differ by 3 %. A finger at rest may have up to 15 points a second.
SHARE, REST = 0.03, 15
# The angular frequencies of the springs.
LOCK, TAB, PHOTO, THEME, SHEET = (
    2 * math.pi / 0.5, 2 * math.pi / 0.4, 2 * math.pi / 0.45, 2 * math.pi / 0.5, 18.257)
# The fingers in the order in which they touch.
KNOB, UP, DOWN, PULL, OPEN, CLOSE, GALLERY, THUMB, LEFT, RIGHT, AWAY, SWITCH, TODAY = range(13)


class Finger:
    """The scans of a contact: times in seconds, and points of the screen."""

    def __init__(self):
        self.times, self.places, self.lift = [], [], None

    def at(self, time):
        """The place by the last scan."""
        return self.places[bisect.bisect_right(self.times, time + 1e-9) - 1]

    def travel(self, time, axis=1):
        return self.at(time)[axis] - self.places[0][axis]

    def beyond(self, time, axis=1):
        """The travel less the slop, in the direction of the travel."""
        travel = self.travel(time, axis)
        return travel - math.copysign(SLOP, travel)


def fingers():
    """The fingers of the recording, by their touches. Times begin with the first event."""
    slots, slot, found, first = {}, 0, [], None
    raw = {}
    with open(RECORDING, encoding="utf-8") as file:
        events = [match.groups() for match in map(EVENT.match, file) if match]
    for text, kind, code, value in events:
        first = float(text) if first is None else first
        time, kind, code, value = float(text) - first, int(kind, 16), int(code, 16), int(value)
        if (kind, code) == (3, 0x2f):
            slot = value
        elif (kind, code) == (3, 0x39) and value >= 0:
            slots[slot] = Finger()
            found.append(slots[slot])
        elif (kind, code) == (3, 0x39):
            slots.pop(slot).lift = time
        elif (kind, code) == (3, 0x35):
            raw[slot, 0] = value
        elif (kind, code) == (3, 0x36):
            raw[slot, 1] = value
        elif kind == 0:
            for number, finger in slots.items():
                finger.times.append(time)
                finger.places.append(tuple(
                    raw[number, axis] * SCREEN[axis] / PANEL[axis] for axis in (0, 1)))
    return found


def line(points, value):
    """A map of a binding: lines between the points, and constant outside them."""
    if value <= points[0][0]:
        return points[0][1]
    for (a, u), (b, v) in zip(points, points[1:]):
        if value <= b:
            return u + (v - u) * (value - a) / (b - a)
    return points[-1][1]


def decay(rate, time):
    """What remains of a distance on a critical spring from rest."""
    return (1 + rate * time) * math.exp(-rate * time)


def spring(distance, velocity, rate, time):
    """The distance from the goal on a critical spring."""
    return (distance + (velocity + rate * distance) * time) * math.exp(-rate * time)


def peak(distance, duration):
    """The speed of a flick at the lift, 15/8 of its mean speed."""
    return 15 / 8 * distance / duration


class Sheet:
    """Lines of the case."""

    def __init__(self):
        self.rows = []

    def expect(self, number, time, value, tolerance):
        self.rows.append((number, time, value, tolerance))


def knob(sheet, finger):
    """While the finger holds the knob, and after the knob has crossed 80 % of its way."""
    for time in (0.5, 0.6, 0.7):
        x = min(max(finger.beyond(time, 0), 0), 254)
        scale = line([(0, 1), (203.2, 1.5)], x)
        sheet.expect("knob.translation.x", time, x, 1e-3)
        sheet.expect("words.alpha", time, line([(0, 1), (127, 0)], x), 1e-4)
        sheet.expect("glow.scale.x", time, scale, 1e-4)
        sheet.expect("glow.alpha", time, line([(1, 0), (1.5, 0.3)], scale), 1e-4)
    crossed = next(time for time in finger.times if finger.beyond(time, 0) >= 203.2)
    for time in (0.9, 1, 1.1):
        sheet.expect(
            "wall.frame.y", time, -844 * (1 - decay(LOCK, time - crossed)), 0.02)
    # At the end of the way since before the lift, at 1.05 s.
    sheet.expect("knob.translation.x", 1.2, 254, REST / (math.e * LOCK))


def scrolled(sheet, up, down):
    """The offset of the list: under the finger, in free motion, and after a second finger."""
    def header(time, offset, tolerance):
        sheet.expect("header.frame.height", time, max(64, -offset), tolerance)
        sheet.expect(
            "large.scale.x", time, line([(-132, 1), (-64, 0.6)], offset), tolerance / 170 + 1e-4)
        sheet.expect(
            "large.alpha", time, line([(-116, 1), (-80, 0)], offset), tolerance / 36 + 1e-4)
        sheet.expect(
            "small.alpha", time, line([(-84, 0), (-64, 1)], offset), tolerance / 20 + 1e-4)

    for time in (2.1, 2.15):
        header(time, -132 - up.beyond(time), 0.02)
    released = -132 - up.beyond(up.lift - 1e-6)
    rate = -1000 * math.log(0.998)
    share = 1 / (1000 * math.expm1(rate / 1000))

    def coast(time, speed):
        return released + share * speed * -math.expm1(-rate * (time - up.lift))

    speed = peak(170, 0.22)
    for time in (2.5, 3):
        offset = coast(time, speed)
        header(time, offset, 0.02)
        # The first card is 16 points below the start of the content.
        tolerance = SHARE * (offset - released) + 1
        sheet.expect("card1.center.y", time, 16 - offset + CARD / 2, tolerance)
    # The second finger stops the list where it is.
    time = 3.3
    stopped = coast(down.times[0], speed)
    sheet.expect(
        "card1.center.y", time, 16 - (stopped - down.beyond(time)) + CARD / 2,
        SHARE * (stopped - released) + 1)
    header(4.45, -132, 1e-6)


# The height of a card: a picture of 0.46 of its width of 342, a line of 21 and one of 16, and the
# gaps around them.
CARD = 8 + 0.46 * 342 + 12 + 21 + 4 + 16 + 16


def pulled(sheet, pull, opened, closed):
    """The sheet on its three ways between the detents, at 416, 208 and 0."""
    def at(time, y, tolerance):
        sheet.expect("sheet.translation.y", time, y, tolerance)
        sheet.expect(
            "backdrop.alpha", time, line([(0, 0.56), (208, 0.4), (416, 0)], y),
            tolerance * 0.4 / 208 + 1e-4)
        sheet.expect(
            "tabs.translation.y", time, line([(208, 80), (416, 0)], y), tolerance * 80 / 208 + 1e-3)

    for time in (4.7, 5):
        at(time, 416 + pull.beyond(time), 0.02)
    start = 416 + pull.beyond(pull.lift - 1e-6)
    at(5.1, 208 + spring(start - 208, 0, SHEET, 5.1 - pull.lift), REST / (math.e * SHEET) + 0.02)
    at(5.55, 208, 1e-6)
    at(5.75, 208 + opened.beyond(5.75), 0.02)
    start, speed = 208 + opened.beyond(opened.lift - 1e-6), -peak(140, 0.2)
    for time in (5.85, 5.95):
        passed = time - opened.lift
        at(time, spring(start, speed, SHEET, passed),
           SHARE * -speed * passed * math.exp(-SHEET * passed) + 0.3)
    at(6.45, 0, 1e-6)
    at(6.65, closed.beyond(6.65), 0.02)
    start, speed = closed.beyond(closed.lift - 1e-6), peak(230, 0.22)
    for time in (6.8, 6.9):
        passed = time - closed.lift
        at(time, 416 + spring(start - 416, speed, SHEET, passed),
           SHARE * speed * passed * math.exp(-SHEET * passed) + 0.3)
    at(7.35, 416, 1e-6)


def turned(sheet, tap):
    """The tab Gallery comes from the right, and the mark of the tabs moves along."""
    for time in (7.55, 7.65):
        left = decay(TAB, time - tap.lift)
        sheet.expect("today.frame.x", time, -390 * (1 - left), 0.02)
        sheet.expect("gallery.frame.x", time, 390 * left, 0.02)
        sheet.expect("pill.center.x", time, 195 - 130 * left, 0.02)


def pinched(sheet, tap, left, right):
    """The photo comes from below. Two fingers scale it about the point between them."""
    for time in (8.25, 8.35):
        y = 800 * decay(PHOTO, time - tap.lift)
        sheet.expect("photo.translation.y", time, y, 0.05)
        sheet.expect("shade.alpha", time, line([(0, 0.92), (400, 0)], y), 2e-4)

    def span(time):
        return math.dist(left.at(time), right.at(time))

    def middle(time):
        return [(a + b) / 2 for a, b in zip(left.at(time), right.at(time))]

    # The pinch begins when the distance has changed by 5 % and by up to 2.5 standard errors of two
    # fingers, each with a noise of up to 0.5 points.
    first = span(left.times[0])
    earliest, latest = (
        next(time for time in left.times if abs(span(time) - first) >= 0.05 * first + margin)
        for margin in (0, 2.5 * math.hypot(0.5, 0.5)))
    begins = [time for time in left.times if earliest <= time <= latest]
    home = (SCREEN[0] / 2, SCREEN[1] / 2)

    def held(time, began):
        scale = span(time) / span(began)
        return [scale, *(
            now - scale * (then - place)
            for now, then, place in zip(middle(time), middle(began), home))]

    def expect(time, numbers, margins):
        """The numbers for all scans at which the pinch may begin."""
        for name, *each, margin in zip(("scale.x", "center.x", "center.y"), *numbers, margins):
            least, most = min(each), max(each)
            sheet.expect(f"photo.{name}", time, (least + most) / 2, (most - least) / 2 + margin)

    for time in (9.4, 9.5, 9.8):
        expect(time, [held(time, began) for began in begins], (1e-3, 0.05, 0.05))
    rest = REST / (math.e * PHOTO)
    for time in (9.95, 10.05):
        remains = decay(PHOTO, time - left.lift)
        numbers = [
            [goal + (number - goal) * remains
             for number, goal in zip(held(left.lift - 1e-6, began), (1, *home))]
            for began in begins]
        expect(time, numbers, (0.01, rest, rest))
    sheet.expect("photo.scale.x", 10.58, 1, 1e-6)


def dismissed(sheet, away):
    """A flick sends the photo away, while the shade fades and the corners become round."""
    def at(time, y, tolerance):
        sheet.expect("photo.translation.y", time, y, tolerance)
        sheet.expect(
            "shade.alpha", time, line([(0, 0.92), (400, 0)], y), tolerance * 0.92 / 400 + 1e-4)
        sheet.expect(
            "photo.cornerRadius", time, line([(0, 8), (160, 16)], y), tolerance / 20 + 1e-3)

    for time in (10.7, 10.75, 10.8):
        at(time, away.beyond(time), 0.02)
    start, speed = away.beyond(away.lift - 1e-6), peak(220, 0.25)
    for time in (10.9, 11, 11.55):
        passed = time - away.lift
        at(time, 800 + spring(start - 800, speed, PHOTO, passed),
           SHARE * speed * passed * math.exp(-PHOTO * passed) + 0.3)


def darkened(sheet, tap):
    """The colors, the rays and the bite of the moon follow the progress of the theme."""
    for time in (11.75, 11.85):
        progress = 1 - decay(THEME, time - tap.lift)
        for number, light, dark in (
                ("page.color.red", 0xf3, 0x10), ("page.color.green", 0xef, 0x14),
                ("card1.color.blue", 0xff, 0x2b), ("buy.color.green", 0x5c, 0xd6)):
            sheet.expect(number, time, light + (dark - light) * progress, 0.6)
        sheet.expect("rays.alpha", time, 1 - progress, 1e-4)
        sheet.expect("rays.rotation", time, 90 * progress, 0.01)
        # The middle of the button is 38 points from the right edge, and 32 from the top.
        sheet.expect("bite.center.x", time, 352 + 10 - 6 * progress, 0.02)
        sheet.expect("bite.center.y", time, 32 - 10 + 6 * progress, 0.02)
    sheet.expect("page.color.red", 12.45, 0x10, 1e-6)


def returned(sheet, tap):
    """The tab Today comes back."""
    left = decay(TAB, 12.65 - tap.lift)
    sheet.expect("today.frame.x", 12.65, -390 * left, 0.02)
    sheet.expect("pill.center.x", 12.65, 65 + 130 * left, 0.02)


def computed():
    hands, sheet = fingers(), Sheet()
    knob(sheet, hands[KNOB])
    scrolled(sheet, hands[UP], hands[DOWN])
    pulled(sheet, hands[PULL], hands[OPEN], hands[CLOSE])
    turned(sheet, hands[GALLERY])
    pinched(sheet, hands[THUMB], hands[LEFT], hands[RIGHT])
    dismissed(sheet, hands[AWAY])
    darkened(sheet, hands[SWITCH])
    returned(sheet, hands[TODAY])
    return sheet.rows


def printed(row):
    number, time, value, tolerance = row
    return (f'{{ value: "{number}", near: {round(value, 5):g}, tolerance: {tolerance:.3g}, '
            f"at: {time:g} }},")


def main():
    rows = [printed(row) for row in computed()]
    if sys.argv[1:] == ["--print"]:
        print("\n".join(f"    {row}" for row in rows))
        return 0
    with open(CASE, encoding="utf-8") as file:
        lines = [text.strip() for text in file]
    given = [text for text in lines if text.startswith("{ value:") and "near:" in text]
    faults = [f"expected {row}" for row in rows if row not in given]
    faults += [f"not computed: {row}" for row in given if row not in rows]
    for fault in faults:
        print(f"kiosk-app.case: {fault}")
    print(f"kiosk-app.case: {len(rows)} numbers computed, {len(faults)} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
