"""Checks the answers of every engine, so that no figure of a wrong answer is published.

Errors are relative to what a spring may reach, |x0| + |v0|/w0, and for velocities to w0 times that.
libadwaita takes springs that are near critical for critical, which is allowed for.
"""

import dataclasses
from decimal import Decimal

import cases
import reference

TOLERANCES = {"snapback": 1e-13, "c": 1e-13, "libadwaita": 1e-8}
CURVE_TOLERANCE = 1e-12
# Android's ratio of velocity to distance at rest, which is also Snapback's.
VELOCITY_PER_DISTANCE = 62.5
# By then, in seconds, nothing moves; libadwaita declares some ends after days.
LATEST = 60


@dataclasses.dataclass
class Verdict:
    """How the answers of one engine to one workload were."""

    checked: int = 0
    worst: float = 0.0
    faults: list = dataclasses.field(default_factory=list)
    residual: float = None

    @property
    def is_right(self):
        return self.checked > 0 and not self.faults

    def compare(self, found, wanted, scale, tolerance, what):
        error = abs(Decimal(found) - wanted) / scale
        self.worst = max(self.worst, float(error))
        if not error <= tolerance:
            self.faults.append(f"{what}: {found:.17g} instead of {wanted:.17g}")


def rows(numbers, width):
    return [numbers[place:place + width] for place in range(0, len(numbers), width)]


class Gate:
    """The right answers to every workload, each found once."""

    def __init__(self, groups):
        self.groups = groups
        self.motions = {
            name: [reference.Motion.of(one) for one in springs] for name, springs in groups.items()
        }
        self.states = {
            name: [motion.at(one.seconds) for motion, one in zip(self.motions[name], springs)]
            for name, springs in groups.items()
        }
        self.curve_answers = reference.curve_answers()

    def check(self, workload, engine, numbers):
        """The verdict on the numbers that an engine gave for a workload."""
        verdict = Verdict()
        kind, name = workload.split("-")
        tolerance = Decimal(TOLERANCES[engine])
        width = 3 if kind == "retarget" else 2
        cases_asked = len(self.curve_answers if kind == "curve" else self.groups["mixed"])
        if len(numbers) != width * cases_asked:
            verdict.faults.append(f"{len(numbers)} numbers, not {width} for each case")
        elif not all(abs(number) < float("inf") for number in numbers):
            verdict.faults.append("not a finite number")
        elif kind == "spring":
            self.check_states(verdict, name, self.states[name], rows(numbers, 2), tolerance)
        elif kind == "step":
            self.check_states(verdict, "undamped", self.stepped(name), rows(numbers, 2), tolerance)
        elif kind == "retarget":
            self.check_retarget(verdict, name, engine, rows(numbers, 3), tolerance)
        else:
            self.check_curves(verdict, rows(numbers, 2))
        return verdict

    def check_states(self, verdict, name, wanted, found, tolerance):
        for number, (motion, right, state) in enumerate(zip(self.motions[name], wanted, found)):
            verdict.checked += 1
            parts = zip(("value", "velocity"), state, right, motion.scales())
            for what, one, other, scale in parts:
                verdict.compare(one, other, scale, tolerance, f"{what} of case {number}")

    def stepped(self, name):
        """The states after one step: by the first spring for all of them, or by each spring."""
        shared = self.groups["undamped"][0].stiffness
        return [
            reference.Motion(
                one.stiffness if name == "own" else shared, one.damping, one.value, one.velocity
            ).at(cases.STEP)
            for one in self.groups["undamped"]
        ]

    def check_retarget(self, verdict, name, engine, found, tolerance):
        """The state is the old motion's; Snapback's end must not come early."""
        springs = self.groups[name]
        wanted = [
            (value - Decimal(one.shift), velocity)
            for (value, velocity), one in zip(self.states[name], springs)
        ]
        self.check_states(verdict, name, wanted, [row[:2] for row in found], tolerance)
        verdict.residual = 0.0
        for number, (one, (value, velocity), row) in enumerate(zip(springs, wanted, found)):
            motion = reference.Motion(one.stiffness, one.damping, value, velocity)
            for factor in (1, 1.05, 1.2, 1.5, 2):
                left, speed = motion.at(min(row[2] * factor, LATEST))
                residual = abs(float(left)) / cases.THRESHOLD
                verdict.residual = max(verdict.residual, residual)
                moving = abs(float(speed)) / (cases.THRESHOLD * VELOCITY_PER_DISTANCE)
                if engine == "snapback" and max(residual, moving) > 1 + 1e-9:
                    verdict.faults.append(f"case {number} still moves at its end")
                    break

    def check_curves(self, verdict, found):
        for number, (right, state) in enumerate(zip(self.curve_answers, found)):
            verdict.checked += 1
            for what, one, other in zip(("progress", "slope"), state, right):
                scale = max(Decimal(1), abs(other))
                verdict.compare(one, other, scale, CURVE_TOLERANCE, f"{what} of frame {number}")
