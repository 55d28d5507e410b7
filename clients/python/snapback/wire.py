"""Encodes messages to the daemon and decodes messages from it, in both encodings.

Input is not trusted: it results in a message, in nothing, or in a `WireError`. A decoder buffers at
most one incomplete message, whose size is limited.
"""

from __future__ import annotations

import json
import struct
from typing import Any, Dict, Iterator, List, Optional, Sequence

from . import _binary, _ndjson
from .errors import WireError
from .messages import Message, Snapshot

# The first bytes that a client sends for the binary encoding.
MAGIC = b"SNAPBK1\n"
# The default maximum size of a message, in bytes.
MESSAGE_LIMIT = 16 << 20
ENCODINGS = ("binary", "ndjson")
_HEADER = struct.Struct("<IHBBQQ")
_VERSION = 1


class Decoder:
    """Decodes messages from a stream of bytes.

    `feed` takes bytes as they arrive; `next` returns complete messages. `names` are the views of
    the last snapshot, to which the binary encoding refers by index. After a WireError the decoder
    is unusable.
    """

    def __init__(
        self, encoding: str = "binary", limit: int = MESSAGE_LIMIT, names: Sequence[str] = ()
    ) -> None:
        if encoding not in ENCODINGS:
            raise ValueError(f"the encoding is one of {', '.join(ENCODINGS)}, not {encoding!r}")
        self.encoding = encoding
        self.limit = limit
        self.names: List[str] = list(names)
        self._bytes = bytearray()
        self._start = 0
        # The end of the bytes that were searched for a newline.
        self._searched = 0
        # The stream offset of the first byte of the buffer.
        self._offset = 0
        self._error: Optional[WireError] = None

    def feed(self, data: bytes) -> None:
        """Adds bytes. Call `next` until it returns None before you add more."""
        if self._start > 1 << 16 or self._start == len(self._bytes):
            del self._bytes[:self._start]
            self._offset += self._start
            self._searched = max(0, self._searched - self._start)
            self._start = 0
        self._bytes += data

    @property
    def is_between_messages(self) -> bool:
        """Whether the stream may end here."""
        return self._start == len(self._bytes)

    def next(self) -> Optional[Message]:
        """Returns the next message; None if more bytes are needed. Skips unknown messages."""
        if self._error is not None:
            raise self._error
        try:
            return self._next_binary() if self.encoding == "binary" else self._next_line()
        except WireError as error:
            self._error = error
            raise

    def __iter__(self) -> Iterator[Message]:
        while True:
            message = self.next()
            if message is None:
                return
            yield message

    def _fail(self, text: str, kind: str = "") -> WireError:
        return WireError(text, self._offset + self._start, kind)

    def _taken(self, message: Optional[Message]) -> Optional[Message]:
        if isinstance(message, Snapshot):
            self.names = [view.name for view in message.views]
        return message

    def _next_line(self) -> Optional[Message]:
        while True:
            start = self._start
            end = self._bytes.find(b"\n", max(start, self._searched))
            length = (end if end >= 0 else len(self._bytes)) - start
            if length > self.limit:
                raise self._fail(f"a line of more than {self.limit} bytes")
            if end < 0:
                self._searched = len(self._bytes)
                return None
            line = bytes(self._bytes[start:end])
            message: Optional[Message] = None
            if not line.isspace() and line:
                try:
                    message = _ndjson.message(line)
                except WireError as error:
                    raise self._fail(str(error), "the line") from None
            self._start = self._searched = end + 1
            if message is not None:
                return self._taken(message)

    def _next_binary(self) -> Optional[Message]:
        while True:
            start = self._start
            if len(self._bytes) - start < _HEADER.size:
                return None
            length, kind, version, _, seq, time = _HEADER.unpack_from(self._bytes, start)
            if version != _VERSION:
                raise self._fail(f"version {version} of a message is not {_VERSION}", str(kind))
            if length > self.limit:
                raise self._fail(f"{length} bytes are more than {self.limit}", str(kind))
            end = start + _HEADER.size + length
            if len(self._bytes) < end:
                return None
            name, read = _binary.READERS.get(kind, ("", None))
            message: Optional[Message] = None
            if read is not None:
                payload = bytes(self._bytes[start + _HEADER.size:end])
                try:
                    message = read(_binary.Reader(payload, self.names), seq, time)
                except WireError as error:
                    raise self._fail(str(error), name) from None
            self._start = end
            if message is not None:
                return self._taken(message)


def _packed(kind: int, payload: bytes) -> bytes:
    return _HEADER.pack(len(payload), kind, _VERSION, 0, 0, 0) + payload


def encode(name: str, body: Dict[str, Any], encoding: str = "binary") -> bytes:
    """Encodes a message of a client. Raises ValueError for a number that is not finite."""
    if encoding == "binary":
        if name == "frame_request":
            return _packed(2, struct.pack("<QQ", body["time"], body.get("refresh", 0)))
        if name == "presented":
            return _packed(3, struct.pack(
                "<QQQII", body["seq"], body["time"], body.get("refresh", 0),
                1 if body.get("discarded") else 0, 0))
        if name == "ping":
            return _packed(4, struct.pack("<Q", body["id"]))
        if name == "resync":
            return _packed(5, b"")
    text = json.dumps({name: body}, separators=(",", ":"), allow_nan=False).encode("ascii")
    return _packed(1, text) if encoding == "binary" else text + b"\n"
