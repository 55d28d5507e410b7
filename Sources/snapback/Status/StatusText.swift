import SnapbackBasics
import SnapbackClient
import SnapbackDocument
import SnapbackFiles
import SnapbackProtocol

/// Formats the reply to `status` as text. Omits values that the daemon does not report.
struct StatusText {
  private let body: DocumentNode

  init(_ body: DocumentNode) { self.body = body }

  /// Returns one line each for the daemon, its scene and its motions, and one line for each client
  /// and device.
  func lines(place: String, roles: Role) -> [String] {
    var lines = [
      line(
        "daemon",
        [
          text("version").map { "snapbackd \($0)" }, place.isEmpty ? nil : "at \(place)",
          number("uptime").map { "up \(Self.span($0))" },
          text("session").map { "session \($0)" },
          number("epoch").map { "epoch \(Self.short($0))" },
        ])
    ]
    lines.append(
      line(
        "scene",
        [
          count("scene", "views", "view"), count("scene", "constraints", "constraint"),
          passes,
        ]))
    for warning in items(at: "scene", "warnings") {
      lines.append("          warning: \(SendReply.plain(warning))")
    }
    lines.append(line("motion", motion))
    if !priority.isEmpty { lines.append(line("priority", priority)) }
    if !health.isEmpty { lines.append(line("health", health)) }
    lines.append(line("you may", roles.names.isEmpty ? ["nothing"] : roles.names))
    let clients = items(at: "clients")
    lines.append(line("clients", [String(clients.count)]))
    lines += Self.columns(clients.map(Self.client))
    let devices = items(at: "devices")
    lines.append(line("devices", [devices.isEmpty ? "none" : String(devices.count)]))
    lines += Self.columns(
      devices.map { [SendReply.name($0, "name"), SendReply.name($0, "kind")] })
    return lines.filter { !$0.hasSuffix(": ") }
  }

  private var motion: [String?] {
    let isAtRest: String? =
      if case .boolean(let flag)? = node("motion", "atRest")?.value {
        flag ? "at rest" : "moving"
      } else {
        nil
      }
    let rate = number("motion", "rate").flatMap {
      $0 == 1 ? nil : "at \(Self.short($0)) times the speed"
    }
    return [isAtRest, count("motion", "transactions", "transaction"), rate]
  }

  /// The priority of the daemon, and why or how many times it was not real-time.
  private var priority: [String?] {
    guard case .boolean(let isRealTime)? = node("priority", "realTime")?.value else { return [] }
    let reason = text("priority", "reason").map { ": \($0)" } ?? ""
    let count = number("priority", "lowered").flatMap {
      $0 > 0 ? "lowered \(Self.counted($0, "time", "times"))" : nil
    }
    return [isRealTime ? "real-time" : "normal\(reason)", count]
  }

  /// The memory, and what went wrong since the daemon started.
  private var health: [String?] {
    func some(_ part: String, _ key: String, _ one: String, _ many: String) -> String? {
      number(part, key).flatMap { $0 > 0 ? Self.counted($0, one, many) : nil }
    }
    return [
      number("memory", "resident").map { "\(ReadableNumber.short($0 / 1e6, digits: 3)) MB" },
      some("late", "turns", "late turn", "late turns"),
      some("refused", "requests", "request refused", "requests refused"),
      some("refused", "clients", "client refused", "clients refused"),
    ].filter { $0 != nil }
  }

  private var passes: String? {
    guard let passes = number("layout", "passes"), let solves = number("layout", "solves") else {
      return nil
    }
    return "\(Self.counted(passes, "layout pass", "layout passes")), "
      + Self.counted(solves, "solve", "solves")
  }

  /// The columns of a client: name, process, user, encoding, pacing, rate, backlog and roles.
  private static func client(_ node: DocumentNode) -> [String] {
    func text(_ key: String) -> String { SendReply.name(node, key) }
    func number(_ key: String) -> Double? {
      guard case .number(let value)? = SendReply.member(node, key)?.value else { return nil }
      return value
    }
    var roles: [String] = []
    if case .array(let items)? = SendReply.member(node, "roles")?.value {
      roles = items.map(SendReply.plain)
    }
    let behind = number("behind").flatMap { $0 > 0 ? "\(short($0)) behind" : nil }
    let dropped = number("dropped").flatMap { $0 > 0 ? "\(short($0)) dropped" : nil }
    return [
      text("name").isEmpty ? "unnamed" : text("name"),
      number("pid").map { "pid \(short($0))" } ?? "",
      number("uid").map { "uid \(short($0))" } ?? "",
      text("encoding"), text("pacing"), number("rate").map { "\(short($0))/s" } ?? "",
      [behind, dropped].compactMap(\.self).joined(separator: ", ").replacingEmpty("up to date"),
      roles.joined(separator: " "),
    ]
  }

  private func line(_ title: String, _ parts: [String?]) -> String {
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return title + String(repeating: " ", count: max(1, 10 - title.count)) + text
  }

  /// Aligns the cells of rows in columns, after `indent` spaces. A column without text is omitted.
  static func columns(_ rows: [[String]], indent: Int = 10) -> [String] {
    var widths: [Int] = []
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], cell.count)
      }
    }
    return rows.map { row in
      var text = String(repeating: " ", count: indent)
      for (cell, width) in zip(row, widths) where width > 0 {
        text += cell + String(repeating: " ", count: width - cell.count + 2)
      }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
  }

  private func node(_ keys: String...) -> DocumentNode? { node(keys) }

  private func node(_ keys: [String]) -> DocumentNode? {
    var found: DocumentNode? = body
    for key in keys { found = found.flatMap { SendReply.member($0, key) } }
    return found
  }

  private func items(at keys: String...) -> [DocumentNode] {
    guard case .array(let items)? = node(keys)?.value else { return [] }
    return items
  }

  private func text(_ keys: String...) -> String? { node(keys).map(SendReply.plain) }

  private func number(_ keys: String...) -> Double? {
    guard case .number(let value)? = node(keys)?.value else { return nil }
    return value
  }

  /// Returns a count with its noun. The count of a list is the list's length.
  private func count(_ part: String, _ key: String, _ word: String) -> String? {
    guard let node = node(part, key) else { return nil }
    let count: Double
    switch node.value {
    case .number(let value): count = value
    case .array(let items): count = Double(items.count)
    default: return nil
    }
    return Self.counted(count, word, word + "s")
  }

  private static func counted(_ count: Double, _ one: String, _ many: String) -> String {
    "\(short(count)) \(count == 1 ? one : many)"
  }

  private static func short(_ value: Double) -> String { ReadableNumber.short(value, digits: 9) }

  /// Formats a time in seconds, minutes, hours or days.
  private static func span(_ seconds: Double) -> String {
    guard seconds >= 60 else { return "\(ReadableNumber.short(seconds, digits: 3)) s" }
    let minutes = UInt64(saturating: seconds / 60)
    guard minutes >= 60 else { return "\(minutes) min" }
    let hours = minutes / 60
    return hours < 48 ? "\(hours) h \(minutes % 60) min" : "\(hours / 24) days \(hours % 24) h"
  }
}

extension SendReply {
  /// Returns the value of a member of an object; nil if there is none.
  static func member(_ node: DocumentNode, _ key: String) -> DocumentNode? {
    guard case .object(let members) = node.value else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Returns the text of a member; empty if there is none.
  static func name(_ node: DocumentNode, _ key: String) -> String {
    member(node, key).map(plain) ?? ""
  }
}

extension String {
  fileprivate func replacingEmpty(_ other: String) -> String { isEmpty ? other : self }
}
