import SnapbackBasics

/// Decodes the daemon's binary messages, as described in `docs/protocol-binary.md`. Bytes may
/// arrive in chunks of any size.
///
/// Call ``feed(_:)`` with new bytes, then ``nextMessage()`` until it returns nil. After an error,
/// the decoder stays failed. No input makes it trap. It stores at most one message and the bytes
/// that were fed last. Messages of later versions become ``ServerMessage/unknown(_:)``; bytes after
/// the known part of a payload are skipped.
public struct BinaryDecoder: Sendable {
  /// The maximum length of a message, in bytes. A longer message makes the decoder fail.
  public let limit: Int
  private var bytes: [UInt8] = []
  private var next = 0
  /// The offset in the stream of the first byte in ``bytes``.
  private var base: UInt64 = 0
  private var failure: MessageError?

  /// The size of a header in bytes.
  static let headerSize = 24

  /// Creates a decoder for the beginning of a stream.
  public init(limit: Int = 64 << 20) {
    self.limit = max(0, limit)
  }

  /// Appends bytes that have arrived. O(bytes).
  public mutating func feed(_ more: some Collection<UInt8>) {
    guard failure == nil else { return }
    if next > 0 {
      base += UInt64(clamping: next)
      bytes.removeFirst(next)
      next = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Returns the next message; nil until more bytes are fed. O(bytes of the message).
  ///
  /// - Throws: the error in the stream. Every later call throws the same error.
  public mutating func nextMessage() throws(MessageError) -> ServerMessage? {
    if let failure { throw failure }
    guard bytes.count - next >= Self.headerSize else { return nil }
    var header = PayloadReader(bytes[next..<(next + Self.headerSize)], base: 0)
    let head: MessageHeader
    do throws(PayloadReader.Fault) {
      head = try MessageHeader(&header)
      guard head.version == 1 else {
        throw PayloadReader.Fault(
          offset: 6, problem: "the version is \(head.version), but must be 1")
      }
      guard head.length <= limit else {
        throw PayloadReader.Fault(
          offset: 0, problem: "\(head.length) bytes are more than the limit of \(limit)")
      }
    } catch {
      throw fail("a header", error)
    }
    let start = next + Self.headerSize
    guard bytes.count - start >= head.length else { return nil }
    do throws(PayloadReader.Fault) {
      var reader = PayloadReader(bytes[start..<(start + head.length)], base: Self.headerSize)
      let message = try PayloadDecoding.message(head, &reader)
      next = start + head.length
      return message
    } catch {
      throw fail(head.name, error)
    }
  }

  private mutating func fail(_ name: String, _ fault: PayloadReader.Fault) -> MessageError {
    let error = MessageError(
      name: name, start: base + UInt64(clamping: next), offset: fault.offset, problem: fault.problem
    )
    failure = error
    bytes = []
    next = 0
    return error
  }
}

/// The header of a message.
struct MessageHeader {
  var length: Int
  var type: UInt16
  var version: UInt8
  var sequence: UInt64
  var time: Instant

  init(_ reader: inout PayloadReader) throws(PayloadReader.Fault) {
    length = Int(clamping: try reader.integer("the length", as: UInt32.self))
    type = try reader.integer("the type")
    version = try reader.integer("the version")
    try reader.skip(1)
    sequence = try reader.integer("the sequence number")
    time = try reader.instant("the time")
  }

  /// The name of the message for error messages.
  var name: String {
    MessageType(rawValue: type).map { "\($0) (\(type))" } ?? "a message of type \(type)"
  }
}

/// A message from the daemon that cannot be decoded.
public struct MessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name or number of the message.
  public var name: String
  /// The offset of the message in the stream, in bytes.
  public var start: UInt64
  /// The offset of the wrong byte from the start of the message's header.
  public var offset: Int
  /// A description of the problem.
  public var problem: String

  /// One line with the message, the offset and the problem.
  public var description: String {
    "\(name), byte \(offset) of the message at byte \(start): \(problem)"
  }
}
