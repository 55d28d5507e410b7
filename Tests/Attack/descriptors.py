"""Attacks with descriptors and shared memory."""

import ctypes
import fcntl
import mmap
import os
import signal
import socket as sockets
import struct
import time

from rig import (IS_ROOT, OTHER, SERVICE, Client, Rig, animated, epoch_and_count, expect, scene,
                 until)

# A snapshot of so many views is larger than what the kernel queues for a client.
BLOCKING = 400
MARK = b'{"ping":{"id":4711}}\n'
# The daemon disconnects a client that reads nothing for so many seconds.
STALL = 5


def views(index):
    """How many views the scene has after reload number `index`: each has others."""
    return BLOCKING + 10 * index


def reload(daemon, witness, index):
    """Makes the daemon load another scene, and waits until the witness is notified."""
    daemon.write_scene(scene(views(index)))
    daemon.signal(signal.SIGHUP)
    while True:
        snapshot = witness.until("snapshot")
        expect(snapshot is not None, "the witness was disconnected")
        if epoch_and_count(snapshot, witness.is_binary)[1] == views(index) + 1:
            return


def memory_head(number):
    """The magic bytes, the number of slots and the epoch of a shared memory."""
    head = os.pread(number, 64, 0)
    return head[:8], struct.unpack_from("<I", head, 20)[0], struct.unpack_from("<Q", head, 24)[0]


def check_own(daemon, number, text):
    """A descriptor is a memory of frames or a wake-up of the client's own, and says which."""
    link = os.readlink(f"/proc/self/fd/{number}")
    if link.startswith("/memfd:"):
        expect(link.startswith("/memfd:snapback-frames"), f"{text} is {link}")
        expect(memory_head(number)[0] == b"SNAPSHM1", f"{text} is a memory without its head")
        return "memory"
    if link == "anon_inode:[eventfd]":
        return "wake"
    expect(link.startswith("socket:"), f"{text} is {link}")
    end = sockets.socket(fileno=os.dup(number))
    with end:
        expect(end.family == sockets.AF_UNIX, f"{text} is a socket of family {end.family}")
        expect(not end.getsockopt(sockets.SOL_SOCKET, sockets.SO_ACCEPTCONN),
               f"{text} is a listener")
        # Sockets that the daemon accepted have the address of its listener.
        expect(not end.getsockname(), f"{text} is the daemon's end of a client's connection")
        pid = struct.unpack("3i", end.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, 12))[0]
        expect(pid == daemon.pid, f"{text} is a socket whose peer is the process {pid}")
        try:
            end.send(MARK, sockets.MSG_DONTWAIT | sockets.MSG_NOSIGNAL)
        except OSError:
            pass
    return "wake"


def check_handover(daemon, client, text):
    """Each `shm` has a memory and a wake-up, and the last memory is that of the present scene.

    Returns how many came since the client last read.
    """
    known = len(client.batches)
    messages = client.drain(0.15)
    batches = client.batches[known:]
    kinds = [message.kind for message in messages]
    expect("error" not in kinds, f"{text}: an error came: {messages[-1].raw[:200]}")
    expect(kinds.count("snapshot") > 0, f"{text}: no snapshot came")
    expect(kinds.count("shm") == len(batches) > 0,
           f"{text}: {kinds.count('shm')} shm with descriptors in {len(batches)} messages")
    for index, batch in enumerate(batches):
        found = [check_own(daemon, number, f"{text}: descriptor {place + 1} of shm {index + 1}")
                 for place, number in enumerate(batch)]
        expect(found == ["memory", "wake"], f"{text}: shm {index + 1} brings {found}")
    snapshot = [one for one in messages if one.kind == "snapshot"][-1]
    epoch, count = epoch_and_count(snapshot, client.is_binary)
    head = memory_head(batches[-1][0])
    expect(head[1:] == (count, epoch), f"{text}: the last memory has {head[1]} slots and epoch "
           f"{head[2]}; the snapshot has {count} views and epoch {epoch}")
    return len(batches)


def foreign_descriptor(binaries, folder, report):
    """A client receives no descriptor but its own, however late it reads."""
    checked = 0
    with Rig(f"{binaries}/snapbackd", folder, scene(BLOCKING)) as daemon:
        witness = Client(daemon.socket, want=["frames"])
        witness.until("snapshot")
        for is_binary in (False, True):
            # Their numbers are free when the memory is renewed, and its number when others connect.
            early = [Client(daemon.socket, want=[]) for _ in range(4)]
            witness.ping(1)
            slow = Client(daemon.socket, is_binary, uid=OTHER)
            patience = time.monotonic() + STALL / 2
            witness.ping(2)
            slow.send({"shm_attach": {}})
            witness.ping(3)
            others = []
            for index in range(1, 6):
                # On a slow machine, fewer reloads: the daemon disconnects a client that stalls.
                if index > 3 and time.monotonic() > patience:
                    break
                if early:
                    early.pop().close()
                if index == 3:
                    expect(witness.ask({"load": {"scene": scene(40)}})["ok"], "load is refused")
                else:
                    reload(daemon, witness, index)
                others.append(Client(daemon.socket, want=[]))
                witness.ping(10 + index)
            checked += check_handover(daemon, slow, "bytes" if is_binary else "lines")
            expect(slow.ping(99) < 1, "the slow client is not served")
            for other in others:
                # A pong answers the MARK: these clients have not pinged.
                kinds = [message.kind for message in other.drain(0.05)]
                expect("pong" not in kinds and not other.batches,
                       f"bytes written to a descriptor reach another client: it received {kinds}")
                other.ping(5)
                other.close()
            slow.close()
        daemon.stop()
    report(f"{checked} handovers with descriptors of their own")


def shm_handover_renewed(binaries, folder, report):
    """A client that reads gets a memory of the new epoch after each reload, and cannot write it."""
    with Rig(f"{binaries}/snapbackd", folder, scene(BLOCKING)) as daemon:
        witness = Client(daemon.socket, want=["frames"])
        witness.until("snapshot")
        readers = [Client(daemon.socket, is_binary, want=want)
                   for is_binary in (False, True) for want in (["frames"], [])]
        for reader in readers:
            reader.until("snapshot")
            reader.send({"shm_attach": {}})
            expect(reader.until("shm") is not None, "no shm comes")
        for index in range(1, 4):
            reload(daemon, witness, index)
            for reader in readers:
                count = check_handover(daemon, reader, f"reload {index}")
                expect(count == 1, f"{count} memories came after reload {index}")
        check_sealed(readers[0].batches[-1][0])
        # A frame reaches the newest memory, and the old one stays as it is.
        old, new = (readers[0].batches[place][0] for place in (-2, -1))
        stale, fresh = os.pread(old, 64, 0), os.pread(new, 64, 0)
        expect(witness.ask(animated("v0", 0.5))["ok"], "a change is refused")
        until(lambda: os.pread(new, 64, 0)[32:40] != fresh[32:40], 2, "no frame is in the memory")
        expect(os.pread(old, 64, 0) == stale, "a frame is in a memory that was replaced")
        daemon.stop()
    report("4 clients, 3 reloads")


def check_sealed(number):
    """A client cannot write, map for writing, resize or punch the memory."""
    libc = ctypes.CDLL(None, use_errno=True)

    def punch():
        # FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE.
        if libc.fallocate(number, 3, ctypes.c_long(0), ctypes.c_long(4096)) != 0:
            raise OSError(ctypes.get_errno(), "fallocate")

    attempts = {
        "write": lambda: os.pwrite(number, b"x", 0),
        "map it for writing": lambda: mmap.mmap(number, 64),
        "shrink": lambda: os.ftruncate(number, 8),
        "grow": lambda: os.ftruncate(number, 1 << 20),
        "punch": punch,
    }
    for name, attempt in attempts.items():
        try:
            attempt()
        except OSError:
            continue
        expect(False, f"a client can {name} the memory")


def fill(number):
    """Fills a wake-up, and makes its writer block if possible."""
    flags = fcntl.fcntl(number, fcntl.F_GETFL)
    fcntl.fcntl(number, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    is_socket = os.readlink(f"/proc/self/fd/{number}").startswith("socket:")
    # The counter may not be at zero, so the last steps to its end are small.
    data = [b"x" * 4096] if is_socket else [struct.pack("<Q", 2 ** 64 - 1000),
                                            struct.pack("<Q", 1)]
    for piece in data:
        try:
            while True:
                os.write(number, piece)
        except OSError:
            pass
    fcntl.fcntl(number, fcntl.F_SETFL, flags & ~os.O_NONBLOCK)


def freeze_by_wakeup(binaries, folder, report):
    """A wake-up that is full, never read or closed blocks no client, and SIGTERM still works."""
    worst = 0.0
    with Rig(f"{binaries}/snapbackd", folder, scene(20)) as daemon:
        third = Client(daemon.socket, timeout=1.0, want=[])
        mover = Client(daemon.socket, timeout=1.0)
        third.until("snapshot")
        attackers = []
        for is_binary, attack in ((False, fill), (True, fill), (False, None), (True, os.close)):
            attacker = Client(daemon.socket, is_binary, uid=OTHER, want=[])
            attacker.send({"shm_attach": {}})
            expect(attacker.until("shm") is not None, "no shm comes")
            [[_, wake]] = attacker.batches
            if attack:
                attack(wake)
            if attack is os.close:
                attacker.batches[0].pop()
            attackers.append(attacker)
            expect(mover.ask(animated("v1", 0.1 * len(attackers), 0.3))["ok"], "change is refused")
            for number in range(15):
                worst = max(worst, third.ping(number))
                time.sleep(0.02)
        # Clients that do not read their wake-ups still see each frame.
        head = [os.pread(one.batches[0][0], 64, 0) for one in attackers]
        expect(mover.ask(animated("v2", 0.1))["ok"], "a change is refused")
        until(lambda: all(os.pread(one.batches[0][0], 64, 0)[32:40] != before[32:40]
                          for one, before in zip(attackers, head)), 2, "no frame is in a memory")
        daemon.stop()
    report(f"slowest ping {1000 * worst:.1f} ms")


def told(client, text):
    """Fails unless a client received a memory or an error with a code, never a silent end."""
    messages = client.drain(0.3)
    kinds = [message.kind for message in messages]
    ended = is_ended(client)
    expect("error" in kinds or not ended and kinds.count("shm") == len(client.batches) > 0,
           f"{text}: the connection {'ended' if ended else 'goes on'}, {kinds[-4:]} came, with "
           f"{len(client.batches)} descriptor messages")
    return "an error" if "error" in kinds else "memory"


def is_ended(client):
    """Whether the daemon has hung up."""
    client.socket.setblocking(False)
    try:
        return not client.socket.recvmsg(1, 0, sockets.MSG_PEEK)[0]
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    finally:
        client.socket.settimeout(5.0)


def shm_handover_failure(binaries, folder, report):
    """A memory that cannot be passed on is reported as an error, and other clients continue."""
    results = []
    # The kernel counts descriptors under way for users without privileges only.
    user = SERVICE if IS_ROOT else None
    with Rig(f"{binaries}/snapbackd", folder, scene(BLOCKING), user=user, group=user,
             descriptors=48) as daemon:
        witness = Client(daemon.socket, timeout=2.0, want=["frames"])
        witness.until("snapshot")
        results.append(without_number(daemon, witness))
        results.append(under_way(daemon, witness))
        results.append(exhausted(daemon, witness))
        expect(witness.ping(1) < 1, "the witness is not served")
        daemon.stop()
    report(", ".join(results))


def without_number(daemon, witness):
    """The memory is renewed while the old one waits to be sent, and nothing takes its number."""
    early = Client(daemon.socket, want=[])
    slow = Client(daemon.socket, uid=OTHER)
    witness.ping(1)
    slow.send({"shm_attach": {}})
    # The next memory takes the number of the one that hangs up.
    early.close()
    witness.ping(2)
    for index in (1, 2):
        reload(daemon, witness, index)
    result = told(slow, "a client that reads late")
    slow.close()
    return f"who reads late gets {result}"


def under_way(daemon, witness):
    """More descriptors are under way than the daemon may open."""
    crowd = [Client(daemon.socket, uid=OTHER, want=[]) for _ in range(8)]
    for client in crowd:
        client.until("snapshot")
        client.send({"shm_attach": {}})
    witness.ping(3)
    for index in range(5):
        witness.ask({"load": {"scene": scene(20 + index)}})
        witness.ping(10 + index)
    results = {told(client, "a client with descriptors under way") for client in crowd}
    for client in crowd:
        client.close()
    witness.ping(4)
    return f"with too many under way they get {' or '.join(sorted(results))}"


def exhausted(daemon, witness):
    """No descriptor is left for the memory or the wake-up."""
    crowd = []
    while len(crowd) < 60:
        user = OTHER if len(crowd) < 30 else None
        try:
            client = Client(daemon.socket, uid=user, timeout=2.0, want=[])
        except ConnectionError:
            # The daemon has closed the connection before it could read the hello.
            break
        if client.until("snapshot") is None:
            client.close()
            break
        crowd.append(client)
    expect(20 < len(crowd) < 48, f"{len(crowd)} clients fit into 48 descriptors")
    for client in crowd[:4]:
        client.send({"shm_attach": {}})
    results = {told(client, "a client without descriptors left") for client in crowd[:4]}
    witness.ping(5)
    for client in crowd:
        client.close()
    return f"without descriptors left they get {' or '.join(sorted(results))}"
