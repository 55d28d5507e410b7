"""How long a client at 60 Hz waits for a frame while other clients flood the daemon.

    flood.py BINARIES [KIND…] [--connections N] [--seconds N] [--views N] [--uid N | --trusted]

Prints a line of JSON for each kind: gaps between frames in milliseconds. The daemon runs on the
first processor; the measured client and the attackers, at a lower priority, run on the second.
Without root the priorities and the user of the attackers are those of the caller.
"""

import argparse
import gc
import json
import os
import select
import selectors
import socket as sockets
import struct
import sys
import tempfile
import time
import traceback

from rig import IS_ROOT, OPERATOR, Rig, endless, scene
from daemon import Failed
from wire import MAGIC, Stream, binary, now, outgoing

# How long before frames are measured, in seconds, so that all have connected and had snapshots:
# this, and a share for each connection.
START, SHARE = 0.5, 0.02
# How many bytes each connection keeps ready to send.
READY = 64 << 10
PROCESSES = 2
# A chain of so many views by four constraints each is as large as a client may load.
CHAIN = 58
PADDING = ",".join("1" * 32_000)
WAITING = {"want": []}
# Rules of so many priorities that contradict each other, and a list of so many changes.
RIVALS, LIST = 90, 5000


def chain():
    """A scene at the limits of commands, with an expensive layout."""
    rules = ["v0.left = screen.left", "v0.top = screen.top", "v0.width = 20", "v0.height = 20"]
    for index in range(1, CHAIN):
        rules += [f"v{index}.{side} = v{index - 1}.{side} + {plus}"
                  for side, plus in (("left", 2), ("top", 3), ("width", 0), ("height", 0))]
    views = [{"id": f"v{index}"} for index in range(CHAIN)]
    return {"snapback": 1, "screen": {"width": 390, "height": 844}, "views": views,
            "constraints": rules, "actions": [endless("v5")]}


def plain(message):
    """A kind whose request is always the same."""
    return WAITING, lambda _: outgoing(message, False)


def patch(number):
    """A patch of one color."""
    return outgoing({"patch": {"id": 1, "scene": {"views": [
        {"id": "v7", "color": f"#{number % 0xFFFFFF:06x}"}]}}}, False)


def rivals(_):
    """A costly change of a trusted client, undone in the same message."""
    rules = [{"addConstraint": f"v{index % 7}.width = {index} @ {400 + index}",
              "id": f"rival{index}"} for index in range(RIVALS)]
    return outgoing({"change": {"id": 1, "changes": [
        *rules, "layoutIfNeeded", *({"removeConstraint": rule["id"]} for rule in rules)]}}, False)


# The hello of each kind, and the bytes of a request by its number.
KINDS = {
    "none": (None, None),
    "status": plain({"status": {"id": 1}}),
    "inspect": plain({"inspect": {"id": 1}}),
    "document": plain({"document": {"id": 1}}),
    "resync": plain({"resync": {}}),
    "ping": plain({"ping": {"id": 1}}),
    "frames": ({"want": ["frames"], "pacing": "pull"},
               lambda _: binary(2, struct.pack("<QQ", now() + 5_000_000, 16_666_667))),
    "messages": (WAITING, lambda _: f'{{"presented":{{"seq":0,"discarded":true,"x":[{PADDING}]'
                 '}}\n'.encode()),
    "change": (WAITING, lambda number: outgoing({"change": {"id": 1, "changes": [
        {"view": f"v{index}", "alpha": number % 100 / 100} for index in range(50)]}}, False)),
    "patch": (WAITING, patch),
    # These are for the trusted, in a large scene.
    "large-patch": (WAITING, patch),
    "rivals": (WAITING, rivals),
    "list": (WAITING, lambda number: outgoing({"change": {"id": 1, "changes": [
        {"view": f"v{index % 1000}", "hidden": index + number % 2 == 1}
        for index in range(LIST)]}}, False)),
}
TRUSTED = ("large-patch", "rivals", "list")


class Attacker:
    """A connection that always has requests to send, and reads and forgets the answers."""

    def __init__(self, path, kind):
        hello, self._request = KINDS[kind]
        self._is_binary = kind == "frames"
        self.sent, self.answered, self._number, self._ready = 0, 0, 0, b""
        self.socket = sockets.socket(sockets.AF_UNIX)
        self.socket.connect(path)
        greeting = outgoing({"hello": hello}, self._is_binary)
        self.socket.sendall((MAGIC if self._is_binary else b"") + greeting)
        self.socket.setblocking(False)

    def work(self, may_send):
        """Sends and reads as much as fits; returns whether the connection is still open."""
        try:
            if may_send:
                if not self._ready:
                    # Frames are asked for by the moment, so few are kept ready.
                    self._number += 1
                    one = self._request(self._number)
                    self._ready = one * max(1, (1000 if self._is_binary else READY) // len(one))
                count = self.socket.send(self._ready)
                self.sent += count
                self._ready = self._ready[count:]
        except BlockingIOError:
            pass
        except ConnectionError:
            return False
        return self.read()

    def read(self):
        """Reads and discards; returns whether the connection is still open."""
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        self.answered += len(data)
        return bool(data)


def attack(path, kind, connections, start, end):
    """Floods from several connections of one process; returns the totals."""
    if IS_ROOT:
        os.nice(10)
    attackers = [Attacker(path, kind) for _ in range(connections)]
    selector = selectors.DefaultSelector()
    for attacker in attackers:
        selector.register(attacker.socket, selectors.EVENT_READ, attacker)
    attacks, left = False, 0
    while (moment := time.monotonic()) < end:
        if not attacks and moment >= start:
            attacks = True
            for key in list(selector.get_map().values()):
                selector.modify(key.fileobj, selectors.EVENT_READ | selectors.EVENT_WRITE, key.data)
        for key, events in selector.select(0.01):
            if not key.data.work(attacks and bool(events & selectors.EVENT_WRITE)):
                selector.unregister(key.fileobj)
                left += 1
    return {"sent": sum(one.sent for one in attackers), "left": left,
            "answered": sum(one.answered for one in attackers)}


def watch(path, start, end):
    """The moments from `start` to `end` at which a picture came; a patch brings snapshots."""
    if IS_ROOT:
        os.nice(-10)
    client = sockets.socket(sockets.AF_UNIX)
    client.connect(path)
    hello = {"hello": {"want": ["frames"], "rate": 60}}
    client.sendall(MAGIC + outgoing(hello, True))
    stream, moments, buffer = Stream(True), [start], bytearray(1 << 20)
    gc.disable()
    while (left := end - time.monotonic()) > 0:
        if not select.select([client], [], [], left)[0]:
            break
        count = client.recv_into(buffer)
        moment = time.monotonic()
        if not count:
            raise Failed("the measured client was disconnected")
        for message in stream.feed(memoryview(buffer)[:count]):
            if message.kind in ("frame", "snapshot") and start <= moment < end:
                moments.append(moment)
    return [*moments, end]


def forked(work, core, uid=None):
    """Runs a function in another process on a processor; the result comes by `joined`."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    try:
        pin(0, core)
        if IS_ROOT and uid is not None:
            os.setgroups([])
            os.setgid(uid)
            os.setuid(uid)
        result = work()
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            json.dump(result, pipe)
    except Exception:  # The parent sees that there is no result.
        traceback.print_exc()
    finally:
        os._exit(0)


def joined(process):
    """The result of a function in another process; None where it failed."""
    pid, reading = process
    with os.fdopen(reading, encoding="utf-8") as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    return json.loads(text) if text else None


def pin(pid, core):
    """Keeps a process on one of the processors that are there."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(pid, {cores[core % len(cores)]})


def isolate(daemon):
    """Gives a daemon the first processor: other programs on this machine are not part of the
    attack.
    """
    pin(daemon.pid, 0)
    if IS_ROOT:
        os.setpriority(os.PRIO_PROCESS, daemon.pid, -10)


def flood(daemon, kind, connections, seconds, uid):
    """Gaps between the frames of a healthy client while a daemon is flooded, in milliseconds."""
    start = time.monotonic() + START + SHARE * connections
    end = start + seconds
    watcher = forked(lambda: watch(daemon.socket, start, end), 1)
    shares = [connections // PROCESSES + (index < connections % PROCESSES)
              for index in range(PROCESSES)]
    processes = [] if kind == "none" else [
        forked(lambda share=share: attack(daemon.socket, kind, share, start, end), 1, uid)
        for share in shares if share]
    moments = joined(watcher)
    results = [joined(process) for process in processes]
    daemon.check()
    if moments is None or None in results:
        raise Failed("a client of the flood failed; its message is above")
    gaps = sorted(1000 * (b - a) for a, b in zip(moments, moments[1:]))
    return {
        "kind": kind, "connections": connections if processes else 0, "seconds": seconds,
        "pictures": len(moments) - 2, "median": round(gaps[len(gaps) // 2], 1),
        "p99": round(gaps[len(gaps) * 99 // 100], 1), "worst": round(gaps[-1], 1),
        "sent_kb_s": round(sum(one["sent"] for one in results) / seconds / 1000),
        "answered_kb_s": round(sum(one["answered"] for one in results) / seconds / 1000),
        "disconnected": sum(one["left"] for one in results),
    }


def floods(binaries, folder, kinds, connections, seconds, views=2000, uid=OPERATOR):
    """Results of several kinds, in turn; the daemon is another one where the scene is."""
    for is_chain in (False, True):
        chosen = [kind for kind in kinds if (kind in ("patch", "change")) == is_chain]
        if not chosen:
            continue
        content = chain() if is_chain else scene(views, actions=[endless("v5")])
        with Rig(f"{binaries}/snapbackd", folder, content) as daemon:
            isolate(daemon)
            for kind in chosen:
                yield flood(daemon, kind, connections, seconds, uid)
                time.sleep(0.2)


def main():
    parser = argparse.ArgumentParser(description="Floods a daemon and measures a healthy client.")
    parser.add_argument("binaries")
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], metavar="KIND")
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--views", type=int, default=2000)
    parser.add_argument("--uid", type=int, default=OPERATOR)
    parser.add_argument("--trusted", action="store_true")
    arguments = parser.parse_args()
    uid = None if arguments.trusted else arguments.uid
    with tempfile.TemporaryDirectory(prefix="flood.", dir="/tmp") as folder:
        for result in floods(os.path.abspath(arguments.binaries), folder,
                             arguments.kinds or KINDS, arguments.connections, arguments.seconds,
                             arguments.views, uid):
            trust = {"trusted": arguments.trusted, "load": round(os.getloadavg()[0], 1)}
            print(json.dumps({**result, **trust}), flush=True)


if __name__ == "__main__":
    sys.exit(main())
