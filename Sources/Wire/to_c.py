"""Writes the regions of the C client, and of the clients for Qt and GTK."""

import c_codecs
import c_structs
from description import COMMANDS, PROTOCOL, RECORDS, filled, joined, listed, meaning, parameter, snake

# The type of a parameter, what is left out, and the function that writes it.
TYPES = {
    "string": ("const char *{}", "NULL", "string"),
    "object": ("const char *{}", "NULL", "json"),
    "objects": ("const char *{}", "NULL", "json"),
    "boolean": ("int {}", "-1", "boolean"),
    "number": ("double {}", "NAN", "number"),
    "integer": ("int64_t {}", "-1", "integer"),
}


def constants(prefix, rows):
    """Returns the members of an enumeration: name, value, comment."""
    width = max(len(name) + len(value) for name, value, _ in rows)
    lines = []
    for index, (name, value, note) in enumerate(rows):
        comma = "," if index + 1 < len(rows) else ""
        gap = " " * (width - len(name) - len(value) + 2 - len(comma))
        lines += filled(
            note + " */", "     ", first=f"  {prefix}{name} = {value}{comma}{gap}/* ")
    return lines


def features():
    rows = [
        (snake(feature["name"]).upper(), str(1 << bit), feature["summary"])
        for bit, feature in enumerate(PROTOCOL["features"])]
    return ["enum {", *constants("SNAPBACK_", rows), "};"]


def messages():
    rows = [
        (snake(message["name"]).upper(), str(message["number"]), message["summary"])
        for message in PROTOCOL["messages"]]
    rows.append(("LOST", "0x10000", "Not from the wire: the connection was lost."))
    return ["enum {", *constants("SNAPBACK_TYPE_", rows), "};"]


def channels():
    names = [f"SNAPBACK_{snake(name).upper()}" for name in PROTOCOL["channels"]]
    return ["enum {", *listed(names, "  "), "  SNAPBACK_CHANNELS /* the number of channels */", "};"]


def head(command, name="connection"):
    parts = [f"snapback *{name}", "uint64_t id"]
    for field in command["fields"]:
        parts.append(TYPES[field["type"]][0].format(snake(parameter(field))))
    text = f"int snapback_{snake(command['name'])}("
    line = text + ", ".join(parts) + ")"
    return [line] if len(line) <= 98 else [text, *joined(parts, ")", "  ")]


def declarations():
    lines = []
    for command in COMMANDS:
        notes = "".join(f" `{snake(parameter(field))}`: {note(field)}." for field in command["fields"])
        lines += filled(command["summary"] + notes + " */", "   ", first="/* ")
        lines += head(command)
        lines[-1] += ";"
        lines.append("")
    return lines[:-1]


def note(field):
    text = meaning(field).replace("`\"", "\"").replace("\"`", "\"")
    text += ", as JSON" if field["type"] in ("object", "objects") else ""
    return text + (f"; {TYPES[field['type']][1]} to leave it out" if field.get("optional") else "")


def definitions():
    lines = []
    for command in COMMANDS:
        lines += head(command, "c")
        lines[-1] += " {"
        lines.append(f'  snapback__writer w = snapback__command(c, "{command["name"]}", id);')
        for field in command["fields"]:
            need = "0" if field.get("optional") else "1"
            writer = TYPES[field["type"]][2]
            lines.append(
                f'  snapback__write_{writer}(&w, "{field["name"]}", {snake(parameter(field))}, {need});')
        lines += ["  return snapback__send_command(&w);", "}", ""]
    return lines[:-1]


def calls():
    """Returns the commands of the test tool, by name."""
    lines = []
    readers = {"string": "text", "json": "text", "boolean": "flag", "number": "number",
               "integer": "integer"}
    for command in COMMANDS:
        lines.append(f'  if (strcmp(name, "{command["name"]}") == 0) {{')
        parts = ["c", "id"] + [
            f'{readers[TYPES[field["type"]][2]]}_of("{field["name"]}", rest)'
            for field in command["fields"]]
        lines += joined(
            parts, ");", "      ",
            first=f"    return snapback_{snake(command['name'])}(")
        lines.append("  }")
    return lines


def printed(record, key, value):
    """Returns the test tool's statements that print a key of a view, without the preceding comma.
    """
    name, kind = key["name"], key["type"]
    if kind == "string":
        return [f'print_string("{name}", {value});']
    if kind == "earlier":
        return [f'print_string("{name}", name_of(c, {value}));']
    if kind in ("number", "integer"):
        form, type_name = ("%.17g", "double") if kind == "number" else ("%u", "unsigned")
        return [f'printf("\\"{name}\\":{form}", ({type_name}){value});']
    if kind == "boolean":
        return [f'printf("\\"{name}\\":%s", {value} ? "true" : "false");']
    if kind == "numbers":
        return [f'print_array("{name}", {value}, {key["count"]});']
    if kind == "state":
        return [f"print_state(&{value});"]
    return [f'printf("\\"{name}\\":");', f"print_{key['of']}(&{value});"]


def is_written(key, place, value):
    """Returns the condition under which a key is present in JSON; None if it always is."""
    if key["type"] == "earlier":
        return f"{value} != SNAPBACK_NO_VIEW"
    if key["type"] == "object":
        return f"{place}has_{snake(key['name'])}"
    if key["type"] == "string" and key.get("optional"):
        return f"{value}[0] != 0"
    if "default" in key and not key.get("written"):
        absent = key["default"]
        if key["type"] == "boolean":
            return f"!{value}" if absent else value
        return f"{value} < {absent} || {value} > {absent}"
    return None


def printer(name, head):
    """Returns a function that prints a record in the JSON that the daemon writes."""
    lines = [head, "  putchar('{');"]
    for index, key in enumerate(RECORDS[name]["keys"]):
        place = f"{name}->"
        value = place + c_structs.field_name(RECORDS[name], [key["name"]])
        body = (["putchar(',');"] if index else []) + printed(name, key, value)
        condition = is_written(key, place, value)
        if condition:
            lines += [f"  if ({condition}) {{", *[f"    {line}" for line in body], "  }"]
        else:
            lines += [f"  {line}" for line in body]
    return [*lines, "  putchar('}');", "}"]


def view_printing():
    return [
        *printer("text", "static void print_text(const snapback_text *text) {"), "",
        *printer("view", "static void print_view(const snapback *c, const snapback_view *view) {")]


def feature_names():
    wanted = [
        feature["name"] if feature.get("isWanted", True) else "" for feature in PROTOCOL["features"]]
    return [
        "static const char *const snapback__wants[] = {",
        *listed([f'"{name}"' for name in wanted], "  "), "};"]


def event_kinds():
    return listed([f'"{kind}"' for kind in PROTOCOL["eventKinds"]], "  ")


REGIONS = {
    "features": features, "messages": messages, "channels": channels,
    "commands": declarations, "command definitions": definitions, "command calls": calls,
    "feature names": feature_names, "event kinds": event_kinds,
    "view printing": view_printing, **c_structs.REGIONS, **c_codecs.REGIONS,
}
