"""Replays: the lines of the tool, byte for byte, without end and without harm."""

import json
import os
import subprocess
import time
import unittest

import rig

PAIRS = [
    ("flick.evemu", "card.json5"), ("catch-in-flight.evemu", "card.json5"),
    ("list-fingers.evemu", "list.json5"), ("photo-fingers.evemu", "photo.json5"),
    ("sheet-drags.evemu", "sheet.json5")]


def tool(recording, scene, *options):
    return subprocess.run(
        [rig.program("snapback"), "replay", os.path.join(rig.RECORDINGS, recording), "--scene",
         os.path.join(rig.SCENES, scene), "--json", *options],
        stdout=subprocess.PIPE, check=True).stdout


def long_recording(path, flicks, every=10):
    """A recording of many flicks, one every so many seconds."""
    with open(os.path.join(rig.RECORDINGS, "flick.evemu"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    events = [line.split() for line in lines if line.startswith("E:")]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(line for line in lines if not line.startswith("E:")) + "\n")
        for flick in range(flicks):
            for _, seconds, kind, code, value in events:
                if kind == "0003" and code == "0039" and value != "-1":
                    value = str(flick + 1)
                moment = float(seconds) + flick * every
                file.write(f"E: {moment:.6f} {kind} {code} {value}\n")


class ReplayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = rig.tempfile.TemporaryDirectory()
        cls.long = os.path.join(cls.folder.name, "hour.evemu")
        long_recording(cls.long, 360)
        with open(os.path.join(cls.folder.name, "broken.evemu"), "w", encoding="utf-8") as file:
            file.write("# EVEMU 1.3\nN: x\nE: what\n")
        cls.rig = rig.Rig("--recordings", cls.folder.name)
        cls.web = cls.rig.web

    @classmethod
    def tearDownClass(cls):
        cls.rig.close()
        cls.folder.cleanup()

    def test_the_lines_are_those_of_the_tool(self):
        for recording, scene in PAIRS:
            for query, options in [("", []), ("&rate=120", ["--rate", "120"]),
                                   ("&decisions=1", ["--explain"]), ("&decisions=0", [])]:
                with self.subTest(recording=recording, scene=scene, query=query):
                    path = f"/api/replay?recording={recording}&scene={scene}{query}"
                    status, headers, body = self.web.ask(path)
                    self.assertEqual(status, 200)
                    self.assertEqual(headers["Content-Type"], "application/x-ndjson")
                    self.assertEqual(body, tool(recording, scene, *options))

    def test_a_scene_that_is_posted_is_played(self):
        path = os.path.join(rig.SCENES, "card.json5")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        stiffer = text.replace("0.45", "0.3")
        self.assertNotEqual(text, stiffer)
        asked = "/api/replay?recording=flick.evemu"
        as_it_is = self.web.ask(asked, "POST", body=text.encode())[2]
        self.assertEqual(as_it_is, tool("flick.evemu", "card.json5"))
        tuned = self.web.ask(asked, "POST", body=stiffer.encode())[2]
        self.assertNotEqual(tuned, as_it_is)
        with open(os.path.join(self.folder.name, "tuned.json5"), "w", encoding="utf-8") as file:
            file.write(stiffer)
        self.assertEqual(tuned, tool("flick.evemu", file.name))

    def test_what_is_wrong_is_said(self):
        for path, status, words in [
                ("recording=nothing.evemu&scene=card.json5", 404, "nothing.evemu"),
                ("recording=flick.evemu&scene=nothing.json5", 404, "nothing.json5"),
                ("recording=flick.evemu", 400, "scene="),
                ("scene=card.json5", 400, "recording="),
                ("recording=flick.evemu&scene=card.json5&rate=0", 400, "rate=0"),
                ("recording=flick.evemu&scene=card.json5&rate=nan", 400, "rate=nan"),
                ("recording=flick.evemu&scene=card.json5&rate=1e300", 400, "rate=1e300"),
                ("recording=flick.evemu&scene=card.json5&decisions=2", 400, "decisions=2"),
                ("recording=broken.evemu&scene=card.json5", 400, "broken.evemu:3")]:
            with self.subTest(path=path):
                answer = self.web.ask("/api/replay?" + path)
                self.assertEqual(answer[0], status)
                self.assertIn(words, json.loads(answer[2])["error"]["message"])
        for body, words in [(b"{ snapback: 1,\n  screen: 3 }", "scene:2:"), (b"", "scene:1:1"),
                            (b"\xff\xfe", "scene:1:1"), (b"[" * 100_000, "scene:1:")]:
            answer = self.web.ask("/api/replay?recording=flick.evemu", "POST", body=body)
            self.assertEqual(answer[0], 400, answer)
            self.assertIn(words, json.loads(answer[2])["error"]["message"])

    def begin(self, query=""):
        """A replay of an hour without a reader, after the head of its answer."""
        client = self.web.raw(receive=4096)
        client.sendall((
            f"GET /api/replay?recording=hour.evemu&scene=card.json5{query} HTTP/1.1\r\n"
            f"Host: {self.web.host}\r\nAuthorization: Bearer {rig.TOKEN}\r\n\r\n").encode())
        self.assertIn(b"200", client.recv(15))
        return client

    def test_an_hour_is_streamed_and_costs_no_memory_while_nobody_reads(self):
        before = self.web.memory()
        with self.begin("&rate=1000"):
            time.sleep(1.5)
            grown = self.web.memory() - before
        # The recording takes 7 MB; without a window it would be three times as much by now.
        self.assertLess(grown, 12 << 20)
        body = self.web.ask("/api/replay?recording=hour.evemu&scene=card.json5")[2]
        self.assertEqual(body, tool(self.long, "card.json5"))
        self.assertGreater(len(body), 5 << 20)

    def test_replays_that_stand_still_hold_up_nobody_but_replays(self):
        clients = [self.begin("&rate=1000") for _ in range(4)]
        started = time.monotonic()
        self.assertEqual(self.web.ask("/api/about")[0], 200)
        self.assertLess(time.monotonic() - started, 1)
        path = "/api/replay?recording=flick.evemu&scene=card.json5"
        status, headers, _ = self.web.ask(path)
        self.assertEqual((status, headers["Retry-After"]), (503, "1"))
        for client in clients:
            client.close()
        rig.wait_until(lambda: self.web.ask(path)[0] == 200, "places are free again", 5)

    def test_it_ends_while_replays_run(self):
        web = rig.Web(self.folder.name, "--scenes", rig.SCENES, "--recordings", self.folder.name)
        mine, self.web = self.web, web
        clients = [self.begin("&rate=1000") for _ in range(3)]
        self.web = mine
        started = time.monotonic()
        self.assertEqual(web.stop(), 0)
        self.assertLess(time.monotonic() - started, 3)
        for client in clients:
            client.close()
        with open(os.path.join(self.folder.name, "web.log"), encoding="utf-8") as file:
            said = [line for line in file if not line.startswith("snapback-web: info: ")]
        self.assertEqual(said, [])
