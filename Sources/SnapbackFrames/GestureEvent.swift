public import SnapbackGeometry
public import SnapbackTiming

/// The life of a gesture, by UIKit's names.
public enum GesturePhase: String, Hashable, Sendable, CaseIterable {
  /// A discrete gesture, a tap or a swipe, has been recognized; it is over with that.
  case recognized
  /// A continuous gesture has been recognized.
  case began
  /// Its fingers moved.
  case changed
  /// Its last finger lifted.
  case ended
  /// It was taken away: a lost contact, a palm, an unplugged device, a view that was hidden.
  case cancelled
}

/// One step of a gesture on a view.
public struct GestureEvent: Hashable, Sendable {
  /// Which gesture of the session, from 1; the same from began to ended.
  public var id: UInt64
  /// The time of the touch frame that made the step, or of the moment that it waited for.
  public var time: Instant
  /// The view that the gesture is on, by its place in the scene.
  public var view: Int
  /// What it is: "tap", "longPress", "pan", "swipe", "pinch", "rotation", "edgePan", "scroll" or
  /// "hover".
  public var kind: String
  /// The name that the scene gives it, if any.
  public var name: String?
  /// What happened.
  public var phase: GesturePhase
  /// Where the gesture is, in points on the screen.
  public var location: Point
  /// How far it has come since it began, in points of the view's parent.
  public var translation: Vector
  /// How fast it moves, in points of the parent per second.
  public var velocity: Vector
  /// How much farther apart the fingers of a pinch are than when it began, and how fast that
  /// changes, per second; nil for other gestures.
  public var scale: Measure?
  /// How far the fingers of a rotation have turned since it began, in radians, clockwise positive,
  /// and how fast, per second; nil for other gestures.
  public var rotation: Measure?
  /// Whether a program has injected any of its contacts.
  public var isInjected = false

  /// A number of a gesture and how fast it changes, per second.
  public struct Measure: Hashable, Sendable {
    /// The number.
    public var value: Double
    /// Its rate of change, per second.
    public var velocity: Double

    /// A number and its rate.
    public init(value: Double, velocity: Double) {
      self.value = value
      self.velocity = velocity
    }
  }

  /// A step by its parts.
  public init(
    id: UInt64, time: Instant, view: Int, kind: String, name: String? = nil, phase: GesturePhase,
    location: Point, translation: Vector, velocity: Vector
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
  }
}
