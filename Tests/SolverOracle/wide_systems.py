"""Seeded random systems far from layouts: coefficients from 1e-4 to 1e4, meshes, dense rows,
priorities next to each other, and constraints that are added, removed and ranked between frames.

The required constraints of a system hold at a hidden solution. The same seed and index give the
same text anywhere.
"""

import math
import random

KINDS = ("coefficients", "mild", "mesh", "dense", "adjacent", "changes")
# Small systems, which exact arithmetic can decide, for each larger one.
SMALL_SHARE = 0.97


def kind_of(index):
    """The kind of the system with that index: all in turn."""
    return KINDS[index % len(KINDS)]


def generate(seed, index):
    """The text of one system."""
    kind = kind_of(index)
    return _Maker(random.Random(f"{seed}:{index}:{kind}"), kind).text()


class _Maker:
    """Writes one system."""

    def __init__(self, dice, kind):
        self.dice = dice
        self.kind = kind
        self.is_small = dice.random() < SMALL_SHARE
        self.count = self._variable_count()
        self.spread = dice.choice((1, 1, 30, 1000))
        self.hidden = [self._hidden() for _ in range(self.count)]
        self.priorities = self._priorities()
        self.number = 0

    def _variable_count(self):
        if self.is_small:
            return self.dice.randint(3, 12)
        sizes = (20, 40, 80, 150, 300) if self.kind == "mesh" else (20, 40, 80, 160)
        return self.dice.choice(sizes)

    def _hidden(self):
        if self.dice.random() < 0.4:
            return 0.0
        return round(self.dice.uniform(-1, 3) * self.spread, self.dice.choice((0, 0, 1, 6)))

    def _priorities(self):
        if self.kind == "adjacent":
            start = self.dice.choice((999.999, 750, 250, 1, 1e-9))
            found = [start]
            for _ in range(self.dice.randint(3, 9)):
                below = math.nextafter(found[-1], 0)
                found.append(below if self.dice.random() < 0.6 else found[-1] * (1 - 1e-9))
            return found
        choices = (999, 800, 752, 751, 750.25, 750, 749, 501, 500, 490, 252, 251, 250, 50, 2)
        return self.dice.sample(choices, self.dice.randint(2, 8))

    # Rows

    def _coefficient(self):
        dice = self.dice
        sign = dice.choice((1, -1))
        if self.kind == "coefficients":
            if dice.random() < 0.3:
                return sign * dice.choice((1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1000, 1e4))
            return sign * 10 ** dice.uniform(-4, 4)
        if self.kind in ("mild", "changes"):
            if dice.random() < 0.1:
                return sign * round(10 ** dice.uniform(-1, 1), dice.choice((2, 6, 15)))
            return sign * dice.choice((0.05, 0.1, 0.1, 0.2, 1, 1, 1, 2, 4, 9, 10, 20))
        if self.kind == "dense":
            return dice.choice((1, -1, 0.5, 2, -2, dice.uniform(0.01, 3)))
        return dice.choice((1, -1, 0.5, 2))

    def _form(self):
        dice = self.dice
        if self.kind == "mesh":
            size = 3
        elif self.kind == "dense":
            size = dice.randint(3, 12)
        else:
            size = dice.choice((1, 1, 1, 2, 2, 2, 3, 3, 4))
        variables = dice.sample(range(self.count), min(size, self.count))
        return {variable: self._coefficient() for variable in variables}

    def _value(self, form):
        return math.fsum(c * self.hidden[variable] for variable, c in form.items())

    def _constraint(self):
        """The words of a constraint after the keyword."""
        dice = self.dice
        form = self._form()
        value = self._value(form)
        relation = dice.choice(("<=", ">=", "<=", ">=", "=="))
        priority = 1000 if dice.random() < 0.3 else dice.choice(self.priorities)
        slack = dice.choice((0, 0, 1)) * abs(dice.gauss(0, 1)) * self.spread
        if priority == 1000:
            slack = 0 if relation == "==" else slack
            # The hidden solution holds exactly only if its sums do not round.
            slack += 0 if self._is_exact(form, value) else 1e-7 * max(1, abs(value))
            if relation == "==" and not self._is_exact(form, value):
                relation = dice.choice(("<=", ">="))
            target = value + slack if relation == "<=" else value - slack
        else:
            target = value + dice.choice((0, 1, -1, 3)) * slack
        terms = " ".join(f"{float(c)!r} {variable}" for variable, c in form.items())
        self.number += 1
        return f"{float(priority)!r} {0.0 - target!r} {relation} {len(form)} {terms}"

    @staticmethod
    def _is_exact(form, value):
        numbers = list(form.values()) + [value]
        return all(number * 1024 == int(number * 1024) for number in numbers)

    # Frames

    def text(self):
        """All lines."""
        dice = self.dice
        count = int(self.count * dice.choice((1.2, 1.7, 2.5)))
        lines = [f"v {self.count}"]
        lines += [f"c {self._constraint()}" for _ in range(count)]
        edited = dice.sample(range(self.count), dice.choice((0, 1, 2)))
        lines += [f"e {variable} {float(dice.choice(self.priorities))!r}" for variable in edited]
        self.number += len(edited)
        if self.kind == "changes" and dice.random() < 0.3:
            lines.append("h stay")
        lines += [self._suggestion(variable) for variable in edited] + ["f first"]
        active = [True] * self.number
        # Edit variables stay: suggestions need them.
        removed = set(range(self.number - len(edited), self.number))
        for _ in range(dice.randint(2, 8) if self.is_small else 2):
            for _ in range(dice.randint(1, 3)):
                lines += self._change(edited, active, removed)
            lines.append("f next")
        return "\n".join(lines) + "\n"

    def _suggestion(self, variable):
        value = self.hidden[variable] + self.dice.gauss(0, 1) * self.spread
        return f"s {variable} {value!r}"

    def _change(self, edited, active, removed):
        dice = self.dice
        kinds = ["toggle"] + (["suggest"] * 2 if edited else [])
        if self.kind in ("changes", "adjacent"):
            kinds += ["rank", "rank", "add", "remove"]
        kind = dice.choice(kinds)
        if kind == "suggest":
            return [self._suggestion(dice.choice(edited))]
        if kind == "add":
            active.append(True)
            return [f"+ {self._constraint()}"]
        present = [i for i in range(len(active)) if i not in removed]
        if not present:
            return []
        index = dice.choice(present)
        if kind == "remove":
            removed.add(index)
            return [f"- {index}"]
        if kind == "rank":
            # The hidden solution keeps required constraints only, so none becomes required.
            return [f"p {index} {float(dice.choice(self.priorities))!r}"]
        active[index] = not active[index]
        return [f"{'a' if active[index] else 'r'} {index}"]
