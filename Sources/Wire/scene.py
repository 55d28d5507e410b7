"""Reads scene.json, the description of the keys of scenes.

A *group* is a set of keys: the keys of an object, or keys that several objects share. `sections`
contains the groups, by the region of the Swift file that has their functions. A *form* describes
the values that are allowed:

    {"type": "number" | "integer", "range": [least, greatest]}    `above`: least is excluded
    {"type": "string", "pattern": ..., "most": ...}               at most `most` characters
    {"type": "boolean"}
    {"type": "choice", "choices": [...], "swift": ...}            strings, and their Swift enum
    {"type": "array", "of": form, "count": [least, greatest]}     `unique`: no item twice
    {"type": "point", "of": form}                                 an array of two numbers
    {"type": "tuple", "of": [form, ...], "least": ...}            an array with a form for each item;
                                                                  items after `least` are optional
    {"type": "map", "of": form, "keys": form}                     an object with any keys
    {"constant": string}
    {"anyOf": [form, ...]}, {"oneOf": [form, ...]}
    {"type": name}, or the name alone                             a named form or a group

An entry of `types` is a form with a name. It may have:

    swift      the Swift type of its values; `ObjectReader` has a function `optional<Type>` for it
    generated  the generator writes the Swift enum of a choice
    reads      the Swift function that reads its values, if the form alone does not determine it
    schema     the JSON Schema that replaces the schema of the form
    examples   examples of values, for the schema

A key is a form with a `name` and a `summary`, a fragment of a sentence, and may have:

    needed     whether the key is required
    default    the value of an absent key
    selects    whether the key selects the form of its object; a function `has<Key>` tests for it
    aliases    other names of the key; for a choice, a map from other words to the words they mean
    reads      as above; the function of the key then returns the node
    limited    whether callers pass the range; the range then has a named constant
    named      whether the name of the key is a constant
    function   the name of its Swift function, if the key cannot be the name of a function
    form, shown, usage, drives   its type, default and other columns in docs/scene-format.md

A group has `name`, `summary` and `keys`, and may have:

    swift      the enum of its functions; without `swift`, no code reads its keys by name
    includes   groups whose keys belong to the same object
    keeps      whether an absent key leaves a value unchanged; its function then returns nil,
               even if the key has a default
    least, most   the minimum and maximum number of keys in an object
    oneOf      keys of which an object has exactly one, or the group that has these keys; code
               reads the last of these keys if all others are absent
    with       open groups whose keys are allowed in addition to a key
    open       whether the group is only a part of an object whose other keys are elsewhere
    value      the Swift type of the object's value, like `swift` of a type
    listed     whether the names of its keys are a constant
    table      the table in docs/scene-format.md that lists its keys; the groups of a table are in
               the order of scene.json
    title      the name of the group in that table
    schema     JSON Schema that is added to the schema of the keys
"""

import json
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scene.json")

with open(FILE, encoding="utf-8") as file:
    SCENE = json.load(file)

TYPES = {item["name"]: item for item in SCENE["types"]}
GROUPS = {item["name"]: item for section in SCENE["sections"] for item in section["groups"]}
for item in GROUPS.values():
    if isinstance(item.get("oneOf"), str):
        item["oneOf"] = [key["name"] for key in GROUPS[item["oneOf"]]["keys"]]


def capital(text):
    return text[:1].upper() + text[1:]


def resolved(form):
    """Returns the form that a form names, with the members that the naming form adds.

    For a group, the type is `object`.
    """
    if isinstance(form, str):
        form = {"type": form}
    name = form.get("type")
    if name in TYPES:
        return {**resolved({key: value for key, value in TYPES[name].items() if key != "name"}),
                **{key: value for key, value in form.items() if key != "type"}}
    if name in GROUPS:
        return {**form, "type": "object", "group": name}
    return form


def all_keys(group):
    """Returns the keys of an object: the keys of its group and of the groups that the group
    includes.
    """
    keys = list(group["keys"])
    for name in group.get("includes", []):
        keys += all_keys(GROUPS[name])
    return keys


def choices(form):
    return [item if isinstance(item, str) else item["name"] for item in form["choices"]]


def used_groups():
    """Returns the groups that no other group includes, in the order of scene.json."""
    included = {name for group in GROUPS.values() for name in group.get("includes", [])}
    return [group for group in GROUPS.values() if group["name"] not in included]
