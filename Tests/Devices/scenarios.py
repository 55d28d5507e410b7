"""Scenarios with live devices, one function each.

    umockdev-wrapper /usr/bin/python3 scenarios.py BINARIES FOLDER NAME

runs one scenario on the daemon in BINARIES, with its files in FOLDER, prints a line on what was
seen and exits with 0, or with 1 if that was wrong. Without arguments it lists the scenarios.
"""

import json
import os
import re
import signal
import sys
import time

import evdev
from descriptions import keyboard, list_panel, mouse, pen, touch_panel
from expectations import Failed, expect
from pans import (
    END, ROUNDING, SCREEN, START, Finger, check_home, check_pan, check_silent, distance, gestures,
    pan)
from recorder import Recorder, frames_in, head_of, listen
from rig import SCENE, Rig

SCENARIOS = {}
# The N of eventN. What is not in the test bed umockdev looks for on the machine, so these are
# numbers that no machine has.
PANEL, ANOTHER, KEYS = 95, 96, 97
# More points on the card, in addition to START and END.
ON_THE_WAY, FAR = (200.0, 330.0), (260.0, 420.0)


def scenario(function):
    """Makes a function a scenario that can be asked for by its name."""
    SCENARIOS[function.__name__.replace("_", "-")] = function
    return function


def pan_half(rig, device):
    """A finger in the middle of a pan, which the client has seen begin."""
    rig.client.waiting()
    finger = Finger(device)
    finger.down(START)
    finger.to(ON_THE_WAY, steps=16)
    return finger, rig.client.until_gesture("changed")


def until_home(rig):
    """The messages up to the end of the pan and on to rest."""
    return rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()


@scenario
def appears(rig):
    """A panel that is plugged in while the daemon runs is found, and pans the card."""
    rig.start()
    return pan(rig, rig.plug(touch_panel(), PANEL))


@scenario
def is_there_before(rig):
    """A panel with a finger on it when the daemon starts: that finger starts no pan."""
    device = rig.bed.plug(touch_panel(), PANEL)
    resting = Finger(device)
    resting.down(START)
    rig.start()
    rig.until_log("is read: touchscreen")
    resting.to(END)
    check_silent(rig)
    resting.up()
    return "the finger that was down moves nothing; then " + pan(rig, device)


@scenario
def loses_events(rig):
    """Events are lost in a pan whose finger continues: so does the pan, at the new position."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    finger, messages = pan_half(rig, device)
    with device.losing_events():
        finger.to(FAR)
    rig.until_log("lost events; its state was read again")
    messages += rig.client.until(
        lambda m: m.kind == "gesture" and distance(m.body["location"], finger.way[-1]) < ROUNDING,
        "step at the place behind the gap")
    finger.to(END)
    finger.up()
    return "one pan across the gap: " + check_pan(messages + until_home(rig), finger.way)


@scenario
def loses_the_lift(rig):
    """Events are lost and the lift is among them: the pan ends, the card goes home."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    finger, messages = pan_half(rig, device)
    with device.losing_events():
        finger.up()
    rig.until_log("lost events; its state was read again")
    seen = check_pan(messages + until_home(rig), finger.way)
    return f"ended in the gap ({seen}); then {pan(rig, device)}"


@scenario
def loses_a_change_of_fingers(rig):
    """In the gap another finger takes the slot: the old pan is over, the new one its own."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    old, messages = pan_half(rig, device)
    new = Finger(device)
    with device.losing_events():
        old.up()
        new.down(FAR)
    rig.until_log("lost events; its state was read again")
    messages += rig.client.until_gesture("ended", "cancelled")
    new.to(END)
    new.up()
    messages += until_home(rig)
    check_home(messages)
    phases = [(step["id"], step["phase"]) for step in gestures(messages)]
    first, second = phases[0][0], phases[-1][0]
    over = [phase for _, phase in phases if phase in ("ended", "cancelled")]
    expect(first != second and len(over) == 2 and phases.count((second, "began")) == 1,
           f"two pans were expected: {phases}")
    last = gestures(messages)[-1]["location"]
    expect(distance(last, new.way[-1]) < 2 * ROUNDING,
           f"the second pan ends at {last}, its finger at {new.way[-1]}")
    return f"first {over[0]}, second {over[1]}; then {pan(rig, device)}"


@scenario
def pen_comes_near(rig):
    """A pen that comes near ends the pan of a hand, which then does nothing until it lifts."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    stylus = rig.plug(pen(), ANOTHER, kind="pen")
    hand, messages = pan_half(rig, device)
    stylus.press(evdev.BTN_TOOL_PEN)
    stylus.report()
    seen = check_pan(messages + until_home(rig), hand.way, end="cancelled")
    hand.to(FAR)
    check_silent(rig)
    stylus.press(evdev.BTN_TOOL_PEN, is_down=False)
    stylus.report()
    # Touches count again 90 ms after the pen has left.
    time.sleep(0.2)
    hand.to(END)
    check_silent(rig)
    hand.up()
    return f"cancelled ({seen}); then {pan(rig, device)}"


@scenario
def pen_of_another_group(rig):
    """A pen with another product id does not keep the panel's fingers away."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    stylus = rig.plug(pen(product=0x0009), ANOTHER, kind="pen")
    finger, messages = pan_half(rig, device)
    stylus.press(evdev.BTN_TOOL_PEN)
    stylus.report()
    finger.to(END)
    finger.up()
    return check_pan(messages + until_home(rig), finger.way)


@scenario
def vanishes(rig):
    """The panel is unplugged in a pan: that is cancelled, the card goes home."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    finger, messages = pan_half(rig, device)
    rig.unplug(device)
    return check_pan(messages + until_home(rig), finger.way, end="cancelled")


@scenario
def another_vanishes(rig):
    """Of two touched panels one is unplugged: the pan on the other one continues."""
    rig.start()
    device, other = rig.plug(touch_panel(), PANEL), rig.plug(touch_panel(), ANOTHER)
    Finger(other).down((20.0, 20.0))
    finger, messages = pan_half(rig, device)
    rig.unplug(other)
    finger.to(END)
    finger.up()
    return check_pan(messages + until_home(rig), finger.way)


@scenario
def comes_back(rig):
    """Unplugged in a pan and plugged in again, with the same number and with another one.

    Nothing is waited for in between: with the same number all that the daemon sees may be that
    the node is not the one that it was.
    """
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    for number in (PANEL, ANOTHER):
        pan_half(rig, device)
        rig.bed.unplug(device)
        device = rig.plug(touch_panel(), number)
        last = gestures(until_home(rig))[-1]["phase"]
        expect(last == "cancelled", f"the pan of the panel that has gone was {last}")
        seen = pan(rig, device)
    expect(rig.log().count("has gone") == 2, "the log does not tell of both")
    return f"as event{PANEL} and as event{ANOTHER}: {seen}"


@scenario
def named_before_it_appears(rig):
    """--device waits for a device that is not there, and takes no other."""
    rig.start(f"/dev/input/event{PANEL}")
    rig.until_log("does not exist; waiting for it")
    other = rig.bed.plug(touch_panel("Other Panel"), ANOTHER)
    check_silent(rig)
    expect(other.openings == 0, "a device was opened that nobody named")
    return "leaves another one alone; " + pan(rig, rig.plug(touch_panel(), PANEL))


@scenario
def named_by_a_link(rig):
    """--device follows a link as udev makes them, to whatever node it leads each time."""
    link = "/dev/input/by-path/mock-event"
    rig.start(link)
    for number in (PANEL, ANOTHER):
        device = rig.bed.plug(touch_panel(), number)
        rig.bed.link(link, device)
        rig.until_log(f'{link} "Mock Panel" is read: touchscreen')
        seen = pan(rig, device)
        rig.bed.unplug(device)
        rig.bed.unlink(link)
        rig.until_log(f"{link} has gone")
    return f"to event{PANEL}, then to event{ANOTHER}: {seen}"


def check_closed(rig, keys):
    """The daemon looks once what it is, and then cannot read what is typed: it is closed."""
    rig.until(lambda: keys.openings == 1 and not keys.is_open, "the keyboard is closed")
    # The mocked kernel hears of a close before it is done.
    rig.until(lambda: rig.bed.terminal(keys) not in rig.descriptors(),
              "the keyboard's node is closed")
    keys.press(evdev.KEY_A)
    keys.report()
    check_silent(rig)
    expect(keys.openings <= 1, f"the keyboard was opened {keys.openings} times")


@scenario
def keyboard_is_left_alone(rig):
    """A keyboard beside a panel is not read, and nothing is said of it."""
    rig.start()
    keys = rig.bed.plug(keyboard(), KEYS)
    seen = pan(rig, rig.plug(touch_panel(), PANEL))
    check_closed(rig, keys)
    expect("Keyboard" not in rig.log(), "the log speaks of the keyboard")
    return f"looked at once and closed; {seen}"


@scenario
def keyboard_is_refused(rig):
    """A keyboard is not read even when it is named, and the log says so."""
    keys = rig.bed.plug(keyboard(), KEYS)
    rig.start(keys.node)
    rig.until_log(f'warning: {keys.node} "Mock Keyboard" is a keyboard; not read')
    check_closed(rig, keys)
    return "warned; looked at once and closed"


@scenario
def keeps_its_own_clock(rig):
    """A panel that refuses the monotonic clock still pans; its timestamps are not used."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL, refuses_clock=True)
    rig.until_log(f"warning: {device.node} keeps its own clock")
    return pan(rig, device)


@scenario
def permission_comes_late(rig):
    """A node that may not be read yet, as before udev's rules have run, is tried again."""
    # Root may read everything, so the daemon does without the two capabilities that say so.
    without = "-dac_override,-dac_read_search"
    privileges = [f"--bounding-set={without}", f"--inh-caps={without}"]
    rig.start(privileges=privileges if os.geteuid() == 0 else ())
    device = rig.bed.plug(touch_panel(), PANEL, mode=0)
    rig.until_log(f"warning: no permission to read {device.node}")
    os.chmod(rig.bed.path(device.node), 0o600)
    rig.until_log("is read: touchscreen")
    expect(rig.log().count("no permission") == 1, "the log repeats itself")
    return "warned once, then " + pan(rig, device)


@scenario
def left_to_others_by_rule(rig):
    """A panel that udev's rules keep from input programs, or give to another seat, is not read."""
    rig.start()
    ignored = rig.bed.plug(touch_panel("Ignored", rules=["LIBINPUT_IGNORE_DEVICE=1"]), ANOTHER)
    rig.until_log(f"{ignored.node} is left alone: LIBINPUT_IGNORE_DEVICE is set")
    elsewhere = rig.bed.plug(touch_panel("Elsewhere", rules=["ID_SEAT=seat-back"]), KEYS)
    rig.until_log(f'{elsewhere.node} is left alone: it belongs to seat "seat-back"')
    expect(ignored.openings + elsewhere.openings == 0, "a device was opened that is not ours")
    return "two panels left alone; " + pan(rig, rig.plug(touch_panel(), PANEL))


@scenario
def named_in_spite_of_a_rule(rig):
    """A device that is named explicitly is read, whatever the rules say."""
    rig.start(f"/dev/input/event{PANEL}")
    return pan(rig, rig.plug(touch_panel(rules=["LIBINPUT_IGNORE_DEVICE=1"]), PANEL))


def by_matrix(a, b, c, d, e, f):
    """Converts points to positions on a panel with this calibration, and back by the inverse."""
    det = a * e - b * d

    def place(point):
        u, v = point[0] / SCREEN[0] - c, point[1] / SCREEN[1] - f
        return (e * u - b * v) / det, (a * v - d * u) / det

    def point(place):
        x, y = place
        return (a * x + b * y + c) * SCREEN[0], (d * x + e * y + f) * SCREEN[1]

    return place, point


@scenario
def calibrated_by_the_system(rig):
    """A panel's LIBINPUT_CALIBRATION_MATRIX is used; an invalid one is reported."""
    rig.start()
    matrix = (0.9, 0.02, 0.05, -0.03, 1.1, -0.04)
    rule = "LIBINPUT_CALIBRATION_MATRIX=" + " ".join(map(str, matrix))
    device = rig.bed.plug(touch_panel(rules=[rule]), PANEL)
    rig.until_log("calibrated by LIBINPUT_CALIBRATION_MATRIX")
    place, point = by_matrix(*matrix)
    seen = pan(rig, device, place, point)
    broken = rig.bed.plug(
        touch_panel("Broken", rules=["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 nan 0"]), ANOTHER)
    rig.until_log(f"warning: {broken.node}: LIBINPUT_CALIBRATION_MATRIX: expected numbers")
    return f"{seen}; with a broken matrix as without: {pan(rig, broken)}"


@scenario
def calibrated_by_a_rule(rig):
    """A rule's matrix goes before the system's; a reload takes the rule away again."""
    matrix = (0, -1, 1, 1, 0, 0)
    rule = f'{{ match: {{ name: "Mock*", bus: "i2c" }}, calibration: {list(matrix)} }}'
    rig.start(options=rig.configure(f"{{ deviceRules: [{rule}] }}"))
    description = touch_panel(rules=["LIBINPUT_CALIBRATION_MATRIX=1 0 0.5 0 1 0.5"])
    device = rig.bed.plug(description, PANEL)
    rig.until_log("is read: touchscreen, 72 x 156 mm, calibrated by rule 1, rules 1")
    seen = pan(rig, device, *by_matrix(*matrix))
    rig.configure("{}")
    rig.reload()
    rig.until(lambda: rig.log().count("is read: touchscreen") == 2, "the panel is opened anew")
    # The panel's upper left corner is in the middle of the screen now.
    place, point = by_matrix(1, 0, 0.5, 0, 1, 0.5)
    finger = Finger(device, place=place, point=point)
    finger.down((300.0, 600.0))
    finger.to((340.0, 560.0))
    finger.up()
    messages = rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()
    check_pan(messages, finger.way)
    return f"by the rule {seen}; by the system once the rule is gone"


@scenario
def two_panels_on_two_parts(rig):
    """Two panels beside each other cover the left and the right half of the screen."""
    halves = ('{ match: { name: "Left" }, outputShares: [0, 0, 0.5, 1] }, '
              '{ match: { name: "Right" }, output: [195, 0, 195, 844] }')
    rig.start(options=rig.configure(f"{{ deviceRules: [{halves}] }}"))
    left = rig.plug(touch_panel("Left"), PANEL)
    right = rig.plug(touch_panel("Right"), ANOTHER)
    seen = []
    for device, edge, start, end in (
            (left, 0.0, (80.0, 350.0), (180.0, 300.0)),
            (right, 195.0, (230.0, 350.0), (330.0, 300.0))):
        rig.client.waiting()
        finger = Finger(
            device, place=lambda at, edge=edge: ((at[0] - edge) / 195, at[1] / SCREEN[1]),
            point=lambda at, edge=edge: (at[0] * 195 + edge, at[1] * SCREEN[1]))
        finger.down(start)
        finger.to(end)
        finger.up()
        messages = rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()
        seen.append(check_pan(messages, finger.way))
    return "; ".join(seen)


@scenario
def turned_under_a_finger(rig):
    """A reload that turns the picture cancels the pan; the finger counts when it has lifted."""
    rig.start(options=rig.configure("{}"))
    device = rig.plug(touch_panel(), PANEL)
    finger, messages = pan_half(rig, device)
    rig.configure("{ rotation: 90 }")
    rig.reload()
    messages += rig.client.until_gesture("ended", "cancelled")
    expect(gestures(messages)[-1]["phase"] == "cancelled", "the pan was not cancelled")
    messages = rig.client.until(lambda m: m.kind == "snapshot", "snapshot")
    screen = messages[-1].body["screen"]
    expect((screen["width"], screen["height"]) == SCREEN[::-1], f"the screen is {screen}")
    rig.client.until_idle()
    finger.to(END)
    check_silent(rig)
    finger.up()
    check_silent(rig)
    # The picture's left edge is on the panel's top edge now. The card is in its middle.
    turned = Finger(
        device, place=lambda at: (1 - at[1] / SCREEN[0], at[0] / SCREEN[1]),
        point=lambda at: (at[1] * SCREEN[1], (1 - at[0]) * SCREEN[0]))
    turned.down((422.0, 195.0))
    turned.to((480.0, 150.0))
    turned.up()
    messages = rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()
    steps = gestures(messages)
    expect(steps[0]["phase"] == "began" and steps[-1]["phase"] == "ended", "no pan after it")
    expect(distance(steps[-1]["location"], turned.way[-1]) < 2 * ROUNDING,
           f"the pan ends at {steps[-1]['location']}, the finger at {turned.way[-1]}")
    return f"cancelled, silent until the lift; then a pan of {len(steps)} steps on {screen}"


@scenario
def lists_what_applies(rig):
    """`snapback devices` says for each device what applies, and why one is not read."""
    rig.bed.plug(touch_panel(rules=["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 nan 0"]), PANEL)
    rig.bed.plug(touch_panel("Ignored", rules=["LIBINPUT_IGNORE_DEVICE=1"]), ANOTHER)
    rig.bed.plug(keyboard(), KEYS)
    rule = '{ match: { vendor: "1209", product: "1" }, size: [100, 60], rotation: 90 }'
    _, path = rig.configure(f"{{ deviceRules: [{{}}, {rule}] }}")
    text = rig.devices("--config", path)
    for line in (
            f'/dev/input/event{PANEL}  touchscreen  "Mock Panel"  i2c 1209:0001',
            "read, rules 1, 2",
            "x -80...2079 y 40...4711  5 slots",
            "size: 100 x 60 mm, by the configuration",
            "rotation: 90",
            "warning: LIBINPUT_CALIBRATION_MATRIX: expected numbers",
            "not read: LIBINPUT_IGNORE_DEVICE is set; a rule with \"ignore: false\" overrides it",
            "not read: a keyboard is never read"):
        expect(line in text, f"no \"{line}\" in:\n{text}")
    listed = [json.loads(line) for line in rig.devices("--json").splitlines()]
    expect([device["read"] for device in listed] == [True, False, False], f"{listed}")
    expect(listed[0]["sizeSource"] == "device" and listed[0]["rules"] == [], f"{listed[0]}")
    expect(listed[1]["why"] == "LIBINPUT_IGNORE_DEVICE is set", f"{listed[1]}")
    return "three devices with what applies"


@scenario
def mends_what_a_panel_reports(rig):
    """Spikes of one frame move nothing, and the log says why three times, not five."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    rig.client.waiting()
    finger = Finger(device)
    finger.down(START)
    finger.to(ON_THE_WAY)
    for step in range(1, 6):
        way = len(finger.way)
        finger.to((20.0, 820.0), steps=1)
        del finger.way[way:]
        finger.to((ON_THE_WAY[0] + step, ON_THE_WAY[1]), steps=1)
    finger.to(END)
    finger.up()
    messages = rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()
    seen = check_pan(messages, finger.way)
    said = len(re.findall(rf"warning: {device.node}: a position of contact \d+ jumped", rig.log()))
    expect(said == 3, f"the log says it {said} times")
    return seen


@scenario
def sends_lists(rig):
    """A panel of protocol A pans as one with slots does, and a second finger joins."""
    rig.start()
    device = rig.plug(list_panel(), PANEL)
    seen = pan(rig, device)
    finger, messages = pan_half(rig, device)
    second = Finger(device, slot=1)
    second.down((250.0, 500.0))
    finger.to(FAR)
    finger.up()
    second.to((270.0, 480.0))
    second.up()
    messages += until_home(rig)
    steps = gestures(messages)
    phases = [step["phase"] for step in steps]
    expect(len({step["id"] for step in steps}) == 1 and phases[-1] == "ended",
           f"one pan was expected: {phases}")
    check_home(messages)
    return f"{seen}; with a second finger one pan of {len(steps)} steps"


@scenario
def mouse_pans(rig):
    """A mouse's pointer is in the middle of the screen; its button pans what is under it."""
    rig.start()
    device = rig.plug(mouse(), PANEL, kind="mouse")
    rig.client.waiting()

    def move(steps):
        for _ in range(steps):
            device.roll(evdev.REL_X, 5)
            device.roll(evdev.REL_Y, -3)
            device.report()
            time.sleep(0.008)

    move(4)
    check_silent(rig)
    device.press(evdev.BTN_LEFT)
    device.report()
    move(16)
    device.press(evdev.BTN_LEFT, False)
    device.report()
    messages = rig.client.until_gesture("ended", "cancelled") + rig.client.until_idle()
    way = [(195.0 + 5 * step, 422.0 - 3 * step) for step in range(4, 21)]
    return check_pan(messages, way)


@scenario
def grabbed_by_another(rig):
    """A panel that another program holds is read without a grab, and the log says why."""
    rig.start(options=["--grab", "always"])
    device = rig.plug(touch_panel(), PANEL, is_grabbed=True)
    rig.until_log(f"warning: {device.node} is grabbed by another program")
    free = rig.bed.plug(touch_panel("Free Panel"), ANOTHER)
    rig.until_log(f"{free.node} is grabbed")
    return pan(rig, device)


@scenario
def tells_of_devices(rig):
    """Clients are notified when devices come and go, and the status lists those that are read."""
    rig.start()
    device = rig.plug(touch_panel(), PANEL)
    added = rig.client.until(lambda m: m.kind == "device", "device added")[-1].body
    listed = rig.client.ask("status")["devices"]
    kinds = [(entry.get("name"), entry.get("kind")) for entry in listed]
    expect(kinds == [("Mock Panel", "touchscreen")], f"the status lists: {listed}")
    rig.unplug(device)
    removed = rig.client.until(lambda m: m.kind == "device", "device removed")[-1].body
    expect(added["phase"] == "added" and added["name"] == "Mock Panel", f"told: {added}")
    expect(added["kind"] == "touchscreen", f"told: {added}")
    expect(removed == {**added, "phase": "removed"}, f"told: {removed}")
    return f"added and removed: {added['name']}"


@scenario
def keeps_no_descriptors(rig):
    """After many devices have come and gone, as many descriptors are open as before."""
    rig.start()
    before = rig.descriptors()
    for _ in range(4):
        device = rig.plug(touch_panel(), PANEL)
        keys = rig.bed.plug(keyboard(), KEYS)
        expect(rig.bed.terminal(device) in rig.descriptors(), "the panel is not open")
        check_closed(rig, keys)
        rig.bed.unplug(keys)
        rig.unplug(device)
    after = rig.descriptors()
    expect(after == before, f"before: {before}, after: {after}")
    return f"{len(after)} before and after 4 panels and keyboards"


def recorder(rig, *arguments, privileges=()):
    """`snapback record` with these arguments, and where its file is."""
    path = os.path.join(rig.folder, "recording")
    return Recorder(
        rig.binaries, rig.folder, *arguments, "--output", path, privileges=privileges), path


def draw(*devices):
    """A pan on each device, one after the other, with time for the card to go home."""
    for number, device in enumerate(devices):
        time.sleep(number)
        finger = Finger(device)
        finger.down(START)
        finger.to(END)
        finger.up()


@scenario
def records(rig):
    """Two panels into one file: every event, in order, on one clock, with the time of day."""
    panels = [rig.bed.plug(touch_panel(), PANEL), rig.bed.plug(touch_panel("Second"), ANOTHER)]
    before = time.time()
    command, path = recorder(rig, "--device", panels[0].node, "--device", panels[1].node)
    command.until(f'recording {panels[1].node} "Second" (touchscreen)')
    sent = [listen(panel) for panel in panels]
    draw(*panels)
    said = command.stop()
    head, devices = head_of(path)
    day = head["time"]
    expect(day.startswith(time.strftime("%Y-%m-%dT%H:", time.gmtime(before))), f"time {day}")
    expect([device["name"] for device in devices] == ["Mock Panel", "Second"], f"{devices}")
    expect(devices[0]["node"] == panels[0].node, "the node is not told")
    axis = panels[0].description.axes[evdev.ABS_MT_POSITION_X]
    told = [row for row in devices[0]["axes"] if row[0] == evdev.ABS_MT_POSITION_X]
    expect(told == [[evdev.ABS_MT_POSITION_X, axis.minimum, axis.maximum, 0, 0,
                     axis.resolution]], f"axis {told}")
    last = 0
    for index, frames in enumerate(sent):
        seen, times = frames_in(path, index)
        expect(seen == frames, f"device {index}: {len(frames)} frames sent, {len(seen)} written")
        expect(times == sorted(times) and times[0] >= last, "times step back")
        last = times[-1]
    count = sum(len(frame) for frames in sent for frame in frames)
    expect(f"recorded {count} events of 2 devices" in said, said)
    summary = command.replay(path, SCENE)
    expect(summary["pans"] == 2 and summary["contacts"] == 2, f"replayed: {summary}")
    return f"{count} events of two panels, all there; two pans when replayed"


@scenario
def records_other_formats(rig):
    """As evemu until SIGTERM and as libinput's YAML for a time; both replay as they were."""
    device = rig.bed.plug(touch_panel(), PANEL)
    counts = []
    for kind, options in (("evemu", []), ("libinput", ["--seconds", "2"])):
        command, path = recorder(rig, "--device", device.node, "--format", kind, *options)
        command.until("Ctrl-C ends it")
        sent = listen(device)
        draw(device)
        said = command.end(0) if options else command.stop(signal.SIGTERM)
        expect(f"recorded {sum(map(len, sent))} events of 1 device" in said, said)
        summary = command.replay(path, SCENE)
        expect(summary["pans"] == 1 and summary["contacts"] == 1, f"{kind}: {summary}")
        counts.append(summary["touchFrames"])
    expect(counts[0] == counts[1], f"frames: {counts}")
    return f"{counts[0]} touch frames in either"


@scenario
def records_from_where_a_finger_rests(rig):
    """The panel's initial state is in the file: a contact at the old position sends no position."""
    device = rig.bed.plug(touch_panel(), PANEL)
    command, path = recorder(rig, "--device", device.node)
    command.until("Ctrl-C ends it")
    draw(device)
    command.stop()
    command, path = recorder(rig, "--device", device.node)
    command.until("Ctrl-C ends it")
    draw(device)
    command.stop()
    _, devices = head_of(path)
    held = {(row[3], row[1]): row[2] for row in devices[0]["initial"] if len(row) > 3}
    x, y = device.state(0)
    expect(held.get((0, evdev.ABS_MT_POSITION_X)) == x
           and held.get((0, evdev.ABS_MT_POSITION_Y)) == y, f"held: {held}, panel: {x}, {y}")
    return f"slot 0 held {x}, {y}"


@scenario
def records_no_keyboard(rig):
    """A keyboard that is named is refused with the reason; one that is not is left out."""
    keys = rig.bed.plug(keyboard(), KEYS)
    command, _ = recorder(rig, "--device", keys.node)
    said = command.end(65)
    expect(f'{keys.node} "Mock Keyboard" is a keyboard' in said, said)
    command, _ = recorder(rig)
    said = command.end(66)
    expect("there is no pointing device to record" in said, said)
    return "refused with 65, and with nothing else there 66"


@scenario
def records_only_with_permission(rig):
    """A node without read permission is reported with a fix."""
    without = "-dac_override,-dac_read_search"
    privileges = [f"--bounding-set={without}", f"--inh-caps={without}"]
    device = rig.bed.plug(touch_panel(), PANEL, mode=0)
    command, _ = recorder(
        rig, "--device", device.node, privileges=privileges if os.geteuid() == 0 else ())
    said = command.end(66)
    expect(f"no permission to read {device.node}; add the user to the group" in said, said)
    return "66, with the group to join"


def main():
    """Runs one scenario, or lists them."""
    if len(sys.argv) == 1:
        print("\n".join(SCENARIOS))
        return 0
    binaries, folder, name = sys.argv[1:]
    try:
        with Rig(binaries, folder) as rig:
            seen = SCENARIOS[name](rig)
        print(seen)
        return 0
    except (Failed, OSError) as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main())
