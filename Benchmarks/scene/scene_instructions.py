#!/usr/bin/env python3
"""Counts the instructions of frames in large scenes with callgrind, and compares them with those in
small scenes, or in scenes without bindings. Also measures the memory that a large scene takes.

usage: scene_instructions.py --snapback-scene-bench FILE [--budgets FILE] [--update]

A count is that of a pass: sixty frames. The cost of a frame follows the views that move: a pan
among 8000 views may take 1.2 times the instructions of a pan among 10, a hundred moving views among
9999 may take 1.2 times those of a hundred alone, and a heading over 2000 coasting rows 1.5 times
those of one over 10. A view that is bound to another one costs about as much as one that moves
itself: 1000 of them may take 1.5 times the instructions. A pass of `load` reads a scene, and its
cost follows the number of views: with ten times as many, it may be 11 times as much.
"""

import argparse
import os
import subprocess
import sys
import tempfile

import callgrind
import pass_counts

RATIOS = (("pan-8000", "pan-10", 1.2), ("hundred-1000", "hundred-100", 1.2),
          ("hundred-9999", "hundred-100", 1.2), ("heading-2000", "heading-10", 1.5),
          ("bound-1000", "moving-1000", 1.5), ("load-4000", "load-400", 11))
# The views of the scene whose memory is measured, and the most bytes that each of them may take.
VIEWS = 8000
BYTES_PER_VIEW = 7800


def bytes_per_view(program):
    """The resident bytes that a scene adds to a process of its own, for each view."""
    result = subprocess.run(
        [program], input=f"memory {VIEWS}\n", capture_output=True, text=True, check=True
    )
    return int(result.stdout) / VIEWS


def main():
    parser = argparse.ArgumentParser(description="Compares large scenes with small ones.")
    parser.add_argument("--snapback-scene-bench", required=True, metavar="FILE", dest="program")
    folder = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--budgets", default=os.path.join(folder, "budgets.json"))
    parser.add_argument("--update", action="store_true", help="writes the budgets anew")
    arguments = parser.parse_args()
    names = dict.fromkeys(name for large, small, _ in RATIOS for name in (small, large))
    try:
        with tempfile.TemporaryDirectory() as place:
            program = callgrind.stripped(arguments.program, place)
            counts = pass_counts.count(program, list(names), "")
        size = bytes_per_view(arguments.program)
    except (callgrind.CountError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"instructions: {error}", file=sys.stderr)
        return 1
    result = callgrind.hold(counts, arguments.budgets, pass_counts.MARGIN, arguments.update)
    for large, small, limit in RATIOS:
        ratio = counts[large]["pass"] / counts[small]["pass"]
        mark = "" if ratio <= limit else "  EXCEEDED"
        print(f"{large + ' to ' + small:26} {ratio:8.3f} x of {limit:5.2f} x{mark}")
        if ratio > limit:
            result = 1
    mark = "" if size <= BYTES_PER_VIEW else "  EXCEEDED"
    print(f"{'bytes of a view':26} {size:8.0f}   of {BYTES_PER_VIEW:5}{mark}")
    return 1 if size > BYTES_PER_VIEW else result


if __name__ == "__main__":
    sys.exit(main())
