"""A window of the Qt client that a program drives: clients/qt/tests/driver.cpp."""

import json
import os
import subprocess
import sys
import threading

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
BUILD = os.environ["SNAPBACK_QT_BUILD"]
# The environment of the two renderers of Qt: one without a display, and OpenGL, which has a thread
# for drawing.
RENDERERS = {
    "software": {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"},
    "opengl": {
        "QT_QPA_PLATFORM": "xcb", "QSG_RHI_BACKEND": "opengl", "QSG_RENDER_LOOP": "threaded"},
}
RENDERER = os.environ["SNAPBACK_QT_RENDERER"]
# The numbers of Qt's enumeration QSGRendererInterface::GraphicsApi.
API = {"software": 1, "opengl": 3}[RENDERER]
# Tests/Page has a module `regions` as well; that of Tests/Renderers comes first.
sys.path[:0] = [
    os.path.join(TOP, "clients", "python"), os.path.join(TOP, "Tests", "Devices"),
    os.path.join(TOP, "Tests", "Renderers"), os.path.join(TOP, "Tests", "Windows"),
    os.path.join(TOP, "Tests", "Page")]

import staging  # noqa: E402
from connecting import connected  # noqa: E402
from daemons import Daemon, program  # noqa: E402
from waiting import wait_until_still  # noqa: E402

CONNECTING, OPEN, LOST = range(3)
# The number of gesture messages, whose kind staging.py does not name.
GESTURE = "21"
# Seconds without a message after which a recording that was played is over.
SILENCE = 2


class Window:
    """A window with a SnapbackScene, drawn by one of Qt's renderers."""

    def __init__(self, file, socket, size=None, ratio=1):
        self.process = subprocess.Popen(
            [os.path.join(BUILD, "driver"), file, os.path.join(BUILD, "qml")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **RENDERERS[RENDERER], "QT_SCALE_FACTOR": str(ratio),
                 "SNAPBACK_SOCKET": socket, "LC_ALL": "C.UTF-8"})
        self.said = []
        self._reader = threading.Thread(target=self._listen)
        self._reader.start()
        if size:
            self.ask("resize", *size)

    def _listen(self):
        for line in self.process.stderr:
            # Qt notices that a user has no folder for sockets.
            if "XDG_RUNTIME_DIR" not in line:
                self.said.append(line.strip())

    def ask(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise AssertionError(f"the driver has ended: {self.said}")
        return json.loads(answer)[0]

    def status(self):
        return self.ask("scene", "status")

    def at_rest(self):
        """Waits until no picture is drawn for half a second."""
        wait_until_still(lambda: self.ask("pictures"), "the window rests")

    def close(self):
        self.process.stdin.close()
        code = self.process.wait(10)
        self._reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        if code != 0:
            raise AssertionError(f"the driver ended with {code}: {self.said}")


class Stage(staging.Stage):
    """A socket that replays a conversation up to a moment; `has_spoken` is set afterwards."""

    def __init__(self, conversation, moment):
        super().__init__({("binary", "segments"): conversation}, moment)
        self.has_spoken = threading.Event()

    def _answer(self, connection, file, encoding):
        self.has_spoken.set()
        super()._answer(connection, file, encoding)


def played(scene, recording):
    """The conversation about a recording that a daemon plays, and the times of gesture steps."""
    conversation = staging.Conversation("binary", "segments")
    daemon = Daemon(scene, "--replay", recording)
    try:
        connection = connected(daemon.path, 10, lambda: daemon.process.poll() is not None)
        hello = {"want": ["segments", "schedule", "gestures"], "parts": ["cornerRadius"]}
        connection.sendall(staging.MAGIC + staging.packed("binary", "hello", hello))
        with connection, connection.makefile("rb") as file:
            # The recording begins a while after the first connection.
            connection.settimeout(10)
            while message := _next(file):
                conversation.messages.append(message)
                if message.kind == GESTURE:
                    connection.settimeout(SILENCE)
    finally:
        daemon.close()
    return conversation, [
        message.time for message in conversation.messages if message.kind == GESTURE]


def _next(file):
    try:
        return staging.read_message(file, "binary")
    except TimeoutError:
        return None


def replayed(scene, recording, rate=1000):
    """The output of `snapback replay`, as pairs of a kind and a body."""
    lines = subprocess.run(
        [program("snapback"), "replay", recording, "--scene", scene, "--json", "--rate",
         str(rate)], check=True, capture_output=True, timeout=60).stdout
    return [next(iter(json.loads(line).items())) for line in lines.splitlines()]
