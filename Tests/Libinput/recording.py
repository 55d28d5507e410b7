"""Reads evemu files and those of `libinput record`, by itself.

Only what a mock device needs: the identity, what the device can send, and its events. Snapback's
own readers are under test here, so nothing is shared with them.
"""

import json
import re
from dataclasses import dataclass, field

import evdev
from descriptions import Axis, Description

EV_ABS, EV_KEY = evdev.EV_ABS, evdev.EV_KEY


@dataclass
class Recording:
    """One device and its events: (seconds, microseconds, type, code, value)."""

    name: str = ""
    identity: tuple = (0, 0, 0, 0)
    properties: set = field(default_factory=set)
    codes: dict = field(default_factory=dict)
    axes: dict = field(default_factory=dict)
    events: list = field(default_factory=list)

    @property
    def has_slots(self):
        """Whether it tracks contacts in slots (multitouch protocol type B)."""
        wanted = {evdev.ABS_MT_SLOT, evdev.ABS_MT_POSITION_X, evdev.ABS_MT_POSITION_Y}
        return wanted <= set(self.axes)

    @property
    def is_touchscreen(self):
        """Whether the device is direct, according to its properties."""
        return evdev.INPUT_PROP_DIRECT in self.properties

    def description(self):
        """The device, for the mock; udev calls it a touchscreen unless it points.

        As udev's 70-touchpad.hwdb says, a touchpad on USB is not built in.
        """
        bus, vendor, product, version = self.identity
        is_pad = evdev.INPUT_PROP_POINTER in self.properties
        rules = ("ID_INPUT_TOUCHPAD_INTEGRATION=external",) \
            if is_pad and bus == evdev.BUS_USB else ()
        return RecordedDescription(
            name=self.name, tag="ID_INPUT_TOUCHPAD" if is_pad else "ID_INPUT_TOUCHSCREEN",
            rules=rules, bus=bus, vendor=vendor, product=product,
            version=version, properties=frozenset(self.properties),
            keys=frozenset(self.codes.get(EV_KEY, ())), axes=self.axes)


class RecordedDescription(Description):
    """A description whose event types are those that touchscreens need."""


def read(path):
    """The recordings of a file, one for each of its devices."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if re.search(r"^version: 1$", text, re.M):
        return read_libinput(text)
    return [read_evemu(text)]


def read_evemu(text):
    """A file of evemu 1.0 to 1.3."""
    found = Recording()
    offsets = {}
    properties = 0
    for line in text.splitlines():
        kind, _, rest = line.partition(":")
        words = rest.partition("#")[0].split()
        if kind == "N":
            found.name = rest.strip()
        elif kind == "I":
            found.identity = tuple(int(word, 16) for word in words)
        elif kind == "P":
            for word in words:
                found.properties |= bits(int(word, 16), properties)
                properties += 8
        elif kind == "B":
            event_type = int(words[0], 16)
            for word in words[1:]:
                offset = offsets.get(event_type, 0)
                found.codes.setdefault(event_type, set()).update(bits(int(word, 16), offset))
                offsets[event_type] = offset + 8
        elif kind == "A":
            low, high, fuzz, flat, *resolution = map(int, words[1:])
            found.axes[int(words[0], 16)] = Axis(low, high, *(resolution or [0]), fuzz, flat)
        elif kind == "E":
            seconds, _, micro = words[0].partition(".")
            found.events.append(
                (int(seconds), int(micro), int(words[1], 16), int(words[2], 16), int(words[3])))
    return found


def read_libinput(text):
    """The devices of a file of `libinput record`, by the lines that this needs."""
    devices = []
    for part in re.split(r"^ *- node:", text, flags=re.M)[1:]:
        found = Recording()
        found.name = re.search(r'^ *name: "(.*)"', part, re.M)[1]
        found.identity = tuple(json.loads(re.search(r"^ *id: (\[.*\])", part, re.M)[1]))
        listed = re.search(r"^ *properties: (\[[\d, ]*\])", part, re.M)
        found.properties = set(json.loads(listed[1])) if listed else set()
        codes = re.search(r"^( *)codes:.*\n((?:\1 .*\n)*)", part, re.M)
        for number, values in re.findall(r"(\d+): (\[[\d, \n]*\])", strip(codes[2])):
            found.codes[int(number)] = set(json.loads(values))
        ranges = re.search(r"^( *)absinfo:.*\n((?:\1 .*\n)*)", part, re.M)
        for number, values in re.findall(r"(\d+): (\[[-\d, ]*\])", ranges[2] if ranges else ""):
            low, high, fuzz, flat, resolution = json.loads(values)
            found.axes[int(number)] = Axis(low, high, resolution, fuzz, flat)
        rows = re.findall(r"- \[ *(\d+), *(\d+), *(\d+), *(\d+), *(-?\d+)\]", part)
        found.events = [tuple(map(int, row)) for row in rows]
        devices.append(found)
    return devices


def strip(text):
    """Text without its comments."""
    return re.sub(r"#.*", "", text)


def bits(byte, offset):
    """The numbers of the bits that are set in a byte of a bit field."""
    return {offset + bit for bit in range(8) if byte >> bit & 1}
