"""`snapback tuio` against python-tuio and a second client of the daemon: scripts/test tuio."""

import concurrent.futures
import math
import os
import signal
import socket
import subprocess
import sys
import time
import unittest

import listener
import probe

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The rounding of a 32-bit number on a screen, and the resulting errors of a velocity from reports
# at most 8 ms apart, and of its change.
PLACE = 1e-6
SPEED = 1e-3
ACCELERATION = 0.5
# The user without any right, by its number.
NOBODY = 65534
RECORDINGS = {"two-fingers": "card", "list-fingers": "list", "photo-fingers": "photo"}


class Told(unittest.TestCase):
    """Recordings of several fingers: what is decoded is what the engine was told."""

    @classmethod
    def setUpClass(cls):
        with concurrent.futures.ThreadPoolExecutor(len(RECORDINGS)) as pool:
            cls.runs = dict(zip(RECORDINGS, pool.map(
                lambda name: probe.run(name, RECORDINGS[name]), RECORDINGS)))

    def test_contacts_are_the_engines_in_number_place_and_life(self):
        for run in self.runs.values():
            self.assertGreater(len(run.expected), 50)
            self.assertGreaterEqual(max(len(state.places) for state in run.expected), run.fingers)
            pairs = run.pairs()
            self.assertGreater(len(pairs), 0.9 * len(run.expected))
            worst = 0
            for state, cursors, _ in pairs:
                self.assertEqual(set(state.places), set(cursors))
                for number, (x, y) in state.places.items():
                    (found_x, found_y), _, _ = cursors[number]
                    worst = max(worst, abs(found_x - x), abs(found_y - y))
            self.assertLessEqual(worst, PLACE)
            print(f"{run.name}: {len(pairs)} of {len(run.expected)} touch messages, "
                  f"{len(run.numbers)} contacts, places within {worst:.1e}")

    def test_velocity_and_acceleration_are_finite_differences(self):
        for run in self.runs.values():
            compared = 0
            fastest = 0
            # By number: when the contact was spoken of, where it was, its velocity then.
            before = {}
            for state, cursors, rested in run.pairs():
                before = {number: told for number, told in before.items() if number in cursors}
                for number, place in state.places.items():
                    _, velocity, acceleration = cursors[number]
                    then, there, speed = before.get(number, (state.time, place, (0, 0)))
                    seconds = (state.time - then) / 1e9
                    if number not in state.spoken:
                        # It continues for a tenth of a second, then rests.
                        self.assertEqual(velocity, (0, 0) if seconds >= 0.1 or rested else speed)
                        before[number] = (then, there, velocity)
                        continue
                    before[number] = (state.time, place, velocity)
                    if seconds == 0:
                        continue
                    for axis in (0, 1):
                        wanted = (place[axis] - there[axis]) / seconds
                        self.assertAlmostEqual(velocity[axis], wanted, delta=SPEED)
                    speed = (0, 0) if rested else speed
                    change = (math.hypot(*velocity) - math.hypot(*speed)) / seconds
                    self.assertAlmostEqual(acceleration, change, delta=ACCELERATION)
                    fastest = max(fastest, math.hypot(*velocity))
                    compared += 1
            self.assertGreater(compared, 50)
            print(f"{run.name}: {compared} velocities, up to {fastest:.2f} screens a second")

    def test_bundles_are_numbered_one_by_one_and_fit(self):
        for run in self.runs.values():
            numbers = [listener.sequence(data) for _, data in run.datagrams]
            told = [number for number in numbers if number != -1]
            self.assertEqual(told, list(range(1, len(told) + 1)))
            self.assertTrue(all(len(data) <= 1472 for _, data in run.datagrams))
            for _, data in run.datagrams:
                self.assertEqual(listener.arguments(data, "source"), ["test@here"])
                order = [values[0] for _, values in listener.messages(data)]
                self.assertEqual(
                    order, ["source", "alive"] + ["set"] * (len(order) - 3) + ["fseq"])

    def test_what_holds_is_said_each_second_and_then_thrice(self):
        for run in self.runs.values():
            times = [moment for moment, _ in run.datagrams]
            last = max(
                index for index, (_, data) in enumerate(run.datagrams) if listener.alive(data))
            for index in range(1, last + 1):
                if listener.alive(run.datagrams[index - 1][1]):
                    self.assertLess(times[index] - times[index - 1], 1.3)
            farewells = run.datagrams[last + 2:]
            self.assertEqual([listener.sequence(data) for _, data in farewells], [-1, -1, -1])
            self.assertTrue(all(listener.alive(data) == [] for _, data in farewells))

    def test_a_lost_datagram_heals_with_the_next(self):
        for run in self.runs.values():
            for lost in (2, 3, 5):
                whole, holed = listener.Decoder(), listener.Decoder()
                for index, (_, data) in enumerate(run.datagrams):
                    whole.take(data)
                    if index % lost:
                        holed.take(data)
                        self.assertEqual(holed.cursors, whole.cursors)

    def test_a_finger_that_rests_is_said_to_rest(self):
        # Fingers of these recordings rest for longer than a tenth of a second.
        run = self.runs["photo-fingers"]
        still = [
            data for _, data in run.datagrams if listener.sequence(data) != -1
            and listener.alive(data) and probe.is_still(data)]
        self.assertTrue(still)


class Bridge(unittest.TestCase):
    """The bridge and the daemon: coming, going, turning."""

    def setUp(self):
        self.daemon = probe.Daemon()
        self.addCleanup(self.daemon.close)
        self.listener = listener.Listener()
        self.addCleanup(self.listener.close)

    def bridge(self, *options):
        bridge = probe.Bridge(self.daemon.path, self.listener.port, *options)
        self.addCleanup(bridge.stop)
        return bridge

    def last(self):
        return self.listener.datagrams[-1][1]

    def test_it_comes_back_with_the_daemon_and_lifts_what_it_lost(self):
        bridge = self.bridge()
        while "trying again" not in bridge.said():
            self.assertIsNone(bridge.process.poll())
            time.sleep(0.01)
        self.daemon.start("card")
        with probe.client(self.daemon.path) as client:
            self.assertTrue(self.listener.wait_for(len))
            client.inject([{"id": 1, "phase": "began", "x": 39, "y": 84.4}])
            self.assertTrue(self.listener.wait_for(lambda data: listener.alive(data[-1])))
        self.daemon.stop()
        self.assertTrue(self.listener.wait_for(lambda data: listener.alive(data[-1]) == []))
        seen = len(self.listener.datagrams)
        self.daemon.start("card")
        self.assertTrue(self.listener.wait_for(
            lambda data: any(listener.sequence(one) != -1 for one in data[seen:])))
        with probe.client(self.daemon.path) as client:
            client.inject([{"id": 1, "phase": "began", "x": 39, "y": 84.4}])
            self.assertTrue(self.listener.wait_for(lambda data: listener.alive(data[-1])))
            # A contact of the daemon with an equal number is a different contact.
            numbers = {
                number for _, data in self.listener.datagrams for number in listener.alive(data)}
            self.assertEqual(len(numbers), 2)
            bridge.process.send_signal(signal.SIGTERM)
            self.assertEqual(bridge.process.wait(5), 0)
            self.assertTrue(self.listener.wait_for(lambda data: listener.alive(data[-1]) == []))
        said = bridge.said()
        self.assertIn("cannot connect", said)
        self.assertIn("trying again", said)
        self.assertIn("begins as", said)

    def test_places_follow_the_screen_as_it_turns(self):
        self.daemon.start("card")
        self.bridge()
        self.assertTrue(self.listener.wait_for(len))
        with probe.client(self.daemon.path) as client:
            for rotation, width, height in ((0, 390, 844), (90, 844, 390), (180, 390, 844)):
                client.rotate(rotation)
                client.ping()
                time.sleep(0.1)
                client.inject([{"id": 1, "phase": "began", "x": 100, "y": 100}])
                self.assertTrue(self.listener.wait_for(lambda data: listener.alive(data[-1])))
                _, x, y, *_ = listener.arguments(self.last(), "set")
                self.assertAlmostEqual(x, 100 / width, delta=PLACE)
                self.assertAlmostEqual(y, 100 / height, delta=PLACE)
                client.inject([{"id": 1, "phase": "ended", "x": 100, "y": 100}])
                self.assertTrue(
                    self.listener.wait_for(lambda data: listener.alive(data[-1]) == []))

    def test_many_contacts_are_split_over_bundles(self):
        self.daemon.start("card")
        self.bridge()
        self.assertTrue(self.listener.wait_for(len))
        clients = [probe.client(self.daemon.path) for _ in range(3)]
        for client in clients:
            client.inject([
                {"id": number, "phase": "began", "x": 10 * number, "y": 20} for number in range(10)])
        self.assertTrue(
            self.listener.wait_for(lambda data: len(listener.alive(data[-1])) == 30))
        time.sleep(0.1)
        whole = [data for _, data in self.listener.datagrams if len(listener.alive(data)) == 30]
        self.assertGreater(len(whole), 1)
        decoder = listener.Decoder()
        for data in whole[:2]:
            decoder.take(data)
        self.assertEqual(len(decoder.cursors), 30)
        self.assertEqual(len({place for place, _, _ in decoder.cursors.values()}), 10)
        for client in clients:
            client.close()
        # Whose client has gone is cancelled.
        self.assertTrue(self.listener.wait_for(lambda data: listener.alive(data[-1]) == []))

    def test_at_rest_it_falls_silent_unless_it_is_to_stay(self):
        self.daemon.start("card")
        self.bridge()
        other = listener.Listener()
        self.addCleanup(other.close)
        stays = probe.Bridge(self.daemon.path, other.port, "--keep-alive")
        self.addCleanup(stays.stop)
        time.sleep(4.7)
        # One at the start, three repetitions; the other side continues.
        self.assertEqual(len(self.listener.datagrams), 4)
        self.assertGreaterEqual(len(other.datagrams), 5)

    def test_who_listens_to_nobody_is_no_error(self):
        self.daemon.start("card")
        port = self.listener.port
        self.listener.close()
        bridge = probe.Bridge(self.daemon.path, port)
        self.addCleanup(bridge.stop)
        with probe.client(self.daemon.path) as client:
            for step in range(5):
                phase = "moved" if step else "began"
                client.inject([{"id": 1, "phase": phase, "x": 10 + step, "y": 10}])
                time.sleep(0.02)
        self.assertIsNone(bridge.process.poll())
        self.assertNotIn("refused", bridge.said())

    def test_addresses_of_the_other_family_work(self):
        try:
            other = listener.Listener(socket.AF_INET6, "::1")
        except OSError:
            self.skipTest("this machine has no ::1")
        self.addCleanup(other.close)
        self.daemon.start("card")
        bridge = probe.Bridge(self.daemon.path, other.port, host="[::1]")
        self.addCleanup(bridge.stop)
        self.assertTrue(other.wait_for(len))


class Faults(unittest.TestCase):
    """Impossible requests are reported: what, where, and how to fix it."""

    def fails(self, code, *words, arguments, user=None):
        result = subprocess.run(
            [probe.tool(), "tuio", *arguments], capture_output=True, text=True, timeout=20,
            user=user)
        self.assertEqual(result.returncode, code, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_a_place_that_is_none(self):
        for place in ("", ":3333", "127.0.0.1:", "127.0.0.1:0", "h:99999", "::1:5", "[::1", "a:b"):
            self.fails(64, "--to", arguments=["--to", place])

    def test_a_host_that_nobody_knows(self):
        self.fails(69, "nobody.invalid", arguments=["--to", "nobody.invalid:3333"])

    def test_a_source_that_is_no_name(self):
        self.fails(64, "--source", arguments=["--source", "é"])
        self.fails(64, "--source", arguments=["--source", "a" * 65])

    def test_a_role_that_is_missing(self):
        if os.geteuid() != 0:
            self.skipTest("only root can be somebody else, and the daemon's user may do all")
        daemon = probe.Daemon()
        self.addCleanup(daemon.close)
        daemon.start("card")
        os.chmod(daemon.folder.name, 0o755)
        os.chmod(daemon.path, 0o666)
        try:
            self.fails(
                77, "view-touches", "access", arguments=["--socket", daemon.path], user=NOBODY)
        except PermissionError:
            self.skipTest("nobody may not run the tool where it lies")


if __name__ == "__main__":
    probe.BINARIES = os.path.abspath(sys.argv.pop(1))
    start = time.monotonic()
    program = unittest.main(exit=False)
    print(f"tuio: {time.monotonic() - start:.1f} s")
    sys.exit(0 if program.result.wasSuccessful() else 1)
