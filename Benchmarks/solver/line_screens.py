"""Screens in which views stand in a line: chains, spacers, trains, and columns side by side."""

import random

from screens import HIGH, LOW, Expression, Screen, View


def chain(count):
    """`count` views in a line with gaps of at least 8 and, more weakly, exactly 8.

    Sizes and gaps differ in priority, and a weak wish pulls the last view to the window's edge, so
    a resize decides which of them give way. `toggle` takes away an exact gap and puts it back.
    """
    chance = random.Random(3)
    screen = Screen()
    edge = screen.variable("root.w")
    width = screen.editable(edge)
    end, total, gaps = None, 8, []
    for number in range(count):
        x, size = screen.variable(f"v{number}.x"), screen.variable(f"v{number}.w")
        wanted = chance.randint(30, 120)
        total += wanted + 8
        screen.add(size >= 10)
        screen.add(size <= wanted, LOW + number % 3)
        screen.add(size >= wanted, HIGH - number % 3)
        if end is None:
            screen.add(x == 8)
        else:
            screen.add(x >= end + 8)
            gap = screen.add(x == end + 8, 300 + number % 2)
            gaps += [gap] * (number in (1, count // 2, count - 1))
        end = x + size
    screen.add(end <= edge - 8)
    screen.add(end == edge - 8, 490)

    screen.frame("init", ("s", width, total))
    screen.sweep("edit", 24, (width, total * 0.6, total * 1.5))
    screen.frame("edit", ("s", width, total))
    screen.switch("toggle", gaps, "ra")
    return screen


def spacers(count):
    """`count` views in a line with spacers between them that keep the proportion 1 : 2 : 3 : 4.

    `edit` resizes, `toggle` takes away a spacer's proportion and puts it back.
    """
    chance = random.Random(5)
    screen = Screen()
    edge = screen.variable("root.w")
    width = screen.editable(edge)
    end, unit, proportions = Expression(), None, []
    for number in range(count + 1):
        x, space = screen.variable(f"s{number}.x"), screen.variable(f"s{number}.w")
        screen.require(space >= 0, x == end)
        if unit is None:
            unit = space
        else:
            proportion = screen.add(space == unit * (1 + number % 4))
            proportions += [proportion] * (number in (1, count // 2))
        end = x + space
        if number < count:
            x, size = screen.variable(f"v{number}.x"), screen.variable(f"v{number}.w")
            wanted = chance.randint(20, 90)
            screen.add(size >= 0)
            screen.add(size <= wanted, 251)
            screen.add(size >= wanted, HIGH)
            screen.add(x == end)
            end = x + size
    screen.add(end == edge)

    screen.frame("init", ("s", width, 100 * count))
    screen.sweep("edit", 24, (width, 70 * count, 170 * count))
    screen.frame("edit", ("s", width, 100 * count))
    screen.switch("toggle", proportions, "ra")
    return screen


def train(count):
    """`count` views coupled one behind the other; `edit` moves the first and so all of them."""
    screen = Screen()
    start = screen.variable("start")
    lead = screen.editable(start)
    end = start
    for number in range(count):
        x, size = screen.variable(f"v{number}.x"), screen.variable(f"v{number}.w")
        screen.require(size >= 0, x == end + 8)
        screen.add(size <= 40, LOW)
        screen.add(size >= 40, HIGH)
        end = x + size
    screen.frame("init", ("s", lead, 0))
    screen.sweep("edit", 24, (lead, -300, 300))
    return screen


def islands(count):
    """`count` columns of ten rows that share nothing; `edit` moves the first column only."""
    screen = Screen()
    lead = None
    for column in range(count):
        top = screen.variable(f"top{column}")
        if lead is None:
            lead = screen.editable(top)
        else:
            screen.add(top == 20)
        for number in range(10):
            row = View(screen, f"row{column}_{number}")
            row.content(80, 24)
            screen.require(row.x == 100 * column, row.y == top + 8)
            top = row.bottom
    screen.frame("init", ("s", lead, 0))
    screen.sweep("edit", 24, (lead, -300, 300))
    return screen
