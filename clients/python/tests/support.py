"""What the tests share: where the fixtures are, and bytes made by hand."""

import csv
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
PHYSICS = os.path.join(TOP, "Tests", "Fixtures", "physics")
VECTORS = os.environ.get("SNAPBACK_VECTORS") or os.path.join(
    TOP, "Tests", "Fixtures", "protocol")
if "SNAPBACK_INSTALLED" not in os.environ:
    sys.path.insert(0, os.path.join(HERE, ".."))
# The tests of the protocol's vectors, which write messages without the library.
sys.path.insert(0, os.path.join(TOP, "Tests", "Protocol"))

import views as protocol  # noqa: E402


def table(name):
    """The rows of a table of the physics fixtures."""
    with open(os.path.join(PHYSICS, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def content(name):
    """The bytes of a file of the protocol's vectors."""
    with open(os.path.join(VECTORS, name), "rb") as file:
        return file.read()


def packed(kind, payload=b"", seq=0, time=0, version=1, flags=0):
    """A message in the binary encoding."""
    return struct.pack("<IHBBQQ", len(payload), kind, version, flags, seq, time) + payload


def string(text):
    data = text.encode("utf-8")
    return struct.pack("<H", len(data)) + data


def state(handle, frame, color=0xFF0A84FF, extra=b"", mask=0b11111):
    """A state with everything but velocities, upright at its place."""
    x, y, width, height = frame
    return (
        struct.pack("<IHH", handle, mask, 0)
        + struct.pack("<4f", *frame) + struct.pack("<6f", 0, 0, 0, 1, 1, 0)
        + struct.pack("<6f", 1, 0, 0, 1, x, y) + struct.pack("<fII", 1, color, 1)
        + struct.pack("<4f", x, y, width, height) + extra)


def snapshot(names=("screen", "card"), seq=1, epoch=1, time=1000):
    """A snapshot whose views all have the same size; each is in the first one."""
    views = [
        protocol.view(name, names[0] if place else None, 24, [0.5, 0.5],
                      protocol.state([10, 20, 100, 50], color="#0a84ff"))
        for place, name in enumerate(names)]
    body = {"revision": 1, "epoch": epoch, "screen": protocol.SCREEN, "views": views}
    return packed(18, protocol.snapshot_bytes(body, list(names)), seq, time)


def welcome(session=0x1234, epoch=1):
    return packed(16, struct.pack(
        "<HHIQQdBBHI", 1, 0b1111, 0b111111111, session, epoch, 60.0, 0, 0, 0, 0), time=5)
