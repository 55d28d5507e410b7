"""Decoding: whole messages, messages in pieces, and bytes that no daemon would send."""

import json
import struct
import time
import unittest

import support
from snapback import messages as m
from snapback import wire
from snapback.errors import WireError
from support import packed, snapshot, state, string, welcome


def decoded(data, encoding="binary", **options):
    decoder = wire.Decoder(encoding, **options)
    decoder.feed(data)
    return list(decoder)


def line(name, body):
    return json.dumps({name: body}).encode() + b"\n"


class BinaryTests(unittest.TestCase):
    def test_a_snapshot_and_a_frame_of_its_views(self):
        moved = state(1, (11, 20, 100, 50), color=0x00123456, mask=0b111111, extra=struct.pack(
            "<10f", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
        frame = packed(19, struct.pack("<QQII", 2, 1500, 1, 0) + moved, seq=2, time=2000)
        first, second = decoded(snapshot() + frame)
        self.assertEqual([view.name for view in first.views], ["screen", "card"])
        self.assertEqual([view.parent for view in first.views], [None, "screen"])
        self.assertEqual(first.screen, m.Screen(390, 844, 3, (0x1C, 0x1C, 0x1E)))
        self.assertEqual((second.seq, second.time, second.computed), (2, 2000, 1500))
        [view] = second.views
        self.assertEqual((view.view, view.frame), ("card", (11, 20, 100, 50)))
        self.assertIsNone(view.appearance.color)
        self.assertEqual(
            view.velocity, m.Velocity((1, 2, 3, 4), (5, 6), 7, (8, 9), 10))

    def test_bytes_one_by_one_are_the_same_messages(self):
        data = welcome() + snapshot() + packed(24, seq=2, time=3) + packed(77, b"later") \
            + packed(25, struct.pack("<Q", 9))
        whole = decoded(data)
        decoder = wire.Decoder("binary")
        pieces = []
        for place in range(len(data)):
            decoder.feed(data[place:place + 1])
            pieces += list(decoder)
        self.assertEqual(pieces, whole)
        self.assertEqual([type(message) for message in whole], [
            m.Welcome, m.Snapshot, m.Idle, m.Lagged])

    def test_a_payload_may_grow_at_its_end(self):
        self.assertEqual(
            decoded(packed(27, struct.pack("<Q", 7) + b"more", time=8)), [m.Pong(7, 8)])

    def test_an_unknown_bit_of_a_state_ends_the_reading(self):
        odd = state(0, (1, 2, 3, 4), mask=0b1011111, extra=b"????")
        payload = struct.pack("<QQII", 2, 0, 2, 0) + odd + state(1, (0, 0, 0, 0))
        [_, frame] = decoded(snapshot() + packed(19, payload, seq=2))
        self.assertEqual([view.view for view in frame.views], ["screen"])

    def test_an_unknown_term_leaves_its_channel_to_frames(self):
        term = struct.pack("<BBHIQQdd", 99, 0, 0, 48, 0, 0, 0, 1) + b"8 bytes."
        channel = struct.pack("<IHBBQdd", 1, 6, 0, 1, 3, 12.5, 0) + term
        payload = struct.pack("<QII", 2, 2, 0) + channel + struct.pack(
            "<IHBBQdd", 1, 7, 0, 0, 3, 1.5, 0)
        [_, segment] = decoded(snapshot() + packed(20, payload, seq=2))
        self.assertEqual([channel.known for channel in segment.channels], [False, True])
        self.assertEqual([channel.held for channel in segment.channels], [12.5, 1.5])

    def test_what_cannot_be_is_an_error_that_names_its_place(self):
        empty = struct.pack("<QQII", 1, 0, 0, 0)
        faults = {
            "handle": snapshot() + packed(19, empty[:16] + struct.pack("<II", 1, 0)
                                          + state(2, (0, 0, 0, 0)), seq=2),
            "more than": snapshot() + packed(20, struct.pack("<QII", 1, 0xFFFFFFFF, 0)),
            "missing": packed(27, b"1234"),
            "version 2": packed(24, version=2),
            "not finite": snapshot() + packed(19, empty[:16] + struct.pack("<II", 1, 0)
                                              + state(1, (float("nan"), 0, 0, 0)), seq=2),
            "UTF-8": packed(26, struct.pack("<H", 1) + b"\xff" + string("")),
            "the parent": packed(18, struct.pack("<QQfffIII", 1, 1, 1, 1, 1, 0, 1, 0)
                                 + struct.pack("<IIfff", 5, 0, 0, 0, 0) + state(0, (0,) * 4)
                                 + string("a")),
            "16777217 bytes": struct.pack("<IHBBQQ", (16 << 20) + 1, 19, 1, 0, 0, 0),
        }
        for text, data in faults.items():
            with self.subTest(text), self.assertRaisesRegex(WireError, text):
                decoded(data)

    def test_after_an_error_there_is_nothing_more(self):
        decoder = wire.Decoder("binary")
        decoder.feed(packed(24, version=2) + packed(24))
        for _ in range(2):
            with self.assertRaises(WireError):
                decoder.next()


class LineTests(unittest.TestCase):
    def test_blank_lines_and_unknown_messages_are_skipped(self):
        data = b"\n  \n" + line("later", {"a": 1}) + line("idle", {"seq": 1, "time": 2, "x": []})
        self.assertEqual(decoded(data, "ndjson"), [m.Idle(1, 2)])

    def test_what_is_left_out_is_at_its_default(self):
        view = {"id": "card", "frame": [1, 2, 3, 4], "translation": [5, 6], "rotation": 0,
                "scale": [1, 1], "alpha": 1, "toScreen": [1, 0, 0, 1, 0, 0],
                "velocity": {"translation": [7, 8], "rotation": 9}}
        [frame] = decoded(
            line("frame", {"seq": 1, "time": 2, "revision": 3, "views": [view]}), "ndjson")
        [state] = frame.views
        self.assertEqual(state.transform, m.Transform((5, 6), 0, (1, 1), 0))
        self.assertEqual(state.appearance, m.Appearance(1, None, True))
        self.assertEqual(state.velocity, m.Velocity(translation=(7, 8), rotation=9))
        self.assertEqual(frame.computed, 2)

    def test_what_cannot_be_is_an_error(self):
        idle = '{"idle":{"seq":1,"time":%s}}\n'
        faults = [
            b"nonsense\n", b"[]\n", b"{}\n", b'{"idle":1}\n', b'{"idle":{"seq":1}}\n', b"\xff\n",
            b'{"idle":{"seq":1,"time":2},"two":{}}\n', b"[" * 100000 + b"\n",
            (idle % "-1").encode(), (idle % "1.5").encode(), (idle % "true").encode(),
            (idle % ("1" * 100000)).encode(), (idle % str(1 << 64)).encode(),
            (idle % "NaN").encode(), (idle % "1e999").encode(),
            line("error", {"code": "a", "message": "\ud800"}),
            line("welcome", {"version": 1, "encoding": "ndjson", "clock": "monotonic", "now": 1,
                             "session": "1", "epoch": 1, "rate": "fast"}),
        ]
        for data in faults:
            with self.subTest(data[:60]), self.assertRaises(WireError):
                decoded(data, "ndjson")

    def test_a_line_without_end_is_refused_at_the_limit(self):
        decoder = wire.Decoder("ndjson", limit=1000)
        decoder.feed(b"{" * 1000)
        self.assertIsNone(decoder.next())
        decoder.feed(b"{")
        with self.assertRaisesRegex(WireError, "1000 bytes"):
            decoder.next()

    def test_a_long_line_in_small_pieces_takes_no_longer(self):
        body = line("reply", {"text": "x" * (4 << 20)})
        decoder = wire.Decoder("ndjson")
        begin = time.monotonic()
        messages = []
        for place in range(0, len(body), 512):
            decoder.feed(body[place:place + 512])
            messages += list(decoder)
        self.assertEqual(len(messages), 1)
        self.assertLess(time.monotonic() - begin, 2)


class EncodeTests(unittest.TestCase):
    def test_the_lengths_are_those_of_the_specification(self):
        for name, body, length, kind in [
            ("frame_request", {"time": 5}, 16, 2), ("ping", {"id": 1}, 8, 4), ("resync", {}, 0, 5),
            ("presented", {"seq": 1, "time": 2, "refresh": 3, "discarded": True}, 32, 3),
        ]:
            data = wire.encode(name, body)
            self.assertEqual(len(data), 24 + length)
            self.assertEqual(struct.unpack_from("<IHBB", data), (length, kind, 1, 0))

    def test_other_messages_are_text(self):
        data = wire.encode("run", {"action": "öffnen"})
        self.assertEqual(json.loads(data[24:]), {"run": {"action": "öffnen"}})
        self.assertEqual(wire.encode("run", {"action": "a"}, "ndjson"), b'{"run":{"action":"a"}}\n')
        with self.assertRaises(ValueError):
            wire.encode("motion", {"rate": float("nan")})


if __name__ == "__main__":
    unittest.main()
