/// Extracts the reads from a script of `umockdev-record --script`. The data of these reads are
/// events in the kernel's binary format.
///
/// The line of a read is `r`, the milliseconds since the previous line, and the data that the
/// program has read. A byte below 32 is written as `^` and the byte plus 64; `^` itself is written
/// as "^`". Source: umockdev, `docs/script-format.txt`.
enum UmockdevScript {
  /// Whether a line contains a read from a device.
  static func isRead(_ line: LineCursor) -> Bool {
    var cursor = line
    guard cursor.take("r "), let wait = cursor.decimal(), wait >= 0 else { return false }
    // An event always contains zero bytes, because types and codes have two bytes.
    return cursor.take(" ") && cursor.skip(past: "^@")
  }

  /// Returns the data of all reads.
  static func data(_ bytes: [UInt8]) -> [UInt8] {
    var data: [UInt8] = []
    var lines = LineIterator(bytes)
    while let range = lines.next() {
      var cursor = LineCursor(bytes, range)
      guard cursor.take("r "), cursor.decimal() != nil, cursor.take(" ") else { continue }
      while let byte = cursor.next() {
        guard byte == UInt8(ascii: "^"), let escaped = cursor.next() else {
          data.append(byte)
          continue
        }
        data.append(escaped == UInt8(ascii: "`") ? byte : escaped &- 64)
      }
    }
    return data
  }
}
