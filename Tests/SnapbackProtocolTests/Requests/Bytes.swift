import SnapbackProtocol

/// Builds binary messages from the table of offsets.
enum Bytes {
  static let magic: [UInt8] = [0x53, 0x4E, 0x41, 0x50, 0x42, 0x4B, 0x31, 0x0A]

  static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  static func message(
    _ type: UInt64, _ payload: [UInt8], version: UInt64 = 1, flags: UInt64 = 0
  ) -> [UInt8] {
    little(UInt64(payload.count), 4) + little(type, 2) + little(version, 1) + little(flags, 1)
      + little(0, 8) + little(0, 8) + payload
  }

  static func text(_ json: String) -> [UInt8] { message(1, Array(json.utf8)) }

  static func numbers(_ numbers: UInt64...) -> [UInt8] { numbers.flatMap { little($0, 8) } }
}

/// The result of feeding a stream of bytes.
struct Heard: Equatable {
  var requests: [ClientRequest] = []
  var error: ProtocolError?
  /// The maximum number of bytes buffered in the stream.
  var greatest = 0

  static func == (left: Heard, right: Heard) -> Bool {
    left.requests == right.requests && left.error == right.error
  }

  var code: ProtocolError.Code? { error?.code }

  /// Feeds bytes in pieces whose sizes come from `size`.
  static func hear(
    _ bytes: [UInt8], ends: Bool = false, size: () -> Int = { 4096 }
  ) -> Heard {
    var stream = InboundStream()
    var heard = Heard()
    var start = 0
    while heard.error == nil {
      heard.drain(&stream)
      guard heard.error == nil, start < bytes.count else { break }
      let end = min(bytes.count, start + max(1, size()))
      stream.append(bytes[start..<end])
      start = end
    }
    if ends, heard.error == nil {
      stream.end()
      heard.drain(&stream)
    }
    return heard
  }

  static func hear(_ text: String, ends: Bool = false) -> Heard {
    hear(Array(text.utf8), ends: ends)
  }

  private mutating func drain(_ stream: inout InboundStream) {
    greatest = max(greatest, stream.waitingBytes)
    do throws(ProtocolError) {
      while let request = try stream.next() { requests.append(request) }
    } catch {
      self.error = error
    }
  }
}
