"""The response of a spring to a course of its target.

A follower y of the course u obeys y″ + 2βy′ + ω²y = ω²u. Over a short span, u is the polynomial
through its values at the NODES. So y is a power series: its coefficients follow from those of u,
one after the other. A span has to be so short that `shortness` is at most 1/2; rounding is then
larger than the terms after TERMS.
"""

import math
from fractions import Fraction
from operator import mul

# The shares of a span at which a course is known: Chebyshev points, with both ends.
DEGREE = 6
NODES = [(1 - math.cos(math.pi * index / DEGREE)) / 2 for index in range(DEGREE + 1)]
# The number of coefficients of a response.
TERMS = 18
# The length of most spans, in seconds, for which the response is kept as a matrix.
STEP = 1e-3


def _inverse():
    """The matrix that turns values at the nodes into coefficients of powers: row j is for power j.
    """
    columns = []
    for index, node in enumerate(NODES):
        # The polynomial that is 1 at this node and 0 at the others.
        powers = [Fraction(1)]
        for other in (each for place, each in enumerate(NODES) if place != index):
            scale = Fraction(node) - Fraction(other)
            lower, upper = [*powers, 0], [0, *powers]
            powers = [(up - low * Fraction(other)) / scale for low, up in zip(lower, upper)]
        columns.append(powers)
    return [[float(column[power]) for column in columns] for power in range(DEGREE + 1)]


_POWERS = _inverse()


class Spring:
    """A spring of docs/scene-format.md, by the halved damping and the square of the frequency."""

    def __init__(self, body):
        self._step = None
        if "stiffness" in body:
            mass = body.get("mass", 1)
            self.beta, self.square = body["damping"] / (2 * mass), body["stiffness"] / mass
            return
        ratio = body["dampingRatio"]
        frequency = (
            2 * math.pi / body["response"] if "response" in body
            else _phase(ratio) / body["duration"])
        self.beta, self.square = ratio * frequency, frequency**2

    def softer(self, share):
        """A spring that is slower."""
        return Spring({
            "stiffness": self.square * (1 - share)**2, "damping": 2 * self.beta * (1 - share)})

    @property
    def frequency(self):
        return math.sqrt(self.square)

    @property
    def slowest(self):
        """The rate at which an offset decays, per second."""
        return self.beta - math.sqrt(max(0.0, self.beta**2 - self.square))

    def shortness(self, seconds):
        """How fast a response changes over a span."""
        return seconds * max(2 * self.beta, self.frequency)

    def respond(self, seconds, course, state):
        """The values of the response at the nodes, and its state at the end of a span: value and
        velocity. `course` has the values of the target at the nodes."""
        if seconds != STEP:
            return self._series(seconds, course, state)
        if self._step is None:
            self._step = self._rows(seconds)
        known = [*course, *state]
        values = [sum(map(mul, row, known)) for row in self._step]
        return values[:-1], (values[-2], values[-1])

    def _rows(self, seconds):
        """The response as a matrix: its columns are the responses to unit values."""
        units = [[float(place == unit) for place in range(DEGREE + 3)]
                 for unit in range(DEGREE + 3)]
        columns = []
        for unit in units:
            values, state = self._series(seconds, unit[:-2], unit[-2:])
            columns.append([*values, state[1]])
        return list(zip(*columns))

    def _series(self, seconds, course, state):
        # The target is the value in the middle plus a polynomial; differences are more precise.
        middle = course[DEGREE // 2]
        differences = [value - middle for value in course]
        target = [sum(map(mul, row, differences)) for row in _POWERS]
        target += [0.0] * (TERMS - len(target))
        stiffness, damping = self.square * seconds**2, 2 * self.beta * seconds
        terms = [state[0] - middle, state[1] * seconds]
        for j in range(TERMS - 2):
            terms.append(
                (stiffness * (target[j] - terms[j]) - damping * (j + 1) * terms[j + 1])
                / ((j + 1) * (j + 2)))
        values = [middle + _horner(terms, node) for node in NODES]
        rates = [power * term for power, term in enumerate(terms)][1:]
        return values, (values[-1], sum(rates) / seconds)


def _horner(terms, x):
    value = 0.0
    for term in reversed(terms):
        value = value * x + term
    return value


def _phase(ratio):
    """The frequency times the duration of UIKit's form: after the duration, a thousandth of the
    sine part is left (docs/motion.md)."""
    if ratio < 1:
        return math.log(1000 * ratio / math.sqrt(1 - ratio**2)) / ratio
    low, high = 1.0, 100.0
    while high - low > 1e-13:
        middle = (low + high) / 2
        low, high = (middle, high) if (1 + middle) * math.exp(-middle) > 1e-3 else (low, middle)
    return low
