"""What a scenario runs on: a test bed for devices, a daemon in it, and a client of the daemon."""

import os
import signal
import subprocess
import time

import gi

from client import Client
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
        self._attached = set()
        # Without it a program would be shown the machine's own /dev/input.
        os.makedirs(self.path("/dev/input"))

    def path(self, path):
        """Where something below /dev or /sys really is."""
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
        self._attach(node, device)
        device.connect(self._testbed.get_dev_fd(f"/dev/{hidden}"))
        device.node, device.number = node, number
        device.sysfs = f"/sys{description.path(self._serial)}"
        if mode is not None:
            os.chmod(self.path(f"/dev/{hidden}"), mode)
        os.rename(self.path(f"/dev/{hidden}"), self.path(node))
        return device

    def unplug(self, device):
        """Makes a device's node disappear. Who has it open notices nothing by that alone."""
        os.unlink(self.path(device.node))
        self._testbed.remove_device(f"{device.sysfs}/event{device.number}")
        self._testbed.remove_device(device.sysfs)
        # umockdev leaves this one behind.
        os.unlink(self.path(f"/sys/dev/char/13:{64 + device.number}"))

    def link(self, name, device):
        """Makes a link to a device's node, as udev does in by-path.

        umockdev knows whom to ask by the path that a program opens, so the link is attached too.
        """
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        self._attach(name, device)
        os.symlink(os.path.relpath(device.node, os.path.dirname(name)), path)

    def unlink(self, name):
        """Takes a link away."""
        os.unlink(self.path(name))

    def _attach(self, path, device):
        """Lets a device answer who opens `path`.

        One that answered there before does so until now: a program that is asking when a device
        is unplugged would be killed for it by umockdev.
        """
        if path in self._attached:
            self._testbed.detach_ioctl(path)
        self._attached.add(path)
        self._testbed.attach_ioctl(path, device)

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

    def start(self, *devices, privileges=()):
        """Starts the daemon, connects the client and waits until the scene is at rest."""
        # Should this process be killed, the daemon goes with it.
        command = ["setpriv", "--pdeathsig", "KILL", *privileges, self._program, "--scene", SCENE, "--socket", self._socket]
        command += ["--log-level", "debug"]
        for path in devices:
            command += ["--device", path]
        with open(self._log, "wb") as log:
            # The environment is not passed on: UMOCKDEV_DIR is set in this process by
            # libumockdev, and Python's copy does not know it.
            self._daemon = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
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
