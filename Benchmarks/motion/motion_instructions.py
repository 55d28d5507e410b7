#!/usr/bin/env python3
"""Counts the instructions of motions with callgrind, and compares them with budgets.

usage: motion_instructions.py --snapback-motion-bench FILE [--budgets FILE] [--update]

A count is that of a pass: a thousand springs, or all frames of all timing curves.
"""

import argparse
import os
import sys

import bench_motion
import callgrind
import cases

MARGIN = 1.05


def count(program):
    """Workload to instructions."""
    names = bench_motion.WORKLOADS
    # The first of two passes still makes room for its results.
    text = cases.text(cases.groups()) + "".join(f"{name} 2\n" for name in names)
    answers, parts = callgrind.parts([program], ["*measurePassyyF", "*measureEnd*"], text)
    if "-" in answers or len(parts) != 3 * len(names):
        raise callgrind.CountError(
            f"{len(parts)} parts counted for {len(names)} workloads; are measurePass and "
            "measureEnd still functions of their own?"
        )
    return {name: {"pass": part} for name, part in zip(names, parts[2::3])}


def main():
    parser = argparse.ArgumentParser(description="Compares instruction counts with budgets.")
    parser.add_argument("--snapback-motion-bench", required=True, metavar="FILE")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--budgets", default=os.path.join(here, "budgets.json"))
    parser.add_argument("--update", action="store_true", help="writes the budgets anew")
    arguments = parser.parse_args()
    try:
        counts = count(arguments.snapback_motion_bench)
        return callgrind.hold(counts, arguments.budgets, MARGIN, arguments.update)
    except (callgrind.CountError, OSError, ValueError) as error:
        print(f"instruction-test: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
