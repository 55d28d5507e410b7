/// A method of estimating a finger's velocity from its last positions.
///
/// For all strategies, touch frames of one scan are one sample, and samples before a pause of 40 ms
/// are discarded. A fit averages noise; strategies that use the newest differences react faster
/// when a finger slows down.
public enum VelocityStrategy: String, Hashable, Sendable, CaseIterable {
  /// The slope at the newest sample of a parabola through the movements of the last 65 ms. The
  /// slope is never against the movement since the last turn, and never faster than the fastest
  /// step.
  ///
  /// Without movement the velocity keeps its value for 1.5 intervals of the stream and then falls
  /// to zero.
  case boundedFit
  /// The slope at the newest sample of a least-squares parabola through the last 100 ms.
  ///
  /// With two samples, a line is fitted. The velocity is exact for a constant acceleration. Source:
  /// Android's `VelocityTracker`, strategy LSQ2, which Flutter also uses.
  case leastSquares
  /// The velocity of a mass that was pushed along the path of the last 100 ms.
  ///
  /// For each step with velocity v = Δx / Δt the work W grows by (v − sgn W · √(2|W|)) · |v|; the
  /// first step adds half of that. The result is sgn W · √(2|W|), for each axis separately. For a
  /// finger that keeps its direction, the result never exceeds √2 times the fastest step. Source:
  /// Android's `VelocityTracker`, strategy IMPULSE.
  case impulse
  /// The displacement over the last 150 ms divided by the time, as in `GtkGestureSwipe`.
  ///
  /// The result is too fast for a finger that slows down, and too slow for one that speeds up.
  case endToEnd
  /// The last three differences, weighted 0.6, 0.35 and 0.05 from oldest to newest.
  ///
  /// The result is close to the release velocity of `UIScrollView`, as measured by Flutter
  /// (`IOSScrollViewFlingVelocityTracker`). With fewer differences the weights are scaled in
  /// proportion; Flutter treats missing differences as a resting finger.
  case recentTouch
  /// The last three differences, weighted 0.15, 0.65 and 0.2 from oldest to newest.
  ///
  /// The result is close to scroll views of macOS, according to Flutter's
  /// `MacOSScrollViewFlingVelocityTracker`.
  case recentTrackpad

  /// The maximum age of the samples that are used, in seconds before the newest.
  public var horizon: Double {
    switch self {
    case .boundedFit: Double(BoundedFit.horizon) * 1e-9
    case .leastSquares, .impulse, .recentTouch, .recentTrackpad: VelocityEstimator.horizon
    case .endToEnd: 0.15
    }
  }

  /// The maximum number of samples that are kept: Android's 20, or enough for 150 ms at one sample
  /// per 3 ms.
  public var capacity: Int {
    switch self {
    case .boundedFit: BoundedFit.capacity
    case .leastSquares, .impulse, .recentTouch, .recentTrackpad: VelocityEstimator.capacity
    case .endToEnd: 51
    }
  }
}
