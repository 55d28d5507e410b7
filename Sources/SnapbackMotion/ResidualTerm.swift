public import SnapbackTiming

/// One closed-form motion that ends at zero: what a value still is away from its model.
///
/// Terms of one value add up. A term is exactly zero from ``end`` on. What it is at a moment
/// follows from these fields alone, so a renderer that is told them needs no frames.
public struct ResidualTerm: Hashable, Sendable {
  /// By what law it moves.
  public enum Course: Hashable, Sendable {
    /// A spring's equation, from ``ResidualTerm/state``.
    case spring(Spring)
    /// Momentum that dies out, from ``ResidualTerm/state``.
    case decay(Decay)
    /// The distance ``ResidualTerm/state`` that is made up for as the animation progresses.
    case animation(Animation)
  }

  /// By what law it moves.
  public let course: Course
  /// Offset and velocity at its own time 0; an animation has no velocity here.
  public internal(set) var state: MotionState
  /// How its own time runs.
  public internal(set) var clock: MotionClock
  /// Its own time, in seconds, from which on it is over; infinite when it never is.
  public internal(set) var duration: Double
  /// Whether it runs back to where it began: it is then the way gone and no longer the way to go.
  public internal(set) var isReversed = false
  /// Whether it is zero before its own time 0, and not the offset it starts with.
  public let isLater: Bool
  /// The controlled transaction that it belongs to; 0 for none.
  public let owner: UInt64
  /// From when on it is exactly zero.
  public internal(set) var end: Instant
  /// How far its value's model moved for it: the old model minus the new one.
  ///
  /// To turn it round, the model has to go back by as much.
  var way: Double

  /// A term by its parts.
  ///
  /// - Parameters:
  ///   - duration: the clock's time in seconds at which it is over.
  ///   - isLater: whether it is zero before its own time 0, as the second of two pieces is.
  ///   - way: how far the model moved for it, the old one minus the new one.
  public init(
    _ course: Course, from state: MotionState, clock: MotionClock, duration: Double,
    owner: UInt64 = 0, isLater: Bool = false, way: Double = 0
  ) {
    self.course = course
    self.state = state
    self.clock = clock
    self.duration = duration
    self.owner = owner
    self.isLater = isLater
    self.way = way
    end = clock.moment(of: duration)
  }

  /// A term as it is told: with the moment from which on it is zero, whatever its course says.
  ///
  /// - Parameter isReversed: whether it runs back to where it began; only animations do.
  public init(
    _ course: Course, from state: MotionState, clock: MotionClock, until end: Instant,
    isLater: Bool = false, isReversed: Bool = false
  ) {
    self.init(course, from: state, clock: clock, duration: .infinity, isLater: isLater)
    self.isReversed = isReversed
    if end != .distantFuture { duration = clock.seconds(at: end) }
    self.end = end
  }

  /// Whether it repeats for ever and belongs to no controlled transaction.
  public var isEndless: Bool {
    guard owner == 0, case .animation(let animation) = course else { return false }
    return animation.duration == .infinity
  }

  /// Offset and velocity at `now`. O(1), no allocation.
  public func state(at now: Instant) -> MotionState {
    guard now < end else { return .rest }
    let seconds = clock.seconds(at: now)
    let local = localState(after: seconds)
    return MotionState(value: local.value, velocity: local.velocity * clock.rate)
  }

  /// Offset and velocity by its own time.
  private func localState(after seconds: Double) -> MotionState {
    if seconds < 0, isLater { return .rest }
    switch course {
    case .spring(let spring):
      // While a delay runs what is seen waits, and has no velocity.
      guard seconds >= 0 else { return MotionState(value: state.value) }
      return spring.state(after: seconds, from: state)
    case .decay(let decay):
      guard seconds >= 0 else { return MotionState(value: state.value) }
      return decay.state(after: seconds, from: state)
    case .animation(let animation):
      let done = animation.progress(after: seconds)
      let left = isReversed ? -done.value : 1 - done.value
      return MotionState(value: state.value * left, velocity: -state.value * done.velocity)
    }
  }

  /// Returns the term with each offset and velocity multiplied by a factor.
  public func scaled(by factor: Double) -> ResidualTerm {
    var term = self
    term.state = factor * term.state
    term.way *= factor
    return term
  }

  /// Adds the state of a term that differs in nothing else; returns false if it does.
  mutating func absorb(_ other: ResidualTerm) -> Bool {
    guard clock == other.clock, end == other.end, duration == other.duration,
      owner == other.owner, isReversed == other.isReversed, isLater == other.isLater,
      course == other.course
    else { return false }
    state = state + other.state
    way += other.way
    return true
  }

  /// Whether the term is momentum, or the spring that follows momentum at a limit.
  public var isMomentum: Bool {
    if case .decay = course { true } else { isLater }
  }

  /// Whether it moves at all: a stopped one stays where it is and needs no frames.
  public var isRunning: Bool { clock.rate != 0 }

  /// Seconds of its own time from `now` until it is over, in the direction it runs in.
  public func remaining(at now: Instant) -> Double {
    let seconds = clock.seconds(at: now)
    guard isReversed, case .animation(let animation) = course else {
      return max(0, duration - seconds)
    }
    return max(0, seconds - animation.delay)
  }

  /// How long it takes to its end or, of what repeats for ever, to the end of the first run, in
  /// seconds of its own time.
  public var firstRun: Double {
    guard duration == .infinity else { return duration }
    guard case .animation(let animation) = course else { return 1 }
    let legs = animation.autoreverses ? 2.0 : 1
    let run = animation.delay + legs * animation.timing.duration
    return run.isFinite ? run : 1
  }

  /// Turns it round, for a model that goes back by its way; what is seen does not jump.
  ///
  /// An animation runs backwards. A spring starts anew, from where it is and as fast. What has no
  /// way goes on.
  ///
  /// - Parameter whole: how long what it belongs to lasts, in seconds: a term that was over before
  ///   waits as long as it has been over.
  mutating func turnRound(
    rate: Double, whole: Double, threshold: RestThreshold, at now: Instant
  ) {
    guard way != 0 else { return }
    if case .spring(let spring) = course {
      let seen = state(at: now)
      state = MotionState(
        value: seen.value - way, velocity: clock.rate == 0 ? 0 : seen.velocity / clock.rate)
      clock = MotionClock(anchor: now, rate: rate)
      duration = spring.lifetime(of: state, within: threshold)
      findEnd()
    } else if case .animation(let animation) = course {
      var seconds = min(clock.seconds(at: now), max(whole, duration))
      // At its end is at its end, whatever rounding says: a last run back may have a corner there.
      if end <= now {
        seconds = isReversed ? min(seconds, animation.delay) : max(seconds, duration)
      }
      isReversed.toggle()
      setClock(MotionClock(anchor: now, local: seconds, rate: isReversed ? -rate : rate))
    }
    way = -way
  }

  /// Seconds of its own time until it is over; negative where that has been.
  func secondsLeft(at now: Instant) -> Double { duration - clock.seconds(at: now) }

  /// Lets it last for so many seconds of its own time from `now` on.
  mutating func extend(bySeconds left: Double, at now: Instant) {
    duration = clock.seconds(at: now) + left
    findEnd()
  }

  /// Lets it last until `end`.
  mutating func extend(to end: Instant) {
    duration = clock.seconds(at: end)
    self.end = end
  }

  /// Sets its time; running backwards an animation is over where its delay ends.
  mutating func setClock(_ clock: MotionClock) {
    self.clock = clock
    findEnd()
  }

  /// Sets how fast its time runs from `now` on, which brings each moment to where `moved` says.
  mutating func setRate(_ rate: Double, from now: Instant, moved: (Instant) -> Instant) {
    end = moved(end)
    if isLater, clock.seconds(at: now) < 0 {
      // It begins at the very nanosecond at which the piece before it ends.
      clock = MotionClock(anchor: moved(clock.moment(of: 0)), rate: rate)
    } else {
      clock = clock.running(at: rate, from: now)
    }
  }

  /// Finds when it is over. What stands still is over if it stands at its end, to the nanosecond.
  mutating func findEnd() {
    if case .animation(let animation) = course, isReversed {
      end = clock.rate > 0 ? .distantFuture : clock.moment(of: animation.delay)
      if clock.rate == 0, clock.local <= animation.delay + 1e-9 { end = clock.anchor }
    } else {
      end = clock.rate < 0 ? .distantFuture : clock.moment(of: duration)
      if clock.rate == 0, clock.local >= duration - 1e-9 { end = clock.anchor }
    }
  }

  /// The state that both move with from `now` on, in this term's own time; nil when they are not
  /// of one equation, or not both under way.
  func merged(with old: ResidualTerm, at now: Instant) -> MotionState? {
    guard case .spring(let spring) = course, course == old.course,
      owner == 0, old.owner == 0, !isLater, !old.isLater,
      clock.rate == old.clock.rate, clock.seconds(at: now) == 0
    else { return nil }
    let seconds = old.clock.seconds(at: now)
    guard seconds >= 0 else { return nil }
    return state + spring.state(after: seconds, from: old.state)
  }
}
