#if _endian(big)
  #error("Binary messages are written with the machine's own numbers, which are little-endian.")
#endif

/// The bytes of consecutive binary messages, in storage that is reused.
struct MessageBytes: Sendable {
  /// All complete messages.
  private(set) var bytes: [UInt8] = []
  /// The offset of the unfinished message.
  private var start = 0

  /// The size of a header in bytes.
  static let headerSize = 24

  init() { bytes.reserveCapacity(4096) }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Begins a message with a header. ``end()`` fills in the length.
  mutating func begin(_ type: MessageType, sequence: UInt64 = 0, time: UInt64 = 0) {
    start = bytes.count
    let at = grow(by: Self.headerSize)
    store(UInt32(type.rawValue) | 1 << 16, at: at + 4)
    store(sequence, at: at + 8)
    store(time, at: at + 16)
  }

  /// Ends the message and writes its length into the header.
  mutating func end() {
    store(UInt32(clamping: bytes.count - start - Self.headerSize), at: start)
  }

  /// Appends `count` zero bytes and returns the offset of the first.
  mutating func grow(by count: Int) -> Int {
    let at = bytes.count
    bytes.append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
    return at
  }

  /// Lets `body` write into `limit` zeroed bytes, and appends the first of them. `body` returns how
  /// many to append.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (inout MutableRawSpan) -> Int) {
    bytes.append(atMost: limit, body)
  }

  /// Lets `body` modify all bytes.
  private mutating func write(_ body: (inout MutableRawSpan) -> Void) {
    var span = bytes.mutableSpan
    var raw = MutableRawSpan(_elements: &span)
    body(&raw)
  }

  mutating func store(_ value: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
    write { $0.store(value, at: offset) }
  }

  mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
    store(value, at: grow(by: value.bitWidth / 8))
  }

  /// Appends a 64-bit number.
  mutating func append(_ value: Double) { append(value.bitPattern) }

  /// Appends a 32-bit number. Values beyond its range become infinite.
  mutating func append(short value: Double) { append(Float(value).bitPattern) }

  /// Appends a string, preceded by its length. A string of more than 65,535 bytes is truncated
  /// after the last whole character that fits.
  mutating func append(_ string: String) {
    let at = grow(by: 2)
    if string.utf8.count <= Self.stringLimit {
      bytes.append(contentsOf: string.utf8)
    } else {
      bytes.append(contentsOf: string.utf8.prefix(Self.stringLimit))
      dropBrokenCharacter()
    }
    store(UInt16(clamping: bytes.count - at - 2), at: at)
  }

  /// Appends raw bytes.
  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// The maximum length of a string, in bytes.
  static let stringLimit = 65_535

  /// Removes an incomplete character from the end.
  private mutating func dropBrokenCharacter() {
    // A character has at most four bytes in UTF-8. Every byte except the first starts with the bits
    // 10.
    var lead = bytes.count - 1
    while lead > bytes.count - 4, bytes[lead] & 0xC0 == 0x80 { lead -= 1 }
    let first = bytes[lead]
    let whole = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    if bytes.count - lead < whole { bytes.removeLast(bytes.count - lead) }
  }
}

extension MutableRawSpan {
  /// Stores an integer, little-endian.
  @inline(__always)
  mutating func store(_ value: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
    storeBytes(of: value, toByteOffset: offset, as: type(of: value))
  }

  /// Stores four 32-bit numbers.
  @inline(__always)
  mutating func store(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, at offset: Int
  ) {
    let four = SIMD4(Float(a), Float(b), Float(c), Float(d))
    storeBytes(of: four, toByteOffset: offset, as: SIMD4<Float>.self)
  }

  /// Stores two 32-bit numbers.
  @inline(__always)
  mutating func store(_ a: Double, _ b: Double, at offset: Int) {
    storeBytes(of: SIMD2(Float(a), Float(b)), toByteOffset: offset, as: SIMD2<Float>.self)
  }
}
