"""The two ways in which a case is played: frames by `snapback replay`, segments by snapbackd."""

import json
import os
import subprocess
import sys
import tempfile
import time

import reports

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(TOP, "clients", "python"), os.path.join(TOP, "Tests", "Devices")]
import snapback  # noqa: E402
from connecting import connected  # noqa: E402
from snapback.wire import MAGIC, Decoder, encode  # noqa: E402

# Frames per second, the most that both programs offer.
RATE = 1000
WANTED = ["segments", "schedule", "touches", "gestures"]
# Seconds for a program to start, to play a case or to end.
LIMIT = 60
# Seconds of waiting for `idle` after the end of all motion.
PATIENCE = 1.0


class Failure(Exception):
    """A case cannot be played."""


class Frame:
    """The states of all views at a moment of the recording, in nanoseconds."""

    def __init__(self, moment, views, touches):
        self.time, self.views, self.touches = moment, views, touches


class Played:
    """What `snapback replay` says about a case, with numbers of full precision: `lines` of JSON."""

    def __init__(self, case, lines):
        self.reports = reports.read(case.recording)
        self.frames, self.gestures, views = [], [], {}
        for line in lines:
            [(kind, body)] = json.loads(line).items()
            if kind in ("snapshot", "frame"):
                views = {**views, **{view["id"]: view for view in body["views"]}}
                self.frames.append(Frame(body["time"], views, len(body.get("touches", []))))
            elif kind == "gesture":
                self.gestures.append(body["time"])


def replay(binaries, case):
    """The lines that `snapback replay` prints."""
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run(
            [os.path.join(binaries, "snapback"), "replay", case.recording, "--scene", case.scene,
             "--json", "--rate", str(RATE), *case.options(folder)],
            capture_output=True, timeout=LIMIT, check=False)
    if result.returncode != 0:
        raise Failure(f"{case.name}: {result.stderr.decode().strip()}")
    return result.stdout.splitlines()


class Told:
    """What snapbackd tells a client about a case: messages from the first snapshot on, how late it
    was, and the time on its clock at which the recording begins."""

    def __init__(self, case, received, played):
        self.messages, self.late = received
        gestures = [m.time for m in self.messages if isinstance(m, snapback.Gesture)]
        distances = {mine - its for mine, its in zip(gestures, played.gestures)}
        if len(gestures) != len(played.gestures) or len(distances) != 1:
            raise Failure(
                f"{case.name}: the daemon and the replay have different gestures, or none")
        [self.origin] = distances


def listen(binaries, case, lines, speed):
    """What a client receives from a daemon that plays a case, and how late; `lines` are those of the
    replay. `speed` is that of the daemon's clock; at the greatest speed, a client would miss
    segments."""
    bodies = (json.loads(line).get("frame") for line in reversed(lines))
    end = next(body["time"] for body in bodies if body)
    return _listen(binaries, case, end / speed, speed)


def _listen(binaries, case, duration, speed):
    """What a client receives in a run, which lasts `duration` nanoseconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s")
        configuration = os.path.join(folder, "configuration.json5")
        with open(configuration, "w", encoding="utf-8") as file:
            json.dump({"frameRate": RATE, **case.configuration}, file)
        with open(os.path.join(folder, "log"), "w+", encoding="utf-8") as log:
            daemon = subprocess.Popen(
                [os.path.join(binaries, "snapbackd"), "--config", configuration, "--scene",
                 case.scene, "--replay", case.recording, "--speed", str(speed), "--socket", path],
                stderr=log)
            try:
                # The connection starts the recording.
                with connected(path, LIMIT, lambda: daemon.poll() is not None) as connection:
                    return _received(connection, duration, speed)
            except OSError as error:
                log.seek(0)
                raise Failure(f"{case.name}: {error}: {log.read().strip()}") from None
            finally:
                daemon.terminate()
                daemon.wait(LIMIT)


def _received(connection, duration, speed):
    """The messages up to the `idle` that follows the end of all motion, and how late the daemon
    told about a report of fingers, in nanoseconds of its clock."""
    connection.sendall(MAGIC + encode("hello", {"want": WANTED, "rate": RATE}))
    deadline = time.monotonic() + duration / 1e9 + PATIENCE
    decoder, messages, delays = Decoder("binary"), [], []
    while (left := deadline - time.monotonic()) > 0:
        connection.settimeout(left)
        try:
            data = connection.recv(1 << 20)
        except TimeoutError:
            break
        if not data:
            raise OSError("the daemon closed the connection")
        now = time.monotonic_ns()
        decoder.feed(data)
        new = list(decoder)
        messages += new
        delays += [now * speed - each.time for each in new if isinstance(each, snapback.Touch)]
        last = messages[-1] if messages else None
        if isinstance(last, snapback.messages.Idle) and (
                last.time - messages[1].time > duration * speed):
            break
    return messages[1:], max(delays) - min(delays) if delays else 0
