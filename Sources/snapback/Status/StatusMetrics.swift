import SnapbackDocument

/// Formats the reply to `status` in the text format of Prometheus. Omits metrics whose values the
/// daemon does not report.
struct StatusMetrics {
  private enum Kind: String {
    case gauge, counter
  }

  private let body: DocumentNode

  init(_ body: DocumentNode) { self.body = body }

  /// The metrics if no daemon answers.
  static var down: String { up("0") }

  private static func up(_ value: String) -> String {
    metric("snapback_up", .gauge, "Whether the daemon answers.", [("", value)])
      .joined(separator: "\n")
  }

  /// The metrics, without a newline at the end.
  var text: String {
    let version = body.member("version").map(SendReply.plain) ?? ""
    var lines = [Self.up("1")]
    lines += Self.metric(
      "snapback_info", .gauge, "The version of the daemon, as a label.",
      [("{version=\"\(Self.escaped(version))\"}", "1")])
    for number in Self.numbers {
      guard let value = value(number.path) else { continue }
      lines += Self.metric(number.name, number.kind, number.help, [("", value)])
    }
    lines += clients
    lines += Self.metric(
      "snapback_devices", .gauge, "Devices that the daemon reads, by kind.",
      devices.map { ("{kind=\"\(Self.escaped($0.kind))\"}", String($0.count)) })
    return lines.joined(separator: "\n")
  }

  /// The metrics that are single values of the reply, with the keys to the value.
  private static let numbers: [(name: String, kind: Kind, help: String, path: [String])] = [
    ("snapback_uptime_seconds", .gauge, "Seconds since the daemon started.", ["uptime"]),
    (
      "snapback_late_turns_total", .counter,
      "Turns of the loop that ended over 1/60 s after a frame was due.", ["late", "turns"]
    ),
    (
      "snapback_real_time", .gauge, "Whether the daemon runs at real-time priority.",
      ["priority", "realTime"]
    ),
    (
      "snapback_real_time_lowered_total", .counter,
      "Times that the daemon used up its allowance for real-time priority.",
      ["priority", "lowered"]
    ),
    ("snapback_at_rest", .gauge, "Whether nothing moves.", ["motion", "atRest"]),
    ("snapback_transactions", .gauge, "Transactions that run.", ["motion", "transactions"]),
    ("snapback_motion_rate", .gauge, "The speed of all motion.", ["motion", "rate"]),
    ("snapback_views", .gauge, "Views of the scene.", ["scene", "views"]),
    ("snapback_constraints", .gauge, "Constraints of the scene.", ["scene", "constraints"]),
    (
      "snapback_layout_warnings", .gauge, "Warnings about the layout, at most 20.",
      ["scene", "warnings"]
    ),
    ("snapback_layout_passes_total", .counter, "Layout passes.", ["layout", "passes"]),
    ("snapback_layout_solves_total", .counter, "Runs of the solver.", ["layout", "solves"]),
    (
      "snapback_memory_resident_bytes", .gauge, "Physical memory that the daemon uses.",
      ["memory", "resident"]
    ),
    (
      "snapback_memory_waiting_bytes", .gauge, "Messages that clients have not read.",
      ["memory", "waiting"]
    ),
    (
      "snapback_refused_requests_total", .counter, "Requests that were answered with an error.",
      ["refused", "requests"]
    ),
    (
      "snapback_refused_clients_total", .counter,
      "Clients that were refused or disconnected because of an error.", ["refused", "clients"]
    ),
  ]

  /// Metrics about the connected clients together, because labels for single clients would grow
  /// without limit.
  private var clients: [String] {
    let clients = items("clients")
    func numbers(_ key: String) -> [Double] {
      clients.compactMap { client in
        guard case .number(let value)? = client.member(key)?.value else { return nil }
        return value
      }
    }
    let behind = numbers("behind").max() ?? 0
    let dropped = numbers("dropped").reduce(0, +)
    return Self.metric(
      "snapback_clients", .gauge, "Connected clients.", [("", String(clients.count))])
      + Self.metric(
        "snapback_client_behind_max", .gauge,
        "Revisions of the scene that the slowest client has not received.",
        [("", Self.plain(behind))])
      + Self.metric(
        "snapback_client_dropped_events", .gauge,
        "Events that the connected clients have missed.", [("", Self.plain(dropped))])
  }

  /// The kinds of devices, sorted, with their counts.
  private var devices: [(kind: String, count: Int)] {
    let kinds = items("devices").map { SendReply.name($0, "kind") }
    return Dictionary(grouping: kinds) { $0 }.map { ($0.key, $0.value.count) }
      .sorted { $0.0 < $1.0 }
  }

  private func items(_ key: String) -> [DocumentNode] {
    guard case .array(let items)? = body.member(key)?.value else { return [] }
    return items
  }

  /// The value at keys: a number, 0 or 1 for a Boolean, the length of a list.
  private func value(_ path: [String]) -> String? {
    var node: DocumentNode? = body
    for key in path { node = node?.member(key) }
    switch node?.value {
    case .number(let value): return Self.plain(value)
    case .boolean(let flag): return flag ? "1" : "0"
    case .array(let items): return String(items.count)
    default: return nil
    }
  }

  private static func plain(_ value: Double) -> String { ReadableNumber.short(value, digits: 15) }

  /// The lines of a metric; none without samples. A sample is its labels and its value.
  private static func metric(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: String, value: String)]
  ) -> [String] {
    guard !samples.isEmpty else { return [] }
    return ["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"]
      + samples.map { "\(name)\($0.labels) \($0.value)" }
  }

  /// Escapes the value of a label.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
