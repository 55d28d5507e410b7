/// The queue of events and answers that wait to be sent to a client. It keeps their order, and its
/// size is limited.
///
/// The lane stores only counts; the caller stores the bytes. When the lane is full, it drops
/// events. It accepts events again when all waiting events have been sent and the client has been
/// notified of the number of dropped events.
public struct EventLane: Sendable {
  /// The number of waiting bytes.
  public private(set) var bytes = 0
  /// The number of waiting messages.
  public private(set) var messages = 0
  /// The number of events dropped since the last ``empty()``.
  public private(set) var dropped: UInt64 = 0

  /// Creates an empty lane.
  public init() {}

  /// Returns whether an event may be written. If not, counts the event as dropped.
  ///
  /// After one dropped event, all events are dropped until ``empty()``: the client must be notified
  /// of the gap before it receives a later event.
  public mutating func admits() -> Bool {
    if bytes < ProtocolLimits.eventBytes, messages < ProtocolLimits.eventMessages { return true }
    dropped = dropped == .max ? .max : dropped + 1
    return false
  }

  /// Records an event or answer. Call this after an admitted event, or an answer, was written.
  ///
  /// Answers need no admission, because requests are not read while ``takesRequests`` is false.
  public mutating func add(bytes count: Int) {
    bytes = bytes.addingReportingOverflow(max(0, count)).overflow ? .max : bytes + max(0, count)
    messages += 1
  }

  /// Whether the lane has room to answer the client's next request.
  ///
  /// If a client does not read its answers, its requests are no longer read. So answers are never
  /// dropped, and their number is limited.
  public var takesRequests: Bool {
    bytes < ProtocolLimits.eventBytes / 2 && messages < ProtocolLimits.eventMessages / 2
  }

  /// Empties the lane after everything was sent. Returns the number of dropped events, for
  /// `lagged`.
  public mutating func empty() -> UInt64 {
    defer { self = EventLane() }
    return dropped
  }
}
