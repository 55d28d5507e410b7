"""A test bed: a /dev with devices that come and go, for programs that are started from here."""

import os

import gi

from mock_device import ListDevice, MockDevice

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402  (the version has to be required first)


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

    def plug(self, description, number, mode=None, **behavior):
        """Makes /dev/input/eventN appear, ready to be opened, and returns the device.

        The node is made elsewhere and moved into place: at the moment when it is seen it
        answers already, as a kernel's does. It also lets a number come back that was removed
        before, at which umockdev 0.17 stops the whole test otherwise.
        """
        self._serial += 1
        hidden = f"hidden/node{self._serial}"
        node = f"/dev/input/event{number}"
        kind = ListDevice if description.sends_lists else MockDevice
        device = kind(description, **behavior)
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
