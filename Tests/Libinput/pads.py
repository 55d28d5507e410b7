"""Touchpads: drawn recordings, and what libinput and Snapback make of them.

A pad of 100 x 70 mm with five slots, whose surface is the button, in a laptop. Each recording is
played to libinput and to `snapback contacts --frames`. Both have to do the same things in the same
order: move a pointer, scroll, pinch, swipe. Movements are compared in millimeters of the pad, and
pinches by their scale.

Both wait before they move something, in different ways: Snapback's cursor until a finger cannot tap
any more, libinput for two reports after each change of fingers. LATE is the length that may differ
for that reason. Taps are left to the unit tests: libinput measures them with the clock of this
machine, not with the times of the recording.
"""

import math
from dataclasses import dataclass

import evdev

RESOLUTION = 40
WIDTH, HEIGHT = 100, 70
SLOTS = 5
# Seconds between two reports.
SCAN = 0.008
# The most by which two movements may differ, in millimeters.
LATE = 2.5
# Two reports at the speed of the pinches, as a share of the distance of the fingers.
SCALE = 0.06
# Snapback's points for a millimeter: libinput's 1000 dpi, slowed by 0.2968.
POINTS = 1000 / 25.4 * 0.2968
# A screen on which no cursor reaches an edge.
SCREEN = 100_000

BTN_TOOL = {1: 0x145, 2: 0x14D, 3: 0x14E, 4: 0x14F, 5: 0x148}
PROPERTIES = 1 << evdev.INPUT_PROP_POINTER | 1 << evdev.INPUT_PROP_BUTTONPAD


@dataclass
class Finger:
    """A finger: when it touches and lifts, and its places between them, in millimeters."""

    begin: float
    end: float
    way: list

    def place(self, time):
        """Where it is, on straight lines between its places; None while it does not touch."""
        if not self.begin <= time < self.end:
            return None
        share = (time - self.begin) / (self.end - self.begin) * (len(self.way) - 1)
        index = min(int(share), len(self.way) - 2)
        (x0, y0), (x1, y1) = self.way[index], self.way[index + 1]
        share -= index
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)


def line(begin, end, start, stop):
    """A finger that moves evenly from a place to another one."""
    return Finger(begin, end, [start, stop])


def still(begin, end, place):
    """A finger that rests."""
    return Finger(begin, end, [place, place])


# The recordings: fingers, and the bus if the pad is not built in. Each is about one rule.
DRAWN = {
    "one finger": [line(0, 0.5, (30, 35), (60, 45))],
    "a jump": [line(0, 0.3, (30, 30), (40, 30)), line(0.3, 0.6, (70, 30), (80, 30))],
    "a palm at the left": [line(0, 0.6, (4, 20), (4, 50))],
    "a palm at the right": [line(0, 0.6, (96, 20), (96, 50))],
    "a palm at the top": [line(0, 0.6, (40, 2), (60, 2))],
    "from the left into the pad": [line(0, 0.3, (4, 30), (44, 34))],
    "late from the left into the pad": [
        Finger(0, 0.9, [(4, 30), (4.5, 31), (40, 34)])],
    "from the top into the pad": [line(0, 0.3, (50, 2), (50, 32))],
    "an edge beside a finger": [
        line(0, 0.6, (30, 30), (30, 50)), line(0.016, 0.6, (5, 30), (5, 50))],
    "a thumb at the lower edge": [line(0, 0.4, (50, 66), (52, 66))],
    "a thumb that leaves": [line(0, 0.6, (50, 66), (50, 36))],
    "a thumb beside a finger": [
        still(0, 1.5, (40, 67)), line(0.3, 1.3, (50, 35), (70, 20))],
    "a thumb while a finger moves": [
        line(0, 1.2, (20, 10), (60, 10)), still(0.6, 1.0, (85, 55))],
    "two fingers scroll": [
        line(0, 0.6, (40, 25), (40, 50)), line(0, 0.6, (60, 25), (60, 50))],
    "two fingers scroll across": [
        line(0, 0.6, (30, 30), (60, 30)), line(0, 0.6, (45, 34), (75, 34))],
    "one of two fingers scrolls": [
        still(0, 0.6, (35, 25)), line(0, 0.6, (55, 35), (55, 55))],
    "two fingers part": [
        line(0, 0.6, (45, 40), (25, 52)), line(0, 0.6, (60, 30), (80, 18))],
    "two fingers close": [
        line(0, 0.6, (25, 52), (45, 40)), line(0, 0.6, (80, 18), (60, 30))],
    "two fingers turn": [
        line(0, 0.6, (35, 20), (60, 20)), line(0, 0.6, (60, 50), (35, 50))],
    "three fingers": [
        line(0, 0.5, (35, 50), (35, 25)), line(0, 0.5, (50, 45), (50, 20)),
        line(0, 0.5, (65, 50), (65, 25))],
    "four fingers": [
        line(0, 0.5, (20, 40), (40, 40)), line(0, 0.5, (35, 32), (55, 32)),
        line(0, 0.5, (50, 32), (70, 32)), line(0, 0.5, (65, 40), (85, 40))],
    "an edge of a pad on USB": [line(0, 0.6, (4, 20), (4, 50))],
}
ON_USB = {"an edge of a pad on USB"}
# Here the second finger is the first one, which continues elsewhere.
ONE_FINGER = {"a jump"}


def evemu(name):
    """A drawn recording in evemu's format."""
    bus = evdev.BUS_USB if name in ON_USB else evdev.BUS_I2C
    across, down = WIDTH * RESOLUTION, HEIGHT * RESOLUTION
    keys = {evdev.BTN_TOUCH, evdev.BTN_LEFT, *BTN_TOOL.values()}
    lines = ["# EVEMU 1.3", f"N: Drawn pad, {name}", f"I: {bus:04x} 1209 0001 0100",
             f"P: {PROPERTIES:02x}" + " 00" * 7]
    for kind, codes in (
            (evdev.EV_SYN, {0, 1, 3}), (evdev.EV_KEY, keys),
            (evdev.EV_ABS, {0x00, 0x01, 0x2F, 0x35, 0x36, 0x39})):
        size = 96 if kind == evdev.EV_KEY else 8
        bits = [sum(1 << code % 8 for code in codes if code // 8 == byte) for byte in range(size)]
        for first in range(0, size, 8):
            lines.append(f"B: {kind:02x} " + " ".join(f"{b:02x}" for b in bits[first:first + 8]))
    for code, top, resolution in (
            (0x00, across, RESOLUTION), (0x01, down, RESOLUTION), (0x2F, SLOTS - 1, 0),
            (0x35, across, RESOLUTION), (0x36, down, RESOLUTION), (0x39, 65535, 0)):
        lines.append(f"A: {code:02x} 0 {top} 0 0 {resolution}")
    for time, events in reports(name):
        stamp = f"{int(time)}.{round(time % 1 * 1_000_000):06d}"
        lines += [f"E: {stamp} {kind:04x} {code:04x} {value}"
                  for kind, code, value in [*events, (0, 0, 0)]]
    return "\n".join(lines) + "\n"


def reports(name):
    """The reports of a recording: the time, and the events that differ from the last report."""
    fingers = DRAWN[name]
    held, keys, numbers = {}, set(), 0
    for scan in range(round(max(finger.end for finger in fingers) / SCAN) + 2):
        time = scan * SCAN
        events, places = [], {}
        for slot, finger in enumerate(fingers):
            place = finger.place(time + 1e-9)
            if place is not None:
                places[0 if name in ONE_FINGER else slot] = tuple(round(v * RESOLUTION) for v in place)
        for slot in sorted(set(held) | set(places)):
            events.append((evdev.EV_ABS, 0x2F, slot))
            if slot not in held:
                numbers += 1
                events.append((evdev.EV_ABS, 0x39, numbers))
            if slot not in places:
                events.append((evdev.EV_ABS, 0x39, -1))
                continue
            for code, index in ((0x35, 0), (0x36, 1)):
                if slot not in held or held[slot][index] != places[slot][index]:
                    events.append((evdev.EV_ABS, code, places[slot][index]))
        held = places
        now = {evdev.BTN_TOUCH, BTN_TOOL[len(places)]} if places else set()
        events += [(evdev.EV_KEY, key, 0) for key in sorted(keys - now)]
        events += [(evdev.EV_KEY, key, 1) for key in sorted(now - keys)]
        keys = now
        yield time, events


# What was done.


@dataclass
class Deed:
    """A movement of one kind: of the pointer, a scroll, a pinch or a swipe."""

    kind: str
    x: float = 0
    y: float = 0
    scale: float = 1


class Deeds(list):
    """Deeds in their order; one continues until another kind begins."""

    def now(self, kind):
        """The deed of a kind that is under way, or has just begun."""
        if not self or self[-1].kind != kind:
            self.append(Deed(kind))
        return self[-1]

    def move(self, kind, x, y):
        """Adds a movement."""
        deed = self.now(kind)
        deed.x += x
        deed.y += y

    def visible(self):
        """Those in which anything has moved, one of each kind in a row."""
        return [deed for deed in self if is_visible(deed)]


def theirs(lines):
    """What libinput did, by the lines of touches.c."""
    deeds = Deeds()
    for line_of_one in lines:
        word, *numbers = line_of_one.split()
        x, y = (float(number) for number in (numbers + ["0", "0"])[:2])
        if word == "move":
            deeds.move(word, x / RESOLUTION, y / RESOLUTION)
        elif word in ("scroll", "swipe"):
            deeds.move(word, x / POINTS, y / POINTS)
        elif word == "pinch":
            deeds.now(word).scale = x
    return deeds.visible()


def ours(frames):
    """What Snapback did, by the frames of `snapback contacts --frames`."""
    deeds = Deeds()
    cursor, places, first = (SCREEN / 2, SCREEN / 2), [], 0
    for frame in frames:
        if "x" in frame.get("hover", {}):
            to = frame["hover"]["x"], frame["hover"]["y"]
            deeds.move("move", *((to[i] - cursor[i]) / POINTS for i in (0, 1)))
            cursor = to
        if "scroll" in frame:
            deeds.move("scroll", *(frame["scroll"][key] / POINTS for key in ("dx", "dy")))
        if "contacts" not in frame:
            continue
        before, phase = places, frame["contacts"][0]["phase"]
        places = [(contact["x"], contact["y"]) for contact in frame["contacts"]]
        if phase == "began":
            first = math.dist(*places[:2])
        elif phase == "moved" and len(places) == 2:
            deeds.now("pinch").scale = math.dist(*places) / first
        elif phase == "moved":
            ways = [[(to[i] - was[i]) / POINTS for i in (0, 1)] for to, was in zip(places, before)]
            deeds.move("swipe", *(sum(way[i] for way in ways) / len(ways) for i in (0, 1)))
    return deeds.visible()


def is_visible(deed):
    """Whether anything has moved."""
    return math.hypot(deed.x, deed.y) > 0.05 or abs(deed.scale - 1) > 0.005


def differences(mine, yours):
    """How two lists of deeds differ, one per line."""
    kinds = [deed.kind for deed in mine], [deed.kind for deed in yours]
    if kinds[0] != kinds[1]:
        return [f"{kinds[0] or 'nothing'}, libinput: {kinds[1] or 'nothing'}"]
    found = []
    for one, other in zip(mine, yours):
        far = math.hypot(one.x - other.x, one.y - other.y)
        if far > LATE:
            found.append(f"{one.kind} of {one.x:.2f}, {one.y:.2f} mm, libinput: "
                         f"{other.x:.2f}, {other.y:.2f} mm")
        if abs(one.scale / other.scale - 1) > SCALE:
            found.append(f"a scale of {one.scale:.3f}, libinput: {other.scale:.3f}")
    return found
