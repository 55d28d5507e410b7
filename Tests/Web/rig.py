"""A daemon, a snapback-web and ways to speak to them, for the tests beside it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCENES = os.path.join(TOP, "configs", "scenes")
RECORDINGS = os.path.join(TOP, "recordings")
BINARIES = os.environ.get("SNAPBACK_BINARIES", os.path.join(TOP, ".build", "debug"))
TOKEN = "a-token-of-the-tests-0123"
BEARER = {"Authorization": f"Bearer {TOKEN}"}


def program(name):
    return os.path.join(BINARIES, name)


def wait_until(claim, what, seconds=10):
    deadline = time.monotonic() + seconds
    while not claim():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


class Daemon:
    """A snapbackd that plays a recording again and again."""

    def __init__(self, folder, *options):
        self.path = os.path.join(folder, "s")
        self.options = options or (
            "--replay", os.path.join(RECORDINGS, "flick.evemu"), "--loop")
        self.log = os.path.join(folder, "daemon.log")
        self.process = None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [program("snapbackd"), "--scene", os.path.join(SCENES, "card.json5"), "--socket",
                 self.path, *self.options], stderr=log)
        wait_until(self.answers, "the daemon listens")

    def answers(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the daemon ended with {self.process.returncode}")
        with socket.socket(socket.AF_UNIX) as client:
            return client.connect_ex(self.path) == 0

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(10)
            self.process = None


class Flood:
    """A daemon that says more and more to each client, and reads nothing."""

    LINE = b'{"frame":"' + b"x" * 65525 + b'"}\n'

    def __init__(self, path):
        self.sent, self.ended = [], 0
        self.changed = time.monotonic()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            self.sent.append(0)
            threading.Thread(
                target=self.say, args=(client, len(self.sent) - 1), daemon=True).start()

    def say(self, client, number):
        try:
            while True:
                self.sent[number] += client.send(self.LINE)
                self.changed = time.monotonic()
        except OSError:
            self.ended += 1
        client.close()

    def rests(self):
        """Whether no data has been sent for half a second."""
        return time.monotonic() - self.changed > 0.5

    def close(self):
        self.listener.close()


class Web:
    """A snapback-web before that daemon."""

    def __init__(self, folder, *options, socket_path=None):
        # With --demo it has a daemon of its own.
        if "--demo" not in options:
            options = ("--socket", socket_path or os.path.join(folder, "s"), *options)
        with open(os.path.join(folder, "web.log"), "ab") as errors:
            self.process = subprocess.Popen(
                [program("snapback-web"), "--token", TOKEN, *options], stdout=subprocess.PIPE,
                stderr=errors, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(self.address.split(":")[2].split("/")[0])
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        self.socket_address = f"ws://{self.host}/ws"

    def ask(self, path, method="GET", headers=BEARER, body=None, host=None):
        """The status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.putrequest(method, path, skip_host=True)
            if host != "":
                connection.putheader("Host", host or self.host)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            for name, value in headers.items():
                for one in value if isinstance(value, list) else [value]:
                    connection.putheader(name, one)
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def raw(self, receive=None):
        """A connection as bytes."""
        client = socket.socket()
        if receive:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        client.settimeout(20)
        client.connect(("127.0.0.1", self.port))
        return client

    def raw_socket(self, receive=None):
        """A WebSocket as bytes, after its handshake."""
        client = self.raw(receive)
        client.sendall((
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nOrigin: {self.origin}\r\n"
            f"Cookie: snapback-{self.port}={TOKEN}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += client.recv(1)
        # RFC 6455, section 1.3.
        assert b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in head, head
        return client

    def memory(self):
        """The resident memory, in bytes."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) * 1024

    def stop(self, number=signal.SIGTERM):
        """Its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(10)
        self.process.stdout.close()
        return code


class Rig:
    """Both, in a folder of their own."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.daemon = Daemon(self.folder.name)
        self.daemon.start()
        self.web = Web(
            self.folder.name, "--scene", os.path.join(SCENES, "card.json5"), "--scenes", SCENES,
            "--recordings", RECORDINGS, *options)

    def close(self):
        if self.web.process.poll() is None:
            self.web.stop()
        self.daemon.stop()
        self.folder.cleanup()


class RigTest(unittest.TestCase):
    """Tests that share a daemon and a server."""

    @classmethod
    def setUpClass(cls):
        cls.rig = Rig()
        cls.web = cls.rig.web

    @classmethod
    def tearDownClass(cls):
        cls.rig.close()


def handshake(address, **options):
    """The status of a WebSocket's handshake; an accepted one also gets a welcome."""
    try:
        with connect(address, **options) as client:
            client.send(hello())
            assert "welcome" in json.loads(client.recv(5))
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def masked(opcode, payload, final=True):
    """A frame of a client, with a mask of zeros."""
    head = bytes([(0x80 if final else 0) | opcode])
    if len(payload) < 126:
        head += bytes([0x80 | len(payload)])
    elif len(payload) < 65536:
        head += bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
    else:
        head += bytes([0x80 | 127]) + len(payload).to_bytes(8, "big")
    return head + bytes(4) + payload


def hello(**options):
    return json.dumps({"hello": {"name": "test", **options}})
