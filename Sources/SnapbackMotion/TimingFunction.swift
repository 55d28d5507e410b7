/// The progress of a change over time: from 0, the old value, to 1, the new one.
///
/// The function does not contain the distance: the same function moves every number of a
/// transaction, so linear equations between these numbers stay satisfied while they move.
public enum TimingFunction: Hashable, Sendable {
  /// A spring with a relative initial velocity.
  ///
  /// The velocity is UIKit's `initialSpringVelocity`: 1 covers the whole distance in a second,
  /// positive toward the target. The absolute velocity of a running motion is kept in addition.
  case spring(Spring, initialVelocity: Double = 0)
  /// A Bézier curve over a duration in seconds.
  case curve(CubicBezier, duration: Double)
  /// Keyframes over a duration in seconds.
  case keyframes(Keyframes, duration: Double)

  /// The progress `seconds` after the start, and its rate per second.
  ///
  /// Before the start, progress and rate are 0. A spring may exceed 1 and return. O(1), except
  /// O(log n) for keyframes; no allocation.
  public func progress(after seconds: Double) -> MotionState {
    guard seconds > 0 else { return .rest }
    switch self {
    case .spring(let spring, let velocity):
      let left = spring.state(after: seconds, from: MotionState(value: -1, velocity: velocity))
      return MotionState(value: 1 + left.value, velocity: left.velocity)
    case .curve(let curve, let duration):
      guard seconds < duration else { return MotionState(value: 1) }
      let state = curve.state(at: seconds / duration)
      return MotionState(value: state.value, velocity: state.velocity / duration)
    case .keyframes(let keyframes, let duration):
      guard seconds < duration else { return MotionState(value: 1) }
      let state = keyframes.state(at: seconds / duration)
      return MotionState(value: state.value, velocity: state.velocity / duration)
    }
  }

  /// The duration of one run in one direction, in seconds: a curve's duration, or the time after
  /// which a spring stays within a thousandth of the distance, as for Core Animation's
  /// `settlingDuration`.
  public var duration: Double {
    switch self {
    case .spring(let spring, let velocity):
      spring.settleTime(
        from: MotionState(value: -1, velocity: velocity),
        within: RestThreshold(offset: 0.001, velocity: .infinity))
    case .curve(_, let duration), .keyframes(_, let duration): max(0, duration)
    }
  }

  /// The time after which the change looks complete, in seconds: a spring's response or a curve's
  /// duration.
  ///
  /// A spring continues to settle after this time. SwiftUI distinguishes the two moments, too
  /// (`animation(_:completionCriteria:)`).
  public var logicalDuration: Double {
    guard case .spring(let spring, _) = self else { return duration }
    let response = 2 * .pi / spring.angularFrequency
    return min(response, duration)
  }
}
