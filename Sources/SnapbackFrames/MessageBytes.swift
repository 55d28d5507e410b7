#if _endian(big)
  #error("Binary messages are written with the machine's own numbers, which are little-endian.")
#endif

/// The bytes of binary messages, one after the other, in storage that is kept.
struct MessageBytes: Sendable {
  /// All messages, whole.
  private(set) var bytes: [UInt8] = []
  /// Where the message at work begins.
  private var start = 0

  /// The bytes of a header.
  static let headerSize = 24

  init() { bytes.reserveCapacity(4096) }

  mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }

  /// Begins a message with a header whose length is not known yet.
  mutating func begin(_ type: MessageType, sequence: UInt64 = 0, time: UInt64 = 0) {
    start = bytes.count
    let at = grow(by: Self.headerSize)
    store(UInt32(type.rawValue) | 1 << 16, at: at + 4)
    store(sequence, at: at + 8)
    store(time, at: at + 16)
  }

  /// Ends the message: its header is told its length.
  mutating func end() {
    store(UInt32(clamping: bytes.count - start - Self.headerSize), at: start)
  }

  /// Makes room for `count` zero bytes and says where it begins.
  mutating func grow(by count: Int) -> Int {
    let at = bytes.count
    bytes.append(addingCapacity: count) { $0.append(repeating: 0, count: count) }
    return at
  }

  /// Lets `body` write up to `limit` bytes behind what is there; it returns how many it wrote.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (inout MutableRawSpan) -> Int) {
    bytes.append(atMost: limit, body)
  }

  /// Lets `body` write into all bytes.
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

  /// A number of 64 bits.
  mutating func append(_ value: Double) { append(value.bitPattern) }

  /// A number of 32 bits; what is beyond their range is infinite.
  mutating func append(short value: Double) { append(Float(value).bitPattern) }

  /// A string behind its length; of more than 65,535 bytes the whole characters that fit.
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

  /// Bytes as they are.
  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// The longest string, in bytes.
  static let stringLimit = 65_535

  /// Takes the bytes off the end that begin a character and do not end it.
  private mutating func dropBrokenCharacter() {
    // All bytes of a character but its first begin with the bits 10, and it has at most four.
    var lead = bytes.count - 1
    while lead > bytes.count - 4, bytes[lead] & 0xC0 == 0x80 { lead -= 1 }
    let first = bytes[lead]
    let whole = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    if bytes.count - lead < whole { bytes.removeLast(bytes.count - lead) }
  }
}

extension MutableRawSpan {
  /// An integer, little-endian.
  @inline(__always)
  mutating func store(_ value: some FixedWidthInteger & BitwiseCopyable, at offset: Int) {
    storeBytes(of: value, toByteOffset: offset, as: type(of: value))
  }

  /// Four numbers of 32 bits.
  @inline(__always)
  mutating func store(
    _ a: Double, _ b: Double, _ c: Double, _ d: Double, at offset: Int
  ) {
    let four = SIMD4(Float(a), Float(b), Float(c), Float(d))
    storeBytes(of: four, toByteOffset: offset, as: SIMD4<Float>.self)
  }

  /// Two numbers of 32 bits.
  @inline(__always)
  mutating func store(_ a: Double, _ b: Double, at offset: Int) {
    storeBytes(of: SIMD2(Float(a), Float(b)), toByteOffset: offset, as: SIMD2<Float>.self)
  }
}
