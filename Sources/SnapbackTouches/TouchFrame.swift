public import SnapbackGeometry
public import SnapbackTiming

/// One finger, pen tip or button on a surface.
public struct Contact: Hashable, Sendable {
  /// What a contact does in a frame.
  public enum Phase: String, Hashable, Sendable {
    /// It has just touched down.
    case began
    /// It is down, moved or not.
    case moved
    /// It has lifted; its position is the last one known.
    case ended
    /// It will not be heard of again: lost, a palm, or its device has gone.
    case cancelled
  }

  /// Identity from touch-down to lift; unique among all contacts of one engine's life.
  public var id: UInt64
  /// What it does in this frame.
  public var phase: Phase
  /// Where it is, in points on the screen.
  public var position: Point

  /// A contact by its three fields.
  public init(id: UInt64, phase: Phase, position: Point) {
    self.id = id
    self.phase = phase
    self.position = position
  }
}

/// All contacts of one device at one moment, those that lift in it included.
public struct TouchFrame: Hashable, Sendable {
  /// The time of the frame's `SYN_REPORT`.
  public var time: Instant
  /// The contacts, in the order of their slots.
  public var contacts: [Contact]

  /// A frame of contacts.
  public init(time: Instant, contacts: [Contact] = []) {
    self.time = time
    self.contacts = contacts
  }
}
