public import SnapbackTiming

/// One closed-form motion that ends at zero: what a value still is away from its model.
///
/// Terms of one channel add up. A term is at rest, exactly zero, from ``end`` on.
public struct ResidualTerm: Hashable, Sendable {
  /// The equation it moves by.
  public let spring: Spring
  /// When it starts; before that it is ``state``.
  public let start: Instant
  /// Offset and velocity at the start.
  public let state: MotionState
  /// From when on it is exactly zero.
  public let end: Instant

  /// A term that starts with `state` and ends when it is within `threshold` for good.
  public init(
    spring: Spring, start: Instant, state: MotionState, threshold: RestThreshold
  ) {
    self.spring = spring
    self.start = start
    self.state = state
    self.end = start.advanced(bySeconds: spring.settleTime(from: state, within: threshold))
  }

  /// Offset and velocity at `now`. O(1), no allocation.
  public func state(at now: Instant) -> MotionState {
    now >= end ? .rest : spring.state(after: now.seconds(since: start), from: state)
  }
}
