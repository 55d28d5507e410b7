"""Conversations that went wrong: the daemon answers everybody else as if nothing were.

Valid conversations in both encodings are damaged, cut anywhere and sent in pieces, from a seed.
"""

import os
import random
import select
import socket
import struct
import time
from collections import Counter

import material
from clients import nonsense
from daemon import Blocking, Daemon, Failed, expect
from wire import MAGIC, binary, now, outgoing

# Set by the command line.
SEED, SECONDS = 1, 20.0
# The maximum time for the answer to a ping under this load, in seconds.
PATIENCE = 1.0
# How much memory may grow, in KiB; and file descriptors, not at all.
GROWTH = 16 << 10
# How much processor time a conversation may cost, where 1 is a valid one that reads its snapshot
# and hangs up. Measured: 2.2 to 3.4.
CONVERSATION_SHARE = 10.0
# How much the recording may cost when all have gone, where 1 is what it cost before. A loop that is
# left spinning costs 29. Measured: 0.8 to 1.3.
REST_SHARE = 4.0
# Of the test of a daemon that runs out of descriptors.
DESCRIPTORS, TOO_MANY = 48, 100


def texts(noise):
    """Messages that are right, or nearly."""
    moment = now() + noise.randrange(-10 ** 10, 10 ** 9)
    number = noise.choice([0, 1, 2 ** 31, 2 ** 53, 2 ** 64 - 1, -1, 0.5, 1e18, 1e300])
    animate = {"spring": {"response": 0.3, "dampingRatio": noise.choice([0.5, 1, 2])}}
    return [
        {"resync": {}},
        {"ping": {"id": noise.randrange(1 << 20)}},
        {"rate": {"rate": noise.choice([1, 30, 60, 1000, number])}},
        {"frame_request": {"time": moment, "refresh": noise.choice([0, 16666667, number])}},
        {"presented": {"seq": noise.randrange(50), "time": moment, "refresh": 16666667}},
        {"presented": {"seq": number, "time": number, "refresh": number}},
        {"status": {"id": 1}},
        {"shm_attach": {}},
        {"change": {"id": 2, "changes": [{"view": "tile1", "alpha": noise.random()}]}},
        {"change": {"id": 3, "changes": [{"view": "tile2", "isHidden": noise.random() < 0.5}],
                    "animate": animate}},
        {"run": {"id": 4, "action": "nothing"}},
        {"animation": {"id": 5, "transaction": noise.randrange(9), "do": "stop"}},
        {"patch": {"id": 6, "scene": {"views": [{"id": "board", "color": "#123456"}]}}},
        {"retarget": {"id": 7, "constraint": "board.left = screen.left", "side": "first"}},
        {"measured": {"id": 8, "request": 1, "width": number, "height": 10}},
        {"motion": {"id": 9, "rate": noise.choice([0.1, 1, number])}},
        {"inject": {"id": 10, "touches": [
            {"id": noise.randrange(3), "phase": noise.choice(["began", "moved", "ended"]),
             "x": noise.uniform(-50, 450), "y": noise.choice([400, number])}]}},
    ]


def hello(noise):
    """A first message."""
    want = ["frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure"]
    return {"hello": {
        "versions": noise.choice([[1], [1, 2], [1]]), "name": "fuzz",
        "want": noise.sample(want, noise.randrange(len(want) + 1)),
        "views": noise.choice([["*"], ["tile*"], ["board"], []]),
        "rate": noise.choice([1, 60, 1000]), "pacing": noise.choice(["timer", "pull", "push"]),
        "ack": noise.random() < 0.3,
    }}


def conversation(noise):
    """The bytes of one client, damaged or not."""
    if noise.random() < 0.05:
        return nonsense(noise.randrange(1000))
    is_binary = noise.random() < 0.5
    parts = [MAGIC] if is_binary else []
    parts.append(outgoing(hello(noise), is_binary))
    for _ in range(noise.randrange(12)):
        if is_binary and noise.random() < 0.4:
            parts.append(typed(noise))
        else:
            parts.append(outgoing(noise.choice(texts(noise)), is_binary))
    data = bytearray(b"".join(parts))
    # One in five is left as it is: what is right has to be survived as well.
    for _ in range(noise.choice([0, 1, 1, 2, 8])):
        damage(data, noise)
    return bytes(data)


def typed(noise):
    """A message that has bytes of its own, or none that is known."""
    kind = noise.choice([2, 3, 4, 5, 0, 6, 19, 65535])
    moment = now() + noise.randrange(-10 ** 10, 10 ** 9)
    right = {2: struct.pack("<QQ", moment, 16666667),
             3: struct.pack("<QQQII", noise.randrange(50), moment, 16666667, noise.randrange(4), 0),
             4: struct.pack("<Q", noise.randrange(1 << 62))}
    return binary(kind, right.get(kind, noise.randbytes(noise.randrange(64))))


def damage(data, noise):
    """Changes, removes, repeats or inserts some bytes."""
    at = noise.randrange(len(data))
    end = min(len(data), at + noise.choice([1, 1, 4, 8, 40]))
    match noise.randrange(6):
        case 0: data[at] ^= 1 << noise.randrange(8)
        case 1: del data[at:end]
        case 2: data[at:at] = data[at:end] * noise.choice([1, 3, 100])
        case 3: data[at:end] = noise.randbytes(end - at)
        case 4: data[at:at] = noise.choice(
            [b"\0", b"\xff" * 8, b"1e999", b"-1", b"18446744073709551616", b"[" * 500, b'"',
             b"{", b"}", b"\n", b"\\ud800", b"null", b"\xf0\x9f\x91\x86"])
        case 5: del data[at:]
    if not data:
        data += b"\n"


def talk(path, noise):
    """One conversation, in pieces; some read, some do not, some hang up on the way."""
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(0.05)
    data, reads = conversation(noise), noise.random() < 0.7
    try:
        client.connect(path)
        size = noise.choice([1, 3, 17, 200, len(data)])
        if len(data) // size > 300:
            size = len(data) // 300 + 1
        for at in range(0, len(data), size):
            client.sendall(data[at:at + size])
            if noise.random() < 0.02:
                time.sleep(0.001)
            if noise.random() < 0.002:
                return client
        if noise.random() < 0.3:
            client.shutdown(socket.SHUT_WR)
        if reads:
            client.settimeout(0.002)
            for _ in range(20):
                if not client.recv(1 << 16):
                    break
    except OSError:
        pass
    return client


def spend(daemon, seconds):
    """Processor seconds that the daemon uses per second while no client connects or disconnects."""
    start = daemon.seconds()
    time.sleep(seconds)
    return (daemon.seconds() - start) / seconds


def plain(daemon, count=50):
    """Processor seconds of a valid conversation: hello, welcome, snapshot, end."""
    start = daemon.seconds()
    for turn in range(count):
        client = Blocking(daemon.socket, turn % 2 == 0, want=["frames"])
        expect(client.until("snapshot") is not None, "no snapshot comes")
        client.close()
    return (daemon.seconds() - start) / count


def check_cost(talked, rested):
    """The costs of a damaged conversation, and of the recording afterwards."""
    text = (f"a conversation costs {talked:.1f} times what a valid one costs, "
            f"{CONVERSATION_SHARE:.0f} are allowed; afterwards the recording costs {rested:.1f} "
            f"times what it cost before, {REST_SHARE:.0f} are allowed")
    expect(talked <= CONVERSATION_SHARE and rested <= REST_SHARE, text)
    return text


def run(binaries, folder, report):
    """Talks for some seconds; a client that behaves is answered all the time."""
    scene, recording = os.path.join(folder, "scene.json5"), os.path.join(folder, "loops.evemu")
    material.write_scene(scene)
    material.write_recording(recording)
    daemon = Daemon(os.path.join(binaries, "snapbackd"), folder, "--scene", scene, "--replay",
                    recording, "--loop")
    noise = random.Random(SEED)
    try:
        good = Blocking(daemon.socket, noise.random() < 0.5, want=[])
        expect(good.until("snapshot") is not None, "no snapshot comes")
        # The shared memory of frames stays when no client uses it any more.
        good.send({"shm_attach": {}})
        expect(good.until("shm") is not None, "no memory is shared")
        good.ping(0)
        descriptors, memory = daemon.descriptors(), None
        rest, each = spend(daemon, 2), plain(daemon)
        held, count, slowest, end = [], 0, 0.0, time.monotonic() + SECONDS
        start = daemon.seconds()
        while time.monotonic() < end:
            held.append(talk(daemon.socket, noise))
            count += 1
            # Some stay for a while, so that there are always several.
            while len(held) > 20 or held and noise.random() < 0.7:
                held.pop(noise.randrange(len(held))).close()
            if count % 20 == 0:
                slowest = max(slowest, good.ping(count))
                expect(slowest < PATIENCE, f"a ping was answered after {slowest:.2f} s")
                daemon.check()
            if memory is None and time.monotonic() > end - 0.75 * SECONDS:
                memory = daemon.memory()
        for client in held:
            client.close()
        talked = (daemon.seconds() - start) / count
        time.sleep(0.5)
        good.ping(count)
        report(check_cost(talked / each, spend(daemon, 2) / rest))
        grown = daemon.memory()[0] - memory[0]
        left = Counter(daemon.descriptors()) - Counter(descriptors)
        report(f"seed {SEED}: {count} conversations, slowest ping {1000 * slowest:.1f} ms, "
               f"{left.total()} descriptors more, {grown} KiB more than after a quarter of the time")
        expect(not left, f"descriptors were left open: {dict(left)}")
        expect(grown < GROWTH, f"memory grew by {grown} KiB")
        good.close()
        daemon.stop()
    except Failed as failure:
        raise Failed(f"seed {SEED}: {failure}") from None
    finally:
        daemon.kill()


def run_out_of_descriptors(binaries, folder, report):
    """Out of descriptors the daemon does not spin, and serves again when there are some."""
    scene = os.path.join(folder, "scene.json5")
    material.write_scene(scene)
    recording = os.path.join(folder, "loops.evemu")
    material.write_recording(recording)
    daemon = Daemon(os.path.join(binaries, "snapbackd"), folder, "--scene", scene, "--replay",
                    recording, descriptors=DESCRIPTORS)
    try:
        crowd = []
        for _ in range(TOO_MANY):
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(0.2)
            try:
                client.connect(daemon.socket)
            except OSError:
                # The queue of pending connections is full.
                client.close()
                continue
            crowd.append(client)
        time.sleep(0.5)
        before, count = daemon.seconds(), len(daemon.descriptors())
        time.sleep(2)
        spent = daemon.seconds() - before
        expect(spent < 0.1, f"out of descriptors it took {spent:.2f} s of 2 s")
        gone = sum(bool(select.select([one], [], [], 0)[0]) for one in crowd)
        for client in crowd:
            client.close()
        time.sleep(0.3)
        late = Blocking(daemon.socket)
        expect(late.until("snapshot") is not None, "nobody is served afterwards")
        late.close()
        report(f"{len(crowd)} clients and {DESCRIPTORS} descriptors, {count} open: {gone} turned "
               f"away, {spent:.2f} s of processor time in 2 s; then one is served")
        daemon.stop()
    finally:
        daemon.kill()
