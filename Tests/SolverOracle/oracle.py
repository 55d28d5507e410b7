"""Judges what a solver answered to a system against an independent reference.

The rules: required constraints hold; of contradicting required constraints the latest created one,
the victim, becomes a level of its own below required; every level below is minimized in turn. The
optimum need not be unique, so the violation of each level is compared and not the values.
"""

import json
import math
from typing import NamedTuple

import numpy

from reference import NoAnswer, Program
from system import REQUIRED, parse

# How far a required constraint may be off, relative to the constants of the required ones.
HOLDS = 1e-6
# A smaller violation does not count. Nothing is claimed between the two limits.
IS_VIOLATED = 1e-8
# A contradiction by less than this, relative to its constants, is none.
CONTRADICTS = 1e-9
# How far the sum of a level may be off: relative to the data of exact systems, and by section for
# random coefficients, whose programs may be near to singular.
EXACT_LEVEL = 1e-6
FLOAT_LEVEL = 1e-3


class Finding(NamedTuple):
    """Something a solver got wrong, in frame `frame` (−1: in the dump as a whole).

    Of the kind "undecided" it is a fault of the reference: no optimum, or one that no point of its
    own attains.
    """

    frame: int
    kind: str
    text: str


class Answer(NamedTuple):
    """One line of a dump."""

    label: str
    values: list
    conflicts: list  # of (victim, others)
    is_optimal: bool


def read_answer(line):
    """Reads a line of a dump; raises ValueError, KeyError or TypeError for another shape."""
    fields = json.loads(line)
    values = [math.nan if value is None else float(value) for value in fields["values"]]
    conflicts = [(int(c["victim"]), [int(o) for o in c["others"]]) for c in fields["conflicts"]]
    return Answer(fields["label"], values, conflicts, fields["optimal"] is True)


def _magnitude(numbers):
    return max(1.0, max(map(abs, numbers), default=0.0))


class Oracle:
    """Checks the frames of one system; remembers what frames have in common."""

    def __init__(self, text):
        self.system = parse(text)
        constraints = self.system.constraints
        self.matrix = numpy.zeros((len(constraints), self.system.variable_count))
        for index, constraint in enumerate(constraints):
            for variable, coefficient in constraint.coefficients.items():
                self.matrix[index, variable] = coefficient
        self.findings = []
        self.frame_count = 0
        self.set_count = 0
        # Each answer that the solver itself does not call optimal is a finding.
        self.unproven = 0
        # A frame that the references cannot judge is a finding of the kind "undecided".
        self.undecided = 0
        self._contradictions = {}
        self._optima = {}

    def check(self, lines):
        """Judges a dump, given as its lines; returns the findings."""
        lines = [line for line in lines if line.strip()]
        if len(lines) != len(self.system.frames):
            self._find(-1, "shape", f"{len(lines)} frames, not {len(self.system.frames)}")
        for number, (frame, line) in enumerate(zip(self.system.frames, lines)):
            try:
                answer = read_answer(line)
            except (ValueError, KeyError, TypeError) as error:
                self._find(number, "shape", f"not a frame: {error!r}: {line[:80]}")
                continue
            self.frame_count += 1
            self._check_frame(number, frame, answer)
        return self.findings

    def _find(self, number, kind, text):
        self.findings.append(Finding(number, kind, text))

    def _check_frame(self, number, frame, answer):
        if answer.label != frame.label:
            self._find(number, "shape", f"label {answer.label}, not {frame.label}")
        if not answer.is_optimal:
            self._find(number, "optimal", "the solver calls its own answer not optimal")
        if len(answer.values) != self.system.variable_count:
            self._find(number, "shape", f"{len(answer.values)} values")
            return
        if not all(map(math.isfinite, answer.values)):
            self._find(number, "finite", f"values {answer.values}")
            return
        violations = self._violations(frame, answer.values)
        required = {
            index
            for index, priority in enumerate(frame.priorities)
            if frame.active[index] and priority == REQUIRED
        }
        scale = _magnitude(frame.constants[index] for index in required)
        victims = self._check_conflicts(number, frame, answer, required, violations, scale)
        broken = [i for i in sorted(required - victims) if violations[i] > HOLDS * scale]
        for index in broken:
            named = sorted(victims) or "none"
            text = f"constraint {index} is off by {violations[index]:.9g}; victims: {named}"
            self._find(number, "required", text)
        if not broken:
            self._check_levels(number, frame, required, victims, violations)

    def _violations(self, frame, values):
        """By how much each constraint fails at `values`, 0 for those that do not take part."""
        return [
            constraint.violation(values, constant) if is_active else 0.0
            for constraint, constant, is_active in zip(
                self.system.constraints, frame.constants, frame.active
            )
        ]

    # Conflicts

    def _check_conflicts(self, number, frame, answer, required, violations, scale):
        """Judges the conflicts of a frame; returns the victims that may be ones."""
        victims = set()
        for victim, others in answer.conflicts:
            members = [victim, *others]
            strangers = sorted(set(members) - required)
            if strangers:
                self._find(number, "members", f"{strangers} of {members} are not required now")
                continue
            if len(set(members)) < len(members):
                self._find(number, "members", f"a member of {members} is named twice")
                continue
            if victim in victims:
                self._find(number, "members", f"{victim} is the victim of two conflicts")
            victims.add(victim)
            if victim != max(members):
                self._find(number, "victim", f"{victim} is not the latest of {members}")
            if violations[victim] <= IS_VIOLATED * scale:
                self._find(number, "healed", f"victim {victim} holds, and is still one")
            self._check_set(number, frame, frozenset(members))
        return victims

    def _check_set(self, number, frame, members):
        """Finds fault with a set that can hold, or that cannot without one of its members."""
        self.set_count += 1
        try:
            if self._contradiction(frame, members) <= CONTRADICTS:
                self._find(number, "feasible set", f"{sorted(members)} can hold")
                return
            for member in sorted(members):
                if self._contradiction(frame, members - {member}) > HOLDS:
                    text = f"{sorted(members)} cannot hold without {member} either"
                    self._find(number, "reducible set", text)
        except NoAnswer as error:
            self._find(number, "undecided", f"the reference failed on {sorted(members)}: {error}")

    def _contradiction(self, frame, members):
        """The least summed violation of `members` alone, relative to their constants."""
        if not members:
            return 0.0
        if members not in self._contradictions:
            program = Program(self.system.variable_count, [], [self._rows(frame, members)])
            scale = _magnitude(frame.constants[index] for index in members)
            self._contradictions[members] = program.exact_optima()[0][0] / scale
        return self._contradictions[members]

    def _rows(self, frame, indexes):
        """The constraints `indexes` as a Program takes them."""
        return [
            (self.matrix[i], frame.constants[i], self.system.constraints[i].relation)
            for i in sorted(indexes)
        ]

    # Levels

    def _check_levels(self, number, frame, required, victims, violations):
        """Compares the sums of the levels, strongest first, up to the first that differs."""
        levels = {}
        for index, priority in enumerate(frame.priorities):
            if frame.active[index] and priority < REQUIRED:
                levels.setdefault(priority, set()).add(index)
        groups = [levels[priority] for priority in sorted(levels, reverse=True)]
        names = [f"level {priority:g}" for priority in sorted(levels, reverse=True)]
        if victims:
            groups.insert(0, victims)
            names.insert(0, "victims")
        scale = _magnitude(c for c, active in zip(frame.constants, frame.active) if active)
        sums = [math.fsum(violations[index] for index in group) for group in groups]
        try:
            optima, points = self._optima_of(frame, required - victims, groups)
        except NoAnswer as error:
            self._find(number, "undecided", f"the reference failed: {error}")
            return
        wrong = self._first_wrong(sums, optima, optima, scale)
        if wrong is not None:
            # Random data may be so near to singular that a price is not told from rounding.
            others = self._second_opinion(frame, required - victims, groups, optima)
            lows, highs = list(map(min, optima, others)), list(map(max, optima, others))
            wrong = self._first_wrong(sums, lows, highs, scale)
        if wrong is not None:
            proof = self._violations(frame, points[wrong])
            reached = [math.fsum(proof[index] for index in group) for group in groups[: wrong + 1]]
            is_kept = all(proof[index] <= HOLDS * scale for index in required - victims)
            is_proven = is_kept and self._first_wrong(reached, optima, optima, scale) is None
            text = f"{names[wrong]} is violated by {sums[wrong]:.9g}, the best is "
            self._find(number, "level" if is_proven else "undecided", text + f"{optima[wrong]:.9g}")

    def _program(self, frame, hard, groups):
        rows = [self._rows(frame, group) for group in groups]
        return Program(self.system.variable_count, self._rows(frame, hard), rows)

    def _optima_of(self, frame, hard, groups):
        """The least violations and their points; the same frame is computed once."""
        key = (frame.active, frame.constants, frame.priorities, frozenset(hard))
        if key not in self._optima:
            self._optima[key] = self._program(frame, hard, groups).exact_optima()
        return self._optima[key]

    def _second_opinion(self, frame, hard, groups, optima):
        """The least violations by the other method, `optima` again where that one fails."""
        try:
            return self._program(frame, hard, groups).pinned_optima()
        except NoAnswer:
            return optima

    def _first_wrong(self, sums, lows, highs, scale):
        """The first level whose sum is outside its range, None when there is none."""
        for place, (sum_, low, high) in enumerate(zip(sums, lows, highs)):
            tolerance = FLOAT_LEVEL * max(1.0, math.sqrt(high))
            if self.system.is_exact:
                tolerance = EXACT_LEVEL * scale
            if not low - tolerance <= sum_ <= high + tolerance:
                return place
        return None


def check(file_text, dump_lines):
    """Judges the dump of a system; returns the findings, none for a right answer."""
    return Oracle(file_text).check(dump_lines)
