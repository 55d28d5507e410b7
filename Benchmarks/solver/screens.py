"""Words in which the benchmark's screens are written: expressions, views, frames."""

import workload_file

REQUIRED, HIGH, LOW = 1000, 750, 250
EDIT = 999


class Expression:
    """A sum of variables times coefficients and a constant; comparing two makes a Rule."""

    __hash__ = None

    def __init__(self, terms=None, constant=0.0):
        self.terms = terms or {}
        self.constant = constant

    @staticmethod
    def of(value):
        return value if isinstance(value, Expression) else Expression({}, float(value))

    def __add__(self, other):
        other = Expression.of(other)
        terms = dict(self.terms)
        for variable, coefficient in other.terms.items():
            terms[variable] = terms.get(variable, 0.0) + coefficient
        return Expression(terms, self.constant + other.constant)

    def __mul__(self, factor):
        scaled = {variable: factor * value for variable, value in self.terms.items()}
        return Expression(scaled, factor * self.constant)

    def __sub__(self, other):
        return self + Expression.of(other) * -1.0

    def __eq__(self, other):
        return Rule(self - other, "==")

    def __le__(self, other):
        return Rule(self - other, "<=")

    def __ge__(self, other):
        return Rule(self - other, ">=")


class Rule:
    """An expression that is compared with zero."""

    def __init__(self, expression, relation):
        self.terms = tuple(
            (value, variable) for variable, value in expression.terms.items() if value != 0
        )
        self.constant = expression.constant
        self.relation = relation


class Screen:
    """Collects the variables, rules and frames of one workload."""

    def __init__(self):
        self.workload = workload_file.Workload([], [], [], [])

    def variable(self, name):
        self.workload.names.append(name)
        return Expression({len(self.workload.names) - 1: 1.0})

    def add(self, rule, priority=REQUIRED, active=True):
        """Adds a rule; returns its number."""
        self.workload.constraints.append(
            workload_file.Constraint(
                float(priority), rule.constant, rule.relation, rule.terms, active
            )
        )
        return len(self.workload.constraints) - 1

    def require(self, *rules):
        """Adds required rules; returns their numbers."""
        return [self.add(rule) for rule in rules]

    def editable(self, variable, priority=EDIT):
        """Lets frames set `variable`; returns its number."""
        (number,) = variable.terms
        self.workload.edits.append((number, priority))
        return number

    def frame(self, label, *changes):
        self.workload.frames.append(workload_file.Frame(label, list(changes)))

    def switch(self, label, rules, letters):
        """Two frames for each rule: the first letter's change, then the second's."""
        for rule in rules:
            for letter in letters:
                self.frame(label, (letter, rule))

    def sweep(self, label, steps, *ranges):
        """Moves editable variables from one end of their range to the other and back.

        A range is (variable, start, end); `steps` frames, values to one decimal.
        """
        for step in range(steps):
            share = step / (steps - 1)
            share = 2 * share if share < 0.5 else 2 - 2 * share
            self.frame(
                label,
                *(("s", v, round(start + (end - start) * share, 1)) for v, start, end in ranges),
            )


class Box:
    """A rectangle by four expressions, and what follows from them."""

    def __init__(self, x, y, width, height):
        self.x, self.y, self.width, self.height = x, y, width, height

    @property
    def right(self):
        return self.x + self.width

    @property
    def bottom(self):
        return self.y + self.height

    @property
    def center_x(self):
        return self.x + self.width * 0.5

    @property
    def center_y(self):
        return self.y + self.height * 0.5

    def inside(self):
        """The rectangle in its children's coordinates: its corner is the origin."""
        return Box(Expression(), Expression(), self.width, self.height)


class View(Box):
    """A rectangle of four variables, never of negative size."""

    def __init__(self, screen, name):
        super().__init__(*(screen.variable(f"{name}.{axis}") for axis in "xywh"))
        self.screen = screen
        screen.require(self.width >= 0, self.height >= 0)

    def content(self, width=None, height=None, hugging=LOW, compression=HIGH):
        """The size that the view's content asks for: hugging pulls in, compression pushes out."""
        for size, wanted in ((self.width, width), (self.height, height)):
            if wanted is not None:
                self.screen.add(size <= wanted, hugging)
                self.screen.add(size >= wanted, compression)

    def span(self, box):
        """From the left edge of `box` to its right edge."""
        self.screen.require(self.x == box.x, self.right == box.right)


def window():
    """A screen with a root view at the origin whose size can be set.

    Returns the screen, the root, and the numbers of its width and height.
    """
    screen = Screen()
    root = View(screen, "root")
    screen.require(root.x == 0, root.y == 0)
    return screen, root, screen.editable(root.width), screen.editable(root.height)
