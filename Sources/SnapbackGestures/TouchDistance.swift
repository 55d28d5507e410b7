/// A distance for judging finger movements: in millimeters if the size of the surface is known,
/// otherwise in points.
///
/// The tremble of a resting finger and the travel of an intended movement are lengths on the glass.
/// If a panel does not report its size, points on the screen are used instead.
public struct TouchDistance: Hashable, Sendable {
  /// The distance on a surface of unknown size, in points.
  public var points: Double
  /// The distance on a surface of known size, in millimeters; nil to use `points` there too.
  public var millimeters: Double?

  /// Creates a distance in points and, for surfaces of known size, in millimeters.
  public init(points: Double, millimeters: Double? = nil) {
    self.points = points
    self.millimeters = millimeters
  }

  /// Returns the distance in points; `scale` is points per millimeter, nil if unknown.
  public func points(at scale: Double?) -> Double {
    guard let millimeters, let scale, scale > 0, scale.isFinite else { return points }
    return millimeters * scale
  }

  /// The points per millimeter of the devices for which UIKit's distances were chosen: 163 per
  /// inch, 6.4 per millimeter. Source: the first iPhones' screens, 163 pixels per inch at one pixel
  /// per point.
  public static let uikitPointsPerMillimeter = 163.0 / 25.4

  /// Returns a distance that UIKit gives in points, with the length that it has on UIKit's devices.
  static func uikit(_ points: Double) -> TouchDistance {
    TouchDistance(points: points, millimeters: points / uikitPointsPerMillimeter)
  }

  /// The slop of pans: 10 points of the scene on a surface of any size. Source: the traces in
  /// docs/fidelity.md.
  public static let panSlop = TouchDistance(points: 10)
  /// The slop of taps and presses: UIKit's 10 points, 1.6 mm.
  public static let slop = uikit(10)
  /// The maximum distance between the taps of a double tap: 45 points, 7 mm.
  public static let tapReach = uikit(45)
  /// The distance that a swipe must cover at its start: 50 points, 7.8 mm.
  public static let swipeWay = uikit(50)
  /// The distance that a swipe may stray to its side at its start: 50 points, 7.8 mm.
  public static let swipeStray = uikit(50)
  /// The distance behind its touch-down position at which a finger makes a swipe fail: 0.1 points,
  /// as measured with synthetic touches. On a surface of known size it is 0.5 mm, because the
  /// coordinates of a finger on a real panel tremble while it lands.
  static let swipeBack = TouchDistance(points: 0.1, millimeters: 0.5)
  /// The assumed noise of a finger's coordinate until a pinch or rotation has measured the noise:
  /// 0.5 points, 0.08 mm.
  static let fingerNoise = uikit(0.5)
  /// The largest distance from the edge at which an edge pan may begin: 20 points, 3.1 mm.
  public static let edgeWidth = uikit(20)
}
