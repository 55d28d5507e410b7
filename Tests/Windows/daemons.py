"""A daemon for the tests of clients with windows. SNAPBACK_BINARIES is its folder."""

import os
import subprocess
import sys
import tempfile

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path.append(os.path.join(TOP, "Tests", "Devices"))
from waiting import wait_until  # noqa: E402


def program(name):
    return os.path.join(os.environ["SNAPBACK_BINARIES"], name)


class Daemon:
    """A snapbackd on a socket of its own. Without other options, it has no devices."""

    def __init__(self, scene, *options):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "s")
        # A device that is waited for: whatever this machine has is left alone.
        options = options or ("--device", os.path.join(self.folder.name, "no-device"))
        self.command = [
            program("snapbackd"), "--scene", scene, "--socket", self.path, *options]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(self.path), "the daemon listens")

    def stop(self):
        self.process.terminate()
        self.process.wait(10)

    def close(self):
        self.stop()
        self.folder.cleanup()
