import SnapbackClient
import SnapbackDocument
import SnapbackProtocol

/// Formats the reply to a command, as text or as JSON.
enum SendReply {
  /// The reply as a line of JSON, without the id of the message.
  static func json(_ reply: Reply) -> String {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.boolean(true, "ok")
    for member in members(reply) { writer.document(member.value, member.key) }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The result of the command as lines of text.
  static func text(_ reply: Reply) -> String {
    var lines: [String] = []
    var rest: [String] = []
    var gaveWay: [String] = []
    for member in members(reply) {
      let value = member.value
      switch member.key {
      case "transaction": lines.append("transaction \(plain(value)) has started")
      case "constraints":
        for name in texts(value) { lines.append("constraint \(name) added") }
      case "warnings": for text in texts(value) { rest.append("warning: \(text)") }
      case "conflicts": gaveWay = conflicts(value)
      case "view", "attribute", "attributes", "views", "guides": break
      default: lines.append("\(member.key): \(plain(value))")
      }
    }
    if let choices = choices(reply) { lines += choices }
    // The warnings, if there are any, already include the conflicts.
    if rest.isEmpty { rest = gaveWay }
    return ((lines.isEmpty ? ["done"] : lines) + rest).joined(separator: "\n")
  }

  /// A state of the scene, as in `sheet = open, one of closed, half, open`.
  static func state(_ node: DocumentNode) -> String {
    func part(_ key: String) -> String { node.member(key).map(plain) ?? "" }
    let values = node.member("values").map(texts) ?? []
    return "\(part("state")) = \(part("value")), one of \(values.joined(separator: ", "))"
  }

  private static func members(_ reply: Reply) -> [DocumentNode.Member] {
    guard case .object(let members) = reply.body.value else { return [] }
    return members.filter { $0.key != "id" && $0.key != "ok" }
  }

  /// Lists the item at an end of a constraint, and the alternatives to that item.
  private static func choices(_ reply: Reply) -> [String]? {
    var found: [String: DocumentNode] = [:]
    for member in members(reply) { found[member.key] = member.value }
    guard let view = found["view"], let attribute = found["attribute"] else { return nil }
    var lines = ["\(plain(view)).\(plain(attribute)) is the anchor"]
    let rows = [
      ("attributes", "other attributes"), ("views", "other views"), ("guides", "guides"),
    ]
    for (key, title) in rows {
      let current = key == "attributes" ? plain(attribute) : plain(view)
      let names = found[key].map(texts)?.filter { $0 != current } ?? []
      if !names.isEmpty { lines.append("\(title): \(names.joined(separator: ", "))") }
    }
    return lines
  }

  private static func conflicts(_ node: DocumentNode) -> [String] {
    guard case .array(let items) = node.value else { return [] }
    return items.compactMap { item in
      guard case .object(let members) = item.value,
        let victim = members.first(where: { $0.key == "constraint" })
      else { return nil }
      let others = members.first { $0.key == "others" }.map { texts($0.value) } ?? []
      let against = others.isEmpty ? "" : " to \(others.joined(separator: ", "))"
      return "warning: \(plain(victim.value)) gives way\(against)"
    }
  }

  private static func texts(_ node: DocumentNode) -> [String] {
    guard case .array(let items) = node.value else { return [] }
    return items.map(plain)
  }

  /// Formats a value: strings without quotes, everything else as JSON.
  static func plain(_ node: DocumentNode) -> String {
    if case .string(let text) = node.value { return text }
    var writer = JSONWriter(precision: .shortest)
    writer.document(node)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
