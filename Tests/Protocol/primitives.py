"""The parts of which the bytes of messages consist."""

import struct


def string(text):
    data = text.encode()
    return struct.pack("<H", len(data)) + data


def floats(*values):
    """Numbers of 32 bits, which have to be exact: text and bytes say the same."""
    data = struct.pack(f"<{len(values)}f", *values)
    assert list(struct.unpack(f"<{len(values)}f", data)) == [float(v) for v in values], values
    return data


def bits(names, all_names):
    return sum(1 << all_names.index(name) for name in names)


def rgba(text):
    """"#rrggbbaa" as 0xAARRGGBB."""
    red, green, blue, alpha = bytes.fromhex(text[1:])
    return bytes([blue, green, red, alpha])


def color(text):
    return 0 if text is None else 0xFF000000 | int(text[1:], 16)
