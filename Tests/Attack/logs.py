"""Attacks on the log: a reader that stops reading, and clients that make it long."""

import contextlib
import fcntl
import os
import re
import select
import socket as sockets
import time

from rig import IS_ROOT, NOBODY, OTHER, Client, Rig, acting_as, animated, expect, scene, until
from wire import MAGIC

# The maximum size of the log about refused clients, in bytes.
GREATEST_LOG = 64 << 10
REFUSED = 2000
NONSENSE = (b"nonsense\n", b'{"hello":{}}\n{"no":1}\n', b'{"hello":{"versions":[7]}}\n',
            MAGIC + b"\xff" * 24)
# A line that says how many lines were left out.
LEFT_OUT = re.compile(rb"\b\d[\d,]* (?:\w+ )*(?:lines?|messages?|warnings?)\b.*"
                      rb"\b(dropped|lost|left out|discarded|suppressed|missed|missing|omitted)"
                      rb"|\b(dropped|lost|left out|discarded|suppressed|missed|omitted)\b.*\b\d+")
F_SETPIPE_SZ = 1031


@contextlib.contextmanager
def clogged_pipe():
    """A pipe that is full: its reading end, its writing end, and a way to fill it again."""
    reading, writing = os.pipe()
    fcntl.fcntl(writing, F_SETPIPE_SZ, 64 << 10)
    # A separate file description, so that its blocking mode does not affect the daemon.
    own = os.open(f"/proc/self/fd/{writing}", os.O_WRONLY | os.O_NONBLOCK)

    def clog():
        for size in (4096, 1):
            try:
                while True:
                    os.write(own, b"." * (size - 1) + b"\n")
            except BlockingIOError:
                pass

    try:
        yield reading, writing, clog
    finally:
        for number in (reading, writing, own):
            os.close(number)


def read_all(reading, seconds):
    """Reads a pipe until nothing has come for the given time."""
    found = b""
    while select.select([reading], [], [], seconds)[0]:
        found += os.read(reading, 1 << 16)
    return found


def misbehave(daemon, count):
    """Clients that are refused, each of another kind; some say hello and go."""
    for index in range(count):
        with sockets.socket(sockets.AF_UNIX) as client:
            client.settimeout(0.5)
            try:
                with acting_as(OTHER):
                    client.connect(daemon.socket)
                client.sendall(NONSENSE[index % len(NONSENSE)])
            except OSError:
                pass


def log_reader_stops(binaries, folder, report):
    """A log without a reader blocks nothing, and later reports how many lines are missing."""
    with clogged_pipe() as (reading, writing, clog):
        clog()
        rig = Rig(f"{binaries}/snapbackd", folder, scene(20), log=writing, level="debug")
        with rig as daemon:
            witness = Client(daemon.socket, timeout=1.0)
            witness.until("snapshot")
            slowest = 0.0
            for round_ in range(10):
                misbehave(daemon, 20)
                expect(witness.ask(animated("v1", round_ / 10))["ok"], "a change is refused")
                slowest = max(slowest, witness.ping(round_))
            lines = bytearray(read_all(reading, 0.1))
            misbehave(daemon, 4)

            def says_what_is_missing():
                lines.extend(read_all(reading, 0.05))
                witness.send({"change": {"changes": []}})
                return any(LEFT_OUT.search(line) for line in bytes(lines).splitlines())

            until(says_what_is_missing, 3, "no line says how many lines were dropped")
            clog()
            misbehave(daemon, 20)
            witness.ping(99)
            daemon.stop()
    report(f"slowest ping {1000 * slowest:.1f} ms")


def log_flood(binaries, folder, report):
    """Clients that are refused by the thousand write little: each reason shows, and a sum."""
    with Rig(f"{binaries}/snapbackd", folder, scene(20)) as daemon:
        witness = Client(daemon.socket, timeout=1.0, want=[])
        witness.until("snapshot")
        before = len(daemon.log())
        reasons = ["bad-message", "version"]
        kinds = ["nonsense"]
        if IS_ROOT:
            crowd = [Client(daemon.socket, uid=OTHER, want=[]) for _ in range(64)]
            for client in crowd:
                client.until("welcome")
            reasons += ["too-many-clients", "forbidden"]
            kinds += ["too many", "no role"]
        start = time.monotonic()
        for index in range(REFUSED):
            refuse(daemon, kinds[index % len(kinds)], index)
            if index % 100 == 0:
                witness.ping(index)
        seconds = time.monotonic() - start
        witness.ping(REFUSED)
        log = daemon.log()[before:]
        expect(len(log) < GREATEST_LOG,
               f"{REFUSED} refused clients in {seconds:.1f} s write {len(log)} bytes of log")
        missing = [reason for reason in reasons if reason not in log]
        expect(not missing, f"the log says nothing of {' and '.join(missing)}")
        daemon.stop()
    report(f"{REFUSED} refused in {seconds:.1f} s write {len(log)} bytes")


def refuse(daemon, kind, index):
    """A client that the daemon disconnects."""
    uid = {"nonsense": None, "too many": OTHER, "no role": NOBODY}[kind]
    with sockets.socket(sockets.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            with acting_as(uid):
                client.connect(daemon.socket)
            if kind == "nonsense":
                client.sendall(NONSENSE[index // 3 % len(NONSENSE)])
            while client.recv(1 << 16):
                pass
        except (ConnectionError, BrokenPipeError):
            pass
