"""Decodes the daemon's messages from the binary encoding."""

from __future__ import annotations

import struct
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, cast

from . import _ndjson
from . import messages as m
from ._values import CHANNELS, CONTACT_PHASES, FEATURES, GESTURE_PHASES, GESTURES, ROLES
from .errors import WireError

NO_VIEW = 0xFFFFFFFF
NEVER = (1 << 64) - 1
# The range of finite numbers, in 32 and in 64 bits.
_LARGEST = 1.7976931348623157e308
_INTEGERS = {1: struct.Struct("<B"), 2: struct.Struct("<H"), 4: struct.Struct("<I"),
             8: struct.Struct("<Q")}
_CLOCKS = ("monotonic", "replay")
_PACINGS = ("timer", "pull", "push")


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


def _welcome(r: Reader, seq: int, time: int) -> m.Message:
    version, roles, features, session, epoch = r.u16(), r.u16(), r.u32(), r.u64(), r.u64()
    rate, clock, pacing = r.f64(1)[0], r.u8(), r.u8()
    r.skip(2)
    return m.Welcome(
        version=version, encoding="binary", clock=_name(clock, _CLOCKS), now=time,
        session=format(session, "016x"), epoch=epoch, rate=rate, roles=_bits(roles, ROLES),
        features=_bits(features, FEATURES), pacing=_name(pacing, _PACINGS),
        unacknowledged=r.u32())


# The known bits of the mask of a state.
_KNOWN_MASK = 0b111111


def _state(r: Reader, name: Optional[str] = None) -> Tuple[m.ViewState, bool]:
    """Reads a state, and returns whether more can be read after it. In a snapshot the name comes
    later."""
    if name is None:
        name = r.view()
    else:
        r.skip(4)
    mask = r.u16()
    r.skip(2)
    frame = cast(m.Four, r.f32(4)) if mask & 1 else None
    transform = matrix = appearance = box = None
    velocity = m.STILL
    if mask & 2:
        x, y, rotation, scale_x, scale_y, shear = r.f32(6)
        transform = m.Transform((x, y), rotation, (scale_x, scale_y), shear)
    if mask & 4:
        matrix = cast(m.Six, r.f32(6))
    if mask & 8:
        alpha, fill, flags = r.f32(1)[0], r.u32(), r.u32()
        appearance = m.Appearance(
            alpha, _color(fill) if fill >> 24 else None, bool(flags & 1))
    if mask & 16:
        box = cast(m.Four, r.f32(4))
    if mask & 32:
        v = r.f32(10)
        velocity = m.Velocity(
            cast(m.Four, v[:4]), (v[4], v[5]), v[6], (v[7], v[8]), v[9])
    state = m.ViewState(name, frame, transform, matrix, appearance, box, velocity)
    return state, not mask & ~_KNOWN_MASK


def _text(r: Reader) -> m.Text:
    string, style = r.string(), r.string()
    size, line_height, first, last = r.f32(4)
    return m.Text(string, style or None, size, line_height, first, last, r.u32())


def _snapshot(r: Reader, seq: int, time: int) -> m.Message:
    revision, epoch = r.u64(), r.u64()
    width, height, scale = r.f32(3)
    background, count = r.u32(), r.count(22)
    r.skip(4)
    views: List[m.SnapshotView] = []
    for place in range(count):
        parent, flags = r.u32(), r.u32()
        radius, *anchor = r.f32(3)
        state, more = _state(r, "")
        if not more:
            raise WireError(f"view {place} has fields that are not known, so its name is not found")
        name = r.string()
        if parent >= place and parent != NO_VIEW:
            raise WireError(f"the parent of view {place} is {parent}, not one before it")
        if state.frame is None or state.transform is None or state.matrix is None \
                or state.appearance is None:
            raise WireError(f"view {place} of the snapshot has not all of its state")
        views.append(m.SnapshotView(
            name=name, parent=None if parent == NO_VIEW else views[parent].name,
            corner_radius=radius, anchor=cast(m.Pair, tuple(anchor)), clips=bool(flags & 1),
            text=_text(r) if flags & 2 else None,
            state=m.ViewState(
                name, state.frame, state.transform, state.matrix, state.appearance, state.box,
                state.velocity)))
    screen = m.Screen(width, height, scale, _color(background))
    return m.Snapshot(seq, time, revision, epoch, screen, tuple(views))


def _frame(r: Reader, seq: int, time: int) -> m.Message:
    revision, computed, count = r.u64(), r.u64(), r.count(8)
    r.skip(4)
    if count > len(r.names):
        raise WireError(f"a frame of {count} views; there are {len(r.names)}")
    views = []
    for _ in range(count):
        state, more = _state(r)
        views.append(state)
        if not more:
            break
    return m.Frame(seq, time, revision, computed, tuple(views))


def _term(r: Reader) -> Optional[m.Term]:
    start = r.at
    kind, flags, keys, length = r.u8(), r.u8(), r.u16(), r.u32()
    if length < 40 or length > len(r.payload) - start:
        raise WireError(f"a term of {length} bytes at {start}")
    anchor, end = r.u64(), r.u64()
    local, rate = r.f64(2)
    clock: Dict[str, Any] = {
        "anchor": anchor, "end": None if end == NEVER else end, "local": local, "rate": rate,
        "later": bool(flags & 1)}
    term: Optional[m.Term] = None
    if kind == 1:
        x, v, beta, omega2 = r.f64(4)
        term = m.Spring(**clock, x=x, v=v, beta=beta, omega2=omega2)
    elif kind == 2:
        x, v, lambda_ = r.f64(3)
        term = m.Decay(**clock, x=x, v=v, lambda_=lambda_)
    elif kind in (3, 4, 5):
        x, delay = r.f64(2)
        progress: Dict[str, Any] = {
            **clock, "x": x, "delay": delay, "repeat": r.repeat(), "duration": r.f64(1)[0],
            "autoreverses": bool(flags & 4), "reversed": bool(flags & 2)}
        if kind == 3:
            term = m.Curve(**progress, points=cast(m.Four, r.f64(4)))
        elif kind == 4:
            term = m.Keyframes(
                **progress, keys=tuple(cast(m.Six, r.f64(6)) for _ in range(keys)))
        else:
            beta, omega2, velocity = r.f64(3)
            term = m.SpringCurve(**progress, beta=beta, omega2=omega2, velocity=velocity)
    if r.at > start + length:
        raise WireError(f"the term at {start} is longer than its {length} bytes")
    r.at = start + length
    return term


def _channel(r: Reader) -> Optional[m.ChannelMotion]:
    view, channel, map_kind, count, generation = r.view(), r.u16(), r.u8(), r.u8(), r.u64()
    held, velocity = r.f64(2)
    known = True
    tilt = None
    if map_kind:
        source = r.u16()
        r.skip(6)
        angle, reach = r.f64(2)
        known = map_kind == 1 and source < len(CHANNELS)
        tilt = m.Tilt(CHANNELS[source], angle, reach) if known else None
    terms = []
    for _ in range(count):
        term = _term(r)
        if term is None:
            known = False
        else:
            terms.append(term)
    if channel >= len(CHANNELS):
        return None
    return m.ChannelMotion(
        view, CHANNELS[channel], generation, held, velocity, tilt, tuple(terms), known)


def _segment(r: Reader, seq: int, time: int) -> m.Message:
    revision, count, flags = r.u64(), r.count(32), r.u32()
    channels = tuple(item for item in (_channel(r) for _ in range(count)) if item is not None)
    return m.Segment(seq, time, revision, channels, bool(flags & 1))


def _gesture(r: Reader, seq: int, time: int) -> Optional[m.Message]:
    id_, view, kind, phase, flags = r.u64(), r.optional_view(), r.u8(), r.u8(), r.u8()
    r.skip(1)
    v = r.f32(10)
    name = r.string()
    if kind >= len(GESTURES) or phase >= len(GESTURE_PHASES):
        return None
    scaled, turned = flags & 1, flags & 2
    return m.Gesture(
        id=id_, time=time, view=view, kind=GESTURES[kind], name=name or None,
        phase=GESTURE_PHASES[phase], location=(v[0], v[1]), translation=(v[2], v[3]),
        velocity=(v[4], v[5]), scale=v[6] if scaled else None,
        scale_velocity=v[7] if scaled else None, rotation=v[8] if turned else None,
        rotation_velocity=v[9] if turned else None, injected=bool(flags & 4))


def _layout(r: Reader, seq: int, time: int) -> m.Message:
    transaction, count = r.u64(), r.count(40)
    r.skip(4)
    views = []
    for _ in range(count):
        view = r.view()
        r.skip(4)
        views.append(
            m.LayoutChange(view, cast(m.Four, r.f32(4)), cast(m.Four, r.f32(4))))
    return m.Layout(time, transaction or None, tuple(views))


def _touch(r: Reader, seq: int, time: int) -> m.Message:
    count = r.count(24)
    r.skip(4)
    contacts = []
    for _ in range(count):
        id_, phase, flags = r.u64(), r.u8(), r.u8()
        r.skip(2)
        x, y = r.f32(2)
        r.skip(4)
        if phase < len(CONTACT_PHASES):
            contacts.append(m.Contact(id_, CONTACT_PHASES[phase], x, y, bool(flags & 1)))
    return m.Touch(time, tuple(contacts))


def _done(r: Reader, seq: int, time: int) -> m.Message:
    id_, moment, interrupted = r.u64(), r.u8(), r.u8()
    r.skip(6)
    return m.Done(id_, time, _name(moment, ("finished", "settled")), bool(interrupted))


def _device(r: Reader, seq: int, time: int) -> m.Message:
    id_, phase = r.u64(), r.u8()
    r.skip(7)
    return m.Device(id_, _name(phase, ("removed", "added")), r.string(), r.string())


def _json(r: Reader, seq: int, time: int) -> Optional[m.Message]:
    return _ndjson.message(r.payload)


READERS: Dict[int, Tuple[str, Callable[[Reader, int, int], Optional[m.Message]]]] = {
    1: ("text", _json),
    16: ("welcome", _welcome),
    18: ("snapshot", _snapshot),
    19: ("frame", _frame),
    20: ("segment", _segment),
    21: ("gesture", _gesture),
    22: ("layout", _layout),
    23: ("done", _done),
    24: ("idle", lambda r, seq, time: m.Idle(seq, time)),
    25: ("lagged", lambda r, seq, time: m.Lagged(r.u64())),
    26: ("error", lambda r, seq, time: m.ErrorMessage(r.string(), r.string())),
    27: ("pong", lambda r, seq, time: m.Pong(r.u64(), time)),
    29: ("device", _device),
    30: ("touch", _touch),
    32: ("shm", lambda r, seq, time: m.MemoryReady(r.u64())),
}
