"""Holds what the tool says of a robot arm's finger to what the arm did.

The recordings are those of ChromeOS's tests of touch firmware: an arm drew straight lines on a
panel with 20 units a millimeter. This script reads them by itself and compares, for each contact:

- the distances from the best straight line: what the tool filters must not make them longer;
- the mean speed: the way from the first place to the last over its time, the whole contact, with
  what the arm rested at both ends. By that the arm's slow, normal and fast strokes along the
  panel's long side or across it are of 25, 50 and 167 mm/s;
- two fingers that go side by side are no pinch and no rotation, also where nothing keeps these from
  being recognized beside the pan. Left out is what happens once a finger is at the edge, where the
  panel sees a part of it and the distance of the two changes by up to 30 %.

Two recordings begin without one coordinate of a finger, which its slot held from before and the file
does not say: it is the first that they tell.
"""

import math
import os
import re
import tempfile

from played import gestures

EVENT = re.compile(
    r"Event: time (\d+)\.(\d+), (?:type (\d+) \(\w+\), code (\d+) \([^)]*\), value (-?\d+)"
    r"|-+ (?:SYN_REPORT|EV_SYN|Report Sync))")
# Units a millimeter.
RESOLUTION = 20
SLOT, X, Y, TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
# The panel's size, and the distance from its edge at which a finger stops following the other: mm.
PANEL = (102, 68)
EDGE = 4
# Pan, pinch and rotation at once.
TWO_FINGERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "two-fingers.json5")
# How much less straight a stroke may be: a tenth of the panel's unit, in millimeters.
ROUNDING = 0.005
# Mean speeds in mm/s: strokes of these names have them, each to 5 % and their mean to 3 %.
SPEEDS = {
    25: ("one-finger-to-edge-center-to-right-slow", "two-finger-tracking-left-to-right-slow",
         "two-finger-tracking-right-to-left-slow"),
    50: ("one-finger-tracking-bottom-left-to-top-right-normal",
         "one-finger-tracking-left-to-right-normal"),
    167: ("one-finger-swipe-top-right-to-bottom-left",),
}


def events(path):
    """The events of a file of evtest: microseconds, type, code and value."""
    found = []
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = EVENT.match(line)
            if match:
                time = int(match[1]) * 1_000_000 + int(match[2])
                found.append((time, *(int(match[part] or 0) for part in (3, 4, 5))))
    return [(time - found[0][0], *rest) for time, *rest in found]


def first_places(found):
    """The first value of each axis of each slot."""
    slot, first = 0, {}
    for _, kind, code, value in found:
        if kind == 3 and code == SLOT:
            slot = value
        elif kind == 3:
            first.setdefault((slot, code), value)
    return first


def strokes(found):
    """The contacts: seconds and millimeters of each frame that has a finger in that slot."""
    slots, slot, contacts, first = {}, 0, [], first_places(found)
    for time, kind, code, value in found:
        state = slots.setdefault(slot, {
            "id": -1, "x": first.get((slot, X), 0), "y": first.get((slot, Y), 0), "way": None})
        if kind == 3 and code == SLOT:
            slot = value
        elif kind == 3 and code == TRACKING_ID:
            state.update(id=value, way=None)
        elif kind == 3 and code in (X, Y):
            state["x" if code == X else "y"] = value
        elif kind == 0:
            for state in slots.values():
                if state["id"] < 0:
                    continue
                if state["way"] is None:
                    state["way"] = []
                    contacts.append(state["way"])
                state["way"].append(
                    (time / 1e6, state["x"] / RESOLUTION, state["y"] / RESOLUTION))
    return contacts


def evemu(found, ranges):
    """The events as a file of a panel whose description is the given one."""
    lines = ["# EVEMU 1.3", "N: link", "I: 0018 0000 0000 0000", "P: 02 00 00 00 00 00 00 00"]
    lines += ["B: 00 0b 00 00 00 00 00 00 00", "B: 03 03 00 00 01 00 80 61 06", *ranges]
    for time, kind, code, value in found:
        lines.append(f"E: {time // 1000000}.{time % 1000000:06} {kind:04x} {code:04x} {value}")
    return "\n".join(lines) + "\n"


def straightness(way):
    """The root mean square of the distances from the best line, in millimeters."""
    count = len(way)
    x0, y0 = (sum(step[axis] for step in way) / count for axis in (1, 2))
    xx = sum((x - x0) ** 2 for _, x, _ in way)
    yy = sum((y - y0) ** 2 for _, _, y in way)
    xy = sum((x - x0) * (y - y0) for _, x, y in way)
    # The smaller eigenvalue of the scatter.
    least = (xx + yy) / 2 - math.hypot((xx - yy) / 2, xy)
    return math.sqrt(max(0, least) / count)


def length(way):
    """From the first place to the last."""
    return math.dist(way[0][1:], way[-1][1:])


def speed(way):
    """The mean speed, ends included."""
    time = way[-1][0] - way[0][0]
    return length(way) / time if time > 0 else 0


def until_edge(ways):
    """When the first finger is near to the panel's edge, in nanoseconds."""
    times = [time for way in ways for time, x, y in way
             if not (EDGE < x < PANEL[0] - EDGE and EDGE < y < PANEL[1] - EDGE)]
    return 1e9 * min(times, default=math.inf)


def false_gestures(ways, told):
    """The pinches and rotations that two fingers side by side are taken for."""
    if len(ways) < 2:
        return []
    limit = until_edge(ways)
    return [f"a {step['kind']} at {step['time'] / 1e9:.3f} s" for step in gestures(told)
            if step["kind"] in ("pinch", "rotation") and step["phase"] == "began"
            and step["time"] < limit]


def compare(raw, mine):
    """The faults in one contact as the tool reports it."""
    faults = []
    if [round(1e6 * step[0]) for step in raw] != [round(1e6 * step[0]) for step in mine]:
        return [f"{len(mine)} places, {len(raw)} in the file, or at other times"]
    if straightness(mine) > straightness(raw) + ROUNDING:
        faults.append(f"{straightness(mine):.3f} mm from a line, {straightness(raw):.3f} raw")
    if abs(speed(mine) - speed(raw)) > 1e-3 * max(1, speed(raw)):
        faults.append(f"{speed(mine):.1f} mm/s, {speed(raw):.1f} raw")
    return faults


def check(folder, tool):
    """Prints a line for each recording; how many fail."""
    with open(os.path.join(folder, "cros-link.absranges"), encoding="utf-8") as file:
        ranges = [line.strip() for line in file if line.startswith("A:")]
    speeds, failed = {}, 0
    print(f"{'robot arm':59} {'mm':>5} {'from a line: raw, ours':>22} {'mm/s: raw, ours':>16}")
    for name in sorted(os.listdir(folder)):
        if not name.startswith("cros-robot-link-") or not name.endswith(".evtest"):
            continue
        found = events(os.path.join(folder, name))
        raw = strokes(found)
        with tempfile.NamedTemporaryFile("w", suffix=".evemu") as file:
            file.write(evemu(found, ranges))
            file.flush()
            told = tool.contacts(file.name)
            played = tool.lines("replay", file.name, "--scene", TWO_FINGERS, "--json")
        mine = [[(t / 1e9, x, y) for t, x, y in contact["positions"]] for contact in told]
        title = name.removeprefix("cros-robot-link-").removesuffix(".evtest")
        faults = [] if all(contact["unit"] == "mm" for contact in told) else ["not in mm"]
        if len(mine) != len(raw):
            faults.append(f"{len(mine)} contacts, {len(raw)} in the file")
        for one, other in zip(raw, mine):
            faults += compare(one, other)
            if "-tap-" in name and length(other) > 0.15:
                faults.append(f"a tap that moves {length(other):.2f} mm")
            print(f"{title:59} {length(one):5.1f} {straightness(one):15.3f} "
                  f"{straightness(other):6.3f} {speed(one):9.1f} {speed(other):6.1f}")
            title = ""
        speeds[name.removeprefix("cros-robot-link-").removesuffix(".evtest")] = speed(mine[0])
        faults += false_gestures(raw, played)
        if "-tap-" not in name and not any(step["kind"] == "pan" for step in gestures(played)):
            faults.append("no pan")
        if faults:
            failed += 1
            print(f"FAILED  {name}: {'; '.join(faults)}")
    return failed + nominal(speeds)


def nominal(speeds):
    """Whether the strokes have the speeds that they are known to have; how many do not."""
    failed = 0
    for expected, names in SPEEDS.items():
        found = [speeds[name] for name in names if name in speeds]
        if not found:
            continue
        mean = sum(found) / len(found)
        is_near = abs(mean / expected - 1) <= 0.03 and all(
            abs(one / expected - 1) <= 0.05 for one in found)
        failed += not is_near
        print(f"{'ok    ' if is_near else 'FAILED'}  {expected} mm/s: "
              f"{', '.join(f'{one:.1f}' for one in found)}, {mean:.1f} in the mean")
    return failed
