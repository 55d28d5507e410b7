"""Writes the Swift functions that read the keys of scenes.

Each group in scene.json becomes an enum with one static function for each of its keys. A function
returns the value of its key, or the document node if handwritten code must read the value.
"""

import json
import os
import re

from description import filled, joined
from scene import GROUPS, SCENE, TYPES, capital, choices, resolved

READING = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "SnapbackScene", "Reading")
RANGES = "SceneRanges"
SCALARS = {"number": "Double", "integer": "Int", "string": "String", "boolean": "Bool"}
CONTENTS = {"array": "[DocumentNode]", "map": "[DocumentNode.Member]", "object": "ObjectReader",
            "point": "(x: Double, y: Double)", "tuple": "[DocumentNode]"}
# The functions of ObjectReader whose names differ from those of their types.
FUNCTIONS = {"choice": "oneOf", "map": "members", "tuple": "array"}


def plain(text):
    """Returns a summary without links."""
    return re.sub(r"\[([^\[\]]*)\]\([^)]*\)", r"\1", text)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def number(value):
    """Returns a number as a Swift literal, with digits in groups of three."""
    whole, _, fraction = str(value).partition(".")
    if len(whole.lstrip("-")) > 4:
        whole = f"{int(whole):_}"
    return f"{whole}.{fraction}" if fraction else whole


def interval(least, greatest):
    return f"{number(least)}...{number(greatest)}"


def bounds(form):
    """Returns the range of a number, or of the count of an array's items; None if there is no
    limit.
    """
    given = resolved(form)
    if given.get("type") in ("number", "integer"):
        if not isinstance(form, str) and "range" in form:
            return interval(*form["range"])
        name = form if isinstance(form, str) else form["type"]
        return f"{RANGES}.{name}" if name in TYPES else None
    if given.get("type") == "tuple":
        return interval(given.get("least", len(given["of"])), len(given["of"]))
    return interval(*given["count"]) if "count" in given else None


def arguments(key):
    """Returns the arguments that follow the name of a key in a call of ObjectReader."""
    form = resolved(key)
    kind = form["type"]
    if kind in ("number", "integer") and form.get("limited"):
        return ", in: range"
    if kind in ("number", "integer") and bounds(key):
        return f", in: {bounds(key)}"
    if kind == "point" and "swift" not in form:
        return f", in: {bounds(form['of'])}"
    if kind in ("array", "tuple") and bounds(key):
        return f", count: {bounds(key)}"
    if kind == "choice" and form.get("aliases"):
        pairs = ", ".join(f"{quoted(other)}: .{word}" for other, word in form["aliases"].items())
        return f", aliases: [{pairs}]"
    return ""


def swift_type(form):
    """Returns the Swift type of a value, and whether ObjectReader has a function for that type
    alone.
    """
    if "reads" in form:
        return "DocumentNode", False
    if form["type"] == "object" and "value" in GROUPS[form["group"]]:
        return GROUPS[form["group"]]["value"], True
    if form["type"] == "choice":
        return form["swift"], False
    if "swift" in form:
        return form["swift"], True
    return {**SCALARS, **CONTENTS}[form["type"]], False


def default(form):
    """Returns the default of a value as Swift code."""
    value, kind = form["default"], form["type"]
    if kind == "choice":
        return f".{value}"
    if kind == "point":
        return f"(x: {value[0]}, y: {value[1]})"
    if form.get("swift") == "Color":
        parts = [f"{name}: 0x{value[at:at + 2]}" for name, at in
                 (("red", 1), ("green", 3), ("blue", 5))]
        return f"Color({', '.join(parts)})"
    if value == {} and kind == "object":
        return ".zero"
    if value in ([], {}):
        return "[]"
    return quoted(value) if kind in ("string", "boolean") else number(value)


def shown_default(form):
    """Returns the default of a value, for a comment."""
    value = form["default"]
    if value in ([], {}):
        return ""
    text = f"`{value}`" if isinstance(value, str) else json.dumps(value)
    return f"; {text} by default"


def function_name(key):
    return key.get("function", key["name"])


def is_needed(group, key):
    """Returns whether a function throws if the key is absent."""
    others = group.get("oneOf", [])
    return key.get("needed", False) and key["name"] not in others[:-1] or key.get("selects", False)


def spellings(key):
    """Returns the other names of a key."""
    return key.get("aliases", []) if resolved(key).get("type") != "choice" else []


def call(key, needed):
    """Returns the call of ObjectReader that reads a key."""
    form = resolved(key)
    name = "key" if spellings(key) else quoted(key["name"])
    if "reads" in form:
        return f"try reader.node({name})" if needed else f"reader.optionalNode({name})"
    kind, is_special = swift_type(form)
    function = kind if is_special else FUNCTIONS.get(form["type"], form["type"])
    function = function if needed else "optional" + capital(function)
    return f"try reader.{function}({name}{arguments(key)})"


def function(group, key):
    """Returns the Swift function that reads a key."""
    form = resolved(key)
    kind, _ = swift_type(form)
    needed = is_needed(group, key)
    has_default = "default" in form and not (needed or group.get("keeps") or "reads" in form)
    body = [call(key, needed) + (f" ?? {default(form)}" if has_default else "")]
    if spellings(key):
        body = [spelling(key), f"return {body[0]}"]
    throws = " throws(DocumentError)" if "try " in body[-1] else ""
    returns = kind if needed or has_default else f"{kind}?"
    parts = "_ reader: inout ObjectReader"
    lines = []
    if form.get("limited"):
        parts += ", in range: ClosedRange<Double>"
        lines += [
            f"/// The range of `{key['name']}`.",
            f"static var {key['name']}Range: ClosedRange<Double> {{ {interval(*form['range'])} }}",
            ""]
    summary = plain(key["summary"]) + (shown_default(form) if has_default else "")
    lines += filled(capital(summary) + ".", "/// ", 96)
    head, tail = f"static func {function_name(key)}(", f"){throws} -> {returns} {{"
    lines += [head + parts + tail] if len(head + parts + tail) <= 96 else [head, f"  {parts}", tail]
    return [*lines, *[f"  {line}" for line in body], "}"]


def spelling(key):
    """Returns the statement that finds out which spelling of a key an object contains."""
    *others, text = [quoted(name) for name in [key["name"], *spellings(key)]]
    for other in reversed(others):
        text = f"reader.has({other}) ? {other} : {text}"
    return f"let key = {text}"


def has(key):
    """Returns the function that tests for a key that selects the form of its object."""
    return [
        f"/// Whether the object has `{key['name']}`, which selects this form.",
        f"static func has{capital(function_name(key))}(_ reader: inout ObjectReader) -> Bool {{",
        f"  reader.has({quoted(key['name'])})", "}"]


def enum(group):
    """Returns the Swift enum of a group."""
    lines = [f"/// Keys of {plain(group['summary'])}.", f"enum {group['swift']} {{"]
    if group.get("listed"):
        names = joined([quoted(key["name"]) for key in group["keys"]], "]", "      ", first="    [")
        lines += [
            "  /// The names of the keys.", "  static var names: [String] {", *names, "  }", ""]
    for key in group["keys"]:
        if key.get("named"):
            lines += [f"  /// The name of `{key['name']}`.",
                      f"  static var {key['name']}Key: String {{ {quoted(key['name'])} }}", ""]
        if key.get("selects"):
            lines += [f"  {line}" for line in has(key)] + [""]
        lines += [f"  {line}" if line else "" for line in function(group, key)] + [""]
    return [*lines[:-1], "}", ""]


def enums(section):
    return [line for group in section["groups"] if "swift" in group for line in enum(group)][:-1]


def ranges():
    """Returns the ranges of named numbers, and of the item counts of named arrays."""
    lines = []
    for name, form in TYPES.items():
        kind = form.get("type")
        if kind in ("number", "integer"):
            value, swift = interval(*form["range"]), SCALARS[kind]
            summary = f"The range of {form['summary']}"
        elif kind in ("array", "tuple") and bounds(name):
            value, swift = bounds(name), "Int"
            summary = f"The count of {form['summary']}"
        else:
            continue
        lines += filled(plain(summary) + ".", "  /// ")
        lines += [f"  static var {name}: ClosedRange<{swift}> {{ {value} }}", ""]
    return lines[:-1]


def words():
    """Returns the enums of choices that only scenes use."""
    lines = []
    for form in TYPES.values():
        if form.get("generated"):
            lines += filled(capital(plain(form["summary"])) + ".", "/// ")
            lines.append(f"enum {form['swift']}: String, CaseIterable {{")
            for item, name in zip(form["choices"], choices(form)):
                if isinstance(item, dict):
                    lines += filled(capital(item["summary"]) + ".", "  /// ")
                lines.append(f"  case {name}")
            lines += ["}", ""]
    return lines[:-1]


def sources():
    """Returns the source of the handwritten reader."""
    parts = []
    for folder, _, names in os.walk(READING):
        for name in sorted(names):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                text = file.read()
            parts.append(text.split("// generated: scene")[0])
    return "\n".join(parts)


def faults():
    """Returns the functions in scene.json that do not exist, and the keys that no code reads."""
    text = sources()
    named = {form["reads"] for form in TYPES.values() if "reads" in form}
    for group in GROUPS.values():
        named |= {key["reads"] for key in group["keys"] if "reads" in key}
    found = []
    for name in sorted(named):
        if not re.search(rf"\bfunc {name.rsplit('.', 1)[-1]}\b", text):
            found.append(f"scene.json: there is no function {name}")
    for group in GROUPS.values():
        for key in group["keys"] if "swift" in group else []:
            name = f"{group['swift']}.{function_name(key)}"
            if not re.search(rf"\b{name}\b", text):
                found.append(f"scene.json: no code reads \"{key['name']}\" with {name}")
    return found


REGIONS = {"scene ranges": ranges, "scene words": words}
for each in SCENE["sections"]:
    REGIONS[each["region"]] = lambda each=each: enums(each)
