"""The messages of Tests/Fixtures/protocol, in both encodings, and the motions of segments.json."""

import json
import struct
import unittest

import support
from snapback import messages as m
from snapback import motion, wire
from snapback._ndjson import _channel
from snapback._values import Object, parse
from snapback.errors import WireError
from support import content

# What says which encoding it is, and so differs.
_ENCODINGS = {"binary", "ndjson"}


def listing(*origins):
    rows = json.loads(content("vectors.json"))["vectors"]
    return [row["name"] for row in rows if row["from"] in origins]


def names():
    """The views that the vectors speak of: those of the vector `snapshot`."""
    decoder = wire.Decoder("ndjson")
    decoder.feed(content("snapshot.json"))
    return [view.name for view in decoder.next().views]


def decoded(name, encoding):
    decoder = wire.Decoder(encoding, names=names())
    decoder.feed(content(name + (".bin" if encoding == "binary" else ".json")))
    messages = list(decoder)
    assert decoder.is_between_messages, name
    return messages


def plain(value):
    """A message without its encoding."""
    if isinstance(value, m.Welcome):
        assert value.encoding in _ENCODINGS
        return {**vars(value), "encoding": ""}
    return value


class VectorTests(unittest.TestCase):
    def test_both_encodings_are_equal_messages(self):
        vectors = listing("daemon", "later daemon")
        self.assertGreater(len(vectors), 25)
        for name in vectors:
            with self.subTest(name):
                binary, lines = decoded(name, "binary"), decoded(name, "ndjson")
                self.assertGreater(len(binary), 0)
                self.assertEqual(
                    [plain(message) for message in binary], [plain(message) for message in lines])

    def test_every_message_is_among_them(self):
        kinds = {
            type(message) for name in listing("daemon") for message in decoded(name, "binary")}
        self.assertEqual(kinds, {
            m.Welcome, m.Snapshot, m.Frame, m.Segment, m.Gesture, m.Layout, m.Done, m.Idle,
            m.Lagged, m.ErrorMessage, m.Pong, m.Device, m.Touch, m.MemoryReady, m.Reply,
            m.Measure, m.Decision, m.SceneEvent, m.Looks})

    def test_broken_ones_are_refused(self):
        vectors = listing("broken daemon")
        self.assertGreater(len(vectors), 5)
        for name in vectors:
            with self.subTest(name), self.assertRaises(WireError):
                decoded(name, "binary")

    def test_what_a_client_says_is_the_same_bytes(self):
        for name in listing("client"):
            lines = content(name + ".json").splitlines()
            expected = content(name + ".bin")
            for line in lines:
                [(kind, body)] = json.loads(line).items()
                data = wire.encode(kind, body)
                length, number = struct.unpack_from("<IH", expected)
                with self.subTest(name):
                    if number == 1:
                        # Text: the same message, if not the same spelling.
                        text = expected[24:24 + length]
                        self.assertEqual(json.loads(data[24:]), json.loads(text))
                        self.assertEqual(data[4:24], expected[4:24])
                    else:
                        self.assertEqual(data, expected[:24 + length])
                    ours = wire.encode(kind, body, "ndjson")
                    self.assertEqual(json.loads(ours), json.loads(line))
                expected = expected[24 + length:]
            self.assertEqual(expected, b"")

    def test_motions_are_within_a_billionth(self):
        rows = parse(content("segments.json"))["cases"]
        pairs = 0
        for row in rows:
            channel = _channel(Object(row["channel"], "channel"))
            source = _channel(Object(row["source"], "channel")) if "source" in row else None
            for time, value, velocity in row["at"]:
                got = motion.evaluate(channel, time, lambda name: source)
                with self.subTest(channel=channel, time=time):
                    self.assertLessEqual(abs(got[0] - value), 1e-9 * max(1, abs(value)))
                    self.assertLessEqual(abs(got[1] - velocity), 1e-9 * max(1, abs(velocity)))
                pairs += 1
        self.assertGreater(pairs, 200)


if __name__ == "__main__":
    unittest.main()
