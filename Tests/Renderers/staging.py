"""Conversations of a real daemon, kept as bytes and replayed up to a chosen moment."""

import copy
import json
import os
import socket
import struct
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field

import snapback
from connecting import connected
from snapback._values import CHANNELS

HEADER = struct.Struct("<IHBBQQ")
MAGIC = b"SNAPBK1\n"
KINDS = {
    1: "text", 4: "ping", 16: "welcome", 18: "snapshot", 19: "frame", 20: "segment", 24: "idle",
    34: "looks"}
# The messages kept in a staged conversation. The others do not affect the picture.
KEPT = ("welcome", "snapshot", "looks", "frame", "segment")


@dataclass
class Message:
    """A message as it came; `body` is that of a line, None of bytes."""

    kind: str
    time: int
    data: bytes
    body: dict = None


@dataclass
class Conversation:
    """A client's messages: "ndjson" or "binary", with "frames" or "segments"."""

    encoding: str
    want: str
    messages: list = field(default_factory=list)

    def times(self, kind):
        return [message.time for message in self.messages if message.kind == kind]

    def until(self, moment, frozen=False):
        """The bytes up to a moment, and that the daemon is idle then. `frozen` holds what moves by
        segments where it is at that moment: for a client that draws by the clock."""
        kept, number = [], 0
        for message in self.messages:
            if message.kind in KEPT and (message.kind == "welcome" or message.time <= moment):
                kept.append(message.data)
                number += message.kind not in ("welcome", "looks")
        if frozen:
            number += 1
            kept.append(self._held(moment, number))
        if self.encoding == "ndjson":
            kept.append(_line("idle", {"seq": number + 1, "time": moment}))
        else:
            kept.append(HEADER.pack(0, 24, 1, 0, number + 1, moment))
        return b"".join(kept)

    def _held(self, moment, number):
        """A segment by which every channel is held where it is at a moment."""
        scene, decoder = snapback.Scene(), snapback.wire.Decoder(self.encoding)
        for message in self.messages:
            if message.kind in KEPT and message.time <= moment:
                decoder.feed(message.data)
                for each in decoder:
                    scene.apply(each)
        channels = [
            (place, name, motion.generation + 1, view.value(name, moment))
            for place, view in enumerate(scene) for name, motion in view.channels.items()]
        if self.encoding == "ndjson":
            return _line("segment", {
                "seq": number, "time": moment, "revision": scene.revision + 1, "channels": [
                    {"view": scene.names[place], "channel": name, "generation": generation,
                     "held": value, "velocity": 0, "terms": []}
                    for place, name, generation, value in channels]})
        payload = struct.pack("<QII", scene.revision + 1, len(channels), 0) + b"".join(
            struct.pack("<IHBBQdd", place, CHANNELS.index(name), 0, 0, generation, value, 0)
            for place, name, generation, value in channels)
        return HEADER.pack(len(payload), 20, 1, 0, number, moment) + payload


def _line(kind, body):
    return json.dumps({kind: body}, separators=(",", ":")).encode() + b"\n"


def packed(encoding, kind, body):
    """A client's message as text."""
    line = _line(kind, body)
    if encoding == "ndjson":
        return line
    return HEADER.pack(len(line) - 1, 1, 1, 0, 0, 0) + line[:-1]


def hello(encoding, want):
    first = b"" if encoding == "ndjson" else MAGIC
    pacing = {"pacing": "pull"} if want == "frames" else {}
    return first + packed(encoding, "hello", {"want": [want], **pacing})


def request(encoding, moment):
    """Asks for the frame of a moment."""
    if encoding == "ndjson":
        return _line("frame_request", {"time": moment})
    return HEADER.pack(16, 2, 1, 0, 0, 0) + struct.pack("<QQ", moment, 0)


def read_message(file, encoding):
    """The next message of a stream; None at its end."""
    if encoding == "ndjson":
        line = file.readline()
        if not line.endswith(b"\n"):
            return None
        [(kind, body)] = json.loads(line).items()
        return Message(kind, body.get("time", 0), line, body)
    head = file.read(HEADER.size)
    if len(head) < HEADER.size:
        return None
    length, kind, _, _, _, moment = HEADER.unpack(head)
    return Message(KINDS.get(kind, str(kind)), moment, head + file.read(length))


def capture(binaries, scene, recording):
    """All four conversations about one and the same run, by encoding and want."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        with open(os.path.join(folder, "log"), "w+b") as log:
            daemon = subprocess.Popen(
                [os.path.join(binaries, "snapbackd"), "--scene", scene, "--replay", recording,
                 "--socket", path], stderr=log)
            try:
                return _listen(path, daemon)
            finally:
                daemon.terminate()
                daemon.wait(10)


def _listen(path, daemon):
    """The first connection starts the recording, whose fingers come a tenth of a second later.
    Clients of frames ask for those of the same moments, so that they have them in common."""
    result, connections, threads = {}, {}, {}
    for pair in [(encoding, want) for encoding in ("ndjson", "binary")
                 for want in ("frames", "segments")]:
        connection = connected(path, 10, lambda: daemon.poll() is not None)
        connection.settimeout(20)
        connections[pair] = connection
        connection.sendall(hello(*pair))
        result[pair] = Conversation(*pair)
        threads[pair] = threading.Thread(target=_keep, args=(connection, result[pair]))
        threads[pair].start()
    deadline = time.monotonic() + 30
    while any(threads[encoding, "segments"].is_alive() for encoding in ("ndjson", "binary")):
        if time.monotonic() > deadline:
            break
        moment = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        for encoding in ("ndjson", "binary"):
            connections[encoding, "frames"].sendall(request(encoding, moment))
        time.sleep(0.01)
    for pair, connection in connections.items():
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        threads[pair].join(10)
    return result


def _keep(connection, conversation):
    """Keeps messages: of segments those up to the idle after something moved, of frames all."""
    has_moved = False
    with connection, connection.makefile("rb") as file:
        while True:
            try:
                message = read_message(file, conversation.encoding)
            except OSError:
                return
            if message is None:
                return
            # A segment directly after a snapshot says only where things are.
            is_first = conversation.messages[-1:] and conversation.messages[-1].kind == "snapshot"
            has_moved = has_moved or (message.kind == "segment" and not is_first)
            conversation.messages.append(message)
            if message.kind == "idle" and has_moved:
                return


def date_back(conversation, release):
    """Dates the segment of a release back to the release.

    On a busy machine, the daemon handles the release later, and its segment has that time. The
    springs begin at the release all the same, and `until` has to keep them for all moments after
    it.
    """
    next(
        message for message in conversation.messages
        if message.kind == "segment" and message.time >= release).time = release


def at_rest(path, encoding, want):
    """What a daemon says to a client until nothing moves."""
    result = Conversation(encoding, want)
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(20)
        client.connect(path)
        client.sendall(hello(encoding, want))
        with client.makefile("rb") as file:
            while message := read_message(file, encoding):
                result.messages.append(message)
                if message.kind == "idle":
                    break
    return result


def unknown_term(moment):
    """A segment in the binary encoding with a term of kind 0, which no client knows, for the
    channel translationX of the second view."""
    payload = struct.pack("<QII", 9, 1, 0) + struct.pack(
        "<IHBBQdd", 1, CHANNELS.index("translationX"), 0, 1, 9, 0, 0)
    payload += struct.pack("<BBHIQQdd", 0, 0, 0, 40, moment, 2**64 - 1, 0, 1)
    return Message("segment", moment, HEADER.pack(len(payload), 20, 1, 0, 9, moment) + payload)


class Stage:
    """A socket that replays a conversation up to a moment, for each connection."""

    def __init__(self, conversations, moment, frozen=False):
        self.conversations = conversations
        self.moment = moment
        self.frozen = frozen
        self.told = []
        self._folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self._folder.name, "s")
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._folder.cleanup()

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._tell, args=(connection,), daemon=True).start()

    def _tell(self, connection):
        try:
            with connection, connection.makefile("rb") as file:
                encoding, body = _read_hello(file)
                want = "segments" if "segments" in body.get("want", ["frames"]) else "frames"
                self.told.append((encoding, want))
                conversation = self.conversations[encoding, want]
                frozen = self.frozen and want == "segments"
                connection.sendall(conversation.until(self.moment, frozen))
                self._answer(connection, file, encoding)
        except OSError:
            pass

    def _answer(self, connection, file, encoding):
        """Pings have an answer, and nothing else; until the client goes."""
        while True:
            message = read_message(file, encoding)
            if message is None:
                return
            now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
            if message.kind == "ping" and encoding == "ndjson":
                connection.sendall(_line("pong", {"id": message.body["id"], "now": now}))
            elif message.kind == "ping":
                connection.sendall(
                    HEADER.pack(8, 27, 1, 0, 0, now) + message.data[HEADER.size:])


def _read_hello(file):
    first = file.read(1)
    if first != MAGIC[:1]:
        return "ndjson", json.loads(first + file.readline())["hello"]
    file.read(len(MAGIC) - 1)
    length = HEADER.unpack(file.read(HEADER.size))[0]
    return "binary", json.loads(file.read(length))["hello"]


def state_at(conversation, moment):
    """The views of a snapshot and the frames up to a moment, as lines have them, in order."""
    screen, views = None, {}
    for message in conversation.messages:
        if message.kind == "snapshot" and message.time <= moment:
            screen = message.body["screen"]
            views = {view["id"]: view for view in copy.deepcopy(message.body["views"])}
        elif message.kind == "frame" and message.time <= moment:
            for state in message.body["views"]:
                kept = views[state["id"]]
                lasting = {key: kept[key] for key in (
                    "id", "parent", "cornerRadius", "clips", "anchor", "text") if key in kept}
                views[state["id"]] = {**lasting, **state}
    return screen, list(views.values())
