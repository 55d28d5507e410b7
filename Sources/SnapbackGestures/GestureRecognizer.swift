public import SnapbackGeometry
public import SnapbackTiming
public import SnapbackTouches

/// The kinds of gestures, by the names that they have in scenes and on the wire.
public enum GestureKind: String, Hashable, Sendable, CaseIterable {
  case tap, longPress, pan, swipe, pinch, rotation, edgePan, scroll, hover

  /// Whether it is over as soon as it is recognised.
  public var isDiscrete: Bool { self == .tap || self == .swipe }

  /// Whether it is of a pointer, a wheel or a touchpad; fingers on the screen are nothing to it.
  public var isPointer: Bool { self == .scroll || self == .hover }
}

/// What a recogniser looks for.
public enum GestureSettings: Hashable, Sendable {
  /// One or more taps.
  case tap(TapSettings)
  /// Fingers that stay.
  case longPress(LongPressSettings)
  /// Fingers that drag; with an edge in its settings it is a pan from there.
  case pan(PanSettings)
  /// Fingers that go one way, fast.
  case swipe(SwipeSettings)
  /// Two fingers that change their distance.
  case pinch(PinchSettings)
  /// Two fingers that turn.
  case rotation(RotationSettings)
  /// A wheel, or two fingers on a touchpad.
  case scroll
  /// A pointer that touches nothing.
  case hover

  /// Its kind.
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

/// One recogniser of any kind: the contacts of frames go in, steps come out.
///
/// It knows nothing of others; ``GestureArena`` asks them. No method but the initializer allocates.
public struct GestureRecognizer: Sendable {
  private var machine: any RecognizerMachine
  /// What it looks for.
  public let settings: GestureSettings

  /// A recogniser in its first state.
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

  /// What it looks for, by name.
  public var kind: GestureKind { settings.kind }
  /// The fingers that are down.
  public var fingers: FingerSet { machine.fingers }
  /// Where the gesture is, in points on the screen.
  public var location: Point { machine.location }
  /// The way since it was recognised, in points on the screen.
  public var translation: Vector { machine.translation }
  /// How much farther apart the fingers of a pinch are than when it was recognised.
  public var scale: Double { machine.scale }
  /// How far the fingers of a rotation have turned, in radians, clockwise positive.
  public var rotation: Double { machine.rotation }
  /// The velocity as known at `now`, in points per second.
  public func velocity(at now: Instant) -> Vector { machine.velocity(at: now) }
  /// How fast the scale changes, per second.
  public func scaleVelocity(at now: Instant) -> Double { machine.scaleVelocity(at: now) }
  /// How fast it turns, in radians per second.
  public func rotationVelocity(at now: Instant) -> Double { machine.rotationVelocity(at: now) }
  /// When its fingers will count as still if nothing more comes; nil when they already do.
  public func stopMoment(after now: Instant) -> Instant? { machine.stopMoment(after: now) }
  /// When something happens to it if nothing more comes.
  public var deadline: Instant? { machine.deadline }

  /// Takes its contacts of one frame; `scale` is what a millimetre is in points, if known.
  public mutating func consume(
    _ contacts: [Contact], at time: Instant, scale: Double? = nil
  ) -> RecognizerStep {
    machine.consume(contacts, at: time, scale: scale)
  }

  /// Takes a pointer that scrolls or hovers.
  mutating func point(_ position: Point, delta: Vector, at time: Instant) {
    machine.point(position, delta: delta, at: time)
  }

  /// Its deadline has come.
  public mutating func reachDeadline() -> RecognizerStep { machine.reachDeadline() }
  /// It is recognised from here on.
  public mutating func begin() { machine.begin() }
  /// Forgets everything.
  public mutating func reset() { machine.reset() }
  /// Tells a pan from an edge where the edges are.
  mutating func setScreen(_ size: Size) { machine.setScreen(size) }
}
