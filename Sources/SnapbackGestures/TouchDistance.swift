/// A distance that fingers are measured by: in millimetres where the surface's size is known.
///
/// What a finger can hold still, and how far it has to go to mean something, are lengths on the
/// glass. Where a panel does not say how large it is, points of the screen stand in.
public struct TouchDistance: Hashable, Sendable {
  /// The distance where nothing is known of the surface, in points.
  public var points: Double
  /// The distance on a surface of known size, in millimetres; nil to measure in points there too.
  public var millimetres: Double?

  /// A distance in points and, for surfaces of known size, in millimetres.
  public init(points: Double, millimetres: Double? = nil) {
    self.points = points
    self.millimetres = millimetres
  }

  /// The distance in points where a millimetre is `scale` points; nil when that is not known.
  public func points(at scale: Double?) -> Double {
    guard let millimetres, let scale, scale > 0, scale.isFinite else { return points }
    return millimetres * scale
  }

  /// Points of the devices that UIKit's distances were chosen on: 163 to an inch, 6.4 to a
  /// millimetre. Source: the first iPhones' screens, 163 pixels an inch at one pixel a point.
  public static let uikitPointsPerMillimetre = 163.0 / 25.4

  /// A distance that UIKit gives in points, and the length it has on UIKit's devices.
  static func uikit(_ points: Double) -> TouchDistance {
    TouchDistance(points: points, millimetres: points / uikitPointsPerMillimetre)
  }

  /// How far a finger may move and still not pan, and be a tap: UIKit's 10 points, 1.6 mm.
  public static let slop = uikit(10)
  /// How far apart the taps of a double tap may be: 45 points, 7 mm.
  public static let tapReach = uikit(45)
  /// How far a swipe has to go: 50 points, 7.8 mm.
  public static let swipeWay = uikit(50)
  /// How far a swipe may stray to its side: 50 points, 7.8 mm.
  public static let swipeStray = uikit(50)
  /// How far the span of two fingers has to change for a pinch: 20 points, 3.1 mm, twice what each
  /// finger may move.
  public static let spanSlop = uikit(20)
  /// How near to an edge a pan from there has to begin: 20 points, 3.1 mm.
  public static let edgeWidth = uikit(20)
}
