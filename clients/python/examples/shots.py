"""What is visible at each time, from a daemon or from the lines of `snapback replay --json`."""

from __future__ import annotations

import bisect
import json
import math
import os
import sys
from dataclasses import dataclass, field
from typing import Dict, Iterable, Iterator, List, Optional, Tuple, Union

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import snapback  # noqa: E402
from fingers import Finger  # noqa: E402
from snapback import messages as m  # noqa: E402
from snapback.messages import RGB  # noqa: E402

_WHITE, _BLACK = (255, 255, 255), (28, 28, 30)


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners from (0, 0) to its size, and its matrix to the screen."""

    matrix: m.Six
    size: m.Pair
    radius: float

    @property
    def corners(self) -> List[m.Pair]:
        a, b, c, d, tx, ty = self.matrix
        return [
            (a * x + c * y + tx, b * x + d * y + ty)
            for x in (0.0, self.size[0]) for y in (0.0, self.size[1])]

    def holds(self, x: float, y: float) -> bool:
        """Whether the box contains a point of the screen; corners count as square."""
        a, b, c, d, tx, ty = self.matrix
        size = a * d - b * c
        if size == 0:
            return False
        u, v = (d * (x - tx) - c * (y - ty)) / size, (a * (y - ty) - b * (x - tx)) / size
        return 0 <= u <= self.size[0] and 0 <= v <= self.size[1]


@dataclass(frozen=True)
class Body:
    """A filled view: its box, the boxes that clip it, and its appearance. `alpha` includes the
    alpha of all ancestors."""

    name: str
    box: Box
    edges: Tuple[Box, ...]
    color: RGB
    alpha: float


@dataclass(frozen=True)
class Label:
    """A text: its string, its size, and the matrix of its box. `level` is the number of bodies that
    are behind it; the other bodies are in front of it."""

    text: m.Text
    matrix: m.Six
    alpha: float
    edges: Tuple[Box, ...]
    level: int


@dataclass(frozen=True)
class Shot:
    """Everything that is drawn at one time, back to front. `time` is in nanoseconds."""

    time: int
    screen: m.Screen
    bodies: Tuple[Body, ...]
    labels: Tuple[Label, ...]

    @property
    def ink(self) -> RGB:
        """A color that is visible on the background, for fingers."""
        return _ink(self.screen.background)

    @property
    def rim(self) -> RGB:
        """A color that is visible on the ink."""
        return _ink(self.ink)

    def items(self) -> Iterator[Union[Body, Label]]:
        """Bodies and labels, back to front."""
        done = 0
        for label in self.labels:
            yield from self.bodies[done:label.level]
            yield label
            done = label.level
        yield from self.bodies[done:]

    def ink_of(self, label: Label) -> RGB:
        """A color that is visible on whatever lies under a text."""
        color = self.screen.background
        for body in self.bodies[:label.level]:
            x, y = label.matrix[4] + 1, label.matrix[5] + 1
            if all(box.holds(x, y) for box in (body.box, *body.edges)):
                color = body.color
        return _ink(color)


def _ink(color: RGB) -> RGB:
    """White on dark colors, black on light ones; by the luma of ITU-R BT.601."""
    return _WHITE if 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2] < 160 else _BLACK


@dataclass
class Run:
    """Shots at equal intervals, and the fingers of the whole run."""

    shots: List[Shot] = field(default_factory=list)
    fingers: List[Finger] = field(default_factory=list)

    def moments(self, count: int, begin: float, end: float) -> List[Shot]:
        """Picks `count` shots between two times in seconds, more of them where more changes, so
        that neither a rest nor the tail of a spring gets most of the shots."""
        first = self.shots[0].time
        shots = [shot for shot in self.shots if begin <= (shot.time - first) / 1e9 <= end]
        way = [0.0]
        for before, shot in zip(shots, shots[1:]):
            way.append(way[-1] + math.sqrt(_change(before, shot)))
        # Slightly less, so that rounding does not decide between the end of one motion and the
        # next.
        shares = (k / max(1, count - 1) - 1e-6 for k in range(count))
        places = (bisect.bisect_left(way, way[-1] * share) for share in shares)
        return [shots[min(place, len(shots) - 1)] for place in places] if shots else []


def _change(before: Shot, shot: Shot) -> float:
    """The distance in points that the farthest-moving corner travels. A view that appears,
    disappears, fades or changes its color counts for a fixed amount."""
    old = {body.name: body for body in before.bodies}
    changes = [0.0 if len(old) == len(shot.bodies) else 20.0]
    for body in shot.bodies:
        was = old.get(body.name)
        if was is None:
            changes.append(20.0)
            continue
        changes.append(40 * abs(body.alpha - was.alpha) + max(
            abs(one - other) / 8 for one, other in zip(body.color, was.color)))
        changes.extend(map(math.dist, body.box.corners, was.box.corners))
    return max(changes)


def shoot(scene: snapback.Scene, time: int) -> Shot:
    """The scene at a time: evaluated from segments if there are any, otherwise the last frame."""
    drawn = scene.at(time)
    alphas: Dict[str, float] = {}
    edges: Dict[str, Tuple[Box, ...]] = {}
    bodies, labels = [], []
    for view in scene:
        now, above = drawn[view.name], view.parent
        alphas[view.name] = now.alpha * (alphas[above.name] if above else 1.0)
        outer = edges[above.name] if above else ()
        box = Box(now.matrix, (now.frame[2], now.frame[3]), now.corner_radius)
        edges[view.name] = (*outer, box) if view.clips else outer
        if not now.visible or alphas[view.name] <= 0:
            continue
        if now.color is not None and min(box.size) > 0:
            bodies.append(Body(view.name, box, outer, now.color, alphas[view.name]))
        if view.text is not None:
            labels.append(Label(view.text, now.matrix, alphas[view.name], outer, len(bodies)))
    return Shot(time, scene.screen, tuple(bodies), tuple(labels))


class _Camera:
    """Applies messages and takes a shot for each sampling time between two messages."""

    def __init__(self, rate: float) -> None:
        self.run = Run()
        self.scene = snapback.Scene()
        self._step = 1e9 / rate
        self._first: Optional[int] = None
        self._fingers: Dict[int, Finger] = {}

    def take(self, message: m.Message) -> None:
        if isinstance(message, m.Touch):
            for contact in message.contacts:
                self.touch(contact.id, message.time, contact.x, contact.y)
            return
        if isinstance(message, (m.Snapshot, m.Frame, m.Segment, m.Idle)):
            self._until(message.time)
            self.scene.apply(message)

    def touch(self, number: int, time: int, x: float, y: float) -> None:
        if number not in self._fingers:
            self._fingers[number] = Finger()
            self.run.fingers.append(self._fingers[number])
        self._fingers[number].places.append((time, x, y))

    def _until(self, time: int) -> None:
        """Takes the shots before a time; a message at that time shows in the shot taken at it."""
        if self._first is None:
            self._first = time
        while len(self.scene) > 0 and self._next() < time:
            self.run.shots.append(shoot(self.scene, self._next()))

    def _next(self) -> int:
        return (self._first or 0) + round(len(self.run.shots) * self._step)

    def end(self) -> Run:
        """Takes one last shot of the final state."""
        if len(self.scene) > 0:
            self.run.shots.append(shoot(self.scene, self._next()))
        return self.run


def of_lines(lines: Iterable[str], rate: float) -> Run:
    """A run from lines of `snapback replay --json`. Lines of `snapback contacts --json` may precede
    them; these contain every position of a finger."""
    camera = _Camera(rate)
    decoder = snapback.wire.Decoder("ndjson")
    has_contacts = False
    for line in lines:
        if not line.strip():
            continue
        message = json.loads(line)
        if not isinstance(message, dict) or len(message) != 1:
            raise ValueError(f"no line of a replay: {line.strip()[:60]}")
        [(kind, body)] = message.items()
        if kind == "contact":
            has_contacts = True
            for time, x, y in body["positions"]:
                camera.touch(body["id"], time, x, y)
        decoder.feed(line.encode("utf-8"))
        for each in decoder:
            camera.take(each)
        for contact in body.get("touches", []) if not has_contacts else []:
            camera.touch(contact["id"], body["time"], contact["x"], contact["y"])
    return camera.end()


def _moves(message: m.Message) -> bool:
    """Whether something moves; a segment without terms only sets positions."""
    if isinstance(message, m.Segment):
        return any(channel.terms for channel in message.channels)
    return isinstance(message, m.Frame)


def of_daemon(
    path: Optional[str], rate: float, encoding: str = "binary", want: str = "segments"
) -> Run:
    """A run from a daemon, up to the first rest after something moved."""
    camera = _Camera(rate)
    with snapback.connect(path, want=[want, "touches"], encoding=encoding) as client:
        has_moved = False
        for message in client:
            camera.take(message)
            has_moved = has_moved or _moves(message)
            if isinstance(message, m.Idle) and has_moved:
                break
    return camera.end()


def still_of_daemon(
    path: Optional[str], encoding: str = "binary", want: str = "segments"
) -> Run:
    """A single shot: applies messages until the daemon is idle, and draws that moment."""
    with snapback.connect(path, want=[want], encoding=encoding) as client:
        for message in client:
            if isinstance(message, m.Idle):
                return Run([shoot(client.scene, message.time)])
    raise snapback.ConnectionLost("the daemon went before it was idle")
