"""Required constraints that contradict each other, in many shapes and sizes."""


def add_contradiction(builder):
    """Adds required constraints that cannot hold together, some with members to spare."""
    shapes = (
        _crossed_limits,
        _two_values,
        _many_values,
        _closed_chain,
        _stretched_chain,
        _wrong_sum,
        _wrong_sum,
        _wrong_consequence,
        _impossible_number,
    )
    weights = (3, 3, 2, 4, 4, 3, 3, 3, 0.5)
    builder.dice.choices(shapes, weights)[0](builder)
    if builder.dice.random() < 0.2:
        _repeat_member(builder)


def _require(builder, relation, form, target):
    builder.add(1000, relation, form, target, is_member=True)


def _repeat_member(builder):
    """A member twice, so that leaving one of the two out mends nothing."""
    members = [entry for entry in builder.entries if entry.is_member and entry.terms]
    if members:
        entry = builder.dice.choice(members)
        form = {}
        for variable, coefficient in entry.terms:
            form[variable] = form.get(variable, 0) + coefficient
        form = {variable: c for variable, c in form.items() if c != 0}
        _require(builder, entry.relation, form, -entry.constant)


def _crossed_limits(builder):
    """A form that must be at most less than it must be at least."""
    form = builder.form()
    value = builder.value(form)
    gap = builder.size()
    _require(builder, "<=", form, value - gap * builder.dice.choice((0, 1)))
    _require(builder, ">=", form, value + gap)


def _two_values(builder):
    """A form that must equal two numbers, the first of them perhaps more than once."""
    form = builder.form()
    value = builder.value(form)
    for _ in range(builder.dice.choice((1, 1, 2))):
        _require(builder, "==", form, value)
    _require(builder, "==", form, value + builder.offset())


def _many_values(builder):
    """A form with several equalities and limits: any two may be a contradiction."""
    form = builder.form()
    value = builder.value(form)
    for _ in range(builder.dice.randint(3, 6)):
        relation = builder.dice.choice(("==", "<=", ">="))
        _require(builder, relation, form, value + builder.offset())


def _chain_variables(builder):
    longest = min(builder.count, builder.dice.choice((3, 4, 6, 10)))
    return builder.dice.sample(range(builder.count), builder.dice.randint(2, max(2, longest)))


def _closed_chain(builder):
    """Each variable above the one before, the first above the last."""
    variables = _chain_variables(builder)
    for first, second in zip(variables, variables[1:] + variables[:1]):
        relation = "==" if builder.dice.random() < 0.2 else ">="
        gap = builder.size() * builder.dice.choice((0, 1, 1))
        _require(builder, relation, {second: 1, first: -1}, gap)
    first, last = variables[0], variables[-1]
    # Even if all gaps were 0, this one is not.
    _require(builder, ">=", {first: 1, last: -1}, builder.size())


def _stretched_chain(builder):
    """Gaps between two fixed ends that add up to more than there is room for."""
    variables = _chain_variables(builder)
    start = builder.hidden[variables[0]]
    _require(builder, builder.dice.choice(("==", ">=")), {variables[0]: 1}, start)
    total = 0
    for first, second in zip(variables, variables[1:]):
        gap = builder.size()
        total += gap
        relation = builder.dice.choice(("==", ">=", ">="))
        _require(builder, relation, {second: 1, first: -1}, gap)
    room = total - builder.size() * builder.dice.choice((1, 2))
    _require(builder, builder.dice.choice(("==", "<=")), {variables[-1]: 1}, start + room)


def _wrong_sum(builder):
    """Parts with fixed values and a sum that is another, with sums of parts to spare."""
    dice = builder.dice
    variables = _chain_variables(builder)
    for variable in variables:
        part = {variable: builder.one()}
        _require(builder, "==", part, builder.value(part))
    for _ in range(dice.choice((0, 0, 1, 2))):
        pair = dice.sample(variables, 2)
        form = {pair[0]: 1, pair[1]: dice.choice((1, -1))}
        _require(builder, "==", form, builder.value(form))
    form = {variable: builder.coefficient() for variable in variables}
    relation, offset = dice.choice((("==", builder.offset()), (">=", builder.size())))
    _require(builder, relation, form, builder.value(form) + offset)


def _wrong_consequence(builder):
    """A sum of required equalities that must be something else than the sum of their values."""
    equalities = [
        entry
        for entry in builder.entries
        if entry.relation == "==" and entry.priority == 1000 and entry.terms
    ]
    if len(equalities) < 2:
        _wrong_sum(builder)
        return
    size = min(len(equalities), builder.dice.randint(2, 4))
    form, target = builder.sum(builder.dice.sample(equalities, size))
    if form:
        _require(builder, "==", form, target + builder.offset())


def _impossible_number(builder):
    """A number without variables that must be what it is not."""
    relation, number = builder.dice.choice((("==", 5), ("<=", -3), (">=", 2)))
    _require(builder, relation, {}, number)
