"""Pages of one's own: the folder of --site, pages of other origins, and the file of the token."""

import http.client
import json
import os
import pathlib
import re
import socket
import stat
import subprocess
import tempfile
import unittest

import rig
from test_files import WAYS_OUT

ALLOWED = ["http://localhost:5173", "https://kiosk.example"]
POLICY = {
    "default-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
    "font-src 'self' data:", "media-src 'self' data: blob:", "object-src 'none'",
    "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"}
INDEX = "<!doctype html><title>Own</title>"


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.top = pathlib.Path(folder.name)
        cls.site = cls.top / "site"
        (cls.site / "images").mkdir(parents=True)
        (cls.site / "index.html").write_text(INDEX, encoding="utf-8")
        (cls.site / "menu page.js").write_text("one", encoding="utf-8")
        (cls.site / "images/a.png").write_bytes(b"\x89PNG\0")
        options = [option for origin in ALLOWED for option in ("--allow-origin", origin)]
        cls.rig = rig.Rig("--site", str(cls.site), *options)
        cls.addClassCleanup(cls.rig.close)
        cls.web = cls.rig.web

    def test_the_site_is_at_the_top_and_the_rest_stays_where_it_was(self):
        for path, kind, content in [
                ("/", "text/html; charset=utf-8", INDEX.encode()),
                ("/index.html", "text/html; charset=utf-8", INDEX.encode()),
                ("/menu%20page.js", "text/javascript; charset=utf-8", b"one"),
                ("/images/a.png", "image/png", b"\x89PNG\0")]:
            status, headers, body = self.web.ask(path)
            self.assertEqual((status, headers["Content-Type"], body), (200, kind, content))
            self.assertEqual(set(headers["Content-Security-Policy"].split("; ")), POLICY)
            self.assertEqual(len(headers.get_all("Content-Security-Policy")), 1)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
        for path in ["/page/index.html", "/client/dom.js", "/client/element.js"]:
            status, headers, _ = self.web.ask(path)
            self.assertEqual(status, 200)
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])

    def test_the_site_needs_the_checks_of_every_request(self):
        cookie = {"Cookie": f"snapback-{self.web.port}={rig.TOKEN}"}
        for path in ["/", "/index.html", "/images/a.png", "/none.html"]:
            self.assertEqual(self.web.ask(path, headers={})[0], 401)
            self.assertEqual(self.web.ask(path, host=f"evil.example:{self.web.port}")[0], 403)
            for origin in ["null", "http://evil.example", *ALLOWED]:
                headers = {**rig.BEARER, "Origin": origin}
                self.assertEqual(self.web.ask(path, headers=headers)[0], 403, origin)
            self.assertIn(self.web.ask(path, headers=cookie)[0], [200, 404])
            self.assertEqual(self.web.ask(path, "POST", body=b"x")[0], 405)

    def test_the_token_of_any_page_moves_into_the_cookie(self):
        for path, place in [
                (f"/?token={rig.TOKEN}", "/"),
                (f"/menu%20page.js?token={rig.TOKEN}", "/menu%20page.js"),
                (f"/images/a.png?a=b%26c&token={rig.TOKEN}", "/images/a.png?a=b%26c"),
                # To a browser, this path without its escape would be another server.
                (f"/%5Cevil.example?token={rig.TOKEN}", "/%5Cevil.example")]:
            status, headers, body = self.web.ask(path, headers={})
            self.assertEqual((status, headers["Location"], body), (303, place, b""))
            self.assertIn(f"snapback-{self.web.port}={rig.TOKEN};", headers["Set-Cookie"])
        self.assertEqual(self.web.ask("/index.html?token=wrong", headers={})[0], 401)

    def test_no_path_leads_out_of_the_folder(self):
        (self.top / "secret.txt").write_text("secret", encoding="utf-8")
        for name, target in [
                ("up.txt", "../secret.txt"), ("root.txt", "/etc/passwd"), ("folder", ".."),
                ("inside.html", "index.html")]:
            os.symlink(target, self.site / name)
        (self.site / ".env").write_text("secret", encoding="utf-8")
        (self.site / ".git").mkdir()
        (self.site / ".git/config").write_text("secret", encoding="utf-8")
        os.mkfifo(self.site / "pipe.html")
        names = [
            "up.txt", "root.txt", "folder/secret.txt", "inside.html", ".env", ".git/config",
            "images/../.env", "images", "images/", "pipe.html", "../secret.txt",
            "images/../../secret.txt", "..%2fsecret.txt"]
        for name in names + [name for name in WAYS_OUT if name]:
            with self.subTest(name=name):
                status, _, body = self.web.ask(f"/{name}")
                self.assertIn(status, [400, 404])
                self.assertIn("error", json.loads(body))
                self.assertNotIn(b"root:", body)

    def test_a_file_of_the_site_is_read_for_each_request(self):
        path = self.site / "changing.css"
        self.assertEqual(self.web.ask("/changing.css")[0], 404)
        for text in ["a {}", "b {}"]:
            path.write_text(text, encoding="utf-8")
            status, headers, body = self.web.ask("/changing.css")
            self.assertEqual((status, body), (200, text.encode()))
            self.assertEqual(headers["Cache-Control"], "no-store")

    def test_a_page_of_an_allowed_origin_connects_with_the_token_only(self):
        plain = self.web.socket_address
        token = f"{plain}?token={rig.TOKEN}"
        for origin in ALLOWED:
            self.assertEqual(rig.handshake(token, origin=origin), 101)
            self.assertEqual(rig.handshake(plain, origin=origin), 401)
            self.assertEqual(rig.handshake(f"{plain}?token=wrong", origin=origin), 401)
        for origin in [
                "null", "file://", "http://evil.example", "http://localhost:5174",
                "https://localhost:5173", "http://127.0.0.1:5173", "http://kiosk.example",
                "https://kiosk.example:8443", "https://kiosk.example.evil.example",
                "https://evil-kiosk.example"]:
            self.assertEqual(rig.handshake(token, origin=origin), 403, origin)

    def shake(self, host, origin):
        """The status of a handshake with any host."""
        client = http.client.HTTPConnection("127.0.0.1", self.web.port, timeout=20)
        client.putrequest("GET", f"/ws?token={rig.TOKEN}", skip_host=True)
        for name, value in [
                ("Host", host), ("Origin", origin), ("Upgrade", "websocket"),
                ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
                ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")]:
            client.putheader(name, value)
        client.endheaders()
        status = client.getresponse().status
        client.close()
        return status

    def test_a_name_that_resolves_to_this_machine_is_no_host_even_for_an_allowed_origin(self):
        port = self.web.port
        for origin in [*ALLOWED, self.web.origin, f"http://kiosk.example:{port}"]:
            for host in [f"kiosk.example:{port}", f"localhost.evil.example:{port}", "localhost",
                         f"127.0.0.1:{port + 1}"]:
                self.assertEqual(self.shake(host, origin), 403, (host, origin))
        self.assertEqual(self.shake(f"localhost:{port}", ALLOWED[0]), 101)

    def test_no_other_site_may_read_an_answer(self):
        for path in ["/", "/ws", "/client/dom.js"]:
            for method in ["GET", "OPTIONS"]:
                headers = self.web.ask(path, method, {**rig.BEARER, "Origin": ALLOWED[0]})[1]
                self.assertFalse(
                    [name for name in headers if name.lower().startswith("access-c")])


class TokenFileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "token")

    def start(self):
        """Starts a server, uses the token in the file, and returns it."""
        process = subprocess.Popen(
            [rig.program("snapback-web"), "--socket", "/nowhere", "--token-file", self.path],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = process.stdout.readline().strip()
        token = pathlib.Path(self.path).read_text(encoding="utf-8").strip()
        try:
            # The address has no token.
            port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", address)[1])
            client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            client.request("GET", "/api/about", headers={"Authorization": f"Bearer {token}"})
            self.assertEqual(client.getresponse().status, 200)
            client.close()
        finally:
            process.terminate()
            _, said = process.communicate(timeout=20)
        self.assertIn(self.path, said)
        self.assertNotIn(token, said)
        return token

    def test_a_file_is_made_for_its_owner_and_the_token_stays(self):
        first = self.start()
        self.assertRegex(first, r"^[0-9a-f]{32}$")
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertEqual(self.start(), first)

    def refusal(self, *options):
        ended = subprocess.run(
            [rig.program("snapback-web"), "--socket", "/nowhere", *options], capture_output=True,
            text=True, timeout=20)
        self.assertEqual(ended.stdout, "")
        return ended.returncode, ended.stderr

    def test_a_file_that_others_may_read_is_refused(self):
        pathlib.Path(self.path).write_text("0123456789abcdef\n", encoding="utf-8")
        os.chmod(self.path, 0o644)
        code, said = self.refusal("--token-file", self.path)
        self.assertEqual(code, 65)
        self.assertIn(f"chmod 600 {self.path}", said)
        os.chmod(self.path, 0o600)
        self.assertEqual(self.start(), "0123456789abcdef")

    def test_options_that_are_wrong_are_said(self):
        for options, code, words in [
                (["--token", "0123456789abcdef", "--token-file", self.path], 64, "exclude"),
                (["--token-file", "/nowhere/token"], 74, "cannot create /nowhere/token"),
                (["--site", "/nowhere"], 66, "cannot read /nowhere"),
                (["--allow-origin", "null"], 64, "sandboxed frames of any site"),
                (["--allow-origin", "file:///srv"], 64, "--site"),
                (["--allow-origin", "*"], 64, "pages of other sites could connect"),
                (["--allow-origin", "http://*.example"], 64, "name each origin"),
                (["--allow-origin", "localhost:5173"], 64, "scheme://host:port"),
                (["--allow-origin", "http://localhost:5173/page"], 64, "without a path")]:
            with self.subTest(options=options):
                given, said = self.refusal(*options)
                self.assertEqual(given, code)
                # Long messages are wrapped.
                self.assertIn(words, " ".join(said.split()))

    def test_a_service_manager_is_told_when_the_server_listens(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            path = f"{self.path}-notify"
            manager.bind(path)
            manager.settimeout(20)
            process = subprocess.Popen(
                [rig.program("snapback-web"), "--socket", "/nowhere", "--token-file", self.path],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env={**os.environ, "NOTIFY_SOCKET": path})
            said = manager.recv(1000).decode().split("\n")
            port = int(process.stdout.readline().strip().split(":")[2].rstrip("/"))
            self.assertEqual(said, ["READY=1", f"STATUS=listening on 127.0.0.1:{port}"])
            # The file of the token is there, too.
            self.assertTrue(os.path.exists(self.path))
            process.terminate()
            self.assertEqual(manager.recv(1000), b"STOPPING=1")
            process.communicate(timeout=20)
            self.assertEqual(process.returncode, 0)
