"""Access checks, and the headers of every answer."""

import json
import re

import rig

PATHS = [
    "/", "/page/index.html", "/client/browser.js", "/ws", "/api/about", "/api/demo",
    "/api/edit", "/api/check",
    "/api/scene?name=card.json5", "/api/replay?recording=flick.evemu&scene=card.json5", "/nowhere"]
HEADERS = {
    "Content-Security-Policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin"}


class Entrance(rig.RigTest):
    def test_nothing_without_the_token(self):
        wrong = [{}, {"Cookie": f"snapback-{self.web.port}={rig.TOKEN[:-1]}"},
                 {"Cookie": f"snapback-{self.web.port}="}, {"Cookie": f"snapback={rig.TOKEN}"},
                 {"Authorization": f"Basic {rig.TOKEN}"}, {"Authorization": rig.TOKEN},
                 {"Authorization": f"Bearer {rig.TOKEN}x"},
                 {"Authorization": [f"Bearer {rig.TOKEN}", f"Bearer {rig.TOKEN}"]}]
        for path in PATHS:
            for headers in wrong:
                with self.subTest(path=path, headers=headers):
                    headers = {**headers, "Origin": self.web.origin}
                    status, said, body = self.web.ask(path, headers=headers)
                    self.assertEqual(status, 401)
                    self.assertIn("token", json.loads(body)["error"]["message"])
                    self.assertNotIn("Set-Cookie", said)

    def test_every_proof_of_the_token_is_taken(self):
        cookie = f"a=b; snapback-{self.web.port}={rig.TOKEN}; c=d"
        for headers in [rig.BEARER, {"Cookie": cookie}, {"Authorization": f"bearer {rig.TOKEN}"}]:
            self.assertEqual(self.web.ask("/api/about", headers=headers)[0], 200)
        self.assertEqual(self.web.ask(f"/api/about?token={rig.TOKEN}", headers={})[0], 200)

    def test_the_first_visit_puts_the_token_into_a_cookie(self):
        status, headers, body = self.web.ask(f"/?token={rig.TOKEN}", headers={})
        self.assertEqual((status, headers["Location"], body), (303, "/", b""))
        self.assertEqual(
            headers["Set-Cookie"],
            f"snapback-{self.web.port}={rig.TOKEN}; HttpOnly; SameSite=Strict; Path=/")
        cookie = headers["Set-Cookie"].split(";")[0]
        status, headers, body = self.web.ask("/", headers={"Cookie": cookie})
        self.assertEqual(status, 200)
        self.assertIn(b"<!doctype html>", body.lower())
        self.assertEqual(headers["Content-Type"], "text/html; charset=utf-8")

    def test_other_hosts_are_turned_away_even_with_the_token(self):
        port = self.web.port
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", "localhost",
                     f"127.0.0.1:{port + 1}", f"127.0.0.1.evil.example:{port}", "",
                     f"localhost:{port}.evil.example", f"0.0.0.0:{port}", f"[::]:{port}"]:
            for path in PATHS:
                with self.subTest(host=host, path=path):
                    headers = {**rig.BEARER, "Origin": self.web.origin}
                    self.assertEqual(self.web.ask(path, headers=headers, host=host)[0], 403)
        for host in [f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}",
                     f"[::1]:{port}"]:
            self.assertEqual(self.web.ask("/", host=host)[0], 200, host)

    def test_two_hosts_are_none(self):
        headers = {**rig.BEARER, "Host": "evil.example"}
        self.assertEqual(self.web.ask("/", headers=headers)[0], 403)

    def test_other_origins_are_turned_away_even_with_the_token(self):
        port = self.web.port
        foreign = ["null", "http://evil.example", f"https://127.0.0.1:{port}", "http://127.0.0.1",
                   f"http://127.0.0.1:{port + 1}", f"http://127.0.0.1:{port}/", "", "file://",
                   f"http://localhost:{port}.evil.example"]
        for origin in foreign:
            for path in PATHS:
                with self.subTest(origin=origin, path=path):
                    headers = {**rig.BEARER, "Origin": origin}
                    self.assertEqual(self.web.ask(path, headers=headers)[0], 403)
        for name in ["127.0.0.1", "localhost", "[::1]"]:
            headers = {**rig.BEARER, "Origin": f"http://{name}:{port}"}
            self.assertEqual(self.web.ask("/", headers=headers)[0], 200)

    def test_what_acts_has_to_say_its_origin_or_bring_the_bearer(self):
        path = f"/api/replay?recording=flick.evemu&token={rig.TOKEN}"
        with open(f"{rig.SCENES}/card.json5", "rb") as file:
            scene = file.read()
        self.assertEqual(self.web.ask(path, "POST", {}, scene)[0], 403)
        self.assertEqual(self.web.ask(path, "POST", {"Origin": self.web.origin}, scene)[0], 200)
        self.assertEqual(self.web.ask(path, "POST", rig.BEARER, scene)[0], 200)

    def test_a_websocket_needs_token_host_and_origin(self):
        cookie = {"Cookie": f"snapback-{self.web.port}={rig.TOKEN}"}
        address = self.web.socket_address

        def status(**options):
            return rig.handshake(address, **options)

        self.assertEqual(status(origin=self.web.origin, additional_headers=cookie), 101)
        self.assertEqual(status(additional_headers=rig.BEARER), 101)
        self.assertEqual(status(additional_headers=cookie), 403)
        self.assertEqual(status(origin="http://evil.example", additional_headers=cookie), 403)
        self.assertEqual(status(origin="http://evil.example", additional_headers=rig.BEARER), 403)
        self.assertEqual(status(origin=self.web.origin), 401)
        address = address.replace("/ws", "/page/index.html")
        self.assertEqual(status(additional_headers=rig.BEARER), 200)

    def test_a_websocket_of_another_host_is_turned_away(self):
        client = self.web.raw()
        client.sendall((
            f"GET /ws HTTP/1.1\r\nHost: evil.example:{self.web.port}\r\nOrigin: {self.web.origin}"
            f"\r\nAuthorization: Bearer {rig.TOKEN}\r\nUpgrade: websocket\r\nConnection: Upgrade"
            "\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        ).encode())
        self.assertIn(b"403", client.recv(100).split(b"\r\n")[0])
        client.close()

    def test_every_answer_has_the_headers(self):
        asked = [(path, headers) for path in PATHS for headers in [rig.BEARER, {}]]
        for path, headers in asked + [(f"/?token={rig.TOKEN}", {}), ("/%", rig.BEARER)]:
            with self.subTest(path=path, headers=headers):
                said = self.web.ask(path, headers=headers)[1]
                for name, value in HEADERS.items():
                    self.assertEqual(said[name], value)
                # Nobody else may read an answer.
                self.assertFalse([name for name in said if name.lower().startswith("access-c")])

    def test_only_this_machine_reaches_the_port(self):
        listening = []
        for name in ["tcp", "tcp6"]:
            with open(f"/proc/net/{name}", encoding="ascii") as file:
                for line in list(file)[1:]:
                    address, port = line.split()[1].split(":")
                    if int(port, 16) == self.web.port and line.split()[3] == "0A":
                        listening.append(address)
        self.assertEqual(listening, ["0100007F"])

    def test_a_token_is_made_of_128_bits_and_differs(self):
        tokens = set()
        for _ in range(4):
            web = rig.Web(self.rig.folder.name, "--token", "x" * 16)
            self.assertTrue(web.address.endswith("x" * 16))
            web.stop()
            process = rig.subprocess.Popen(
                [rig.program("snapback-web"), "--socket", "/nowhere"], stdout=-1, stderr=-3,
                text=True)
            line = process.stdout.readline()
            process.terminate()
            process.communicate()
            self.assertEqual(process.returncode, 0)
            token = re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=([0-9a-f]{32})\n", line)
            self.assertTrue(token, line)
            tokens.add(token[1])
        self.assertEqual(len(tokens), 4)

    def test_a_command_line_that_is_wrong_is_said(self):
        for options, code, words in [
                (["--port", str(self.web.port)], 69, f"127.0.0.1:{self.web.port}: Address already"),
                (["--port", "70000"], 64, "0 to 65535"), (["--token", "short"], 64, "16 to 128"),
                (["--token", "0123456789abcde;"], 64, "letters, digits"),
                (["--scenes", "/nowhere"], 66, "cannot read /nowhere"),
                (["--scene", "/nowhere.json5"], 66, "cannot read /nowhere.json5")]:
            with self.subTest(options=options):
                ended = rig.subprocess.run(
                    [rig.program("snapback-web"), *options], capture_output=True, text=True,
                    timeout=20)
                self.assertEqual((ended.returncode, ended.stdout), (code, ""))
                self.assertIn(words, ended.stderr)
