"""Writes configs/scene.schema.json, the JSON Schema of scenes."""

import json
import re

from description import joined
from scene import GROUPS, SCENE, TYPES, all_keys, capital, choices, resolved, used_groups

WIDTH = 100


def sentence(text):
    """Returns a summary as a sentence, without Markdown."""
    text = re.sub(r"\[([^\[\]]*)\]\([^)]*\)", r"\1", text)
    return capital(text.replace("`", "")) + "."


def reference(name):
    return {"$ref": f"#/$defs/{name}"}


def numbers(form):
    schema = {"type": form["type"]}
    if "range" not in form:
        return schema
    least, greatest = form["range"]
    if least == greatest:
        return {**schema, "const": least}
    bound = "exclusiveMinimum" if form.get("above") else "minimum"
    return {**schema, bound: least, "maximum": greatest}


def texts(form):
    schema = {"type": "string"}
    for key, name in (("most", "maxLength"), ("pattern", "pattern"), ("examples", "examples")):
        if key in form:
            schema[name] = form[key]
    return schema


def arrays(form):
    schema = {"type": "array", "items": content(form["of"])}
    least, greatest = form.get("count", (0, None))
    if least:
        schema["minItems"] = least
    if greatest is not None:
        schema["maxItems"] = greatest
    if form.get("unique"):
        schema["uniqueItems"] = True
    return schema


def choice(form):
    """Returns the schema of a choice.

    Other spellings are separate, so that editors do not suggest them.
    """
    words = {"enum": choices(form)}
    if not form.get("aliases"):
        return words
    others = [{"const": other, "description": f"Another spelling of {word}."}
              for other, word in form["aliases"].items()]
    return {"anyOf": [words, *others]}


def content(form):
    """Returns the schema of a form, without the members that a key adds."""
    if isinstance(form, str):
        form = {"type": form}
    name = form.get("type")
    if name in TYPES or name in GROUPS:
        return reference(name)
    if "constant" in form:
        schema = {"const": form["constant"]}
        return {**schema, "description": sentence(form["summary"])} if "summary" in form else schema
    for union in ("anyOf", "oneOf"):
        if union in form:
            return {union: [content(item) for item in form[union]]}
    if name in ("number", "integer"):
        return numbers(form)
    if name == "string":
        return texts(form)
    if name == "choice":
        return choice(form)
    if name == "array":
        return arrays(form)
    if name == "point":
        return arrays({"of": form["of"], "count": [2, 2]})
    if name == "tuple":
        items = [content(item) for item in form["of"]]
        return {"type": "array", "prefixItems": items,
                "minItems": form.get("least", len(items)), "maxItems": len(items)}
    if name == "map":
        schema = {"type": "object", "additionalProperties": content(form["of"])}
        return {**schema, "propertyNames": reference(form["keys"])} if "keys" in form else schema
    return {"type": name}


def member(key):
    """Returns the schema of a key."""
    schema = {**content(key), "description": sentence(key["summary"])}
    return {**schema, "default": key["default"]} if "default" in key else schema


def definition(group):
    """Returns the schema of an object or of an open group."""
    keys = all_keys(group)
    exclusive = group.get("oneOf", [])
    schema = {} if group.get("open") else {"type": "object"}
    schema["description"] = sentence(group["summary"])
    needed = [key["name"] for key in keys if key.get("needed") and key["name"] not in exclusive]
    if needed:
        schema["required"] = needed
    for name, bound in (("least", "minProperties"), ("most", "maxProperties")):
        if name in group:
            schema[bound] = group[name]
    schema["properties"] = {}
    for key in keys:
        schema["properties"][key["name"]] = member(key)
        for alias in key.get("aliases", []) if resolved(key).get("type") != "choice" else []:
            other = {**content(key), "description": f"Another spelling of {key['name']}."}
            schema["properties"][alias] = other
            schema["not"] = {"required": [key["name"], alias]}
    if exclusive:
        schema["oneOf"] = [{"required": [name]} for name in exclusive]
    if "with" in group:
        schema["allOf"] = [{"if": {"required": [key]}, "then": reference(name)}
                           for key, name in group["with"].items()]
        schema["unevaluatedProperties"] = False
    elif not group.get("open"):
        schema["additionalProperties"] = False
    return {**schema, **group.get("schema", {})}


def schema():
    root = definition(GROUPS[SCENE["document"]])
    root["description"] = sentence(SCENE["summary"].rstrip("."))
    defined = {}
    for name, form in TYPES.items():
        body = form["schema"] if "schema" in form else content(
            {key: value for key, value in form.items() if key != "name"})
        defined[name] = {**body, "description": sentence(form["summary"])}
    for group in used_groups():
        if group["name"] != SCENE["document"]:
            defined[group["name"]] = definition(group)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Generated from Sources/Wire/scene.json by scripts/generate wire --update.",
        "title": SCENE["title"], **root, "$defs": defined}


def lines(value, indent="", start=""):
    """Returns a value as JSON after `start`: in one line if it fits, otherwise with a line per
    item.

    Several strings can share a line.
    """
    text = start + json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or len(indent + text) < WIDTH:
        return text
    inner = indent + "  "
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        words = joined([json.dumps(item, ensure_ascii=False) for item in value], "", inner, WIDTH)
        return "\n".join([f"{start}[", *words, f"{indent}]"])
    if isinstance(value, list):
        items = [lines(item, inner) for item in value]
    else:
        items = [lines(item, inner, f"{json.dumps(key)}: ") for key, item in value.items()]
    first, last = ("[", "]") if isinstance(value, list) else ("{", "}")
    return f"{start}{first}\n" + ",\n".join(inner + item for item in items) + f"\n{indent}{last}"


def text():
    return lines(schema()) + "\n"
