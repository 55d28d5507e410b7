public import SnapbackGeometry

/// A contact as clients are told of it.
public struct TouchContact: Hashable, Sendable {
  /// What became of it in this frame; raw values are those of binary messages.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// It came.
    case began
    /// It is there, whether it has moved or not.
    case moved
    /// It was lifted.
    case ended
    /// It was taken away.
    case cancelled

    /// Its name in messages.
    public var name: String {
      switch self {
      case .began: "began"
      case .moved: "moved"
      case .ended: "ended"
      case .cancelled: "cancelled"
      }
    }
  }

  /// The same from began to ended.
  public var id: UInt64
  /// What became of it.
  public var phase: Phase
  /// Where it is, in points on the screen.
  public var position: Point
  /// Whether it is not a finger's but a program's.
  public var isInjected: Bool

  /// A contact by its parts.
  public init(id: UInt64, phase: Phase, position: Point, isInjected: Bool = false) {
    self.id = id
    self.phase = phase
    self.position = position
    self.isInjected = isInjected
  }
}
