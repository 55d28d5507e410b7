public import SnapbackBasics

/// The phases of a gesture, with UIKit's names.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// A discrete gesture, such as a tap or a swipe, has been recognized. Such a gesture has no other
  /// phase.
  case recognized
  /// A continuous gesture has been recognized.
  case began
  /// The fingers of the gesture moved.
  case changed
  /// The last finger of the gesture lifted.
  case ended
  /// The gesture was cancelled, for example because of a lost contact, a palm, an unplugged device
  /// or a hidden view.
  case cancelled
}

/// One step of a gesture on a view.
public struct GestureEvent: Hashable, Sendable {
  /// The number of the gesture in the session, from 1; constant from began to ended.
  public var id: UInt64
  /// The time of the touch frame, or of the timeout, that caused the step.
  public var time: Instant
  /// The index of the view that the gesture is on.
  public var view: Int
  /// The kind, by its name in scenes.
  public var kind: String
  /// The name of the gesture in the scene; nil if it has none.
  public var name: String?
  /// The phase that the gesture has entered.
  public var phase: GesturePhase
  /// The location, in points on the screen.
  public var location: Point
  /// The translation since the gesture began, in points of the view's parent. For a pan, it does
  /// not include the slop.
  public var translation: Vector
  /// The velocity, in points of the parent per second.
  public var velocity: Vector
  /// For a pinch, the factor by which the distance between the fingers has changed since the pinch
  /// began, with its rate of change per second; nil for other gestures.
  public var scale: Measure?
  /// For a rotation, the angle by which the fingers have turned since it began, in radians,
  /// clockwise positive, with its rate of change per second; nil for other gestures.
  public var rotation: Measure?
  /// Whether a program injected any contact of the gesture.
  public var isInjected: Bool

  /// A number of a gesture, and its rate of change per second.
  public struct Measure: Hashable, Sendable {
    /// The number.
    public var value: Double
    /// The rate of change of the number, per second.
    public var velocity: Double

    /// Creates a measure.
    public init(value: Double, velocity: Double) {
      self.value = value
      self.velocity = velocity
    }

    /// Creates a measure from two optional numbers; nil if one is missing.
    init?(_ value: Double?, _ velocity: Double?) {
      guard let value, let velocity else { return nil }
      self.init(value: value, velocity: velocity)
    }
  }

  /// Creates a step.
  public init(
    id: UInt64, time: Instant, view: Int, kind: String, name: String? = nil, phase: GesturePhase,
    location: Point, translation: Vector, velocity: Vector, scale: Measure? = nil,
    rotation: Measure? = nil, isInjected: Bool = false
  ) {
    self.id = id
    self.time = time
    self.view = view
    self.kind = kind
    self.name = name
    self.phase = phase
    self.location = location
    self.translation = translation
    self.velocity = velocity
    self.scale = scale
    self.rotation = rotation
    self.isInjected = isInjected
  }
}
