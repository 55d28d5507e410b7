"""Limits on size and number, for clients with and without a token."""

import os
import random
import socket

import rig


class Limits(rig.RigTest):
    def tearDown(self):
        self.assertEqual(self.web.ask("/api/about")[0], 200)

    def status(self, client):
        return int(client.recv(12).split()[1])

    def test_headers_that_are_too_large(self):
        for headers in ["X: " + "x" * 20_000, "\r\n".join("X: " + "x" * 900 for _ in range(20)),
                        "\r\n".join(f"X{number}: x" for number in range(200))]:
            with self.web.raw() as client:
                client.sendall(f"GET / HTTP/1.1\r\n{headers}\r\n\r\n".encode())
                self.assertEqual(self.status(client), 400)

    def test_a_header_or_an_address_without_end(self):
        for start in [b"GET / HTTP/1.1\r\nX: ", b"GET /", b"GET / HTTP/1.1\r\nX", b"G"]:
            with self.subTest(start=start), self.web.raw() as client:
                before = self.web.memory()
                sent = 0
                try:
                    client.sendall(start)
                    while sent < 32 << 20:
                        client.sendall(b"x" * 65536)
                        sent += 65536
                except OSError:
                    pass
                self.assertLess(sent, 32 << 20)
                self.assertLess(self.web.memory() - before, 8 << 20)

    def test_a_body_that_is_too_large(self):
        path = "/api/replay?recording=flick.evemu"
        status, headers, _ = self.web.ask(path, "POST", body=b" " * (2 << 20))
        self.assertEqual((status, headers["Connection"]), (413, "close"))
        with self.web.raw() as client:
            # It says so at once.
            client.sendall((
                f"POST {path} HTTP/1.1\r\nHost: {self.web.host}\r\nAuthorization: Bearer "
                f"{rig.TOKEN}\r\nContent-Length: 99999999999999999999\r\n\r\n").encode())
            self.assertIn(self.status(client), [400, 413])
        with self.web.raw() as client:
            client.sendall((
                f"POST {path} HTTP/1.1\r\nHost: {self.web.host}\r\nAuthorization: Bearer "
                f"{rig.TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n").encode())
            before = self.web.memory()
            try:
                for _ in range(400):
                    client.sendall(b"10000\r\n" + b" " * 65536 + b"\r\n")
            except OSError:
                pass
            self.assertLess(self.web.memory() - before, 8 << 20)

    def test_nonsense(self):
        for text in [b"\0" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\0",
                     b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                     b"GET / HTTP/1.1\nHost : x\n\n", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n"]:
            with self.subTest(text=text), self.web.raw() as client:
                client.sendall(text)
                client.shutdown(socket.SHUT_WR)
                self.assertNotIn(b"200", client.recv(100))

    def test_what_is_broken_at_random_harms_nobody(self):
        seed = int(os.environ.get("SNAPBACK_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        dice = random.Random(seed)
        upgrade = (
            f"GET /ws HTTP/1.1\r\nHost: {self.web.host}\r\nAuthorization: Bearer {rig.TOKEN}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()
        frames = rig.masked(1, rig.hello().encode()) + rig.masked(9, b"ping") + rig.masked(
            1, b'{"ping":', final=False) + rig.masked(0, b'{"id":1}}') + rig.masked(8, b"")
        post = (
            f"POST /api/replay?recording=flick.evemu HTTP/1.1\r\nHost: {self.web.host}\r\n"
            f"Authorization: Bearer {rig.TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n"
            "5\r\n{ sna\r\n0\r\n\r\n").encode()
        for _ in range(1500):
            text = bytearray(dice.choice([upgrade, post, upgrade + post, post + upgrade]) + frames)
            for _ in range(dice.randrange(4)):
                place = dice.randrange(len(text))
                change = dice.randrange(4)
                if change == 0:
                    text[place] = dice.randrange(256)
                elif change == 1:
                    del text[place:place + dice.randrange(20)]
                elif change == 2:
                    text[place:place] = text[dice.randrange(len(text)):][:dice.randrange(40)]
                else:
                    text[place] ^= 1 << dice.randrange(8)
            with self.web.raw() as client:
                cut = dice.randrange(len(text))
                try:
                    client.sendall(text[:cut])
                    client.sendall(text[cut:])
                    if dice.random() < 0.5:
                        client.settimeout(0.02)
                        client.recv(1 << 16)
                except OSError:
                    pass
        self.assertIsNone(self.web.process.poll())

    def test_requests_one_behind_the_other_on_one_connection(self):
        request = (f"GET /api/about HTTP/1.1\r\nHost: {self.web.host}\r\n"
                   f"Authorization: Bearer {rig.TOKEN}\r\n\r\n").encode()
        with self.web.raw() as client:
            client.sendall(request * 20)
            said = b""
            while said.count(b"HTTP/1.1 200 OK") < 20 or not said.endswith(b"}\n"):
                said += client.recv(65536)
            self.assertEqual(said.count(b"HTTP/1.1 200 OK"), 20)

    def test_who_asks_without_end_and_takes_no_answer_is_not_read(self):
        request = f"GET / HTTP/1.1\r\nHost: {self.web.host}\r\n\r\n".encode()
        with self.web.raw(receive=4096) as client:
            before, sent = self.web.memory(), 0
            client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            client.settimeout(1)
            try:
                while sent < 4 << 20:
                    sent += client.send(request * 100)
            except TimeoutError:
                pass
            self.assertLess(sent, 4 << 20)
            self.assertLess(self.web.memory() - before, 8 << 20)

    def test_an_old_protocol_ends_with_its_answer(self):
        request = (f"GET /api/replay?recording=flick.evemu&scene=card.json5 HTTP/1.0\r\n"
                   f"Host: {self.web.host}\r\nAuthorization: Bearer {rig.TOKEN}\r\n"
                   "Connection: keep-alive\r\n\r\n").encode()
        with self.web.raw() as client:
            client.sendall(request)
            said = b"".join(iter(lambda: client.recv(65536), b""))
        head, body = said.split(b"\r\n\r\n", 1)
        self.assertNotIn(b"chunked", head)
        self.assertTrue(body.endswith(b'"atRest":true}}\n'))

    def test_two_hundred_connections_at_once(self):
        clients = [self.web.raw() for _ in range(200)]
        request = (f"GET / HTTP/1.1\r\nHost: {self.web.host}\r\n"
                   f"Authorization: Bearer {rig.TOKEN}\r\n\r\n").encode()
        for client in clients:
            client.sendall(request)
        for client in clients:
            self.assertEqual(self.status(client), 200)
            client.close()

    def test_more_connections_than_may_be(self):
        clients = [self.web.raw() for _ in range(400)]
        closed = 0
        for client in clients[256:]:
            client.settimeout(5)
            try:
                closed += client.recv(1) == b""
            except ConnectionError:
                closed += 1
        self.assertEqual(closed, 144)
        for client in clients:
            client.close()
        rig.wait_until(self.answers, "there is room again", 5)

    def answers(self):
        try:
            return self.web.ask("/api/about")[0] == 200
        except (OSError, rig.http.client.HTTPException):
            return False
