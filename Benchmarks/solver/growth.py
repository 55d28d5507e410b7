#!/usr/bin/env python3
"""Measures how the cost of a frame grows with the system, and fits power laws.

usage: growth.py --snapback-bench FILE --work FOLDER [--quick] [--json FILE]

Frames end with the solve: reading every variable would cost as much as there are variables,
however few of them an edit moves. The exponent is the slope of the least squares line through the
logarithms, over the sizes from 100 views on, where constant costs no longer hide it.
"""

import argparse
import dataclasses
import json
import math
import sys

import engines
import solver_report
import workload_file
import workloads

FIT_FROM = 100


@dataclasses.dataclass(frozen=True)
class Series:
    """One family at growing sizes."""

    title: str
    family: str
    operation: str
    views_per_unit: int
    sizes: tuple


SERIES = (
    Series("a train, all of it moved", "train", "edit", 1, (10, 30, 100, 300, 1000, 3000, 10000)),
    Series("a list, all of it scrolled", "todo", "scroll", 5, (2, 6, 20, 60, 200, 600, 2000)),
    Series("a list, all of it resized", "todo", "edit", 5, (2, 6, 20, 60, 200, 600, 2000)),
    Series("a chain, stretched", "chain", "edit", 1, (10, 30, 100, 300, 1000, 3000, 10000)),
    Series("columns, one of many moved", "islands", "edit", 10, (2, 3, 10, 30, 100, 300, 1000)),
    Series("a list, one row folded", "todo", "collapse", 5, (2, 6, 20, 60, 200, 600, 2000)),
    Series("a list, built", "todo", "build", 5, (2, 6, 20, 60, 200, 600, 2000)),
)


def exponent(points):
    """The slope of log(cost) over log(size) by least squares; None for fewer than two sizes."""
    logs = [(math.log(size), math.log(max(cost, 1))) for size, cost in points]
    if len(logs) < 2:
        return None
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread


class Timings:
    """Runs each workload once, however many series want it."""

    def __init__(self, tools, folder, seconds, limit):
        self.tools, self.folder, self.seconds, self.limit = tools, folder, seconds, limit
        self.known = {}

    def of(self, name):
        """(number of variables, {label: median}), or None when it takes too long."""
        if name not in self.known:
            print(f"growth: {name}", file=sys.stderr)
            path = workloads.write(self.folder, name)
            count = len(workload_file.read(path).names)
            timing = self.tools.snapback_run(path, self.seconds, self.limit, is_reading=False)
            self.known[name] = (count, engines.medians(timing)) if timing else None
        return self.known[name]


def measure(series, timings, largest):
    """The series as a dictionary, and its part of the report."""
    points, lines, skipped = [], [], None
    for size in series.sizes:
        views = size * series.views_per_unit
        if views > largest:
            break
        timing = timings.of(f"{series.family}:{size}")
        if timing is None:
            skipped = f"{views} views and more: not done within {timings.limit} s"
            break
        variables, medians = timing
        cost = medians[series.operation]
        points.append({"views": views, "variables": variables, "nanoseconds": cost})
        lines.append(
            f"  {views:>7,} views {variables:>8,} variables "
            f"{solver_report.duration(cost):>9}  {cost / views:>8.1f} ns a view"
        )
    slope = exponent([
        (point["variables"], point["nanoseconds"]) for point in points
        if point["views"] >= FIT_FROM
    ])
    shown = "-" if slope is None else f"{slope:.2f}"
    head = f"{series.title} ({series.family}, {series.operation}): exponent {shown}"
    if skipped:
        lines.append(f"  {skipped}")
    result = {
        "title": series.title, "family": series.family, "operation": series.operation,
        "exponent": slope, "points": points, "skipped": skipped,
    }
    return result, "\n".join([head] + lines)


def main():
    parser = argparse.ArgumentParser(description="Measures how costs grow with the system.")
    engines.Tools.add_arguments(parser)
    parser.add_argument("--work", required=True, help="a folder for the workload files")
    parser.add_argument("--quick", action="store_true", help="smaller systems, shorter runs")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    seconds, limit, largest = (0.2, 10, 3000) if arguments.quick else (1.0, 60, 10000)
    timings = Timings(engines.Tools.of(arguments), arguments.work, seconds, limit)
    results = []
    try:
        for series in SERIES:
            result, text = measure(series, timings, largest)
            results.append(result)
            print(text)
    except (engines.EngineError, ValueError) as error:
        print(f"growth: {error}", file=sys.stderr)
        return 1
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
