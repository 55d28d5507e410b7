"""Descriptions of devices: identity, axes and keys, and their udev properties."""

from dataclasses import dataclass, field, replace

import evdev


@dataclass(frozen=True)
class Axis:
    """The range of an absolute axis; resolution in units per millimeter."""

    minimum: int
    maximum: int
    resolution: int = 0
    fuzz: int = 0
    flat: int = 0

    @property
    def count(self):
        """How many values there are, both ends included."""
        return self.maximum - self.minimum + 1


@dataclass(frozen=True)
class Description:
    """Everything about a device that does not change while it is plugged in."""

    name: str
    tag: str
    bus: int = evdev.BUS_USB
    vendor: int = 0x1209
    product: int = 0x0001
    version: int = 0x0100
    phys: str = "mock/input0"
    # Properties added by udev's rules, such as LIBINPUT_IGNORE_DEVICE=1.
    rules: tuple = ()
    properties: frozenset = frozenset()
    keys: frozenset = frozenset()
    leds: frozenset = frozenset()
    relative: frozenset = frozenset()
    axes: dict = field(default_factory=dict)

    @property
    def types(self):
        """The event types that the device can send."""
        types = {evdev.EV_SYN}
        types |= {evdev.EV_KEY} if self.keys else set()
        types |= {evdev.EV_REL} if self.relative else set()
        types |= {evdev.EV_ABS} if self.axes else set()
        types |= {evdev.EV_LED} if self.leds else set()
        return types

    def codes(self, kind):
        """The codes of an event type."""
        codes = {
            evdev.EV_SYN: self.types,
            evdev.EV_KEY: self.keys,
            evdev.EV_REL: self.relative,
            evdev.EV_ABS: set(self.axes),
            evdev.EV_LED: self.leds,
        }
        return codes.get(kind, set())

    @property
    def slots(self):
        """How many contacts the device tracks; 0 when it has no slots."""
        axis = self.axes.get(evdev.ABS_MT_SLOT)
        return axis.count if axis else 0

    @property
    def sends_lists(self):
        """Whether each frame has a list of all contacts (multitouch protocol type A)."""
        return not self.slots and evdev.ABS_MT_POSITION_X in self.axes

    @staticmethod
    def path(serial):
        """The input device in sysfs, without the /sys."""
        return f"/devices/virtual/input/input{serial}"

    def stanzas(self, serial, node, number):
        """The device in umockdev's format: the event node, then the input device above it.

        `serial` keeps sysfs paths apart when one device is plugged in several times, `number`
        is the N of eventN, and `node` is where below /dev the node is created.
        """
        parent = self.path(serial)
        identity = f"{self.bus:x}/{self.vendor:x}/{self.product:x}/{self.version:x}"
        event_node = [
            f"P: {parent}/event{number}",
            f"N: {node}",
            f"E: DEVNAME=/dev/{node}",
            "E: ID_INPUT=1",
            f"E: {self.tag}=1",
            "E: MAJOR=13",
            f"E: MINOR={64 + number}",
            "E: SUBSYSTEM=input",
            f"A: dev=13:{64 + number}\\n",
            f"L: device=../../input{serial}",
            *(f"E: {rule}" for rule in self.rules),
        ]
        words = {kind: evdev.hexadecimal_words(self.codes(kind)) for kind in self.types}
        properties = evdev.hexadecimal_words(self.properties)
        input_device = [
            f"P: {parent}",
            "E: SUBSYSTEM=input",
            "E: ID_INPUT=1",
            f"E: {self.tag}=1",
            f'E: NAME="{self.name}"',
            f"E: PRODUCT={identity}",
            f"E: PROP={properties}",
            f"E: EV={words[evdev.EV_SYN]}",
            f"A: name={self.name}\\n",
            f"A: phys={self.phys}\\n",
            "A: uniq=\\n",
            f"A: properties={properties}\\n",
            f"A: id/bustype={self.bus:04x}\\n",
            f"A: id/vendor={self.vendor:04x}\\n",
            f"A: id/product={self.product:04x}\\n",
            f"A: id/version={self.version:04x}\\n",
            f"A: capabilities/ev={words[evdev.EV_SYN]}\\n",
            f"A: capabilities/key={words.get(evdev.EV_KEY, '0')}\\n",
            f"A: capabilities/rel={words.get(evdev.EV_REL, '0')}\\n",
            f"A: capabilities/abs={words.get(evdev.EV_ABS, '0')}\\n",
            f"A: capabilities/led={words.get(evdev.EV_LED, '0')}\\n",
        ]
        return "\n".join(event_node) + "\n\n" + "\n".join(input_device) + "\n"


def touch_panel(name="Mock Panel", slots=5, rules=()):
    """A touchscreen that tracks contacts in slots (multitouch protocol type B).

    Its ranges begin at odd places on purpose: a daemon that forgets the minimum, or that the
    range counts inclusively, puts the finger somewhere else.
    """
    across, down = Axis(-80, 2079, resolution=30), Axis(40, 4711, resolution=30)
    return Description(
        name=name,
        tag="ID_INPUT_TOUCHSCREEN",
        rules=tuple(rules),
        bus=evdev.BUS_I2C,
        properties=frozenset({evdev.INPUT_PROP_DIRECT}),
        keys=frozenset({evdev.BTN_TOUCH}),
        axes={
            evdev.ABS_X: across,
            evdev.ABS_Y: down,
            evdev.ABS_MT_SLOT: Axis(0, slots - 1),
            evdev.ABS_MT_POSITION_X: across,
            evdev.ABS_MT_POSITION_Y: down,
            evdev.ABS_MT_TRACKING_ID: Axis(0, 65535),
        },
    )


def list_panel(name="List Panel"):
    """A touchscreen that sends lists of contacts without ids (multitouch protocol type A)."""
    panel = touch_panel(name)
    kept = (evdev.ABS_MT_POSITION_X, evdev.ABS_MT_POSITION_Y)
    return replace(panel, axes={code: panel.axes[code] for code in kept})


def pen(name="Mock Pen", product=0x0001):
    """The pen of a touch panel, which has the panel's bus and ids."""
    panel = touch_panel(name)
    return replace(
        panel, tag="ID_INPUT_TABLET", product=product,
        keys=frozenset({evdev.BTN_TOUCH, evdev.BTN_TOOL_PEN}),
        axes={code: panel.axes[code] for code in (evdev.ABS_X, evdev.ABS_Y)})


def mouse(name="Mock Mouse"):
    """A mouse with two buttons and a wheel."""
    return Description(
        name=name,
        tag="ID_INPUT_MOUSE",
        product=0x0003,
        keys=frozenset({evdev.BTN_LEFT, evdev.BTN_RIGHT}),
        relative=frozenset({evdev.REL_X, evdev.REL_Y, evdev.REL_WHEEL}),
    )


def keyboard(name="Mock Keyboard"):
    """A keyboard: the one kind of device that only its owner may read."""
    return Description(
        name=name,
        tag="ID_INPUT_KEYBOARD",
        product=0x0002,
        keys=frozenset(range(evdev.KEY_ESC, evdev.KEY_F10 + 1)),
        leds=frozenset({0, 1, 2}),
    )
