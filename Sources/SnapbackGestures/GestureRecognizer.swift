public import SnapbackBasics
public import SnapbackTouches

/// The kinds of gestures, by their names in scenes and on the wire.
public enum GestureKind: String, Hashable, Sendable, CaseIterable {
  case tap, longPress, pan, swipe, pinch, rotation, edgePan, scroll, hover

  /// Whether the gesture is over as soon as it is recognized.
  public var isDiscrete: Bool { self == .tap || self == .swipe }

  /// Whether the fingers stay in one position until the gesture is recognized.
  public var isStationary: Bool { self == .tap || self == .longPress }

  /// Whether the gesture is made with a pointer, wheel or touchpad; fingers on the screen do not
  /// affect it.
  public var isPointer: Bool { self == .scroll || self == .hover }

}

/// The settings of a recognizer, by kind.
public enum GestureSettings: Hashable, Sendable {
  /// One or more taps.
  case tap(TapSettings)
  /// Fingers that stay in one position.
  case longPress(LongPressSettings)
  /// Fingers that drag; with an edge in the settings, a pan that starts at that edge.
  case pan(PanSettings)
  /// Fingers that move fast in one direction.
  case swipe(SwipeSettings)
  /// Two fingers that move apart or together.
  case pinch(PinchSettings)
  /// Two fingers that rotate around each other.
  case rotation(RotationSettings)
  /// Scrolling with a wheel or two fingers on a touchpad.
  case scroll
  /// A pointer that hovers without touching.
  case hover

  /// The kind of the gesture.
  public var kind: GestureKind {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .pan(let settings): settings.edge == nil ? .pan : .edgePan
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotation: .rotation
    case .scroll: .scroll
    case .hover: .hover
    }
  }
}

/// A recognizer of any kind: consumes the contacts of touch frames and returns steps.
///
/// A recognizer does not know other recognizers; ``GestureArena`` resolves conflicts between them.
/// No method except the initializer allocates.
public struct GestureRecognizer: Sendable {
  private var machine: any RecognizerMachine
  /// The settings of the gesture.
  public let settings: GestureSettings

  /// Creates a recognizer in its initial state.
  public init(_ settings: GestureSettings) {
    self.settings = settings
    machine =
      switch settings {
      case .tap(let settings): TapRecognizer(settings)
      case .longPress(let settings): LongPressRecognizer(settings)
      case .pan(let settings): PanRecognizer(settings)
      case .swipe(let settings): SwipeRecognizer(settings)
      case .pinch(let settings): PinchRecognizer(settings)
      case .rotation(let settings): RotationRecognizer(settings)
      case .scroll, .hover: PointerRecognizer()
      }
  }

  /// The kind of the gesture.
  public var kind: GestureKind { settings.kind }
  /// The fingers that are down.
  public var fingers: FingerSet { machine.fingers }
  /// The location of the gesture, in points on the screen.
  public var location: Point { machine.location }
  /// The translation in points on the screen, since recognition. For a pan it is the travel minus
  /// the slop.
  public var translation: Vector { machine.translation }
  /// The scale of a pinch: the ratio of the fingers' distance to that at recognition.
  public var scale: Double { machine.scale }
  /// The angle of a rotation since recognition, in radians, positive clockwise.
  public var rotation: Double { machine.rotation }
  /// The number of times that the fingers of a pinch or rotation have changed since it began. Each
  /// change moves ``location`` to the new fingers in a jump. 0 for other kinds.
  public var grips: Int { machine.grips }
  /// The axis of a pan whose travel alone reached the slop; `any` if both axes reached it, and for
  /// other kinds.
  public var axis: PanSettings.Direction { machine.axis }
  /// Returns the velocity at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { machine.velocity(at: now) }
  /// Returns the rate of change of the scale at `now`, per second.
  public func scaleVelocity(at now: Instant) -> Double { machine.scaleVelocity(at: now) }
  /// Returns the angular velocity at `now`, in radians per second.
  public func rotationVelocity(at now: Instant) -> Double { machine.rotationVelocity(at: now) }
  /// Returns when the fingers will be considered still without further input; nil if they already
  /// are.
  public func stopMoment(after now: Instant) -> Instant? { machine.stopMoment(after: now) }
  /// The time at which the recognizer is recognized or fails without further input; nil if there is
  /// none.
  public var deadline: Instant? { machine.deadline }

  /// Consumes the recognizer's contacts in one touch frame; `scale` is points per millimeter, if
  /// known.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double? = nil
  ) -> RecognizerStep {
    machine.consume(contacts, at: time, scale: scale)
  }

  /// Processes a pointer that scrolls or hovers.
  mutating func point(_ position: Point, delta: Vector, at time: Instant) {
    machine.point(position, delta: delta, at: time)
  }

  /// Handles the deadline that ``deadline`` returned.
  public mutating func reachDeadline() -> RecognizerStep { machine.reachDeadline() }
  /// Starts the gesture at the current position.
  public mutating func begin() { machine.begin() }
  /// Returns to the initial state.
  public mutating func reset() { machine.reset() }
  /// Sets the size of the screen, which edge pans use to find the edges.
  mutating func setScreen(_ size: Size) { machine.setScreen(size) }
  /// Sets the directions in which travel begins a pan; other kinds ignore them.
  mutating func setWays(_ ways: DragWays) { machine.setWays(ways) }
}
