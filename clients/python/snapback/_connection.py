"""A connection to the daemon: bytes, descriptors, messages."""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from typing import Any, Deque, Dict, List, Optional, Tuple

from . import messages as m
from .errors import ConnectionLost, DaemonError, TimedOut, WireError
from .wire import MAGIC, Decoder, encode

# The maximum number of descriptors that are kept for a later message.
_DESCRIPTOR_LIMIT = 8
_CHUNK = 1 << 16


def places(path: Optional[str] = None) -> List[str]:
    """The paths at which a daemon may listen, in search order."""
    if path is not None:
        return [path]
    given = os.environ.get("SNAPBACK_SOCKET")
    if given:
        return [given]
    system = "/run/snapback/snapback.sock"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if not runtime:
        return [system]
    user = f"{runtime}/snapback/snapback.sock"
    return [system, user] if os.geteuid() == 0 else [user, system]


# Parts of states, and messages, that the daemon sends only to clients that request them.
_PARTS = ["cornerRadius", "looks"]


class Connection:
    """A connection, from hello to its end."""

    def __init__(
        self, path: Optional[str], hello: Dict[str, Any], encoding: str, limit: int,
        timeout: float,
    ) -> None:
        self.socket, self.path = _connected(places(path), timeout)
        self.decoder = Decoder(encoding, limit)
        self.encoding = encoding
        self.timeout = timeout
        self._descriptors: Deque[int] = deque()
        try:
            if encoding == "binary":
                self._write(MAGIC)
            self.send("hello", {**hello, "parts": _PARTS})
            deadline = time.monotonic() + timeout
            message = self.receive(deadline)
            if not isinstance(message, m.Welcome):
                raise WireError(f"the first message is {type(message).__name__}, not a welcome")
            self.welcome = message
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.socket.close()
        while self._descriptors:
            os.close(self._descriptors.popleft())

    def send(self, name: str, body: Dict[str, Any]) -> None:
        self._write(encode(name, body, self.encoding))

    def _write(self, data: bytes) -> None:
        self.socket.settimeout(self.timeout)
        try:
            self.socket.sendall(data)
        except OSError as error:
            # An error message from the daemon may still be unread.
            raise self._last_words() or ConnectionLost(f"the daemon has gone: {error}") from None

    def _last_words(self) -> Optional[DaemonError]:
        try:
            while True:
                self.receive(time.monotonic())
        except DaemonError as error:
            return error
        except (ConnectionLost, WireError, TimedOut):
            return None

    def receive(self, deadline: Optional[float]) -> m.Message:
        """Returns the next message; raises TimedOut at `deadline`, a time of `time.monotonic`."""
        while True:
            message = self.decoder.next()
            if isinstance(message, m.ErrorMessage):
                raise DaemonError(message.code, message.message)
            if message is not None:
                return message
            self.decoder.feed(self._read(deadline))

    def _read(self, deadline: Optional[float]) -> bytes:
        wait = None if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            self.socket.settimeout(wait)
            data, descriptors, _, _ = socket.recv_fds(
                self.socket, _CHUNK, _DESCRIPTOR_LIMIT, socket.MSG_CMSG_CLOEXEC)
        except (socket.timeout, BlockingIOError):
            raise TimedOut("no message within the time given") from None
        except OSError as error:
            raise ConnectionLost(f"the daemon has gone: {error}") from None
        self._descriptors.extend(descriptors)
        while len(self._descriptors) > _DESCRIPTOR_LIMIT:
            os.close(self._descriptors.popleft())
        if not data:
            whole = self.decoder.is_between_messages
            raise ConnectionLost(
                "the daemon closed the connection" if whole else "the last message is not whole")
        return data

    def take_descriptors(self) -> Tuple[int, int]:
        """Returns the two descriptors that came with the message of shared memory."""
        if len(self._descriptors) < 2:
            raise WireError("shared memory without its two descriptors")
        return (self._descriptors.popleft(), self._descriptors.popleft())


def _connected(candidates: List[str], timeout: float) -> Tuple[socket.socket, str]:
    first: Optional[str] = None
    for path in candidates:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(timeout)
            connection.connect(path)
            return connection, path
        except OSError as error:
            connection.close()
            first = first or f"{path}: {error.strerror or error}"
    raise ConnectionLost(f"no daemon answers at {first}")
