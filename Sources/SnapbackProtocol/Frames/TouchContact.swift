public import SnapbackBasics

/// A contact in the messages to clients.
public struct TouchContact: Hashable, Sendable {
  /// The contact's phase in this frame.
  public enum Phase: String, Hashable, Sendable, CaseIterable {
    /// It touched.
    case began
    /// It remains, whether it moved or not.
    case moved
    /// It was lifted.
    case ended
    /// It was cancelled.
    case cancelled
  }

  /// The contact's id, constant from began to ended.
  public var id: UInt64
  /// The phase in this frame.
  public var phase: Phase
  /// The location, in points on the screen.
  public var position: Point
  /// Whether a program injected it.
  public var isInjected: Bool

  /// Creates a contact.
  public init(id: UInt64, phase: Phase, position: Point, isInjected: Bool = false) {
    self.id = id
    self.phase = phase
    self.position = position
    self.isInjected = isInjected
  }
}
