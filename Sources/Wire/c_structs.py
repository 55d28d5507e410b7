"""Writes the C structs of messages and records. c_codecs.py writes the functions that fill them."""

import re
from collections import namedtuple

from description import MESSAGES, PROTOCOL, RECORDS, filled, joined, snake

# The comments of structs that say more than the summary.
NOTES = {
    "state": "The state of a view in snapshots, frames and the shared memory. Numbers from the "
             "socket are finite; numbers in the shared memory are not checked.",
    "text": "The text of a view. Strings are UTF-8 and end in a zero; a string that contains a "
            "zero is cut there.",
    "view": "A view. Its handle is its index in the snapshot: parents come first, later siblings "
            "are in front.",
    "layoutChange": "A view that a layout pass moved; frames are x, y, width, height in the "
                    "parent's coordinates.",
    "term": "One motion in closed form, which adds to its channel until `end`.",
    "key": "A key of keyframes: the value reaches `value` at `time`, a fraction of the duration, "
           "along a Bezier curve. Or a knot of pieces: `value` and `velocity` at `time`, in "
           "seconds.",
}
# Structs whose names differ from those of their records, and the messages whose structs have names.
STRUCTS = {"layoutChange": "snapback_layout"}
NAMED = ("welcome", "gesture")
# Fields whose name or type differs from that of the key or of the payload's item. A field with the
# name of an entry in the key's list is true if the value is that entry.
NAMES = {
    "view.id": "name", "layoutChange.id": "view", "look.id": "view", "done.moment": "settled",
    "device.phase": "added", "frame.views": "count", "term.keys": "key_count",
}
TYPES = {
    "welcome.version": "uint32_t", "welcome.roles": "uint32_t", "welcome.clock": "uint32_t",
    "welcome.pacing": "uint32_t", "segment.ahead": "int",
}
# Comments of fields whose summary is not useful for C programs or not sufficient.
COMMENTS = {
    "term.kind": "SNAPBACK_SPRING and so on", "term.keys": "0 except for keyframes and pieces",
    "state.shear": "", "state.velocity": "", "view.state": "",
    "state.look": "the part of its look that moves, while it moves; see snapback_look_at",
    "state.frame": "x, y, width, height in the parent's coordinates, in points",
    "state.box": "x, y, width, height of the bounding box of its four corners on the screen",
    "state.toScreen": "a, b, c, d, tx, ty: x' = a x + c y + tx, y' = b x + d y + ty",
    "state.color": "0xAARRGGBB; AA is 0 if the view has no fill",
    "state.cornerRadius": "the radius of its corners now, in points",
    "view.cornerRadius": "the radius of its corners in the snapshot, in points; `state` has the "
                         "present one",
    "view.parent": "SNAPBACK_NO_VIEW for the first view, the screen",
    "welcome.version": "of the protocol: 1",
    "welcome.features": "SNAPBACK_FRAMES and so on",
    "welcome.session": "a new one at each start of the daemon",
}
# Comments of messages in the union.
BODY_NOTES = {
    "frame": "`changed` holds the handles of `count` views.",
    "segment": "With `ahead`, the segment is applied at its time, unless another one comes before.",
    "done": "`settled` is 0 for the moment `finished`.",
    "device": "`added` is 0 for the phase `removed`.",
    "text": "A reply, a measure or a decision: an object.",
    "shm": "`code` is SNAPBACK_OK if snapback_shm_read can read the memory, otherwise the error.",
}
Field = namedtuple("Field", "type name array note")
# Fields that are not from the wire, by the field that they follow.
EXTRAS = {
    "term.key_count": Field(
        "uint32_t", "first_key", "", "the index of its first key in those of the channel"),
    "welcome.unacknowledged": Field(
        "int", "continues", "", "1 if session and epoch are those of the last connection: only "
        "frames were missed. Otherwise gestures in progress are over."),
    "frame.count": Field("const uint32_t *", "changed", "", ""),
    "shm.size": Field("int", "code", "", ""),
}
# The order of fields where it differs from that of the payload. All other fields follow.
ORDER = {
    "view": ["name", "parent", "clips", "corner_radius", "anchor", "has_text", "text", "state"],
}
# Items of a payload that are returned to the caller instead of stored in fields.
RESULTS = {"state.id": "handle", "term.length": "size"}
# Records that are not stored in a field of the message or record that contains them.
ELSEWHERE = {"snapshot.screen": "c->screen"}
# Records whose fields are fields of the record that contains them, with the key's name as a suffix.
FLAT = {"state.velocity"}
# Messages whose items handwritten code reads.
BY_HAND = {"snapshot", "frame", "segment"}
# The numbers of the points of a curve, and those of a key and of a knot.
POINTS = ("x1", "y1", "x2", "y2")
KEY = ("time", "value", *POINTS)
KNOT = ("time", "value", "velocity")
# The lists of a term that its `numbers` do not contain.
LISTS = ("keys", "knots")

SCALARS = {
    "u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "f32": "float",
    "f64": "double", "handle": "uint32_t", "string": "const char *", "count": "uint32_t",
    "count8": "uint8_t", "count16": "uint16_t",
}


def upper(name):
    return snake(name).upper()


def struct(name):
    return STRUCTS.get(name, f"snapback_{snake(name)}")


def key_of(shape, name):
    """Returns the key of a message or record with this name; {} for an item that exists only in
    bytes.
    """
    return next((key for key in shape.get("keys", []) if key["name"] == name), {})


def path(shape, item):
    """Returns the name that the tables above use for an item of a payload.

    The number of a list's items is named `count`.
    """
    is_list = any(other == [item[0], "items"] for other in shape["payload"])
    is_count = is_list and item[1] != "items" and shape["name"] not in BY_HAND
    return f"{shape['name']}.{'count' if is_count else item[0]}"


def field_name(shape, item):
    place = path(shape, item)
    return NAMES.get(place, snake(place.split(".")[1]))


def flag_name(flag):
    """Returns the name of a flag's field. The flag `text?` means that there is a text."""
    return f"has_{snake(flag[:-1])}" if flag.endswith("?") else snake(flag)


def note(shape, name):
    """Returns the comment of a field: the summary of its key without the parts about JSON."""
    place, key = f"{shape['name']}.{name}", key_of(shape, name)
    kind = key.get("type")
    if place in COMMENTS:
        return COMMENTS[place]
    if kind in ("name", "names"):
        entries = [item["name"] if isinstance(item, dict) else item for item in PROTOCOL[key["of"]]]
        listed = ", ".join(f"{number}\0{entry}" for number, entry in enumerate(entries))
        return listed if kind == "name" else f"bits: {listed}"
    text = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", key.get("summary", ""))
    text = text.replace('`"', '"').replace('"`', '"').replace("…", " to ")
    if kind == "boolean":
        text = re.sub(r"^(whether|true if) ", "1 if ", re.sub("^false if ", "0 if ", text))
    if kind == "string" and key.get("optional"):
        text = text.replace("absent", "empty")
    text = re.sub(r"; absent[^;]*", "", text).replace("null", "SNAPBACK_NEVER")
    if kind == "view":
        text += ", or SNAPBACK_NO_VIEW"
    text = text.replace('"#rrggbbaa"', "AA is its opacity")
    return f"0xAARRGGBB; {text}" if kind in ("color", "rgba") else text


def flag_fields(shape, form, flags):
    if form == "u8":
        named = ", ".join(
            f"{bit} {'has a ' if flag.endswith('?') else ''}{flag.rstrip('?')}"
            for bit, flag in enumerate(flags))
        return [Field("uint8_t", "flags", "", f"bit {named}")]
    found = []
    for flag in flags:
        text = f"1 if `{snake(flag[:-1])}` is set, else 0" if flag.endswith("?") else ""
        kind = TYPES.get(f"{shape['name']}.{flag}", SCALARS[form])
        found.append(Field(kind, flag_name(flag), "", text or note(shape, flag)))
    return found


def item_fields(shape, item):
    """Returns the struct fields of an item of a payload."""
    name, form = item[0], item[1]
    place, key = path(shape, item), key_of(shape, name)
    if name in ("zero", "mask") or place in RESULTS or place in ELSEWHERE:
        return []
    if name == "part":
        return [field for part in form for field in item_fields(shape, part)]
    if name == "flags":
        return flag_fields(shape, form, item[2])
    if place in FLAT:
        return [
            field._replace(name=f"{field.name}_{snake(name)}", note=note(shape, name))
            for field in fields(RECORDS[key["of"]])]
    if form == "rest":
        return [Field("const char *", snake(name), "", ""), Field("size_t", "size", "", "")]
    if form == "items":
        is_by_hand = shape["name"] in BY_HAND
        return [] if is_by_hand else [Field(f"const {struct(key['of'])} *", snake(name), "", "")]
    if form in ("inline", "record"):
        return [Field(struct(key.get("of", key["type"])), snake(name), "", note(shape, name))]
    array = f"[{key['count']}]" if "count" in key else ""
    kind = TYPES.get(place, SCALARS[form])
    return [Field(kind, field_name(shape, item), array, note(shape, name))]


def fields(shape):
    """Returns the struct fields of a message or record."""
    found = []
    for item in shape["payload"]:
        for field in item_fields(shape, item):
            found.append(field)
            extra = EXTRAS.get(f"{shape['name']}.{field.name}")
            found += [extra] if extra else []
    if shape["name"] == "term":
        size = max(len(term_numbers(term)) for term in PROTOCOL["terms"])
        found.append(Field("double", "numbers", f"[{size}]", "those of its kind, in their order"))
    order = ORDER.get(shape["name"], [])
    place = {name: index for index, name in enumerate(order)}
    return sorted(found, key=lambda field: place.get(field.name, len(order)))


def declared(kind, names):
    """Returns the declaration of fields with the same type."""
    star = "*" if kind.endswith("*") else ""
    return kind + ("" if star else " ") + f", {star}".join(names) + ";"


def groups(some, is_by_note):
    """Returns the declarations of fields, each with its comment.

    Neighboring fields with the same type share a declaration; if `is_by_note` is true, only those
    with the same comment.
    """
    found = []
    for field in some:
        alike = found and found[-1][0] == field.type
        if alike and (not is_by_note or found[-1][2] == field.note != ""):
            found[-1][1].append(field.name + field.array)
        else:
            found.append((field.type, [field.name + field.array], field.note))
    return [(declared(kind, names), text) for kind, names, text in found]


def closed(text, prefix, first):
    """Returns a comment in lines. The `*/` is never alone in a line."""
    return [line.replace("\0", " ") for line in filled(text + "\0*/", prefix, first=first)]


def commented(line, text):
    return closed(text, " " * 34, f"{line:<30} /* ") if text else [line]


def structure(name):
    shape = MESSAGES[name] if name in NAMED else RECORDS.get(name)
    text = NOTES[name] if name in NOTES else shape["summary"]
    lines = [*closed(text, "   ", "/* "), f"typedef struct {struct(name)} {{"]
    rows = groups(fields(shape), True) if shape else [
        (declared("double", KEY[:2]), ""), (declared("double", POINTS), "0 in a knot"),
        (declared("double", KNOT[2:]), "0 in a key")]
    for line, text in rows:
        lines += commented(f"  {line}", text)
    return [*lines, f"}} {struct(name)};", ""]


def structures(*names):
    return [line for name in names for line in structure(name)][:-1]


def listed_records():
    """Returns the records in lists, of the messages that are not read by handwritten code."""
    return [
        key["of"] for name, shape in MESSAGES.items() if name not in BY_HAND
        for key in shape.get("keys", []) if key["type"] == "array"]


def term_numbers(term):
    """Returns the names of the numbers of a term of one kind."""
    names = [POINTS if name == "points" else (name,) for name in term["numbers"]
             if name not in LISTS]
    return [name for some in names for name in some]


def terms():
    lines = ["/* The kinds of terms; docs/segments.md has the formulas. */", "enum {"]
    for number, term in enumerate(PROTOCOL["terms"], 1):
        end = "," if number < len(PROTOCOL["terms"]) else ""
        more = [f"and {name}" for name in LISTS if name in term["numbers"]]
        text = ", ".join(term_numbers(term) + more)
        lines += commented(f"  SNAPBACK_{upper(term['name'])} = {number}{end}", text)
    flags = next(item[2] for item in RECORDS["term"]["payload"] if item[0] == "flags")
    values = [f"SNAPBACK_{upper(flag)} = {1 << bit}" for bit, flag in enumerate(flags)]
    lines += ["};", "", "/* The flags of a term. */", *joined(values, " };", "  ", first="enum { ")]
    return [*lines, "", *structures("term", "key")]


def bodies():
    """Returns the members of the union in a message. The members for text are last."""
    lines = []
    for name, shape in sorted(MESSAGES.items(), key=lambda pair: pair[0] == "text"):
        if name in BODY_NOTES:
            lines += closed(BODY_NOTES[name], "       ", "    /* ")
        if name in NAMED:
            lines.append(f"    {struct(name)} {snake(name)};")
        elif fields(shape):
            inner = " ".join(line for line, _ in groups(fields(shape), False))
            lines += filled(f"{inner} }} {snake(name)};", "      ", first="    struct { ")
    return lines


REGIONS = {
    "scene structs": lambda: structures("movingLook", "state", "text", "view", "screen"),
    "term structs": terms,
    "message structs": lambda: structures(*NAMED, *listed_records()),
    "message bodies": bodies,
}
