"""Writes the C functions that read messages and records.

Code that manages memory or the state of a connection is handwritten in snapback.h: the functions
`snapback__M_K` for the list K of a message M in BY_HAND, and the handling of a welcome and of
`shm`. All other lists of a message are read into the connection's `items`.
"""

import re

from c_structs import (
    BY_HAND, ELSEWHERE, FLAT, KEY, KNOT, NAMES, RESULTS, SCALARS, field_name, fields, flag_name,
    item_fields, key_of, listed_records, path, struct, term_numbers, upper)
from description import (
    MESSAGES, PROTOCOL, RECORDS, joined, known_bits, least_size, part_tests, snake)

READERS = {"handle": "u32", "count": "u32", "count8": "u8", "count16": "u16"}
# The memory for the strings of a record, if it is not the memory for a message.
MEMORY = {"view": "names", "text": "names"}
# Whether the reader of a record has the connection as a parameter, for readers that handwritten
# code calls and for records that outlive the memory of a message.
CONNECTED = {"view": True, "state": False, "term": False, "screen": False}
# The numbers of a term that may be infinite.
ENDLESS = ("repeat", "duration")
# The largest number of statements that read a message without a separate function.
SHORT = 3


def value(shape, item):
    """Returns the C expression that reads an item of a payload."""
    name, form = item
    key = key_of(shape, name)
    if form == "string":
        memory = MEMORY.get(shape["name"], "scratch")
        return f"snapback__string(r, &c->{memory}, &c->{memory}_used)"
    call = f"snapback__{READERS.get(form, form)}(r)"
    if key.get("type") == "boolean":
        return call + " & 1"
    place = path(shape, item)
    if key.get("type") == "name" and NAMES.get(place) in PROTOCOL[key["of"]]:
        return f"{call} == {PROTOCOL[key['of']].index(NAMES[place])}"
    return call


def read_scalar(shape, item, at, suffix):
    key = key_of(shape, item[0])
    place = RESULTS.get(path(shape, item))
    name = f"*{place}" if place else at + field_name(shape, item) + suffix
    if "count" in key and item[1] == "f32":
        return [f"snapback__f32s(r, {name}, {key['count']});"]
    if "count" in key:
        return [f"{name}[{index}] = {value(shape, item)};" for index in range(key["count"])]
    lines = [f"{name} = {value(shape, item)};"]
    if key.get("type") == "view" and not place:
        lines.append(f"if ({name} >= c->view_count) {name} = SNAPBACK_NO_VIEW;")
    return lines


def read_flags(form, flags, at):
    call = f"snapback__{form}(r)"
    if form == "u8":
        return [f"{at}flags = {call};"]
    if len(flags) == 1:
        return [f"{at}{flag_name(flags[0])} = {call} & 1;"]
    lines = [f"flags = {call};"]
    for bit, flag in enumerate(flags):
        lines.append(f"{at}{flag_name(flag)} = flags{f' >> {bit}' if bit else ''} & 1;")
    return lines


def read_part(shape, test, items, at):
    """Returns the statements that read a part.

    If the part is absent, they set rates to 0 and leave other fields unchanged.
    """
    lines = [line for item in items for line in read(shape, item, at, "")]
    place = f"{shape['name']}.{items[0][0]}"
    if place not in FLAT:
        if len(lines) == 1:
            return [f"if ({test}) {lines[0]}"]
        return [f"if ({test}) {{", *[f"  {line}" for line in lines], "}"]
    zeros = []
    for field in item_fields(shape, items[0]):
        name = at + field.name
        zeros.append(f"memset({name}, 0, sizeof {name});" if field.array else f"{name} = 0;")
    return [
        f"if ({test}) {{", *[f"  {line}" for line in lines], "} else {",
        *[f"  {line}" for line in zeros], "}"]


def read_record(shape, item, at, suffix):
    place, key = path(shape, item), key_of(shape, item[0])
    name = key.get("of", key["type"])
    if place in FLAT:
        return reads(RECORDS[name], at, f"_{snake(item[0])}")
    target = ELSEWHERE.get(place, at + snake(item[0]) + suffix)
    if item[1] == "record":
        shared = [snake(own["name"]) for own in shape["keys"] if own["name"] != "id"
                  and key_of(RECORDS[name], own["name"])]
        return [f"if (!{called(name, f'&{target}')}) return 0;",
                *[f"{target}.{field} = {at}{field};" for field in shared]]
    if not key.get("optional") or any(part[0] == "mask" for part in shape["payload"]):
        return [f"{called(name, f'&{target}')};"]
    strings = [f"{target}.{field.name}" for field in fields(RECORDS[name]) if "char" in field.type]
    lines = [f"if ({at}has_{snake(item[0])}) {called(name, f'&{target}')};"]
    return lines + ([f"else {' = '.join(strings)} = \"\";"] if strings else [])


def read_items(shape, item, at):
    """Returns the statements that read the items of a list."""
    name, message = item[0], shape["name"]
    if message in BY_HAND or item[1] == "rest":
        call = f"snapback__{snake(message)}_{snake(name)}(c, r, m)"
        return [f"code = {call};", "if (code != 1) return code;"]
    record = key_of(shape, name)["of"]
    size = f"SNAPBACK__{upper(record)}_BYTES, sizeof *items, \"{message}\""
    return [
        "code = snapback__make_items(", f"  c, r, {at}count, {size});",
        "if (code != 0) return code;",
        f"{at}{snake(name)} = items = ({struct(record)} *)c->items.at;",
        f"for (i = 0; i < {at}count; i++) {called(record, 'items + i')};"]


def read(shape, item, at, suffix):
    """Returns the statements that read an item of a payload into fields.

    `at` is the C expression that precedes the name of a field, such as `view->`.
    """
    name, form = item[0], item[1]
    if name == "zero":
        return [f"snapback__bytes(r, {form});"]
    if name == "mask":
        return [f"mask = snapback__{form}(r);"]
    if name == "flags":
        return read_flags(form, item[2], at)
    if form in ("inline", "record"):
        return read_record(shape, item, at, suffix)
    if form in ("items", "rest"):
        return read_items(shape, item, at)
    return read_scalar(shape, item, at, suffix)


def reads(shape, at, suffix=""):
    lines, tests = [], iter(part_tests(shape))
    for item in shape["payload"]:
        if item[0] == "part":
            test = next(tests)
            lines += read_part(shape, test, item[1], at) if item[1] else []
        else:
            lines += read(shape, item, at, suffix)
    return lines


def results(name):
    """Returns the parameters of a record's reader through which it returns values to its caller."""
    shape = RECORDS[name]
    found = [RESULTS[place] for place in RESULTS if place.split(".")[0] == name]
    for item in shape["payload"]:
        if item[1] == "record":
            found += results(key_of(shape, item[0])["type"])
    return found


def uses_connection(lines):
    return any(re.search(r"(?<![.>\w])c(->|,)", line) for line in lines)


def needs_connection(name, lines):
    """Returns whether the reader of a record has the connection as a parameter."""
    found = uses_connection(lines)
    if CONNECTED.get(name, found) != found:
        raise ValueError(f"{name}: code by hand calls its reader with other parameters")
    return found


def variable(name):
    return struct(name)[len("snapback_"):]


def called(name, target):
    """Returns the C call that reads a record."""
    lines = reads(RECORDS[name], f"{variable(name)}->")
    parts = (["c"] if needs_connection(name, lines) else []) + ["r", *results(name), target]
    return f"snapback__read_{snake(name)}({', '.join(parts)})"


def function(kind, name, parts, body, locals_=()):
    start = f"static {kind} snapback__read_{snake(name)}("
    head = [start + ", ".join(parts) + ") {"]
    if len(head[0]) > 100:
        head = [start, *joined(parts, ") {", "  ")]
    return [*head, *[f"  {line}" for line in [*locals_, *body]], "}", ""]


def record_reader(name):
    shape = RECORDS[name]
    body = reads(shape, f"{variable(name)}->")
    masks = [item[1] for item in shape["payload"] if item[0] == "mask"]
    locals_ = [f"{SCALARS[form]} mask;" for form in masks]
    locals_ += ["uint32_t flags;"] if any(line.startswith("flags = ") for line in body) else []
    kind, lines = "void", []
    if masks or any(item[1] == "record" for item in shape["payload"]):
        kind = "int"
        lines = ["/* Returns whether all of it is known; otherwise, the rest cannot be located. */"]
        body = [*body, f"return (mask & ~{known_bits(shape)}u) == 0;" if masks else "return 1;"]
    parts = ["snapback *c"] if needs_connection(name, body) else []
    parts += ["snapback__reader *r", *[f"uint32_t *{result}" for result in results(name)]]
    parts.append(f"{struct(name)} *{variable(name)}")
    return lines + function(kind, name, parts, body, locals_)


def read_numbers(names):
    """Returns the statements that read the numbers of a term of one kind."""
    lines, first = [], 0
    for index, name in enumerate([*names, None]):
        if name and name not in ENDLESS:
            continue
        if index > first:
            place = f" + {first}" if first else ""
            lines.append(f"snapback__f64s(r, numbers{place}, {index - first});")
        if name:
            lines.append(f"numbers[{index}] = snapback__f64_or_infinity(r);")
        first = index + 1
    return lines


def number_readers():
    """Returns the C functions that read the numbers of a term, of a key and of a knot."""
    cases = []
    for term in PROTOCOL["terms"]:
        cases.append(f"case SNAPBACK_{upper(term['name'])}:")
        cases += [f"  {line}" for line in [*read_numbers(term_numbers(term)), "return 1;"]]
    return [
        "/* Reads the numbers of a kind of term. Returns 0 if the kind is unknown. */",
        *function(
            "int", "numbers", ["snapback__reader *r", "int kind", "double *numbers"],
            ["switch (kind) {", *cases, "default: return 0;", "}"]),
        *number_reader("key", KEY), *number_reader("knot", KNOT),
    ]


def number_reader(name, numbers):
    """Returns the C function that reads a key or a knot."""
    others = [other for other in (*KEY, *KNOT[2:]) if other not in numbers]
    zeros = " = ".join(f"key->{other}" for other in others)
    return function(
        "void", name, ["snapback__reader *r", "snapback_key *key"],
        [*[f"key->{number} = snapback__f64(r);" for number in numbers], f"{zeros} = 0;"])


def record_readers():
    names = ["state", "view", *listed_records(), "channel", "term"]
    sizes = [f"SNAPBACK__{upper(name)}_BYTES = {least_size(RECORDS[name])}" for name in names]
    parts = [f"SNAPBACK__KEY_BYTES = {8 * len(KEY)}", f"SNAPBACK__KNOT_BYTES = {8 * len(KNOT)}"]
    lines = ["/* The bytes that records have at least. */", "enum {"]
    lines += joined([*sizes, *parts], "", "  ") + ["};", ""]
    for name in ("movingLook", "state", "text", "view", "screen", *listed_records(), "term"):
        lines += record_reader(name)
    return (lines + number_readers())[:-1]


def message_body(name):
    """Returns the statements that read a message, and the declarations of their variables."""
    shape = MESSAGES[name]
    # Zeros at the end of a message may be absent, because nothing follows them.
    end = [item[0] for item in shape["payload"][-1:]] == ["zero"]
    items = shape["payload"][:-1] if end else shape["payload"]
    body = reads({**shape, "payload": items}, f"m->as.{snake(name)}.") + ["return 1;"]
    if body[-2:-1] == ["if (code != 1) return code;"]:
        body[-3:] = [body[-3].replace("code = ", "return ")]
    lists = [key_of(shape, item[0])["of"] for item in shape["payload"] if item[1] == "items"]
    if "state" in lists and not body[-1].startswith("return snapback"):
        raise ValueError(f"{name}: what follows a state of a later version cannot be located")
    locals_ = ["uint32_t flags;"] if any(line.startswith("flags = ") for line in body) else []
    if lists and name not in BY_HAND:
        locals_ += [f"{struct(lists[0])} *items;", "uint32_t i;"]
    if any(line.startswith("code = ") for line in body):
        locals_.append("int code;")
    return body, locals_


def message_readers():
    functions, cases = [], []
    for name in MESSAGES:
        body, locals_ = message_body(name)
        label = f"case SNAPBACK_TYPE_{upper(name)}:"
        if len(body) == 1:
            cases.append(f"{label} {body[0]}")
        elif len(body) <= SHORT and not locals_:
            cases += [label, *[f"  {line}" for line in body]]
        else:
            uses = uses_connection(body)
            parts = ["snapback *c"] if uses else []
            parts += ["snapback__reader *r", "snapback_message *m"]
            functions += function("int", name, parts, body, locals_)
            call = f"snapback__read_{snake(name)}({'c, ' if uses else ''}r, m)"
            cases.append(f"{label} return {call};")
    known = [f"  case SNAPBACK_TYPE_{upper(name)}:" for name in MESSAGES]
    return [
        *functions,
        "/* Reads a message. Returns 1, 0 for an unknown type, or an error code. */",
        *function(
            "int", "body", ["snapback *c", "snapback__reader *r", "snapback_message *m"],
            ["switch (m->type) {", *cases, "default: return 0;", "}"]),
        "static int snapback__is_known(uint32_t type) {", "  switch (type) {", *known,
        "    return 1;", "  default: return 0;", "  }", "}"]


REGIONS = {"record readers": record_readers, "message readers": message_readers}
