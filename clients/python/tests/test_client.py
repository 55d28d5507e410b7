"""The client against a daemon that is played by the test."""

import json
import os
import socket
import struct
import tempfile
import threading
import time
import typing
import unittest

import support
import snapback
from snapback import messages as m
from snapback import wire
from support import packed, snapshot, string, welcome

from test_memory import Daemon as Memory
from test_memory import header, slot


class Peer:
    """One connection as the daemon sees it; the client speaks binary."""

    def __init__(self, connection):
        self.connection = connection
        self.file = connection.makefile("rb")
        self.magic = self.file.read(8)
        self.hello = self.text()["hello"]

    def message(self):
        length, kind, *_ = struct.unpack("<IHBBQQ", self.file.read(24))
        return kind, self.file.read(length)

    def text(self):
        kind, payload = self.message()
        assert kind == 1, kind
        return json.loads(payload)

    def send(self, data):
        self.connection.sendall(data)

    def reply(self, body):
        self.send(packed(1, json.dumps({"reply": body}).encode()))

    def close(self):
        self.file.close()
        self.connection.close()


class PackageTests(unittest.TestCase):
    def test_it_exports_the_types_of_all_messages(self):
        kinds = typing.get_args(m.Message)
        self.assertIn(m.SceneEvent, kinds)
        for kind in kinds:
            self.assertIs(getattr(snapback, kind.__name__, None), kind)
            self.assertIn(kind.__name__, snapback.__all__)


class ClientTests(unittest.TestCase):
    def serve(self, *scripts):
        """Runs a script for each connection, in a thread; gives the socket's path."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "s")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path)
        listener.listen()
        self.faults = []

        def run():
            for script in scripts:
                connection, _ = listener.accept()
                peer = Peer(connection)
                try:
                    script(peer)
                except Exception as fault:
                    self.faults.append(fault)
                finally:
                    peer.close()

        thread = threading.Thread(target=run)
        thread.start()

        def end():
            thread.join(10)
            listener.close()
            self.assertFalse(thread.is_alive())
            self.assertEqual(self.faults, [])

        self.addCleanup(end)
        return path

    def test_hello_says_what_was_asked_for(self):
        hellos = []

        def script(peer):
            hellos.append((peer.magic, peer.hello))
            peer.send(welcome() + snapshot())

        with snapback.connect(
                self.serve(script), want=["segments"], views=["card*"], pacing="pull", rate=30,
                ack=True, name="test") as client:
            messages = list(client)
        self.assertEqual(hellos, [(wire.MAGIC, {
            "versions": [1], "want": ["segments"], "views": ["card*"], "pacing": "pull",
            "rate": 30, "ack": True, "name": "test", "parts": ["cornerRadius", "looks"]})])
        self.assertEqual(client.welcome.session, "0000000000001234")
        self.assertEqual([type(message) for message in messages], [m.Snapshot])
        self.assertEqual(client.scene.names, ["screen", "card"])

    def test_a_reply_is_found_among_other_messages(self):
        def script(peer):
            peer.send(welcome() + snapshot())
            body = peer.text()["run"]
            assert body["action"] == "open", body
            peer.send(packed(24, seq=2, time=9))
            peer.reply({"id": body["id"] + 100, "ok": True})
            peer.reply({"id": body["id"], "ok": True, "transaction": 4})
            peer.reply({"id": peer.text()["run"]["id"], "ok": False, "code": "unknown-name",
                        "message": "no action \"opne\""})

        with snapback.connect(self.serve(script)) as client:
            self.assertEqual(client.run("open")["transaction"], 4)
            with self.assertRaises(snapback.CommandError) as caught:
                client.run("opne")
            self.assertEqual(caught.exception.code, "unknown-name")
            kinds = [type(message) for message in client]
        self.assertEqual(kinds, [m.Snapshot, m.Idle, m.Reply])

    def test_pull_and_ping_and_presented(self):
        def script(peer):
            peer.send(welcome() + snapshot())
            kind, payload = peer.message()
            assert (kind, payload) == (4, struct.pack("<Q", 1)), (kind, payload)
            peer.send(packed(27, payload, time=77))
            kind, payload = peer.message()
            assert (kind, payload) == (2, struct.pack("<QQ", 500, 16)), (kind, payload)
            # What was on its way already is not the answer.
            peer.send(packed(24, seq=2, time=499))
            peer.send(packed(19, struct.pack("<QQII", 1, 1, 0, 0), seq=3, time=480))
            peer.send(packed(19, struct.pack("<QQII", 1, 1, 0, 0), seq=4, time=500))
            kind, payload = peer.message()
            assert (kind, payload) == (3, struct.pack("<QQQII", 2, 510, 0, 1, 0)), payload

        with snapback.connect(self.serve(script)) as client:
            self.assertEqual(client.ping().now, 77)
            client.receive()
            self.assertEqual(client.frame_at(500, 16).time, 500)
            client.presented(2, 510, discarded=True)

    def test_a_refusal_without_an_id_is_one_too(self):
        def script(peer):
            peer.send(welcome() + snapshot())
            assert peer.text() == {"shm_attach": {}}
            peer.reply({"ok": False, "code": "forbidden", "message": "not for you"})

        with snapback.connect(self.serve(script)) as client:
            with self.assertRaises(snapback.CommandError) as caught:
                client.attach_memory()
        self.assertEqual((caught.exception.command, caught.exception.code),
                         ("shm_attach", "forbidden"))

    def test_pending_reads_what_has_come_and_waits_for_nothing(self):
        go = threading.Event()

        def script(peer):
            peer.send(welcome())
            go.wait(5)
            peer.send(snapshot() + packed(24, seq=2, time=9))

        with snapback.connect(self.serve(script)) as client:
            begin = time.monotonic()
            self.assertFalse(client.pending())
            self.assertLess(time.monotonic() - begin, 1)
            go.set()
            while not client.pending():
                time.sleep(0.001)
            self.assertIsInstance(client.receive(), m.Snapshot)
            self.assertIsInstance(client.receive(), m.Idle)
            while not client.pending():
                time.sleep(0.001)
            with self.assertRaises(snapback.ConnectionLost):
                client.receive()

    def test_an_error_of_the_daemon_is_raised(self):
        def script(peer):
            peer.send(packed(26, string("version") + string("not today")))

        with self.assertRaises(snapback.DaemonError) as caught:
            snapback.connect(self.serve(script))
        self.assertEqual(caught.exception.code, "version")

    def test_no_daemon_is_said_with_its_place(self):
        with self.assertRaisesRegex(snapback.ConnectionLost, "/nowhere/s"):
            snapback.connect("/nowhere/s")

    def test_a_daemon_that_is_silent_is_given_up(self):
        def script(peer):
            time.sleep(0.3)

        with self.assertRaises(snapback.TimedOut):
            snapback.connect(self.serve(script), timeout=0.05)

    def test_a_client_connects_again_and_says_what_it_missed(self):
        def whole(session, epoch):
            def script(peer):
                peer.send(welcome(session, epoch) + snapshot(epoch=epoch))
            return script

        path = self.serve(
            whole(1, 1), whole(1, 1), whole(1, 2), lambda peer: None, whole(2, 2))
        with snapback.connect(path, reconnect=True) as client:
            seen = []
            while len(seen) < 3:
                message = client.receive(timeout=5)
                if isinstance(message, m.Reconnected):
                    seen.append((int(message.welcome.session, 16), message.continued))
        self.assertEqual(seen, [(1, True), (1, False), (2, False)])

    def test_shared_memory_comes_with_its_message(self):
        memory = Memory(header(2) + slot(1) + slot(10))
        self.addCleanup(memory.close)

        def script(peer):
            peer.send(welcome() + snapshot(epoch=7))
            assert peer.text() == {"shm_attach": {}}
            size = os.fstat(memory.memory).st_size
            socket.send_fds(
                peer.connection, [packed(32, struct.pack("<Q", size))],
                [memory.memory, memory.reader])

        with snapback.connect(self.serve(script)) as client:
            shared = client.attach_memory()
            self.assertEqual(shared.view("card").frame[0], 10)


if __name__ == "__main__":
    unittest.main()
