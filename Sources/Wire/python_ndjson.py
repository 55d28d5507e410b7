"""Writes the readers of JSON in the Python client's _ndjson.py."""

from description import PROTOCOL, joined, snake
from python_codecs import (
    ABSENT, BY_HAND, RUN, SHAPES, TUPLES, apart, assigned, called, class_of, constant, field,
    imports, in_order, is_dropped, is_message, kinds, literal, local, may_be_none, numbers_of,
    reader, result, term_keys)

# Calls of handwritten functions that follow the value of a key.
CHECKS = {("view", "state"): "_check_whole(state)"}
# Records whose names are checked after all other keys.
CHECKED_LAST = {"channel"}
# The number of items and the type of the tuples that are items of lists.
TUPLE_OF = {name.lower(): (count, name) for count, name in TUPLES.items()}
# Numbers of terms that may be absent.
TERM_DEFAULTS = {"x": 0, "delay": 0}


def json_value(key):
    """Returns the expression that reads a key from JSON."""
    if "values" in key:
        return key["values"][1]
    kind, name = key["type"], f'"{key["name"]}"'
    default = f", {literal(key, key['default'])}" if "default" in key else ""
    if kind in ("integer", "time", "number", "string", "hexadecimal"):
        way = {"integer": "integer", "time": "integer", "number": "number"}.get(kind, "string")
        default = f", {snake(key['defaultKey'])}" if "defaultKey" in key else default
        optional = "optional_" if key.get("optional") or key.get("never") else ""
        return f"body.{optional}{way}({name}{'' if optional else default})"
    if kind == "numbers":
        way = TUPLES.get(key["count"], "").lower()
        value = f"body.{way}({name}{default})"
        value = value if way else f"body.numbers({name}, {key['count']}{default})"
    elif kind == "boolean":
        value = f"body.flag({name}{default if key.get('default') else ''})"
    elif kind == "names":
        value = f"body.strings({name})"
    elif kind == "color":
        way = "body.value[{}]" if key.get("optional") else "body.string({})"
        value = f"color({way.format(name)})"
    elif kind == "rgba":
        value = f"rgba(body.string({name}))"
    elif kind == "object":
        value = f"{reader(key['of'])}(" + ("body)" if "is" in key else f"body.object({name}))")
    elif kind == "array":
        default = ", []" if default else ""
        return f'[{reader(key["of"])}(Object(item, "{key["name"][:-1]}")) ' \
               f"for item in body.array({name}{default})]"
    elif kind == "state":
        value = f"{reader(kind)}(body)"
    else:
        value = f"body.string({name}{default})"
    absent = ABSENT.get((key["from"], key["name"]))
    if key.get("optional") or absent:
        value += f' if body.has("{key.get("is", key["name"])}") else ' + (
            f"m.{absent}" if absent else "None")
    return value


def json_reader(shape):
    name, values, lines = shape["name"], {}, []
    others = {key["name"]: key for key in shape["keys"]}
    drops = [key for key in shape["keys"] if is_dropped(key)]
    early = drops if name not in CHECKED_LAST else []
    if name == "map":
        lines += [f'    if body.string("kind") != "{PROTOCOL["maps"][0]}":', "        return None"]
    if early:
        for key in early:
            values[key["name"]] = local(key)
        lines += assigned(", ".join(map(local, early)), ", ".join(map(json_value, early)))
        checks = [f"{local(key)} not in {constant(key['of'])}" for key in early]
        lines += [f"    if {' or '.join(checks)}:", "        return None"]
    for key in shape["keys"]:
        variable, needed = snake(key["name"]), key["type"] in ("array", "state")
        needed = needed or any(other.get("defaultKey") == key["name"] for other in shape["keys"])
        if key["type"] == "object" and may_be_none(SHAPES[key["of"]]):
            variable, needed = local(key), True
        if needed:
            lines += assigned(variable, json_value(key))
            values[key["name"]] = variable
            if key["type"] == "array":
                items = f"filter(None, {variable})"
                items = items if may_be_none(SHAPES[key["of"]]) else variable
                values[key["name"]] = f"tuple({items})"
        if (name, key["name"]) in CHECKS:
            lines.append("    " + CHECKS[name, key["name"]])
    kind = "m.Message" if is_message(shape) else f"m.{class_of(name)}"
    kind = f"Optional[{kind}]" if may_be_none(shape) else kind
    pairs = result(shape, lambda key: values.get(key["name"]) or json_value(others[key["name"]]))
    lines.insert(0, f"def {reader(name)}(body: Object) -> {kind}:")
    if not drops or early:
        return lines + called(f"    return m.{class_of(name)}", pairs)
    lines += called(f"    {name} = m.{class_of(name)}", pairs)
    checks = [f"{name}.{field(key)} in {constant(key['of'])}" for key in drops]
    return lines + [f"    return {name} if {' and '.join(checks)} else None"]


def json_term():
    base, runs = term_keys(SHAPES["term"])
    single, timed = kinds()

    def number(key):
        if key["name"] == "repeat":
            return "_repeat(body)"
        if key["type"] == "array":
            plural, (count, kind) = key["name"], TUPLE_OF[key["of"]]
            name = plural[:-1]
            return (f'tuple(cast(m.{kind}, numbers({name}, {count}, "{name}"))'
                    f' for {name} in body.array("{plural}"))')
        if key["name"] in TERM_DEFAULTS:
            key = {**key, "default": TERM_DEFAULTS[key["name"]]}
        return json_value(key)

    def call(start, kind, first):
        name = f"        return m.{class_of(kind['name'])}"
        rest = [number(key) for key in numbers_of(kind["numbers"], first)]
        line = f"{name}(*{start}, {', '.join(rest)})"
        return [line] if len(line) <= 100 else [
            f"{name}(", *joined([f"*{start}", *rest], ")", "            ")]

    clock = [json_value(key) for key in base] + [number(key) for key in numbers_of(RUN[:1])]
    run = ["*clock", *map(number, numbers_of(RUN[1:])), *map(json_value, runs)]
    lines = ["def _term(body: Object) -> Optional[m.Term]:", '    kind = body.string("kind")',
             "    clock = (", *joined(clock, ")", "        ")]
    for _, kind in single:
        lines += [f'    if kind == "{kind["name"]}":', *call("clock", kind, RUN[:1])]
    names = ", ".join(f'"{kind["name"]}"' for _, kind in timed)
    lines += [f"    if kind not in ({names}):", "        return None",
              "    progress = (", *joined(run, ")", "        ")]
    for _, kind in timed[:-1]:
        lines += [f'    if kind == "{kind["name"]}":', *call("progress", kind, RUN)]
    return lines + [line[4:] for line in call("progress", timed[-1][1], RUN)]


def json_readers():
    shapes = in_order()
    found = apart(json_term() if shape["name"] == "term" else json_reader(shape)
                  for shape in shapes)
    names = [shape["name"] for shape in shapes if is_message(shape)] + BY_HAND
    return found + [
        "", "", "_READERS: Dict[str, Callable[[Object], Optional[m.Message]]] = {",
        *[f'    "{name}": {reader(name)},' for name in names], "}"]


REGIONS = {"json names": lambda: imports(json_readers()), "json readers": json_readers}
