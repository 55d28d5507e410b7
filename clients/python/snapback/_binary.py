"""Decodes the daemon's messages from the binary encoding."""

from __future__ import annotations

import struct
from typing import Callable, Dict, List, Optional, Sequence, Tuple, cast

from . import _ndjson
from . import messages as m
# generated: binary names
from ._values import (
    CHANNELS, CLOCKS, CONTACT_PHASES, DEVICE_PHASES, EVENT_KINDS, FEATURES, GESTURES,
    GESTURE_PHASES, MOMENTS, PACINGS, ROLES, TEXT_ALIGNMENTS, TRUNCATIONS, VERTICAL_ALIGNMENTS,
)
# end of generated
from .errors import WireError

NO_VIEW = 0xFFFFFFFF
NEVER = (1 << 64) - 1
# The range of finite numbers, in 32 and in 64 bits.
_LARGEST = 1.7976931348623157e308
_INTEGERS = {1: struct.Struct("<B"), 2: struct.Struct("<H"), 4: struct.Struct("<I"),
             8: struct.Struct("<Q")}


class Reader:
    """Reads a payload from its start; raises WireError if bytes are missing."""

    def __init__(self, payload: bytes, names: Sequence[str]) -> None:
        self.payload = payload
        self.at = 0
        self.names = names

    def _take(self, count: int) -> int:
        at = self.at
        if count > len(self.payload) - at:
            raise WireError(f"{count} bytes are missing at {at} of {len(self.payload)}")
        self.at = at + count
        return at

    def integer(self, size: int) -> int:
        return cast(int, _INTEGERS[size].unpack_from(self.payload, self._take(size))[0])

    def u8(self) -> int:
        return self.integer(1)

    def u16(self) -> int:
        return self.integer(2)

    def u32(self) -> int:
        return self.integer(4)

    def u64(self) -> int:
        return self.integer(8)

    def skip(self, count: int) -> None:
        self._take(count)

    def _floats(self, code: str, size: int, count: int) -> Tuple[float, ...]:
        at = self._take(size * count)
        values = struct.unpack_from(f"<{count}{code}", self.payload, at)
        for place, value in enumerate(values):
            if not -_LARGEST <= value <= _LARGEST:
                raise WireError(f"{value} at {at + size * place} is not finite")
        return values

    def f32(self, count: int) -> Tuple[float, ...]:
        return self._floats("f", 4, count)

    def f64(self, count: int) -> Tuple[float, ...]:
        return self._floats("d", 8, count)

    def repeat(self) -> float:
        """Reads the one number that may be infinite."""
        at = self._take(8)
        value = cast(float, struct.unpack_from("<d", self.payload, at)[0])
        if value != value or value == -float("inf"):
            raise WireError(f"{value} at {at} is not a number of runs")
        return value

    def string(self) -> str:
        count = self.u16()
        at = self._take(count)
        try:
            return self.payload[at:at + count].decode("utf-8")
        except UnicodeDecodeError as error:
            raise WireError(f"the string at {at} is not UTF-8 ({error.reason})") from None

    def view(self) -> str:
        name = self.optional_view()
        if name is None:
            raise WireError(f"no view at {self.at - 4}")
        return name

    def optional_view(self) -> Optional[str]:
        handle = self.u32()
        if handle == NO_VIEW:
            return None
        if handle >= len(self.names):
            raise WireError(f"handle {handle} at {self.at - 4} of {len(self.names)} views")
        return self.names[handle]

    def count(self, least: int) -> int:
        """Reads a count of items, each of which takes at least `least` bytes."""
        number = self.u32()
        return number if number * least <= len(self.payload) else self.too_many(number)

    def too_many(self, number: int) -> int:
        raise WireError(f"{number} things at {self.at - 4} are more than the message has")


def _bits(value: int, names: Sequence[str]) -> Tuple[str, ...]:
    return tuple(name for bit, name in enumerate(names) if value >> bit & 1)


def _name(number: int, names: Sequence[str]) -> str:
    """The name for a number; an unknown number from a later version is returned as text."""
    return names[number] if number < len(names) else str(number)


def _color(number: int) -> m.RGB:
    return (number >> 16 & 255, number >> 8 & 255, number & 255)


def _rgba(number: int) -> m.RGBA:
    return (number >> 16 & 255, number >> 8 & 255, number & 255, number >> 24)


def _states(r: Reader, count: int) -> Tuple[m.ViewState, ...]:
    """Reads the states of a frame up to the first that has unknown bits in its mask."""
    if count > len(r.names):
        raise WireError(f"a frame of {count} views; there are {len(r.names)}")
    states = []
    for _ in range(count):
        state, more = _state(r, r.view())
        states.append(state)
        if not more:
            break
    return tuple(states)


def _known_state(r: Reader, place: int) -> m.ViewState:
    """Reads the state of a view in a snapshot, without its name, which follows."""
    r.skip(4)
    state, more = _state(r, "")
    if not more:
        raise WireError(f"view {place} has fields that are not known, so its name is not found")
    return state


def _check_view(parent: int, state: m.ViewState, place: int) -> None:
    """Checks that a view of a snapshot comes after its parent, and has all of its state."""
    if parent >= place and parent != NO_VIEW:
        raise WireError(f"the parent of view {place} is {parent}, not one before it")
    if state.frame is None or state.transform is None or state.matrix is None \
            or state.appearance is None:
        raise WireError(f"view {place} of the snapshot has not all of its state")


def _check_term(r: Reader, start: int, length: int, least: int) -> None:
    """Checks the length of a term, which begins with `least` bytes that all kinds have."""
    if length < least or length > len(r.payload) - start:
        raise WireError(f"a term of {length} bytes at {start}")


def _end_term(r: Reader, start: int, length: int) -> None:
    """Skips the rest of a term."""
    if r.at > start + length:
        raise WireError(f"the term at {start} is longer than its {length} bytes")
    r.at = start + length


def _json(r: Reader, seq: int, time: int) -> Optional[m.Message]:
    return _ndjson.message(r.payload)


# generated: binary readers
def _welcome(r: Reader, seq: int, time: int) -> m.Message:
    version, roles, features, session, epoch = r.u16(), r.u16(), r.u32(), r.u64(), r.u64()
    rate, clock, pacing = r.f64(1)[0], r.u8(), r.u8()
    r.skip(2)
    unacknowledged = r.u32()
    return m.Welcome(
        version=version, encoding="binary", clock=_name(clock, CLOCKS), now=time,
        session=format(session, "016x"), epoch=epoch, rate=rate, roles=_bits(roles, ROLES),
        features=_bits(features, FEATURES), pacing=_name(pacing, PACINGS),
        unacknowledged=unacknowledged)


def _screen(r: Reader) -> m.Screen:
    width, height, scale = r.f32(3)
    background = r.u32()
    return m.Screen(width, height, scale, _color(background))


def _transform(r: Reader) -> m.Transform:
    translation_x, translation_y, rotation, scale_x, scale_y, shear = r.f32(6)
    return m.Transform((translation_x, translation_y), rotation, (scale_x, scale_y), shear)


def _appearance(r: Reader) -> m.Appearance:
    alpha, color, flags = r.f32(1)[0], r.u32(), r.u32()
    return m.Appearance(alpha, _color(color) if color >> 24 else None, bool(flags & 1))


def _velocity(r: Reader) -> m.Velocity:
    v = r.f32(10)
    return m.Velocity(cast(m.Four, v[:4]), (v[4], v[5]), v[6], (v[7], v[8]), v[9])


def _moving_look(r: Reader) -> m.MovingLook:
    text_color, border_color = r.u32(), r.u32()
    v = r.f32(6)
    return m.MovingLook(
        text_color=_rgba(text_color), border_color=_rgba(border_color), fill_alpha=v[0],
        border_width=v[1], shadow_opacity=v[2], shadow_radius=v[3], shadow_offset=(v[4], v[5]))


def _state(r: Reader, view: str) -> Tuple[m.ViewState, bool]:
    """Returns also whether more can be read after it."""
    mask = r.u16()
    r.skip(2)
    frame = cast(m.Four, r.f32(4)) if mask & 1 else None
    transform = _transform(r) if mask & 2 else None
    matrix = cast(m.Six, r.f32(6)) if mask & 4 else None
    appearance = _appearance(r) if mask & 8 else None
    box = cast(m.Four, r.f32(4)) if mask & 16 else None
    velocity = _velocity(r) if mask & 32 else m.STILL
    corner_radius = r.f32(1)[0] if (mask & 192) == 128 else None
    look = _moving_look(r) if (mask & 320) == 256 else None
    state = m.ViewState(
        view=view, frame=frame, transform=transform, matrix=matrix, appearance=appearance, box=box,
        velocity=velocity, corner_radius=corner_radius, look=look)
    return state, not mask & ~447


def _text(r: Reader) -> m.Text:
    string, style = r.string(), r.string()
    size, line_height, first_baseline, last_baseline = r.f32(4)
    lines = r.u32()
    return m.Text(string, style or None, size, line_height, first_baseline, last_baseline, lines)


def _view(r: Reader, earlier: List[m.SnapshotView]) -> m.SnapshotView:
    parent, flags = r.u32(), r.u32()
    corner_radius, anchor_x, anchor_y = r.f32(3)
    state = _known_state(r, len(earlier))
    name = r.string()
    _check_view(parent, state, len(earlier))
    text = _text(r) if flags & 2 else None
    state = m.ViewState(
        view=name, frame=state.frame, transform=state.transform, matrix=state.matrix,
        appearance=state.appearance, box=state.box, velocity=state.velocity,
        corner_radius=corner_radius, look=state.look)
    return m.SnapshotView(
        name=name, parent=None if parent == NO_VIEW else earlier[parent].name,
        corner_radius=corner_radius, anchor=(anchor_x, anchor_y), clips=bool(flags & 1), text=text,
        state=state)


def _snapshot(r: Reader, seq: int, time: int) -> m.Message:
    revision, epoch, screen, count = r.u64(), r.u64(), _screen(r), r.count(22)
    r.skip(4)
    views: List[m.SnapshotView] = []
    for _ in range(count):
        views.append(_view(r, views))
    return m.Snapshot(seq, time, revision, epoch, screen, tuple(views))


def _frame(r: Reader, seq: int, time: int) -> m.Message:
    revision, computed, count = r.u64(), r.u64(), r.count(8)
    r.skip(4)
    views = _states(r, count)
    return m.Frame(seq, time, revision, computed, views)


def _map(r: Reader, kind: int) -> Optional[m.Tilt]:
    source = r.u16()
    r.skip(6)
    angle, reach = r.f64(2)
    if kind != 1 or source >= len(CHANNELS):
        return None
    return m.Tilt(CHANNELS[source], angle, reach)


def _term(r: Reader) -> Optional[m.Term]:
    start = r.at
    kind, flags, keys, length = r.u8(), r.u8(), r.u16(), r.u32()
    _check_term(r, start, length, 40)
    anchor, end = r.u64(), r.u64()
    local, rate = r.f64(2)
    clock = (anchor, None if end == NEVER else end, local, rate, bool(flags & 1))
    term: Optional[m.Term] = None
    if kind == 1:
        term = m.Spring(*clock, *r.f64(4))
    elif kind == 2:
        term = m.Decay(*clock, *r.f64(3))
    elif kind == 6:
        x, error = r.f64(2)
        term = m.Pieces(*clock, x, error, tuple(cast(m.Three, r.f64(3)) for _ in range(keys)))
    elif kind in (3, 4, 5):
        x, delay = r.f64(2)
        progress = (*clock, x, delay, r.repeat(), r.f64(1)[0], bool(flags & 4), bool(flags & 2))
        if kind == 3:
            term = m.Curve(*progress, cast(m.Four, r.f64(4)))
        elif kind == 4:
            term = m.Keyframes(*progress, tuple(cast(m.Six, r.f64(6)) for _ in range(keys)))
        elif kind == 5:
            term = m.SpringCurve(*progress, *r.f64(3))
    _end_term(r, start, length)
    return term


def _channel(r: Reader) -> Optional[m.ChannelMotion]:
    view, channel, map_kind, count, generation = r.view(), r.u16(), r.u8(), r.u8(), r.u64()
    held, velocity = r.f64(2)
    map_ = _map(r, map_kind) if map_kind else None
    terms = [_term(r) for _ in range(count)]
    if channel >= len(CHANNELS):
        return None
    return m.ChannelMotion(
        view=view, channel=CHANNELS[channel], generation=generation, held=held, velocity=velocity,
        map=map_, terms=tuple(filter(None, terms)),
        known=all(terms) and (map_ is not None or not map_kind))


def _segment(r: Reader, seq: int, time: int) -> m.Message:
    revision, count, flags = r.u64(), r.count(32), r.u32()
    channels = [_channel(r) for _ in range(count)]
    return m.Segment(seq, time, revision, tuple(filter(None, channels)), bool(flags & 1))


def _gesture(r: Reader, seq: int, time: int) -> Optional[m.Message]:
    id_, view, kind, phase, flags = r.u64(), r.optional_view(), r.u8(), r.u8(), r.u8()
    r.skip(1)
    v = r.f32(10)
    name = r.string()
    if kind >= len(GESTURES) or phase >= len(GESTURE_PHASES):
        return None
    return m.Gesture(
        id=id_, time=time, view=view, kind=GESTURES[kind], name=name or None,
        phase=GESTURE_PHASES[phase], location=(v[0], v[1]), translation=(v[2], v[3]),
        velocity=(v[4], v[5]), scale=v[6] if flags & 1 else None,
        scale_velocity=v[7] if flags & 1 else None, rotation=v[8] if flags & 2 else None,
        rotation_velocity=v[9] if flags & 2 else None, injected=bool(flags & 4))


def _layout_change(r: Reader) -> m.LayoutChange:
    view = r.view()
    r.skip(4)
    before, after = cast(m.Four, r.f32(4)), cast(m.Four, r.f32(4))
    return m.LayoutChange(view, before, after)


def _layout(r: Reader, seq: int, time: int) -> m.Message:
    transaction, count = r.u64(), r.count(40)
    r.skip(4)
    views = [_layout_change(r) for _ in range(count)]
    return m.Layout(time, transaction or None, tuple(views))


def _done(r: Reader, seq: int, time: int) -> m.Message:
    id_, moment, interrupted = r.u64(), r.u8(), r.u8()
    r.skip(6)
    return m.Done(id_, time, _name(moment, MOMENTS), bool(interrupted))


def _idle(r: Reader, seq: int, time: int) -> m.Message:
    return m.Idle(seq, time)


def _lagged(r: Reader, seq: int, time: int) -> m.Message:
    dropped = r.u64()
    return m.Lagged(dropped)


def _error(r: Reader, seq: int, time: int) -> m.Message:
    code, message = r.string(), r.string()
    return m.ErrorMessage(code, message)


def _pong(r: Reader, seq: int, time: int) -> m.Message:
    id_ = r.u64()
    return m.Pong(id_, time)


def _device(r: Reader, seq: int, time: int) -> m.Message:
    id_, phase = r.u64(), r.u8()
    r.skip(7)
    name, kind = r.string(), r.string()
    return m.Device(id_, _name(phase, DEVICE_PHASES), name, kind)


def _contact(r: Reader) -> Optional[m.Contact]:
    id_, phase, flags = r.u64(), r.u8(), r.u8()
    r.skip(2)
    x, y = r.f32(2)
    r.skip(4)
    if phase >= len(CONTACT_PHASES):
        return None
    return m.Contact(id_, CONTACT_PHASES[phase], x, y, bool(flags & 1))


def _touch(r: Reader, seq: int, time: int) -> m.Message:
    count = r.count(24)
    r.skip(4)
    contacts = [_contact(r) for _ in range(count)]
    return m.Touch(time, tuple(filter(None, contacts)))


def _shm(r: Reader, seq: int, time: int) -> m.Message:
    size = r.u64()
    return m.MemoryReady(size)


def _event(r: Reader, seq: int, time: int) -> Optional[m.Message]:
    kind = r.u8()
    r.skip(7)
    noticed, velocity, name, view = r.u64(), cast(m.Pair, r.f32(2)), r.string(), r.string()
    at, feedback = r.string(), r.string()
    if kind >= len(EVENT_KINDS):
        return None
    return m.SceneEvent(
        kind=EVENT_KINDS[kind], time=time, name=name or None, view=view or None, at=at or None,
        velocity=velocity, feedback=feedback or None, noticed=noticed or None)


def _look(r: Reader) -> m.Look:
    view, text_color, border_color = r.view(), r.u32(), r.u32()
    v = r.f32(6)
    shadow_color, font_weight, text_alignment, vertical_alignment = r.u32(), r.u16(), r.u8(), r.u8()
    truncation = r.u8()
    r.skip(3)
    image, data = r.string(), r.string()
    return m.Look(
        view=view, text_color=_rgba(text_color), border_color=_rgba(border_color), fill_alpha=v[0],
        border_width=v[1], shadow_opacity=v[2], shadow_radius=v[3], shadow_offset=(v[4], v[5]),
        shadow_color=_rgba(shadow_color), font_weight=font_weight,
        text_alignment=_name(text_alignment, TEXT_ALIGNMENTS),
        vertical_alignment=_name(vertical_alignment, VERTICAL_ALIGNMENTS),
        truncation=_name(truncation, TRUNCATIONS), image=image or None, data=data or None)


def _looks(r: Reader, seq: int, time: int) -> m.Message:
    count = r.count(52)
    r.skip(4)
    views = [_look(r) for _ in range(count)]
    return m.Looks(time, tuple(views))


READERS: Dict[int, Tuple[str, Callable[[Reader, int, int], Optional[m.Message]]]] = {
    1: ("text", _json),
    16: ("welcome", _welcome),
    18: ("snapshot", _snapshot),
    19: ("frame", _frame),
    20: ("segment", _segment),
    21: ("gesture", _gesture),
    22: ("layout", _layout),
    23: ("done", _done),
    24: ("idle", _idle),
    25: ("lagged", _lagged),
    26: ("error", _error),
    27: ("pong", _pong),
    29: ("device", _device),
    30: ("touch", _touch),
    32: ("shm", _shm),
    33: ("event", _event),
    34: ("looks", _looks),
}
# end of generated
