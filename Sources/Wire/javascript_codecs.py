"""Writes the JavaScript readers of messages, from bytes and from JSON.

`Bytes` writes the readers in binary.js, which are functions of a `Payload`. `Lines` writes the
readers in ndjson.js, which are functions of `Fields`. Readers of both kinds return the same
objects, with all keys in the description. For an item of an unknown kind, a reader returns null,
and arrays do not contain the item.

Handwritten are the classes `Payload` and `Fields`, the functions nameOf, namesOf and checkWhole of
payload.js, and the readers in BY_HAND and TEXTS.
"""

import json
import re

from description import PROTOCOL, RECORDS, filled, keys, known_bits, least_size, part_tests
from javascript_shapes import (
    ADDED, BY_HAND, CHECKS, METHODS, REPEATED, TEXTS, capital, constant, default, dropping, entries,
    has_defaults, is_record, is_term, lists, literal, local, may_be_null, numbers, shapes)


def function(reader, parameters, body):
    name = reader.shape["name"]
    unknown = "; null if it is of an unknown kind" if may_be_null(reader.shape) else ""
    head = [f"/** Reads `{name}`{unknown}. */", f"function {reader.name}({parameters}) {{"]
    return [*head, *body, "}", ""]


def codecs(readers, entry):
    """Returns the functions of readers, and the entries of messages in the table READERS.

    `entry` makes an entry from a message and a function. If a function only returns an object and
    the entry then fits into one line, the function is part of the entry.
    """
    functions, rows = [], []
    for reader in readers:
        parameters, body = reader.definition()
        short, line = re.fullmatch(r"  return ({.*});", body[0]), ""
        if short and not is_record(reader.shape):
            line = entry(reader.shape, f"({parameters}) => ({short.group(1)})")
        if 0 < len(line) <= 100:
            rows.append(line)
            continue
        functions += function(reader, parameters, body)
        if not is_record(reader.shape):
            rows.append(entry(reader.shape, reader.name))
    return functions, rows


def leaves(conditions):
    """Returns the statement that returns null if any of the conditions is true."""
    if not conditions:
        return []
    line = f"  if ({' || '.join(conditions)}) return null;"
    if len(line) <= 100:
        return [line]
    return ["  if (", *filled(" || ".join(conditions), "    ", 98), "  ) return null;"]


def term_entries(kind, values, value):
    """Returns the entries of the object for a kind of term.

    `value` returns the expression for a number.
    """
    repeats = "repeat" in kind["numbers"]
    kept = {name: text for name, text in values.items() if repeats or name not in REPEATED}
    kept["kind"] = json.dumps(kind["name"])
    return entries({**kept, **{key["name"]: value(key) for key in numbers(kind)}})


class Bytes:
    """Writes the reader of a message or a record from a payload.

    `lines` are the statements so far, `steps` the pending variables, and `values` the expressions
    of the object's entries. `tests` are the conditions under which optional values are present.
    """

    def __init__(self, shape):
        self.shape, self.keys, self.name = shape, keys(shape), f"read{capital(shape['name'])}"
        self.lines, self.steps, self.values, self.tests = [], [], {}, {}
        self.read, self.flags = set(), 0
        for name, key in self.keys.items():
            self.values[name] = key.get("header", local(name))
            if key.get("only") == "json":
                self.values[name] = "null"
            elif "constant" in key:
                self.values[name] = json.dumps(key["constant"]["binary"])
        # The keys that are also keys of a record that extends this one. That record reads them
        # first.
        self.given = [
            name for name in self.keys for other in RECORDS.values()
            if other.get("extends") == shape["name"] and name in keys(other)]
        self.known, self.parts = known_bits(shape), iter(part_tests(shape, "==="))
        if is_term(shape):
            self.say("const start = r.at;")
        for item in shape["payload"]:
            if item[0] not in self.given:
                self.add(item, None)

    def say(self, line):
        """Adds a statement, after the statements of pending variables."""
        self.flush()
        self.lines.append("  " + line)

    def flush(self):
        self.lines += [f"  const {local(name)} = {value};" for name, value in self.steps]
        self.steps = []

    def add(self, item, part):
        """Adds an item. `part` is the condition under which the item is present."""
        name, form = item[0], item[1]
        self.read.add(name)
        if name == "zero":
            self.say(f"if ({part}) r.skip({form});" if part else f"r.skip({form});")
        elif name == "flags":
            self.add_flags(form, item[2], part)
        elif name == "mask":
            self.say(f"const mask = r.mask({self.known});")
        elif name == "part":
            test = next(self.parts)
            for one in form:
                self.add(one, test)
        elif form == "items":
            self.add_items(self.keys[name])
        elif form == "record":
            # Skip the handle: it is that of this view, whose name follows.
            self.say("r.skip(4);")
            self.say(f'const {name} = read{capital(self.keys[name]["type"])}(r, "");')
            self.say(f"checkWhole(r, {name}, views.length);")
        elif name not in self.keys or form.startswith("count"):
            self.add_number(name, form)
        else:
            self.add_value(self.keys[name], form, part)

    def add_number(self, name, form):
        """Adds a number that is not stored in the object."""
        read = {"count8": "u8()", "count16": "u16()"}.get(form, f"{form}()")
        if form == "count":
            read = f"count({least_size(RECORDS[self.keys[name]['of']])})"
        variable = "count" if form.startswith("count") else name
        self.say(f"const {variable} = r.{read};")
        check = CHECKS.get(f"{self.shape['name']}.{name}")
        if check:
            self.say(check.format(least=least_size(self.shape)))

    def add_flags(self, form, names, part):
        self.flags += 1
        flags = f"flags{self.flags if self.flags > 1 else ''}"
        self.say(f"const {flags} = " + (f"{part} ? r.{form}() : 0;" if part else f"r.{form}();"))
        for bit, name in enumerate(names):
            test = f"{flags} & {1 << bit}"
            self.read.add(name)
            if name.endswith("?"):
                self.tests[name[:-1]] = test
            else:
                self.values[name] = f"{part} ? ({test}) !== 0 : null" if part else f"({test}) !== 0"

    def add_items(self, key):
        name, record = local(key["name"]), Bytes(RECORDS[key["of"]])
        items = [item for item in record.shape["payload"] if item[0] in record.given]
        more = [record.value(record.keys[item[0]], item[1]) for item in items]
        more += [name] if record.has_earlier() else []
        call = f"read{capital(key['of'])}({', '.join(['r', *more])})"
        self.say(f"const {name} = [];")
        until = "place < count && !r.isLost" if record.known else "place < count"
        loop = f"for (let place = 0; {until}; place += 1)"
        if not may_be_null(record.shape):
            self.say(f"{loop} {name}.push({call});")
            return
        self.say(f"{loop} {{")
        self.say(f"  const one = {call};")
        self.say(f"  if (one !== null) {name}.push(one);")
        self.say("}")

    def add_value(self, key, form, part):
        name = key["name"]
        test = self.tests.get(key.get("with", name))
        value = self.value(key, form, bool(part or test))
        if part or (test and form == "inline"):
            is_whole = key["type"] == "object" and has_defaults(RECORDS[key["of"]])
            missing = f"default{capital(key['of'])}()" if is_whole else "null"
            value = f"{part or test} ? {value} : {missing}"
        elif test:
            self.values[name] = f"{test} ? {local(name)} : null"
        self.steps.append((name, value))

    def value(self, key, form, has_bit=False):
        """Returns the expression that reads a key or a number of a term.

        If `has_bit` is true, a bit tells whether the value is present, so no value means null.
        """
        kind, is_optional, read = key["type"], key.get("optional"), f"r.{form}()"
        if form == "inline":
            return f"read{capital(key['of'])}(r)"
        if form == "map":
            names = constant(keys(RECORDS[key["of"]])["kind"])
            return f"mapKind !== 0 ? read{capital(key['of'])}(r, {names}[mapKind - 1]) : null"
        if kind == "name" and key["of"] == "terms":
            return read
        if kind == "name":
            is_dropping = key in dropping(self.shape)
            return f"{constant(key)}[{read}]" if is_dropping else f"nameOf({read}, {constant(key)})"
        if kind == "names":
            return f"namesOf({read}, {constant(key)})"
        if kind == "numbers":
            return f"r.{'floats' if form == 'f32' else 'doubles'}({key['count']})"
        if kind in ("integer", "string") and is_optional and not has_bit:
            return f"{read} || null"
        return {
            "time": "r.end()" if key.get("never") else "r.time()", "boolean": f"{read} !== 0",
            "view": "r.optionalView()" if is_optional else "r.view()",
            "color": "r.optionalColor()" if is_optional else "r.color()",
            "rgba": "r.rgba()", "earlier": "r.earlier(views)", "hexadecimal": "r.hexadecimal()",
            "repeat": "r.repeat()", "rows": f"r.rows(count, {key.get('count')})",
        }.get(kind, read)

    def has_earlier(self):
        return any(key["type"] == "earlier" for key in self.keys.values())

    def parameters(self):
        """Returns the parameters of the function.

        Keys that the function does not read are parameters.
        """
        outside = {"header", "constant", "only"}
        more = [name for name, key in self.keys.items()
                if name not in self.read and not outside & set(key)]
        more += ["views"] if self.has_earlier() else []
        headers = [key["header"] for key in self.keys.values() if "header" in key]
        if headers:
            more += ["seq", "time"] if "time" in headers else ["seq"]
        return ", ".join(["r", *more])

    def inline(self):
        """Moves the expressions of the last variables into the object, as long as their order is
        that of the object's entries.
        """
        order = list(self.values)
        limit = len(order)
        while self.steps and not may_be_null(self.shape):
            name, value = self.steps[-1]
            if order.index(name) >= limit or self.values[name] != local(name):
                break
            limit = order.index(name)
            self.values[name] = value
            self.steps.pop()
        self.flush()

    def definition(self):
        """Returns the parameters and the statements of the function."""
        self.inline()
        if is_term(self.shape):
            return self.parameters(), [*self.lines, *self.kinds()]
        name = self.shape["name"]
        rows = entries({key: value for key, value in self.values.items()
                        if self.keys[key]["type"] != "state"})
        rows = [f"...{key}" for key in self.values if self.keys[key]["type"] == "state"] + rows
        if not is_record(self.shape):
            rows.insert(0, f"type: {json.dumps(name)}")
        if name in ADDED:
            rows.append(f"{ADDED[name]['name']}: {ADDED[name]['binary']}")
        lost = [f"{local(key['name'])} === undefined" for key in dropping(self.shape)]
        body = [*self.lines, *leaves(lost), *literal("return ", rows, ";")]
        return self.parameters(), body

    def kinds(self):
        """Returns the statements that make the object of each kind of term."""
        lines = ["  let term = null;", "  switch (kind) {"]
        for number, kind in enumerate(PROTOCOL["terms"], 1):
            rows = term_entries(kind, self.values, lambda key: self.value(key, "f64"))
            lines.append(f"    case {number}:")
            lines += [*literal("term = ", rows, ";", "      "), "      break;"]
        return [*lines, "  }", "  r.leave(start, length);", "  return term;"]


class Lines:
    """Writes the reader of a message or a record from Fields: variables and the object."""

    def __init__(self, shape):
        self.shape, self.name, self.lines, self.values = shape, f"{shape['name']}From", [], {}
        used = {key[word] for key in shape["keys"] for word in ("with", "defaultKey")
                if word in key}
        used |= {key["name"] for key in dropping(shape)}
        used |= set(ADDED.get(shape["name"], {}).get("from", []))
        own = [key for key in shape["keys"] if key["type"] != "state"]
        if "extends" in shape:
            known = keys(RECORDS[shape["extends"]])
            own = [key for key in own if key["name"] not in known
                   or key.get("optional") != known[key["name"]].get("optional")]
        for key in own:
            name = key["name"]
            self.values[name] = self.value(key)
            if name in used or is_term(shape):
                self.lines.append(f"  const {local(name)} = {self.values[name]};")
                self.values[name] = local(name)

    def value(self, key):
        """Returns the expression that reads a key, or a number of a term."""
        name, kind, is_optional = f'"{key["name"]}"', key["type"], key.get("optional")
        if kind in ("object", "array"):
            record, value = RECORDS[key["of"]], f"body.items({name}, {key['of']}From"
            if kind == "array":
                value += f", {default(key)})" if "default" in key else ")"
            elif has_defaults(record):
                value = f"{key['of']}From(body.fields({name}, {{}}))"
            else:
                value = f"{key['of']}From(body.fields({name}))"
            return f"body.has({name}) ? {value} : null" if is_optional else value
        method, missing = METHODS[kind][0], []
        if "default" in key:
            missing = [] if key["default"] is False else [default(key)]
        elif "defaultKey" in key:
            missing = [local(key["defaultKey"])]
        elif key.get("never"):
            missing = ["Infinity"]
        elif is_optional and kind == "string":
            method = "optionalString"
        elif is_optional and ("with" not in key or kind == "color"):
            missing = ["null"]
        count = [str(key["count"])] if "count" in key else []
        value = f"body.{method}({', '.join([name, *count, *missing])})"
        return f"{local(key['with'])} === null ? null : {value}" if "with" in key else value

    def definition(self):
        """Returns the parameters and the statements of the function."""
        if is_term(self.shape):
            return "body", [*self.lines, *self.kinds()]
        name, whole = self.shape["name"], self.shape.get("extends")
        rows, before = entries(self.values), []
        if not is_record(self.shape):
            rows.insert(0, f"type: {json.dumps(name)}")
        if whole:
            before = [f"  const {whole} = {whole}From(body);", f"  checkWhole({whole});"]
            rows.insert(0, f"...{whole}")
        if name in ADDED:
            rows.append(f"{ADDED[name]['name']}: {ADDED[name]['json']}")
        lost = [f"!{constant(key)}.includes({local(key['name'])})" for key in dropping(self.shape)]
        names = [local(key["name"]) for key in dropping(self.shape)]
        first = [line for line in self.lines if line.split()[1] in names]
        rest = [line for line in self.lines if line not in first]
        return "body", [*first, *leaves(lost), *before, *rest, *literal("return ", rows, ";")]

    def kinds(self):
        """Returns the statements that make the object of each kind of term."""
        lines = ["  switch (kind) {"]
        for kind in PROTOCOL["terms"]:
            rows = term_entries(kind, self.values, self.value)
            lines += [f'    case "{kind["name"]}":', *literal("return ", rows, ";", "      ")]
        return [*lines, "    default:", "      return null;", "  }"]


def binary_readers():
    """Returns the functions and the table of binary.js."""
    readers = [Bytes(shape) for shape in shapes() if "payload" in shape]
    functions, rows = codecs(
        readers, lambda shape, call: f'  [{shape["number"]}, ["{shape["name"]}", {call}]],')
    lines = []
    for reader in readers:
        if is_record(reader.shape) and has_defaults(reader.shape):
            values = entries({name: default(key) for name, key in reader.keys.items()})
            name = capital(reader.shape["name"])
            lines += literal(f"const default{name} = () => (", values, ");", "") + [""]
    lines += functions
    lines += [
        "/**", " * The name and the reader of each message, by number.",
        " * @type {Map<number, [string, (r: Payload, seq: Count, time: number) => any]>}", " */",
        "export const READERS = new Map(["]
    for message in PROTOCOL["messages"]:
        if message["name"] in BY_HAND:
            lines.append(
                f'  [{message["number"]}, ["{message["name"]}", {BY_HAND[message["name"]]}]],')
    return lines + rows + ["]);"]


def line_readers():
    """Returns the functions and the table of ndjson.js."""
    functions, rows = codecs(
        [Lines(shape) for shape in shapes()], lambda shape, call: f"  {shape['name']}: {call},")
    rows += [f"  {name}: {name}From," for name in TEXTS]
    return [*functions, "const READERS = new Map(Object.entries({", *rows, "}));"]


def imports(text):
    """Returns the import of the lists that a text uses."""
    names = [name for name in sorted(lists()) if re.search(rf"\b{name}\b", text)]
    return literal("import ", names, ' from "./values.js";', "")


REGIONS = {
    "binary imports": lambda: imports("\n".join(binary_readers())),
    "binary readers": binary_readers,
    "line imports": lambda: imports("\n".join(line_readers())),
    "line readers": line_readers,
}
