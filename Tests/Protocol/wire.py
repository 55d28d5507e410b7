"""The messages of docs/protocol.md as text and, by docs/protocol-binary.md, as bytes.

A message is a dictionary with one key, as it stands on a line. Its bytes are made from that and
from the names of the last snapshot, so what a text says and what the bytes say is the same.
"""

import json
import struct

from primitives import bits, floats, rgba, string
from views import look_bytes, snapshot_bytes, state_bytes

NEVER = 2**64 - 1
INFINITY = float("inf")

TYPES = {
    "welcome": 16, "snapshot": 18, "frame": 19, "segment": 20, "gesture": 21, "layout": 22,
    "done": 23, "idle": 24, "lagged": 25, "error": 26, "pong": 27, "device": 29, "touch": 30,
    "shm": 32, "event": 33, "looks": 34,
}
ROLES = ["view", "view-touches", "control", "inject"]
FEATURES = [
    "frames", "segments", "gestures", "touches", "layout", "done", "devices", "measure", "ack",
    "decisions", "schedule", "events",
]
CLOCKS = ["monotonic", "replay"]
PACINGS = ["timer", "pull", "push"]
GESTURES = [
    "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll", "hover",
]
PHASES = ["recognized", "began", "changed", "ended", "cancelled"]
EVENTS = [
    "actionBegan", "actionFinished", "actionInterrupted", "landed", "settled", "tapped", "focused",
    "feedback", "crossed", "stateChanged",
]
TOUCHES = ["began", "moved", "ended", "cancelled"]
CHANNELS = [
    "left", "top", "right", "bottom", "scrollX", "scrollY", "translationX", "translationY",
    "rotation", "shear", "scaleX", "scaleY", "alpha", "red", "green", "blue", "leverX", "leverY",
    "cornerRadius", "textRed", "textGreen", "textBlue", "textAlpha", "fillAlpha", "borderRed",
    "borderGreen", "borderBlue", "borderAlpha", "borderWidth", "shadowX", "shadowY",
    "shadowOpacity", "shadowRadius",
]
ALIGNMENTS = ["leading", "center", "trailing", "left", "right"]
VERTICAL = ["top", "center", "bottom"]
TRUNCATIONS = ["tail", "middle", "head", "clip"]
KINDS = ["", "spring", "decay", "curve", "keyframes", "springCurve", "pieces"]


def number(value):
    """A number as the daemon writes it: without a point if it is whole."""
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, float):
        return int(value) if value == int(value) and abs(value) < 1e15 else value
    if isinstance(value, dict):
        return {key: number(part) for key, part in value.items()}
    return [number(part) for part in value]


def line(message):
    """The line of a message."""
    text = json.dumps(number(message), ensure_ascii=False, separators=(",", ":"))
    # The daemon writes control characters by their numbers.
    return text.replace("\\n", "\\u000a").encode() + b"\n"


def header(kind, payload, sequence=0, time=0, flags=0):
    return struct.pack("<IHBBQQ", len(payload), kind, 1, flags, sequence, time) + payload


def term(body):
    kind = KINDS.index(body["kind"]) if body["kind"] in KINDS else 200
    keys = body.get("keys", body.get("knots", []))
    far = lambda value: INFINITY if value is None else value
    if kind == 1:
        numbers = [body["x"], body["v"], body["beta"], body["omega2"]]
    elif kind == 2:
        numbers = [body["x"], body["v"], body["lambda"]]
    elif kind == 6:
        numbers = [body["x"], body["error"]]
    elif kind == 200:
        numbers = body["numbers"]
    else:
        numbers = [body["x"], body["delay"], far(body["repeat"]), far(body["duration"])]
        if kind == 3:
            numbers += body["points"]
        elif kind == 5:
            numbers += [body["beta"], body["omega2"], body["velocity"]]
    for key in keys:
        numbers += key
    flags = bits(
        [name for name in ("later", "reversed", "autoreverses") if body.get(name)],
        ["later", "reversed", "autoreverses"])
    end = NEVER if body["end"] is None else body["end"]
    return struct.pack(
        f"<BBHIQQdd{len(numbers)}d", kind, flags, len(keys), 40 + 8 * len(numbers),
        body["anchor"], end, body.get("local", 0), body.get("rate", 1), *numbers)


def channel(body, names):
    terms = body.get("terms", [])
    known = body["channel"] in CHANNELS
    data = struct.pack(
        "<IHBBQdd", names.index(body["view"]),
        CHANNELS.index(body["channel"]) if known else 1000, int("map" in body), len(terms),
        body["generation"], body["held"], body["velocity"])
    if "map" in body:
        tilt = body["map"]
        data += struct.pack(
            "<HHIdd", CHANNELS.index(tilt["source"]), 0, 0, tilt["angle"], tilt["reach"])
    return data + b"".join(term(part) for part in terms)


def segment(body, names):
    flags = int(body.get("ahead", False))
    return struct.pack("<QII", body["revision"], len(body["channels"]), flags) + b"".join(
        channel(part, names) for part in body["channels"])


def gesture(body, names):
    flags = bits(
        [name for name in ("scale", "rotation", "injected") if name in body],
        ["scale", "rotation", "injected"])
    return (
        struct.pack(
            "<QIBBBB", body["id"], names.index(body["view"]), GESTURES.index(body["kind"]),
            PHASES.index(body["phase"]), flags, 0)
        + floats(*body["location"], *body["translation"], *body["velocity"])
        + floats(
            body.get("scale", 0), body.get("scaleVelocity", 0), body.get("rotation", 0),
            body.get("rotationVelocity", 0))
        + string(body.get("name", "")))


def layout(body, names):
    data = struct.pack("<QII", body.get("transaction", 0), len(body["views"]), 0)
    for view in body["views"]:
        data += struct.pack("<II", names.index(view["id"]), 0)
        data += floats(*view["from"], *view["to"])
    return data


def event(body):
    texts = [body.get(key, "") for key in ("name", "view", "at", "feedback")]
    kind = struct.pack("<B7xQ", EVENTS.index(body["kind"]), body.get("noticed", 0))
    return kind + floats(*body["velocity"]) + b"".join(string(text) for text in texts)


def look(body, names):
    return (
        struct.pack("<I", names.index(body["id"])) + look_bytes(body) + rgba(body["shadowColor"])
        + struct.pack(
            "<HBBB3x", body["fontWeight"], ALIGNMENTS.index(body["textAlignment"]),
            VERTICAL.index(body["verticalAlignment"]), TRUNCATIONS.index(body["truncation"]))
        + string(body.get("image", "")) + string(body.get("data", "")))


def touch(body):
    data = struct.pack("<II", len(body["contacts"]), 0)
    for contact in body["contacts"]:
        data += struct.pack(
            "<QBBH", contact["id"], TOUCHES.index(contact["phase"]),
            int(contact.get("injected", False)), 0)
        data += floats(contact["x"], contact["y"]) + struct.pack("<I", 0)
    return data


def payload(name, body, names):
    if name == "welcome":
        return struct.pack(
            "<HHIQQdBBHI", body["version"], bits(body["roles"], ROLES),
            bits(body["features"], FEATURES), int(body["session"], 16), body["epoch"],
            body["rate"], CLOCKS.index(body["clock"]), PACINGS.index(body["pacing"]), 0,
            body.get("unacknowledged", 0))
    if name == "snapshot":
        return snapshot_bytes(body, names)
    if name == "frame":
        states = [state_bytes(view, names.index(view["id"]), view.get("cornerRadius"),
                              view.get("look"))
                  for view in body["views"]]
        return struct.pack("<QQII", body["revision"], body["computed"], len(states), 0) + b"".join(
            states)
    if name == "segment":
        return segment(body, names)
    if name == "gesture":
        return gesture(body, names)
    if name == "layout":
        return layout(body, names)
    if name == "done":
        moment = ["finished", "settled"].index(body["moment"])
        return struct.pack("<QBBHI", body["id"], moment, int(body["interrupted"]), 0, 0)
    if name == "idle":
        return b""
    if name == "lagged":
        return struct.pack("<Q", body["dropped"])
    if name == "error":
        return string(body["code"]) + string(body["message"])
    if name == "pong":
        return struct.pack("<Q", body["id"])
    if name == "device":
        phase = ["removed", "added"].index(body["phase"])
        return struct.pack("<QB7x", body["id"], phase) + string(body["name"]) + string(
            body["kind"])
    if name == "touch":
        return touch(body)
    if name == "event":
        return event(body)
    if name == "looks":
        return struct.pack("<II", len(body["views"]), 0) + b"".join(
            look(view, names) for view in body["views"])
    return struct.pack("<Q", body["size"])


def message_bytes(message, names):
    """The bytes of a message of the daemon, where the last snapshot had these names."""
    (name, body), = message.items()
    if name not in TYPES:
        return header(1, line(message)[:-1])
    if name == "snapshot":
        names = [view["id"] for view in body["views"]]
    if name == "welcome":
        message = {name: dict(body, encoding="binary")}
    time = body.get("time", body.get("now", 0))
    return header(TYPES[name], payload(name, body, names), body.get("seq", 0), time)


def client_bytes(message):
    """The bytes of a message of a client."""
    (name, body), = message.items()
    if name == "resync":
        return header(5, b"")
    if name == "ping":
        return header(4, struct.pack("<Q", body["id"]))
    if name == "frame_request":
        return header(2, struct.pack("<QQ", body["time"], body["refresh"]))
    if name == "presented":
        return header(3, struct.pack(
            "<QQQII", body["seq"], body["time"], body["refresh"], int(body["discarded"]), 0))
    return header(1, line(message)[:-1])
