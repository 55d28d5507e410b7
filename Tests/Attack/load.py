"""Attacks by size and number: scenes of thousands of views, and clients that ask all the time."""

import json
import os
import resource
import select
import signal
import socket as sockets
import time

import flood
import material
from rig import (IS_ROOT, OTHER, Client, Rig, acting_as, epoch_and_count, expect, needs_root,
                 scene, until)
from wire import MAGIC, outgoing

# Set by the command line: the worst gap of a healthy client, in milliseconds, while others flood
# the daemon, and while it reads a scene of 8000 views again. A debug build is ten times as slow.
GAP, RELOAD_GAP = 250.0, 1000.0
VIEWS, DEAF = 8000, 62
# The least share of a processor that a program keeps beside a daemon at real-time priority, and for
# how long the daemon is flooded meanwhile. The kernel ends the daemon after so many microseconds at
# this priority without a wait.
SHARE, FLOOD_SECONDS, WAITLESS = 0.25, 4.0, (300_000, 600_000)
# How much memory clients that do not read may cost, in KiB.
GROWTH = 64 << 10


def memory_of_the_deaf(binaries, folder, report):
    """Clients that do not read cost little memory, also where a snapshot takes megabytes."""
    with Rig(f"{binaries}/snapbackd", folder, scene(VIEWS - 1)) as daemon:
        witness = Client(daemon.socket, timeout=20.0, want=[])
        witness.until("snapshot")
        before, greatest, least = daemon.memory()[0], 0, 0.0
        deaf = [deaf_client(daemon, index % 2 == 1) for index in range(DEAF)]
        # Something changes, so a frame or another snapshot is due to each.
        witness.send({"change": {"changes": [{"view": "v1", "alpha": 0.5}]}})
        served, end = 0, time.monotonic() + 30
        while served < DEAF or time.monotonic() < least:
            expect(time.monotonic() < end, f"{served} of {DEAF} clients were served in 30 s")
            served = len(select.select(deaf, [], [], 0)[0])
            least = time.monotonic() + 0.5 if served < DEAF else least
            greatest = max(greatest, daemon.memory()[0] - before)
            expect(greatest < GROWTH,
                   f"{DEAF} clients that do not read cost over {greatest >> 10} MiB")
            time.sleep(0.02)
        for client in deaf:
            client.close()
        until(lambda: len(daemon.links()) < DEAF, 2, "connections of clients that left stay open")
        expect(witness.ping(2) < 1, "the witness is not served")
        daemon.stop()
    report(f"{DEAF} clients cost {greatest / 1024:.1f} MiB at {VIEWS} views")


def deaf_client(daemon, is_binary):
    """A client that says hello and does not read."""
    client = sockets.socket(sockets.AF_UNIX)
    with acting_as(OTHER):
        client.connect(daemon.socket)
    hello = outgoing({"hello": {"want": ["frames", "segments"]}}, is_binary)
    client.sendall((MAGIC if is_binary else b"") + hello)
    return client


def board_scene(folder, views):
    """The board of a crowd, which a recorded finger moves, in front of so many views."""
    path = os.path.join(folder, "board.json5")
    material.write_scene(path)
    with open(path, encoding="utf-8") as file:
        board = json.load(file)
    rest = scene(views - len(board["views"]) - material.TILES - 1)
    return {**board, "views": rest["views"] + board["views"]}


def reload_8000(binaries, folder, report):
    """Reading a scene of 8000 views again delays other clients little."""
    recording = os.path.join(folder, "loops.evemu")
    material.write_recording(recording)
    with Rig(f"{binaries}/snapbackd", folder, board_scene(folder, VIEWS), "--replay", recording,
             "--loop") as daemon:
        flood.isolate(daemon)
        witness = Client(daemon.socket, True, timeout=20.0, want=["frames"], rate=60)
        epoch, count = epoch_and_count(witness.until("snapshot"), True)
        expect(count == VIEWS, f"the scene has {count} views, not {VIEWS}")
        expect(witness.until("frame") is not None, "no frame comes")
        slowest = {}
        for name in ("rest", "reload"):
            stop = os.path.join(folder, name)
            pinger = flood.forked(lambda: ping_until(daemon.socket, stop), 1)
            time.sleep(0.5)
            if name == "reload":
                daemon.write_scene(board_scene(folder, VIEWS - 7))
                daemon.signal(signal.SIGHUP)
                found = epoch_and_count(witness.until("snapshot"), True)
                expect(found == (epoch + 1, VIEWS - 7),
                       f"after a reload the epoch is {found[0]}, with {found[1]} views")
                expect(witness.until("frame") is not None, "no frame comes after a reload")
            with open(stop, "wb"):
                slowest[name] = flood.joined(pinger)
            expect(slowest[name] is not None, "the client that pings was disconnected")
        before, after = (1000 * slowest[name] for name in ("rest", "reload"))
        text = f"slowest ping {after:.0f} ms, {before:.0f} before"
        expect(after <= RELOAD_GAP, f"{text}; the limit is {RELOAD_GAP:.0f}")
        daemon.stop()
    report(text)


def ping_until(path, stop):
    """The slowest answer to a ping until a file is there, in seconds; a ping each 5 ms."""
    if IS_ROOT:
        os.nice(-10)
    client, slowest = Client(path, timeout=20.0, want=[]), 0.0
    client.until("snapshot")
    while not os.path.exists(stop):
        slowest = max(slowest, client.ping(1))
        time.sleep(0.005)
    return slowest


def check_floods(binaries, folder, report, kinds, connections, uid):
    """Floods a daemon in several ways; fails where a healthy client waits too long."""
    results = list(flood.floods(binaries, folder, kinds, connections, 1.0, uid=uid))
    text = ", ".join(f"{one['kind']} {one['worst']:.0f}" for one in results)
    late = [one for one in results if one["worst"] > GAP]
    idle = [one["kind"] for one in results if not one["sent_kb_s"]]
    expect(not late, f"the worst gaps are {text} ms; the limit is {GAP:.0f}")
    expect(not idle, f"these attackers sent nothing: {', '.join(idle)}")
    report(f"worst gaps {text} ms")


def floods(binaries, folder, report):
    """A flood of requests by 16 connections of another user delays frames little."""
    kinds = ["status", "inspect", "document", "resync", "ping", "frames", "messages"]
    check_floods(binaries, folder, report, kinds, 16, flood.OPERATOR)


def patch_flood(binaries, folder, report):
    """Patches that 8 clients of another user pipeline delay frames little."""
    check_floods(binaries, folder, report, ["patch"], 8, flood.OPERATOR)


def patch_flood_trusted(binaries, folder, report):
    """Patches that 8 clients of the daemon's own user pipeline delay frames little."""
    check_floods(binaries, folder, report, ["patch"], 8, None)


def long_commands_trusted(binaries, folder, report):
    """Long commands that 4 clients of the daemon's own user pipeline delay frames little."""
    check_floods(binaries, folder, report, flood.TRUSTED, 4, None)


def real_time_flood(binaries, folder, report):
    """A flooded daemon at real-time priority leaves other programs their share of its processor.

    The kernel would kill it if its time at this priority added up over the flood.
    """
    needs_root()
    with Rig(f"{binaries}/snapbackd", folder, flood.chain(), realTime=True,
             limits={resource.RLIMIT_RTTIME: WAITLESS}) as daemon:
        flood.pin(daemon.pid, 0)
        client = Client(daemon.socket, want=[])
        until(lambda: client.priority()["realTime"], 10, "no real-time priority")
        start = time.monotonic() + 0.5
        end = start + FLOOD_SECONDS
        attacker = flood.forked(
            lambda: flood.attack(daemon.socket, "change", 8, start, end), 1, flood.OPERATOR)
        neighbor = flood.forked(lambda: spin(start, end), 0)
        time.sleep(max(0, start - time.monotonic()))
        before = daemon.seconds()
        time.sleep(max(0, end - time.monotonic()))
        used = daemon.seconds() - before
        found, sent = flood.joined(neighbor), flood.joined(attacker)
        daemon.check()
        lowered = client.priority()["lowered"]
        daemon.stop()
    expect(found and sent and sent["sent"], "the flood failed")
    share = found["used"] / (found["used"] + used)
    text = (f"beside {used:.1f} s of the daemon, a program had {100 * share:.0f} % and waited for "
            f"{found['pause']:.0f} ms at most; lowered {lowered} times")
    expect(lowered > 0, f"the flood was too small: {text}")
    expect(share >= SHARE and found["pause"] <= GAP,
           f"{text}; the limits are {100 * SHARE:.0f} % and {GAP:.0f} ms")
    report(text)


def spin(start, end):
    """Computes from `start` to `end`: the processor time in seconds, the longest pause in ms."""
    time.sleep(max(0, start - time.monotonic()))
    used, last, pause = time.process_time(), time.monotonic(), 0.0
    while last < end:
        moment = time.monotonic()
        pause, last = max(pause, moment - last), moment
    return {"used": time.process_time() - used, "pause": 1000 * pause}
