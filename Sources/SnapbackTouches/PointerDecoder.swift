import SnapbackBasics

/// Decodes a pointer with a button and wheels: a mouse or an absolute pointer.
///
/// States: hovers → began → moved… → ended → hovers; began or moved → cancelled. The first button
/// is the contact; the other buttons have no effect. The cursor of a mouse starts in the middle of
/// the screen and cannot leave the screen. There is no pointer acceleration, so that flick
/// velocities reflect the speed of the hand and replays do not depend on an acceleration curve.
struct PointerDecoder: Sendable {
  private let isRelative: Bool
  private var x: Int32
  private var y: Int32
  private var moved = Vector.zero
  private var hasMoved = false
  private var cursor: Cursor
  private var wheels: WheelDecoder
  private var isPressed = false
  private var isAnnounced = false
  private var wasReleased = false
  private var contact: UInt64 = 0
  private var hovers = false
  private let speed: Double
  private let wheelStep: Double

  /// `x` and `y` are the position of an absolute pointer until its first position event.
  init(
    profile: DeviceProfile, isRelative: Bool, x: Int32, y: Int32, screen: Size,
    settings: DeviceSettings
  ) {
    self.isRelative = isRelative
    self.x = x
    self.y = y
    cursor = Cursor(screen: screen)
    wheels = WheelDecoder(profile: profile)
    speed = settings.pointerSpeed
    wheelStep = settings.wheelStep
  }

  mutating func map(onto screen: Size) {
    cursor.move(to: screen)
  }

  /// Sets the value that an axis or key had before the first event. A button that is already
  /// pressed is not reported.
  mutating func seed(type: UInt16, code: UInt16, value: Int32) {
    if type == EventCode.absolute || type == EventCode.key { consume(type, code, value) }
    isAnnounced = isPressed
    wasReleased = false
    hasMoved = false
  }

  mutating func consume(_ event: InputEvent) {
    consume(event.type, event.code, event.value)
    wheels.consume(event)
  }

  private mutating func consume(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    switch (type, code) {
    case (EventCode.absolute, EventCode.x):
      x = value
      hasMoved = true
    case (EventCode.absolute, EventCode.y):
      y = value
      hasMoved = true
    case (EventCode.relative, EventCode.relativeX): moved.dx += Double(value)
    case (EventCode.relative, EventCode.relativeY): moved.dy += Double(value)
    case (EventCode.key, EventCode.leftButton):
      guard (value != 0) != isPressed else { return }
      isPressed = value != 0
      if isPressed { isAnnounced = false } else { wasReleased = true }
    default: break
    }
  }

  /// Discards the events of an unfinished frame.
  mutating func dropFrame() {
    moved = .zero
    wheels.dropFrame()
  }

  mutating func cancelAll(_ mapping: SurfaceMapping?, into frame: inout TouchFrame) {
    if contact != 0 { append(.cancelled, at: position(mapping), to: &frame) }
    if hovers { frame.hover = .gone }
    contact = 0
    isPressed = false
    wasReleased = false
    hovers = false
    dropFrame()
  }

  private func position(_ mapping: SurfaceMapping?) -> Point {
    mapping?.point(x: x, y: y) ?? cursor.position
  }

  private func append(_ phase: Contact.Phase, at place: Point, to frame: inout TouchFrame) {
    frame.contacts.append(Contact(id: contact, phase: phase, position: place, tool: .button))
  }

  /// Adds the changes since the last report to `frame`. `mapping` is the map of an absolute
  /// pointer, nil for a mouse. O(1), no allocation.
  mutating func report(
    _ mapping: SurfaceMapping?, _ numbers: inout ContactNumbers, into frame: inout TouchFrame
  ) {
    if isRelative, moved.dx != 0 || moved.dy != 0 {
      cursor.move(by: speed * moved)
      hasMoved = true
    }
    moved = .zero
    let place = position(mapping)
    let wasDown = contact != 0
    if wasDown {
      append(wasReleased ? .ended : .moved, at: place, to: &frame)
      if wasReleased { contact = 0 }
    }
    wasReleased = false
    if isPressed, !isAnnounced {
      isAnnounced = true
      contact = numbers.assign()
      append(.began, at: place, to: &frame)
    }
    if contact == 0, hasMoved || wasDown {
      frame.hover = .at(place)
      hovers = true
    }
    hasMoved = false
    if let notches = wheels.consumeNotches() {
      frame.scroll = ScrollInput(phase: .step, position: place, delta: wheelStep * notches)
    }
  }
}

/// A cursor that cannot leave its screen.
struct Cursor: Sendable {
  private(set) var position: Point
  private var screen: Size

  /// Creates a cursor in the middle of the screen.
  init(screen: Size) {
    self.screen = screen
    position = Point(x: screen.width / 2, y: screen.height / 2)
  }

  /// Moves the cursor by `way`. The cursor stops one point before the right and bottom edges, where
  /// it is still inside a view that ends there.
  mutating func move(by way: Vector) {
    position = Point(
      x: min(max(position.x + way.dx, 0), max(screen.width - 1, 0)),
      y: min(max(position.y + way.dy, 0), max(screen.height - 1, 0)))
  }

  /// Moves the cursor to another screen, at the same position relative to the screen's size.
  mutating func move(to screen: Size) {
    guard self.screen.width > 0, self.screen.height > 0 else {
      self = Cursor(screen: screen)
      return
    }
    position = Point(
      x: position.x / self.screen.width * screen.width,
      y: position.y / self.screen.height * screen.height)
    self.screen = screen
  }
}
