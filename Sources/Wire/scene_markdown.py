"""Writes the tables of docs/scene-format.md."""

import json

from description import filled, table
from scene import GROUPS, TYPES, choices, resolved

HEAD = ["Key", "Type", "Default", "Meaning"]
# Choices with more words are listed below the table.
FEW = 5
# The tables with other columns; "Of", "Form" and "Effect" are the titles of groups.
HEADS = {
    "taps and swipes": ["Of", *HEAD],
    "pans": ["Of", *HEAD],
    "pinch and rotation": ["Of", *HEAD],
    "spring": ["Form", *HEAD],
    "view change": ["Of a view", "Type", "Meaning"],
    "constraint change": ["Of a constraint", "Type", "Meaning"],
    "other changes": ["Effect", "Key", "Type", "Meaning"],
    "screen change": ["Of the screen", "Type", "Meaning"],
}
# Sentences that list the words of choices.
WORDS = {
    "scene content sizes": [("`contentSize` is one of", "contentSize")],
    "scene text styles": [("Styles are", "textStyle")],
    "scene stack words": [("Distributions are", "distribution"), ("Alignments are", "alignment")],
    "scene flexible parts": [("The parts are", "flexiblePart")],
    "scene format attributes": [("The attributes of `align` are", "formatAlignment")],
    "scene curves": [("Curves with a name are", "curveName")],
}


def number(value):
    """Formats a number as prose: with a real minus sign, and large powers of ten as powers."""
    text = str(value)
    if value >= 1_000_000 and text.strip("0") == "1":
        text = "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(len(text) - 1))
    return text.replace("-", "−")


def interval(form):
    least, greatest = form["range"]
    return number(least) if least == greatest else f"{number(least)}…{number(greatest)}"


def kind(key):
    """Returns the text in the type column for a key."""
    form = resolved(key)
    if "form" in form:
        return form["form"]
    if form.get("type") == "object" and "value" not in GROUPS[form["group"]]:
        return "object"
    if key.get("type") in {**TYPES, **GROUPS} and form.get("type") != "choice":
        return key["type"]
    if form["type"] in ("number", "integer"):
        least, greatest = form["range"]
        name = "number" if form["type"] == "number" else "whole number"
        return interval(form) if least == greatest else f"{name} {interval(form)}"
    if form["type"] == "choice":
        words = ", ".join(f'`"{word}"`' for word in choices(form))
        return words if len(form["choices"]) <= FEW else "string"
    if form["type"] == "point":
        return f"[x, y], each {interval(resolved(form['of']))}"
    return form["type"]


def default(key):
    """Returns the text in the default column for a key."""
    if "shown" in key:
        return key["shown"]
    if key.get("needed"):
        return "needed"
    value = key.get("default")
    if value in (None, [], {}) and value is not False:
        return "none"
    return f'`"{value}"`' if isinstance(value, str) else json.dumps(value)


def rows(head, group):
    for key in group["keys"]:
        columns = {
            "Type": kind(key), "Default": default(key), "Meaning": key["summary"]}
        for title in ("Of", "Form", "Effect"):
            columns[title] = group.get("title")
        yield [columns.get(title) or f"`{key['name']}`" for title in head]


def keys(name):
    head = HEADS.get(name, HEAD)
    groups = [group for group in GROUPS.values() if group.get("table") == name]
    lines = table(head, [row for group in groups for row in rows(head, group)])
    if name == "other changes":
        text = next(form for form in TYPES["change"]["oneOf"] if "constant" in form)
        lines.append(f"| {text['summary']} | `\"{text['constant']}\"` | | |")
    return lines


def words(name):
    sentences = [f"{start} {listed(choices(TYPES[word]))}." for start, word in WORDS[name]]
    return filled(" ".join(sentences), "")


def listed(items):
    quoted = [f"`{item}`" for item in items]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def kinds():
    """Returns the table of gesture kinds."""
    return table(["Kind", "Movement", "Value that it drives"], [
        [f"`{key['name']}`", key["summary"], key["drives"]]
        for key in GROUPS["gestureKinds"]["keys"]])


def triggers():
    """Returns the table of action triggers: words, and objects with one key."""
    plain = [[f"`\"{item['name']}\"`", item["summary"]]
             for item in TYPES["triggerWord"]["choices"]]
    objects = [[f"`{{ {key['name']}: {key['usage']} }}`", key["summary"]]
               for name in TYPES["trigger"]["oneOf"] if name in GROUPS
               for key in GROUPS[name]["keys"] if "usage" in key]
    return table(["Trigger", "When"], plain + objects)


REGIONS = {"scene gesture kinds": kinds, "scene triggers": triggers}
for each in {group["table"] for group in GROUPS.values() if "table" in group}:
    REGIONS[f"scene {each}"] = lambda each=each: keys(each)
for each in WORDS:
    REGIONS[each] = lambda each=each: words(each)
