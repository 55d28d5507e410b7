"""Counts instructions with callgrind, and holds them to budgets.

Instructions do not depend on what else the machine does, so a regression of some per cent shows.
They do depend on the toolchain, the C library and the processor that it chooses its functions for:
a new one may need new budgets (--update). A budget is the count at the time of --update and a
margin. The exit code is 1 when a count exceeds its budget, or has none.
"""

import glob
import json
import math
import os
import shutil
import subprocess
import tempfile


class CountError(RuntimeError):
    """A program that ended with an error, or that was not counted as expected."""


def stripped(program, folder):
    """A copy without the debug information, which valgrind may be too old for; names stay."""
    copy = os.path.join(folder, os.path.basename(program))
    shutil.copy(program, copy)
    subprocess.run(["strip", "--strip-debug", copy], check=True)
    return copy


def parts(command, patterns, text=None):
    """The command's output, and the instructions from one function to the next.

    A part ends whenever a function that one of the patterns matches is entered; the first is what
    came before any of them, and what comes after the last is left out.
    """
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out")
        words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        words += [f"--dump-before={pattern}" for pattern in patterns]
        # Hash tables would otherwise be laid out differently in each run.
        environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
        result = subprocess.run(
            words + command, capture_output=True, text=True, check=False, env=environment,
            input=text,
        )
        if result.returncode != 0:
            last = result.stderr.strip().splitlines() or [f"exit code {result.returncode}"]
            raise CountError(f"{' '.join(command)}: {last[-1]}")
        count = len(glob.glob(f"{out}.*"))
        return result.stdout, [summary(f"{out}.{number}") for number in range(1, count + 1)]


def summary(path):
    """The instructions of one part."""
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("summary:"):
                return int(line.split()[1])
    raise CountError(f"{path} has no summary")


def hold(counts, path, margin, update):
    """Compares with the budgets in `path`, or writes them; the exit code."""
    budgets = {}
    if update:
        budgets = {
            name: {label: math.ceil(margin * value) for label, value in by_label.items()}
            for name, by_label in counts.items()
        }
        with open(path, "w", encoding="utf-8") as file:
            json.dump(budgets, file, indent=2)
            file.write("\n")
    elif os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            budgets = json.load(file)
    faults = compare(counts, budgets)
    for fault in faults:
        print(f"FAILED  {fault}")
    total = sum(len(by_label) for by_label in counts.values())
    print(f"{total - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


def compare(counts, budgets):
    """Prints the table; returns the lines that are not as they should be."""
    faults = []
    print(f"{'workload':17} {'operation':10} {'instructions':>13} {'budget':>13} {'used':>7}")
    for name, by_label in counts.items():
        for label, value in by_label.items():
            budget = budgets.get(name, {}).get(label)
            used = "-" if not budget else f"{100 * value / budget:.0f} %"
            mark = ""
            if budget is None:
                mark = "  NO BUDGET"
                faults.append(f"{name} {label}: no budget; scripts/test instructions --update")
            elif value > budget:
                mark = "  EXCEEDED"
                faults.append(
                    f"{name} {label}: {value:,} instructions, {value - budget:,} above the budget "
                    f"({100 * (value / budget - 1):.1f} %)"
                )
            shown = "-" if budget is None else f"{budget:,}"
            print(f"{name:17} {label:10} {value:>13,} {shown:>13} {used:>7}{mark}")
    return faults
