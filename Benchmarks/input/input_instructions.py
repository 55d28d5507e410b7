#!/usr/bin/env python3
"""Counts the instructions from events to gestures with callgrind, and compares with budgets.

usage: input_instructions.py --snapback-input-bench FILE [--budgets FILE] [--update]

A count is that of a pass: sixty frames of ten fingers, for twenty recognisers.
"""

import argparse
import os
import sys

import callgrind

WORKLOADS = ("decode", "recognize", "frame")
MARGIN = 1.05


def count(program):
    """Workload to instructions."""
    # The first of two passes may still find something cold.
    text = "".join(f"{name} 2\n" for name in WORKLOADS)
    answers, parts = callgrind.parts([program], ["*measurePassyyF", "*measureEnd*"], text)
    if "-" in answers or len(parts) != 3 * len(WORKLOADS):
        raise callgrind.CountError(
            f"{len(parts)} parts counted for {len(WORKLOADS)} workloads; are measurePass and "
            "measureEnd still functions of their own?"
        )
    return {name: {"pass": part} for name, part in zip(WORKLOADS, parts[2::3])}


def main():
    parser = argparse.ArgumentParser(description="Compares instruction counts with budgets.")
    parser.add_argument("--snapback-input-bench", required=True, metavar="FILE")
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--budgets", default=os.path.join(here, "budgets.json"))
    parser.add_argument("--update", action="store_true", help="writes the budgets anew")
    arguments = parser.parse_args()
    try:
        counts = count(arguments.snapback_input_bench)
        return callgrind.hold(counts, arguments.budgets, MARGIN, arguments.update)
    except (callgrind.CountError, OSError, ValueError) as error:
        print(f"instruction-test: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
