"""What a scenario runs on: a test bed for devices, a daemon in it, and a client of the daemon."""

import os
import signal
import subprocess
import time

import gi

from client import Client, Silence
from mock_device import MockDevice

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402  (the version has to be required first)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCENE = os.path.join(ROOT, "configs", "scenes", "card.json5")


class Failed(Exception):
    """A scenario saw something that should not be."""


def expect(condition, text):
    """Fails the scenario with `text` unless the condition holds."""
    if not condition:
        raise Failed(text)


class Bed:
    """A folder of devices that only programs started from here see as /dev and /sys."""

    def __init__(self):
        self._testbed = UMockdev.Testbed.new()
        self._root = self._testbed.get_root_dir()
        self._serial = 0
        # Without it a program would be shown the machine's own /dev/input.
        os.makedirs(self.path("/dev/input"))

    def path(self, path):
        """Where something below /dev really is."""
        return self._root + path

    def plug(self, description, number, mode=None, **behaviour):
        """Makes /dev/input/eventN appear, ready to be opened, and returns the device.

        The node is made elsewhere and moved into place: at the moment when it is seen it
        answers already, as a kernel's does. It also lets a number come back that was removed
        before, at which umockdev 0.17 stops the whole test otherwise.
        """
        self._serial += 1
        hidden = f"hidden/node{self._serial}"
        node = f"/dev/input/event{number}"
        device = MockDevice(description, **behaviour)
        self._testbed.add_from_string(description.stanzas(self._serial, hidden, number))
        self._testbed.attach_ioctl(node, device)
        device.connect(self._testbed.get_dev_fd(f"/dev/{hidden}"))
        device.node = node
        if mode is not None:
            os.chmod(self.path(f"/dev/{hidden}"), mode)
        os.rename(self.path(f"/dev/{hidden}"), self.path(node))
        return device

    def unplug(self, device):
        """Makes a device's node disappear. Who has it open notices nothing by that alone."""
        os.unlink(self.path(device.node))
        self._testbed.detach_ioctl(device.node)

    def link(self, name, device):
        """Makes a link to a device's node, as udev does in by-path; an old one is replaced."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.islink(path):
            os.unlink(path)
        os.symlink(os.path.relpath(device.node, os.path.dirname(name)), path)

    def terminal(self, device):
        """The pseudo-terminal that stands behind a device's node."""
        return os.readlink(self.path(device.node))


class Rig:
    """A daemon on a test bed, with a client; as a context it ends with an orderly stop."""

    def __init__(self, binaries, folder):
        self.bed = Bed()
        self.client = None
        self._program = os.path.join(binaries, "snapbackd")
        self._folder = folder
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

    def start(self, *devices, wrapper=()):
        """Starts the daemon, connects the client and waits until the scene is at rest."""
        command = [*wrapper, self._program, "--scene", SCENE, "--socket", self._socket]
        command += ["--log-level", "debug"]
        for path in devices:
            command += ["--device", path]
        with open(self._log, "wb") as log:
            # The environment is not passed on: UMOCKDEV_DIR is set in this process by
            # libumockdev, and Python's copy does not know it.
            self._daemon = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log)
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

    def until_log(self, text, timeout=5.0):
        """Waits for `text` in what the daemon logged since the last text waited for."""
        deadline = time.monotonic() + timeout
        while True:
            position = self.log().find(text, self._log_taken)
            if position >= 0:
                self._log_taken = position + len(text)
                return
            if self._daemon.poll() is not None:
                raise Failed(f"the daemon exited with {self._daemon.returncode}")
            if time.monotonic() > deadline:
                raise Silence(f'the daemon did not log "{text}"')
            time.sleep(0.005)

    def plug(self, description, number, **behaviour):
        """Plugs a device in and waits until the daemon reads it."""
        device = self.bed.plug(description, number, **behaviour)
        self.until_log(f'{device.node} "{description.name}" is read: touchscreen')
        return device

    def unplug(self, device):
        """Unplugs a device and waits until the daemon knows."""
        self.bed.unplug(device)
        self.until_log(f"{device.node} has gone")

    def descriptors(self):
        """What the daemon has open, by the names that /proc gives them."""
        folder = f"/proc/{self._daemon.pid}/fd"
        return sorted(os.readlink(os.path.join(folder, name)) for name in os.listdir(folder))
