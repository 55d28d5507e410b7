public import SnapbackBasics

/// Decides when the next frame for a client is due, and for which time it is computed.
///
/// - **timer**: frames at most at the granted rate. After `presented` has reported a display time
///   and the refresh interval, frames are computed for the display times `presented.time + k ·
///   refresh`. A frame is due one refresh before its display time, so that the client has one
///   refresh to draw it. If the granted rate is lower than the refresh rate, frames are for every
///   second, third… display time; rates within 5 % are treated as equal.
/// - **pull**: a frame immediately on each request, for exactly the requested time.
/// - **push**: a frame as soon as input has changed something, at most 4000 per second. While
///   something moves without input, the same as timer.
///
/// If the refresh interval is unknown, variable (0) or implausible, frames are for the current
/// time, and evenly spaced at the rate. Functions never trap, are O(1) and allocate nothing.
///
/// Times are on the engine's clock. If this clock does not run at the speed of real time, as in a
/// replay in slow motion, the client's reports of display times are ignored.
public struct Pacer: Sendable {
  /// The reasons for a frame.
  public struct Activity: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set of activities from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Input has changed something that the client has not received.
    public static let input = Activity(rawValue: 1 << 0)
    /// Something moves without input.
    public static let motion = Activity(rawValue: 1 << 1)
  }

  /// The client's pacing.
  public let pacing: Pacing
  /// The granted rate, in frames per second.
  public private(set) var rate: Double
  /// The refresh interval of the client's screen, in nanoseconds; 0 if unknown or variable.
  public private(set) var refresh: UInt64 = 0

  /// The maximum number of frames per second that input triggers. The limit is well above the
  /// report rate of devices: with a limit equal to that rate, one late frame would make all later
  /// frames equally late.
  private static let pushLimit = 4000.0

  private let greatestRate: Double
  private let clockSpeed: Double
  private var lock: PhaseLock?
  private var firstRequest: Instant?
  private var secondRequest: Instant?
  private var lastFrame: Instant?
  private var lastTarget: Instant?

  /// Creates the pacer of a client.
  ///
  /// - Parameters:
  ///   - pacing: the trigger of frames.
  ///   - rate: the requested rate, in frames per second; nil for the daemon's rate. Rates are
  ///     clamped to ``ProtocolLimits/rates``.
  ///   - greatestRate: the daemon's rate, the upper limit of the granted rate.
  ///   - clockSpeed: seconds on the engine's clock per second of real time. It is 1 except in
  ///     replays at another speed.
  public init(pacing: Pacing, rate: Double?, greatestRate: Double, clockSpeed: Double = 1) {
    self.pacing = pacing
    self.greatestRate = Self.held(greatestRate)
    self.clockSpeed = clockSpeed.isFinite && clockSpeed > 0 ? clockSpeed : 1
    self.rate = min(Self.held(rate ?? greatestRate), self.greatestRate)
  }

  /// Grants another rate, at most the daemon's rate.
  public mutating func setRate(_ rate: Double) {
    self.rate = min(Self.held(rate), greatestRate)
  }

  private static func held(_ rate: Double) -> Double {
    let rates = ProtocolLimits.rates
    return rate.isNaN ? 60 : min(max(rate, rates.lowerBound), rates.upperBound)
  }

  /// Handles the client's report that a picture was displayed. Ignores reports of discarded
  /// pictures and reports with a time too far from `now`.
  public mutating func presented(
    at time: Instant, refresh: UInt64, isDiscarded: Bool = false, now: Instant
  ) {
    guard !isDiscarded, clockSpeed == 1, ProtocolLimits.allows(time, at: now) else { return }
    lock = PhaseLock(anchor: time, refresh: refresh)
    self.refresh = lock?.refresh ?? 0
  }

  /// Handles the client's request for a frame for `time`. Returns false if the pacing is not pull.
  ///
  /// Up to two requests wait. A further request replaces the second.
  public mutating func request(_ time: Instant, refresh: UInt64) -> Bool {
    guard pacing == .pull else { return false }
    if PhaseLock.refreshes.contains(refresh) { self.refresh = refresh }
    if firstRequest == nil { firstRequest = time } else { secondRequest = time }
    return true
  }

  /// The time of the first waiting pull request; nil if there is none.
  ///
  /// If nothing moves, the daemon answers the request with `idle`.
  public var requestedTime: Instant? { firstRequest }

  /// The time at which the next frame is due: `now` if it is overdue, nil if no frame is due.
  ///
  /// For a motion that begins later, pass the start of the motion as `now`.
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

  /// The interval between frames while the client reports no display times, in nanoseconds; nil if
  /// the pacing is not timer, or while display times are known.
  public func freeInterval(at now: Instant) -> UInt64? {
    guard pacing == .timer, lock?.holds(at: now) != true else { return nil }
    return span(rate)
  }

  private func onTimer(at now: Instant) -> Instant {
    if let lock, lock.holds(at: now) {
      return max(now, Self.before(nextMoment(lock, at: now), by: lock.refresh))
    }
    return spaced(span(rate), at: now)
  }

  /// The time `span` after the last frame, but not before `now`. If the last frame is in the
  /// future, because the clock was changed, returns `now`.
  private func spaced(_ span: UInt64, at now: Instant) -> Instant {
    guard let lastFrame, lastFrame <= now else { return now }
    return max(now, lastFrame.advanced(byNanoseconds: span))
  }

  /// The display time for the next frame: the first that is far enough from now and from that of
  /// the last frame.
  private func nextMoment(_ lock: PhaseLock, at now: Instant) -> Instant {
    let stride = stride(lock)
    var earliest = now.advanced(byNanoseconds: lock.lead)
    if let last = lastTarget(at: now, within: (stride + 2) * lock.refresh) {
      // Subtract half a refresh, to tolerate jitter in the client's reports.
      let step = lock.refresh * stride - lock.refresh / 2
      earliest = max(earliest, last.advanced(byNanoseconds: step))
    }
    return lock.first(atOrAfter: earliest)
  }

  /// The target time of the last frame. Nil if it is more than `span` after now, because then the
  /// clock or the screen must have changed.
  private func lastTarget(at now: Instant, within span: UInt64) -> Instant? {
    guard let lastTarget, lastTarget <= now.advanced(byNanoseconds: span) else { return nil }
    return lastTarget
  }

  /// The number of refreshes per frame, 1…2000.
  private func stride(_ lock: PhaseLock) -> UInt64 {
    let refreshes = 1e9 / (rate * Double(lock.refresh))
    return max(1, UInt64(saturating: (refreshes - 0.05).rounded(.up)))
  }

  /// The target time of a frame that is composed now.
  ///
  /// Target times never decrease, except for requested times and after a change of the screen.
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
    // The exact display times are no longer known. Use a time at least one refresh ahead.
    return max(now.advanced(byNanoseconds: lock.refresh), last ?? now)
  }

  /// Records that a frame for `target`, or an answer to a request, was composed.
  public mutating func sent(target: Instant, at now: Instant) {
    firstRequest = secondRequest
    secondRequest = nil
    lastTarget = target
    // Consecutive frames stay on one grid of times, so that a late wake-up does not delay all later
    // frames.
    let interval = span(rate)
    let onGrid = lastFrame?.advanced(byNanoseconds: interval)
    let isLate = onGrid.map { $0 > now || now.nanoseconds - $0.nanoseconds >= interval } ?? true
    lastFrame = isLate ? now : onGrid
  }

  /// The interval between two frames on the engine's clock, in nanoseconds; at least 1.
  private func span(_ rate: Double) -> UInt64 {
    max(1, UInt64(nearestTo: 1e9 * clockSpeed / rate))
  }

  private static func before(_ time: Instant, by span: UInt64) -> Instant {
    Instant(nanoseconds: time.nanoseconds > span ? time.nanoseconds - span : 0)
  }
}

/// The trigger of a client's frames.
public enum Pacing: String, CaseIterable, Hashable, Sendable {
  /// Frames at a rate, synchronized with the client's screen if the client reports display times.
  case timer
  /// Frames on request.
  case pull
  /// Frames as soon as input has changed the scene.
  case push
}
