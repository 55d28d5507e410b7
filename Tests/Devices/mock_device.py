"""An evdev device that answers every ioctl from its own live state.

umockdev can replay recorded answers, but these never change: after lost events a program would
be told that no finger is down. This device keeps the state that the kernel would keep, so asking
it again is worth something.
"""

import contextlib
import errno
import os
import struct
import threading
import time

import gi

import evdev

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402  (the version has to be required first)


class MockDevice(UMockdev.IoctlBase):
    """A device by its description, with keys, axes and slots that change like the kernel's.

    Changes are collected until `report()` sends them as one frame. Within `losing_events()` the
    state continues to change and nothing is sent. A device that `refuses_clock` knows no
    EVIOCSCLOCKID, and one that `is_grabbed` belongs to another program already.
    """

    def __init__(self, description, refuses_clock=False, is_grabbed=False):
        super().__init__()
        self.description = description
        self.refuses_clock = refuses_clock
        self.is_grabbed = is_grabbed
        self._clients = []
        self.clock = time.CLOCK_REALTIME
        self._values = {code: 0 for code in description.axes}
        self._slots = [
            {code: -1 if code == evdev.ABS_MT_TRACKING_ID else 0 for code in self._slot_axes()}
            for _ in range(description.slots)
        ]
        self._keys_down = set()
        self._pending = []
        self._is_losing = False
        self._writer = None
        # umockdev answers ioctls in a thread of its own.
        self._lock = threading.Lock()

    def _slot_axes(self):
        return [code for code in self.description.axes if code > evdev.ABS_MT_SLOT]

    # Programs that have the device open.

    @property
    def openings(self):
        """How often the node has been opened."""
        return len(self._clients)

    @property
    def is_open(self):
        """Whether a program has the node open."""
        return any(client.get_connected() for client in self._clients)

    # Called by the test.

    def connect(self, writer):
        """Sends events into this descriptor from now on."""
        self._writer = writer

    def touch(self, slot, tracking_id, x, y):
        """A finger touches down."""
        with self._lock:
            self._set_slot(slot, evdev.ABS_MT_TRACKING_ID, tracking_id)
            self._set_position(slot, x, y)
            self._emulate_pointer()

    def move(self, slot, x, y):
        """A finger moves."""
        with self._lock:
            self._set_position(slot, x, y)
            self._emulate_pointer()

    def lift(self, slot):
        """A finger lifts."""
        with self._lock:
            self._set_slot(slot, evdev.ABS_MT_TRACKING_ID, -1)
            self._emulate_pointer()

    def state(self, slot):
        """Where the contact of a slot is, or was last."""
        with self._lock:
            axes = self._slots[slot]
            return axes[evdev.ABS_MT_POSITION_X], axes[evdev.ABS_MT_POSITION_Y]

    def press(self, key, is_down=True):
        """A key goes down or up."""
        with self._lock:
            self._set_key(key, is_down)

    def roll(self, axis, steps):
        """A mouse moves, or its wheel turns."""
        with self._lock:
            self._pending.append((evdev.EV_REL, axis, steps))

    def report(self):
        """Sends the changes as one frame, if any program has the node open."""
        with self._lock:
            events, self._pending = self._pending, []
        if self._is_losing:
            return
        self._send([*events, (evdev.EV_SYN, evdev.SYN_REPORT, 0)])

    @contextlib.contextmanager
    def losing_events(self):
        """Sends nothing inside, and says SYN_DROPPED after it: the kernel's buffer overran."""
        self._is_losing = True
        yield
        self._is_losing = False
        self._pending = []
        self._send([(evdev.EV_SYN, evdev.SYN_DROPPED, 0), (evdev.EV_SYN, evdev.SYN_REPORT, 0)])

    def _send(self, events):
        """Writes all at once: the node is a pseudo-terminal, and half an event is an error."""
        if not self.is_open:
            return
        now = time.clock_gettime(self.clock)
        os.write(self._writer, b"".join(evdev.event(now, *parts) for parts in events))

    # State. As in the kernel, a value that stays the same makes no event.

    def _set_position(self, slot, x, y):
        self._set_slot(slot, evdev.ABS_MT_POSITION_X, x)
        self._set_slot(slot, evdev.ABS_MT_POSITION_Y, y)

    def _set_slot(self, slot, code, value):
        if self._slots[slot][code] == value:
            return
        self._set_axis(evdev.ABS_MT_SLOT, slot)
        self._slots[slot][code] = value
        self._pending.append((evdev.EV_ABS, code, value))

    def _set_axis(self, code, value):
        if self._values[code] != value:
            self._values[code] = value
            self._pending.append((evdev.EV_ABS, code, value))

    def _set_key(self, key, is_down):
        if is_down == (key in self._keys_down):
            return
        self._keys_down ^= {key}
        self._pending.append((evdev.EV_KEY, key, int(is_down)))

    def _emulate_pointer(self):
        """BTN_TOUCH and ABS_X/Y, by which drivers tell of the first contact to old programs."""
        down = [slot for slot in self._slots if slot[evdev.ABS_MT_TRACKING_ID] >= 0]
        self._set_key(evdev.BTN_TOUCH, bool(down))
        if down:
            self._set_axis(evdev.ABS_X, down[0][evdev.ABS_MT_POSITION_X])
            self._set_axis(evdev.ABS_Y, down[0][evdev.ABS_MT_POSITION_Y])

    # Requests of programs; called by umockdev.

    def do_client_connected(self, client):
        """A program opened the node; it gets the kernel's default clock until it asks."""
        self._clients.append(client)
        self.clock = time.CLOCK_REALTIME

    def do_handle_ioctl(self, client):
        """Answers one ioctl; False leaves it to umockdev, which does not know evdev's."""
        request = evdev.Request(client.get_request())
        if request.kind != "E":
            return False
        with self._lock:
            answer = self._answer(request, client)
        if isinstance(answer, bytes):
            length = min(len(answer), request.size)
            argument = client.get_arg().resolve(0, request.size)
            argument.update(0, answer[: request.size].ljust(request.size, b"\0"))
            client.complete(length if evdev.returns_length(request.number) else 0, 0)
        elif answer:
            client.complete(-1, answer)
        else:
            client.complete(0, 0)
        return True

    def _answer(self, request, client):
        """Bytes to hand over, an errno, or 0 for done."""
        device = self.description
        number, size = request.number, request.size
        fixed = {
            evdev.GVERSION: struct.pack("<i", evdev.VERSION),
            evdev.GID: struct.pack(
                "<4H", device.bus, device.vendor, device.product, device.version
            ),
            evdev.GNAME: device.name.encode() + b"\0",
            evdev.GPHYS: device.phys.encode() + b"\0",
            evdev.GUNIQ: errno.ENOENT,
            evdev.GREP: errno.ENOSYS,
            evdev.GPROP: evdev.bitmask(device.properties, size),
            evdev.GKEY: evdev.bitmask(self._keys_down, size),
            evdev.GLED: bytes(size),
            evdev.GSND: bytes(size),
            evdev.GSW: bytes(size),
        }
        if number in fixed:
            return fixed[number]
        if number == evdev.GMTSLOTS:
            return self._slot_values(client, size)
        if number == evdev.GRAB:
            return errno.EBUSY if self.is_grabbed else 0
        if number == evdev.SCLOCKID:
            return self._choose_clock(client, size)
        if request.reads and evdev.GBIT <= number < evdev.GABS:
            return evdev.bitmask(device.codes(number - evdev.GBIT), size)
        if request.reads and evdev.GABS <= number < 2 * evdev.GABS:
            return self._axis(number - evdev.GABS)
        return errno.EINVAL

    def _axis(self, code):
        axis = self.description.axes.get(code)
        if axis is None:
            return errno.EINVAL
        return struct.pack(
            "<6i", self._values[code], axis.minimum, axis.maximum, axis.fuzz, axis.flat,
            axis.resolution,
        )

    def _slot_values(self, client, size):
        """One axis of all slots; the caller wrote the axis into the first word."""
        words = bytes(client.get_arg().resolve(0, size).retrieve())
        (code,) = struct.unpack_from("<I", words)
        if code not in self._slot_axes():
            return errno.EINVAL
        values = [slot[code] for slot in self._slots][: size // 4 - 1]
        return words[:4] + struct.pack(f"<{len(values)}i", *values)

    def _choose_clock(self, client, size):
        if self.refuses_clock:
            return errno.EINVAL
        (clock,) = struct.unpack_from("<i", bytes(client.get_arg().resolve(0, size).retrieve()))
        if clock not in (time.CLOCK_REALTIME, time.CLOCK_MONOTONIC, time.CLOCK_BOOTTIME):
            return errno.EINVAL
        self.clock = clock
        return 0


class ListDevice(MockDevice):
    """A device whose frames are lists of all contacts (multitouch protocol type A).

    The kernel keeps no state of these contacts, so who opens the device late learns of them by
    the next frame.
    """

    def __init__(self, description, **behavior):
        super().__init__(description, **behavior)
        self._places = {}

    def touch(self, slot, tracking_id, x, y):
        """A finger touches down."""
        self._places[slot] = (x, y)
        self.press(evdev.BTN_TOUCH)

    def move(self, slot, x, y):
        """A finger moves."""
        self._places[slot] = (x, y)

    def lift(self, slot):
        """A finger lifts."""
        del self._places[slot]
        if not self._places:
            self.press(evdev.BTN_TOUCH, False)

    def report(self):
        """Sends the list; one without contacts has an empty one."""
        with self._lock:
            for x, y in self._places.values():
                self._pending += [
                    (evdev.EV_ABS, evdev.ABS_MT_POSITION_X, x),
                    (evdev.EV_ABS, evdev.ABS_MT_POSITION_Y, y),
                    (evdev.EV_SYN, evdev.SYN_MT_REPORT, 0),
                ]
            if not self._places:
                self._pending.append((evdev.EV_SYN, evdev.SYN_MT_REPORT, 0))
        super().report()
