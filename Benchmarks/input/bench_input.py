#!/usr/bin/env python3
"""Measures the path from events to gestures, beside what libevdev takes to read the events.

Ten fingers, 33 events a frame, twenty recognizers that all run and follow all fingers. Times are
medians over rounds in which everything is measured in turn.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

import input_instructions
import machine

HERE = os.path.dirname(os.path.abspath(__file__))
FRAMES = 60
TITLES = {
    "libevdev": "libevdev reads the events",
    "read": "of that, read() alone",
    "decode": "decode",
    "recognize": "recognize",
    "frame": "decode and recognize",
}


class Bench:
    """The benchmark's program, kept running."""

    def __init__(self, program):
        self._process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def nanoseconds(self, workload, passes):
        """For a frame."""
        self._process.stdin.write(f"{workload} {passes}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if not answer.isdigit():
            raise SystemExit(f"bench: {workload}: {answer or 'the program has ended'}")
        return int(answer) / (passes * FRAMES)


def libevdev(program, rounds):
    """By libevdev and by read() alone, for a frame."""
    result = subprocess.run(
        ["umockdev-wrapper", "/usr/bin/python3", "-B", os.path.join(HERE, "libevdev_cost.py"),
         program, str(rounds)], capture_output=True, text=True, check=True, timeout=120)
    return [float(word) for word in result.stdout.split()]


def main():
    parser = argparse.ArgumentParser(description="Measures input beside libevdev.")
    parser.add_argument("--snapback-input-bench", required=True, metavar="FILE")
    parser.add_argument("--libevdev-cost", required=True, metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    rounds = 7 if arguments.quick else 31
    bench = Bench(arguments.snapback_input_bench)
    samples = {name: [] for name in TITLES}
    for _ in range(rounds):
        for name in input_instructions.WORKLOADS:
            samples[name].append(bench.nanoseconds(name, 50))
        whole, alone = libevdev(arguments.libevdev_cost, 50)
        samples["libevdev"].append(whole)
        samples["read"].append(alone)
    medians = {name: statistics.median(values) for name, values in samples.items()}
    found = machine.machine()
    print(f"{found['processor']}, {found['cores']} cores; microseconds for a frame of ten fingers, "
          f"33 events; medians of {rounds} rounds\n")
    for name, title in TITLES.items():
        print(f"{title:30} {medians[name] / 1000:7.2f} us {medians[name] / medians['libevdev']:6.2f}x")
    print("\nx: times what libevdev takes to read the frame; twenty recognizers follow ten fingers")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"machine": found, "rounds": rounds, "nanoseconds": medians}, file, indent=1)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
