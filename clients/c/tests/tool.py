"""Runs tests/tool.c, by which Python sees what the C library does, and counts what it shows."""

import json
import os
import select
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..", "..")
VECTORS = os.path.join(TOP, "Tests", "Fixtures", "protocol")


class Tool:
    """The program, one command after the other."""

    def __init__(self, path, environment=None):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.output = bytearray()

    def ask(self, command):
        """The code that a command came to, and the lines before it, each within 20 s."""
        self.process.stdin.write(command.encode() + b"\n")
        self.process.stdin.flush()
        lines = []
        while True:
            answer = json.loads(self._line(command))
            if isinstance(answer, dict) and "code" in answer and len(answer) <= 2 and (
                    len(answer) == 1 or "error" in answer):
                return answer["code"], lines
            lines.append(answer)

    def _line(self, command):
        """The next line of the program's output; `command` is what it answers."""
        searched = 0
        while (end := self.output.find(b"\n", searched)) < 0:
            searched = len(self.output)
            if not select.select([self.process.stdout], [], [], 20)[0]:
                self.process.kill()
            part = os.read(self.process.stdout.fileno(), 1 << 16)
            if not part:
                raise RuntimeError(f"the tool ended at: {command[:200]}")
            self.output += part
        line = bytes(self.output[:end])
        del self.output[:end + 1]
        return line

    def do(self, command):
        """The lines of a command that has to succeed."""
        code, lines = self.ask(command)
        if code < 0:
            raise RuntimeError(f"{command[:200]}: {code}")
        return lines

    def next(self, timeout=5000):
        """The next message, None if none comes in so many milliseconds."""
        lines = self.do(f"next {timeout}")
        return lines[0] if lines else None

    def close(self):
        self.process.stdin.close()
        return self.process.wait(timeout=20)


class Count:
    """What passed and what failed."""

    def __init__(self, name):
        self.name, self.passed, self.failed = name, 0, 0

    def check(self, claim, is_true, detail=""):
        if is_true:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED  {self.name}: {claim} {detail}"[:1000])

    def end(self):
        """Says how many and ends the program."""
        print(f"{self.name}: {self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)


def vector(name):
    """The bytes of a vector."""
    with open(os.path.join(VECTORS, name), "rb") as file:
        return file.read()


def lines(name):
    """The messages of a vector's text."""
    return [json.loads(line) for line in vector(name).decode().splitlines()]
