"""The right answers, with fifty digits and by the textbook's formulas."""

import decimal
from decimal import Decimal

import cases

decimal.getcontext().prec = 50
TINY = Decimal(10) ** -45


def cosine_and_sine(angle):
    """The two power series; with this many digits, angles up to some tens lose none that count."""
    result = []
    for term, first in ((Decimal(1), 1), (angle, 2)):
        total, number = Decimal(0), first
        while abs(term) > TINY:
            total += term
            term *= -angle * angle / (number * (number + 1))
            number += 2
        result.append(total)
    return result


class Motion:
    """A spring's motion from a start, at any time."""

    def __init__(self, stiffness, damping, value, velocity):
        self.stiffness, self.beta = Decimal(stiffness), Decimal(damping) / 2
        self.value, self.velocity = Decimal(value), Decimal(velocity)
        self.discriminant = self.beta * self.beta - self.stiffness

    @staticmethod
    def of(one):
        return Motion(one.stiffness, one.damping, one.value, one.velocity)

    def basis(self, seconds):
        """e^(-beta t) times cosine, and times sine over the frequency; or their like."""
        decay = (-self.beta * seconds).exp()
        root = abs(self.discriminant).sqrt()
        if self.discriminant == 0:
            return decay, decay * seconds
        if self.discriminant < 0:
            cosine, sine = cosine_and_sine(root * seconds)
            return decay * cosine, decay * sine / root
        up, down = (root * seconds).exp(), (-root * seconds).exp()
        return decay * (up + down) / 2, decay * (up - down) / (2 * root)

    def at(self, seconds):
        """Value and velocity."""
        cosine, sine = self.basis(Decimal(seconds))
        value = self.value * cosine + (self.velocity + self.beta * self.value) * sine
        velocity = self.velocity * cosine - (
            self.beta * self.velocity + self.stiffness * self.value
        ) * sine
        return value, velocity

    def scales(self):
        """The scales that errors of value and velocity are relative to."""
        frequency = self.stiffness.sqrt()
        reach = abs(self.value) + abs(self.velocity) / frequency
        return reach, reach * frequency


def progress(curve, fraction):
    """Progress and slope of a timing curve, by bisection."""
    x1, y1, x2, y2 = map(Decimal, curve)

    def point(first, second, s):
        rest = 1 - s
        return 3 * rest * rest * s * first + 3 * rest * s * s * second + s * s * s

    def slope(first, second, s):
        rest = 1 - s
        return 3 * (rest * rest * first + 2 * rest * s * (second - first) + s * s * (1 - second))

    low, high = Decimal(0), Decimal(1)
    for _ in range(90):
        middle = (low + high) / 2
        if point(x1, x2, middle) < fraction:
            low = middle
        else:
            high = middle
    if fraction == 1:
        low = Decimal(1)
    if slope(x1, x2, low) == 0:
        # The curve ends in the direction of its first control point, as there is no second.
        return point(y1, y2, low), (1 - y1) / (1 - x1)
    return point(y1, y2, low), slope(y1, y2, low) / slope(x1, x2, low)


def curve_answers():
    """Progress and slope of every curve at every frame, in the order of the engines."""
    return [
        progress(curve, Decimal(frame / cases.FRAMES))
        for curve in cases.CURVES
        for frame in range(1, cases.FRAMES + 1)
    ]
