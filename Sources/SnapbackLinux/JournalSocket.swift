/// The socket at which systemd's journal receives entries that consist of several fields.
///
/// An entry is a datagram in the journal's native protocol
/// (<https://systemd.io/JOURNAL_NATIVE_PROTOCOL/>).
public struct JournalSocket: Sendable {
  /// The maximum number of bytes of a value; longer values are truncated. An entry of the daemon
  /// has only a few fields, so with this limit it fits into a datagram.
  public static let valueLimit = 4095

  private let path: String

  /// Creates a sender to the socket at `path`. Nothing is opened before an entry is sent.
  public init(path: String = "/run/systemd/journal/socket") {
    self.path = path
  }

  /// Sends one entry without waiting. The names of fields consist of capital letters, digits and
  /// underscores.
  ///
  /// - Returns: whether the socket has accepted the entry.
  public func send(_ fields: [(name: String, value: String)]) -> Bool {
    var entry: [UInt8] = []
    for (name, value) in fields {
      Self.append(name, Self.truncated(value), to: &entry)
    }
    return UnixDatagram.send(entry, to: path)
  }

  /// The bytes of a value up to the limit, in whole characters.
  private static func truncated(_ value: String) -> [UInt8] {
    var bytes = Array(value.utf8.prefix(valueLimit + 1))
    guard bytes.count > valueLimit else { return bytes }
    // Drops the byte beyond the limit and, if it continues a character, the rest of the character.
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return bytes
  }

  /// Appends a field: `NAME=value` or, if the value has several lines, the name, the length of the
  /// value and the value.
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
