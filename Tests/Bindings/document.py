"""The bindings of a scene, and the values of their targets, as docs/bindings.md defines them.

A number is "VIEW.NAME" or "CONSTRAINT.constant", in the units of scenes: angles are in degrees. The
constant of a rule such as "bar.width = 120" is read as the width of the view.
"""

import bisect
import copy
import math
import re

# The largest magnitude of a target where a map extends; of rotations in radians.
LIMIT = 1e6
# The distance from a kink, relative to the source, within which rounding selects the piece.
NEAR = 1e-12
SPREAD = {"scale": ("scale.x", "scale.y")}


class State:
    """The value of a number, the range of its velocities, and the product of the slopes to it. The
    range has two ends at a kink, where each of both lines may give the velocity."""

    def __init__(self, value, low, high=None, slope=1.0):
        self.value, self.low, self.high = value, low, low if high is None else high
        self.slope = slope

    @property
    def fastest(self):
        return max(abs(self.low), abs(self.high))


class Map:
    """A piecewise linear function of a source."""

    def __init__(self, points, extends, limit):
        self.points = points
        self.ends = [point[0] for point in points or []]
        self.extends, self.limit = extends, limit

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

    def value(self, x):
        if self.points is None:
            return x
        slope, (x1, y1) = self.line(self.piece(x))
        return min(max(y1 + slope * (x - x1), -self.limit), self.limit)

    def slope(self, x):
        if self.points is None:
            return 1.0
        slope, (x1, y1) = self.line(self.piece(x))
        return 0.0 if abs(y1 + slope * (x - x1)) > self.limit else slope

    def steepest(self):
        if self.points is None:
            return 1.0
        return max(abs(self.line(piece)[0]) for piece in range(1, len(self.points)))

    def state(self, source, lead):
        """The state of the target. `lead` is the time within which a kink counts, in seconds."""
        margin = NEAR * max(1.0, abs(source.value))
        if not math.isnan(source.fastest):
            margin += lead * source.fastest
        slopes = {self.slope(source.value + shift) for shift in (-margin, 0.0, margin)}
        speeds = [slope * speed for slope in slopes for speed in (source.low, source.high)]
        return State(
            self.value(source.value), min(speeds), max(speeds), self.steepest() * source.slope)


class Binding:
    def __init__(self, index, body):
        self.name = body.get("name", f"binding{index + 1}")
        self.source = number(body["from"])[0]
        self.targets = number(body["to"], is_target=True)
        limit = math.degrees(LIMIT) if body["to"].endswith(".rotation") else LIMIT
        self.map = Map(body.get("map"), body.get("extend", False), limit)


def number(text, is_target=False):
    """The numbers that a key `from` or `to` names; as a source, `scale` is the scale along x."""
    view, name = text.rsplit(".", 1) if text.endswith(".constant") else text.split(".", 1)
    names = SPREAD.get(name, (name,))
    return [f"{view}.{each}" for each in (names if is_target else names[:1])]


class Document:
    """A scene as JSON, and its bindings."""

    def __init__(self, body):
        self.body = body
        self.bindings = [Binding(*pair) for pair in enumerate(body.get("bindings", []))]
        self.parents = {}
        self._add(body.get("views", []), "screen")
        words = set(_words(body.get("gestures", [])))
        # The views that fingers may hold, by the names that gestures mention.
        self.held = words & set(self.parents)
        extents = dict(_extents(body.get("constraints", [])))
        for binding in self.bindings:
            binding.source = extents.get(binding.source, binding.source)
        # The bindings of each target; a target comes after the targets that it depends on.
        self.targets = {}
        for name in dict.fromkeys(each for b in self.bindings for each in b.targets):
            self._order(name)

    def _add(self, views, parent):
        for view in views:
            self.parents[view["id"]] = parent
            self._add(view.get("views", []), view["id"])

    def _order(self, name):
        if name in self.targets:
            return
        bindings = [binding for binding in self.bindings if name in binding.targets]
        for binding in bindings:
            if any(binding.source in other.targets for other in self.bindings):
                self._order(binding.source)
        self.targets[name] = bindings

    @property
    def numbers(self):
        """All sources and targets."""
        return list(dict.fromkeys([*self.targets, *(b.source for b in self.bindings)]))

    def follow(self, read, lead):
        """The state of each target that its sources give, by name. `read` returns the state of a
        source, or None if it is not known; what depends on that source is left out. Within `lead`
        seconds of a kink, either line may give the velocity."""
        found = {}
        for name, bindings in self.targets.items():
            sources = [found.get(each.source) or read(each.source) for each in bindings]
            if None in sources:
                continue
            parts = [each.map.state(source, lead) for each, source in zip(bindings, sources)]
            found[name] = State(
                sum(part.value for part in parts), sum(part.low for part in parts),
                sum(part.high for part in parts), sum(part.slope for part in parts))
        return found

    def has_constant(self, number):
        """Whether a target follows the constant of a constraint, which frames and segments do not
        contain."""
        sources = [binding.source for binding in self.targets.get(number, [])]
        return number.endswith(".constant") or any(map(self.has_constant, sources))

    def shifted(self, distance):
        """A copy of the document in which the values of each map are larger. Each map is shifted by
        a different distance, so that no two shifts cancel."""
        body = copy.deepcopy(self.body)
        for index, binding in enumerate(body["bindings"]):
            shift = distance * (1 + index / math.pi)
            points = binding.get("map", [[-LIMIT, -LIMIT], [LIMIT, LIMIT]])
            binding["map"] = [[x, y + shift] for x, y in points]
        return Document(body)


def _extents(constraints):
    """The constants that are widths and heights: of rules such as "bar.width = 120"."""
    for constraint in constraints:
        if isinstance(constraint, dict) and "id" in constraint:
            rule = re.fullmatch(r"(\w+\.)(width|height) *= *[\d.]+", constraint.get("rule", ""))
            if rule:
                yield constraint["id"] + ".constant", f"{rule[1]}frame.{rule[2]}"


def _words(node):
    """All strings in a part of a document."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, (dict, list)):
        for each in node.values() if isinstance(node, dict) else node:
            yield from _words(each)
