"""The best possible violations of a system, from a sequence of linear programs (HiGHS).

Each program minimizes the summed violation of one level over what is optimal for all stronger
levels. That set is described without slack: any optimal dual solution names it, by complementary
slackness. A column with a reduced cost stays at its bound, a row with a price stays tight, and the
points of the feasible set that obey are exactly the optimal ones. Pinning the sum of a level at
its optimum plus a slack is simpler, but a price above 1 multiplies the slack in the levels below;
it serves as a second opinion where the prices themselves are in doubt.
"""

import numpy
from scipy.optimize import linprog

# A price below this is rounding: HiGHS ends at 1e-7, true prices come from coefficients near 1.
PRICE_FLOOR = 1e-6
# How far a pinned level may rise.
PIN_SLACK = 1e-6
# Seconds for one program. HiGHS takes milliseconds, but cycles now and then.
TIME_LIMIT = 20


class NoAnswer(Exception):
    """HiGHS gave no optimum; a fault of the reference, or of a premise (contradicting rows)."""


def _solve(costs, rows, right, is_tight, upper, free_count):
    """The minimum of `costs` subject to rows ≤ right, or = right where tight."""
    lower = numpy.zeros(len(costs))
    lower[:free_count] = -numpy.inf
    arguments = {
        "A_ub": rows[~is_tight],
        "b_ub": right[~is_tight],
        "A_eq": rows[is_tight],
        "b_eq": right[is_tight],
        "bounds": numpy.column_stack((lower, upper)),
    }
    for method, presolve in (("highs-ds", False), ("highs-ds", True), ("highs-ipm", True)):
        options = {"presolve": presolve, "time_limit": TIME_LIMIT}
        result = linprog(costs, method=method, options=options, **arguments)
        if result.status == 0:
            return result
    raise NoAnswer(result.message)


class Program:
    """The linear program of hard constraints and levels of soft ones.

    Every constraint is a row a·x ≤ b or a·x = b. A soft one has in its row an excess that is
    subtracted, and as an equality also one that is added; excesses are columns ≥ 0. Rows and
    columns stand in the order of the levels, so that the program of a level is a corner of it.
    """

    def __init__(self, variable_count, hard, levels):
        """Takes constraints as (matrix row, constant, relation)."""
        soft = [member for level in levels for member in level]
        everything = hard + soft
        self.free_count = variable_count
        columns = variable_count + sum(2 if member[2] == "==" else 1 for member in soft)
        self.rows = numpy.zeros((len(everything), columns))
        self.right = numpy.zeros(len(everything))
        self.is_equality = numpy.array([member[2] == "==" for member in everything], dtype=bool)
        column = variable_count
        for place, (row, constant, relation) in enumerate(everything):
            sign = -1.0 if relation == ">=" else 1.0
            self.rows[place, :variable_count] = sign * row
            self.right[place] = -sign * constant
            if place < len(hard):
                continue
            self.rows[place, column] = -1
            column += 1
            if relation == "==":
                self.rows[place, column] = 1
                column += 1
        self.corners = self._corners(len(hard), variable_count, levels)

    @staticmethod
    def _corners(row, column, levels):
        """For each level: its rows end here, its columns start here and end here."""
        corners = []
        for level in levels:
            row += len(level)
            start = column
            column += sum(2 if relation == "==" else 1 for _, _, relation in level)
            corners.append((row, start, column))
        return corners

    def exact_optima(self):
        """The least sum of each level, given the sums of those before it; without slack.

        With each sum comes a point that attains it and those before it.
        """
        is_tight = self.is_equality.copy()
        upper = numpy.full(self.rows.shape[1], numpy.inf)
        optima, points = [], []
        for row, start, end in self.corners:
            costs = numpy.zeros(end)
            costs[start:] = 1
            result = _solve(
                costs, self.rows[:row, :end], self.right[:row], is_tight[:row], upper[:end],
                self.free_count,
            )
            optima.append(max(0.0, float(result.fun)))
            points.append(result.x[: self.free_count].tolist())
            upper[:end][result.lower.marginals > PRICE_FLOOR] = 0
            loose = numpy.flatnonzero(~is_tight[:row])
            is_tight[loose[result.ineqlin.marginals < -PRICE_FLOOR]] = True
        return optima, points

    def pinned_optima(self):
        """The optima with slack in the pins: values exceed the true ones at most by rounding."""
        upper = numpy.full(self.rows.shape[1], numpy.inf)
        pins = []
        optima = []
        for row, start, end in self.corners:
            costs = numpy.zeros(end)
            costs[start:] = 1
            rows = numpy.zeros((row + len(pins), end))
            rows[:row] = self.rows[:row, :end]
            right = numpy.concatenate((self.right[:row], numpy.zeros(len(pins))))
            is_tight = numpy.concatenate((self.is_equality[:row], numpy.zeros(len(pins), bool)))
            for place, (first, last, limit) in enumerate(pins):
                rows[row + place, first:last] = 1
                right[row + place] = limit
            result = _solve(costs, rows, right, is_tight, upper[:end], self.free_count)
            optima.append(max(0.0, float(result.fun)))
            pins.append((start, end, optima[-1] + PIN_SLACK))
        return optima
