/// The socket at which systemd's journal receives entries of several fields.
///
/// An entry is a datagram in the journal's native protocol
/// (<https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>).
public struct JournalSocket: Sendable {
  /// The maximum number of bytes of a value; longer values are truncated. The entries of the daemon
  /// have a few fields, so they fit into a datagram.
  public static let valueLimit = 4095

  private let path: String

  /// Uses the socket at `path`.
  public init(path: String = "/run/systemd/journal/socket") {
    self.path = path
  }

  /// Sends one entry without waiting. The names of fields consist of capital letters, digits and
  /// underscores.
  ///
  /// - Returns: whether the journal has the entry.
  public func send(_ fields: [(name: String, value: String)]) -> Bool {
    var entry: [UInt8] = []
    for (name, value) in fields {
      Self.append(name, Array(value.utf8.prefix(Self.valueLimit)), to: &entry)
    }
    return UnixDatagram.send(entry, to: path)
  }

  /// Appends `NAME=value`, or the name, the length and the value if the value has several lines.
  private static func append(_ name: String, _ value: [UInt8], to entry: inout [UInt8]) {
    let newline = UInt8(ascii: "\n")
    entry += name.utf8
    if value.contains(newline) {
      entry.append(newline)
      withUnsafeBytes(of: UInt64(clamping: value.count).littleEndian) { entry += $0 }
    } else {
      entry.append(UInt8(ascii: "="))
    }
    entry += value
    entry.append(newline)
  }
}
