"""Judges what a solver answered to a system of wide_systems.py.

All required constraints of such a system can hold. Exact arithmetic gives the least violations of
small systems. A sum of violations may exceed the least one by 1e-6 of it, or of 1, and by what
doubles cannot resolve: 1e-12 of the terms of its constraints. The least one for the coefficients as
they are written, in decimals, is right, too. HiGHS gives the least violations of larger systems.
Where prices are high, its tolerances make them too small, so the sum may exceed them by 1e-3. Exact
arithmetic decides where an answer exceeds them by more.
"""

from fractions import Fraction

from exact import ExactProgram, Infeasible, TooLarge, violation
from oracle import Finding, read_answer
from reference import NoAnswer, Program
from system import REQUIRED, parse

import numpy

# How far a sum may exceed the least one, relative to it.
LEVEL = 1e-6
# The same if HiGHS computed the least one.
ROUGH_LEVEL = 1e-3
# Seconds of exact arithmetic for a large system in which HiGHS finds a fault.
TIME_LIMIT = 120
# What doubles cannot resolve, relative to the terms of a constraint.
RESOLUTION = 1e-12


class WideOracle:
    """Checks the frames of one system."""

    def __init__(self, text):
        self.system = parse(text)
        self.findings = []
        self.frame_count = 0
        self.set_count = 0
        # Frames whose answer the solver itself does not call optimal.
        self.unproven = 0
        # Frames that the references could not judge.
        self.undecided = 0
        self._optima = {}

    def check(self, lines):
        """Judges a dump, given as its lines; returns the findings."""
        lines = [line for line in lines if line.strip()]
        if len(lines) != len(self.system.frames):
            self._find(-1, "shape", f"{len(lines)} frames, not {len(self.system.frames)}")
        for number, (frame, line) in enumerate(zip(self.system.frames, lines)):
            self.frame_count += 1
            self._check_frame(number, frame, read_answer(line))
        return self.findings

    def _find(self, number, kind, text):
        self.findings.append(Finding(number, kind, text))

    def _check_frame(self, number, frame, answer):
        if not all(abs(value) < 1e300 for value in answer.values):
            self._find(number, "finite", f"values {answer.values}")
            return
        required, levels = self._members(frame)
        sizes = self._sizes(frame, answer.values)
        if answer.conflicts and self._can_hold(frame, required):
            self._find(number, "conflict", f"{answer.conflicts}, but all required ones can hold")
        for index in required:
            off = float(violation(self._member(frame, index), answer.values))
            if off > LEVEL * max(1.0, abs(frame.constants[index])) + RESOLUTION * sizes[index]:
                self._find(number, "required", f"constraint {index} is off by {off:.9g}")
                return
        if not answer.is_optimal:
            self.unproven += 1
            return
        try:
            optima, tolerance = self._optima_of(frame, required, levels)
            fault = self._compare(frame, answer, required, levels, optima, tolerance)
            if fault and tolerance == ROUGH_LEVEL:
                optima = self._exact_optima(frame, required, levels, TIME_LIMIT)
                fault = self._compare(frame, answer, required, levels, optima, LEVEL)
        except (NoAnswer, Infeasible):
            # A fault of the reference, or a contradiction that the solver has reported.
            self.undecided += 0 if answer.conflicts else 1
            return
        except TooLarge:
            pass
        if fault:
            self._find(number, "level", fault)

    def _compare(self, frame, answer, required, levels, optima, tolerance):
        """The first level that an answer violates more than necessary, as a sentence."""
        sizes = self._sizes(frame, answer.values)
        for place, ((priority, members), best) in enumerate(zip(levels, optima)):
            sum_ = sum(violation(self._member(frame, index), answer.values) for index in members)
            slack = tolerance * max(1.0, float(best)) + RESOLUTION * sum(sizes[i] for i in members)
            if sum_ > best + Fraction(slack):
                if sum_ <= self._best_of_decimals(frame, required, levels, place) + Fraction(slack):
                    return None
                text = f"level {priority!r} is violated by {float(sum_):.9g}, the best is "
                return text + f"{float(best):.9g}"
            if sum_ < best - Fraction(tolerance * max(1.0, float(best))):
                # The answer uses the tolerance of a stronger level: a tie but for rounded
                # coefficients. The weaker levels of the two answers cannot be compared.
                return None
        return None

    def _members(self, frame):
        required, levels = [], {}
        for index, priority in enumerate(frame.priorities):
            if not frame.active[index]:
                continue
            if priority == REQUIRED:
                required.append(index)
            else:
                levels.setdefault(priority, []).append(index)
        return required, sorted(levels.items(), reverse=True)

    def _member(self, frame, index):
        constraint = self.system.constraints[index]
        return constraint.coefficients, frame.constants[index], constraint.relation

    def _sizes(self, frame, values):
        """The sum of the magnitudes of each constraint's terms."""
        return [
            abs(constant) + sum(abs(c * values[v]) for v, c in constraint.coefficients.items())
            for constraint, constant in zip(self.system.constraints, frame.constants)
        ]

    def _can_hold(self, frame, required):
        try:
            hard = [self._member(frame, index) for index in required]
            ExactProgram(self.system.variable_count, hard, []).optima()
        except Infeasible:
            return False
        except TooLarge:
            pass
        return True

    def _optima_of(self, frame, required, levels):
        key = (frame.active, frame.constants, frame.priorities)
        if key not in self._optima:
            self._optima[key] = None
            self._optima[key] = self._compute(frame, required, levels)
        if self._optima[key] is None:
            raise NoAnswer("the references failed before")
        return self._optima[key]

    def _compute(self, frame, required, levels):
        """The least sum of each level, and how far an answer may exceed them."""
        try:
            return self._exact_optima(frame, required, levels), LEVEL
        except TooLarge:
            pass
        hard = [self._member(frame, index) for index in required]
        soft = [[self._member(frame, index) for index in members] for _, members in levels]
        rows = [[self._dense(member) for member in level] for level in soft]
        program = Program(self.system.variable_count, [self._dense(m) for m in hard], rows)
        first, second = program.exact_optima()[0], program.pinned_optima()
        # Of two computations with rounding, only what both find is a fault.
        return [max(0.0, one, other) for one, other in zip(first, second)], ROUGH_LEVEL

    def _exact_optima(self, frame, required, levels, seconds=None):
        hard = [self._member(frame, index) for index in required]
        soft = [[self._member(frame, index) for index in members] for _, members in levels]
        return ExactProgram(self.system.variable_count, hard, soft, seconds).optima()

    def _best_of_decimals(self, frame, required, levels, place):
        """The least sum of one level if coefficients are exactly what they are written as.

        Where coefficients such as 0.1 and 0.2 cancel, their rounding decides whether a variable
        can lower a sum by moving 1e16 times as far. That is no fault of an answer.
        """
        try:
            hard = [self._decimal(self._member(frame, index)) for index in required]
            soft = [[self._decimal(self._member(frame, index)) for index in members]
                    for _, members in levels]
            return ExactProgram(self.system.variable_count, hard, soft).optima()[place]
        except (TooLarge, Infeasible):
            return Fraction(0)

    @staticmethod
    def _decimal(member):
        coefficients, constant, relation = member
        exact = {variable: Fraction(repr(c)) for variable, c in coefficients.items()}
        return exact, Fraction(repr(constant)), relation

    def _dense(self, member):
        coefficients, constant, relation = member
        row = numpy.zeros(self.system.variable_count)
        for variable, coefficient in coefficients.items():
            row[variable] = coefficient
        return row, constant, relation
