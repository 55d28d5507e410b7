"""Runs the built tool, and returns its output."""

import json
import os
import subprocess


class Tool:
    """`snapback` in a folder of binaries."""

    def __init__(self, binaries):
        self._program = os.path.join(binaries, "snapback")

    def run(self, *arguments):
        """The exit code, what was printed, and what was complained of."""
        result = subprocess.run(
            [self._program, *arguments], capture_output=True, text=True, timeout=120, check=False)
        return result.returncode, result.stdout, result.stderr

    def lines(self, *arguments):
        """Parses output as JSON, one value per line; rejects NaN and infinity."""
        code, text, error = self.run(*arguments)
        if code != 0:
            raise ValueError(error.strip() or f"exit code {code}")
        return [json.loads(line, parse_constant=refuse) for line in text.splitlines()]

    def contacts(self, path, *options):
        """The contacts of a recording."""
        lines = self.lines("contacts", path, "--json", "--lenient", *options)
        return [line["contact"] for line in lines if "contact" in line]


def refuse(word):
    """Python reads NaN and Infinity where JSON has none."""
    raise ValueError(f"{word} is not a number")
