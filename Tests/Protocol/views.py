"""The views of a snapshot and their states: as text, as bytes, and examples of them.

A state and a view are dictionaries, as they stand on a line. Their bytes are made from that.
"""

import struct

from primitives import color, floats, rgba, string

NO_VIEW = 0xFFFFFFFF

STILL = {"translation": [0, 0], "rotation": 0}


def state(frame, to_screen=None, **parts):
    """A view's state, in the order in which it stands on a line."""
    matrix = to_screen or [1, 0, 0, 1, frame[0], frame[1]]
    body = {
        "frame": frame,
        "translation": parts.get("translation", [0, 0]),
        "rotation": parts.get("rotation", 0),
        "scale": parts.get("scale", [1, 1]),
    }
    if "shear" in parts:
        body["shear"] = parts["shear"]
    body["alpha"] = parts.get("alpha", 1)
    if parts.get("hidden"):
        body["visible"] = False
    if "color" in parts:
        body["color"] = parts["color"]
    body["toScreen"] = matrix
    body["box"] = box(frame, matrix)
    body["velocity"] = parts.get("velocity", STILL)
    return body


def view(name, parent, radius, anchor, state, clips=False, text=None):
    body = {"id": name}
    if parent is not None:
        body["parent"] = parent
    body["cornerRadius"] = radius
    if clips:
        body["clips"] = True
    body["anchor"] = anchor
    body.update(state)
    if text:
        body["text"] = text
    return body


def box(frame, m):
    """The bounding box on the screen of a view with a frame and a matrix."""
    corners = [(0, 0), (frame[2], 0), (0, frame[3]), (frame[2], frame[3])]
    x = [m[0] * p + m[2] * q + m[4] for p, q in corners]
    y = [m[1] * p + m[3] * q + m[5] for p, q in corners]
    return [min(x), min(y), max(x) - min(x), max(y) - min(y)]


def look_bytes(look):
    """The bytes of the values of a look that can move."""
    return rgba(look["textColor"]) + rgba(look["borderColor"]) + floats(
        look["fillAlpha"], look["borderWidth"], look["shadowOpacity"], look["shadowRadius"],
        *look["shadowOffset"])


def state_bytes(view, handle, radius=None, look=None):
    """The bytes of the state of a view of a snapshot or frame. A frame can have the view's radius
    and look.
    """
    velocity = view["velocity"]
    rates = (
        velocity.get("frame", [0, 0, 0, 0]) + velocity["translation"] + [velocity["rotation"]]
        + velocity.get("scale", [0, 0]) + [velocity.get("shear", 0)]
    )
    mask = 0x1F | (0x20 if any(rates) else 0) | (0 if radius is None else 0x80)
    mask |= 0x100 if look else 0
    data = struct.pack("<IHH", handle, mask, 0)
    data += floats(*view["frame"])
    data += floats(
        *view["translation"], view["rotation"], *view["scale"], view.get("shear", 0))
    data += floats(*view["toScreen"])
    data += floats(view["alpha"])
    data += struct.pack("<II", color(view.get("color")), int(view.get("visible", True)))
    data += floats(*view["box"])
    data += floats(*rates) if any(rates) else b""
    data += b"" if radius is None else floats(radius)
    return data + (look_bytes(look) if look else b"")


def snapshot_bytes(body, names):
    screen = body["screen"]
    # Bytes are copied each time that something is appended to them.
    data = bytearray(struct.pack("<QQ", body["revision"], body["epoch"]))
    data += floats(screen["width"], screen["height"], screen["scale"])
    data += struct.pack("<III", color(screen["background"]), len(body["views"]), 0)
    for handle, view in enumerate(body["views"]):
        parent = names.index(view["parent"]) if "parent" in view else NO_VIEW
        text = view.get("text")
        data += struct.pack("<II", parent, int(view.get("clips", False)) | (2 if text else 0))
        data += floats(view["cornerRadius"], *view["anchor"])
        data += state_bytes(view, handle) + string(view["id"])
        if text:
            data += string(text["string"]) + string(text.get("style", ""))
            data += floats(
                text["size"], text["lineHeight"], text["firstBaseline"], text["lastBaseline"])
            data += struct.pack("<I", text["lines"])
    return bytes(data)


SCREEN = {"width": 390, "height": 844, "scale": 3, "background": "#1c1c1e"}

VIEWS = [
    view("screen", None, 0, [0.5, 0.5], state([0, 0, 390, 844], [1, 0, 0, 1, 0, 0],
                                              color="#1c1c1e")),
    view("card", "screen", 24, [0.5, 0.25],
         state([39, 219.375, 312, 405.25], [0, 1.5, -1.5, 0, 812.25, 120.5],
               translation=[12.5, -2.75], rotation=0.625, scale=[1.5, 0.75], shear=-0.25,
               alpha=0.875, color="#0a84ff",
               velocity={"frame": [1.5, -2, 3.25, 0.5], "translation": [614.25, -140.5],
                         "rotation": 0.75, "scale": [0.5, -0.125], "shear": 0.0625}), clips=True),
    view("label", "card", 0, [0.5, 0.5], state([8, 16, 296, 22]),
         text={"string": "Grüße, 世界 👋🏽\nzwei", "style": "body", "size": 17, "lineHeight": 22,
               "firstBaseline": 17.125, "lastBaseline": 4.875, "lines": 2}),
    view("кнопка 🂡", "card", 4.5, [0, 1],
         state([-8.5, 300, 100, 44], alpha=0, hidden=True, color="#000000"),
         text={"string": "", "size": 12.5, "lineHeight": 15, "firstBaseline": 12,
               "lastBaseline": 3, "lines": 0}),
    view("", "screen", 0, [1, 0], state([0, 0, 0, 0], color="#ffffff")),
]
NAMES = [part["id"] for part in VIEWS]
