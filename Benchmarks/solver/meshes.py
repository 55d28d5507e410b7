#!/usr/bin/env python3
"""Measures systems unlike layouts, beside HiGHS: meshes, dense rows, priorities, contradictions.

usage: meshes.py --snapback-bench FILE --work FOLDER [--quick] [--json FILE] [--only NAME...]

Each system is built once and then edited: a constant of one constraint changes. HiGHS solves the
linear programs of all levels, one after the other, each from the basis of the one before; only its
own run times count. Among contradictory constraints, it first finds the victims: it adds the
constraints one by one, and removes those that make the program infeasible. A system with other
victims than those of HiGHS, or with an answer that is worse at some level, is wrong.
"""

import argparse
import json
import math
import os
import random
import statistics
import sys

import highspy
import numpy

import engines

PRIORITIES = (750.0, 500.0, 251.0, 250.0)
SIZES = {
    "mesh": (50, 100, 150, 300, 500, 1000, 2000),
    "dense": (50, 100, 160, 300),
    "levels": (50, 200, 800, 1600),
    "equations": (50, 200, 1000),
    "differences": (50, 200, 1000),
}
EDITS = 5
# What a level may exceed the optimum of HiGHS by, relative to it.
TOLERANCE = 1e-6
# How much HiGHS may exceed the optimum of a stronger level. The slack lets it improve weaker levels
# beyond their true optimum: in a mesh of 1,000 variables by 2.7e-6 with 1e-7, by 2.7e-7 with 1e-8.
SLACK = 1e-8


def systems(is_quick):
    """The names of all systems: a family, a size and a seed."""
    for family, sizes in SIZES.items():
        for size in sizes[:3] if is_quick else sizes:
            for seed in range(1 if is_quick else 3):
                yield f"{family}-{size}-{seed}"


class System:
    """Constraints as (priority, constant, relation, {variable: coefficient}), and edits."""

    def __init__(self, name):
        self.name = name
        family, size, _ = name.split("-")
        self.dice = random.Random(name)
        self.count = 0
        self.constraints = []
        getattr(self, f"_make_{family}")(int(size))
        wishes = [i for i, c in enumerate(self.constraints) if c[0] < 1000 or family[0] in "ed"]
        self.edits = []
        for _ in range(EDITS):
            index = self.dice.choice(wishes)
            self.edits.append((index, self.dice.uniform(-200, 200)))

    def _make_mesh(self, size, terms=3, rows=2.5):
        dice = self.dice
        self.count = size
        hidden = [dice.uniform(0, 400) for _ in range(size)]
        for _ in range(int(rows * size)):
            form = {
                variable: dice.choice((1.0, -1.0, 0.5, 2.0))
                for variable in dice.sample(range(size), terms)
            }
            value = sum(c * hidden[variable] for variable, c in form.items())
            relation = dice.choice(("<=", ">=", "=="))
            if dice.random() < 0.2:
                relation = dice.choice(("<=", ">="))
                slack = dice.uniform(0, 50) * (1 if relation == "<=" else -1)
                self.constraints.append((1000.0, -value - slack, relation, form))
            else:
                self.constraints.append(
                    (dice.choice(PRIORITIES), -value + dice.uniform(-80, 80), relation, form)
                )

    def _make_dense(self, size):
        self._make_mesh(size, terms=10, rows=2)

    def _make_levels(self, size):
        dice = self.dice
        self.count = size // 2
        for number in range(size):
            pair = dice.sample(range(self.count), 2)
            form = {pair[0]: 1.0, pair[1]: -dice.choice((1.0, 2.0, 0.5))}
            priority = 999.0 * (number + 1) / (size + 1)
            relation = dice.choice(("<=", ">=", "=="))
            self.constraints.append((priority, dice.uniform(-100, 100), relation, form))
        dice.shuffle(self.constraints)

    def _make_equations(self, size):
        self.count = 1
        for number in range(size):
            self.constraints.append((1000.0, -float(number * 7919 % 10007), "==", {0: 1.0}))

    def _make_differences(self, size):
        dice = self.dice
        self.count = max(2, size // 4)
        for _ in range(size):
            pair = dice.sample(range(self.count), 2)
            self.constraints.append(
                (1000.0, -float(dice.randint(0, 100)), "==", {pair[0]: 1.0, pair[1]: -1.0})
            )

    def write(self, folder):
        """Writes the file, each edit a frame; returns its path."""
        path = os.path.join(folder, self.name + ".txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"v {self.count}\n")
            for priority, constant, relation, form in self.constraints:
                terms = " ".join(f"{c!r} {variable}" for variable, c in form.items())
                file.write(f"c {priority!r} {constant!r} {relation} {len(form)} {terms}\n")
            file.write("f first\n")
            for index, constant in self.edits:
                file.write(f"k {index} {constant!r}\nf edit\n")
        return path

    def states(self):
        """The constraints of each frame."""
        state = list(self.constraints)
        yield state
        for index, constant in self.edits:
            priority, _, relation, form = state[index]
            state[index] = (priority, constant, relation, form)
            yield state


class Highs:
    """A linear program, its variables numbered from 0, and the seconds that HiGHS has run."""

    def __init__(self, count):
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("primal_feasibility_tolerance", SLACK / 10)
        self.seconds = 0.0
        for _ in range(count):
            self.add_column(-highspy.kHighsInf)

    def add_column(self, low):
        """Adds a variable that is at least `low`."""
        empty = numpy.array([], dtype=numpy.int32), numpy.array([], dtype=numpy.double)
        self.solver.addCol(0.0, low, highspy.kHighsInf, 0, *empty)

    def add_constraint(self, constraint, indexes=(), values=()):
        """Adds a constraint, with further terms."""
        _, constant, relation, form = constraint
        low = -highspy.kHighsInf if relation == "<=" else -constant
        high = highspy.kHighsInf if relation == ">=" else -constant
        columns = numpy.array([*form, *indexes], dtype=numpy.int32)
        factors = numpy.array([*form.values(), *values])
        self.solver.addRow(low, high, len(columns), columns, factors)

    def remove_last_constraint(self):
        """Removes the constraint that was added last."""
        self.solver.deleteRows(1, numpy.array([self.solver.getNumRow() - 1], dtype=numpy.int32))

    def run(self):
        """Solves the program; returns whether there is an optimum."""
        before = self.solver.getRunTime()
        self.solver.run()
        self.seconds += self.solver.getRunTime() - before
        return self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal


def victims_of(state, count):
    """The required constraints that yield to those before them, and the seconds that HiGHS took."""
    program = Highs(count)
    victims = set()
    for number, constraint in enumerate(state):
        if constraint[0] < 1000:
            continue
        program.add_constraint(constraint)
        if not program.run():
            victims.add(number)
            program.remove_last_constraint()
    return victims, program.seconds


def optimum(state, count, victims):
    """The least sums by falling priority, and the seconds that HiGHS took.

    The sums end early if HiGHS finds no optimum at a level, because of rounding at those before it;
    they are None if it finds none at the first level.
    """
    program = Highs(count)
    solver = program.solver
    columns = {}
    next_column = count
    for number, constraint in enumerate(state):
        priority, _, relation, _ = constraint
        indexes, values = [], []
        if priority < 1000 or number in victims:
            level = columns.setdefault(1000.0 - 1e-9 if number in victims else priority, [])
            for sign, other in ((-1.0, ">="), (1.0, "<=")):
                if relation != other:
                    program.add_column(0.0)
                    indexes.append(next_column)
                    values.append(sign)
                    level.append(next_column)
                    next_column += 1
        program.add_constraint(constraint, indexes, values)
    sums = []
    for priority in sorted(columns, reverse=True):
        level = numpy.array(columns[priority], dtype=numpy.int32)
        solver.changeColsCost(len(level), level, numpy.ones(len(level)))
        if not program.run():
            return sums or None, program.seconds
        sums.append((priority, solver.getInfo().objective_function_value))
        solver.changeColsCost(len(level), level, numpy.zeros(len(level)))
        solver.addRow(
            -highspy.kHighsInf, sums[-1][1] + SLACK, len(level), level, numpy.ones(len(level))
        )
    return sums, program.seconds


def violation(constraint, values):
    """By how much a constraint fails."""
    _, constant, relation, form = constraint
    value = constant + math.fsum(c * values[variable] for variable, c in form.items())
    return abs(value) if relation == "==" else max(0.0, value if relation == "<=" else -value)


def victims_in(answer):
    """The constraints that yielded in an answer."""
    return {conflict["victim"] for conflict in answer["conflicts"]}


def fault(state, answer, sums):
    """What is wrong with an answer; None if nothing is."""
    if not answer["optimal"]:
        return "not verified"
    if sums is None:
        return "HiGHS finds no optimum"
    victims = victims_in(answer)
    found = {}
    for number, constraint in enumerate(state):
        off = violation(constraint, answer["values"])
        if constraint[0] == 1000 and number not in victims:
            if off > TOLERANCE * max(1.0, abs(constraint[1])):
                return f"constraint {number} is off by {off:.3g}"
            continue
        priority = 1000.0 - 1e-9 if number in victims else constraint[0]
        found.setdefault(priority, []).append(off)
    for priority, best in sums:
        sum_ = math.fsum(found[priority])
        if sum_ > best + 1e-4 + TOLERANCE * abs(best):
            return f"level {priority} is violated by {sum_:.9g}, the best is {best:.9g}"
    return None


def measure(name, tools, folder, is_quick):
    """The times of a system in milliseconds, for both solvers, and what is wrong."""
    system = System(name)
    path = system.write(folder)
    timing = tools.snapback_run(path, 0.2 if is_quick else 1, 60)
    dump = tools.snapback_dump(path)
    result = {"name": name, "fault": None, "conflicts": len(dump[0]["conflicts"])}
    rows = {row["label"]: row["median"] / 1e6 for row in timing["rows"]}
    result["build"], result["edit"] = rows["build"], rows["edit"]
    times = []
    for number, state in enumerate(system.states()):
        if number > 1 and is_quick:
            break
        answer = dump[number]
        victims, search_seconds = set(), 0.0
        if answer["conflicts"]:
            victims, search_seconds = victims_of(state, system.count)
        sums, seconds = optimum(state, system.count, victims)
        times.append(1000 * (search_seconds + seconds))
        if result["fault"] is None:
            found = fault(state, answer, sums)
            if found is None and victims != victims_in(answer):
                found = "other victims than those of HiGHS"
            result["fault"] = found and f"frame {number}: {found}"
    result["highs"] = statistics.median(times)
    return result


def main():
    """Reads the arguments, measures, prints."""
    parser = argparse.ArgumentParser(description="Compares systems unlike layouts with HiGHS.")
    parser.add_argument("--snapback-bench", required=True, help="the built snapback-bench")
    parser.add_argument("--work", required=True, help="a folder for the workload files")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller systems")
    parser.add_argument("--json", help="also writes the results to this file")
    parser.add_argument("--only", nargs="+", help="only these systems, such as mesh-150-0")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    tools = engines.Tools(arguments.snapback_bench)
    results = []
    print(f"{'system':22}{'build':>10}{'edit':>10}{'HiGHS':>10}{'build/HiGHS':>13}")
    for name in arguments.only or systems(arguments.quick):
        result = measure(name, tools, arguments.work, arguments.quick)
        results.append(result)
        ratio = result["build"] / result["highs"]
        fields = "".join(f"{result[key]:7.2f} ms" for key in ("build", "edit", "highs"))
        print(f"{name:22}{fields}{ratio:12.2f}x  {result['fault'] or ''}", flush=True)
    ratios = [result["build"] / result["highs"] for result in results]
    print(f"median {statistics.median(ratios):.2f}x, most {max(ratios):.2f}x")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=2)
    return 1 if any(result["fault"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
