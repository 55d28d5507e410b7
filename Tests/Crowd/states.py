"""The clients' view states, merged from received messages, and comparisons of them."""

import json
import struct

from wire import string

# Fields of a state in the order of their bits, with how many numbers they have.
FIELDS = (("frame", 4), ("transform", 6), ("toScreen", 6), ("appearance", 3), ("box", 4),
          ("velocity", 10))
NO_VELOCITY = (0.0,) * 10
# Half of the last decimal of lines, and what f32 makes of a number of a thousand.
LENGTH, FACTOR = 0.00051, 0.00000051
SINGLE = 2.0 ** -24
# Which numbers of a field are angles or factors; all others are lengths.
FACTORS = {"transform": {2, 3, 4, 5}, "toScreen": {0, 1, 2, 3}, "appearance": {0, 1, 2},
           "velocity": {6, 7, 8, 9}}


def merge(views, message, is_binary):
    """Takes a snapshot or frame into `views`; returns the views that it names."""
    if is_binary:
        return merge_binary(views, message)
    return merge_line(views, message)


def merge_line(views, message):
    """Of a line: each view's state is whole."""
    content = json.loads(message.raw)[message.kind]
    if message.kind == "snapshot":
        views.clear()
    for view in content["views"]:
        speed = view["velocity"]
        state = {
            "frame": tuple(view["frame"]),
            "transform": (*view["translation"], view["rotation"], *view["scale"],
                          view.get("shear", 0)),
            "toScreen": tuple(view["toScreen"]),
            "appearance": (view["alpha"], color(view.get("color")), view.get("visible", True)),
            "velocity": (*speed.get("frame", (0,) * 4), *speed["translation"], speed["rotation"],
                         *speed.get("scale", (0, 0)), speed.get("shear", 0)),
        }
        if "box" in view:
            state["box"] = tuple(view["box"])
        views[view["id"]] = state
    return [view["id"] for view in content["views"]]


def color(text):
    """A color as the binary encoding has it."""
    return 0xFF000000 | int(text[1:], 16) if text else 0


def merge_binary(views, message):
    """Of bytes: what is absent has not changed, but for the velocity, which is 0 then."""
    raw, at, touched = message.raw, 24, []
    if message.kind == "snapshot":
        views.clear()
        (count,) = struct.unpack_from("<I", raw, 32)
        at = 40
    else:
        (count,) = struct.unpack_from("<I", raw, 16)
        names = list(views)
    for _ in range(count):
        flags = 0
        if message.kind == "snapshot":
            (flags,) = struct.unpack_from("<I", raw, at + 4)
            at += 20
        handle, state, at = read_state(raw, at)
        if message.kind == "snapshot":
            name, at = string(raw, at)
            if flags & 2:
                at = after_text(raw, at)
            views[name] = {}
        else:
            name = names[handle]
        views[name].update({"velocity": NO_VELOCITY, **state})
        touched.append(name)
    return touched


def after_text(raw, at):
    """Where a text ends."""
    for _ in range(2):
        at = string(raw, at)[1]
    return at + 20


def read_state(raw, at):
    """A handle, the fields that are there, and where they end."""
    handle, mask, _ = struct.unpack_from("<IHH", raw, at)
    at += 8
    state = {}
    for bit, (name, count) in enumerate(FIELDS):
        if not mask >> bit & 1:
            continue
        form = "<fII" if name == "appearance" else f"<{count}f"
        state[name] = struct.unpack_from(form, raw, at)
        at += 4 * count
    if "appearance" in state:
        alpha, fill, flags = state["appearance"]
        state["appearance"] = (alpha, fill if fill >> 24 else 0, bool(flags & 1))
    return handle, state, at


def single(value):
    """A number as f32 has it."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def differences(one, other, with_velocity=True):
    """Where states of two encodings differ by more than both say they round."""
    found = []
    for name, count in FIELDS:
        if name not in one or name not in other or name == "velocity" and not with_velocity:
            continue
        for index in range(count):
            if name == "appearance" and index > 0:
                continue
            left, right = one[name][index], other[name][index]
            step = FACTOR if index in FACTORS.get(name, ()) else LENGTH
            if abs(left - right) > step + SINGLE * max(abs(left), abs(right)):
                found.append(f"{name}[{index}]: {left} and {right}")
    if {"appearance"} <= one.keys() & other.keys() and one["appearance"][1:] != other["appearance"][1:]:
        found.append(f"appearance: {one['appearance']} and {other['appearance']}")
    return found
