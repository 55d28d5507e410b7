"""What can go wrong; all of it is a `SnapbackError`."""

from __future__ import annotations

from typing import Any, Dict, Optional


class SnapbackError(Exception):
    """The base of all errors of this package."""


class WireError(SnapbackError):
    """Bytes of the daemon that cannot be read.

    `offset` is the place in the stream of the message that is at fault, and `kind` its name or
    number, where it is known. The connection cannot be used any more.
    """

    def __init__(self, text: str, offset: int = 0, kind: str = "") -> None:
        where = f"{kind} at byte {offset}" if kind else f"byte {offset}"
        super().__init__(f"{where}: {text}")
        self.offset = offset
        self.kind = kind


class DaemonError(SnapbackError):
    """The daemon closes the connection and says why. Codes are for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message


class CommandError(SnapbackError):
    """A command was refused; nothing has changed, and the connection goes on.

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
    """There is no daemon, or it has gone."""


class TimedOut(SnapbackError):
    """Nothing came within the time that was given."""


class MemoryBusy(SnapbackError):
    """The shared memory was being written each time that it was read."""
