"""Reads scene.json, the description of the keys of scenes.

A *group* is a set of keys: the keys of an object, or keys that objects share. `sections` has the
groups, by the region of a Swift file that has their functions. A *form* is what a value may be:

    {"type": "number" | "integer", "range": [least, greatest]}    `above`: least itself is excluded
    {"type": "string", "pattern": ..., "most": ...}               `most` characters
    {"type": "boolean"}
    {"type": "choice", "choices": [...], "swift": ...}            strings, and their Swift enum
    {"type": "array", "of": form, "count": [least, greatest]}     `unique`: no item twice
    {"type": "point", "of": form}                                 an array of two numbers
    {"type": "tuple", "of": [form, ...]}                          an array with a form for each item
    {"type": "map", "of": form, "keys": form}                     an object with any keys
    {"constant": string}
    {"anyOf": [form, ...]}, {"oneOf": [form, ...]}
    {"type": name}, or the name alone                             a named form or a group

An entry of `types` is a form with a name. It may have:

    swift      the Swift type of its values; `ObjectReader` has a function `optional<Type>` for it
    generated  the generator writes the Swift enum of a choice
    reads      the Swift function that reads it, if its form alone does not say how
    schema     JSON Schema that stands for the form
    examples   values for the schema

A key is a form with a `name` and a `summary`, a fragment of a sentence, and may have:

    needed     it has to be there
    default    its value where it is absent
    selects    it selects the form of its object: a function `has<Key>` asks for it first
    aliases    other names of the key; of a choice, a map from other words to the words they mean
    reads      as above; the function of the key then returns the node
    limited    the reader may have another range, and the range has a name
    named      the name of the key is a constant
    function   the name of its Swift function, if the key is no name for one
    form, shown, usage, drives   its type, default and other columns in docs/scene-format.md

A group has `name`, `summary` and `keys`, and may have:

    swift      the enum of its functions; without it, no code reads its keys by name
    includes   groups whose keys belong to the same object
    keeps      an absent key keeps a value: its function returns nil, whatever the default
    least, most   how many keys an object has
    oneOf      keys of which an object has one; code reads the last where the others are absent
    with       open groups whose keys are allowed beside a key
    open       it is only a part of an object, which is closed elsewhere
    value      as `swift` of a type: the Swift type that an object is read as
    listed     the names of its keys are a constant
    table      the table of docs/scene-format.md that lists its keys; the groups of a table follow in
               the order of scene.json
    title      its name in that table
    schema     JSON Schema that is added to that of the keys
"""

import json
import os

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scene.json")

with open(FILE, encoding="utf-8") as file:
    SCENE = json.load(file)

TYPES = {item["name"]: item for item in SCENE["types"]}
GROUPS = {item["name"]: item for section in SCENE["sections"] for item in section["groups"]}


def capital(text):
    return text[:1].upper() + text[1:]


def resolved(form):
    """The form that a form names, with what the naming form adds; a group has the type `object`."""
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
    """The keys of an object: those of its group and of the groups that it includes."""
    keys = list(group["keys"])
    for name in group.get("includes", []):
        keys += all_keys(GROUPS[name])
    return keys


def choices(form):
    return [item if isinstance(item, str) else item["name"] for item in form["choices"]]


def used_groups():
    """The groups that are objects of their own or parts of one, in the order of scene.json."""
    included = {name for group in GROUPS.values() for name in group.get("includes", [])}
    return [group for group in GROUPS.values() if group["name"] not in included]
