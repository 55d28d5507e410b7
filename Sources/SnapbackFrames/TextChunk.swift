/// Up to 32 bytes of text that are written as one.
struct TextChunk: Sendable {
  /// How many there can be, and how many are stored.
  static let limit = 32

  /// The bytes, and zeros behind them.
  let bytes: SIMD32<UInt8>
  let count: Int

  init(_ text: String) {
    var bytes = SIMD32<UInt8>()
    var count = 0
    for byte in text.utf8 {
      precondition(count < Self.limit, "A chunk has at most 32 bytes.")
      bytes[count] = byte
      count += 1
    }
    self.bytes = bytes
    self.count = count
  }
}

extension MutableRawSpan {
  /// A chunk at `start`, with room for the longest one. Returns where it ends.
  @inline(__always)
  mutating func put(_ chunk: TextChunk, at start: Int) -> Int {
    storeBytes(of: chunk.bytes, toByteOffset: start, as: SIMD32<UInt8>.self)
    return start &+ chunk.count
  }
}
