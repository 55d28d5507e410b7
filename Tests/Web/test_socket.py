"""WebSockets: the daemon's messages as they are, both ways, and every way to part."""

import json
import os
import signal
import socket
import time
import unittest

import rig
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class SocketTest(unittest.TestCase):
    def setUp(self):
        self.rig = rig.Rig()
        self.web = self.rig.web
        self.addCleanup(self.rig.close)

    def connect(self):
        return connect(
            self.web.socket_address, origin=self.web.origin, max_size=None, compression=None,
            additional_headers={"Cookie": f"snapback-{self.web.port}={rig.TOKEN}"})

    def until_closed(self, client, seconds=10):
        """The received messages, and the code and reason of the close."""
        said = []
        try:
            while True:
                said.append(client.recv(seconds))
        except ConnectionClosed as error:
            return said, error.rcvd.code if error.rcvd else None, \
                error.rcvd.reason if error.rcvd else ""

    def test_a_line_is_a_message_each_way(self):
        with self.connect() as client, socket.socket(socket.AF_UNIX) as direct:
            direct.connect(self.rig.daemon.path)
            direct.sendall(rig.hello(want=["frames"]).encode() + b"\n")
            lines = direct.makefile("r", encoding="utf-8")
            client.send(rig.hello(want=["frames"]))
            for kind in ["welcome", "snapshot"]:
                ours, theirs = json.loads(client.recv(5)), json.loads(lines.readline())
                self.assertEqual(list(ours), [kind])
                self.assertEqual(ours[kind].keys(), theirs[kind].keys())
            self.assertEqual(
                [view["id"] for view in ours["snapshot"]["views"]],
                [view["id"] for view in theirs["snapshot"]["views"]])
            client.send(json.dumps({"ping": {"id": 7}}))
            while "pong" not in (message := json.loads(client.recv(5))):
                self.assertIn(list(message)[0], ["frame", "idle"])
            self.assertEqual(message["pong"]["id"], 7)
            client.send(json.dumps({"change": {"id": 8, "changes": []}}))
            while "reply" not in (message := json.loads(client.recv(5))):
                pass
            self.assertEqual(message["reply"]["id"], 8)

    def test_a_message_in_fragments_is_one_line(self):
        with self.connect() as client:
            text = rig.hello()
            client.send([text[:3], text[3:10], text[10:]])
            self.assertIn("welcome", json.loads(client.recv(5)))
            self.assertTrue(client.ping().wait(5))

    def test_bytes_go_both_ways_as_they_are(self):
        with self.connect() as client:
            body = rig.hello(want=["frames"]).encode()
            header = len(body).to_bytes(4, "little") + b"\x01\0\x01\0" + bytes(16)
            # Cut where no message ends.
            client.send(b"SNAPBK1\n" + header[:5])
            client.send(header[5:] + body)
            stream, kinds = b"", []
            while 19 not in kinds:
                part = client.recv(5)
                self.assertIsInstance(part, bytes)
                stream += part
                while len(stream) >= 24:
                    length = 24 + int.from_bytes(stream[:4], "little")
                    if len(stream) < length:
                        break
                    kinds.append(int.from_bytes(stream[4:6], "little"))
                    stream = stream[length:]
            # Welcome, snapshot, and after idles a frame: docs/protocol-binary.md.
            self.assertEqual(kinds[:2], [16, 18])
            self.assertLessEqual(set(kinds[2:]), {19, 24})
            client.send("{}")
            self.assertEqual(self.until_closed(client)[1], 1003)

    def test_lines_stay_lines(self):
        with self.connect() as client:
            client.send(rig.hello(want=["done"]))
            client.recv(5)
            client.send(b"bytes")
            self.assertEqual(self.until_closed(client)[1], 1003)

    def test_an_error_of_the_daemon_comes_before_the_end(self):
        with self.web.raw_socket() as client:
            client.sendall(rig.masked(1, b"no JSON at all"))
            said, code, reason = self.parts(client)
            self.assertEqual(json.loads(said[-1])["error"]["code"], "bad-message")
            self.assertEqual((code, reason), (1001, "the daemon has closed the connection"))

    def test_a_huge_message_gets_the_error_of_the_limit(self):
        # The daemon's own user may send it up to 1 MiB; the server of the page takes less.
        for size in [300_000, 5_000_000]:
            with self.subTest(size=size), self.web.raw_socket() as client:
                client.sendall(rig.masked(1, rig.hello(want=["done"]).encode()))
                try:
                    client.sendall(rig.masked(1, b'{"change":"' + b"x" * size + b'"}'))
                except OSError:
                    pass
                said, code, _ = self.parts(client)
                self.assertEqual(json.loads(said[-1])["error"]["code"], "too-long")
                self.assertEqual(code, 1009)

    def test_frames_that_make_no_sense_end_the_connection(self):
        hello = rig.hello().encode()
        unmasked = bytes([0x81, len(hello)]) + hello
        for name, frames in {
                "not masked": unmasked,
                "a bit that is reserved": bytes([0xC1, 0x82]) + bytes(4) + b"{}",
                "a continuation of nothing": rig.masked(0, b"{}"),
                "a message within a message":
                    rig.masked(1, b"{", final=False) + rig.masked(1, b"}"),
                "no such opcode": rig.masked(3, b"{}"),
                "a ping in parts": rig.masked(9, b"x", final=False),
                "a long ping": rig.masked(9, b"x" * 126)}.items():
            with self.subTest(name):
                client = self.web.raw_socket()
                client.sendall(frames)
                self.assertEqual(self.parts(client)[1], 1002)
                client.close()

    def parts(self, client):
        """The messages that come, and the code and reason of the close frame behind them.

        The package gives up what it has not handed out when the end comes; this does not.
        """
        stream, said, message = client.makefile("rb"), [], b""
        while head := stream.read(2):
            size = head[1]
            if size >= 126:
                size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
            payload = stream.read(size)
            if head[0] == 0x88:
                return said, int.from_bytes(payload[:2], "big"), payload[2:].decode()
            message += payload
            if head[0] & 0x80:
                said.append(message)
                message = b""
        return said, None, ""

    def test_who_closes_gets_the_same_code_back(self):
        client = self.web.raw_socket()
        client.sendall(rig.masked(1, rig.hello(want=["done"]).encode()))
        client.sendall(rig.masked(8, (3210).to_bytes(2, "big") + b"enough"))
        self.assertEqual(self.parts(client)[1], 3210)
        self.assertEqual(client.recv(1), b"")
        client.close()
        rig.wait_until(lambda: self.daemon_clients() == 0, "the daemon's client is gone")

    def daemon_clients(self):
        """Connections of snapback-web to the daemon: its sockets that are none of TCP."""
        count = 0
        with open("/proc/net/unix", encoding="utf-8") as file:
            for line in file:
                fields = line.split()
                # Connected, on the daemon's side, which has the path.
                count += fields[-1] == self.rig.daemon.path and fields[5] == "03"
        return count

    def test_a_browser_that_vanishes_leaves_nothing_behind(self):
        client = self.web.raw_socket()
        client.sendall(rig.masked(1, rig.hello().encode()))
        rig.wait_until(lambda: self.daemon_clients() == 1, "the daemon has a client")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
        rig.wait_until(lambda: self.daemon_clients() == 0, "the daemon's client is gone")

    def test_the_daemon_goes_away_and_comes_back(self):
        with self.connect() as client:
            client.send(rig.hello())
            client.recv(5)
            self.rig.daemon.stop()
            _, code, reason = self.until_closed(client)
            self.assertEqual((code, reason), (1001, "the daemon has closed the connection"))
        with self.connect() as client:
            _, code, reason = self.until_closed(client)
            self.assertEqual(code, 1013)
            self.assertIn(f"no daemon at {self.rig.daemon.path}", reason)
        self.rig.daemon.start()
        with self.connect() as client:
            client.send(rig.hello())
            self.assertIn("welcome", json.loads(client.recv(5)))

    def test_a_long_reason_is_cut_to_what_a_close_frame_holds(self):
        path = os.path.join(self.rig.folder.name, "é" * 40)
        web = rig.Web(self.rig.folder.name, socket_path=path)
        with connect(web.socket_address, additional_headers=rig.BEARER) as client:
            _, code, reason = self.until_closed(client)
        self.assertEqual(code, 1013)
        self.assertTrue(reason.startswith("no daemon at /"))
        self.assertLessEqual(len(reason.encode()), 123)
        web.stop()

    def test_a_browser_that_never_reads_costs_the_others_nothing(self):
        deaf = [self.web.raw_socket(receive=4096) for _ in range(8)]
        want = ["frames", "segments", "gestures", "touches"]
        for client in deaf:
            client.sendall(rig.masked(1, rig.hello(want=want).encode()))
        with self.connect() as client:
            client.send(rig.hello(want=want))
            frames, end = 0, time.monotonic() + 2
            while time.monotonic() < end:
                frames += "frame" in json.loads(client.recv(5))
            self.assertGreater(frames, 30)
        for client in deaf:
            client.close()

    def test_a_browser_that_never_reads_stops_the_daemon_and_a_deaf_daemon_the_browser(self):
        path = os.path.join(self.rig.folder.name, "flood")
        flood = rig.Flood(path)
        self.addCleanup(flood.close)
        web = rig.Web(self.rig.folder.name, socket_path=path)
        web.ask("/api/about")
        before = web.memory()
        clients = [web.raw_socket(receive=4096) for _ in range(6)]
        sent = 0
        for client in clients:
            client.sendall(rig.masked(1, b"{}"))
            client.settimeout(0.2)
            try:
                for _ in range(1000):
                    sent += client.send(rig.masked(1, b"x" * 60_000))
            except TimeoutError:
                pass
        rig.wait_until(flood.rests, "the daemon can send no more")
        self.assertEqual(len(flood.sent), 6)
        # The buffers of the sockets, 64 KB that wait, and a read under way.
        self.assertLess(max(flood.sent), 1 << 20)
        self.assertLess(sent, 6 * (4 << 20))
        self.assertLess(web.memory() - before, 8 << 20)
        for client in clients:
            client.close()
        rig.wait_until(lambda: flood.ended == 6, "the daemon's side is closed")
        self.assertEqual(web.stop(), 0)

    def test_it_ends_cleanly_and_says_so(self):
        for number in [signal.SIGTERM, signal.SIGINT]:
            web = rig.Web(self.rig.folder.name)
            with connect(web.socket_address, additional_headers=rig.BEARER) as client:
                client.send(rig.hello())
                client.recv(5)
                started = time.monotonic()
                self.assertEqual(web.stop(number), 0)
                self.assertLess(time.monotonic() - started, 3)
                _, code, reason = self.until_closed(client)
                self.assertEqual((code, reason), (1001, "snapback-web is stopping"))
