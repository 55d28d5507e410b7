public import SnapbackBasics

/// The phases of a gesture, with UIKit's names.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// A discrete gesture, a tap or a swipe, has been recognized; this is its only phase.
  case recognized
  /// A continuous gesture has been recognized.
  case began
  /// Its fingers moved.
  case changed
  /// Its last finger lifted.
  case ended
  /// The gesture was cancelled: a lost contact, a palm, an unplugged device, a hidden view.
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
  /// The kind: "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll" or
  /// "hover".
  public var kind: String
  /// The name that the scene gives it, if any.
  public var name: String?
  /// The phase that the gesture has entered.
  public var phase: GesturePhase
  /// The location, in points on the screen.
  public var location: Point
  /// The translation since the gesture began, of a pan since the slop, in points of the view's
  /// parent.
  public var translation: Vector
  /// The velocity, in points of the parent per second.
  public var velocity: Vector
  /// The factor by which the distance between the fingers of a pinch has changed since it began,
  /// and its rate of change per second; nil for other gestures.
  public var scale: Measure?
  /// The angle by which the fingers of a rotation have turned since it began, in radians, clockwise
  /// positive, and its rate of change per second; nil for other gestures.
  public var rotation: Measure?
  /// Whether a program injected any of its contacts.
  public var isInjected: Bool

  /// A number of a gesture, and its rate of change per second.
  public struct Measure: Hashable, Sendable {
    /// The number.
    public var value: Double
    /// Its rate of change, per second.
    public var velocity: Double

    /// Creates a measure.
    public init(value: Double, velocity: Double) {
      self.value = value
      self.velocity = velocity
    }

    /// Creates a measure of numbers that are present; nil if one is missing.
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
