"""The bindings of a scene, and the values of their targets, as docs/bindings.md defines them.

A number is "VIEW.NAME", "CONSTRAINT.constant" or "ACTION.progress", in the units of scenes: angles
are in degrees.
"""

import copy
import math

import extents
from lengths import Lengths
from maps import LIMIT, Map, product, total
from springs import Spring

COLORS = ("red", "green", "blue")
SPREAD = {"scale": ("scale.x", "scale.y")}
# The ends of the names of numbers that frames and segments do not contain by these names.
UNSEEN = (".constant", ".progress")


class Binding:
    """One binding of a number; a binding of a color is three of them, of which `part` selects one.
    """

    def __init__(self, index, body, part=None):
        self.name = body.get("name", f"binding{index + 1}")
        self.source = number(body["from"])[0]
        self.targets = number(body["to"], is_target=True)
        if part is not None:
            self.targets = [self.targets[0].removesuffix("color") + COLORS[part]]
        limit = math.degrees(LIMIT) if body["to"].endswith(".rotation") else LIMIT
        self.map = Map.read(body.get("map"), body.get("extend", False), limit, part)
        self.spring = Spring(body["follow"]) if "follow" in body else None
        self.multiplies = body.get("combine") == "multiply"
        self.has_condition = "when" in body

    @classmethod
    def read(cls, index, body):
        """The bindings of an entry in a scene."""
        is_color = body["to"].endswith(".color")
        return [cls(index, body, part) for part in (range(3) if is_color else (None,))]


def number(text, is_target=False):
    """The numbers that a key `from` or `to` names; as a source, `scale` is the scale along x."""
    view, name = text.rsplit(".", 1) if text.endswith(UNSEEN) else text.split(".", 1)
    names = SPREAD.get(name, (name,))
    return [f"{view}.{each}" for each in (names if is_target else names[:1])]


class Document:
    """A scene as JSON, and its bindings."""

    def __init__(self, body):
        self.body = body
        # A binding of the progress of an action sets no number by itself.
        bindings = [
            each for index, entry in enumerate(body.get("bindings", []))
            if not entry["to"].endswith(".progress") for each in Binding.read(index, entry)]
        self.parents, self.anchors = {}, {}
        self._add(body.get("views", []), "screen")
        words = set(extents.words(body.get("gestures", [])))
        # The views that fingers may hold, by the names that gestures mention.
        self.held = words & set(self.parents)
        # The constants and progresses that frames show, by name.
        self.extents = extents.constants(body, self.parents)
        self.extents |= extents.progresses(body, self.extents)
        # The targets that are not compared: those of bindings with conditions, which depend on
        # states that frames do not show, and constants that are not sides of views. Other bindings
        # read the former from frames.
        self.left_out = {
            name for binding in bindings for name in binding.targets
            if binding.has_condition or self.is_unseen(name)}
        self.bindings = [each for each in bindings if self.left_out.isdisjoint(each.targets)]
        # The bindings of each target; a target comes after the targets that it depends on.
        self.targets = {}
        for name in dict.fromkeys(each for b in self.bindings for each in b.targets):
            self._order(name)

    def laid_out(self, frame):
        """The document in the layout that a frame shows: with the values of the sums in maps."""
        lengths = Lengths(self.body, frame)

        def change(_, binding):
            if binding.map.has_sums:
                binding.map = binding.map.laid_out(lengths.value)

        return self.changed(change)

    def _add(self, views, parent):
        for view in views:
            self.parents[view["id"]] = parent
            self.anchors[view["id"]] = view.get("anchor", (0.5, 0.5))
            self._add(view.get("views", []), view["id"])

    def is_unseen(self, number):
        """Whether frames and segments do not contain a number."""
        return number.endswith(UNSEEN) and number not in self.extents

    def is_bound_constant(self, number):
        """Whether a binding sets a number that is the side of a view."""
        return number in self.extents and number in self.targets

    def place(self, number):
        """The view of a number in frames and segments, and the name there."""
        shown = self.extents[number].number if number in self.extents else number
        return shown.split(".", 1)

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

    def follow(self, read, lead, followers):
        """The state of each target that its sources give, by name. `read` returns the state of a
        source, or None if it is not known, and `followers` has the states of followers, by binding;
        what depends on something unknown is left out. Within `lead` seconds of a kink, either line
        may give the velocity."""
        found = {}

        def part(binding):
            if binding.spring:
                return followers.get(binding)
            source = found.get(binding.source)
            # The views of bound constants do not show them exactly (rounding.py).
            if source is None and not self.is_bound_constant(binding.source):
                source = read(binding.source)
            return source and binding.map.state(source, lead)

        for name, bindings in self.targets.items():
            parts = [part(binding) for binding in bindings]
            if None not in parts:
                found[name] = (product if bindings[0].multiplies else total)(parts)
        return found

    def is_followed(self, number):
        """Whether a number depends on a follower."""
        return any(
            binding.spring or self.is_followed(binding.source)
            for binding in self.targets.get(number, []))

    def leads_to_follower(self, number):
        """Whether a follower sets a target, or depends on it."""
        return any(each.spring for each in self.targets[number]) or any(
            binding.source == number and self.leads_to_follower(name)
            for name, bindings in self.targets.items() for binding in bindings)

    def follows_unseen(self, number):
        """Whether a target follows a number that frames and segments do not contain."""
        sources = [binding.source for binding in self.targets.get(number, [])]
        return self.is_unseen(number) or any(map(self.follows_unseen, sources))

    def changed(self, change):
        """A copy of the document in which `change(index, binding)` changes each binding."""
        document = copy.copy(self)
        copies = {binding: copy.copy(binding) for binding in self.bindings}
        for index, binding in enumerate(copies.values()):
            change(index, binding)
        document.bindings = list(copies.values())
        document.targets = {
            name: [copies[binding] for binding in bindings]
            for name, bindings in self.targets.items()}
        return document
