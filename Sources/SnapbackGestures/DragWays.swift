public import SnapbackBasics

/// The directions on the screen in which a drag may begin a pan.
public struct DragWays: OptionSet, Hashable, Sendable {
  /// A bit for each direction.
  public let rawValue: UInt8

  /// Creates a set from the bits of its directions.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// To the left.
  public static let left = DragWays(rawValue: 1)
  /// To the right.
  public static let right = DragWays(rawValue: 2)
  /// Up.
  public static let up = DragWays(rawValue: 4)
  /// Down.
  public static let down = DragWays(rawValue: 8)
  /// All four directions.
  public static let all: DragWays = [.left, .right, .up, .down]

  /// The directions of a movement's nonzero components.
  public init(of way: Vector) {
    self = []
    if way.dx < 0 { insert(.left) } else if way.dx > 0 { insert(.right) }
    if way.dy < 0 { insert(.up) } else if way.dy > 0 { insert(.down) }
  }

  /// The components of a movement that lead in these directions; the remaining components are zero.
  public func part(of way: Vector) -> Vector {
    Vector(
      dx: contains(way.dx < 0 ? .left : .right) ? way.dx : 0,
      dy: contains(way.dy < 0 ? .up : .down) ? way.dy : 0)
  }
}
