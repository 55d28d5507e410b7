public import SnapbackBasics

/// A contact in the messages to clients.
public struct TouchContact: Hashable, Sendable {
  /// The contact's id, constant from began to ended.
  public var id: UInt64
  /// The phase of the contact in this touch frame.
  public var phase: ContactPhase
  /// The location, in points on the screen.
  public var position: Point
  /// Whether a program injected the contact.
  public var isInjected: Bool

  /// Creates a contact.
  public init(id: UInt64, phase: ContactPhase, position: Point, isInjected: Bool = false) {
    self.id = id
    self.phase = phase
    self.position = position
    self.isInjected = isInjected
  }
}
