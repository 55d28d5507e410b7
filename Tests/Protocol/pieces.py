"""Writes the tables of cubic pieces in Tests/Fixtures/physics, or compares them.

A number of a knot is the double that is written. The value x·h(t) of docs/segments.md and its rate
are computed with fractions by Newton's divided differences, so they are exact until they are
rounded once. scripts/generate vectors runs it.
"""

import math
import os
import random
import sys
from fractions import Fraction

FOLDER = os.path.join(os.path.dirname(__file__), "..", "Fixtures", "physics")


def spring(time):
    """A knot of a spring that oscillates, rounded so that it is the same on all systems."""
    fade, angle = math.exp(-9 * time), 14 * time
    return [time, round(fade * (math.cos(angle) + 9 / 14 * math.sin(angle)), 9),
            round(-fade * (14 + 81 / 14) * math.sin(angle), 9)]


def cases(generator):
    """The factor x and the knots of each case."""
    def uneven(count, start, values, lengths):
        time = start
        for _ in range(count):
            yield [time, generator.uniform(-values, values), generator.uniform(-values, values) * 9]
            time += generator.choice(lengths)

    yield -320.5, [spring(index * 0.064) for index in range(13)]
    # The polynomial t³ − 2t, over pieces of which one is very short.
    yield 1.0, [[t, t**3 - 2 * t, 3 * t**2 - 2] for t in (-2.0, -0.5, 0.0, 0.000244140625, 3.0)]
    # A kink between two lines, and a step within the shortest piece.
    yield 64.0, [[0.0, 1.0, -4.0], [0.125, 0.5, -4.0], [0.12525, 0.499, 4.0], [0.25, 1.0, 4.0]]
    yield 1e-3, [[0.25, -7.5, 3.0]]
    yield 0.1, list(uneven(2, 0.1, 2, [0.3]))
    yield -1e4, list(uneven(30, -0.7, 2, [0.00025, 0.016, 0.064, 0.3]))
    yield 3.0, list(uneven(200, 0, 1, [0.001, 0.064]))
    yield 1e-6, list(uneven(9, 1000, 1e6, [0.5, 10]))


def state(factor, knots, time):
    """x·h(t) and its rate."""
    factor, time = Fraction(factor), Fraction(time)
    knots = [[Fraction(number) for number in knot] for knot in knots]
    if time < knots[0][0]:
        return factor * knots[0][1], Fraction(0)
    if time >= knots[-1][0]:
        return factor * knots[-1][1], Fraction(0)
    place = max(index for index, knot in enumerate(knots) if knot[0] <= time)
    (start, p, v), (end, q, w) = knots[place], knots[place + 1]
    span, into = end - start, time - start
    slope = (q - p) / span
    second, third = (slope - v) / span, (v + w - 2 * slope) / span**2
    value = p + v * into + second * into**2 + third * into**2 * (into - span)
    rate = v + 2 * second * into + third * (2 * into * (into - span) + into**2)
    return factor * value, factor * rate


def times(knots, generator):
    """Times before, on, next to, within and after the pieces."""
    first, last = knots[0][0], knots[-1][0]
    yield from (first - 1, last + 1)
    for knot in [knots[0], knots[len(knots) // 2], knots[-1]]:
        for toward in (-math.inf, knot[0], math.inf):
            yield math.nextafter(knot[0], toward)
    for _ in range(20):
        yield generator.uniform(first, last)
    for one, other in generator.sample(list(zip(knots, knots[1:])), min(9, len(knots) - 1)):
        yield one[0] + (other[0] - one[0]) * generator.random()


def tables():
    """The names of the tables and their text."""
    generator = random.Random(54)
    knot_rows, rows = ["case,time,value,velocity"], ["case,x,t,value,velocity"]
    for number, (factor, knots) in enumerate(cases(generator)):
        knot_rows += [",".join(map(repr, [number, *knot])) for knot in knots]
        for time in sorted(set(times(knots, generator))):
            value, rate = state(factor, knots, time)
            rows.append(",".join(map(repr, [number, factor, time, float(value), float(rate)])))
    yield "pieces_knots.csv", "\n".join(knot_rows) + "\n"
    yield "pieces.csv", "\n".join(rows) + "\n"


def main():
    if sys.argv[1:] not in (["--check"], ["--update"]):
        sys.exit("pieces: --check or --update")
    for name, text in tables():
        path = os.path.join(FOLDER, name)
        if sys.argv[1] == "--update":
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            sys.exit(f"pieces: {name} is not current")
    print("pieces: 2 tables are current")


if __name__ == "__main__":
    main()
