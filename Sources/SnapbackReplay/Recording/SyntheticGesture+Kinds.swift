public import SnapbackBasics

/// Creates gestures by their common names, with default values.
extension SyntheticGesture {
  /// The gestures that can be requested; each is a key in scripts and a word on command lines.
  public enum Kind: String, CaseIterable, Sendable {
    /// Touch and lift.
    case tap
    /// Touch and rest.
    case longPress
    /// Move and come to rest.
    case drag
    /// Move and lift while moving.
    case flick
    /// A flick in a direction.
    case swipe
    /// A drag or flick from an edge of the screen.
    case edgePan
    /// Two fingers that move together or apart.
    case pinch
    /// Two fingers that rotate around their midpoint.
    case rotate
    /// Fingers side by side on a touchpad.
    case scroll
    /// Notches of a wheel.
    case wheel
  }

  /// The speed profiles that can be requested by name.
  public enum ProfileName: String, CaseIterable, Sendable {
    /// The speed of a reaching hand.
    case minimumJerk
    /// A constant speed.
    case constant
    /// Fast at the start, slow at the end.
    case lognormal

    /// The speed profile. If the profile allows this, the movement comes to rest.
    public var profile: SpeedProfile {
      switch self {
      case .minimumJerk: .toRest
      case .constant: .constant
      case .lognormal: .lognormal
      }
    }
  }

  /// The duration of a tap, in seconds.
  public static let tapTime = 0.06
  /// The time between taps, in seconds.
  public static let tapGap = 0.12
  /// The duration of a long press, in seconds.
  public static let pressTime = 0.8
  /// The duration of a movement that comes to rest, in seconds.
  public static let dragTime = 0.5
  /// How long the finger rests after such a movement before it lifts, in seconds.
  public static let restTime = 0.1
  /// The time between notches of a wheel, in seconds.
  public static let notchTime = 0.05
  /// The number of fingers that scroll.
  public static let scrollFingers = 2
  /// The distance between two rotating fingers, in points.
  public static let rotationSpan = 160.0
  /// The direction of the line between two pinching fingers, in radians from the x axis: from the
  /// lower left to the upper right, like a right hand's thumb and index finger.
  public static let pinchAngle = -Double.pi / 4

  /// Returns a long press, followed by a drag to `end` if that is not nil.
  public static func longPress(
    at place: Point, to end: Point? = nil, fingers: Int = 1, hold: Double = pressTime,
    duration: Double = dragTime
  ) -> SyntheticGesture {
    .stroke(
      from: place, to: end ?? place, fingers: fingers,
      movement: Movement(duration: end == nil ? 0 : duration, hold: hold))
  }

  /// The direction of a swipe.
  public enum Direction: String, CaseIterable, Sendable {
    /// Toward smaller x.
    case left
    /// Toward larger x.
    case right
    /// Toward smaller y.
    case up
    /// Toward larger y.
    case down

    var unit: Vector {
      switch self {
      case .left: Vector(dx: -1, dy: 0)
      case .right: Vector(dx: 1, dy: 0)
      case .up: Vector(dx: 0, dy: -1)
      case .down: Vector(dx: 0, dy: 1)
      }
    }
  }

  /// An edge of the screen.
  public enum Edge: String, CaseIterable, Sendable {
    /// x = 0.
    case left
    /// The largest x.
    case right
    /// y = 0.
    case top
    /// The largest y.
    case bottom
  }

  /// Returns a flick: a movement from `start` to `end` whose finger lifts at `end` without
  /// stopping.
  ///
  /// `velocity` is the speed at the lift, in points per second. Without a velocity, the finger
  /// lifts at the peak speed of a movement to rest, 15/8 of the mean speed. Without a duration, the
  /// duration is computed from the velocity. Without either, the duration is `usual` seconds.
  public static func flick(
    from start: Point, to end: Point, fingers: Int = 1, duration: Double? = nil,
    velocity: Double? = nil, usual: Double = 0.18
  ) throws(GestureFault) -> SyntheticGesture {
    let movement = try Movement.letGo(
      over: start.distance(to: end), duration: duration, velocity: velocity, usual: usual)
    return .stroke(from: start, to: end, fingers: fingers, movement: movement)
  }

  /// Returns a flick in a direction.
  public static func swipe(
    _ direction: Direction, from start: Point, distance: Double = 200, fingers: Int = 1,
    duration: Double? = nil, velocity: Double? = nil
  ) throws(GestureFault) -> SyntheticGesture {
    try flick(
      from: start, to: start + distance * direction.unit, fingers: fingers, duration: duration,
      velocity: velocity)
  }

  /// Returns a pan that begins one point from an edge of the screen, at `position` points along
  /// that edge.
  ///
  /// The pan comes to rest unless a velocity is given. By default the distance is 60 % of the
  /// screen and the position is the middle.
  public static func edgePan(
    _ edge: Edge, position: Double? = nil, distance: Double? = nil, on screen: Size,
    duration: Double? = nil, velocity: Double? = nil
  ) throws(GestureFault) -> SyntheticGesture {
    let isUpright = edge == .left || edge == .right
    let (across, along) =
      isUpright ? (screen.width, screen.height) : (screen.height, screen.width)
    let place = position ?? along / 2
    let way = distance ?? 0.6 * across
    let isFar = edge == .right || edge == .bottom
    let (near, far) = isFar ? (across - 1, across - 1 - way) : (1, 1 + way)
    let (start, end) =
      isUpright
      ? (Point(x: near, y: place), Point(x: far, y: place))
      : (Point(x: place, y: near), Point(x: place, y: far))
    guard velocity != nil else {
      let movement = Movement(duration: duration ?? dragTime)
      return .stroke(from: start, to: end, fingers: 1, movement: movement)
    }
    return try flick(from: start, to: end, duration: duration, velocity: velocity)
  }
}

extension SyntheticGesture.Movement {
  /// Returns a movement from rest over a distance in points that ends at a given speed.
  static func letGo(
    over distance: Double, duration: Double?, velocity: Double?, usual: Double
  ) throws(GestureFault) -> SyntheticGesture.Movement {
    guard let velocity else { return Self(.midway, duration: duration ?? usual) }
    guard distance > 0 else {
      throw GestureFault("velocity", "a finger that does not move lifts at 0; leave it out")
    }
    guard let duration else {
      guard velocity > 0 else { return Self(.toRest, duration: usual) }
      return Self(.midway, duration: 1.875 * distance / velocity)
    }
    let share = velocity * duration / distance
    let greatest = SpeedProfile.finalSpeeds.upperBound
    guard share <= greatest else {
      let limit = (greatest * distance / duration).rounded(.down)
      throw GestureFault(
        "velocity",
        "\(distance.shortText(3)) points in \(duration.shortText(3)) s end with at most "
          + "\(limit.shortText(3)) points/s; lower it, or change distance or time")
    }
    return Self(.minimumJerk(finalSpeed: share), duration: duration)
  }
}
