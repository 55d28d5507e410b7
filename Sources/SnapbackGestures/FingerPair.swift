#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
public import SnapbackGeometry

/// Two fingers as one figure: their middle, how far apart they are and how they lie.
public struct FingerPair: Hashable, Sendable {
  /// The first finger, in points on the screen.
  public var first: Point
  /// The second finger.
  public var second: Point

  /// A pair by its fingers.
  public init(_ first: Point, _ second: Point) {
    self.first = first
    self.second = second
  }

  /// The pair that the first two fingers of a set are; nil with fewer.
  public init?(_ fingers: FingerSet) {
    guard fingers.count >= 2 else { return nil }
    self.init(fingers.fingers[0].position, fingers.fingers[1].position)
  }

  /// Halfway between them.
  public var middle: Point { first + 0.5 * (second - first) }
  /// Their distance, in points.
  public var span: Double { (second - first).length }

  /// The angle that the line through them has turned by since `earlier`, in radians, −π…π,
  /// clockwise positive where y points down; 0 where either pair is in one place.
  public func turn(since earlier: FingerPair) -> Double {
    let (from, to) = (earlier.second - earlier.first, second - first)
    let (sine, cosine) = (from.dx * to.dy - from.dy * to.dx, from.dx * to.dx + from.dy * to.dy)
    let angle = atan2(sine, cosine)
    return angle.isFinite ? angle : 0
  }
}
