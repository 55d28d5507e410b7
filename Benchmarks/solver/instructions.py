#!/usr/bin/env python3
"""Counts the instructions of builds and frames with callgrind, and compares them with budgets.

usage: instructions.py --snapback-bench FILE --work FOLDER [--budgets FILE] [--update]
"""

import argparse
import concurrent.futures
import os
import sys

import callgrind
import workloads

NAMES = (
    "login_form", "cards_3", "todo_10", "todo_100", "grid_4x4", "grid_16x16", "chain_20",
    "chain_100", "spacers_10", "spacers_100",
)
MARGIN = 1.1


def count(program, path):
    """Label to the mean number of instructions of its frames; "build" for the first one."""
    text, parts = callgrind.parts([program, "once", path], ["*SessionV*measure*"])
    labels = text.split()
    # Part 1 is what came before the build, part 2 the build, then one part for each frame.
    if len(parts) != len(labels) + 1:
        raise callgrind.CountError(
            f"{path}: {len(parts) - 1} parts counted for {len(labels)} frames; are "
            "Session.measureBuild and measureFrame still functions of their own?"
        )
    by_label = {}
    for label, part in zip(["build"] + labels[1:], parts[1:]):
        by_label.setdefault(label, []).append(part)
    return {label: round(sum(counts) / len(counts)) for label, counts in by_label.items()}


def main():
    parser = argparse.ArgumentParser(description="Compares instruction counts with budgets.")
    parser.add_argument("--snapback-bench", required=True, help="the built snapback-bench")
    parser.add_argument("--work", required=True, help="a folder for the workload files")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--budgets", default=os.path.join(here, "budgets.json"))
    parser.add_argument("--update", action="store_true", help="writes the budgets anew")
    arguments = parser.parse_args()
    try:
        paths = [workloads.write(arguments.work, name) for name in NAMES]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            found = pool.map(lambda path: count(arguments.snapback_bench, path), paths)
            counts = dict(zip(NAMES, found))
        return callgrind.hold(counts, arguments.budgets, MARGIN, arguments.update)
    except (callgrind.CountError, OSError, ValueError) as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
