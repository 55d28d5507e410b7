/// Momentum within bounds: a decay until it meets an edge, then a spring that ends at the edge.
///
/// Both pieces are in closed form and known from the start. At the edge, value and velocity are
/// continuous, unless the velocity is capped.
public struct BouncingDecay: Hashable, Sendable {
  /// The first piece.
  public let decay: Decay
  /// The state at the start of the first piece.
  public let start: MotionState
  /// The second piece.
  public let spring: Spring
  /// The bound that the motion meets or starts beyond; nil if it comes to rest between the bounds.
  public let edge: Double?
  /// The time in seconds at which the spring takes over: 0 if the motion starts beyond a bound,
  /// infinite if it meets none.
  public let edgeTime: Double
  /// The initial state of the spring: the distance beyond the edge, which is 0 if the decay met the
  /// edge, and the velocity.
  public let edgeState: MotionState

  /// Creates the motion from `start` between `lower` and `upper`, which may be infinite.
  ///
  /// Beyond a bound, or at a bound with an outward velocity, the spring starts immediately. The
  /// initial velocity of the spring is clamped to ±`velocityCap`. Throws unless lower ≤ upper and
  /// the cap is at least 0.
  public init(
    _ decay: Decay, from start: MotionState, lower: Double, upper: Double, spring: Spring,
    velocityCap: Double = .infinity
  ) throws(MotionError) {
    guard lower <= upper else {
      throw MotionError(parameter: "lower", value: lower, requirement: "at most the upper bound")
    }
    let limit = try VelocityLimit(absolute: velocityCap)
    self.decay = decay
    self.start = start
    self.spring = spring
    var meeting: (edge: Double, time: Double, state: MotionState)?
    let outside = start.value > upper ? upper : start.value < lower ? lower : nil
    if let outside {
      let offset = MotionState(value: start.value - outside, velocity: start.velocity)
      meeting = (outside, 0, offset)
    } else if start.velocity != 0 {
      let bound = start.velocity > 0 ? upper : lower
      if let time = decay.time(toReach: bound, from: start) {
        // v_e = v₀ − λ·(x_e − x₀)
        let velocity = start.velocity - decay.rate * (bound - start.value)
        meeting = (bound, time, MotionState(value: 0, velocity: velocity))
      }
    }
    edge = meeting?.edge
    edgeTime = meeting?.time ?? .infinity
    edgeState = meeting.map { limit.limiting($0.state) } ?? .rest
  }

  /// The value where the motion comes to rest: the edge, or the end of the decay.
  public var target: Double { edge ?? decay.end(from: start) }

  /// The value and velocity after `seconds`; the start for times before it and for NaN. O(1), no
  /// allocation.
  public func state(after seconds: Double) -> MotionState {
    guard let edge, seconds >= edgeTime else { return decay.state(after: seconds, from: start) }
    let offset = spring.state(after: seconds - edgeTime, from: edgeState)
    return MotionState(value: edge + offset.value, velocity: offset.velocity)
  }

  /// A time in seconds after which the motion stays within `threshold` of its target.
  ///
  /// The bounds are those of ``Decay/settleTime(from:within:)`` and
  /// ``Spring/settleTime(from:within:)``.
  public func settleTime(within threshold: RestThreshold) -> Double {
    guard edge != nil else { return decay.settleTime(from: start, within: threshold) }
    return edgeTime + spring.settleTime(from: edgeState, within: threshold)
  }
}
