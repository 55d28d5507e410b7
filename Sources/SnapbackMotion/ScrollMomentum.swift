#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import SnapbackBasics

/// The motion of a scroll offset after a release, as measured on `UIScrollView`: momentum that
/// stops at 10 points per second, and a bounce at an end of the content.
///
/// From a release at `v` the momentum travels (v − 10)·f with f = 1/(1000·(e^{λ/1000} − 1)), 0.499
/// for ``Decay/normal``: x(t) = x₀ + f·v·(1 − e^{−λt}) until t = ln(v/10)/λ. The bounce is
/// x(t) = (x₀ + (v + x₀)·t)·e^{−ωt}, with x₀ beyond the end and `v` the velocity of the finger.
/// Momentum and bounce both end exactly at a target on the pixel grid. The momentum's velocity is
/// scaled by the ratio of the rounded distance to the distance, and the bounce approaches a point
/// that is ``overshoot`` past its target. Exception: momentum that is interrupted keeps its
/// velocity, and its duration changes instead. Source: the traces in docs/fidelity.md.
public struct ScrollMomentum: Hashable, Sendable {
  /// The speed at which momentum stops, in points per second.
  public static let stopSpeed = 10.0
  /// The distance past its target at which a bounce would come to rest, in points. The bounce ends
  /// when it reaches the target.
  ///
  /// `UIScrollView` ends a bounce in the first display frame in which it is less than 0.5 points
  /// from the target. With 0.4 the bounce ends at the same time on average, without a jump.
  public static let overshoot = 0.4

  /// The greatest speed of momentum, in points per second. It keeps distances finite.
  private static let speedLimit = 1e9
  /// The largest distance from a bound that is considered a rounding error, in points.
  private static let slack = 1e-6

  /// How the motion begins.
  public enum Beginning: Hashable, Sendable {
    /// A finger lifts: the motion starts from the finger's velocity, adjusted as in `UIScrollView`.
    case release
    /// A running motion continues with its value and velocity.
    case interruption
  }

  /// The bounds of the offset and the grid that it comes to rest on, in points.
  public struct Bounds: Hashable, Sendable {
    /// The least offset at rest; −∞ for none.
    public let lower: Double
    /// The greatest offset at rest; ∞ for none.
    public let upper: Double
    /// The distance between neighboring rest positions; 0 allows any position.
    public let grid: Double

    /// Creates bounds; nil unless lower ≤ upper. The bounds are rounded inward to the grid, unless
    /// that would leave no rest position.
    public init?(lower: Double, upper: Double, grid: Double) {
      guard lower <= upper, grid >= 0 else { return nil }
      self.grid = grid
      let (least, most) = (Self.rounded(lower, grid, .up), Self.rounded(upper, grid, .down))
      (self.lower, self.upper) = least <= most ? (least, most) : (lower, lower)
    }

    /// The rest position nearest to an offset.
    func nearest(to offset: Double) -> Double {
      min(max(Self.rounded(offset, grid, .toNearestOrAwayFromZero), lower), upper)
    }

    private static func rounded(
      _ value: Double, _ grid: Double, _ rule: FloatingPointRoundingRule
    ) -> Double {
      guard grid > 0, value.isFinite else { return value }
      // A bound that differs from a grid position only by rounding errors is on that position.
      let slack = rule == .up ? -ScrollMomentum.slack : rule == .down ? ScrollMomentum.slack : 0
      return ((value + slack) / grid).rounded(rule) * grid
    }
  }

  /// A bounce, relative to its target.
  public struct Bounce: Hashable, Sendable {
    /// The spring of the bounce.
    public let spring: Spring
    /// The initial state of the spring, relative to the point at which it would come to rest.
    public internal(set) var state: MotionState
    /// The point at which the spring would come to rest, relative to the target.
    public let shift: Double
    /// The time in seconds at which the bounce reaches the target; nil if it only approaches it.
    public let duration: Double?
  }

  /// The drag of the first piece.
  public let decay: Decay
  /// The initial state of the first piece.
  public let start: MotionState
  /// The duration of the first piece in seconds; 0 if there is none.
  public let glideTime: Double
  /// The second piece, at an end of the content; nil if the offset comes to rest before it.
  public let bounce: Bounce?
  /// The offset at the end of the motion.
  public let target: Double

  /// Creates the motion from an offset and a velocity. The velocity of a release is that of the
  /// finger, regardless of the rubber band.
  public init(
    _ decay: Decay, from start: MotionState, within bounds: Bounds, spring: Spring,
    _ beginning: Beginning = .release
  ) {
    self.decay = decay
    let edge = min(max(start.value, bounds.lower), bounds.upper)
    if (start.value - edge).magnitude > Self.slack {
      let offset = MotionState(value: start.value - edge, velocity: start.velocity)
      (self.start, glideTime, target) = (start, 0, edge)
      bounce = Bounce(from: offset, spring: spring, beginning)
      return
    }
    let direction: Double = start.velocity < 0 ? -1 : 1
    let speed = min(start.velocity.magnitude, Self.speedLimit)
    let bound = direction < 0 ? bounds.lower : bounds.upper
    // A release uses UIKit's sum over steps of a millisecond, which is shorter than the integral;
    // an interrupted motion has been shortened already.
    let factor =
      beginning == .release ? 1 / (1000 * expm1(decay.rate / 1000)) : 1 / decay.rate
    let way = (speed - Self.stopSpeed) * factor
    guard way > bounds.grid, way > 0 else {
      (self.start, glideTime, bounce) = (start, 0, nil)
      target = bounds.nearest(to: start.value)
      return
    }
    let free = Bounds(lower: -.infinity, upper: .infinity, grid: bounds.grid) ?? bounds
    let end = free.nearest(to: start.value + direction * way)
    var duration = log(speed / Self.stopSpeed) / decay.rate
    var velocity = (end - start.value) * decay.rate / (1 - Self.stopSpeed / speed)
    if beginning == .interruption {
      // An interrupted motion keeps its velocity, and reaches the grid a little sooner or later.
      velocity = direction * speed
      let state = MotionState(value: start.value, velocity: velocity)
      duration = decay.time(toReach: end, from: state) ?? duration
    }
    let glide = MotionState(value: start.value, velocity: velocity)
    self.start = glide
    guard (end - bound) * direction > 0 else {
      (glideTime, target, bounce) = (duration, end, nil)
      return
    }
    glideTime = min(decay.time(toReach: bound, from: glide) ?? 0, duration)
    target = bound
    let left = velocity - decay.rate * (bound - start.value)
    bounce = Bounce(from: MotionState(value: 0, velocity: left), spring: spring, .interruption)
  }

  /// Whether the offset only settles on the grid, with neither momentum nor a bounce.
  public var isSettling: Bool { glideTime == 0 && bounce == nil }

  /// The residual terms of the motion: the momentum, the spring of the bounce, and the constant
  /// distance between the point that the spring approaches and the target.
  ///
  /// - Parameter start: the initial state of the first piece, relative to the target.
  func terms(
    from start: MotionState, at now: Instant, rate: Double, within threshold: RestThreshold
  ) -> (glide: ResidualTerm?, bounce: ResidualTerm?, shift: ResidualTerm?) {
    let glide = ResidualTerm(
      .decay(decay), from: start, clock: MotionClock(anchor: now, rate: rate), duration: glideTime)
    guard var bounce else { return (glide, nil, nil) }
    var edge = now
    if glideTime > 0 {
      // Moments are whole nanoseconds: the spring starts with the decay's state at the rounded
      // moment.
      edge = glide.end
      let seen = decay.state(after: glide.clock.seconds(at: edge), from: start)
      bounce.state = MotionState(value: seen.value - bounce.shift, velocity: seen.velocity)
    }
    let clock = MotionClock(anchor: edge, rate: rate)
    let duration =
      bounce.duration ?? bounce.spring.lifetime(of: bounce.state, within: threshold)
    // `isLater` keeps these terms from merging with others, which would change their ends.
    let spring = ResidualTerm(
      .spring(bounce.spring), from: bounce.state, clock: clock, duration: duration, isLater: true)
    let shift = ResidualTerm(
      .decay(decay), from: MotionState(value: bounce.shift), clock: clock, duration: duration,
      isLater: true)
    return (glideTime > 0 ? glide : nil, spring, bounce.shift == 0 ? nil : shift)
  }
}

extension ScrollMomentum.Bounce {
  /// Creates a bounce from a state relative to its target.
  init(from start: MotionState, spring: Spring, _ beginning: ScrollMomentum.Beginning) {
    var start = start
    // UIKit's formula has v + x₀ in place of v + ω·x₀.
    if beginning == .release { start.velocity -= (spring.decayRate - 1) * start.value }
    self.spring = spring
    let side: Double = start.value < 0 || start.value == 0 && start.velocity < 0 ? -1 : 1
    let far = -side * ScrollMomentum.overshoot
    let seen = MotionState(value: start.value - far, velocity: start.velocity)
    // If `pull` is not above 0, the bounce would pass the target too fast to end there.
    let pull = side * (seen.velocity + spring.decayRate * seen.value)
    guard spring.isCritical, pull > 0 else {
      (state, shift, duration) = (start, 0, nil)
      return
    }
    (state, shift) = (seen, far)
    duration = Self.time(from: side * seen.value, pull: pull, rate: spring.decayRate)
  }

  /// The last time at which (c + p·t)·e^{−ωt} is the overshoot, for c at least the overshoot and p
  /// above 0.
  ///
  /// The logarithm of the ratio of both sides is concave. Newton's method that starts too late
  /// therefore stays too late and converges; it ends when rounding stops it.
  private static func time(from value: Double, pull: Double, rate: Double) -> Double {
    let least = ScrollMomentum.overshoot
    // t·e^{−ωt/2} is at most 2/(e·ω), so e^{−ωt/2}·(c + p/ω) is an upper bound. This is where the
    // bound equals the overshoot.
    var time = 2 / rate * log((value + pull / rate) / least)
    for _ in 0..<40 {
      let rest = value + pull * time
      let error = log(rest / least) - rate * time
      let next = time - error / (pull / rest - rate)
      guard next < time, next > 0 else { break }
      time = next
    }
    return time
  }
}
