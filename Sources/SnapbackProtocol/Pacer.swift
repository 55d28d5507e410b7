public import SnapbackFrames
public import SnapbackTiming

/// When a client's next frame is due, and for which moment it is computed.
///
/// - **timer**: at most the granted rate. Once `presented` has told when pictures are seen and how
///   long a refresh is, frames are for those moments: `presented.time + k · refresh`. One is due a
///   refresh ahead of its moment, so the client has that long to draw. A client whose rate is below
///   its screen's gets every second, third… moment; rates within 5 % count as the same.
/// - **pull**: when the client asks, at once, for exactly the moment it names.
/// - **push**: as soon as input has changed something, at most 4000 times a second, and as timer
///   while something moves by itself.
///
/// Without a refresh, or with one that varies (0) or is no screen's, frames are for now, evenly
/// spaced at the rate. Functions never trap, are O(1) and allocate nothing.
///
/// Times are those of the engine's clock. Where that runs at another speed than the screen's, as in
/// a replay in slow motion, what a client says of its screen is not used.
public struct Pacer: Sendable {
  /// Why there may be a frame.
  public struct Activity: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Activities by their bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Something has changed that the client has not been sent.
    public static let input = Activity(rawValue: 1 << 0)
    /// Something moves by itself.
    public static let motion = Activity(rawValue: 1 << 1)
  }

  /// When the client wants frames.
  public let pacing: Pacing
  /// The rate that was granted, in frames per second.
  public private(set) var rate: Double
  /// How long the client's screen shows a picture, in nanoseconds; 0 if unknown or variable.
  public private(set) var refresh: UInt64 = 0

  /// The most frames per second that input makes. Well above what devices send: at their own rate,
  /// a frame that was late once would make all that follow as late.
  private static let pushLimit = 4000.0

  private let greatestRate: Double
  private let clockSpeed: Double
  private var lock: PhaseLock?
  private var firstRequest: Instant?
  private var secondRequest: Instant?
  private var lastFrame: Instant?
  private var lastTarget: Instant?

  /// The pace of a client.
  ///
  /// - Parameters:
  ///   - rate: what the client wants, in frames per second; nil for the daemon's.
  ///   - greatestRate: the daemon's, which is not exceeded.
  ///   - clockSpeed: how many seconds of the engine's clock pass in one second.
  public init(pacing: Pacing, rate: Double?, greatestRate: Double, clockSpeed: Double = 1) {
    self.pacing = pacing
    self.greatestRate = Self.held(greatestRate)
    self.clockSpeed = clockSpeed.isFinite && clockSpeed > 0 ? clockSpeed : 1
    self.rate = min(Self.held(rate ?? greatestRate), self.greatestRate)
  }

  /// Grants another rate, at most the daemon's.
  public mutating func setRate(_ rate: Double) {
    self.rate = min(Self.held(rate), greatestRate)
  }

  private static func held(_ rate: Double) -> Double {
    let rates = ProtocolLimits.rates
    return rate.isNaN ? 60 : min(max(rate, rates.lowerBound), rates.upperBound)
  }

  /// A picture was seen. What was discarded, or is too far from now, says nothing of the screen.
  public mutating func presented(
    at time: Instant, refresh: UInt64, isDiscarded: Bool = false, now: Instant
  ) {
    guard !isDiscarded, clockSpeed == 1, ProtocolLimits.allows(time, at: now) else { return }
    lock = PhaseLock(anchor: time, refresh: refresh)
    self.refresh = lock?.refresh ?? 0
  }

  /// The client asks for a frame for `time`; false when it does not pull.
  ///
  /// Two may wait; a further one takes the place of the second.
  public mutating func request(_ time: Instant, refresh: UInt64) -> Bool {
    guard pacing == .pull else { return false }
    if PhaseLock.refreshes.contains(refresh) { self.refresh = refresh }
    if firstRequest == nil { firstRequest = time } else { secondRequest = time }
    return true
  }

  /// The moment that a client who pulls waits for; nil without a request.
  ///
  /// When nothing moves, `idle` is the answer.
  public var requestedTime: Instant? { firstRequest }

  /// When the next frame is due; now if it is overdue, nil for never.
  ///
  /// For a motion that begins later, ask with that moment as `now`.
  public func due(_ activity: Activity, at now: Instant) -> Instant? {
    switch pacing {
    case .pull: return firstRequest == nil ? nil : now
    case .timer: return activity.isEmpty ? nil : onTimer(at: now)
    case .push:
      if activity.contains(.input) {
        return spaced(span(Self.pushLimit), at: now)
      }
      return activity.contains(.motion) ? onTimer(at: now) : nil
    }
  }

  private func onTimer(at now: Instant) -> Instant {
    if let lock, lock.holds(at: now) {
      return max(now, Self.before(nextMoment(lock, at: now), by: lock.refresh))
    }
    return spaced(span(rate), at: now)
  }

  /// So long after the last frame; never later than so long after now, whatever the clock did.
  private func spaced(_ span: UInt64, at now: Instant) -> Instant {
    guard let lastFrame, lastFrame <= now else { return now }
    return max(now, lastFrame.advanced(byNanoseconds: span))
  }

  /// The moment of the next frame that is on time: far enough from now, and from the last one.
  private func nextMoment(_ lock: PhaseLock, at now: Instant) -> Instant {
    let stride = stride(lock)
    var earliest = now.advanced(byNanoseconds: lock.lead)
    if let last = lastTarget(at: now, within: (stride + 2) * lock.refresh) {
      // Half a refresh less, so that what a client tells may be early or late.
      let step = lock.refresh * stride - lock.refresh / 2
      earliest = max(earliest, last.advanced(byNanoseconds: step))
    }
    return lock.first(atOrAfter: earliest)
  }

  /// The moment of the last frame, unless it is so far ahead that a clock or a screen must have
  /// changed since.
  private func lastTarget(at now: Instant, within span: UInt64) -> Instant? {
    guard let lastTarget, lastTarget <= now.advanced(byNanoseconds: span) else { return nil }
    return lastTarget
  }

  /// Each how many refreshes there is a frame, 1…2000.
  private func stride(_ lock: PhaseLock) -> UInt64 {
    let refreshes = 1e9 / (rate * Double(lock.refresh))
    return max(1, UInt64(saturating: (refreshes - 0.05).rounded(.up)))
  }

  /// The moment that a frame composed now is for.
  ///
  /// Moments do not go backwards, but for those that a client asks for and after a change of the
  /// screen.
  public func target(at now: Instant) -> Instant {
    if pacing == .pull { return firstRequest ?? now }
    guard let lock else {
      return max(now, lastTarget(at: now, within: PhaseLock.refreshes.upperBound) ?? now)
    }
    if pacing == .timer, lock.holds(at: now) { return nextMoment(lock, at: now) }
    let last = lastTarget(at: now, within: 3 * lock.refresh)
    if lock.holds(at: now) {
      let earliest = now.advanced(byNanoseconds: lock.lead)
      return lock.first(atOrAfter: max(earliest, last ?? earliest))
    }
    // When exactly is not known any more, but not before another refresh has begun.
    return max(now.advanced(byNanoseconds: lock.refresh), last ?? now)
  }

  /// A frame for `target`, or an answer to a request, was composed.
  public mutating func sent(target: Instant, at now: Instant) {
    firstRequest = secondRequest
    secondRequest = nil
    lastTarget = target
    // On the grid of the last frame while frames follow each other, so that a late wake-up does
    // not make all that follow later.
    let interval = span(rate)
    let onGrid = lastFrame?.advanced(byNanoseconds: interval)
    let isLate = onGrid.map { $0 > now || now.nanoseconds - $0.nanoseconds >= interval } ?? true
    lastFrame = isLate ? now : onGrid
  }

  /// How much time of the engine's clock passes between two frames, in nanoseconds; at least 1.
  private func span(_ rate: Double) -> UInt64 {
    max(1, UInt64(nearestTo: 1e9 * clockSpeed / rate))
  }

  private static func before(_ time: Instant, by span: UInt64) -> Instant {
    Instant(nanoseconds: time.nanoseconds > span ? time.nanoseconds - span : 0)
  }
}
