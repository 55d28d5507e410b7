"""Writes the regions of the JavaScript client."""

import javascript_codecs
import javascript_shapes
from description import COMMANDS, PROTOCOL, RECORDS, filled, keys, listed, meaning, parameter

TYPES = {
    "string": "string", "integer": "number | bigint", "number": "number", "boolean": "boolean",
    "object": "object", "objects": "object[]",
}


def array_of(name, items):
    line = f"export const {name} = [" + ", ".join(f'"{item}"' for item in items) + "];"
    if len(line) <= 100:
        return [line]
    return [f"export const {name} = ["] + listed([f'"{item}"' for item in items], "  ") + ["];"]


def names():
    lines = ["/** The names of channels by their numbers in docs/segments.md. */"]
    lines += array_of("CHANNELS", PROTOCOL["channels"])
    for name, items in javascript_shapes.lists().items():
        if name != "CHANNELS":
            lines += array_of(name, items)
    return lines


def commands():
    lines = []
    for command in COMMANDS:
        lines += ["", *method(command)]
    return lines[1:]


def typed(field):
    mark = "?" if field.get("optional") else ""
    return f"{parameter(field)}{mark}: {TYPES[field['type']]}"


def method(command):
    fields = command["fields"]
    alone = [f for f in fields if f.get("positional") or not (
        f.get("optional") or f.get("inOptions"))]
    grouped = [field for field in fields if field not in alone]
    lines = ["  /**", *filled(command["summary"], "   * ")]
    for field in alone:
        name = f"[{parameter(field)}]" if field.get("optional") else parameter(field)
        first = f"   * @param {{{TYPES[field['type']]}}} {name} "
        lines += filled(meaning(field), "   *   ", first=first)
    if grouped:
        first = "   * @param {{" + ", ".join(typed(field) for field in grouped) + "}} options "
        notes = "; ".join(f"`{parameter(field)}`: {meaning(field)}" for field in grouped)
        lines += filled(first[5:] + notes, "   *   ", first="   * ")
    lines.append("   */")
    parts = [parameter(field) for field in alone]
    if grouped:
        is_needed = any(not field.get("optional") for field in grouped)
        names = ", ".join(parameter(field) for field in grouped)
        parts.append("{ " + names + (" }" if is_needed else " } = {}"))
    lines.append(f"  {command['name']}({', '.join(parts)}) {{")
    body = ", ".join(
        field["name"] if parameter(field) == field["name"]
        else f"{field['name']}: {parameter(field)}" for field in fields)
    call = f'    return this.request("{command["name"]}"' + (f", {{ {body} }}" if body else "")
    return lines + [call + ");", "  }"]


def view_numbers():
    """Returns the number of f32 of a view in bytes, without those of its state."""
    known = keys(RECORDS["view"])
    counts = [known[item[0]].get("count", 1) for item in RECORDS["view"]["payload"]
              if item[1] == "f32"]
    return ["/** How many numbers of 32 bits precede the state of a view. */",
            f"const VIEW_NUMBERS = {sum(counts)};"]


REGIONS = {
    "numbers of a view": view_numbers,
    "names": names, "commands": commands, **javascript_shapes.REGIONS, **javascript_codecs.REGIONS,
}
