#!/usr/bin/env python3
"""What views that move cost the daemon; scripts/bench moving.

An endless animation moves views of a scene at 120 Hz, or a controlling client starts motions again
and again. For each crowd of clients, the daemon's processor time is measured for some seconds, as a
part of one core. The clients run in other processes and throw away what they read. The exit code is
1 if a crowd costs more than its limit, or if a client got fewer frames than nine tenths of its
rate.
"""

import argparse
import dataclasses
import json
import multiprocessing
import os
import resource
import selectors
import socket
import sys
import tempfile
import time

import machine

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(TOP, "Tests", "Crowd"))
from daemon import Blocking, Daemon, Failed  # noqa: E402
from wire import outgoing  # noqa: E402

RATE = 120
# Seconds before each measurement, in which clients connect and read their snapshots.
WARMUP = 2
# A crowd pauses for so many seconds after each round of reads, so that it does not compete for the
# processor. Up to FEW clients read without a pause: a frame of 1,000 views nearly fills a socket.
NAP = 0.004
FEW = 2
# Seconds between two commands of the controlling client.
BEAT = 0.1
SPRING = {"spring": {"duration": 1, "dampingRatio": 0.7}}


@dataclasses.dataclass(frozen=True)
class Crowd:
    """Clients that say hello alike, the views that move, and those of the scene."""

    name: str
    clients: int
    moving: int = 1000
    views: int = 1000
    # Motions that a controlling client starts in a second; 0 for an endless animation.
    starts: int = 0
    want: str = "frames"
    # How many views a client subscribes to, and whether all clients subscribe to the same.
    subscribed: int = 0
    is_same: bool = True
    # The largest part of a core; None for a figure without a limit.
    limit: float | None = None


CROWDS = (
    Crowd("100 moving among 100, one client", 1, moving=100, views=100),
    Crowd("100 moving among 9,999, one client", 1, moving=100, views=9999),
    Crowd("1,000 moving, one client", 1, limit=0.25),
    Crowd("1,000 moving, two clients", 2),
    Crowd("1,000 moving, 128 clients on segments", 128, want="segments", limit=0.40),
    Crowd("1,000 motions a second, 128 clients on segments", 128, starts=1000, want="segments",
          limit=0.40),
    Crowd("1,000 moving, 128 clients of the same 50 views", 128, subscribed=50, limit=0.60),
    Crowd("1,000 moving, 128 clients of 50 views each", 128, subscribed=50, is_same=False,
          limit=0.60),
)


def scene(crowd):
    """A grid of views; unless a client moves them, some swing to and fro, evenly spread."""
    views = [
        {"id": f"v{index}", "autoresizing": {
            "frame": [index % 100 * 3.9, index // 100 * 8, 3, 6], "parent": [390, 844]}}
        for index in range(crowd.views)
    ]
    moving = [f"v{index * crowd.views // crowd.moving}" for index in range(crowd.moving)]
    return {
        "snapback": 1, "screen": {"width": 390, "height": 844}, "views": views,
        "actions": [] if crowd.starts else [{
            "on": "appear",
            "animate": {"curve": "linear", "duration": 4, "repeat": "forever", "autoreverse": True},
            "changes": [{"view": name, "translation": [200, 0]} for name in moving],
        }],
    }


def hello(crowd, index):
    """What a client says first."""
    message = {"want": [crowd.want], "rate": RATE}
    if crowd.subscribed:
        first = 0 if crowd.is_same else 7 * index
        message["views"] = [f"v{(first + place) % crowd.views}"
                            for place in range(crowd.subscribed)]
    return outgoing({"hello": message}, False)


def read(path, crowd, counts, stop):
    """Connects the clients, and counts the bytes and lines that each of them gets."""
    selector = selectors.DefaultSelector()
    for index in range(crowd.clients):
        client = socket.socket(socket.AF_UNIX)
        client.connect(path)
        client.sendall(hello(crowd, index))
        client.setblocking(False)
        selector.register(client, selectors.EVENT_READ, index)
    buffer = bytearray(1 << 20)
    while not stop.is_set():
        for key, _ in selector.select(0.1):
            size = key.fileobj.recv_into(buffer)
            if size == 0:
                raise SystemExit("moving: the daemon has closed a connection")
            counts[2 * key.data] += buffer.count(b"\n", 0, size)
            counts[2 * key.data + 1] += size
        if crowd.clients > FEW:
            time.sleep(NAP)


def pass_time(path, crowd, seconds):
    """Waits; meanwhile starts motions, if the crowd wants some, one view after the other."""
    end = time.monotonic() + seconds
    if not crowd.starts:
        time.sleep(seconds)
        return
    client = Blocking(path, want=[])
    beat, count = round(time.monotonic() / BEAT), round(crowd.starts * BEAT)
    while time.monotonic() < end:
        places = range(beat * count, (beat + 1) * count)
        client.send({"change": {"id": beat, "animate": SPRING, "changes": [
            {"view": f"v{place % crowd.views}",
             "translation": [200 if place // crowd.views % 2 == 0 else 0, 0]}
            for place in places]}})
        reply = client.until("reply")
        if reply is None or b'"ok":true' not in reply.raw:
            raise Failed(f"a command was refused: {reply and reply.raw[:200]}")
        beat += 1
        time.sleep(BEAT)
    client.close()


def measure(program, crowd, seconds):
    """The daemon's part of a core, its memory, and the frames and bytes of a client in a second."""
    fork = multiprocessing.get_context("fork")
    counts, stop = fork.RawArray("q", 2 * crowd.clients), fork.Event()
    with tempfile.TemporaryDirectory(prefix="moving.", dir="/tmp") as folder:
        files = {"scene.json5": scene(crowd), "configuration.json5": {
            "scene": "scene.json5", "frameRate": RATE}}
        for name, content in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                json.dump(content, file)
        daemon = Daemon(os.path.abspath(program), folder, "--config",
                        os.path.join(folder, "configuration.json5"), "--log-level", "error")
        reader = fork.Process(target=read, args=(daemon.socket, crowd, counts, stop), daemon=True)
        try:
            reader.start()
            pass_time(daemon.socket, crowd, WARMUP)
            start, before, first = time.monotonic(), daemon.seconds(), list(counts)
            pass_time(daemon.socket, crowd, seconds)
            span = time.monotonic() - start
            part = (daemon.seconds() - before) / span
            gained = [last - old for last, old in zip(counts, first)]
            if not reader.is_alive():
                raise Failed(f"the clients of {crowd.name} have ended")
            memory = daemon.memory()[0]
        finally:
            stop.set()
            reader.join(5)
            daemon.kill()
    return {"part": part, "frames": min(gained[::2]) / span, "memory": memory,
            "bytes": sum(gained[1::2]) / span / crowd.clients}


def main():
    parser = argparse.ArgumentParser(description="What views that move cost the daemon.")
    parser.add_argument("--snapbackd", required=True, metavar="FILE")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", nargs="*", type=int, metavar="N", help="crowds by number, from 1")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(limit, 4096), limit))
    results, result = [], 0
    print(machine.machine()["processor"])
    for number, crowd in enumerate(CROWDS, 1):
        if arguments.only and number not in arguments.only:
            continue
        figures = measure(arguments.snapbackd, crowd, arguments.seconds)
        faults = []
        if crowd.limit is not None and figures["part"] > crowd.limit:
            faults.append(f"more than {crowd.limit:.0%}")
        if crowd.want == "frames" and figures["frames"] < 0.9 * RATE:
            faults.append("too few frames")
        result = 1 if faults else result
        print(f"{crowd.name:48} {figures['part']:7.1%} of a core, {figures['frames']:6.1f} lines/s,"
              f" {figures['bytes'] / 1e6:6.2f} MB/s each, {figures['memory'] / 1024:5.1f} MiB  "
              f"{', '.join(faults)}".rstrip(), flush=True)
        results.append({"crowd": crowd.name, **figures})
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({**machine.machine(), "crowds": results}, file, indent=1)
            file.write("\n")
    return result


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        sys.exit(f"moving: {failure}")
