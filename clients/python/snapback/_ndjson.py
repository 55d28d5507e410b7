"""Decodes the daemon's messages from JSON: one object with one key."""

from __future__ import annotations

from typing import Callable, Dict, Optional, cast

from . import messages as m
# generated: json names
from ._values import CHANNELS, CONTACT_PHASES, EVENT_KINDS, GESTURES, GESTURE_PHASES
# end of generated
from ._values import INFINITY, Object, color, numbers, parse, rgba
from .errors import WireError


def message(text: bytes) -> Optional[m.Message]:
    """Decodes a message; returns None for a message of a later version."""
    value = parse(text)
    if not isinstance(value, dict) or len(value) != 1:
        raise WireError("a message is an object with one key")
    [(name, body)] = value.items()
    read = _READERS.get(name)
    return read(Object(body, name)) if read else None


def _check_whole(state: m.ViewState) -> None:
    if None in (state.frame, state.transform, state.matrix, state.appearance):
        raise WireError(f"view {state.view!r} of the snapshot has not all of its state")


def _repeat(body: Object) -> float:
    """The number of runs, in which null stands for endless ones."""
    endless = "repeat" in body.value and body.value["repeat"] is None
    return INFINITY if endless else body.number("repeat", 1.0)


def _decision(body: Object) -> m.Message:
    return m.Decision(
        time=body.integer("time"), kind=body.string("kind"), view=body.optional_string("view"),
        text=body.string("text"), body=body.value)


def _reply(body: Object) -> m.Message:
    return m.Reply(body.value)


# generated: json readers
def _welcome(body: Object) -> m.Message:
    return m.Welcome(
        version=body.integer("version"), encoding=body.string("encoding"),
        clock=body.string("clock"), now=body.integer("now"), session=body.string("session"),
        epoch=body.integer("epoch"), rate=body.number("rate"), roles=body.strings("roles"),
        features=body.strings("features"), pacing=body.string("pacing", "timer"),
        unacknowledged=body.integer("unacknowledged", 0))


def _screen(body: Object) -> m.Screen:
    return m.Screen(
        body.number("width"), body.number("height"), body.number("scale"),
        color(body.string("background")))


def _transform(body: Object) -> m.Transform:
    return m.Transform(
        body.pair("translation"), body.number("rotation"), body.pair("scale"),
        body.number("shear", 0.0))


def _appearance(body: Object) -> m.Appearance:
    return m.Appearance(
        body.number("alpha"), color(body.value["color"]) if body.has("color") else None,
        body.flag("visible", True))


def _velocity(body: Object) -> m.Velocity:
    return m.Velocity(
        body.four("frame", (0.0, 0.0, 0.0, 0.0)), body.pair("translation", (0.0, 0.0)),
        body.number("rotation", 0.0), body.pair("scale", (0.0, 0.0)), body.number("shear", 0.0))


def _moving_look(body: Object) -> m.MovingLook:
    return m.MovingLook(
        text_color=rgba(body.string("textColor")), border_color=rgba(body.string("borderColor")),
        fill_alpha=body.number("fillAlpha"), border_width=body.number("borderWidth"),
        shadow_opacity=body.number("shadowOpacity"), shadow_radius=body.number("shadowRadius"),
        shadow_offset=body.pair("shadowOffset"))


def _state(body: Object) -> m.ViewState:
    return m.ViewState(
        view=body.string("id"), frame=body.four("frame") if body.has("frame") else None,
        transform=_transform(body) if body.has("translation") else None,
        matrix=body.six("toScreen") if body.has("toScreen") else None,
        appearance=_appearance(body) if body.has("alpha") else None,
        box=body.four("box") if body.has("box") else None,
        velocity=_velocity(body.object("velocity")) if body.has("velocity") else m.STILL,
        corner_radius=body.optional_number("cornerRadius"),
        look=_moving_look(body.object("look")) if body.has("look") else None)


def _text(body: Object) -> m.Text:
    return m.Text(
        string=body.string("string"), style=body.optional_string("style"), size=body.number("size"),
        line_height=body.number("lineHeight"), first_baseline=body.number("firstBaseline"),
        last_baseline=body.number("lastBaseline"), lines=body.integer("lines", 0))


def _view(body: Object) -> m.SnapshotView:
    state = _state(body)
    _check_whole(state)
    return m.SnapshotView(
        name=body.string("id"), parent=body.string("parent") if body.has("parent") else None,
        corner_radius=body.number("cornerRadius"), anchor=body.pair("anchor"),
        clips=body.flag("clips"), text=_text(body.object("text")) if body.has("text") else None,
        state=state)


def _snapshot(body: Object) -> m.Message:
    views = [_view(Object(item, "view")) for item in body.array("views")]
    return m.Snapshot(
        seq=body.integer("seq"), time=body.integer("time"), revision=body.integer("revision"),
        epoch=body.integer("epoch"), screen=_screen(body.object("screen")), views=tuple(views))


def _frame(body: Object) -> m.Message:
    time = body.integer("time")
    views = [_state(Object(item, "view")) for item in body.array("views")]
    return m.Frame(
        body.integer("seq"), time, body.integer("revision"), body.integer("computed", time),
        tuple(views))


def _map(body: Object) -> Optional[m.Tilt]:
    if body.string("kind") != "tilt":
        return None
    source = body.string("source")
    if source not in CHANNELS:
        return None
    return m.Tilt(source, body.number("angle"), body.number("reach"))


def _term(body: Object) -> Optional[m.Term]:
    kind = body.string("kind")
    clock = (
        body.integer("anchor"), body.optional_integer("end"), body.number("local", 0.0),
        body.number("rate", 1.0), body.flag("later"), body.number("x", 0.0))
    if kind == "spring":
        return m.Spring(*clock, body.number("v"), body.number("beta"), body.number("omega2"))
    if kind == "decay":
        return m.Decay(*clock, body.number("v"), body.number("lambda"))
    if kind == "pieces":
        return m.Pieces(
            *clock, body.number("error"),
            tuple(cast(m.Three, numbers(knot, 3, "knot")) for knot in body.array("knots")))
    if kind not in ("curve", "keyframes", "springCurve"):
        return None
    progress = (
        *clock, body.number("delay", 0.0), _repeat(body), body.number("duration"),
        body.flag("autoreverses"), body.flag("reversed"))
    if kind == "curve":
        return m.Curve(*progress, body.four("points"))
    if kind == "keyframes":
        return m.Keyframes(
            *progress, tuple(cast(m.Six, numbers(key, 6, "key")) for key in body.array("keys")))
    return m.SpringCurve(
        *progress, body.number("beta"), body.number("omega2"), body.number("velocity"))


def _channel(body: Object) -> Optional[m.ChannelMotion]:
    map_ = _map(body.object("map")) if body.has("map") else None
    terms = [_term(Object(item, "term")) for item in body.array("terms", [])]
    channel = m.ChannelMotion(
        view=body.string("view"), channel=body.string("channel"),
        generation=body.integer("generation"), held=body.number("held", 0.0),
        velocity=body.number("velocity", 0.0), map=map_, terms=tuple(filter(None, terms)),
        known=all(terms) and (map_ is not None or not body.has("map")))
    return channel if channel.channel in CHANNELS else None


def _segment(body: Object) -> m.Message:
    channels = [_channel(Object(item, "channel")) for item in body.array("channels")]
    return m.Segment(
        body.integer("seq"), body.integer("time"), body.integer("revision"),
        tuple(filter(None, channels)), body.flag("ahead"))


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
        rotation_velocity=body.optional_number("rotationVelocity"), injected=body.flag("injected"))


def _layout_change(body: Object) -> m.LayoutChange:
    return m.LayoutChange(body.string("id"), body.four("from"), body.four("to"))


def _layout(body: Object) -> m.Message:
    views = [_layout_change(Object(item, "view")) for item in body.array("views")]
    return m.Layout(body.integer("time"), body.optional_integer("transaction"), tuple(views))


def _done(body: Object) -> m.Message:
    return m.Done(
        body.integer("id"), body.integer("time"), body.string("moment"), body.flag("interrupted"))


def _idle(body: Object) -> m.Message:
    return m.Idle(body.integer("seq"), body.integer("time"))


def _lagged(body: Object) -> m.Message:
    return m.Lagged(body.integer("dropped"))


def _error(body: Object) -> m.Message:
    return m.ErrorMessage(body.string("code"), body.string("message"))


def _pong(body: Object) -> m.Message:
    return m.Pong(body.integer("id"), body.integer("now"))


def _device(body: Object) -> m.Message:
    return m.Device(
        body.integer("id"), body.string("phase"), body.string("name"), body.string("kind"))


def _contact(body: Object) -> Optional[m.Contact]:
    phase = body.string("phase")
    if phase not in CONTACT_PHASES:
        return None
    return m.Contact(
        body.integer("id"), phase, body.number("x"), body.number("y"), body.flag("injected"))


def _touch(body: Object) -> m.Message:
    contacts = [_contact(Object(item, "contact")) for item in body.array("contacts")]
    return m.Touch(body.integer("time"), tuple(filter(None, contacts)))


def _shm(body: Object) -> m.Message:
    return m.MemoryReady(body.integer("size"))


def _event(body: Object) -> Optional[m.Message]:
    kind = body.string("kind")
    if kind not in EVENT_KINDS:
        return None
    return m.SceneEvent(
        kind=kind, time=body.integer("time"), name=body.optional_string("name"),
        view=body.optional_string("view"), at=body.optional_string("at"),
        velocity=body.pair("velocity"), feedback=body.optional_string("feedback"),
        noticed=body.optional_integer("noticed"))


def _look(body: Object) -> m.Look:
    return m.Look(
        view=body.string("id"), text_color=rgba(body.string("textColor")),
        border_color=rgba(body.string("borderColor")), fill_alpha=body.number("fillAlpha"),
        border_width=body.number("borderWidth"), shadow_opacity=body.number("shadowOpacity"),
        shadow_radius=body.number("shadowRadius"), shadow_offset=body.pair("shadowOffset"),
        shadow_color=rgba(body.string("shadowColor")), font_weight=body.integer("fontWeight"),
        text_alignment=body.string("textAlignment"),
        vertical_alignment=body.string("verticalAlignment"), truncation=body.string("truncation"),
        image=body.optional_string("image"), data=body.optional_string("data"))


def _looks(body: Object) -> m.Message:
    views = [_look(Object(item, "view")) for item in body.array("views")]
    return m.Looks(body.integer("time"), tuple(views))


def _measure(body: Object) -> m.Message:
    return m.Measure(
        request=body.integer("request"), view=body.string("view"), text=body.string("text"),
        style=body.optional_string("style"), size=body.number("size"),
        width=body.optional_number("width"))


_READERS: Dict[str, Callable[[Object], Optional[m.Message]]] = {
    "welcome": _welcome,
    "snapshot": _snapshot,
    "frame": _frame,
    "segment": _segment,
    "gesture": _gesture,
    "layout": _layout,
    "done": _done,
    "idle": _idle,
    "lagged": _lagged,
    "error": _error,
    "pong": _pong,
    "device": _device,
    "touch": _touch,
    "shm": _shm,
    "event": _event,
    "looks": _looks,
    "measure": _measure,
    "decision": _decision,
    "reply": _reply,
}
# end of generated
