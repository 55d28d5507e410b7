"""The vectors of Tests/Fixtures/protocol: the purpose and contents of each."""

import struct

import wire
from primitives import string
from views import NAMES, SCREEN, VIEWS, state, state_bytes

AT = 4612457405444

def frame(views, sequence=2, revision=18, **more):
    return {"frame": {"seq": sequence, "time": AT + 24000000, "computed": AT + 16000500,
                      "revision": revision, "views": views, **more}}


def segment(channels, sequence=4):
    return {"segment": {"seq": sequence, "time": AT, "revision": 19, "channels": channels}}


def segment_ahead(channels, delay):
    """A segment that holds from `delay` on, in nanoseconds."""
    return {"segment": {"seq": 6, "time": AT + delay, "revision": 19, "ahead": True,
                        "channels": channels}}


def channel(view, name, held=0.0, terms=None, generation=3, velocity=0, tilt=None):
    body = {"view": view, "channel": name, "generation": generation, "held": held,
            "velocity": velocity}
    if tilt:
        body["map"] = tilt
    if terms:
        body["terms"] = terms
    return body


def term(kind, end, local=0, rate=1, later=False, autoreverses=False, is_reversed=False,
         anchor=AT, **numbers):
    """A term; what is at its default is left out, as on a line."""
    body = {"kind": kind, "anchor": anchor, "end": end}
    if local != 0:
        body["local"] = local
    if rate != 1:
        body["rate"] = rate
    if later:
        body["later"] = True
    body.update(numbers)
    if autoreverses:
        body["autoreverses"] = True
    if is_reversed:
        body["reversed"] = True
    return body


SPRING = term("spring", AT + 812345678, x=-111.222, v=1108.767, beta=12.566370614359172,
              omega2=246.74011002723395)
LATER = term("spring", AT + 1500000001, local=-0.125, later=True, x=40.1, v=-80.03, beta=20.0,
             omega2=400.0)
DECAY = term("decay", AT + 2000000000, x=-250.75, v=502.002002669338,
             **{"lambda": 2.002002669338})
CURVE = term("curve", AT + 350000000, x=0.1, delay=0.05, repeat=1, duration=0.3,
             points=[0.42, 0, 0.58, 1])
ENDLESS = term("curve", None, x=-1e-7, delay=0, repeat=None, duration=1.25,
               points=[0.25, 0.1, 0.25, 1], autoreverses=True)
KEYS = term("keyframes", AT + 3000000000, local=0.5, rate=-0.25, x=90.0, delay=0, repeat=2.5,
            duration=0.8, keys=[[0.25, -0.5, 0, 0, 1, 1], [1, 1, 0.42, 0, 0.58, 1]],
            is_reversed=True)
SPRINGS = term("springCurve", AT + 5000000000, rate=0.1, x=3.3, delay=0.2, repeat=3,
               duration=0.9, beta=9.9, omega2=300.25, velocity=1.5, autoreverses=True)
STOPPED = term("curve", None, local=0.125, rate=0, x=64, delay=0, repeat=1, duration=0.5,
               points=[0, 0, 1, 1])
PIECES = term("pieces", AT + 750000000, x=-320.5, error=0.001953125, knots=[
    [0, 1, 0], [0.064, 0.83, -4.6875], [0.096, 0.65, -6.25], [0.5, -0.0625, 0.3], [0.75, 0, 0]])
HELD = term("pieces", None, local=-0.25, rate=0.5, later=True, x=1e-7, error=0,
            knots=[[-0.125, 12.25, 1000.1]])
TILT = {"kind": "tilt", "source": "translationX", "angle": 0.20943951023931956, "reach": 160}

GESTURE = {"gesture": {"id": 1, "time": AT, "view": "card", "kind": "pan", "phase": "ended",
                       "location": [272.625, 436.5], "translation": [111.25, -31],
                       "velocity": [1108.75, -300.5]}}
PINCH = {"gesture": {"id": 3, "time": AT, "view": "кнопка 🂡", "kind": "pinch", "name": "zoom ✓",
                     "phase": "changed", "location": [202, 460.5], "translation": [5.25, 26.5],
                     "velocity": [14.875, 116], "scale": 1.5, "scaleVelocity": 2.5,
                     "injected": True}}
TURN = {"gesture": {"id": 4, "time": AT, "view": "", "kind": "rotation", "phase": "cancelled",
                    "location": [0, 0], "translation": [0, 0], "velocity": [0, 0],
                    "rotation": -0.5, "rotationVelocity": 0.25}}

WELCOME = {"welcome": {
    "version": 1, "encoding": "ndjson", "clock": "monotonic", "now": AT,
    "session": "4cc7244d1d7de78c", "epoch": 1, "rate": 60, "roles": ["view"],
    "features": ["frames", "gestures", "done", "devices"], "pacing": "timer"}}
FULL = {"welcome": {
    "version": 1, "encoding": "ndjson", "clock": "replay", "now": 0,
    "session": "0000000000000001", "epoch": 7, "rate": 119.875,
    "roles": wire.ROLES, "features": wire.FEATURES, "pacing": "push", "unacknowledged": 2}}

SNAPSHOT = {"snapshot": {"seq": 1, "time": AT, "revision": 17, "epoch": 1, "screen": SCREEN,
                         "views": VIEWS}}
NOTHING = {"snapshot": {"seq": 1, "time": AT, "revision": 0, "epoch": 2, "screen": SCREEN,
                        "views": []}}

CARD = {"id": "card"} | state(
    [39, 219.375, 312, 405.25], [1, 0, 0, 1, 48.5, 215], translation=[9.5, -4.375],
    color="#0a84ff", velocity={"translation": [614.25, -140.5], "rotation": 0})
LABEL = {"id": "label"} | state([8, 16, 296, 22], [1, 0, 0, 1, 56.5, 231])

# The values of a look that can move, and the rest of it.
LOOK = {"textColor": "#ffcc0080", "borderColor": "#0a84ff00", "fillAlpha": 0.5,
        "borderWidth": 2.25, "shadowOpacity": 0.25, "shadowRadius": 12.5,
        "shadowOffset": [-1.5, 4]}
STYLE = {"shadowColor": "#102030ff", "fontWeight": 700, "textAlignment": "right",
         "verticalAlignment": "bottom", "truncation": "clip"}
PLAIN = {"textColor": "#000000ff", "borderColor": "#000000ff", "fillAlpha": 1, "borderWidth": 0,
         "shadowOpacity": 0, "shadowRadius": 0, "shadowOffset": [0, 0],
         "shadowColor": "#000000ff", "fontWeight": 0, "textAlignment": "leading",
         "verticalAlignment": "top", "truncation": "tail"}

CANDIDATES = [{"gesture": "pan", "name": "drag ✓", "view": "card"},
              {"gesture": "tap", "view": "label"}]
HIT = {"decision": {
    "time": AT, "kind": "hit", "contact": 2**32 + 5, "point": [272.625, -4.5], "view": "label",
    "misses": [{"view": "card", "reason": "hidden", "by": "card"},
               {"view": "кнопка 🂡", "reason": "faint"}],
    "candidates": CANDIDATES, "text": "contact 5 of device 2 touches \"label\""}}
NO_HIT = {"decision": {
    "time": 0, "kind": "hit", "contact": 1, "point": [0, 0], "misses": [], "candidates": [],
    "text": "contact 1 touches no view"}}
STEPS = [
    {"decision": {"time": AT, "kind": "step", **CANDIDATES[0], "state": "recognized",
                  "text": "pan is recognised"}},
    {"decision": {"time": AT + 1, "kind": "step", **CANDIDATES[1], "state": "failed",
                  "reason": "prevented", "other": CANDIDATES[0], "text": "tap fails"}}]
FOLLOWERS = [
    {"decision": {"time": AT, "kind": "follower", "binding": "tail \u2713", "view": "label",
                  "state": state, "text": f"the follower {state}"}}
    for state in ("moves", "rests")]

# Name, note, messages; each with the names of the snapshot before it.
DAEMON = [
    ("welcome", "the answer to hello", [WELCOME]),
    ("welcome-all", "all roles and features, another clock and pacing", [FULL]),
    ("snapshot", "five views: a shear, texts, an empty and a far name", [SNAPSHOT]),
    ("snapshot-empty", "a scene of no views", [NOTHING]),
    ("frame", "two views, one of which moves", [frame([CARD, LABEL])]),
    ("frame-empty", "a frame of no views", [frame([], 3)]),
    ("frame-all", "all views with all that a state can hold",
     [frame([{"id": part["id"]} | {key: part[key] for key in part if key in CARD or key in (
         "shear", "visible", "color")} for part in VIEWS], 9)]),
    ("frame-radius", "corner radii of a view that moves and of one that rests, and a view without",
     [frame([CARD | {"cornerRadius": 12.5}, LABEL | {"cornerRadius": 3.25},
             {"id": ""} | state([0, 0, 0, 0], color="#ffffff")], 10)]),
    ("frame-look", "looks of a view that moves and has a radius, and of one that rests",
     [frame([CARD | {"cornerRadius": 12.5, "look": LOOK}, LABEL | {"look": LOOK},
             {"id": ""} | state([0, 0, 0, 0], color="#ffffff")], 11)]),
    ("looks", "a look with everything, one with defaults, and none", [
        {"looks": {"time": AT, "views": [
            {"id": "card"} | LOOK | STYLE | {
                "image": "weather/sun ☀", "data": '{"a":[1,2.50,{"b":null}],"ü":""}'},
            {"id": "label"} | PLAIN]}},
        {"looks": {"time": AT + 1, "views": []}}]),
    ("segment-look",
     "the shadow on a spring, and the first and the last channel of looks", [segment([
        channel("card", "textRed", 24.1, [SPRING]),
        channel("card", "shadowRadius", 8, [SPRING]),
        channel("label", "shadowY", -3.5, velocity=-120.25),
    ])]),
    ("segment", "every kind of term but pieces, a map and a lever", [segment([
        channel("card", "translationX", 0, [SPRING], velocity=0),
        channel("card", "translationY", -12.125, velocity=-300.03125, generation=2**40),
        channel("card", "rotation", 0.1, [LATER, SPRING], tilt=TILT),
        channel("card", "left", 39.1, [DECAY, LATER]),
        channel("label", "alpha", 0.25, [CURVE]),
        channel("label", "scaleX", 1, [ENDLESS]),
        channel("label", "scaleY", 1.1, [KEYS]),
        channel("кнопка 🂡", "blue", 255, [SPRINGS, STOPPED]),
        channel("", "leverX", -48.7, generation=0),
        channel("", "leverY", 1e-300, generation=0),
    ])]),
    ("segment-pieces", "pieces alone, beside a spring, and with one knot", [segment([
        channel("card", "translationX", 0, [PIECES]),
        channel("card", "left", 39.1, [SPRING, PIECES]),
        channel("label", "alpha", 0.25, [HELD]),
    ])]),
    ("segment-radius", "a corner radius on a spring, and one under a finger", [segment([
        channel("card", "cornerRadius", 24.1, [SPRING]),
        channel("label", "cornerRadius", -3.5, velocity=-120.25),
    ])]),
    ("segment-empty", "a segment of no channels", [segment([], 5)]),
    ("segment-ahead", "a segment that is sent ahead of its time",
     [segment_ahead([channel("card", "top", 39.1, [DECAY])], 250000000)]),
    ("gesture", "a pan's end", [GESTURE]),
    ("gesture-pinch", "a pinch with a name, from an injected finger", [PINCH]),
    ("gesture-rotation", "a rotation that is taken away", [TURN]),
    ("decision", "a contact on a view and one on none, two steps, a follower",
     [HIT, NO_HIT, *STEPS, *FOLLOWERS]),
    ("layout", "frames before and after, in a transaction", [{"layout": {
        "time": AT, "transaction": 12, "views": [
            {"id": "card", "from": [39, 219.375, 312, 405.25], "to": [0, 0, 390, 844]},
            {"id": "", "from": [0, 0, 0, 0], "to": [-1.5, 2, 3, 4.5]}]}}]),
    ("layout-alone", "outside of transactions", [{"layout": {"time": AT, "views": [
        {"id": "label", "from": [8, 16, 296, 22], "to": [8, 16, 296, 44]}]}}]),
    ("done", "both ends of a transaction", [
        {"done": {"id": 1, "time": AT, "moment": "finished", "interrupted": False}},
        {"done": {"id": 1, "time": AT + 500, "moment": "settled", "interrupted": True}}]),
    ("event", "every kind of event", [{"event": body} for body in [
        {"kind": "actionBegan", "time": AT, "name": "öffnen", "velocity": [0, 0]},
        {"kind": "actionFinished", "time": AT + 1, "name": "open", "velocity": [0, 0]},
        {"kind": "actionInterrupted", "time": AT + 2, "name": "open", "velocity": [0, 0]},
        {"kind": "landed", "time": AT + 3, "name": "pull", "view": "card", "at": "medium",
         "velocity": [0, -412.5]},
        {"kind": "settled", "time": AT + 4, "view": "кнопка 🂡", "velocity": [12.125, 3]},
        {"kind": "tapped", "time": AT + 5, "view": "card", "velocity": [0, 0]},
        {"kind": "focused", "time": AT + 6, "view": "label", "velocity": [0, 0]},
        {"kind": "feedback", "time": AT + 7, "name": "open", "velocity": [0, 0],
         "feedback": "rigid"},
        {"kind": "crossed", "time": AT + 8, "name": "dim", "view": "card", "velocity": [-90.5, 0],
         "noticed": AT + 9000},
        {"kind": "crossed", "time": AT + 9, "name": "dim", "view": "card", "velocity": [4, 0]},
        {"kind": "stateChanged", "time": AT + 10, "name": "sheet", "at": "open",
         "velocity": [0, 0]}]]),
    ("idle", "nothing moves", [{"idle": {"seq": 61, "time": AT}}]),
    ("lagged", "events were dropped", [{"lagged": {"dropped": 28836}}]),
    ("error", "why the connection ends", [{"error": {
        "code": "no-hello", "message": "the first message has to be {\"hello\":{}}"}}]),
    ("pong", "the answer to ping", [{"pong": {"id": 7, "now": AT}}]),
    ("pong-wide", "an id that a double does not hold", [{"pong": {"id": 2**64 - 1, "now": AT}}]),
    ("device", "one comes, one without a name goes", [
        {"device": {"id": 1, "phase": "added", "name": "Mock Panel ✓", "kind": "touchscreen"}},
        {"device": {"id": 2, "phase": "removed", "name": "", "kind": "touchpad"}}]),
    ("touch", "four contacts", [{"touch": {"time": AT, "contacts": [
        {"id": 1, "phase": "began", "x": 12.5, "y": 800},
        {"id": 2, "phase": "moved", "x": -1.25, "y": 0},
        {"id": 2**32 + 5, "phase": "ended", "x": 390, "y": 844, "injected": True},
        {"id": 3, "phase": "cancelled", "x": 0, "y": 0}]}}]),
    ("touch-none", "no contact", [{"touch": {"time": AT, "contacts": []}}]),
    ("shm", "shared memory", [{"shm": {"size": 704}}]),
    ("reply", "a command was carried out", [{"reply": {"id": 1, "ok": True}}]),
    ("reply-error", "a command was not", [{"reply": {
        "id": 2, "ok": False, "code": "unknown-name", "message": "no view is called \"crad\""}}]),
    ("reply-document", "the document of the running scene", [{"reply": {
        "id": 3, "ok": True, "epoch": 2,
        "document": '{"snapback":1,"views":[{"id":"Größe \\"1\\"","alpha":0.1}]}'}}]),
    ("measure", "a renderer with fonts is asked", [{"measure": {
        "request": 1, "view": "label", "text": "Grüße", "style": "body", "size": 17,
        "width": 200}}]),
    ("stream", "a conversation of several messages", [
        WELCOME, SNAPSHOT, frame([CARD]), {"idle": {"seq": 3, "time": AT + 24000000}}]),
]

HELLO = {
    "versions": [1], "name": "example", "want": ["frames", "segments"], "views": ["card*"],
    "rate": 60, "pacing": "pull", "ack": True}

# What a client says. `client-stream` has all of it but NEWER.
NEWER = ["client-hello-parts", "client-hello-looks"]
CLIENT = [
    ("client-hello", "an introduction", [{"hello": HELLO}]),
    ("client-hello-parts", "an introduction with a part of states that the client reads",
     [{"hello": HELLO | {"parts": ["cornerRadius"]}}]),
    ("client-hello-looks", "an introduction with both parts that the client reads",
     [{"hello": HELLO | {"parts": ["cornerRadius", "looks"]}}]),
    ("client-hello-bare", "nothing but hello", [{"hello": {}}]),
    ("client-resync", "everything again", [{"resync": {}}]),
    ("client-ping", "is anybody there", [{"ping": {"id": 7}}]),
    ("client-rate", "another rate", [{"rate": {"rate": 30}}]),
    ("client-frame-request", "a frame for a moment",
     [{"frame_request": {"time": AT, "refresh": 16666667}}]),
    ("client-frame-request-variable", "without a refresh interval",
     [{"frame_request": {"time": AT, "refresh": 0}}]),
    ("client-presented", "a frame was shown",
     [{"presented": {"seq": 9, "time": AT, "refresh": 8333333, "discarded": False}}]),
    ("client-discarded", "a frame was not shown",
     [{"presented": {"seq": 10, "time": AT, "refresh": 0, "discarded": True}}]),
    ("client-shm-attach", "shared memory, please", [{"shm_attach": {}}]),
    ("client-status", "a command", [{"status": {"id": 1}}]),
    ("client-change", "a command with a name beyond ASCII",
     [{"change": {"id": 2, "changes": [{"alpha": "кнопка 🂡", "to": 0.5}]}}]),
]


def later_versions():
    """Name, note, bytes, lines: what a later daemon may send, and what this version takes of it."""
    pong = {"pong": {"id": 7, "now": AT}}
    unknown = wire.header(200, b"\x01\x02\x03 a message of a later version", 0, AT)
    yield ("later-type", "a type that is not known, then one that is",
           unknown + wire.message_bytes(pong, NAMES),
           wire.line({"laterType": {"a": [1, {"b": None}]}}) + wire.line(pong))
    sort = [dict(HIT["decision"], kind="guess"), dict(STEPS[0]["decision"], state="dreams"),
            dict(FOLLOWERS[0]["decision"], state="hums")]
    yield ("later-decision", "a kind and two states of decisions that are not known",
           b"".join(wire.message_bytes({"decision": part}, NAMES) for part in sort),
           b"".join(wire.line({"decision": part}) for part in sort))
    longer = wire.payload("pong", pong["pong"], NAMES) + b"more of a later version"
    yield ("later-payload", "a payload that is longer than known, and flags",
           wire.header(27, longer, 0, AT, flags=0x80),
           wire.line({"pong": {"id": 7, "now": AT, "more": "of a later version"}}))
    body = frame([CARD, LABEL])["frame"]
    data = wire.payload("frame", body, NAMES) + struct.pack("<3I", 1, 2, 3)
    yield ("later-frame", "a frame with something behind its views",
           wire.header(19, data, 2, body["time"]), wire.line({"frame": dict(body, more=[1, 2])}))
    states = [state_bytes(part, NAMES.index(part["id"])) for part in (CARD, LABEL, CARD)]
    mask = struct.unpack_from("<H", states[1], 4)[0] | 0x40
    states[1] = states[1][:4] + struct.pack("<H", mask) + states[1][6:] + struct.pack("<f", 1)
    data = struct.pack("<QQII", 18, body["computed"], 3, 0) + b"".join(states)
    yield ("later-state", "the second of three states has a field that is not known: two are read",
           wire.header(19, data, 2, body["time"]), wire.line({"frame": body}))
    mask |= 0x80
    states[1] = states[1][:4] + struct.pack("<H", mask) + states[1][6:] + struct.pack("<f", 2)
    data = struct.pack("<QQII", 18, body["computed"], 3, 0) + b"".join(states)
    yield ("later-state-radius", "a field that is not known is before a corner radius",
           wire.header(19, data, 2, body["time"]), wire.line({"frame": body}))
    other = {"kind": "wobble", "anchor": AT, "end": None, "x": 1, "numbers": [1.0, 2.0]}
    channels = segment([
        channel("card", "translationX", 1.5, [SPRING, other, DECAY]),
        channel("card", "blur", 2.5, [CURVE]),
        channel("label", "alpha", 0.5, [CURVE]),
    ])
    yield ("later-term", "a kind of term and a channel that are not known, and one that is",
           wire.message_bytes(channels, NAMES), wire.line(channels))


def broken():
    """Name, note, bytes: what has to be refused, and must do no harm."""
    def cut(message, count):
        data = wire.message_bytes(message, NAMES)[24:]
        kind = wire.TYPES[next(iter(message))]
        return wire.header(kind, data[:count], 1, AT)

    yield "broken-length", "a length beyond any limit", struct.pack("<IHBBQQ", 0xFFFFFFF0, 19, 1,
                                                                     0, 1, AT)
    yield "broken-version", "another version of the header", struct.pack("<IHBBQQ", 8, 27, 2, 0, 0,
                                                                          AT) + bytes(8)
    yield "broken-welcome", "a welcome that ends early", cut(WELCOME, 39)
    yield "broken-snapshot", "a snapshot that ends in a view", cut(SNAPSHOT, 300)
    yield "broken-frame", "a frame that ends in a view", cut(frame([CARD, LABEL]), 100)
    data = struct.pack("<QQII", 1, AT, 0xFFFFFFFF, 0)
    yield "broken-count", "more views than there are bytes", wire.header(19, data, 1, AT)
    name = bytes([0xFF, 0xFF]) + b"abc"
    yield "broken-string", "a string beyond the end", wire.header(26, name)
    text = struct.pack("<H", 2) + b"\xc3\x28" + string("")
    yield "broken-utf8", "a string that is not UTF-8", wire.header(26, text)
    for size in (0, 39, 41, 0xFFFFFFFF):
        data = bytearray(wire.payload("segment", segment([
            channel("card", "left", 0, [SPRING])])["segment"], NAMES))
        struct.pack_into("<I", data, 16 + 32 + 4, size)
        yield (f"broken-term-{size}", f"a term that says it has {size} bytes",
               wire.header(20, bytes(data), 4, AT))
    data = bytearray(wire.payload("segment", segment([
        channel("card", "left", 0, [KEYS])])["segment"], NAMES))
    struct.pack_into("<H", data, 16 + 32 + 2, 60000)
    yield "broken-keys", "more keys than the term has bytes", wire.header(20, bytes(data), 4, AT)
    data = bytearray(wire.payload("segment", segment([
        channel("card", "left", 0, [SPRING])])["segment"], NAMES))
    struct.pack_into("<d", data, 16 + 32 + 40 + 16, float("nan"))
    yield "broken-number", "a spring whose beta is no number", wire.header(20, bytes(data), 4, AT)
    data = bytearray(wire.payload("segment", segment([
        channel("card", "left", 0, [PIECES])])["segment"], NAMES))
    more = bytearray(data)
    struct.pack_into("<H", more, 16 + 32 + 2, 6)
    yield "broken-knots", "one more knot than the term has bytes", wire.header(
        20, bytes(more), 4, AT)
    struct.pack_into("<d", data, 16 + 32 + 40 + 16 + 24 + 16, float("nan"))
    yield "broken-knot", "a knot whose velocity is no number", wire.header(20, bytes(data), 4, AT)
    yield "broken-text", "a text that is no JSON", wire.header(1, b"{\"reply\":")
