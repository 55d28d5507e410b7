"""The daemon's messages, of both encodings, read without any of the project's libraries."""

import json
import struct
import time
from collections import namedtuple

MAGIC = b"SNAPBK1\n"
HEADER = struct.Struct("<IHBBQQ")
TYPES = {
    1: "text", 16: "welcome", 18: "snapshot", 19: "frame", 20: "segment", 21: "gesture",
    22: "layout", 23: "done", 24: "idle", 25: "lagged", 26: "error", 27: "pong", 29: "device",
    30: "touch", 32: "shm", 33: "event",
}
# The most bytes of a message that is believed.
LIMIT = 16 << 20

Message = namedtuple("Message", "kind seq time raw")


class Malformed(Exception):
    """The daemon sent an invalid message."""


class Stream:
    """Bytes in, messages out; their contents are looked at later."""

    def __init__(self, is_binary):
        self.is_binary = is_binary
        self._bytes = bytearray()

    def feed(self, data):
        """The messages that are whole now."""
        self._bytes += data
        return list(self._binary() if self.is_binary else self._lines())

    @property
    def rest(self):
        """The received part of an incomplete message."""
        return bytes(self._bytes)

    def _binary(self):
        while len(self._bytes) >= HEADER.size:
            length, kind, version, _, seq, moment = HEADER.unpack_from(self._bytes)
            if version != 1 or length > LIMIT:
                raise Malformed(f"a header says version {version}, length {length}")
            if len(self._bytes) < HEADER.size + length:
                return
            raw = bytes(self._bytes[HEADER.size:HEADER.size + length])
            del self._bytes[:HEADER.size + length]
            yield Message(TYPES.get(kind, str(kind)), seq, moment, raw)

    def _lines(self):
        while (end := self._bytes.find(b"\n")) >= 0:
            raw = bytes(self._bytes[:end])
            del self._bytes[:end + 1]
            kind = raw[2:raw.find(b'"', 2)].decode()
            yield Message(kind, number(raw, b'"seq":'), number(raw, b'"time":'), raw)


def revision(message, is_binary):
    """The revision of a snapshot or frame."""
    if is_binary:
        return struct.unpack_from("<Q", message.raw)[0]
    return number(message.raw, b'"revision":')


def number(raw, key):
    """The whole number behind the first occurrence of a key; 0 without it."""
    at = raw.find(key)
    if at < 0:
        return 0
    end = at = at + len(key)
    while raw[end:end + 1].isdigit():
        end += 1
    return int(raw[at:end] or 0)


def outgoing(message, is_binary):
    """A client's message, given as an object, in bytes."""
    text = json.dumps(message, separators=(",", ":")).encode()
    if not is_binary:
        return text + b"\n"
    return HEADER.pack(len(text), 1, 1, 0, 0, 0) + text


def binary(kind, payload):
    """A client's message of a type of its own."""
    return HEADER.pack(len(payload), kind, 1, 0, 0, 0) + payload


def now():
    """CLOCK_MONOTONIC, in nanoseconds."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def body(message, is_binary):
    """The body of a message; in the binary encoding only of texts, pongs and errors."""
    if not is_binary:
        return json.loads(message.raw)[message.kind]
    if message.kind == "text":
        return json.loads(message.raw)
    if message.kind == "error":
        code, at = string(message.raw, 0)
        return {"code": code, "message": string(message.raw, at)[0]}
    if message.kind == "pong":
        return {"id": struct.unpack_from("<Q", message.raw)[0]}
    return {}


def string(raw, at):
    """A string, and where it ends."""
    (length,) = struct.unpack_from("<H", raw, at)
    return raw[at + 2:at + 2 + length].decode(), at + 2 + length
