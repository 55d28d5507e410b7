#!/usr/bin/env python3
"""Counts the instructions of builds and frames with callgrind, and compares them with budgets.

usage: instructions.py --snapback-bench FILE --work FOLDER [--budgets FILE] [--update]

Instructions do not depend on what else the machine does, so a regression of some per cent shows.
They do depend on the toolchain and the C library: a new one may need new budgets (--update).
A budget is the count at the time of --update and a tenth. Exit code 1 when a count exceeds its
budget, or has none.
"""

import argparse
import concurrent.futures
import glob
import json
import math
import os
import subprocess
import sys
import tempfile

import engines
import workloads

NAMES = (
    "login_form", "cards_3", "todo_10", "todo_100", "grid_4x4", "grid_16x16", "chain_20",
    "chain_100", "spacers_10", "spacers_100",
)
MARGIN = 1.1


def count(program, path):
    """Label to the mean number of instructions of its frames; "build" for the first one."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        command = [
            "valgrind", "--tool=callgrind", "--dump-before=*SessionV*measure*",
            f"--callgrind-out-file={out}", program, "once", path,
        ]
        # Hash tables would otherwise be laid out differently in each run.
        environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
        result = subprocess.run(
            command, capture_output=True, text=True, check=False, env=environment
        )
        if result.returncode != 0:
            words = result.stderr.strip().splitlines() or [f"exit code {result.returncode}"]
            raise engines.EngineError(f"{path}: {words[-1]}")
        labels = result.stdout.split()
        # Part 1 is what came before the build, part 2 the build, then one part for each frame.
        last = len(glob.glob(f"{out}.*"))
        parts = [summary(f"{out}.{number}") for number in range(2, last + 1)]
    if len(parts) != len(labels):
        raise engines.EngineError(
            f"{path}: {len(parts)} parts counted for {len(labels)} frames; are "
            "Session.measureBuild and measureFrame still functions of their own?"
        )
    by_label = {}
    for label, part in zip(["build"] + labels[1:], parts):
        by_label.setdefault(label, []).append(part)
    return {label: round(sum(counts) / len(counts)) for label, counts in by_label.items()}


def summary(path):
    """The instructions of one part."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("summary:"):
                return int(line.split()[1])
    raise engines.EngineError(f"{path} has no summary")


def compare(counts, budgets):
    """Prints the table; returns the lines that are not as they should be."""
    faults = []
    print(f"{'workload':12} {'operation':10} {'instructions':>13} {'budget':>13} {'used':>7}")
    for name, by_label in counts.items():
        for label, value in by_label.items():
            budget = budgets.get(name, {}).get(label)
            used = "-" if not budget else f"{100 * value / budget:.0f} %"
            mark = ""
            if budget is None:
                mark = "  NO BUDGET"
                faults.append(f"{name} {label}: no budget; scripts/instruction-test --update")
            elif value > budget:
                mark = "  EXCEEDED"
                faults.append(
                    f"{name} {label}: {value:,} instructions, {value - budget:,} above the budget "
                    f"({100 * (value / budget - 1):.1f} %)"
                )
            shown = "-" if budget is None else f"{budget:,}"
            print(f"{name:12} {label:10} {value:>13,} {shown:>13} {used:>7}{mark}")
    return faults


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
        budgets = {}
        if arguments.update:
            budgets = {
                name: {label: math.ceil(MARGIN * value) for label, value in by_label.items()}
                for name, by_label in counts.items()
            }
            with open(arguments.budgets, "w", encoding="utf-8") as file:
                json.dump(budgets, file, indent=2)
                file.write("\n")
        elif os.path.exists(arguments.budgets):
            with open(arguments.budgets, encoding="utf-8") as file:
                budgets = json.load(file)
    except (engines.EngineError, OSError, ValueError) as error:
        print(f"instruction-test: {error}", file=sys.stderr)
        return 1
    faults = compare(counts, budgets)
    for fault in faults:
        print(f"FAILED  {fault}")
    total = sum(len(by_label) for by_label in counts.values())
    print(f"{total - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
