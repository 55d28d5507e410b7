"""Constants and the progress of actions, as edges and sizes of views that frames show.

The constant of a rule such as "bar.width = 120" is the width of the view. The progress of an action
that changes such a constant is the share of the distance that the constant has moved; edges come to
rest at the same time as the progress.
"""

import re

from maps import State

# A side of a view, equal to a number or, with a number added, to a side of the screen.
RULE = re.compile(
    r"(?P<view>\w+)\.(?P<side>width|height|left|top|right|bottom) *= *"
    r"(?:screen\.(?P<edge>left|top|right|bottom) *(?P<sign>[+-]) *)?(?P<constant>\d+(?:\.\d+)?)")
SIZES = ("width", "height")
FAR = {"right": "width", "bottom": "height"}


class Extent:
    """A number as a share of a distance: the number of a view, less `start`, over `distance`."""

    def __init__(self, number, start=0.0, distance=1.0):
        self.number, self.start, self.distance = number, start, distance

    def state(self, shown):
        """The state of the number, by that of the view's number."""
        speeds = shown.low / self.distance, shown.high / self.distance
        return State(
            (shown.value - self.start) / self.distance, min(speeds), max(speeds),
            doubt=shown.doubt / abs(self.distance))


class Constant(Extent):
    """The constant of a rule, and the number in the rule."""

    def __init__(self, number, start, initial):
        super().__init__(number, start)
        self.initial = initial

    @property
    def edges(self):
        """How many edges the constant places relative to each other or to the screen."""
        return 2 if self.number.endswith(SIZES) else 1


def constants(body, parents):
    """The constants that are sides of views, by name. Positions are those in the parent, so a view
    whose side is at a given position has no parent but the screen."""
    found = {}
    for constraint in body.get("constraints", []):
        if not isinstance(constraint, dict) or set(constraint) != {"id", "rule"}:
            continue
        rule = RULE.fullmatch(constraint["rule"])
        if rule is None or rule["edge"] not in (None, rule["side"]):
            continue
        if rule["side"] not in SIZES and parents[rule["view"]] != "screen":
            continue
        found[constraint["id"] + ".constant"] = Constant(
            f"{rule['view']}.frame.{rule['side']}",
            body["screen"][FAR[rule["edge"]]] if rule["edge"] in FAR else 0.0,
            float((rule["sign"] or "") + rule["constant"]))
    return found


def progresses(body, known):
    """The progresses of actions that alone change a known constant that no binding sets: there with
    the first step, and back with the second."""
    actions = {each["name"]: _steps(each) for each in body.get("actions", []) if "name" in each}
    found = {}
    for name, steps in actions.items():
        for constant in filter(known.get, [each + ".constant" for each in _constraints(steps[0])]):
            start, *ends = [known[constant].initial, *(_end(step, constant) for step in steps)]
            if None in ends or ends[1:] not in ([], [start]) or ends[0] == start:
                continue
            if _writers(body, constant) == len(steps):
                shown = known[constant]
                found[name + ".progress"] = Extent(
                    shown.number, shown.start + start, ends[0] - start)
    return found


def _steps(action):
    return action.get("steps", [action.get("changes", [])])


def _constraints(step):
    return [change["constraint"] for change in step if "constraint" in change]


def _end(step, constant):
    """The value to which a step changes a constant with the animation of the action."""
    ends = [
        change["constant"] for change in step
        if set(change) == {"constraint", "constant"}
        and change["constraint"] + ".constant" == constant]
    return ends[0] if len(ends) == 1 else None


def _writers(body, constant):
    """How many times a scene mentions a constant other than as a source."""
    name = constant.removesuffix(".constant")
    mentions = [*words(body.get("actions", [])), *words(body.get("gestures", []))]
    targets = [each["to"] for each in body.get("bindings", [])]
    return mentions.count(name) + targets.count(constant)


def words(node):
    """All strings in a part of a document."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, (dict, list)):
        for each in node.values() if isinstance(node, dict) else node:
            yield from words(each)
