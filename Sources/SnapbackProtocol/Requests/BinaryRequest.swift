import SnapbackBasics

/// The header of a binary message: 24 bytes, little-endian.
struct BinaryHeader {
  static let size = 24

  let length: UInt32
  let type: UInt16
  let version: UInt8

  /// Reads the header that begins at `start`. Nil if the header is incomplete.
  init?(_ bytes: [UInt8], at start: Int) {
    guard bytes.count - start >= Self.size else { return nil }
    length = UInt32(truncatingIfNeeded: BinaryRequest.number(bytes, at: start, bytes: 4))
    type = UInt16(truncatingIfNeeded: BinaryRequest.number(bytes, at: start + 4, bytes: 2))
    version = bytes[start + 6]
  }
}

/// Decodes binary requests.
enum BinaryRequest {
  /// The types of messages from clients.
  enum Kind: UInt16 {
    case text = 1
    case frameRequest = 2
    case presented = 3
    case ping = 4
    case resync = 5

    /// The minimum size of a payload in bytes. Further bytes, which later versions may add, are
    /// skipped.
    var size: Int {
      switch self {
      case .text, .resync: 0
      case .frameRequest: 16
      case .presented: 32
      case .ping: 8
      }
    }

    var name: String {
      switch self {
      case .text: "text"
      case .frameRequest: "frame_request"
      case .presented: "presented"
      case .ping: "ping"
      case .resync: "resync"
      }
    }
  }

  /// Decodes the payload that begins at `start`. Not for messages of kind `text`.
  static func request(
    _ kind: Kind, _ bytes: [UInt8], at start: Int, count: Int
  ) throws(ProtocolError) -> ClientRequest {
    guard count >= kind.size else {
      throw ProtocolError(
        .badMessage,
        "\(kind.name) (\(kind.rawValue)) has a payload of \(kind.size) bytes, found "
          + "\(count)")
    }
    func number(_ offset: Int) -> UInt64 { Self.number(bytes, at: start + offset, bytes: 8) }
    switch kind {
    case .frameRequest:
      return .frameRequest(time: Instant(nanoseconds: number(0)), refresh: number(8))
    case .presented:
      return .presented(
        sequence: number(0), time: Instant(nanoseconds: number(8)), refresh: number(16),
        isDiscarded: bytes[start + 24] & 1 != 0)
    case .ping: return .ping(id: number(0))
    case .text, .resync: return .resync
    }
  }

  /// Reads a little-endian number of up to eight bytes.
  static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<count {
      number |= UInt64(truncatingIfNeeded: bytes[start + index]) << (8 * index)
    }
    return number
  }
}
