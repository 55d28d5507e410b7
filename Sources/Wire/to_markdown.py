"""The tables of docs/."""

from description import COMMANDS, PROTOCOL

TYPES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


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


def keys(command):
    """The table of a command's keys."""
    rows = [
        [f"`{field['name']}`", kind(field), field["summary"],
         "" if field.get("optional") else "yes"]
        for field in command["fields"]]
    return table(["Key", "Type", "Meaning", "Required"], rows)


def commands():
    """All commands with their roles."""
    rows = [
        [f"`{command['name']}`", command["summary"], f"`{command['role']}`",
         ", ".join(f"`{verb}`" for verb in command["send"])]
        for command in COMMANDS]
    return table(["Command", "Effect", "Role", "`snapback send`"], rows)


def bits():
    """The numbers of names in bytes."""
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


REGIONS = {"features": features, "commands": commands, "bits": bits}
for each in COMMANDS:
    if not each["fields"]:
        continue
    REGIONS[f"keys of {each['name']}"] = lambda each=each: keys(each)
