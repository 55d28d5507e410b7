"""A socket that keeps datagrams, and python-tuio, which parses them."""

import contextlib
import io
import socket
import threading
import time

from pythonosc.osc_bundle import OscBundle
from pythontuio.dispatcher import TuioDispatcher


class Listener:
    """Keeps what comes and when."""

    def __init__(self, family=socket.AF_INET, host="127.0.0.1"):
        self.socket = socket.socket(family, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind((host, 0))
        self.port = self.socket.getsockname()[1]
        self.datagrams = []
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        while True:
            try:
                data = self.socket.recv(65536)
            except OSError:
                return
            self.datagrams.append((time.monotonic(), data))

    def wait_for(self, holds, seconds=10):
        """Until `holds` of the datagrams is true; says whether it came to be."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if holds([data for _, data in self.datagrams]):
                return True
            time.sleep(0.005)
        return False

    def close(self):
        self.socket.close()


class Decoder:
    """The contacts that python-tuio reports."""

    def __init__(self):
        self.dispatcher = TuioDispatcher()

    def take(self, data):
        # It prints each bundle.
        with contextlib.redirect_stdout(io.StringIO()):
            self.dispatcher.call_handlers_for_packet(data, ("127.0.0.1", 0))

    @property
    def cursors(self):
        """By session: place, velocity and acceleration."""
        return {
            cursor.session_id: (
                tuple(cursor.position), tuple(cursor.velocity), cursor.motion_acceleration)
            for cursor in self.dispatcher.cursors}


def messages(data):
    """The messages of a bundle as lists, by python-osc."""
    return [(message.address, list(message)) for message in OscBundle(data)]


def arguments(data, command):
    """The arguments of the first message with a command; None without."""
    for address, values in messages(data):
        assert address == "/tuio/2Dcur", address
        if values[0] == command:
            return values[1:]
    return None


def sequence(data):
    return arguments(data, "fseq")[0]


def alive(data):
    return arguments(data, "alive")
