"""Seeded random constraint systems in the neutral text format of system.py.

Every system is built around a hidden solution, which what is feasible keeps to and what contradicts
misses by a clear distance. The same seed and index give the same text anywhere.
"""

import random

from forms import Builder
from contradictions import add_contradiction

KINDS = ("feasible", "infeasible", "over-determined", "under-determined")
DATA = ("integers", "floats")
PRIORITIES = (
    999.5, 999, 998.25, 998, 751, 750, 749.5, 510, 501, 500, 490, 251, 250, 149, 50, 49, 25.5, 2,
    1, 0.5, 0.25,
)


def kind_of(index):
    """The kind and the data of the system with that index: all eight pairs in turn."""
    return KINDS[index % 4], DATA[index // 4 % 2]


def generate(seed, index):
    """The text of one system."""
    kind, data = kind_of(index)
    dice = random.Random(f"{seed}:{index}:{kind}:{data}")
    builder = Builder(dice, data == "integers", _variable_count(dice, kind))
    levels = _levels(dice)
    {
        "feasible": _add_feasible,
        "infeasible": _add_infeasible,
        "over-determined": _add_overdetermined,
        "under-determined": _add_underdetermined,
    }[kind](builder, levels)
    _leave_some_out(builder)
    edits = _edits(dice, builder, levels)
    lines = builder.lines() + [f"e {variable} {priority}" for variable, priority in edits]
    return "\n".join(lines + _frames(dice, builder, edits)) + "\n"


def _variable_count(dice, kind):
    if dice.random() < 0.08:
        return dice.randint(15, 40)
    return dice.randint(3, 8) if kind == "over-determined" else dice.randint(3, 14)


def _levels(dice):
    """One to eight priorities, falling: any, or neighbors that differ by a fraction."""
    count = dice.randint(1, 8)
    if dice.random() < 0.5:
        return sorted(dice.sample(PRIORITIES, count), reverse=True)
    start = dice.choice((0, 0, 4, len(PRIORITIES) - count))
    return list(PRIORITIES[start : start + count])


# The kinds


def _add_bounds(builder, share):
    """Required limits on single variables; some of them touch the hidden solution."""
    dice = builder.dice
    for variable in range(builder.count):
        if dice.random() < share:
            slack = builder.size() * dice.choice((0, 1, 1, 4))
            builder.add_around(1000, ">=", {variable: builder.one()}, slack)
        if dice.random() < share / 4:
            slack = builder.size() * dice.choice((0, 1, 4))
            builder.add_around(1000, "<=", {variable: builder.one()}, slack)


def _add_rows(builder, levels, count, required_share):
    """Random forms: required ones keep to the hidden solution, the others want something near."""
    dice = builder.dice
    for _ in range(count):
        form = builder.form()
        relation = dice.choice(("==", "==", "<=", ">="))
        if dice.random() < required_share:
            if relation == "==" and dice.random() < 0.3:
                relation = "<="
            builder.add_around(1000, relation, form, builder.size() * dice.choice((0, 0, 1, 3)))
        else:
            offset = builder.offset() if dice.random() < 0.7 else 0
            builder.add(dice.choice(levels), relation, form, builder.value(form) + offset)


def _add_feasible(builder, levels):
    _add_bounds(builder, builder.dice.choice((0, 0.6, 1)))
    count = builder.dice.randint(builder.count, 4 * min(builder.count, 20))
    _add_rows(builder, levels, count, builder.dice.choice((0.1, 0.2, 0.4)))
    for _ in range(builder.dice.randint(0, 3)):
        builder.add_consequence(1000)


def _add_infeasible(builder, levels):
    dice = builder.dice
    _add_bounds(builder, dice.choice((0, 0.3)))
    count = dice.randint(3, 2 * min(builder.count, 20))
    _add_rows(builder, levels, count, dice.choice((0, 0.2, 0.5)))
    for _ in range(dice.choice((1, 1, 2, 3, 5))):
        add_contradiction(builder)
    # Created in any order: a member may come before or after everything it contradicts.
    if dice.random() < 0.7:
        builder.shuffle()


def _add_overdetermined(builder, levels):
    """Equalities that all want something else, most of them at the same few levels."""
    dice = builder.dice
    levels = levels[: dice.randint(1, 3)]
    _add_bounds(builder, dice.choice((0, 0, 0.5)))
    for _ in range(dice.randint(2, builder.count)):
        form = builder.form()
        level = dice.choice(levels)
        for _ in range(dice.randint(2, 6)):
            target = builder.value(form) + builder.offset()
            builder.add(level if dice.random() < 0.8 else dice.choice(levels), "==", form, target)
    _add_rows(builder, levels, dice.randint(0, 2 * builder.count), 0.1)


def _add_underdetermined(builder, levels):
    _add_bounds(builder, builder.dice.choice((0, 0.2)))
    count = builder.dice.randint(0, max(1, builder.count // 2))
    _add_rows(builder, levels, count, builder.dice.choice((0, 0.3, 0.7)))


def _leave_some_out(builder):
    """Makes a few constraints inactive at the start."""
    share = builder.dice.choice((0, 0, 0.1, 0.3))
    for entry in builder.entries:
        if builder.dice.random() < share:
            entry.is_active = False


# Edits and frames


def _edits(dice, builder, levels):
    """Edit variables with their priorities: the top level, one above it, or any."""
    variables = dice.sample(range(builder.count), min(builder.count, dice.choice((0, 1, 1, 2, 3))))
    choices = [levels[0], levels[0], (levels[0] + 1000) / 2, dice.choice(levels), levels[-1] / 2]
    shared = dice.choice(choices)
    own = dice.random() < 0.3
    return [(variable, dice.choice(choices) if own else shared) for variable in variables]


def _suggestion(dice, builder, variable):
    """A value for an edit variable: what it had, near that, or far beyond anything feasible."""
    hidden = builder.hidden[variable]
    roll = dice.random()
    if roll < 0.15:
        return hidden
    if roll < 0.7:
        return hidden + builder.offset() * dice.choice((1, 1, 3))
    if roll < 0.98:
        return hidden + builder.offset() * 40
    return hidden + builder.offset() * 1000


def _toggle(dice, active, candidates):
    """Lines that switch one constraint, or one off and on again within the frame."""
    index = dice.choice(candidates)
    lines = [f"{'r' if active[index] else 'a'} {index}"]
    active[index] = not active[index]
    if dice.random() < 0.1:
        lines.append(f"{'r' if active[index] else 'a'} {index}")
        active[index] = not active[index]
    return lines


def _frames(dice, builder, edits):
    """The operations: a first frame, then about nine more of any mixture."""

    def suggest(variable):
        return f"s {variable} {float(_suggestion(dice, builder, variable))!r}"

    active = [entry.is_active for entry in builder.entries]
    # Few constraints that come and go again and again meet the solver in more states than many.
    indexes = range(len(active))
    candidates = [i for i in indexes if builder.entries[i].is_member and dice.random() < 0.7]
    candidates += dice.sample(indexes, min(len(indexes), dice.randint(1, 6)))
    lines = [suggest(variable) for variable, _ in edits] + ["f init"]
    for _ in range(dice.randint(6, 12)):
        label = dice.choice(("edit", "edit", "toggle", "toggle", "both", "both", "empty"))
        if label in ("edit", "both") and edits:
            for _ in range(dice.randint(1, 3)):
                lines.append(suggest(dice.choice(edits)[0]))
        if label in ("toggle", "both") and candidates:
            for _ in range(dice.choice((1, 1, 2, 5))):
                lines += _toggle(dice, active, candidates)
        lines.append(f"f {label}")
    return lines
