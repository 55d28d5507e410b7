#!/usr/bin/env python3
"""Compares the solver with kiwi and Yoga on the standard workloads; scripts/bench builds them.

Rounds are interleaved: in each, every workload is run by kiwi's C++ core in both orders, by kiwi's
Python binding, by Yoga if flexbox expresses it, and by Snapback, one after the other, so that a
slow minute of the machine meets all of them. A figure is the median of the rounds' medians. Kiwi
counts with the better of its two orders, line by line. A line whose answers are wrong has no
ratio, nor has a line of Yoga whose answers are not Snapback's.
"""

import argparse
import json
import statistics
import sys
import time

import engines
import flex_screens
import gate
import machine
import solver_report
import workload_file
import workloads

QUICK = (
    "login_form", "cards_3", "todo_10", "todo_100", "grid_4x4", "grid_16x16", "chain_20",
    "chain_100", "spacers_10", "spacers_100",
)
ORDERS = ("sorted", "written")
PEERS = ("kiwi", "yoga")

# A run of kiwi that takes longer than this is not repeated in further rounds.
REPEAT_LIMIT = 20


class Subject:
    """One workload and what was measured on it."""

    def __init__(self, name, path, peers):
        self.name, self.path, self.peers = name, path, peers
        self.workload = workload_file.read(path)
        self.tree = flex_screens.tree(name, self.workload) if "yoga" in peers else None
        self.tree_path = path.removesuffix(".txt") + ".flex"
        if not self.tree and "kiwi" not in peers:
            raise ValueError(
                f"flexbox does not express {name}; Yoga runs {', '.join(flex_screens.STANDARD)}"
            )
        if self.tree:
            with open(self.tree_path, "w", encoding="utf-8") as file:
                file.write(self.tree.text(name))
        self.strengths = "spread"
        self.rounds = {}  # engine to a list of {label: median}
        self.skipped = {}  # engine to the reason
        self.passes = {}  # engine to the seconds of its last run
        self.python_order = None  # the binding runs in one order only
        self.verdicts, self.kiwi_verdicts, self.yoga_verdicts = {}, {}, {}
        self.notes = []

    def labels(self):
        found = ["build"]
        for frame in self.workload.frames[1:]:
            if frame.label not in found:
                found.append(frame.label)
        return found

    def median(self, engine, label):
        """Over the rounds, in nanoseconds; None when the engine never got there."""
        values = [one[label] for one in self.rounds.get(engine, ()) if label in one]
        return statistics.median(values) if values else None


class Settings:
    """The settings that --quick changes."""

    def __init__(self, is_quick, peers):
        self.names = QUICK if is_quick else tuple(workloads.STANDARD)
        if "kiwi" not in peers:
            self.names = tuple(name for name in self.names if name in flex_screens.STANDARD)
        self.seconds = 0.25 if is_quick else 1.0
        self.rounds = 3
        self.first_limit = 10 if is_quick else 240
        self.other_limit = 1 if is_quick else 30
        self.frames_per_label = 1 if is_quick else 3


def measure_kiwi(subject, tools, settings, order, is_python=False):
    """One run; what exceeds its limit is left out, and the report says so."""
    engine = f"python {order}" if is_python else order
    if engine in subject.skipped:
        return
    limit = settings.first_limit if order == ORDERS[0] else settings.other_limit
    start = time.monotonic()
    timing = tools.kiwi_run(
        subject.path, settings.seconds, limit, order, subject.strengths, is_python
    )
    taken = time.monotonic() - start
    if timing and timing["rows"]:
        subject.rounds.setdefault(engine, []).append(engines.medians(timing))
        subject.passes[engine] = taken
        if timing["throws"] and not is_python:
            note = f"kiwi throws {timing['throws']} times in a run ({subject.strengths}, {order})"
            if note not in subject.notes:
                subject.notes.append(note)
    if timing is None or not timing["complete"]:
        subject.skipped[engine] = f"not done within {limit} s"
    elif taken > REPEAT_LIMIT:
        subject.skipped[engine] = f"one round only, it took {taken:.0f} s"


def choose_strengths(subject, tools, settings):
    """The map that comes nearer to a hierarchy, unless kiwi throws under it."""
    timing = tools.kiwi_run(subject.path, 0, settings.other_limit, ORDERS[0], "spread")
    if timing and timing["complete"] and timing["throws"]:
        subject.strengths = "linear"
        subject.notes.append(
            f"strengths are linear: spread ones make kiwi throw {timing['throws']} times in a run"
        )


def quicker_order(subject):
    """The order in which kiwi builds faster."""
    builds = {order: subject.median(order, "build") for order in ORDERS}
    built = {order: median for order, median in builds.items() if median is not None}
    return min(built, key=built.get, default=ORDERS[0])


def measure_round(subject, tools, settings):
    if "kiwi" in subject.peers:
        measure_kiwi_round(subject, tools, settings)
    if subject.tree:
        timing = tools.yoga_run(subject.tree_path, settings.seconds)
        subject.rounds.setdefault("yoga", []).append(engines.medians(timing))
    timing = tools.snapback_run(subject.path, settings.seconds)
    subject.rounds.setdefault("snapback", []).append(engines.medians(timing))


def measure_kiwi_round(subject, tools, settings):
    for order in ORDERS:
        measure_kiwi(subject, tools, settings, order)
    if max(subject.passes.get(order, 0) for order in ORDERS) <= REPEAT_LIMIT:
        subject.python_order = subject.python_order or quicker_order(subject)
        measure_kiwi(subject, tools, settings, subject.python_order, is_python=True)


def judge(subject, tools, settings):
    numbers = gate.sample(subject.workload, settings.frames_per_label)
    answers = tools.snapback_dump(subject.path)
    subject.verdicts = gate.check(subject.workload, answers, numbers)
    for label, verdict in subject.verdicts.items():
        subject.notes += [f"snapback {label}: {text}" for text in verdict.faults]
    if subject.tree:
        found = tools.yoga_dump(subject.tree_path)
        subject.yoga_verdicts = gate.compare(subject.tree, subject.workload.names, answers, found)
        for label, verdict in subject.yoga_verdicts.items():
            subject.notes += [f"yoga {label}: {text}" for text in verdict.faults]
    if "kiwi" in subject.peers and subject.passes.get(ORDERS[0], 0) <= REPEAT_LIMIT:
        answers = tools.kiwi_dump(subject.path, settings.first_limit, subject.strengths)
        subject.kiwi_verdicts = gate.check(subject.workload, answers, numbers)


def main():
    parser = argparse.ArgumentParser(description="Compares the solver with kiwi and Yoga.")
    engines.Tools.add_arguments(parser)
    parser.add_argument("--work", required=True, help="a folder for the workload files")
    parser.add_argument("--quick", action="store_true", help="fewer workloads, shorter runs")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these workloads alone")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=PEERS, help="only these")
    parser.add_argument("--json", metavar="FILE", help="writes all figures into FILE")
    arguments = parser.parse_args()
    tools, peers = engines.Tools.of(arguments), arguments.peers
    settings = Settings(arguments.quick, peers)
    try:
        subjects = [
            Subject(name, workloads.write(arguments.work, name), peers)
            for name in arguments.only or settings.names
        ]
        for number in range(settings.rounds):
            for subject in subjects:
                print(f"round {number + 1}: {subject.name}", file=sys.stderr)
                if number == 0 and "kiwi" in peers:
                    choose_strengths(subject, tools, settings)
                measure_round(subject, tools, settings)
        for subject in subjects:
            print(f"check: {subject.name}", file=sys.stderr)
            judge(subject, tools, settings)
    except (engines.EngineError, ValueError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    found = machine.machine()
    rows = solver_report.rows(subjects)
    bars = solver_report.bars(rows)
    print(solver_report.text(subjects, rows, bars, found, peers))
    if arguments.json:
        document = {
            "machine": found, "rounds": settings.rounds, "quick": arguments.quick,
            "rows": rows, "bars": bars,
            "notes": {subject.name: subject.notes for subject in subjects if subject.notes},
            "skipped": {subject.name: subject.skipped for subject in subjects if subject.skipped},
        }
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")
    return 0 if all(row["right"] and row["yogaSame"] is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
