import SnapbackBasics
import SnapbackLinux
import SnapbackProtocol

/// The messages that wait to be written to a client: the encoders for state and events, and the
/// bytes and descriptors in the order in which they are written.
struct OutboundQueue {
  /// The size in bytes above which the storage is freed after a snapshot.
  private static let storageLimit = 256 << 10

  private var bytes: [UInt8] = []
  private var written = 0
  /// The waiting descriptors, and the index of the byte with which they are sent.
  private var descriptors: (at: Int, list: [SharedDescriptor])?
  private var state: WireEncoder
  private var events: WireEncoder
  /// Whether to free the storage once all bytes are written.
  private var hasLargeStorage = false
  /// The sequence number of the last message that has one.
  private(set) var sequence: UInt64 = 0

  /// Whether the client can read corner radii in binary frames.
  let writesRadii: Bool
  /// Whether the client can read looks.
  let writesLooks: Bool

  init(_ encoding: WireEncoder.Encoding, writesRadii: Bool = false, writesLooks: Bool = false) {
    (self.writesRadii, self.writesLooks) = (writesRadii, writesLooks)
    state = WireEncoder(encoding, writesRadii: writesRadii, writesLooks: writesLooks)
    events = WireEncoder(encoding)
  }

  var encoding: WireEncoder.Encoding { state.encoding }
  /// Whether bytes wait to be written.
  var hasOutput: Bool { !bytes.isEmpty }
  /// The number of bytes that wait to be written, without events that are not composed yet.
  var heldBytes: Int { bytes.count - written }

  // MARK: Composing

  /// Appends a message. `write` gets the next sequence number.
  mutating func compose(_ write: (inout WireEncoder, UInt64) -> Void) {
    write(&state, sequence + 1)
    state.move(to: &bytes)
  }

  /// Appends a message that was encoded for several clients with the sequence number 0.
  mutating func compose(_ message: [UInt8]) {
    SharedMessage.append(message, encoding, sequence: sequence + 1, to: &bytes)
  }

  /// Advances the sequence number. Call this after a message with a sequence number was composed.
  mutating func countMessage() { sequence += 1 }

  /// Appends a snapshot. If the waiting bytes then exceed ``storageLimit``, their storage is freed
  /// once all of them are written.
  mutating func composeSnapshot(_ write: (inout WireEncoder, UInt64) -> Void) {
    compose(write)
    guard bytes.count > Self.storageLimit else { return }
    state = WireEncoder(state.encoding, writesRadii: writesRadii, writesLooks: writesLooks)
    hasLargeStorage = true
  }

  /// Attaches descriptors to the next message.
  ///
  /// Call this only while no output waits, so that no other descriptors are pending.
  mutating func attach(_ list: [SharedDescriptor]) { descriptors = (bytes.count, list) }

  /// Adds an event, which waits for ``composeEvents()``. Returns the size of the event in bytes.
  mutating func addEvent(_ write: (inout WireEncoder) -> Void) -> Int {
    let count = events.bytes.count
    write(&events)
    return events.bytes.count - count
  }

  /// Appends the waiting events.
  mutating func composeEvents() { events.move(to: &bytes) }

  /// Removes all waiting messages, except the message that is partly written.
  mutating func discard() {
    descriptors = nil
    bytes.removeSubrange(endOfHalfWritten...)
  }

  /// The end index of the partly written message. `bytes` always begins at the start of a message.
  private var endOfHalfWritten: Int {
    var end = 0
    while end < written {
      guard encoding == .binary else {
        let newline = bytes[end...].firstIndex(of: UInt8(ascii: "\n"))
        end = newline.map { $0 + 1 } ?? bytes.count
        continue
      }
      guard bytes.count - end >= BinaryEncoder.headerSize else { return bytes.count }
      let length = (0..<4).reduce(0) { $0 | Int(clamping: bytes[end + $1]) << (8 * $1) }
      end = min(end + BinaryEncoder.headerSize + length, bytes.count)
    }
    return end
  }

  // MARK: Writing

  /// The outcome of writing.
  enum Outcome: Equatable {
    case empty, blocked, gone
    /// The kernel refused to pass the descriptors, with this error number.
    case refused(Int32)
  }

  /// Writes waiting bytes until the socket buffer is full. Calls `note` with the number of bytes of
  /// each write. Never blocks.
  mutating func write(
    to connection: borrowing UnixConnection, _ note: (Int) -> Void
  ) -> Outcome {
    while written < bytes.count {
      switch writeNext(to: connection) {
      case .bytes(let count):
        written += count
        note(count)
      case .closed: return .gone
      case .failed(let code):
        guard descriptors != nil else { return .gone }
        descriptors = nil
        return .refused(code)
      case .wouldBlock: return .blocked
      }
    }
    written = 0
    bytes.removeAll(keepingCapacity: !hasLargeStorage)
    hasLargeStorage = false
    return .empty
  }

  /// Writes the next bytes, with the descriptors if it is their turn. Descriptors are sent with a
  /// particular byte, so the bytes before it are written separately.
  private mutating func writeNext(
    to connection: borrowing UnixConnection
  ) -> UnixConnection.Transfer {
    guard let (place, list) = descriptors, place < bytes.count else {
      return connection.write(bytes, from: written)
    }
    if written < place { return connection.write(Array(bytes[written..<place]), from: 0) }
    let result = connection.write(bytes, from: written, with: list)
    if case .bytes = result { descriptors = nil }
    return result
  }
}
