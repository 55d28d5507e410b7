"""Daemons, bridges and what a second client is told, for tuio_test.py."""

import dataclasses
import os
import subprocess
import sys
import tempfile
import time

import listener

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TOP, "clients", "python"))
import snapback  # noqa: E402

BINARIES = ""


def tool():
    return os.path.join(BINARIES, "snapback")


def client(path, **options):
    return snapback.connect(path, want=["touches"], **options)


class Daemon:
    """A snapbackd in a folder of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")
        self.process = None

    def start(self, scene, *options):
        scene = os.path.join(TOP, "configs", "scenes", scene + ".json5")
        # Without a device that this machine may have.
        if "--replay" not in options:
            options += ("--device", "/dev/null")
        self.process = subprocess.Popen(
            [os.path.join(BINARIES, "snapbackd"), "--scene", scene, "--socket", self.path, *options],
            stderr=subprocess.DEVNULL)
        end = time.monotonic() + 10
        while not self.listens():
            if self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError("the daemon does not listen")
            time.sleep(0.01)

    def listens(self):
        # A connection would start the recording; the kernel lists who listens.
        with open("/proc/net/unix", encoding="utf-8") as file:
            rows = (line.split() for line in file)
            return any(
                row[-1] == self.path and int(row[3], 16) & 0x10000 for row in rows
                if len(row) == 8 and row[3] != "Flags")

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)
            self.process = None

    def close(self):
        self.stop()
        self.folder.cleanup()


class Bridge:
    """A `snapback tuio`."""

    def __init__(self, path, port, *options, host="127.0.0.1"):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [tool(), "tuio", "--to", f"{host}:{port}", "--socket", path, "--source", "test@here",
             "--verbose", *options], stderr=self.log)

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(5)
        self.log.close()


@dataclasses.dataclass
class State:
    """The contacts after a touch message: places as shares of the screen, by TUIO's numbers, and
    which of them it speaks of."""

    time: int
    places: dict
    spoken: set


class Run:
    """A recording that went through daemon and bridge."""

    def __init__(self, name, fingers):
        self.name = name
        self.fingers = fingers
        self.expected = []
        self.datagrams = []
        self.numbers = set()

    def pairs(self):
        """Each touch message with what python-tuio has after the bundle that says it, and whether
        another bundle said before it that all fingers rest."""
        decoder = listener.Decoder()
        pairs = []
        index = None
        before = {}
        rested = False
        for _, data in self.datagrams:
            decoder.take(data)
            if listener.sequence(data) == -1:
                continue
            cursors = decoder.cursors
            places = {number: cursor[0] for number, cursor in cursors.items()}
            if index is None:
                # The other client comes some milliseconds behind the bridge.
                if not is_same(self.expected[0].places, places):
                    continue
                index = 0
            if index < len(self.expected) and is_same(self.expected[index].places, places):
                pairs.append((self.expected[index], cursors, rested))
                index += 1
                rested = False
            elif is_still(data) and places == before:
                rested = True
            else:
                raise AssertionError(f"{places} is not {self.expected[index]}")
            before = places
        return pairs


def is_same(places, others):
    return set(places) == set(others) and all(
        abs(places[number][axis] - others[number][axis]) <= 1e-6
        for number in places for axis in (0, 1))


def is_still(data):
    """Whether a bundle says of all contacts that they do not move."""
    sets = [values[1:] for _, values in listener.messages(data) if values[0] == "set"]
    return all(values[3:] == [0, 0, 0] for values in sets)


def run(name, scene):
    """Plays a recording, with a second client and the bridge beside each other."""
    result = Run(name, fingers=2 if name != "list-fingers" else 1)
    daemon = Daemon()
    ear = listener.Listener()
    bridge = None
    recording = os.path.join(TOP, "recordings", name + ".evemu")
    daemon.start(scene, "--replay", recording)
    try:
        # The recording begins with the first client.
        bridge = Bridge(daemon.path, ear.port)
        while "the daemon is at" not in bridge.said():
            time.sleep(0.001)
        watch(daemon.path, result)
        time.sleep(2.1)
    finally:
        if bridge is not None:
            result.datagrams = list(ear.datagrams)
            bridge.stop()
        ear.close()
        daemon.close()
    return result


def watch(path, result):
    """Notes the contacts after each touch message until nothing touches for 1.5 s."""
    with client(path) as observer:
        size = None
        places = {}
        ids = {}
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                message = observer.receive(1.5)
            except snapback.TimedOut:
                if not places:
                    return
                continue
            if isinstance(message, snapback.Snapshot):
                size = (message.screen.width, message.screen.height)
            if not isinstance(message, snapback.Touch):
                continue
            take(message, size, places, ids, result)


def take(message, size, places, ids, result):
    for contact in message.contacts:
        # The low 31 bits; no two contacts of these recordings share them.
        number = contact.id & 0x7FFFFFFF
        assert ids.setdefault(number, contact.id) == contact.id
        result.numbers.add(number)
        if contact.phase in ("began", "moved"):
            places[number] = (contact.x / size[0], contact.y / size[1])
        else:
            places.pop(number, None)
    spoken = {contact.id & 0x7FFFFFFF for contact in message.contacts}
    result.expected.append(State(message.time, dict(places), spoken))

