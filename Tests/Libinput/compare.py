"""Compares the contacts that Snapback finds in recordings with the touches of libinput.

    umockdev-wrapper /usr/bin/python3 compare.py TOUCHES BINARIES FILE...

TOUCHES is the program built of touches.c. Each recording of a touchscreen with slots is played to
libinput through a mock device, and read by `snapback contacts`. The two have to agree on every
contact: when it begins and ends (to the microsecond, so in the same frame), how it ends, and on
each place on its way, to a hundredth of a millimeter; where the device does not say its size, to
a hundredth of its unit. exceptions.txt names the recordings where they may differ, and why.

Where a device has fuzz, libinput holds a touch still within half of it, as the kernel has done
before; Snapback does not do it twice. There libinput's places have to be ours at the same time to
half the fuzz.
"""

import bisect
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Devices"))

import gi  # noqa: E402  (modules of a folder that has to be named first)

import evdev  # noqa: E402
import pads  # noqa: E402
import recording  # noqa: E402
from recorded_device import ORIGIN, RecordedDevice  # noqa: E402

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

# So many recordings may differ. One more has to be written here as well.
EXCEPTIONS = 3
# The maximum distance of two positions: a hundredth of a millimeter.
NEAR = 0.01
BTN_TOOL_FINGER, INPUT_PROP_POINTER, EV_REL = 0x145, 0, 2
FIRST_NODE = 700


class Contact:
    """A contact: when, how it ended, and its way without standing still."""

    def __init__(self, begin, place):
        self.begin, self.end, self.how = begin, None, "open"
        self.way = [(begin, *place)]

    def move(self, time, place):
        if place != self.way[-1][1:]:
            self.way.append((time, *place))


def theirs(lines):
    """The contacts in what the program of touches.c printed."""
    contacts, down = [], {}
    for line in lines:
        word, slot, *numbers = line.split()
        time = int(numbers[0]) - ORIGIN * 1_000_000
        if word == "down":
            down[slot] = Contact(time, tuple(map(float, numbers[1:])))
            contacts.append(down[slot])
        elif word == "motion":
            down[slot].move(time, tuple(map(float, numbers[1:])))
        else:
            contact = down.pop(slot)
            contact.end, contact.how = time, "lifted" if word == "up" else "cancelled"
    return contacts


def ours(lines, device, scale):
    """The contacts of one device in what `snapback contacts --json` printed."""
    contacts = []
    for line in lines:
        found = json.loads(line).get("contact")
        if found is None or found["device"] != device:
            continue
        way = [(time // 1000, x / scale[0], y / scale[1]) for time, x, y in found["positions"]]
        contact = Contact(way[0][0], way[0][1:])
        for time, *place in way:
            contact.move(time, tuple(place))
        contact.how = found["ended"]
        contact.end = None if contact.how == "open" else found["end"] // 1000
        contacts.append(contact)
    return contacts


def differences(mine, yours, slack):
    """The differences between Snapback's contacts and libinput's, one per line, at most one per
    contact.

    `slack` is half the fuzz of the axes, in libinput's unit.
    """
    if len(mine) != len(yours):
        return [f"{len(mine)} contacts, libinput has {len(yours)}"]

    def order(contact):
        return contact.begin, contact.way[0][1:]

    found = []
    for number, (one, other) in enumerate(
            zip(sorted(mine, key=order), sorted(yours, key=order)), 1):
        if one.begin != other.begin:
            found.append(f"contact {number} begins at {one.begin} us, {other.begin}")
        elif (one.end, one.how) != (other.end, other.how):
            found.append(
                f"contact {number} is {one.how} at {one.end} us, {other.how} at {other.end}")
        elif slack == (0, 0) and len(one.way) != len(other.way):
            found.append(f"contact {number} moves {len(one.way)} times, {len(other.way)}")
        else:
            found += far_places(number, one, other, slack)
    return found


def far_places(number, one, other, slack):
    """The positions of libinput's that differ from Snapback's at that time.

    Where libinput holds touches still, it may follow a frame later.
    """
    times = [step[0] for step in one.way]
    for time, *place in other.way:
        index = bisect.bisect_right(times, time) - 1
        if slack == (0, 0) and times[index] != time:
            return [f"contact {number} does not move at {time} us"]
        far = [abs(a - b) for a, b in zip(one.way[index][1:], place)]
        if not all(distance <= NEAR + more for distance, more in zip(far, slack)):
            return [f"contact {number} is {far[0]:.3f}, {far[1]:.3f} away at {time} us"]
    return []


def from_first(contacts):
    """The contacts with times from the first of them."""
    first = min((contact.begin for contact in contacts), default=0)
    for contact in contacts:
        contact.begin -= first
        contact.end = None if contact.end is None else contact.end - first
        contact.way = [(time - first, *place) for time, *place in contact.way]
    return contacts


def is_for(device):
    """Whether a recording is of a touchscreen with slots, by what the device says."""
    is_touchpad = INPUT_PROP_POINTER in device.properties \
        or BTN_TOOL_FINGER in device.codes.get(evdev.EV_KEY, ())
    is_mouse = bool(device.codes.get(EV_REL))
    return device.has_slots and (device.is_touchscreen or not (is_touchpad or is_mouse))


class Reader:
    """libinput, reading one device."""

    def __init__(self, testbed, program, device, number):
        self.device = RecordedDevice(device)
        node = f"input/event{number}"
        testbed.add_from_string(self.device.description.stanzas(number, node, number))
        testbed.attach_ioctl(f"/dev/{node}", self.device)
        self.device.connect(testbed.get_dev_fd(f"/dev/{node}"))
        self._process = subprocess.Popen(
            [program, f"/dev/{node}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.is_taken = self._process.stdout.readline().startswith("device 1 ")

    def lines(self, frame):
        """Sends a frame to libinput and returns its answer."""
        self._process.stdin.write(f"{self.device.play(frame)}\n")
        self._process.stdin.flush()
        found = []
        while (line := self._process.stdout.readline().strip()) != ".":
            if not line:
                raise RuntimeError(f"libinput's reader exited with {self._process.wait()}")
            found.append(line)
        return found

    def close(self):
        self._process.stdin.close()
        self._process.wait(10)


def frames(device):
    """The events by frames, with their nanoseconds since the first."""
    frame = []
    first = None
    for seconds, micro, kind, code, value in device.events:
        time = seconds * 1_000_000 + micro
        first = time if first is None else first
        frame.append((1000 * (time - first), kind, code, value))
        if (kind, code) == (evdev.EV_SYN, evdev.SYN_REPORT):
            yield frame
            frame = []


def snapback(binaries, path, across, down):
    """Snapback's contacts in a recording, and how many of its units equal one of libinput's."""
    command = [os.path.join(binaries, "snapback"), "contacts", path, "--json", "--lenient"]
    result = subprocess.run(
        [*command, "--size", f"{across.count}x{down.count}"], capture_output=True, text=True,
        check=True)
    # libinput takes a unit for a millimeter where the device does not say.
    return result.stdout.splitlines(), (across.resolution or 1, down.resolution or 1)


def exceptions():
    """The recordings that may differ: name and reason."""
    with open(os.path.join(HERE, "exceptions.txt"), encoding="utf-8") as file:
        rows = [line.split(None, 1) for line in file if line.strip() and line[0] != "#"]
    return {name: reason.strip() for name, reason in rows}


def judge(testbed, program, binaries, path, device, number, is_alone):
    """The differences in one recording, and how many contacts and positions were compared.

    In a file of several devices time zero is when the first of those that are played speaks.
    """
    reader = Reader(testbed, program, device, number)
    if not reader.is_taken:
        return ["libinput does not take it for a touchscreen"], 0, 0
    lines = [line for frame in frames(device) for line in reader.lines(frame)]
    reader.close()
    across, down = device.axes[evdev.ABS_MT_POSITION_X], device.axes[evdev.ABS_MT_POSITION_Y]
    said, scale = snapback(binaries, path, across, down)
    mine, yours = ours(said, device.name, scale), theirs(lines)
    if not is_alone:
        mine, yours = from_first(mine), from_first(yours)
    slack = (across.fuzz / 2 / scale[0], down.fuzz / 2 / scale[1])
    found = differences(mine, yours, slack)
    if not found and mine:
        # This comparison has to notice a place that is wrong: the first is never held still.
        time, x, y = mine[0].way[0]
        mine[0].way[0] = time, x + slack[0] + 3 * NEAR, y
        if not differences(mine, yours, slack):
            found = ["a place that was made wrong went unnoticed"]
    return found, len(yours), sum(len(contact.way) for contact in yours)


def judge_pad(testbed, program, binaries, name, number):
    """The differences between Snapback and libinput in a drawn recording of a touchpad."""
    text = pads.evemu(name)
    device = recording.read_evemu(text)
    reader = Reader(testbed, program, device, number)
    if not reader.is_taken:
        return ["libinput does not take it for a touchpad"]
    lines = [line for frame in frames(device) for line in reader.lines(frame)]
    reader.close()
    with tempfile.NamedTemporaryFile("w", suffix=".evemu") as file:
        file.write(text)
        file.flush()
        result = subprocess.run(
            [os.path.join(binaries, "snapback"), "contacts", file.name, "--frames",
             "--size", f"{pads.SCREEN}x{pads.SCREEN}"],
            capture_output=True, text=True, check=True)
    found = [json.loads(line)["frame"] for line in result.stdout.splitlines()]
    mine, yours = pads.ours(found), pads.theirs(lines)
    differences_found = pads.differences(mine, yours)
    if not differences_found and mine:
        # This comparison has to notice a movement that is wrong.
        mine[0].x += 2 * pads.LATE
        mine[0].scale *= 1 + 2 * pads.SCALE
        if not pads.differences(mine, yours):
            differences_found = ["a movement that was made wrong went unnoticed"]
    return differences_found


def main():
    program, binaries, *paths = sys.argv[1:]
    testbed = UMockdev.Testbed.new()
    allowed = exceptions()
    failed = agreed = excepted = contacts = places = 0
    if len(allowed) != EXCEPTIONS:
        print(f"FAILED  exceptions.txt has {len(allowed)} lines, {EXCEPTIONS} were agreed on")
        failed += 1
    number = FIRST_NODE
    for path in paths:
        name = os.path.basename(path)
        devices = recording.read(path)
        for device in devices:
            if not is_for(device) or not device.events:
                continue
            number += 1
            found, count, steps = judge(
                testbed, program, binaries, path, device, number, len(devices) == 1)
            if name in allowed:
                excepted += 1
                print(f"other   {name}: {found[0] if found else 'no difference'}; {allowed[name]}")
                if not found:
                    print(f"FAILED  {name}: agrees, so exceptions.txt must not name it")
                    failed += 1
            elif found:
                failed += 1
                print(f"FAILED  {name}: {'; '.join(found[:4])}")
            else:
                agreed += 1
                contacts += count
                places += steps
                print(f"ok      {name}: {count} contacts, {steps} places")
    for name in pads.DRAWN:
        number += 1
        found = judge_pad(testbed, program, binaries, name, number)
        failed += bool(found)
        print(f"FAILED  touchpad, {name}: {'; '.join(found)}" if found
              else f"ok      touchpad, {name}")
    print(f"{agreed} agree ({contacts} contacts, {places} places), {excepted} may differ, "
          f"{failed} failed")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main())
