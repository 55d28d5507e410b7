/// The reads in a script of `umockdev-record --script`, which contain the events of the kernel.
///
/// A line is `r`, the milliseconds since the line before, and the data that the program has read,
/// with bytes below 32 as `^` and the byte plus 64, and `^` itself as "^`". Source: umockdev,
/// `docs/script-format.txt`.
enum UmockdevScript {
  /// Whether a line is a read of a device.
  static func isRead(_ line: LineCursor) -> Bool {
    var cursor = line
    guard cursor.take("r "), let wait = cursor.decimal(), wait >= 0 else { return false }
    // An event always contains zeros: types and codes have two bytes.
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
