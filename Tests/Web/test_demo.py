"""The demo: it moves at once, needs the token, and ends with the server, however that ends."""

import contextlib
import json
import os
import re
import signal
import time
import unittest

import rig
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def children(process):
    """The ids of the running children of a process."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                state, parent = file.read().rpartition(") ")[2].split()[:2]
        except (OSError, ValueError):
            continue
        if parent == str(process) and state != "Z":
            found.append(int(entry))
    return found


def runs(process):
    """Whether a process runs. One that nothing waits for is a zombie."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8") as file:
            return file.read().rpartition(") ")[2].split()[0] != "Z"
    except OSError:
        return False


def links_of(process):
    """What the descriptors of a process refer to. Those that are closed meanwhile are left out."""
    found = []
    for entry in os.listdir(f"/proc/{process}/fd"):
        with contextlib.suppress(FileNotFoundError):
            found.append(os.readlink(f"/proc/{process}/fd/{entry}"))
    return found


def socket_of(process):
    """The path of the socket at which a process listens."""
    matches = [re.fullmatch(r"socket:\[(\d+)\]", link) for link in links_of(process)]
    numbers = {match[1] for match in matches if match}
    with open("/proc/net/unix", encoding="utf-8") as file:
        rows = [line.split() for line in file]
    # The columns: the flags, which say that it listens, the number and the path.
    return next(
        path for flags, number, path in (
            (row[3], row[6], row[7]) for row in rows if len(row) > 7)
        if number in numbers and flags == "00010000")


def command_lines():
    """The command lines of all processes."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/cmdline", encoding="utf-8") as file:
                found.append(file.read())
        except (OSError, ValueError):
            continue
    return found


class Demo(unittest.TestCase):
    def setUp(self):
        self.folder = rig.tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def start(self, *options):
        web = rig.Web(self.folder.name, *options)
        self.addCleanup(self.end, web)
        return web

    @staticmethod
    def end(web):
        if web.process.poll() is None:
            web.stop()

    def demo(self):
        web = self.start("--demo", "--data", rig.TOP)
        daemon, = children(web.process.pid)
        return web, daemon

    def connect(self, web):
        return connect(web.socket_address, additional_headers=rig.BEARER)

    def moved(self, web):
        """Waits until the card has left its place."""
        with self.connect(web) as client:
            client.send(rig.hello())
            while True:
                kind, body = next(iter(json.loads(client.recv(10)).items()))
                if kind == "frame" and any(
                        view["id"] == "card" and view.get("translation", [0, 0]) != [0, 0]
                        for view in body["views"]):
                    return

    def about(self, web):
        return json.loads(web.ask("/api/about")[2])

    def test_the_card_moves_within_a_second_of_the_start(self):
        started = time.monotonic()
        web = self.start("--demo", "--data", rig.TOP)
        self.moved(web)
        taken = time.monotonic() - started
        print(f"\nthe card moves {taken:.2f} s after the start of snapback-web --demo")
        self.assertLess(taken, 1)

    def test_the_page_gets_the_scene_the_recordings_and_their_scenes(self):
        web, _ = self.demo()
        about = self.about(web)
        self.assertEqual((about["scene"], about["demo"]), ("card.json5", "running"))
        self.assertEqual(about["scenes"], sorted(os.listdir(rig.SCENES)))
        self.assertEqual(about["recordings"], sorted(os.listdir(rig.RECORDINGS)))
        pairs = {pair["recording"]: pair["scene"] for pair in about["pairs"]}
        self.assertEqual(sorted(pairs), about["recordings"])
        # The cases of the tests play the same recordings, with expectations.
        played = {}
        folder = os.path.join(rig.TOP, "Tests", "Cases")
        for name in os.listdir(folder):
            if name.endswith(".case"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text = file.read()
                recording = re.search(r'recording: "\.\./\.\./recordings/([^"]+)"', text)
                scene = re.search(r'scene: "\.\./\.\./configs/scenes/([^"]+)"', text)
                if recording and scene:
                    played.setdefault(recording[1], set()).add(scene[1])
        self.assertGreater(len(played), 15)
        # Cases play these scenes with the recordings of other scenes.
        others = {"dimming-sheet.json5", "transform-4-springs.json5"}
        for recording, scenes in played.items():
            if scenes - others:
                self.assertEqual({pairs[recording]}, scenes - others, recording)

    def test_the_daemon_reads_no_device_and_has_no_descriptor_of_the_server(self):
        web, daemon = self.demo()
        self.moved(web)
        links = links_of(daemon)
        self.assertFalse([link for link in links if link.startswith("/dev/input")], links)
        own = links_of(web.process.pid)
        shared = {link for link in links if link in own and link.startswith("socket:")}
        self.assertEqual(shared, set())
        with self.connect(web) as client:
            client.send(rig.hello())
            client.send('{"status":{"id":1}}')
            while "reply" not in (message := json.loads(client.recv(10))):
                pass
            self.assertEqual(message["reply"]["devices"], [])

    def test_only_its_user_reaches_the_socket(self):
        _, daemon = self.demo()
        folder = os.path.dirname(socket_of(daemon))
        self.assertEqual(os.stat(folder).st_mode & 0o777, 0o700)

    def test_it_ends_with_the_server(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            with self.subTest(signal=number):
                web, daemon = self.demo()
                folder = os.path.dirname(socket_of(daemon))
                self.moved(web)
                code = web.stop(number)
                self.assertEqual(code, -number if number == signal.SIGKILL else 0)
                rig.wait_until(lambda: not runs(daemon), "the daemon has ended", 5)
                if number == signal.SIGKILL:
                    for name in os.listdir(folder):
                        os.unlink(os.path.join(folder, name))
                    os.rmdir(folder)
                self.assertFalse(os.path.exists(folder))

    def test_it_ends_with_a_server_that_cannot_listen(self):
        other = self.start()
        # The command line of the daemon has this path.
        data = os.path.join(self.folder.name, "data")
        os.symlink(rig.TOP, data)
        process = rig.subprocess.run(
            [rig.program("snapback-web"), "--demo", "--data", data, "--port", str(other.port)],
            capture_output=True, text=True, timeout=20, check=False)
        self.assertEqual(process.returncode, 69)
        self.assertIn("cannot listen", process.stderr)
        self.assertFalse([line for line in command_lines() if data in line])

    def test_a_request_starts_it_once(self):
        web = self.start("--data", rig.TOP)
        self.assertEqual(self.about(web)["demo"], "stopped")
        self.assertEqual(children(web.process.pid), [])
        with self.connect(web) as client, self.assertRaises(ConnectionClosed) as refusal:
            client.recv(5)
        self.assertEqual(refusal.exception.rcvd.code, 1013)
        status, _, body = web.ask("/api/demo", "POST")
        self.assertEqual((status, json.loads(body)), (200, self.about(web)))
        self.assertEqual(self.about(web)["demo"], "running")
        daemon, = children(web.process.pid)
        self.moved(web)
        self.assertEqual(web.ask("/api/demo", "POST")[0], 200)
        self.assertEqual(children(web.process.pid), [daemon])
        # A daemon that has ended is noticed, and another one can be started.
        os.kill(daemon, signal.SIGKILL)
        rig.wait_until(lambda: self.about(web)["demo"] == "stopped", "the end is noticed")
        self.assertEqual(web.ask("/api/demo", "POST")[0], 200)
        self.moved(web)

    def test_no_request_without_the_token_starts_it(self):
        web = self.start("--data", rig.TOP)
        cookie = {"Cookie": f"snapback-{web.port}={rig.TOKEN}"}
        for method, headers, status in [
                ("POST", {}, 403), ("POST", {"Origin": web.origin}, 401),
                ("POST", cookie, 403), ("POST", {**cookie, "Origin": "http://evil.example"}, 403),
                ("POST", {**rig.BEARER, "Origin": "null"}, 403),
                ("POST", {"Authorization": f"Bearer {rig.TOKEN}x"}, 403),
                ("GET", rig.BEARER, 405), ("PUT", rig.BEARER, 405)]:
            with self.subTest(method=method, headers=headers):
                self.assertEqual(web.ask("/api/demo", method, headers)[0], status)
                self.assertEqual(children(web.process.pid), [])
        self.assertEqual(web.ask("/api/demo", "POST", rig.BEARER, host="evil.example")[0], 403)
        self.assertEqual(children(web.process.pid), [])
        headers = {**cookie, "Origin": web.origin}
        self.assertEqual(web.ask("/api/demo", "POST", headers)[0], 200)
        self.assertEqual(len(children(web.process.pid)), 1)

    def test_without_its_files_there_is_none(self):
        web = self.start("--data", self.folder.name)
        self.assertIsNone(self.about(web)["demo"])
        status, _, body = web.ask("/api/demo", "POST")
        self.assertEqual(status, 503)
        self.assertIn("there is no demo", json.loads(body)["error"]["message"])
        self.assertEqual(children(web.process.pid), [])

    def test_wrong_command_lines(self):
        for options, code, words in [
                (["--demo", "--socket", "/tmp/s"], 64, "leave out --socket and --scene"),
                (["--demo", "--scene", os.path.join(rig.SCENES, "list.json5")], 64, "--scene"),
                (["--demo", "--data", self.folder.name], 66, "scenes/card.json5"),
                (["--data", "/nowhere"], 66, "/nowhere")]:
            with self.subTest(options=options):
                process = rig.subprocess.run(
                    [rig.program("snapback-web"), *options], capture_output=True, text=True,
                    timeout=20, check=False)
                self.assertEqual(process.returncode, code, process.stderr)
                self.assertIn(words, process.stderr)


if __name__ == "__main__":
    unittest.main()
