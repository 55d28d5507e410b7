"""`snapback watch` as a person has it: scripts/test watch."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from picture import svg
from terminal import Terminal

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARIES = ""
RECORDING = os.path.join(TOP, "recordings", "flick.evemu")
SCENE = os.path.join(TOP, "configs", "scenes", "card.json5")
PICTURE = os.path.join(TOP, "docs", "pictures", "watch.svg")
RESTORED = b"\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"


def tool():
    return os.path.join(BINARIES, "snapback")


def numbers(text):
    return [float(part.replace("−", "-")) for part in re.findall(r"[-−]?\d+\.?\d*", text)]


class Case(unittest.TestCase):
    def terminal(self, *arguments, columns=110, rows=34, told=True, **environment):
        terminal = Terminal(
            [tool(), "watch", *arguments], columns, rows, told,
            **{"COLORTERM": "truecolor", **environment})
        self.addCleanup(terminal.close)
        return terminal

    def recording(self, *arguments, at="0.25", **options):
        terminal = self.terminal(
            "--recording", RECORDING, "--scene", SCENE, "--at", at, *arguments, **options)
        self.assertTrue(terminal.wait_for(lambda t: "quit" in t.bar or "help" in t.bar))
        terminal.settle()
        return terminal

    def moment(self, terminal):
        return numbers(re.search(r"evemu +(\S+) /", terminal.bar)[1])[0]

    def assert_restored(self, terminal):
        self.assertTrue(terminal.output.endswith(RESTORED), terminal.output[-60:])
        self.assertTrue(terminal.modes & termios.ECHO)
        self.assertTrue(terminal.modes & termios.ICANON)


class Recordings(Case):
    """A recording is shown, played and scrubbed without a daemon."""

    @classmethod
    def setUpClass(cls):
        lines = subprocess.run(
            [tool(), "replay", RECORDING, "--scene", SCENE, "--json", "--rate", "120"], check=True,
            capture_output=True, text=True).stdout.splitlines()
        cls.frames = [
            body for line in lines for kind, body in json.loads(line).items() if kind == "frame"]

    def told(self, seconds):
        """The card in `snapback replay` at a moment."""
        before = [frame for frame in self.frames if frame["time"] / 1e9 <= seconds + 6e-4]
        return next(view for view in before[-1]["views"] if view["id"] == "card")

    def assert_shown(self, terminal):
        moved = next(line for line in terminal.lines if "moved" in line)
        x, y, turn = numbers(moved.split("moved")[1])[:3]
        card = self.told(self.moment(terminal))
        self.assertAlmostEqual(x, card["translation"][0], delta=0.051)
        self.assertAlmostEqual(y, card["translation"][1], delta=0.051)
        self.assertAlmostEqual(turn, card["rotation"] * 57.29578, delta=0.051)

    def test_arrows_and_brackets_go_where_the_replay_was(self):
        terminal = self.recording()
        self.assertAlmostEqual(self.moment(terminal), 0.25, delta=1e-3)
        self.assert_shown(terminal)
        for keys, step in (("\x1b[C", 0.1), ("\x1b[D\x1b[D", -0.2), ("\x1b[C", 0.1)):
            before = self.moment(terminal)
            terminal.press(keys)
            self.assertAlmostEqual(self.moment(terminal), before + step, delta=1e-3)
            self.assert_shown(terminal)
        seen = [self.moment(terminal)]
        for key in "]]]]]]":
            terminal.press(key)
            seen.append(self.moment(terminal))
            self.assert_shown(terminal)
        gaps = [after - before for before, after in zip(seen, seen[1:])]
        self.assertTrue(all(0 <= gap <= 1 / 120 + 2e-3 for gap in gaps), gaps)
        for key in "[[[[[[":
            terminal.press(key)
        # To the nearest step at or before where it began.
        self.assertAlmostEqual(self.moment(terminal), seen[0], delta=1 / 120 + 1e-3)
        terminal.press("\x1b[H")
        self.assertEqual(self.moment(terminal), 0)
        terminal.press("\x1b[F")
        self.assertIn("1.017 / 1.017 s", terminal.bar)

    def test_space_plays_and_stops_and_slow_is_slow(self):
        terminal = self.recording(at="0")
        start = time.monotonic()
        terminal.press("s")
        terminal.press("s")
        self.assertIn("×0.1", terminal.bar)
        os.write(terminal.master, b" ")
        terminal.wait_for(lambda t: self.moment(t) > 0.05)
        # A twentieth of a second takes half of one.
        self.assertGreater(time.monotonic() - start, 0.5)
        terminal.press(" ")
        held = self.moment(terminal)
        time.sleep(0.2)
        terminal.settle()
        self.assertEqual(self.moment(terminal), held)
        terminal.press("s")
        self.assertNotIn("×", terminal.bar)
        os.write(terminal.master, b" ")
        self.assertTrue(terminal.wait_for(lambda t: "‖" in t.bar and "1.017 / " in t.bar))

    def test_help_comes_and_goes_and_q_quits(self):
        terminal = self.recording()
        before = terminal.lines
        terminal.press("?")
        self.assertTrue(any("─ keys ─" in line for line in terminal.lines))
        terminal.press("x")
        self.assertEqual(terminal.lines, before)
        self.assertFalse(terminal.modes & termios.ECHO)
        self.assertFalse(terminal.modes & termios.ICANON)
        os.write(terminal.master, b"q")
        self.assertEqual(terminal.end(), 0)
        self.assert_restored(terminal)

    def test_the_scene_has_its_colors(self):
        terminal = self.recording(at="0")
        # The card lies in the middle of the screen, which lies in the middle of the left part.
        left = next(line for line in terminal.lines if "│" in line).index("│")
        self.assertEqual(terminal.colors(left // 2, 16), ("0a84ff", "0a84ff"))
        self.assertEqual(terminal.colors(left // 2, 1), ("1c1c1e", "1c1c1e"))

    def test_the_picture_of_the_page_is_current(self):
        terminal = self.terminal(
            "--recording", os.path.join(TOP, "recordings", "photo-fingers.evemu"), "--scene",
            os.path.join(TOP, "configs", "scenes", "photo.json5"), "--at", "0.6", columns=104,
            rows=32)
        self.assertTrue(terminal.wait_for(lambda t: "quit" in t.bar))
        terminal.settle()
        found = svg(terminal.screen)
        if os.environ.get("SNAPBACK_UPDATE_GOLDEN"):
            with open(PICTURE, "w", encoding="utf-8") as file:
                file.write(found)
        with open(PICTURE, encoding="utf-8") as file:
            old, new = file.read().splitlines(), found.splitlines()
            # The last bit of exp and cos differs between machines, and may turn a dot or a shade.
            changed = sum(line != other for line, other in zip(old, new))
            self.assertTrue(
                len(old) == len(new) and changed <= 4,
                "SNAPBACK_UPDATE_GOLDEN=1 scripts/test watch draws docs/pictures/watch.svg again")

    def test_what_happened_is_told_up_to_now(self):
        terminal = self.recording(at="0.1")
        text = "\n".join(terminal.lines)
        self.assertIn("is recognized", text)
        self.assertNotIn("ends after", text)
        terminal.press("\x1b[C")
        terminal.press("\x1b[C")
        self.assertIn("ends after", "\n".join(terminal.lines))

    def test_after_a_resize_it_is_as_if_it_had_begun_so(self):
        for columns, rows in ((60, 20), (140, 45), (80, 24), (20, 5)):
            with self.subTest(columns=columns, rows=rows):
                fresh = self.recording(columns=columns, rows=rows) if columns > 20 else None
                terminal = self.recording()
                terminal.resize(columns, rows)
                if not fresh:
                    terminal.settle(0.3)
                    self.assertEqual(len(terminal.lines), rows)
                    self.assertIsNone(terminal.end(0))
                else:
                    terminal.wait_for(lambda t: t.lines == fresh.lines, seconds=3)
                    self.assertEqual(terminal.lines, fresh.lines)
                    for row in range(rows):
                        for column in range(columns):
                            self.assertEqual(
                                terminal.colors(column, row), fresh.colors(column, row))

    def test_a_terminal_that_says_no_size_is_taken_for_one_of_80_by_24(self):
        terminal = self.recording(columns=80, rows=24, told=False)
        self.assertEqual(terminal.lines, self.recording(columns=80, rows=24).lines)

    def test_signals_end_it_and_give_the_terminal_back(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(signal=number):
                terminal = self.recording()
                os.kill(terminal.process, number)
                self.assertEqual(terminal.end(), 0)
                self.assert_restored(terminal)

    def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(self):
        terminal = self.recording()
        before = terminal.lines
        os.write(terminal.master, b"\x1a")
        os.waitpid(terminal.process, os.WUNTRACED)
        terminal.settle()
        self.assert_restored(terminal)
        terminal.screen.reset()
        os.kill(terminal.process, signal.SIGCONT)
        self.assertTrue(terminal.wait_for(lambda t: t.lines == before))
        self.assertFalse(terminal.modes & termios.ECHO)

    def test_a_terminal_of_256_colors_gets_no_others(self):
        terminal = self.recording(COLORTERM="")
        self.assertIn(b"\x1b[38;5;", terminal.output)
        self.assertNotIn(b"[38;2;", terminal.output)
        self.assertNotIn(b"[48;2;", terminal.output)

    def test_a_still_is_the_whole_screen_in_cells(self):
        result = subprocess.run(
            [tool(), "watch", "--recording", RECORDING, "--scene", SCENE, "--at", "0", "--still",
             "--size", "39x20"], capture_output=True, check=True)
        lines = result.stdout.decode().splitlines()
        self.assertEqual(len(lines), 20)
        self.assertTrue(all(line.count("▀") == 39 for line in lines))

    def test_what_does_not_go_together_is_said(self):
        for arguments in (["--recording", RECORDING], ["--scene", SCENE], ["--at", "1"],
                          ["--recording", RECORDING, "--scene", SCENE, "--json"],
                          ["--recording", RECORDING, "--scene", SCENE], ["--size", "3x3"]):
            result = subprocess.run([tool(), "watch", *arguments], capture_output=True, text=True)
            self.assertEqual(result.returncode, 64, arguments)
            self.assertIn("--", result.stderr)


class Live(Case):
    """A daemon's scene."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.socket = os.path.join(self.folder.name, "s")

    def start(self, *options):
        daemon = subprocess.Popen(
            [os.path.join(BINARIES, "snapbackd"), "--scene", SCENE, "--socket", self.socket,
             *(options or ("--device", "/dev/null"))], stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        end = time.monotonic() + 10
        while not os.path.exists(self.socket) and time.monotonic() < end:
            time.sleep(0.01)
        return daemon

    def send(self, *arguments):
        subprocess.run(
            [tool(), "send", "--socket", self.socket, *arguments], check=True, capture_output=True)

    def rate(self):
        text = subprocess.run(
            [tool(), "status", "--socket", self.socket, "--json"], check=True, capture_output=True,
            text=True).stdout
        return json.loads(text)["motion"]["rate"]

    def test_it_follows_pauses_and_comes_to_rest(self):
        self.start("--replay", RECORDING)
        terminal = self.terminal("--socket", self.socket)
        self.assertTrue(terminal.wait_for(lambda t: "moving" in t.bar and "●" in "".join(t.lines)))
        self.assertTrue(terminal.wait_for(lambda t: "at rest" in t.bar))
        text = "\n".join(terminal.lines)
        self.assertIn("pan", text)
        terminal.press("\x1b[D")
        self.assertTrue(terminal.wait_for(lambda t: re.search(r"‖ live.*\d s ago", t.bar)))
        terminal.press(" ")
        self.assertTrue(terminal.wait_for(lambda t: "► live" in t.bar))
        terminal.press("\t")
        self.assertTrue(terminal.wait_for(lambda t: "selected" in t.lines[0]))

    def test_slow_motion_is_the_daemons_and_ends_with_the_view(self):
        self.start()
        terminal = self.terminal("--socket", self.socket)
        self.assertTrue(terminal.wait_for(lambda t: "at rest" in t.bar))
        self.assertEqual(self.rate(), 1)
        terminal.press("s")
        self.assertTrue(terminal.wait_for(lambda t: "×0.5" in t.bar))
        self.assertEqual(self.rate(), 0.5)
        terminal.press("s")
        self.assertTrue(terminal.wait_for(lambda t: "×0.1" in t.bar))
        self.assertEqual(self.rate(), 0.1)
        os.write(terminal.master, b"q")
        self.assertEqual(terminal.end(), 0)
        time.sleep(0.1)
        self.assertEqual(self.rate(), 1)

    def test_at_rest_it_sleeps(self):
        self.start()
        terminal = self.terminal("--socket", self.socket)
        self.assertTrue(terminal.wait_for(lambda t: "at rest" in t.bar))
        terminal.settle(1)
        before = len(terminal.output)

        def switches():
            with open(f"/proc/{terminal.process}/status", encoding="utf-8") as file:
                return re.search(r"voluntary_ctxt_switches:\s+(\d+)", file.read())[1]
        woken = switches()
        time.sleep(1)
        self.assertEqual(switches(), woken)
        terminal.settle()
        self.assertEqual(len(terminal.output), before)

    def test_a_daemon_that_goes_is_said_on_a_terminal_that_is_whole(self):
        daemon = self.start()
        terminal = self.terminal("--socket", self.socket)
        self.assertTrue(terminal.wait_for(lambda t: "at rest" in t.bar))
        daemon.terminate()
        self.assertEqual(terminal.end(), 69)
        self.assertIn(RESTORED, terminal.output)
        self.assertIn(b"the daemon has gone", terminal.output.split(RESTORED)[1])
        self.assertTrue(terminal.modes & termios.ECHO)

    def test_a_still_is_the_same_as_the_recordings_beginning(self):
        self.start()
        still = [tool(), "watch", "--still", "--size", "50x30"]
        live = subprocess.run(
            [*still, "--socket", self.socket], check=True, capture_output=True).stdout
        recorded = subprocess.run(
            [*still, "--recording", RECORDING, "--scene", SCENE, "--at", "0"], check=True,
            capture_output=True).stdout
        self.assertEqual(live, recorded)


if __name__ == "__main__":
    BINARIES = os.path.abspath(sys.argv.pop(1))
    start = time.monotonic()
    program = unittest.main(exit=False)
    print(f"watch: {time.monotonic() - start:.1f} s")
    sys.exit(0 if program.result.wasSuccessful() else 1)
