public import SnapbackBasics

/// Decides when a client's next frame is due, and which time it is computed for.
///
/// - **timer**: at most the granted rate. Once `presented` has reported display times and the
///   length of a refresh, frames are computed for these times: `presented.time + k · refresh`. A
///   frame is due one refresh ahead of its time, which is how long the client has to draw. A client
///   with a rate below its screen's gets every second, third… time; rates within 5 % count as
///   equal.
/// - **pull**: immediately on request, for exactly the requested time.
/// - **push**: as soon as input has changed something, at most 4000 times a second; while something
///   moves without input, like timer.
///
/// If the refresh is unknown, variable (0) or implausible, frames are for the current time and
/// evenly spaced at the rate. Functions never trap, are O(1) and allocate nothing.
///
/// Times are those of the engine's clock. If that clock runs at another speed than the screen's, as
/// in a replay in slow motion, the client's reports about its screen are ignored.
public struct Pacer: Sendable {
  /// The reasons for a frame.
  public struct Activity: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Activities with these bits.
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

  /// The most frames per second that input triggers. It is well above the rate of devices: with a
  /// limit equal to their rate, one late frame would make all later frames equally late.
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
  ///   - pacing: when frames are due.
  ///   - rate: the requested rate, in frames per second; nil for the daemon's. Rates are clamped to
  ///     ``ProtocolLimits/rates``.
  ///   - greatestRate: the daemon's rate, which is the upper limit.
  ///   - clockSpeed: seconds of the engine's clock per second of real time; 1 except in replays at
  ///     another speed.
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

  /// A picture was displayed. Reports that are discarded, or too far from now, are ignored.
  public mutating func presented(
    at time: Instant, refresh: UInt64, isDiscarded: Bool = false, now: Instant
  ) {
    guard !isDiscarded, clockSpeed == 1, ProtocolLimits.allows(time, at: now) else { return }
    lock = PhaseLock(anchor: time, refresh: refresh)
    self.refresh = lock?.refresh ?? 0
  }

  /// The client requests a frame for `time`; false if its pacing is not pull.
  ///
  /// Up to two requests wait; a further one replaces the second.
  public mutating func request(_ time: Instant, refresh: UInt64) -> Bool {
    guard pacing == .pull else { return false }
    if PhaseLock.refreshes.contains(refresh) { self.refresh = refresh }
    if firstRequest == nil { firstRequest = time } else { secondRequest = time }
    return true
  }

  /// The time of the pull request that waits; nil if there is none.
  ///
  /// If nothing moves, the answer is `idle`.
  public var requestedTime: Instant? { firstRequest }

  /// The time when the next frame is due; now if it is overdue, nil for never.
  ///
  /// For a motion that begins later, pass its start as `now`.
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

  /// The time `span` after the last frame, but not before `now`. A last frame in the future, after
  /// a change of the clock, is ignored.
  private func spaced(_ span: UInt64, at now: Instant) -> Instant {
    guard let lastFrame, lastFrame <= now else { return now }
    return max(now, lastFrame.advanced(byNanoseconds: span))
  }

  /// The time of the next frame that can be on time: far enough from now and from the last frame.
  private func nextMoment(_ lock: PhaseLock, at now: Instant) -> Instant {
    let stride = stride(lock)
    var earliest = now.advanced(byNanoseconds: lock.lead)
    if let last = lastTarget(at: now, within: (stride + 2) * lock.refresh) {
      // Half a refresh less, to tolerate jitter in the client's reports.
      let step = lock.refresh * stride - lock.refresh / 2
      earliest = max(earliest, last.advanced(byNanoseconds: step))
    }
    return lock.first(atOrAfter: earliest)
  }

  /// The time that the last frame was for; nil if it is so far ahead that the clock or the screen
  /// must have changed since.
  private func lastTarget(at now: Instant, within span: UInt64) -> Instant? {
    guard let lastTarget, lastTarget <= now.advanced(byNanoseconds: span) else { return nil }
    return lastTarget
  }

  /// The number of refreshes per frame, 1…2000.
  private func stride(_ lock: PhaseLock) -> UInt64 {
    let refreshes = 1e9 / (rate * Double(lock.refresh))
    return max(1, UInt64(saturating: (refreshes - 0.05).rounded(.up)))
  }

  /// The time that a frame composed now is for.
  ///
  /// Times never decrease, except for requested times and after a change of the screen.
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
    // The exact time is no longer known, but it is at least one refresh ahead.
    return max(now.advanced(byNanoseconds: lock.refresh), last ?? now)
  }

  /// Call after a frame for `target`, or an answer to a request, was composed.
  public mutating func sent(target: Instant, at now: Instant) {
    firstRequest = secondRequest
    secondRequest = nil
    lastTarget = target
    // Consecutive frames stay on the grid of the last frame, so that a late wake-up does not delay
    // all later frames.
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
  /// At a rate, synchronized with the client's screen if the client reports its presentation times.
  case timer
  /// On request.
  case pull
  /// As soon as input has changed the scene.
  case push
}
