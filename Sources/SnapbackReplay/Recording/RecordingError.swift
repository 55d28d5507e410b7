/// An error that prevents reading a recording.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file name.
  public var file: String
  /// The line number, from 1; nil if the error does not belong to a line.
  public var line: Int?
  /// The problem and how to fix it.
  public var message: String

  /// Creates an error from its parts.
  public init(file: String, line: Int?, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  /// The error as one line: `file:line: message`.
  public var description: String {
    "\(file):\(line.map { "\($0):" } ?? "") \(message)"
  }
}

/// The parts of a damaged recording that were omitted.
public struct Omissions: Hashable, Sendable {
  /// The number of faults whose text is stored.
  public static let keptLimit = 5

  /// The number of omitted lines and incomplete frames.
  public private(set) var count = 0
  /// The first faults, at most ``keptLimit``.
  public private(set) var first: [RecordingError] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a fault.
  public mutating func add(_ error: RecordingError) {
    count += 1
    if first.count < Self.keptLimit { first.append(error) }
  }

  /// One line for each fault in ``first``, and one line with the number of further faults.
  public var descriptions: [String] {
    var lines = first.map(\.description)
    if count > first.count { lines.append("and \(count - first.count) more") }
    return lines
  }
}

/// A fault in a line; the caller adds the line number and file.
struct LineFault: Error {
  /// The problem.
  var message: String
  /// Whether the error message quotes the line.
  var showsLine = false

  /// Returns the fault of a line that does not match `expected`.
  static func unreadable(_ expected: String) -> LineFault {
    LineFault(message: "cannot be read: \(expected)", showsLine: true)
  }

  /// Returns the message for `line`, with a quotation of that line if ``showsLine`` is true.
  func text(of line: ArraySlice<UInt8>) -> String {
    message + (showsLine ? "; found \(RecordingReader.quoted(line))" : "")
  }
}
