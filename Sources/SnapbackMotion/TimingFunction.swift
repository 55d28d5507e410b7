/// How a change is carried out in time: from 0, as it was, to 1, as it shall be.
///
/// It says nothing of how far: the same function carries every number of a transaction, so what a
/// linear equation ties together stays tied while it moves.
public enum TimingFunction: Hashable, Sendable {
  /// A spring, which starts with a relative velocity.
  ///
  /// The velocity is UIKit's `initialSpringVelocity`: 1 covers the whole distance in a second,
  /// positive towards the target. An absolute velocity is kept by the motion under way.
  case spring(Spring, initialVelocity: Double = 0)
  /// A Bézier curve over a duration in seconds.
  case curve(CubicBezier, duration: Double)
  /// Key values over a duration in seconds.
  case keyframes(Keyframes, duration: Double)

  /// The progress `seconds` after the start, and its rate per second.
  ///
  /// Before the start it is 0 and still. A spring may pass 1 and come back. O(1) but for key
  /// values, which cost O(log n); no allocation.
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

  /// How long one leg takes, in seconds: a curve's duration, or the time in which a spring comes
  /// within a thousandth of the distance for good, as Core Animation's `settlingDuration` counts.
  public var duration: Double {
    switch self {
    case .spring(let spring, let velocity):
      spring.settleTime(
        from: MotionState(value: -1, velocity: velocity),
        within: RestThreshold(offset: 0.001, velocity: .infinity))
    case .curve(_, let duration), .keyframes(_, let duration): max(0, duration)
    }
  }

  /// When a person takes the change as made, in seconds: a spring's response, a curve's duration.
  ///
  /// A spring goes on to settle after it; SwiftUI too tells the two moments apart
  /// (`animation(_:completionCriteria:)`).
  public var logicalDuration: Double {
    guard case .spring(let spring, _) = self else { return duration }
    let response = 2 * .pi / spring.angularFrequency
    return min(response, duration)
  }
}
