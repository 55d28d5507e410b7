"""A client of the daemon; `snapback.connect` makes one."""

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

# The most messages that are kept for the caller while an answer is waited for.
_WAITING_LIMIT = 65536
_FIRST_WAIT = 0.1
_LONGEST_WAIT = 5.0
# Reasons to be sent away that are gone when one comes again.
_PASSING = ("too-many-clients", "stalled")


def now() -> int:
    """The daemon's clock where it is "monotonic", in nanoseconds."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def connect(
    path: Optional[str] = None, *, want: Optional[Sequence[str]] = None,
    pacing: Optional[str] = None, encoding: str = "binary",
    views: Optional[Sequence[str]] = None, rate: Optional[float] = None, ack: bool = False,
    name: Optional[str] = None, reconnect: bool = False, timeout: float = 10.0,
    limit: int = MESSAGE_LIMIT,
) -> "Client":
    """Connects, says hello and waits for the welcome.

    Without `path` the places of docs/protocol.md are tried. `want`, `pacing`, `views`, `rate`,
    `ack` and `name` are those of `hello`; what is left out is the daemon's default. With
    `reconnect` a client whose daemon goes away looks for it again, for ever. `timeout` is in
    seconds and holds for every answer; `limit` is the largest message that is read, in bytes.

    Raises ConnectionLost if nobody answers, DaemonError if the daemon refuses.
    """
    given: Dict[str, Any] = {
        "versions": [1], "want": None if want is None else list(want), "pacing": pacing,
        "views": None if views is None else list(views), "rate": rate, "name": name,
        "ack": ack or None}
    hello = {key: value for key, value in given.items() if value is not None}
    return Client(lambda: Connection(path, hello, encoding, limit, timeout), reconnect, timeout)


class Client(Commands):
    """A connection: an iterator of messages, and a mirror of the scene.

    `scene` is what the daemon said last. While a command waits for its answer, other messages are
    taken into the scene at once and given to the iteration later. Not for several threads at once.
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
        # What `attach_memory` got; exchanged when the daemon gives another one.
        self.memory: Optional[SharedMemory] = None

    # The connection

    @property
    def welcome(self) -> m.Welcome:
        """The daemon's answer to the last hello."""
        return self._connection.welcome

    @property
    def path(self) -> str:
        """Where the daemon was found."""
        return self._connection.path

    def fileno(self) -> int:
        """For select and poll, in a loop of your own: when it can be read, or before waiting for
        that, `while client.pending(): client.receive()`."""
        return self._connection.socket.fileno()

    def pending(self) -> bool:
        """Whether `receive` has something to say at once: a message, or that the daemon has gone.

        Reads what has come, and waits for nothing.
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
        """The next message; the iteration ends with the connection."""
        try:
            return self.receive()
        except ConnectionLost:
            raise StopIteration from None

    def receive(self, timeout: Optional[float] = None) -> m.Message:
        """The next message; waits for it, at most `timeout` seconds, and raises TimedOut then.

        ConnectionLost when the daemon has gone, unless the client reconnects: then `Reconnected`
        is what comes next. DaemonError when the daemon says why it closes the connection.
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
        """Carries a message into the mirror."""
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
        """Connects anew, with waits that double up to five seconds."""
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
        """The first message of these kinds that is wanted; others wait for the iteration.

        A refusal without an id is one of what was asked for last: CommandError with `name`.
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
        """Sends a message and waits for nothing."""
        self._connection.send(name, body or {})

    def command(self, name: str, timeout: Optional[float] = None, **body: Any) -> Dict[str, Any]:
        """Sends a command and gives the reply; values that are None are left out.

        Raises CommandError if it is refused, and TimedOut if no reply comes.
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
        """The daemon's time now."""
        number = self._next_id
        self._next_id += 1
        self.send("ping", {"id": number})
        pong: m.Pong = self._wait_for("ping", (m.Pong,), lambda message: message.id == number)
        return pong

    def resync(self) -> None:
        """Asks for a snapshot, which comes with the iteration."""
        self.send("resync")

    def set_rate(self, rate: float) -> None:
        """Asks for at most so many frames per second."""
        self.send("rate", {"rate": rate})

    def request_frame(self, time: int, refresh: int = 0) -> None:
        """With pacing "pull": asks for the frame of a time, which comes with the iteration.

        `refresh` is the time from frame to frame of the screen, 0 if it is not known.
        """
        self.send("frame_request", {"time": time, "refresh": refresh})

    def frame_at(self, time: int, refresh: int = 0) -> Union[m.Frame, m.Idle, m.Snapshot]:
        """With pacing "pull": the frame of a time.

        Idle says that nothing moves, and a snapshot that the frame is not worth having: everything
        is another now.
        """
        asked = now() if self.welcome.clock == "monotonic" else 0

        def answers(message: Union[m.Frame, m.Idle, m.Snapshot]) -> bool:
            # Another frame, or an idle from before, is not the answer.
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
        """Says when a frame was seen; with `ack` frames go on only then."""
        self.send("presented", {
            "seq": seq, "time": time, "refresh": refresh, "discarded": discarded})

    def attach_memory(self) -> SharedMemory:
        """Asks for shared memory; `memory` is it from then on, also when it is exchanged."""
        self.send("shm_attach")
        self._wait_for("shm_attach", (m.MemoryReady,), lambda message: True)
        assert self.memory is not None
        return self.memory
