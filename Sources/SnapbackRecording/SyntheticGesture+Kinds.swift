public import SnapbackGeometry
import SnapbackTiming

/// Gestures by the names that people have for them, and what they do when nothing more is said.
extension SyntheticGesture {
  /// The gestures that can be asked for; each is a key of a script and a word of a command line.
  public enum Kind: String, CaseIterable, Sendable {
    /// Touch and lift.
    case tap
    /// Touch and stay.
    case longPress
    /// Move and come to rest.
    case drag
    /// Move and let go on the way.
    case flick
    /// A flick in a direction.
    case swipe
    /// A drag or flick from an edge of the screen.
    case edgePan
    /// Two fingers closer together or further apart.
    case pinch
    /// Two fingers about their middle.
    case rotate
    /// Fingers side by side on a touchpad.
    case scroll
    /// Notches of a wheel.
    case wheel
  }

  /// The speeds along a way that can be asked for by name.
  public enum ProfileName: String, CaseIterable, Sendable {
    /// As a hand that reaches.
    case minimumJerk
    /// Always the same.
    case constant
    /// Quick to start, slow to arrive.
    case lognormal

    /// The profile of the name, of a movement that comes to rest if it can.
    public var profile: SpeedProfile {
      switch self {
      case .minimumJerk: .toRest
      case .constant: .constant
      case .lognormal: .lognormal
      }
    }
  }

  /// How long a finger taps, in seconds.
  public static let tapTime = 0.06
  /// The time between taps, in seconds.
  public static let tapGap = 0.12
  /// How long a finger presses, in seconds.
  public static let pressTime = 0.8
  /// How long a finger moves that comes to rest, in seconds.
  public static let dragTime = 0.5
  /// How long it then rests before it lifts, in seconds.
  public static let restTime = 0.1
  /// The time between notches of a wheel, in seconds.
  public static let notchTime = 0.05
  /// How many fingers scroll.
  public static let scrollFingers = 2
  /// How far apart two fingers are that turn, in points.
  public static let rotationSpan = 160.0
  /// The line between two fingers that pinch, in radians from the x axis: from the lower left to
  /// the upper right, as a right hand's thumb and first finger are.
  public static let pinchAngle = -Double.pi / 4

  /// A long press, and a drag from there if it has an end.
  public static func longPress(
    at place: Point, to end: Point? = nil, fingers: Int = 1, hold: Double = pressTime,
    duration: Double = dragTime
  ) -> SyntheticGesture {
    .stroke(
      from: place, to: end ?? place, fingers: fingers,
      movement: Movement(duration: end == nil ? 0 : duration, hold: hold))
  }

  /// Where a swipe goes.
  public enum Direction: String, CaseIterable, Sendable {
    /// Toward smaller x.
    case left
    /// Toward greater x.
    case right
    /// Toward smaller y.
    case up
    /// Toward greater y.
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
    /// The greatest x.
    case right
    /// y = 0.
    case top
    /// The greatest y.
    case bottom
  }

  /// A flick: from a place to another, let go there.
  ///
  /// `velocity` is the speed as it lifts, in points per second. Without it the finger lifts at the
  /// greatest speed of a movement to rest, 15/8 of the mean; without a duration that follows from
  /// the velocity, and without both it is `usual` seconds.
  public static func flick(
    from start: Point, to end: Point, fingers: Int = 1, duration: Double? = nil,
    velocity: Double? = nil, usual: Double = 0.18
  ) throws(GestureFault) -> SyntheticGesture {
    let movement = try Movement.letGo(
      over: start.distance(to: end), duration: duration, velocity: velocity, usual: usual)
    return .stroke(from: start, to: end, fingers: fingers, movement: movement)
  }

  /// A flick in a direction.
  public static func swipe(
    _ direction: Direction, from start: Point, distance: Double = 200, fingers: Int = 1,
    duration: Double? = nil, velocity: Double? = nil
  ) throws(GestureFault) -> SyntheticGesture {
    try flick(
      from: start, to: start + distance * direction.unit, fingers: fingers, duration: duration,
      velocity: velocity)
  }

  /// A pan that begins a point from an edge of the screen, `position` points along it.
  ///
  /// It comes to rest unless a velocity is given. The distance is 60 % of the screen by default,
  /// the position the middle.
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
  /// A movement from rest over a distance in points, that ends at a speed.
  static func letGo(
    over distance: Double, duration: Double?, velocity: Double?, usual: Double
  ) throws(GestureFault) -> SyntheticGesture.Movement {
    guard let velocity else { return Self(.midway, duration: duration ?? usual) }
    guard distance > 0 else {
      throw GestureFault("velocity", "a finger that does not move is let go at 0; leave it out")
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
          + "\(limit.shortText(3)) points/s; ask for less, or for another way or time")
    }
    return Self(.minimumJerk(finalSpeed: share), duration: duration)
  }

  /// A number without the `.0` of a whole one, with three decimals at most.
}
