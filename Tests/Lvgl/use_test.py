"""The adapter for LVGL in use: names, touches and motion.

SNAPBACK_LVGL_USE is the program of use.c, and SNAPBACK_BINARIES the folder of snapbackd.
"""

import os
import subprocess
import sys
import unittest

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [
    os.path.join(TOP, *folder) for folder in (("clients", "python"), ("Tests", "Windows"))]
import snapback  # noqa: E402
from daemons import Daemon  # noqa: E402

CARD = os.path.join(TOP, "configs", "scenes", "card.json5")


class Used(unittest.TestCase):
    def test_a_finger_of_lvgl_drags_the_card(self):
        daemon = Daemon(CARD)
        self.addCleanup(daemon.close)
        with snapback.connect(daemon.path, want=["touches"]) as watcher:
            words = subprocess.run(
                [os.environ["SNAPBACK_LVGL_USE"], daemon.path], check=True, capture_output=True,
                text=True, timeout=30).stdout.split()
            contacts = []
            while not contacts or contacts[-1].phase != "ended":
                message = watcher.receive(10)
                if isinstance(message, snapback.Touch):
                    contacts += message.contacts
        self.assertEqual(words, ["screen", "card", "moved"])
        self.assertEqual({contact.phase for contact in contacts[1:-1]}, {"moved"})
        first, last = contacts[0], contacts[-1]
        self.assertEqual((first.phase, first.x, first.y), ("began", 195, 500))
        # Three points for each time that LVGL asks between the 20th and the 59th.
        self.assertAlmostEqual(last.x, 195 + 3 * 39, delta=3)
        self.assertEqual(last.y, 500)


if __name__ == "__main__":
    unittest.main()
