"""The errors of this package; all derive from `SnapbackError`."""

from __future__ import annotations

from typing import Any, Dict, Optional


class SnapbackError(Exception):
    """The base of all errors of this package."""


class WireError(SnapbackError):
    """Bytes of the daemon that cannot be decoded.

    `offset` is the position of the invalid message in the stream; `kind` is its name or number, if
    known. The connection is unusable.
    """

    def __init__(self, text: str, offset: int = 0, kind: str = "") -> None:
        where = f"{kind} at byte {offset}" if kind else f"byte {offset}"
        super().__init__(f"{where}: {text}")
        self.offset = offset
        self.kind = kind


class DaemonError(SnapbackError):
    """The daemon closed the connection and stated the reason. Codes are for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message


class CommandError(SnapbackError):
    """A command was refused. Nothing has changed, and the connection stays open.

    `reply` is the whole answer.
    """

    def __init__(
        self, command: str, code: str, message: str, reply: Optional[Dict[str, Any]] = None
    ) -> None:
        super().__init__(f"{command}: {message} ({code})")
        self.command = command
        self.code = code
        self.message = message
        self.reply = reply or {}


class ConnectionLost(SnapbackError):
    """No daemon was found, or the connection to it was lost."""


class TimedOut(SnapbackError):
    """Nothing arrived within the timeout."""


class MemoryBusy(SnapbackError):
    """The shared memory was being written at every attempt to read it."""
