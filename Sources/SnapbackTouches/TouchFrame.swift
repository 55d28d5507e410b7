public import SnapbackBasics

/// One finger, pen tip or button on a surface.
public struct Contact: Hashable, Sendable {
  /// The state of a contact in a touch frame.
  public typealias Phase = ContactPhase

  /// Identifies the contact from touch-down to lift; unique during the lifetime of an engine.
  public var id: UInt64
  /// The state of the contact in its touch frame.
  public var phase: Phase
  /// The position on the screen, in points.
  public var position: Point
  /// The tool that touches.
  public var tool: Tool

  /// A tool that touches a surface.
  public enum Tool: String, Hashable, Sendable {
    /// A finger, or an object that the device cannot distinguish from a finger.
    case finger
    /// The tip of a pen.
    case pen
    /// The eraser of a pen.
    case eraser
    /// The first button of a mouse or of another pointer.
    case button
    /// One of several fingers on a touchpad. All these fingers begin in one touch frame, around the
    /// pointer, and touch the view under the pointer.
    case touchpadFinger = "touchpad finger"
  }

  /// The lowest id of contacts that programs inject. Contact ids of devices and recordings are
  /// lower, so the two kinds of ids never collide. JSON readers can store all these ids exactly as
  /// doubles.
  public static let firstInjectedID: UInt64 = 1 << 52
  /// Whether a program injected the contact, according to ``id``.
  public var isInjected: Bool { id >= Self.firstInjectedID }

  /// Creates a contact from its fields.
  public init(id: UInt64, phase: Phase, position: Point, tool: Tool = .finger) {
    self.id = id
    self.phase = phase
    self.position = position
    self.tool = tool
  }
}

/// Scroll input from a wheel or two fingers on a touchpad, for the view under the pointer.
public struct ScrollInput: Hashable, Sendable {
  /// The phase of a scroll movement.
  public enum Phase: String, Hashable, Sendable {
    /// Two fingers begin to scroll.
    case began
    /// The fingers continue to scroll.
    case changed
    /// The fingers lift; the content may continue with its momentum.
    case ended
    /// The scroll was cancelled: a finger was lost or is a palm, or the device has gone.
    case cancelled
    /// A single step of a wheel.
    case step
  }

  /// The phase of the movement.
  public var phase: Phase
  /// The pointer's position on the screen, in points.
  public var position: Point
  /// How far the content moves, in points, with the same sign as for a finger that drags the
  /// content.
  public var delta: Vector

  /// Creates a scroll input from its fields.
  public init(phase: Phase, position: Point, delta: Vector) {
    self.phase = phase
    self.position = position
    self.delta = delta
  }
}

/// The state of a pointer that hovers without touching.
public enum HoverInput: Hashable, Sendable {
  /// The pointer is at this point of the screen.
  case at(Point)
  /// The pointer has gone.
  case gone
}

/// All contacts of one device at one `SYN_REPORT`, including those that lift, with its scroll and
/// hover input.
public struct TouchFrame: Hashable, Sendable {
  /// The time of the frame's `SYN_REPORT`.
  public var time: Instant
  /// The contacts, in slot order.
  public var contacts: [Contact]
  /// The scroll input; nil if there is none.
  public var scroll: ScrollInput?
  /// The change of the hovering pointer; nil if the pointer has not changed.
  public var hover: HoverInput?
  /// Points of the screen per millimeter of the surface; nil if the size of the surface is unknown.
  public var pointsPerMillimeter: Double?

  /// Creates a frame from its fields.
  public init(
    time: Instant, contacts: [Contact] = [], scroll: ScrollInput? = nil, hover: HoverInput? = nil,
    pointsPerMillimeter: Double? = nil
  ) {
    self.time = time
    self.contacts = contacts
    self.scroll = scroll
    self.hover = hover
    self.pointsPerMillimeter = pointsPerMillimeter
  }

  /// Returns the point at which a contact that begins in this frame touches a view. For a touchpad
  /// finger, this is the center of all contacts.
  public func target(of contact: Contact) -> Point {
    contact.tool == .touchpadFinger ? Self.center(of: contacts) : contact.position
  }

  /// Returns the center of `contacts`; zero if there are none.
  static func center(of contacts: [Contact]) -> Point {
    guard !contacts.isEmpty else { return .zero }
    var sum = Vector.zero
    for contact in contacts { sum = sum + (contact.position - .zero) }
    return .zero + (1 / Double(contacts.count)) * sum
  }

  /// Whether the frame has no contacts, scroll or hover.
  public var isEmpty: Bool { contacts.isEmpty && scroll == nil && hover == nil }
}
