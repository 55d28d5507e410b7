"""Writes the Swift decoders of messages in the module SnapbackProtocol; see swift_encoders.py."""

from description import PROTOCOL, RECORDS, keys, least_size
from swift_encoders import INTEGERS, SHAPES, form, has_view, is_message, payload_form

# How values are made from their keys. Keys that are not mentioned are assigned to properties
# afterwards.
MADE = {
    "welcome": "Welcome(now: now, session: session, epoch: epoch, rate: rate, roles: roles, "
               "features: features)",
    "gesture": "GestureEvent(id: id, time: time, view: view, kind: kind, name: name, phase: phase, "
               "location: location, translation: translation, velocity: velocity, "
               "scale: .init(scale, scaleVelocity), rotation: .init(rotation, rotationVelocity), "
               "isInjected: injected)",
    "event": "SceneEvent(kind: kind, time: time, name: name, view: view, place: at, "
             "velocity: velocity, feedback: feedback, "
             "noticed: Instant(told: noticed))",
    "layout": "LayoutEvent(time: time, transaction: transaction, changes: views)",
    "done": "TransactionEvent(id: id, moment: moment, isInterrupted: interrupted, time: time)",
    "device": "DeviceChange(id: id, phase: phase, name: name, kind: kind)",
    "screen": "ScreenDescription(size: Size(width: width, height: height), scale: scale, "
              "background: background)",
    "view": "ViewAppearance(name: id, parent: parent, color: state.color, "
            "cornerRadius: cornerRadius, clips: clips, anchor: anchor, text: text)",
    "text": "TextAppearance(string: string, style: style, size: size, lineHeight: lineHeight, "
            "firstBaseline: firstBaseline, lastBaseline: lastBaseline, lineLimit: lines)",
    "contact": "TouchContact(id: id, phase: phase, position: Point(x: x, y: y), "
               "isInjected: injected)",
    "layoutChange": "LayoutEvent.Change(view: id, from: from, to: to)",
    "look": "ViewLook(view: id, moving: MovingLook(textColor: textColor, borderColor: borderColor, "
            "fillAlpha: fillAlpha, borderWidth: borderWidth, shadowOpacity: shadowOpacity, "
            "shadowRadius: shadowRadius, shadowOffset: shadowOffset))",
}
# The cases of ServerMessage for messages without a separate type.
CASES = {
    "touch": ".touch(time: time, contacts: contacts)", "idle": ".idle(sequence: seq, time: time)",
    "lagged": ".lagged(dropped: dropped)", "error": ".error(code: code, message: message)",
    "pong": ".pong(id: id, now: now)", "shm": ".sharedMemory(size: size)",
    "looks": ".looks(time: time, views: views)",
}
# The types of the entries of lists.
NAMES = {
    "clocks": "Welcome.Clock", "pacings": "Pacing", "gesturePhases": "GesturePhase",
    "contactPhases": "ContactPhase", "moments": "TransactionEvent.Moment",
    "eventKinds": "SceneEvent.Kind",
    "devicePhases": "DeviceChange.Phase", "textAlignments": "ViewLook.TextAlignment",
    "verticalAlignments": "ViewLook.VerticalAlignment", "truncations": "ViewLook.Truncation",
    "roles": "Role", "features": "Feature",
}


def dropped(shape, is_line):
    """Returns the keys for which an unknown name discards the message or record."""
    return [key["name"] for key in shape["keys"]
            if key.get("unknown") == "drop" and not (is_line and key["of"] == "gestures")]


def can_drop(shape, is_line):
    return bool(dropped(shape, is_line)) or is_line and not is_message(shape) and has_view(shape)


def result_type(shape):
    """Returns the Swift type of a message or record."""
    return MADE[shape["name"]].split("(")[0] if shape["name"] in MADE else "ServerMessage"


def made(shape, is_line):
    """Returns the statements that make a message or record from its keys."""
    name = shape["name"]
    lines = []
    drops = dropped(shape, is_line)
    if drops:
        lets = ", ".join(f"let {key}" for key in drops)
        lines.append(f"guard {lets} else {{ return nil }}")
    value = MADE.get(name) or CASES[name]
    used = value.replace("(", " ").replace(")", " ").replace(",", " ").split()
    rest = [key["name"] for key in shape["keys"]
            if key["name"] not in used and key["type"] != "state" and "constant" not in key]
    if not rest:
        if name == "view":
            return lines + [f"return ({value}, state)"]
        return lines + [f"return {value}"]
    lines.append(f"var result = {value}")
    lines += [f"result.{key} = {key}" for key in rest]
    return lines + ["return (result, state)" if name == "view" else "return result"]


def signature(shape, reader, extra, is_line):
    fault = "DocumentError" if is_line else "Fault"
    result = result_type(shape) + ("?" if can_drop(shape, is_line) else "")
    if shape["name"] == "view":
        result = "(ViewAppearance, ViewState)"
    return (f"static func {shape.get('swift', shape['name'])}({extra}_ reader: inout {reader}"
            f"{', _ places: [String: Int]' if is_line and needs_views(shape) else ''}"
            f") throws({fault}) -> {result} {{")


def needs_views(shape):
    """Returns whether the line decoder of a message or record looks up view names."""
    return has_view(shape) or any(
        key["type"] == "earlier" or key["type"] == "array" and has_view(RECORDS[key["of"]])
        for key in shape["keys"])


# From bytes.

def default(key):
    """Returns the Swift code for the value that replaces an unknown name."""
    return f" ?? .{key.get('default', PROTOCOL[key['of']][0])}"


def payload_read(shape, item):
    """Returns the statements that read an item of a payload."""
    name, kind = item[0], item[1]
    key = keys(shape).get(name, {})
    what = f'"{name}"'
    if name == "zero":
        return [f"try reader.skip({kind})"]
    if name == "flags":
        lines = [f'let flags: {INTEGERS[kind]} = try reader.integer("flags")']
        return lines + [f"let {flag} = flags & {1 << bit} != 0"
                        for bit, flag in enumerate(item[2]) if not flag.endswith("?")]
    if kind == "count":
        record = RECORDS[key["of"]]
        return [f'let count = try reader.count("{name}", atLeast: {least_size(record)})']
    if kind == "items":
        record = RECORDS[key["of"]]
        lines = [f"var {name}: [{result_type(record)}] = []", "for _ in 0..<count {"]
        call = f"try {record['name']}(&reader)"
        if can_drop(record, False):
            lines.append(f"  if let item = {call} {{ {name}.append(item) }}")
        else:
            lines.append(f"  {name}.append({call})")
        return lines + ["}"]
    if kind == "record":
        return ["let state = try state(of: handle, &reader)"]
    if kind == "inline":
        return [f"let {name} = {presence(shape, name)} ? try {key['of']}(&reader) : nil"]
    if key["type"] == "earlier":
        return [f"let {name} = try reader.earlier({what}, than: handle)"]
    if kind == "handle":
        return [f"let {name} = Int(clamping: try reader.integer({what}, as: UInt32.self))"]
    if key["type"] == "numbers":
        return [f"let {name} = try reader.{form(shape, key)}({what})"]
    if key["type"] == "name" and key["of"] == "gestures":
        return [f"let {name} = GestureNames.kind(try reader.integer({what}))"]
    if key["type"] == "name":
        end = "" if key.get("unknown") == "drop" else default(key)
        return [f"let {name} = {NAMES[key['of']]}(number: try reader.integer({what})){end}"]
    if key["type"] == "names":
        return [f"let {name} = {NAMES[key['of']]}(rawValue: try reader.integer({what}))"]
    if key["type"] == "boolean":
        return [f"let {name} = try reader.integer({what}, as: {INTEGERS[kind]}.self) == 1"]
    if key["type"] == "color":
        return [f"let {name} = Color(bits: try reader.integer({what})) ?? .black"]
    if key["type"] == "rgba":
        return [f"let {name} = Paint(bits: try reader.integer({what}))"]
    if kind in ("f32", "f64"):
        read = f"try reader.{'short' if kind == 'f32' else 'number'}({what})"
        if not key.get("optional"):
            return [f"let {name} = {read}"]
        return [f"let {name} = try reader.short({what}, if: {presence(shape, key.get('with', name))})"]
    if kind == "string":
        return [f"let {name} = try reader.{'optionalString' if key.get('optional') else 'string'}({what})"]
    if key.get("optional"):
        return [f"let {name} = try reader.optionalInteger({what})"]
    return [f"let {name}: {INTEGERS[kind]} = try reader.integer({what})"]


def presence(shape, name):
    """Returns the test of the flags that is true if an optional key is present."""
    for item in shape["payload"]:
        if item[0] == "flags" and f"{name}?" in item[2]:
            return f"flags & {1 << item[2].index(f'{name}?')} != 0"
    raise KeyError(name)


def binary_decoder():
    lines = []
    for shape in SHAPES:
        name = shape["name"]
        items = shape["payload"]
        heads = [key for key in shape["keys"] if "header" in key]
        extra = "_ head: MessageHeader, " if heads else ""
        if name == "view":
            extra = "_ handle: Int, "
        body = [f"let {key['name']} = head.{'sequence' if key['header'] == 'seq' else 'time'}"
                for key in heads]
        for index, item in enumerate(items):
            # `count` also reads the four bytes that follow it.
            if index and items[index - 1][1] == "count" and item == ["zero", 4]:
                continue
            body += payload_read(shape, item)
        body += made(shape, False)
        lines += [f"  {signature(shape, 'PayloadReader', extra, False)}",
                  *("    " + line for line in body), "  }", ""]
    return lines[:-1]


# From lines.

def line_read(shape, key):
    """Returns the statements that read a key from a line."""
    name, kind = key["name"], key["type"]
    at = f'"{name}"'
    size = payload_form(shape, name)
    if "constant" in key or key.get("only") == "binary":
        return []
    if kind == "state":
        return ["let state = try state(&reader)"]
    if kind == "earlier":
        return [f"let {name} = try reader.optionalString({at}).flatMap {{ places[$0] }}"]
    if kind == "view":
        if not is_message(shape):
            return [f"guard let {name} = places[try reader.string({at})] else {{ return nil }}"]
        return [f"let {name} = places[try reader.string({at})] ?? -1"]
    if kind == "integer" and key.get("optional"):
        return [f"let {name} = reader.has({at}) ? try reader.count({at}) : nil"]
    if kind == "integer" and size in ("u64", None):
        return [f"let {name} = try reader.count({at})"]
    if kind == "integer":
        value = f"try reader.optionalNumber({at}) ?? {key['default']}" if "default" in key \
            else f"try reader.number({at})"
        return [f"let {name} = {INTEGERS[size]}(saturating: {value})"]
    if kind == "array":
        record = RECORDS[key["of"]]
        call = f"try {record['name']}(&item{', places' if needs_views(record) else ''})"
        lines = [f"var {name}: [{result_type(record)}] = []",
                 f"for node in try reader.array({at}) {{",
                 "  var item = try ObjectReader(node, file: MessageLine.file)"]
        lines.append(f"  if let value = {call} {{ {name}.append(value) }}"
                     if can_drop(record, True) else f"  {name}.append({call})")
        return lines + ["}"]
    if kind == "object":
        if not key.get("optional"):
            return [f"var {name}Reader = try reader.object({at})",
                    f"let {name} = try {key['of']}(&{name}Reader)"]
        return [f"var {name}: {result_type(RECORDS[key['of']])}?",
                f"if var inner = try reader.optionalObject({at}) {{",
                f"  {name} = try Self.{key['of']}(&inner)", "}"]
    if kind == "name" and key["of"] == "gestures":
        return [f"let {name} = try reader.string({at})"]
    if kind == "name":
        made_of = NAMES[key["of"]]
        if "default" in key:
            return [f"let {name} = try reader.optionalString({at}).flatMap({made_of}.init(rawValue:))"
                    f"{default(key)}"]
        end = "" if key.get("unknown") == "drop" else default(key)
        return [f"let {name} = {made_of}(rawValue: try reader.string({at})){end}"]
    if kind == "names":
        return [f"let {name} = {NAMES[key['of']]}(names: try reader.strings({at}))"]
    if kind == "boolean":
        if "default" in key:
            return [f"let {name} = try reader.optionalBoolean({at}) ?? {str(key['default']).lower()}"]
        return [f"let {name} = try reader.boolean({at})"]
    if kind == "color":
        return [f"let {name} = Color(hexadecimal: try reader.string({at})) ?? .black"]
    if kind == "rgba":
        return [f"let {name} = Paint(hexadecimal: try reader.string({at})) ?? .black"]
    if kind == "numbers":
        return [f"let {name} = try reader.{form(shape, key)}({at})"]
    read = {"time": "instant", "number": "number", "string": "string",
            "hexadecimal": "hexadecimal"}[kind]
    if kind == "number" and "default" in key:
        return [f"let {name} = try reader.optionalNumber({at}) ?? {key['default']}"]
    if key.get("optional"):
        read = "optional" + read.capitalize()
    return [f"let {name} = try reader.{read}({at})"]


def line_decoder():
    lines = []
    for shape in SHAPES:
        name = shape["name"]
        body = []
        for key in shape["keys"]:
            body += line_read(shape, key)
        body += made(shape, True)
        lines += [f"  {signature(shape, 'ObjectReader', '', True)}",
                  *("    " + line for line in body), "  }", ""]
    return lines[:-1]


# The numbers of names.

def term_kinds():
    """Returns the numbers of the kinds of terms, from 1."""
    cases = [f"case .{kind['name']}: {number}" for number, kind in enumerate(PROTOCOL["terms"], 1)]
    return ["var number: UInt8 {", "switch self {", *cases, "}", "}"]


def numbered_names():
    """Returns the numbers of the entries in lists that are enumerations in Swift."""
    lines = []
    for name, swift in NAMES.items():
        if name in ("roles", "features"):
            continue
        lines += [f"extension {swift}: NumberedName {{", "  var number: UInt8 {", "    switch self {"]
        lines += [f"    case .{entry}: {number}" for number, entry in enumerate(PROTOCOL[name])]
        lines += ["    }", "  }", "}", ""]
    return lines[:-1]
