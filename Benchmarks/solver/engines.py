"""Starts the programs that run workloads, and reads what they print."""

import dataclasses
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class EngineError(RuntimeError):
    """A program ended with an error: which, and its last words."""


@dataclasses.dataclass(frozen=True)
class Tools:
    """The programs, by path."""

    snapback: str
    kiwi: str = ""
    yoga: str = ""

    @staticmethod
    def add_arguments(parser):
        parser.add_argument("--snapback-bench", required=True, help="the built snapback-bench")
        parser.add_argument("--kiwi-driver", default="", help="the built kiwi_driver")
        parser.add_argument("--yoga-driver", default="", help="the built yoga_driver")

    @staticmethod
    def of(arguments):
        return Tools(arguments.snapback_bench, arguments.kiwi_driver, arguments.yoga_driver)

    def snapback_run(self, path, seconds, limit=None, is_reading=True):
        """The timing of the own solver; None when it takes longer than `limit` seconds."""
        words = ["--seconds", str(seconds), "--json"] + ["--without-reading"] * (not is_reading)
        return document([self.snapback, "run", path] + words, limit)

    def snapback_dump(self, path):
        """The own solver's answer of each frame."""
        return lines([self.snapback, "dump", path])

    def kiwi_run(self, path, seconds, limit, order, strengths, is_python=False):
        """Kiwi's timing; None when it takes much longer than `limit` seconds."""
        program = [self.kiwi, "run"]
        if is_python:
            program = [sys.executable, os.path.join(HERE, "kiwi_python.py")]
        words = ["--order", order, "--strengths", strengths]
        words += ["--seconds", str(seconds), "--limit", str(limit)]
        # One call of kiwi may take any time, and only between calls does it look at the clock.
        return document(program + [path] + words, 2 * limit + 10)

    def kiwi_dump(self, path, limit, strengths):
        """Kiwi's answer of each frame that it reached within the limit."""
        words = ["--order", "sorted", "--strengths", strengths, "--limit", str(limit)]
        return lines([self.kiwi, "dump", path] + words)

    def yoga_run(self, path, seconds):
        """Yoga's timing of the tree in the file at `path`."""
        return document([self.yoga, "run", path, "--seconds", str(seconds)], None)

    def yoga_dump(self, path):
        """Yoga's answer of each frame: left, top, width and height of every node."""
        return lines([self.yoga, "dump", path])


def output(command, limit=None):
    """The command's output; None if it was stopped at the limit."""
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return None
    except OSError as error:
        raise EngineError(f"{command[0]} cannot be started: {error}") from error
    if result.returncode != 0:
        words = result.stderr.strip().splitlines() or [f"exit code {result.returncode}"]
        raise EngineError(f"{' '.join(command)}: {words[-1]}")
    return result.stdout


def document(command, limit):
    text = output(command, limit)
    return None if text is None else json.loads(text)


def lines(command):
    return [json.loads(line) for line in output(command).splitlines()]


def medians(timing):
    """Label to median, in nanoseconds."""
    return {row["label"]: row["median"] for row in timing["rows"]}
