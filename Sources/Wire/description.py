"""Reads protocol.json, the description of the protocol.

A *message* has `keys`, its body in JSON in the order in which the daemon writes them, and a `payload`,
its bytes after the header in their order. A *record* is a part of messages, with `keys` and `payload`
alike. `texts` are messages that are JSON in both encodings.

A key has a `name`, a `summary` and a `type`:

    integer      a number from 0 to 2^64 - 1: a counter or an id
    time         nanoseconds of the daemon's clock; with `never`, null in JSON and 2^64 - 1 in bytes
                 stand for no end
    hexadecimal  64 bits as 16 digits
    number       a finite number; `numbers` are `count` of them
    string, boolean
    color        "#rrggbb"; 0xAARRGGBB in bytes, where AA is 0 for no color
    name         an entry of the list `of` (clocks, gestures, ...): its text in JSON, its index in bytes.
                 An unknown one is kept as text, or with `unknown: "drop"` the message or the record
                 that has it is left out
    names        entries of the list `of`: an array in JSON, bits in bytes
    view         the name of a view; its handle in bytes, the index in the last snapshot
    earlier      the same for a view that comes before this one in the same snapshot
    object       a record `of`; `array` is a list of them
    state        the keys of the record `state`, in the same object in JSON

and may have:

    header       `time` or `seq`: in bytes, it is that field of the message's header
    precision    how the daemon writes it as text: `length`, `factor` or `exact`
    default      its value where it is absent in JSON; the daemon leaves it out then, unless `written`
                 is true
    defaultKey   the key whose value it has where it is absent
    optional     it may be absent, and is then null: in bytes, an empty string, a handle for no view,
                 0, or a bit of `flags` or of `mask`
    with         it is there if that other key is
    constant     its value in each encoding; it is not in the bytes
    only         the encoding that has it

An item of a payload is an array:

    [key, "u8" | "u16" | "u32" | "u64" | "f32" | "f64" | "handle" | "string"]
                           the value of a key; for `numbers`, as many as there are
    [key, "count"]         u32, how many items an array has; "count8" and "count16" have fewer bits
    [key, "items"]         the items themselves
    [key, "inline"]        the payload of a record, without a length; where the key is optional, only
                           if its flag is set
    ["zero", n]            n bytes that are 0
    ["flags", type, keys]  a bit for each boolean; "scale?" is whether `scale` and the keys `with` it
                           are there
    ["mask", "u16"]        a bit for each of the parts that follow
    ["part", items]        what follows if the bit is set

The payload of `term` is the part that all kinds share. The `numbers` of a kind follow it as f64:
`points` are 4, `keys` are 6 for each of the count in `keys`. A kind's number is its place in `terms`,
from 1. The `map` of a channel follows it if `mapKind` is not 0; 1 is a tilt.
"""

import json
import os
import re
import textwrap

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "protocol.json")

with open(FILE, encoding="utf-8") as file:
    PROTOCOL = json.load(file)

COMMANDS = PROTOCOL["commands"]


def snake(name):
    """`lastBaseline` as `last_baseline`, `view-touches` as `view_touches`."""
    return re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), name).replace("-", "_")


def camel(name):
    """`view-touches` as `viewTouches`."""
    return re.sub(r"-(.)", lambda letter: letter.group(1).upper(), name)


def parameter(field):
    """The name of a field as a parameter of a function."""
    return field.get("parameter", field["name"])


def required(command):
    return [field for field in command["fields"] if not field.get("optional")]


def optional(command):
    return [field for field in command["fields"] if field.get("optional")]


def values(field):
    """The values of a string, as prose: `"first"` or `"second"`."""
    quoted = [f'`"{value}"`' for value in field["values"]]
    return ", ".join(quoted[:-1]) + " or " + quoted[-1]


def meaning(field):
    """The line that documents a parameter."""
    text = field["summary"]
    return f"{text}: {values(field)}" if "values" in field else text


def filled(text, prefix, width=100, first=None):
    """A text in lines of at most `width` columns."""
    return textwrap.wrap(
        text, width, initial_indent=prefix if first is None else first, subsequent_indent=prefix,
        break_long_words=False, break_on_hyphens=False)


def joined(items, end, prefix, width=100, first=None):
    """Items in lines, with a comma between them and `end` behind the last; none is broken."""
    text = ", ".join(item.replace(" ", "\0") for item in items) + end
    return [line.replace("\0", " ") for line in filled(text, prefix, width, first)]


def listed(items, prefix, width=100):
    """Items in lines, with a comma behind each."""
    return joined(items, ",", prefix, width)


def table(head, rows):
    """A table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


MESSAGES = {item["name"]: item for item in PROTOCOL["messages"]}
RECORDS = {item["name"]: item for item in PROTOCOL["records"]}
SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "f32": 4, "f64": 8, "handle": 4, "string": 2,
         "count": 4, "count8": 1, "count16": 2}


def keys(shape):
    """The keys of a message or record, by name."""
    return {key["name"]: key for key in shape["keys"]}


def least_size(shape):
    """How many bytes a message or record has at least: optional parts and strings are empty."""
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
