"""Constraints under construction: linear forms, and the many ways to write the same one."""

COEFFICIENTS = (1, 1, 1, 1, -1, -1, -1, 2, -2, 3, 0.5)
FLIPPED = {"==": "==", "<=": ">=", ">=": "<="}


class Entry:
    """A line `c` that is not written yet: the terms as they will stand there."""

    def __init__(self, priority, relation, terms, constant, is_member):
        self.priority = priority
        self.relation = relation
        self.terms = terms
        self.constant = constant
        self.is_active = True
        # Whether it was made to contradict others.
        self.is_member = is_member

    def line(self):
        """The line of the text format."""
        terms = "".join(f" {float(c)!r} {variable}" for variable, c in self.terms)
        keyword = "c" if self.is_active else "c-"
        head = f"{keyword} {float(self.priority)!r} {float(self.constant)!r} {self.relation}"
        return f"{head} {len(self.terms)}{terms}"


class Builder:
    """Collects the constraints of one system around a hidden solution.

    With `is_exact` all numbers are small multiples of a power of two, so that neither the system
    nor its hidden solution knows rounding; otherwise they are any floats.
    """

    def __init__(self, dice, is_exact, count):
        self.dice = dice
        self.is_exact = is_exact
        self.count = count
        self.entries = []
        self.unit = dice.choice((1, 5, 5, 10)) if is_exact else dice.uniform(1, 30)
        lowest = dice.choice((0, 0, -20))
        self.hidden = [self._number(lowest, 40) for _ in range(count)]
        # Forms come back with other constants, so that rows with several kinks are common.
        self.known_forms = []

    # Numbers

    def _number(self, lowest, highest):
        if self.is_exact:
            return self.dice.randint(lowest, highest) * self.unit
        return self.dice.uniform(lowest, highest) * self.unit

    def size(self):
        """A distance above 0 that is clear of rounding."""
        return self._number(1, 6)

    def offset(self):
        """A distance of either sign."""
        return self.size() * self.dice.choice((1, -1))

    def one(self):
        """A coefficient for a form of one variable: mostly 1."""
        return self.dice.choice((1, 1, 1, -1)) if self.dice.random() < 0.8 else self.coefficient()

    def coefficient(self):
        """A coefficient, by the data either from a short list or any near 1."""
        if self.is_exact or self.dice.random() < 0.4:
            return self.dice.choice(COEFFICIENTS)
        return self.dice.uniform(0.2, 4) * self.dice.choice((1, 1, -1))

    # Forms

    def form(self):
        """Coefficients by variable: often a known form, often a difference as in layouts."""
        dice = self.dice
        if self.known_forms and dice.random() < 0.25:
            return dice.choice(self.known_forms)
        size = min(self.count, dice.choice((1, 2, 2, 2, 3, 3, 4, 5)))
        variables = dice.sample(range(self.count), size)
        form = {variable: self.coefficient() for variable in variables}
        if size == 2 and dice.random() < 0.5:
            form = {variables[0]: 1, variables[1]: -1}
        self.known_forms.append(form)
        return form

    def value(self, form):
        """The form's value at the hidden solution."""
        return sum(c * self.hidden[variable] for variable, c in form.items())

    # Constraints

    def add(self, priority, relation, form, target, is_member=False):
        """Adds `form` `relation` `target`, written in some way."""
        dice = self.dice
        factor = 1
        if dice.random() < 0.25:
            factor = dice.choice((2, 4, 8, 0.5, 0.25, 3, 3))
        if dice.random() < 0.25:
            factor, relation = -factor, FLIPPED[relation]
        terms = [(variable, c * factor) for variable, c in form.items()]
        if dice.random() < 0.1:
            terms = self._split(terms)
        dice.shuffle(terms)
        constant = 0.0 - target * factor
        self.entries.append(Entry(priority, relation, terms, constant, is_member))

    def _split(self, terms):
        """An equal sum in which a variable occurs twice, or cancels."""
        if terms and self.dice.random() < 0.7:
            variable, coefficient = terms[0]
            return [(variable, coefficient / 2)] + terms[1:] + [(variable, coefficient / 2)]
        unused = sorted(set(range(self.count)) - {variable for variable, _ in terms})
        if not unused:
            return terms
        variable = self.dice.choice(unused)
        return [(variable, 2)] + terms + [(variable, -2)]

    def add_around(self, priority, relation, form, slack):
        """Adds what the hidden solution keeps, an inequality by `slack`."""
        sign = {"==": 0, "<=": 1, ">=": -1}[relation]
        self.add(priority, relation, form, self.value(form) + sign * slack)

    def add_consequence(self, priority):
        """Adds a required equality that follows from others, if there are any."""
        equalities = [
            entry
            for entry in self.entries
            if entry.relation == "==" and entry.priority == priority and entry.terms
        ]
        if not equalities:
            return
        chosen = self.dice.sample(equalities, min(len(equalities), self.dice.randint(1, 3)))
        form, target = self.sum(chosen)
        if form:
            self.add(priority, "==", form, target)

    def sum(self, entries):
        """The sum or difference of equalities, as form and target, small coefficients only."""
        form, target = {}, 0.0
        for entry in entries:
            factor = self.dice.choice((1, 1, -1, 2))
            target -= factor * entry.constant
            for variable, coefficient in entry.terms:
                form[variable] = form.get(variable, 0) + factor * coefficient
        # Terms that should cancel may leave rounding behind, which is not a coefficient.
        if any(0 < abs(c) < 0.05 or abs(c) > 50 for c in form.values()):
            return {}, 0.0
        return {variable: c for variable, c in form.items() if c != 0}, target

    def shuffle(self):
        """Brings the constraints into another order of creation."""
        self.dice.shuffle(self.entries)

    def lines(self):
        """The lines of variables and constraints."""
        names = [f"n {variable} x{variable}" for variable in range(self.count)]
        return [f"v {self.count}"] + names + [entry.line() for entry in self.entries]
