"""The part of evdev's binary interface that a touch device needs.

Source of the numbers: Linux, include/uapi/linux/input.h and input-event-codes.h.
"""

import struct

# Event types.
EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_LED = 0x00, 0x01, 0x02, 0x03, 0x11

# Codes of EV_SYN.
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3

# Codes of EV_KEY.
KEY_ESC, KEY_A, KEY_F10 = 1, 30, 68
BTN_LEFT, BTN_RIGHT, BTN_TOUCH = 0x110, 0x111, 0x14A
BTN_TOOL_PEN = 0x140

# Codes of EV_REL.
REL_X, REL_Y, REL_WHEEL = 0x00, 0x01, 0x08

# Codes of EV_ABS.
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT = 0x2F
ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x35, 0x36
ABS_MT_TRACKING_ID = 0x39

# Device properties and bus types.
INPUT_PROP_POINTER, INPUT_PROP_DIRECT, INPUT_PROP_BUTTONPAD = 0, 1, 2
BUS_USB, BUS_I2C = 0x03, 0x18

# The numbers of the requests, without direction and size.
GVERSION, GID, GREP = 0x01, 0x02, 0x03
GNAME, GPHYS, GUNIQ, GPROP = 0x06, 0x07, 0x08, 0x09
GMTSLOTS, GKEY, GLED, GSND, GSW = 0x0A, 0x18, 0x19, 0x1A, 0x1B
GBIT, GABS = 0x20, 0x40
GRAB, SCLOCKID = 0x90, 0xA0

VERSION = 0x010001


class Request:
    """An ioctl request taken apart: which one it is and how much it moves."""

    def __init__(self, number):
        number &= 0xFFFFFFFF
        self.number = number & 0xFF
        self.kind = chr(number >> 8 & 0xFF)
        self.size = number >> 16 & 0x3FFF
        self.reads = bool(number >> 31)


def returns_length(number):
    """Whether the request's result is how many bytes there are; others that succeed return 0."""
    texts_and_sets = (GNAME, GPHYS, GUNIQ, GPROP, GKEY, GLED, GSND, GSW)
    return number in texts_and_sets or GBIT <= number < GABS


def event(seconds, kind, code, value):
    """One struct input_event of a 64-bit machine; `seconds` is a float."""
    whole = int(seconds)
    return struct.pack("<qqHHi", whole, int((seconds - whole) * 1e6), kind, code, value)


def bitmask(numbers, size):
    """A set of numbers as the kernel's little-endian bit field of `size` bytes."""
    field = bytearray(size)
    for number in numbers:
        if number // 8 < size:
            field[number // 8] |= 1 << number % 8
    return bytes(field)


def hexadecimal_words(numbers):
    """A set of numbers as sysfs writes it: 64-bit words, the highest first."""
    count = max(numbers, default=0) // 64 + 1
    words = [0] * count
    for number in numbers:
        words[number // 64] |= 1 << number % 64
    return " ".join(f"{word:x}" for word in reversed(words))
