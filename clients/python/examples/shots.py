"""What is visible at each time, from a daemon or from the lines of `snapback replay --json`."""

from __future__ import annotations

import bisect
import json
import math
import os
import sys
from dataclasses import dataclass, field, replace
from typing import Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import snapback  # noqa: E402
from fingers import Finger  # noqa: E402
from snapback import messages as m  # noqa: E402
from snapback.messages import RGB  # noqa: E402
from writing import Measure, Style, first_of, limit_of, lines_of, weight_of  # noqa: E402

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
class Shadow:
    """The shadow of a view: its shape, moved by the offset and blurred. Lengths are in points of
    the view. `alpha` includes those of the fill, the view and its ancestors."""

    box: Box
    edges: Tuple[Box, ...]
    color: RGB
    alpha: float
    radius: float
    offset: m.Pair


@dataclass(frozen=True)
class Body:
    """The fill of a view: its box, the boxes that clip it, and its appearance. `alpha` includes the
    opacity of the fill and the alpha of all ancestors."""

    name: str
    box: Box
    edges: Tuple[Box, ...]
    color: RGB
    alpha: float


@dataclass(frozen=True)
class Picture:
    """The image that covers a view, by its name."""

    name: str
    box: Box
    edges: Tuple[Box, ...]
    alpha: float


@dataclass(frozen=True)
class Label:
    """A text, in the box of its view. Without a style, the view has no look: the text has one line
    for each of its own lines, from the left edge."""

    text: m.Text
    box: Box
    edges: Tuple[Box, ...]
    color: RGB
    alpha: float
    style: Optional[Style]

    @property
    def bounds(self) -> Tuple[Box, ...]:
        """The boxes that clip it."""
        if self.style is not None and self.style.truncation == "clip":
            return (*self.edges, self.box)
        return self.edges

    def lines(self, measure: Measure) -> List[Tuple[float, float, str, float]]:
        """The lines with the places of their beginnings on their baselines, in points of the view,
        and the factors by which they are condensed."""
        text, style, (width, height) = self.text, self.style, self.box.size
        if style is None:
            return [
                (0.0, text.first_baseline + number * text.line_height, line, 1.0)
                for number, line in enumerate(text.string.split("\n"))]
        limit = limit_of(text.lines, height, text.line_height)
        lines = lines_of(text.string, width, limit, style.truncation, measure)
        top = first_of(height, text.line_height, text.first_baseline, len(lines), style.down)
        widths = [measure(line) for line in lines]
        # A clipped line is not condensed.
        drawn = widths if style.truncation == "clip" else [min(wide, width) for wide in widths]
        return [
            (style.share * (width - shown), top + number * text.line_height, line,
             shown / wide if wide > 0 else 1.0)
            for number, (line, wide, shown) in enumerate(zip(lines, widths, drawn))]


@dataclass(frozen=True)
class Border:
    """The border of a view, inside its edge."""

    box: Box
    edges: Tuple[Box, ...]
    color: RGB
    alpha: float
    width: float

    @property
    def inside(self) -> Box:
        """What the border leaves of the box; its size is 0 if it leaves nothing."""
        a, b, c, d, x, y = self.box.matrix
        width, (wide, tall) = self.width, self.box.size
        radius = min(self.box.radius, wide / 2, tall / 2)
        return Box(
            (a, b, c, d, a * width + c * width + x, b * width + d * width + y),
            (max(0.0, wide - 2 * width), max(0.0, tall - 2 * width)), max(0.0, radius - width))


Part = Union[Shadow, Body, Picture, Label, Border]


@dataclass(frozen=True)
class Shot:
    """Everything that is drawn at one time, back to front. `time` is in nanoseconds."""

    time: int
    screen: m.Screen
    parts: Tuple[Part, ...]

    @property
    def bodies(self) -> List[Body]:
        return [part for part in self.parts if isinstance(part, Body)]

    @property
    def ink(self) -> RGB:
        """A color that is visible on the background, for fingers."""
        return _ink(self.screen.background)

    @property
    def rim(self) -> RGB:
        """A color that is visible on the ink."""
        return _ink(self.ink)

    def without_texts(self) -> Shot:
        return replace(
            self, parts=tuple(part for part in self.parts if not isinstance(part, Label)))


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
    bodies = shot.bodies
    changes = [0.0 if len(old) == len(bodies) else 20.0]
    for body in bodies:
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
    parts: List[Part] = []
    # The borders of a view and its ancestors, which are drawn over their children.
    open_borders: List[Tuple[snapback.View, Optional[Border]]] = []
    for view in scene:
        while open_borders and open_borders[-1][0] is not view.parent:
            _close(open_borders, parts)
        now, above = drawn[view.name], view.parent
        alpha = alphas[view.name] = now.alpha * (alphas[above.name] if above else 1.0)
        outer = edges[above.name] if above else ()
        box = Box(now.matrix, (now.frame[2], now.frame[3]), now.corner_radius)
        edges[view.name] = (*outer, box) if view.clips else outer
        border: Optional[Border] = None
        if now.visible and alpha > 0:
            parts += _behind(view, now, box, outer, alpha)
            if view.text is not None:
                parts.append(_label(view.text, now.look, box, outer, alpha, parts, scene.screen))
            border = _border(now.look, box, outer, alpha)
        open_borders.append((view, border))
    while open_borders:
        _close(open_borders, parts)
    return Shot(time, scene.screen, tuple(parts))


def _close(borders: List[Tuple[snapback.View, Optional[Border]]], parts: List[Part]) -> None:
    border = borders.pop()[1]
    if border is not None:
        parts.append(border)


def _behind(
    view: snapback.View, now: snapback.Drawn, box: Box, edges: Tuple[Box, ...], alpha: float
) -> Iterator[Part]:
    """The parts of a view that are behind its text."""
    if min(box.size) <= 0:
        return
    look = now.look
    if now.color is not None:
        fill = alpha * (look.fill_alpha if look is not None else 1.0)
        if look is not None and look.shadow_opacity * fill > 0:
            yield Shadow(
                box, edges, look.shadow_color[:3], look.shadow_opacity * fill, look.shadow_radius,
                look.shadow_offset)
        if fill > 0:
            yield Body(view.name, box, edges, now.color, fill)
    if look is not None and look.image is not None:
        yield Picture(look.image, box, edges, alpha)


def _label(
    text: m.Text, look: Optional[m.Look], box: Box, edges: Tuple[Box, ...], alpha: float,
    parts: Sequence[Part], screen: m.Screen,
) -> Label:
    if look is None:
        return Label(text, box, edges, _ink(_color_below(box, parts, screen)), alpha, None)
    style = Style(
        weight_of(text.style, look.font_weight), look.text_alignment, look.vertical_alignment,
        look.truncation)
    *color, opacity = look.text_color
    return Label(text, box, edges, (color[0], color[1], color[2]), alpha * opacity / 255, style)


def _border(
    look: Optional[m.Look], box: Box, edges: Tuple[Box, ...], alpha: float
) -> Optional[Border]:
    if look is None or look.border_width <= 0 or min(box.size) <= 0:
        return None
    red, green, blue, opacity = look.border_color
    return Border(box, edges, (red, green, blue), alpha * opacity / 255, look.border_width)


def _color_below(box: Box, parts: Sequence[Part], screen: m.Screen) -> RGB:
    """The color behind the beginning of a text."""
    color = screen.background
    x, y = box.matrix[4] + 1, box.matrix[5] + 1
    for part in parts:
        if isinstance(part, Body) and all(each.holds(x, y) for each in (part.box, *part.edges)):
            color = part.color
    return color


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
        if isinstance(message, (m.Snapshot, m.Looks, m.Frame, m.Segment, m.Idle)):
            # The looks that follow a snapshot are those of its time.
            if self.run.shots or not isinstance(message, m.Looks):
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
