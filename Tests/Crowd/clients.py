"""The clients of a crowd: those that read, those that do not, and those that talk nonsense."""

import random
import select
import selectors
import socket
import time

from wire import MAGIC, Stream, binary, body, now, outgoing
import struct

REFRESH = 16_666_667
# How far ahead of now pull clients request frames, in nanoseconds.
AHEAD = 8_000_000


class Client:
    """One that reads all that comes and keeps it for later."""

    def __init__(self, path, index, plan):
        self.index, self.plan = index, plan
        self.is_binary = plan["encoding"] == "binary"
        self.pacing, self.ack = plan["pacing"], plan["ack"]
        self.kept, self.is_closed, self.is_idle = [], False, False
        self._stream = Stream(self.is_binary)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self._greet()

    def _greet(self):
        want = ["frames"] + (["gestures", "done"] if self.index % 3 == 0 else [])
        hello = {"versions": [1], "name": f"crowd-{self.index}", "want": want,
                 "pacing": self.pacing, "ack": self.ack, "rate": self.plan["rate"]}
        data = outgoing({"hello": hello}, self.is_binary)
        self.socket.sendall((MAGIC if self.is_binary else b"") + data)
        self.socket.setblocking(False)

    def read(self):
        """Takes what has come, acknowledges frames, and asks for the next where that is its way."""
        try:
            data = self._receive()
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            self.is_closed = True
            return
        for message in self._stream.feed(data):
            if message.kind in ("snapshot", "frame", "lagged", "error"):
                self.kept.append(message)
                self.is_idle = False
            if message.kind == "idle":
                self.is_idle = True
            if message.kind == "frame" and self.ack:
                self._present(message)

    def _receive(self):
        return self.socket.recv(1 << 18)

    def ask(self):
        """Asks for a frame of a moment ahead."""
        if self.is_binary:
            self._send(binary(2, struct.pack("<QQ", now() + AHEAD, REFRESH)))
        else:
            self._send(outgoing({"frame_request": {"time": now() + AHEAD, "refresh": REFRESH}},
                                False))

    def _present(self, message):
        if self.is_binary:
            self._send(binary(3, struct.pack("<QQQII", message.seq, now(), REFRESH, 0, 0)))
        else:
            self._send(outgoing({"presented": {"seq": message.seq, "time": now(),
                                               "refresh": REFRESH}}, False))

    def _send(self, data):
        try:
            self.socket.sendall(data)
        except (BlockingIOError, ConnectionError):
            pass


class Stalled(Client):
    """One that says hello and never reads, until all is over."""

    def __init__(self, path, index, plan):
        super().__init__(path, index, plan)
        self.gone_after = None
        self._since = time.monotonic()

    def look(self):
        """Notes when the daemon has hung up, which can be seen without reading."""
        if self.gone_after is None:
            poll = select.poll()
            poll.register(self.socket, select.POLLRDHUP)
            if poll.poll(0):
                self.gone_after = time.monotonic() - self._since

    def drain(self):
        """All messages that it was sent, and what came of another one."""
        stream, found = Stream(self.is_binary), []
        while True:
            try:
                data = self.socket.recv(1 << 18)
            except (BlockingIOError, ConnectionError):
                break
            if not data:
                break
            found += stream.feed(data)
        return found, stream.rest


HELLO = b'{"hello":{}}\n'


def nonsense(index):
    """The bytes that one client sends; none of the ten kinds is a valid conversation."""
    noise = random.Random(index)
    kinds = [
        noise.randbytes(5000),
        b"{" * 70_000,
        MAGIC + struct.pack("<IHBBQQ", 0xFFFFFFFF, 1, 1, 0, 0, 0) + noise.randbytes(3000),
        HELLO + b"[" * 2000 + b"\n",
        HELLO + b'{"hello":{}}\n',
        MAGIC + outgoing({"hello": {}}, True) + outgoing({"no": 1}, True)[:-1] + b"\xff" * 4000,
        HELLO + b'{"presented":{"seq":-1,"time":1e400}}\n',
        MAGIC + outgoing({"hello": {"versions": [7]}}, True),
        HELLO + b"\0" * 3000 + b"\n",
        b"SNAPBK9\n" + noise.randbytes(100),
    ]
    return kinds[index % len(kinds)]


class Nonsense:
    """A client that sends malformed bytes and waits to be disconnected."""

    def __init__(self, path, index):
        self.index, self.said, self.is_closed = index, b"", False
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)

    def greet(self):
        """Says what it has to say, as far as it is heard."""
        try:
            self.socket.sendall(nonsense(self.index))
        except ConnectionError:
            pass
        self.socket.setblocking(False)

    def read(self):
        """Takes what has come."""
        try:
            data = self.socket.recv(1 << 16)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        self.said += data
        self.is_closed = not data

    def code(self):
        """The code of the error that the client received; None without one."""
        for is_binary in (False, True):
            try:
                messages = Stream(is_binary).feed(self.said)
                errors = [body(one, is_binary) for one in messages if one.kind == "error"]
            except Exception:  # The other encoding.
                continue
            if errors:
                return errors[-1].get("code")
        return None


def attend(clients, seconds, until=lambda: False):
    """Reads for all of them for so long, or until something is so; asks where that is their way."""
    selector = selectors.DefaultSelector()
    for client in clients:
        if not client.is_closed:
            selector.register(client.socket, selectors.EVENT_READ, client)
    pulling = [client for client in clients if getattr(client, "pacing", "") == "pull"]
    end, next_round = time.monotonic() + seconds, time.monotonic()
    while time.monotonic() < end and not until():
        if time.monotonic() >= next_round:
            next_round += REFRESH / 1e9
            for client in pulling:
                if not client.is_closed and not client.is_idle:
                    client.ask()
        for key, _ in selector.select(0.005):
            key.data.read()
            if key.data.is_closed:
                selector.unregister(key.data.socket)
    selector.close()
