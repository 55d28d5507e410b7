/// What waits for a client of events and answers: in order, and bounded.
///
/// It holds only counts; the bytes are the caller's. Open → dropping when it is full → open again
/// when everything in it has gone out and the client was told how much it missed.
public struct EventLane: Sendable {
  /// The bytes that wait.
  public private(set) var bytes = 0
  /// The messages that wait.
  public private(set) var messages = 0
  /// How many events were dropped since the lane was taken last.
  public private(set) var dropped: UInt64 = 0

  /// An empty lane.
  public init() {}

  /// Whether an event may be written. If not, it counts as dropped.
  ///
  /// Once one is dropped, so are all that follow until the lane is taken: the client must not see
  /// one after the gap before it knows of it.
  public mutating func admits() -> Bool {
    if bytes < ProtocolLimits.eventBytes, messages < ProtocolLimits.eventMessages { return true }
    dropped = dropped == .max ? .max : dropped + 1
    return false
  }

  /// An event that was admitted, or an answer, was written.
  ///
  /// Answers need not be admitted: whoever asks is not heard while ``takesRequests`` is false.
  public mutating func add(bytes count: Int) {
    bytes = bytes.addingReportingOverflow(max(0, count)).overflow ? .max : bytes + max(0, count)
    messages += 1
  }

  /// Whether the lane is so empty that the client's next request may be answered.
  ///
  /// A client that asks and does not read is no longer heard, so its answers are never dropped and
  /// never pile up.
  public var takesRequests: Bool {
    bytes < ProtocolLimits.eventBytes / 2 && messages < ProtocolLimits.eventMessages / 2
  }

  /// Everything goes out. The result is how many events the client missed, for `lagged`.
  public mutating func take() -> UInt64 {
    defer { self = EventLane() }
    return dropped
  }
}
