/// Momentum within bounds: a decay until it meets an edge, from there a spring that ends at it.
///
/// Two pieces in closed form, both known from the start. At the edge value and velocity of the one
/// are those of the other, unless the velocity is capped.
public struct BouncingDecay: Hashable, Sendable {
  /// The first piece.
  public let decay: Decay
  /// Where it starts.
  public let start: MotionState
  /// The second piece.
  public let spring: Spring
  /// The bound that it meets or starts beyond; nil when it comes to rest between them.
  public let edge: Double?
  /// When the spring takes over, in seconds: 0 when it starts beyond a bound, infinite when never.
  public let edgeTime: Double
  /// Where the spring starts: the distance beyond the edge, 0 when the decay met it, and velocity.
  public let edgeState: MotionState

  /// The motion from `start` between `lower` and `upper`, either of which may be infinite.
  ///
  /// Beyond a bound, and at one with a velocity outwards, the spring starts at once. The velocity
  /// with which a spring starts is held to `velocityCap`, both ways. Throws unless lower ≤ upper
  /// and the cap is at least 0.
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

  /// Where it comes to rest: the edge, or the decay's end.
  public var target: Double { edge ?? decay.end(from: start) }

  /// Value and velocity after `seconds`; before the start, and for not-a-number, the start.
  /// O(1), no allocation.
  public func state(after seconds: Double) -> MotionState {
    guard let edge, seconds >= edgeTime else { return decay.state(after: seconds, from: start) }
    let offset = spring.state(after: seconds - edgeTime, from: edgeState)
    return MotionState(value: edge + offset.value, velocity: offset.velocity)
  }

  /// A time in seconds after which it stays within `threshold` of its target for ever.
  ///
  /// As ``Decay/settleTime(from:within:)`` and ``Spring/settleTime(from:within:)``.
  public func settleTime(within threshold: RestThreshold) -> Double {
    guard edge != nil else { return decay.settleTime(from: start, within: threshold) }
    return edgeTime + spring.settleTime(from: edgeState, within: threshold)
  }
}
