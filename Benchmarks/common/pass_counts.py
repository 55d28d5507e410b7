"""Counts the instructions of a bench program's passes, and holds them to budgets."""

import argparse
import os
import sys

import callgrind

MARGIN = 1.05


def count(program, names, preamble):
    """Workload to instructions of its second pass; the first may still find something cold."""
    text = preamble + "".join(f"{name} 2\n" for name in names)
    answers, parts = callgrind.parts([program], ["*measurePassyyF", "*measureEnd*"], text)
    if "-" in answers or len(parts) != 3 * len(names):
        raise callgrind.CountError(
            f"{len(parts)} parts counted for {len(names)} workloads; are measurePass and "
            "measureEnd still functions of their own?"
        )
    return {name: {"pass": part} for name, part in zip(names, parts[2::3])}


def main(option, names, folder, preamble=""):
    """Counts what the program that `option` names does, and compares it with the budgets that
    `folder` holds; the exit code. `preamble` is what the program reads before the workloads."""
    parser = argparse.ArgumentParser(description="Compares instruction counts with budgets.")
    parser.add_argument(option, required=True, metavar="FILE", dest="program")
    parser.add_argument("--budgets", default=os.path.join(folder, "budgets.json"))
    parser.add_argument("--update", action="store_true", help="writes the budgets anew")
    arguments = parser.parse_args()
    try:
        counts = count(arguments.program, names, preamble)
        return callgrind.hold(counts, arguments.budgets, MARGIN, arguments.update)
    except (callgrind.CountError, OSError, ValueError) as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1
