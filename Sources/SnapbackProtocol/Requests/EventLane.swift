/// The events and answers that wait for a client, in order and bounded.
///
/// It holds only counts; the caller holds the bytes. Open → dropping when it is full → open again
/// when all of it was sent and the client was notified of the number of dropped events.
public struct EventLane: Sendable {
  /// The number of waiting bytes.
  public private(set) var bytes = 0
  /// The number of waiting messages.
  public private(set) var messages = 0
  /// The number of events dropped since the last ``empty()``.
  public private(set) var dropped: UInt64 = 0

  /// An empty lane.
  public init() {}

  /// Whether an event may be written. If not, it counts as dropped.
  ///
  /// After one drop, all events are dropped until ``empty()``: the client must learn of the gap
  /// before it sees a later event.
  public mutating func admits() -> Bool {
    if bytes < ProtocolLimits.eventBytes, messages < ProtocolLimits.eventMessages { return true }
    dropped = dropped == .max ? .max : dropped + 1
    return false
  }

  /// Call after an admitted event, or an answer, was written.
  ///
  /// Answers need not be admitted: requests are not read while ``takesRequests`` is false.
  public mutating func add(bytes count: Int) {
    bytes = bytes.addingReportingOverflow(max(0, count)).overflow ? .max : bytes + max(0, count)
    messages += 1
  }

  /// Whether the lane has room to answer the client's next request.
  ///
  /// The requests of a client that does not read its answers are no longer read, so answers are
  /// never dropped and never pile up.
  public var takesRequests: Bool {
    bytes < ProtocolLimits.eventBytes / 2 && messages < ProtocolLimits.eventMessages / 2
  }

  /// Empties the lane, because everything is sent. Returns the number of missed events, for
  /// `lagged`.
  public mutating func empty() -> UInt64 {
    defer { self = EventLane() }
    return dropped
  }
}
