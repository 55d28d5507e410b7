"""The C library and a real daemon: live.py TOOL BINARIES

The card is flicked by a recording. What the library makes of segments has to be where `snapback
replay --json` says the card is, and frames of all kinds have to agree with it.
"""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

from tool import TOP, Count, Tool

count = Count("live")
PROGRAM, BINARIES = sys.argv[1:]
SCENE = os.path.join(TOP, "configs", "scenes", "card.json5")
RECORDING = os.path.join(TOP, "recordings", "flick.evemu")
# Points; a number of 32 bits is nearer than this.
NEAR = 1e-3
FRAMES, SEGMENTS, GESTURES = 1, 2, 4


class Daemon:
    """snapbackd on a socket of its own."""

    def __init__(self, folder, *options):
        self.path = os.path.join(folder, "live.sock")
        self.options = options
        self.start()

    def start(self):
        self.process = subprocess.Popen([
            os.path.join(BINARIES, "snapbackd"), "--scene", SCENE, "--socket", self.path,
            "--log-level", "warning", *self.options], stdin=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with socket.socket(socket.AF_UNIX) as probe:
                    # Without a word: what is played begins with the first hello.
                    probe.connect(self.path)
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("the daemon does not listen")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def replay():
    """The lines of the replay: frames by time, with all views, and when the finger let go."""
    output = subprocess.run(
        [os.path.join(BINARIES, "snapback"), "replay", RECORDING, "--scene", SCENE, "--json"],
        stdout=subprocess.PIPE, check=True, timeout=120).stdout
    views, frames, gestures = {}, [], []
    for text in output.decode().splitlines():
        (kind, body), = json.loads(text).items()
        if kind in ("snapshot", "frame"):
            views = dict(views, **{view["id"]: view for view in body["views"]})
            frames.append((body["time"], views))
        elif kind == "gesture":
            gestures.append(body)
    return frames, gestures


def distance(pose, view):
    """How far two pictures of a view are apart at most, in points: its four corners."""
    worst = 0
    width, height = view["frame"][2:]
    for x, y in ((0, 0), (width, 0), (0, height), (width, height)):
        for i in (0, 1):
            places = [
                m[i] * x + m[2 + i] * y + m[4 + i] for m in (pose["toScreen"], view["toScreen"])]
            worst = max(worst, abs(places[0] - places[1]))
    return max(worst, *(abs(a - b) for a, b in zip(pose["frame"], view["frame"])))


def capture(path, until=4):
    """All that a daemon sends to a client of frames, segments and gestures, as messages."""
    hello = json.dumps({"hello": {"versions": [1], "want": ["frames", "segments", "gestures"]}})
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(until)
    client.connect(path)
    client.sendall(b"SNAPBK1\n" + struct.pack("<IHBBQQ", len(hello), 1, 1, 0, 0, 0)
                   + hello.encode())
    data, messages = b"", []
    try:
        while part := client.recv(65536):
            data += part
            while len(data) >= 24 and len(data) >= 24 + struct.unpack_from("<I", data)[0]:
                size = 24 + struct.unpack_from("<I", data)[0]
                messages.append(data[:size])
                data = data[size:]
    except TimeoutError:
        pass
    client.close()
    return messages


def check_segments(folder):
    """After the finger has let go the replay, frames and segments are one motion."""
    frames, gestures = replay()
    release = next(step["time"] for step in gestures if step["phase"] == "ended")
    with Daemon(folder, "--replay", RECORDING) as daemon:
        messages = capture(daemon.path)
    kinds = [struct.unpack_from("<H", message, 4)[0] for message in messages]
    count.check("welcome, snapshot and segment come first", kinds[:3] == [16, 18, 20], kinds[:5])
    steps = [struct.unpack_from("<Q", message, 16)[0]
             for message, kind in zip(messages, kinds) if kind == 21]
    count.check("all gesture steps come", len(steps) == len(gestures), len(steps))
    offset = steps[0] - gestures[0]["time"]
    count.check("at their times", [step - offset for step in steps]
                == [step["time"] for step in gestures], steps)
    tool = Tool(PROGRAM)
    tool.do("create 0")
    waiting = [(time + offset, views["card"]) for time, views in frames if time >= release]
    to_frames, to_replay = [], []
    home, is_released = 0, False
    for message, kind in zip(messages, kinds):
        moment = struct.unpack_from("<Q", message, 16)[0]
        if kind == 20:
            # What was known until now holds up to the moment of the segment. Only the first one
            # after the release says what has been since that.
            if is_released:
                to_replay += compare(tool, waiting, moment)
            is_released = is_released or moment >= offset + release
        found = tool.do(f"bytes {message.hex()}")
        if kind == 20:
            home = max(home, tool.do("evaluate 0")[0]["end"])
        if kind == 19 and moment >= offset + release + 20_000_000:
            card = next(view for view in found[0]["frame"]["views"] if view["id"] == "card")
            to_frames += compare(tool, [(moment, card)], moment + 1)
    to_replay += compare(tool, waiting, 2**63)
    for what, errors in (("frames", to_frames), ("moments of the replay", to_replay)):
        print(f"live: {len(errors)} {what} within {max(errors, default=0):.1e} pt of the segments")
        count.check(what, len(errors) > 20 and max(errors) <= NEAR, max(errors, default=0))
    card = tool.do(f"evaluate {home}")[0]["poses"][1]
    count.check("it ends at home exactly", card["translation"] == [0, 0] and card["rotation"] == 0)
    tool.close()


def compare(tool, waiting, before):
    """How far segments are from what is drawn at moments, which are taken off the list."""
    errors = []
    while waiting and waiting[0][0] < before:
        moment, view = waiting.pop(0)
        errors.append(distance(tool.do(f"evaluate {moment}")[0]["poses"][1], view))
    return errors


def next_of(tool, kind, timeout=5):
    """The next message of a kind; others are skipped."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        message = tool.next(500)
        if message and kind in message:
            return message
    return {kind: {}, "header": {}}


def check_requests(folder):
    """Pings, commands, frames that are asked for, acknowledgements."""
    with Daemon(folder, "--replay", RECORDING) as daemon:
        tool = Tool(PROGRAM)
        tool.do(f"connect path={daemon.path} name=live want={FRAMES | SEGMENTS | GESTURES} "
                "pacing=1 ack=1")
        welcome = tool.next()["welcome"]
        count.check("the welcome", welcome["version"] == 1 and welcome["pacing"] == "pull"
                    and welcome["unacknowledged"] == 2
                    and set(welcome["features"]) >= {"frames", "segments", "gestures"}, welcome)
        now = time.monotonic_ns()
        count.check("a snapshot", len(next_of(tool, "snapshot")["snapshot"]["views"]) == 2)
        tool.do("ping 42")
        pong = next_of(tool, "pong")
        count.check("a pong", pong["pong"].get("id") == 42, pong)
        count.check("it is of this clock", abs(pong["header"]["time"] - now) < 5e9, pong)
        next_of(tool, "gesture")
        asked, got = time.monotonic_ns() + 8_000_000, None
        tool.do(f"frame_request {asked} 16666667")
        got = next_of(tool, "frame")
        while got["header"].get("time") not in (asked, None):
            # One that was not asked for, as something has begun to move.
            got = next_of(tool, "frame")
        count.check("a frame for the moment", got["header"].get("time") == asked, got)
        tool.do(f"presented {got['header'].get('seq', 0)} {asked} 16666667 0")
        tool.do("resync")
        count.check("a snapshot again", "views" in next_of(tool, "snapshot")["snapshot"])
        tool.do('text {"status":{"id":7}}')
        reply = next_of(tool, "reply")["reply"]
        count.check("a reply", reply.get("id") == 7 and reply.get("ok") is True, reply)
        tool.do('text {"change":{"id":8,"changes":[{"view":"crad","alpha":0.5}]}}')
        reply = next_of(tool, "reply")["reply"]
        count.check("a refusal that is no end", reply.get("id") == 8 and reply.get("ok") is False
                    and bool(reply.get("code")), reply)
        tool.do("ping 43")
        count.check("the connection lives", next_of(tool, "pong")["pong"].get("id") == 43)
        count.check("the tool ends well", tool.close() == 0)


def check_shared_memory(folder):
    """The memory has what the segments say at its moment."""
    with Daemon(folder, "--replay", RECORDING) as daemon:
        tool = Tool(PROGRAM)
        tool.do(f"connect path={daemon.path} want={SEGMENTS | GESTURES}")
        tool.do("shm_attach")
        answer = next_of(tool, "shm")["shm"]
        count.check("it is attached", answer.get("code") == 0, answer)
        ended = False
        while not ended:
            step = next_of(tool, "gesture")["gesture"]
            ended = step.get("phase") in ("ended", None)
        worst, compared, moments, since = 0, 0, set(), 0
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            message = tool.next(2)
            if message and "segment" in message:
                since = message["header"]["time"]
            code, found = tool.ask("shm")
            # What the segments say holds from their own time on.
            if code != 0 or found[0]["time"] in moments or found[0]["time"] < since:
                continue
            moments.add(found[0]["time"])
            pose = tool.do(f"evaluate {found[0]['time']}")[0]["poses"][1]
            if len(moments) > 2:
                worst = max(worst, distance(pose, found[0]["views"][1]))
                compared += 1
        # How many are seen depends on how busy the machine is.
        count.check(f"{compared} frames of the memory agree: {worst:.1e} pt",
                    compared > 3 and worst <= NEAR)
        print(f"live: {compared} frames of the memory within {worst:.1e} pt of the segments")
        tool.close()


def check_restart(folder):
    daemon = Daemon(folder)
    tool = Tool(PROGRAM)
    tool.do(f"connect path={daemon.path} want={FRAMES} reconnect=1")
    count.check("it is there", "continues" not in tool.next()["welcome"])
    next_of(tool, "snapshot")
    daemon.stop()
    lost = next_of(tool, "lost")["lost"]
    count.check("the loss is told", lost.get("code") == -2, lost)
    time.sleep(0.3)
    daemon.start()
    welcome = next_of(tool, "welcome", 15)["welcome"]
    count.check("it is another daemon", "session" in welcome and "continues" not in welcome)
    count.check("and has a scene", "views" in next_of(tool, "snapshot")["snapshot"])
    daemon.stop()
    tool.close()


if __name__ == "__main__":
    for check in (check_segments, check_requests, check_shared_memory, check_restart):
        with tempfile.TemporaryDirectory() as place:
            try:
                check(place)
            except (RuntimeError, OSError, subprocess.SubprocessError, StopIteration,
                    KeyError, IndexError) as error:
                count.check(check.__name__, False, f"{type(error).__name__}: {error}")
    count.end()
