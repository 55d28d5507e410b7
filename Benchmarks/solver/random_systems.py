"""Random constraint systems whose required part can be satisfied, for checks and fuzzing."""

import random

from screens import Expression, Screen

SOFT = (999, 750.5, 750, 500, 251, 250, 249.5, 50)


def random_system(seed):
    """A system around hidden values that satisfy every required rule; the same seed, the same one.

    3 to 14 variables, one or two of them editable (sometimes not on the highest soft priority),
    edits far outside of what is possible, and rules that come and go.
    """
    chance = random.Random(seed)
    screen = Screen()
    count = chance.randint(3, 14)
    variables = [screen.variable(f"x{number}") for number in range(count)]
    hidden = [5 * chance.randint(0, 40) for _ in range(count)]
    for variable in variables:
        if chance.random() < 0.6:
            screen.add(variable >= 0)
    volatile = []
    for _ in range(chance.randint(count, 4 * count)):
        rule, priority = random_rule(chance, variables, hidden)
        number = screen.add(rule, priority)
        if chance.random() < 0.25:
            volatile.append(number)
    editable = chance.sample(range(count), chance.randint(1, 2))
    for index in editable:
        screen.editable(variables[index], chance.choice((999, 998, 998, 600)))

    screen.frame("init", *(("s", index, hidden[index]) for index in editable))
    for _ in range(6):
        screen.frame("edit", *(("s", index, 5 * chance.randint(-10, 50)) for index in editable))
    for rule in volatile[:4]:
        screen.frame("toggle", ("r", rule))
        screen.frame("edit", ("s", editable[0], 5 * chance.randint(0, 50)))
        screen.frame("toggle", ("a", rule))
    return screen


def random_rule(chance, variables, hidden):
    """A rule over one to four variables; a required one holds for the hidden values."""
    width = min(chance.choice((1, 2, 2, 2, 2, 3, 3, 4)), len(variables))
    chosen = chance.sample(range(len(variables)), width)
    factors = [chance.choice((1.0, 1.0, -1.0, -1.0, 2.0, -2.0, 0.5)) for _ in chosen]
    if width == 2 and chance.random() < 0.6:
        factors = [1.0, -1.0]
    left, value = Expression(), 0.0
    for index, factor in zip(chosen, factors):
        left = left + variables[index] * factor
        value += factor * hidden[index]
    is_required = chance.random() < 0.35
    relation = chance.choice(("==", "==", "<=", ">="))
    slack = chance.choice((0, 5, 20)) if is_required else chance.choice((-30, -10, 0, 0, 10, 25))
    if relation == "<=":
        rule = left <= value + slack
    elif relation == ">=":
        rule = left >= value - slack
    else:
        rule = left == value + (0 if is_required else slack)
    return rule, 1000 if is_required else chance.choice(SOFT)
