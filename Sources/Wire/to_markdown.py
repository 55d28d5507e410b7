"""Writes the tables of docs/."""

import scene_markdown
from description import COMMANDS, PROTOCOL, RECORDS, SIZES, keys, least_size, masked, table

TYPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def features():
    rows = []
    for feature in PROTOCOL["features"]:
        if feature.get("isWanted", True):
            roles = ", ".join(f"`{role}`" for role in feature["roles"])
            standard = "yes" if feature.get("standard") else ""
            rows.append([f"`{feature['name']}`", feature.get("markdown") or feature["summary"], roles, standard])
    return table(["`want`", "Messages", "Roles", "By default"], rows)


def kind(field):
    if "values" in field:
        return ", ".join(f'`"{value}"`' for value in field["values"])
    return field.get("markdown") or TYPES[field["type"]]


def command_keys(command):
    """Returns the table of a command's keys."""
    rows = [
        [f"`{field['name']}`", kind(field), field["summary"],
         "" if field.get("optional") else "yes"]
        for field in command["fields"]]
    return table(["Key", "Type", "Meaning", "Required"], rows)


def commands():
    """Returns the table of commands with their roles."""
    rows = [
        [f"`{command['name']}`", command["summary"], f"`{command['role']}`",
         ", ".join(f"`{item['use'].split()[0]}`" for item in command["send"])]
        for command in COMMANDS]
    return table(["Command", "Effect", "Role", "`snapback send`"], rows)


def verbs():
    """Returns the table of the verbs of `snapback send`."""
    rows = [
        [f"`{item['use']}`", item["summary"]] for command in COMMANDS for item in command["send"]]
    return table(["Verb", "Effect"], rows)


def bits():
    """Returns the table of the numbers that stand for names in bytes."""
    columns = [
        ("roles", "bit", [role["name"] for role in PROTOCOL["roles"]]),
        ("features", "bit", [feature["name"] for feature in PROTOCOL["features"]]),
        ("pacing", "number", PROTOCOL["pacings"]), ("gesture", "number", PROTOCOL["gestures"]),
        ("phase of a gesture", "number", PROTOCOL["gesturePhases"]),
        ("phase of a contact", "number", PROTOCOL["contactPhases"]),
        ("channel", "number", PROTOCOL["channels"]),
    ]
    rows = [
        [name, form, ", ".join(f"{number} {item}" for number, item in enumerate(items))]
        for name, form, items in columns]
    return table(["What", "As", "Values"], rows)


FORMS = {
    "integer": "integer", "time": "integer", "hexadecimal": "string", "number": "number",
    "string": "string", "boolean": "boolean", "color": "string", "rgba": "string", "name": "string",
    "names": "array of strings", "view": "string", "earlier": "string", "object": "object",
    "array": "array",
}
TUPLES = {2: "[x, y]", 4: "[x, y, width, height]", 6: "[a, b, c, d, tx, ty]"}


def keys_of(shape, without=()):
    """Returns the table of the JSON keys of a message or record."""
    rows = []
    for key in shape["keys"]:
        if key["name"] not in without and key["type"] != "state":
            form = TUPLES[key["count"]] if key["type"] == "numbers" else FORMS[key["type"]]
            rows.append([f"`{key['name']}`", form, key["summary"]])
    return table(["Key", "Type", "Meaning"], rows)


def flags(key_names):
    """Returns a description of the bits of flags."""
    return "flags: " + ", ".join(
        f"bit {bit} `{name.rstrip('?')}`{' is there' if name.endswith('?') else ''}"
        for bit, name in enumerate(key_names))


def field(shape, item):
    """Returns the type of a payload's item, its size in bytes if that is fixed, and its meaning."""
    name, form = item[0], item[1]
    key = keys(shape).get(name, {})
    if name == "zero":
        return f"u8 × {form}" if form > 1 else "u8", form, "zero"
    if name == "flags":
        return form, SIZES[form], flags(item[2])
    if name == "mask":
        return form, SIZES[form], "mask of the parts that follow"
    if form.startswith("count"):
        form = {"count": "u32", "count8": "u8", "count16": "u16"}[form]
        return form, SIZES[form], f"number of `{name}`"
    if form == "handle":
        return "u32", 4, f"handle of `{name}`"
    if form == "string":
        return form, None, f"`{name}`" + ("; empty if absent" if key.get("optional") else "")
    if form in SIZES:
        count = key.get("count", 1)
        return form + (f" × {count}" if count > 1 else ""), SIZES[form] * count, \
            f"`{name}`{encoded(key)}"
    texts = {"items": f"the `{name}`, as below", "record": "the [state](#the-state-of-a-view)",
             "inline": f"the `{name}`, as below" + (", if it is there" if key.get("optional") else ""),
             "map": "the [map](#map), if its kind is not 0"}
    size = None
    if form == "inline" and not key.get("optional"):
        size = least_size(RECORDS[key["of"]])
    return "", size, texts[form]


def encoded(key):
    """Returns a description of the encoding of a key's value in bytes; empty if none is needed."""
    if key.get("type") == "names":
        return ", [bits](#bits-and-numbers)"
    if key.get("type") == "name":
        entries = PROTOCOL[key["of"]]
        if key["of"] in ("channels", "terms"):
            return ", a [number](#bits-and-numbers)"
        return ": " + ", ".join(f"{number} {entry}" for number, entry in enumerate(entries))
    if key.get("type") == "boolean":
        return ": 0 or 1"
    if key.get("type") in ("color", "rgba"):
        return " (0xAARRGGBB)"
    if key.get("never"):
        return "; 2⁶⁴ − 1 for never"
    if key.get("optional") and key.get("type") == "integer":
        return "; 0 if absent"
    return ""


def payload_of(shape):
    """Returns the table of the bytes of a message or record.

    Items after one of variable size have no offset.
    """
    rows, offset = [], 0
    for item in shape["payload"]:
        if item[0] == "part":
            continue
        form, size, text = field(shape, item)
        rows.append(["" if offset is None else str(offset), form, text])
        offset = None if size is None or offset is None else offset + size
    return table(["Offset", "Type", "Meaning"], rows)


def parts():
    """Returns the table of a state's parts, by the bits of the mask."""
    shape = RECORDS["state"]
    rows = []
    for bit, items in enumerate(masked(shape)):
        texts, total = [], 0
        for item in items:
            owner, inner = shape, [item]
            if item[1] == "inline":
                owner = RECORDS[keys(shape)[item[0]]["of"]]
                inner = owner["payload"]
            fields = [field(owner, each) for each in inner]
            text = ", ".join(f"{form} {meaning}" for form, _, meaning in fields)
            texts.append(f"`{item[0]}`: {text}" if item[1] == "inline" else text)
            total += sum(size for _, size, _ in fields)
        rows.append([str(bit), ", ".join(texts) or "unassigned", str(total) if items else ""])
    return table(["Bit", "Fields", "Bytes"], rows)


def terms():
    """Returns the table of the numbers of each kind of term."""
    names = {"points": "x1, y1, x2, y2", "keys": "per key time, value, x1, y1, x2, y2",
             "knots": "per knot time, value, velocity"}
    rows = [[str(number), f"`{term['name']}`", ", ".join(names.get(name, name)
                                                         for name in term["numbers"])]
            for number, term in enumerate(PROTOCOL["terms"], 1)]
    return table(["Number", "Kind", "From 40 on, all f64"], rows)


def message_types():
    rows = [[str(message["number"]), f"`{message['name']}`", message["summary"]]
            for message in PROTOCOL["messages"]]
    return table(["Type", "Name", "Content"], rows)


REGIONS = {
    "features": features, "commands": commands, "verbs": verbs, "bits": bits,
    "parts of the state": parts, "terms": terms, "message types": message_types,
    "keys of the state": lambda: keys_of(RECORDS["state"], without=("id",)),
    **scene_markdown.REGIONS}
for each in PROTOCOL["messages"]:
    if len(each.get("keys", [])) > 3 and each["name"] != "frame":
        REGIONS[f"keys of the {each['name']} message"] = lambda each=each: keys_of(each)
    if len(each["payload"]) > 1 and each["name"] != "error":
        REGIONS[f"bytes of the {each['name']} message"] = lambda each=each: payload_of(each)
for each in RECORDS.values():
    if each["name"] in ("view", "text", "channel", "contact", "layoutChange", "look"):
        REGIONS[f"keys of a {each['name']}"] = lambda each=each: keys_of(each)
    if each.get("payload") and each["name"] not in ("velocity", "movingLook"):
        REGIONS[f"bytes of a {each['name']}"] = lambda each=each: payload_of(each)
for each in COMMANDS:
    if not each["fields"]:
        continue
    REGIONS[f"keys of {each['name']}"] = lambda each=each: command_keys(each)
