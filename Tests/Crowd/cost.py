"""Processor time of the daemon for few clients, as a multiple of what one client alone costs."""

import os
import socket

import material
from clients import Client, Stalled, attend
from daemon import Daemon, expect

# One client of each mixture of encoding, pacing and acknowledgement, at 60 frames a second.
MIXTURES = 12
# How much a client of a group may cost, where 1 is a client alone, which pays for the engine as
# well. Measured: 0.4 to 0.7. A loop that spins costs 12 in a group of two: one client alone takes
# 3 % of a core.
SHARE = 2.0


def plan(index):
    """How a client listens: every mixture comes in a crowd."""
    return {
        "encoding": ("binary", "ndjson")[index % 2],
        "pacing": ("timer", "push", "pull")[index // 2 % 3],
        "ack": index // 6 % 2 == 1,
        "rate": (60, 30, 120, 24)[index // 12 % 4],
    }


def deaf(index):
    """How a client listens that never reads: a client that pulls would be sent nothing."""
    mixture = plan(index)
    return {**mixture, "pacing": "timer" if mixture["pacing"] == "pull" else mixture["pacing"]}


def spend(binaries, folder, *makers):
    """Processor seconds and frames of a whole recording for the clients that `makers` connect."""
    scene, recording = os.path.join(folder, "scene.json5"), os.path.join(folder, "loops.evemu")
    material.write_scene(scene)
    material.write_recording(recording)
    daemon = Daemon(os.path.join(binaries, "snapbackd"), folder, "--scene", scene, "--replay",
                    recording)
    try:
        start = daemon.seconds()
        clients = [make(daemon.socket) for make in makers]
        readers = [one for one in clients if not isinstance(one, Stalled)]
        attend(readers, material.SECONDS + 1)
        spent, frames = daemon.seconds() - start, sum(len(one.kept) for one in readers)
        for client in clients:
            client.socket.close()
        daemon.stop()
    finally:
        daemon.kill()
    expect(frames > 50 * len(readers), f"{len(readers)} clients read only {frames} frames")
    return spent, frames


def reader(index):
    """Connects a client that reads."""
    return lambda path: Client(path, index, plan(index))


def alone(binaries, folder):
    """Processor seconds and frames for one client."""
    return spend(binaries, folder, reader(0))


def half_closed(path):
    """Connects a client that reads and has closed its writing side, as the protocol allows."""
    client = Client(path, 0, plan(0))
    client.socket.shutdown(socket.SHUT_WR)
    return client


def stalled(index):
    """Connects a client that never reads."""
    return lambda path: Stalled(path, index, deaf(index))


GROUPS = {
    "of all mixtures": [reader(index) for index in range(MIXTURES)],
    "of which two never read": [reader(0), stalled(0), stalled(1)],
    "with their writing side closed": [half_closed, half_closed],
}


def run(binaries, folder, report):
    """A few clients cost in proportion to one client, whether they read or write or not."""
    one, _ = alone(binaries, folder)
    for name, makers in GROUPS.items():
        spent, frames = spend(binaries, folder, *makers)
        limit = SHARE * len(makers)
        text = (f"{len(makers)} clients {name}: {spent:.2f} s of processor time for {frames} "
                f"frames, {spent / one:.1f} times what one client costs; {limit:.0f} are allowed")
        expect(spent <= limit * one, text)
        report(text)
