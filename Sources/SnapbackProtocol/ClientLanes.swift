public import SnapbackTiming

/// What a client is sent when: the rules between the scene and its socket.
///
/// There are two lanes. **State** is what is so now: snapshots, frames, segments. The latest wins:
/// it is composed only when everything before it has been written and at most one picture is on
/// its way, so a client that reads slowly gets fewer pictures and never old ones. **Events** are
/// in order and bounded (``EventLane``).
///
/// A turn with a client goes like this:
///
/// 1. If ``needsObservation``, ask the kernel what it holds for the client that it has not read
///    (ioctl SIOCOUTQ), before anything is written: ``observe(unread:at:)``.
/// 2. Write what waits: ``wrote(_:at:)`` for what the socket took, ``blocked(at:)`` when it had no
///    room; then the turn is over.
/// 3. When all is written, compose the events that wait, if any: ``takeEvents()`` in any case;
///    above 0, `lagged`.
/// 4. If ``needsSnapshot(at:)`` and ``mayCompose(at:)``, compose a snapshot, with its segment.
///    Else if something is new and ``mayComposeFrame(at:)`` or, for segments, ``mayCompose(at:)``,
///    compose that. Tell what was composed: ``composed(_:sequence:at:)``.
/// 5. Go on with 2 if something was composed.
///
/// Then ``deadline(after:)`` says when the next turn has to be at the latest, and
/// ``isStalled(at:)`` whether to close. All functions are O(1) and allocate nothing.
public struct ClientLanes: Sendable {
  /// What state a picture is made of.
  public struct Content: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Contents by their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Everything.
    public static let snapshot = Content(rawValue: 1 << 0)
    /// What changed.
    public static let frame = Content(rawValue: 1 << 1)
    /// What moves from now on.
    public static let segment = Content(rawValue: 1 << 2)
  }

  /// Whether the client acknowledges frames.
  public let acknowledges: Bool
  /// Whether the client may be told of the scene at all; without it, it only has events.
  public let hasState: Bool
  /// What waits of events.
  public private(set) var events = EventLane()

  /// The last sequence number of each picture that the client is not known to have read.
  private var onTheWay: [UInt64] = []
  /// The sequence numbers of frames that were not acknowledged; empty without acknowledgement.
  private var unacknowledged: [UInt64] = []
  private var mustSnapshot = true
  private var wantsSnapshot = false
  private var lastSnapshot: Instant?
  /// What would be unread, or more, if the client read nothing.
  private var leastUnread = 0
  /// Since when something waits and nothing was read or written.
  private var waitsSince: Instant?
  private var isBlocked = false
  /// Whether some of the last picture may not be written yet.
  private var isWriting = false
  private var retry: Instant?

  /// Lanes of a client that knows nothing yet.
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

  /// An event that was admitted, or an answer, was written behind those that wait.
  public mutating func addEvent(bytes: Int) { events.add(bytes: bytes) }

  /// Whether the client's next request may be heard.
  public var takesRequests: Bool { events.takesRequests }

  /// All is written, and the events that wait go out next. When the client missed some, the result
  /// says how many, and a snapshot has to follow.
  public mutating func takeEvents() -> UInt64 {
    isWriting = false
    let dropped = events.take()
    if dropped > 0 { mustSnapshot = true }
    return dropped
  }
}

/// State.
extension ClientLanes {
  /// The client knows nothing that is still true: no frame before the next snapshot.
  public mutating func requireSnapshot() { mustSnapshot = true }

  /// The client asks for a snapshot; it gets one, but not more often than each
  /// ``ProtocolLimits/resyncInterval``, and frames until then.
  public mutating func requestSnapshot() { wantsSnapshot = true }

  /// Whether the next picture has to be a snapshot.
  public func needsSnapshot(at now: Instant) -> Bool {
    hasState && (mustSnapshot || (wantsSnapshot && (nextResync.map { now >= $0 } ?? true)))
  }

  private var nextResync: Instant? {
    lastSnapshot?.advanced(byNanoseconds: ProtocolLimits.resyncInterval)
  }

  /// Whether a picture may be composed: fewer than two are on their way.
  ///
  /// If not, ``deadline(after:)`` says when to ask again.
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

  /// A picture that is due is put off for ``ProtocolLimits/retryInterval``: memory is short.
  public mutating func postpone(at now: Instant) {
    retry = now.advanced(byNanoseconds: ProtocolLimits.retryInterval)
  }

  /// Whether it is worth a turn to compose a picture: no acknowledgement has to come first, and
  /// what was unread when it was last looked at has had time to be read.
  public func mayTry(at now: Instant) -> Bool {
    unacknowledged.count < ProtocolLimits.unacknowledgedFrames && (retry.map { $0 <= now } ?? true)
  }

  /// Whether a frame may be composed: as ``mayCompose(at:)``, and the client does not need a
  /// snapshot first and owes fewer than two acknowledgements.
  ///
  /// While only acknowledgements are missing there is nothing to wait for but them.
  public mutating func mayComposeFrame(at now: Instant) -> Bool {
    if needsSnapshot(at: now) { return false }
    guard unacknowledged.count < ProtocolLimits.unacknowledgedFrames else {
      if hasUnread { beginWaiting(at: now) }
      return false
    }
    return mayCompose(at: now)
  }

  /// A picture was composed; `sequence` is the number of its last message.
  ///
  /// `idle` is no picture and need not be told.
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

  /// The client says that it has drawn, or left out, everything up to a message.
  ///
  /// A number that was not sent yet stands for all that were.
  public mutating func presented(sequence: UInt64) {
    unacknowledged.removeAll { $0 <= sequence }
    // What was drawn was read.
    onTheWay.removeAll { $0 <= sequence }
    if onTheWay.count < ProtocolLimits.unacknowledgedFrames { retry = nil }
  }
}

/// The socket, and the time.
extension ClientLanes {
  /// Whether anything hangs on what the client has read: two pictures are on their way, something
  /// waits, or acknowledgements are missing. To ask anyway does no harm and costs a system call.
  public var needsObservation: Bool {
    onTheWay.count >= ProtocolLimits.unacknowledgedFrames || waitsSince != nil || isBlocked
      || retry != nil || !unacknowledged.isEmpty
  }

  /// A turn begins; the kernel holds so many bytes that the client has not read, or cannot say.
  ///
  /// Nothing unread acknowledges all that was written. Where the kernel cannot say, only the room
  /// in the socket counts.
  public mutating func observe(unread: Int?, at now: Instant) {
    if let unread, unread > 0 {
      if unread < leastUnread, waitsSince != nil { waitsSince = now }
      leastUnread = unread
      // Composing sets the next one, if a picture is still due.
      if let moment = retry, moment <= now { retry = nil }
      return
    }
    // Without a word of the kernel a full socket is one that was not read.
    if unread != nil || !isBlocked { waitsSince = nil }
    // A picture that is not all written yet cannot have been read.
    onTheWay.removeFirst(max(0, onTheWay.count - (isWriting ? 1 : 0)))
    leastUnread = 0
    retry = nil
  }

  /// Something waits from now on. Bytes may have been read since the kernel was last asked, so that
  /// fewer are unread the next time does not show that the client reads now.
  private mutating func beginWaiting(at now: Instant) {
    guard waitsSince == nil else { return }
    waitsSince = now
    leastUnread = 0
  }

  /// Whether something may be unread.
  private var hasUnread: Bool { leastUnread > 0 }

  /// The socket took so many bytes.
  public mutating func wrote(_ count: Int, at now: Instant) {
    guard count > 0 else { return }
    // Room after none is room that the reader made.
    if isBlocked { waitsSince = nil }
    isBlocked = false
    // The kernel counts at least the bytes, and what it needs to keep them.
    let sum = leastUnread.addingReportingOverflow(count)
    leastUnread = sum.overflow ? .max : sum.partialValue
  }

  /// The socket had no room for all that waits.
  public mutating func blocked(at now: Instant) {
    isBlocked = true
    beginWaiting(at: now)
    // The socket tells when it has room.
    retry = nil
  }

  /// When to look after the client again, if nothing happens before; nil for never.
  ///
  /// A client that has read everything and for which nothing waits has none.
  public func deadline(after now: Instant) -> Instant? {
    var earliest = retry
    if let stall = stallTime { earliest = min(earliest ?? stall, stall) }
    // A snapshot that is due and not composed waits for the reader, which the others cover.
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
  /// To be asked after a turn, so that what was read meanwhile is known.
  public func isStalled(at now: Instant) -> Bool {
    stallTime.map { now >= $0 } ?? false
  }

  /// Whether something has waited for so long while nothing was read.
  public func hasWaited(nanoseconds: UInt64, at now: Instant) -> Bool {
    waitsSince.map { now >= $0.advanced(byNanoseconds: nanoseconds) } ?? false
  }
}
