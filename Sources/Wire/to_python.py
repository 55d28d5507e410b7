"""The regions of the Python client."""

from description import COMMANDS, PROTOCOL, filled, joined, listed, meaning, parameter, snake

TYPES = {
    "string": "str", "integer": "int", "number": "float", "boolean": "bool", "object": "Body",
    "objects": "Sequence[Body]",
}


def tuple_of(name, items, annotation=""):
    return [f"{name}{annotation} = ("] + listed([f'"{item}"' for item in items], "    ") + [")"]


def names():
    return [
        "# The numbers of docs/segments.md.",
        *tuple_of("CHANNELS", PROTOCOL["channels"], ": Tuple[str, ...]"),
        *tuple_of("ROLES", [role["name"] for role in PROTOCOL["roles"]]),
        *tuple_of("FEATURES", [feature["name"] for feature in PROTOCOL["features"]]),
        *tuple_of("GESTURES", PROTOCOL["gestures"]),
        *tuple_of("GESTURE_PHASES", PROTOCOL["gesturePhases"]),
        *tuple_of("CONTACT_PHASES", PROTOCOL["contactPhases"]),
    ]


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
    call = f"        return self.command({', '.join(body)})"
    if len(call) <= 100:
        return lines + [call]
    inner = joined(body, ")", "            ")
    return lines + ["        return self.command(", *inner]


REGIONS = {"names": names, "commands": commands}
