"""The states of numbers, and the maps of bindings, as docs/bindings.md defines them."""

import bisect
import itertools
import math

# The largest magnitude of a target where a map extends; of rotations in radians.
LIMIT = 1e6
# The distance from a kink, relative to the source, within which rounding selects the piece.
NEAR = 1e-12
# Halvings of the interval that contains the parameter of a curve. After 60, it is as narrow as the
# difference of two numbers near 1.
HALVINGS = 60
# The parameters of a curve at which its steepest slope is looked for, and the greatest slope.
SAMPLES, SLOPE_LIMIT = 200, 1e6
# The control points of the curves with names: of CSS, and of Material Design.
CURVES = {
    "linear": (0, 0, 1, 1), "ease": (0.25, 0.1, 0.25, 1), "easeIn": (0.42, 0, 1, 1),
    "easeOut": (0, 0, 0.58, 1), "easeInOut": (0.42, 0, 0.58, 1),
    "materialStandard": (0.2, 0, 0, 1), "materialEmphasizedDecelerate": (0.05, 0.7, 0.1, 1),
    "materialEmphasizedAccelerate": (0.3, 0, 0.8, 0.15)}


class State:
    """The value of a number, the range of its velocities, the product of the slopes to it, how far
    the value may be from the true one, and the highest frequency of the followers on which the
    number depends, in radians per second. The range has two ends at a kink, where each of both
    lines may give the velocity."""

    def __init__(self, value, low, high=None, slope=1.0, doubt=0.0, rate=0.0):
        self.value, self.low, self.high = value, low, low if high is None else high
        self.slope, self.doubt, self.rate = slope, doubt, rate

    @property
    def fastest(self):
        return max(abs(self.low), abs(self.high))


def total(parts):
    """The sum of several states."""
    return State(
        sum(part.value for part in parts), sum(part.low for part in parts),
        sum(part.high for part in parts), sum(part.slope for part in parts),
        sum(part.doubt for part in parts), max(part.rate for part in parts))


def product(parts):
    """The product of several states."""
    value, low, high, slope, doubt = math.prod(part.value for part in parts), 0.0, 0.0, 0.0, 0.0
    for index, part in enumerate(parts):
        others = math.prod(other.value for other in parts[:index] + parts[index + 1:])
        speeds = [others * part.low, others * part.high]
        low, high = low + min(speeds), high + max(speeds)
        slope, doubt = slope + abs(others) * part.slope, doubt + abs(others) * part.doubt
    return State(value, low, high, slope, doubt, max(part.rate for part in parts))


class Curve:
    """A cubic Bézier curve from (0, 0) to (1, 1), as y of x."""

    def __init__(self, form):
        self.points = tuple(CURVES[form] if isinstance(form, str) else form)
        # The coefficients of x and y as polynomials of the parameter, from the cubic one down.
        self.x, self.y = (
            (1 + 3 * (first - second), 3 * (second - 2 * first), 3 * first)
            for first, second in (self.points[::2], self.points[1::2]))

    @staticmethod
    def _at(s, coefficients):
        a, b, c = coefficients
        return ((a * s + b) * s + c) * s

    @staticmethod
    def _rate(s, coefficients):
        a, b, c = coefficients
        return (3 * a * s + 2 * b) * s + c

    def _parameter(self, x):
        (a, b, c), low, high = self.x, 0.0, 1.0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if ((a * middle + b) * middle + c) * middle > x:
                high = middle
            else:
                low = middle
        return (low + high) / 2

    def value(self, x):
        return self._at(self._parameter(x), self.y)

    def slope(self, x):
        return self._slope(self._parameter(x))

    def _slope(self, s):
        rise, run = self._rate(s, self.y), self._rate(s, self.x)
        return rise / run if abs(rise) < SLOPE_LIMIT * run else math.copysign(SLOPE_LIMIT, rise)

    def steepest(self):
        return max(abs(self._slope((index + 0.5) / SAMPLES)) for index in range(SAMPLES))

    def moved(self, distance):
        """A curve whose control points are higher."""
        x1, y1, x2, y2 = self.points
        return Curve((x1, y1 + distance, x2, y2 + distance))


class Map:
    """A function of a source: a line or a curve between each two points. `points` is None for the
    identity; `curves` has one entry per point, None for a line, for the piece that ends there.
    `forms` has the points as the document has them: numbers, and sums as strings."""

    def __init__(self, points, curves, extends, limit, forms=None):
        self.points, self.curves, self.forms = points, curves, forms or points
        self.ends = [point[0] for point in points or []]
        self.extends, self.limit = extends, limit
        self._steepest = None

    @classmethod
    def read(cls, body, extends, limit, part=None):
        """The map of a document; of a color, `part` selects red, green or blue."""
        if body is None:
            return cls(None, [], extends, limit)
        points = [
            (point[0], point[1] if part is None else int(point[1][1 + 2 * part:3 + 2 * part], 16))
            for point in body]
        curves = [Curve(point[2]) if len(point) > 2 else None for point in body]
        return cls(points, curves, extends, limit)

    def laid_out(self, length):
        """The map with the values of its sums, which `length` gives."""
        points = [tuple(map(length, point)) for point in self.forms]
        return Map(points, self.curves, self.extends, self.limit, self.forms)

    def raised(self, distance):
        """A map whose values are larger."""
        points = self.points or [(-LIMIT, -LIMIT), (LIMIT, LIMIT)]
        return Map(
            [(x, y + distance) for x, y in points], self.curves or [None, None], self.extends,
            self.limit)

    def bent(self, distance):
        """A map with other curves."""
        curves = [curve and curve.moved(distance) for curve in self.curves]
        return Map(self.points, curves, self.extends, self.limit)

    def stretched(self, share):
        """A map whose sums are larger, each by another share."""
        sizes = (1 + share * index for index in itertools.count(1))
        points = [
            tuple(each * next(sizes) if isinstance(form, str) else each
                  for each, form in zip(*pair))
            for pair in zip(self.points, self.forms)]
        return Map(points, self.curves, self.extends, self.limit, self.forms)

    def differs(self, other, low, high, distance):
        """Whether two maps differ by more than a distance at the ends of a range or at points in
        it."""
        inside = [x for x in [*self.ends, *other.ends] if low < x < high]
        return any(abs(self.value(x) - other.value(x)) > distance for x in (low, high, *inside))

    @property
    def is_curved(self):
        return any(self.curves)

    @property
    def has_sums(self):
        return any(isinstance(form, str) for point in self.forms or [] for form in point)

    def piece(self, x):
        """The index of the piece that contains x: 0 before the first point."""
        return bisect.bisect_right(self.ends, x)

    def line(self, piece):
        """The slope of a piece, and a point on it."""
        last = len(self.points) - 1
        if not self.extends and piece in (0, last + 1):
            return 0.0, self.points[0 if piece == 0 else last]
        start = min(max(piece, 1), last) - 1
        (x1, y1), (x2, y2) = self.points[start:start + 2]
        return (y2 - y1) / (x2 - x1), (x1, y1)

    def curve(self, piece):
        """The curve of a piece; None for a line."""
        return self.curves[piece] if 0 < piece < len(self.points) else None

    def value(self, x, piece=None):
        """The value at x; with `piece`, on the line or curve of this piece."""
        if self.points is None:
            return x
        piece = self.piece(x) if piece is None else piece
        slope, (x1, y1) = self.line(piece)
        if (curve := self.curve(piece)) is not None:
            way = self.ends[piece] - x1
            return y1 + slope * way * curve.value((x - x1) / way)
        return min(max(y1 + slope * (x - x1), -self.limit), self.limit)

    def slope(self, x):
        if self.points is None:
            return 1.0
        piece = self.piece(x)
        slope, (x1, y1) = self.line(piece)
        if (curve := self.curve(piece)) is not None:
            return slope * curve.slope((x - x1) / (self.ends[piece] - x1))
        return 0.0 if abs(y1 + slope * (x - x1)) > self.limit else slope

    def steepest(self):
        if self.points is None:
            return 1.0
        if self._steepest is None:
            self._steepest = max(
                abs(self.line(piece)[0]) * (self.curve(piece) or Curve("linear")).steepest()
                for piece in range(1, len(self.points)))
        return self._steepest

    def state(self, source, lead):
        """The state of the target. `lead` is the time within which a kink counts, in seconds."""
        margin = NEAR * max(1.0, abs(source.value))
        if not math.isnan(source.fastest):
            margin += lead * source.fastest
        slopes = {self.slope(source.value + shift) for shift in (-margin, 0.0, margin)}
        speeds = [slope * speed for slope in slopes for speed in (source.low, source.high)]
        steepest = max(map(abs, slopes)) if self.is_curved else self.steepest()
        return State(
            self.value(source.value), min(speeds), max(speeds), steepest * source.slope,
            steepest * source.doubt, source.rate)
