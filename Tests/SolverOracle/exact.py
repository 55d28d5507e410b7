"""The best possible violations of a small system in exact arithmetic: fractions, no tolerance.

This decides where floating-point programs cannot tell an optimum from rounding. It is a tableau of
fractions, and its pivots are chosen by the rule of Bland, so it ends; its cost limits it to small
systems.
"""

import time
from fractions import Fraction

# Steps with the steepest column, before the rule of Bland takes over.
QUICK_STEPS = 200
# Entries of the tableau, above which a system is too large to decide in reasonable time.
SIZE_LIMIT = 40_000
# Steps for one level, after which a system takes too long to decide: the rule of Bland ends, but
# can take very many steps.
STEP_LIMIT = 600
# Seconds for a system below SIZE_LIMIT: its fractions can grow to thousands of digits.
SMALL_TIME_LIMIT = 20


class TooLarge(Exception):
    """The system takes too long to decide exactly."""


class Infeasible(Exception):
    """The hard constraints contradict each other."""


class ExactProgram:
    """The exact program of hard constraints and levels of soft ones.

    Each constraint is (coefficients by variable, constant, relation).
    """

    def __init__(self, variable_count, hard, levels, seconds=None):
        """`seconds` replaces the limits of a small system: size, steps and seconds."""
        self.is_small = seconds is None
        self.end = time.monotonic() + (SMALL_TIME_LIMIT if seconds is None else seconds)
        self.next_column = variable_count
        self.costs = []
        rows = [self._row(member, None) for member in hard]
        for level in levels:
            costs = []
            rows += [self._row(member, costs) for member in level]
            self.costs.append(costs)
        if self.is_small and len(rows) * (self.next_column - variable_count) > SIZE_LIMIT:
            raise TooLarge(f"{len(rows)} rows")
        self.rows = self._without_variables(rows, variable_count)

    def _column(self):
        self.next_column += 1
        return self.next_column - 1

    def _row(self, member, costs):
        """The row of a constraint: coefficients by column, and its right side at key −1."""
        coefficients, constant, relation = member
        row = {variable: Fraction(c) for variable, c in coefficients.items()}
        row[-1] = -Fraction(constant)
        # What the sum exceeds its bound by, and what it lacks.
        above, below = self._column(), self._column()
        if costs is None:
            if relation != ">=":
                above = None
            if relation != "<=":
                below = None
        else:
            if relation != ">=":
                costs.append(above)
            if relation != "<=":
                costs.append(below)
        if above is not None:
            row[above] = Fraction(-1)
        if below is not None:
            row[below] = Fraction(1)
        return row

    def _without_variables(self, rows, variable_count):
        """Solves rows for the free variables; the rest must hold between the other columns."""
        for variable in range(variable_count):
            self._check_time()
            users = [row for row in rows if variable in row]
            if not users:
                continue
            pivot = min(users, key=len)
            rows = [row for row in rows if row is not pivot]
            for row in users:
                if row is not pivot:
                    _subtract(row, pivot, row[variable] / pivot[variable])
        return rows

    def optima(self):
        """The least sum of each level, given the sums of those before it."""
        basis = self._feasible_basis()
        closed = set()
        sums = []
        for costs in self.costs:
            reduced = self._minimize(basis, dict.fromkeys(costs, Fraction(1)), closed)
            sums.append(-reduced.get(-1, Fraction(0)))
            closed |= {column for column, cost in reduced.items() if column >= 0 and cost > 0}
        return sums

    def _feasible_basis(self):
        """A column for each row that is 0 in all others, such that no column is negative."""
        basis, artificial = [], {}
        for row in self.rows:
            if row.get(-1, 0) < 0:
                for column in row:
                    row[column] = -row[column]
            column = self._column()
            row[column] = Fraction(1)
            basis.append(column)
            artificial[column] = Fraction(1)
        reduced = self._minimize(basis, artificial, set())
        if reduced.get(-1, 0) != 0:
            raise Infeasible("the hard constraints contradict each other")
        for place in reversed(range(len(basis))):
            if basis[place] not in artificial:
                continue
            row = self.rows[place]
            others = [column for column in row if column >= 0 and column not in artificial]
            if others:
                self._pivot(basis, place, min(others))
            else:
                del self.rows[place], basis[place]
        for row in self.rows:
            for column in artificial:
                row.pop(column, None)
        return basis

    def _minimize(self, basis, costs, closed):
        """Minimizes `costs` without the columns `closed`; returns the reduced costs, with minus the
        minimum at key −1."""
        reduced = dict(costs)
        for row, column in zip(self.rows, basis):
            if column in reduced:
                _subtract(reduced, row, reduced[column])
        steps = 0
        while True:
            steps += 1
            self._check_limit(steps)
            falling = [
                column
                for column, cost in reduced.items()
                if column >= 0 and cost < 0 and column not in closed
            ]
            if not falling:
                return reduced
            entering = (
                min(falling, key=lambda column: (reduced[column], column))
                if steps < QUICK_STEPS
                else min(falling)
            )
            ratios = [
                (row.get(-1, Fraction(0)) / row[entering], basis[place], place)
                for place, row in enumerate(self.rows)
                if row.get(entering, 0) > 0
            ]
            # Violations are never negative, so each falling cost is bounded.
            place = min(ratios)[2]
            self._pivot(basis, place, entering)
            _subtract(reduced, self.rows[place], reduced[entering])

    def _check_limit(self, steps):
        if self.is_small and steps > STEP_LIMIT:
            raise TooLarge(f"more than {STEP_LIMIT} steps")
        self._check_time()

    def _check_time(self):
        if time.monotonic() > self.end:
            raise TooLarge("out of time")

    def _pivot(self, basis, place, entering):
        pivot = self.rows[place]
        factor = pivot[entering]
        for column in pivot:
            pivot[column] /= factor
        basis[place] = entering
        for row in self.rows:
            if row is not pivot and entering in row:
                _subtract(row, pivot, row[entering])


def _subtract(row, other, factor):
    """Subtracts `factor` times `other` from `row`, and drops what cancels."""
    for column, value in other.items():
        rest = row.get(column, 0) - factor * value
        if rest:
            row[column] = rest
        else:
            row.pop(column, None)


def violation(member, values):
    """By how much a constraint fails at `values`, exactly."""
    coefficients, constant, relation = member
    sum_ = Fraction(constant)
    for variable, coefficient in coefficients.items():
        sum_ += Fraction(coefficient) * Fraction(values[variable])
    if relation == "==":
        return abs(sum_)
    return max(Fraction(0), sum_ if relation == "<=" else -sum_)
