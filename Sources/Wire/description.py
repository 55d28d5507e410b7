"""Reads protocol.json, the description of the protocol.

The list `gestures` names a group of scene.json, and consists of the keys of that group. Names of
lists are numbered in their order in bytes, so a new name is the last.

A *message* has `keys` and a `payload`. The `keys` are its body in JSON, in the order in which the
daemon writes them. The `payload` is the sequence of its bytes after the header. A *record* is a
part of messages, and also has `keys` and a `payload`. `texts` are messages that are JSON in both
encodings.

A key has a `name`, a `type` and a `summary`, in which `{values}` stands for the names of a list:

    integer      a number from 0 to 2^64 - 1: a counter or an id
    time         nanoseconds of the daemon's clock; with `never`, null in JSON and 2^64 - 1 in bytes
                 mean that there is no such time
    hexadecimal  64 bits as 16 digits
    number       a finite number; `numbers` are `count` of them
    string, boolean
    color        "#rrggbb"; 0xAARRGGBB in bytes, where AA is 0 for no color
    rgba         "#rrggbbaa"; 0xAARRGGBB in bytes, where AA is the opacity
    name         an entry of the list `of` (clocks, gestures, ...): its text in JSON, its index in bytes.
                 An unknown entry is kept as text; with `unknown: "drop"`, the message or the record
                 that contains an unknown entry is discarded
    names        entries of the list `of`: an array in JSON, bits in bytes
    view         the name of a view; in bytes its handle, which is its index in the last snapshot
    earlier      the name or handle of a view that precedes this one in the same snapshot
    object       a record `of`; `array` is a list of them
    state        the keys of the record `state`, in the same object in JSON

and may have:

    header       `time` or `seq`: in bytes, the key is this field of the message's header
    precision    how the daemon writes the value as text: `length`, `factor` or `exact`
    default      the value of a key that is absent in JSON; the daemon omits a key with this value,
                 unless `written` is true
    defaultKey   the key whose value this key has where it is absent
    optional     the key may be absent, and its value is then null; in bytes, null is an empty
                 string, a handle for no view, 0, or a cleared bit of `flags` or of `mask`
    with         another key; this key is present exactly if that key is
    constant     the value in each encoding; the key is not in the bytes
    only         the only encoding that contains the key

An item of a payload is an array:

    [key, "u8" | "u16" | "u32" | "u64" | "f32" | "f64" | "handle" | "string"]
                           the value of a key; for `numbers`, each of them
    [key, "count"]         u32, the number of items in an array; "count8" and "count16" have fewer
                           bits
    [key, "items"]         the items of the array
    [key, "inline"]        the payload of a record, without a length; if the key is optional, only
                           if its flag is set
    ["zero", n]            n bytes that are 0
    ["flags", type, keys]  a bit for each boolean; the bit of "scale?" is set if `scale` and the
                           keys `with` it are present
    ["mask", "u16"]        a bit for each of the following parts
    ["part", items]        the items of a part, which are present if its bit is set; a bit without
                           items is unassigned, and readers treat it as unknown

A command has `fields`, the keys of its value, and `send`, its verbs of `snapback send`. A verb
`byKeys` takes the required keys as arguments and the others as options; its code is generated.

The payload of `term` is the part that all kinds of terms have. After this part, the `numbers` of
the kind follow as f64: 4 for `points`; the count `keys` is the number of keyframes, with 6 each, or
of `knots`, with 3 each. The number of a kind is its position in `terms`, from 1. After a channel,
its `map` follows if `mapKind` is not 0; 1 is a tilt.
"""

import json
import os
import re
import textwrap

import scene

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "protocol.json")

with open(FILE, encoding="utf-8") as file:
    PROTOCOL = json.load(file)

PROTOCOL["gestures"] = [key["name"] for key in scene.GROUPS[PROTOCOL["gestures"]]["keys"]]
COMMANDS = PROTOCOL["commands"]


def snake(name):
    """Converts a name to snake case: `lastBaseline` to `last_baseline`, `view-touches` to
    `view_touches`.
    """
    return re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), name).replace("-", "_")


def camel(name):
    """Converts a name to camel case: `view-touches` to `viewTouches`."""
    return re.sub(r"-(.)", lambda letter: letter.group(1).upper(), name)


def parameter(field):
    """Returns the name that a field has as a parameter of a function."""
    return field.get("parameter", field["name"])


def required(command):
    return [field for field in command["fields"] if not field.get("optional")]


def optional(command):
    return [field for field in command["fields"] if field.get("optional")]


def values(field):
    """Returns the possible values of a string, as prose: `"first"` or `"second"`."""
    quoted = [f'`"{value}"`' for value in field["values"]]
    return ", ".join(quoted[:-1]) + " or " + quoted[-1]


def meaning(field):
    """Returns the line that documents a parameter."""
    text = field["summary"]
    return f"{text}: {values(field)}" if "values" in field else text


def filled(text, prefix, width=100, first=None):
    """Wraps a text into lines of at most `width` columns."""
    return textwrap.wrap(
        text, width, initial_indent=prefix if first is None else first, subsequent_indent=prefix,
        break_long_words=False, break_on_hyphens=False)


def joined(items, end, prefix, width=100, first=None):
    """Returns items in lines, with commas between them and `end` after the last.

    No item is broken.
    """
    text = ", ".join(item.replace(" ", "\0") for item in items) + end
    return [line.replace("\0", " ") for line in filled(text, prefix, width, first)]


def listed(items, prefix, width=100):
    """Returns items in lines, with a comma after each."""
    return joined(items, ",", prefix, width)


def table(head, rows):
    """Returns a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


for shape in PROTOCOL["messages"] + PROTOCOL["records"]:
    for key in shape.get("keys", []):
        if "{values}" in key.get("summary", ""):
            names = values({"values": PROTOCOL[key["of"]]})
            key["summary"] = key["summary"].replace("{values}", names)

MESSAGES = {item["name"]: item for item in PROTOCOL["messages"]}
RECORDS = {item["name"]: item for item in PROTOCOL["records"]}
SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "f32": 4, "f64": 8, "handle": 4, "string": 2,
         "count": 4, "count8": 1, "count16": 2}


def keys(shape):
    """Returns the keys of a message or record, by name."""
    return {key["name"]: key for key in shape["keys"]}


def least_size(shape):
    """Returns the smallest size of a message or record in bytes: without optional parts, and with
    empty strings.
    """
    total = 0
    known = keys(shape)
    for item in shape["payload"]:
        name, form = item[0], item[1]
        if name == "zero":
            total += form
        elif name == "part" or form == "items" or form == "map":
            continue
        elif form == "record":
            total += least_size(RECORDS[known[name]["type"]])
        elif form == "inline":
            total += 0 if known[name].get("optional") else least_size(RECORDS[known[name]["of"]])
        else:
            total += SIZES[form] * known.get(name, {}).get("count", 1)
    return total


def masked(shape):
    """Returns the parts of a record with a mask, in the order of their bits."""
    return [item[1] for item in shape["payload"] if item[0] == "part"]


def known_bits(shape):
    """Returns the bits of a record's mask that have a part."""
    return sum(1 << bit for bit, items in enumerate(masked(shape)) if items)


def part_tests(shape, equals="=="):
    """Returns the condition of each bit of a record's mask under which its part can be read.

    The size of the part of an unassigned bit is unknown, so no part after it can be located.
    """
    tests, unassigned = [], 0
    for place, items in enumerate(masked(shape)):
        bit = 1 << place
        unassigned |= 0 if items else bit
        tests.append(
            f"(mask & {unassigned | bit}) {equals} {bit}" if unassigned else f"mask & {bit}")
    return tests
