"""Attacks with connections and with the files that belong to the socket."""

import contextlib
import fcntl
import os
import shutil
import signal
import socket as sockets
import subprocess
import time

from daemon import Failed
from rig import (MEMBERS, OTHER, SERVICE, Client, Rig, acting_as, animated, expect, needs_root,
                 scene, until)
from wire import MAGIC, Stream, outgoing

LINE, BYTES = (outgoing({"hello": {}}, is_binary) for is_binary in (False, True))
STATUS = {"status": {"id": 1}}
# The message sent before the writing side closes, whether the client reads before that, and the
# expected answer; None if the daemon may refuse.
HALVES = {
    "lines": (False, LINE, True, ("snapshot",)),
    "lines at once": (False, LINE, False, ("snapshot",)),
    "a line without its end": (False, LINE[:-1], False, ("snapshot",)),
    "lines with a request": (False, LINE + outgoing(STATUS, False), False, ("snapshot", "reply")),
    "bytes": (True, MAGIC + BYTES, True, ("snapshot",)),
    "bytes at once": (True, MAGIC + BYTES, False, ("snapshot",)),
    "bytes with a request": (True, MAGIC + BYTES + outgoing(STATUS, True), False,
                             ("snapshot", "text")),
    "a client that acknowledges": (False, outgoing({"hello": {"ack": True}}, False), False,
                                   ("snapshot",)),
    "half a line": (False, LINE + b'{"ping":{"id"', True, None),
    "half a header": (True, MAGIC + BYTES + BYTES[:10], True, None),
    "half a magic": (False, MAGIC[:4], False, None),
    "nothing": (False, b"", False, None),
}

# How long clients connect and hang up, in seconds.
CHURN = 1.0


class HalfClosed:
    """A client that has closed its writing side and listens."""

    def __init__(self, path, is_binary, data, waits, how=sockets.SHUT_WR):
        self.stream, self.is_open = Stream(is_binary), True
        self.socket = sockets.socket(sockets.AF_UNIX)
        self.socket.settimeout(2.0)
        with acting_as(OTHER):
            self.socket.connect(path)
        self.socket.sendall(data)
        self.seen = self.read(2.0, "snapshot") if waits else []
        self.socket.shutdown(how)

    def read(self, seconds, kind=None):
        """The kinds of messages that come until one of `kind` has, or the connection ends."""
        found, deadline = [], time.monotonic() + seconds
        while self.is_open and kind not in found and (left := deadline - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                data = self.socket.recv(1 << 18)
            except TimeoutError:
                break
            except ConnectionError:
                data = b""
            self.is_open = bool(data)
            found += [message.kind for message in self.stream.feed(data)]
        return found


def half_close(binaries, folder, report):
    """A client that shuts its writing side down costs nothing at rest, and still gets frames."""
    with Rig(f"{binaries}/snapbackd", folder, scene(20)) as daemon:
        witness = Client(daemon.socket)
        witness.until("snapshot")
        expect(witness.until("idle") is not None, "the witness is not told that nothing moves")
        links = len(daemon.links())
        clients = {name: HalfClosed(daemon.socket, *how) for name, (*how, _) in HALVES.items()}
        deaf = HalfClosed(daemon.socket, False, LINE, True, sockets.SHUT_RD)
        with listening_socat(daemon) as socat:
            for name, client in clients.items():
                wanted = HALVES[name][3]
                client.seen += client.read(0.1)
                expect(wanted is None or set(wanted) <= set(client.seen) and client.is_open,
                       f"{name}: {client.seen} came, and the connection "
                       f"{'goes on' if client.is_open else 'ended'}")
            daemon.expect_rest(2, f"at rest with {len(clients) + 1} half-closed clients")
            expect(witness.ask(animated("v1", 0.5))["ok"], "a change is refused")
            for name, client in clients.items():
                expect(HALVES[name][3] is None or "frame" in client.read(2, "frame"),
                       f"{name}: no frame comes when something moves")
            expect(socat is None or socat(), "socat prints no frame")
        # A daemon looks after clients that have not read, so all do.
        time.sleep(0.3)
        witness.drain(0.1)
        for client in clients.values():
            client.read(0.05)
        daemon.expect_rest(0.5, "after the motion")
        for client in (*clients.values(), deaf):
            client.socket.close()
        until(lambda: len(daemon.links()) <= links, 2, "connections of clients that left stay open")
        daemon.stop()
    report(f"{len(clients)} ways and socat" if socat else f"{len(clients)} ways; no socat here")


@contextlib.contextmanager
def listening_socat(daemon):
    """The README's `echo | socat`, where it is installed; called, says whether a frame came."""
    if not shutil.which("socat"):
        yield None
        return
    path = os.path.join(daemon.folder, "lines")
    with open(path, "wb") as file, subprocess.Popen(
            ["socat", "-t", "60", "-", f"UNIX-CONNECT:{daemon.socket}"], stdin=subprocess.PIPE,
            stdout=file) as process:
        process.stdin.write(LINE)
        process.stdin.close()

        def has_frame():
            with open(path, "rb") as lines:
                return b'{"frame"' in lines.read()

        yield lambda: until(has_frame, 2, "no frame comes through socat")
        process.kill()


def churn(path, seconds):
    """Starts a process that connects and hangs up for so long, in several ways."""
    pid = os.fork()
    if pid:
        return pid
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        with sockets.socket(sockets.AF_UNIX) as client:
            client.settimeout(0.05)
            count += 1
            try:
                client.connect(path)
                client.sendall((b"", LINE, MAGIC + BYTES, b"nonsense")[count % 4])
            except OSError:
                pass
    os._exit(0)


def accept_churn(binaries, folder, report):
    """Clients that connect and disconnect all the time starve no client, nor does a lack of
    descriptors.
    """
    with Rig(f"{binaries}/snapbackd", folder, scene(20), descriptors=48) as daemon:
        witness = Client(daemon.socket, timeout=2.0, want=[])
        witness.until("snapshot")
        witness.ping(0)
        links = len(daemon.links())
        slowest = churned(daemon, witness, "while clients come and go")
        until(lambda: len(daemon.links()) <= links, 2, "connections of clients that left stay open")
        crowd = [one for one in (waiting(daemon) for _ in range(100)) if one]
        crowded = churned(daemon, witness, "with all numbers taken")
        time.sleep(0.3)
        spent = daemon.seconds()
        time.sleep(1)
        spent = daemon.seconds() - spent
        expect(spent < 0.05, f"out of descriptors it took {spent:.2f} s of 1 s")
        for client in crowd:
            client.close()
        until(lambda: len(daemon.links()) <= links, 3, "connections of clients that left stay open")
        late = Client(daemon.socket)
        expect(late.until("snapshot") is not None, "nobody is served afterwards")
        daemon.stop()
    report(f"slowest ping {1000 * slowest:.0f} ms, out of descriptors {1000 * crowded:.0f} ms")


def waiting(daemon):
    """A connection that says nothing; None where the queue of the listener is full."""
    client = sockets.socket(sockets.AF_UNIX)
    client.settimeout(0.1)
    try:
        client.connect(daemon.socket)
    except OSError:
        client.close()
        return None
    return client


def churned(daemon, witness, text):
    """The slowest ping while three processes connect and hang up."""
    children = [churn(daemon.socket, CHURN) for _ in range(3)]
    slowest, end = 0.0, time.monotonic() + CHURN
    try:
        while time.monotonic() < end:
            slowest = max(slowest, witness.ping(int(1000 * end)))
            time.sleep(0.01)
    finally:
        for child in children:
            os.waitpid(child, 0)
    expect(slowest < 1, f"{text} a ping takes {slowest:.2f} s")
    return slowest


def lock_held(binaries, folder, report):
    """A member of the socket's group cannot keep the daemon from starting by its lock file."""
    needs_root()
    options = {"user": SERVICE, "group": MEMBERS}
    with Rig(f"{binaries}/snapbackd", folder, scene(20), **options) as daemon:
        daemon.stop()
    lock = None
    try:
        with acting_as(OTHER, MEMBERS):
            lock = os.open(f"{folder}/socket.lock", os.O_RDONLY)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as refusal:
        report(f"the lock file: {refusal.strerror}")
    else:
        report("the lock is held by a member")
    try:
        with Rig(f"{binaries}/snapbackd", folder, scene(20), **options) as daemon:
            expect(Client(daemon.socket).until("snapshot") is not None, "no snapshot comes")
            daemon.stop()
    finally:
        if lock is not None:
            os.close(lock)


def two_daemons(binaries, folder, report):
    """A daemon that ends leaves the socket of the one that took its place."""
    program, races = f"{binaries}/snapbackd", 6
    with Rig(program, folder, scene(20)) as first:
        os.remove(first.socket)
        os.remove(first.socket + ".lock")
        with Rig(program, folder, scene(20)) as second:
            first.stop()
            expect(os.path.exists(second.socket), "the first daemon removed the second's socket")
            expect(Client(second.socket).until("snapshot") is not None, "no snapshot comes")
            expect_refused(program, folder)
            second.stop()
            expect(not os.path.exists(second.socket), "a socket is left behind")
    started = sum(raced(program, folder) for _ in range(races))
    report(f"{started} of {races} started beside one that ended")


def expect_refused(program, folder):
    """A daemon does not start where one runs."""
    other = Rig(program, folder, scene(20))
    code = other.wait(10)
    other.kill()
    expect(code == 69, f"a second daemon ends with {code}, not 69")


def raced(program, folder):
    """Starts a daemon while another one ends; says whether it serves. It serves or ends with 69."""
    with Rig(program, folder, scene(20)) as first:
        first.signal(signal.SIGTERM)
        second = Rig(program, folder, scene(20))
        try:
            expect(first.wait(10) == 0, "the first daemon does not stop on SIGTERM")
            code = second.wait(0.3)
            if code is not None:
                expect(code == 69, f"the second daemon ends with {code}, not 69")
                return False
            second.listen()
            expect(Client(second.socket).until("snapshot") is not None, "no snapshot comes")
            second.stop()
            return True
        except Failed as failure:
            raise Failed(f"started while another one ends: {failure}") from None
        finally:
            second.kill()
