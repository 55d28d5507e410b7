#!/usr/bin/env python3
"""Counts the instructions of writing a frame with callgrind, and compares with budgets and limits.

usage: encoding_instructions.py --snapback-encoding-bench FILE --twin FILE [--budgets FILE]
       [--update]

A count is that of a frame of a hundred views that all changed and move: written as bytes and as
JSON, put into shared memory, and read there. What a C program does as well may take 1.5 times as
many instructions, and Foundation's JSONEncoder has to take 20 times as many.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import callgrind
import pass_counts

WORKLOADS = ("binary", "ndjson", "publish", "read")
TWINS = ("binary", "publish", "read")
TWIN_LIMIT = 1.5
FOUNDATION_LIMIT = 20


def count_twin(program):
    """Workload to instructions of the C program's last pass of three."""
    text = "".join(f"{name} 2\n" for name in TWINS)
    _, parts = callgrind.parts([program], ["measure_pass", "measure_end"], text)
    if len(parts) != 4 * len(TWINS):
        raise callgrind.CountError(f"{len(parts)} parts counted of {program}")
    return dict(zip(TWINS, parts[3::4]))


def hold_ratios(counts, twin, foundation):
    """Prints what Snapback takes of others; whether all is within the limits."""
    rows = [(f"{name} to C", counts[name]["pass"] / twin[name], TWIN_LIMIT) for name in TWINS]
    rows.append(("JSON to JSONEncoder", counts["ndjson"]["pass"] / foundation,
                 1 / FOUNDATION_LIMIT))
    for name, ratio, limit in rows:
        mark = "" if ratio <= limit else "  EXCEEDED"
        print(f"{name:20} {ratio:8.3f} x of {limit:5.2f} x{mark}")
    return all(ratio <= limit for _, ratio, limit in rows)


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Compares instruction counts with budgets.")
    parser.add_argument("--snapback-encoding-bench", required=True, metavar="FILE", dest="program")
    parser.add_argument("--twin", required=True, metavar="FILE")
    parser.add_argument("--budgets", default=os.path.join(folder, "budgets.json"))
    parser.add_argument("--update", action="store_true", help="writes the budgets anew")
    arguments = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as place:
            program = callgrind.stripped(arguments.program, place)
            counts = pass_counts.count(program, (*WORKLOADS, "foundation"), "")
            twin = count_twin(callgrind.stripped(arguments.twin, place))
        foundation = counts.pop("foundation")["pass"]
        result = callgrind.hold(counts, arguments.budgets, pass_counts.MARGIN, arguments.update)
        return result if hold_ratios(counts, twin, foundation) else 1
    except (callgrind.CountError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
