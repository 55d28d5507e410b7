"""A client's copy of the scene, and the state of every view at any time."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import cos, floor, isfinite, sin
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from . import messages as m
from . import motion
from ._values import CHANNELS
from .errors import WireError

_DEFAULTS = {"scaleX": 1.0, "scaleY": 1.0, "alpha": 1.0}
_TEXT = ("textRed", "textGreen", "textBlue", "textAlpha")
_BORDER = ("borderRed", "borderGreen", "borderBlue", "borderAlpha")


@dataclass(frozen=True)
class Drawn:
    """A view at one time, with everything needed to draw it.

    To draw a scene, go through the views in order; set the matrix, and fill the rectangle from (0,
    0) to (width, height) of the frame if there is a color. `alpha` is the view's own: multiply it
    by that of its ancestors.
    """

    view: str
    frame: m.Four
    transform: m.Transform
    matrix: m.Six
    alpha: float
    color: Optional[m.RGB]
    visible: bool
    corner_radius: float = 0.0
    # How text, border and shadow are drawn; None for a view without a look.
    look: Optional[m.Look] = None
    # The scene's `data` of the view, as parsed from JSON.
    data: Any = None

    @property
    def box(self) -> m.Four:
        """The bounding box on the screen: x, y, width, height."""
        a, b, c, d, tx, ty = self.matrix
        w, h = self.frame[2], self.frame[3]
        xs, ys = (0.0, a * w, c * h, a * w + c * h), (0.0, b * w, d * h, b * w + d * h)
        return (min(xs) + tx, min(ys) + ty, max(xs) - min(xs), max(ys) - min(ys))


class View:
    """A view, with the state of the last snapshot or frame and the motion of its channels."""

    def __init__(self, view: m.SnapshotView, parent: Optional["View"]) -> None:
        self.parent = parent
        # generated: view attributes
        self.name = view.name
        self.corner_radius = view.corner_radius
        self.anchor = view.anchor
        self.clips = view.clips
        self.text = view.text
        # end of generated
        self.frame: m.Four = (0.0, 0.0, 0.0, 0.0)
        self.transform = m.Transform()
        self.matrix: m.Six = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        self.appearance = m.Appearance()
        self.velocity = m.STILL
        self.channels: Dict[str, m.ChannelMotion] = {}
        # The look of the last `looks` message and frame, and its data.
        self.look: Optional[m.Look] = None
        self.data: Any = None
        self.apply(view.state)

    def apply(self, state: m.ViewState) -> None:
        """Applies the state in a frame; omitted values keep their last state."""
        self.frame = state.frame or self.frame
        self.transform = state.transform or self.transform
        self.matrix = state.matrix or self.matrix
        self.appearance = state.appearance or self.appearance
        self.velocity = state.velocity
        if state.corner_radius is not None:
            self.corner_radius = state.corner_radius
        if self.look is not None and state.look is not None:
            self.look = replace(self.look, **vars(state.look))

    def set_look(self, look: Optional[m.Look]) -> None:
        """Replaces the look by that of a `looks` message, or removes it."""
        self.look = look
        try:
            self.data = json.loads(look.data) if look is not None and look.data else None
        except ValueError:
            raise WireError(f"the data of {self.name} is not JSON") from None

    def look_at(self, time: int) -> Optional[m.Look]:
        """The look at a time: that of the last `looks` and frame, with the values of the channels
        that have a segment. None without a look."""
        look = self.look
        if look is None or not any(name in self.channels for name in _look_channels):
            return look

        def value(channel: str) -> float:
            return self.value(channel, time)

        return replace(
            look, text_color=_rgba(_TEXT, value), border_color=_rgba(_BORDER, value),
            fill_alpha=min(max(value("fillAlpha"), 0.0), 1.0),
            border_width=max(value("borderWidth"), 0.0),
            shadow_opacity=min(max(value("shadowOpacity"), 0.0), 1.0),
            shadow_radius=max(value("shadowRadius"), 0.0),
            shadow_offset=(value("shadowX"), value("shadowY")))

    @property
    def drawn(self) -> Drawn:
        """The view as in the last snapshot or frame."""
        paint = self.appearance
        return Drawn(
            self.name, self.frame, self.transform, self.matrix, paint.alpha, paint.color,
            paint.visible, self.corner_radius, self.look, self.data)

    def value(self, channel: str, time: int) -> float:
        """The value of a channel at a time, from the received segments."""
        found = self.channels.get(channel)
        if found is None and channel in _look_channels:
            return _look_value(self.look, channel)
        if found is None:
            return self.corner_radius if channel == "cornerRadius" else _DEFAULTS.get(channel, 0.0)
        return motion.evaluate(found, time, self.channels.get)[0]


class Scene:
    """The views by name, in drawing order."""

    def __init__(self) -> None:
        self.screen = m.Screen(0.0, 0.0, 1.0, (0, 0, 0))
        self.views: List[View] = []
        self._by_name: Dict[str, View] = {}
        # The time of the last snapshot, frame or idle.
        self.time = 0
        self.revision = 0
        self.epoch = 0
        # Whether nothing moves.
        self.is_idle = False
        # Whether segments arrived since the snapshot, so that `at` evaluates them.
        self.has_motion = False
        # The segment that was sent ahead of its time.
        self._next: Optional[m.Segment] = None

    def __getitem__(self, name: str) -> View:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[View]:
        return iter(self.views)

    def __len__(self) -> int:
        return len(self.views)

    @property
    def names(self) -> List[str]:
        return [view.name for view in self.views]

    def apply(self, message: m.Message) -> None:
        """Applies a message of the daemon."""
        if isinstance(message, m.Snapshot):
            self._replace(message)
        elif isinstance(message, m.Frame):
            self.time, self.revision, self.is_idle = message.time, message.revision, False
            for state in message.views:
                view = self._by_name.get(state.view)
                if view is not None:
                    view.apply(state)
        elif isinstance(message, m.Looks):
            looks = {look.view: look for look in message.views}
            for view in self.views:
                view.set_look(looks.get(view.name))
        elif isinstance(message, m.Segment):
            self.revision, self.is_idle = message.revision, False
            self._next = message if message.ahead else None
            if not message.ahead:
                self._move(message)
        elif isinstance(message, m.Idle):
            self.time, self.is_idle = message.time, True

    def _move(self, segment: m.Segment) -> None:
        self.has_motion = True
        for channel in segment.channels:
            view = self._by_name.get(channel.view)
            if view is not None:
                view.channels[channel.channel] = channel

    def advance(self, time: int) -> None:
        """Applies the segment that was sent ahead of its time once it is due; `at` calls this."""
        if self._next is not None and self._next.time <= time:
            segment, self._next = self._next, None
            self._move(segment)

    def _replace(self, snapshot: m.Snapshot) -> None:
        self._next = None
        self.screen, self.time = snapshot.screen, snapshot.time
        self.revision, self.epoch = snapshot.revision, snapshot.epoch
        self.is_idle = self.has_motion = False
        self.views, self._by_name = [], {}
        for item in snapshot.views:
            parent = self._by_name.get(item.parent) if item.parent is not None else None
            view = View(item, parent)
            self.views.append(view)
            self._by_name[view.name] = view

    @property
    def moves_until(self) -> Optional[int]:
        """The time after which nothing moves by the known segments, in nanoseconds; None for
        never."""
        channels = [channel for view in self.views for channel in view.channels.values()]
        channels += self._next.channels if self._next is not None else ()
        ends = [term.end for channel in channels for term in channel.terms if term.rate != 0.0]
        latest = 0
        for end in ends:
            if end is None:
                return None
            latest = max(latest, end)
        return latest

    def at(self, time: int) -> Dict[str, Drawn]:
        """Every view at a time, in drawing order. O(views).

        With segments, the result is exact for every time until the next segment. Without them it is
        the last frame.
        """
        self.advance(time)
        if not self.has_motion:
            return {view.name: view.drawn for view in self.views}
        result: Dict[str, Drawn] = {}
        for view in self.views:
            if not view.channels or not all(item.known for item in view.channels.values()):
                result[view.name] = view.drawn
                continue

            def value(channel: str, view: View = view) -> float:
                return view.value(channel, time)

            above = result[view.parent.name] if view.parent is not None else None
            origin, look = _origin(view, time), view.look_at(time)
            result[view.name] = _draw(view, value, origin, above, look)
        return result


def _origin(view: View, time: int) -> Tuple[float, float]:
    """The origin of the parent's content on the unscrolled screen."""
    above = view.parent
    if above is None:
        return (0.0, 0.0)
    return (
        above.value("left", time) + above.value("scrollX", time),
        above.value("top", time) + above.value("scrollY", time))


def _draw(
    view: View, value: Callable[[str], float], origin: Tuple[float, float],
    above: Optional[Drawn], look: Optional[m.Look],
) -> Drawn:
    """A view from its channels. The first view, which has no parent, is the screen."""
    left, top = value("left"), value("top")
    frame = (
        left - origin[0], top - origin[1], max(0.0, value("right") - left),
        max(0.0, value("bottom") - top))
    transform = _transform(value)
    matrix: m.Six = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    if above is not None:
        matrix = multiply(above.matrix, _to_parent(frame, transform, view.anchor))
    color: Optional[m.RGB] = None
    if view.appearance.color is not None:
        color = (_byte(value("red")), _byte(value("green")), _byte(value("blue")))
    alpha = min(max(value("alpha"), 0.0), 1.0)
    # In segments, a hidden view has an opacity of 0.
    visible = alpha > 0.0 and (above is None or above.visible)
    return Drawn(
        view.name, frame, transform, matrix, alpha, color, visible,
        max(value("cornerRadius"), 0.0), look, view.data)


def _transform(value: Callable[[str], float]) -> m.Transform:
    """The transform as drawn: the translation alone moves the grabbed point."""
    scale = (value("scaleX"), value("scaleY"))
    shear, rotation = value("shear"), value("rotation")
    x, y = value("translationX"), value("translationY")
    lever = (value("leverX"), value("leverY"))
    if lever != (0.0, 0.0):
        gx, gy = scale[0] * lever[0] + shear * scale[1] * lever[1], scale[1] * lever[1]
        c, s = _turn(rotation)
        x += gx - (c * gx - s * gy)
        y += gy - (s * gx + c * gy)
    return m.Transform((x, y), rotation, scale, shear)


def _turn(angle: float) -> Tuple[float, float]:
    return (cos(angle), sin(angle)) if isfinite(angle) else (1.0, 0.0)


def _to_parent(frame: m.Four, transform: m.Transform, anchor: m.Pair) -> m.Six:
    """The matrix from a view's own coordinates to its parent's: p ↦ origin + τ + A + R·K·(p −
    A)."""
    ax, ay = anchor[0] * frame[2], anchor[1] * frame[3]
    (sx, sy), shear = transform.scale, transform.shear
    cosine, sine = _turn(transform.rotation)
    a, b = cosine * sx, sine * sx
    c, d = cosine * shear * sy - sine * sy, sine * shear * sy + cosine * sy
    return (
        a, b, c, d, frame[0] + transform.translation[0] + ax - (a * ax + c * ay),
        frame[1] + transform.translation[1] + ay - (b * ax + d * ay))


def multiply(outer: m.Six, inner: m.Six) -> m.Six:
    """The matrix that applies `inner` first."""
    a, b, c, d, tx, ty = outer
    e, f, g, h, x, y = inner
    return (
        a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * x + c * y + tx,
        b * x + d * y + ty)


_look_channels = CHANNELS[CHANNELS.index("textRed"):]


def _rgba(names: Tuple[str, ...], value: Callable[[str], float]) -> m.RGBA:
    red, green, blue, alpha = (value(name) for name in names)
    return (_byte(red), _byte(green), _byte(blue), _byte(alpha * 255))


def _look_value(look: Optional[m.Look], channel: str) -> float:
    """The value of a channel in a look, without motion."""
    if look is None:
        return 0.0
    for names, color in ((_TEXT, look.text_color), (_BORDER, look.border_color)):
        if channel in names:
            place = names.index(channel)
            return color[place] / 255 if place == 3 else float(color[place])
    return {
        "fillAlpha": look.fill_alpha, "borderWidth": look.border_width,
        "shadowX": look.shadow_offset[0], "shadowY": look.shadow_offset[1],
        "shadowOpacity": look.shadow_opacity, "shadowRadius": look.shadow_radius,
    }[channel]


def _byte(value: float) -> int:
    """Rounds to 0…255, halves up."""
    return floor(value + 0.5) if 0.0 <= value < 255.0 else 255 if value >= 255.0 else 0
