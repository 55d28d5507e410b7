"""The neutral text format for constraint systems, as objects.

A file lists constraints and edit variables, then the operations of each frame:

    v N                      number of variables
    n I NAME                 name of variable I, for people
    c P K OP N (COEF VAR)*   constraint: sum + K OP 0 at priority P; 1000 is required
    c- ...                   the same, inactive at the start
    e VAR P                  edit variable: VAR == suggested value, at priority P
    h stay                   free variables keep their last values
    s VAR VALUE              suggest
    r I / a I                deactivate / activate constraint I
    k I K                    set the constant of constraint I
    p I P                    set the priority of constraint I
    + P K OP N (COEF VAR)*   add a constraint; its number follows those of all before it
    - I                      remove constraint I
    f LABEL                  end of a frame
"""

from typing import NamedTuple

REQUIRED = 1000.0


class Constraint(NamedTuple):
    """A linear form with a constant, compared with 0, at a priority; coefficients by variable."""

    priority: float
    constant: float
    relation: str
    coefficients: dict

    def violation(self, values, constant):
        """By how much it fails at `values`, in its own units, with `constant` in place of its."""
        sum_ = constant + sum(c * values[v] for v, c in self.coefficients.items())
        if self.relation == "==":
            return abs(sum_)
        return max(0.0, sum_ if self.relation == "<=" else -sum_)


class Frame(NamedTuple):
    """The state at the end of a frame."""

    label: str
    active: tuple  # whether each constraint takes part
    constants: tuple  # of each constraint; an edit's is its suggested value, negated
    priorities: tuple  # of each constraint


class System(NamedTuple):
    """A whole file: constraints in the order of their creation, edits after them."""

    variable_count: int
    constraints: list
    frames: list
    is_exact: bool  # all numbers are small multiples of 1/1024, so sums of them do not round
    keeps_values: bool  # free variables keep their last values


def _constraint(words):
    """Reads the words after `c`."""
    coefficients = {}
    for position in range(int(words[3])):
        coefficient, variable = float(words[4 + 2 * position]), int(words[5 + 2 * position])
        coefficients[variable] = coefficients.get(variable, 0.0) + coefficient
    used = {variable: c for variable, c in coefficients.items() if c != 0}
    return Constraint(float(words[0]), float(words[1]), words[2], used)


def _is_exact(number):
    return abs(number) <= 2**24 and number * 1024 == int(number * 1024)


class _State:
    """The state of all constraints while the operations are played."""

    def __init__(self, constraints, active, edits):
        self.constraints = constraints
        self.active = active
        self.constants = [constraint.constant for constraint in constraints]
        self.priorities = [constraint.priority for constraint in constraints]
        self.edits = edits
        self.frames = []

    def play(self, operation, words):
        """Carries out one operation."""
        if operation == "s":
            self.constants[self.edits[int(words[0])]] = 0.0 - float(words[1])
        elif operation == "k":
            self.constants[int(words[0])] = float(words[1])
        elif operation == "p":
            self.priorities[int(words[0])] = float(words[1])
        elif operation == "+":
            added = _constraint(words)
            self.constraints.append(added)
            self.active.append(True)
            self.constants.append(added.constant)
            self.priorities.append(added.priority)
        elif operation == "f":
            label = words[0] if words else ""
            state = (tuple(self.active), tuple(self.constants), tuple(self.priorities))
            self.frames.append(Frame(label, *state))
        else:
            self.active[int(words[0])] = operation == "a"

    def whole_frames(self):
        """The frames, with constraints that are added later as inactive ones."""
        count = len(self.constraints)

        def extend(values, rest):
            return values + tuple(rest[len(values):])

        return [
            Frame(
                frame.label,
                extend(frame.active, [False] * count),
                extend(frame.constants, [constraint.constant for constraint in self.constraints]),
                extend(frame.priorities, [constraint.priority for constraint in self.constraints]),
            )
            for frame in self.frames
        ]


def parse(text):
    """Reads a file's text. Raises ValueError for a line of an unknown kind."""
    variable_count = 0
    keeps_values = False
    constraints, active, edits, operations = [], [], [], []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] in ("#", "n"):
            continue
        kind = words[0]
        if kind == "v":
            variable_count = int(words[1])
        elif kind in ("c", "c-"):
            constraints.append(_constraint(words[1:]))
            active.append(kind == "c")
        elif kind == "e":
            edits.append((int(words[1]), float(words[2])))
        elif kind in ("s", "r", "a", "k", "p", "+", "-", "f"):
            operations.append(words)
        elif kind == "h":
            keeps_values = words[1] == "stay"
        else:
            raise ValueError(f"not a line of a system: {line}")
    places = {variable: len(constraints) + place for place, (variable, _) in enumerate(edits)}
    constraints += [Constraint(p, 0.0, "==", {variable: 1.0}) for variable, p in edits]
    active += [True] * len(edits)
    state = _State(constraints, active, places)
    for operation, *words in operations:
        state.play(operation, words)
    frames = state.whole_frames()
    numbers = [c for constraint in constraints for c in constraint.coefficients.values()]
    numbers += {constant for frame in frames for constant in frame.constants}
    is_exact = all(map(_is_exact, numbers))
    return System(variable_count, constraints, frames, is_exact, keeps_values)
