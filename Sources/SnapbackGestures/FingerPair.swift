#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
public import SnapbackBasics

/// Two fingers: their midpoint, distance and orientation.
public struct FingerPair: Hashable, Sendable {
  /// The position of the first finger, in points on the screen.
  public var first: Point
  /// The position of the second finger.
  public var second: Point

  /// Creates a pair from two positions.
  public init(_ first: Point, _ second: Point) {
    self.first = first
    self.second = second
  }

  /// Creates a pair from the first two fingers of a set; nil if there are fewer.
  public init?(_ fingers: FingerSet) {
    guard fingers.count >= 2 else { return nil }
    self.init(fingers.fingers[0].position, fingers.fingers[1].position)
  }

  /// The midpoint between the fingers.
  public var middle: Point { first + 0.5 * (second - first) }
  /// The distance between the fingers, in points.
  public var span: Double { (second - first).length }

  /// Returns the rotation of the line through the fingers since `earlier`, in radians, −π…π,
  /// positive clockwise where y points down; 0 if the fingers of either pair coincide.
  public func turn(since earlier: FingerPair) -> Double {
    let (from, to) = (earlier.second - earlier.first, second - first)
    let (sine, cosine) = (from.dx * to.dy - from.dy * to.dx, from.dx * to.dx + from.dy * to.dy)
    let angle = atan2(sine, cosine)
    return angle.isFinite ? angle : 0
  }
}
