public import SnapbackBasics

/// One closed-form motion that ends at zero: a part of the difference between a value and its
/// model.
///
/// A value's terms add up. A term is exactly zero from ``end`` on. These fields alone determine its
/// value at any moment, so a renderer that receives them needs no frames.
public struct ResidualTerm: Hashable, Sendable {
  /// The law of motion.
  public enum Course: Hashable, Sendable {
    /// A spring's equation, from ``ResidualTerm/state``.
    case spring(Spring)
    /// Momentum that decays, from ``ResidualTerm/state``.
    case decay(Decay)
    /// The distance ``ResidualTerm/state``, multiplied by the part of the animation that is left.
    case animation(Animation)
    /// The value of sampled pieces, multiplied by ``ResidualTerm/state``.
    case pieces(CubicPieces)
  }

  /// The law of motion.
  public let course: Course
  /// The offset and velocity at local time 0; for sampled pieces, their factor. The velocity is 0
  /// for an animation and for pieces.
  public internal(set) var state: MotionState
  /// The clock that gives the term's local time.
  public internal(set) var clock: MotionClock
  /// The local time, in seconds, at which the term is over; infinite if never.
  public internal(set) var duration: Double
  /// Whether the term runs back to its start. Its value is then minus the distance covered, instead
  /// of the distance left.
  public internal(set) var isReversed = false
  /// Whether the term is zero before local time 0, instead of keeping its initial offset.
  public let isLater: Bool
  /// The controlled transaction that the term belongs to; 0 for none.
  public let owner: UInt64
  /// The moment from which it is exactly zero.
  public internal(set) var end: Instant
  /// The change of the model that the term compensates for: the old model minus the new one.
  ///
  /// To reverse the term, the model has to move back by this amount.
  var way: Double
  /// The local time at which the term began, or was last reversed.
  var begin: Double

  /// Creates a term from its parts.
  ///
  /// - Parameters:
  ///   - duration: the local time in seconds at which the term is over.
  ///   - isLater: whether the term is zero before local time 0, like the second of two pieces.
  ///   - way: the old model minus the new one.
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
    begin = clock.local
    end = clock.moment(of: duration)
  }

  /// Creates a term from a message. `end` is the moment from which the term is zero, regardless of
  /// its course.
  ///
  /// - Parameter isReversed: whether the term runs back to its start; only for animations.
  public init(
    _ course: Course, from state: MotionState, clock: MotionClock, until end: Instant,
    isLater: Bool = false, isReversed: Bool = false
  ) {
    self.init(course, from: state, clock: clock, duration: .infinity, isLater: isLater)
    self.isReversed = isReversed
    if end != .distantFuture { duration = clock.seconds(at: end) }
    self.end = end
  }

  /// Whether the term repeats forever and belongs to no controlled transaction.
  public var isEndless: Bool {
    guard owner == 0, case .animation(let animation) = course else { return false }
    return animation.duration == .infinity
  }

  /// The offset and velocity at `now`. O(1), no allocation.
  public func state(at now: Instant) -> MotionState {
    guard now < end else { return .rest }
    let seconds = clock.seconds(at: now)
    let local = localState(after: seconds)
    return MotionState(value: local.value, velocity: local.velocity * clock.rate)
  }

  /// The offset and velocity at a local time.
  func localState(after seconds: Double) -> MotionState {
    if seconds < 0, isLater { return .rest }
    switch course {
    case .spring(let spring):
      // During a delay the offset is constant and the velocity is 0.
      guard seconds >= 0 else { return MotionState(value: state.value) }
      return spring.state(after: seconds, from: state)
    case .decay(let decay):
      guard seconds >= 0 else { return MotionState(value: state.value) }
      return decay.state(after: seconds, from: state)
    case .animation(let animation):
      let done = animation.progress(after: seconds)
      let left = isReversed ? -done.value : 1 - done.value
      return MotionState(value: state.value * left, velocity: -state.value * done.velocity)
    case .pieces(let pieces):
      return state.value * pieces.state(at: seconds)
    }
  }

  /// The term with offset and velocity multiplied by a factor.
  public func scaled(by factor: Double) -> ResidualTerm {
    var term = self
    term.state = factor * term.state
    term.way *= factor
    return term
  }

  /// Adds the state of a term that differs only in its state. Returns false if the terms differ in
  /// anything else.
  mutating func absorb(_ other: ResidualTerm) -> Bool {
    guard clock == other.clock, end == other.end, duration == other.duration,
      owner == other.owner, isReversed == other.isReversed, isLater == other.isLater,
      course == other.course
    else { return false }
    state = state + other.state
    way += other.way
    return true
  }

  /// Whether the term is momentum, or the spring that takes over from momentum at a limit.
  public var isMomentum: Bool {
    if case .decay = course { true } else { isLater }
  }

  /// Whether the term approximates a motion by cubic pieces.
  public var isSampled: Bool { if case .pieces = course { true } else { false } }

  /// Whether the term's clock runs. A stopped term does not move and needs no frames.
  public var isRunning: Bool { clock.rate != 0 }

  /// Seconds of local time from `now` to the term's end, in the direction in which it runs.
  public func remaining(at now: Instant) -> Double {
    let seconds = clock.seconds(at: now)
    guard isReversed, case .animation(let animation) = course else {
      return max(0, duration - seconds)
    }
    return max(0, seconds - animation.delay)
  }

  /// The term's length in seconds of local time; for a term that repeats forever, that of the first
  /// run.
  public var firstRun: Double {
    guard duration == .infinity else { return duration }
    guard case .animation(let animation) = course else { return 1 }
    let legs = animation.autoreverses ? 2.0 : 1
    let run = animation.delay + legs * animation.legDuration
    return run.isFinite ? run : 1
  }

  /// Reverses the term, for a model that moves back by ``way``, without a jump.
  ///
  /// An animation runs backwards. A spring restarts with its present offset and velocity. A term
  /// whose ``way`` is 0 continues.
  ///
  /// - Parameter whole: the duration of the owner's longest motion, in seconds. A term that ended
  ///   before the others first waits for as long as it has been over.
  mutating func turnRound(
    rate: Double, whole: Double, threshold: RestThreshold, at now: Instant
  ) {
    guard way != 0 else { return }
    if case .spring(let spring) = course {
      let seen = state(at: now)
      state = MotionState(
        value: seen.value - way, velocity: clock.rate == 0 ? 0 : seen.velocity / clock.rate)
      clock = MotionClock(anchor: now, rate: rate)
      begin = 0
      duration = spring.lifetime(of: state, within: threshold)
      findEnd()
    } else if case .animation(let animation) = course {
      var seconds = min(clock.seconds(at: now), max(whole, duration))
      // Place a finished term exactly at its end, despite rounding: the last run of an animation
      // may have a corner there.
      if end <= now {
        seconds = isReversed ? min(seconds, animation.delay) : max(seconds, duration)
      }
      isReversed.toggle()
      begin = seconds
      setClock(MotionClock(anchor: now, local: seconds, rate: isReversed ? -rate : rate))
    }
    way = -way
  }

  /// Seconds of local time until the term is over; negative if it is over.
  func secondsLeft(at now: Instant) -> Double { duration - clock.seconds(at: now) }

  /// Moves the term's end to `left` seconds of local time after `now`.
  mutating func extend(bySeconds left: Double, at now: Instant) {
    duration = clock.seconds(at: now) + left
    findEnd()
  }

  /// Sets the moment from which the term is zero.
  mutating func extend(to end: Instant) {
    duration = clock.seconds(at: end)
    self.end = end
  }

  /// Sets the term's clock. An animation that runs backwards is over when it reaches the end of its
  /// delay.
  mutating func setClock(_ clock: MotionClock) {
    self.clock = clock
    findEnd()
  }

  /// Sets the term's rate from `now` on; `moved` maps moments to the new rate.
  mutating func setRate(_ rate: Double, from now: Instant, moved: (Instant) -> Instant) {
    end = moved(end)
    if isLater, clock.seconds(at: now) < 0 {
      // The second piece begins exactly when the first one ends, to the nanosecond.
      clock = MotionClock(anchor: moved(clock.moment(of: 0)), rate: rate)
    } else {
      clock = clock.running(at: rate, from: now)
    }
  }

  /// Computes the term's end. A stopped term is over if it is stopped at its end, to the
  /// nanosecond.
  mutating func findEnd() {
    if case .animation(let animation) = course, isReversed {
      end = clock.rate > 0 ? .distantFuture : clock.moment(of: animation.delay)
      if clock.rate == 0, clock.local <= animation.delay + 1e-9 { end = clock.anchor }
    } else {
      end = clock.rate < 0 ? .distantFuture : clock.moment(of: duration)
      if clock.rate == 0, clock.local >= duration - 1e-9 { end = clock.anchor }
    }
  }

  /// The state of both terms together from `now` on, in this term's local time; nil if they have
  /// different equations or are not both running.
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
