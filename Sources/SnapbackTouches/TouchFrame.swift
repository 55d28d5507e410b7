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
  /// What touches.
  public var tool: Tool

  /// What touches a surface.
  public enum Tool: String, Hashable, Sendable {
    /// A finger, or something that the device cannot tell from one.
    case finger
    /// The tip of a pen.
    case pen
    /// The eraser of a pen.
    case eraser
    /// The first button of a mouse or of another pointer.
    case button
  }

  /// The least id of contacts that a program has injected; those of devices and recordings are
  /// below, so that they never meet. A double holds all of them, which is what JSON is often read
  /// as.
  public static let firstInjectedID: UInt64 = 1 << 52
  /// Whether a program has injected it, by its id.
  public var isInjected: Bool { id >= Self.firstInjectedID }

  /// A contact by its fields.
  public init(id: UInt64, phase: Phase, position: Point, tool: Tool = .finger) {
    self.id = id
    self.phase = phase
    self.position = position
    self.tool = tool
  }
}

/// What a wheel, or two fingers on a touchpad, ask a view under the pointer to do.
public struct ScrollInput: Hashable, Sendable {
  /// Where in a movement it is.
  public enum Phase: String, Hashable, Sendable {
    /// Fingers begin to scroll.
    case began
    /// They go on.
    case changed
    /// They let go; the content may go on by its momentum.
    case ended
    /// They are not heard of again.
    case cancelled
    /// A step of a wheel, complete in itself.
    case step
  }

  /// Where in a movement it is.
  public var phase: Phase
  /// Where the pointer is, in points on the screen.
  public var position: Point
  /// How far the content is to go, in points: as a finger on it would take it.
  public var delta: Vector

  /// A scroll by its fields.
  public init(phase: Phase, position: Point, delta: Vector) {
    self.phase = phase
    self.position = position
    self.delta = delta
  }
}

/// A pointer that touches nothing.
public enum HoverInput: Hashable, Sendable {
  /// It is at this point of the screen.
  case at(Point)
  /// There is no pointer any more.
  case gone
}

/// All contacts of one device at one moment, those that lift in it included.
public struct TouchFrame: Hashable, Sendable {
  /// The time of the frame's `SYN_REPORT`.
  public var time: Instant
  /// The contacts, in the order of their slots.
  public var contacts: [Contact]
  /// What it scrolls; nil when nothing.
  public var scroll: ScrollInput?
  /// Where its pointer went that touches nothing; nil when it is where it was.
  public var hover: HoverInput?
  /// How many points of the screen a millimetre of the surface is; nil when its size is not known.
  public var pointsPerMillimetre: Double?

  /// A frame of contacts.
  public init(
    time: Instant, contacts: [Contact] = [], scroll: ScrollInput? = nil, hover: HoverInput? = nil,
    pointsPerMillimetre: Double? = nil
  ) {
    self.time = time
    self.contacts = contacts
    self.scroll = scroll
    self.hover = hover
    self.pointsPerMillimetre = pointsPerMillimetre
  }

  /// Whether it says nothing.
  public var isEmpty: Bool { contacts.isEmpty && scroll == nil && hover == nil }
}
