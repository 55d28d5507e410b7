"""Writes the Swift encoders of messages in the module SnapbackProtocol.

The encoders of a view's state and of a motion's terms are handwritten, because they are optimized.
So are those of the messages that consist of states or terms: snapshot, frame and segment.
"""

import re

from description import MESSAGES, RECORDS, filled, keys

CODED = ["welcome", "gesture", "event", "layout", "touch", "done", "device", "idle", "lagged", "error",
         "pong", "shm", "looks"]
PARTS = ["screen", "view", "text", "contact", "layoutChange", "look"]
SHAPES = [*(MESSAGES[name] for name in CODED), *(RECORDS[name] for name in PARTS)]
# The parameters of the functions that write a message or record, the value that has its keys, and the
# expressions of keys that are not properties of their own name.
WRITTEN = {
    "welcome": ("_ welcome: Welcome", "welcome", {}),
    "gesture": ("_ event: GestureEvent", "event", {
        "scale": "event.scale?.value", "scaleVelocity": "event.scale?.velocity",
        "rotation": "event.rotation?.value", "rotationVelocity": "event.rotation?.velocity",
        "injected": "event.isInjected"}),
    "event": ("_ event: SceneEvent", "event", {"at": "event.place", "noticed": "event.noticed?.nanoseconds"}),
    "layout": ("_ event: LayoutEvent", "event", {"views": "event.changes"}),
    "done": ("_ event: TransactionEvent", "event", {"interrupted": "event.isInterrupted"}),
    "device": ("_ change: DeviceChange", "change", {}),
    "touch": ("_ contacts: [TouchContact], at time: Instant", "", {}),
    "idle": ("at time: Instant, sequence: UInt64", "", {"seq": "sequence"}),
    "lagged": ("dropped: UInt64", "", {}),
    "error": ("code: String, message text: String", "", {"message": "text"}),
    "pong": ("id: UInt64, now: Instant", "", {}),
    "shm": ("size: UInt64", "", {}),
    "looks": ("_ views: [ViewLook], at time: Instant", "", {}),
    "screen": ("_ screen: ScreenDescription", "screen", {
        "width": "screen.size.width", "height": "screen.size.height"}),
    "view": ("_ view: ViewAppearance, _ state: ViewState, handle: Int", "view", {
        "id": "view.name", "cornerRadius": "view.cornerRadius(in: state)",
        "state": "state"}),
    "text": ("_ text: TextAppearance", "text", {"lines": "text.lineLimit"}),
    "contact": ("_ contact: TouchContact", "contact", {
        "x": "contact.position.x", "y": "contact.position.y", "injected": "contact.isInjected"}),
    "layoutChange": ("_ change: LayoutEvent.Change", "change", {"id": "change.view"}),
    "look": ("_ look: ViewLook", "look", {
        "id": "look.view", **{name: f"look.moving.{name}" for name in (
            "textColor", "borderColor", "fillAlpha", "borderWidth", "shadowOpacity", "shadowRadius",
            "shadowOffset")}}),
}
POINTS = {("gesture", "location"), ("view", "anchor")}
COMPONENTS = {"point": ["x", "y"], "vector": ["dx", "dy"],
              "rect": ["left", "top", "size.width", "size.height"]}
INTEGERS = {"u8": "UInt8", "u16": "UInt16", "u32": "UInt32", "u64": "UInt64"}


def is_message(shape):
    return "number" in shape


def form(shape, key):
    """Returns the Swift type of several numbers: a point, a vector or a rectangle."""
    if (shape["name"], key["name"]) in POINTS:
        return "point"
    return {2: "vector", 4: "rect"}[key["count"]]


def expression(shape, name):
    """Returns the expression for the value of a key in an encoder."""
    _, subject, others = WRITTEN[shape["name"]]
    return others.get(name) or (f"{subject}.{name}" if subject else name)


def payload_form(shape, name):
    """Returns the form of a key in bytes. Returns None if the key is in the header or the flags."""
    for item in shape["payload"]:
        if item[0] == name and item[1] not in ("count", "items"):
            return item[1]
    return None


def has_view(shape):
    return any(key["type"] == "view" for key in shape["keys"])


def function(shape, line, body, documented=True):
    """Returns a function with its documentation.

    The function is `public` if the shape is a message.
    """
    access = "public " if is_message(shape) else "private "
    lines = filled(shape["summary"], "  /// ") if documented else []
    return [*lines, f"  {access}mutating func {line} {{", *("    " + each for each in body), "  }", ""]


# To bytes.

def payload_line(shape, item):
    """Returns the statements that write an item of a payload."""
    name, kind = item[0], item[1]
    key = keys(shape).get(name, {})
    if name == "zero":
        return [f"_ = message.grow(by: {kind})"]
    if name == "flags":
        bits = []
        for bit, flag in enumerate(item[2]):
            value = expression(shape, flag.rstrip("?"))
            bits.append(f"({value}{' != nil' if flag.endswith('?') else ''} ? {1 << bit} : 0)")
        return [f"message.append({' | '.join(bits)} as {INTEGERS[kind]})"]
    value = expression(shape, name)
    if kind == "count":
        return [f"message.append(UInt32(clamping: {value}.count))"]
    if kind == "items":
        return [f"for item in {value} {{ append(item) }}"]
    if kind == "record":
        return ["message.append(atMost: StateRecord.limit) {",
                "  StateRecord.store(state, handle: handle, in: &$0)", "}"]
    if kind == "inline":
        return [f"if let {name} = {value} {{ append({name}) }}"]
    if kind == "handle":
        return [f"message.append(Self.handle({value}))"]
    if key["type"] == "numbers":
        parts = [f"{value}.{part}" for part in COMPONENTS[form(shape, key)]]
        return [f"message.append(short: {part})" for part in parts]
    if key["type"] == "name":
        written = f"GestureNames.number(ofKind: {value})" if key["of"] == "gestures" \
            else f"{value}.number"
    elif key["type"] == "boolean":
        written = f"({value} ? 1 : 0) as {INTEGERS[kind]}"
    elif key.get("optional"):
        written = f"{value} ?? " + ('""' if key["type"] == "string" else "0")
    else:
        written = value + {"names": ".rawValue", "color": ".opaqueBits", "rgba": ".bits",
                         "time": ".nanoseconds"}.get(
            key["type"], "")
    return [f"message.append(short: {written})" if kind == "f32" else f"message.append({written})"]


def binary_encoder():
    lines = []
    for name in CODED:
        shape = MESSAGES[name]
        head = [f".{shape.get('swift', name)}"]
        for key in shape["keys"]:
            if key.get("header") == "seq":
                head.append(f"sequence: {expression(shape, key['name'])}")
            if key.get("header") == "time":
                head.append(f"time: {expression(shape, key['name'])}.nanoseconds")
        body = [f"message.begin({', '.join(head)})"]
        for item in shape["payload"]:
            body += payload_line(shape, item)
        body.append("message.end()")
        lines += function(shape, f"{shape.get('swift', name)}({WRITTEN[name][0]})", body)
    for name in PARTS:
        shape, body = RECORDS[name], []
        for item in shape["payload"]:
            body += payload_line(shape, item)
        head = f"append({WRITTEN[name][0]})"
        lines += [line.replace("  private ", "  ") for line in function(shape, head, body, False)]
    return lines[:-1]


# To lines.

def line_value(shape, key):
    """Returns the statements that write a key to a line."""
    name, value = key["name"], expression(shape, key["name"])
    inner = value
    if key.get("optional") and key["type"] not in ("earlier", "view"):
        inner = name
    kind, write = key["type"], None
    size = payload_form(shape, name)
    if "constant" in key:
        return [f'writer.string("{key["constant"]["json"]}", "{name}")']
    if kind == "earlier":
        return [f"if let {name} = {value}, appearances.indices.contains({name}) {{",
                f'  writer.string(appearances[{name}].name, "{name}")', "}"]
    if kind == "state":
        return [f"append({value})"]
    if kind == "view":
        write = f'writer.string(appearances[{value}].name, "{name}")'
    elif kind == "integer":
        number = inner if size in ("u64", None) else f"UInt64(clamping: {inner})"
        write = f'writer.integer({number}, "{name}")'
    elif kind == "time":
        write = f'writer.integer({inner}.nanoseconds, "{name}")'
    elif kind == "number":
        write = f'writer.{key["precision"]}({inner}, "{name}")'
    elif kind == "numbers":
        parts = [f"{inner}.{part}" for part in COMPONENTS[form(shape, key)]]
        write = [f'writer.beginArray("{name}")',
                 *(f"writer.{key['precision']}({part})" for part in parts), "writer.endArray()"]
    elif kind == "names":
        write = [f'writer.beginArray("{name}")', f"for name in {inner}.names {{ writer.string(name) }}",
                 "writer.endArray()"]
    elif kind == "array":
        record = RECORDS[key["of"]]
        where = ""
        if has_view(record):
            index = re.sub("^[a-z]+", "item", expression(record, "id"))
            where = f" where appearances.indices.contains({index})"
        extra = ", appearances" if has_view(record) else ""
        write = [f'writer.beginArray("{name}")', f"for item in {inner}{where} {{ append(item{extra}) }}",
                 "writer.endArray()"]
    elif kind == "object":
        write = f'append({inner}, "{name}")'
    elif kind == "boolean":
        write = f'writer.boolean({"true" if "default" in key else inner}, "{name}")'
    else:
        text = f"{inner}.rawValue" if kind == "name" and key.get("of") != "gestures" else inner
        writer = {"color": "color", "rgba": "paint", "hexadecimal": "hexadecimal"}.get(
            kind, "string")
        write = f'writer.{writer}({text}, "{name}")'
    write = write if isinstance(write, list) else [write]
    if key.get("optional") and kind != "view":
        return [f"if let {name} = {value} {{", *("  " + line for line in write), "}"]
    if "default" in key and not key.get("written"):
        test = value if kind == "boolean" else f"{value} != {key['default']}"
        return [f"if {test} {{", *("  " + line for line in write), "}"]
    return write


def line_encoder():
    lines = []
    for shape in SHAPES:
        name = shape["name"]
        body = []
        if is_message(shape):
            body += ["writer.beginObject()", f'writer.beginObject("{name}")']
        elif name in ("screen", "text"):
            body.append("writer.beginObject(key)")
        else:
            body.append("writer.beginObject()")
        for key in shape["keys"]:
            body += line_value(shape, key)
        body.append("end()" if is_message(shape) else "writer.endObject()")
        parameters = WRITTEN[name][0].replace(", handle: Int", "")
        if has_view(shape) or any(key["type"] in ("array", "earlier") and (
                key["type"] == "earlier" or has_view(RECORDS[key["of"]])) for key in shape["keys"]):
            parameters += ", appearances: [ViewAppearance]" if is_message(shape) else \
                ", _ appearances: [ViewAppearance]"
        if name in ("screen", "text"):
            parameters += ", _ key: String"
        head = f"{shape.get('swift', name)}" if is_message(shape) else "append"
        lines += [line if is_message(shape) else line.replace("  private ", "  ")
                  for line in function(shape, f"{head}({parameters})", body, is_message(shape))]
    return lines[:-1]
