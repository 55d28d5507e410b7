import SnapbackBasics
import SnapbackProtocol

/// Writes the messages of a client in either encoding.
struct RequestWriter {
  /// The bytes of the last message.
  private(set) var bytes: [UInt8] = []
  private let isBinary: Bool

  /// The eight bytes that begin a binary connection.
  static let magic = Array("SNAPBK1\n".utf8)

  private enum Kind: UInt16 {
    case text = 1
    case frameRequest = 2
    case presented = 3
    case ping = 4
    case resync = 5
  }

  init(_ encoding: Greeting.Encoding) {
    isBinary = encoding == .binary
  }

  mutating func hello(_ greeting: Greeting) {
    text("hello") { greeting.write(&$0) }
    if isBinary { bytes.insert(contentsOf: Self.magic, at: 0) }
  }

  /// Writes a message as JSON: an object with one key. `body` writes the members of its value.
  mutating func text(_ name: String, _ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(precision: .shortest)
    writer.beginObject()
    writer.beginObject(name)
    body(&writer)
    writer.endObject()
    writer.endObject()
    text(writer.bytes)
  }

  /// Writes a message from its JSON bytes, which have no newline.
  mutating func text(_ json: [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    if isBinary { header(.text, UInt32(clamping: json.count)) }
    bytes += json
    if !isBinary { bytes.append(UInt8(ascii: "\n")) }
  }

  mutating func frameRequest(for time: Instant, refresh: UInt64) {
    guard isBinary else {
      return text("frame_request") {
        $0.integer(time.nanoseconds, "time")
        $0.integer(refresh, "refresh")
      }
    }
    begin(.frameRequest, 16)
    append(time.nanoseconds)
    append(refresh)
  }

  mutating func presented(
    _ sequence: UInt64, at time: Instant, refresh: UInt64, isDiscarded: Bool
  ) {
    guard isBinary else {
      return text("presented") {
        $0.integer(sequence, "seq")
        $0.integer(time.nanoseconds, "time")
        $0.integer(refresh, "refresh")
        $0.boolean(isDiscarded, "discarded")
      }
    }
    begin(.presented, 32)
    append(sequence)
    append(time.nanoseconds)
    append(refresh)
    append(isDiscarded ? 1 as UInt64 : 0)
  }

  mutating func ping(_ id: UInt64) {
    guard isBinary else { return text("ping") { $0.integer(id, "id") } }
    begin(.ping, 8)
    append(id)
  }

  mutating func resync() {
    guard isBinary else { return text("resync") { _ in } }
    begin(.resync, 0)
  }

  private mutating func begin(_ kind: Kind, _ length: UInt32) {
    bytes.removeAll(keepingCapacity: true)
    header(kind, length)
  }

  private mutating func header(_ kind: Kind, _ length: UInt32) {
    append(length)
    append(kind.rawValue)
    append(1 as UInt8)
    append(0 as UInt8)
    append(0 as UInt64)
    append(0 as UInt64)
  }

  private mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    var rest = number
    for _ in 0..<(Number.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
