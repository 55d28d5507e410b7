#!/usr/bin/env python3
"""Runs a workload on kiwi through its Python binding, as `kiwi_driver run` does through C++.

usage: kiwi_python.py FILE [--order written|sorted] [--strengths spread|linear]
                      [--seconds S] [--limit S]

What it prints, what it measures, the orders and the strengths are those of kiwi_driver.cpp; the
difference between the two is what the binding costs.
"""

import argparse
import gc
import json
import time

import kiwisolver

import workload_file


def strengths(workload, is_spread):
    """The weight of each optional priority of the workload."""
    priorities = {c.priority for c in workload.constraints if c.priority < workload_file.REQUIRED}
    priorities = sorted(priorities | {priority for _, priority in workload.edits})
    ratio = min(1000.0, 9e8 ** (1 / max(1, len(priorities) - 1)))
    if is_spread:
        return {priority: ratio**place for place, priority in enumerate(priorities)}
    return {priority: 1000 * priority for priority in priorities}


class Session:
    """One life of a kiwi solver."""

    def __init__(self, workload, arguments):
        self.workload = workload
        self.variables = [kiwisolver.Variable() for _ in workload.names]
        self.values = [0.0] * len(workload.names)
        self.throws = 0
        weights = strengths(workload, arguments.strengths == "spread")
        self.constraints, steps = [], []
        for constraint in workload.constraints:
            is_required = constraint.priority >= workload_file.REQUIRED
            weight = kiwisolver.strength.required
            weight = weight if is_required else weights[constraint.priority]
            terms = [kiwisolver.Term(self.variables[v], c) for c, v in constraint.terms]
            expression = kiwisolver.Expression(terms, constraint.constant)
            self.constraints.append(
                kiwisolver.Constraint(expression, constraint.relation, weight)
            )
            rank = -constraint.priority
            if is_required:
                rank = -2000 if constraint.relation == "==" else -1500
            steps.append((rank, constraint.active, "addConstraint", (self.constraints[-1],)))
        for variable, priority in workload.edits:
            edit = (self.variables[variable], weights[priority])
            steps.append((-priority, True, "addEditVariable", edit))
        if arguments.order == "sorted":
            steps.sort(key=lambda step: step[0])
        self.solver = kiwisolver.Solver()
        self.steps = [
            (getattr(self.solver, method), words)
            for _, is_active, method, words in steps
            if is_active
        ]

    def build(self, deadline):
        """Whether it was done in time."""
        for place, (method, words) in enumerate(self.steps):
            if place % 16 == 15 and time.perf_counter() > deadline:
                return False
            self.attempt(method, *words)
        self.show(self.workload.frames[0])
        return True

    def show(self, frame):
        solver, variables, values = self.solver, self.variables, self.values
        for change in frame.changes:
            if change[0] == "s":
                self.attempt(solver.suggestValue, variables[change[1]], change[2])
            elif change[0] == "a":
                self.attempt(solver.addConstraint, self.constraints[change[1]])
            else:
                self.attempt(solver.removeConstraint, self.constraints[change[1]])
        self.attempt(solver.updateVariables)
        for index, variable in enumerate(variables):
            values[index] = variable.value()

    def attempt(self, method, *words):
        try:
            method(*words)
        except Exception:  # whatever kiwi throws; RuntimeError when it finds no bound
            self.throws += 1


def measure(workload, arguments):
    """The samples by label, the number of repeats, of throws in one, and whether it was done."""
    samples, repeats, throws = {}, 0, 0
    begin = time.perf_counter()
    while True:
        session = Session(workload, arguments)
        start = time.perf_counter_ns()
        is_complete = session.build(begin + arguments.limit)
        if is_complete:
            samples.setdefault("build", []).append(time.perf_counter_ns() - start)
            for frame in workload.frames[1:]:
                start = time.perf_counter_ns()
                session.show(frame)
                samples.setdefault(frame.label, []).append(time.perf_counter_ns() - start)
                if time.perf_counter() - begin > arguments.limit:
                    is_complete = False
                    break
        repeats += 1
        throws = session.throws
        if not is_complete or time.perf_counter() - begin > arguments.seconds:
            return samples, repeats, throws, is_complete


def main():
    parser = argparse.ArgumentParser(description="Runs a workload on kiwi's Python binding.")
    parser.add_argument("file")
    parser.add_argument("--order", choices=("written", "sorted"), default="sorted")
    parser.add_argument("--strengths", choices=("spread", "linear"), default="spread")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--limit", type=float, default=1e9)
    arguments = parser.parse_args()
    workload = workload_file.read(arguments.file)
    gc.disable()
    samples, repeats, throws, is_complete = measure(workload, arguments)
    rows = []
    for label, durations in samples.items():
        durations.sort()
        count = len(durations)
        rows.append({
            "label": label, "median": durations[count // 2], "best": durations[0],
            "p95": durations[min(count - 1, count * 95 // 100)], "count": count,
        })
    print(json.dumps({
        "file": arguments.file, "repeats": repeats, "complete": is_complete, "throws": throws,
        "rows": rows,
    }))


if __name__ == "__main__":
    main()
