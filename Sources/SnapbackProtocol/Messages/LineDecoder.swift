import SnapbackBasics
public import SnapbackDocument

/// Decodes the daemon's messages in the text encoding, as described in `docs/protocol.md`.
///
/// The decoder keeps the view names of the last snapshot, because other messages refer to views by
/// name. Integers are exact up to 2⁵³; for a time in nanoseconds, this is 104 days after the
/// machine's start.
public struct LineDecoder: Sendable {
  private var views: [String: Int] = [:]

  /// Creates a decoder that has not received a snapshot.
  public init() {}

  /// Decodes one line without its newline. O(bytes).
  public mutating func message(of line: [UInt8]) throws(DocumentError) -> ServerMessage {
    let (name, value) = try MessageLine.member(of: line)
    if name == "reply" || name == "measure" { return .text(name: name, json: line) }
    var reader = try ObjectReader(value, file: MessageLine.file)
    switch name {
    case "welcome": return .welcome(try LineDecoding.welcome(&reader))
    case "snapshot":
      let snapshot = try LineDecoding.snapshot(&reader)
      views = [:]
      for (index, view) in snapshot.appearances.enumerated() { views[view.name] = index }
      return .snapshot(snapshot)
    case "frame": return .frame(try LineDecoding.frame(&reader, views))
    case "segment": return .segment(try LineDecoding.segment(&reader, views))
    case "gesture":
      return try LineDecoding.gesture(&reader, views).map { .gesture($0) } ?? .unknown(name)
    case "event": return try LineDecoding.event(&reader).map { .event($0) } ?? .unknown(name)
    case "decision":
      return try LineDecoding.decision(&reader).map { .decision($0) } ?? .unknown(name)
    case "layout": return .layout(try LineDecoding.layout(&reader, views))
    case "done": return .done(try LineDecoding.done(&reader))
    case "device": return .device(try LineDecoding.device(&reader))
    case "looks": return try LineDecoding.looks(&reader, views)
    case "touch": return try LineDecoding.touch(&reader)
    case "idle": return try LineDecoding.idle(&reader)
    case "lagged": return try LineDecoding.lagged(&reader)
    case "error": return try LineDecoding.error(&reader)
    case "pong": return try LineDecoding.pong(&reader)
    case "shm": return try LineDecoding.sharedMemory(&reader)
    default: return .unknown(name)
    }
  }
}

extension ObjectReader {
  /// Reads a number of at least 0 as an integer.
  mutating func count(_ key: String) throws(DocumentError) -> UInt64 {
    UInt64(saturating: try number(key, in: 0...(.infinity)))
  }

  mutating func instant(_ key: String) throws(DocumentError) -> Instant {
    Instant(nanoseconds: try count(key))
  }

  /// Reads an array of exactly `count` numbers.
  mutating func numbers(_ key: String, _ count: Int) throws(DocumentError) -> [Double] {
    try Self.numbers(of: try array(key, count: count...count))
  }

  static func numbers(of nodes: [DocumentNode]) throws(DocumentError) -> [Double] {
    var result: [Double] = []
    for node in nodes { result.append(try node.number(file: MessageLine.file)) }
    return result
  }

  mutating func vector(_ key: String) throws(DocumentError) -> Vector {
    let numbers = try numbers(key, 2)
    return Vector(dx: numbers[0], dy: numbers[1])
  }

  mutating func point(_ key: String) throws(DocumentError) -> Point {
    let numbers = try numbers(key, 2)
    return Point(x: numbers[0], y: numbers[1])
  }

  /// Reads 64 bits as hexadecimal digits.
  mutating func hexadecimal(_ key: String) throws(DocumentError) -> UInt64 {
    let digits = try string(key)
    guard let number = UInt64(digits, radix: 16) else {
      throw error("the \(key) is not hexadecimal", atKey: key)
    }
    return number
  }

  /// Reads the strings of an array. Empty if the key is missing.
  mutating func strings(_ key: String) throws(DocumentError) -> [String] {
    var strings: [String] = []
    for node in try optionalArray(key) ?? [] {
      strings.append(try node.string(file: MessageLine.file))
    }
    return strings
  }

  /// Reads two numbers. Nil if the key is missing.
  mutating func optionalVector(_ key: String) throws(DocumentError) -> Vector? {
    has(key) ? try vector(key) : nil
  }

  mutating func rect(_ key: String) throws(DocumentError) -> Rect {
    let numbers = try numbers(key, 4)
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Reads a number of at least 0. Null means infinity.
  mutating func extent(_ key: String) throws(DocumentError) -> Double {
    let node = try node(key)
    if node.value == .null { return .infinity }
    return try node.number(in: 0...(.infinity), file: MessageLine.file)
  }
}

/// A line of newline-delimited JSON: an object with one key, the name of the message.
enum MessageLine {
  /// The name of the document in error messages.
  static let file = "daemon"
  /// The maximum length of a line, in bytes. It is sufficient for a snapshot with the maximum
  /// number of views.
  static let limit = 64 << 20

  /// Parses a line. Returns the name and the value of the message.
  static func member(
    of line: [UInt8]
  ) throws(DocumentError) -> (name: String, value: DocumentNode) {
    let node = try DocumentNode.parse(line, file: file, byteLimit: limit)
    let members = try node.members(file: file)
    guard members.count == 1, let member = members.first else {
      throw node.error("a message is an object with one key", file: file)
    }
    return (member.key, member.value)
  }
}
