"""The clients of a soak, each kind in a process of its own, so that none waits for another."""

import contextlib
import gc
import os
import random
import select
import socket
import struct
import time

import cost
import fuzz
from clients import AHEAD, REFRESH, Client, Stalled, attend
from daemon import Blocking, Failed
from wire import MAGIC, Stream, binary, now, outgoing

# The users of clients, where root runs this: what each may do is in the daemon's configuration.
MEASURED, HOSTILE, CONTROL, READERS = 20_000, 20_001, 20_002, 20_010
READERS_PER_USER = 60
WANTS = (["frames"], ["frames", "segments"], ["segments", "gestures", "done"],
         ["frames", "layout", "touches", "decisions", "devices"])
ANSWERS = ("frame", "idle", "snapshot")


def configuration(scene):
    """The configuration of the daemon: the scene and the users."""
    every = ["view", "view-touches", "control", "inject"]
    return {"scene": scene, "access": {"rules": [
        {"uid": HOSTILE, "roles": every}, {"uid": CONTROL, "roles": every}]}}


def become(user, niceness):
    """Makes this process that user's, if it may, and sets its priority."""
    with contextlib.suppress(PermissionError):
        os.nice(niceness)
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)


class Reader(Client):
    """A client that reads, counts frames and keeps nothing."""

    def _greet(self):
        self.frames, self._handed = 0, []
        hello = {"name": f"soak-{self.index}", "want": WANTS[self.index % len(WANTS)],
                 "pacing": self.pacing, "ack": self.ack, "rate": self.plan["rate"]}
        self.socket.sendall((MAGIC if self.is_binary else b"")
                            + outgoing({"hello": hello}, self.is_binary))
        if self.index % 5 == 0:
            self.socket.sendall(outgoing({"shm_attach": {}}, self.is_binary))
        if self.index % 7 == 0 and not self.ack and self.pacing != "pull":
            self.socket.shutdown(socket.SHUT_WR)
        self.socket.setblocking(False)

    def _receive(self):
        # Wake-ups of shared memory are never read, so they fill.
        data, descriptors, _, _ = socket.recv_fds(self.socket, 1 << 18, 8)
        if descriptors:
            self._release()
            self._handed = descriptors
        return data

    def read(self):
        super().read()
        self.frames += sum(message.kind == "frame" for message in self.kept)
        self.kept.clear()

    def _release(self):
        for descriptor in self._handed:
            os.close(descriptor)
        self._handed = []

    def close(self):
        self._release()
        self.socket.close()


def readers(path, indices, stalls, tally, stop):
    """Reads for many clients.

    If other clients stall, one client in each round disconnects and connects again.
    """
    become(READERS + indices[0] // READERS_PER_USER, 10)
    noise = random.Random(indices[0])
    clients = [Reader(path, index, cost.plan(index)) for index in indices]
    stalled = [Stalled(path, index, cost.deaf(index)) for index in range(stalls)]
    while not stop.is_set():
        attend(clients, 0.5)
        leaving = noise.randrange(len(clients)) if stalls else None
        for place, client in enumerate(clients):
            tally.add("frames", client.frames)
            tally.add("lost", client.is_closed)
            client.frames = 0
            if client.is_closed or place == leaving:
                client.close()
                clients[place] = Reader(path, client.index, client.plan)
        for place, client in enumerate(stalled):
            client.look()
            if client.gone_after is not None:
                tally.add("stalled", 1)
                client.socket.close()
                stalled[place] = Stalled(path, place, cost.deaf(place))


def hostile(path, seed, tally, stop):
    """Damaged conversations, floods of requests, and connections that end at once."""
    become(HOSTILE, 10)
    noise, held = random.Random(seed), []
    while not stop.is_set():
        held.append(flood(path, noise) if noise.random() < 0.05 else fuzz.talk(path, noise))
        tally.add("conversations", 1)
        while len(held) > 20 or held and noise.random() < 0.7:
            held.pop(noise.randrange(len(held))).close()


def flood(path, noise):
    """A client that asks the same thing without pause, and reads or does not."""
    client = socket.socket(socket.AF_UNIX)
    request = noise.choice([{"status": {"id": 1}}, {"inspect": {"id": 1}}, {"resync": {}},
                            {"ping": {"id": 1}}, {"patch": {"scene": {}, "id": 1}}])
    reads, end = noise.random() < 0.5, time.monotonic() + 0.5
    with contextlib.suppress(OSError):
        client.connect(path)
        client.sendall(outgoing({"hello": {"want": []}}, False))
        client.setblocking(False)
        while time.monotonic() < end:
            with contextlib.suppress(BlockingIOError):
                client.send(outgoing(request, False) * 50)
            if reads:
                with contextlib.suppress(BlockingIOError):
                    client.recv(1 << 18)
    return client


def control(path, seed, scene, tally, stop):
    """Commands at a pace that a product may have; a client leaves after 200 of them."""
    become(CONTROL, 10)
    noise = random.Random(seed)
    while not stop.is_set():
        client = Blocking(path, noise.random() < 0.5, timeout=20, want=["done"])
        for number in range(200):
            if stop.is_set():
                break
            kind, body = command(noise, scene)
            client.send({kind: {**body, "id": number}})
            # A binary client reads replies as texts.
            if client.until("reply", "text") is None:
                raise Failed(f"the client that controls was disconnected after {kind}")
            tally.add("commands", 1)
            time.sleep(0.03)
        client.close()


def command(noise, scene):
    """A command that is right, though the scene may be another one by then."""
    animate = {"animate": {"spring": {"response": 0.3, "dampingRatio": 0.8}}}
    place = {"x": noise.uniform(0, 390), "y": noise.uniform(0, 800)}
    return noise.choice([
        ("change", {"changes": [{"view": "board", "alpha": noise.random()}], **animate}),
        ("change", {"changes": [{"view": "tile3", "rotation": noise.uniform(-90, 90)}], **animate,
                    "controlled": True}),
        ("patch", {"scene": {"views": [
            {"id": "board", "color": f"#{noise.randrange(1 << 24):06x}"}]}}),
        ("load", {"scene": scene, **animate}),
        ("inject", {"touches": [{"id": 1, "phase": "began", **place}]}),
        ("inject", {"touches": [{"id": 1, "phase": "moved", **place}]}),
        ("inject", {"touches": [{"id": 1, "phase": "ended", **place}]}),
        ("rotate", {"rotation": noise.choice([0, 90, 180, 270])}),
        ("status", {}), ("inspect", {}),
    ])


def measured(path, gauge, stop):
    """A renderer at 60 Hz: pulls a frame for each refresh, and notes how long none has come."""
    become(MEASURED, -10)
    gc.disable()
    client, stream = socket.socket(socket.AF_UNIX), Stream(True)
    client.connect(path)
    hello = {"want": ["frames"], "pacing": "pull"}
    client.sendall(MAGIC + outgoing({"hello": hello}, True))
    last = due = now()
    while not stop.is_set():
        ready, _, _ = select.select([client], [], [], max(0, due - now()) / 1e9)
        if ready:
            data = client.recv(1 << 18)
            if not data:
                raise Failed("the client that is measured was disconnected")
            if any(message.kind in ANSWERS for message in stream.feed(data)):
                gauge.note("gap", now() - last)
                last = now()
        if now() >= due:
            gauge.note("late", now() - due)
            gauge.note("gap", now() - last)
            due += REFRESH * max(1, (now() - due) // REFRESH + 1)
            client.sendall(binary(2, struct.pack("<QQ", now() + AHEAD, REFRESH)))
