"""Writes the JavaScript types of messages. Also has functions that both kinds of readers share.

javascript_codecs.py writes the readers.
"""

import json
import re

from description import PROTOCOL, RECORDS, filled, keys, listed, masked, snake

# Messages and texts with handwritten readers, and handwritten types.
BY_HAND = {"text": "readJSON"}
TEXTS = ["decision", "reply", "summary"]
TYPES_BY_HAND = ["Decision", "Reply", "Summary", "Reconnected"]
# Keys whose unknown names discard the record, in addition to the keys with `unknown`.
DROPPED = {("map", "kind"), ("map", "source")}
# A key that the client adds to a record, and the keys from which its value is computed.
ADDED = {
    "channel": {
        "name": "known", "type": "boolean", "from": ["map", "terms"],
        "binary": "terms.length === count && (map !== null || mapKind === 0)",
        "json": 'terms.length === body.array("terms", []).length'
                ' && (map !== null || !body.has("map"))',
        "summary": "false if it has parts that cannot be evaluated; draw the view from frames then",
    },
}
# The numbers of terms that are more than one number, or that may be absent in JSON.
NUMBERS = {
    "x": {"default": 0}, "delay": {"default": 0},
    "repeat": {"type": "repeat", "default": 1, "summary": "may be Infinity"},
    "points": {"type": "numbers", "count": 4, "summary": "x1, y1, x2, y2"},
    "keys": {"type": "rows", "count": 6, "summary": "time, value, x1, y1, x2, y2"},
    "error": {"summary": "the largest difference from the motion that they approximate"},
    "knots": {"type": "rows", "count": 3, "summary": "time, value, velocity"},
}
# The keys of terms that only kinds with the number `repeat` have.
REPEATED = ["reversed", "autoreverses"]
# Statements after an item of a payload; `least` is the least size of the message or record.
CHECKS = {
    "frame.views": "r.checkCount(count);", "term.length": "r.checkLength(start, length, {least});",
}
# The types whose name is not that of the message or record, and notes on types.
TYPE_NAMES = {
    "error": "ErrorMessage", "shm": "MemoryReady", "view": "SnapshotView", "state": "ViewState",
    "map": "ChannelMap", "event": "SceneEvent",
}
NOTES = {
    "state": "In a frame, null means unchanged.", "error": "The client throws it.",
    "shm": "Only the clients in C and Python use it.",
    "segment": "With `ahead`, it is kept until its time, unless another one comes.",
    "term": "It is exactly 0 from `end` on.",
}
# Values in the scene of keys that a view of a snapshot may not have, if they are not null.
ABSENT = {"box": "[0, 0, 0, 0]"}
# Lists of which all names are known, so that the type is one of them.
UNIONS = ["terms", "maps"]
# The method of Fields and the type of each type of key.
METHODS = {
    "integer": ("integer", "Count"), "time": ("time", "number"), "number": ("number", "number"),
    "hexadecimal": ("string", "string"), "string": ("string", "string"),
    "boolean": ("flag", "boolean"), "color": ("color", "string"), "rgba": ("rgba", "string"),
    "name": ("string", "string"),
    "names": ("strings", "string[]"), "view": ("string", "string"), "earlier": ("string", "string"),
    "numbers": ("numbers", None), "rows": ("rows", None), "repeat": ("repeat", "number"),
}
ARRAYS = {2: "Pair", 3: "Three", 4: "Four", 6: "Six"}
# Keys that cannot be variables: words of the language, and other variables of the readers.
RESERVED = set(
    "body case class const count default delete do enum export flags for function if import in "
    "mask new one place r return super switch this typeof var void while with".split())


def local(name):
    return name + "Value" if name in RESERVED else name


def capital(name):
    return name[0].upper() + name[1:]


def shapes():
    """Returns the messages, texts and records.

    Each record is before the first message or text that contains it.
    """
    found = []

    def visit(shape):
        if shape not in found:
            for key in shape["keys"]:
                if key["type"] in ("object", "array", "state"):
                    visit(RECORDS[key.get("of", key["type"])])
            found.append(shape)

    for shape in PROTOCOL["messages"] + PROTOCOL["texts"]:
        if shape["name"] not in BY_HAND:
            visit(shape)
    return found


def is_record(shape):
    return RECORDS.get(shape["name"]) is shape


def is_term(shape):
    return any(key.get("of") == "terms" and key["type"] == "name" for key in shape["keys"])


def dropping(shape):
    """Returns the keys of a message or record that is discarded if one of these keys has an unknown
    value.
    """
    return [key for key in shape["keys"]
            if "unknown" in key or (shape["name"], key["name"]) in DROPPED]


def may_be_null(shape):
    return is_term(shape) or bool(dropping(shape))


def has_defaults(record):
    return all("default" in key for key in record["keys"])


def default(key):
    is_list = key["type"] == "numbers" and key["default"] == 0
    return json.dumps([0] * key["count"] if is_list else key["default"])


def constant(key):
    """Returns the constant in values.js for a list: GESTURE_PHASES for `gesturePhases`."""
    return snake(key["of"]).upper()


def lists():
    """Returns the lists of names that messages use, by constant."""
    used = {key["of"] for shape in shapes() for key in shape["keys"]
            if key["type"] in ("name", "names")}
    return {
        snake(name).upper(): [item["name"] if isinstance(item, dict) else item for item in items]
        for name, items in PROTOCOL.items() if name in used - {"terms"}}


def numbers(kind):
    """Returns the numbers of a kind of term as keys."""
    return [{"name": name, "type": "number", **NUMBERS.get(name, {})} for name in kind["numbers"]]


def literal(head, rows, tail, indent="  "):
    """Returns rows in braces, in one line if they fit, otherwise in several."""
    line = f"{indent}{head}{{ {', '.join(rows)} }}{tail}"
    if len(line) <= 100:
        return [line]
    return [f"{indent}{head}{{", *listed(rows, indent + "  "), f"{indent}}}{tail}"]


def entries(values):
    """Returns the entries of an object. `values` has the expressions by key."""
    return [name if name == value else f"{name}: {value}" for name, value in values.items()]


def type_name(shape):
    return TYPE_NAMES.get(shape["name"], capital(shape["name"]))


def typed(key):
    """Returns the type of a key, for a comment."""
    name = METHODS[key["type"]][1] if key["type"] in METHODS else type_name(RECORDS[key["of"]])
    if key["type"] == "array":
        name += "[]"
    elif "count" in key:
        name = ARRAYS.get(key["count"], "number[]") + ("[]" if key["type"] == "rows" else "")
    elif key.get("of") in UNIONS and key["type"] == "name":
        items = [item["name"] if isinstance(item, dict) else item for item in PROTOCOL[key["of"]]]
        name = " | ".join(f'"{item}"' for item in items)
    return name + (" | null" if key.get("optional") else "")


def property_of(key, name):
    summary = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", key.get("summary", ""))
    if key.get("never"):
        summary = summary.replace("null", "Infinity")
    first = f" * @property {{{typed(key)}}} {name}"
    return filled(f"{first[3:]} {summary}".rstrip(), " *   ", first=" * ")


def whole_keys(shape):
    """Yields the keys of a record.

    Instead of a key of the type `state`, yields the keys of that record.
    """
    own = keys(shape)
    for key in shape["keys"]:
        if key["type"] == "state":
            yield from (one for one in RECORDS["state"]["keys"] if one["name"] not in own)
        else:
            yield key


def properties(shape):
    lines = []
    for key in whole_keys(shape):
        is_rare = is_term(shape) and key["name"] in REPEATED
        lines += property_of(key, f"[{key['name']}]" if is_rare else key["name"])
    return lines


def number_properties():
    """Returns the comment lines for the numbers of all kinds of terms."""
    lines, kinds = [], PROTOCOL["terms"]
    found = {key["name"]: key for kind in kinds for key in numbers(kind)}
    for name, key in found.items():
        owners = [kind["name"] for kind in kinds if name in kind["numbers"]]
        if len(owners) == len(kinds):
            lines += property_of(key, name)
            continue
        notes = ["of " + ", ".join(f"`{owner}`" for owner in owners)]
        notes += [key["summary"]] if "summary" in key else []
        lines += property_of({**key, "summary": ": ".join(notes)}, f"[{name}]")
    return lines


def types():
    lines, names = ["/**"], []
    for shape in shapes():
        name = type_name(shape)
        notes = " ".join([shape["summary"], NOTES.get(shape["name"], "")]).rstrip()
        lines += filled(f"@typedef {{object}} {name} {notes}", " *   ", first=" * ")
        if not is_record(shape):
            lines.append(f" * @property {{\"{shape['name']}\"}} type")
            names.append(name)
        lines += properties(shape)
        if is_term(shape):
            lines += number_properties()
        if shape["name"] in ADDED:
            lines += property_of(ADDED[shape["name"]], ADDED[shape["name"]]["name"])
        lines.append(" *")
    union = " | ".join(names + TYPES_BY_HAND)
    return lines + filled(f"@typedef {{{union}}} Message", " *   ", first=" * ") + [" */"]


def view_keys():
    """Returns the statements with which the scene copies a view of a snapshot."""
    lines = []
    for key in whole_keys(RECORDS["view"]):
        name = key["name"]
        missing = f" ?? {ABSENT[name]}" if name in ABSENT else ""
        lines.append(f"    this.{name} = view.{name}{missing};")
    return lines


def appearance_keys():
    """Returns the statements that copy the keys of a view outside its state."""
    names = [key["name"] for key in RECORDS["view"]["keys"] if key["type"] != "state"]
    return [f"    this.{name} = view.{name};" for name in names]


def state_keys():
    """Returns the statements with which the scene copies the present parts of a state."""
    lines = []
    for items in masked(RECORDS["state"]):
        if not items:
            continue
        names = [name for one in items
                 for name in (one[2] if one[0] == "flags" else one[:1]) if name != "zero"]
        copies = [f"this.{name} = state.{name};" for name in names]
        test = f"if (state.{names[0]} !== null)"
        if not keys(RECORDS["state"])[names[0]].get("optional"):
            lines += [f"    {copy}" for copy in copies]
        elif len(copies) == 1:
            lines.append(f"    {test} {copies[0]}")
        else:
            lines += [f"    {test} {{", *[f"      {copy}" for copy in copies], "    }"]
    return lines


REGIONS = {
    "types": types, "view keys": view_keys, "appearance keys": appearance_keys,
    "state keys": state_keys,
}
