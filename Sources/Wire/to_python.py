"""Writes the regions of the Python client."""

import python_binary
import python_codecs
import python_ndjson
from description import COMMANDS, PROTOCOL, filled, joined, listed, meaning, parameter, snake

TYPES = {
    "string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "Body",
    "objects": "Sequence[Body]",
}


def tuple_of(name, items, annotation=""):
    return [f"{name}{annotation} = ("] + listed([f'"{item}"' for item in items], "    ") + [")"]


def names():
    lines = [
        "# The numbers of docs/segments.md.",
        *tuple_of("CHANNELS", PROTOCOL["channels"], ": Tuple[str, ...]"),
    ]
    for name in python_codecs.LISTS:
        items = PROTOCOL[name]
        if name != "channels":
            lines += tuple_of(python_codecs.constant(name), [
                item if isinstance(item, str) else item["name"] for item in items])
    return lines


def name_of(field):
    return snake(field.get("python", parameter(field)))


def commands():
    lines = []
    for command in COMMANDS:
        lines += ["", *method(command)]
    return lines[1:]


def method(command):
    parts, body, notes = ["self"], [f'"{command["name"]}"'], []
    for field in command["fields"]:
        name, kind = name_of(field), TYPES[field["type"]]
        is_optional = field.get("optional")
        parts.append(f"{name}: Optional[{kind}] = None" if is_optional else f"{name}: {kind}")
        value = f"list({name})" if field["type"] == "objects" else name
        body.append(f"{field['name']}={value}")
        notes += filled(meaning(field), "            ", first=f"        {name}: ")
    head = f"    def {command['name']}({', '.join(parts)}) -> Reply:"
    lines = [head]
    if len(head) > 100:
        lines = [f"    def {command['name']}(", *listed(parts, "        "), "    ) -> Reply:"]
    lines += filled(command["summary"], "        ", first='        """')
    if notes:
        lines += ["", *notes, '        """']
    elif len(lines[-1]) <= 97:
        lines[-1] += '"""'
    else:
        lines.append('        """')
    call = f"        return self.command({', '.join(body)})"
    if len(call) <= 100:
        return lines + [call]
    inner = joined(body, ")", "            ")
    return lines + ["        return self.command(", *inner]


REGIONS = {
    "names": names, "commands": commands, **python_codecs.REGIONS, **python_binary.REGIONS,
    **python_ndjson.REGIONS,
}
