"""Writes the message classes of the Python client. Also has functions that both kinds of readers
share.

python_binary.py and python_ndjson.py write the readers.
"""

import builtins
import keyword
import re

from description import PROTOCOL, filled, joined, listed, snake

# Classes and fields whose names are not those of their records and keys.
CLASSES = {
    "error": "ErrorMessage", "shm": "MemoryReady", "view": "SnapshotView", "state": "ViewState",
    "channel": "ChannelMotion", "map": "Tilt", "event": "SceneEvent",
}
FIELDS = {
    ("view", "id"): "name", ("state", "id"): "view", ("state", "toScreen"): "matrix",
    ("layoutChange", "id"): "view", ("look", "id"): "view", ("layoutChange", "from"): "before",
    ("layoutChange", "to"): "after",
}
# The parts of a state that have several keys, by the first of them. The values are those of a part
# that is made without arguments.
GROUPS = {
    "translation": {
        "name": "transform", "values": {"scale": [1, 1]},
        "summary": "The transform that is applied to a view after layout, about its anchor."},
    "alpha": {"name": "appearance", "values": {"alpha": 1}, "summary": "How a view is drawn."},
}
# Fields in the order in which programs may give them by position; `=` marks those with a default.
# Other keys follow, those without a default before all that have one.
ORDER = {
    "welcome": "version encoding clock now session epoch rate roles features pacing unacknowledged",
    "frame": "seq time revision computed views",
    "gesture": "id time view kind name phase location translation velocity scale scaleVelocity "
               "rotation rotationVelocity injected",
    "event": "kind time name view at velocity feedback",
    "layout": "time transaction views",
    "measure": "request view text style size width",
    "view": "id parent cornerRadius anchor clips text state",
    "text": "string style size lineHeight firstBaseline lastBaseline lines",
    "contact": "id phase x y injected",
    "channel": "view channel generation held= velocity= map= terms= known=",
}
# Keys without a field.
LEFT_OUT = {("map", "kind"), ("term", "kind"), ("measure", "lines")}
# Fields whose absent value is a constant of messages.py.
ABSENT = {("state", "velocity"): "STILL"}
# Fields without a key: their values in _binary.py and in _ndjson.py.
ADDED = {"channel": [{
    "name": "known", "type": "boolean", "default": True,
    "summary": "false if it has a map or a term of a later protocol version; draw the view from "
               "frames then",
    "values": ("all(terms) and (map_ is not None or not map_kind)",
               'all(terms) and (map_ is not None or not body.has("map"))')}]}
# Documentation that the summaries do not contain.
NOTES = {
    "error": "`Client` raises it as `DaemonError`.",
    "idle": "Nothing needs to be drawn until the next message.",
    "lagged": "The client was too slow. A snapshot follows.",
    "measure": "`Client.measured` answers.",
    "progress": "An animation that covers the distance x; `repeat` may be infinite.",
    "segment": "`snapback.motion` evaluates it.",
    "shm": "`Client.memory` holds it.",
    "state": "None means unchanged. A frame and a box are x, y, width, height; a matrix is a, b, "
             "c, d, tx, ty.",
}
SUMMARIES = {
    ("channel", "map"): "what another channel of the view adds",
    ("frame", "computed"): "when the values were computed, in nanoseconds",
    ("frame", "views"): "the states of the views that changed",
    ("segment", "ahead"): "true if the time is in the future: it applies from then on, unless "
                          "another segment arrives before",
    ("transform", "shear"): "a factor",
    ("appearance", "color"): "the fill, red, green and blue from 0 to 255; None draws nothing",
    ("appearance", "visible"): "whether neither the view nor one of its ancestors is hidden",
    ("state", "transform"): "the transform as drawn",
    ("state", "appearance"): "opacity, fill and visibility",
    ("state", "velocity"): "rates of change, per second",
    ("view", "state"): "its state",
}
# Keys for which an unknown name leads to None, in addition to the keys with `unknown` in the
# description.
DROPPED = {("map", "source")}
# Messages other than `text` with handwritten classes and readers.
BY_HAND = ["decision", "reply"]
MESSAGES = [item for item in PROTOCOL["messages"] + PROTOCOL["texts"]
            if item["name"] not in ["text", *BY_HAND]]
# The keys of a term and the numbers before those of a kind that belong to all timing curves.
PROGRESS = ["autoreverses", "reversed"]
RUN = ["x", "delay", "repeat", "duration"]
TYPES = {
    "integer": "int", "time": "int", "number": "float", "boolean": "bool", "color": "RGB",
    "rgba": "RGBA",
    "names": "Tuple[str, ...]",
}
TUPLES = {2: "Pair", 3: "Three", 4: "Four", 6: "Six"}
# Names that readers use in addition to those of fields.
RESERVED = {"r", "m", "v", "body", "time", "seq", "count", "flags", "mask", "earlier"}


def grouped(shape):
    """Returns a record with a mask, and a new record for each of its parts with several keys."""
    keys, payload, groups = [shape["keys"][0]], [], []
    known = {key["name"]: key for key in shape["keys"]}
    for item in shape["payload"]:
        if item[0] != "part" or not item[1]:
            payload.append(item)
            continue
        key = known[item[1][0][0]]
        members = [key] + [other for other in shape["keys"] if other.get("with") == key["name"]]
        if len(members) > 1:
            group = {"name": key["name"], "values": {}, "summary": shape["summary"],
                     **GROUPS.get(key["name"], {}), "payload": item[1]}
            group["keys"] = [
                {**member, "initial": group["values"].get(member["name"], 0),
                 "optional": member["type"] == "color"} for member in members]
            groups.append(group)
            key = {"name": group["name"], "type": "object", "of": group["name"], "optional": True,
                   "is": key["name"], "summary": ""}
            item = ["part", [[key["name"], "inline"]]]
        keys.append(key)
        payload.append(item)
    return [{**shape, "keys": keys, "payload": payload}, *groups]


def shapes():
    """Returns messages and records by name, in the form that this file uses."""
    found = {}
    for item in PROTOCOL["records"] + MESSAGES:
        has_mask = any(part[0] == "mask" for part in item.get("payload", []))
        for shape in grouped(item) if has_mask else [item]:
            name = shape["name"]
            keys = [
                {"from": name, **key} for key in shape["keys"] + ADDED.get(name, [])
                if "only" not in key and (name, key["name"]) not in LEFT_OUT]
            found[name] = {**shape, "keys": keys}
    return found


SHAPES = shapes()
# The names that messages refer to by number or bit.
LISTS = [name for name, items in PROTOCOL.items()
         if isinstance(items[0], str) or name in ("roles", "features")]


def class_of(name):
    return CLASSES.get(name, name[0].upper() + name[1:])


def constant(name):
    """Returns the name of the tuple with the names in a list, such as GESTURE_PHASES."""
    return snake(name).upper()


def field(key):
    name = snake(FIELDS.get((key["from"], key["name"]), key["name"]))
    return name + "_" if keyword.iskeyword(name) else name


def is_dropped(key):
    return key.get("unknown") == "drop" or (key["from"], key["name"]) in DROPPED


def may_be_none(shape):
    """Returns whether a reader returns None for values that only later versions send."""
    return shape["name"] in ("map", "term") or any(map(is_dropped, shape["keys"]))


def in_order():
    """Returns the messages and their records, each message after the records that it refers to."""
    found = []

    def add(shape):
        for key in shape["keys"]:
            name = key.get("of", key["type"])
            if key["type"] in ("object", "array", "state") and name in SHAPES:
                add(SHAPES[name])
        if shape not in found:
            found.append(shape)

    for item in MESSAGES:
        add(SHAPES[item["name"]])
    return found


def annotation(key):
    kind = key["type"]
    if kind == "numbers":
        name = TUPLES.get(key["count"], "Tuple[float, ...]")
    elif kind == "array":
        name = f"Tuple[{class_of(key['of'])}, ...]"
    elif kind in ("object", "state"):
        name = class_of(key.get("of", kind))
    else:
        name = TYPES.get(kind, "str")
    return f"Optional[{name}]" if key.get("optional") or key.get("never") else name


def literal(key, value):
    """Returns a default as Python code."""
    if key["type"] == "numbers":
        numbers = value if isinstance(value, list) else [value] * key["count"]
        return "(" + ", ".join(repr(float(number)) for number in numbers) + ")"
    if key["type"] == "number":
        return repr(float(value))
    if value == []:
        return "()"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def default(key):
    """Returns the default of a field; None if it has none."""
    if (key["from"], key["name"]) in ABSENT:
        return ABSENT[key["from"], key["name"]]
    if key.get("optional"):
        return "None"
    value = key.get("default", key.get("initial"))
    return None if value is None else literal(key, value)


def fields(shape):
    """Returns the keys of a class in the order of its fields, each with its default or None."""
    order = ORDER.get(shape["name"], "").split()
    rows = [(key, None if key["name"] in order else default(key)) for key in shape["keys"]]
    places = {name.rstrip("="): place for place, name in enumerate(order)}
    return sorted(rows, key=lambda row: (
        row[1] is not None, places.get(row[0]["name"], len(places))))


def prose(key):
    """Returns the documentation of a field: the summary of its key, adapted to Python."""
    text = SUMMARIES.get((key["from"], key["name"]), key.get("summary", ""))
    text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text).replace('`"', '"').replace('"`', '"')
    if not key.get("optional"):
        text = re.sub(r"; absent .*", "", text)
    return re.sub(r"\b(absent|null)\b", "None", text)


def class_lines(name, base, summary, rows):
    lines = ["@dataclass(frozen=True)", f"class {name}{base}:"]
    lines += filled(summary, "    ", first='    """')
    notes = []
    for key, _ in rows:
        text, name_of_key = prose(key), field(key)
        if text not in ("", f"the {name_of_key}"):
            notes += filled(text, "        ", first=f"    {name_of_key}: ")
    if notes or len(lines[-1]) > 97:
        lines += ["", *notes, '    """'] if notes else ['    """']
    else:
        lines[-1] += '"""'
    lines.append("")
    for key, value in rows:
        lines.append(f"    {field(key)}: {annotation(key)}" + (f" = {value}" if value else ""))
    return lines


def term_keys(shape):
    """Returns the keys that all terms have, and the keys that only timing curves have."""
    keys = shape["keys"]
    return [key for key in keys if key["name"] not in PROGRESS], [
        key for name in PROGRESS for key in keys if key["name"] == name]


def numbers_of(kind, first=()):
    """Returns the numbers of a kind of term as keys."""
    types = {"points": {"type": "numbers", "count": 4},
             "keys": {"type": "array", "of": "six"}, "knots": {"type": "array", "of": "three"}}
    return [{"from": "term", "name": name, "type": "number", **types.get(name, {})}
            for name in kind if name not in first]


def terms(shape):
    """Returns the class of terms and the classes of their kinds.

    Because these inherit fields, no field has a default.
    """
    base, runs = term_keys(shape)
    found = [class_lines("Term", "", shape["summary"], [(key, None) for key in base])]
    for kind in PROTOCOL["terms"]:
        is_run = kind["numbers"][:len(RUN)] == RUN
        if is_run and runs:
            keys, runs = numbers_of(RUN) + runs, None
            found.append(class_lines(
                "Progress", "(Term)", NOTES["progress"], [(key, None) for key in keys]))
        keys = numbers_of(kind["numbers"], RUN if is_run else ())
        found.append(class_lines(
            class_of(kind["name"]), "(Progress)" if is_run else "(Term)", kind["summary"],
            [(key, None) for key in keys]))
    return found


def messages():
    found = []
    for shape in in_order():
        if shape["name"] == "term":
            found += terms(shape)
            continue
        summary = f"{shape['summary']} {NOTES.get(shape['name'], '')}"
        found.append(class_lines(class_of(shape["name"]), "", summary, fields(shape)))
        for (_, key), name in ABSENT.items():
            if key == shape["name"]:
                found.append([f"{name} = {class_of(key)}()"])
    lines = []
    for item in found:
        lines += ["", "", *item] if lines else item
    return lines


def union():
    names = [item["name"] for item in MESSAGES] + BY_HAND
    names = [class_of(name) for name in names] + ["Reconnected"]
    return ["Message = Union[", *listed(names, "    "), "]"]


def local(key):
    """Returns the variable for a key in a reader."""
    name = field(key)
    return name + "_" if name in RESERVED or hasattr(builtins, name) else name


def reader(name):
    return "_" + snake(name)


def assigned(name, value):
    """Returns an assignment. A value that is too long for the line is in parentheses."""
    line = f"    {name} = {value}"
    return [line] if len(line) <= 100 else [f"    {name} = (", *filled(value + ")", "        ")]


def called(start, pairs):
    """Returns a call. More than five arguments are named if they do not fit in one line."""
    values = [value for _, value in pairs]
    line = f"{start}({', '.join(values)})"
    if len(line) <= 100:
        return [line]
    if len(pairs) > 5:
        values = [f"{name}={value}" for name, value in pairs]
    lines = []
    for row in joined(values, ")", "        "):
        lines += filled(row.strip(), "        ")
    return [start + "(", *lines]


def result(shape, value_of):
    """Returns the arguments of a class's initializer, from the values of its keys."""
    return [(field(key), value_of(key)) for key, _ in fields(shape)]


def is_message(shape):
    return shape["name"] in [item["name"] for item in MESSAGES]


def kinds():
    """Returns the kinds of terms with their numbers: kinds without a timing curve, then kinds with
    one.
    """
    found = list(enumerate(PROTOCOL["terms"], 1))
    timed = [row for row in found if row[1]["numbers"][:len(RUN)] == RUN]
    return [row for row in found if row not in timed], timed


def apart(functions):
    """Returns functions with two blank lines between them."""
    lines = []
    for function in functions:
        lines += ["", "", *function] if lines else function
    return lines


def imports(lines):
    """Returns the import of the name lists that lines use."""
    words = set(re.findall(r"[A-Z_]{2,}", "\n".join(lines)))
    names = sorted(words & {constant(name) for name in LISTS})
    line = f"from ._values import {', '.join(names)}"
    if len(line) <= 100:
        return [line]
    return ["from ._values import (", *listed(names, "    "), ")"]


def view_attributes():
    """Returns the view attributes that a snapshot sets and frames do not change."""
    names = [field(key) for key, _ in fields(SHAPES["view"])]
    return [f"        self.{name} = view.{name}" for name in names if name not in ("parent", "state")]


REGIONS = {
    "messages": messages, "union of messages": union, "view attributes": view_attributes,
}
