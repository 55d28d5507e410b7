"""Reads protocol.json, the description of the protocol."""

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
