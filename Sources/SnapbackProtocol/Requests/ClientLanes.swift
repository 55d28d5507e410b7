public import SnapbackBasics

/// Decides which messages a client is sent, and when: the rules between the scene and its socket.
///
/// There are two lanes. **State** is the current scene: snapshots, frames and segments, here called
/// pictures. The latest wins: a picture is composed only when everything before it has been written
/// and at most one picture is unread, so a slow client gets fewer pictures and never old ones.
/// **Events** are in order and bounded (``EventLane``).
///
/// A turn with a client has these steps:
///
/// 1. If ``needsObservation``, ask the kernel how many bytes the client has not read (ioctl
///    SIOCOUTQ), before anything is written: ``observe(unread:at:)``.
/// 2. Write the waiting bytes. Report the bytes that the socket took with ``wrote(_:at:)``. If it
///    had no room, call ``blocked(at:)`` and end the turn.
/// 3. When all is written, call ``emptyEvents()`` and compose the waiting events, if any; if the
///    result is above 0, also `lagged`.
/// 4. If ``needsSnapshot(at:)`` and ``mayCompose(at:)``, compose a snapshot, with its segment.
///    Else, if something is new and ``mayComposeFrame(at:)`` or, for segments, ``mayCompose(at:)``,
///    compose that. Report the picture with ``composed(_:sequence:at:)``.
/// 5. If something was composed, continue with step 2.
///
/// Then ``deadline(after:)`` returns the latest time of the next turn, and ``isStalled(at:)``
/// whether to disconnect. All functions are O(1) and allocate nothing.
public struct ClientLanes: Sendable {
  /// The messages that a picture consists of.
  public struct Content: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Contents with these bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The whole scene.
    public static let snapshot = Content(rawValue: 1 << 0)
    /// The views that changed.
    public static let frame = Content(rawValue: 1 << 1)
    /// The motions from now on.
    public static let segment = Content(rawValue: 1 << 2)
  }

  /// Whether the client acknowledges frames.
  public let acknowledges: Bool
  /// Whether the client may receive the scene; if not, it only has events.
  public let hasState: Bool
  /// The events that wait.
  public private(set) var events = EventLane()

  /// The last sequence number of each picture that the client may not have read.
  private var onTheWay: [UInt64] = []
  /// The sequence numbers of unacknowledged frames; empty if the client does not acknowledge.
  private var unacknowledged: [UInt64] = []
  private var mustSnapshot = true
  private var wantsSnapshot = false
  private var lastSnapshot: Instant?
  /// A lower bound of the unread bytes, if the client has read nothing since the last observation.
  private var leastUnread = 0
  /// The time since which something waits while nothing was read or written.
  private var waitsSince: Instant?
  private var isBlocked = false
  /// Whether part of the last picture may still have to be written.
  private var isWriting = false
  private var retry: Instant?

  /// Creates the lanes of a client that has not been sent anything.
  public init(acknowledges: Bool = false, hasState: Bool = true) {
    self.acknowledges = acknowledges
    self.hasState = hasState
    onTheWay.reserveCapacity(ProtocolLimits.unacknowledgedFrames + 1)
    unacknowledged.reserveCapacity(ProtocolLimits.unacknowledgedFrames + 1)
  }
}

/// Events.
extension ClientLanes {
  /// Whether an event may be written; if not, it counts as dropped.
  public mutating func admitsEvent() -> Bool { events.admits() }

  /// Call after an admitted event, or an answer, was appended to the waiting bytes.
  public mutating func addEvent(bytes: Int) { events.add(bytes: bytes) }

  /// Whether the client's next request may be read.
  public var takesRequests: Bool { events.takesRequests }

  /// Call when all is written, before the waiting events are sent. Returns the number of events
  /// that the client missed; above 0, a snapshot has to follow.
  public mutating func emptyEvents() -> UInt64 {
    isWriting = false
    let dropped = events.empty()
    if dropped > 0 { mustSnapshot = true }
    return dropped
  }
}

/// State.
extension ClientLanes {
  /// The client's copy of the scene is no longer valid: no frame before the next snapshot.
  public mutating func requireSnapshot() { mustSnapshot = true }

  /// The client requests a snapshot. It gets one at most every ``ProtocolLimits/resyncInterval``,
  /// and frames until then.
  public mutating func requestSnapshot() { wantsSnapshot = true }

  /// Whether the next picture has to be a snapshot.
  public func needsSnapshot(at now: Instant) -> Bool {
    hasState && (mustSnapshot || (wantsSnapshot && (nextResync.map { now >= $0 } ?? true)))
  }

  private var nextResync: Instant? {
    lastSnapshot?.advanced(byNanoseconds: ProtocolLimits.resyncInterval)
  }

  /// Whether a picture may be composed: fewer than two are unread.
  ///
  /// If not, ``deadline(after:)`` returns when to check again.
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

  /// Postpones a picture that is due by ``ProtocolLimits/retryInterval``, because memory is short.
  public mutating func postpone(at now: Instant) {
    retry = now.advanced(byNanoseconds: ProtocolLimits.retryInterval)
  }

  /// Whether trying to compose a picture is worth a turn: no acknowledgement is required first, and
  /// the client has had time to read since the last observation.
  public func mayTry(at now: Instant) -> Bool {
    unacknowledged.count < ProtocolLimits.unacknowledgedFrames && (retry.map { $0 <= now } ?? true)
  }

  /// Whether a frame may be composed: ``mayCompose(at:)`` holds, the client does not need a
  /// snapshot first, and fewer than two of its acknowledgements are missing.
  ///
  /// If only acknowledgements are missing, no deadline is set: the next one triggers a turn.
  public mutating func mayComposeFrame(at now: Instant) -> Bool {
    if needsSnapshot(at: now) { return false }
    guard unacknowledged.count < ProtocolLimits.unacknowledgedFrames else {
      if hasUnread { beginWaiting(at: now) }
      return false
    }
    return mayCompose(at: now)
  }

  /// Call after a picture was composed; `sequence` is the number of its last message.
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

  /// The client reports that it has drawn or skipped everything up to a message.
  ///
  /// A number that was not sent yet acknowledges all messages sent so far.
  public mutating func presented(sequence: UInt64) {
    unacknowledged.removeAll { $0 <= sequence }
    // Messages that were drawn were read.
    onTheWay.removeAll { $0 <= sequence }
    if onTheWay.count < ProtocolLimits.unacknowledgedFrames { retry = nil }
  }
}

/// The socket and its timing.
extension ClientLanes {
  /// Whether the unread bytes matter: two pictures are unread, something waits, or acknowledgements
  /// are missing. An unnecessary observation is harmless but costs a system call.
  public var needsObservation: Bool {
    onTheWay.count >= ProtocolLimits.unacknowledgedFrames || waitsSince != nil || isBlocked
      || retry != nil || !unacknowledged.isEmpty
  }

  /// Begins a turn; `unread` is the number of bytes that the client has not read, nil if the kernel
  /// cannot report it.
  ///
  /// Zero confirms that everything written was read. If the kernel cannot report it, only the room
  /// in the socket counts.
  public mutating func observe(unread: Int?, at now: Instant) {
    if let unread, unread > 0 {
      if unread < leastUnread, waitsSince != nil { waitsSince = now }
      leastUnread = unread
      // Composing sets the next retry if a picture is still due.
      if let moment = retry, moment <= now { retry = nil }
      return
    }
    // If the kernel reports nothing, a full socket counts as unread.
    if unread != nil || !isBlocked { waitsSince = nil }
    // A picture that is not completely written cannot have been read.
    onTheWay.removeFirst(max(0, onTheWay.count - (isWriting ? 1 : 0)))
    leastUnread = 0
    retry = nil
  }

  /// Starts the stall time. Bytes may have been read before now, so a lower unread count at the
  /// next observation does not yet prove that the client reads.
  private mutating func beginWaiting(at now: Instant) {
    guard waitsSince == nil else { return }
    waitsSince = now
    leastUnread = 0
  }

  /// Whether something may be unread.
  private var hasUnread: Bool { leastUnread > 0 }

  /// The socket took `count` bytes.
  public mutating func noteWritten(_ count: Int, at now: Instant) {
    guard count > 0 else { return }
    // If the socket was full and has room again, the client has read.
    if isBlocked { waitsSince = nil }
    isBlocked = false
    // The kernel counts at least these bytes, plus its overhead.
    let sum = leastUnread.addingReportingOverflow(count)
    leastUnread = sum.overflow ? .max : sum.partialValue
  }

  /// The socket had no room for all waiting bytes.
  public mutating func blocked(at now: Instant) {
    isBlocked = true
    beginWaiting(at: now)
    // The socket reports when it has room.
    retry = nil
  }

  /// The time of the next turn if nothing happens before.
  ///
  /// Nil if the client has read everything and nothing waits for it.
  public func deadline(after now: Instant) -> Instant? {
    var earliest = retry
    if let stall = stallTime { earliest = min(earliest ?? stall, stall) }
    // A due snapshot that was not composed waits for the client to read, which the other times
    // cover.
    if wantsSnapshot, !mustSnapshot, let resync = nextResync, resync > now {
      earliest = min(earliest ?? resync, resync)
    }
    return earliest
  }

  private var stallTime: Instant? {
    waitsSince?.advanced(
      byNanoseconds: UInt64(clamping: ProtocolLimits.stallSeconds) * 1_000_000_000)
  }

  /// Whether something has waited for ``ProtocolLimits/stallSeconds`` while nothing was read.
  ///
  /// Call it after a turn, when the latest reads are known.
  public func isStalled(at now: Instant) -> Bool {
    stallTime.map { now >= $0 } ?? false
  }

  /// Whether something has waited for a given time while nothing was read.
  public func hasWaited(nanoseconds: UInt64, at now: Instant) -> Bool {
    waitsSince.map { now >= $0.advanced(byNanoseconds: nanoseconds) } ?? false
  }
}
