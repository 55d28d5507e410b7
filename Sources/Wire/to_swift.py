"""Writes the regions of the Swift modules."""

import scene_swift
import swift_decoders
import swift_encoders
from description import COMMANDS, PROTOCOL, RECORDS, camel, filled, listed, meaning, parameter

TYPES = {
    "string": "String", "integer": "UInt64", "number": "Double", "boolean": "Bool",
    "object": "DocumentNode", "objects": "[DocumentNode]",
}
WRITERS = {
    "string": "string", "integer": "integer", "number": "factor", "boolean": "boolean",
    "object": "document", "objects": "documents",
}


def swift_name(item):
    return item.get("swift", camel(item["name"]))


def documented(summary, line, indent="  "):
    return [*filled(summary, f"{indent}/// "), f"{indent}{line}"]


def named(items):
    pairs = [f'("{item["name"]}", .{swift_name(item)})' for item in items]
    return listed(pairs, "    ")


def roles():
    lines = []
    for bit, role in enumerate(PROTOCOL["roles"]):
        lines += documented(
            role["summary"], f"public static let {swift_name(role)} = Role(rawValue: 1 << {bit})")
    everything = ", ".join("." + swift_name(role) for role in PROTOCOL["roles"])
    return [
        *lines, "", *documented("All roles.", f"public static let all: Role = [{everything}]"), "",
        "  /// Each role with its name, in the order of the bits.",
        "  public static let named: [(name: String, role: Role)] = [",
        *named(PROTOCOL["roles"]), "  ]"]


def features():
    lines, needs = [], []
    for bit, feature in enumerate(PROTOCOL["features"]):
        name = swift_name(feature)
        lines += documented(
            feature["summary"], f"public static let {name} = Feature(rawValue: 1 << {bit})")
        roles = ", ".join("." + camel(role) for role in feature["roles"])
        needs.append(f"(.{name}, [{roles}])")
    standard = ", ".join(
        "." + swift_name(item) for item in PROTOCOL["features"] if item.get("standard"))
    return [
        *lines, "",
        *documented(
            "The features of a client whose hello has no `want`.",
            f"public static let standard: Feature = [{standard}]"), "",
        "  /// Each feature with its name, in the order of the bits.",
        "  public static let named: [(name: String, feature: Feature)] = [",
        *named(PROTOCOL["features"]), "  ]", "",
        "  /// The roles that a client needs for each feature.",
        "  private static let requiredRoles: [(feature: Feature, roles: Role)] = [",
        *listed(needs, "    "), "  ]"]


def messages():
    lines = []
    for message in PROTOCOL["messages"]:
        lines += documented(
            message["summary"], f"case {swift_name(message)} = {message['number']}")
    return lines


def strings(name, items):
    return [f"  private static let {name} = ["] + listed(
        [f'"{item}"' for item in items], "    ") + ["  ]"]


def gestures():
    return strings("kinds", PROTOCOL["gestures"])


def channels():
    return strings("names", PROTOCOL["channels"])


def view_properties():
    """Returns the properties of a view that are numbers or Booleans."""
    lines = []
    for key in RECORDS["view"]["keys"]:
        if key["type"] in ("number", "boolean"):
            value = "false" if key["type"] == "boolean" else float(key.get("default", 0))
            summary = sentence(key["summary"].split("; absent")[0])
            lines += documented(summary, f"public var {key['name']} = {value}")
    return lines


def command_cases():
    lines = []
    commands = [command for command in COMMANDS if command.get("isCommand", True)]
    for command in commands:
        lines += documented(command["summary"], f"case {command['name']}")
    lines += ["", "  /// The role that a client needs for it.", "  public var requiredRole: Role {",
              "    switch self {"]
    for role in PROTOCOL["roles"]:
        cases = [f".{c['name']}" for c in commands if c["role"] == role["name"]]
        if cases:
            lines += filled(", ".join(cases) + f": .{swift_name(role)}", "      ",
                            first="    case ")
    return lines + ["    }", "  }"]


def command_methods():
    lines = []
    for command in COMMANDS:
        lines += ["", *method(command)]
    return lines[1:]


def method(command):
    lines = filled(command["summary"], "  /// ")
    parts = []
    if command["fields"]:
        lines += ["  ///", "  /// - Parameters:"]
    for field in command["fields"]:
        name, kind = parameter(field), TYPES[field["type"]]
        lines += filled(f"- {name}: {meaning(field)}.", "  ///     ", first="  ///   ")
        label = f"_ {name}" if field is command["fields"][0] else name
        parts.append(f"{label}: {kind}? = nil" if field.get("optional") else f"{label}: {kind}")
    parts.append("within seconds: Double = patience")
    lines.append("  @discardableResult")
    lines.append(f"  public func {command['name']}(")
    lines += listed(parts, "    ")
    lines[-1] = lines[-1].rstrip(",")
    lines.append("  ) throws(ClientError) -> Reply {")
    if not command["fields"]:
        return lines + [f'    try perform("{command["name"]}", within: seconds)', "  }"]
    lines.append(f'    try perform("{command["name"]}", within: seconds) {{ writer in')
    lines += [f"      {written(field)}" for field in command["fields"]]
    return lines + ["    }", "  }"]


def written(field):
    """Returns the statement that writes a key of a command, if it is given."""
    name = parameter(field)
    call = f'writer.{WRITERS[field["type"]]}({name}, "{field["name"]}")'
    return f"if let {name} {{ {call} }}" if field.get("optional") else call


def verb_type(verb):
    """Returns the Swift type of a verb of `snapback send`."""
    name = camel("send-" + verb)
    return name[0].upper() + name[1:]


def send_verbs():
    """Returns the Swift types of the verbs of `snapback send`."""
    verbs = [use["use"].split()[0] for command in COMMANDS for use in command["send"]]
    return listed([f"{verb_type(verb)}.self" for verb in verbs], "      ")


def verbs_by_keys():
    """Returns the verbs of `snapback send` whose arguments are the keys of their command."""
    lines = []
    for command in COMMANDS:
        for verb in command["send"]:
            if verb.get("byKeys"):
                lines += ["", *verb_by_keys(command, verb)]
    return lines[1:]


def verb_by_keys(command, verb):
    name = verb["use"].split()[0]
    abstract = sentence(verb["summary"])
    lines = [f"/// `snapback send {verb['use']}`.",
             f"struct {verb_type(name)}: ParsableCommand {{",
             "  static let configuration = CommandConfiguration(",
             f'    commandName: "{name}", abstract: "{abstract}")', ""]
    writes = []
    for field in command["fields"]:
        key, kind = parameter(field), TYPES[field["type"]]
        is_optional = field.get("optional")
        wrapper = "@Argument(" if not is_optional else "@Option("
        if is_optional and kind == "Bool":
            wrapper = "@Flag(inversion: .prefixedNo, "
        lines.append(f'  {wrapper}help: "{sentence(meaning(field))}")')
        lines.append(f"  var {key}: {kind}" + ("?" if is_optional else ""))
        writes.append(written(field))
    lines += ["  @OptionGroup var options: SendOptions", "", "  func run() throws {",
              "    try Snapback.run { () throws(Failure) in",
              f'      try options.perform("{command["name"]}") {{ {"writer" if writes else "_"} in']
    return lines + [f"        {line}" for line in writes] + ["      }", "    }", "  }", "}"]


def sentence(text):
    """Returns a summary as a sentence, without quotes of Markdown."""
    text = text.replace("`", "")
    return text[0].upper() + text[1:] + "."


def command_calls():
    """Returns the calls of the client's commands in its test, by name."""
    lines = []
    for command in COMMANDS:
        parts = []
        for place, field in enumerate(command["fields"]):
            kind = field["type"]
            if field.get("optional"):
                kind = "optional" + kind[0].upper() + kind[1:]
            label = "" if place == 0 else f"{parameter(field)}: "
            parts.append(f'{label}given.{kind}("{field["name"]}")')
        lines += listed([f'case "{command["name"]}": try client.{command["name"]}(' + ", ".join(parts) + ")"], "    ")
        lines[-1] = lines[-1].rstrip(",")
    return lines


REGIONS = {
    "send verbs": send_verbs, "verbs by keys": verbs_by_keys, "command calls": command_calls,
    "roles": roles, "features": features, "messages": messages, "gestures": gestures,
    "channels": channels, "numbers and Booleans of a view": view_properties, "numbered names": swift_decoders.numbered_names,
    "term kinds": swift_decoders.term_kinds,
    "binary encoder": swift_encoders.binary_encoder, "line encoder": swift_encoders.line_encoder,
    "binary decoder": swift_decoders.binary_decoder, "line decoder": swift_decoders.line_decoder,
    "command cases": command_cases, "command methods": command_methods, **scene_swift.REGIONS,
}
