"""A client of the daemon's socket: one JSON object a line in both directions."""

import json
import threading
import time
from collections import namedtuple

from connecting import connected
from expectations import Failed

Message = namedtuple("Message", "kind body")


class Client:
    """Says hello and keeps everything that the daemon sends, in order.

    A thread reads all the time. A client that reads only now and then would be sent fewer
    frames, because the daemon skips those that a slow reader would get late.
    """

    def __init__(self, path, timeout=5.0):
        self._messages = []
        self._taken = 0
        self._is_closed = False
        self._changed = threading.Condition()
        try:
            self._socket = connected(path, timeout)
        except OSError as error:
            raise Failed(f"no daemon listens at {path}: {error}") from error
        self._socket.sendall(b'{"hello":{"name":"device-test"}}\n')
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self._socket.makefile("rb"):
            ((kind, body),) = json.loads(line).items()
            with self._changed:
                self._messages.append(Message(kind, body))
                self._changed.notify_all()
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def ask(self, request):
        """The reply to a request that has no parameters."""
        self._socket.sendall(json.dumps({request: {"id": 1}}).encode() + b"\n")
        return self.until(lambda m: m.kind == "reply", "reply")[-1].body

    def until(self, is_wanted, what, timeout=5.0):
        """The messages not taken yet, up to the first wanted one, which comes last.

        They count as taken. When none comes, the failure tells what came instead.
        """
        deadline = time.monotonic() + timeout
        position = self._taken
        with self._changed:
            while True:
                while position < len(self._messages):
                    position += 1
                    if is_wanted(self._messages[position - 1]):
                        taken = self._messages[self._taken:position]
                        self._taken = position
                        return taken
                rest = deadline - time.monotonic()
                if self._is_closed or rest <= 0:
                    came = [describe(message) for message in self._messages[self._taken:]]
                    raise Failed(f"no {what} came; but: {', '.join(came[-12:]) or 'nothing'}")
                self._changed.wait(rest)

    def until_gesture(self, *phases):
        """The messages up to a gesture in one of these phases."""
        return self.until(lambda m: m.kind == "gesture" and m.body["phase"] in phases,
                          " or ".join(phases))

    def until_idle(self):
        """The messages up to the next word that nothing moves."""
        return self.until(lambda m: m.kind == "idle", "idle")

    def waiting(self):
        """The messages that have come and have not been taken; they count as taken."""
        with self._changed:
            taken = self._messages[self._taken:]
            self._taken = len(self._messages)
        return taken


def describe(message):
    """A message in a word or two."""
    return message.body["phase"] if message.kind == "gesture" else message.kind
