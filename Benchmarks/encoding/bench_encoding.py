#!/usr/bin/env python3
"""Measures how long a frame of a hundred views takes to be written, beside C and Foundation.

It is written as bytes, as JSON and into shared memory, and read there. The bytes, the memory and the
numbers that are read are those of a C program, compared one by one; the JSON says what Foundation's
encoder says. Everything is measured in turn, and a ratio is the median of the rounds' own.
"""

import argparse
import json
import statistics
import subprocess
import sys

import machine

TITLES = {
    "twin binary": "bytes, C", "binary": "bytes, Snapback", "ndjson": "JSON, Snapback",
    "foundation": "JSON, JSONEncoder", "twin publish": "into memory, C",
    "publish": "into memory, Snapback", "twin read": "from memory, C",
    "read": "from memory, Snapback",
}
FRAMES = {"ndjson": 50, "foundation": 2}
MOST = 2000
TWINS = ("binary", "publish", "read")
# The sequence of a memory, in hexadecimal: it counts what was done before.
SEQUENCE = slice(2 * 32, 2 * 40)


class Bench:
    """A program of the benchmark, kept running."""

    def __init__(self, program):
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, workload, count):
        self._process.stdin.write(f"{workload} {count}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if answer in ("", "-"):
            raise SystemExit(f"bench: {workload}: {answer or 'the program has ended'}")
        return answer


def differ(one, other, path="frame"):
    """Where two documents differ by more than what is written of a number; nothing if nowhere."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        found = (differ(one[key], other[key], f"{path}.{key}") for key in one)
        return next((place for place in found if place), None)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        found = (differ(a, b, f"{path}[{i}]") for i, (a, b) in enumerate(zip(one, other)))
        return next((place for place in found if place), None)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return None if abs(one - other) <= 5.01e-4 else path
    return None if one == other else path


def check(snapback, twin):
    for name in TWINS:
        one, other = snapback.ask(name, 0), twin.ask(name, 0)
        if name == "publish":
            one, other = (text[:SEQUENCE.start] + text[SEQUENCE.stop:] for text in (one, other))
        if one != other:
            raise SystemExit(f"bench: {name}: the bytes are not those of the C program")
    lines = [json.loads(bytes.fromhex(snapback.ask(name, 0))) for name in ("ndjson", "foundation")]
    place = differ(*lines)
    if place:
        raise SystemExit(f"bench: the JSON differs at {place}")


def main():
    parser = argparse.ArgumentParser(description="Measures how long a frame takes to be written.")
    parser.add_argument("--snapback-encoding-bench", required=True, metavar="FILE")
    parser.add_argument("--twin", required=True, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    rounds = 15 if arguments.quick else 101
    snapback, twin = Bench(arguments.snapback_encoding_bench), Bench(arguments.twin)
    check(snapback, twin)
    samples = {name: [] for name in TITLES}
    for _ in range(rounds):
        for name in TITLES:
            program = twin if name.startswith("twin ") else snapback
            count = FRAMES.get(name, MOST)
            samples[name].append(int(program.ask(name.removeprefix("twin "), count)) / count)
    medians = {name: statistics.median(values) for name, values in samples.items()}
    ratios = {
        f"{name} to C": statistics.median(
            a / b for a, b in zip(samples[name], samples[f"twin {name}"])) for name in TWINS}
    ratios["JSONEncoder to JSON"] = statistics.median(
        a / b for a, b in zip(samples["foundation"], samples["ndjson"]))
    found = machine.machine()
    print(f"{found['processor']}, {found['cores']} cores; microseconds for a frame of a hundred "
          f"views; medians of {rounds} rounds\n")
    for name, title in TITLES.items():
        print(f"{title:24} {medians[name] / 1000:9.2f} us")
    for name, ratio in ratios.items():
        print(f"{name:24} {ratio:9.2f} x")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": found, "rounds": rounds, "nanoseconds": medians,
                       "ratios": ratios}, file, indent=1)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
