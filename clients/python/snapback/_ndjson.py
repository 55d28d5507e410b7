"""Decodes the daemon's messages from JSON: one object with one key."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, cast

from . import messages as m
from ._values import CHANNELS, CONTACT_PHASES, GESTURE_PHASES, GESTURES, INFINITY
from ._values import Object, color, numbers, parse
from .errors import WireError


def message(text: bytes) -> Optional[m.Message]:
    """Decodes a message; returns None for a message of a later version."""
    value = parse(text)
    if not isinstance(value, dict) or len(value) != 1:
        raise WireError("a message is an object with one key")
    [(name, body)] = value.items()
    read = _READERS.get(name)
    return read(Object(body, name)) if read else None


def _welcome(body: Object) -> m.Message:
    return m.Welcome(
        version=body.integer("version"), encoding=body.string("encoding"),
        clock=body.string("clock"), now=body.integer("now"), session=body.string("session"),
        epoch=body.integer("epoch"), rate=body.number("rate"), roles=body.strings("roles"),
        features=body.strings("features"), pacing=body.string("pacing", "timer"),
        unacknowledged=body.integer("unacknowledged", 0))


def _velocity(body: Object) -> m.Velocity:
    if not body.has("velocity"):
        return m.STILL
    velocity = body.object("velocity")
    return m.Velocity(
        frame=velocity.four("frame", (0.0, 0.0, 0.0, 0.0)),
        translation=velocity.pair("translation", (0.0, 0.0)),
        rotation=velocity.number("rotation", 0.0), scale=velocity.pair("scale", (0.0, 0.0)),
        shear=velocity.number("shear", 0.0))


def _state(body: Object) -> m.ViewState:
    transform = appearance = None
    if body.has("translation"):
        transform = m.Transform(
            translation=body.pair("translation"), rotation=body.number("rotation"),
            scale=body.pair("scale"), shear=body.number("shear", 0.0))
    if body.has("alpha"):
        fill = body.value.get("color")
        appearance = m.Appearance(
            alpha=body.number("alpha"), color=None if fill is None else color(fill),
            visible=body.flag("visible", True))
    return m.ViewState(
        view=body.string("id"), frame=body.four("frame") if body.has("frame") else None,
        transform=transform, matrix=body.six("toScreen") if body.has("toScreen") else None,
        appearance=appearance, box=body.four("box") if body.has("box") else None,
        velocity=_velocity(body))


def _text(body: Object) -> m.Text:
    return m.Text(
        string=body.string("string"), style=body.optional_string("style"),
        size=body.number("size"), line_height=body.number("lineHeight"),
        first_baseline=body.number("firstBaseline"), last_baseline=body.number("lastBaseline"),
        lines=body.integer("lines", 0))


def _snapshot(body: Object) -> m.Message:
    screen = body.object("screen")
    views = []
    for item in body.array("views"):
        view = Object(item, "view")
        state = _state(view)
        if None in (state.frame, state.transform, state.matrix, state.appearance):
            raise WireError(f"view {state.view!r} of the snapshot has not all of its state")
        views.append(m.SnapshotView(
            name=state.view, parent=view.string("parent") if view.has("parent") else None,
            corner_radius=view.number("cornerRadius"), anchor=view.pair("anchor"),
            clips=view.flag("clips"), text=_text(view.object("text")) if view.has("text") else None,
            state=state))
    return m.Snapshot(
        seq=body.integer("seq"), time=body.integer("time"), revision=body.integer("revision"),
        epoch=body.integer("epoch"),
        screen=m.Screen(
            screen.number("width"), screen.number("height"), screen.number("scale"),
            color(screen.string("background"))),
        views=tuple(views))


def _frame(body: Object) -> m.Message:
    time = body.integer("time")
    return m.Frame(
        seq=body.integer("seq"), time=time, revision=body.integer("revision"),
        computed=body.integer("computed", time),
        views=tuple(_state(Object(item, "view")) for item in body.array("views")))


def _term(body: Object) -> Optional[m.Term]:
    kind = body.string("kind")
    clock: Dict[str, Any] = {
        "anchor": body.integer("anchor"), "end": body.optional_integer("end"),
        "local": body.number("local", 0.0), "rate": body.number("rate", 1.0),
        "later": body.flag("later"), "x": body.number("x", 0.0)}
    if kind == "spring":
        return m.Spring(
            **clock, v=body.number("v"), beta=body.number("beta"), omega2=body.number("omega2"))
    if kind == "decay":
        return m.Decay(**clock, v=body.number("v"), lambda_=body.number("lambda"))
    if kind not in ("curve", "keyframes", "springCurve"):
        return None
    endless = "repeat" in body.value and body.value["repeat"] is None
    progress: Dict[str, Any] = {
        **clock, "delay": body.number("delay", 0.0),
        "repeat": INFINITY if endless else body.number("repeat", 1.0),
        "duration": body.number("duration"), "autoreverses": body.flag("autoreverses"),
        "reversed": body.flag("reversed")}
    if kind == "curve":
        return m.Curve(**progress, points=body.four("points"))
    if kind == "keyframes":
        keys = tuple(cast(m.Six, numbers(key, 6, "key")) for key in body.array("keys"))
        return m.Keyframes(**progress, keys=keys)
    return m.SpringCurve(
        **progress, beta=body.number("beta"), omega2=body.number("omega2"),
        velocity=body.number("velocity"))


def _channel(body: Object) -> m.ChannelMotion:
    known = True
    tilt = None
    if body.has("map"):
        source = body.object("map")
        if source.string("kind") == "tilt" and source.string("source") in CHANNELS:
            tilt = m.Tilt(source.string("source"), source.number("angle"), source.number("reach"))
        else:
            known = False
    terms = []
    for item in body.array("terms", []):
        term = _term(Object(item, "term"))
        if term is None:
            known = False
        else:
            terms.append(term)
    return m.ChannelMotion(
        view=body.string("view"), channel=body.string("channel"),
        generation=body.integer("generation"), held=body.number("held", 0.0),
        velocity=body.number("velocity", 0.0), map=tilt, terms=tuple(terms), known=known)


def _segment(body: Object) -> m.Message:
    channels = (_channel(Object(item, "channel")) for item in body.array("channels"))
    return m.Segment(
        seq=body.integer("seq"), time=body.integer("time"), revision=body.integer("revision"),
        channels=tuple(channel for channel in channels if channel.channel in CHANNELS),
        ahead=body.flag("ahead"))


def _gesture(body: Object) -> Optional[m.Message]:
    kind, phase = body.string("kind"), body.string("phase")
    if kind not in GESTURES or phase not in GESTURE_PHASES:
        return None
    return m.Gesture(
        id=body.integer("id"), time=body.integer("time"),
        view=body.string("view") if body.has("view") else None, kind=kind,
        name=body.optional_string("name"), phase=phase, location=body.pair("location"),
        translation=body.pair("translation"), velocity=body.pair("velocity"),
        scale=body.optional_number("scale"), scale_velocity=body.optional_number("scaleVelocity"),
        rotation=body.optional_number("rotation"),
        rotation_velocity=body.optional_number("rotationVelocity"),
        injected=body.flag("injected"))


def _layout(body: Object) -> m.Message:
    views = []
    for item in body.array("views"):
        view = Object(item, "view")
        views.append(m.LayoutChange(view.string("id"), view.four("from"), view.four("to")))
    return m.Layout(body.integer("time"), body.optional_integer("transaction"), tuple(views))


def _contact(body: Object) -> Optional[m.Contact]:
    phase = body.string("phase")
    if phase not in CONTACT_PHASES:
        return None
    return m.Contact(
        body.integer("id"), phase, body.number("x"), body.number("y"), body.flag("injected"))


def _touch(body: Object) -> m.Message:
    contacts = (_contact(Object(item, "contact")) for item in body.array("contacts"))
    return m.Touch(body.integer("time"), tuple(item for item in contacts if item is not None))


def _done(body: Object) -> m.Message:
    return m.Done(
        body.integer("id"), body.integer("time"), body.string("moment"),
        body.flag("interrupted"))


def _device(body: Object) -> m.Message:
    return m.Device(
        body.integer("id"), body.string("phase"), body.string("name"), body.string("kind"))


def _measure(body: Object) -> m.Message:
    return m.Measure(
        request=body.integer("request"), view=body.string("view"), text=body.string("text"),
        style=body.optional_string("style"), size=body.number("size"),
        width=body.optional_number("width"))


def _decision(body: Object) -> m.Message:
    return m.Decision(
        time=body.integer("time"), kind=body.string("kind"), view=body.optional_string("view"),
        text=body.string("text"), body=body.value)


_READERS: Dict[str, Callable[[Object], Optional[m.Message]]] = {
    "welcome": _welcome,
    "snapshot": _snapshot,
    "frame": _frame,
    "segment": _segment,
    "gesture": _gesture,
    "decision": _decision,
    "layout": _layout,
    "touch": _touch,
    "done": _done,
    "device": _device,
    "idle": lambda body: m.Idle(body.integer("seq"), body.integer("time")),
    "lagged": lambda body: m.Lagged(body.integer("dropped")),
    "error": lambda body: m.ErrorMessage(body.string("code"), body.string("message")),
    "pong": lambda body: m.Pong(body.integer("id"), body.integer("now")),
    "reply": lambda body: m.Reply(body.value),
    "measure": _measure,
    "shm": lambda body: m.MemoryReady(body.integer("size")),
}
