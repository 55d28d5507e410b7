"""Files: the page, the client, scenes; and that no name leads anywhere else."""

import json
import os
import pathlib

import rig

OUTSIDE = "/etc/passwd"
WAYS_OUT = [
    "../../../../../../../../etc/passwd", "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "%2fetc%2fpasswd", "/etc/passwd", "....//....//etc/passwd", "..", ".", "", "%00", "card%00.js",
    "..%5c..%5cetc%5cpasswd", "%252e%252e%252fetc%252fpasswd", "%c0%ae%c0%ae%c0%afetc",
    "card.json5/../../../README.md", "README.md", "snapbackd.json5", "../snapbackd.json5"]


class FilesTest(rig.RigTest):
    def test_about_lists_what_the_folders_hold(self):
        status, headers, body = self.web.ask("/api/about")
        self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
        about = json.loads(body)
        self.assertEqual(about["recordings"], sorted(os.listdir(rig.RECORDINGS)))
        self.assertEqual(about["scenes"], sorted(os.listdir(rig.SCENES)))
        self.assertEqual(about["scene"], "card.json5")
        self.assertRegex(about["version"], r"^\d+\.\d+\.\d+$")

    def test_a_scene_is_its_text(self):
        for name in os.listdir(rig.SCENES):
            with open(os.path.join(rig.SCENES, name), "rb") as file:
                status, headers, body = self.web.ask(f"/api/scene?name={name}")
                self.assertEqual((status, body), (200, file.read()))
                self.assertEqual(headers["Content-Type"], "text/plain; charset=utf-8")

    def test_no_name_leads_out_of_the_folders(self):
        with open(OUTSIDE, "rb") as file:
            secret = file.read()
        asked = []
        for name in WAYS_OUT:
            asked += [
                f"/page/{name}", f"/client/{name}", f"/api/scene?name={name}",
                f"/api/replay?recording={name}&scene=card.json5",
                f"/api/replay?recording=flick.evemu&scene={name}"]
        for path in asked:
            with self.subTest(path=path):
                status, _, body = self.web.ask(path)
                self.assertIn(status, [400, 404])
                self.assertIn("error", json.loads(body))
                self.assertNotIn(secret[:20], body)

    def test_links_and_pipes_and_folders(self):
        with rig.tempfile.TemporaryDirectory() as folder:
            os.mkfifo(f"{folder}/pipe.json5")
            os.mkdir(f"{folder}/folder.json5")
            pathlib.Path(f"{folder}/.hidden.json5").touch()
            pathlib.Path(f"{folder}/fine.json5").write_text("{}", encoding="utf-8")
            web = rig.Web(folder, "--scenes", folder)
            about = json.loads(web.ask("/api/about")[2])
            self.assertEqual(about["scenes"], ["fine.json5"])
            self.assertIsNone(about["scene"])
            for name in ["pipe.json5", "folder.json5", ".hidden.json5"]:
                self.assertEqual(web.ask(f"/api/scene?name={name}")[0], 404)
            web.stop()

    def test_folders_stand_in_for_the_page_inside(self):
        with rig.tempfile.TemporaryDirectory() as folder:
            pathlib.Path(f"{folder}/index.html").write_text("one", encoding="utf-8")
            pathlib.Path(f"{folder}/a.js").write_text("two", encoding="utf-8")
            web = rig.Web(folder, "--page", folder, "--client", folder)
            self.assertEqual(web.ask("/")[2], b"one")
            status, headers, body = web.ask("/client/a.js")
            self.assertEqual((status, body), (200, b"two"))
            self.assertEqual(headers["Content-Type"], "text/javascript; charset=utf-8")
            pathlib.Path(f"{folder}/index.html").write_text("three", encoding="utf-8")
            self.assertEqual(web.ask("/")[2], b"three")
            web.stop()

    def test_files_inside_are_those_of_the_folders(self):
        for path, folder in [("page", "Sources/SnapbackWeb/Page"), ("client", "clients/js")]:
            for file in pathlib.Path(rig.TOP, folder).glob("*.*"):
                # Only node reads that one.
                if file.suffix in (".js", ".css", ".html") and file.name != "node.js":
                    status, _, body = self.web.ask(f"/{path}/{file.name}")
                    self.assertEqual((status, body), (200, file.read_bytes()), file)

    def test_other_methods_and_paths(self):
        for method, path, status in [
                ("PUT", "/", 405), ("DELETE", "/api/about", 405), ("POST", "/api/about", 405),
                ("HEAD", "/", 405), ("OPTIONS", "/api/replay", 405), ("GET", "/api", 404),
                ("GET", "/page/index.html/x", 404), ("GET", "/favicon.ico", 404),
                ("GET", "/api/scene", 400), ("GET", "/api/scene?name=a&name=b", 400),
                ("GET", "/ws", 426), ("GET", "*", 400), ("GET", "http://evil.example/", 400)]:
            with self.subTest(method=method, path=path):
                self.assertEqual(self.web.ask(path, method)[0], status)
