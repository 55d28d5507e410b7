/// Up to 32 bytes of text that are written with one store.
struct TextChunk: Sendable {
  /// The maximum number of bytes of a chunk, and the number of bytes that each store writes.
  static let limit = 32

  /// The bytes, padded with zeros.
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
  /// Writes a chunk at `start`, where there must be room for `TextChunk.limit` bytes. Returns the
  /// end offset.
  @inline(__always)
  mutating func put(_ chunk: TextChunk, at start: Int) -> Int {
    storeBytes(of: chunk.bytes, toByteOffset: start, as: SIMD32<UInt8>.self)
    return start &+ chunk.count
  }
}
