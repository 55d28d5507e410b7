/// Where and why a recording cannot be read.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named.
  public var file: String
  /// The line, from 1; nil when no line is at fault.
  public var line: Int?
  /// What is wrong and what to do about it.
  public var message: String

  /// An error by its parts.
  public init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// One line: `file:line: message`.
  public var description: String {
    "\(file):\(line.map { "\($0):" } ?? "") \(message)"
  }
}

/// What was left out of a damaged recording.
public struct Omissions: Hashable, Sendable {
  /// How many faults are kept with their text.
  public static let keptLimit = 5

  /// How many lines, or frames without an end, were left out.
  public private(set) var count = 0
  /// The first of them.
  public private(set) var first: [RecordingError] = []

  /// Nothing left out.
  public init() {}

  /// Counts one more.
  public mutating func add(_ error: RecordingError) {
    count += 1
    if first.count < Self.keptLimit { first.append(error) }
  }

  /// A line for each that was kept, and one for the rest.
  public var descriptions: [String] {
    var lines = first.map(\.description)
    if count > first.count { lines.append("and \(count - first.count) more") }
    return lines
  }
}

/// What is wrong with a line; the line and the file are added where they are known.
struct LineFault: Error {
  /// What is wrong.
  var message: String
  /// Whether the text of the line says what was found.
  var showsLine = false

  /// A line that is not what was expected.
  static func unreadable(_ expected: String) -> LineFault {
    LineFault(message: "cannot be read: \(expected)", showsLine: true)
  }
}
