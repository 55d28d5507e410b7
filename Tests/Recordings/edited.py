"""Recordings with a fault put in, and one with a known answer: what has to come of each."""

import math
import os

from played import gestures


def ways(contacts):
    """How contacts ended, in their order."""
    return [contact["ended"] for contact in contacts]


def lost_in_a_drag(tool, path):
    """Events of a drag are lost: it stays one contact, and one pan."""
    assert ways(tool.contacts(path)) == ["lifted"], "not one contact that lifts"
    one_pan(tool, path, "ended")


def lost_release(tool, path):
    """The release is lost: the contact is cancelled once, at the end."""
    told = ways(tool.contacts(path))
    assert len(told) == 1 and told[0] != "lifted", f"the contact is {told}"
    one_pan(tool, path, "cancelled")


def lost_inside_a_frame(tool, path):
    """Events are lost in the middle of a frame: still four contacts."""
    told = ways(tool.contacts(path))
    assert told == ["lifted"] * 4, f"the contacts are {told}"


def lost_taps(tool, path):
    """The release of one tap and the whole of the next are lost: eight of nine remain."""
    told = ways(tool.contacts(path))
    assert len(told) == 8 and told[1:] == ["lifted"] * 7, f"the contacts are {told}"


def stepping_clock(tool, path):
    """The clock steps back by half a second: the finger is as fast as without."""
    told = tool.contacts(path)
    plain = tool.contacts(os.path.join(os.path.dirname(path), "ep0430m09-1f-drag.evemu"))
    assert ways(told) == ["lifted"], f"the contact is {ways(told)}"
    one, other = told[0]["release"]["speed"], plain[0]["release"]["speed"]
    assert abs(one - other) <= 0.01 * other + 1, f"{one:.0f} at the lift, {other:.0f} without"
    for velocity in velocities(tool, path):
        assert math.hypot(*velocity) <= 20_000.001, f"a velocity of {velocity}"


def spikes(tool, path):
    """Two frames throw the finger into the corner: the drag stays one."""
    assert ways(tool.contacts(path)) == ["lifted"], "not one contact that lifts"
    one_pan(tool, path, "ended")


def known_flick(tool, path):
    """A flick whose velocity by least squares over 100 ms is (-896, -1104) mm/s."""
    told = tool.contacts(path, "--velocity", "least-squares")
    assert len(told) == 1 and told[0]["unit"] == "mm", "not one contact in mm"
    found = told[0]["release"]["velocity"]
    assert math.dist(found, (-896, -1104)) < 1, f"({found[0]:.1f}, {found[1]:.1f}) mm/s"


def one_pan(tool, path, ending):
    """One pan begins, and ends so."""
    told = gestures(tool.lines("replay", path, "--scene", SHEET, "--json", "--lenient"))
    phases = [step["phase"] for step in told if step["kind"] == "pan"]
    assert phases.count("began") == 1, f"{phases.count('began')} pans begin"
    assert phases[-1] == ending, f"the pan is {phases[-1]}"


def velocities(tool, path):
    """The velocities that gestures tell of."""
    told = gestures(tool.lines("replay", path, "--scene", SHEET, "--json", "--lenient"))
    return [step["velocity"] for step in told if "velocity" in step]


HERE = os.path.dirname(os.path.abspath(__file__))
# A sheet that fills the screen and pans.
SHEET = os.path.join(HERE, "..", "Fixtures", "scenes", "sheet.json5")

CHECKS = {
    "derived-syn-dropped-mid-drag.evemu": lost_in_a_drag,
    "derived-lost-tracking-release.evemu": lost_release,
    "derived-syn-dropped-inside-frame-4f.evemu": lost_inside_a_frame,
    "derived-syn-dropped-lost-release.evemu": lost_taps,
    "derived-clock-jump-back.evemu": stepping_clock,
    "derived-spike-outlier.evemu": spikes,
    "li-pixel-tablet-swipe.yml": known_flick,
}


def check(folder, tool):
    """Prints a line for each; how many fail."""
    failed = 0
    for name, judge in CHECKS.items():
        try:
            judge(tool, os.path.join(folder, name))
            print(f"ok      {name}: {judge.__doc__}")
        except (AssertionError, ValueError) as fault:
            failed += 1
            print(f"FAILED  {name}: {fault}")
    return failed
