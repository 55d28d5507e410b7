"""Shared memory: what is read, and memory that cannot be trusted."""

import fcntl
import os
import struct
import threading
import time
import unittest

import support
from snapback.errors import MemoryBusy, SnapbackError, WireError
from snapback.memory import SharedMemory

HEADER = "<8sIIIIQQQQII"


def slot(x):
    return struct.pack(
        "<4f6f6f10ffII12x", x, 2, 3, 4, 5, 6, 0.5, 1, 1, 0, 1, 0, 0, 1, x, 2, *range(10), 0.5,
        0xFF102030, 1)


def header(slots, sequence=2, first=64, stride=128, magic=b"SNAPSHM1", version=1, flags=0):
    return struct.pack(
        HEADER, magic, version, first, stride, slots, 7, sequence, 1000, 3, flags, 0)


class Daemon:
    """The daemon's side: a memory, and a pipe in place of the eventfd."""

    def __init__(self, content, sealed=True):
        self.memory = os.memfd_create("test", os.MFD_ALLOW_SEALING)
        os.write(self.memory, content)
        if sealed:
            fcntl.fcntl(self.memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
        self.reader, self.writer = os.pipe()

    def attach(self, size=None):
        memory = os.dup(self.memory)
        return SharedMemory(
            memory, os.dup(self.reader), os.fstat(memory).st_size if size is None else size)

    def close(self):
        for descriptor in (self.memory, self.reader, self.writer):
            os.close(descriptor)


class MemoryTests(unittest.TestCase):
    def daemon(self, content, sealed=True):
        daemon = Daemon(content, sealed)
        self.addCleanup(daemon.close)
        return daemon

    def test_a_slot_is_a_state(self):
        memory = self.daemon(header(2, flags=1) + slot(1) + slot(10)).attach()
        memory.bind(["screen", "card"])
        frame = memory.read()
        self.assertEqual((frame.time, frame.revision, frame.idle), (1000, 3, True))
        self.assertEqual([view.view for view in frame.views], ["screen", "card"])
        card = memory.view("card")
        self.assertEqual(card, frame.views[1])
        self.assertEqual(card.frame, (10, 2, 3, 4))
        self.assertEqual(card.transform.rotation, 0.5)
        self.assertEqual(card.velocity.scale, (7, 8))
        self.assertEqual(card.appearance.color, (0x10, 0x20, 0x30))

    def test_a_slot_has_a_corner_radius_only_with_its_flag(self):
        content = bytearray(header(2) + slot(1) + slot(10))
        struct.pack_into("<f", content, 64 + 116, 24)
        struct.pack_into("<If", content, 64 + 128 + 112, 3, 12.5)
        memory = self.daemon(bytes(content)).attach()
        memory.bind(["screen", "card"])
        self.assertEqual([view.corner_radius for view in memory.read().views], [None, 12.5])

    def test_a_memory_that_is_always_written_is_given_up(self):
        memory = self.daemon(header(1, sequence=3) + slot(1)).attach()
        memory.bind(["screen"])
        with self.assertRaises(MemoryBusy):
            memory.read()

    def test_names_come_with_the_snapshot(self):
        memory = self.daemon(header(1) + slot(1)).attach()
        with self.assertRaises(SnapbackError):
            memory.read()
        with self.assertRaises(WireError):
            memory.bind(["screen", "card"])

    def test_memory_that_cannot_be_trusted_is_refused(self):
        good = header(1) + slot(1)
        for text, content, sealed, size in [
            ("sealed", good, False, None),
            ("64 bytes, not 10|not 10", good, True, 10),
            ("not 4096", good, True, 4096),
            ("slots do not fit", header(2) + slot(1), True, None),
            ("slots do not fit", header(1, stride=64) + slot(1), True, None),
            ("slots do not fit", header(1, first=0) + slot(1), True, None),
            ("slots do not fit", header(0xFFFFFFFF) + slot(1), True, None),
            ("version 2", header(1, version=2) + slot(1), True, None),
            ("NOTITATA", header(1, magic=b"NOTITATA") + slot(1), True, None),
        ]:
            before = len(os.listdir("/proc/self/fd"))
            daemon = Daemon(content, sealed)
            with self.subTest(text), self.assertRaisesRegex(WireError, text):
                daemon.attach(size)
            daemon.close()
            self.assertEqual(len(os.listdir("/proc/self/fd")), before)

    def test_waiting_ends_with_a_frame_or_with_its_time(self):
        daemon = self.daemon(header(1) + slot(1))
        memory = daemon.attach()
        self.assertFalse(memory.wait(0.01))
        os.write(daemon.writer, struct.pack("<Q", 1))
        self.assertTrue(memory.wait(1))

    def test_a_frame_is_never_torn(self):
        # The writer makes all numbers of a slot alike; odd sequences are while it writes.
        daemon = self.daemon(header(1) + slot(1))
        memory = daemon.attach()
        memory.bind(["screen"])
        stop = threading.Event()

        def write():
            number = 0
            while not stop.is_set():
                number += 1
                os.pwrite(daemon.memory, struct.pack("<Q", 2 * number + 1), 32)
                value = float(number % 1000)
                for place in range(0, 104, 8):
                    os.pwrite(daemon.memory, struct.pack("<ff", value, value), 64 + place)
                os.pwrite(daemon.memory, struct.pack("<Q", 2 * number + 2), 32)
                stop.wait(0.0002)

        thread = threading.Thread(target=write)
        thread.start()
        seen = set()
        reads = 0
        deadline = time.monotonic() + 30
        try:
            # On a busy machine, the writer may write no frame during many reads.
            while reads < 3000 or len(seen) <= 3 and time.monotonic() < deadline:
                reads += 1
                try:
                    view = memory.read().views[0]
                except MemoryBusy:
                    continue
                if view.frame[0] != 1 or view.frame[1] != 2:
                    seen.add(view.frame[0])
                    self.assertEqual(set(view.frame + view.matrix), {view.frame[0]})
        finally:
            stop.set()
            thread.join()
        self.assertGreater(len(seen), 3)


if __name__ == "__main__":
    unittest.main()
