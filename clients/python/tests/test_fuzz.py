"""Vectors with faults: whatever comes, a decoder ends in messages or in a WireError.

SNAPBACK_FUZZ_SECONDS says how long, SNAPBACK_FUZZ_SEED which faults.
"""

import os
import random
import signal
import time
import unittest

import support
from snapback import Scene, wire
from snapback.errors import WireError

SECONDS = float(os.environ.get("SNAPBACK_FUZZ_SECONDS", "3"))
SEED = int(os.environ.get("SNAPBACK_FUZZ_SEED", random.randrange(1 << 30)))
# Numbers where something may overflow, in their places in bytes and in text.
BYTES = [b"\x00", b"\xff", b"\x7f", b"\x80", b"\xff" * 4, b"\x00" * 8, b"\x00\x00\xc0\x7f",
         b"\xff\xff\xff\x7f", b"\x00\x00\x00\x01"]
TEXTS = [b"1e308", b"-1e308", b"1e999", b"9" * 30, b"-0", b"null", b"true", b"[]", b"{}", b'""',
         b"\\ud800", b"\xff", b"[[[[", b"NaN", b"\n"]
# Seconds that one input may take.
PATIENCE = 5


def mutated(data, pieces, source):
    """Some bytes exchanged, some taken out or doubled, the end cut off."""
    result = bytearray(data)
    for _ in range(source.choice([1, 1, 2, 4, 16])):
        if not result:
            break
        place = source.randrange(len(result))
        way = source.randrange(5)
        if way == 0:
            result[place] = source.randrange(256)
        elif way == 1:
            piece = source.choice(pieces)
            result[place:place + len(piece)] = piece
        elif way == 2:
            del result[place:place + source.randrange(1, 40)]
        elif way == 3:
            result[place:place] = result[place:place + source.randrange(1, 200)]
        else:
            result[place] ^= 1 << source.randrange(8)
    if source.random() < 0.1:
        del result[source.randrange(len(result) + 1):]
    return bytes(result)


class FuzzTests(unittest.TestCase):
    def run_one(self, encoding, before, data, source):
        """Decodes in pieces, carries all into a scene, and asks where everything is."""
        decoder, scene = wire.Decoder(encoding), Scene()
        decoder.feed(before)
        try:
            for message in decoder:
                scene.apply(message)
            place = 0
            while place < len(data):
                step = source.choice([1, 7, 100, len(data)])
                decoder.feed(data[place:place + step])
                place += step
                for message in decoder:
                    scene.apply(message)
            decoded = True
        except WireError:
            decoded = False
        for moment in (0, 4612457405444, 4612957405444, 1 << 64):
            for drawn in scene.at(moment).values():
                self.assertEqual(len(drawn.box), 4)
        return decoded

    def fuzz(self, encoding, ending, pieces):
        print(f"{encoding}: seed {SEED}", end=" ", flush=True)
        source = random.Random(SEED)
        names = sorted(name for name in os.listdir(support.VECTORS) if name.endswith(ending))
        names = [name for name in names if name not in ("vectors.json", "segments.json")]
        data = [support.content(name) for name in names]
        before = data[names.index("snapshot" + ending)]
        previous = signal.signal(signal.SIGALRM, self.hang)
        ends = {True: 0, False: 0}
        deadline = time.monotonic() + SECONDS
        try:
            while time.monotonic() < deadline:
                signal.alarm(PATIENCE)
                start = b"" if source.random() < 0.3 else before
                fault = mutated(source.choice(data), pieces, source)
                ends[self.run_one(encoding, start, fault, source)] += 1
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, previous)
        print(f"{ends[True]} read, {ends[False]} refused", end=" ", flush=True)
        # Both happen, or it tests nothing.
        self.assertGreater(min(ends.values()), 20)

    def hang(self, *_):
        raise AssertionError(f"an input takes more than {PATIENCE} s")

    def test_binary(self):
        self.fuzz("binary", ".bin", BYTES)

    def test_lines(self):
        self.fuzz("ndjson", ".json", BYTES + TEXTS)


if __name__ == "__main__":
    unittest.main()
