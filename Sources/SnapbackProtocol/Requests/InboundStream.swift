/// Decodes the bytes from a client into requests.
///
/// The first bytes determine the encoding: `{` or white space means lines of JSON, and `SNAPBK1`
/// with a newline means binary messages.
///
/// While ``needsBytes`` is true, read bytes and append them with ``append(_:)``. While
/// ``hasRequests`` is true, get requests with ``next()``, as many as the turn allows. After an
/// error, the stream stays failed. Time is linear in the bytes. The stream stores at most one
/// unfinished message and the bytes that were appended last.
public struct InboundStream: Sendable {
  /// The encoding of messages, in both directions.
  public enum Encoding: String, CaseIterable, Hashable, Sendable {
    /// One line of JSON for each message.
    case ndjson
    /// A header of 24 bytes and a payload for each message.
    case binary
  }

  /// The first bytes of a binary connection.
  public static let magic = Array("SNAPBK1\n".utf8)

  /// The encoding; nil until the first bytes have determined it.
  public private(set) var encoding: Encoding?
  /// Whether ``next()`` has returned the hello.
  public private(set) var hasGreeted = false
  /// Whether ``next()`` may return a request without further bytes.
  ///
  /// It is also false after the client has closed its side and ``next()`` has returned all
  /// requests.
  public private(set) var hasRequests = false
  /// Whether ``next()`` has returned all requests and the client may send more.
  public var needsBytes: Bool { !hasRequests && !hasEnded && failure == nil }
  /// The error that ended the stream. Every later call of ``next()`` throws it.
  public private(set) var failure: ProtocolError?
  /// The maximum length of a line or payload after the hello, in bytes.
  private let greatestLimit: Int
  private var limit: Int { hasGreeted ? greatestLimit : min(greatestLimit, ProtocolLimits.message) }
  private var hasEnded = false
  private var bytes: [UInt8] = []
  /// The index of the first byte that has not been decoded.
  private var start = 0
  /// The index before which there is no newline in the bytes that have not been decoded.
  private var searched = 0

  /// Creates an empty stream for messages of at most `limit` bytes.
  public init(limit: Int = ProtocolLimits.message) {
    greatestLimit = limit
  }

  /// The number of bytes that have not been decoded.
  public var waitingBytes: Int { bytes.count - start }

  /// Appends bytes that have arrived. After an error they are discarded.
  ///
  /// Call this only while ``needsBytes`` is true; otherwise the stream may store more bytes than
  /// stated above.
  public mutating func append(_ new: ArraySlice<UInt8>) {
    guard failure == nil, !hasEnded, !new.isEmpty else { return }
    // Move the remaining bytes only when they are fewer than those consumed since the last move.
    if start >= bytes.count - start {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: new)
    hasRequests = true
  }

  /// Ends the stream: the client will send no more bytes. The last line need not have a newline.
  public mutating func end() {
    guard !hasEnded else { return }
    hasEnded = true
    hasRequests = failure == nil
  }

  /// Decodes and returns the next request; nil if more bytes are needed or the client has finished.
  ///
  /// - Throws: the error in the client's bytes. After an error, no further request is decoded.
  public mutating func next() throws(ProtocolError) -> ClientRequest? {
    if let failure { throw failure }
    do throws(ProtocolError) {
      if let request = try read() { return request }
      if hasEnded { try finish() }
      hasRequests = false
      return nil
    } catch {
      fail(error)
      throw error
    }
  }

  private mutating func fail(_ error: ProtocolError) {
    failure = error
    hasRequests = false
    bytes = []
    start = 0
    searched = 0
  }

  private mutating func read() throws(ProtocolError) -> ClientRequest? {
    if encoding == nil { encoding = try recognize() }
    switch encoding {
    case .ndjson: return try readLine()
    case .binary: return try readMessage()
    case nil: return nil
    }
  }

  /// Returns the encoding that the first bytes determine; nil if there are too few bytes.
  private mutating func recognize() throws(ProtocolError) -> Encoding? {
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "{") || Self.isSpace(bytes[start]) { return .ndjson }
    let count = min(bytes.count - start, Self.magic.count)
    for index in 0..<count where bytes[start + index] != Self.magic[index] {
      // Another digit instead of 1 means another version of the protocol.
      if index == 6, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[start + index]) {
        throw ProtocolError(.version, "this daemon speaks version 1 only: SNAPBK1")
      }
      throw ProtocolError(
        .badMessage,
        "a connection begins with {\"hello\":{}} and a newline, or with SNAPBK1 and "
          + "a newline for binary messages")
    }
    guard count == Self.magic.count else { return nil }
    start += count
    searched = start
    return .binary
  }

  // MARK: Lines

  private mutating func readLine() throws(ProtocolError) -> ClientRequest? {
    while true {
      var end = searched
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      searched = end
      guard end - start <= limit else {
        throw ProtocolError(.tooLong, "a line has at most \(limit) bytes")
      }
      let isWhole = end < bytes.count
      guard isWhole || (hasEnded && end > start) else { return nil }
      let line = bytes[start..<end]
      start = isWhole ? end + 1 : end
      searched = start
      guard !line.allSatisfy(Self.isSpace) else { continue }
      return try request(Array(line))
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private mutating func request(_ text: [UInt8]) throws(ProtocolError) -> ClientRequest {
    if hasGreeted, text.count > ProtocolLimits.message { return .long(text) }
    let request = try RequestReader.request(text, isFirst: !hasGreeted)
    hasGreeted = true
    return request
  }

  // MARK: Binary messages

  private mutating func readMessage() throws(ProtocolError) -> ClientRequest? {
    while let header = BinaryHeader(bytes, at: start) {
      guard header.version == 1 else {
        throw ProtocolError(
          .version, "a message has the version \(header.version); this daemon speaks 1 only")
      }
      guard let length = Int(exactly: header.length), length <= limit else {
        throw ProtocolError(
          .tooLong,
          "a message has at most \(limit) bytes after its header, found "
            + "\(header.length)")
      }
      let payload = start + BinaryHeader.size
      guard bytes.count - payload >= length else { return nil }
      start = payload + length
      guard let kind = BinaryRequest.Kind(rawValue: header.type) else { continue }
      if kind == .text {
        let text = bytes[payload..<(payload + length)]
        guard !text.allSatisfy(Self.isSpace) else { continue }
        return try request(Array(text))
      }
      guard hasGreeted else {
        throw ProtocolError(
          .noHello, "the first message has to be a text (1) with {\"hello\":{}}")
      }
      return try BinaryRequest.request(kind, bytes, at: payload, count: length)
    }
    return nil
  }

  /// Throws if the connection must not end here.
  private func finish() throws(ProtocolError) {
    guard hasGreeted else { throw ProtocolError.closedBeforeHello }
    guard start == bytes.count else {
      throw ProtocolError(.badMessage, "the connection ended within a message")
    }
  }
}
