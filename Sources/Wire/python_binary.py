"""Writes the readers of bytes in the Python client's _binary.py."""

from description import RECORDS, known_bits, least_size, part_tests
from python_codecs import (
    ABSENT, RUN, SHAPES, TUPLES, apart, assigned, called, class_of, constant, field, fields,
    imports, in_order, is_dropped, is_message, kinds, local, may_be_none, numbers_of, reader,
    result, term_keys)

# Minimum sizes, smaller than those in the description, with which item counts are checked.
LEAST = {"view": 22}
# Calls of handwritten functions that follow the value of a key.
CHECKS = {
    ("view", "id"): "_check_view(parent, state, len(earlier))",
    ("term", "length"): "_check_term(r, start, length, {least})",
}


class Bytes:
    """Collects the statements of a reader. One statement reads several successive values."""

    def __init__(self, shape):
        self.shape, self.keys = shape, {key["name"]: key for key in shape["keys"]}
        self.lines, self.waiting, self.values, self.flags = [], [], {}, {}
        self.known, self.parts = known_bits(shape), iter(part_tests(shape))
        self.runs = 0
        self.arrays = [key for key in shape["keys"] if key["type"] == "array"]
        for key in shape["keys"]:
            if "header" in key:
                self.values[key["name"]] = key["header"]
            elif "constant" in key:
                self.values[key["name"]] = f'"{key["constant"]["binary"]}"'
            elif "values" in key:
                self.values[key["name"]] = key["values"][0]

    def flush(self):
        while self.waiting:
            count = len(self.waiting)
            while True:
                names, values = zip(*self.waiting[:count])
                line = f"    {', '.join(names)} = {', '.join(values)}"
                if len(line) <= 100 or count == 1:
                    break
                count -= 1
            self.lines += assigned(", ".join(names), ", ".join(values))
            self.waiting = self.waiting[count:]

    def statement(self, *lines):
        self.flush()
        self.lines += lines

    def read(self, items):
        run = []
        for index, item in enumerate(items):
            name, form = item[0], item[1]
            if form in ("f32", "f64"):
                run.append(self.keys[name])
                following = items[index + 1:index + 2]
                if not following or following[0][1] != form:
                    self.floats(run, form)
                    run = []
            elif name == "zero":
                self.statement(f"    r.skip({form})")
            elif name == "part":
                self.part(form, next(self.parts))
            else:
                self.value(item)
            if (self.shape["name"], name) in CHECKS:
                call = CHECKS[self.shape["name"], name]
                self.statement("    " + call.format(least=least_size(RECORDS[self.shape["name"]])))

    def floats(self, run, form):
        """Reads successive numbers at once, unless each of the keys has more than two."""
        counts = [key.get("count", 1) for key in run]
        total = sum(counts)
        if min(counts) > 2 or len(run) == 1:
            for key, count in zip(run, counts):
                value = f"r.{form}({count})" + ("[0]" if count == 1 else "")
                if count in TUPLES:
                    value = f"cast(m.{TUPLES[count]}, {value})"
                self.waiting.append((local(key), value))
                self.values[key["name"]] = local(key)
            return
        parts = [[local(key)] if count == 1 else [field(key) + "_x", field(key) + "_y"]
                 for key, count in zip(run, counts)]
        line = f"    {', '.join(sum(parts, []))} = r.{form}({total})"
        if max(counts) <= 2 and total <= 6 and len(line) <= 100:
            for key, names in zip(run, parts):
                text = ", ".join(names)
                self.values[key["name"]] = f"({text})" if len(names) > 1 else text
            self.statement(line)
            return
        self.runs += 1
        name = f"v{self.runs}" if self.runs > 1 else "v"
        self.statement(f"    {name} = r.{form}({total})")
        place = 0
        for key, count in zip(run, counts):
            if count > 2:
                value = f"{name}[{place}:{place + count}]" if place else f"{name}[:{count}]"
                value = f"cast(m.{TUPLES[count]}, {value})" if count in TUPLES else value
            else:
                value = ", ".join(f"{name}[{place + index}]" for index in range(count))
            self.values[key["name"]] = f"({value})" if count == 2 else value
            place += count

    def part(self, items, condition):
        """Reads a part under a condition.

        A part has one key; several keys are a record. A part of an unassigned bit has none.
        """
        if not items:
            return
        key = self.keys[items[0][0]]
        inner = Bytes({**self.shape, "keys": [{**key, "optional": key["type"] == "color"}]})
        inner.read(items)
        name, value = local(key), inner.values[key["name"]]
        absent = ABSENT.get((key["from"], key["name"]))
        otherwise = f"m.{absent}" if absent else "None"
        if value == name:
            read = inner.waiting[0][1]
            self.statement(*assigned(name, f"{read} if {condition} else {otherwise}"))
        else:
            inner.flush()
            name += "_value"
            self.statement(
                f"    {name} = {otherwise}", f"    if {condition}:",
                *["    " + line for line in inner.lines], f"        {name} = {value}")
        self.values[key["name"]] = name

    def value(self, item):
        name, form = item[0], item[1]
        key = self.keys.get(name, {"from": self.shape["name"], "name": name, "type": "integer"})
        if name == "flags":
            self.waiting.append(("flags", f"r.{form}()"))
            for bit, flag in enumerate(item[2]):
                self.flags[flag] = f"flags & {1 << bit}"
                self.values[flag] = f"bool(flags & {1 << bit})"
        elif name == "mask":
            self.waiting.append(("mask", f"r.{form}()"))
        elif form.startswith("count"):
            read = f"r.u{form[5:]}()"
            if form == "count":
                least = LEAST.get(key["of"]) or least_size(RECORDS[key["of"]])
                read = f"r.count({least})"
            self.waiting.append((self.count(key) if name in self.keys else name, read))
        elif form == "items":
            self.items(key)
        elif form == "record":
            self.statement(f"    {local(key)} = _known_state(r, len(earlier))")
            copy = [(field(part), self.values.get(part["name"], f"{local(key)}.{field(part)}"))
                    for part, _ in fields(SHAPES[key["type"]])]
            copy[0] = (copy[0][0], "name")
            self.copy = called(f"    {local(key)} = m.{class_of(key['type'])}", copy)
            self.values[name] = local(key)
        elif form == "map":
            self.statement(f"    {local(key)} = _map(r, map_kind) if map_kind else None")
            self.values[name] = local(key)
        elif form == "inline":
            value, flag = f"{reader(key['of'])}(r)", self.flag(key)
            if flag:
                self.statement(*assigned(local(key), f"{value} if {flag} else None"))
            else:
                self.waiting.append((local(key), value))
            self.values[name] = local(key)
        else:
            way = f"{'optional_' if key.get('optional') else ''}view" if form == "handle" else form
            if key["type"] == "earlier":
                way = "u32"
            self.waiting.append((local(key), f"r.{way}()"))
            self.values[name] = self.converted(key, local(key))

    def count(self, key):
        """Returns the variable with the number of items in an array."""
        return "count" if len(self.arrays) == 1 else local(key) + "_count"

    def items(self, key):
        name, item, count = local(key), SHAPES[key["of"]], self.count(key)
        self.values[key["name"]] = f"tuple({name})"
        if key["of"] == "state":
            self.statement(f"    {name} = _states(r, {count})")
            self.values[key["name"]] = name
        elif any(other["type"] == "earlier" for other in item["keys"]):
            self.statement(
                f"    {name}: List[m.{class_of(key['of'])}] = []", f"    for _ in range({count}):",
                f"        {name}.append({reader(key['of'])}(r, {name}))")
        else:
            self.statement(*assigned(name, f"[{reader(key['of'])}(r) for _ in range({count})]"))
            if may_be_none(item):
                self.values[key["name"]] = f"tuple(filter(None, {name}))"

    def converted(self, key, raw):
        """Returns the expression that converts a raw value to the value of a key."""
        kind = key["type"]
        if kind == "hexadecimal":
            return f'format({raw}, "016x")'
        if kind == "names":
            return f"_bits({raw}, {constant(key['of'])})"
        if kind == "name":
            names = constant(key["of"])
            return f"{names}[{raw}]" if is_dropped(key) else f"_name({raw}, {names})"
        if kind == "color":
            return f"_color({raw})" + (f" if {raw} >> 24 else None" if key.get("optional") else "")
        if kind == "rgba":
            return f"_rgba({raw})"
        if kind == "boolean":
            return f"bool({raw})"
        if kind == "earlier":
            return f"None if {raw} == NO_VIEW else earlier[{raw}].name"
        if key.get("never"):
            return f"None if {raw} == NEVER else {raw}"
        is_zero_none = key.get("optional") and kind != "view" and not self.flag(key)
        return f"{raw} or None" if is_zero_none else raw

    def flag(self, key):
        """Returns the flag that is set if a key is present; None if there is no such flag."""
        names = [f"{key['name']}?", f"{key.get('with')}?"]
        return next((self.flags[name] for name in names if name in self.flags), None)

    def argument(self, key):
        """Returns the expression for a field."""
        value, flag = self.values[key["name"]], self.flag(key)
        if flag and key["type"] != "object":
            return f"{value} if {flag} else None"
        if key.get("optional") and key["type"] == "number" and not self.known:
            return f"{value} or None"
        return value


def binary_reader(shape):
    name, payload = shape["name"], shape["payload"]
    kind = f"m.{class_of(name)}"
    code = Bytes(shape)
    parameters = ["r: Reader"]
    if is_message(shape):
        parameters += ["seq: int", "time: int"]
        kind = "m.Message"
    if any(item[0] == "mask" for item in payload):
        parameters.append("view: str")
        code.values["id"] = "view"
        payload = payload[1:]
    if any(key["type"] == "earlier" for key in shape["keys"]):
        parameters.append(f"earlier: List[{kind}]")
    if name == "map":
        parameters.append("kind: int")
    code.read(payload)
    code.flush()
    given = f"Optional[{kind}]" if may_be_none(shape) else kind
    if "mask" in [item[0] for item in payload]:
        given = f"Tuple[{kind}, bool]"
    lines = [f"def {reader(name)}({', '.join(parameters)}) -> {given}:"]
    if code.known:
        lines.append('    """Returns also whether more can be read after it."""')
    lines += code.lines
    drops = ["kind != 1"] if name == "map" else []
    drops += [f"{local(key)} >= len({constant(key['of'])})" for key in shape["keys"]
              if is_dropped(key)]
    if drops:
        lines += [f"    if {' or '.join(drops)}:", "        return None"]
    pairs = result(shape, code.argument)
    if code.known:
        lines += called(f"    {name} = m.{class_of(name)}", pairs)
        return lines + [f"    return {name}, not mask & ~{code.known}"]
    lines += getattr(code, "copy", [])
    return lines + called(f"    return m.{class_of(name)}", pairs)


def binary_term():
    """Returns the reader of terms. The numbers of a kind follow the numbers that all kinds have."""
    shape = SHAPES["term"]
    code = Bytes(shape)
    code.keys["kind"] = {"from": "term", "name": "kind", "type": "integer"}
    code.read(shape["payload"])
    code.flush()
    base, runs = term_keys(shape)
    clock = ", ".join(code.values[key["name"]] for key in base)
    run = ", ".join(code.values[key["name"]] for key in runs)
    lines = [
        "def _term(r: Reader) -> Optional[m.Term]:", "    start = r.at", *code.lines,
        *assigned("clock", f"({clock})"), "    term: Optional[m.Term] = None"]
    single, timed = kinds()
    for word, (number, kind) in zip(["if"] + ["elif"] * len(single), single):
        lines += [f"    {word} kind == {number}:", *term_lines(kind, "clock", (), "        ")]
    lines += [
        f"    elif kind in ({', '.join(str(number) for number, _ in timed)}):",
        "        x, delay = r.f64(2)",
        f"        progress = (*clock, x, delay, r.repeat(), r.f64(1)[0], {run})"]
    for word, (number, kind) in zip(["if"] + ["elif"] * len(timed), timed):
        lines += [
            f"        {word} kind == {number}:", *term_lines(kind, "progress", RUN, " " * 12)]
    return lines + ["    _end_term(r, start, length)", "    return term"]


def term_lines(kind, start, first, prefix):
    """Returns the statements that make a term from the numbers that follow."""
    name, keys = f"m.{class_of(kind['name'])}", numbers_of(kind["numbers"], first)
    special = {"points": "cast(m.Four, r.f64(4))",
               "keys": "tuple(cast(m.Six, r.f64(6)) for _ in range(keys))",
               "knots": "tuple(cast(m.Three, r.f64(3)) for _ in range(keys))"}
    plain = [key["name"] for key in keys if key["name"] not in special]
    lists = [special[key["name"]] for key in keys if key["name"] in special]
    lines = []
    if plain and lists:
        lines.append(f"{prefix}{', '.join(plain)} = r.f64({len(plain)})")
    elif plain:
        plain = [f"*r.f64({len(plain)})"]
    return [*lines, f"{prefix}term = {name}(*{start}, {', '.join(plain + lists)})"]


def binary_readers():
    shapes = [shape for shape in in_order() if "payload" in shape]
    found = apart(binary_term() if shape["name"] == "term" else binary_reader(shape)
                  for shape in shapes)
    rows = [(1, "text", "_json")] + [
        (shape["number"], shape["name"], reader(shape["name"]))
        for shape in shapes if is_message(shape)]
    return found + [
        "", "",
        "READERS: Dict[int, Tuple[str, Callable[[Reader, int, int], Optional[m.Message]]]] = {",
        *[f'    {number}: ("{name}", {function}),' for number, name, function in rows], "}"]


REGIONS = {"binary names": lambda: imports(binary_readers()), "binary readers": binary_readers}
