"""The environment of a scenario: a test bed, a daemon in it, and a client of the daemon."""

import contextlib
import os
import signal
import subprocess
import time

from bed import Bed
from client import Client
from expectations import Failed, expect

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCENE = os.path.join(ROOT, "configs", "scenes", "card.json5")


class Rig:
    """A daemon on a test bed, with a client; as a context it ends with an orderly stop."""

    def __init__(self, binaries, folder):
        self.bed = Bed()
        self.client = None
        self.binaries, self.folder = binaries, folder
        self._program = os.path.join(binaries, "snapbackd")
        self._socket = os.path.join(folder, "socket")
        self._log = os.path.join(folder, "log")
        self._log_taken = 0
        self._daemon = None

    def __enter__(self):
        return self

    def __exit__(self, kind, _error, _trace):
        if self._daemon is None:
            return
        if kind is None:
            self.stop()
        elif self._daemon.poll() is None:
            self._daemon.kill()
            self._daemon.wait()

    def configure(self, text):
        """Writes a configuration, for `start` with its options and for `reload`."""
        path = os.path.join(self.folder, "snapbackd.json5")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return ("--config", path)

    def reload(self):
        """Lets the daemon read its configuration again and waits until it has."""
        self._daemon.send_signal(signal.SIGHUP)
        self.until_log("configuration and scene have been read again")

    def devices(self, *options):
        """The output of `snapback devices`."""
        command = [os.path.join(self.binaries, "snapback"), "devices", *options]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=20).stdout

    def start(self, *devices, options=(), privileges=()):
        """Starts the daemon, connects the client and waits until the scene is at rest."""
        # Should this process be killed, the daemon goes with it.
        command = ["setpriv", "--pdeathsig", "KILL", *privileges, self._program]
        command += ["--scene", SCENE, "--socket", self._socket, "--log-level", "debug"]
        command += options
        for path in devices:
            command += ["--device", path]
        with open(self._log, "wb") as log:
            # The environment is not passed on: UMOCKDEV_DIR is set in this process by
            # libumockdev, and Python's copy does not know it.
            self._daemon = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.until(lambda: os.path.exists(self._socket), "the daemon listens")
        self.client = Client(self._socket)
        return self.client.until_idle()

    def stop(self):
        """Asks the daemon to stop: it has to exit with 0 and leave no socket behind."""
        self._daemon.send_signal(signal.SIGTERM)
        try:
            code = self._daemon.wait(5)
        except subprocess.TimeoutExpired:
            self._daemon.kill()
            raise Failed("the daemon does not stop on SIGTERM") from None
        expect(code == 0, f"the daemon exited with {code} on SIGTERM")
        expect(not os.path.exists(self._socket), "the daemon left its socket behind")

    def log(self):
        """All that the daemon has logged."""
        with open(self._log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def until(self, is_so, what, timeout=5.0):
        """Waits until something is so."""
        deadline = time.monotonic() + timeout
        while not is_so():
            expect(self._daemon.poll() is None, f"the daemon exited: {self._daemon.returncode}")
            expect(time.monotonic() < deadline, f"waited in vain until {what}")
            time.sleep(0.005)

    def until_log(self, text):
        """Waits for `text` in what the daemon logged after the last text waited for."""
        self.until(lambda: text in self.log()[self._log_taken:], f'the log says "{text}"')
        self._log_taken = self.log().index(text, self._log_taken) + len(text)

    def plug(self, description, number, kind="touchscreen", **behavior):
        """Plugs a device in and waits until the daemon reads it as the right kind."""
        device = self.bed.plug(description, number, **behavior)
        self.until_log(f'{device.node} "{description.name}" is read: {kind}')
        return device

    def unplug(self, device):
        """Unplugs a device and waits until the daemon knows."""
        self.bed.unplug(device)
        self.until_log(f"{device.node} has gone")

    def descriptors(self):
        """The daemon's open descriptors, by their names in /proc."""
        folder, found = f"/proc/{self._daemon.pid}/fd", []
        for name in os.listdir(folder):
            # The daemon may close a descriptor while the others are read.
            with contextlib.suppress(FileNotFoundError):
                found.append(os.readlink(os.path.join(folder, name)))
        return sorted(found)
