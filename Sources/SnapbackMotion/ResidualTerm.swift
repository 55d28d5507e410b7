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
  /// Where on a Bézier curve the last frame was; only a hint where to look for the next.
  var hint = 0.5

  /// A term by its parts.
  ///
  /// - Parameters:
  ///   - duration: the clock's time in seconds at which it is over.
  ///   - isLater: whether it is zero before its own time 0, as the second of two pieces is.
  public init(
    _ course: Course, from state: MotionState, clock: MotionClock, duration: Double,
    owner: UInt64 = 0, isLater: Bool = false
  ) {
    self.course = course
    self.state = state
    self.clock = clock
    self.duration = duration
    self.owner = owner
    self.isLater = isLater
    end = clock.moment(of: duration)
  }

  /// Offset and velocity at `now`. O(1), no allocation.
  public func state(at now: Instant) -> MotionState {
    var hint = hint
    return state(at: now, near: &hint)
  }

  func state(at now: Instant, near hint: inout Double) -> MotionState {
    guard now < end else { return .rest }
    let seconds = clock.seconds(at: now)
    let local = localState(after: seconds, near: &hint)
    return MotionState(value: local.value, velocity: local.velocity * clock.rate)
  }

  /// Offset and velocity by its own time.
  private func localState(after seconds: Double, near hint: inout Double) -> MotionState {
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
      let done = animation.progress(after: seconds, near: &hint)
      let left = isReversed ? -done.value : 1 - done.value
      return MotionState(value: state.value * left, velocity: -state.value * done.velocity)
    }
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

  /// Turns an animation round in its own time and returns by how much the offset changes.
  mutating func turnRound(rate: Double, at now: Instant) -> Double {
    guard case .animation = course else { return 0 }
    let seconds = min(clock.seconds(at: now), duration)
    isReversed.toggle()
    setClock(
      MotionClock(anchor: now, local: seconds, rate: isReversed ? -rate.magnitude : rate.magnitude))
    return isReversed ? -state.value : state.value
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

  mutating func findEnd() {
    if case .animation(let animation) = course, isReversed {
      end = clock.rate > 0 ? .distantFuture : clock.moment(of: animation.delay)
    } else {
      end = clock.rate < 0 ? .distantFuture : clock.moment(of: duration)
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
