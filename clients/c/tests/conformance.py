"""The C library against Tests/Fixtures/protocol: conformance.py TOOL

All that a daemon sends has to be read as the text beside it says, in pieces of any size; what is
broken has to be refused; and motions have to be where 60 digits say that they are.
"""

import json
import math
import random
import struct
import sys

from tool import VECTORS, Count, Tool, lines, vector

# The tests of the protocol's vectors, which write messages without the library.
sys.path.insert(0, f"{VECTORS}/../../Protocol")

import views as protocol  # noqa: E402
import wire  # noqa: E402

count = Count("conformance")
tool = Tool(sys.argv[1])
generator = random.Random(7)


def feed(data, piece):
    """What is made of bytes that come in pieces."""
    messages = []
    for start in range(0, len(data), piece):
        code, some = tool.ask(f"bytes {data[start:start + piece].hex()}")
        messages += some
        if code < 0:
            return code, messages
    return 0, messages


def as_text_says(name, body, header):
    """A message of the text, as the tool prints the same of bytes."""
    body = dict(body)
    if name == "welcome":
        body.pop("encoding")
        header["time"] = body.pop("now")
    elif name == "pong":
        header["time"] = body.pop("now")
        body.pop("more", None)
    elif name in ("snapshot", "frame", "segment", "idle"):
        header["seq"] = body.pop("seq")
        header["time"] = body.pop("time")
        body.pop("more", None)
    elif "time" in body and name in ("gesture", "layout", "done", "touch", "event", "looks"):
        header["time"] = body.pop("time")
    elif name == "shm":
        # No descriptors come with a vector.
        body["code"] = -3
    if name == "segment":
        body["channels"] = sorted(
            (channel(part) for part in body["channels"] if part["channel"] != "blur"), key=place)
        if body.get("ahead"):
            # The library keeps its channels until then; check_ahead looks at them.
            body["channels"] = []
    return {name: body, "header": header}


def channel(part):
    """A channel without what this version does not know."""
    part = dict(part)
    known = [term for term in part.get("terms", []) if term["kind"] != "wobble"]
    if len(known) < len(part.get("terms", [])):
        part |= {"terms": known, "isKnown": False}
    return part


def place(part):
    names = [view["id"] for view in lines("snapshot.json")[0]["snapshot"]["views"]]
    return names.index(part["view"]), wire.CHANNELS.index(part["channel"])


def same(left, right):
    return json.dumps(left, sort_keys=True, default=str) == json.dumps(right, sort_keys=True)


def numbers(value):
    """The same with all numbers as they compare: 1 and 1.0 are one, 2^64 - 1 is kept."""
    if isinstance(value, float) and value == int(value):
        return int(value)
    if isinstance(value, dict):
        return {key: numbers(part) for key, part in value.items()}
    return [numbers(part) for part in value] if isinstance(value, list) else value


def check_messages(name):
    for piece in (1, 7, 24, 4096, generator.randrange(2, 200)):
        tool.do("create 0")
        if not name.startswith("snapshot") and name != "stream":
            feed(vector("snapshot.bin"), 4096)
        code, found = feed(vector(f"{name}.bin"), piece)
        expected = []
        for message in lines(f"{name}.json"):
            (kind, body), = message.items()
            if kind == "laterType":
                continue
            if kind in ("reply", "measure", "decision"):
                expected.append(message)
            else:
                expected.append(as_text_says(kind, body, {"seq": 0, "time": 0}))
        count.check(
            f"{name} in pieces of {piece}", code == 0 and same(numbers(found), numbers(expected)),
            f"\n  found    {json.dumps(numbers(found))}"
            f"\n  expected {json.dumps(numbers(expected))}")


def check_refused(name):
    tool.do("create 0")
    feed(vector("snapshot.bin"), 4096)
    code, found = feed(vector(f"{name}.bin"), 13)
    count.check(f"{name} is refused", code < 0 and not found, f"{code} {found}")
    again, _ = tool.ask("bytes ")
    count.check(f"{name} stays refused", again == code, f"{again}")


def check_motion():
    """segments.json: within 1e-9, relative to the rate's magnitude where that is above 1."""
    worst = [0, 0]
    points = 0
    with open(f"{VECTORS}/segments.json", encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    for case in cases:
        body = case["channel"]
        channels = [body] + ([case["source"]] if "source" in case else [])
        message = {"segment": {"seq": 2, "time": 0, "revision": 1, "channels": channels}}
        tool.do("create 0")
        feed(vector("snapshot.bin"), 4096)
        code, _ = feed(wire.message_bytes(message, ["screen", "card"]), 4096)
        for time, value, velocity in case["at"]:
            found = tool.do(f"value 1 {body['channel']} {time}")[0]["value"]
            errors = [
                abs(found[0] - value), abs(found[1] - velocity) / max(1, abs(velocity))]
            worst = [max(pair) for pair in zip(worst, errors)]
            points += 1
            count.check(
                f"{body} at {time}", code == 0 and max(errors) <= 1e-9,
                f"found {found}, expected {value} {velocity}")
    print(f"motion: {points} moments of {len(cases)} channels, errors at most "
          f"{worst[0]:.1e} in the value and {worst[1]:.1e} in the rate")


def product(p, q):
    """The matrix of first q, then p; six numbers as in CSS."""
    return [p[0] * q[0] + p[2] * q[1], p[1] * q[0] + p[3] * q[1],
            p[0] * q[2] + p[2] * q[3], p[1] * q[2] + p[3] * q[3],
            p[0] * q[4] + p[2] * q[5] + p[4], p[1] * q[4] + p[3] * q[5] + p[5]]


def moved(x, y):
    return [1, 0, 0, 1, x, y]


def expected_pose(value, parent, anchor):
    """Where a view is drawn by docs/segments.md, step by step; `value` has its channels by name."""
    turn, wide, high, shear = (value[name] for name in ("rotation", "scaleX", "scaleY", "shear"))
    if parent:
        x = value["left"] - parent["value"]["left"] - parent["value"]["scrollX"]
        y = value["top"] - parent["value"]["top"] - parent["value"]["scrollY"]
    else:
        x, y = value["left"], value["top"]
    frame = [x, y, max(0, value["right"] - value["left"]), max(0, value["bottom"] - value["top"])]
    around = [math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0]
    stretch = [wide, 0, shear * high, high, 0, 0]
    lever = product(stretch, moved(value["leverX"], value["leverY"]))[4:]
    turned = product(around, moved(*lever))[4:]
    way = [value["translationX"] + lever[0] - turned[0],
           value["translationY"] + lever[1] - turned[1]]
    middle = [anchor[0] * frame[2], anchor[1] * frame[3]]
    matrix = [1, 0, 0, 1, 0, 0]
    if parent:
        for part in (parent["toScreen"], moved(x, y), moved(*way), moved(*middle), around, stretch,
                     moved(-middle[0], -middle[1])):
            matrix = product(matrix, part)
    bytes_of = [
        math.floor(min(max(value[name], 0), 255) + 0.5) for name in ("red", "green", "blue")]
    return {"frame": frame, "translation": way, "rotation": turn, "scale": [wide, high],
            "shear": shear, "toScreen": matrix, "alpha": min(max(value["alpha"], 0), 1),
            "rgb": bytes_of,
            "visible": int(value["alpha"] > 0 and (not parent or parent["visible"]))}


def check_poses():
    """Poses of views within views, with all that a transform has, and a rotation by a map."""
    names = wire.CHANNELS
    parents, anchors = [None, 0, 1, 1, 0], [(.5, .5), (.5, .25), (.5, .5), (0, 1), (1, 0)]
    colored = [True, True, False, True, True]
    for turn in range(40):
        values, channels = [], []
        for view in range(5):
            value = {name: generator.uniform(-300, 300) for name in names}
            for name in ("rotation", "shear", "scaleX", "scaleY", "alpha"):
                value[name] = generator.uniform(-2, 3)
            for name in generator.sample(names, turn % 7):
                value[name] = 1 if name in ("scaleX", "scaleY", "alpha") else 0
            values.append(value)
            for number, name in enumerate(names):
                map_kind = int(name == "rotation" and view % 2)
                data = struct.pack("<IHBBQdd", view, number, map_kind, 0, 1, value[name], 0)
                if map_kind:
                    data += struct.pack("<HHIdd", 6, 0, 0, 0.25, 120)
                    value[name] += 0.25 * math.tanh(value["translationX"] / 120)
                channels.append(data)
        generator.shuffle(channels)
        data = struct.pack("<QII", 1, len(channels), 0) + b"".join(channels)
        tool.do("create 0")
        feed(vector("snapshot.bin") + struct.pack("<IHBBQQ", len(data), 20, 1, 0, 2, 0) + data, 999)
        poses = tool.do("evaluate 0")[0]["poses"]
        expected = []
        for view, value in enumerate(values):
            parent = None if view == 0 else dict(
                expected[parents[view]], value=values[parents[view]])
            expected.append(expected_pose(value, parent, anchors[view]))
        worst = 0
        for pose, wanted, value in zip(poses, expected, values):
            worst = max(worst, abs(pose["cornerRadius"] - max(0, value["cornerRadius"])))
            for key in ("frame", "translation", "scale", "toScreen"):
                worst = max([worst] + [
                    abs(a - b) / max(1, abs(b)) for a, b in zip(pose[key], wanted[key])])
            for key in ("rotation", "shear", "alpha"):
                worst = max(worst, abs(pose[key] - wanted[key]))
        count.check(f"poses of scene {turn}", len(poses) == 5 and worst <= 1e-9, worst)
        found = [pose["color"] for pose in poses]
        wanted = [0xFF000000 | row["rgb"][0] << 16 | row["rgb"][1] << 8 | row["rgb"][2]
                  if has else 0 for row, has in zip(expected, colored)]
        count.check(f"colors of scene {turn}", found == wanted, f"{found} {wanted}")
        count.check(f"what is seen of scene {turn}", [pose["visible"] for pose in poses]
                    == [row["visible"] for row in expected])


def check_default_and_unknown():
    """What nothing was said of is at its default; what is not known is drawn from frames."""
    tool.do("create 0")
    feed(vector("snapshot.bin") + vector("segment-empty.bin"), 4096)
    pose = tool.do("evaluate 0")[0]["poses"][2]
    count.check("defaults", pose["scale"] == [1, 1] and pose["alpha"] == 1 and pose["exact"] == 1)
    feed(vector("later-term.bin"), 4096)
    poses = tool.do("evaluate 4612457405444")[0]["poses"]
    state = lines("snapshot.json")[0]["snapshot"]["views"]
    count.check("a view with an unknown term is as the snapshot says",
                poses[1]["exact"] == 0 and poses[1]["toScreen"] == state[1]["toScreen"], poses[1])
    count.check("its children are not exact, other views are",
                [pose["exact"] for pose in poses] == [1, 0, 0, 0, 1], poses)


def check_radii():
    """Without a segment for it, a corner radius is that of the last frame that has it, otherwise
    that of the snapshot."""
    tool.do("create 0")
    feed(vector("snapshot.bin") + vector("segment-empty.bin"), 4096)
    for name, wanted in (("frame", [0, 24, 0, 4.5, 0]), ("frame-radius", [0, 12.5, 3.25, 4.5, 0])):
        feed(vector(f"{name}.bin"), 4096)
        radii = [pose["cornerRadius"] for pose in tool.do("evaluate 0")[0]["poses"]]
        count.check(f"radii after {name}", radii == wanted, radii)


def snapshot_of(parents):
    """A snapshot of views with these parents."""
    # A parent by its handle, which need not be that of a view.
    class Handles(list):
        def index(self, handle):
            return handle

    views = [protocol.view(f"view{handle}", None if parent == protocol.NO_VIEW else parent, 0,
                           [0.5, 0.5], protocol.state([1, 2, 3, 4], color="#112233"))
             for handle, parent in enumerate(parents)]
    body = {"revision": 1, "epoch": 1, "screen": protocol.SCREEN, "views": views}
    return wire.header(wire.TYPES["snapshot"], protocol.snapshot_bytes(body, Handles()), 1)


def check_parents():
    """A parent comes before its children, and only the first view has none."""
    none = 0xFFFFFFFF
    for parents, is_right in (
            ([none, 0, 1, 0], True), ([none, 1], False), ([none, 2, 0], False), ([0], False),
            ([none, none], False), ([none, 0, 0x80000000], False)):
        tool.do("create 0")
        code, _ = feed(snapshot_of(parents), 4096)
        count.check(f"parents {parents}", code == (0 if is_right else -3), code)
        views = len(tool.do("evaluate 0")[0]["poses"])
        count.check(f"views of {parents}", views == (len(parents) if is_right else 0), views)


def check_masks():
    """What a state leaves out is as it was, but for the velocities, which are 0."""
    tool.do("create 0")
    feed(vector("snapshot.bin") + vector("frame-all.bin"), 4096)
    data = struct.pack("<QQII", 9, 8, 1, 0) + struct.pack("<IHH4f", 1, 1, 0, 5, 6, 7, 8)
    code, found = feed(struct.pack("<IHBBQQ", len(data), 19, 1, 0, 5, 4) + data, 4096)
    (view,) = found[0]["frame"]["views"]
    was = lines("snapshot.json")[0]["snapshot"]["views"][1]
    kept = ("translation", "rotation", "scale", "shear", "alpha", "color", "toScreen", "box")
    count.check("what is left out is kept", code == 0 and view["frame"] == [5, 6, 7, 8]
                and all(view[key] == was[key] for key in kept), view)
    count.check("velocities are 0", view["velocity"] == {"translation": [0, 0], "rotation": 0},
                view["velocity"])


def check_steady():
    """After the first frames nothing more is allocated."""
    tool.do("create 0")
    data = b"".join(vector(f"{name}.bin") for name in (
        "frame-all", "segment", "later-term", "frame", "gesture-pinch", "layout", "touch", "device",
        "segment-empty", "reply"))
    feed(vector("snapshot.bin") + data * 3 + vector("snapshot.bin") + data, 4096)
    tool.do("evaluate 0")
    before = tool.do("memory")[0]
    for _ in range(20):
        code, _ = feed(data + vector("snapshot.bin") + data, 1500)
        tool.do("evaluate 4612457405444")
    after = tool.do("memory")[0]
    count.check("memory is steady", code == 0 and before == after, f"{before} {after}")


def check_ahead():
    """A segment that is sent ahead of its time holds from then on, unless another one comes."""
    def segment(time, held, flags, handles=(0,)):
        channels = b"".join(
            struct.pack("<IHBBQdd", handle, 2, 0, 0, 1, held, 0) for handle in handles)
        payload = struct.pack("<QII", 1, len(handles), flags) + channels
        return struct.pack("<IHBBQQ", len(payload), 20, 1, 0, 2, time) + payload

    def widths(data, times):
        tool.do("create 0")
        code, _ = feed(snapshot_of([0xFFFFFFFF]) + segment(5, 40, 0) + data, 4096)
        return code, [tool.do(f"evaluate {time}")[0]["poses"][0]["frame"][2] for time in times]

    ahead = segment(20, 50, 1)
    found = widths(ahead, (9, 19, 20, 9))
    count.check("a segment ahead of its time", found == (0, [40, 40, 50, 50]), found)
    found = widths(ahead + segment(9, 0, 0, ()), (9, 25))
    count.check("an empty segment discards it", found == (0, [40, 40]), found)
    found = widths(ahead + segment(30, 60, 1), (25, 35))
    count.check("another one replaces it", found == (0, [40, 60]), found)
    broken = segment(20, float("nan"), 1)
    code, _ = feed(broken, 4096)
    count.check("a broken one is refused at once", code == -3, code)


def check_memory():
    """A limit is kept: a message that needs more is refused, and nothing else is lost."""
    for limit in (2000, 5000, 20000):
        tool.do(f"create {limit}")
        data = vector("snapshot.bin") + vector("segment.bin") * 3
        code, _ = feed(data, 4096)
        held = tool.do("memory")[0]
        # The connection itself has some hundred bytes.
        count.check(f"{limit} bytes", held <= limit + 1200, f"{held}")
        count.check(f"{limit} bytes: code", code == (0 if limit == 20000 else -4), f"{code}")
    check_masks()
    check_parents()
    check_steady()
    many = 10_000
    tool.do("create 0")
    snapshot = snapshot_of([handle // 2 if handle else 0xFFFFFFFF for handle in range(many)])
    body = b"".join(
        struct.pack("<IHBBQdd", handle, number, 0, 0, 1, 5.0 * number, 0)
        for handle in range(many) for number in (0, 1, 2, 3, 13, 14, 15))
    data = struct.pack("<QII", 1, 7 * many, 0) + body
    segment = struct.pack("<IHBBQQ", len(data), 20, 1, 0, 2, 0) + data
    code, found = feed(snapshot + segment, 1 << 20)
    poses = tool.do("evaluate 0")[0]["poses"]
    held = tool.do("memory")[0]
    count.check("10 000 views fit into the default limit", code == 0 and len(poses) == many, code)
    print(f"memory: {held / 1e6:.1f} MB for 10 000 views with 7 channels each")


if __name__ == "__main__":
    with open(f"{VECTORS}/vectors.json", encoding="utf-8") as file:
        listing = json.load(file)["vectors"]
    for row in listing:
        if row["from"] in ("daemon", "later daemon"):
            check_messages(row["name"])
        elif row["from"] == "broken daemon":
            check_refused(row["name"])
    check_motion()
    check_poses()
    check_default_and_unknown()
    check_radii()
    check_ahead()
    check_memory()
    count.check("the tool ends well", tool.close() == 0)
    count.end()
