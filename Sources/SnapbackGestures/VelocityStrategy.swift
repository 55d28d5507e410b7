/// How a velocity is made of the last positions of a finger.
///
/// All of them see the same samples: frames of one scan are one sample, and what lies before a
/// pause of 40 ms does not count. They differ in what they believe: a fit averages noise away, the
/// newest differences follow a finger that slows down.
public enum VelocityStrategy: String, Hashable, Sendable, CaseIterable {
  /// The slope at the newest sample of a parabola fitted to the last 100 ms by least squares.
  ///
  /// Of two samples a line. Exact for a constant acceleration. Source: Android's
  /// `VelocityTracker`, strategy LSQ2, which is also Flutter's.
  case leastSquares
  /// The velocity that a mass would have that was pushed along the last 100 ms.
  ///
  /// For each step with velocity v = Δx / Δt the work W grows by (v − sgn W · √(2|W|)) · |v|, half
  /// of it at the first step; the answer is sgn W · √(2|W|), each axis by itself. It never
  /// exceeds √2 times the fastest step of a finger that keeps its direction. Source: Android's
  /// `VelocityTracker`, strategy IMPULSE.
  case impulse
  /// The way over the last 150 ms divided by its time, as of `GtkGestureSwipe`.
  ///
  /// A finger that slows down is reported too fast, and one that speeds up too slow.
  case endToEnd
  /// 0.6, 0.35 and 0.05 of the last three differences, the newest counting least.
  ///
  /// Close to what `UIScrollView` takes for the velocity of a release, by measurements of Flutter
  /// (`IOSScrollViewFlingVelocityTracker`). Of fewer differences the weights that there are count
  /// in proportion; Flutter takes missing ones for a finger at rest.
  case recentTouch
  /// 0.15, 0.65 and 0.2 of the last three differences, the newest last.
  ///
  /// Close to scroll views of macOS, by Flutter's `MacOSScrollViewFlingVelocityTracker`.
  case recentTrackpad

  /// The oldest sample that counts, in seconds before the newest.
  public var horizon: Double {
    switch self {
    case .leastSquares, .impulse, .recentTouch, .recentTrackpad: VelocityEstimator.horizon
    case .endToEnd: 0.15
    }
  }

  /// The most samples that are kept: Android's 20, or what fills 150 ms at one each 3 ms.
  public var capacity: Int {
    switch self {
    case .leastSquares, .impulse, .recentTouch, .recentTrackpad: VelocityEstimator.capacity
    case .endToEnd: 51
    }
  }
}
