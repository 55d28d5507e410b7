public import SnapbackBasics

/// Decides which messages the daemon sends to a client, and when.
///
/// There are two lanes, or queues. **State** is the current scene: snapshots, frames and segments,
/// here called *pictures*. A picture is composed only when everything before it has been written
/// and at most one picture is unread. So a slow client gets fewer pictures, but no old ones.
/// **Events** are sent in order, and their number is limited (``EventLane``).
///
/// In each turn of its loop, the daemon takes these steps for a client:
///
/// 1. If ``needsObservation`` is true, query the number of bytes that the client has not read
///    (ioctl SIOCOUTQ), before anything is written, and call ``observe(unread:at:)``.
/// 2. Write the waiting bytes. Report the number of bytes that the socket accepted with
///    ``noteWritten(_:at:)``. If the socket had no room for all bytes, call ``blocked(at:)`` and
///    end the turn.
/// 3. When all bytes are written, call ``emptyEvents()`` and compose the waiting events. If the
///    result is above 0, also compose `lagged`.
/// 4. If ``needsSnapshot(at:)`` and ``mayCompose(at:)`` return true, compose a snapshot with its
///    segment. Otherwise compose a new frame if ``mayComposeFrame(at:)`` returns true, and a new
///    segment if ``mayCompose(at:)`` does. Report the picture with ``composed(_:sequence:at:)``.
/// 5. If something was composed, continue with step 2.
///
/// After that, ``deadline(after:)`` returns the latest time of the next turn, and
/// ``isStalled(at:)`` returns whether to disconnect the client. All functions are O(1) and allocate
/// nothing.
public struct ClientLanes: Sendable {
  /// The messages that a picture consists of.
  public struct Content: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set of contents from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The whole scene.
    public static let snapshot = Content(rawValue: 1 << 0)
    /// The views that changed.
    public static let frame = Content(rawValue: 1 << 1)
    /// The motions of channels from now on.
    public static let segment = Content(rawValue: 1 << 2)
  }

  /// Whether the client acknowledges frames.
  public let acknowledges: Bool
  /// Whether the client may receive the scene. If not, it receives only events.
  public let hasState: Bool
  /// The waiting events.
  public private(set) var events = EventLane()

  /// For each picture that the client may not have read, its last sequence number.
  private var onTheWay: [UInt64] = []
  /// The sequence numbers of unacknowledged frames. Empty if the client does not acknowledge
  /// frames.
  private var unacknowledged: [UInt64] = []
  private var mustSnapshot = true
  private var wantsSnapshot = false
  private var lastSnapshot: Instant?
  /// The least number of unread bytes, assuming that the client has read nothing since the last
  /// observation.
  private var leastUnread = 0
  /// The time since which something has been waiting while nothing was read or written.
  private var waitsSince: Instant?
  private var isBlocked = false
  /// Whether a part of the last picture may not have been written yet.
  private var isWriting = false
  private var retry: Instant?

  /// Creates the lanes of a client to which nothing has been sent.
  public init(acknowledges: Bool = false, hasState: Bool = true) {
    self.acknowledges = acknowledges
    self.hasState = hasState
    onTheWay.reserveCapacity(ProtocolLimits.unacknowledgedFrames + 1)
    unacknowledged.reserveCapacity(ProtocolLimits.unacknowledgedFrames + 1)
  }
}

/// Events.
extension ClientLanes {
  /// Returns whether an event may be written. If not, counts the event as dropped.
  public mutating func admitsEvent() -> Bool { events.admits() }

  /// Records an event or answer. Call this after an admitted event, or an answer, was appended to
  /// the waiting bytes.
  public mutating func addEvent(bytes: Int) { events.add(bytes: bytes) }

  /// Whether the client's next request may be read.
  public var takesRequests: Bool { events.takesRequests }

  /// Empties the event lane. Call this when all bytes are written, before the waiting events are
  /// sent. Returns the number of dropped events; if it is above 0, a snapshot has to follow.
  public mutating func emptyEvents() -> UInt64 {
    isWriting = false
    let dropped = events.empty()
    if dropped > 0 { mustSnapshot = true }
    return dropped
  }
}

/// State.
extension ClientLanes {
  /// Requires a snapshot before the next frame, because the client's copy of the scene is no longer
  /// valid.
  public mutating func requireSnapshot() { mustSnapshot = true }

  /// Handles a client's request for a snapshot. The client gets such a snapshot at most every
  /// ``ProtocolLimits/resyncInterval``, and frames until then.
  public mutating func requestSnapshot() { wantsSnapshot = true }

  /// Whether the next picture has to be a snapshot.
  public func needsSnapshot(at now: Instant) -> Bool {
    hasState && (mustSnapshot || (wantsSnapshot && (nextResync.map { now >= $0 } ?? true)))
  }

  private var nextResync: Instant? {
    lastSnapshot?.advanced(byNanoseconds: ProtocolLimits.resyncInterval)
  }

  /// Whether a picture may be composed: fewer than two pictures are unread.
  ///
  /// If the result is false, ``deadline(after:)`` returns the time to check again.
  public mutating func mayCompose(at now: Instant) -> Bool {
    guard onTheWay.count < ProtocolLimits.unacknowledgedFrames else {
      beginWaiting(at: now)
      retry = now.advanced(byNanoseconds: ProtocolLimits.retryInterval)
      return false
    }
    waitsSince = nil
    retry = nil
    return true
  }

  /// Postpones a due picture by ``ProtocolLimits/retryInterval``, because memory is short.
  public mutating func postpone(at now: Instant) {
    retry = now.advanced(byNanoseconds: ProtocolLimits.retryInterval)
  }

  /// Whether a turn could compose a picture: no acknowledgement has to arrive first, and the client
  /// has had time to read since the last observation.
  public func mayTry(at now: Instant) -> Bool {
    unacknowledged.count < ProtocolLimits.unacknowledgedFrames && (retry.map { $0 <= now } ?? true)
  }

  /// Whether a frame may be composed: ``mayCompose(at:)`` is true, the client does not need a
  /// snapshot first, and fewer than two frames are unacknowledged.
  ///
  /// If the frame only has to wait for an acknowledgement, no deadline is set: the acknowledgement
  /// triggers a turn.
  public mutating func mayComposeFrame(at now: Instant) -> Bool {
    if needsSnapshot(at: now) { return false }
    guard unacknowledged.count < ProtocolLimits.unacknowledgedFrames else {
      if hasUnread { beginWaiting(at: now) }
      return false
    }
    return mayCompose(at: now)
  }

  /// Records a composed picture. `sequence` is the number of its last message.
  ///
  /// `idle` is not a picture and need not be reported.
  public mutating func composed(_ content: Content, sequence: UInt64, at now: Instant) {
    guard !content.isEmpty else { return }
    if content.contains(.snapshot) {
      mustSnapshot = false
      wantsSnapshot = false
      lastSnapshot = now
    }
    isWriting = true
    if onTheWay.count < ProtocolLimits.unacknowledgedFrames { onTheWay.append(sequence) }
    if acknowledges, content.contains(.frame),
      unacknowledged.count < ProtocolLimits.unacknowledgedFrames
    {
      unacknowledged.append(sequence)
    }
  }

  /// Handles the client's report that it has drawn or skipped everything up to a message.
  ///
  /// A number that has not been sent yet acknowledges all messages sent so far.
  public mutating func presented(sequence: UInt64) {
    unacknowledged.removeAll { $0 <= sequence }
    // Messages that were drawn must have been read.
    onTheWay.removeAll { $0 <= sequence }
    if onTheWay.count < ProtocolLimits.unacknowledgedFrames { retry = nil }
  }
}

/// The socket and its timing.
extension ClientLanes {
  /// Whether the number of unread bytes is needed: two pictures are unread, something waits, or
  /// acknowledgements are missing. An unnecessary observation is harmless but costs a system call.
  public var needsObservation: Bool {
    onTheWay.count >= ProtocolLimits.unacknowledgedFrames || waitsSince != nil || isBlocked
      || retry != nil || !unacknowledged.isEmpty
  }

  /// Begins a turn. `unread` is the number of bytes that the client has not read; nil if the kernel
  /// cannot report it.
  ///
  /// Zero means that everything written was read. If the kernel cannot report the number, only the
  /// room in the socket decides.
  public mutating func observe(unread: Int?, at now: Instant) {
    if let unread, unread > 0 {
      if unread < leastUnread, waitsSince != nil { waitsSince = now }
      leastUnread = unread
      // Composing sets the next retry if a picture is still due.
      if let moment = retry, moment <= now { retry = nil }
      return
    }
    // If the kernel reports nothing, a full socket means that the client has not read.
    if unread != nil || !isBlocked { waitsSince = nil }
    // A picture that is not completely written cannot have been read.
    onTheWay.removeFirst(max(0, onTheWay.count - (isWriting ? 1 : 0)))
    leastUnread = 0
    retry = nil
  }

  /// Starts the stall time. Forgets the known unread bytes: some may have been read before now, so
  /// a lower number at the next observation would not prove that the client still reads.
  private mutating func beginWaiting(at now: Instant) {
    guard waitsSince == nil else { return }
    waitsSince = now
    leastUnread = 0
  }

  /// Whether the client may have unread bytes.
  private var hasUnread: Bool { leastUnread > 0 }

  /// Records that the socket accepted `count` bytes.
  public mutating func noteWritten(_ count: Int, at now: Instant) {
    guard count > 0 else { return }
    // If the socket was full and has room again, the client has read.
    if isBlocked { waitsSince = nil }
    isBlocked = false
    // The kernel reports at least these bytes, plus its overhead.
    let sum = leastUnread.addingReportingOverflow(count)
    leastUnread = sum.overflow ? .max : sum.partialValue
  }

  /// Records that the socket had no room for all waiting bytes.
  public mutating func blocked(at now: Instant) {
    isBlocked = true
    beginWaiting(at: now)
    // The socket reports when it has room.
    retry = nil
  }

  /// The latest time of the next turn, if no event triggers a turn before.
  ///
  /// Nil if the client has read everything and nothing waits to be sent.
  public func deadline(after now: Instant) -> Instant? {
    var earliest = retry
    if let stall = stallTime { earliest = min(earliest ?? stall, stall) }
    // A due snapshot that was not composed waits for the client to read. The other times cover this
    // case.
    if wantsSnapshot, !mustSnapshot, let resync = nextResync, resync > now {
      earliest = min(earliest ?? resync, resync)
    }
    return earliest
  }

  private var stallTime: Instant? {
    waitsSince?.advanced(
      byNanoseconds: UInt64(clamping: ProtocolLimits.stallSeconds) * 1_000_000_000)
  }

  /// Whether the client is stalled: something has waited for ``ProtocolLimits/stallSeconds`` while
  /// the client read nothing.
  ///
  /// Call this after a turn, when the latest reads are known.
  public func isStalled(at now: Instant) -> Bool {
    stallTime.map { now >= $0 } ?? false
  }

  /// Whether something has waited for `nanoseconds` while the client read nothing.
  public func hasWaited(nanoseconds: UInt64, at now: Instant) -> Bool {
    waitsSince.map { now >= $0.advanced(byNanoseconds: nanoseconds) } ?? false
  }
}
