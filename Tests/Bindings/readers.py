"""Reads numbers of bindings from frames, and from segments."""

import collections
import math

from document import COLORS
from maps import State
from runs import snapback

CHANNELS = {
    "translation.x": "translationX", "translation.y": "translationY", "rotation": "rotation",
    "scale.x": "scaleX", "scale.y": "scaleY", "alpha": "alpha", "cornerRadius": "cornerRadius",
    "scrollOffset.x": "scrollX", "scrollOffset.y": "scrollY", **{name: name for name in COLORS}}
# The channels that add up to a number of a layout frame: of the view, and of its parent, negative.
EDGES = {
    "frame.left": (("left",), ("left", "scrollX")), "frame.top": (("top",), ("top", "scrollY")),
    "frame.right": (("right",), ("left", "scrollX")),
    "frame.bottom": (("bottom",), ("top", "scrollY")),
    "frame.width": (("right", "-left"), ()), "frame.height": (("bottom", "-top"), ())}
# The same numbers as sums of x, y, width and height, by their indices.
BOXES = {
    "frame.left": (0,), "frame.top": (1,), "frame.right": (0, 2), "frame.bottom": (1, 3),
    "frame.width": (2,), "frame.height": (3,)}
# Half of the time in which an acceleration is measured, in nanoseconds.
MOMENT = 1000
# The time by which a daemon may be late, in nanoseconds of its clock. If it is later, fewer moments
# are compared.
LATE = 40_000_000


def threshold(document, frame, number):
    """The largest invisible change of a target, in its unit: a quarter of a pixel, also of the
    view's farthest corner; a 512th of an opacity, and half a step of a color."""
    view, name = document.place(number)
    if name == "alpha":
        return 1 / 512
    if name in COLORS:
        return 0.5
    length = 0.25 / max(1.0, document.body["screen"].get("scale", 1))
    if name.startswith(("translation", "frame", "cornerRadius")):
        return length
    anchor = document.anchors[view]
    reach = math.hypot(*(
        max(abs(share), abs(1 - share)) * extent
        for share, extent in zip(anchor, frame.views[view]["frame"][2:])))
    change = length / max(1.0, reach)
    return math.degrees(change) if name == "rotation" else change


def channels(document, view, name):
    """The channels of segments that add up to a number: view, channel and sign."""
    if name in CHANNELS:
        return [(view, CHANNELS[name], 1)]
    own, above = EDGES.get(name, ((), ()))
    parts = [(view, part.lstrip("-"), -1 if part.startswith("-") else 1) for part in own]
    return parts + [(document.parents[view], part, -1) for part in above]


class Reader:
    """Reads numbers at a moment. Subclasses read those of views with `_read(view, name)`; constants
    and progresses are sides of views."""

    def __init__(self, document):
        self.document = document

    def read(self, number):
        """The state of a number; None if it is not known."""
        shown = self._read(*self.document.place(number))
        extent = self.document.extents.get(number)
        return shown if shown is None or extent is None else extent.state(shown)

    def distance(self, number, state):
        """How far a number is from a value; None if it is not known."""
        seen = self.read(number)
        return None if seen is None else abs(seen.value - state.value)


class FrameReader(Reader):
    """The numbers that a frame shows.

    A frame does not show scroll offsets, the velocities of opacities, colors and corner radii, the
    part of the translation that keeps a point of a turned view under the fingers, opacities beyond
    0 and 1, corner radii below 0 or of a view whose radius cannot move, and the opacity of a hidden
    view. It shows colors rounded, and the edges of views at rest.
    """

    def __init__(self, document, frame):
        super().__init__(document)
        self.frame = frame

    def _read(self, view, name):
        """The state of a number; its velocity is NaN if only its value is shown."""
        shown = self.frame.views.get(view)
        if shown is None:
            return None
        rates = shown["velocity"]
        axis = int(name.endswith(".y"))
        if name.startswith("translation."):
            is_turned = shown["rotation"] != 0 and view in self.document.held
            return None if is_turned else State(
                shown["translation"][axis], rates["translation"][axis])
        if name.startswith("scale."):
            return State(shown["scale"][axis], rates.get("scale", (0, 0))[axis])
        if name == "rotation":
            return State(math.degrees(shown["rotation"]), math.degrees(rates["rotation"]))
        if name == "alpha":
            is_clear = shown.get("visible", True) and 0 < shown["alpha"] < 1
            return State(shown["alpha"], math.nan) if is_clear else None
        if name == "cornerRadius":
            radius = shown.get(name, 0)
            return State(radius, math.nan) if radius > 0 else None
        if name in COLORS:
            return State(self._color(shown, name), math.nan)
        if name in BOXES:
            if 0 in shown["frame"][2:]:
                # The edges may have crossed.
                return None
            speeds = rates.get("frame", (0, 0, 0, 0))
            return State(
                sum(shown["frame"][part] for part in BOXES[name]),
                sum(speeds[part] for part in BOXES[name]))
        return None

    def distance(self, number, state):
        """How far a target is from a value; None if the frame does not show it."""
        view, name = self.document.place(number)
        shown = self.frame.views[view]
        if name == "alpha":
            expected = min(max(state.value, 0.0), 1.0)
            return abs(shown["alpha"] - expected) if shown.get("visible", True) else None
        if name == "cornerRadius":
            return abs(shown[name] - max(state.value, 0.0)) if name in shown else None
        if name in COLORS:
            expected = min(max(state.value, 0.0), 255.0)
            return max(0.0, abs(self._color(shown, name) - expected) - 0.5)
        return super().distance(number, state)

    @staticmethod
    def _color(shown, name):
        """Red, green or blue of a view, 0…255."""
        start = 1 + 2 * COLORS.index(name)
        return int(shown["color"][start:start + 2], 16)

    @staticmethod
    def looseness(_):
        """Frames show exact values."""
        return 0.0


class SegmentReader(Reader):
    """The numbers that a client with segments has at a moment: all except the opacities of `hidden`
    views, which are sent as 0."""

    def __init__(self, document, scene, time, hidden):
        super().__init__(document)
        self.scene, self.time, self.hidden = scene, time, hidden
        self.known = {}

    def at(self, time):
        """The same segments at another moment."""
        return SegmentReader(self.document, self.scene, time, self.hidden)

    def ends(self, number, start, end):
        """Whether a term of a target ends in a span of time."""
        return any(
            term.end is not None and start < term.end <= end for term in self._terms(number))

    def looseness(self, number):
        """How far a number may be from the motion that its terms approximate: the sum of what its
        terms of the kind `pieces` state, in the unit of the number."""
        error = sum(abs(term.x) * getattr(term, "error", 0.0) for term in self._terms(number))
        if number in self.document.extents:
            return error / abs(self.document.extents[number].distance)
        return math.degrees(error) if number.endswith(".rotation") else error

    def _terms(self, number):
        """The terms of all channels of a number."""
        for view, name, _ in channels(self.document, *self.document.place(number)):
            channel = self.scene[view].channels.get(name) if view in self.scene else None
            yield from channel.terms if channel else ()

    def acceleration(self, number):
        """The rate of change of a number's velocity."""
        sides = [
            self.at(self.time + shift).read(number).low for shift in (-MOMENT, MOMENT)]
        return (sides[1] - sides[0]) / (2e-9 * MOMENT)

    def channel(self, view, name):
        key = view, name
        if key not in self.known:
            channel = self.scene[view].channels.get(name)
            self.known[key] = (
                (self.scene[view].value(name, self.time), 0.0) if channel is None
                else snapback.motion.evaluate(channel, self.time))
        return self.known[key]

    def _read(self, view, name):
        if view not in self.scene or name not in CHANNELS and name not in EDGES:
            return None
        if name == "alpha" and view in self.hidden:
            return None
        value = speed = 0.0
        for of, part, sign in channels(self.document, view, name):
            state = self.channel(of, part)
            value, speed = value + sign * state[0], speed + sign * state[1]
        if name == "rotation":
            value, speed = math.degrees(value), math.degrees(speed)
        return State(value, speed, doubt=self.looseness(f"{view}.{name}"))


class Conversation:
    """The state of a client at any moment, by the messages that it received."""

    def __init__(self, document, told, hidden):
        self.document, self.origin, self.hidden = document, told.origin, hidden
        self.late = max(LATE, told.late)
        self.waiting = collections.deque(told.messages)
        self.scene = snapback.Scene()
        # The time from which the last segment applies.
        self.told = self.origin
        # Whether a segment has arrived since the last report of fingers.
        self.has_answer = True
        # The time of the last segment if it arrived ahead of its time.
        self.ahead = None

    def take_ahead(self):
        """Takes all next messages that are ahead of their times."""
        while self.waiting and getattr(self.waiting[0], "ahead", False):
            self.take(0)

    def take(self, time):
        """Takes the next message before a time, or ahead of its time; None if there is none."""
        if not self.waiting:
            return None
        message = self.waiting[0]
        is_ahead = getattr(message, "ahead", False)
        if not is_ahead and getattr(message, "time", 0) > time:
            return None
        self.waiting.popleft()
        self.scene.apply(message)
        if isinstance(message, snapback.Touch):
            self.has_answer = False
        elif isinstance(message, snapback.Segment):
            self.ahead = message.time if is_ahead else None
            if not is_ahead:
                self.told, self.has_answer = message.time, True
        return message

    @property
    def is_late(self):
        """Whether a segment may lack kinks that occurred between its cause and its time."""
        return self.late > LATE

    def is_told(self, time):
        """Whether the client has received the segments for everything that happened before a time.

        The time of a segment may be later than its cause, because a daemon in real time is late. So
        the cause of the next segment may be before `time`, except if that segment was sent ahead of
        its time, if it is later than `time` by more than the daemon is late, or if a report of
        fingers precedes it and nothing moves.
        """
        follows_report = False
        for message in self.waiting:
            follows_report = follows_report or isinstance(message, snapback.Touch)
            if isinstance(message, snapback.Segment):
                is_later = message.ahead or message.time > time + self.late
                return is_later or (follows_report and not self.moves(time))
        return True

    def is_current(self, time):
        """Whether the client has also received a segment since the last report of fingers. If not,
        the report has changed nothing, or its segment has not arrived yet."""
        return self.has_answer and self.is_told(time)

    def moves(self, time):
        """Whether a target moves by terms."""
        views = {self.document.place(number)[0] for number in self.document.targets}
        return any(
            term.end is None or term.end > time for view in views if view in self.scene
            for channel in self.scene[view].channels.values() for term in channel.terms)

    def reader(self, time):
        """The segments that apply at a time."""
        if self.ahead is not None and self.ahead <= time:
            self.told = max(self.told, self.ahead)
        self.scene.advance(time)
        return SegmentReader(self.document, self.scene, time, self.hidden)
