"""The file of --edit: it is read, checked and replaced, and nothing else is written."""

import json
import os
import pathlib
import stat
import tempfile
import unittest

import rig

SCENE = """// A scene with a comment.
{ snapback: 1, screen: { width: 100, height: 100 }, views: [{ id: "a" }] }
"""
WRONG = SCENE.replace('"a"', '"a", alhpa: 1')


class Edit(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "mine.json5"
        self.path.write_text(SCENE, encoding="utf-8")
        self.web = rig.Web(folder.name, "--edit", str(self.path))
        self.addCleanup(self.web.stop)

    def ask(self, path, method="GET", body=None, headers=rig.BEARER):
        status, _, answer = self.web.ask(path, method, headers, body)
        return status, json.loads(answer)

    def save(self, text, version, headers=rig.BEARER):
        return self.ask(f"/api/edit?version={version}", "POST", text.encode(), headers)

    def read(self):
        status, answer = self.ask("/api/edit")
        self.assertEqual(status, 200)
        return answer

    def test_the_text_is_that_of_the_file(self):
        answer = self.read()
        self.assertEqual((answer["name"], answer["text"]), ("mine.json5", SCENE))
        about = self.ask("/api/about")[1]
        self.assertEqual((about["edit"], about["scene"]), ("mine.json5", "mine.json5"))
        self.assertEqual(self.web.ask("/api/scene?name=mine.json5")[2].decode(), SCENE)

    def test_a_text_is_checked_without_a_change(self):
        self.assertEqual(self.ask("/api/check", "POST", SCENE.encode()), (200, {"fault": None}))
        for text, line, column, words in [
                (WRONG, 2, 1 + WRONG.splitlines()[1].index("alhpa"), "did you mean \"alpha\"?"),
                ("{ snapback: 1", 1, 14, ""), ("", 1, 1, "")]:
            status, answer = self.ask("/api/check", "POST", text.encode())
            fault = answer["fault"]
            self.assertEqual((status, fault["line"], fault["column"]), (200, line, column), text)
            self.assertIn(words, fault["message"])
            self.assertNotIn(f"{line}:{column}", fault["message"])
        self.assertEqual(self.path.read_text(encoding="utf-8"), SCENE)

    def test_a_saved_text_replaces_the_file(self):
        os.chmod(self.path, 0o640)
        text = SCENE.replace("100", "200")
        status, answer = self.save(text, self.read()["version"])
        self.assertEqual(status, 200)
        self.assertEqual(self.path.read_bytes(), text.encode())
        self.assertEqual(stat.S_IMODE(self.path.stat().st_mode), 0o640)
        self.assertEqual(answer["version"], self.read()["version"])
        self.assertEqual([entry for entry in os.listdir(self.folder) if "mine" in entry],
                         ["mine.json5"])

    def test_a_file_that_has_changed_is_not_replaced(self):
        version = self.read()["version"]
        changed = SCENE.replace("100", "300")
        self.path.write_text(changed, encoding="utf-8")
        status, answer = self.save(SCENE.replace("100", "200"), version)
        self.assertEqual(status, 409)
        self.assertIn("mine.json5 has changed", answer["error"]["message"])
        self.assertEqual(self.path.read_text(encoding="utf-8"), changed)

    def test_a_text_that_is_no_scene_is_not_saved(self):
        version = self.read()["version"]
        for text in (WRONG, "", "{}"):
            status, answer = self.save(text, version)
            self.assertEqual(status, 400)
            self.assertIn("mine.json5:", answer["error"]["message"])
        self.assertEqual(self.path.read_text(encoding="utf-8"), SCENE)

    def test_only_a_page_with_the_token_and_the_version_may_save(self):
        version = self.read()["version"]
        text = SCENE.replace("100", "200")
        cookie = {"Cookie": f"snapback-{self.web.port}={rig.TOKEN}"}
        for headers, expected in [
                ({}, 403), (cookie, 403), ({**cookie, "Origin": "http://evil.example"}, 403),
                ({"Origin": self.web.origin}, 401)]:
            self.assertEqual(self.save(text, version, headers)[0], expected, headers)
        self.assertEqual(self.ask("/api/edit", "POST", text.encode())[0], 400)
        self.assertEqual(self.ask("/api/edit", "PUT", text.encode())[0], 405)
        self.assertEqual(self.ask("/api/check")[0], 405)
        self.assertEqual(self.save("x" * (1 << 20) + "x", version)[0], 413)
        self.assertEqual(self.path.read_text(encoding="utf-8"), SCENE)
        self.assertEqual(self.save(text, version, {**cookie, "Origin": self.web.origin})[0], 200)


class NoEdit(rig.RigTest):
    def test_without_the_option_no_file_is_changed(self):
        status, _, body = self.web.ask("/api/edit")
        self.assertEqual(status, 404)
        self.assertIn("--edit", json.loads(body)["error"]["message"])
        with open(os.path.join(rig.SCENES, "card.json5"), "rb") as file:
            card = file.read()
        self.assertEqual(self.web.ask("/api/edit?version=0", "POST", body=card)[0], 404)
        self.assertIsNone(json.loads(self.web.ask("/api/about")[2])["edit"])
        # Texts can be checked all the same.
        status, _, body = self.web.ask("/api/check", "POST", body=card)
        self.assertEqual((status, json.loads(body)), (200, {"fault": None}))


if __name__ == "__main__":
    unittest.main()
