"""A client of the daemon; `snapback.connect` creates one."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, Callable, Deque, Dict, Iterator, Optional, Sequence, Tuple, Type, Union

from . import messages as m
from ._commands import Commands
from ._connection import Connection
from .errors import CommandError, ConnectionLost, DaemonError, TimedOut, WireError
from .memory import SharedMemory
from .scene import Scene
from .wire import MESSAGE_LIMIT

# The maximum number of messages kept for the caller while a reply is awaited.
_WAITING_LIMIT = 65536
_FIRST_WAIT = 0.1
_LONGEST_WAIT = 5.0
# Error codes for which another attempt to connect may succeed.
_PASSING = ("too-many-clients", "stalled")


def now() -> int:
    """The current time of the daemon's clock if that is "monotonic", in nanoseconds."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def connect(
    path: Optional[str] = None, *, want: Optional[Sequence[str]] = None,
    pacing: Optional[str] = None, encoding: str = "binary",
    views: Optional[Sequence[str]] = None, rate: Optional[float] = None, ack: bool = False,
    name: Optional[str] = None, reconnect: bool = False, timeout: float = 10.0,
    limit: int = MESSAGE_LIMIT,
) -> "Client":
    """Connects, says hello and waits for the welcome.

    Without `path`, the paths listed in docs/protocol.md are tried. `want`, `pacing`, `views`,
    `rate`, `ack` and `name` are the keys of `hello`; omitted ones have the daemon's defaults. With
    `reconnect`, a client that loses its daemon keeps trying to connect again. `timeout` is in
    seconds and applies to every reply; `limit` is the maximum size of a message, in bytes.

    Raises ConnectionLost if no daemon answers, and DaemonError if the daemon refuses the client.
    """
    given: Dict[str, Any] = {
        "versions": [1], "want": None if want is None else list(want), "pacing": pacing,
        "views": None if views is None else list(views), "rate": rate, "name": name,
        "ack": ack or None}
    hello = {key: value for key, value in given.items() if value is not None}
    return Client(lambda: Connection(path, hello, encoding, limit, timeout), reconnect, timeout)


class Client(Commands):
    """A connection: an iterator of messages, and a mirror of the scene.

    `scene` holds the last state that the daemon sent. While a command waits for its reply, other
    messages are applied to the scene immediately and returned by the iteration later. Not
    thread-safe.
    """

    def __init__(
        self, connection: Callable[[], Connection], reconnect: bool, timeout: float
    ) -> None:
        self._connect = connection
        self._reconnects = reconnect
        self._timeout = timeout
        self._connection = connection()
        self._waiting: Deque[m.Message] = deque()
        self._next_id = 1
        self.scene = Scene()
        # The result of `attach_memory`; replaced when the daemon sends new memory.
        self.memory: Optional[SharedMemory] = None

    # The connection

    @property
    def welcome(self) -> m.Welcome:
        """The daemon's answer to the last hello."""
        return self._connection.welcome

    @property
    def path(self) -> str:
        """The path of the daemon's socket."""
        return self._connection.path

    def fileno(self) -> int:
        """The descriptor for select and poll in your own loop. When it is readable, and before
        waiting for it, call `while client.pending(): client.receive()`."""
        return self._connection.socket.fileno()

    def pending(self) -> bool:
        """Whether `receive` would return or raise without waiting: a message arrived or the
        connection was lost.

        Reads received bytes; never blocks.
        """
        if not self._waiting:
            try:
                self._keep(self._taken(self._connection.receive(time.monotonic())))
            except TimedOut:
                return False
            except ConnectionLost:
                pass
        return True

    def close(self) -> None:
        self._connection.close()
        if self.memory is not None:
            self.memory.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Messages

    def __iter__(self) -> Iterator[m.Message]:
        return self

    def __next__(self) -> m.Message:
        """Returns the next message; the iteration ends when the connection does."""
        try:
            return self.receive()
        except ConnectionLost:
            raise StopIteration from None

    def receive(self, timeout: Optional[float] = None) -> m.Message:
        """Returns the next message. Waits at most `timeout` seconds, then raises TimedOut.

        Raises ConnectionLost when the connection ends. If the client reconnects, the next message
        is `Reconnected` instead. Raises DaemonError when the daemon states why it closes the
        connection.
        """
        if self._waiting:
            return self._waiting.popleft()
        deadline = None if timeout is None else time.monotonic() + timeout
        try:
            return self._taken(self._connection.receive(deadline))
        except (ConnectionLost, DaemonError) as error:
            passes = isinstance(error, ConnectionLost) or error.code in _PASSING
            if not self._reconnects or not passes:
                raise
            return self._again(str(error), deadline)

    def _taken(self, message: m.Message) -> m.Message:
        """Applies a message to the mirror."""
        self.scene.apply(message)
        if isinstance(message, m.MemoryReady):
            memory, event = self._connection.take_descriptors()
            self.memory = SharedMemory(memory, event, message.size)
        if isinstance(message, (m.MemoryReady, m.Snapshot)) and self.memory is not None:
            if self.memory.names is None and self.memory.epoch == self.scene.epoch:
                self.memory.bind(self.scene.names)
        return message

    def _keep(self, message: m.Message) -> None:
        if len(self._waiting) >= _WAITING_LIMIT:
            raise WireError(f"{_WAITING_LIMIT} messages came before an answer")
        self._waiting.append(message)

    def _again(self, reason: str, deadline: Optional[float]) -> m.Message:
        """Connects again, with delays that double up to five seconds."""
        old = self.welcome
        epoch = max(old.epoch, self.scene.epoch)
        wait = _FIRST_WAIT
        self._connection.close()
        while True:
            try:
                self._connection = self._connect()
                break
            except DaemonError as error:
                if error.code not in _PASSING:
                    raise
            except (ConnectionLost, TimedOut):
                pass
            if deadline is not None and time.monotonic() + wait > deadline:
                raise TimedOut("the daemon has gone and does not come back") from None
            time.sleep(wait)
            wait = min(2.0 * wait, _LONGEST_WAIT)
        new = self.welcome
        self.memory = None
        return m.Reconnected(new, (old.session, epoch) == (new.session, new.epoch), reason)

    def _wait_for(
        self, name: str, kinds: Tuple[Type[Any], ...], wanted: Callable[[Any], bool],
        timeout: Optional[float] = None,
    ) -> Any:
        """Returns the first wanted message of these kinds; keeps the others for the iteration.

        A refusal without an id belongs to the last request: raises CommandError with `name`.
        """
        deadline = time.monotonic() + (self._timeout if timeout is None else timeout)
        while True:
            message = self._taken(self._connection.receive(deadline))
            if isinstance(message, kinds) and wanted(message):
                return message
            if isinstance(message, m.Reply) and "id" not in message.body:
                self._check(name, message.body)
            self._keep(message)

    @staticmethod
    def _check(name: str, reply: Dict[str, Any]) -> None:
        if reply.get("ok") is not True:
            raise CommandError(
                name, str(reply.get("code", "")), str(reply.get("message", "")), reply)

    # Asking

    def send(self, name: str, body: Optional[Dict[str, Any]] = None) -> None:
        """Sends a message without waiting for a reply."""
        self._connection.send(name, body or {})

    def command(self, name: str, timeout: Optional[float] = None, **body: Any) -> Dict[str, Any]:
        """Sends a command and returns the reply; values that are None are omitted.

        Raises CommandError if the command is refused, and TimedOut if no reply arrives.
        """
        number = self._next_id
        self._next_id += 1
        given = {key: value for key, value in body.items() if value is not None}
        self.send(name, {"id": number, **given})
        reply: Dict[str, Any] = self._wait_for(
            name, (m.Reply,), lambda message: message.body.get("id") == number, timeout).body
        self._check(name, reply)
        return reply

    def ping(self) -> m.Pong:
        """Asks for the daemon's current time and returns the answer."""
        number = self._next_id
        self._next_id += 1
        self.send("ping", {"id": number})
        pong: m.Pong = self._wait_for("ping", (m.Pong,), lambda message: message.id == number)
        return pong

    def resync(self) -> None:
        """Requests a snapshot, which the iteration returns."""
        self.send("resync")

    def set_rate(self, rate: float) -> None:
        """Limits the number of frames per second."""
        self.send("rate", {"rate": rate})

    def request_frame(self, time: int, refresh: int = 0) -> None:
        """With pacing "pull": requests the frame for a time, which the iteration returns.

        `refresh` is the display's refresh interval in nanoseconds, 0 if unknown.
        """
        self.send("frame_request", {"time": time, "refresh": refresh})

    def frame_at(self, time: int, refresh: int = 0) -> Union[m.Frame, m.Idle, m.Snapshot]:
        """With pacing "pull": requests the frame for a time and returns it.

        Returns Idle if nothing moves, and Snapshot if one arrives first, which makes the frame
        obsolete.
        """
        asked = now() if self.welcome.clock == "monotonic" else 0

        def answers(message: Union[m.Frame, m.Idle, m.Snapshot]) -> bool:
            # Skip other frames, and idle messages from before the request.
            if isinstance(message, m.Frame):
                return message.time == time
            return isinstance(message, m.Snapshot) or message.time >= min(asked, time)

        self.request_frame(time, refresh)
        answer: Union[m.Frame, m.Idle, m.Snapshot] = self._wait_for(
            "frame_request", (m.Frame, m.Idle, m.Snapshot), answers)
        return answer

    def presented(
        self, seq: int, time: int, refresh: int = 0, discarded: bool = False
    ) -> None:
        """Reports when a frame was shown; with `ack`, the daemon waits for this before further
        frames."""
        self.send("presented", {
            "seq": seq, "time": time, "refresh": refresh, "discarded": discarded})

    def attach_memory(self) -> SharedMemory:
        """Requests shared memory. `memory` then holds it, and is replaced when the daemon sends
        another one."""
        self.send("shm_attach")
        self._wait_for("shm_attach", (m.MemoryReady,), lambda message: True)
        assert self.memory is not None
        return self.memory
