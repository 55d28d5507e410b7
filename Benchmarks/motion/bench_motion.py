#!/usr/bin/env python3
"""Compares motion with a plain C closed form and libadwaita; scripts/bench builds what it needs.

All engines run at once and are asked in turn, some milliseconds each, so that a slow moment of the
machine meets all of them. A time is the median over the rounds, and a ratio the median of the
ratios within each round. Before that, all answers are compared with a reference of fifty digits; a
line with a wrong answer has no ratio.
"""

import argparse
import json
import statistics
import sys

import cases
import machine
import motion_engines
import motion_gate
import motion_report

WORKLOADS = tuple(f"spring-{name}" for name in cases.REGIMES + ("mixed",)) + (
    "step-shared", "step-columns", "step-own",
) + tuple(f"retarget-{name}" for name in cases.REGIMES) + ("curve-warm",)

# A sample is long beside the clock and the pipe, and short beside a slice of the scheduler.
SAMPLE = 1.5e6


class Subject:
    """One workload and what was found about it."""

    def __init__(self, name, per_pass):
        self.name, self.per_pass = name, per_pass
        self.verdicts, self.passes, self.samples = {}, {}, {}

    def check(self, engine, gate):
        numbers = engine.numbers(self.name)
        if numbers is None:
            return
        self.verdicts[engine.name] = gate.check(self.name, engine.name, numbers)
        self.samples[engine.name] = []
        once = min(engine.nanoseconds(self.name, 10) for _ in range(5))
        self.passes[engine.name] = max(1, round(SAMPLE / once))

    def measure(self, engine):
        if engine.name in self.passes:
            duration = engine.nanoseconds(self.name, self.passes[engine.name])
            self.samples[engine.name].append(duration / self.per_pass)

    def median(self, engine):
        """Nanoseconds of one case; None when the engine has no such workload."""
        return statistics.median(self.samples[engine]) if engine in self.samples else None

    def ratio(self, engine, other):
        """How many times as long one engine takes as the other; None without both."""
        if engine not in self.samples or other not in self.samples:
            return None
        pairs = zip(self.samples[engine], self.samples[other])
        return statistics.median(one / two for one, two in pairs)


def measured(engines, rounds):
    """The subjects, checked and measured."""
    gate = motion_gate.Gate(cases.groups())
    subjects = [
        Subject(name, len(cases.CURVES) * cases.FRAMES if name == "curve-warm" else cases.COUNT)
        for name in WORKLOADS
    ]
    for subject in subjects:
        print(f"check: {subject.name}", file=sys.stderr)
        for engine in engines:
            subject.check(engine, gate)
    for number in range(rounds):
        for subject in subjects:
            turn = number % len(engines)
            for engine in engines[turn:] + engines[:turn]:
                subject.measure(engine)
        if (number + 1) % 25 == 0:
            print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return subjects


def main():
    parser = argparse.ArgumentParser(description="Compares motion with C and libadwaita.")
    parser.add_argument("--snapback-motion-bench", required=True, metavar="FILE")
    parser.add_argument("--closed-form", required=True, metavar="FILE")
    parser.add_argument("--adwaita", required=True, metavar="FILE")
    parser.add_argument("--versions", default="", help="what else the report should say")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    rounds = 25 if arguments.quick else 151
    text = cases.text(cases.groups())
    try:
        engines = [
            motion_engines.Engine(name, [program], text)
            for name, program in (
                ("snapback", arguments.snapback_motion_bench), ("c", arguments.closed_form),
                ("libadwaita", arguments.adwaita),
            )
        ]
        subjects = measured(engines, rounds)
        for engine in engines:
            engine.close()
    except motion_engines.EngineError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    rows = [motion_report.row(subject) for subject in subjects]
    bars = motion_report.bars(rows)
    found = machine.machine()
    print(motion_report.text(rows, bars, found, arguments.versions, rounds))
    if arguments.json:
        document = {
            "machine": found, "versions": arguments.versions, "rounds": rounds,
            "quick": arguments.quick, "rows": rows, "bars": bars,
        }
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")
    return 0 if all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
