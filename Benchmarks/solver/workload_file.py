"""Reads and writes the text files that describe a sequence of constraint systems.

One statement a line; `#` begins a comment line.

    v N                         there are N variables, numbered from 0
    n i NAME                    what variable i is called (optional)
    c  P K REL n (coef var)*    constraint: sum(coef * var) + K REL 0, priority P of 1000 at most
    c- P K REL n (coef var)*    the same, not active at first
    e var P                     variable var can be set, which weighs as a constraint of priority P
    s var VALUE                 set it
    r i                         deactivate constraint i (c and c- lines count from 0)
    a i                         activate constraint i
    k i K                       set the constant of constraint i
    p i P                       set the priority of constraint i
    + P K REL n (coef var)*     add a constraint, numbered after all before it
    - i                         remove constraint i
    h stay                      variables that are left free keep their last values
    f LABEL                     the frame ends: solve and read every variable; LABEL names its kind

REL is `<=`, `==` or `>=`. Priority 1000 is required. The first frame is `init`. This module reads and
writes no statements k, p, +, - and h, which only tests of `snapback-bench dump` use.
"""

import dataclasses

REQUIRED = 1000.0


class WorkloadError(ValueError):
    """A file that cannot be read: where, what is wrong, and what would be right."""


@dataclasses.dataclass(frozen=True)
class Constraint:
    """sum(coefficient * variable) + constant, compared with 0."""

    priority: float
    constant: float
    relation: str
    terms: tuple  # of (coefficient, variable)
    active: bool = True


@dataclasses.dataclass(frozen=True)
class System:
    """The state at one moment; exchanged between files, references and checks."""

    variable_count: int
    constraints: list


@dataclasses.dataclass
class Frame:
    """The changes before the variables are read: (letter, number) or ("s", variable, value)."""

    label: str
    changes: list


@dataclasses.dataclass
class Workload:
    """A whole file."""

    names: list
    constraints: list
    edits: list  # of (variable, priority)
    frames: list

    def systems(self):
        """The system behind each frame, in order, as (number, label, System).

        Constraints come numbered as in the file, then one `variable - value == 0` for each edit.
        """
        active = [constraint.active for constraint in self.constraints]
        values = {variable: 0.0 for variable, _ in self.edits}
        for number, frame in enumerate(self.frames):
            for change in frame.changes:
                if change[0] == "s":
                    values[change[1]] = change[2]
                else:
                    active[change[1]] = change[0] == "a"
            constraints = [
                dataclasses.replace(constraint, active=is_active)
                for constraint, is_active in zip(self.constraints, active)
            ]
            constraints += [
                Constraint(priority, -values[variable], "==", ((1.0, variable),))
                for variable, priority in self.edits
            ]
            yield number, frame.label, System(len(self.names), constraints)

    def text(self, title):
        """The file's content."""
        lines = [
            f"# {title}: {len(self.names)} variables, {len(self.constraints)} constraints",
            f"v {len(self.names)}",
        ]
        lines += [f"n {index} {name}" for index, name in enumerate(self.names)]
        for constraint in self.constraints:
            terms = " ".join(f"{coefficient!r} {v}" for coefficient, v in constraint.terms)
            lines.append(
                f"{'c' if constraint.active else 'c-'} {short(constraint.priority)} "
                f"{constraint.constant!r} {constraint.relation} {len(constraint.terms)} {terms}"
            )
        lines += [f"e {variable} {short(priority)}" for variable, priority in self.edits]
        for frame in self.frames:
            for change in frame.changes:
                words = [str(change[0]), str(change[1])]
                words += [short(value) for value in change[2:]]
                lines.append(" ".join(words))
            lines.append(f"f {frame.label}")
        return "\n".join(lines) + "\n"


def short(number):
    """A number without a needless `.0`."""
    return str(int(number)) if number == int(number) else repr(number)


def read(path):
    """The workload in the file at `path`; raises WorkloadError and OSError."""
    workload = Workload([], [], [], [])
    changes = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            try:
                changes = statement(workload, changes, words)
            except (ValueError, IndexError) as error:
                raise WorkloadError(f"{path}:{number}: cannot read {line.strip()!r}: {error}")
    if changes:
        raise WorkloadError(f"{path}: changes after the last frame; end them with `f LABEL`")
    return workload


def statement(workload, changes, words):
    """Takes one statement in; returns the changes that wait for the end of their frame."""
    kind = words[0]
    if kind == "v":
        workload.names = [f"v{index}" for index in range(int(words[1]))]
    elif kind == "n":
        workload.names[int(words[1])] = words[2]
    elif kind in ("c", "c-"):
        count = int(words[4])
        if words[3] not in ("<=", "==", ">=") or len(words) != 5 + 2 * count:
            raise ValueError("expected `c P K REL n (coef var)*` with REL <=, == or >=")
        terms = tuple(
            (float(words[5 + 2 * i]), checked(words[6 + 2 * i], workload.names))
            for i in range(count)
        )
        workload.constraints.append(
            Constraint(float(words[1]), float(words[2]), words[3], terms, kind == "c")
        )
    elif kind == "e":
        workload.edits.append((checked(words[1], workload.names), float(words[2])))
    elif kind == "s":
        return changes + [("s", checked(words[1], workload.names), float(words[2]))]
    elif kind in ("r", "a"):
        return changes + [(kind, checked(words[1], workload.constraints))]
    elif kind == "f":
        workload.frames.append(Frame(words[1], changes))
        return []
    else:
        raise ValueError("unknown statement; expected v, n, c, c-, e, s, r, a or f")
    return changes


def checked(word, items):
    """The index in `word`, if it is one of `items`."""
    index = int(word)
    if not 0 <= index < len(items):
        raise ValueError(f"number {index} is not below {len(items)}")
    return index
