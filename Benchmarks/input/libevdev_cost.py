"""Runs libevdev_cost.c's program on a mock device, which libevdev needs to start with.

    umockdev-wrapper /usr/bin/python3 libevdev_cost.py PROGRAM ROUNDS

The mock is that of Tests/Devices.
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Tests", "Devices"))

import gi  # noqa: E402  (modules of a folder that has to be named first)

from descriptions import touch_panel  # noqa: E402
from mock_device import MockDevice  # noqa: E402

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

NODE = "input/event720"


def main():
    testbed = UMockdev.Testbed.new()
    device = MockDevice(touch_panel(slots=10))
    testbed.add_from_string(device.description.stanzas(1, NODE, 720))
    testbed.attach_ioctl(f"/dev/{NODE}", device)
    return subprocess.run([sys.argv[1], f"/dev/{NODE}", sys.argv[2]], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
