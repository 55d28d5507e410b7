"""The right answer: a lexicographic sequence of linear programs, solved by HiGHS.

Optima need not be unique, so answers are not compared by their values but by how much they violate
at each priority:

    system = workload_file.System(variable_count, constraints)
    optimum, message = reference.lexicographic_optimum(system)
    if optimum is None:            # the required constraints contradict each other
        print(message)
    else:
        difference = reference.first_difference(system, values, optimum)   # None: optimal

A constraint is a workload_file.Constraint: priority (0 < p <= 1000, 1000 is required), constant,
relation ("<=", "==", ">="), terms as (coefficient, variable) pairs, active. Its violation is the
distance of its expression from what the relation allows, in the units in which it was written.

`demoted` are the numbers of required constraints that had to yield, such as the victims that a
solver reports. They count as optional, stronger than all others, at the priority DEMOTED.

Needs numpy and scipy.
"""

import collections
import math

import numpy
import scipy.optimize
import scipy.sparse

from workload_file import REQUIRED, Constraint, System  # noqa: F401 (the interface)

# The priority under which the violations of demoted constraints are summed.
DEMOTED = math.nextafter(REQUIRED, 0)

# How far the sum of a stronger priority may move while a weaker one is minimized.
PIN_SLACK = 1e-6


class ReferenceError(RuntimeError):
    """HiGHS found neither an optimum nor a contradiction."""


def effective_priority(number, constraint, demoted=()):
    """The priority at which constraint `number` of its system counts."""
    return DEMOTED if number in demoted else constraint.priority


def violation(constraint, values):
    """How far the constraint is from holding at `values`; at least 0."""
    value = constraint.constant
    for coefficient, variable in constraint.terms:
        value += coefficient * values[variable]
    if constraint.relation == "==":
        return abs(value)
    return max(0.0, value if constraint.relation == "<=" else -value)


def violations(system, values, demoted=()):
    """The sum of the violations of the active constraints by priority; REQUIRED is a key too."""
    result = collections.defaultdict(float)
    for number, constraint in enumerate(system.constraints):
        if constraint.active:
            priority = effective_priority(number, constraint, demoted)
            result[priority] += violation(constraint, values)
    return dict(result)


def lexicographic_optimum(system, demoted=()):
    """The least possible sums of violations, minimized from the highest priority to the lowest.

    Returns (optimum, message): a dictionary from each optional priority with active constraints to
    its sum and "", or None and why, when the required constraints contradict each other.
    """
    programme = Programme(system, frozenset(demoted))
    optimum = {}
    for priority in sorted(programme.errors, reverse=True):
        errors = programme.errors[priority]
        cost = numpy.zeros(programme.column_count)
        cost[errors] = 1.0
        least, message = programme.minimize(cost)
        if least is None and not optimum:
            return None, message
        if least is None:
            raise ReferenceError(f"no optimum at priority {priority}: {message}")
        optimum[priority] = max(0.0, least)
        programme.pin(errors, optimum[priority])
    if not optimum:
        least, message = programme.minimize(numpy.zeros(programme.column_count))
        if least is None:
            return None, message
    return optimum, ""


def first_difference(system, values, optimum, demoted=(), tolerance=1e-3):
    """The highest priority at which `values` are not optimal, or None.

    Returned as (priority, sum of violations, optimal sum). Required constraints must hold to
    `tolerance` / 10; sums may differ by `tolerance` * max(1, square root of the optimum), because
    PIN_SLACK at one priority moves the optima below it.
    """
    found = violations(system, values, demoted)
    if found.get(REQUIRED, 0.0) > tolerance / 10:
        return REQUIRED, found[REQUIRED], 0.0
    for priority in sorted(optimum, reverse=True):
        value, wanted = found.get(priority, 0.0), optimum[priority]
        # Not-a-number is a difference as well.
        if not abs(value - wanted) <= tolerance * max(1.0, math.sqrt(wanted)):
            return priority, value, wanted
    return None


class Programme:
    """The linear programme behind a system.

    Columns are the variables, then one error for each side on which an optional constraint can be
    violated. Rows are the constraints, then what has been pinned.
    """

    def __init__(self, system, demoted):
        self.column_count = system.variable_count
        self.errors = collections.defaultdict(list)
        self.equal, self.below = Rows(), Rows()
        for number, constraint in enumerate(system.constraints):
            if constraint.active:
                self.add(constraint, effective_priority(number, constraint, demoted))
        self.bounds = numpy.zeros((self.column_count, 2))
        self.bounds[:, 1] = numpy.inf
        self.bounds[: system.variable_count, 0] = -numpy.inf

    def add(self, constraint, priority):
        sign = -1.0 if constraint.relation == ">=" else 1.0
        merged = collections.defaultdict(float)
        for coefficient, variable in constraint.terms:
            merged[variable] += sign * coefficient
        terms = list(merged.items())
        is_equal = constraint.relation == "=="
        if priority < REQUIRED:
            terms.append((self.column(priority), -1.0))
            if is_equal:
                terms.append((self.column(priority), 1.0))
        (self.equal if is_equal else self.below).add(terms, -sign * constraint.constant)

    def column(self, priority):
        self.errors[priority].append(self.column_count)
        self.column_count += 1
        return self.column_count - 1

    def minimize(self, cost):
        """The least cost and "", or None and why."""
        message = ""
        for method in ("highs", "highs-ds", "highs-ipm"):
            result = scipy.optimize.linprog(
                cost, method=method, bounds=self.bounds,
                A_eq=self.equal.matrix(self.column_count), b_eq=self.equal.limits or None,
                A_ub=self.below.matrix(self.column_count), b_ub=self.below.limits or None,
            )
            if result.status == 0:
                return float(result.fun), ""
            message = result.message
            if result.status == 2:
                return None, "the required constraints contradict each other: " + message
        return None, message

    def pin(self, errors, least):
        """Keeps the sum of these errors at its least value from now on."""
        if least == 0:
            self.bounds[errors, 1] = 0.0
        else:
            self.below.add([(column, 1.0) for column in errors], least + PIN_SLACK)


class Rows:
    """Rows of a sparse matrix and their limits."""

    def __init__(self):
        self.columns, self.factors, self.starts, self.limits = [], [], [0], []

    def add(self, terms, limit):
        for column, factor in terms:
            self.columns.append(column)
            self.factors.append(factor)
        self.starts.append(len(self.columns))
        self.limits.append(limit)

    def matrix(self, column_count):
        if not self.limits:
            return None
        shape = (len(self.limits), column_count)
        return scipy.sparse.csr_matrix((self.factors, self.columns, self.starts), shape=shape)
