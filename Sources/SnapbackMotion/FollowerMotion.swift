public import SnapbackBasics

/// The motion of a number that follows another number, its input, with a spring: ẍ + 2β·ẋ + ω₀²·x =
/// ω₀²·u(t), where u is the input.
///
/// While the input moves, time is divided into pieces. In each piece, a polynomial of degree 7
/// approximates the input to within 1e-10 of its magnitude, and the motion is the power series that
/// solves the equation for this polynomial. Exception: pieces shorter than 0.062 ms, which occur at
/// corners and jumps of the input, may have a larger error. After the input has come to rest, the
/// motion is that of a free spring. The result depends on the input only, not on the times at which
/// it is read.
public struct FollowerMotion: Sendable {
  /// The spring.
  public let spring: Spring
  /// The speed of the spring relative to real time.
  public private(set) var rate = 1.0
  /// The moment of the last change, from which `course` is valid.
  private var start = Instant.zero
  /// The motion while the input moves.
  private var course = Course()
  /// The motion before `start`, along the line between two reports of fingers.
  private var past = Course()
  /// The motion after `course`, as the distance from ``goal``.
  private var tail: ResidualTerm
  /// The value of the input after `course`.
  public private(set) var goal = 0.0

  /// Creates the motion of a follower that rests at 0. It allocates no memory until it moves.
  public init(spring: Spring) {
    self.spring = spring
    tail = Self.rest(spring, at: .zero)
  }

  private static func rest(_ spring: Spring, at now: Instant) -> ResidualTerm {
    ResidualTerm(.spring(spring), from: .rest, clock: MotionClock(anchor: now), duration: 0)
  }

  // MARK: Reading

  /// The moment from which the follower rests at ``goal``.
  public var end: Instant { tail.end }

  /// The moment up to which the motion of the input is included. Later, the input is assumed to
  /// rest at ``goal``.
  public var horizon: Instant { tail.clock.anchor }

  /// The value, and the velocity per second of real time, at a moment after the last change, or
  /// after the beginning of the last ``move(to:since:readsFollowers:_:)``. O(log n), no allocation.
  public func state(at moment: Instant) -> MotionState {
    if moment < start, let state = past.state(at: moment) { return state }
    if moment < horizon, let state = course.state(at: moment) { return state }
    return MotionState(value: goal) + tail.state(at: moment)
  }

  /// The value of the input at a moment after the last change. O(log n), no allocation.
  public func input(at moment: Instant) -> Double {
    moment < horizon ? course.input(at: moment) ?? goal : goal
  }

  /// The terms of the motion from a moment on, to be added to ``goal``. The cubic pieces among them
  /// differ from the motion by at most `limit`. O(pieces), allocates.
  public func terms(from moment: Instant, within limit: Double) -> [ResidualTerm] {
    var terms: [ResidualTerm] = []
    if moment < horizon {
      let sampled = CubicPieces(to: horizon.seconds(since: moment), within: limit) {
        state(at: moment.advanced(bySeconds: $0)) - MotionState(value: goal)
      }
      terms.append(
        ResidualTerm(
          .pieces(sampled), from: MotionState(value: 1), clock: MotionClock(anchor: moment),
          until: horizon))
    }
    if tail.end > moment { terms.append(tail) }
    return terms
  }

  // MARK: Changes

  /// Makes the follower rest at a value.
  public mutating func rest(at value: Double, _ now: Instant) {
    course.removeAll()
    past.removeAll()
    (start, goal, tail) = (now, value, Self.rest(spring, at: now))
  }

  /// Moves to `now`, whose input has not jumped to its value but moved there since an earlier
  /// moment. The motion between the two moments can be read until the next motion starts at a later
  /// moment. Returns the state at `now`.
  ///
  /// The input is the known one plus a difference that grows linearly. If the input reads other
  /// followers, it is `input`, which includes their motions, minus a difference that decreases
  /// linearly from the earlier moment to 0. If the input is as known before, nothing has moved it:
  /// a follower that rests at `now` continues to rest, and one whose input reads no followers
  /// keeps its motion. Otherwise the input has moved since the earlier moment, so a follower that
  /// came to rest later has moved, too.
  public mutating func move(
    to now: Instant, since earlier: Instant, readsFollowers: Bool, _ input: (Instant) -> Double
  ) -> MotionState {
    let start = max(earlier, self.start)
    var last = state(at: now)
    guard start < now else { return last }
    let (first, present) = (state(at: start), input(now))
    let difference = present - self.input(at: now)
    let isMoved = difference.magnitude > InputPolynomial.accuracy * max(1, present.magnitude)
    if !isMoved, !readsFollowers {
      keepMotion(from: start, to: now)
      return last
    }
    var line = past
    line.removeAll()
    if isMoved || end > now {
      let span = now.seconds(since: start)
      let gap = readsFollowers ? self.input(at: start) - input(start) : difference
      last = line.solve(from: first, spring, at: rate, from: start, to: now) {
        readsFollowers
          ? input($0) + gap * (now.seconds(since: $0) / span)
          : self.input(at: $0) + gap * ($0.seconds(since: start) / span)
      }
    } else {
      let rest = max(end, start)
      _ = line.solve(from: first, spring, at: rate, from: start, to: rest, input)
      _ = line.solve(from: MotionState(value: goal), spring, at: rate, from: rest, to: now) { _ in
        goal
      }
    }
    (past, self.start) = (line, now)
    return last
  }

  /// Stores the present motion from `start` to `now` as the past. Solving the whole of it again
  /// would divide time into other pieces, and change the motion where its input jumps.
  private mutating func keepMotion(from start: Instant, to now: Instant) {
    var line = course
    let known = max(horizon, start)
    if known < now {
      let rest = min(max(end, known), now)
      _ = line.solve(from: state(at: known), spring, at: rate, from: known, to: rest) { _ in goal }
      _ = line.solve(from: MotionState(value: goal), spring, at: rate, from: rest, to: now) { _ in
        goal
      }
    }
    (past, self.start) = (line, now)
  }

  /// Starts a new motion at `now`.
  ///
  /// - Parameters:
  ///   - state: the value, and the velocity per second of real time.
  ///   - rate: the speed of the spring relative to real time, above 0.
  ///   - rest: the moment from which the input rests.
  ///   - threshold: the largest invisible distance from ``goal``.
  ///   - input: the value of the input at a moment from `now` on.
  public mutating func start(
    from state: MotionState, at now: Instant, rate: Double, until rest: Instant,
    within threshold: RestThreshold, _ input: (Instant) -> Double
  ) {
    if start != now { past.removeAll() }
    course.removeAll()
    (start, self.rate) = (now, rate)
    let end = max(now, min(rest, now.advanced(bySeconds: Self.longestTime)))
    var state = course.solve(from: state, spring, at: rate, from: now, to: end, input)
    goal = input(end)
    state = MotionState(value: state.value - goal, velocity: state.velocity / rate)
    tail = ResidualTerm(
      .spring(spring), from: state, clock: MotionClock(anchor: end, rate: rate),
      duration: spring.lifetime(of: state, within: threshold), isLater: end > now)
  }

  /// The longest time for which a motion is solved ahead, in seconds.
  private static let longestTime = 1.0
}
