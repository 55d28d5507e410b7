"""A daemon observed from outside: its costs, and whether it still serves."""

import contextlib
import os
import resource
import signal
import subprocess
import time

from wire import MAGIC, Stream, body, outgoing
import socket as sockets


class Failed(Exception):
    """A failed expectation, or a timeout."""


def expect(condition, text):
    """Fails with `text` unless the condition holds."""
    if not condition:
        raise Failed(text)


class Daemon:
    """snapbackd with its socket and log in a folder."""

    def __init__(self, program, folder, *options, descriptors=None):
        self.socket = os.path.join(folder, "socket")
        self._log = os.path.join(folder, "log")

        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        with open(self._log, "wb") as log:
            self._process = subprocess.Popen(
                [program, "--socket", self.socket, *options], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, preexec_fn=limit)
        self.pid = self._process.pid
        deadline = time.monotonic() + 20
        while not os.path.exists(self.socket):
            self.check()
            expect(time.monotonic() < deadline, "the daemon does not listen")
            time.sleep(0.02)

    def check(self):
        """Fails when it has ended."""
        code = self._process.poll()
        expect(code is None, f"the daemon ended with {code}: {self.log()[-2000:]}")

    def log(self):
        """All that it has logged."""
        with open(self._log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def memory(self):
        """VmRSS and VmHWM, in KiB."""
        lines = self._status()
        return tuple(int(lines[key].split()[0]) for key in ("VmRSS", "VmHWM"))

    def wakes(self):
        """How often its threads that run now went to sleep by themselves."""
        count = 0
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            # A thread may end while the others are looked at.
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                count += int(self._status(f"task/{thread}/")["voluntary_ctxt_switches"])
        return count

    def _status(self, thread=""):
        self.check()
        with open(f"/proc/{self.pid}/{thread}status", encoding="utf-8") as file:
            return dict(line.rstrip("\n").split(":", 1) for line in file)

    def seconds(self):
        """Processor time of all its threads so far, to the nanosecond."""
        self.check()
        # The clock that clock_getcpuclockid(3) computes for a process.
        return time.clock_gettime(~self.pid << 3 | 2)

    def descriptors(self):
        """The open descriptors, by their names in /proc without numbers."""
        folder, found = f"/proc/{self.pid}/fd", []
        for name in os.listdir(folder):
            # One may be closed while the others are looked at.
            with contextlib.suppress(FileNotFoundError):
                found.append(os.readlink(os.path.join(folder, name)).split(":[")[0])
        return sorted(found)

    def stop(self):
        """Asks it to end, which it has to with 0."""
        self.check()
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise Failed("the daemon does not stop on SIGTERM") from None
        expect(code == 0, f"the daemon exited with {code} on SIGTERM: {self.log()[-2000:]}")

    def kill(self):
        """Ends it, whatever it does."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()


class Blocking:
    """A client that waits for the answers to its requests."""

    def __init__(self, path, is_binary=False, timeout=5.0, **hello):
        self.is_binary = is_binary
        self.stream = Stream(is_binary)
        self.messages = []
        self.socket = sockets.socket(sockets.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        if is_binary:
            self.socket.sendall(MAGIC)
        self.send({"hello": hello})

    def send(self, message):
        """Sends a message."""
        self.socket.sendall(outgoing(message, self.is_binary))

    def until(self, *kinds):
        """The next message of one of these kinds; None when the connection ends before."""
        while True:
            while self.messages:
                message = self.messages.pop(0)
                if message.kind in kinds:
                    return message
            try:
                data = self.socket.recv(1 << 16)
            except TimeoutError:
                raise Failed(f"no {' or '.join(kinds)} came in {self.socket.gettimeout()} s") \
                    from None
            except ConnectionError:
                data = b""
            if not data:
                return None
            self.messages += self.stream.feed(data)

    def ping(self, number):
        """How long the answer to a ping takes, in seconds."""
        start = time.monotonic()
        self.send({"ping": {"id": number}})
        while True:
            message = self.until("pong")
            expect(message is not None, "the connection of a client that pings has ended")
            if body(message, self.is_binary)["id"] == number:
                return time.monotonic() - start

    def close(self):
        """Hangs up."""
        self.socket.close()
