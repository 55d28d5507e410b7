"""A mock device that sends what a recording holds, with the recording's times."""

import os
import struct

import evdev
from mock_device import MockDevice

# The mock's clock at the first event of a recording, in seconds.
ORIGIN = 1000


class RecordedDevice(MockDevice):
    """A device whose state follows the events that it is given, as the kernel's would."""

    def __init__(self, recording):
        super().__init__(recording.description())
        self._slot = 0
        # A value that is not reported: the minimum of the axis.
        for code, axis in recording.axes.items():
            self._values[code] = axis.minimum
            for slot in self._slots:
                if code in slot and code != evdev.ABS_MT_TRACKING_ID:
                    slot[code] = axis.minimum
        self._values[evdev.ABS_MT_SLOT] = 0

    def play(self, events):
        """Sends (nanoseconds since the first event, type, code, value); the bytes written."""
        data = b""
        with self._lock:
            for time, kind, code, value in events:
                self._take(kind, code, value)
                seconds, rest = divmod(time, 1_000_000_000)
                data += struct.pack("<qqHHi", ORIGIN + seconds, rest // 1000, kind, code, value)
        os.write(self._writer, data)
        return len(data)

    def _take(self, kind, code, value):
        if kind == evdev.EV_KEY:
            if value:
                self._keys_down.add(code)
            else:
                self._keys_down.discard(code)
        elif kind == evdev.EV_ABS:
            self._values[code] = value
            if code == evdev.ABS_MT_SLOT:
                self._slot = value
            elif 0 <= self._slot < len(self._slots) and code in self._slots[self._slot]:
                self._slots[self._slot][code] = value
