"""A touchscreen that does not exist, made by the kernel's uinput."""

import fcntl
import os
import struct
import time

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0, 1
ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID = 0x2F, 0x35, 0x36, 0x39
INPUT_PROP_DIRECT = 1
BUS_USB = 3

UI_DEV_CREATE, UI_DEV_DESTROY = 0x5501, 0x5502
UI_DEV_SETUP, UI_ABS_SETUP = 0x405C5503, 0x401C5504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = (
    0x40045564, 0x40045565, 0x40045567, 0x4004556E)

# The card scene's screen, a unit a point.
WIDTH, HEIGHT = 390, 844


class Panel:
    """A panel that is there as long as the block that made it."""

    def __init__(self, name):
        self._name = name
        self._file = os.open("/dev/uinput", os.O_RDWR)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self._file, UI_SET_EVBIT, kind)
        fcntl.ioctl(self._file, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self._file, UI_SET_PROPBIT, INPUT_PROP_DIRECT)
        for axis, largest in (
                (ABS_X, WIDTH - 1), (ABS_Y, HEIGHT - 1), (ABS_MT_SLOT, 9),
                (ABS_MT_POSITION_X, WIDTH - 1), (ABS_MT_POSITION_Y, HEIGHT - 1),
                (ABS_MT_TRACKING_ID, 65535)):
            fcntl.ioctl(self._file, UI_SET_ABSBIT, axis)
            setup = struct.pack("=Hxx6i", axis, 0, 0, largest, 0, 0, 0)
            fcntl.ioctl(self._file, UI_ABS_SETUP, setup)
        setup = struct.pack("=4H80sI", BUS_USB, 0x1234, 0x5678, 1, name.encode(), 0)
        fcntl.ioctl(self._file, UI_DEV_SETUP, setup)

    def __enter__(self):
        fcntl.ioctl(self._file, UI_DEV_CREATE)
        return self

    def __exit__(self, *_):
        fcntl.ioctl(self._file, UI_DEV_DESTROY)
        os.close(self._file)

    def node(self):
        """The path of its node; none as long as there is none."""
        folder = "/sys/class/input"
        for entry in sorted(os.listdir(folder)):
            if not entry.startswith("event"):
                continue
            try:
                with open(f"{folder}/{entry}/device/name", encoding="utf-8") as file:
                    if file.read().strip() == self._name:
                        return f"/dev/input/{entry}"
            except OSError:
                continue
        return None

    def _report(self, *events):
        for kind, code, value in events + ((EV_SYN, 0, 0),):
            os.write(self._file, struct.pack("=qqHHi", 0, 0, kind, code, value))

    def pan(self):
        """A finger that goes 80 points to the right in the middle of the screen, and lifts."""
        x, y = WIDTH // 2, HEIGHT // 2
        self._report(
            (EV_ABS, ABS_MT_SLOT, 0), (EV_ABS, ABS_MT_TRACKING_ID, 1),
            (EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y),
            (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y))
        for step in range(1, 11):
            time.sleep(0.03)
            self._report((EV_ABS, ABS_MT_POSITION_X, x + 8 * step), (EV_ABS, ABS_X, x + 8 * step))
        self._report((EV_ABS, ABS_MT_TRACKING_ID, -1), (EV_KEY, BTN_TOUCH, 0))
